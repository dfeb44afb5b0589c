//! The state of the dialogue: lines in, actions out. Pure: no I/O, no threads, no clock; each line
//! comes with its time. `run` executes the actions and reports back what the engine chose.
//!
//! Every command that asks for a move is answered by a move or an `ERROR`; every error leaves the
//! state unchanged (except that stones that fill the board stay). `INFO` is never answered.

mod action;
mod blocks;
mod database;
mod draft;
#[cfg(test)]
mod extension_tests;
mod searches;
mod steps;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use self::action::{Actions, Purpose, answered, say_error};
pub(crate) use self::action::{
    BookQuestion, OpeningRequest, SearchRequest, SearchSetup, SessionAction, SessionConfig,
};
use self::draft::{Draft, PathOf};
use super::about;
use super::blocked::Blocked;
use super::client::Client;
use super::error::StateError;
use super::game::SessionGame;
use super::interrupt::Urgency;
use super::settings::InfoSettings;
use crate::wire::{Axes, Command, FileWord, Info, NumberPair, ParseError, ParsedLine, Reply};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Score};

/// The dialogue with one manager.
#[derive(Debug)]
pub(crate) struct BrainSession {
    pub(super) config: SessionConfig,
    pub(super) settings: InfoSettings,
    client: Client,
    pub(super) axes: Axes,
    pub(super) game: Option<SessionGame>,
    /// Whether the manager's position is another one than `game`: its last `YXBOARD` was refused.
    is_refused: bool,
    pub(super) blocked: Blocked,
    /// The last position that was searched for the best move, and its value once that is known.
    pub(super) last_search: Option<(Position, Option<Score>)>,
    /// The command whose lines have not all arrived.
    draft: Option<Draft>,
    pending: Option<(Purpose, Duration)>,
    /// What follows `DONE` on its line while the block is not answered, and the time of the line.
    rest: Option<(Result<Command, ParseError>, Duration)>,
    /// The last `max_memory` that was reported as too small.
    small_memory: u64,
    /// The last `strength` that was reported.
    strength: Option<i64>,
    /// What is to be reported before the next answer: `INFO` itself is never answered.
    notices: Vec<String>,
}

impl BrainSession {
    /// A dialogue before its first line.
    pub(crate) fn new(config: SessionConfig) -> Self {
        Self {
            config,
            settings: InfoSettings::new(config.threads, config.level, config.hash_kib),
            client: Client::default(),
            axes: Axes::default(),
            game: None,
            is_refused: false,
            blocked: Blocked::default(),
            last_search: None,
            draft: None,
            pending: None,
            rest: None,
            small_memory: 0,
            strength: None,
            notices: Vec::new(),
        }
    }

    /// Sets the book of the command line.
    pub(crate) fn use_book(&mut self, book: Option<PathBuf>, learning: bool) {
        self.settings.use_book(book, learning);
    }

    /// Uses a newly opened database: the engine plays from it, too.
    pub(crate) fn use_database(&mut self, book: PathBuf) {
        self.settings.open_book(book);
    }

    /// The game, once there is a board.
    pub(crate) fn game(&self) -> Option<&SessionGame> {
        self.game.as_ref()
    }

    /// What the engine can prepare before a move is requested; `None` before there is a board.
    pub(crate) fn search_setup(&self) -> Option<SearchSetup> {
        let position = &self.game.as_ref()?.position;
        let options = self.settings.options();
        Some(SearchSetup { rule: position.rule(), size: position.size(), options })
    }

    /// How urgent the command is that waits, on the same line, for the answer to a block.
    pub(crate) fn waiting_urgency(&self) -> Urgency {
        self.rest.as_ref().map_or(Urgency::None, |(command, _)| Urgency::of(command))
    }

    /// Takes one line that was complete at the time `at`.
    pub(crate) fn receive(
        &mut self,
        ParsedLine { line, command }: ParsedLine,
        at: Duration,
    ) -> Actions {
        if let Err(error @ ParseError::Dropped { .. }) = command {
            // Lines of the command that was being read may be among them.
            self.draft = None;
            return vec![say_error(error)];
        }
        if matches!(command, Ok(Command::Info(_))) {
            self.client.see_setting(&line.text());
        }
        // Only a quoted text has blank lines.
        let is_in_text = matches!(self.draft, Some(Draft::Text(_)));
        if line.is_blank() && !is_in_text {
            return Vec::new();
        }
        match self.draft.take() {
            Some(Draft::Path(of)) => self.receive_path(of, &line.text()),
            Some(Draft::Text(draft)) => self.receive_text(draft, &line, command, at),
            Some(Draft::Rows(draft)) => self.receive_row(draft, &line.text(), command, at),
            None => self.obey_parsed(command, at),
        }
    }

    /// Executes a command, or answers with the error of its line.
    fn obey_parsed(&mut self, command: Result<Command, ParseError>, at: Duration) -> Actions {
        if self.client.hear(&command) {
            self.settings.use_yixin_rules();
            self.apply_rule();
        }
        match command {
            Ok(command) => self.obey(command, at),
            Err(ParseError::Info(error)) => {
                log::debug!("{error}");
                Vec::new()
            }
            Err(error @ ParseError::Unknown { .. }) => {
                vec![SessionAction::Say(Reply::Unknown(error.to_string()))]
            }
            Err(error) => vec![say_error(error)],
        }
    }

