//! Reports the progress of a search to the manager: at a limited rate, and never after the time
//! limit (c-gomoku-cli scores a time loss when it reads any line too late).

use std::time::Duration;

use super::client_messages::MessageForms;
use super::messages;
use crate::wire::{Axes, Reply};
use tengen_engine::engine::Choice;
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
    /// The forms of `MESSAGE` lines.
    pub forms: MessageForms,
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
    /// The last best variation, for the end.
    best: Option<Iteration>,
    begun: Duration,
}

impl<'a> ProgressReporter<'a> {
    /// A reporter before its first line.
    pub(crate) fn new(
        options: ProgressOptions,
        clock: &'a dyn Clock,
        say: &'a mut dyn FnMut(Reply),
    ) -> Self {
        let begun = clock.now();
        Self { options, clock, say, reported_at: None, waiting: Vec::new(), best: None, begun }
    }

    /// The search is over, with this choice: sends the pending lines, if there is time.
    pub(crate) fn finish(mut self, choice: &Choice) {
        if !self.is_in_time() {
            return;
        }
        self.flush();
        let ProgressOptions { size, forms, .. } = self.options;
        let chosen = self.chosen(choice);
        let reported = self.best.as_ref().and_then(|best| best.pv.first());
        if reported != chosen.pv.first() {
            forms.report(std::slice::from_ref(&chosen), size).into_iter().for_each(&mut *self.say);
        }
        forms.end(&chosen, size).into_iter().for_each(&mut *self.say);
    }

    /// The choice as the best variation: it may be another one than the last completed depth found.
    fn chosen(&self, choice: &Choice) -> Iteration {
        let (variations, selective_depth) =
            self.best.as_ref().map_or((1, 0), |best| (best.variations, best.selective_depth));
        let has_line = choice.pv.first().is_some_and(|&first| Some(first) == choice.best());
        let pv = if has_line { &choice.pv } else { &choice.moves };
        Iteration {
            pv_index: 0,
            variations,
            depth: choice.depth,
            selective_depth: selective_depth.max(choice.depth),
            score: choice.score,
            nodes: choice.nodes,
            elapsed: self.clock.now().saturating_sub(self.begun),
            pv: pv.clone(),
        }
    }

    fn is_in_time(&self) -> bool {
        self.options.deadline.is_none_or(|deadline| self.clock.now() < deadline)
    }

    fn flush(&mut self) {
        let ProgressOptions { size, forms, .. } = self.options;
        let waiting = std::mem::take(&mut self.waiting);
        let lines = match forms.is_for_people() {
            true => waiting.iter().map(|iteration| messages::iteration(iteration, size)).collect(),
            false => forms.report(&waiting, size),
        };
        lines.into_iter().for_each(&mut *self.say);
    }

    /// Keeps a variation for the next lines and for the last one.
    fn keep(&mut self, iteration: &Iteration) {
        self.waiting.retain(|waiting| waiting.pv_index != iteration.pv_index);
        self.waiting.push(iteration.clone());
        if iteration.pv_index == 0 {
            self.best = Some(iteration.clone());
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
        self.keep(iteration);
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
            Event::Book(said) => {
                (self.say)(messages::of_book(said, self.options.size));
                // A program that reads values finds the one of the book in them.
                if !self.options.forms.is_for_people() {
                    self.keep(said);
                }
            }
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
    use tengen_engine::search::RootMark;
    use tengen_engine::types::{Coord, Score};
    use tengen_engine::util::clock::FakeClock;

    fn options(deadline_ms: u64) -> ProgressOptions {
        ProgressOptions {
            size: BoardSize::square(15).unwrap(),
            axes: Axes::ColumnFirst,
            realtime: false,
            detail: false,
            forms: MessageForms::default(),
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

    /// A search without a result of its own.
    fn choice() -> Choice {
        Choice {
            moves: vec![Coord::new(7, 7)],
            score: Score(9),
            depth: 3,
            nodes: 400,
            pv: Vec::new(),
        }
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
        reporter.finish(&choice());
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
        let root = Event::Root { coord: Coord::new(1, 2), mark: RootMark::Lost };
        assert_eq!(reported(options(1_000), 1, std::slice::from_ref(&root)), []);
        let mut asked = options(1_000);
        asked.realtime = true;
        asked.detail = true;
        let said = reported(asked, 1, &[root, event(1)]);
        assert_eq!(said[0], Reply::Message("REALTIME LOSE 1,2".to_owned()));
        assert!(said.contains(&Reply::Info("PV DONE".to_owned())));
        assert!(said.contains(&Reply::Message("REALTIME REFRESH".to_owned())));
    }
    #[test]
    fn progress_in_the_form_of_a_program_ends_with_a_summary_however_late_the_last_depth() {
        let mut asked = options(10_000);
        asked.forms = MessageForms { piped: true, words: true };
        let events = [event(1), event(2), event(3)];
        let said: Vec<String> =
            reported(asked, 50, &events).iter().map(|reply| reply.to_string()).collect();
        let starts = |line: &String| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
        assert_eq!(
            said.iter().map(starts).collect::<Vec<_>>(),
            [
                "MESSAGE Depth 1-1",
                "MESSAGE depth 1-1",
                "MESSAGE Depth 3-3",
                "MESSAGE depth 3-3",
                "MESSAGE Speed 2666",
                "MESSAGE depth 3-3"
            ]
        );
        assert_eq!(said[5], "MESSAGE depth 3-3 ev 9 n 400 n/ms 2 tm 150 pv h8");
        let late = reported(ProgressOptions { forms: asked.forms, ..options(0) }, 50, &events);
        assert_eq!(late, []);
    }

    #[test]
    fn a_choice_that_no_depth_has_found_is_reported_to_programs_as_a_depth() {
        let piped = MessageForms { piped: true, words: false };
        let said = reported(ProgressOptions { forms: piped, ..options(1_000) }, 1, &[]);
        assert_eq!(said.len(), 2, "{said:?}");
        assert_eq!(said[0].to_string(), "MESSAGE Depth 3-3 | Eval 9 | Time 0ms | h8");
        assert_eq!(reported(options(1_000), 1, &[]), [], "but not to people");
    }

    #[test]
    fn the_value_of_a_book_is_reported_to_programs_as_well() {
        let Event::Iteration(said) = event(4) else { panic!("an iteration") };
        let told = |forms| {
            let asked = ProgressOptions { forms, ..options(1_000) };
            reported(asked, 1, &[Event::Book(said.clone())]).len()
        };
        assert_eq!(told(MessageForms::default()), 1);
        assert_eq!(told(MessageForms { piped: true, words: false }), 3);
    }
}
