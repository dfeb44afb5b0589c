//! A game in a terminal: draws the screen, and handles keys and the mouse while the engine
//! searches.

use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::command::TableCommand;
use super::engine_thread::SearchProgress;
use super::game::{GameEffect, Moment, WaitingFor};
use super::game_store::{Interrupted, save};
use super::glyphs::Glyphs;
use super::keys::{KeyAction, Keys};
use super::table::{GameTable, Obstacle};
use super::terminal::{Input, Terminal};
use super::view::{self, DrawnScreen, Prompt, Scene, ScreenPage};
use tengen_records::GameOutcome;
use tengen_records::game_tree::{GameTree, NodeId};
use tengen_util::count::counted;

/// How long to wait for a key before polling the engine again.
const TICK: Duration = Duration::from_millis(40);

/// A question, and the action that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
enum Question {
    /// Whether to drop a game whose file cannot be written (the sentence says why), for this command.
    Drop(TableCommand, String),
    /// Whether to drop the stones that are being set up.
    Edited,
    /// Whether to replace a file.
    Replace(Option<String>),
    Resign,
    /// What to do with an interrupted game.
    Interrupted(Box<Interrupted>),
}

impl Question {
    fn text(&self) -> String {
        match self {
            Question::Drop(_, why) => format!("{why} Drop it? y: yes  n: no"),
            Question::Edited => {
                "Drop the stones that are being set up? y: yes  n: no  e: play them".to_owned()
            }
            Question::Replace(file) => {
                let file = file.as_deref().unwrap_or("the file");
                format!("{file} exists. Replace it? y: yes  n: no")
            }
            Question::Resign => "Resign? y: yes  n: no".to_owned(),
            Question::Interrupted(found) => {
                let moves = counted(found.game.len() as u64, "move");
                let what = &found.description;
                format!(
                    "A game was interrupted after {moves} ({what}). y: continue it  n: later  d: \
                     delete it"
                )
            }
        }
    }
}

/// Plays until the person quits. Every move is written to disk as it is played, and the game stays
/// there unless it is saved elsewhere or the person drops it.
///
/// # Errors
/// If the terminal is gone or a signal arrived.
pub fn run(
    mut table: GameTable<'_>,
    terminal: &mut dyn Terminal,
    glyphs: &Glyphs,
) -> io::Result<()> {
    let asked = ask_about_interrupted(&mut table);
    let mut driver = ScreenDriver::new(table, terminal, glyphs, asked);
    let result = driver.play();
    driver.drop_thought();
    match result {
        Ok(()) => driver.table.leave(),
        Err(_) => driver.table.break_off(),
    }
    result
}

/// The question about an interrupted game, if the current one has not begun. Other games are
/// reported.
fn ask_about_interrupted(table: &mut GameTable<'_>) -> Option<Question> {
    if table.game.has_contents() || table.game.has_edited() {
        return None;
    }
    let left = table.store.interrupted();
    if !left.notes.is_empty() {
        table.game.say(left.notes.join(" "));
    }
    left.last.map(|found| Question::Interrupted(Box::new(found)))
}

struct ScreenDriver<'a, 't> {
    table: GameTable<'t>,
    terminal: &'a mut dyn Terminal,
    glyphs: &'a Glyphs,
    keys: Keys,
    /// What the engine is searching for.
    thinking: Option<WaitingFor>,
    /// The position of its last search.
    searched: Option<NodeId>,
    /// What it has found, now or in its last search.
    progress: SearchProgress,
    /// When the clock of the side to move was last started.
    turn_since: Instant,
    /// The time that it had already used in this turn by then.
    turn_spent: Duration,
    page: ScreenPage,
    scroll: usize,
    /// The screen as last drawn, by which clicks are interpreted.
    drawn: Option<DrawnScreen>,
    asked: Option<Question>,
}

impl<'a, 't> ScreenDriver<'a, 't> {
    fn new(
        table: GameTable<'t>,
        terminal: &'a mut dyn Terminal,
        glyphs: &'a Glyphs,
        asked: Option<Question>,
    ) -> Self {
        Self {
            table,
            terminal,
            glyphs,
            keys: Keys::default(),
            thinking: None,
            searched: None,
            progress: SearchProgress::default(),
            turn_since: Instant::now(),
            turn_spent: Duration::ZERO,
            page: ScreenPage::Board,
            scroll: 0,
            drawn: None,
            asked,
        }
    }
}

impl ScreenDriver<'_, '_> {
    fn play(&mut self) -> io::Result<()> {
        loop {
            self.table.write_down();
            self.look_after_engine();
            self.look_at_clock();
            self.table.write_down();
            self.draw()?;
            let Some(input) = self.terminal.input(TICK)? else { continue };
            if self.take(input) {
                return Ok(());
            }
        }
    }

