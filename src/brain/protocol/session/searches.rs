//! Searches of the session: from the request to the reply that follows from its result.

use std::time::Duration;

use super::BrainSession;
use super::action::{
    Actions, BookQuestion, Purpose, SearchRequest, SessionAction, answered, say_error,
};
use crate::protocol::error::StateError;
use crate::protocol::interrupt::{EngineWork, Urgency};
use crate::protocol::progress::ProgressOptions;
use crate::wire::Reply;
use tengen_engine::board::Position;
use tengen_engine::engine::swap2::{self, Swap2Answer, Swap2Decision};
use tengen_engine::engine::{Choice, Level, Options};
use tengen_engine::search::{Goal, Limits};
use tengen_engine::types::Coord;

impl BrainSession {
    /// Decides on the opening on the board: by the book if one knows it.
    pub(super) fn swap2(&mut self, at: Duration) -> Result<Actions, StateError> {
        let position = self.game_for("SWAP2BOARD")?.position.clone();
        let options = Options { level: Level::Full, ..self.settings.options() };
        if options.book.is_none() {
            return self.swap2_without_book(at);
        }
        self.pending = Some((Purpose::SwapBook, at));
        let question = BookQuestion { position, options, seed: self.config.seed };
        Ok(vec![SessionAction::Consult(Box::new(question))])
    }

    /// Takes the book's answer to the last [`SessionAction::Consult`] at the time `now`.
    pub(crate) fn consulted(&mut self, answer: Option<Swap2Answer>, now: Duration) -> Actions {
        let actions = self.answer_by_book(answer, now);
        self.with_rest(actions)
    }

    fn answer_by_book(&mut self, answer: Option<Swap2Answer>, now: Duration) -> Actions {
        let Some((Purpose::SwapBook, at)) = self.pending.take() else { return Vec::new() };
        match answer {
            None => answered(self.swap2_without_book(at)),
            Some(answer) => {
                self.config.seed = self.config.seed.wrapping_add(1);
                self.settings.spend(now.saturating_sub(at));
                match answer {
                    Swap2Answer::Offer(stones) => self.announce(&stones),
                    Swap2Answer::Decide(decision) => self.decided(&decision),
                }
            }
        }
    }

    fn swap2_without_book(&mut self, at: Duration) -> Result<Actions, StateError> {
        let game = self.game_for("SWAP2BOARD")?;
        match game.position.stones().len() {
            0 => {
                let stones =
                    swap2::opening(game.position.rule(), game.position.size(), self.config.seed);
                self.config.seed = self.config.seed.wrapping_add(1);
                Ok(self.announce(&stones))
            }
            3 => self.think(Purpose::SwapThree, at, halve),
            _ => self.think(Purpose::SwapFive, at, |_| ()),
        }
    }

    /// A request for the position on the board, with limits changed by `adjust`.
    pub(super) fn think(
        &mut self,
        purpose: Purpose,
        at: Duration,
        adjust: impl FnOnce(&mut Limits),
    ) -> Result<Actions, StateError> {
        let Some(game) = &self.game else { return Ok(Vec::new()) };
        if game.position.is_full() {
            return Err(StateError::Full);
        }
        let mut limits = self.settings.limits(self.config.reserve);
        limits.excluded = self.blocked.in_position(&game.position);
        adjust(&mut limits);
        let is_for_the_best = !purpose.is_opening() && limits.goal == Goal::Best;
        self.last_search = is_for_the_best.then(|| (game.position.clone(), None));
        let mut request = self.request(game.position.clone(), limits, at);
        if purpose.is_opening() {
            // Openings are at full strength at every level.
            request.options.level = Level::Full;
        }
        self.pending = Some((purpose, at));
        let mut actions = self.notices();
        actions.push(SessionAction::Think(Box::new(request)));
        Ok(actions)
    }

    /// What is to be reported before an answer.
    pub(super) fn notices(&mut self) -> Actions {
        let notices = std::mem::take(&mut self.notices).into_iter();
        let said = notices.map(|notice| SessionAction::Say(Reply::Message(notice)));
        said.chain(self.small_memory()).collect()
    }

    /// A message, sent once, if the memory limit cannot be respected: playing on is better than an
    /// error.
    fn small_memory(&mut self) -> Option<SessionAction> {
        let (seen, least) = (self.settings.max_memory, self.config.min_memory);
        if seen == 0 || seen >= least || seen == self.small_memory {
            return None;
        }
        self.small_memory = seen;
        let text =
            format!("max_memory {seen} may be exceeded: the smallest tables need {least} bytes");
        Some(SessionAction::Say(Reply::Message(text)))
    }

    /// A search for stones to play and announce.
    pub(in crate::protocol) fn search(
        &mut self,
        at: Duration,
        adjust: impl FnOnce(&mut Limits),
    ) -> Result<Actions, StateError> {
        self.think(Purpose::Moves, at, adjust)
    }

