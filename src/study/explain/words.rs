//! The facts about a move in English, one short sentence for each.

use super::facts::{Facts, RatedLine, RunnerUp};
use super::quiet::OpenTwo;
use super::reason::{MoveReasons, Reason, towards};
use super::shape::{ShapeKind, ShapeThreat};
use super::win_path::{WinClaim, WinPath, WinStep};
use tengen_engine::board::notation::name;
use tengen_engine::rules::reference::{self, Part};
use tengen_engine::threats::{ForcedWin, ThreatKind};
use tengen_engine::types::{BoardSize, Color, Coord, ForbiddenKind};
use tengen_util::count;
use tengen_util::listed;
use tengen_util::sentence::sentence;

/// The facts as text, which depends on nothing else.
pub fn explain(facts: &Facts, size: BoardSize) -> String {
    let reasons = MoveReasons::of(facts);
    let mut said: Vec<String> = reasons.iter().map(|reasons| reasons.text(size)).collect();
    if facts.five.is_none() && facts.forbidden.is_none() {
        let play = name(facts.play, size);
        said.extend(facts.line.as_ref().map(|line| value(&play, line, size)));
        said.extend(facts.runner_up.as_ref().map(|other| runner_up(facts, other, size)));
    }
    if said.is_empty() {
        said.push(format!("Nothing was found that explains {}.", name(facts.play, size)));
    }
    said.join(" ")
}

impl MoveReasons {
    /// The reasons in sentences.
    pub fn text(&self, size: BoardSize) -> String {
        self.text_about(&name(self.play, size), size)
    }

    /// The reasons in sentences, of which the first calls the move `play`.
    pub(crate) fn text_about(&self, play: &str, size: BoardSize) -> String {
        let mut said: Vec<String> = Vec::new();
        for reason in self.reasons.iter().filter(|reason| !is_said_before(reason)) {
            // The move's name in the first sentence, then a pronoun.
            let subject = if said.is_empty() { play } else { "It" };
            said.push(self.sentence(reason, subject, size));
        }
        said.join(" ")
    }

    fn sentence(&self, reason: &Reason, subject: &str, size: BoardSize) -> String {
        let opponent = !self.color;
        let play = name(self.play, size);
        match reason {
            Reason::Forbidden(why) => forbidden_in_words(self.play, why, size),
            Reason::Five(five) => format!("{subject} makes five and wins: {}.", names(five, size)),
            Reason::Makes(threat) => format!("{subject} makes {}.", made(threat, size)),
            Reason::Unstoppable(threats) => {
                let all = if *threats > 2 { "all of them" } else { "both" };
                sentence(&format!("{opponent} cannot stop {all}"))
            }
            Reason::Builds(twos) => built(self.play, twos, subject),
            Reason::Prevents(threats) => prevented(threats, subject, opponent, size),
            Reason::PreventsEarly(cells) => {
                let at = listed(cells, size, "or");
                format!("{subject} stops {opponent}'s three at {at} before it is made.")
            }
            Reason::StopsWin(path) => {
                let without = if subject == "It" { "it" } else { subject };
                format!("Without {without} {opponent} wins{}: {}.", how(path), steps(path, size))
            }
            Reason::Wins(path) => {
                // What the move itself makes was said before, and the rest of the line changes nothing.
                let is_said = path.win.is_some() && path.steps.len() == 1;
                let line = if is_said { String::new() } else { format!(": {}", steps(path, size)) };
                match path.claim {
                    WinClaim::Proved => {
                        let proved =
                            path.win.as_ref().map_or("", |_| ", proved against every reply");
                        format!("{subject} wins{}{proved}{line}.", how(path))
                    }
                    WinClaim::Seen => format!("{subject} wins, as the search sees it{line}."),
                    WinClaim::BestLine => {
                        let color = self.color;
                        format!(
                            "{subject} begins the best line found, in which {color} wins{line}."
                        )
                    }
                }
            }
            Reason::Threatens(path) => {
                format!("{subject} threatens to win{}: {}.", how(path), steps(path, size))
            }
            Reason::Prepares(threat) => {
                let (at, kind) = (name(threat.at, size), article(threat.kind));
                format!("{subject} prepares {kind} at {at}.")
            }
            Reason::KeepsFrom(threat) => {
                let (at, kind) = (name(threat.at, size), article(threat.kind));
                format!("{subject} keeps {opponent} from {kind} at {at}.")
            }
            Reason::Leaves(threat) => {
                let (at, kind) = (name(threat.at, size), article(threat.kind));
                let next = threatened(threat, size);
                format!("{subject} leaves {at}, after which {opponent} has {kind}: {next}.")
            }
            Reason::Allows(path) => {
                let (winner, steps) = (path.winner, steps(path, size));
                let wins = match (&path.win, path.claim) {
                    (Some(_), _) => format!("{winner} wins{}, proved", how(path)),
                    (None, WinClaim::Proved) => format!("{winner} wins"),
                    (None, WinClaim::Seen) => format!("the search sees {winner} win"),
                    (None, WinClaim::BestLine) => {
                        format!("the best line found leads to a win of {winner}")
                    }
                };
                format!("After {play} {wins}: {steps}.")
            }
            Reason::Holds { is_proved } => {
                let none = if *is_proved {
                    format!("{opponent} has no win by threats")
                } else {
                    format!("no win of {opponent} by threats was found")
                };
                format!("After {play} {none}.")
            }
        }
    }
}

