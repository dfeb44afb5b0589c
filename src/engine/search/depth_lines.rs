//! The variations of a depth, collected from the reports of a search.

use super::event::{Event, Iteration};

/// Collects the variations of each depth; only complete depths are returned.
#[derive(Clone, Debug, Default)]
pub struct DepthLines {
    running: Vec<Iteration>,
    complete: Vec<Iteration>,
    is_proved: bool,
}

impl DepthLines {
    /// Takes a report. Returns whether it completed a depth.
    pub fn take(&mut self, event: &Event) -> bool {
        let (iteration, is_proved) = match event {
            Event::Iteration(iteration) => (iteration, false),
            Event::Proved(iteration) => (iteration, true),
            Event::Book(_) | Event::Root { .. } => return false,
        };
        if iteration.pv_index == 0 {
            // A depth that a limit or a proof ended before its last variation is dropped.
            self.running.clear();
        }
        self.running.push(iteration.clone());
        let is_complete = iteration.pv_index + 1 >= iteration.variations;
        if is_complete {
            self.complete = std::mem::take(&mut self.running);
            self.is_proved = is_proved;
        }
        is_complete
    }

    /// The lines of the last complete depth, best first as the search reports them.
    pub fn lines(&self) -> &[Iteration] {
        &self.complete
    }

    /// The lines, without a copy.
    pub fn into_lines(self) -> Vec<Iteration> {
        self.complete
    }

    /// Whether they are a proved win.
    pub fn is_proved(&self) -> bool {
        self.is_proved
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::types::{Coord, Score};

    fn line(pv_index: usize, variations: usize, depth: u32) -> Iteration {
        Iteration {
            pv_index,
            variations,
            depth,
            selective_depth: depth,
            score: Score(10 - pv_index as i32),
            nodes: 1,
            elapsed: Duration::ZERO,
            pv: vec![Coord::new(pv_index as u8, 0)],
        }
    }

    #[test]
    fn a_depth_that_is_not_complete_is_left_out() {
        let mut lines = DepthLines::default();
        assert!(!lines.take(&Event::Iteration(line(0, 2, 1))));
        assert!(lines.lines().is_empty());
        assert!(lines.take(&Event::Iteration(line(1, 2, 1))));
        assert!(!lines.take(&Event::Iteration(line(0, 2, 2))));
        assert_eq!(lines.lines(), [line(0, 2, 1), line(1, 2, 1)]);
        // A proof ends the search in the middle of a depth.
        assert!(lines.take(&Event::Proved(line(0, 1, 2))));
        assert_eq!((lines.lines(), lines.is_proved()), (&[line(0, 1, 2)][..], true));
    }
}
