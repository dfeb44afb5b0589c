//! What is written while a search runs: the best moves with their values and lines.

use std::time::Duration;

use super::error::GtpError;
use super::names::vertex;
use super::words::{Arguments, wrong};
use tengen_engine::engine::Choice;
use tengen_engine::search::{DepthLines, Event, Iteration, Listener, MoveChance};
use tengen_engine::types::{BoardSize, Color, Coord, Score};

/// How often lines are written if the command does not say.
const INTERVAL: Duration = Duration::from_secs(1);
/// The shortest time between two of them.
const SHORTEST: Duration = Duration::from_millis(10);

/// The form of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// That of Leela Zero: chances as whole numbers, 10,000 for certainty.
    Leela,
    /// That of KataGo: chances from 0 to 1, and values.
    Kata,
}

/// What is to be written, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AnalysisFormat {
    /// The form.
    pub dialect: Dialect,
    /// Between two writings.
    pub interval: Duration,
}

/// The arguments of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnalysisWords {
    /// The side to analyze for.
    pub color: Color,
    /// What is to be written.
    pub report: AnalysisFormat,
    /// How many moves at least, and at most.
    pub moves: (Option<usize>, Option<usize>),
    /// Moves that are left out.
    pub excluded: Vec<Coord>,
}

impl AnalysisWords {
    /// Reads `[color] [interval] [key value …]`.
    ///
    /// # Errors
    /// If a word is unknown or has a wrong value.
    pub(super) fn read(
        words: &mut Arguments<'_>,
        dialect: Dialect,
        to_move: Color,
        size: BoardSize,
    ) -> Result<Self, GtpError> {
        let color = words.color_if_any().unwrap_or(to_move);
        let report = AnalysisFormat { dialect, interval: INTERVAL };
        let mut read = Self { color, report, moves: (None, None), excluded: Vec::new() };
        if words.peek().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            read.report.interval = interval(words)?;
        }
        let mut allowed = Vec::new();
        while !words.is_over() {
            match words.word("a key")? {
                "interval" => read.report.interval = interval(words)?,
                "minmoves" => read.moves.0 = Some(words.number(MOVES)?),
                "maxmoves" => read.moves.1 = Some(words.number(MOVES)?),
                "avoid" => read.excluded.extend(read.points(words, size)?),
                "allow" => allowed.extend(read.points(words, size)?),
                // What a search of another kind could add to its lines.
                "rootInfo" | "ownership" | "ownershipStdev" | "movesOwnership" | "pvVisits"
                | "pvEdgeVisits" | "noResultValue" => {
                    words.word("true or false")?;
                }
                seen => return Err(wrong(seen, KEYS)),
            }
        }
        if !allowed.is_empty() {
            read.excluded.extend(size.coords().filter(|coord| !allowed.contains(coord)));
        }
        Ok(read)
    }

    /// Points after `avoid` or `allow`: a color, points with commas, a depth. They count for the
    /// first move, whatever the depth.
    fn points(&self, words: &mut Arguments<'_>, size: BoardSize) -> Result<Vec<Coord>, GtpError> {
        let color = words.color()?;
        if color != self.color {
            return Err(wrong(&color.to_string(), &format!("{}, who is to move", self.color)));
        }
        let points = words.points(size)?;
        words.number::<u32>("a depth in moves")?;
        Ok(points)
    }

    /// How many moves to find, if `usual` is the number without a wish.
    pub(super) fn count(&self, usual: usize) -> usize {
        let (least, most) = self.moves;
        usual.max(least.unwrap_or(1)).min(most.unwrap_or(usize::MAX)).clamp(1, MOST_MOVES)
    }
}

/// More moves at a time would leave none of them enough time.
const MOST_MOVES: usize = 64;
const MOVES: &str = "a number of moves";
const KEYS: &str = "a color, an interval in centiseconds, or one of interval, minmoves, maxmoves, avoid, allow, rootInfo, ownership, ownershipStdev, movesOwnership, pvVisits, pvEdgeVisits, noResultValue";

fn interval(words: &mut Arguments<'_>) -> Result<Duration, GtpError> {
    let centiseconds: u32 = words.number("an interval in centiseconds")?;
    Ok(Duration::from_millis(u64::from(centiseconds) * 10).max(SHORTEST))
}

/// Collects what a search reports, and passes each finished depth on as text.
pub(super) struct Analyst<'a> {
    report: AnalysisFormat,
    size: BoardSize,
    chances: Vec<MoveChance>,
    lines: DepthLines,
    write: &'a mut dyn FnMut(String),
}

impl<'a> Analyst<'a> {
    /// `chances` are those of the moves before the search.
    pub(super) fn new(
        report: AnalysisFormat,
        size: BoardSize,
        chances: Vec<MoveChance>,
        write: &'a mut dyn FnMut(String),
    ) -> Self {
        Self { report, size, chances, lines: DepthLines::default(), write }
    }

