//! The two passes of a review. The first looks at every position. The second looks again, harder,
//! before and after each move that seems to be a mistake and wherever the curve jumps, and at the
//! position after the better move: the two moves are compared by searches of the same kind. A move
//! that is still a mistake then is compared once more, harder yet, before it is called one. What a
//! later position shows counts for the earlier ones, so that no move is better than the best one.

use super::assess::{self, Assessor, Standing};
use super::cost::{Cost, Look, ReviewOptions};
use super::error::ReviewError;
use super::game::ReviewedGame;
use super::model::{MoveVerdict, ReviewProgress, ReviewedMove};
use super::reasons;
use super::verdict::{ReviewedStep, before_move};
use tengen_engine::board::Position;
use tengen_engine::types::Score;

/// A move that loses so much win chance in the first pass is looked at again: less than what is reported
/// of a move after which all is lost, as a deeper look may see that.
const DOUBTFUL_LOSS: f64 = 0.03;
const _: () = assert!(DOUBTFUL_LOSS < MoveVerdict::LOST_LIMITS[0], "else such a loss is not seen");
/// Two neighbors that differ so much are looked at again, whichever is higher.
const JUMP: f64 = 0.08;

/// A position of the game.
#[derive(Clone)]
struct Place {
    position: Position,
    /// As it was assessed.
    seen: Standing,
    /// What is known with what later positions show.
    standing: Standing,
    /// How hard it was looked at; nothing at the end of the game.
    look: Option<Look>,
}

/// A review in progress.
pub(super) struct Passes<'a, 'p> {
    game: &'a ReviewedGame,
    options: &'a ReviewOptions,
    assessor: Assessor<'a>,
    progress: &'a mut (dyn FnMut(ReviewProgress<'_>) + 'p),
    /// How many moves come before the first place.
    first: usize,
    /// The positions from the one before the first move that is judged.
    places: Vec<Place>,
    /// For each place, how hard the move to it was looked at.
    looks: Vec<Look>,
    /// The moves as the last finished step left them, without reasons. A solver that is stopped finds
    /// nothing, so that no move is judged after a stop.
    judged: Vec<ReviewedMove>,
}

