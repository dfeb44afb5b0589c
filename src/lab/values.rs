//! The distance of a search's values from those of a much deeper search: a measure of search
//! quality that needs no games.
//!
//! A game yields little more than one bit, a position yields a number, and both searches see the
//! same positions. So minutes suffice to see the effect of a change, where a match needs hours. It
//! is a filter only: a change that passes must still win games.

use serde_json::{Map, Value};
use thiserror::Error;

use super::game_file::SelfGame;
use super::play::search_afresh;
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Trained};
use tengen_engine::search::StopFlag;
use tengen_engine::types::Score;
use tengen_engine::util::parallel::numbered;
use tengen_engine::util::rng::Rng;
use tengen_records::positions::{self, PositionError};
use tengen_util::normal::Z95;

/// The transposition table of a searcher in KiB.
const HASH_KIB: u64 = 16 << 10;

/// A position and its value by a deep search, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedPosition {
    pub position: Position,
    pub value: Score,
}

/// A line that is not a position with a value.
#[derive(Debug, Error)]
pub enum ValuedError {
    /// Not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// It has no value.
    #[error("no value, expected \"value\": a whole number from {} to {}", -Score::MATE, Score::MATE)]
    NoValue,
    /// Its value is of another kind, or too large.
    #[error("value: seen {seen}, expected a whole number from {} to {}", -Score::MATE, Score::MATE)]
    WrongValue {
        /// What was given.
        seen: String,
    },
}

impl ValuedPosition {
    /// Writes it as one line of JSON without a line end: the keys of a position and its `value`.
    pub fn write(&self) -> String {
        let mut line: Map<String, Value> =
            serde_json::from_str(&positions::write(&self.position)).unwrap_or_default();
        line.insert("value".to_owned(), self.value.0.into());
        Value::Object(line).to_string()
    }

    /// Reads such a line.
    ///
    /// # Errors
    /// If it is not a position, or has no value or an invalid one.
    pub fn parse(line: &str) -> Result<Self, ValuedError> {
        let (position, annotations) = positions::parse_annotated(line, &["value", "move"])?;
        let seen = annotations.get("value").filter(|seen| !seen.is_null());
        let seen = seen.ok_or(ValuedError::NoValue)?;
        let value = seen.as_i64().and_then(|value| i32::try_from(value).ok());
        let value = value.filter(|value| (-Score::MATE..=Score::MATE).contains(value));
        let value = value.ok_or_else(|| ValuedError::WrongValue { seen: shown(seen) })?;
        Ok(Self { position, value: Score(value) })
    }
}

/// A value for a message; lists and objects may be long.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

/// Draws `count` positions, at most `per_game` of a game, after the opening and before the player
/// had proved the result. Fewer if the games do not have that many.
pub fn draw(games: &[SelfGame], count: usize, per_game: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<&SelfGame> = games.iter().collect();
    rng.shuffle(&mut order);
    let drawn = order.into_iter().flat_map(|game| draw_from(game, per_game, &mut rng));
    drawn.take(count).collect()
}

fn draw_from(game: &SelfGame, most: usize, rng: &mut Rng) -> Vec<Position> {
    let is_open = |&index: &usize| Score(game.values[index].into()).mate_plies().is_none();
    let mut open: Vec<usize> = (0..game.values.len()).filter(is_open).collect();
    rng.shuffle(&mut open);
    let position = |index: usize| {
        let mut position = Position::new(game.rule, game.size);
        let stones = &game.moves[..game.opening + index];
        stones.iter().try_for_each(|&coord| position.play(coord)).ok().map(|()| position)
    };
    open.into_iter().take(most).filter_map(position).collect()
}