/// Whether the reasons before it say it: who makes five with the next stone was named with its point.
fn is_said_before(reason: &Reason) -> bool {
    matches!(reason, Reason::StopsWin(path) if path.win.as_ref().is_some_and(|win| win.plies == 1))
}

/// Why a point is forbidden to black.
pub fn forbidden_in_words(
    at: Coord,
    reason: &reference::ForbiddenReason,
    size: BoardSize,
) -> String {
    let one = match reason.kind {
        ForbiddenKind::Overline => "six or more in a row",
        ForbiddenKind::DoubleFour => "a four",
        ForbiddenKind::DoubleThree => "a three",
    };
    let part = |part: &Part| {
        let stones = names(&part.stones, size);
        let next = listed(&part.completed_at, size, "or");
        match reason.kind {
            ForbiddenKind::Overline => format!("{one} ({stones})"),
            ForbiddenKind::DoubleFour => format!("{one} ({stones}, five at {next})"),
            ForbiddenKind::DoubleThree => format!("{one} ({stones}, straight four at {next})"),
        }
    };
    let parts: Vec<String> = reason.parts.iter().map(part).collect();
    let parts = parts.join(" and ");
    format!("{} is forbidden to black, {}: it makes {parts}.", name(at, size), reason.kind)
}

/// `a four-three, which threatens five at f8 and an open four at j8 or e8`.
fn made(threat: &ShapeThreat, size: BoardSize) -> String {
    format!("{}, which threatens {}", article(threat.kind), threatened(threat, size))
}

/// `five at f8 and an open four at j8 or e8`.
fn threatened(threat: &ShapeThreat, size: BoardSize) -> String {
    let lines: Vec<String> = threat
        .lines
        .iter()
        .filter_map(|line| {
            let next = listed(&line.next, size, "or");
            match line.kind {
                ShapeKind::Four | ShapeKind::OpenFour => Some(format!("five at {next}")),
                ShapeKind::OpenThree => Some(format!("an open four at {next}")),
                _ => None,
            }
        })
        .collect();
    listed::listed(&lines, "and")
}

/// A shape with its article: `an open three`.
pub(crate) fn article(kind: ShapeKind) -> String {
    match kind {
        ShapeKind::Five => noun(kind).to_owned(),
        ShapeKind::OpenThree | ShapeKind::OpenFour => format!("an {}", noun(kind)),
        kind => format!("a {}", noun(kind)),
    }
}

fn noun(kind: ShapeKind) -> &'static str {
    match kind {
        ShapeKind::OpenThree => "open three",
        ShapeKind::OpenFour => "open four",
        kind => kind.name(),
    }
}

/// `h8 prevents white's four-three at g9 and four at h8 or g9.`
fn prevented(
    threats: &[(ShapeKind, Vec<Coord>)],
    subject: &str,
    opponent: Color,
    size: BoardSize,
) -> String {
    let parts = threats.iter();
    let parts = parts.map(|(kind, at)| format!("{} at {}", noun(*kind), listed(at, size, "or")));
    let parts: Vec<String> = parts.collect();
    format!("{subject} prevents {opponent}'s {}.", listed::listed(&parts, "and"))
}

/// `h8 builds two open twos towards the right.`
fn built(play: Coord, twos: &[OpenTwo], subject: &str) -> String {
    let count = match twos.len() {
        0 | 1 => "an open two",
        2 => "two open twos",
        3 => "three open twos",
        _ => "four open twos",
    };
    let side = towards(play, twos).map(|side| format!(" towards the {}", side.replace('-', " ")));
    format!("{subject} builds {count}{}.", side.unwrap_or_default())
}