    fn obey(&mut self, command: Command, at: Duration) -> Actions {
        match command {
            Command::Info(info) => self.apply(&info),
            Command::About => {
                let rule = self.settings.has_rule().then(|| self.settings.rule());
                vec![SessionAction::Say(Reply::About(about::text(rule)))]
            }
            Command::Stop | Command::ReloadConfig(_) => Vec::new(),
            Command::End => vec![SessionAction::Quit],
            Command::Open(kind, rest) => self.open(kind, &rest, at),
            Command::YxStep { step, rest } => self.open_step(step, &rest, at),
            Command::Database(word, rest) => self.open_database(word, &rest, at),
            Command::File(word, rest) => self.open_file(word, &rest),
            Command::Extension(command) => answered(self.obey_extension(&command, at)),
            Command::Start(size) => answered(self.start(size)),
            Command::Restart => answered(self.restart()),
            Command::Begin => answered(self.begin(at)),
            Command::Turn(pair) => answered(self.turn(pair, at)),
            Command::Play(pair) => answered(self.play(pair)),
            Command::Takeback(pair) => answered(self.take_back(pair)),
            Command::Done => vec![say_error(StateError::NoBlock)],
        }
    }

    fn apply(&mut self, info: &Info) -> Actions {
        if let Err(error) = self.settings.apply(info) {
            log::debug!("{error}");
        }
        self.apply_rule();
        match *info {
            Info::Seed(seed) => {
                // Every number is a seed, negative ones as well.
                let seed = seed.cast_unsigned();
                self.config.seed = seed;
                vec![SessionAction::Seed(seed)]
            }
            Info::Strength(strength) => {
                if self.strength.replace(strength) != Some(strength) {
                    let level = self.settings.level();
                    self.notices.push(format!("strength {strength} is level {level} of 10"));
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// The rule may change in the middle of a game; the stones stay.
    pub(super) fn apply_rule(&mut self) {
        let rule = self.settings.rule();
        if let Some(game) = &mut self.game {
            game.position.set_rule(rule);
        }
    }

    /// A command with a file, whose path follows on its line or on the next one.
    fn open_file(&mut self, word: FileWord, rest: &str) -> Actions {
        match rest.trim() {
            "" => {
                self.draft = Some(Draft::Path(PathOf::File(word)));
                Vec::new()
            }
            path => answered(self.use_file(word, path)),
        }
    }

    /// The line after a command with a path.
    fn receive_path(&mut self, of: PathOf, line: &str) -> Actions {
        let path = line.trim();
        answered(match of {
            PathOf::Database(word) => self.whole(word, path.to_owned(), &[]),
            PathOf::File(word) => self.use_file(word, path),
        })
    }

    fn start(&mut self, NumberPair { first, second }: NumberPair) -> Result<Actions, StateError> {
        let side = |side: i64| u64::try_from(side).unwrap_or(0);
        let size = BoardSize::new(side(first), side(second))
            .map_err(|_| StateError::Size { first, second })?;
        Ok(self.new_game(size))
    }

    fn restart(&mut self) -> Result<Actions, StateError> {
        let size = self.size("RESTART")?;
        Ok(self.new_game(size))
    }

    fn new_game(&mut self, size: BoardSize) -> Actions {
        self.settings.clock.new_game();
        self.set_up(SessionGame::new(self.settings.rule(), size));
        let mut actions = vec![SessionAction::Say(Reply::Ok)];
        // Yixin-Board sends START before every move: the results of the last search are still
        // valid.
        if self.axes == Axes::ColumnFirst {
            actions.push(SessionAction::Forget);
        }
        actions
    }

    /// Replaces the position.
    fn set_up(&mut self, game: SessionGame) {
        self.game = Some(game);
        self.is_refused = false;
    }

    fn begin(&mut self, at: Duration) -> Result<Actions, StateError> {
        self.game_for("BEGIN")?.begin()?;
        self.think(Purpose::Moves, at, |_| ())
    }

    fn turn(&mut self, pair: NumberPair, at: Duration) -> Result<Actions, StateError> {
        let axes = self.axes;
        self.game_for("TURN")?.turn(pair, axes)?;
        self.think(Purpose::Moves, at, |_| ())
    }

    fn play(&mut self, pair: NumberPair) -> Result<Actions, StateError> {
        let axes = self.axes;
        let coord = self.game_for("PLAY")?.play(pair, axes)?;
        Ok(vec![SessionAction::Say(Reply::Moves(vec![axes.pair(coord)]))])
    }

    fn take_back(&mut self, pair: NumberPair) -> Result<Actions, StateError> {
        let axes = self.axes;
        self.game_for("TAKEBACK")?.take_back(pair, axes)?;
        Ok(vec![SessionAction::Say(Reply::Ok)])
    }

    pub(super) fn game_for(
        &mut self,
        command: &'static str,
    ) -> Result<&mut SessionGame, StateError> {
        match &mut self.game {
            Some(_) if self.is_refused => Err(StateError::Refused { command }),
            game => game.as_mut().ok_or(StateError::NoBoard { command }),
        }
    }

    fn size(&self, command: &'static str) -> Result<BoardSize, StateError> {
        let game = self.game.as_ref().ok_or(StateError::NoBoard { command })?;
        Ok(game.position.size())
    }
}
