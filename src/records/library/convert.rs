//! Kept games from and to other formats: Piskvork's psq, SGF, and lines of moves such as `h8i9j10`.
//!
//! psq and lines tell no rule, so the caller names one; lines tell no board either. How a game ended
//! is taken from the file if it says so, else from the board. Text in, text out, no files.

use thiserror::Error;

use super::{KeptGame, KeptMove, Outcome};
use crate::board::notation::{self, NotationError};
use crate::board::{PlaceError, Position};
use crate::records::game::{GameRecord, Opening, PlayedMove, Side};
use crate::records::located::Located;
use crate::records::psq::{self, PsqError};
use crate::records::sgf::{self, SgfError, SgfGame};
use crate::records::verdict::Verdict;
use crate::types::{BoardSize, Color, Coord, Rule};

/// Text from which no game can be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConvertError {
    /// No psq file.
    #[error("{0}")]
    Psq(Located<PsqError>),
    /// No SGF.
    #[error("{0}")]
    Sgf(Located<SgfError>),
    /// Stones that were set up, or moves that do not alternate: no game from an empty board.
    #[error("{what}, expected moves in turn from an empty board, black first")]
    NoPlainGame {
        /// What was seen.
        what: String,
    },
    /// A line of moves with something else in it.
    #[error("line {line}: {error}")]
    Point {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: NotationError,
    },
    /// A stone cannot be put.
    #[error("line {line}: {error}")]
    Stone {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: PlaceError,
    },
}

/// The game of a psq file, played under `rule`.
///
/// # Errors
/// If the text is no psq file.
pub fn from_psq(text: &str, rule: Rule) -> Result<KeptGame, ConvertError> {
    let psq = psq::read(text).map_err(ConvertError::Psq)?;
    let moves = psq.moves.iter().map(|&(coord, time_ms)| KeptMove { coord, time_ms });
    let mut game = bare(rule, psq.size, moves.collect());
    name(&mut game, psq.black.as_deref(), psq.white.as_deref());
    let mover = if game.moves.len().is_multiple_of(2) { Color::Black } else { Color::White };
    let fault = [Verdict::Timeout, Verdict::Memory, Verdict::Illegal, Verdict::Crash];
    let fault = fault.into_iter().find(|&verdict| psq.code == Some(psq::code(verdict)));
    // The file does not tell the winner; who fails is the one who should have moved.
    game.outcome = match fault {
        Some(verdict) => Outcome::Ended { winner: Some(!mover), verdict },
        None => seen_on_board(&game, 1)?,
    };
    Ok(game)
}

/// The main lines of all games of an SGF file; `rule` where it names none that is known here.
///
/// # Errors
/// If the text is no SGF, or the moves of one are no game from an empty board.
pub fn from_sgf(text: &str, rule: Rule) -> Result<Vec<KeptGame>, ConvertError> {
    let games = sgf::read_all(text).map_err(ConvertError::Sgf)?;
    games.iter().map(|game| of_sgf(game, rule)).collect()
}

fn of_sgf(sgf: &SgfGame, rule: Rule) -> Result<KeptGame, ConvertError> {
    if !sgf.setup.is_empty() {
        let what = format!("{} stones that were set up", sgf.setup.len());
        return Err(ConvertError::NoPlainGame { what });
    }
    let turns = Color::BOTH.into_iter().cycle();
    let mut moves = (1..).zip(&sgf.moves).zip(turns);
    if let Some(((number, moved), _)) = moves.find(|((_, moved), turn)| moved.color != *turn) {
        let what = format!("move {number} by {} out of turn", moved.color);
        return Err(ConvertError::NoPlainGame { what });
    }
    let moves = sgf.moves.iter();
    let moves = moves.map(|moved| KeptMove { coord: moved.coord, time_ms: moved.time_ms });
    let mut game = bare(sgf.rule.unwrap_or(rule), sgf.size, moves.collect());
    name(&mut game, sgf.black.as_deref(), sgf.white.as_deref());
    let verdict = sgf.verdict.as_deref().and_then(Verdict::parse);
    game.outcome = match (sgf.winner, verdict) {
        (Some(winner), Some(verdict)) => Outcome::Ended { winner, verdict },
        (Some(winner), None) => match seen_on_board(&game, 1)? {
            // The file calls it ended, the board does not: it was given up or agreed upon.
            Outcome::Unfinished => Outcome::Ended { winner, verdict: Verdict::Adjudicated },
            seen => seen,
        },
        (None, _) => seen_on_board(&game, 1)?,
    };
    Ok(game)
}

/// A game a line, `h8i9j10`; empty lines and those that begin with `#` are skipped.
///
/// # Errors
/// At the first line that holds something else.
pub fn from_lines(text: &str, rule: Rule, size: BoardSize) -> Result<Vec<KeptGame>, ConvertError> {
    let lines = text.lines().map(str::trim).zip(1..);
    let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(text, line)| {
            let coords = notation::parse_moves(text, size)
                .map_err(|error| ConvertError::Point { line, error })?;
            let moves = coords.into_iter().map(|coord| KeptMove { coord, time_ms: None });
            let mut game = bare(rule, size, moves.collect());
            game.outcome = seen_on_board(&game, line)?;
            Ok(game)
        })
        .collect()
}

/// The game as a psq file.
pub fn to_psq(number: u64, game: &KeptGame) -> String {
    psq::write(&to_record(number, game), None)
}

/// The game as SGF.
pub fn to_sgf(number: u64, game: &KeptGame) -> String {
    let record = to_record(number, game);
    match game.outcome {
        Outcome::Unfinished => sgf::write_unfinished(&record),
        Outcome::Ended { .. } => sgf::write(&record),
    }
}

