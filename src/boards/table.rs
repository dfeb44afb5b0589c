//! The table of a game connects the game, the engine and the stored games. It asks the engine, writes
//! the game in a file of its own after every change, and so never loses one: before another game
//! takes its place, the file is known to hold all of it. Both drivers use it.

use super::command::TableCommand;
use super::engine_thread::{self, EngineMove, EnginePlayer, SearchKind};
use super::game::{GameEffect, LiveGame, WaitingFor};
use super::game_store::{GameStore, Interrupted, save};
use super::resume::Resume;
use tengen_records::game_tree::GameTree;
use tengen_util::date;

/// Why a command cannot be executed now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The game would be lost, as its file cannot be written: a sentence that says why.
    Unsaved(String),
    /// A file cannot be opened: the game's message says why.
    Refused,
}

/// A game, its engine and its files.
pub struct GameTable<'a> {
    pub game: &'a mut LiveGame,
    pub engine: &'a mut dyn EnginePlayer,
    /// Where games are stored.
    pub store: &'a mut dyn GameStore,
    /// Whether a game that continues is played with the present strength, not with its own.
    keeps_strength: bool,
    /// The game as it was last written down.
    written: Option<WrittenGame>,
    /// Whether the user has said that the game is dropped on leaving.
    is_abandoned: bool,
    /// The game of a file that is about to take the place of this one, with what was lost in
    /// reading.
    read: Option<(GameTree, Vec<String>)>,
}

/// A game that was written down, or why that failed.
struct WrittenGame {
    /// The game on the board at that time.
    live: LiveGame,
    /// What continues it there; without a position that is not to be set up again.
    resume: Resume,
    /// Whether it was written as one that is over.
    is_over: bool,
    failure: Option<String>,
}

impl WrittenGame {
    fn has_editor(&self) -> bool {
        self.resume.editor.is_some()
    }
}

impl<'a> GameTable<'a> {
    /// A table with nothing written down yet.
    pub fn new(
        game: &'a mut LiveGame,
        engine: &'a mut dyn EnginePlayer,
        store: &'a mut dyn GameStore,
    ) -> Self {
        Self {
            game,
            engine,
            store,
            keeps_strength: false,
            written: None,
            is_abandoned: false,
            read: None,
        }
    }

    /// This table, but a game that continues does not bring its strength if `keeps_strength`:
    /// the command line named one.
    #[must_use]
    pub fn keeping_strength(self, keeps_strength: bool) -> Self {
        Self { keeps_strength, ..self }
    }

    /// Starts the engine's search that the game waits for.
    pub fn ask(&mut self, wanted: WaitingFor) {
        if let (WaitingFor::Opening, Some(opening)) = (wanted, self.game.opening()) {
            let used = opening.chooser().map_or(0, |chooser| self.game.participant_ms(chooser));
            self.engine.begin_opening(opening, used);
            return;
        }
        if wanted == WaitingFor::Review {
            self.engine.begin_review(self.game.reviewed_line());
            return;
        }
        let mover = self.game.position().to_move();
        let kind = match wanted {
            WaitingFor::Analysis => SearchKind::Analysis,
            WaitingFor::Explanation => SearchKind::Explanation,
            WaitingFor::Hint => SearchKind::Hint,
            WaitingFor::Person | WaitingFor::Move | WaitingFor::Opening | WaitingFor::Review => {
                SearchKind::Move { used_ms: self.game.used_ms(mover) }
            }
        };
        self.engine.begin(self.game.position(), kind);
    }

    /// Passes the engine's answer to the game. Returns whether there was one: an engine without an
    /// answer has stopped.
    pub fn take(&mut self, asked: WaitingFor, answer: &EngineMove) -> bool {
        if asked == WaitingFor::Review {
            self.game.take_review(answer.review.as_deref());
            return true;
        }
        let is_opening = asked == WaitingFor::Opening;
        match answer.coord {
            _ if is_opening && !answer.choices.is_empty() => {
                self.game.take_choices(&answer.choices, answer.time_ms);
            }
            Some(coord) if !is_opening => self.game.answer(coord, answer.time_ms, &answer.note),
            _ => {
                self.game.lose_engine();
                return false;
            }
        }
        true
    }

