//! How long the system keeps this process from running. A busy machine wakes threads late or
//! preempts them; pauses that were seen are expected to recur.

use std::time::Duration;

/// Shorter waits are normal on an idle machine; Windows wakes threads by a clock of 64 ticks per
/// second.
const SHORTEST: Duration = Duration::from_millis(if cfg!(windows) { 16 } else { 3 });
/// Longer ones are no matter of scheduling: the process was suspended, as managers do between moves.
const LONGEST: Duration = Duration::from_millis(500);

/// The longest recent pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pauses {
    longest: Duration,
}

impl Pauses {
    /// Records a pause of this length.
    pub fn saw(&mut self, pause: Duration) {
        if (SHORTEST..=LONGEST).contains(&pause) {
            self.longest = self.longest.max(pause);
        }
    }

    /// Called after every move: earlier pauses count an eighth less.
    pub fn fade(&mut self) {
        self.longest = self.longest * 7 / 8;
        if self.longest < SHORTEST {
            self.longest = Duration::ZERO;
        }
    }

    /// The longest recent pause; zero if there was none worth mentioning.
    pub fn longest(self) -> Duration {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_longest_pause_counts_and_is_forgotten_move_by_move() {
        let mut pauses = Pauses::default();
        pauses.saw(ms(2));
        assert_eq!(pauses.longest(), Duration::ZERO, "usual");
        pauses.saw(ms(40));
        pauses.saw(ms(20));
        pauses.saw(ms(7000));
        assert_eq!(pauses.longest(), ms(40));
        pauses.fade();
        assert_eq!(pauses.longest(), ms(35));
        (0..30).for_each(|_| pauses.fade());
        assert_eq!(pauses.longest(), Duration::ZERO);
    }
}
