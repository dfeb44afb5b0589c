//! How a side wins by force: its moves, each with what it makes, up to the one that cannot be stopped.

use super::shape::{ShapeKind, ShapeThreat, threat_at};
use tengen_engine::board::Position;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Color, Coord};

/// A move on the way to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinStep {
    pub at: Coord,
    /// What the winner's move makes; `None` of a defense, and of a move that makes no threat.
    pub makes: Option<ShapeKind>,
}

/// The way to a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinPath {
    pub winner: Color,
    /// The moves of both sides in turn, the winner's first. The last one decides, unless the line ends
    /// before.
    pub steps: Vec<WinStep>,
    /// What the last move makes: five, or more threats than one stone stops.
    pub decides: Option<ShapeThreat>,
    /// Whether the win is proved; otherwise a search has seen it.
    pub is_proved: bool,
    /// The whole win, where it is not told elsewhere.
    pub win: Option<ForcedWin>,
}

impl WinPath {
    /// The way along a line of the side to move. `None` of a line without a move that can be made.
    pub fn along(position: &Position, line: &[Coord], is_proved: bool) -> Option<Self> {
        let (winner, mut at) = (position.to_move(), position.clone());
        let (mut steps, mut decides) = (Vec::new(), None);
        for &play in line {
            let is_winners = at.to_move() == winner;
            let threat = is_winners.then(|| threat_at(&at, winner, play)).flatten();
            if at.play(play).is_err() {
                break;
            }
            steps.push(WinStep { at: play, makes: threat.as_ref().map(|threat| threat.kind) });
            let is_decided =
                |threat: &ShapeThreat| threat.kind.is_double() || threat.kind == ShapeKind::Five;
            decides = threat.filter(is_decided);
            if decides.is_some() {
                break;
            }
        }
        // A defense at the end of a line that is cut leads nowhere.
        if decides.is_none() && steps.len().is_multiple_of(2) {
            steps.pop();
        }
        (!steps.is_empty()).then_some(Self { winner, steps, decides, is_proved, win: None })
    }

    /// The way of a proved win of the side to move.
    pub fn of(position: &Position, win: ForcedWin) -> Option<Self> {
        let path = Self::along(position, &win.line, true)?;
        Some(Self { win: Some(win), ..path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::{parse, parse_picture};
    use tengen_engine::types::Rule;

    /// White has a blocked three whose fourth stone makes a four, and one upwards that it crosses.
    const BOARD: &str = "
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . O . . . . .
        . . . . O . . . . .
        X O O . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . X";

    fn path(line: &str) -> Option<WinPath> {
        let mut position = parse_picture(Rule::Freestyle, BOARD).unwrap();
        position.set_to_move(Color::White);
        let line: Vec<Coord> =
            line.split_whitespace().map(|name| parse(name, position.size()).unwrap()).collect();
        WinPath::along(&position, &line, true)
    }

    #[test]
    fn a_way_ends_with_the_move_that_cannot_be_stopped() {
        let found = path("d4 j7 e4 f4 e7 e8 e3").unwrap();
        let kinds: Vec<_> = found.steps.iter().map(|step| step.makes).collect();
        assert_eq!(kinds, [None, None, Some(ShapeKind::FourThree)]);
        let decides = found.decides.unwrap();
        assert_eq!((decides.kind, decides.lines.len()), (ShapeKind::FourThree, 2));
        assert_eq!(found.winner, Color::White);
    }

    #[test]
    fn a_line_that_ends_before_has_no_decision_and_ends_with_the_winner() {
        let found = path("d4 j7").unwrap();
        assert_eq!((found.steps.len(), found.decides), (1, None));
        assert_eq!(path(""), None);
        assert_eq!(path("a4"), None, "an occupied point");
    }
}
