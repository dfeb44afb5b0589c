//! The time left for the game, as far as the manager told it.
//!
//! `INFO time_left` before every move is the truth. A manager that never sends it, or stops sending
//! it, is helped out by our own count: what was stated last, less what our moves took since, plus
//! the increments.

use std::time::Duration;

use crate::wire::UNLIMITED_MS;

/// The clock of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchClock {
    /// What `INFO time_left` said last; the inner `None` is "no limit".
    stated: Option<Option<Duration>>,
    /// Own thinking since then, or since the game began.
    used: Duration,
    /// Increments since then.
    gained: Duration,
}

impl MatchClock {
    /// `INFO time_left`: negative means used up.
    pub fn state(&mut self, left_ms: i64) {
        let left = Duration::from_millis(u64::try_from(left_ms).unwrap_or(0));
        self.stated = Some((left_ms < UNLIMITED_MS).then_some(left));
        self.used = Duration::ZERO;
        self.gained = Duration::ZERO;
    }

    /// A move of ours took this long and earned the increment.
    pub fn spend(&mut self, used: Duration, increment: Duration) {
        self.used = self.used.saturating_add(used);
        self.gained = self.gained.saturating_add(increment);
    }

    /// A new game. A time that was stated and not yet thought on is meant for it: Yixin-Board sends
    /// `INFO time_left` before every `START`.
    pub fn new_game(&mut self) {
        if self.used > Duration::ZERO {
            self.stated = None;
        }
        self.used = Duration::ZERO;
        self.gained = Duration::ZERO;
    }

    /// Time left for the game if `match_limit` is its whole time (`None`: no limit).
    pub fn left(&self, match_limit: Option<Duration>) -> Option<Duration> {
        let base = self.stated.unwrap_or(match_limit)?;
        Some(base.saturating_add(self.gained).saturating_sub(self.used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn what_the_manager_states_is_the_truth() {
        let mut clock = MatchClock::default();
        clock.spend(ms(700), Duration::ZERO);
        clock.state(5_000);
        assert_eq!(clock.left(Some(ms(100_000))), Some(ms(5_000)));
        clock.state(-3);
        assert_eq!(clock.left(None), Some(Duration::ZERO));
        clock.state(2_147_483_647);
        assert_eq!(clock.left(Some(ms(1))), None);
    }

    #[test]
    fn without_a_statement_own_moves_are_counted() {
        let mut clock = MatchClock::default();
        assert_eq!(clock.left(None), None);
        clock.spend(ms(700), ms(100));
        clock.spend(ms(900), ms(100));
        assert_eq!(clock.left(Some(ms(10_000))), Some(ms(8_600)));
        assert_eq!(clock.left(Some(ms(1_000))), Some(Duration::ZERO));
        clock.new_game();
        assert_eq!(clock.left(Some(ms(10_000))), Some(ms(10_000)));
    }

    #[test]
    fn a_time_stated_before_start_belongs_to_the_new_game() {
        let mut clock = MatchClock::default();
        clock.state(4_000);
        clock.new_game();
        assert_eq!(clock.left(None), Some(ms(4_000)));
        clock.spend(ms(1_000), Duration::ZERO);
        assert_eq!(clock.left(None), Some(ms(3_000)));
        clock.new_game();
        assert_eq!(clock.left(None), None);
    }
}
