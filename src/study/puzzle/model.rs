//! A puzzle.

use serde::{Deserialize, Serialize};

use tengen_engine::board::{Position, notation};
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::Stone;

/// What the side to move has to do.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleGoal {
    /// Win by force.
    #[default]
    Win,
    /// Stop the opponent's forced win.
    Defend,
}

/// A position to solve. The win, or the one to stop, was proved here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position, with the side to move that solves it.
    pub position: Position,
    /// What it has to do.
    pub goal: PuzzleGoal,
    /// The forced win: of the side to move, or what the opponent threatens.
    pub win: ForcedWin,
    /// Where it comes from, in words.
    pub origin: String,
}

impl Puzzle {
    /// The puzzle's name: the same position and goal have the same one, in whatever order the stones
    /// were played.
    pub fn id(&self) -> String {
        let size = self.position.size();
        let mut stones: Vec<(Stone, String)> = self
            .position
            .stones()
            .iter()
            .map(|&(coord, stone)| (stone, notation::name(coord, size)))
            .collect();
        stones.sort_by_key(|(stone, name)| {
            (*stone != Stone::Black, *stone != Stone::White, name.clone())
        });
        let text = format!(
            "{} {size} {} {:?} {stones:?}",
            self.position.rule().name(),
            self.position.to_move(),
            self.goal
        );
        format!("{:08x}", crc32fast::hash(text.as_bytes()))
    }

    /// What is to be done: `black to move and win`.
    pub fn task(&self) -> String {
        let color = self.position.to_move();
        match self.goal {
            PuzzleGoal::Win => format!("{color} to move and win"),
            PuzzleGoal::Defend => format!("{color} to move and stop {}'s win", !color),
        }
    }
}
