//! How far a review is, as a bar on stderr.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use tengen_study::review::ReviewProgress;

/// The bar; nothing unless stderr is a terminal.
pub(crate) struct ReviewBar(ProgressBar);

impl ReviewBar {
    pub(crate) fn new() -> Self {
        let is_shown = io::stderr().is_terminal();
        let target =
            if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("{msg}{bar:30} {pos}/{len} positions, {eta} left");
        // The template is a constant: a fault of it shows the default bar.
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Self(ProgressBar::with_draw_target(Some(0), target).with_style(style))
    }

    /// Shows a step of the review, if it is one of those that are counted.
    pub(crate) fn show(&self, progress: ReviewProgress<'_>) {
        let (done, all) = match progress {
            ReviewProgress::Position(done, all) => (done, all),
            ReviewProgress::Again(done, all) => {
                self.0.set_message("again: ");
                (done, all)
            }
            ReviewProgress::Searched(_) | ReviewProgress::Move(_) => return,
        };
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