    fn request(&self, position: Position, limits: Limits, asked_at: Duration) -> SearchRequest {
        let whole = [limits.turn, limits.left].into_iter().flatten().min();
        let progress = ProgressOptions {
            size: position.size(),
            axes: self.axes,
            realtime: self.settings.wants_realtime(),
            detail: self.settings.wants_variations(),
            forms: self.settings.forms(self.client),
            // Half of the reserve is for the transfer of the line.
            deadline: whole.map(|whole| asked_at + whole.saturating_sub(limits.reserve / 2)),
        };
        let options = self.settings.options();
        SearchRequest { position, limits, options, asked_at, progress }
    }

    /// Takes the result of the last [`SessionAction::Think`] at the time `now`.
    pub(crate) fn finished(&mut self, choice: &Choice, now: Duration) -> Actions {
        let actions = self.answer_by_search(choice, now);
        self.with_rest(actions)
    }

    /// Adds what follows on the line of a block, unless the block needs another search. Pondering
    /// comes last and is dropped if a line with that command would end it.
    pub(super) fn with_rest(&mut self, actions: Actions) -> Actions {
        if self.pending.is_some() {
            return actions;
        }
        let Some((command, at)) = self.rest.take() else { return actions };
        let ends_pondering = Urgency::of(&command) >= EngineWork::Pondering.ended_by();
        let is_ponder = |action: &SessionAction| matches!(action, SessionAction::Ponder(_));
        let (ponder, mut actions): (Actions, Actions) = actions.into_iter().partition(is_ponder);
        actions.extend(self.obey_parsed(command, at));
        if !ends_pondering {
            actions.extend(ponder);
        }
        actions
    }

    fn answer_by_search(&mut self, choice: &Choice, now: Duration) -> Actions {
        let Some((purpose, at)) = self.pending.take() else { return Vec::new() };
        if purpose == Purpose::SwapThree && swap2::is_toss_up(choice) {
            let pair = |limits: &mut Limits| {
                limits.goal = Goal::BalanceTwo { bias: 0 };
                limits.nodes = limits.nodes.map(|nodes| nodes / 2);
            };
            return answered(self.think(Purpose::SwapPair(choice.clone()), at, pair));
        }
        self.settings.spend(now.saturating_sub(at));
        let decision = match purpose {
            Purpose::Moves | Purpose::SwapBook | Purpose::Step(..) => {
                if let Some((_, value)) = &mut self.last_search {
                    *value = Some(choice.score);
                }
                return self.answer_with_moves(&choice.moves);
            }
            Purpose::SwapThree | Purpose::SwapFive => swap2::better_side(choice),
            Purpose::SwapPair(stay) => swap2::best_of_three(&stay, choice),
        };
        match decision {
            Some(decision) => self.decided(&decision),
            None => vec![say_error(StateError::Full)],
        }
    }

    fn decided(&mut self, decision: &Swap2Decision) -> Actions {
        match *decision {
            Swap2Decision::Swap => {
                if let Some(game) = &mut self.game {
                    game.own = Some(!game.position.to_move());
                }
                vec![SessionAction::Say(Reply::Swap)]
            }
            Swap2Decision::Stay(coord) => {
                if let Some(game) = &mut self.game {
                    game.own = Some(game.position.to_move());
                }
                self.announce(&[coord])
            }
            Swap2Decision::Place(first, second) => self.announce(&[first, second]),
        }
    }

    fn answer_with_moves(&mut self, moves: &[Coord]) -> Actions {
        if moves.is_empty() {
            return vec![say_error(StateError::Full)];
        }
        let mut actions = self.announce(moves);
        if self.settings.pondering
            && let Some(game) = self.game.as_ref().filter(|game| !game.is_over())
        {
            let mut request =
                self.request(game.position.clone(), Limits::default(), Duration::ZERO);
            // It would be written on the clock of the next move.
            request.options.book_learning = false;
            actions.push(SessionAction::Ponder(Box::new(request)));
        }
        actions
    }

    /// Plays the moves on the board and announces them.
    fn announce(&mut self, moves: &[Coord]) -> Actions {
        if let Some(game) = &mut self.game {
            for &coord in moves {
                if let Err(error) = game.position.play(coord) {
                    log::error!("own move: {error}");
                }
            }
        }
        vec![SessionAction::Say(Reply::Moves(self.axes.pairs(moves)))]
    }
}

/// The first of two searches gets half of the time and of the nodes; the second gets the other half
/// of the nodes and all of the time that the first left.
fn halve(limits: &mut Limits) {
    limits.turn = limits.turn.map(|turn| turn / 2);
    limits.left = limits.left.map(|left| left / 2);
    limits.nodes = limits.nodes.map(|nodes| nodes / 2);
}
