//! Layer 9: the command line, one file a subcommand.
#![expect(clippy::print_stdout, reason = "commands write their results to stdout")]

mod demo;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

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
    Brain,
    /// Teaching programs: tic-tac-toe, a given tree, xiangqi.
    Demo(demo::DemoArgs),
}

/// Runs the program with the arguments of the process.
///
/// # Errors
/// With what went wrong, for one line on stderr.
pub fn run() -> Result<ExitCode> {
    let args = Args::parse();
    match args.command {
        Command::Brain => println!("not yet"),
        Command::Demo(args) => demo::run(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}
