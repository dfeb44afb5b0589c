//! Reasons as JSON: a code and what belongs to it, for programs that have words of their own.

use serde::Serialize;

use super::reason::{MoveReasons, Reason, towards};
use super::shape::{LineShape, ShapeKind, ShapeThreat};
use super::win_path::{WinClaim, WinPath, WinStep};
use tengen_engine::rules::reference;
use tengen_engine::threats::ForcedWin;
use tengen_engine::types::{Color, Coord};

/// A reason for or against a move.
// `P` is a point. One object for all reasons, so that generated clients have one class.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "MoveReason")]
pub struct ReasonReport<P> {
    /// `forbidden`: the move is; `five`: it makes five; `makes`: it makes a threat; `unstoppable`: the
    /// opponent cannot stop all that it threatens; `builds`: open twos; `prevents`: it takes threats from
    /// the opponent; `prevents-early`: it stops a three before it is made; `stops-win`: without it the
    /// opponent wins; `keeps-from`: the opponent can make a threat no more; `wins`: it begins a forced
    /// win; `threatens`: it threatens one; `prepares`: its side can make a threat with the next stone;
    /// `leaves`: the opponent can make a threat after it; `allows`: the opponent wins after it; `holds`: no win
    /// of the opponent by threats was found after it.
    reason: &'static str,
    /// The move.
    #[serde(rename = "move")]
    play: P,
    /// The side whose threat, win or stones these are: `black` or `white`.
    color: &'static str,
    /// The kind of a threat (`makes`, `prepares`, `keeps-from`, `leaves`; of a win: what decides) or of a
    /// forbidden point.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// The stones of a five, the cells of a three that is stopped, or the cell of a threat that is prepared,
    /// prevented or left, or decides a win.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<P>,
    /// The threats that are taken away, the strongest kind first.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threats: Vec<ThreatsReport<P>>,
    /// What a threat threatens, line by line.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineReport<P>>,
    /// The lines of a forbidden point.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartReport<P>>,
    /// The forced win, if it is proved and no other key of the answer has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<WinReport<P>>,
    /// How a side wins: the moves of both sides up to the one that decides.
    #[schemars(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepReport<P>>,
    /// Whether a win is proved, or for `holds` that there is none by threats. If not, `seen` says what is
    /// known of a win, and for `holds` it was looked for up to a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    /// Of a win that is not proved: whether a search has seen it. If not, only the best line that it found
    /// leads to it, and the loser may have something better.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<bool>,
    /// Of a win by a four under renju: the point that alone would stop it, which is forbidden to black.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbidden_stop: Option<P>,
    /// How many threats the opponent cannot stop together.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// How many open twos.
    #[serde(skip_serializing_if = "Option::is_none")]
    twos: Option<usize>,
    /// Where they have room: `right`, `left`, `top`, `bottom`, `upper-right`, `upper-left`, `lower-right`
    /// or `lower-left`; none if on both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    towards: Option<&'static str>,
}

/// Cells on which a player had the same threat.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReasonThreats")]
struct ThreatsReport<P> {
    /// The kind of the threat.
    kind: &'static str,
    /// The cells.
    points: Vec<P>,
}