/// The value of each position by each searcher with `nodes` nodes. The result does not depend on
/// the number of threads. `done` is called after every position. If `stop` is set, returns the
/// positions finished so far, in order.
pub fn values<'a, const N: usize>(
    searchers: &[Trained; N],
    positions: impl IntoIterator<Item = &'a Position>,
    nodes: u64,
    threads: usize,
    stop: &StopFlag,
    done: &(dyn Fn() + Sync),
) -> Vec<[Score; N]> {
    let positions: Vec<&Position> = positions.into_iter().collect();
    let begin = || {
        let mut engines = searchers.clone().map(|trained| Engine::with_hash(trained, HASH_KIB));
        let positions = &positions;
        move |number| {
            let position = *positions.get(number)?;
            let scores =
                engines.each_mut().map(|engine| search_afresh(engine, position, nodes, stop).score);
            if stop.is_set() {
                return None;
            }
            done();
            Some(scores)
        }
    };
    numbered(threads, begin)
}

/// The distances of two searchers from the deep values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Positions compared.
    pub positions: usize,
    /// Each searcher's mean squared distance of win chances, 0 to 1.
    pub distances: [f64; 2],
    /// The first distance minus the second: below 0 the first is nearer.
    pub difference: f64,
    /// Half the width of the 95 % interval of the difference, computed from paired errors.
    pub error: f64,
}

/// The squared distance of the win chances, 0 to 1, of two values.
fn squared_distance(score: Score, deep: Score) -> f64 {
    (score.win_rate() - deep.win_rate()).powi(2)
}

/// The mean squared distance of a searcher's win chances, 0 to 1, from those of the deep values;
/// `None` without any.
pub fn mean_distance(found: &[[Score; 1]], deep: &[Score]) -> Option<f64> {
    let squared = |(&[score], &deep): (&[Score; 1], &Score)| squared_distance(score, deep);
    let squares: Vec<f64> = found.iter().zip(deep).map(squared).collect();
    (!squares.is_empty()).then(|| squares.iter().sum::<f64>() / squares.len() as f64)
}

/// How many results the deep search has proved, and how many of these a search with these values
/// proves as well.
pub fn proved(found: impl IntoIterator<Item = Score>, deep: &[Score]) -> (usize, usize) {
    let is_proved = |(_, deep): &(Score, Score)| deep.mate_plies().is_some();
    let pairs = found.into_iter().zip(deep.iter().copied()).filter(is_proved);
    pairs.fold((0, 0), |(all, seen), (score, deep)| {
        let is_seen = score.mate_plies().is_some() && (score.0 > 0) == (deep.0 > 0);
        (all + 1, seen + usize::from(is_seen))
    })
}

