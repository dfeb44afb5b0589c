//! Saving games. The command line implements the store.

use super::game::LiveGame;
use super::resume::Resume;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::GameRecord;
use tengen_records::game_tree::GameTree;

/// Why a game was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The file already exists; the user must confirm replacing it.
    Exists,
    /// A sentence that says why not.
    Failed(String),
}

/// A game that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// A sentence that says where.
    pub message: String,
    /// Whether its variations and comments are saved, too.
    pub is_whole: bool,
}

/// A game that was interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Interrupted {
    /// Its moves.
    pub game: GameTree,
    /// The data needed to continue it.
    pub resume: Resume,
    /// A phrase that describes it: `renju 15x15, 2026-11-24 10:30:00 UTC`.
    pub description: String,
}

/// What earlier sessions left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeftGames {
    /// The last game that was interrupted, can be read and is not being played by another program.
    pub last: Option<Interrupted>,
    /// Sentences about newer games that cannot be read, which file and why.
    pub notes: Vec<String>,
}

/// Stores games. Every game has a file of its own, written after each change, that holds all of it;
/// copies are saved in the library and in files that the person names.
pub trait GameStore {
    /// Saves a copy of the game in `file` or the library; `line` is the line through the board as a
    /// record, if it can be one.
    ///
    /// # Errors
    /// If it cannot be saved, or the file exists and `replaces` is not set.
    fn save(
        &mut self,
        file: Option<&str>,
        replaces: bool,
        game: &GameTree,
        line: Option<&GameRecord>,
    ) -> Result<Saved, SaveError>;
    /// A game of a file: the one with this number, or the last; rule and board are those of a game
    /// that names none. With sentences about what was lost in reading.
    ///
    /// # Errors
    /// With a sentence that says why it cannot be read.
    fn open(
        &mut self,
        file: &str,
        number: Option<u64>,
        rule: Rule,
        size: BoardSize,
    ) -> Result<(GameTree, Vec<String>), String>;
    /// Whether every game is saved in the library, too.
    fn saves_all(&self) -> bool;
    /// Writes the game in its own file; with `resume` it can be continued, without it is over.
    ///
    /// # Errors
    /// With a sentence that says why not.
    fn write_down(&mut self, game: &GameTree, resume: Option<&Resume>) -> Result<(), String>;
    /// Deletes that file: the game is dropped, or over and saved elsewhere. What the person has saved in
    /// it stays.
    fn release(&mut self);
    /// Keeps that file; the next game gets one of its own. Returns its name, `None` if there is none.
    fn set_aside(&mut self) -> Option<String>;
    /// The command line that continues the game, without its limits and strength.
    fn continue_command(&self) -> String;
    /// The games that were interrupted.
    fn interrupted(&mut self) -> LeftGames;
    /// Continues the last of them: from now on it is written in its old file, and the file of the
    /// current game is removed.
    fn adopt(&mut self);
    /// Deletes that game.
    fn delete_interrupted(&mut self);
}

/// What is said of a game of a file, which keeps its main line.
const VARIATION: &str =
    " The line on the board is a variation in it; promote makes it the main line.";

/// Saves a copy of the game and shows the result as its message. Returns whether the file must be
/// replaced, which needs a confirmation.
pub fn save(
    game: &mut LiveGame,
    store: &mut dyn GameStore,
    file: Option<&str>,
    replaces: bool,
) -> bool {
    let record = game.record();
    let saved = store.save(file, replaces, game.with_line_first().tree(), record.as_ref());
    match saved {
        Ok(saved) => {
            if file.is_none() {
                game.mark_in_library();
            }
            if saved.is_whole {
                game.mark_saved();
            }
            let is_variation = saved.is_whole && !game.shows_main_line() && game.is_opened();
            game.say(format!("{}{}", saved.message, if is_variation { VARIATION } else { "" }));
            false
        }
        Err(SaveError::Exists) => true,
        Err(SaveError::Failed(message)) => {
            game.say(message);
            false
        }
    }
}

