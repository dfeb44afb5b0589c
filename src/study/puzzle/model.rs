//! A puzzle.

use serde::{Deserialize, Serialize};

use crate::explain::MoveReasons;
use tengen_engine::board::{Position, notation};
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Coord, Stone};

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
    /// Find a better move than the one that was played in the game.
    Better,
}

/// The name of a puzzle: the same position and goal have the same one, in whatever order the stones
/// were played.
pub fn id_of(position: &Position, goal: PuzzleGoal) -> String {
    let size = position.size();
    let stones = position.stones().iter();
    let mut stones: Vec<(Stone, String)> =
        stones.map(|&(coord, stone)| (stone, notation::name(coord, size))).collect();
    stones.sort_by_key(|(stone, name)| {
        (*stone != Stone::Black, *stone != Stone::White, name.clone())
    });
    let text =
        format!("{} {size} {} {goal:?} {stones:?}", position.rule().name(), position.to_move());
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// The move of a game that a puzzle comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The move; `None` for a pass.
    pub played: Option<Coord>,
    /// The line that is better.
    pub best: Vec<Coord>,
    /// What speaks for its first move, as far as is known.
    pub reasons: Option<MoveReasons>,
}

/// A position to solve. A win, or the one to stop, was proved here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position, with the side to move that solves it.
    pub position: Position,
    /// What it has to do.
    pub goal: PuzzleGoal,
    /// The forced win: of the side to move, or what the opponent threatens; none where a better move
    /// is asked for.
    pub win: Option<ForcedWin>,
    /// What was played instead, if it is a mistake of a game.
    pub mistake: Option<Mistake>,
    /// Where it comes from, in words.
    pub origin: String,
}

impl Puzzle {
    /// The puzzle's name, see [`id_of`].
    pub fn id(&self) -> String {
        id_of(&self.position, self.goal)
    }

    /// What is to be done: `black to move and win`, `white played j9; white to move and find a better move`.
    pub fn task(&self) -> String {
        let color = self.position.to_move();
        let played = self.mistake.as_ref().map(|mistake| {
            let name = notation::move_name(mistake.played, self.position.size());
            format!("{color} played {name}; ")
        });
        let task = match self.goal {
            PuzzleGoal::Win => format!("{color} to move and win"),
            PuzzleGoal::Defend => format!("{color} to move and stop {}'s win", !color),
            PuzzleGoal::Better => format!("{color} to move and find a better move"),
        };
        played.unwrap_or_default() + &task
    }

    /// The first move of the line that is better than what was played.
    pub fn better_move(&self) -> Option<Coord> {
        self.mistake.as_ref().and_then(|mistake| mistake.best.first().copied())
    }
}
