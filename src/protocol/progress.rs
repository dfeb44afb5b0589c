//! Tells the manager what the search says: not too often, and never once the time is up (a manager
//! that reads a line after the limit calls the move late).

use std::time::Duration;

use super::messages;
use super::reply::Reply;
use crate::search::{Event, Iteration, Listener};
use crate::types::BoardSize;
use crate::util::clock::Clock;

/// The least time between two `MESSAGE` lines of one variation.
const PAUSE: Duration = Duration::from_millis(100);

/// What is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgressOptions {
    /// The board, for the names of points.
    pub size: BoardSize,
    /// Whether `MESSAGE REALTIME` lines were asked for.
    pub realtime: bool,
    /// Whether `INFO PV` groups were asked for.
    pub detail: bool,
    /// When the time for the move is up, on the clock; `None`: never.
    pub deadline: Option<Duration>,
}

/// A listener of one search that speaks through `say`.
pub struct ProgressReporter<'a> {
    progress: ProgressOptions,
    clock: &'a dyn Clock,
    say: &'a mut dyn FnMut(Reply),
    spoke_at: Option<Duration>,
    waiting: Vec<Iteration>,
}

impl<'a> ProgressReporter<'a> {
    /// A reporter that has said nothing yet.
    pub fn new(
        progress: ProgressOptions,
        clock: &'a dyn Clock,
        say: &'a mut dyn FnMut(Reply),
    ) -> Self {
        Self { progress, clock, say, spoke_at: None, waiting: Vec::new() }
    }

    /// The search is over: says what was held back, if there is time.
    pub fn finish(mut self) {
        if self.is_in_time() {
            self.flush();
        }
    }

    fn is_in_time(&self) -> bool {
        self.progress.deadline.is_none_or(|deadline| self.clock.now() < deadline)
    }

    fn flush(&mut self) {
        let size = self.progress.size;
        for iteration in std::mem::take(&mut self.waiting) {
            (self.say)(messages::iteration(&iteration, size));
        }
    }

    fn iteration(&mut self, iteration: &Iteration) {
        let ProgressOptions { size, realtime, detail, .. } = self.progress;
        if realtime && iteration.pv_index == 0 {
            messages::realtime(iteration, size).into_iter().for_each(&mut *self.say);
        }
        if detail {
            messages::variation(iteration).into_iter().for_each(&mut *self.say);
        }
        self.waiting.retain(|waiting| waiting.pv_index != iteration.pv_index);
        self.waiting.push(iteration.clone());
        let now = self.clock.now();
        let is_last = iteration.pv_index + 1 >= iteration.variations;
        if is_last && self.spoke_at.is_none_or(|spoke_at| now >= spoke_at + PAUSE) {
            self.spoke_at = Some(now);
            self.flush();
        }
    }
}

impl Listener for ProgressReporter<'_> {
    fn hear(&mut self, event: &Event) {
        if !self.is_in_time() {
            return;
        }
        match event {
            Event::Iteration(iteration) => self.iteration(iteration),
            Event::Proved(iteration) => {
                self.iteration(iteration);
                (self.say)(messages::proved(iteration, self.progress.size));
            }
            Event::Root { coord, mark } if self.progress.realtime => {
                (self.say)(messages::mark(*coord, *mark));
            }
            Event::Root { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Mark;
    use crate::types::{Coord, Score};
    use crate::util::clock::FakeClock;

    fn progress(deadline_ms: u64) -> ProgressOptions {
        ProgressOptions {
            size: BoardSize::square(15).unwrap(),
            realtime: false,
            detail: false,
            deadline: Some(Duration::from_millis(deadline_ms)),
        }
    }

    fn event(depth: u32) -> Event {
        variation(depth, 0, 1)
    }

    fn variation(depth: u32, pv_index: usize, variations: usize) -> Event {
        Event::Iteration(Iteration {
            pv_index,
            variations,
            depth,
            selective_depth: depth,
            score: Score(0),
            nodes: 1,
            elapsed: Duration::ZERO,
            pv: vec![Coord::new(7, 7)],
        })
    }

    /// One event every `step_ms`, and what was said about them.
    fn told(progress: ProgressOptions, step_ms: u64, events: &[Event]) -> Vec<Reply> {
        let clock = FakeClock::new();
        let mut said = Vec::new();
        let mut say = |reply| said.push(reply);
        let mut reporter = ProgressReporter::new(progress, &clock, &mut say);
        for event in events {
            reporter.hear(event);
            clock.advance(Duration::from_millis(step_ms));
        }
        reporter.finish();
        said
    }

    #[test]
    fn ten_lines_a_second_and_the_last_is_kept() {
        let events: Vec<Event> = (1..=20).map(event).collect();
        let said = told(progress(10_000), 20, &events);
        assert_eq!(said.len(), 5, "{said:?}");
        assert!(matches!(said.last(), Some(Reply::Message(text)) if text.starts_with("depth 20-")));
    }

    #[test]
    fn all_variations_of_an_iteration_are_said_together() {
        let events = [variation(1, 0, 2), variation(1, 1, 2), variation(2, 0, 2)];
        let said = told(progress(10_000), 200, &events);
        let depths = said.iter().map(|reply| match reply {
            Reply::Message(text) => text.split('-').next().unwrap(),
            other => panic!("{other:?}"),
        });
        assert_eq!(depths.collect::<Vec<_>>(), ["(1) depth 1", "(2) depth 1", "(1) depth 2"]);
    }

    #[test]
    fn nothing_is_said_once_the_time_is_up() {
        let events: Vec<Event> = (1..=10).map(event).collect();
        assert_eq!(told(progress(250), 100, &events).len(), 3);
        assert_eq!(told(progress(0), 100, &events), []);
    }

    #[test]
    fn realtime_and_variations_come_only_when_asked_for() {
        let root = Event::Root { coord: Coord::new(1, 2), mark: Mark::Lost };
        assert_eq!(told(progress(1_000), 1, std::slice::from_ref(&root)), []);
        let mut asked = progress(1_000);
        asked.realtime = true;
        asked.detail = true;
        let said = told(asked, 1, &[root, event(1)]);
        assert_eq!(said[0], Reply::Mark("LOSE", Coord::new(1, 2)));
        assert!(said.contains(&Reply::Variation("PV DONE".to_owned())));
        assert!(said.contains(&Reply::Message("REALTIME REFRESH".to_owned())));
    }
}