/// The game as a line, `h8i9j10`.
pub fn to_line(game: &KeptGame) -> String {
    notation::write_moves(game.coords(), game.size) + "\n"
}

/// The game as the writers of the other formats take it. An unfinished game is adjudicated there,
/// which its writer must not tell.
fn to_record(number: u64, game: &KeptGame) -> GameRecord {
    let opening = game.moves.iter().take_while(|moved| moved.time_ms.is_none()).count();
    let (opening, played) = game.moves.split_at(opening);
    let played = played.iter().map(|&KeptMove { coord: Coord { x, y }, time_ms }| PlayedMove {
        x,
        y,
        time_ms: time_ms.unwrap_or(0),
        depth: None,
        value: None,
        nodes: None,
    });
    let (winner, verdict) = match game.outcome {
        Outcome::Unfinished => (None, Verdict::Adjudicated),
        Outcome::Ended { winner, verdict } => (winner, verdict),
    };
    GameRecord {
        game: number,
        round: number,
        pair: number,
        black: Side { player: 0, name: game.black.clone() },
        white: Side { player: 1, name: game.white.clone() },
        rule: game.rule,
        width: game.size.width(),
        height: game.size.height(),
        opening: Opening { name: String::new(), moves: opening.iter().map(|m| m.coord).collect() },
        swap2: None,
        moves: played.collect(),
        verdict,
        winner,
        attempt: None,
        note: None,
        started_ms: game.started_ms.unwrap_or(0),
        duration_ms: 0,
        memory_kib: None,
    }
}

fn bare(rule: Rule, size: BoardSize, moves: Vec<KeptMove>) -> KeptGame {
    KeptGame {
        started_ms: None,
        black: "black".to_owned(),
        white: "white".to_owned(),
        rule,
        size,
        outcome: Outcome::Unfinished,
        moves,
    }
}

fn name(game: &mut KeptGame, black: Option<&str>, white: Option<&str>) {
    let clean = |name: Option<&str>| name.map(KeptGame::clean_name).filter(|name| !name.is_empty());
    game.black = clean(black).unwrap_or_else(|| "black".to_owned());
    game.white = clean(white).unwrap_or_else(|| "white".to_owned());
}

fn seen_on_board(game: &KeptGame, line: usize) -> Result<Outcome, ConvertError> {
    let position: Result<Position, PlaceError> = game.position_after(game.moves.len());
    let position = position.map_err(|error| ConvertError::Stone { line, error })?;
    Ok(Outcome::of(&position))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "h8a1i8a2j8a3k8a4l8";

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn game() -> KeptGame {
        let mut game = from_lines(LINE, Rule::Renju, size()).unwrap().remove(0);
        for moved in game.moves.iter_mut().skip(2) {
            moved.time_ms = Some(12);
        }
        (game.black, game.white) = ("Ann".into(), "tengen".into());
        game
    }

    #[test]
    fn the_board_tells_how_a_line_of_moves_ended() {
        let games = from_lines(&format!("# two games\n{LINE}\n\nh8i9\n"), Rule::Renju, size());
        let games = games.unwrap();
        assert_eq!(games[0].outcome.to_string(), "black wins: five");
        assert_eq!(games[1].outcome, Outcome::Unfinished);
        let error = from_lines("h8\nh8h8", Rule::Renju, size()).unwrap_err();
        assert_eq!(error.to_string(), "line 2: point 7,7 is occupied");
        let error = from_lines("h8z99", Rule::Renju, size()).unwrap_err();
        assert!(error.to_string().starts_with("line 1: 'z99' is no point"), "{error}");
    }

    #[test]
    fn sgf_brings_a_game_back_finished_or_not() {
        let mut kept = game();
        assert_eq!(from_sgf(&to_sgf(1, &kept), Rule::Freestyle).unwrap(), [kept.clone()]);
        kept.moves.truncate(5);
        kept.outcome = Outcome::Unfinished;
        assert_eq!(from_sgf(&to_sgf(1, &kept), Rule::Freestyle).unwrap(), [kept.clone()]);
        let lost = Outcome::Ended { winner: Some(Color::White), verdict: Verdict::Timeout };
        kept.outcome = lost;
        assert_eq!(from_sgf(&to_sgf(1, &kept), Rule::Freestyle).unwrap(), [kept.clone()]);
        let error = from_sgf("(;GM[4]SZ[15];W[hh])", Rule::Freestyle).unwrap_err();
        assert!(error.to_string().starts_with("move 1 by white out of turn, expected"), "{error}");
    }

    #[test]
    fn all_games_of_an_sgf_file_come_and_times_only_where_they_were_measured() {
        let two = to_sgf(1, &game()) + "(;GM[4]SZ[15];B[hh];W[hi])";
        let games = from_sgf(&two, Rule::Standard).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0], game());
        assert!(games[1].moves.iter().all(|moved| moved.time_ms.is_none()), "{:?}", games[1]);
        assert_eq!(games[1].rule, Rule::Standard);
    }

    #[test]
    fn psq_brings_back_what_it_can_hold() {
        let kept = game();
        let back = from_psq(&to_psq(1, &kept), Rule::Renju).unwrap();
        assert_eq!(back.coords().collect::<Vec<_>>(), kept.coords().collect::<Vec<_>>());
        assert_eq!((back.black.as_str(), back.outcome), ("Ann", kept.outcome));
        let late = "Piskvorky 15x15, 11:11, 0\n8,8,5\nfirst\nsecond\n15\n";
        let late = from_psq(late, Rule::Renju).unwrap();
        assert_eq!(late.outcome.to_string(), "black wins: timeout");
    }

    #[test]
    fn lines_of_moves_come_back() {
        assert_eq!(to_line(&game()), format!("{LINE}\n"));
    }
}
