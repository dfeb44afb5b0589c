//! The command line, one file per subcommand.
//!
//! A command parses its arguments, calls the library and prints. It contains no logic that another
//! program could want; that belongs to the other crates.

mod analyze;
mod api;
mod args;
mod board;
mod board_token;
mod book;
mod check;
mod columns;
mod command_line;
mod commands;
mod confirm;
mod demo;
mod doorway;
mod examples;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod game_file;
mod games;
mod gtp;
mod hints;
mod interrupt;
pub(crate) mod json_lines;
pub mod judge;
mod launch_player;
mod r#match;
mod openings;
mod outputs;
mod param_name;
mod play;
mod pool_args;
mod prove;
mod puzzles;
mod refusal;
mod review_bar;
mod selfplay;
mod shell;
mod solve;
mod statuses;
mod stoppable_input;
mod strength;
mod topics;
mod tune;
mod typo;
mod used_rules;
mod values;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

use self::command_line::CommandLine;
use self::commands::TengenCommand;
use tengen_brain::command::{check_address_space, is_broken_pipe, run_brain};
use tengen_util::process_limits;

/// Runs the program with the arguments of the process. `start_log` is called once, with the log
/// file if one was named.
///
/// # Errors
/// With a message for one line on stderr.
pub fn run(start_log: fn(Option<&Path>) -> Result<()>) -> Result<ExitCode> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let ran = match command_line::read(&args, command_line::is_typed())? {
        CommandLine::Command(command) => run_command(*command, start_log),
        CommandLine::Page(text) => {
            std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes())
                .map(|()| ExitCode::SUCCESS)
                .map_err(Into::into)
        }
        CommandLine::Text(text) => text.print().map(|()| ExitCode::SUCCESS).map_err(Into::into),
    };
    match ran {
        // A reader that closes the pipe (`| head`) is not an error.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        other => other,
    }
}

fn run_command(
    command: TengenCommand,
    start_log: fn(Option<&Path>) -> Result<()>,
) -> Result<ExitCode> {
    let log = match &command {
        TengenCommand::Brain(brain) => brain.log.as_deref(),
        _ => None,
    };
    start_log(log)?;
    tengen_records::book::store::log_panics();
    process_limits::report_file_size_limit().context("SIGXFSZ")?;
    if needs_space(&command) {
        check_address_space()?;
    }
    dispatch(command)
}

/// Whether a command needs the address space of the engine, of many threads or of large files.
fn needs_space(command: &TengenCommand) -> bool {
    let is_light = matches!(
        command,
        TengenCommand::Judge(_)
            | TengenCommand::Completions(_)
            | TengenCommand::Man(_)
            | TengenCommand::LaunchPlayer(_)
    );
    !is_light
}

/// Checks the arguments of a command line, its first word the program's name, without running it.
///
/// # Errors
/// If they would be refused.
#[doc(hidden)]
pub fn check_arguments(words: &[String]) -> Result<(), clap::Error> {
    command_line::parser().try_get_matches_from(words).map(drop)
}

fn dispatch(command: TengenCommand) -> Result<ExitCode> {
    match command {
        TengenCommand::Brain(args) => {
            run_brain(&args, "To play on a board: tengen play. All commands: tengen help.")?;
        }
        TengenCommand::Analyze(args) => return analyze::run(&args),
        TengenCommand::Api(args) => return api::run(&args),
        TengenCommand::Bench(args) => args.run()?,
        TengenCommand::Board(args) => return board::run(&args),
        TengenCommand::Book(args) => return book::run(&args),
        TengenCommand::Demo(args) => demo::run(&args)?,
        TengenCommand::Play(args) => return play::run(&args),
        TengenCommand::Games(args) => return games::run(&args),
        TengenCommand::Puzzles(args) => return puzzles::run(&args),
        TengenCommand::Gtp(args) => return gtp::run(&args),
        TengenCommand::Match(args) => return r#match::run(*args),
        TengenCommand::Check(args) => return check::run(&args),
        TengenCommand::Openings(args) => return openings::run(&args),
        TengenCommand::LaunchPlayer(args) => return launch_player::run(&args),
        TengenCommand::Selfplay(args) => return selfplay::run(&args),
        TengenCommand::Solve(args) => return solve::run(&args),
        TengenCommand::Prove(args) => return prove::run(&args),
        TengenCommand::Tune(args) => return tune::run(&args),
        TengenCommand::Judge(source) => return judge::run(&source),
        TengenCommand::Completions(args) => shell::completions(&args, command_line::parser())?,
        TengenCommand::Man(args) => shell::man(&args, command_line::parser())?,
    }
    Ok(ExitCode::SUCCESS)
}
