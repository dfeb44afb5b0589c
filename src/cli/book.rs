//! `tengen book`: what is known about positions, saved in a store: created, shown, edited,
//! imported, exported, merged, sealed, checked and grown.

mod check;
mod copy;
mod edit;
mod export;
mod files;
mod grow;
mod import;
mod openings;
mod place;
mod show;
mod steps_file;
mod target;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

use self::check::BookCheckArgs;
use self::copy::MergeArgs;
use self::edit::{DeleteArgs, EditArgs};
use self::export::ExportArgs;
use self::files::{NewArgs, SealArgs};
use self::grow::GrowArgs;
use self::import::ImportArgs;
use self::show::ShowArgs;
use super::statuses;

/// Arguments of `tengen book`.
#[derive(Debug, Args)]
#[command(
    after_help = "To begin: `tengen book import games.sgf --into my.tgbook` makes a store from a file, \
                  `tengen book edit my.tgbook --moves h8 --value -20` adds a record of your own, \
                  `tengen book show my.tgbook` shows it, `tengen play --book my.tgbook` plays from it.\n\n\
                  Exit status: 0 success, 1 not confirmed or a part of a file cannot be read, 2 bad input, 130 ended by Ctrl-C."
)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    /// Create an empty store
    New(NewArgs),
    /// Show what a store or a sealed book knows about a position and the positions after each move
    Show(ShowArgs),
    /// Add or change the record of a position by hand
    Edit(EditArgs),
    /// Delete the record of a position
    #[command(after_help = statuses::CONFIRMED)]
    Delete(DeleteArgs),
    /// Put records and games from files into a store
    Import(ImportArgs),
    /// Write a store as records or as a tree
    Export(ExportArgs),
    /// Put the records of other stores into a store
    Merge(MergeArgs),
    /// Write what a player needs as a small read-only file
    Seal(SealArgs),
    /// Check a store or a sealed book for damage; with --verify, prove what it claims
    #[command(after_help = statuses::CLAIMS)]
    Check(BookCheckArgs),
    /// Search positions one after the other, the most urgent first; can be stopped and continued
    Grow(Box<GrowArgs>),
}

/// Runs the command.
///
/// # Errors
/// For files that cannot be read or written or are damaged, and text that is not a record or
/// position.
pub(super) fn run(args: &BookArgs) -> Result<ExitCode> {
    match &args.command {
        BookCommand::New(args) => files::create(args)?,
        BookCommand::Show(args) => show::run(args)?,
        BookCommand::Edit(args) => edit::run(args)?,
        BookCommand::Delete(args) => return edit::delete(args),
        BookCommand::Import(args) => return import::run(args),
        BookCommand::Export(args) => export::run(args)?,
        BookCommand::Merge(args) => copy::run(args)?,
        BookCommand::Seal(args) => files::seal(args)?,
        BookCommand::Check(args) => return check::run(args),
        BookCommand::Grow(args) => return grow::run(args),
    }
    Ok(ExitCode::SUCCESS)
}
