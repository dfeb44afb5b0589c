//! Layer 9: the command line, one file a subcommand.

mod analyze;
mod args;
mod bench;
mod check;
mod demo;
mod games;
pub mod json_lines;
pub mod judge;
mod launch_player;
mod r#match;
mod micro;
mod openings;
mod outputs;
mod play;
mod selfplay;
mod solve;
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
    /// Think about positions and tell the best lines, one JSON line a depth.
    Analyze(analyze::AnalyzeArgs),
    /// Search fixed positions of all rules; print speed and a signature of the search.
    Bench(bench::BenchArgs),
    /// Play engines against each other: matches, tournaments, tests of strength.
    Match(Box<r#match::MatchArgs>),
    /// Tell whether the Gomocup judge would accept a brain or a zip.
    Check(check::CheckArgs),
    /// Make a list of balanced openings for matches.
    Openings(openings::OpeningsArgs),
    /// Start a player for the arena; not for people.
    #[command(name = crate::arena::player::launcher::SUBCOMMAND, hide = true)]
    LaunchPlayer(launch_player::LaunchArgs),
    /// Look for forced wins by fours and threes, proved against every reply.
    Solve(solve::SolveArgs),
    /// Games of the engine against itself, to learn from.
    Selfplay(selfplay::SelfplayArgs),
    /// Train what can be trained.
    Tune(tune::TuneArgs),
    /// Tell for each position who has won and which points are forbidden to black.
    Judge(json_lines::Source),
    /// A board in the terminal: play against the engine, or each other; or by words through a pipe.
    Play(play::PlayArgs),
    /// Kept games: list, show, replay, delete, convert.
    Games(games::GamesArgs),
    /// Teaching programs: tic-tac-toe, a given tree, xiangqi.
    Demo(demo::DemoArgs),
}

/// Runs the program with the arguments of the process. `start_log` is called once, with the file that
/// the log shall go to if one was named.
///
/// # Errors
/// With what went wrong, for one line on stderr.
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
    match obey(command) {
        // A reader that has seen enough (`| head`) is no error.
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

fn obey(command: Command) -> Result<ExitCode> {
    match command {
        Command::Brain(brain) => protocol::run(brain.options()?)?,
        Command::Analyze(args) => return analyze::run(&args),
        Command::Bench(args) => bench::run(&args)?,
        Command::Demo(args) => demo::run(&args)?,
        Command::Play(args) => return play::run(&args),
        Command::Games(args) => return games::run(&args),
        Command::Match(args) => return r#match::run(*args),
        Command::Check(args) => return check::run(&args),
        Command::Openings(args) => return openings::run(&args),
        Command::LaunchPlayer(args) => return launch_player::run(&args),
        Command::Selfplay(args) => return selfplay::run(&args),
        Command::Solve(args) => return solve::run(&args),
        Command::Tune(args) => return tune::run(&args),
        Command::Judge(source) => return judge::run(&source),
    }
    Ok(ExitCode::SUCCESS)
}
