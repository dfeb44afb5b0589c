//! The facts about a move in English, one short sentence for each.

use super::facts::{Facts, RatedLine, RunnerUp};
use super::quiet;
use super::shape::{ShapeKind, ShapeThreat};
use tengen_engine::board::notation::name;
use tengen_engine::rules::reference::{Part, Reason};
use tengen_engine::threats::{ForcedWin, ThreatKind};
use tengen_engine::types::{BoardSize, Color, Coord, ForbiddenKind};
use tengen_util::count;
use tengen_util::listed;

/// The facts as text, which depends on nothing else.
pub fn explain(facts: &Facts, size: BoardSize) -> String {
    let nothing = || format!("Nothing was found that explains {}.", name(facts.play, size));
    reasons(facts, size).unwrap_or_else(nothing)
}

/// The reasons for and against a move as text; `None` if nothing is known.
pub fn reasons(facts: &Facts, size: BoardSize) -> Option<String> {
    let play = name(facts.play, size);
    if let Some(reason) = &facts.forbidden {
        return Some(forbidden_in_words(facts.play, reason, size));
    }
    let mut said = Vec::new();
    match (&facts.five, &facts.makes) {
        (Some(five), _) => said.push(format!("{play} makes five and wins: {}.", names(five, size))),
        (None, Some(threat)) => said.push(format!("{play} makes {}.", made(threat, size))),
        (None, None) => {}
    }
    if said.is_empty() {
        said.extend(built(facts, &play));
    }
    said.extend(stopped(facts, subject(&said, &play), size));
    // A move that threatens needs no other reason.
    if facts.stops.is_empty() && facts.makes.is_none() {
        said.extend(stopped_early(facts, subject(&said, &play), size));
    }
    if let Some(win) = &facts.stops_win {
        let (by, line) = (by(win.kind), names(&win.line, size));
        let without = if said.is_empty() { play.as_str() } else { "it" };
        said.push(format!(
            "Without {without} {} wins by {by} in {}: {line}.",
            !facts.color,
            count::plies(win.plies as i64)
        ));
    }
    if let Some(win) = &facts.proof {
        said.push(proof(win, subject(&said, &play), size));
    }
    if facts.five.is_none() && facts.proof.is_none() {
        said.extend(left(facts, subject(&said, &play), size));
    }
    if let Some(win) = &facts.allows {
        said.push(allowed(&format!("After {play}"), !facts.color, win, size));
    }
    if facts.five.is_none() {
        said.extend(facts.line.as_ref().map(|line| value(&play, line, size)));
        said.extend(facts.runner_up.as_ref().map(|other| runner_up(facts, other, size)));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// The move's name in the first sentence, then a pronoun.
fn subject<'a>(said: &[String], play: &'a str) -> &'a str {
    if said.is_empty() { play } else { "It" }
}

/// Why a point is forbidden to black.
pub fn forbidden_in_words(at: Coord, reason: &Reason, size: BoardSize) -> String {
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
    lines.join(" and ")
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

/// What the move takes from the opponent, strongest first, one sentence.
fn stopped(facts: &Facts, subject: &str, size: BoardSize) -> Option<String> {
    let opponent = !facts.color;
    let mut kinds: Vec<ShapeKind> = facts.stops.iter().map(|threat| threat.kind).collect();
    kinds.sort_unstable_by(|one, other| other.cmp(one));
    kinds.dedup();
    let of_kind = |kind: ShapeKind| {
        let cells = facts.stops.iter().filter(|threat| threat.kind == kind);
        let cells: Vec<Coord> = cells.map(|threat| threat.at).collect();
        format!("{} at {}", noun(kind), listed(&cells, size, "or"))
    };
    let parts: Vec<String> = kinds.into_iter().map(of_kind).collect();
    let parts = listed::listed(&parts, "and");
    (!parts.is_empty()).then(|| format!("{subject} prevents {opponent}'s {parts}."))
}

/// `h8 builds two open twos towards the right.`
fn built(facts: &Facts, play: &str) -> Option<String> {
    let twos = match facts.builds.len() {
        0 => return None,
        1 => "an open two",
        2 => "two open twos",
        3 => "three open twos",
        _ => "four open twos",
    };
    let (right, down) = quiet::room(facts.play, &facts.builds);
    let towards = towards(right, down).map(|side| format!(" towards the {side}"));
    Some(format!("{play} builds {twos}{}.", towards.unwrap_or_default()))
}

/// A direction in words, of columns to the right and rows down; `None` if it is none.
fn towards(right: f64, down: f64) -> Option<&'static str> {
    /// Room on both sides is no direction.
    const LEAST: f64 = 0.75;
    if right.hypot(down) < LEAST {
        return None;
    }
    let (across, along) = (right.abs(), down.abs());
    Some(match (right > 0.0, down > 0.0) {
        (true, _) if across >= 2.0 * along => "right",
        (false, _) if across >= 2.0 * along => "left",
        (_, true) if along >= 2.0 * across => "bottom",
        (_, false) if along >= 2.0 * across => "top",
        (true, true) => "lower right",
        (true, false) => "upper right",
        (false, true) => "lower left",
        (false, false) => "upper left",
    })
}

