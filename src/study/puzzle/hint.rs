//! A hint, as data, in English, and as JSON for pages that have words of their own.

use serde::Serialize;

use crate::explain::report::color_name;
use crate::explain::shape::ShapeKind;
use crate::explain::words;
use tengen_engine::board::notation;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{BoardSize, Color, Coord};
use tengen_util::count::{counted, moves_of};
use tengen_util::sentence::sentence;

/// A hint for the side to move in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// How it wins.
    Wins {
        /// The winner.
        color: Color,
        /// The win with the longest resistance.
        win: ForcedWin,
    },
    /// How the opponent threatens to win.
    Threatens {
        /// The opponent.
        color: Color,
        /// The win with the longest resistance.
        win: ForcedWin,
    },
    /// What the opponent answers the move of the game.
    Answered {
        /// That move; `None` for a pass.
        played: Option<Coord>,
        /// The opponent.
        color: Color,
        /// The answer.
        answer: Coord,
    },
    /// What the move to find makes; `None`: neither a four nor a three.
    Makes(Option<ShapeKind>),
    /// What it takes from the opponent, the strongest.
    Prevents(ShapeKind),
    /// The column of this point has the move to find.
    Column(Coord),
    /// Where the opponent's threat begins.
    Begins(Coord),
    /// How many moves stop the opponent's win.
    Defenses(usize),
    /// The move.
    Play(Coord),
}

/// A hint as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "PuzzleHint")]
pub struct HintReport<P> {
    /// `wins` and `threatens`: how, and in how many plies; `answered`: what the opponent (`color`)
    /// answers the move of the game; `makes`: what the move to find makes; `prevents`: what it takes
    /// from the opponent; `column`: where it is; `begins`: where the opponent's threat begins; `defenses`: how many moves
    /// stop it; `play`: the move.
    hint: &'static str,
    /// The side that wins, or threatens to.
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<&'static str>,
    /// `vcf` or `vct` of a win; the kind of a threat that the move to find makes or prevents, none if it
    /// makes neither a four nor a three.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Plies of the win.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    /// The letters of the column.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<String>,
    /// Where the threat begins, the answer, or the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<P>,
    /// The move of the game that is `answered`; none for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<P>,
    /// How many moves stop it.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
}

impl Hint {
    /// The hint as a sentence.
    pub fn text(&self, size: BoardSize) -> String {
        match self {
            Self::Wins { color, win } => sentence(&words::wins(*color, win)),
            Self::Threatens { color, win } => {
                let by = words::by(win.kind);
                let moves = moves_of(win.plies);
                sentence(&format!("{color} threatens to win by {by} in {moves}"))
            }
            Self::Answered { played, color, answer } => {
                let [played, answer] =
                    [*played, Some(*answer)].map(|point| notation::move_name(point, size));
                format!("After {played} {color} answers {answer}.")
            }
            Self::Makes(Some(kind)) => format!("The move to find makes {}.", words::article(*kind)),
            Self::Makes(None) => "The move to find makes neither a four nor a three.".to_owned(),
            Self::Prevents(kind) => {
                format!("The move to find prevents {}.", words::article(*kind))
            }
            Self::Column(first) => {
                format!("The move to find is in column {}.", column(*first, size))
            }
            Self::Begins(at) => format!("The threat begins at {}.", notation::name(*at, size)),
            Self::Defenses(count) => {
                let stop = if *count == 1 { "stops" } else { "stop" };
                format!("{} {stop} it.", counted(*count as u64, "move"))
            }
            Self::Play(play) => format!("Play {}.", notation::name(*play, size)),
        }
    }

    /// The hint with points as `point` writes them.
    pub fn report<P>(&self, size: BoardSize, point: &dyn Fn(Coord) -> P) -> HintReport<P> {
        let of = |hint| HintReport {
            hint,
            color: None,
            kind: None,
            plies: None,
            column: None,
            point: None,
            played: None,
            count: None,
        };
        let of_win = |hint, color: Color, win: &ForcedWin| HintReport {
            color: Some(color_name(color)),
            kind: Some(win.kind.name()),
            plies: Some(win.plies),
            ..of(hint)
        };
        match self {
            Self::Wins { color, win } => of_win("wins", *color, win),
            Self::Threatens { color, win } => of_win("threatens", *color, win),
            Self::Answered { played, color, answer } => HintReport {
                color: Some(color_name(*color)),
                played: played.map(point),
                point: Some(point(*answer)),
                ..of("answered")
            },
            Self::Prevents(kind) => HintReport { kind: Some(kind.name()), ..of("prevents") },
            Self::Makes(kind) => HintReport { kind: kind.map(ShapeKind::name), ..of("makes") },
            Self::Column(first) => {
                HintReport { column: Some(column(*first, size)), ..of("column") }
            }
            Self::Begins(at) => HintReport { point: Some(point(*at)), ..of("begins") },
            Self::Defenses(count) => HintReport { count: Some(*count), ..of("defenses") },
            Self::Play(play) => HintReport { point: Some(point(*play)), ..of("play") },
        }
    }
}

/// The letters of a point's column.
fn column(at: Coord, size: BoardSize) -> String {
    let mut name = notation::name(at, size);
    name.retain(|letter| !letter.is_ascii_digit());
    name
}