/// Compares values with those of a deep search; `None` without any.
pub fn compare(found: &[[Score; 2]], deep: &[Score]) -> Option<Comparison> {
    let squared =
        |(scores, &deep): (&[Score; 2], &Score)| scores.map(|score| squared_distance(score, deep));
    let squares: Vec<[f64; 2]> = found.iter().zip(deep).map(squared).collect();
    let count = squares.len() as f64;
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| squares.iter().map(of).sum::<f64>() / count;
    let difference = mean(&|s| s[0] - s[1]);
    let variance = mean(&|s| (s[0] - s[1] - difference).powi(2));
    (!squares.is_empty()).then(|| Comparison {
        positions: squares.len(),
        distances: [mean(&|s| s[0]), mean(&|s| s[1])],
        difference,
        error: Z95 * (variance / count).sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Coord, Rule};

    fn game(length: u8, proved_from: usize) -> SelfGame {
        let moves: Vec<Coord> = (0..length).map(|i| Coord::new(i % 15, i / 15 * 2)).collect();
        let value = |index| if index >= proved_from { 29_990 } else { index as i16 };
        SelfGame {
            rule: Rule::Renju,
            size: BoardSize::square(15).unwrap(),
            winner: None,
            values: (0..moves.len() - 3).map(value).collect(),
            moves,
            opening: 3,
        }
    }

    fn drawn() -> Vec<Position> {
        draw(&[game(20, 9), game(30, 2), game(12, 0), game(9, 99)], 10, 1, 7)
    }

    #[test]
    fn positions_are_drawn_behind_the_opening_and_before_the_proof() {
        let positions = drawn();
        assert_eq!(positions.len(), 3, "a game that was proved from the start has none");
        assert_eq!(positions, drawn());
        for position in &positions {
            assert!((3..12).contains(&position.stones().len()), "{position:?}");
            assert_eq!(position.rule(), Rule::Renju);
        }
        assert_eq!(draw(&[game(20, 9), game(30, 2)], 1, 1, 1).len(), 1);
        let many = draw(&[game(20, 9), game(30, 2)], 10, 4, 1);
        assert_eq!(many.len(), 4 + 2, "the second game has two open positions");
        let mut lengths: Vec<usize> = many.iter().map(|it| it.stones().len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        assert!(lengths.len() >= 4, "no position twice: {lengths:?}");
    }

    #[test]
    fn lines_come_back_as_they_were_written() {
        for (position, value) in drawn().into_iter().zip([-250, 29_985, 0]) {
            let valued = ValuedPosition { position, value: Score(value) };
            assert_eq!(ValuedPosition::parse(&valued.write()).unwrap(), valued);
            assert!(
                positions::parse(&valued.write()).is_err(),
                "the value is not part of a position"
            );
        }
    }

    #[test]
    fn a_line_without_a_value_or_with_an_invalid_one_says_so() {
        let error = |value: &str| {
            let line = format!(r#"{{"size":15,"moves":[]{value}}}"#);
            ValuedPosition::parse(&line).unwrap_err().to_string()
        };
        let expected = "expected \"value\": a whole number from -30000 to 30000";
        for none in ["", r#","value":null"#] {
            assert_eq!(error(none), format!("no value, {expected}"));
        }
        for (value, seen) in [
            ("\"x\"", "\"x\""),
            ("30001", "30001"),
            ("-9999999999", "-9999999999"),
            ("1.5", "1.5"),
            ("[1]", "a list"),
            ("{\"a\":1}", "an object"),
        ] {
            let expected =
                format!("value: seen {seen}, expected a whole number from -30000 to 30000");
            assert_eq!(error(&format!(",\"value\":{value}")), expected);
        }
        assert!(matches!(ValuedPosition::parse("[]"), Err(ValuedError::Position(_))));
    }

    #[test]
    fn values_are_the_same_with_any_number_of_threads() {
        let mut other = Trained::default();
        other.set_param("late_base=2").unwrap();
        let searchers = [Trained::default(), other];
        let positions = drawn();
        let find = |threads| values(&searchers, &positions, 700, threads, &StopFlag::new(), &|| {});
        assert_eq!(find(1).len(), positions.len());
        assert_eq!(find(1), find(3));
        let stopped = StopFlag::new();
        stopped.set();
        assert!(values(&searchers, &positions, 700, 2, &stopped, &|| {}).is_empty());
    }

    #[test]
    fn proved_results_count_where_both_searches_prove_the_same() {
        let [win, loss] = [Score(Score::win_in(5)), Score(Score::loss_in(8))];
        let deep = [win, loss, win, Score(700), loss];
        let found = [Score(Score::win_in(9)), loss, Score(900), win, win];
        assert_eq!(proved(found, &deep), (4, 2));
        assert_eq!(proved([], &[]), (0, 0));
    }

    #[test]
    fn the_nearer_searcher_has_the_smaller_distance() {
        let deep = [Score(0), Score(200), Score(Score::win_in(5))];
        let near = [Score(10), Score(190), Score(900)];
        let far = [Score(-300), Score(-10), Score(0)];
        let found: Vec<[Score; 2]> = near.into_iter().zip(far).map(|(a, b)| [a, b]).collect();
        let comparison = compare(&found, &deep).unwrap();
        assert_eq!(comparison.positions, 3);
        // A missed win: (1 − 0.5)² is more than a third of the far searcher's sum.
        assert!(
            comparison.distances[0] < 0.001 && comparison.distances[1] > 0.25 / 3.0,
            "{comparison:?}"
        );
        let less = comparison.distances[0] - comparison.distances[1];
        assert!((comparison.difference - less).abs() < 1e-12 && comparison.error > 0.0);
        assert_eq!(compare(&[], &[]), None);
        let alone = mean_distance(&near.map(|score| [score]), &deep).unwrap();
        assert!((alone - comparison.distances[0]).abs() < 1e-12, "{alone}");
        assert_eq!(mean_distance(&[], &[]), None);
    }
}
