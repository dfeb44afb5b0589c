//! Playing an opening rule: each step goes to the person or the engine whose choice it is; at the
//! end the colors are known and the game continues normally.

mod words;

use self::words::chosen;
use super::super::resume::ResumedOpening;
use super::{GameEffect, LiveGame, LiveOpening, Mover, TableCommand, WaitingFor, word};
use tengen_engine::board::notation;
use tengen_engine::rules::opening::{OpeningChoice, OpeningError, OpeningPhase, OpeningRule};
use tengen_engine::types::{ByColor, Color, Coord};
use tengen_records::PlayedMove;
use tengen_records::game_tree::GameTree;
use tengen_util::sentence::sentence;

impl LiveGame {
    /// Begins a game with an opening rule; the player with black is the first participant.
    ///
    /// # Errors
    /// If the board is too small for the rule.
    pub fn with_opening(mut self, rule: OpeningRule) -> Result<Self, OpeningError> {
        let phase = OpeningPhase::new(rule, self.setup.rule, self.setup.size)?;
        self.opening_rule = Some(rule);
        if !phase.is_over() {
            let (first, second) = (self.seat(Color::Black), self.seat(Color::White));
            self.opening = Some(LiveOpening { phase, first, second });
        }
        Ok(self)
    }

    /// Continues an opening. If it does not fit the board, the game continues without it.
    pub(super) fn continue_opening(&mut self, noted: &ResumedOpening) {
        let Some(rule) = noted.rule() else { return };
        let Ok(mut phase) = OpeningPhase::new(rule, self.setup.rule, self.setup.size) else {
            return;
        };
        for text in noted.choices() {
            let chosen = phase.parse(text).and_then(|choice| phase.choose(choice));
            if chosen.is_err() {
                return;
            }
        }
        let [first, second] = noted.movers();
        self.opening_rule = Some(rule);
        self.opening = Some(LiveOpening { phase, first, second });
        self.follow_opening();
    }

    /// The opening that is being played, to be continued another time.
    pub(crate) fn resumed_opening(&self) -> Option<ResumedOpening> {
        let LiveOpening { phase, first, second } = self.opening.as_ref()?;
        Some(ResumedOpening::new(phase, *first, *second))
    }

    /// The opening that is being played.
    pub fn opening(&self) -> Option<&OpeningPhase> {
        self.opening.as_ref().map(|opening| &opening.phase)
    }

    /// Who chooses what, for people.
    pub(crate) fn opening_status(&self) -> Option<String> {
        let opening = self.opening.as_ref()?;
        let (rule, step) = (opening.phase.rule(), opening.phase.step_in_words()?);
        let mut text = format!("{rule}: {} chooses {step}", word(opening.chooser()?));
        if !opening.phase.offers().is_empty() {
            let size = self.setup.size;
            let offers = opening.phase.offers().iter();
            let names: Vec<String> = offers.map(|&coord| notation::name(coord, size)).collect();
            text.push_str(&format!(" (offered: {})", names.join(" ")));
        }
        Some(text)
    }

    /// The offered points with their numbers, from 1; the tenth is 0.
    pub(super) fn offer_signs(&self) -> Vec<(Coord, char)> {
        let offers = self.opening().map_or(&[][..], OpeningPhase::offers);
        offers.iter().copied().zip("1234567890".chars()).collect()
    }

    /// The color whose turn it is: in an opening that of who chooses, whatever stone comes next.
    pub(crate) fn turn(&self) -> Color {
        let chooser = || {
            let phase = self.opening()?;
            Some(phase.color_of(phase.chooser()?))
        };
        chooser().unwrap_or_else(|| self.position().to_move())
    }

    /// Whose choice the opening waits for; `None` without an opening.
    pub(super) fn opening_waits_for(&self) -> Option<WaitingFor> {
        let chooser = self.opening.as_ref()?.chooser()?;
        let is_engine = chooser == Mover::Engine && !self.is_paused;
        Some(if is_engine { WaitingFor::Opening } else { WaitingFor::Person })
    }

