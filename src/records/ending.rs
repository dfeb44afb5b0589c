//! How the board ends a game: the one judge of files, commands, boards and the API. The first end
//! counts, whatever stones follow it. Imports `rules` and below.
//!
//! * A five ends a game when it is made.
//! * A stone on a forbidden point ends it only as the last move: a game that continues after one is a
//!   game in which white did not claim it, as the
//!   [rules of the RIF](http://www.renju.net/study/rifrules.php) allow.
//! * A full board is a draw.
//! * Two passes in a row are a draw under renju: the rules of the RIF, the only ones that know passes,
//!   say so. Under the other rules a game continues after them.

use super::outcome::GameOutcome;
use super::verdict::{DrawReason, Verdict};
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{self, DrawCause, Ending};
use tengen_engine::rules::reference;
use tengen_engine::types::{Color, Coord, Rule};

/// How the board ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The outcome; a game that the board does not end is unfinished.
    pub outcome: GameOutcome,
    /// The winning line; empty without a five.
    pub line: Vec<Coord>,
    /// After how many moves it ended: all of them if it did not.
    pub moves: usize,
}

impl GameEnd {
    /// The end of a game from a start. A move is a color and its point, or nothing for a pass; colors
    /// need not alternate. Stones of the start have no order: only a five counts there.
    pub fn of_line(
        start: &Position,
        moves: impl IntoIterator<Item = (Color, Option<Coord>)>,
    ) -> Self {
        let mut board = start.clone();
        if let Some((winner, line)) = five_in(start) {
            return Self::five(winner, line, 0);
        }
        let (mut last, mut count) = (None, 0);
        for (color, point) in moves {
            count += 1;
            let Some(coord) = point else {
                if last == Some(None) && passes_draw(board.rule()) {
                    return Self::drawn(DrawReason::Passes, count);
                }
                last = Some(None);
                continue;
            };
            // A point that is taken ends nothing; callers have checked their moves.
            if board.put(coord, color.into()).is_err() {
                continue;
            }
            last = Some(Some(coord));
            if let Some(line) = winning_line(&board, coord) {
                return Self::five(color, line, count);
            }
        }
        let ending = last.flatten().and_then(|last| ending_after(&board, last));
        let outcome = match ending {
            Some(ending) => outcome_of(&ending),
            None if board.is_full() => drawn(DrawReason::FullBoard),
            None => GameOutcome::Unfinished,
        };
        Self { outcome, line: Vec::new(), moves: count }
    }

    /// The end of a game without passes whose stones were placed in the order of the position.
    pub fn of_stones(position: &Position) -> Self {
        if position.stones().len() < LEAST_STONES {
            return Self::of_line(position, []);
        }
        let mut start = Position::new(position.rule(), position.size());
        let mut moves = Vec::with_capacity(position.stones().len());
        for &(coord, stone) in position.stones() {
            match stone.color() {
                Some(color) => moves.push((color, Some(coord))),
                // It is empty there.
                None => drop(start.put(coord, stone)),
            }
        }
        Self::of_line(&start, moves)
    }

    fn five(winner: Color, line: Vec<Coord>, moves: usize) -> Self {
        let outcome = GameOutcome::Ended { winner: Some(winner), verdict: Verdict::Five };
        Self { outcome, line, moves }
    }

    fn drawn(reason: DrawReason, moves: usize) -> Self {
        Self { outcome: drawn(reason), line: Vec::new(), moves }
    }
}

/// Fewer stones end no game: a five has five, a double three as many, and 25 points are not full.
/// Files of a million games of one move have boards of 32,761 points.
const LEAST_STONES: usize = 5;

fn five_in(board: &Position) -> Option<(Color, Vec<Coord>)> {
    if board.stones().len() < LEAST_STONES { None } else { reference::winner(board) }
}

fn winning_line(board: &Position, last: Coord) -> Option<Vec<Coord>> {
    if board.stones().len() < LEAST_STONES { None } else { reference::winning_line(board, last) }
}

fn ending_after(board: &Position, last: Coord) -> Option<Ending> {
    if board.stones().len() < LEAST_STONES { None } else { legality::ending_after(board, last) }
}

/// Whether two passes in a row end a game as a draw.
pub const fn passes_draw(rule: Rule) -> bool {
    matches!(rule, Rule::Renju)
}

fn drawn(reason: DrawReason) -> GameOutcome {
    GameOutcome::Ended { winner: None, verdict: Verdict::Draw(reason) }
}

