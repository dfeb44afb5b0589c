//! Playing an opening rule: each step goes to the person or the engine whose choice it is; at the
//! end the colors are known and the game continues normally.

mod words;

use self::words::chosen;
use super::seats::PLAYERS;
use super::{
    GameEffect, LiveGame, LiveOpening, Moment, Mover, SeatedPlayer, TableCommand, WaitingFor,
};
use tengen_engine::board::notation;
use tengen_engine::rules::opening::{
    OpeningChoice, OpeningError, OpeningPhase, OpeningPlayer, OpeningRule,
};
use tengen_engine::types::{ByColor, Color, Coord};
use tengen_records::PlayedMove;
use tengen_records::game_tree::GameTree;
use tengen_records::unfinished::{UnfinishedOpening, stones_placed};
use tengen_util::sentence::sentence;

/// Those who take part in an opening.
pub(crate) const PARTICIPANTS: [OpeningPlayer; 2] = [OpeningPlayer::First, OpeningPlayer::Second];

impl LiveGame {
    /// Begins a game with an opening rule; the player with black is the first participant.
    ///
    /// # Errors
    /// If the board is too small for the rule.
    pub fn with_opening(mut self, rule: OpeningRule) -> Result<Self, OpeningError> {
        let phase = OpeningPhase::new(rule, self.setup.rule, self.setup.size)?;
        self.opening_rule = Some(rule);
        if !phase.is_over() {
            let [first, second] = Color::BOTH.map(|color| SeatedPlayer {
                mover: self.seat(color),
                number: usize::from(color != self.setup.first),
            });
            self.opening = Some(LiveOpening { phase, first, second, times: Vec::new() });
        }
        Ok(self)
    }

    /// Continues an opening. If it does not fit the board, the game continues without it.
    pub(super) fn continue_opening(&mut self, noted: &UnfinishedOpening) {
        let Ok(phase) = noted.phase(self.setup.rule, self.setup.size) else { return };
        let [first, second] = [0, 1].map(|number| {
            let mover = if noted.is_engine[number] { Mover::Engine } else { Mover::Person };
            SeatedPlayer { mover, number }
        });
        // The names are those of the colors as things stand.
        if phase.color_of(OpeningPlayer::First) == Color::White {
            self.setup.names.given.reverse();
        }
        self.opening_rule = Some(phase.rule());
        // An earlier version has noted no times: then those of the choices so far are unknown.
        let mut times = noted.times.clone();
        times.resize(phase.history().len(), 0);
        self.opening = Some(LiveOpening { phase, first, second, times });
        self.follow_opening();
    }

    /// The opening that is being played, to be continued another time.
    pub(crate) fn resumed_opening(&self) -> Option<UnfinishedOpening> {
        let lost = || self.lost_opening.as_ref().filter(|(at, _)| *at == self.at).map(|(_, it)| it);
        let LiveOpening { phase, first, second, times } = self.opening.as_ref().or_else(lost)?;
        let size = phase.position().size();
        Some(UnfinishedOpening {
            rule: phase.rule().name().to_owned(),
            choices: phase.history().iter().map(|choice| choice.text(size)).collect(),
            is_engine: [first, second].map(|player| player.mover == Mover::Engine),
            times: times.clone(),
        })
    }

    /// The opening that is being played.
    pub fn opening(&self) -> Option<&OpeningPhase> {
        self.opening.as_ref().map(|opening| &opening.phase)
    }

