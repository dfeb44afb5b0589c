//! Layer 10: the command line, one file per subcommand.
//!
//! A command parses its arguments, calls the library and prints. It contains no logic that another
//! program could want; that belongs to the modules below. It may import everything.

mod analyze;
#[cfg(feature = "api")]
mod api;
mod args;
mod bench;
#[cfg(feature = "tools")]
mod board;
#[cfg(feature = "tools")]
mod book;
#[cfg(feature = "tools")]
mod check;
mod command_line;
mod commands;
#[cfg(feature = "tools")]
mod confirm;
#[cfg(feature = "tools")]
mod demo;
#[cfg(feature = "tools")]
mod game_file;
#[cfg(feature = "tools")]
mod games;
mod hints;
pub(crate) mod json_lines;
pub(crate) mod judge;
#[cfg(feature = "tools")]
mod launch_player;
#[cfg(feature = "tools")]
mod r#match;
mod micro;
#[cfg(feature = "tools")]
mod openings;
mod outputs;
#[cfg(feature = "tools")]
mod play;
#[cfg(feature = "api")]
mod pool_args;
#[cfg(feature = "tools")]
mod prove;
mod refusal;
#[cfg(feature = "tools")]
mod selfplay;
#[cfg(feature = "tools")]
mod shell;
mod solve;
mod statuses;
#[cfg(feature = "tools")]
mod tune;
mod typo;
#[cfg(feature = "tools")]
mod used_rules;
mod values;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use self::args::BrainArgs;
use self::command_line::Request;
use self::commands::Command;
use crate::protocol;

/// Runs the program with the arguments of the process. `start_log` is called once, with the log
/// file if one was named.
///
/// # Errors
/// With a message for one line on stderr.
pub fn run(start_log: fn(Option<&Path>) -> Result<()>) -> Result<ExitCode> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let ran = match command_line::read(&args, command_line::is_typed())? {
        Request::Command(command) => run_command(*command, start_log),
        Request::Text(text) => text.print().map(|()| ExitCode::SUCCESS).map_err(Into::into),
    };
    match ran {
        // A reader that closes the pipe (`| head`) is not an error.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        other => other,
    }
}

fn run_command(command: Command, start_log: fn(Option<&Path>) -> Result<()>) -> Result<ExitCode> {
    let log = match &command {
        Command::Brain(brain) => brain.log.as_deref(),
        _ => None,
    };
    start_log(log)?;
    #[cfg(feature = "tools")]
    crate::book::store::log_panics();
    dispatch(command)
}

/// Checks the arguments of a command line, its first word the program's name, without running it.
///
/// # Errors
/// If they would be refused.
pub fn check_arguments(words: &[String]) -> Result<(), clap::Error> {
    command_line::parser().try_get_matches_from(words).map(drop)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn brain(args: &BrainArgs) -> Result<()> {
    let options = args.options()?;
    hints::banner();
    Ok(protocol::run(options)?)
}

fn dispatch(command: Command) -> Result<ExitCode> {
    match command {
        Command::Brain(args) => brain(&args)?,
        Command::Analyze(args) => return analyze::run(&args),
        #[cfg(feature = "api")]
        Command::Api(args) => return api::run(&args),
        Command::Bench(args) => bench::run(&args)?,
        #[cfg(feature = "tools")]
        Command::Board(args) => return board::run(&args),
        #[cfg(feature = "tools")]
        Command::Book(args) => return book::run(&args),
        #[cfg(feature = "tools")]
        Command::Demo(args) => demo::run(&args)?,
        #[cfg(feature = "tools")]
        Command::Play(args) => return play::run(&args),
        #[cfg(feature = "tools")]
        Command::Games(args) => return games::run(&args),
        #[cfg(feature = "tools")]
        Command::Match(args) => return r#match::run(*args),
        #[cfg(feature = "tools")]
        Command::Check(args) => return check::run(&args),
        #[cfg(feature = "tools")]
        Command::Openings(args) => return openings::run(&args),
        #[cfg(feature = "tools")]
        Command::LaunchPlayer(args) => return launch_player::run(&args),
        #[cfg(feature = "tools")]
        Command::Selfplay(args) => return selfplay::run(&args),
        Command::Solve(args) => return solve::run(&args),
        #[cfg(feature = "tools")]
        Command::Prove(args) => return prove::run(&args),
        #[cfg(feature = "tools")]
        Command::Tune(args) => return tune::run(&args),
        Command::Judge(source) => return judge::run(&source),
        #[cfg(feature = "tools")]
        Command::Completions(args) => shell::completions(&args, command_line::parser())?,
        #[cfg(feature = "tools")]
        Command::Man(args) => shell::man(&args, command_line::parser())?,
    }
    Ok(ExitCode::SUCCESS)
}
