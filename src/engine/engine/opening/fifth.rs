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

    /// The number of fifth stones that is fairest on this board, before or after the fourth stone.
    pub(super) fn count(&mut self, opening: &OpeningPhase, most: u8) -> u8 {
        let position = opening.position();
        let values = match position.to_move() {
            Color::Black => self.by_count(position, most, 1),
            Color::White => self.before_fourth(position, most, FOURTHS, 2),
        };
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

    /// The values of three stones for black, by the number of fifth stones that black offers after
    /// white's fourth, for which the best few are tried.
    fn before_fourth(
        &mut self,
        position: &Position,
        most: u8,
        fourths: usize,
        parts: u32,
    ) -> Vec<i32> {
        // One part is for the fourth stones, one for the fifths after each.
        let parts = parts.saturating_mul(fourths as u32 + 1);
        let mut least: Vec<i32> = Vec::new();
        for (fourth, _) in self.best(position, fourths, parts) {
            let mut next = position.clone();
            if next.play(fourth).is_err() {
                continue;
            }
            let values = self.by_count(&next, most, parts);
            match least.is_empty() {
                true => least = values,
                // White chooses the fourth stone that is worst for black.
                false => least.iter_mut().zip(values).for_each(|(least, value)| {
                    *least = (*least).min(value);
                }),
            }
        }
        least
    }

    /// The better color when black has to offer the number of fifth stones that is known already.
    pub(super) fn color_before_fourth(&mut self, opening: &OpeningPhase) -> Color {
        // The fourth stone may need the other half of the time.
        let values = self.before_fourth(opening.position(), opening.count(), FOURTHS, 2);
        match values.last() {
            Some(&value) if value > 0 => Color::Black,
            Some(_) => Color::White,
            None => opening.position().to_move(),
        }
    }

    /// The fourth stone after which the fifth stones that black has to offer are worth least.
    pub(super) fn fourth_against(&mut self, opening: &OpeningPhase) -> Vec<Coord> {
        let position = opening.position();
        // The choice of colors before this one may have used the other half of the time.
        let parts = 2 * (FOURTHS as u32 + 1);
        let mut worst: Option<(i32, Coord)> = None;
        for (fourth, _) in self.best(position, FOURTHS, parts) {
            let mut next = position.clone();
            if next.play(fourth).is_err() {
                continue;
            }
            let values = self.by_count(&next, opening.count(), parts);
            if let Some(&value) = values.last()
                && worst.is_none_or(|(least, _)| value < least)
            {
                worst = Some((value, fourth));
            }
        }
        worst.map(|(_, fourth)| fourth).into_iter().collect()
    }

    /// The third stone after which neither color is better, given the fifth stones to be offered.
    pub(super) fn even_third(&mut self, opening: &OpeningPhase, area: OpeningArea) -> Vec<Coord> {
        let position = opening.position();
        let mut figures = Vec::new();
        let mut thirds: Vec<Coord> = position.size().coords().collect();
        thirds.retain(|&coord| {
            let is_possible = area.contains(coord, position.size()) && position.is_empty_at(coord);
            let figure = figure(position, coord);
            let is_new = is_possible && !figures.contains(&figure);
            figures.extend(is_new.then_some(figure));
            is_new
        });
        // Equal ones in the order of the seed.
        for last in (1..thirds.len()).rev() {
            thirds.swap(last, self.rng.below(last + 1));
        }
        let parts = thirds.len() as u32;
        let mut evenest: Option<(i32, Coord)> = None;
        for third in thirds {
            let mut next = position.clone();
            if next.play(third).is_err() {
                continue;
            }
            let values = self.before_fourth(&next, opening.count(), 1, parts);
            if let Some(&value) = values.last()
                && evenest.is_none_or(|(least, _)| value.abs() < least)
            {
                evenest = Some((value.abs(), third));
            }
        }
        evenest.map(|(_, third)| third).into_iter().collect()
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