/// `black wins by fours in 3 moves, proved: h8 …`, with `how` after the number of moves.
pub(crate) fn won(winner: Color, win: &ForcedWin, how: &str, size: BoardSize) -> String {
    format!("{}{how}: {}", wins(winner, win), names(&win.line, size))
}

/// `black wins by fours in 3 moves`, its own, the longest resistance counted.
pub(crate) fn wins(winner: Color, win: &ForcedWin) -> String {
    format!("{winner} wins by {} in {}", by(win.kind), count::moves_of(win.plies))
}

/// ` by fours in 3 moves`; empty for a path without the whole win.
fn how(path: &WinPath) -> String {
    let told = |win: &ForcedWin| format!(" by {} in {}", by(win.kind), count::moves_of(win.plies));
    path.win.as_ref().map_or_else(String::new, told)
}

/// `h8 (four), i9, j10 (four-three), which threatens five at f8 and an open four at j8`.
pub fn steps(path: &WinPath, size: BoardSize) -> String {
    /// Most moves that are named before the last one: three of the winner.
    const NAMED: usize = 6;
    let step = |step: &WinStep| {
        let kind = step.makes.map(|kind| format!(" ({})", noun(kind)));
        name(step.at, size) + &kind.unwrap_or_default()
    };
    let last = path.steps.len().saturating_sub(1);
    let mut steps: Vec<String> = path.steps.iter().take(last.min(NAMED)).map(step).collect();
    if last > NAMED {
        steps.push("…".to_owned());
    }
    steps.extend(path.steps.get(last).map(step));
    let ends = match &path.decides {
        Some(threat) if threat.kind == ShapeKind::Five => String::new(),
        Some(threat) => {
            let forbidden = path.forbidden_stop.map_or_else(String::new, |stop| {
                format!(", a point forbidden to black ({})", stop.kind)
            });
            format!(", which threatens {}{forbidden}", threatened(threat, size))
        }
        None => " …".to_owned(),
    };
    format!("{}{ends}", steps.join(", "))
}

/// What a win is made of.
pub(crate) fn by(kind: ThreatKind) -> &'static str {
    match kind {
        ThreatKind::Vcf => "fours",
        ThreatKind::Vct => "fours and threes",
    }
}

fn value(play: &str, line: &RatedLine, size: BoardSize) -> String {
    let pv = line_to_its_end(line, size);
    if line.is_book {
        let what = match line.score.mate_plies() {
            Some(plies) if plies > 0 => format!("{play} wins in {}", moves(plies)),
            Some(plies) => format!("{play} loses in {}", moves(plies)),
            None => format!("{play} draws"),
        };
        return format!("From the book, proved: {what}: {pv}");
    }
    let (value, depth) = (rated(line), line.depth);
    match line.score.mate_plies() {
        Some(_) => format!("The search sees {play} as {value} at depth {depth}: {pv}"),
        None => format!("The search gives {play} the {value} at depth {depth}: {pv}"),
    }
}

/// The moves of the winner until the end of a game that is decided.
fn moves(plies: i32) -> String {
    count::moves_of(plies.unsigned_abs() as usize)
}

/// `a win in 4 moves`, or `value 35 (win chance 54 %)`.
fn rated(line: &RatedLine) -> String {
    match line.score.mate_plies() {
        Some(plies) if plies > 0 => format!("a win in {}", moves(plies)),
        Some(plies) => format!("a loss in {}", moves(plies)),
        None => {
            let chance = (line.score.win_rate() * 100.0).round();
            format!("value {} (win chance {chance} %)", line.score.0)
        }
    }
}

fn runner_up(facts: &Facts, other: &RunnerUp, size: BoardSize) -> String {
    let play = other.line.pv.first().map_or_else(String::new, |&coord| name(coord, size));
    let known = |line: &RatedLine| line.score.mate_plies().is_none().then_some(line.score.0);
    let lost = facts.line.as_ref().and_then(|best| Some(known(best)? - known(&other.line)?));
    let (is, lost) = match lost {
        Some(lost) if lost > 0 => {
            (format!("The best other move is {play}"), format!(", {lost} less"))
        }
        Some(lost) if lost < 0 => (format!("{play} is better"), format!(", {} more", -lost)),
        _ => (format!("The best other move is {play}"), String::new()),
    };
    let text = format!("{is}, {}{lost}", rated(&other.line));
    match &other.loses_to {
        Some(win) => {
            format!("{text}. After {play} {}.", won(!facts.color, win, ", proved", size))
        }
        // The line would only repeat the move.
        None if other.line.pv.len() < 2 => text + ".",
        None => format!("{text}: {}", line_to_its_end(&other.line, size)),
    }
}

