//! The clock of one player in one game: plain arithmetic.

use std::time::{Duration, Instant};

use crate::player::{Deadline, PlayLimits};

/// Time per move, time per game, increment and tolerance of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerClock {
    turn: Option<Duration>,
    left: Option<Duration>,
    /// Time beyond the game's, which the tolerance allowed.
    debt: Duration,
    increment: Duration,
    tolerance: Duration,
}

impl PlayerClock {
    /// A clock at the start of a game.
    pub(crate) fn new(limits: &PlayLimits) -> Self {
        Self {
            turn: limits.turn,
            left: limits.game,
            debt: Duration::ZERO,
            increment: limits.increment,
            tolerance: limits.tolerance,
        }
    }

    /// The bounds of a move whose time runs from `since`: the shorter of turn and game, plus the
    /// tolerance; [`PlayLimits::HANG`] where neither is limited. As for the judge, a game that
    /// is used up leaves the tolerance once, not at every further move.
    pub(crate) fn deadline(&self, since: Instant) -> Deadline {
        let shorter = match (self.turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        };
        let allowed = shorter
            .unwrap_or(PlayLimits::HANG)
            .saturating_add(self.tolerance)
            .saturating_sub(self.debt);
        Deadline { since, allowed, left: self.left }
    }

    /// Takes the time of a move and adds the increment.
    pub(crate) fn spend(&mut self, used: Duration) {
        self.bill(used);
        let paid = self.debt.min(self.increment);
        self.debt -= paid;
        self.left = self.left.map(|left| left.saturating_add(self.increment - paid));
    }

    /// Takes time that belongs to no move, such as start-up.
    pub(crate) fn bill(&mut self, used: Duration) {
        let Some(left) = &mut self.left else { return };
        self.debt += used.saturating_sub(*left);
        *left = left.saturating_sub(used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(turn: Option<u64>, game: Option<u64>, increment: u64) -> PlayerClock {
        PlayerClock::new(&PlayLimits {
            turn: turn.map(millis),
            game: game.map(millis),
            increment: millis(increment),
            tolerance: millis(100),
            ..PlayLimits::default()
        })
    }

    fn allowed(clock: &PlayerClock) -> Duration {
        clock.deadline(Instant::now()).allowed
    }

    #[test]
    fn the_shorter_limit_rules_and_the_tolerance_is_added() {
        let mut clock = clock(Some(500), Some(1200), 0);
        assert_eq!(allowed(&clock), millis(600));
        clock.spend(millis(500));
        clock.spend(millis(400));
        assert_eq!(clock.deadline(Instant::now()).left, Some(millis(300)));
        assert_eq!(allowed(&clock), millis(400));
        clock.spend(millis(390));
        assert_eq!(clock.deadline(Instant::now()).left, Some(millis(0)));
        assert_eq!(allowed(&clock), millis(10));
        clock.spend(millis(20));
        assert_eq!(allowed(&clock), millis(0));
    }

    #[test]
    fn an_increment_pays_the_debt_first() {
        let mut clock = clock(None, Some(200), 50);
        clock.spend(millis(270));
        assert_eq!(clock.deadline(Instant::now()).left, Some(millis(0)));
        assert_eq!(allowed(&clock), millis(80));
        clock.spend(millis(0));
        assert_eq!(clock.deadline(Instant::now()).left, Some(millis(30)));
        assert_eq!(allowed(&clock), millis(130));
    }

    #[test]
    fn the_increment_comes_after_each_move_but_not_after_the_start() {
        let mut clock = clock(None, Some(1000), 50);
        clock.bill(millis(300));
        assert_eq!(clock.deadline(Instant::now()).left, Some(millis(700)));
        clock.spend(millis(100));
        assert_eq!(clock.deadline(Instant::now()).left, Some(millis(650)));
    }

    #[test]
    fn without_limits_only_a_hang_ends_the_wait() {
        let mut clock = clock(None, None, 0);
        clock.spend(millis(1_000_000));
        assert_eq!(clock.deadline(Instant::now()).left, None);
        assert_eq!(allowed(&clock), PlayLimits::HANG + millis(100));
    }
}
