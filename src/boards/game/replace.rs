//! Another game takes the place of the one on the board: a new one, one with a position that was set
//! up, one of a file, or one that was interrupted.

use super::super::resume::Resume;
use super::navigate::PAUSED;
use super::seats::is_engine_name;
use super::{GameEffect, LiveGame, Mover};
use tengen_engine::engine::Level;
use tengen_engine::types::{ByColor, Color};
use tengen_records::game_tree::GameTree;

impl LiveGame {
    /// What is shown beside the stones stays as it is, and so does the rule by which games begin.
    fn replace(&mut self, new: Self) {
        let (view, opening_rule) = (self.view, self.opening_rule);
        *self = new;
        (self.view, self.opening_rule) = (view, opening_rule);
    }

    /// Begins a new game.
    pub(super) fn begin_anew(&mut self, now_ms: u64) -> GameEffect {
        let mut new = Self::new(self.setup.clone(), now_ms);
        if let Some(rule) = self.opening_rule {
            // It does not fit every board: then the game begins without it.
            new = new.clone().with_opening(rule).unwrap_or(new);
        }
        self.replace(new);
        self.message = "A new game.".to_owned();
        GameEffect::Stop
    }

    /// Begins a game with a position that was set up; paused engines stay paused.
    pub(super) fn restart_with(&mut self, tree: GameTree) {
        let is_paused = self.is_paused;
        self.replace(Self::with_tree(self.setup.clone(), tree));
        self.is_paused = is_paused;
        self.update_head();
    }

    /// Puts another game on the board, at the end of its main line. The same sides are the
    /// engine's.
    pub fn open(&mut self, tree: GameTree, now_ms: u64) {
        self.replace(Self::with_tree(self.setup.clone(), tree));
        self.stamp(now_ms);
        self.mark_opened();
        self.mark_in_library();
    }

    /// Continues another game where it was left, with its players: a side with the engine's name is
    /// the engine's. An opening continues at its step.
    pub fn continue_with(&mut self, tree: GameTree, resume: &Resume) {
        let seat = |name: &str| match is_engine_name(name) {
            true => Mover::Engine,
            false => Mover::Person,
        };
        let (black, white) = (&tree.head().black.name, &tree.head().white.name);
        self.setup.seats = ByColor::new(seat(black), seat(white));
        let persons = [(Color::Black, black), (Color::White, white)].into_iter();
        let persons = persons.filter(|(color, _)| self.seat(*color) == Mover::Person);
        let persons: Vec<String> = persons.map(|(_, name)| name.clone()).collect();
        if !persons.is_empty() {
            self.setup.names.given = persons;
        }
        self.setup.first = Color::Black;
        // The command line may have named another one.
        if !self.setup.clock.is_set() {
            self.setup.clock = resume.clock;
        }
        self.replace(Self::with_tree(self.setup.clone(), tree));
        (self.is_paused, self.is_opened) = (resume.is_paused, resume.is_opened);
        self.restore_resignations(resume);
        match &resume.opening {
            Some(opening) => {
                self.continue_opening(opening);
                if self.surrendered().is_some_and(|surrender| surrender.is_late) {
                    self.lose_opening();
                }
            }
            None => self.return_to(resume),
        }
        if self.opening.is_none() {
            self.opening_ms = ByColor(resume.opening_ms);
            self.opening_stones = ByColor(resume.opening_stones);
        }
        let editor = resume.editor.as_ref().and_then(|spec| spec.to_position(self.setup.rule).ok());
        self.editor = editor.filter(|editor| editor.size() == self.setup.size);
        if resume.is_opened {
            self.mark_in_library();
        }
        self.say_continued(None);
    }

    /// Says that the game continues, at a level if one is given and an engine plays, and whether the
    /// engine waits.
    pub(crate) fn say_continued(&mut self, level: Option<Level>) {
        let has_engine = Color::BOTH.iter().any(|&color| self.seat(color) == Mover::Engine);
        let level = level.filter(|_| has_engine);
        let level = level.map(|level| format!(" at level {level}")).unwrap_or_default();
        let is_engines = self.seat(self.position.to_move()) == Mover::Engine;
        let waits = self.is_paused && is_engines && !self.is_over();
        let pause = if waits { format!(" {PAUSED}") } else { String::new() };
        self.message = format!("The game continues{level}.{pause}");
    }
}