/// The line as the end of a sentence: with a period, or three dots if its value promises an end of
/// the game beyond the line.
fn line_to_its_end(line: &RatedLine, size: BoardSize) -> String {
    let plies = line.score.mate_plies().map_or(0, i32::unsigned_abs);
    let is_cut = usize::try_from(plies).is_ok_and(|plies| plies > line.pv.len());
    format!("{}{}", names(&line.pv, size), if is_cut { " …" } else { "." })
}

fn names(coords: &[Coord], size: BoardSize) -> String {
    let names: Vec<String> = coords.iter().map(|&coord| name(coord, size)).collect();
    names.join(" ")
}

/// `f8`, `f8 or g8`, `f8, g8 or h8`.
fn listed(coords: &[Coord], size: BoardSize, word: &str) -> String {
    let names: Vec<String> = coords.iter().map(|&coord| name(coord, size)).collect();
    listed::listed(&names, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::Position;
    use tengen_engine::types::{Rule, Score};

    #[test]
    fn threats_that_a_move_prevents_are_named_by_kind() {
        let size = BoardSize::square(15).unwrap();
        let [play, other] = [7, 6].map(|at| Coord::new(at, at));
        let threat = |at, kind| ShapeThreat { at, kind, lines: Vec::new() };
        let mut facts = Facts {
            stops: vec![threat(play, ShapeKind::OpenFour)],
            ..Facts::seen(&Position::new(Rule::Freestyle, size), play)
        };
        let said = |facts: &Facts| MoveReasons::of(facts).map(|reasons| reasons.text(size));
        assert_eq!(said(&facts).as_deref(), Some("h8 prevents white's open four at h8."));
        facts.stops = [ShapeKind::Four, ShapeKind::FourThree, ShapeKind::Four]
            .into_iter()
            .zip([play, other, other])
            .map(|(kind, at)| threat(at, kind))
            .collect();
        let both = "h8 prevents white's four-three at g9 and four at h8 or g9.";
        assert_eq!(said(&facts).as_deref(), Some(both));
    }

    #[test]
    fn the_value_of_a_move_names_the_depth_of_the_search() {
        let size = BoardSize::square(15).unwrap();
        let play = Coord::new(7, 7);
        let rated = |score| RatedLine { score, depth: 4, pv: vec![play], is_book: false };
        let said = |score| value("h8", &rated(score), size);
        let even = "The search gives h8 the value 0 (win chance 50 %) at depth 4: h8.";
        assert_eq!(said(Score(0)), even);
        let win = "The search sees h8 as a win in 4 moves at depth 4: h8 …";
        assert_eq!(said(Score(Score::win_in(7))), win);
    }

    #[test]
    fn the_best_other_move_is_followed_by_its_value_and_its_line_if_it_has_one() {
        let size = BoardSize::square(15).unwrap();
        let [play, first, second] = [7, 6, 8].map(|at| Coord::new(at, at));
        let rated = |score: i32, pv: &[Coord]| RatedLine {
            score: Score(score),
            depth: 9,
            pv: pv.to_vec(),
            is_book: false,
        };
        let facts = Facts {
            line: Some(rated(1067, &[play])),
            ..Facts::seen(&Position::new(Rule::Freestyle, size), play)
        };
        let said = |score: i32, pv: &[Coord]| {
            runner_up(&facts, &RunnerUp { line: rated(score, pv), loses_to: None }, size)
        };
        let [one, two] = [first, second].map(|coord| name(coord, size));
        let less = format!("The best other move is {one}, value 866 (win chance 99 %), 201 less");
        assert_eq!(said(866, &[first, second]), format!("{less}: {one} {two}."));
        assert_eq!(said(866, &[first]), format!("{less}."));
        let win = format!("The best other move is {one}, a win in 4 moves: {one} {two} …");
        assert_eq!(said(Score::win_in(7), &[first, second]), win);
        let better = format!("{one} is better, value 1100 (win chance 100 %), 33 more.");
        assert_eq!(said(1100, &[first]), better);
    }
}
