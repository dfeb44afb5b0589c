//! `tengen book merge`, and the report of putting records into a store.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::super::outputs::check_not_read;
use super::target::fill;
use tengen_records::book::overwrite::{Overwrite, StoreOutcome};
use tengen_records::book::store::{PATIENCE, Snapshot};
use tengen_util::count::counted;
use tengen_util::stderr;

/// Arguments of `tengen book merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The stores to read
    #[arg(value_name = "STORE", required = true)]
    stores: Vec<PathBuf>,
    /// The store to change; it is created if there is none
    #[arg(long, value_name = "STORE")]
    into: PathBuf,
    /// Which record to keep if both know a position; an unproved record never replaces a
    /// proved one
    #[arg(long, default_value_t = Overwrite::Better, value_parser = crate::values::overwrite())]
    overwrite: Overwrite,
}

/// Puts the records of stores into a store.
pub(super) fn run(args: &MergeArgs) -> Result<()> {
    check_not_read(&args.into, &args.stores)?;
    let sources: Vec<Snapshot> =
        args.stores.iter().map(|path| Snapshot::open(path, PATIENCE)).collect::<Result<_, _>>()?;
    fill(&args.into, |store| {
        for (path, source) in args.stores.iter().zip(sources) {
            let mut tally = CopyTally::default();
            let met = store.write(|batch| {
                batch.merge(&source, args.overwrite, |_, outcome| tally.count(outcome))
            })?;
            writeln!(io::stdout(), "{}: {}", path.display(), tally.text())?;
            if met.overlap() {
                let (path, both) = (path.display(), counted(met.both, "game"));
                stderr::say(format_args!(
                    "{path}: both stores have counted {both}, and each has counted others; each position keeps the results of more games"
                ));
            }
        }
        Ok(())
    })
}

/// How many records were put into a store, with which outcome.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CopyTally {
    new: u64,
    changed: u64,
    kept: u64,
    conflicts: u64,
}

impl CopyTally {
    /// Counts a record.
    pub(super) fn count(&mut self, outcome: StoreOutcome) {
        *match outcome {
            StoreOutcome::New => &mut self.new,
            StoreOutcome::Changed => &mut self.changed,
            StoreOutcome::Kept => &mut self.kept,
            StoreOutcome::Conflict => &mut self.conflicts,
        } += 1;
    }

    /// Whether there was no record at all.
    pub(super) fn is_empty(self) -> bool {
        self.new + self.changed + self.kept + self.conflicts == 0
    }

    /// `12 positions: 9 new, 2 changed, 1 kept`.
    pub(super) fn text(&self) -> String {
        let Self { new, changed, kept, conflicts } = self;
        let all = new + changed + kept + conflicts;
        let all = counted(all, "position");
        let mut text = format!("{all}: {new} new, {changed} changed, {kept} kept");
        text += &match conflicts {
            0 => String::new(),
            1 => ", 1 contradicts what is proved and is left out".to_owned(),
            _ => format!(", {conflicts} contradict what is proved and are left out"),
        };
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_named_only_where_there_are_some() {
        let text = |conflicts| CopyTally { new: 1, conflicts, ..CopyTally::default() }.text();
        assert_eq!(text(0), "1 position: 1 new, 0 changed, 0 kept");
        let one =
            "2 positions: 1 new, 0 changed, 0 kept, 1 contradicts what is proved and is left out";
        assert_eq!(text(1), one);
        assert!(text(2).ends_with(", 2 contradict what is proved and are left out"));
    }
}
