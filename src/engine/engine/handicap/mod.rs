//! The levels 1 to 9: players with limited attention.
//!
//! People lose to a strong program because they do not see everything, not because they throw dice.
//! So a weaker player looks at a board on which some stones are missing: those that it *overlooks*
//! ([`attention`]), mostly the opponent's and mostly far from the last moves. On that board it plays
//! as well as it can, by a glance or by a search whose length depends on the level, and among moves
//! that look nearly equal it has a random [`preference`]. Both follow from the seed and the position
//! alone: the same position looks the same again, and an overlooked threat is seen once the play
//! comes near.
//!
//! What it always sees: its own five, a four to stop (level 1 misses some that are far from the
//! last moves), and the rules: it does not play on an overlooked stone or on a forbidden point.
//! From level 4, the first that searches, a win that it sees is played without preference. Limits are in
//! nodes, so a level plays the same on every machine; only the classic player, on boards over
//! 22x22, is limited by the clock.

mod attention;
mod params;
mod preference;
#[cfg(test)]
mod tests;

use self::attention::Attention;
use self::params::{LevelParams, Thought};
use self::preference::Preference;
use super::choice::Choice;
use super::lines::BestLines;
use super::{Engine, LevelNumber, fallback};
use crate::board::Position;
use crate::classic::Skill;
use crate::search::{Goal, Limits, Listener, StopFlag};
use crate::types::Coord;
use crate::util::clock::Clock;

impl Engine {
    /// The choice of a weaker player, at the levels 1 to 9.
    pub(super) fn choose_as(
        &mut self,
        level: LevelNumber,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        if limits.goal != Goal::Best || limits.multi_pv > 1 {
            // In openings and analysis, neither attention nor search is limited.
            return self.choose_fully(position, limits, stop, listener);
        }
        let params = params::of(level);
        let limits = shortened(limits, params);
        let seed = *self.seed.get_or_insert_with(rand::random);
        let view = Attention::of(position, params, seed);
        if let Some(coord) = five(&view, &limits) {
            return Choice::only(Some(coord));
        }
        let preference = Preference::of(&view.seen, params.noise, seed);
        let limits = Limits { excluded: view.unplayable(&limits.excluded), ..limits };
        match params.thought {
            Thought::Glance => self.glance(&view, &limits, preference),
            Thought::Search { .. } if !position.size().is_fast() => {
                let skill = if level.number() > 6 { Skill::Hard } else { Skill::Threats };
                self.choose_classic(skill, &view.seen, &limits, stop)
            }
            Thought::Search { .. } => {
                let limits = Limits { multi_pv: params.lines, ..limits };
                self.search_by_preference(&view.seen, &limits, preference, stop, listener)
            }
        }
    }

    /// One of the best moves, by preference.
    fn search_by_preference(
        &mut self,
        seen: &Position,
        limits: &Limits,
        preference: Preference,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Choice {
        let begun = self.clock.now();
        if !self.has_tables(None, seen, limits, stop) {
            return fallback::choice(seen, limits);
        }
        let limits = Limits { analysis: true, ..self.rest_of(limits, begun) };
        let mut lines = BestLines::of(listener);
        let mut choice = self.choose_fully(seen, &limits, stop, &mut lines);
        if let Some((coord, value)) = preference.search(lines.take()) {
            choice.prefer(coord, value);
        }
        choice
    }

    /// The best looking point.
    fn glance(&self, view: &Attention<'_>, limits: &Limits, preference: Preference) -> Choice {
        let mut points = self.classic.looks(&view.seen);
        points.retain(|(coord, _)| !limits.excluded.contains(coord));
        // Where nothing looks good, the center if it is empty.
        let center = Some(view.seen.size().center()).filter(|&at| view.position.is_empty_at(at));
        let best = preference.glance(points).or(center);
        Choice::only(best.filter(|coord| !limits.excluded.contains(coord)))
    }
}

/// The limits of a search at this level.
fn shortened(limits: &Limits, params: &LevelParams) -> Limits {
    let mut limits = limits.clone();
    if let Thought::Search { nodes, depth } = params.thought {
        limits.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
        limits.depth = depth.into_iter().chain(limits.depth).min();
    }
    limits
}

/// A five to make, else a five to stop that the player notices.
fn five(view: &Attention<'_>, limits: &Limits) -> Option<Coord> {
    fallback::five(view.position, &limits.excluded, |coord| view.notices(coord))
}