    /// The choices of the engine.
    pub(crate) fn take_choices(&mut self, choices: &[OpeningChoice]) {
        let Some(opening) = &self.opening else { return };
        let chosen = chosen(&opening.phase, choices, self.setup.size);
        for &choice in choices {
            if let Err(error) = self.choose(choice) {
                // The engine's choices are legal. Should one not be, a person takes over.
                self.is_paused = true;
                self.message = format!("The engine's choice is illegal: {error}.");
                return;
            }
        }
        self.message = format!("The engine {chosen}. {}", self.message).trim_end().to_owned();
    }

    pub(super) fn choose_text(&mut self, text: &str) {
        let Some(opening) = &self.opening else {
            self.message =
                format!("'{text}' is a choice of an opening, which is not being played.");
            return;
        };
        match opening.phase.parse(text) {
            Ok(choice) => self.choose_by_person(choice, text),
            Err(error) => self.message = sentence(&error.to_string()),
        }
    }

    pub(super) fn choose_point(&mut self, coord: Coord) {
        let name = notation::name(coord, self.setup.size);
        self.choose_by_person(OpeningChoice::Point(coord), &name);
    }

    /// Makes the choice of a person, who wrote it as `text`.
    fn choose_by_person(&mut self, choice: OpeningChoice, text: &str) {
        if self.waiting_for() == WaitingFor::Opening {
            self.message = "It is the engine's choice.".to_owned();
            return;
        }
        if let Err(error) = self.choose(choice) {
            self.message = sentence(&error.in_words(text, self.setup.size));
        }
    }

    fn choose(&mut self, choice: OpeningChoice) -> Result<(), OpeningError> {
        let Some(opening) = &mut self.opening else { return Ok(()) };
        opening.phase.choose(choice)?;
        self.follow_opening();
        Ok(())
    }

    /// Updates seats and board to the state of the opening.
    fn follow_opening(&mut self) {
        let Some(opening) = self.opening.take() else { return };
        let colors = opening.phase.colors();
        self.setup.seats = ByColor::from_fn(|color| opening.mover(colors[color]));
        let mut node = GameTree::ROOT;
        for &(coord, _) in opening.phase.position().stones() {
            // The opening's stones were placed in turn on an empty board.
            node = self.tree.play(node, PlayedMove::new(coord, None)).unwrap_or(node);
        }
        self.undone.clear();
        self.go_to(node);
        self.update_head();
        if opening.phase.is_over() {
            let stones = opening.phase.position().stones().len();
            self.tree.mark_opening(opening.phase.rule().name(), stones);
            let black = word(self.seat(Color::Black));
            self.message = format!("The opening is over: {black} has black.");
        } else {
            self.opening = Some(opening);
        }
    }

    /// A command while the opening is being played.
    pub(super) fn obey_in_opening(&mut self, command: &TableCommand) -> GameEffect {
        match command {
            TableCommand::Undo => return self.undo_choice(),
            TableCommand::Swap => self.choose_text("swap"),
            TableCommand::Choose(text) => self.choose_text(text),
            TableCommand::Comment(text) => self.comment(text.clone()),
            TableCommand::Pause => return self.pause(),
            TableCommand::Go if self.waiting_for() == WaitingFor::Opening => {
                return GameEffect::Hurry;
            }
            _ => self.message = "Finish the opening first.".to_owned(),
        }
        GameEffect::None
    }

    /// Takes back choices until a person chooses.
    fn undo_choice(&mut self) -> GameEffect {
        let Some(opening) = &mut self.opening else { return GameEffect::None };
        let before = opening.phase.clone();
        while opening.phase.undo().is_some() {
            if opening.chooser() == Some(Mover::Person) {
                self.follow_opening();
                return GameEffect::Stop;
            }
        }
        opening.phase = before;
        self.message = "There is nothing to take back.".to_owned();
        GameEffect::None
    }
}
