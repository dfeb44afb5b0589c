//! Games as plain lists of moves, one game per line: `h8i9j10`, or as books print them,
//! `1. h8 i9, 2. j10`. A line that begins with a number above 1 continues the game before it.
//!
//! Such a list contains neither the rule nor the board, so the caller provides both. Text in, text
//! out, no files.

use thiserror::Error;

use super::game::{GameRecord, PlayedMove};
use super::outcome::GameOutcome;
use crate::board::notation::{self, NotationError};
use crate::board::{PlaceError, Position};
use crate::types::{BoardSize, Rule};

/// A line that is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub(crate) struct TxtError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: TxtFault,
}

/// What is wrong with a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum TxtFault {
    /// Something other than a point of the board.
    #[error(transparent)]
    Point(#[from] NotationError),
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlaceError),
}

/// Reads one game per line; empty lines and those that begin with `#` are skipped. The board
/// decides the outcome.
///
/// # Errors
/// At the first line that contains anything else.
pub(crate) fn read(text: &str, rule: Rule, size: BoardSize) -> Result<Vec<GameRecord>, TxtError> {
    let mut games: Vec<Position> = Vec::new();
    for (text, line) in text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(1..) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (number, moves) = without_numbers(text);
        if games.is_empty() || number.is_none_or(|number| number == "1") {
            games.push(Position::new(rule, size));
        }
        if let Some(game) = games.last_mut() {
            play(game, &moves).map_err(|error| TxtError { line, error })?;
        }
    }
    Ok(games.iter().zip(1..).map(|(game, number)| record(game, number)).collect())
}

/// The number that a line begins with, and the line without move numbers and signs between moves.
fn without_numbers(line: &str) -> (Option<&str>, String) {
    let is_sign = |c: char| matches!(c, ',' | ';' | '.' | ')') || c.is_whitespace();
    let (mut first, mut moves) = (None, String::new());
    for part in line.split_inclusive(is_sign) {
        let word = part.trim_end_matches(is_sign);
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && part.ends_with(['.', ')']) {
            first = first.or(moves.is_empty().then_some(word));
        } else {
            moves.extend([word, " "]);
        }
    }
    (first, moves)
}

fn play(game: &mut Position, moves: &str) -> Result<(), TxtFault> {
    for coord in notation::parse_moves(moves, game.size())? {
        game.play(coord)?;
    }
    Ok(())
}

fn record(game: &Position, number: u64) -> GameRecord {
    let coords = game.stones().iter().map(|&(coord, _)| coord);
    GameRecord {
        game: number,
        moves: coords.map(|coord| PlayedMove::new(coord, None)).collect(),
        outcome: GameOutcome::of(game),
        ..GameRecord::new(game.rule(), game.size())
    }
}

/// The game as a line, `h8i9j10`, with its line break.
pub(crate) fn write(game: &GameRecord) -> String {
    notation::write_moves(game.coords(), game.size) + "\n"
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::sample::{any_changes, any_game, any_text, changed};

    const LINE: &str = "h8a1i8a2j8a3k8a4l8";

    fn read(text: &str) -> Result<Vec<GameRecord>, TxtError> {
        super::read(text, Rule::Renju, BoardSize::square(15).unwrap())
    }

    #[test]
    fn the_board_decides_the_outcome_of_a_list_of_moves() {
        let games = read(&format!("\u{feff}# two games\n{LINE}\n\nh8i9\n")).unwrap();
        assert_eq!(games[0].outcome.to_string(), "black wins: five");
        assert_eq!((games[1].outcome, games[1].game), (GameOutcome::Unfinished, 2));
    }

    #[test]
    fn numbers_of_moves_are_skipped_and_join_lines() {
        let games = read("1. h8 i9, 2.j10\n3) g7;\n10. a1\nh8\n1.h8i9 2.j10 g7\n").unwrap();
        let texts: Vec<_> = games.iter().map(write).collect();
        assert_eq!(texts, ["h8i9j10g7a1\n", "h8\n", "h8i9j10g7\n"]);
        let error = read("1. h8\n2. h8").unwrap_err().to_string();
        assert_eq!(error, "line 2: point h8 is occupied, expected an empty one");
        let error = read("1 h8").unwrap_err().to_string();
        assert!(error.starts_with("line 1: '1' is not a point"), "{error}");
        assert_eq!(read("2. h8").unwrap().len(), 1);
    }

    #[test]
    fn txt_errors_name_the_line() {
        assert_eq!(
            read("h8\nh8h8").unwrap_err().to_string(),
            "line 2: point h8 is occupied, expected an empty one"
        );
        let error = read("h8z99").unwrap_err().to_string();
        assert!(error.starts_with("line 1: 'z99' is n"), "{error}");
    }

    proptest! {
        #[test]
        fn txt_games_come_back(game in any_game()) {
            let text = write(&game);
            let back = super::read(&text, game.rule, game.size).unwrap();
            prop_assert_eq!(back.len(), usize::from(game.length() > 0));
            for back in back {
                prop_assert_eq!(back.coords().collect::<Vec<_>>(), game.coords().collect::<Vec<_>>());
                prop_assert_eq!(write(&back), text.clone());
            }
        }

        #[test]
        fn txt_read_survives_changed_files(changes in any_changes()) {
            let _ = read(&changed(&format!("{LINE}\nh8\n"), &changes));
        }

        #[test]
        fn txt_read_survives_any_text(text in any_text("abcdefghzAZ0123456789#\n")) {
            let _ = read(&text);
        }
    }
}
