//! A game in a terminal: draws, and reads keys and the mouse while the engine searches.

use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::command::TableCommand;
use super::engine_thread::{self, EnginePlayer, Progress, SearchKind};
use super::game::{GameEffect, LiveGame, WaitingFor};
use super::game_store::{GameStore, Interrupted, autosave, save};
use super::glyphs::Glyphs;
use super::keys::{KeyAction, Keys};
use super::resume::Resume;
use super::terminal::{Input, Terminal};
use super::view::{self, DrawnScreen, Page, Prompt, Scene};
use crate::records::game_tree::{GameTree, NodeId};
use crate::util::date;

/// How long to wait for a key before polling the engine again.
const TICK: Duration = Duration::from_millis(40);

/// A question, and what waits for its answer.
#[derive(Clone, Debug, PartialEq)]
enum Question {
    /// What to do with an unsaved game before this command.
    Unsaved(TableCommand),
    /// Whether to replace a file.
    Replace(Option<String>),
    /// Whether to resign.
    Resign,
    /// What to do with a game that was interrupted.
    Interrupted(Box<Interrupted>),
}

impl Question {
    fn text(&self) -> String {
        match self {
            Question::Unsaved(_) => {
                "Save the game? y: save  n: do not save  Esc: keep playing".to_owned()
            }
            Question::Replace(file) => {
                let file = file.as_deref().unwrap_or("the file");
                format!("{file} exists. Replace it? y: yes  n: no")
            }
            Question::Resign => "Resign? y: yes  n: no".to_owned(),
            Question::Interrupted(found) => {
                let (moves, what) = (found.game.len(), &found.description);
                format!(
                    "A game {what} was interrupted after {moves} moves. y: continue it  n: later  \
                     d: delete it"
                )
            }
        }
    }
}

/// Plays until the person quits. Every move is written down as it is played. An unsaved game is
/// saved or dropped as the person answers; a store that saves all games saves it without asking. An
/// error or a signal leaves the game written down, to be continued.
///
/// # Errors
/// If the terminal is gone or a signal arrived.
pub(crate) fn run(
    game: &mut LiveGame,
    brain: &mut dyn EnginePlayer,
    store: &mut dyn GameStore,
    terminal: &mut dyn Terminal,
    glyphs: &Glyphs,
) -> io::Result<()> {
    let interrupted = if game.tree().is_empty() { store.interrupted() } else { None };
    let asked = interrupted.map(|found| Question::Interrupted(Box::new(found)));
    let mut driver = ScreenDriver {
        game,
        brain,
        store,
        terminal,
        glyphs,
        keys: Keys::default(),
        thinking: None,
        progress: Progress::default(),
        turn_since: Instant::now(),
        page: Page::Board,
        scroll: 0,
        drawn: None,
        kept: None,
        asked,
    };
    let result = driver.play();
    driver.drop_thought();
    driver.finish(result.is_ok());
    result
}

struct ScreenDriver<'a> {
    game: &'a mut LiveGame,
    brain: &'a mut dyn EnginePlayer,
    store: &'a mut dyn GameStore,
    terminal: &'a mut dyn Terminal,
    glyphs: &'a Glyphs,
    keys: Keys,
    /// What the engine is searching for.
    thinking: Option<WaitingFor>,
    /// What it has found, now or in its last search.
    progress: Progress,
    /// When the turn of the side to move began.
    turn_since: Instant,
    page: Page,
    scroll: usize,
    /// The screen as it was drawn last: what a click means.
    drawn: Option<DrawnScreen>,
    /// The game as it was last written down.
    kept: Option<(GameTree, Resume)>,
    asked: Option<Question>,
}

