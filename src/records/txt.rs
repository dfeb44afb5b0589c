//! Games as plain lists of moves, one game per line: `h8i9j10`.
//!
//! Such a line contains neither the rule nor the board, so the caller provides both. Text in, text
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
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(1..);
    let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    lines
        .zip(1..)
        .map(|((text, line), number)| match read_line(text, rule, size) {
            Ok(game) => Ok(GameRecord { game: number, ..game }),
            Err(error) => Err(TxtError { line, error }),
        })
        .collect()
}

fn read_line(text: &str, rule: Rule, size: BoardSize) -> Result<GameRecord, TxtFault> {
    let mut position = Position::new(rule, size);
    let mut game = GameRecord::new(rule, size);
    for coord in notation::parse_moves(text, size)? {
        position.play(coord)?;
        game.moves.push(PlayedMove::new(coord, None));
    }
    game.outcome = GameOutcome::of(&position);
    Ok(game)
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
