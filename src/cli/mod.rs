//! Layer 9: the command line, one file per subcommand.
//!
//! A command parses its arguments, calls the library and prints. It contains no logic that another
//! program could want; that belongs to the modules below. It may import everything.

mod analyze;
#[cfg(feature = "tools")]
mod api;
mod args;
mod bench;
#[cfg(feature = "tools")]
mod check;
#[cfg(feature = "tools")]
mod demo;
#[cfg(feature = "tools")]
mod games;
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
#[cfg(feature = "tools")]
mod selfplay;
mod solve;
#[cfg(feature = "tools")]
mod tune;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

use self::args::BrainArgs;
use crate::protocol;

/// A Gomoku and Renju engine. Without a command it is a brain: it speaks the Piskvork protocol on
/// stdin and stdout.
#[derive(Debug, Parser)]
#[command(name = "tengen", version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak the Piskvork protocol, as without a command.
    Brain(BrainArgs),
    /// Analyze positions: the best lines, one JSON line per depth.
    Analyze(analyze::AnalyzeArgs),
    /// Serve the JSON engine API on stdin and stdout, for scripts and front ends.
    #[cfg(feature = "tools")]
    Api(api::ApiArgs),
    /// Search fixed positions of all rules; print the speed and a signature of the search.
    Bench(bench::BenchArgs),
    /// Play engines against each other: matches, tournaments, SPRT.
    #[cfg(feature = "tools")]
    Match(Box<r#match::MatchArgs>),
    /// Check whether the Gomocup judge would accept an engine or a zip.
    #[cfg(feature = "tools")]
    Check(check::CheckArgs),
    /// Generate balanced openings for matches.
    #[cfg(feature = "tools")]
    Openings(openings::OpeningsArgs),
    /// Start a player for the arena; not for people.
    #[cfg(feature = "tools")]
    #[command(name = crate::arena::player::launcher::SUBCOMMAND, hide = true)]
    LaunchPlayer(launch_player::LaunchArgs),
    /// Find forced wins by fours and threes, verified against every reply.
    Solve(solve::SolveArgs),
    /// Play games of the engine against itself, as training data.
    #[cfg(feature = "tools")]
    Selfplay(selfplay::SelfplayArgs),
    /// Train the evaluation, tune the search.
    #[cfg(feature = "tools")]
    Tune(tune::TuneArgs),
    /// Report the winner and the points forbidden to black for each position.
    Judge(json_lines::Source),
    /// Play on a board in the terminal, against the engine or another person; through a pipe by
    /// words.
    #[cfg(feature = "tools")]
    Play(play::PlayArgs),
    /// Saved games: list, show, replay, delete, convert.
    #[cfg(feature = "tools")]
    Games(games::GamesArgs),
    /// Teaching programs: tic-tac-toe, a drawn tree, xiangqi.
    #[cfg(feature = "tools")]
    Demo(demo::DemoArgs),
}

/// Runs the program with the arguments of the process. `start_log` is called once, with the log
/// file if one was named.
///
/// # Errors
/// With a message for one line on stderr.
pub fn run(start_log: fn(Option<&Path>) -> Result<()>) -> Result<ExitCode> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let known = Args::command();
    let command = if args::is_command(&args, known.get_subcommands().map(clap::Command::get_name)) {
        Args::parse().command
    } else {
        Command::Brain(BrainArgs::lenient(&args)?)
    };
    let log = match &command {
        Command::Brain(brain) => brain.log.as_deref(),
        _ => None,
    };
    start_log(log)?;
    match dispatch(command) {
        // A reader that closes the pipe (`| head`) is not an error.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        other => other,
    }
}

/// Checks the arguments of a command line, its first word the program's name, without running it.
///
/// # Errors
/// If they would be refused.
pub fn check_arguments(words: &[String]) -> Result<(), clap::Error> {
    Args::try_parse_from(words).map(drop)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn dispatch(command: Command) -> Result<ExitCode> {
    match command {
        Command::Brain(brain) => protocol::run(brain.options()?)?,
        Command::Analyze(args) => return analyze::run(&args),
        #[cfg(feature = "tools")]
        Command::Api(args) => return api::run(&args),
        Command::Bench(args) => bench::run(&args)?,
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
        Command::Tune(args) => return tune::run(&args),
        Command::Judge(source) => return judge::run(&source),
    }
    Ok(ExitCode::SUCCESS)
}
