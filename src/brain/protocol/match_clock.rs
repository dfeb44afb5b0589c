//! The time left for the game.
//!
//! `INFO time_left` is authoritative. Between two of them, or if the manager never sends it, the
//! brain computes the time itself: the last known value, minus the time of its own moves since,
//! plus the increments.

use std::time::Duration;

use crate::wire::UNLIMITED_MS;

/// The clock of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatchClock {
    /// The last `INFO time_left`; the inner `None` is "no limit".
    stated: Option<Option<Duration>>,
    /// Time used since then, or since the game began.
    used: Duration,
    /// Increments since then.
    gained: Duration,
}

impl MatchClock {
    /// `INFO time_left`: negative means that no time is left.
    pub(crate) fn state(&mut self, left_ms: i64) {
        let left = Duration::from_millis(u64::try_from(left_ms).unwrap_or(0));
        self.stated = Some((left_ms < UNLIMITED_MS).then_some(left));
        self.used = Duration::ZERO;
        self.gained = Duration::ZERO;
    }

    /// Records that the brain made a move in this time and gained the increment.
    pub(crate) fn spend(&mut self, used: Duration, increment: Duration) {
        self.used = self.used.saturating_add(used);
        self.gained = self.gained.saturating_add(increment);
    }

    /// A new game. A `time_left` that was sent since the last move belongs to it: Yixin-Board sends
    /// `INFO time_left` before every `START`.
    pub(crate) fn new_game(&mut self) {
        if self.used > Duration::ZERO {
            self.stated = None;
        }
        self.used = Duration::ZERO;
        self.gained = Duration::ZERO;
    }

    /// Time left for the game if `match_limit` is its whole time (`None`: no limit).
    pub(crate) fn left(&self, match_limit: Option<Duration>) -> Option<Duration> {
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
    fn time_left_overrides_our_own_count() {
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
    fn without_time_left_own_moves_are_counted() {
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
    fn time_left_before_start_belongs_to_the_new_game() {
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
