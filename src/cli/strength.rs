//! How strong the engine plays, and how long it thinks: options of the commands that play.

use std::time::Duration;

use super::args::{HashArgs, PlayedBookArgs};
use tengen_engine::engine::{Level, Options};
use tengen_engine::eval::EvaluationKind;
use tengen_engine::search::Limits;

/// Strength and limits of the engine.
#[derive(Debug, Default, clap::Args)]
pub(super) struct StrengthArgs {
    /// Playing strength: 1 (a child) to 10 (the engine), or easy, threats, hard, full [default:
    /// full]
    #[arg(long, value_name = "LEVEL", value_parser = crate::values::level())]
    pub level: Option<Level>,
    /// Time per move, in milliseconds [default: 1000 without another limit]
    #[arg(long, value_name = "N", visible_alias = "time-ms")]
    pub turn_ms: Option<u64>,
    /// Depth limit in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub depth: Option<u32>,
    /// Node limit per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    #[command(flatten)]
    pub hash: HashArgs,
    /// Evaluate with the network and the policy, or by the classical tables alone [default:
    /// network]
    #[arg(long, value_name = "WORD", value_parser = crate::values::evaluation())]
    pub evaluation: Option<EvaluationKind>,
    #[command(flatten)]
    pub book: PlayedBookArgs,
}

impl StrengthArgs {
    /// Whether the command line says how strong the engine plays.
    pub(super) fn is_given(&self) -> bool {
        self.level.is_some() || self.is_limited()
    }

    /// Whether a move is limited.
    pub(super) fn is_limited(&self) -> bool {
        self.turn_ms.is_some() || self.depth.is_some() || self.nodes.is_some()
    }

    /// The limits of a move.
    pub(super) fn limits(&self) -> Limits {
        let turn = self.turn_ms.map(Duration::from_millis);
        Limits { turn, depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }

    /// What the engine may use, without the book.
    pub(super) fn options(&self) -> Options {
        Options {
            threads: usize::try_from(self.threads).unwrap_or(1),
            hash_kib: self.hash.kib(),
            level: self.level.unwrap_or_default(),
            evaluation: self.evaluation,
            ..Options::default()
        }
    }
}
