//! How a side wins by force: its moves, each with what it makes, up to the one that cannot be stopped.

use super::shape::{ShapeKind, ShapeThreat, threat_at, threats_of};
use tengen_engine::board::Position;
use tengen_engine::rules::reference;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Color, Coord, ForbiddenKind};

/// A move on the way to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinStep {
    pub at: Coord,
    /// What the winner's move makes; `None` of a defense, and of a move that makes no threat.
    pub makes: Option<ShapeKind>,
}

/// A point that black alone may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForbiddenStop {
    pub at: Coord,
    /// Why not.
    pub kind: ForbiddenKind,
}

/// What is known of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinClaim {
    /// It is proved against every reply.
    Proved,
    /// A search sees it: every reply that it looked at loses.
    Seen,
    /// The best line that a search found leads to it. The loser may have something better.
    BestLine,
}

/// The way to a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinPath {
    pub winner: Color,
    /// The moves of both sides in turn, the winner's first. The last one decides, unless the line ends
    /// before.
    pub steps: Vec<WinStep>,
    /// What the last move makes: five, more threats than one stone stops, or a four that could be stopped
    /// at `forbidden_stop` alone.
    pub decides: Option<ShapeThreat>,
    /// Under renju, the only point that stops the last move, where it is forbidden to black.
    pub forbidden_stop: Option<ForbiddenStop>,
    pub claim: WinClaim,
    /// The whole win, unless the same answer has it in another place.
    pub win: Option<ForcedWin>,
}

impl WinPath {
    /// The way along a line of the side to move. `None` of a line without a move that can be made.
    pub fn along(position: &Position, line: &[Coord], claim: WinClaim) -> Option<Self> {
        let (winner, mut at) = (position.to_move(), position.clone());
        let (mut steps, mut decides, mut forbidden_stop) = (Vec::new(), None, None);
        for &play in line {
            let is_winners = at.to_move() == winner;
            let threat = is_winners.then(|| threat_at(&at, winner, play)).flatten();
            if at.play(play).is_err() {
                break;
            }
            steps.push(WinStep { at: play, makes: threat.as_ref().map(|threat| threat.kind) });
            forbidden_stop = threat.as_ref().and_then(|threat| forbidden_stop_of(threat, &at));
            let is_decided = |threat: &ShapeThreat| {
                let (is_five, is_double) =
                    (threat.kind == ShapeKind::Five, threat.kind.is_double());
                is_five || is_double || forbidden_stop.is_some()
            };
            decides = threat.filter(is_decided);
            if decides.is_some() {
                break;
            }
        }
        // A defense at the end of a line that is cut leads nowhere.
        if decides.is_none() && steps.len().is_multiple_of(2) {
            steps.pop();
        }
        let path = Self { winner, steps, decides, forbidden_stop, claim, win: None };
        (!path.steps.is_empty()).then_some(path)
    }

    /// The way of a proved win of the side to move.
    pub fn of(position: &Position, win: ForcedWin) -> Option<Self> {
        let path = Self::along(position, &win.line, WinClaim::Proved)?;
        Some(Self { win: Some(win), ..path })
    }

    /// How many moves of a line of the side to move there are up to the one that decides: what follows is
    /// there to make five. All, if none decides.
    pub fn decided_after(position: &Position, line: &[Coord]) -> usize {
        let path = Self::along(position, line, WinClaim::BestLine);
        path.filter(|path| path.decides.is_some()).map_or(line.len(), |path| path.steps.len())
    }

    /// Whether it is proved that the winner wins.
    pub fn is_proved(&self) -> bool {
        self.claim == WinClaim::Proved
    }
}

/// The point that alone stops a four, if it is forbidden to black and black, who is to move in `after`,
/// cannot make five first.
fn forbidden_stop_of(four: &ShapeThreat, after: &Position) -> Option<ForbiddenStop> {
    let loser = after.to_move();
    if four.kind != ShapeKind::Four || !after.rule().forbids(loser) {
        return None;
    }
    let &stop = four.lines.iter().find(|line| line.kind == ShapeKind::Four)?.next.first()?;
    let kind = reference::reason(after, stop)?.kind;
    let fives = threats_of(after, loser)?.iter().any(|threat| threat.kind == ShapeKind::Five);
    (!fives).then_some(ForbiddenStop { at: stop, kind })
}

/// White makes a four with e5, which f5 alone stops. There black has two threes, or none.
#[cfg(test)]
pub(crate) const FORBIDDEN_STOP: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . . . . . . . . .
    X O O O . . . . . . .
    . . . . . . X . . . .
    . . . . . . . X . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

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
        WinPath::along(&position, &line, WinClaim::Proved)
    }

    #[test]
    fn a_way_ends_with_the_move_that_cannot_be_stopped() {
        let found = path("d4 j7 e4 f4 e7 e8 e3").unwrap();
        let kinds: Vec<_> = found.steps.iter().map(|step| step.makes).collect();
        assert_eq!(kinds, [None, None, Some(ShapeKind::FourThree)]);
        let decides = found.decides.unwrap();
        assert_eq!((decides.kind, decides.lines.len()), (ShapeKind::FourThree, 2));
        assert_eq!(found.winner, Color::White);
        let mut position = parse_picture(Rule::Freestyle, BOARD).unwrap();
        position.set_to_move(Color::White);
        let line = ["d4", "j7", "e4", "f4", "e7"].map(|at| parse(at, position.size()).unwrap());
        assert_eq!(WinPath::decided_after(&position, &line), 3);
        assert_eq!(WinPath::decided_after(&position, &line[..2]), 2);
    }

    #[test]
    fn a_line_that_ends_before_has_no_decision_and_ends_with_the_winner() {
        let found = path("d4 j7").unwrap();
        assert_eq!((found.steps.len(), found.decides), (1, None));
        assert_eq!(path(""), None);
        assert_eq!(path("a4"), None, "an occupied point");
    }

    #[test]
    fn a_four_that_black_may_not_stop_decides() {
        let decided = |rule, picture: &str| {
            let mut position = parse_picture(rule, picture).unwrap();
            position.set_to_move(Color::White);
            let line = ["e5", "k1", "f5"].map(|name| parse(name, position.size()).unwrap());
            let path = WinPath::along(&position, &line, WinClaim::Proved).unwrap();
            let kind = path.decides.map(|threat| threat.kind);
            let stop = path.forbidden_stop.map(|stop| (stop.at.x, stop.at.y, stop.kind));
            (path.steps.len(), kind, stop)
        };
        let four = Some(ShapeKind::Four);
        let five = (3, Some(ShapeKind::Five), None);
        assert_eq!(
            decided(Rule::Renju, FORBIDDEN_STOP),
            (1, four, Some((5, 6, ForbiddenKind::DoubleThree)))
        );
        assert_eq!(decided(Rule::Freestyle, FORBIDDEN_STOP), five);
        // Black can stop it, or makes five first.
        let open = FORBIDDEN_STOP.replacen(". . . . . X", ". . . . . .", 1);
        assert_eq!(decided(Rule::Renju, &open), five);
        let last = ". . . . . . . . . . .";
        let (before, _) = FORBIDDEN_STOP.rsplit_once(last).unwrap();
        assert_eq!(decided(Rule::Renju, &format!("{before}X X X X . . . . . . .")), five);
    }
}
