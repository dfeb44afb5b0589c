//! The commands and their arguments.

use clap::{Parser, Subcommand};

use super::api;
use super::args::BrainArgs;
use super::{analyze, json_lines, solve};
use super::{
    board, book, check, demo, games, gtp, launch_player, r#match, openings, play, prove, puzzles,
    selfplay, shell, tune,
};
use tengen_brain::command::bench::BenchArgs;
use tengen_brain::command::version;

/// A Gomoku and Renju engine. Without a command it is a brain: it speaks the Piskvork protocol on
/// stdin and stdout.
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version,
    long_version = version::LONG,
    override_usage = "tengen [OPTIONS OF THE ENGINE]\n       tengen <COMMAND> [OPTIONS]",
    after_help = "tengen help brain lists the options of the engine, such as --level and --log.\n\n\
        Exit status: 0 success, 1 not confirmed or not passed, 2 bad input, 130 ended by Ctrl-C; \
        match has more."
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: TengenCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum TengenCommand {
    /// Speak the Piskvork protocol, as without a command.
    Brain(BrainArgs),
    /// Analyze positions: the best lines as JSON, one line of output per depth and variation.
    Analyze(analyze::AnalyzeArgs),
    /// Serve the JSON engine API on stdin and stdout, for scripts and front ends.
    Api(api::ApiArgs),
    /// Speak the Go Text Protocol on stdin and stdout, for GoGui, Sabaki, Lizzie and other programs
    /// of Go.
    Gtp(gtp::GtpArgs),
    /// Search fixed positions of all rules; print the speed and a signature of the search.
    Bench(BenchArgs),
    /// Play and analyze on a board in the browser, served on this machine only.
    Board(board::BoardArgs),
    /// Play engines against each other: matches, tournaments, SPRT.
    Match(Box<r#match::MatchArgs>),
    /// Check whether the Gomocup judge would accept an engine or a zip.
    Check(check::CheckArgs),
    /// Generate balanced openings for matches.
    Openings(openings::OpeningsArgs),
    /// Start a player for the arena (internal).
    #[command(name = tengen_arena::player::launcher::SUBCOMMAND, hide = true)]
    LaunchPlayer(launch_player::LaunchArgs),
    /// Find forced wins by fours and threes, verified against every reply.
    Solve(solve::SolveArgs),
    /// Prove who wins a position, up to the empty board, with a certificate that can be checked.
    Prove(prove::ProveArgs),
    /// Play games of the engine against itself, as training data.
    Selfplay(selfplay::SelfplayArgs),
    /// Train the evaluation, tune the search.
    Tune(tune::TuneArgs),
    /// Report the winner and the points forbidden to black for each position.
    Judge(json_lines::PositionSource),
    /// Play on a board in the terminal, against the engine or another person; through a pipe, by
    /// text commands.
    Play(play::PlayArgs),
    /// Saved games: list, show, replay, delete, convert, review.
    Games(games::GamesArgs),
    /// Puzzles: find the win, or stop it; today's, or what was missed in a game.
    Puzzles(puzzles::PuzzlesArgs),
    /// Opening books and stores of positions: import, show, edit, grow, export, seal.
    Book(book::BookArgs),
    /// Teaching programs: tic-tac-toe, a drawn tree, xiangqi.
    Demo(demo::DemoArgs),
    /// Print a script that completes commands and options in a shell.
    Completions(shell::CompletionsArgs),
    /// Print the manual page, or write the pages of all commands.
    Man(shell::ManArgs),
}
