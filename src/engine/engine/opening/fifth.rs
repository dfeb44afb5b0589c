//! The fourth stone and the fifth stones of the renju openings.

use super::advisor::Advisor;
use crate::board::Position;
use crate::engine::lines::BestLines;
use crate::engine::swap2::TOSS_UP;
use crate::rules::opening::{OpeningArea, OpeningChoice, OpeningPhase, OpeningStep, figure};
use crate::search::{Goal, Limits, NullListener};
use crate::types::{Color, Coord};

/// The most fifth stones that white can ask for.
const MOST: u8 = 8;
/// How many of the best fourth stones are compared, in addition to the balanced one.
const FOURTHS: usize = 3;
/// Search lines beyond the number of stones to offer, because some moves make the same figure.
const SPARE: usize = 4;

impl Advisor<'_> {
    /// The best moves for the side to move with their values, best first, no two with the same
    /// figure.
    fn best(&mut self, position: &Position, count: usize, parts: u32) -> Vec<(Coord, i32)> {
        let mut unheard = NullListener;
        let mut lines = BestLines::of(&mut unheard);
        let all = |limits: &mut Limits| limits.multi_pv = count;
        self.think(position, parts, all, &mut lines);
        let mut figures = Vec::new();
        let mut found = lines.take();
        found.retain(|&(coord, _)| {
            let figure = figure(position, coord);
            let is_new = !figures.contains(&figure);
            figures.push(figure);
            is_new
        });
        found
    }

    /// The values of the position for black, by the number of fifth stones that black offers.
    fn by_count(&mut self, position: &Position, most: u8, parts: u32) -> Vec<i32> {
        let most = usize::from(most);
        let best = self.best(position, most + SPARE, parts);
        best.into_iter().map(|(_, value)| value).take(most).collect()
    }

    /// The fourth stone and the number of fifth stones that together are fairest.
    pub(super) fn fourth_and_count(&mut self, opening: &OpeningPhase) -> Vec<OpeningChoice> {
        let position = opening.position();
        // The choice of colors before this one may have used the other half of the time.
        let parts = 2 * (FOURTHS as u32 + 3);
        let mut fourths: Vec<Coord> =
            self.placed(position, Goal::BalanceOne { bias: 0 }, OpeningArea::Anywhere, parts).moves;
        fourths.extend(self.best(position, FOURTHS, parts).into_iter().map(|(coord, _)| coord));
        let mut fairest: Option<(i32, Coord, u8)> = None;
        for fourth in fourths {
            let mut next = position.clone();
            if next.play(fourth).is_err() {
                continue;
            }
            for (count, value) in (1..).zip(self.by_count(&next, MOST, parts)) {
                if fairest.is_none_or(|(least, _, _)| value.abs() < least) {
                    fairest = Some((value.abs(), fourth, count));
                }
            }
        }
        let choices =
            |(_, fourth, count)| vec![OpeningChoice::Point(fourth), OpeningChoice::Count(count)];
        fairest.map(choices).unwrap_or_default()
    }

    /// The number of fifth stones that is fairest on this board.
    pub(super) fn count(&mut self, opening: &OpeningPhase, most: u8) -> u8 {
        let values = self.by_count(opening.position(), most, 1);
        let fairest = (1..).zip(values).min_by_key(|&(_, value)| value.abs());
        fairest.map_or(1, |(count, _)| count)
    }

    /// The better color when black has to offer a declared number of fifth stones.
    pub(super) fn color_by_fifths(&mut self, opening: &OpeningPhase) -> Color {
        // Black makes the offers next.
        let values = self.by_count(opening.position(), opening.count(), 2);
        match values.last() {
            Some(&value) if value < 0 => Color::White,
            Some(_) => Color::Black,
            None => opening.position().to_move(),
        }
    }

    /// Whether black is better even after offering `count` fifth stones.
    pub(super) fn is_good_for_black(
        &mut self,
        opening: &OpeningPhase,
        count: u8,
        parts: u32,
    ) -> bool {
        let values = self.by_count(opening.position(), count, parts);
        let is_complete = values.len() == usize::from(count);
        is_complete && values.last().is_some_and(|&value| value > TOSS_UP)
    }

    /// The best fifth stones that can still be offered.
    pub(super) fn offers(&mut self, opening: &OpeningPhase, left: u8) -> Vec<Coord> {
        let count = usize::from(opening.count()) + SPARE;
        let best = self.best(opening.position(), count, 2);
        let can = |coord: &Coord| opening.check(OpeningChoice::Point(*coord)).is_ok();
        best.into_iter().map(|(coord, _)| coord).filter(can).take(left.into()).collect()
    }

    /// The offered stone that is worst for black.
    pub(super) fn pick(&mut self, opening: &OpeningPhase) -> Vec<Coord> {
        debug_assert_eq!(opening.step(), Some(OpeningStep::Pick));
        let parts = u32::from(opening.count());
        let for_white = |&coord: &Coord| {
            let mut position = opening.position().clone();
            let placed = position.play(coord);
            let think = |()| self.think(&position, parts, |_| (), &mut NullListener).score.0;
            placed.map_or(i32::MIN, think)
        };
        opening.offers().iter().copied().max_by_key(for_white).into_iter().collect()
    }
}
