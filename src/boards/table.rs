//! The table of a game connects the game, the engine and the stored games. It asks the engine,
//! writes every move down, and never loses a game: before a game is replaced or left, it is saved
//! if all games are saved, or the user decides, or it stays written down. Both drivers use it.

use super::command::TableCommand;
use super::engine_thread::{self, EngineMove, EnginePlayer, SearchKind};
use super::game::{GameEffect, LiveGame, WaitingFor};
use super::game_store::{GameStore, Interrupted, save};
use super::resume::Resume;
use tengen_records::game_tree::GameTree;
use tengen_util::date;

/// What [`SaveLoss::Partial`] means, for people.
const PARTIAL: &str = "Variations and comments are not saved.";

/// What [`SaveLoss::Edited`] means, for people.
const EDITED: &str = "The position that is being set up is not saved.";

/// What happens to the game on the board if a command is executed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveLoss {
    /// Nothing is lost: it continues, is saved, or has neither moves nor stones.
    Nothing,
    /// It is not saved anywhere; the user must decide.
    Unsaved,
    /// Its line is saved, but its variations and comments are not; the user must decide.
    Partial,
    /// All games are saved, but this one could not be: the game's message says why.
    Failed,
    /// The stones that are being set up; the user must decide.
    Edited,
    /// The command cannot be executed: the game's message says why.
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
    /// Whether a person can be asked about variations that would be lost.
    asks: bool,
    /// The game as it was last written down.
    written: Option<WrittenGame>,
    /// Whether the user has said that an unsaved game is dropped on leaving.
    is_abandoned: bool,
    /// The game of a file that is about to take the place of this one, with what was lost in
    /// reading.
    read: Option<(GameTree, Vec<String>)>,
}

/// A game that was written down, or why that failed.
struct WrittenGame {
    game: GameTree,
    resume: Resume,
    failure: Option<String>,
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
            asks: true,
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

    /// This table, with nobody to ask: once the line is saved, variations alone are dropped.
    #[must_use]
    pub(crate) fn without_questions(self) -> Self {
        Self { asks: false, ..self }
    }