#[cfg(test)]
pub(crate) mod fake {
    //! A store in memory. The name of a file is the moves of the game in it.

    use super::*;
    use tengen_records::{PlayedMove, move_text};

    /// Saves all games without asking, or only on request.
    #[derive(Debug, Default)]
    pub(crate) struct MemoryStore {
        /// What was saved: the file, and the number of moves on the line through the board.
        pub saved: Vec<(Option<String>, usize)>,
        /// Whether all games are saved without asking.
        pub saves_all: bool,
        /// Whether the library cannot be written.
        pub is_full: bool,
        /// Whether the game's own file cannot be written.
        pub is_read_only: bool,
        /// Sentences about other games that were interrupted.
        pub notes: Vec<String>,
        /// The numbers of moves that were written down; 0 when they were removed.
        pub written: Vec<usize>,
        /// The game that was interrupted.
        pub interrupted: Option<(GameTree, Resume)>,
        /// Whether a game was written as one that is over.
        pub is_closed: bool,
        /// What was written down to continue the game, last.
        pub resume: Resume,
        /// What happened to it.
        pub answer: &'static str,
    }

    impl GameStore for MemoryStore {
        fn save(
            &mut self,
            file: Option<&str>,
            replaces: bool,
            game: &GameTree,
            line: Option<&GameRecord>,
        ) -> Result<Saved, SaveError> {
            match file {
                None if line.is_none() => {
                    let why = "It began with stones set up.".to_owned();
                    return Err(SaveError::Failed(why));
                }
                None if self.is_full => {
                    return Err(SaveError::Failed("The disk is full.".to_owned()));
                }
                Some("nowhere.sgf") => return Err(SaveError::Failed("Not saved.".to_owned())),
                Some("old.sgf") if !replaces => return Err(SaveError::Exists),
                _ => {}
            }
            let moves = line.map_or(game.len(), |line| line.moves.len());
            self.saved.push((file.map(str::to_owned), moves));
            let holds_all = file.is_some_and(|file| file.ends_with(".sgf"));
            let is_whole = holds_all || !game.has_more_than_moves();
            Ok(Saved { message: "Saved.".to_owned(), is_whole })
        }

        fn open(
            &mut self,
            file: &str,
            _: Option<u64>,
            rule: Rule,
            size: BoardSize,
        ) -> Result<(GameTree, Vec<String>), String> {
            let damaged = || "Nothing is opened: it is damaged.".to_owned();
            let moves = move_text::parse(file, size).map_err(|_| damaged())?;
            let mut record = GameRecord::new(rule, size);
            record.moves = moves.into_iter().map(|point| PlayedMove::plain(point, None)).collect();
            let tree = GameTree::from_record(&record).map_err(|_| damaged())?;
            Ok((tree, vec!["A row is skipped.".to_owned()]))
        }

        fn saves_all(&self) -> bool {
            self.saves_all
        }

        fn write_down(&mut self, game: &GameTree, resume: Option<&Resume>) -> Result<(), String> {
            if self.is_read_only {
                return Err("The folder cannot be written.".to_owned());
            }
            self.is_closed = resume.is_none();
            match resume {
                None => {}
                Some(resume) => {
                    self.written.push(game.len());
                    self.resume = resume.clone();
                }
            }
            Ok(())
        }

        fn release(&mut self) {
            self.written.push(0);
        }

        fn set_aside(&mut self) -> Option<String> {
            self.answer = "set aside";
            Some("the old file".to_owned())
        }

        fn continue_command(&self) -> String {
            "tengen play --continue".to_owned()
        }

        fn interrupted(&mut self) -> LeftGames {
            let description = "yesterday".to_owned();
            let last = self.interrupted.clone();
            let last = last.map(|(game, resume)| Interrupted { game, resume, description });
            LeftGames { last, notes: self.notes.clone() }
        }

        fn adopt(&mut self) {
            self.answer = "adopted";
        }

        fn delete_interrupted(&mut self) {
            self.answer = "deleted";
        }
    }
}
