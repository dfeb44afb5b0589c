//! `tengen tune`: training from the command line.

mod classic;
mod duel;
mod effects;
mod eval;
mod leaves;
mod plot;
mod reference;
mod search;
mod values;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// What to train.
#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The sixteen weights of the classic player, by tournaments of perturbed copies.
    Classic(classic::ClassicArgs),
    /// The evaluation and the order of moves of one rule, from games of `tengen selfplay` or leaves of `tune leaves`.
    Eval(eval::EvalArgs),
    /// Nothing: positions at the ends of principal variations, judged, for `tune eval`.
    Leaves(leaves::LeavesArgs),
    /// Nothing: a match between two ways of playing, to see what weights or parameters are worth.
    Duel(duel::DuelArgs),
    /// The parameters of the search, by games of perturbed values against each other.
    Search(search::SearchArgs),
    /// Nothing: positions out of games with what a deep search thinks of them, for `tune values`.
    Reference(reference::ReferenceArgs),
    /// Nothing: how near two searches come to those deep values, to see in minutes what one is worth.
    Values(values::ValuesArgs),
    /// Nothing: what many parameters of the search do to that nearness, each high or low by chance, all at once.
    Effects(effects::EffectsArgs),
}

/// Trains.
///
/// # Errors
/// If files cannot be read or written, or are not what they should be.
pub fn run(args: &TuneArgs) -> Result<ExitCode> {
    match &args.what {
        What::Classic(args) => classic::run(args),
        What::Eval(args) => eval::run(args),
        What::Leaves(args) => leaves::run(args),
        What::Duel(args) => duel::run(args),
        What::Search(args) => search::run(args),
        What::Reference(args) => reference::run(args),
        What::Values(args) => values::run(args),
        What::Effects(args) => effects::run(args),
    }
}
