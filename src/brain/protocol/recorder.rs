//! Saves the games of a brain started with `--record FILE`.
//!
//! The protocol reports neither the end of a game nor its result, so the recorder watches
//! positions. A position that follows from the last one by adding or removing stones belongs to the
//! same game, even if the board was emptied in between and all stones were set up again. When
//! another game begins, the last one stays as it is, with the result shown by the board. Every move
//! is written at once: a brain that is killed loses none. While a clock is running, though, moves are
//! only appended; what takes longer follows after the reply. If saving fails, this is logged, tried
//! again, and play continues. Imports `records` and below.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::game::{SessionGame, has_all};
use tengen_engine::board::Position;
use tengen_engine::types::Color;
use tengen_records::library::running::{OngoingGame, Wait};
use tengen_records::library::store::StoreError;
use tengen_records::{GameEnd, GameOutcome, GameRecord, PlayedMove, Verdict};
use tengen_util::date;

/// Watches positions and saves games.
#[derive(Debug)]
pub(crate) struct BrainRecorder {
    path: PathBuf,
    /// The last position, and when its game began.
    seen: Option<(SessionGame, u64)>,
    /// Whether the board was emptied since: some managers do so before they set up the same game.
    is_emptied: bool,
    /// Its game in the file.
    running: OngoingGame,
    /// Whether the last position is not in the file yet.
    is_behind: bool,
    /// The last position of a game that ended by a resignation, while it is still on the board.
    resigned: Option<SessionGame>,
    /// Games that are over, but perhaps not on the disk; with what is not in the file yet.
    ended: Vec<(OngoingGame, Option<GameRecord>)>,
    /// The errors that are logged.
    errors: HashSet<String>,
}

impl BrainRecorder {
    /// A recorder that saves to this file.
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            seen: None,
            is_emptied: false,
            running: OngoingGame::new(path),
            is_behind: false,
            resigned: None,
            ended: Vec::new(),
            errors: HashSet::new(),
        }
    }

    /// Takes the game after every command and every answer, and before a search: then with
    /// [`Wait::No`].
    pub(crate) fn observe(&mut self, game: Option<&SessionGame>, wait: Wait) {
        let Some(game) = game else { return };
        if self.resigned.as_ref() == Some(game) {
            return self.settle(wait);
        }
        self.resigned = None;
        if self.seen.as_ref().is_none_or(|(seen, _)| seen != game) {
            self.follow(game);
        }
        if self.is_behind {
            self.write(wait);
        }
        if wait != Wait::No {
            self.settle(wait);
        }
    }

    /// The game is over: the other side resigned. The next position begins another one.
    pub(crate) fn resigned(&mut self, winner: Color) {
        if let Some(mut record) = self.record()
            && record.outcome == GameOutcome::Unfinished
        {
            record.outcome =
                GameOutcome::Ended { winner: Some(winner), verdict: Verdict::Resigned };
            self.resigned = self.seen.take().map(|(game, _)| game);
            self.end_as(Some(record));
        }
    }

    /// The position has changed.
    fn follow(&mut self, game: &SessionGame) {
        if game.position.stones().is_empty() && self.seen.is_some() {
            self.is_emptied = true;
            return;
        }
        let continues = |seen: &Position| match self.is_emptied {
            true => has_all(&game.position, seen),
            false => has_all(&game.position, seen) || has_all(seen, &game.position),
        };
        let began = match &self.seen {
            Some((seen, began)) if continues(&seen.position) => *began,
            _ => {
                self.end();
                date::now_unix_ms()
            }
        };
        self.is_emptied = false;
        self.seen = Some((game.clone(), began));
        self.is_behind = !game.position.stones().is_empty();
    }

    /// Saves all games, however long it takes; the next position begins another.
    pub(crate) fn finish(&mut self) {
        self.end();
        self.settle(Wait::Yes);
    }

    /// The current game is over. A clock may be running, so that it is saved later.
    fn end(&mut self) {
        let missing = if self.is_behind { self.record() } else { None };
        self.end_as(missing);
    }

    /// The current game is over, and not in the file as it is here.
    fn end_as(&mut self, missing: Option<GameRecord>) {
        let running = std::mem::replace(&mut self.running, OngoingGame::new(&self.path));
        self.ended.push((running, missing));
        self.seen = None;
        self.is_behind = false;
    }

    /// Saves the games that are over, until one must wait.
    fn settle(&mut self, wait: Wait) {
        let mut ended = std::mem::take(&mut self.ended).into_iter();
        for (mut running, missing) in ended.by_ref() {
            let is_written = missing.as_ref().is_none_or(|game| {
                let written = running.write(game, wait);
                written.unwrap_or_else(|error| self.failed(&error)).is_some()
            });
            if !is_written && wait != Wait::Yes {
                self.ended.push((running, missing));
                break;
            }
            if let Err(error) = running.finish() {
                self.failed(&error);
            }
        }
        self.ended.extend(ended);
    }

    fn write(&mut self, wait: Wait) {
        let Some(record) = self.record() else {
            self.is_behind = false;
            return;
        };
        let written = self.running.write(&record, wait);
        let number = written.unwrap_or_else(|error| self.failed(&error));
        // Tried again after the next command and at the end of the game.
        self.is_behind = number.is_none();
    }

    /// The current game to save, if it is one.
    fn record(&self) -> Option<GameRecord> {
        let (game, began) = self.seen.as_ref()?;
        let record = record(game, *began);
        if record.is_none() {
            log::warn!("the stones do not make a game from an empty board: not saved");
        }
        record
    }

    /// Logs an error, once: a retry may fail after every command. The game has no number then.
    fn failed(&mut self, error: &StoreError) -> Option<u64> {
        let text = error.to_string();
        if !self.errors.contains(&text) {
            log::error!("the game is not saved: {text}");
            self.errors.insert(text);
        }
        None
    }
}