    /// Starts the engine's search that the game waits for.
    pub fn ask(&mut self, wanted: WaitingFor) {
        if let (WaitingFor::Opening, Some(opening)) = (wanted, self.game.opening()) {
            self.engine.begin_opening(opening);
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
                self.game.take_choices(&answer.choices);
            }
            Some(coord) if !is_opening => self.game.answer(coord, answer.time_ms, &answer.note),
            _ => {
                self.game.lose_engine();
                return false;
            }
        }
        true
    }

    /// Writes the game down if it has changed, with the position that is being set up, so that it
    /// continues if the program is killed.
    pub fn write_down(&mut self) {
        if !self.game.has_contents() && !self.game.has_edited() {
            // What was written down before has been dropped.
            if self.written.take().is_some() {
                self.store.release();
            }
            return;
        }
        let game = self.game.tree();
        let resume = Resume::new(self.engine.strength(), self.game);
        let last = self.written.as_ref().filter(|last| last.game == *game);
        if last.is_some_and(|last| last.resume == resume) {
            return;
        }
        // The message may already say where the game is saved.
        let is_reported = last.is_some_and(|last| last.failure.is_some());
        let game = game.clone();
        let failure = self.store.write_down(&game, &resume).err();
        if let Some(message) = failure.as_ref().filter(|_| !is_reported) {
            self.game.say(message);
        }
        self.written = Some(WrittenGame { game, resume, failure });
    }

    /// What a command would lose: stones that are being set up, or else of the game. The game is
    /// saved first if all games are saved. Variations alone are no loss then, or where nobody
    /// can be asked; comments are.
    pub(crate) fn loss_by(&mut self, command: &TableCommand) -> SaveLoss {
        if let TableCommand::Open(file, number) = command
            && let Err(why) = self.read(file, *number)
        {
            self.game.say(why);
            return SaveLoss::Refused;
        }
        if *command != TableCommand::QUIT && !self.begins_another(command) {
            return SaveLoss::Nothing;
        }
        if *command != TableCommand::Edit && self.game.has_edited() {
            return SaveLoss::Edited;
        }
        self.autosave();
        let (game, saves_all) = (&*self.game, self.store.saves_all());
        let asks = self.asks && !saves_all;
        match () {
            () if !game.is_unsaved() => SaveLoss::Nothing,
            () if game.is_missing_in_store() && saves_all => SaveLoss::Failed,
            () if game.is_missing_in_store() && game.saved_file().is_none() => SaveLoss::Unsaved,
            () if !asks && !game.tree().has_remarks() => SaveLoss::Nothing,
            () => SaveLoss::Partial,
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

    /// Saves the game if all games are saved.
    fn autosave(&mut self) {
        if self.store.saves_all() && self.game.is_missing_in_store() {
            // The default place never replaces a file.
            let _ = save(self.game, self.store, None, false);
        }
    }

    /// Executes a command; [`GameTable::loss_by`] has handled what it loses.
    pub(crate) fn obey(&mut self, command: TableCommand, time_ms: Option<u64>) -> GameEffect {
        let begins_another = self.begins_another(&command);
        let effect = match command {
            TableCommand::Open(file, _) => self.open(&file),
            command => self.game.obey(command, time_ms, date::now_unix_ms()),
        };
        if begins_another {
            self.store.release();
            self.written = None;
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

    /// Leaves the game, which another one is about to replace with this loss, in its file. Returns
    /// a sentence that says so, `None` if the game could not be written: its message says why.
    pub fn set_aside(&mut self, loss: SaveLoss) -> Option<String> {
        self.write_down();
        if !self.is_on_disk() {
            self.say_not_saved(loss);
            return None;
        }
        let file = self.store.set_aside()?;
        let left = match loss {
            SaveLoss::Partial => "Variations and comments of the previous game are not saved",
            _ => "The previous game is not saved",
        };
        Some(format!("{left}; it stays in {file}."))
    }

    /// The message of a game that could not be written down: what of it is not saved either.
    fn say_not_saved(&mut self, loss: SaveLoss) {
        let failure = self.written.as_ref().and_then(|written| written.failure.clone());
        let lost = match loss {
            SaveLoss::Partial => PARTIAL,
            SaveLoss::Edited => EDITED,
            _ => "The game is not saved.",
        };
        let text = format!("{lost} {}", failure.unwrap_or_default());
        self.game.say(text.trim_end());
    }

    /// The user leaves, and has decided whether to drop the game if it is not saved.
    pub(crate) fn abandon_if(&mut self, drops: bool) {
        self.is_abandoned |= drops;
    }

    /// The user leaves the game: it is saved if all games are saved. A game that is not saved stays
    /// written down, unless the user has abandoned it.
    pub fn leave(&mut self) {
        if self.is_abandoned && self.game.has_edited() {
            // The game below may still be saved.
            self.obey(TableCommand::Cancel, None);
            self.game.say("");
        }
        let loss = self.loss_by(&TableCommand::QUIT);
        if loss == SaveLoss::Nothing || self.is_abandoned {
            self.store.release();
            return;
        }
        self.write_down();
        if !self.is_on_disk() {
            self.say_not_saved(loss);
            return;
        }
        let is_over = self.game.is_over();
        let said = self.game.message();
        let why = match loss {
            SaveLoss::Failed => said,
            // Where the line is saved, and that the rest is not.
            SaveLoss::Partial if !said.is_empty() => said,
            SaveLoss::Partial => PARTIAL,
            SaveLoss::Edited => EDITED,
            _ if is_over => "The game is over but not saved.",
            _ => "The game is not saved.",
        };
        let (command, does) =
            (self.store.continue_command(), if is_over { "shows" } else { "continues" });
        self.game.say(format!("{why} {command} {does} it."));
        self.store.set_aside();
    }

    /// The terminal is gone or a signal arrived: the game stays written down.
    pub(crate) fn break_off(&mut self) {
        self.write_down();
        if self.is_on_disk() {
            let command = self.store.continue_command();
            self.game.say(format!("The game was interrupted; {command} continues it."));
        }
    }

    fn is_on_disk(&self) -> bool {
        self.written.as_ref().is_some_and(|written| written.failure.is_none())
    }
}

#[cfg(test)]
mod tests;