impl<'a, 'p> Passes<'a, 'p> {
    /// A review of the moves after the first `first`.
    pub(super) fn new(
        game: &'a ReviewedGame,
        options: &'a ReviewOptions,
        assessor: Assessor<'a>,
        progress: &'a mut (dyn FnMut(ReviewProgress<'_>) + 'p),
        first: usize,
    ) -> Self {
        let (places, looks, judged) = (Vec::new(), Vec::new(), Vec::new());
        Self { game, options, assessor, progress, first, places, looks, judged }
    }

    /// Reviews the moves up to `last`: them, and whether the review is complete. Once the stop flag
    /// is set, returns what was judged until then.
    pub(super) fn run(mut self, last: usize) -> Result<(Vec<ReviewedMove>, bool), ReviewError> {
        let reported = self.look(last)?;
        let is_whole = self.places.len() == last - self.first + 1;
        if is_whole {
            self.look_again()?;
        }
        let is_complete = is_whole && !self.assessor.is_stopped();
        let mut moves = std::mem::take(&mut self.judged);
        for (index, reviewed) in (1..).zip(&mut moves) {
            self.explain(index, reviewed);
        }
        for (reviewed, reported) in
            moves.iter().zip(&reported).filter(|(now, reported)| now != reported)
        {
            debug_assert_eq!(reviewed.number, reported.number);
            (self.progress)(ReviewProgress::Move(reviewed));
        }
        Ok((moves, is_complete))
    }

    /// The first pass; the moves as they were reported.
    fn look(&mut self, last: usize) -> Result<Vec<ReviewedMove>, ReviewError> {
        let (first, mut reported) = (self.first, Vec::new());
        for index in first..=last {
            (self.progress)(ReviewProgress::Position(index - first, last - first + 1));
            let position = self.game.position_after(index)?;
            let known = (index == last).then(|| assess::of_result(self.game, &position)).flatten();
            let look = known.is_none().then_some(Look::First);
            let seen = match known {
                Some(known) => known,
                None => self.assess(&position, self.options.first),
            };
            if self.assessor.is_stopped() {
                break;
            }
            let standing = seen.clone();
            self.places.push(Place { position, seen, standing, look });
            self.looks.push(Look::First);
            self.settle();
            if !self.judge_all() {
                self.places.pop();
                self.looks.pop();
                self.settle();
                break;
            }
            if let Some(judged) = self.judged.last() {
                (self.progress)(ReviewProgress::Move(judged));
                reported.push(judged.clone());
            }
        }
        Ok(reported)
    }

    fn assess(&mut self, position: &Position, cost: Cost) -> Standing {
        let Self { assessor, progress, .. } = self;
        assessor.assess(position, cost, &mut |searched| {
            progress(ReviewProgress::Searched(searched));
        })
    }

    /// The second pass: until no move is doubtful that was not looked at again, and none is called a
    /// mistake that was not looked at a third time.
    fn look_again(&mut self) -> Result<(), ReviewError> {
        let mut done = 0;
        while !self.assessor.is_stopped() {
            let doubtful: Vec<usize> =
                (1..self.places.len()).filter(|&index| self.is_doubtful(index)).collect();
            let accused = || (1..self.places.len()).find(|&index| self.is_accused(index));
            let next = doubtful.first().map(|&index| (index, Look::Second));
            let next = next.or_else(|| accused().map(|index| (index, Look::Third)));
            let Some((index, look)) = next else { break };
            (self.progress)(ReviewProgress::Again(done, done + doubtful.len().max(1)));
            done += 1;
            self.look_harder(index, look)?;
        }
        Ok(())
    }

    /// Looks at the move to the place `index` again.
    fn look_harder(&mut self, index: usize, look: Look) -> Result<(), ReviewError> {
        let earlier = [self.places[index - 1].clone(), self.places[index].clone()];
        let before = std::mem::replace(&mut self.looks[index], look);
        if look == Look::Second {
            self.deepen(index - 1, look);
        }
        self.deepen(index, look);
        self.settle();
        self.compare(index, look)?;
        self.settle();
        if !self.judge_all() {
            // Half of a look would compare unlike searches.
            [self.places[index - 1], self.places[index]] = earlier;
            self.looks[index] = before;
            self.settle();
        }
        Ok(())
    }

    /// Whether the move to the place `index` is to be looked at a second time.
    fn is_doubtful(&mut self, index: usize) -> bool {
        if self.looks[index] > Look::First {
            return false;
        }
        let step = self.game.step(self.first, &self.places, index);
        let (before, after) = (&self.places[index - 1].seen, &self.places[index].seen);
        let is_proved = before.win.is_some() || after.win.is_some();
        step.loss() >= DOUBTFUL_LOSS
            || self.jump(index).abs() >= JUMP && !is_proved
            || step.misses_win(self.options.first, &mut self.assessor)
    }

    /// Whether the move to the place `index` is called a mistake or worse by two looks only.
    fn is_accused(&self, index: usize) -> bool {
        let verdict = self.judged.get(index - 1).map(|reviewed| reviewed.verdict);
        self.looks[index] == Look::Second && verdict >= Some(MoveVerdict::Mistake)
    }

    /// How much lower the search after the move to the place `index` is than the one before it.
    fn jump(&self, index: usize) -> f64 {
        let (before, after) = (&self.places[index - 1].seen, &self.places[index].seen);
        before.score.win_rate() - before_move(after.score).win_rate()
    }

    /// Assesses a place harder than before.
    fn deepen(&mut self, index: usize, look: Look) {
        let place = &self.places[index];
        // A proof needs no second look, nor does the end of the game.
        if place.look.is_none_or(|had| had >= look) || place.seen.win.is_some() {
            return;
        }
        let position = place.position.clone();
        let seen = self.assess(&position, self.options.cost(look));
        if !self.assessor.is_stopped() {
            let place = &mut self.places[index];
            (place.seen, place.look) = (seen, Some(look));
        }
    }

    /// Compares the better move with the one that was played: the position after it is searched as
    /// the one after the move of the game was. Where the search chose the move that was played and
    /// its value fell, the best of the other moves is compared.
    fn compare(&mut self, index: usize, look: Look) -> Result<(), ReviewError> {
        let cost = self.options.cost(look);
        let step = self.game.step(self.first, &self.places, index);
        let is_best = step.is_best();
        let is_ended = step.earlier_standing.line.is_empty();
        if is_ended || step.earlier_standing.win.is_some() || is_best && self.jump(index) < JUMP {
            return Ok(());
        }
        let best = match step.played.filter(|_| is_best) {
            Some(played) => self.assessor.best_except(step.earlier, played, cost),
            None => step.earlier_standing.line.first().copied(),
        };
        let Some(best) = best.filter(|_| !self.assessor.is_stopped()) else { return Ok(()) };
        let mut after = step.earlier.clone();
        after.play(best).map_err(|error| ReviewError::Move(step.number, error))?;
        let standing = match assess::of_end(&after) {
            Some(standing) => standing,
            None => self.assess(&after, cost),
        };
        let score = before_move(standing.score);
        let is_better = score > before_move(self.places[index].standing.score);
        if !self.assessor.is_stopped() && (is_better || !is_best) {
            let seen = &mut self.places[index - 1].seen;
            seen.score = score;
            seen.line = [best].into_iter().chain(standing.line).collect();
        }
        Ok(())
    }

    /// Counts what one position shows about the others. A move of a proved win leads to a proved
    /// loss, whatever a search of it saw; a position is worth at least what follows the move that
    /// was played, and just that if the search knows no better move: its value was too high then.
    fn settle(&mut self) {
        let places = &mut self.places;
        for place in &mut *places {
            place.standing = place.seen.clone();
        }
        for index in 1..places.len() {
            let Some(win) = &places[index - 1].seen.win else { continue };
            if win.line.first().copied() != self.game.point(self.first + index - 1) {
                continue;
            }
            let left = i32::try_from(win.plies).unwrap_or(1);
            places[index].standing.score = Score(Score::loss_in(left - 1));
            if let Some(next) = places.get_mut(index + 1) {
                let least = Score(Score::win_in((left - 2).max(1)));
                next.standing.score = next.standing.score.max(least);
            }
        }
        for index in (1..places.len()).rev() {
            let after = before_move(places[index].standing.score);
            let rest = places[index].standing.line.clone();
            let before = &mut places[index - 1].standing;
            let played = self.game.point(self.first + index - 1);
            let is_best = played.is_some() && before.line.first() == played.as_ref();
            if (after > before.score || is_best) && before.win.is_none() {
                before.score = after;
                // The move that was played is the best one known.
                before.line = played.into_iter().chain(rest).collect();
            }
        }
    }

    /// Judges all moves; false if a stop has come, which leaves the judgments before it.
    fn judge_all(&mut self) -> bool {
        let judged: Vec<_> = (1..self.places.len()).map(|index| self.judge(index)).collect();
        let is_sound = !self.assessor.is_stopped();
        if is_sound {
            self.judged = judged;
        }
        is_sound
    }

    /// Judges the move to the place `index`.
    fn judge(&mut self, index: usize) -> ReviewedMove {
        let cost = self.cost(index);
        self.game.step(self.first, &self.places, index).judge(cost, &mut self.assessor)
    }

    /// Adds the reasons to the judgment of the move to the place `index`, if it deserves a remark.
    fn explain(&mut self, index: usize, reviewed: &mut ReviewedMove) {
        if reviewed.is_remarkable() {
            let cost = self.cost(index);
            let step = self.game.step(self.first, &self.places, index);
            reviewed.reasons = reasons::of(reviewed, &step, cost, &mut self.assessor);
        }
    }

    /// What the move to the place `index` was looked at with.
    fn cost(&self, index: usize) -> Cost {
        self.options.cost(self.looks[index])
    }
}

impl ReviewedGame {
    /// The move to the place `index`, of which the first comes after `first` moves.
    fn step<'a>(&self, first: usize, places: &'a [Place], index: usize) -> ReviewedStep<'a> {
        let (earlier, place) = (&places[index - 1], &places[index]);
        ReviewedStep {
            number: first + index,
            played: self.point(first + index - 1),
            earlier: &earlier.position,
            earlier_standing: &earlier.standing,
            position: &place.position,
            standing: &place.standing,
            reply: self.point(first + index),
        }
    }
}