    /// Who chooses what, for people.
    pub(crate) fn opening_status(&self) -> Option<String> {
        let opening = self.opening.as_ref()?;
        let (rule, step) = (opening.phase.rule(), opening.phase.step_in_words()?);
        let chooser = self.participant_name(opening.phase.chooser()?);
        let mut text = format!("{rule}: {chooser} chooses {step}");
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

    /// A participant of the opening by name, and as `Player 1` or `Player 2` where both have the same.
    pub(crate) fn participant_name(&self, player: OpeningPlayer) -> String {
        let Some(opening) = &self.opening else { return String::new() };
        let name = |player| {
            let SeatedPlayer { mover, number } = opening.seated(player);
            (self.player_name(mover, number), number)
        };
        let [(first, _), (second, _)] = PARTICIPANTS.map(name);
        let (own, number) = name(player);
        if first == second { format!("{} ({own})", PLAYERS[number]) } else { own.to_owned() }
    }

    /// The time that a participant of the opening has used, in milliseconds.
    pub(crate) fn participant_ms(&self, player: OpeningPlayer) -> u64 {
        self.opening.as_ref().map_or(0, |opening| opening.used_ms(player))
    }

    /// The time that the players of black and of white have used in the opening that is over.
    pub(crate) fn opening_ms(&self) -> [u64; 2] {
        self.opening_ms.0
    }

    /// How many stones the players of black and of white have placed in the opening that is over.
    pub(crate) fn opening_stones(&self) -> [u64; 2] {
        self.opening_stones.0
    }

    /// The place of the game, by which a driver sees that a turn begins.
    pub(crate) fn moment(&self) -> Moment {
        let opening = self.opening.as_ref().or(self.lost_opening.as_ref().map(|(_, it)| it));
        Moment {
            at: self.at,
            choices: opening.map_or(0, |opening| opening.phase.history().len()),
            is_late: self.surrendered().is_some_and(|surrender| surrender.is_late),
        }
    }

    /// Whose choice the opening waits for; `None` without an opening.
    pub(super) fn opening_waits_for(&self) -> Option<WaitingFor> {
        let chooser = self.opening.as_ref()?.chooser()?;
        let is_engine = chooser == Mover::Engine && !self.is_paused;
        Some(if is_engine { WaitingFor::Opening } else { WaitingFor::Person })
    }

    /// The choices of the engine, which took so long together.
    pub(crate) fn take_choices(&mut self, choices: &[OpeningChoice], time_ms: u64) {
        let Some(opening) = &self.opening else { return };
        let chosen = chosen(&opening.phase, choices, self.setup.size);
        let times = [time_ms].into_iter().chain(std::iter::repeat(0));
        for (&choice, time) in choices.iter().zip(times) {
            if let Err(error) = self.choose(choice, time) {
                // The engine's choices are legal. Should one not be, a person takes over.
                self.is_paused = true;
                self.message = format!("The engine's choice is illegal: {error}.");
                return;
            }
        }
        self.message = format!("The engine {chosen}. {}", self.message).trim_end().to_owned();
    }

    pub(super) fn choose_text(&mut self, text: &str, time_ms: Option<u64>) {
        let Some(opening) = &self.opening else {
            self.message =
                format!("'{text}' is a choice of an opening, which is not being played.");
            return;
        };
        match opening.phase.parse(text) {
            Ok(choice) => self.choose_by_person(choice, text, time_ms),
            Err(error) => self.message = sentence(&error.to_string()),
        }
    }

    pub(super) fn choose_point(&mut self, coord: Coord, time_ms: Option<u64>) {
        let name = notation::name(coord, self.setup.size);
        self.choose_by_person(OpeningChoice::Point(coord), &name, time_ms);
    }

    /// Makes the choice of a person, who wrote it as `text`.
    fn choose_by_person(&mut self, choice: OpeningChoice, text: &str, time_ms: Option<u64>) {
        if self.waiting_for() == WaitingFor::Opening {
            self.message = "It is the engine's choice.".to_owned();
            return;
        }
        let said = self.said_of(choice);
        if let Err(error) = self.choose(choice, time_ms.unwrap_or(0)) {
            self.message = sentence(&error.in_words(text, self.setup.size));
        } else if let Some(said) = said {
            self.message = format!("{said} {}", self.message).trim_end().to_owned();
        }
    }

    /// What a choice in words does: `Ann takes white.` That of a point is seen on the board.
    fn said_of(&self, choice: OpeningChoice) -> Option<String> {
        let phase = self.opening()?;
        let is_point = matches!(choice, OpeningChoice::Point(_));
        let chooser = phase.chooser().filter(|_| !is_point)?;
        let name = self.participant_name(chooser);
        Some(sentence(&format!("{name} {}", chosen(phase, &[choice], self.setup.size))))
    }

    fn choose(&mut self, choice: OpeningChoice, time_ms: u64) -> Result<(), OpeningError> {
        let Some(opening) = &mut self.opening else { return Ok(()) };
        opening.phase.choose(choice)?;
        opening.times.push(time_ms);
        self.follow_opening();
        Ok(())
    }

    /// Updates seats and board to the state of the opening.
    fn follow_opening(&mut self) {
        let Some(opening) = self.opening.take() else { return };
        let colors = opening.phase.colors();
        let of = |color: Color| opening.seated(colors[color]);
        self.setup.seats = ByColor::from_fn(|color| of(color).mover);
        self.setup.first = if of(Color::Black).number == 0 { Color::Black } else { Color::White };
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
            self.opening_ms = ByColor::from_fn(|color| opening.used_ms(colors[color]));
            self.opening_stones =
                ByColor::from_fn(|color| stones_placed(&opening.phase, colors[color]));
            self.message = format!("The opening is over: {} has black.", self.who(Color::Black));
        } else {
            self.opening = Some(opening);
        }
    }

    /// A command while the opening is being played.
    pub(super) fn obey_in_opening(
        &mut self,
        command: &TableCommand,
        time_ms: Option<u64>,
    ) -> GameEffect {
        match command {
            TableCommand::Undo => return self.undo_choice(),
            TableCommand::Swap => self.choose_text("swap", time_ms),
            TableCommand::Choose(text) => self.choose_text(text, time_ms),
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
        let before = (opening.phase.clone(), opening.times.clone());
        while opening.phase.undo().is_some() {
            opening.times.truncate(opening.phase.history().len());
            if opening.chooser() == Some(Mover::Person) {
                self.follow_opening();
                return GameEffect::Stop;
            }
        }
        (opening.phase, opening.times) = before;
        self.message = "There is nothing to take back.".to_owned();
        GameEffect::None
    }
}