/// A move on the way to a win.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReasonStep")]
struct StepReport<P> {
    /// The move.
    #[serde(rename = "move")]
    play: P,
    /// What the winner's move makes; none of a defense, and of a move that makes no threat.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

/// What a stone makes in one line.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReasonLine")]
struct LineReport<P> {
    /// `five`, `open-four`, `four` or `open-three`.
    kind: &'static str,
    /// Where a four becomes five, or a three an open four.
    next: Vec<P>,
}

/// A line of a forbidden point.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReasonPart")]
struct PartReport<P> {
    /// The stones of the line.
    stones: Vec<P>,
    /// Where it is completed.
    completed_at: Vec<P>,
}

/// A forced win, verified against every reply.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReviewedWin")]
pub(crate) struct WinReport<P> {
    kind: &'static str,
    plies: usize,
    line: Vec<P>,
}

impl<P> WinReport<P> {
    pub(crate) fn new(win: &ForcedWin, point: &dyn Fn(Coord) -> P) -> Self {
        Self { kind: win.kind.name(), plies: win.plies, line: points(&win.line, point) }
    }
}

impl MoveReasons {
    /// The reasons with points as `point` writes them.
    pub fn report<P>(&self, point: &dyn Fn(Coord) -> P) -> Vec<ReasonReport<P>> {
        self.reasons.iter().map(|reason| report(reason, self, point)).collect()
    }
}

fn report<P>(
    reason: &Reason,
    &MoveReasons { play, color, .. }: &MoveReasons,
    point: &dyn Fn(Coord) -> P,
) -> ReasonReport<P> {
    let of = |reason, color: Color| ReasonReport {
        reason,
        play: point(play),
        color: color_name(color),
        kind: None,
        points: Vec::new(),
        threats: Vec::new(),
        lines: Vec::new(),
        parts: Vec::new(),
        win: None,
        steps: Vec::new(),
        proved: None,
        seen: None,
        forbidden_stop: None,
        count: None,
        twos: None,
        towards: None,
    };
    let line = |line: &LineShape| {
        let next = points(&line.next, point);
        LineReport { kind: line.kind.name(), next }
    };
    let lines = |threat: &ShapeThreat| threat.lines.iter().map(line).collect::<Vec<_>>();
    let along = |path: &WinPath, report: ReasonReport<P>| ReasonReport {
        kind: path.decides.as_ref().map(|threat| threat.kind.name()),
        points: path.decides.iter().map(|threat| point(threat.at)).collect(),
        lines: path.decides.iter().flat_map(lines).collect(),
        win: path.win.as_ref().map(|win| WinReport::new(win, point)),
        steps: path.steps.iter().map(|step| step_report(step, point)).collect(),
        proved: Some(path.is_proved()),
        seen: (!path.is_proved()).then_some(path.claim == WinClaim::Seen),
        forbidden_stop: path.forbidden_stop.map(|stop| point(stop.at)),
        ..report
    };
    match reason {
        Reason::Forbidden(why) => ReasonReport {
            kind: Some(why.kind.name()),
            parts: why.parts.iter().map(|part| part_report(part, point)).collect(),
            ..of("forbidden", color)
        },
        Reason::Five(five) => ReasonReport { points: points(five, point), ..of("five", color) },
        Reason::Makes(threat) => ReasonReport {
            kind: Some(threat.kind.name()),
            lines: lines(threat),
            ..of("makes", color)
        },
        Reason::Unstoppable(threats) => {
            ReasonReport { count: Some(*threats), ..of("unstoppable", !color) }
        }
        Reason::Builds(twos) => ReasonReport {
            twos: Some(twos.len()),
            towards: towards(play, twos),
            ..of("builds", color)
        },
        Reason::Prevents(threats) => {
            let threat = |(kind, cells): &(ShapeKind, Vec<Coord>)| ThreatsReport {
                kind: kind.name(),
                points: points(cells, point),
            };
            ReasonReport { threats: threats.iter().map(threat).collect(), ..of("prevents", !color) }
        }
        Reason::PreventsEarly(cells) => {
            ReasonReport { points: points(cells, point), ..of("prevents-early", !color) }
        }
        Reason::StopsWin(path) => along(path, of("stops-win", !color)),
        Reason::Wins(path) => along(path, of("wins", color)),
        Reason::Threatens(path) => along(path, of("threatens", color)),
        Reason::Prepares(threat) => ReasonReport {
            kind: Some(threat.kind.name()),
            points: vec![point(threat.at)],
            ..of("prepares", color)
        },
        Reason::KeepsFrom(threat) => ReasonReport {
            kind: Some(threat.kind.name()),
            points: vec![point(threat.at)],
            ..of("keeps-from", !color)
        },
        Reason::Leaves(threat) => ReasonReport {
            kind: Some(threat.kind.name()),
            points: vec![point(threat.at)],
            lines: lines(threat),
            ..of("leaves", !color)
        },
        Reason::Allows(path) => along(path, of("allows", !color)),
        Reason::Holds { is_proved } => {
            ReasonReport { proved: Some(*is_proved), ..of("holds", !color) }
        }
    }
}

fn step_report<P>(step: &WinStep, point: &dyn Fn(Coord) -> P) -> StepReport<P> {
    StepReport { play: point(step.at), kind: step.makes.map(ShapeKind::name) }
}

fn part_report<P>(part: &reference::Part, point: &dyn Fn(Coord) -> P) -> PartReport<P> {
    let [stones, completed_at] =
        [&part.stones, &part.completed_at].map(|cells| points(cells, point));
    PartReport { stones, completed_at }
}

/// A color as answers name it.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

pub(crate) fn points<P>(coords: &[Coord], point: &dyn Fn(Coord) -> P) -> Vec<P> {
    coords.iter().copied().map(point).collect()
}
