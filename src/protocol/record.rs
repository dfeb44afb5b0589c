//! Keeps the games that a brain plays in a file of kept games, if it was started with `--record FILE`.
//!
//! The protocol tells no end of a game and no result, so the recorder looks on: as long as a position
//! follows from the one before, by more or fewer stones, it is the same game; when another one begins,
//! or the brain ends, the game is kept with the result that the board tells. What cannot be kept goes
//! to the log: a file that cannot be written must not cost the game. Imports `records` and below.

use std::path::{Path, PathBuf};

use super::game::Game;
use crate::board::Position;
use crate::records::kept::{KeptGame, KeptMove, Outcome, file};
use crate::types::{Color, Coord, Stone};
use crate::util::date;

/// Looks on and keeps games.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    /// The game as it was last seen, and when it began.
    seen: Option<(Game, u64)>,
}

impl Recorder {
    /// Keeps games in the file.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), seen: None }
    }

    /// Looks at the game after every command and every answer.
    pub fn look(&mut self, game: Option<&Game>) {
        let Some(game) = game else { return };
        let began = match &self.seen {
            Some((seen, began)) if is_same_game(&seen.position, &game.position) => *began,
            _ => {
                self.finish();
                date::now_unix_ms()
            }
        };
        let is_news = self.seen.as_ref().is_none_or(|(seen, _)| seen != game);
        if is_news {
            self.seen = Some((game.clone(), began));
        }
    }

    /// Keeps the game that was seen last; the next one is another.
    pub fn finish(&mut self) {
        let Some((game, began)) = self.seen.take() else { return };
        if game.position.stones().is_empty() {
            return;
        }
        let Some(kept) = kept(&game, began) else {
            log::warn!("the stones are no game from an empty board: it is not kept");
            return;
        };
        match file::append(&self.path, &[kept]) {
            Ok(numbers) => log::debug!("kept as {numbers:?} in {}", self.path.display()),
            Err(error) => log::error!("the game is not kept: {error}"),
        }
    }
}

/// Whether one position comes from the other by stones put or taken back. Emptying the board ends a
/// game.
fn is_same_game(before: &Position, after: &Position) -> bool {
    if before.size() != after.size() || (after.stones().is_empty() && !before.stones().is_empty()) {
        return false;
    }
    let has_all = |large: &Position, small: &Position| {
        small.stones().iter().all(|&(coord, stone)| large.stone_at(coord) == Some(stone))
    };
    has_all(after, before) || has_all(before, after)
}

/// The game as it is kept; `None` if the stones are not those of moves in turn. The order of stones
/// that came with `BOARD` is that of each color.
fn kept(game: &Game, began: u64) -> Option<KeptGame> {
    let position = &game.position;
    let of = |color: Color| -> Vec<Coord> {
        let own = |&&(_, stone): &&(Coord, Stone)| stone == Stone::from(color);
        position.stones().iter().filter(own).map(|&(coord, _)| coord).collect()
    };
    let (black, white) = (of(Color::Black), of(Color::White));
    let has_turns = black.len() == white.len() || black.len() == white.len() + 1;
    if !has_turns || black.len() + white.len() != position.stones().len() {
        return None;
    }
    let second = white.iter().map(Some).chain(std::iter::once(None));
    let moves = black.iter().zip(second).flat_map(|(&black, white)| [Some(black), white.copied()]);
    let name = |color: Color| if game.own == Some(color) { "tengen" } else { "opponent" };
    Some(KeptGame {
        started_ms: Some(began / 1000 * 1000),
        black: name(Color::Black).to_owned(),
        white: name(Color::White).to_owned(),
        rule: position.rule(),
        size: position.size(),
        outcome: Outcome::of(position),
        moves: moves.flatten().map(|coord| KeptMove { coord, time_ms: None }).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_moves;
    use crate::types::{BoardSize, Rule};

    fn game(moves: &str) -> Game {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(Rule::Renju, size);
        game.own = Some(Color::White);
        for coord in parse_moves(moves, size).unwrap() {
            game.position.play(coord).unwrap();
        }
        game
    }

    /// The moves of the games that are kept when these positions are seen.
    fn recorded(positions: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut recorder = Recorder::new(&path);
        recorder.look(None);
        for moves in positions {
            recorder.look(Some(&game(moves)));
        }
        recorder.finish();
        recorder.finish();
        if !path.exists() {
            return Vec::new();
        }
        let contents = file::read(&path).unwrap();
        assert_eq!(contents.damages, []);
        let games = contents.games.into_iter().map(|entry| entry.game);
        games.map(|game| crate::records::kept::convert::to_line(&game).trim().to_owned()).collect()
    }

    #[test]
    fn a_game_goes_on_by_moves_and_takebacks_and_ends_with_another() {
        assert_eq!(
            recorded(&["", "h8", "h8i9", "h8i9j10", "h8i9", "h8i9j8", "", "a1", "c3d4"]),
            ["h8i9j8", "a1", "c3d4"]
        );
        assert_eq!(recorded(&["", ""]), [""; 0]);
    }

    #[test]
    fn the_result_is_the_boards_and_the_names_tell_who_we_were() {
        let kept = super::kept(&game("h8a1i8a2j8a3k8a4l8"), 1_700_000_000_999).unwrap();
        assert_eq!(kept.outcome.to_string(), "black wins: five");
        assert_eq!((kept.black.as_str(), kept.white.as_str()), ("opponent", "tengen"));
        assert_eq!(kept.started_ms, Some(1_700_000_000_000));
    }

    #[test]
    fn stones_that_are_no_game_are_left_out() {
        let mut board = game("h8");
        board.position.put(Coord::new(0, 0), Stone::Black).unwrap();
        assert_eq!(super::kept(&board, 0), None);
        let mut blocked = game("h8i9");
        blocked.position.put(Coord::new(0, 0), Stone::Blocked).unwrap();
        assert_eq!(super::kept(&blocked, 0), None);
    }
}