/// The outcome of a game with this ending.
pub fn outcome_of(ending: &Ending) -> GameOutcome {
    let verdict = match ending {
        Ending::Win { .. } => Verdict::Five,
        Ending::Foul { kind } => Verdict::Forbidden(*kind),
        Ending::Draw(DrawCause::Full) => Verdict::Draw(DrawReason::FullBoard),
        Ending::Draw(DrawCause::FewEmpty) => Verdict::Draw(DrawReason::FewEmpty),
        Ending::Draw(DrawCause::Passes) => Verdict::Draw(DrawReason::Passes),
    };
    GameOutcome::Ended { winner: ending.winner(), verdict }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::{self, parse_picture};
    use tengen_engine::types::BoardSize;

    /// The end of a game on 15×15, its moves in turn, `--` for a pass.
    fn end(rule: Rule, moves: &str) -> GameEnd {
        let size = BoardSize::square(15).unwrap();
        let points = moves.split(' ').map(|name| match name {
            "--" => None,
            name => Some(notation::parse(name, size).unwrap()),
        });
        let turns = Color::BOTH.into_iter().cycle();
        GameEnd::of_line(&Position::new(rule, size), turns.zip(points))
    }

    #[track_caller]
    fn assert_end(rule: Rule, moves: &str, outcome: &str, after: usize) {
        let GameEnd { outcome: seen, moves: count, .. } = end(rule, moves);
        assert_eq!((&*seen.to_string(), count), (outcome, after), "{moves}");
    }

    #[test]
    fn the_first_five_counts_even_where_a_later_stone_extends_it() {
        let five = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
        for rule in Rule::ALL {
            assert_end(rule, &five[..five.len() - 3], "unfinished", 8);
            for later in ["", " a5", " a5 m8", " -- m8 -- --"] {
                assert_end(rule, &format!("{five}{later}"), "black wins: five", 9);
            }
        }
        assert_eq!(end(Rule::Standard, &format!("{five} c3 m8")).line.len(), 5);
    }

    #[test]
    fn a_forbidden_stone_counts_as_the_last_move_alone() {
        let foul = "h7 a1 h6 c1 g8 e1 f8 g1 h8";
        assert_end(Rule::Renju, foul, "white wins: forbidden (double-three)", 9);
        assert_end(Rule::Standard, foul, "unfinished", 9);
        assert_end(Rule::Renju, &format!("{foul} a15"), "unfinished", 10);
        assert_end(Rule::Renju, &format!("{foul} --"), "unfinished", 10);
    }

    #[test]
    fn two_passes_in_a_row_draw_under_renju() {
        assert_end(Rule::Renju, "h8 -- i9", "unfinished", 3);
        assert_end(Rule::Renju, "h8 -- i9 -- --", "draw: passes", 5);
        assert_end(Rule::Renju, "-- -- a1 h8 a2 i8 a3 j8 a4 k8 a5", "draw: passes", 2);
        assert_end(Rule::Freestyle, "h8 -- --", "unfinished", 3);
        assert_end(Rule::Freestyle, "-- -- a1 h8 a2 i8 a3 j8 a4 k8 a5", "black wins: five", 11);
    }

    #[test]
    fn stones_without_order_know_fives_alone() {
        let picture = "X X X X X\n. . . . .\nO O O O .\n. . . . .\n. . . . .";
        let position = parse_picture(Rule::Freestyle, picture).unwrap();
        let found = GameEnd::of_line(&position, []);
        assert_eq!((found.outcome.to_string().as_str(), found.line.len()), ("black wins: five", 5));
        let full = "X X O X X\nO O X O O\nX X O X X\nO O X O O\nX X O X X";
        let full = parse_picture(Rule::Freestyle, full).unwrap();
        for found in [GameEnd::of_line(&full, []), GameEnd::of_line(&full, [(Color::White, None)])]
        {
            assert_eq!(found.outcome.to_string(), "draw: full-board");
        }
    }

    #[test]
    fn the_end_of_a_position_is_that_of_its_stones_in_their_order() {
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        // White completes a line, too, then black again.
        for coord in notation::parse_moves("h8h9g7i9f6g9e5j9d4f9c3", size).unwrap() {
            position.play(coord).unwrap();
            let expected =
                if position.stones().len() < 9 { "unfinished" } else { "black wins: five" };
            assert_eq!(GameEnd::of_stones(&position).outcome.to_string(), expected);
        }
    }
}
