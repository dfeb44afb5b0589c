//! The best moves of a search with several variations, from its reports.

use crate::search::{Event, Iteration, Listener};
use crate::types::Coord;

/// Collects the first moves of all variations and passes the best variation on.
pub(super) struct BestLines<'a> {
    /// Of the last finished depth.
    finished: Vec<(Coord, i32)>,
    /// Of the running one.
    running: Vec<(Coord, i32)>,
    next: &'a mut dyn Listener,
}

impl<'a> BestLines<'a> {
    /// Nothing collected yet; `next` hears of the best variation as if it were the only one.
    pub(super) fn of(next: &'a mut dyn Listener) -> Self {
        Self { finished: Vec::new(), running: Vec::new(), next }
    }

    /// The moves of the deepest finished iteration and their values, best first as the search
    /// reports them.
    pub(super) fn take(self) -> Vec<(Coord, i32)> {
        self.finished
    }

    fn add(&mut self, iteration: &Iteration) {
        if iteration.pv_index == 0 {
            self.running.clear();
        }
        let Some(&first) = iteration.pv.first() else { return };
        self.running.push((first, iteration.score.0));
        if iteration.pv_index + 1 == iteration.variations {
            self.finished = std::mem::take(&mut self.running);
        }
    }
}

impl Listener for BestLines<'_> {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Iteration(iteration) => {
                self.add(iteration);
                if iteration.pv_index == 0 {
                    let best = Iteration { variations: 1, ..iteration.clone() };
                    self.next.hear(&Event::Iteration(best));
                }
            }
            Event::Proved(iteration) => {
                self.finished =
                    iteration.pv.first().map(|&c| (c, iteration.score.0)).into_iter().collect();
                self.next.hear(event);
            }
            Event::Root { .. } => self.next.hear(event),
        }
    }
}