    /// Writes the game in its file if it has changed, with the position that is being set up, so that
    /// it continues if the program is killed; a game that is over as such.
    pub fn write_down(&mut self) {
        self.write(true);
    }

    /// Writes the game down, with the position that is being set up if `with_editor`.
    fn write(&mut self, with_editor: bool) {
        let strength = self.engine.strength();
        let mut resume = Resume::new(strength, self.game);
        resume.editor.take_if(|_| !with_editor);
        if !self.game.has_contents() && resume.editor.is_none() {
            // What was written down before has been dropped.
            if self.written.take().is_some() {
                self.store.release();
            }
            return;
        }
        // This is asked many times a second, so nothing is copied for it.
        let last = self.written.as_ref();
        if last.is_some_and(|last| last.resume == resume && last.live.is_same_game(self.game)) {
            return;
        }
        // The message may already say where the game is saved.
        let is_reported =
            last.is_some_and(|last| last.failure.is_some() && last.live.tree() == self.game.tree());
        // As it will be read: the line on the board may be another one in its order.
        let game = self.game.with_line_first();
        let mut as_read = Resume::new(strength, &game);
        as_read.editor.clone_from(&resume.editor);
        let is_over = self.game.is_decided() && resume.editor.is_none();
        let failure = self.store.write_down(game.tree(), (!is_over).then_some(&as_read)).err();
        let live = self.game.clone();
        if let Some(message) = failure.as_ref().filter(|_| !is_reported) {
            self.game.say(message);
        }
        self.written = Some(WrittenGame { live, resume, is_over, failure });
    }

    /// Makes sure that a command loses nothing of the game that it replaces or leaves.
    ///
    /// # Errors
    /// If it would, or another game cannot be opened.
    pub(crate) fn prepare(&mut self, command: &TableCommand) -> Result<(), Obstacle> {
        if let TableCommand::Open(file, number) = command
            && let Err(why) = self.read(file, *number)
        {
            self.game.say(why);
            return Err(Obstacle::Refused);
        }
        if !self.leaves_game(command) {
            return Ok(());
        }
        // A position that is played is not to be set up again.
        let with_editor = *command != TableCommand::Edit;
        let needs_file = self.game.is_unsaved() || (with_editor && self.game.has_edited());
        // There may be room now.
        self.written.take_if(|written| written.failure.is_some());
        self.write(with_editor);
        match self.written.as_ref().and_then(|written| written.failure.clone()) {
            Some(failure) if needs_file => Err(Obstacle::Unsaved(failure)),
            _ => Ok(()),
        }
    }

    /// Whether another game takes the place of this one.
    pub(crate) fn begins_another(&self, command: &TableCommand) -> bool {
        match command {
            TableCommand::New | TableCommand::Open(..) => true,
            TableCommand::Edit => self.game.has_edited(),
            _ => false,
        }
    }

    fn leaves_game(&self, command: &TableCommand) -> bool {
        matches!(command, TableCommand::Quit { .. }) || self.begins_another(command)
    }

    /// Finishes the game's file. It stays unless the user has dropped the game, or all of it is saved
    /// elsewhere and nothing is left to be continued: only that file has clocks, level and the step of
    /// an opening. Returns sentences that say where the game is, for the end of the program if
    /// `is_last`.
    fn close(&mut self, is_last: bool) -> String {
        self.game.say("");
        if self.store.saves_all() && self.game.is_missing_in_library() {
            // The library never asks whether it may be replaced.
            let _ = save(self.game, self.store, None, false);
        }
        let said = self.game.message().to_owned();
        let Some(written) = self.written.take() else { return said };
        let is_elsewhere = !self.game.is_unsaved() && !written.has_editor();
        let is_finished = written.is_over || !self.game.has_changed() || written.failure.is_some();
        if self.is_abandoned || (is_elsewhere && is_finished) {
            self.store.release();
            return said;
        }
        let place = match (written.failure, self.store.set_aside()) {
            (Some(why), _) => format!("The game is not saved. {why}"),
            (None, Some(file)) if is_last && !written.is_over => {
                let command = self.store.continue_command();
                format!("The game stays in {file}; {command} continues it.")
            }
            (None, Some(file)) => format!("The game stays in {file}."),
            (None, None) => String::new(),
        };
        format!("{said} {place}").trim().to_owned()
    }