/// The game to save; `None` if the moves do not alternate. Stones that came with `BOARD` are
/// ordered within each color only.
fn record(game: &SessionGame, began: u64) -> Option<GameRecord> {
    let position = &game.position;
    let moves = position.moves_in_turn()?;
    let name = |color: Color| if game.own == Some(color) { "tengen" } else { "opponent" };
    let mut record = GameRecord {
        started_ms: Some(began),
        outcome: GameEnd::of_stones(position).outcome,
        moves: moves.into_iter().map(|coord| PlayedMove::new(coord, None)).collect(),
        ..GameRecord::new(position.rule(), position.size())
    };
    record.set_names(name(Color::Black), name(Color::White));
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_moves;
    use tengen_engine::types::{BoardSize, Coord, Rule, Stone};
    use tengen_records::library::store;

    fn game(moves: &str) -> SessionGame {
        let size = BoardSize::square(15).unwrap();
        let mut game = SessionGame::new(Rule::Renju, size);
        game.own = Some(Color::White);
        for coord in parse_moves(moves, size).unwrap() {
            game.position.play(coord).unwrap();
        }
        game
    }

    /// The moves of the games that are saved when these positions are observed.
    fn recorded(positions: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut recorder = BrainRecorder::new(&path);
        recorder.observe(None, Wait::Yes);
        for moves in positions {
            recorder.observe(Some(&game(moves)), Wait::Yes);
        }
        recorder.finish();
        recorder.finish();
        if path.exists() { saved(&path) } else { Vec::new() }
    }

    /// The moves of the games in a library.
    fn saved(path: &Path) -> Vec<String> {
        let contents = store::read(path).unwrap();
        assert_eq!(contents.damages, []);
        let games = contents.games.into_iter().map(|entry| entry.game);
        games.map(|game| tengen_records::txt::write(&game).trim().to_owned()).collect()
    }

    #[test]
    fn recorder_continues_a_game_by_moves_and_takebacks() {
        assert_eq!(
            recorded(&["", "h8", "h8i9", "h8i9j10", "h8i9", "h8i9j8", "", "a1", "c3d4"]),
            ["h8i9j8", "a1", "c3d4"]
        );
        assert_eq!(recorded(&["", ""]), [""; 0]);
        // Yixin-Board empties the board before every move.
        assert_eq!(recorded(&["", "h8i9", "", "h8i9j10", "", "a1", ""]), ["h8i9j10", "a1"]);
    }

    #[test]
    fn recorder_saves_a_resigned_game_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut recorder = BrainRecorder::new(&path);
        for moves in ["h8i9", "h8i9", "", "a1"] {
            recorder.observe(Some(&game(moves)), Wait::Yes);
            if moves == "h8i9" {
                recorder.resigned(Color::White);
                recorder.observe(Some(&game(moves)), Wait::Yes);
            }
        }
        recorder.finish();
        assert_eq!(saved(&path), ["h8i9", "a1"]);
        let games = store::read(&path).unwrap().games;
        let resigned =
            GameOutcome::Ended { winner: Some(Color::White), verdict: Verdict::Resigned };
        assert_eq!(games[0].game.outcome, resigned);
        assert_eq!(games[1].game.outcome, GameOutcome::Unfinished);
    }

    #[test]
    fn recorder_tries_again_after_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let path = missing.join("games.csv");
        let mut recorder = BrainRecorder::new(&path);
        for moves in ["h8", "h8i9", "a1"] {
            recorder.observe(Some(&game(moves)), Wait::ForFile);
        }
        assert_eq!(recorder.errors.len(), 1, "one text, logged once");
        std::fs::create_dir(&missing).unwrap();
        recorder.finish();
        assert_eq!(saved(&path), ["h8i9", "a1"]);
    }

    #[test]
    fn recorder_waits_for_another_writer_at_the_end_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let lock = std::fs::File::create(folder.path().join("games.csv.lock")).unwrap();
        assert!(tengen_util::file_lock::try_lock(&lock));
        let mut recorder = BrainRecorder::new(&path);
        for (moves, wait) in [("h8", Wait::No), ("h8i9", Wait::ForFile), ("a1", Wait::No)] {
            recorder.observe(Some(&game(moves)), wait);
        }
        assert!(!path.exists());
        drop(lock);
        recorder.observe(Some(&game("a1")), Wait::ForFile);
        assert_eq!(saved(&path).len(), 2);
        recorder.finish();
        let mut saved = saved(&path);
        saved.sort();
        assert_eq!(saved, ["a1", "h8i9"]);
    }

    #[test]
    fn recorder_saves_the_result_and_our_color() {
        let saved = super::record(&game("h8a1i8a2j8a3k8a4l8"), 1_700_000_000_999).unwrap();
        assert_eq!(saved.outcome.to_string(), "black wins: five");
        assert_eq!((saved.black.name.as_str(), saved.white.name.as_str()), ("opponent", "tengen"));
        assert_eq!(saved.started_ms, Some(1_700_000_000_999));
    }

    #[test]
    fn recorder_skips_stones_that_are_not_a_game() {
        let mut board = game("h8");
        board.position.put(Coord::new(0, 0), Stone::Black).unwrap();
        assert_eq!(super::record(&board, 0), None);
        let mut blocked = game("h8i9");
        blocked.position.put(Coord::new(0, 0), Stone::Blocked).unwrap();
        assert_eq!(super::record(&blocked, 0), None);
    }
}
