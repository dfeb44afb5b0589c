//! The levels 1 to 9: players with limited sight.
//!
//! People lose to a strong program because they do not see everything, not because they throw dice.
//! So a graded player looks at a board on which some stones are missing: those that it *overlooks*
//! ([`sight`]), mostly the opponent's and mostly far from the last moves. On that board it plays as
//! well as it can, by a glance or by a search whose length depends on the level, and among moves
//! that look nearly equal it follows its taste ([`taste`]). Sight and taste follow from the seed
//! and the position alone: the same position looks the same again, and an overlooked threat is seen
//! once the play comes near.
//!
//! What it always sees: its own five, a four to stop (level 1 misses some that are far from the
//! last moves), and the rules: it does not play on an overlooked stone or on a forbidden point.
//! From level 4, the first that searches, a win that it sees is played without taste. Limits are in
//! nodes, so a level plays the same on every machine; only the classic player, on boards over
//! 22x22, is limited by the clock.

mod params;
mod sight;
mod taste;
#[cfg(test)]
mod tests;

use self::params::{GradeParams, Thought};
use self::sight::View;
use self::taste::Taste;
use super::choice::Choice;
use super::lines::BestLines;
use super::{Engine, Grade, fallback};
use crate::board::Position;
use crate::classic::Skill;
use crate::search::{Goal, Limits, Listener, StopFlag};
use crate::types::Coord;
use crate::util::clock::Clock;

impl Engine {
    /// The choice of a graded player.
    pub(super) fn choose_as(
        &mut self,
        grade: Grade,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        if limits.goal != Goal::Best || limits.multi_pv > 1 {
            // In openings and analysis, neither sight nor search is limited.
            return self.choose_fully(position, limits, stop, listener);
        }
        let params = params::of(grade);
        let limits = shortened(limits, params);
        let seed = *self.seed.get_or_insert_with(rand::random);
        let view = View::of(position, params, seed);
        if let Some(coord) = five(&view, &limits) {
            return Choice::only(Some(coord));
        }
        let taste = Taste::of(&view.seen, params.noise, seed);
        let limits = Limits { excluded: view.unplayable(&limits.excluded), ..limits };
        match params.thought {
            Thought::Glance => self.glance(&view, &limits, taste),
            Thought::Search { .. } if !position.size().is_fast() => {
                let skill = if grade.number() > 6 { Skill::Hard } else { Skill::Threats };
                self.choose_classic(skill, &view.seen, &limits, stop)
            }
            Thought::Search { .. } => {
                let limits = Limits { multi_pv: params.lines, ..limits };
                self.search_by_taste(&view.seen, &limits, taste, stop, listener)
            }
        }
    }

    /// One of the best moves, by taste.
    fn search_by_taste(
        &mut self,
        seen: &Position,
        limits: &Limits,
        taste: Taste,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        let begun = self.clock.now();
        if !self.has_tables(seen, limits, stop) {
            return fallback::choice(seen, limits);
        }
        let limits = Limits { analysis: true, ..self.rest_of(limits, begun) };
        let mut lines = BestLines::of(listener);
        let mut choice = self.choose_fully(seen, &limits, stop, &mut lines);
        if let Some((coord, value)) = taste.search(lines.take()) {
            choice.prefer(coord, value);
        }
        choice
    }

    /// The best looking point.
    fn glance(&self, view: &View<'_>, limits: &Limits, taste: Taste) -> Choice {
        let mut points = self.classic.looks(&view.seen);
        points.retain(|(coord, _)| !limits.excluded.contains(coord));
        // Where nothing looks good, the center if it is empty.
        let center = Some(view.seen.size().center()).filter(|&at| view.position.is_empty_at(at));
        let best = taste.glance(points).or(center);
        Choice::only(best.filter(|coord| !limits.excluded.contains(coord)))
    }
}

/// The limits of a search at this level.
fn shortened(limits: &Limits, params: &GradeParams) -> Limits {
    let mut limits = limits.clone();
    if let Thought::Search { nodes, depth } = params.thought {
        limits.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
        limits.depth = depth.into_iter().chain(limits.depth).min();
    }
    limits
}

/// A five to make, else a five to stop that the player notices.
fn five(view: &View<'_>, limits: &Limits) -> Option<Coord> {
    fallback::five(view.position, &limits.excluded, |coord| view.notices(coord))
}