    /// Executes a command; [`GameTable::prepare`] has made sure that it loses nothing.
    pub(crate) fn obey(&mut self, command: TableCommand, time_ms: Option<u64>) -> GameEffect {
        let begins_another = self.begins_another(&command);
        let left = if begins_another { self.close(false) } else { String::new() };
        let effect = match command {
            TableCommand::Open(file, _) => self.open(&file),
            command => self.game.obey(command, time_ms, date::now_unix_ms()),
        };
        if begins_another {
            self.game.say(format!("{left} {}", self.game.message()).trim());
            self.engine.new_game();
        }
        effect
    }

    /// Reads a game of a file, before anything happens to the present one.
    fn read(&mut self, file: &str, number: Option<u64>) -> Result<(), String> {
        if file.is_empty() {
            return Err("open needs a file, such as open game.sgf.".to_owned());
        }
        let (rule, size) = (self.game.position().rule(), self.game.position().size());
        self.read = Some(self.store.open(file, number, rule, size)?);
        Ok(())
    }

    /// Puts the game that was read on the board.
    fn open(&mut self, file: &str) -> GameEffect {
        let Some((tree, lost)) = self.read.take() else { return GameEffect::None };
        self.game.open(tree, date::now_unix_ms());
        let lost: String = lost.iter().map(|sentence| format!(" {sentence}")).collect();
        self.game.say(format!("The game of {file} is on the board.{lost}"));
        GameEffect::Stop
    }

    /// Continues a game that was interrupted.
    pub(crate) fn continue_game(&mut self, Interrupted { game, resume, .. }: Interrupted) {
        self.game.continue_with(game, &resume);
        let noted = resume.strength(self.engine.strength()).filter(|_| !self.keeps_strength);
        if let Some(strength) = noted {
            let level = strength.options.level;
            self.game.say_continued(Some(level));
            self.engine.set_strength(strength);
        }
        self.game.name_engine(self.engine.strength().options.level);
        self.store.adopt();
        self.written = None;
        self.engine.new_game();
    }

    /// Reports the engine's level, or sets it if the text names one.
    pub fn level(&mut self, text: &str) {
        let answer = engine_thread::level(self.engine, text);
        self.game.name_engine(self.engine.strength().options.level);
        self.game.say(answer);
    }

    /// The user leaves, and has decided whether to drop the game.
    pub(crate) fn abandon_if(&mut self, drops: bool) {
        self.is_abandoned |= drops;
    }

    /// The user leaves the game. It stays in its file unless it is abandoned, or over and saved
    /// elsewhere.
    pub fn leave(&mut self) {
        if self.is_abandoned && self.game.has_edited() {
            // The library may still get the game below.
            self.obey(TableCommand::Cancel, None);
        }
        self.write_down();
        let said = self.close(true);
        self.game.say(said);
    }

    /// The terminal is gone or a signal arrived: the game stays in its file, to be continued unless it
    /// is over.
    pub(crate) fn break_off(&mut self) {
        self.write_down();
        if self.written.as_ref().is_some_and(|written| written.is_over) {
            let said = self.close(true);
            self.game.say(said);
        } else if self.written.as_ref().is_some_and(|written| written.failure.is_none()) {
            let command = self.store.continue_command();
            self.game.say(format!("The game was interrupted; {command} continues it."));
        }
    }
}

#[cfg(test)]
mod tests;
