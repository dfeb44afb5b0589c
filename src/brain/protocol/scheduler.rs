//! What the system has given to this process so far. On a busy machine the start of the process
//! alone takes tens of milliseconds, which count towards its first move if the manager did not wait
//! for it, and tells how long a thread that used up its time slice will have to wait.
//!
//! Linux only: elsewhere nothing is known before the first search.

use std::time::Duration;

/// Starting takes so long on an idle machine.
const USUAL_START: Duration = Duration::from_millis(10);
/// Of the schedulers in use, the longest usual time slice of a thread among others: Linux with 250
/// ticks per second.
const SLICE: Duration = Duration::from_millis(4);

/// Shorter waits are normal on an idle machine.
const SHORTEST: Duration = Duration::from_millis(3);

/// Time that threads ran on a processor, and waited for one. The time for which they slept or were
/// suspended is in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    run: Duration,
    wait: Duration,
}

impl Share {
    /// Of the calling thread, since it began.
    pub(super) fn of_thread() -> Self {
        Self::read("/proc/thread-self/schedstat").unwrap_or_default()
    }

    /// Of all threads of this process, since each began.
    pub(super) fn of_process() -> Self {
        let mut sum = Self::default();
        for task in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let share =
                task.path().to_str().and_then(|task| Self::read(&format!("{task}/schedstat")));
            let Self { run, wait } = share.unwrap_or_default();
            sum = Self { run: sum.run + run, wait: sum.wait + wait };
        }
        sum
    }

    fn read(path: &str) -> Option<Self> {
        if cfg!(not(target_os = "linux")) {
            return None;
        }
        Self::parse(&std::fs::read_to_string(path).ok()?)
    }

    /// Reads two numbers of nanoseconds.
    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split_ascii_whitespace().map_while(|word| word.parse().ok());
        let (run, wait) = (numbers.next()?, numbers.next()?);
        Some(Self { run: Duration::from_nanos(run), wait: Duration::from_nanos(wait) })
    }

    /// By how much the start of this process took longer than usual, if this is the share of its
    /// first thread.
    pub(super) fn late_start(self) -> Duration {
        (self.run + self.wait).saturating_sub(USUAL_START)
    }

    /// How long a thread waits that has used up its time slice, as far as the waits so far tell.
    pub(super) fn pause(self) -> Duration {
        if self.wait < SHORTEST {
            return Duration::ZERO;
        }
        let slices = self.run.as_secs_f64() / SLICE.as_secs_f64();
        self.wait.div_f64(slices.max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn waits_tell_how_long_a_pause_is() {
        let pause = |run, wait| Share { run: ms(run), wait: ms(wait) }.pause();
        assert_eq!(pause(100, 1), Duration::ZERO, "usual");
        assert_eq!(pause(8, 32), ms(16), "four others want the processor");
        assert_eq!(pause(1, 20), ms(20), "never more than all waits");
    }

    #[test]
    fn only_a_start_that_took_longer_than_usual_counts() {
        let late = |run, wait| Share { run: ms(run), wait: ms(wait) }.late_start();
        assert_eq!((late(4, 1), late(5, 45)), (Duration::ZERO, ms(40)));
    }

    #[test]
    fn the_text_of_the_system_is_read() {
        assert_eq!(Share::parse("8000000 2000000 7\n"), Some(Share { run: ms(8), wait: ms(2) }));
        assert_eq!(Share::parse("8000000"), None);
        assert_eq!(Share::parse("x 1 2"), None);
        if Share::read("/proc/thread-self/schedstat").is_none() {
            return; // Not every kernel counts.
        }
        let sum = Share::of_process();
        let begun = std::time::Instant::now();
        while Share::of_process().run == sum.run {
            assert!(begun.elapsed() < Duration::from_secs(60), "no processor time is seen");
        }
    }
}