impl ScreenDriver<'_> {
    fn play(&mut self) -> io::Result<()> {
        loop {
            self.write_down();
            self.look_after_engine();
            self.write_down();
            self.draw()?;
            let Some(input) = self.terminal.input(TICK)? else { continue };
            if self.take(input) {
                return Ok(());
            }
        }
    }

    /// Takes an input; returns whether to leave.
    fn take(&mut self, input: Input) -> bool {
        match input {
            Input::Key(key) => match self.asked.take() {
                Some(question) => self.answer(key, question),
                None => self.press(key),
            },
            Input::Click { .. } if self.asked.is_some() => false,
            Input::Click { column, row, is_left } => self.click(column, row, is_left),
            Input::Wheel { is_down } => {
                self.scroll_by(if is_down { 3 } else { -3 });
                false
            }
        }
    }

    fn press(&mut self, key: KeyEvent) -> bool {
        if self.page != Page::Board && self.keys.typed.is_none() && self.turn_page(key) {
            return false;
        }
        let is_editing = self.game.is_editing();
        match self.keys.press(key, self.game.position().size(), is_editing) {
            KeyAction::Nothing => false,
            KeyAction::NextPage => {
                self.show_page(Page::Info);
                false
            }
            KeyAction::Wrong(error) => {
                self.game.say(format!("{error}."));
                false
            }
            KeyAction::Command(command) => self.obey(command),
        }
    }

    /// Takes a key on a page without a board; returns whether it has a meaning there.
    fn turn_page(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return false;
        }
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => self.scroll_by(1),
            KeyCode::Up | KeyCode::Char('k') => self.scroll_by(-1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll_by(8),
            KeyCode::PageUp => self.scroll_by(-8),
            KeyCode::Home => self.scroll = 0,
            KeyCode::Tab if self.page == Page::Info => self.show_page(Page::Help),
            KeyCode::Tab | KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => {
                self.show_page(Page::Board);
            }
            KeyCode::Char(':') => return false,
            _ => self.show_page(Page::Board),
        }
        true
    }

    fn show_page(&mut self, page: Page) {
        self.page = page;
        self.scroll = 0;
    }

    fn scroll_by(&mut self, lines: isize) {
        let most = self.drawn.as_ref().map_or(0, |drawn| drawn.scroll_max);
        self.scroll = self.scroll.min(most).saturating_add_signed(lines).min(most);
    }

    fn click(&mut self, column: usize, row: usize, is_left: bool) -> bool {
        if self.page != Page::Board {
            self.show_page(Page::Board);
            return false;
        }
        let Some(coord) = self.drawn.as_ref().and_then(|drawn| drawn.coord_at(column, row)) else {
            return false;
        };
        if !is_left && !self.game.is_editing() {
            return self.obey(TableCommand::Undo);
        }
        self.obey(TableCommand::Point(coord)) || self.obey(TableCommand::PutHere)
    }

    /// Passes the position to the engine when it is due, and its answer to the game.
    fn look_after_engine(&mut self) {
        let wanted = self.game.waiting_for();
        if self.thinking.is_none() && wanted != WaitingFor::Person {
            self.ask_engine(wanted);
            self.thinking = Some(wanted);
            self.progress = Progress::default();
        }
        if self.thinking.is_none() {
            return;
        }
        self.progress = self.brain.progress();
        let Some(answer) = self.brain.wait(Duration::ZERO) else { return };
        // An analysis that has ended proved its value; the answer is on the screen.
        if self.thinking == Some(WaitingFor::Analysis) {
            return;
        }
        // A hint is given in the person's own time.
        let asked = self.thinking.take();
        if !matches!(asked, Some(WaitingFor::Hint | WaitingFor::Explanation)) {
            self.turn_since = Instant::now();
        }
        match answer.coord {
            _ if asked == Some(WaitingFor::Opening) => self.game.take_choices(&answer.choices),
            Some(coord) => self.game.answer(coord, answer.time_ms, &answer.note),
            None => self.game.say("The engine has no move."),
        }
    }

    fn ask_engine(&mut self, wanted: WaitingFor) {
        if let (WaitingFor::Opening, Some(opening)) = (wanted, self.game.opening()) {
            self.brain.begin_opening(opening);
            return;
        }
        let mover = self.game.position().to_move();
        let kind = match wanted {
            WaitingFor::Analysis => SearchKind::Analysis,
            WaitingFor::Explanation => SearchKind::Explanation,
            _ => SearchKind::Move { used_ms: self.game.used_ms(mover) },
        };
        self.brain.begin(self.game.position(), kind);
    }

    /// Writes the game down if it has changed.
    fn write_down(&mut self) {
        if self.game.tree().is_empty() && !self.game.tree().has_setup() {
            return;
        }
        let resume = Resume::new(self.brain.strength(), self.game.resumed_opening());
        if self.kept.as_ref().is_some_and(|kept| kept.0 == *self.game.tree() && kept.1 == resume) {
            return;
        }
        if let Err(message) = self.store.keep(self.game.tree(), &resume) {
            self.game.say(message);
        }
        self.kept = Some((self.game.tree().clone(), resume));
    }

    fn turn_ms(&self) -> Option<u64> {
        let is_running = match self.game.waiting_for() {
            WaitingFor::Analysis => false,
            WaitingFor::Person => {
                self.game.outcome() == crate::records::GameOutcome::Unfinished
                    && !self.game.is_paused()
                    && !self.game.is_editing()
            }
            WaitingFor::Move | WaitingFor::Hint | WaitingFor::Explanation | WaitingFor::Opening => {
                true
            }
        };
        is_running.then(|| u64::try_from(self.turn_since.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn draw(&mut self) -> io::Result<()> {
        let area = self.terminal.area();
        let question = self.asked.as_ref().map(Question::text);
        let prompt = match (&question, self.keys.typed.as_deref()) {
            (Some(question), _) => Prompt::Question(question),
            (None, Some(typed)) => Prompt::Typed(typed),
            (None, None) => Prompt::Idle,
        };
        let scene = Scene {
            game: self.game,
            prompt,
            thinking: self.thinking,
            progress: &self.progress,
            turn_ms: self.turn_ms(),
            page: self.page,
            scroll: self.scroll,
            glyphs: self.glyphs,
        };
        let drawn = view::draw(&scene, area);
        let shown = self.terminal.show(&drawn.picture);
        self.drawn = Some(drawn);
        shown
    }

    /// Executes a command that needs no confirmation; asks before something is lost. Returns
    /// whether to leave.
    fn obey(&mut self, command: TableCommand) -> bool {
        let drops_game = match command {
            TableCommand::New | TableCommand::Quit => true,
            TableCommand::Edit => self.game.has_edited(),
            _ => false,
        };
        if drops_game && self.game.is_unsaved() && !self.store.saves_all() {
            self.asked = Some(Question::Unsaved(command));
            return false;
        }
        if command == TableCommand::Resign && self.game.waiting_for() != WaitingFor::Person {
            return self.execute(command);
        }
        if command == TableCommand::Resign && !self.game.is_over() && !self.game.is_editing() {
            self.asked = Some(Question::Resign);
            return false;
        }
        self.execute(command)
    }

    /// Takes the key that answers a question; returns whether to leave. Ctrl-C leaves.
    fn answer(&mut self, key: KeyEvent, question: Question) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match key.code {
            KeyCode::Char('c' | 'd') if is_control => None,
            KeyCode::Char(letter) => Some(KeyCode::Char(letter.to_ascii_lowercase())),
            code => Some(code),
        };
        match (question, code) {
            (Question::Unsaved(command), None | Some(KeyCode::Char('n'))) => self.execute(command),
            (Question::Unsaved(command), Some(KeyCode::Char('y'))) => {
                // If it cannot be saved, the message says why and the game continues.
                save(self.game, self.store, None, false);
                let is_quit = command == TableCommand::Quit;
                !self.game.is_unsaved() && (is_quit || self.execute(command))
            }
            (_, None) => self.execute(TableCommand::Quit),
            (Question::Replace(file), Some(KeyCode::Char('y'))) => {
                save(self.game, self.store, file.as_deref(), true);
                false
            }
            (Question::Resign, Some(KeyCode::Char('y'))) => self.execute(TableCommand::Resign),
            (Question::Interrupted(found), Some(KeyCode::Char('y'))) => {
                self.continue_game(*found);
                false
            }
            (Question::Interrupted(..), Some(KeyCode::Char('d'))) => {
                self.store.delete_interrupted();
                self.game.say("The interrupted game is deleted.");
                false
            }
            (_, Some(KeyCode::Esc | KeyCode::Char('n'))) => false,
            (question, _) => {
                self.asked = Some(question);
                false
            }
        }
    }

    fn continue_game(&mut self, Interrupted { game, resume, .. }: Interrupted) {
        self.drop_thought();
        self.game.continue_with(game, &resume);
        if let Some(strength) = resume.strength(self.brain.strength()) {
            let level = strength.options.level;
            self.game.say(format!("The game continues at level {level}."));
            self.brain.set_strength(strength);
        }
        self.store.adopt();
        self.turn_since = Instant::now();
    }

    /// Executes a command; returns whether to leave.
    fn execute(&mut self, command: TableCommand) -> bool {
        if command == TableCommand::Quit {
            self.game.say("");
            return true;
        }
        // A pending hint does not prevent a move.
        if command.changes_game()
            && matches!(
                self.thinking,
                Some(WaitingFor::Hint | WaitingFor::Explanation | WaitingFor::Analysis)
            )
        {
            self.drop_thought();
        }
        if command == TableCommand::New {
            autosave(self.game, self.store);
        }
        let before = self.game.at();
        let is_new = command == TableCommand::New;
        let time_ms = u64::try_from(self.turn_since.elapsed().as_millis()).ok();
        match self.game.obey(command, time_ms, date::now_unix_ms()) {
            GameEffect::None => {}
            GameEffect::Hurry => self.brain.hurry(),
            GameEffect::Forget => self.drop_thought(),
            GameEffect::Save(file, replaces) => {
                if save(self.game, self.store, file.as_deref(), replaces) {
                    self.asked = Some(Question::Replace(file));
                }
            }
            GameEffect::Level(text) => self.level(&text),
            GameEffect::Help => self.show_page(Page::Help),
            GameEffect::Quit => return true,
        }
        self.follow(before, is_new);
        false
    }

    /// Tells or sets the level. A search at the old one is begun anew.
    fn level(&mut self, text: &str) {
        self.game.say(engine_thread::level(self.brain, text));
        if !text.is_empty() {
            self.drop_thought();
        }
    }

    /// What follows from a command that changed the game.
    fn follow(&mut self, before: NodeId, is_new: bool) {
        if is_new {
            self.store.release();
            self.kept = None;
            self.progress = Progress::default();
        }
        if self.game.at() != before || is_new {
            self.turn_since = Instant::now();
        }
    }

    /// Stops the engine; its answer is ignored.
    fn drop_thought(&mut self) {
        if self.thinking.take().is_some() {
            self.brain.hurry();
        }
    }

    /// After the last key: a game that was left on purpose is saved or dropped, one that was
    /// interrupted stays written down.
    fn finish(&mut self, is_on_purpose: bool) {
        if is_on_purpose {
            autosave(self.game, self.store);
            let is_safe = !self.store.saves_all() || !self.game.is_missing_in_store();
            if is_safe {
                self.store.release();
            }
        } else if self.kept.is_some() {
            self.write_down();
            self.game.say("The game was interrupted; tengen play --continue continues it.");
        }
    }
}

#[cfg(test)]
mod tests;
