//! `tengen tune`: training from the command line.

mod classic;
mod compared;
mod duel;
mod eval;
mod leaves;
mod network;
mod plot;
mod policy;
mod reference;
mod search;
mod training;
mod values;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Arguments of `tengen tune`.
#[derive(Debug, Args)]
pub(super) struct TuneArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Train the sixteen weights of the classic player by tournaments of perturbed copies.
    Classic(classic::ClassicArgs),
    /// Train the evaluation and the move ordering of one rule on games of `tengen selfplay` or
    /// leaves of `tune leaves`.
    Eval(eval::EvalArgs),
    /// Train the network that corrects the evaluation of one rule, on the same files.
    Network(network::NetworkArgs),
    /// Train the policy that orders the moves of one rule on the moves that searches chose in the
    /// same files.
    Policy(policy::PolicyArgs),
    /// Collect and label positions at the ends of principal variations, as training data.
    Leaves(leaves::LeavesArgs),
    /// Play a match between two sets of weights or parameters.
    Duel(duel::DuelArgs),
    /// Tune search parameters by SPSA: games between perturbed values.
    Search(search::SearchArgs),
    /// Label positions of games with the values of a deep search, for `tune values`.
    Reference(reference::ReferenceArgs),
    /// Compare how closely two searches approximate the values of a deep search; without options
    /// of a player, measure the built-in one alone.
    Values(values::ValuesArgs),
}

/// Trains.
///
/// # Errors
/// If files cannot be read or written, or are invalid.
pub(super) fn run(args: &TuneArgs) -> Result<ExitCode> {
    match &args.what {
        What::Classic(args) => classic::run(args),
        What::Eval(args) => eval::run(args),
        What::Network(args) => network::run(args),
        What::Policy(args) => policy::run(args),
        What::Leaves(args) => leaves::run(args),
        What::Duel(args) => duel::run(args),
        What::Search(args) => search::run(args),
        What::Reference(args) => reference::run(args),
        What::Values(args) => values::run(args),
    }
}