/// `h8 stops white's three at j9 or k9 before it is made.`
fn stopped_early(facts: &Facts, subject: &str, size: BoardSize) -> Option<String> {
    /// More cells say no more.
    const MOST: usize = 3;
    let room =
        |threat: &&ShapeThreat| threat.lines.iter().map(|line| line.next.len()).sum::<usize>();
    let mut threes: Vec<&ShapeThreat> = facts.early.iter().collect();
    // That a stone cannot be placed on another needs no word, unless there is nothing else.
    if threes.iter().any(|threat| threat.at != facts.play) {
        threes.retain(|threat| threat.at != facts.play);
    }
    threes.sort_by_key(|threat| std::cmp::Reverse(room(threat)));
    let cells: Vec<Coord> = threes.iter().take(MOST).map(|threat| threat.at).collect();
    let at = listed(&cells, size, "or");
    let opponent = !facts.color;
    (!cells.is_empty())
        .then(|| format!("{subject} stops {opponent}'s three at {at} before it is made."))
}

/// `h9 leaves h7, after which white has a four-three: five at h10 and an open four at g6.`
fn left(facts: &Facts, subject: &str, size: BoardSize) -> Option<String> {
    let worst = facts.leaves.first()?;
    let (at, opponent) = (name(worst.at, size), !facts.color);
    let (kind, next) = (article(worst.kind), threatened(worst, size));
    Some(format!("{subject} leaves {at}, after which {opponent} has {kind}: {next}."))
}

fn proof(win: &ForcedWin, subject: &str, size: BoardSize) -> String {
    let line = names(&win.line, size);
    let by = by(win.kind);
    let plies = count::plies(win.plies as i64);
    format!("{subject} wins by {by} in {plies}, proved against every reply: {line}.")
}

fn allowed(after: &str, winner: Color, win: &ForcedWin, size: BoardSize) -> String {
    let line = names(&win.line, size);
    let (by, plies) = (by(win.kind), count::plies(win.plies as i64));
    format!("{after} {winner} wins by {by} in {plies}, proved: {line}.")
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
            Some(plies) if plies > 0 => format!("{play} wins in {}", count::plies(plies)),
            Some(plies) => format!("{play} loses in {}", count::plies(-plies)),
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

/// `a win in 7 plies`, or `value 35 (win chance 54 %)`.
fn rated(line: &RatedLine) -> String {
    match line.score.mate_plies() {
        Some(plies) if plies > 0 => format!("a win in {}", count::plies(plies)),
        Some(plies) => format!("a loss in {}", count::plies(-plies)),
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
            format!("{text}. {}", allowed(&format!("After {play}"), !facts.color, win, size))
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
        let said = |facts: &Facts| stopped(facts, "h8", size);
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
        let win = "The search sees h8 as a win in 7 plies at depth 4: h8 …";
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
        let win = format!("The best other move is {one}, a win in 7 plies: {one} {two} …");
        assert_eq!(said(Score::win_in(7), &[first, second]), win);
        let better = format!("{one} is better, value 1100 (win chance 100 %), 33 more.");
        assert_eq!(said(1100, &[first]), better);
    }
}