    /// The search is over: a choice without a search, such as a book's, is a line, too.
    pub(super) fn finish(&mut self, choice: &Choice) {
        if !self.lines.lines().is_empty() || choice.pv.is_empty() {
            return;
        }
        let text = self.text(&[choice.as_line()]);
        (self.write)(text);
    }

    /// The moves of a depth, best first.
    fn text(&self, lines: &[Iteration]) -> String {
        let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or_default();
        let infos = lines.iter().enumerate().filter_map(|(order, line)| {
            let &first = line.pv.first()?;
            let chance = self.chances.iter().find(|move_chance| move_chance.at == first);
            let prior = chance.map_or(0.0, |move_chance| move_chance.chance);
            let numbers = numbers(self.report.dialect, nodes, line.score, prior);
            let pv: String =
                line.pv.iter().map(|&at| format!(" {}", vertex(at, self.size))).collect();
            let at = vertex(first, self.size);
            Some(format!("info move {at} {numbers} order {order} pv{pv}"))
        });
        infos.collect::<Vec<_>>().join(" ")
    }
}

impl Listener for Analyst<'_> {
    fn hear(&mut self, event: &Event) {
        if self.lines.take(event) {
            let text = self.text(self.lines.lines());
            (self.write)(text);
        }
    }
}

/// The numbers of a move. Visits are the nodes of the whole search, since lines share most of them;
/// values are in hundredths of the engine's unit.
fn numbers(dialect: Dialect, nodes: u64, score: Score, prior: f64) -> String {
    let chance = score.win_rate();
    match dialect {
        Dialect::Leela => {
            let whole = |chance: f64| (chance * 10_000.0).round();
            let (chance, prior) = (whole(chance), whole(prior));
            format!("visits {nodes} winrate {chance} prior {prior} lcb {chance}")
        }
        Dialect::Kata => {
            let (utility, value) = (2.0 * chance - 1.0, f64::from(score.0) / 100.0);
            format!(
                "visits {nodes} utility {utility:.4} winrate {chance:.4} scoreMean {value:.2} \
                 scoreLead {value:.2} prior {prior:.4} lcb {chance:.4}"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::line::GtpLine;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn read(text: &str) -> Result<AnalysisWords, String> {
        let line = GtpLine::parse(&format!("lz-analyze {text}")).unwrap();
        let mut words = Arguments::of(&line);
        AnalysisWords::read(&mut words, Dialect::Leela, Color::Black, size())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_come_in_the_orders_that_clients_use() {
        let of = |text: &str| {
            let read = read(text).unwrap();
            (read.color, read.report.interval.as_millis(), read.count(5))
        };
        assert_eq!(of(""), (Color::Black, 1000, 5));
        assert_eq!(of("50"), (Color::Black, 500, 5));
        assert_eq!(of("w 0"), (Color::White, 10, 5));
        assert_eq!(of("white interval 20 maxmoves 2"), (Color::White, 200, 2));
        assert_eq!(of("b 10 minmoves 9 rootInfo true ownership true"), (Color::Black, 100, 9));
        assert_eq!(of("maxmoves 0").2, 1);
    }

    #[test]
    fn moves_are_left_out_on_request() {
        let excluded = |text: &str| read(text).map(|read| read.excluded.len());
        assert_eq!(excluded("avoid b H8,J9 3"), Ok(2));
        assert_eq!(excluded("allow b H8,J9,A1 1"), Ok(222));
        let other = excluded("w avoid b H8 1").unwrap_err();
        assert_eq!(other, "syntax error: seen 'black', expected white, who is to move");
        let unknown = excluded("speed 9").unwrap_err();
        assert!(unknown.starts_with("syntax error: seen 'speed', expected a color"), "{unknown}");
        assert!(
            excluded("interval").unwrap_err().ends_with("expected an interval in centiseconds")
        );
    }

    #[test]
    fn each_dialect_has_its_own_numbers() {
        let line = |score| Iteration {
            pv_index: 0,
            variations: 1,
            depth: 3,
            selective_depth: 4,
            score: Score(score),
            nodes: 500,
            elapsed: Duration::ZERO,
            pv: vec![Coord::new(7, 7), Coord::new(8, 6)],
        };
        let text = |dialect, score| {
            let report = AnalysisFormat { dialect, interval: INTERVAL };
            let chances = vec![MoveChance { at: Coord::new(7, 7), chance: 0.25 }];
            let mut unwritten = |_| ();
            Analyst::new(report, size(), chances, &mut unwritten).text(&[line(score)])
        };
        assert_eq!(
            text(Dialect::Leela, 200),
            "info move H8 visits 500 winrate 7311 prior 2500 lcb 7311 order 0 pv H8 J9"
        );
        assert_eq!(
            text(Dialect::Kata, -200),
            "info move H8 visits 500 utility -0.4621 winrate 0.2689 scoreMean -2.00 \
             scoreLead -2.00 prior 0.2500 lcb 0.2689 order 0 pv H8 J9"
        );
        let won = text(Dialect::Leela, Score::win_in(3));
        assert!(won.contains("winrate 10000"), "{won}");
    }
}
