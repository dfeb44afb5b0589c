//! The commands and their arguments.

use clap::{Parser, Subcommand};

#[cfg(feature = "api")]
use super::api;
use super::args::BrainArgs;
use super::{analyze, bench, json_lines, solve};
#[cfg(feature = "tools")]
use super::{
    board, book, check, demo, games, launch_player, r#match, openings, play, prove, selfplay,
    shell, tune,
};

/// A Gomoku and Renju engine. Without a command it is a brain: it speaks the Piskvork protocol on
/// stdin and stdout.
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version,
    override_usage = "tengen [OPTIONS OF THE ENGINE]\n       tengen <COMMAND> [OPTIONS]",
    after_help = "tengen help brain lists the options of the engine, such as --level and --log.\n\n\
        Exit status: 0 success, 1 not confirmed or not passed, 2 bad input, 130 ended by Ctrl-C; \
        match has more."
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Speak the Piskvork protocol, as without a command.
    Brain(BrainArgs),
    /// Analyze positions: the best lines as JSON, one line of output per depth and variation.
    Analyze(analyze::AnalyzeArgs),
    /// Serve the JSON engine API on stdin and stdout, for scripts and front ends.
    #[cfg(feature = "api")]
    Api(api::ApiArgs),
    /// Search fixed positions of all rules; print the speed and a signature of the search.
    Bench(bench::BenchArgs),
    /// Play and analyze on a board in the browser, served on this machine only.
    #[cfg(feature = "tools")]
    Board(board::BoardArgs),
    /// Play engines against each other: matches, tournaments, SPRT.
    #[cfg(feature = "tools")]
    Match(Box<r#match::MatchArgs>),
    /// Check whether the Gomocup judge would accept an engine or a zip.
    #[cfg(feature = "tools")]
    Check(check::CheckArgs),
    /// Generate balanced openings for matches.
    #[cfg(feature = "tools")]
    Openings(openings::OpeningsArgs),
    /// Start a player for the arena (internal).
    #[cfg(feature = "tools")]
    #[command(name = crate::arena::player::launcher::SUBCOMMAND, hide = true)]
    LaunchPlayer(launch_player::LaunchArgs),
    /// Find forced wins by fours and threes, verified against every reply.
    Solve(solve::SolveArgs),
    /// Prove who wins a position, up to the empty board, with a certificate that can be checked.
    #[cfg(feature = "tools")]
    Prove(prove::ProveArgs),
    /// Play games of the engine against itself, as training data.
    #[cfg(feature = "tools")]
    Selfplay(selfplay::SelfplayArgs),
    /// Train the evaluation, tune the search.
    #[cfg(feature = "tools")]
    Tune(tune::TuneArgs),
    /// Report the winner and the points forbidden to black for each position.
    Judge(json_lines::Source),
    /// Play on a board in the terminal, against the engine or another person; through a pipe, by
    /// text commands.
    #[cfg(feature = "tools")]
    Play(play::PlayArgs),
    /// Saved games: list, show, replay, delete, convert, review.
    #[cfg(feature = "tools")]
    Games(games::GamesArgs),
    /// Opening books and stores of positions: import, show, edit, grow, export, seal.
    #[cfg(feature = "tools")]
    Book(book::BookArgs),
    /// Teaching programs: tic-tac-toe, a drawn tree, xiangqi.
    #[cfg(feature = "tools")]
    Demo(demo::DemoArgs),
    /// Print a script that completes commands and options in a shell.
    #[cfg(feature = "tools")]
    Completions(shell::CompletionsArgs),
    /// Print the manual page, or write the pages of all commands.
    #[cfg(feature = "tools")]
    Man(shell::ManArgs),
}
