//! The best moves of a search with several variations, from its reports.

use crate::search::{DepthLines, Event, Iteration, Listener};
use crate::types::Coord;

/// Collects the first moves of all variations and passes the best variation on.
pub(super) struct BestLines<'a> {
    lines: DepthLines,
    next: &'a mut dyn Listener,
}

impl<'a> BestLines<'a> {
    /// Nothing collected yet; `next` receives the best variation as if it were the only one.
    pub(super) fn of(next: &'a mut dyn Listener) -> Self {
        Self { lines: DepthLines::default(), next }
    }

    /// The moves of the last complete depth and their values, best first as the search reports
    /// them.
    pub(super) fn take(self) -> Vec<(Coord, i32)> {
        let lines = self.lines.into_lines();
        lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score.0))).collect()
    }
}

impl Listener for BestLines<'_> {
    fn hear(&mut self, event: &Event) {
        self.lines.take(event);
        match event {
            Event::Iteration(iteration) => {
                if iteration.pv_index == 0 {
                    let best = Iteration { variations: 1, ..iteration.clone() };
                    self.next.hear(&Event::Iteration(best));
                }
            }
            Event::Proved(_) | Event::Book(_) | Event::Root { .. } => self.next.hear(event),
        }
    }
}
