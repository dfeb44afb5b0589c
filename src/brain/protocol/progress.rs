//! Reports the progress of a search to the manager: at a limited rate, and never after the time
//! limit (c-gomoku-cli scores a time loss when it reads any line too late).

use std::time::Duration;

use super::messages;
use crate::wire::{Axes, Reply};
use tengen_engine::search::{Event, Iteration, Listener};
use tengen_engine::types::BoardSize;
use tengen_engine::util::clock::Clock;

/// The shortest time between two `MESSAGE` lines of one variation.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// What to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProgressOptions {
    /// The board, for the names of points.
    pub size: BoardSize,
    /// The order of coordinates in lines for Yixin-Board.
    pub axes: Axes,
    /// Whether `MESSAGE REALTIME` lines were requested.
    pub realtime: bool,
    /// Whether `INFO PV` groups were requested.
    pub detail: bool,
    /// When the time limit of the move is reached, on the clock; `None`: never.
    pub deadline: Option<Duration>,
}

/// A listener of one search that sends its lines through `say`.
pub(crate) struct ProgressReporter<'a> {
    options: ProgressOptions,
    clock: &'a dyn Clock,
    say: &'a mut dyn FnMut(Reply),
    reported_at: Option<Duration>,
    waiting: Vec<Iteration>,
}

impl<'a> ProgressReporter<'a> {
    /// A reporter before its first line.
    pub(crate) fn new(
        options: ProgressOptions,
        clock: &'a dyn Clock,
        say: &'a mut dyn FnMut(Reply),
    ) -> Self {
        Self { options, clock, say, reported_at: None, waiting: Vec::new() }
    }

    /// The search is over: sends the pending lines, if there is time.
    pub(crate) fn finish(mut self) {
        if self.is_in_time() {
            self.flush();
        }
    }

    fn is_in_time(&self) -> bool {
        self.options.deadline.is_none_or(|deadline| self.clock.now() < deadline)
    }

    fn flush(&mut self) {
        let size = self.options.size;
        for iteration in std::mem::take(&mut self.waiting) {
            (self.say)(messages::iteration(&iteration, size));
        }
    }

    fn iteration(&mut self, iteration: &Iteration) {
        let ProgressOptions { size, axes, realtime, detail, .. } = self.options;
        if realtime && iteration.pv_index == 0 {
            messages::realtime(iteration, size, axes).into_iter().for_each(&mut *self.say);
        }
        if detail {
            messages::variation(iteration, axes).into_iter().for_each(&mut *self.say);
        }
        self.waiting.retain(|waiting| waiting.pv_index != iteration.pv_index);
        self.waiting.push(iteration.clone());
        let now = self.clock.now();
        let is_last = iteration.pv_index + 1 >= iteration.variations;
        if is_last && self.reported_at.is_none_or(|reported_at| now >= reported_at + MIN_INTERVAL) {
            self.reported_at = Some(now);
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
                (self.say)(messages::proved(iteration, self.options.size));
            }
            Event::Book(said) => (self.say)(messages::of_book(said, self.options.size)),
            Event::Root { coord, mark } if self.options.realtime => {
                (self.say)(messages::mark(*coord, *mark, self.options.axes));
            }
            Event::Root { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::search::Mark;
    use tengen_engine::types::{Coord, Score};
    use tengen_engine::util::clock::FakeClock;

    fn options(deadline_ms: u64) -> ProgressOptions {
        ProgressOptions {
            size: BoardSize::square(15).unwrap(),
            axes: Axes::ColumnFirst,
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

    /// Feeds one event every `step_ms` and returns the lines that were sent.
    fn reported(options: ProgressOptions, step_ms: u64, events: &[Event]) -> Vec<Reply> {
        let clock = FakeClock::new();
        let mut said = Vec::new();
        let mut say = |reply| said.push(reply);
        let mut reporter = ProgressReporter::new(options, &clock, &mut say);
        for event in events {
            reporter.hear(event);
            clock.advance(Duration::from_millis(step_ms));
        }
        reporter.finish();
        said
    }

    #[test]
    fn progress_reports_ten_lines_per_second_and_always_the_last() {
        let events: Vec<Event> = (1..=20).map(event).collect();
        let said = reported(options(10_000), 20, &events);
        assert_eq!(said.len(), 5, "{said:?}");
        assert!(matches!(said.last(), Some(Reply::Message(text)) if text.starts_with("depth 20-")));
    }

    #[test]
    fn progress_reports_all_variations_of_an_iteration_together() {
        let events = [variation(1, 0, 2), variation(1, 1, 2), variation(2, 0, 2)];
        let said = reported(options(10_000), 200, &events);
        let depths = said.iter().map(|reply| match reply {
            Reply::Message(text) => text.split('-').next().unwrap(),
            other => panic!("{other:?}"),
        });
        assert_eq!(depths.collect::<Vec<_>>(), ["(1) depth 1", "(2) depth 1", "(1) depth 2"]);
    }

    #[test]
    fn progress_reports_nothing_after_the_time_limit() {
        let events: Vec<Event> = (1..=10).map(event).collect();
        assert_eq!(reported(options(250), 100, &events).len(), 3);
        assert_eq!(reported(options(0), 100, &events), []);
    }

    #[test]
    fn progress_reports_realtime_and_variations_only_on_request() {
        let root = Event::Root { coord: Coord::new(1, 2), mark: Mark::Lost };
        assert_eq!(reported(options(1_000), 1, std::slice::from_ref(&root)), []);
        let mut asked = options(1_000);
        asked.realtime = true;
        asked.detail = true;
        let said = reported(asked, 1, &[root, event(1)]);
        assert_eq!(said[0], Reply::Message("REALTIME LOSE 1,2".to_owned()));
        assert!(said.contains(&Reply::Info("PV DONE".to_owned())));
        assert!(said.contains(&Reply::Message("REALTIME REFRESH".to_owned())));
    }
}