    /// Handles an input; returns whether to leave.
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
        if self.page != ScreenPage::Board && self.keys.typed.is_none() && self.turn_page(key) {
            return false;
        }
        let is_editing = self.table.game.is_editing();
        match self.keys.press(key, self.table.game.position().size(), is_editing) {
            KeyAction::Nothing => false,
            KeyAction::NextPage => {
                self.show_page(ScreenPage::Info);
                false
            }
            KeyAction::LineDropped => {
                self.table.game.say("The line is dropped. q leaves, and so does another Ctrl-C.");
                false
            }
            KeyAction::Wrong(error) => {
                self.table.game.say(format!("{error}."));
                false
            }
            KeyAction::Command(command) => self.obey(command),
        }
    }

    /// Handles a key on a page without a board; returns whether the page uses it.
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
            KeyCode::Tab if self.page == ScreenPage::Info => self.show_page(ScreenPage::Help),
            KeyCode::Tab | KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => {
                self.show_page(ScreenPage::Board);
            }
            KeyCode::Char(':') => return false,
            _ => self.show_page(ScreenPage::Board),
        }
        true
    }

    fn show_page(&mut self, page: ScreenPage) {
        self.page = page;
        self.scroll = 0;
    }

    fn scroll_by(&mut self, lines: isize) {
        let most = self.drawn.as_ref().map_or(0, |drawn| drawn.scroll_max);
        self.scroll = self.scroll.min(most).saturating_add_signed(lines).min(most);
    }

    fn click(&mut self, column: usize, row: usize, is_left: bool) -> bool {
        if self.page != ScreenPage::Board {
            self.show_page(ScreenPage::Board);
            return false;
        }
        let Some(coord) = self.drawn.as_ref().and_then(|drawn| drawn.coord_at(column, row)) else {
            return false;
        };
        if !is_left && !self.table.game.is_editing() {
            return self.obey(TableCommand::Undo);
        }
        self.obey(TableCommand::Point(coord)) || self.obey(TableCommand::PutHere)
    }

    /// Starts a search when one is due, and passes the engine's answer to the game.
    fn look_after_engine(&mut self) {
        if matches!(self.asked, Some(Question::Interrupted(_))) {
            // The person may decide to continue that game instead of this one.
            return;
        }
        let wanted = self.table.game.waiting_for();
        if self.thinking.is_none() && wanted != WaitingFor::Person {
            self.table.ask(wanted);
            self.thinking = Some(wanted);
            self.searched = Some(self.table.game.at());
            self.progress = SearchProgress::default();
        }
        let Some(asked) = self.thinking else { return };
        let answer = self.table.engine.wait(Duration::ZERO);
        // Read after the answer, which completes the progress.
        self.progress = self.table.engine.progress();
        let Some(answer) = answer else { return };
        // An analysis ends by itself only with a proved value, which is on the screen.
        if asked == WaitingFor::Analysis && answer.coord.is_some() {
            return;
        }
        self.thinking = None;
        // A hint uses the person's time, so their clock keeps running.
        match asked {
            WaitingFor::Hint | WaitingFor::Explanation => {}
            // The clock stood still, and goes on from there.
            WaitingFor::Review => self.turn_since = Instant::now(),
            _ => self.begin_turn(),
        }
        self.table.take(asked, &answer);
    }

    /// Ends the game of a person whose time is over.
    fn look_at_clock(&mut self) {
        let Some(turn_ms) = self.turn_ms() else { return };
        if self.table.game.end_if_late(turn_ms) {
            self.drop_thought();
            self.turn_spent = Duration::from_millis(turn_ms);
            self.asked.take_if(|asked| matches!(asked, Question::Resign));
        }
    }

    /// The number of the move that was searched, unless the board now shows another position.
    fn searched_move(&self) -> Option<usize> {
        let (searched, game) = (self.searched?, &self.table.game);
        let path = game.tree().path(game.at());
        if searched == GameTree::ROOT {
            return Some(1);
        }
        path.iter().position(|&node| node == searched).map(|place| place + 2)
    }

    /// Starts the clock of the side to move from zero.
    fn begin_turn(&mut self) {
        (self.turn_since, self.turn_spent) = (Instant::now(), Duration::ZERO);
    }

    /// The thinking time of the side to move in milliseconds; `None` if its clock is stopped.
    fn turn_ms(&self) -> Option<u64> {
        let game = &self.table.game;
        let is_idle = game.is_paused() || game.is_analyzing() || game.is_editing();
        let is_running = match game.waiting_for() {
            _ if matches!(self.asked, Some(Question::Interrupted(_))) => false,
            WaitingFor::Analysis | WaitingFor::Review => false,
            WaitingFor::Person | WaitingFor::Hint | WaitingFor::Explanation => {
                let can_run = game.clock_runs() || !game.clock().is_set();
                game.outcome() == GameOutcome::Unfinished && !is_idle && can_run
            }
            WaitingFor::Move | WaitingFor::Opening => true,
        };
        let time = || self.turn_spent + self.turn_since.elapsed();
        is_running.then(|| millis(time()))
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
            game: self.table.game,
            prompt,
            thinking: self.thinking,
            searched_move: self.searched_move(),
            progress: &self.progress,
            turn_ms: Some(self.turn_ms().unwrap_or_else(|| millis(self.turn_spent))),
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
        if matches!(command, TableCommand::Quit { .. }) {
            // Messages from now on are printed after the screen is closed.
            self.table.game.say("");
        }
        let can_resign = command == TableCommand::Resign && self.table.game.can_resign();
        let drops_edited = command == TableCommand::Cancel && self.table.game.has_edited();
        self.asked = match self.table.prepare(&command) {
            Err(Obstacle::Refused) => return false,
            Err(Obstacle::Unsaved(why)) => Some(Question::Drop(command.clone(), why)),
            Ok(()) if drops_edited => Some(Question::Edited),
            Ok(()) => can_resign.then_some(Question::Resign),
        };
        self.asked.is_none() && self.execute(command)
    }

    /// Handles the key that answers a question; returns whether to leave. Ctrl-C quits.
    fn answer(&mut self, key: KeyEvent, question: Question) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match key.code {
            KeyCode::Char('c' | 'd') if is_control => None,
            KeyCode::Char(letter) => Some(KeyCode::Char(letter.to_ascii_lowercase())),
            code => Some(code),
        };
        let Some(code) = code else {
            // Ctrl-C is not an answer; nor does it ask again.
            return matches!(question, Question::Drop(..)) || self.obey(TableCommand::QUIT);
        };
        match (question, code) {
            (Question::Drop(command, _), KeyCode::Char('y')) => {
                let drops = TableCommand::Quit { drops: true };
                self.execute(if command == TableCommand::QUIT { drops } else { command })
            }
            (Question::Edited, KeyCode::Char('e')) => self.obey(TableCommand::Edit),
            (Question::Edited, KeyCode::Char('y')) => self.execute(TableCommand::Cancel),
            (Question::Replace(file), KeyCode::Char('y')) => {
                save(self.table.game, self.table.store, file.as_deref(), true);
                false
            }
            (Question::Resign, KeyCode::Char('y')) => self.execute(TableCommand::Resign),
            (Question::Interrupted(found), code) => {
                self.answer_interrupted(code, found);
                false
            }
            (_, KeyCode::Esc | KeyCode::Char('n')) => false,
            (question, _) => {
                self.asked = Some(question);
                false
            }
        }
    }

    fn answer_interrupted(&mut self, code: KeyCode, found: Box<Interrupted>) {
        // About other games: hidden while the question was open.
        let notes = self.table.game.message().to_owned();
        match code {
            KeyCode::Char('y') => self.table.continue_game(*found),
            KeyCode::Char('d') => {
                self.table.store.delete_interrupted();
                self.table.game.say("The interrupted game is deleted.");
            }
            KeyCode::Esc | KeyCode::Char('n') => {}
            _ => {
                self.asked = Some(Question::Interrupted(found));
                return;
            }
        }
        let message = self.table.game.message();
        if !notes.is_empty() && message != notes {
            let both = format!("{message} {notes}");
            self.table.game.say(both);
        }
        self.begin_turn();
    }

    /// Executes a command; returns whether to leave.
    fn execute(&mut self, command: TableCommand) -> bool {
        if let TableCommand::Quit { drops } = command {
            self.table.abandon_if(drops);
            return true;
        }
        // A pending hint does not prevent a move.
        if command.changes_game()
            && matches!(
                self.thinking,
                Some(
                    WaitingFor::Hint
                        | WaitingFor::Explanation
                        | WaitingFor::Analysis
                        | WaitingFor::Review
                )
            )
        {
            self.drop_thought();
        }
        let before = (self.table.game.moment(), self.table.begins_another(&command));
        let time_ms = self.turn_ms();
        match self.table.obey(command, time_ms) {
            GameEffect::None => {}
            GameEffect::Hurry => self.table.engine.hurry(),
            GameEffect::Stop => self.drop_thought(),
            GameEffect::Save(file, replaces) => {
                if save(self.table.game, self.table.store, file.as_deref(), replaces) {
                    self.asked = Some(Question::Replace(file));
                }
            }
            GameEffect::Level(text) => self.level(&text),
            GameEffect::Help => self.show_page(ScreenPage::Help),
            GameEffect::Quit => return true,
        }
        self.follow(before, time_ms);
        false
    }

    /// Reports or sets the level. A search at the old level is restarted.
    fn level(&mut self, text: &str) {
        self.table.level(text);
        if !text.is_empty() {
            self.drop_thought();
        }
    }

    /// Updates the search results and the clock after a command that may have changed the game;
    /// `time_ms` is what the clock of the side to move showed before, if it was running.
    fn follow(&mut self, (before, is_another): (Moment, bool), time_ms: Option<u64>) {
        if is_another {
            self.searched = None;
            self.progress = SearchProgress::default();
        }
        match (time_ms, self.turn_ms()) {
            _ if self.table.game.moment().begins_after(before) || is_another => self.begin_turn(),
            (Some(shown), None) => self.turn_spent = Duration::from_millis(shown),
            // The time while the clock was stopped counts for neither side.
            (None, Some(_)) => self.turn_since = Instant::now(),
            _ => {}
        }
    }

    /// Stops the engine; its answer is ignored.
    fn drop_thought(&mut self) {
        if self.thinking.take().is_some() {
            self.table.engine.hurry();
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
