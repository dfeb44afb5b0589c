//! Playing from a book, and teaching it. If a book cannot be read, this is logged and the search
//! chooses the move.

use std::time::Duration;

use super::choice::FinishedSearch;
use super::opening_book::{BookFault, BookMove, OpeningBook, Swap2Choices};
use super::swap2::{Swap2Answer, Swap2Decision, known_decision};
use super::{Choice, Engine};
use crate::board::Position;
use crate::rules::legality;
use crate::search::known::KnownLine;
use crate::search::{Event, Goal, Limits, Listener};
use crate::types::{Coord, Score};
use crate::util::rng::Rng;

impl Engine {
    /// The book's choice, if there is a book and it has one. An analysis needs values from a
    /// search, so it takes only proved wins.
    pub(super) fn book_choice(
        &mut self,
        position: &Position,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Option<Choice> {
        let book = self.options.book.as_ref()?;
        if limits.goal != Goal::Best || limits.multi_pv > 1 {
            return None;
        }
        let seed = *self.seed.get_or_insert_with(rand::random);
        let mut rng = Rng::stream(seed, position.stones().len() as u64);
        let found = book.best_move(position, &limits.excluded, &mut rng);
        let played: BookMove = answered(found)??;
        if limits.excluded.contains(&played.coord) || !legality::is_legal(position, played.coord) {
            log::warn!("the book plays {}, which is not legal; searching instead", played.coord);
            return None;
        }
        if limits.analysis && !played.is_proved {
            return None;
        }
        log::debug!("a move from the book: {} ({})", played.coord, played.value);
        let choice = Choice {
            moves: vec![played.coord],
            score: Score(played.value),
            depth: 0,
            nodes: 0,
            pv: vec![played.coord],
        };
        let said = choice.as_line();
        listener.hear(&if played.is_proved { Event::Proved(said) } else { Event::Book(said) });
        Some(choice)
    }

    /// The book's answer in swap2: three stones to offer on the empty board, else what to do with
    /// the stones on the board. `None` if it has no answer. `seed` decides between equal choices.
    pub fn swap2_from_book(&mut self, position: &Position, seed: u64) -> Option<Swap2Answer> {
        let book = self.swap2_book()?;
        let mut rng = Rng::new(seed);
        if position.stones().is_empty() {
            let (rule, size) = (position.rule(), position.size());
            let offer = answered(book.swap2_offer(rule, size, &mut rng))??;
            return can_be_played(position, &offer).then_some(Swap2Answer::Offer(offer));
        }
        let known = answered(book.swap2_choices(position))??;
        let best = answered(book.best_move(position, &[], &mut rng)).flatten();
        let best = best.map(|best| best.coord);
        let decision = known_decision(&known, best)?;
        let stones = match &decision {
            Swap2Decision::Swap => Vec::new(),
            Swap2Decision::Stay(coord) => vec![*coord],
            Swap2Decision::Place(first, second) => vec![*first, *second],
        };
        can_be_played(position, &stones).then_some(Swap2Answer::Decide(decision))
    }

    /// What the book knows about the choices after the stones of an opening.
    pub(super) fn known_choices(&mut self, position: &Position) -> Option<Swap2Choices> {
        answered(self.swap2_book()?.swap2_choices(position))?
    }

    /// The book for openings, if the level plays from one.
    fn swap2_book(&self) -> Option<&dyn OpeningBook> {
        let book = self.options.book.as_ref().filter(|_| self.options.level.is_full())?;
        Some(&**book)
    }

    /// What the book knows about the position and the positions up to three plies later, for the
    /// search; nothing for goals other than the best move.
    pub(super) fn known_lines(&mut self, position: &Position, limits: &Limits) -> Vec<KnownLine> {
        let Some(book) = self.options.book.as_ref().filter(|_| limits.goal == Goal::Best) else {
            return Vec::new();
        };
        let is_short = limits.turn.is_some_and(|turn| turn < SHORT_TURN);
        let expanded = if is_short { 1 } else { EXPANDED_MAX };
        answered(book.known_lines(position, expanded)).unwrap_or_default()
    }

    /// Remembers a finished search from which the book will learn, if it does.
    pub(super) fn remember(&mut self, position: &Position, limits: &Limits, choice: &Choice) {
        let is_whole = limits.goal == Goal::Best && limits.excluded.is_empty();
        let is_searched = choice.depth > 0 && !choice.moves.is_empty();
        if self.options.book_learning && is_whole && is_searched {
            let (position, choice) = (position.clone(), choice.clone());
            self.unlearned = Some(FinishedSearch { position, choice });
        }
    }

    /// Lets the book learn what the last search found. Writing can take tens of milliseconds, so a
    /// caller with a clock answers first.
    pub fn learn(&mut self) {
        let Some(FinishedSearch { position, choice }) = self.unlearned.take() else { return };
        let Some(book) = &self.options.book else { return };
        if let Err(fault) = book.learn(&position, &choice) {
            log::warn!("{fault}; nothing is learned");
        }
    }
}

/// Whether all stones can be placed, one after the other.
fn can_be_played(position: &Position, stones: &[Coord]) -> bool {
    let mut after = position.clone();
    let can = stones.iter().all(|&coord| after.play(coord).is_ok());
    if !can {
        log::warn!("the book answers {stones:?}, which cannot be placed; searching instead");
    }
    can
}

/// The answer of a book that could be read.
fn answered<T>(found: Result<T, BookFault>) -> Option<T> {
    found.inspect_err(|fault| log::warn!("{fault}; searching instead")).ok()
}

/// With less time per move, only the positions after the next ply are looked up.
const SHORT_TURN: Duration = Duration::from_millis(500);

/// Positions whose moves are looked up, 0.5 ms each.
const EXPANDED_MAX: usize = 48;

#[cfg(test)]
mod tests {
    use super::super::opening_book::BookHandle;
    use super::super::{BookFault, Options};
    use super::*;
    use crate::search::{NullListener, StopFlag};
    use crate::types::{BoardSize, Rule};

    /// A book that always answers with this point.
    #[derive(Debug)]
    struct Always(Coord);

    impl OpeningBook for Always {
        fn best_move(
            &self,
            _: &Position,
            _: &[Coord],
            _: &mut Rng,
        ) -> Result<Option<BookMove>, BookFault> {
            Ok(Some(BookMove { coord: self.0, value: 50, is_proved: false }))
        }
    }

    fn played(book: Coord, excluded: &[Coord]) -> Coord {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(9).unwrap());
        position.play(Coord::new(4, 4)).unwrap();
        let mut engine = Engine::new();
        let book = Some(BookHandle::new(Always(book)));
        engine.set_options(Options { book, ..Options::with_hash(1024) });
        let limits = Limits { excluded: excluded.to_vec(), ..Limits::of_nodes(100) };
        engine.think(&position, &limits, &StopFlag::new(), &mut NullListener).best().unwrap()
    }

    #[test]
    fn a_book_is_played_unless_its_move_is_not_legal() {
        let corner = Coord::new(0, 0);
        assert_eq!(played(corner, &[]), corner);
        assert_ne!(played(corner, &[corner]), corner);
        assert_ne!(played(Coord::new(4, 4), &[]), Coord::new(4, 4));
        assert!(played(Coord::new(9, 0), &[]).x < 9);
    }
}
