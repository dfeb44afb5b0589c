//! The reasons for and against a move, in the order in which they are given, as data: [`super::words`]
//! states them in English, [`super::report`] as JSON for pages that have words of their own.

use super::advantages::Advantages;
use super::facts::Facts;
use super::quiet::{self, OpenTwo};
use super::shape::{ShapeKind, ShapeThreat};
use super::win_path::WinPath;
use tengen_engine::rules::reference;
use tengen_engine::types::{Color, Coord};

/// Most cells on which a three is stopped that are named; more say no more.
const MOST_EARLY: usize = 3;

/// A reason for or against a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is forbidden to black.
    Forbidden(reference::ForbiddenReason),
    /// It completes this five.
    Five(Vec<Coord>),
    /// It makes a threat.
    Makes(ShapeThreat),
    /// The opponent cannot stop all that it threatens: so many threats.
    Unstoppable(usize),
    /// It builds open twos.
    Builds(Vec<OpenTwo>),
    /// It takes threats from the opponent: a kind and the cells, the strongest first.
    Prevents(Vec<(ShapeKind, Vec<Coord>)>),
    /// It stops a three of the opponent on these cells before it is made.
    PreventsEarly(Vec<Coord>),
    /// It stops a forced win of the opponent.
    StopsWin(WinPath),
    /// It begins a forced win.
    Wins(WinPath),
    /// It threatens to win by force.
    Threatens(WinPath),
    /// Its side can make this with the next stone.
    Prepares(ShapeThreat),
    /// The opponent can make this no more.
    KeepsFrom(ShapeThreat),
    /// It leaves a threat to the opponent.
    Leaves(ShapeThreat),
    /// The opponent wins after it.
    Allows(WinPath),
    /// No win of the opponent by threats was found after it; whether it is proved that there is none.
    Holds { is_proved: bool },
}

impl Reason {
    /// The way to a win that it tells.
    pub(crate) fn path(&self) -> Option<&WinPath> {
        match self {
            Self::StopsWin(path)
            | Self::Wins(path)
            | Self::Threatens(path)
            | Self::Allows(path) => Some(path),
            _ => None,
        }
    }
}

/// The reasons for and against a move; there is one at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReasons {
    pub play: Coord,
    /// Whose move it is.
    pub color: Color,
    pub reasons: Vec<Reason>,
}

impl MoveReasons {
    /// What the facts say; `None` if nothing is known.
    pub fn of(facts: &Facts) -> Option<Self> {
        let reasons = match &facts.forbidden {
            Some(why) => vec![Reason::Forbidden(why.clone())],
            None => of_legal(facts),
        };
        let Facts { play, color, .. } = *facts;
        (!reasons.is_empty()).then_some(Self { play, color, reasons })
    }
}

fn of_legal(facts: &Facts) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match (&facts.five, &facts.makes) {
        (Some(five), _) => reasons.push(Reason::Five(five.clone())),
        (None, Some(threat)) => reasons.push(Reason::Makes(threat.clone())),
        (None, None) => {}
    }
    let Advantages { unstoppable, threatens, prepares, keeps_from, holds } = &facts.advantages;
    reasons.extend(unstoppable.map(Reason::Unstoppable));
    if !facts.stops.is_empty() {
        reasons.push(Reason::Prevents(prevented(&facts.stops)));
    }
    if facts.makes.is_none() && facts.five.is_none() && !facts.builds.is_empty() {
        reasons.push(Reason::Builds(facts.builds.clone()));
    }
    if facts.stops.is_empty() && facts.makes.is_none() {
        // A move that threatens needs no other reason.
        let early = early(facts);
        reasons.extend((!early.is_empty()).then_some(Reason::PreventsEarly(early)));
    }
    reasons.extend(facts.stops_win.clone().map(Reason::StopsWin));
    let is_said = |threat: &&ShapeThreat| {
        let said = facts.stops.iter().chain(&facts.early).any(|other| other.at == threat.at);
        !said && facts.stops_win.is_none()
    };
    reasons.extend(keeps_from.as_ref().filter(is_said).cloned().map(Reason::KeepsFrom));
    reasons.extend(facts.proof.clone().map(Reason::Wins));
    match threatens {
        Some(win) => reasons.push(Reason::Threatens(win.clone())),
        None => reasons.extend(prepares.clone().map(Reason::Prepares)),
    }
    if facts.five.is_none() && facts.proof.is_none() {
        reasons.extend(facts.leaves.first().cloned().map(Reason::Leaves));
    }
    reasons.extend(holds.map(|is_proved| Reason::Holds { is_proved }));
    reasons.extend(facts.allows.clone().map(Reason::Allows));
    reasons
}

/// The cells of each kind of threat, the strongest kind first.
fn prevented(stops: &[ShapeThreat]) -> Vec<(ShapeKind, Vec<Coord>)> {
    let mut kinds: Vec<ShapeKind> = stops.iter().map(|threat| threat.kind).collect();
    kinds.sort_unstable_by(|one, other| other.cmp(one));
    kinds.dedup();
    let cells = |kind| stops.iter().filter(move |threat| threat.kind == kind);
    let of_kind = |kind| (kind, cells(kind).map(|threat| threat.at).collect());
    kinds.into_iter().map(of_kind).collect()
}

/// The cells of the threes that the move stops before they are made, those with the most room first.
fn early(facts: &Facts) -> Vec<Coord> {
    let room =
        |threat: &&ShapeThreat| threat.lines.iter().map(|line| line.next.len()).sum::<usize>();
    let mut threes: Vec<&ShapeThreat> = facts.early.iter().collect();
    // That a stone cannot be placed on another needs no word, unless there is nothing else.
    if threes.iter().any(|threat| threat.at != facts.play) {
        threes.retain(|threat| threat.at != facts.play);
    }
    threes.sort_by_key(|threat| std::cmp::Reverse(room(threat)));
    threes.iter().take(MOST_EARLY).map(|threat| threat.at).collect()
}

/// The side of the board towards which twos have their room, such as `lower-right`; `None` if it is
/// none.
pub(super) fn towards(play: Coord, twos: &[OpenTwo]) -> Option<&'static str> {
    /// Room on both sides is no direction.
    const LEAST: f64 = 0.75;
    let (right, down) = quiet::room(play, twos);
    if right.hypot(down) < LEAST {
        return None;
    }
    let (across, along) = (right.abs(), down.abs());
    Some(match (right > 0.0, down > 0.0) {
        (true, _) if across >= 2.0 * along => "right",
        (false, _) if across >= 2.0 * along => "left",
        (_, true) if along >= 2.0 * across => "bottom",
        (_, false) if along >= 2.0 * across => "top",
        (true, true) => "lower-right",
        (true, false) => "upper-right",
        (false, true) => "lower-left",
        (false, false) => "upper-left",
    })
}
