//! What to choose at each step.

use std::time::Duration;

use super::super::{Choice, Engine, swap2};
use crate::board::Position;
use crate::engine::swap2::{Swap2Answer, Swap2Decision};
use crate::rules::opening::{OpeningArea, OpeningChoice, OpeningPhase, OpeningRule, OpeningStep};
use crate::search::{Goal, Limits, Listener, NullListener, StopFlag};
use crate::types::{Color, Coord};
use crate::util::clock::Clock;
use crate::util::rng::Rng;

/// One participant's adviser for one turn.
pub(super) struct Advisor<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) limits: &'a Limits,
    pub(super) stop: &'a StopFlag,
    pub(super) seed: u64,
    /// When the turn began, by the engine's clock.
    pub(super) start: Duration,
    /// The nodes of all searches so far.
    pub(super) nodes: u64,
    pub(super) rng: Rng,
}

impl Advisor<'_> {
    /// Makes the choices that belong together, at least one.
    pub(super) fn advance(&mut self, opening: &mut OpeningPhase, made: &mut Vec<OpeningChoice>) {
        let before = made.len();
        for choice in self.wanted(opening) {
            if opening.choose(choice).is_err() {
                break;
            }
            made.push(choice);
        }
        // No choice is preferred, or it was refused: any legal one.
        if made.len() == before
            && let Some(&choice) = self.rng.choose(&opening.choices())
            && opening.choose(choice).is_ok()
        {
            made.push(choice);
        }
    }

    fn wanted(&mut self, opening: &OpeningPhase) -> Vec<OpeningChoice> {
        let points = |coords: Vec<Coord>| coords.into_iter().map(OpeningChoice::Point).collect();
        match opening.step() {
            None => Vec::new(),
            Some(OpeningStep::Place(area)) => self.place(opening, area),
            Some(OpeningStep::ColorOrTwo) => self.color_or_two(opening),
            Some(OpeningStep::ColorOrTen) => vec![self.color_or_ten(opening)],
            Some(OpeningStep::Color) => vec![OpeningChoice::Color(self.color(opening))],
            Some(OpeningStep::Count(most)) => vec![OpeningChoice::Count(self.count(opening, most))],
            Some(OpeningStep::Offer(left)) => points(self.offers(opening, left)),
            Some(OpeningStep::Pick) => points(self.pick(opening)),
        }
    }

    /// A search with one `parts`-th of the limits, or with what the earlier ones left.
    pub(super) fn think(
        &mut self,
        position: &Position,
        parts: u32,
        adjust: impl FnOnce(&mut Limits),
        listener: &mut dyn Listener,
    ) -> Choice {
        let parts = parts.max(1);
        let mut limits = self.limits.clone();
        let spent = self.engine.clock.now().saturating_sub(self.start);
        let part_of = |time: Duration| (time / parts).min(time.saturating_sub(spent));
        limits.turn = limits.turn.map(part_of);
        limits.left = limits.left.map(part_of);
        // It is for the turn, not for each search.
        limits.reserve /= parts;
        limits.nodes = limits.nodes.map(|nodes| {
            let left = nodes.saturating_sub(self.nodes);
            (nodes / u64::from(parts)).min(left).max(1)
        });
        limits.analysis = true;
        adjust(&mut limits);
        let choice = self.engine.think(position, &limits, self.stop, listener);
        self.nodes += choice.nodes;
        choice
    }

    /// The value of a position for the side to move.
    pub(super) fn value(&mut self, position: &Position, parts: u32) -> i32 {
        self.think(position, parts, |_| (), &mut NullListener).score.0
    }

    /// The stone, or two, in an area that the goal wants.
    pub(super) fn placed(
        &mut self,
        position: &Position,
        goal: Goal,
        area: OpeningArea,
        parts: u32,
    ) -> Choice {
        let size = position.size();
        let outside = size.coords().filter(|&coord| !area.contains(coord, size));
        let adjust = |limits: &mut Limits| {
            limits.goal = goal;
            limits.excluded.extend(outside);
        };
        self.think(position, parts, adjust, &mut NullListener)
    }

    fn place(&mut self, opening: &OpeningPhase, area: OpeningArea) -> Vec<OpeningChoice> {
        let position = opening.position();
        let coords = match (opening.rule(), position.stones().len()) {
            (OpeningRule::Soosorv8, 3) => return self.fourth_and_count(opening),
            // Few openings are even if black offers two fifth stones.
            (OpeningRule::Rif, 2) => self.even_third(opening, area),
            (OpeningRule::Rif | OpeningRule::Yamaguchi, 3) => self.fourth_against(opening),
            // The other renju opening rules balance every opening by the choices that follow.
            (rule, 0..=2) if rule.is_of_renju() => Vec::new(),
            (OpeningRule::Caro | OpeningRule::Pro | OpeningRule::LongPro, _) => {
                self.placed(position, Goal::Best, area, 1).moves
            }
            (OpeningRule::Swap | OpeningRule::Swap2, 0) => self.three_stones(position),
            (OpeningRule::Swap | OpeningRule::Swap2, 1 | 3) => {
                self.placed(position, Goal::BalanceTwo { bias: 0 }, area, 1).moves
            }
            (OpeningRule::Swap1, _) => self.even_first(position),
            // The preceding choice of colors may have taken the other half.
            _ => self.placed(position, Goal::BalanceOne { bias: 0 }, area, 2).moves,
        };
        coords.into_iter().map(OpeningChoice::Point).collect()
    }

    /// The first stone after which neither color is better, one of its images by the seed. Few points
    /// are even, all of them near the edge, so each is searched; none on boards that only the
    /// classic player knows.
    fn even_first(&mut self, position: &Position) -> Vec<Coord> {
        let size = position.size();
        if !size.is_fast() {
            return Vec::new();
        }
        let center = size.center();
        let mut points: Vec<Coord> = size.coords().collect();
        points.retain(|point| {
            let is_in_corner = point.x <= center.x && point.y <= center.y;
            is_in_corner && (point.x <= point.y || !size.is_square())
        });
        let parts = points.len() as u32;
        let mut evenest: Option<(i32, Coord)> = None;
        for point in points {
            let mut next = position.clone();
            if next.play(point).is_err() {
                continue;
            }
            let value = self.value(&next, parts).abs();
            if evenest.is_none_or(|(least, _)| value < least) {
                evenest = Some((value, point));
            }
        }
        let mut turned = |side: u8, at: u8| if self.rng.below(2) == 0 { at } else { side - 1 - at };
        let image = |(_, point): (i32, Coord)| {
            Coord::new(turned(size.width(), point.x), turned(size.height(), point.y))
        };
        evenest.map(image).into_iter().collect()
    }

    /// Three stones on the empty board.
    fn three_stones(&mut self, position: &Position) -> Vec<Coord> {
        if let Some(Swap2Answer::Offer(stones)) = self.engine.swap2_from_book(position, self.seed) {
            return stones;
        }
        swap2::opening(position.rule(), position.size(), self.seed)
    }

    fn color_or_two(&mut self, opening: &OpeningPhase) -> Vec<OpeningChoice> {
        let position = opening.position();
        let decision = match self.engine.swap2_from_book(position, self.seed) {
            Some(Swap2Answer::Decide(decision)) => Some(decision),
            _ => self.searched_decision(position),
        };
        match decision {
            Some(Swap2Decision::Place(first, second)) => {
                vec![OpeningChoice::Two, OpeningChoice::Point(first), OpeningChoice::Point(second)]
            }
            Some(Swap2Decision::Swap) => vec![OpeningChoice::Color(!position.to_move())],
            Some(Swap2Decision::Stay(_)) => vec![OpeningChoice::Color(position.to_move())],
            None => Vec::new(),
        }
    }

    fn searched_decision(&mut self, position: &Position) -> Option<Swap2Decision> {
        let stay = self.think(position, 2, |_| (), &mut NullListener);
        match swap2::is_toss_up(&stay) {
            true => {
                let goal = Goal::BalanceTwo { bias: 0 };
                let pair = self.placed(position, goal, OpeningArea::Anywhere, 2);
                swap2::best_of_three(&stay, &pair)
            }
            false => swap2::better_side(&stay),
        }
    }

    /// The color to take where there is no other choice.
    fn color(&mut self, opening: &OpeningPhase) -> Color {
        let position = opening.position();
        match (opening.rule(), position.stones().len()) {
            (OpeningRule::Soosorv8, 3) => self.role(opening, OpeningArea::Anywhere, 2),
            (OpeningRule::Soosorv8, _) => self.color_by_fifths(opening),
            (OpeningRule::Rif | OpeningRule::Yamaguchi, _) => self.color_before_fourth(opening),
            // Too early for a value: several placements and choices follow.
            (OpeningRule::Tarannikov | OpeningRule::Taraguchi10, 1 | 2) => self.any_color(),
            (OpeningRule::Tarannikov | OpeningRule::Taraguchi10, 3) => {
                self.role(opening, OpeningArea::Inside(7), 2)
            }
            (OpeningRule::Tarannikov, 4) => self.role(opening, OpeningArea::Inside(9), 2),
            _ => {
                let known = self.engine.known_choices(position).map(|known| known.value);
                match known.unwrap_or_else(|| self.value(position, 1)) < 0 {
                    true => !position.to_move(),
                    false => position.to_move(),
                }
            }
        }
    }

    fn color_or_ten(&mut self, opening: &OpeningPhase) -> OpeningChoice {
        // A quarter for the offers, a quarter for the roles; a fifth stone may need the other half.
        match self.is_good_for_black(opening, 10, 4) {
            true => OpeningChoice::Ten,
            false => OpeningChoice::Color(self.role(opening, OpeningArea::Inside(9), 4)),
        }
    }

    /// The color of the participant who does not place the next stone and so will choose again; any
    /// color if the next stone can balance the position.
    fn role(&mut self, opening: &OpeningPhase, area: OpeningArea, parts: u32) -> Color {
        let position = opening.position();
        let found = self.placed(position, Goal::BalanceOne { bias: 0 }, area, parts);
        match swap2::is_toss_up(&found) {
            true => self.any_color(),
            false => !position.to_move(),
        }
    }

    fn any_color(&mut self) -> Color {
        Color::BOTH[self.rng.below(2)]
    }
}
