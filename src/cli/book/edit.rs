//! `tengen book edit` and `tengen book delete`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::super::confirm::confirm;
use super::place::PlaceArgs;
use tengen_engine::board::{Position, notation};
use tengen_records::book::key::Canonical;
use tengen_records::book::store::{PATIENCE, Store};
use tengen_records::book::{Label, Record, Trust};
use tengen_util::count::counted;

/// Arguments of `tengen book edit`.
#[derive(Debug, Args)]
pub(super) struct EditArgs {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// The result for the side to move, or forced or blocked for the move that leads here
    #[arg(long, value_parser = crate::values::label())]
    label: Option<Label>,
    /// Value for the side to move, -30000 to 30000
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(i16).range(-30_000..=30_000))]
    value: Option<i16>,
    /// Best move, such as i9
    #[arg(long, value_name = "POINT")]
    best: Option<String>,
    /// Comment; an empty one removes it
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    /// Short text on a point, such as h8=A (repeatable); h8= removes it
    #[arg(long, value_name = "POINT=TEXT")]
    text: Vec<String>,
}

impl EditArgs {
    fn claims(&self) -> bool {
        self.label.is_some() || self.value.is_some() || self.best.is_some()
    }

    /// The record with the changes.
    fn changed(&self, mut record: Record, position: &Position) -> Result<Record> {
        if self.claims() {
            ensure!(
                !record.is_proved(),
                "the position is proved ({} by {}), expected one that is not; delete it first if the proof is wrong",
                record.label,
                record.trust
            );
            record.trust = Trust::Person;
            record.engine.clear();
        }
        if self.label.is_some() || self.value.is_some() {
            record.set_result(self.label, self.value).context("--value")?;
        }
        let point = |name: &str| notation::parse(name, position.size());
        if let Some(name) = &self.best {
            let best = point(name).context("--best")?;
            ensure!(
                position.is_empty_at(best),
                "--best: {name} is occupied, expected an empty point"
            );
            record.best = Some(best);
        }
        if let Some(comment) = &self.comment {
            record.comment.clone_from(comment);
        }
        self.set_texts(&mut record, position)?;
        Ok(record)
    }

    fn set_texts(&self, record: &mut Record, position: &Position) -> Result<()> {
        for text in &self.text {
            let Some((name, text)) = text.split_once('=') else {
                bail!("--text: seen '{text}', expected POINT=TEXT such as h8=A");
            };
            let coord = notation::parse(name, position.size()).context("--text")?;
            record.set_text(coord, text);
        }
        Ok(())
    }
}

/// Changes what is known about a position.
pub(super) fn run(args: &EditArgs) -> Result<()> {
    let has_remarks = args.comment.is_some() || !args.text.is_empty();
    ensure!(
        args.claims() || has_remarks,
        "nothing to change, expected --label, --value, --best, --comment or --text"
    );
    let position = match args.claims() {
        true => args.place.open_position()?,
        false => args.place.position()?,
    };
    let canonical = Canonical::of(&position);
    let store = Store::open(&args.store, PATIENCE)?;
    store.write(|batch| {
        let known = batch.get(&canonical.key)?.unwrap_or_default().back(&canonical);
        let record = args.changed(known, &position)?;
        Ok::<_, anyhow::Error>(batch.replace(&canonical.key, &record.image(&canonical))?)
    })
}

/// Arguments of `tengen book delete`.
#[derive(Debug, Args)]
pub(super) struct DeleteArgs {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Delete without asking
    #[arg(long, short)]
    yes: bool,
}

/// Deletes a position after a confirmation.
pub(super) fn delete(args: &DeleteArgs) -> Result<ExitCode> {
    let position = args.place.position()?;
    let canonical = Canonical::of(&position);
    let store = Store::open(&args.store, PATIENCE)?;
    let Some(record) = store.snapshot()?.get(&canonical.key)? else {
        bail!("'{}' does not have this position", store.path().display());
    };
    let mut out = io::stdout().lock();
    if !args.yes {
        let games = counted(record.results.games(), "game");
        let result = match record.label {
            Label::None if record.value.is_some() => format!("a value by {}", record.trust),
            Label::None => "no result".to_owned(),
            label => format!("{label} by {}", record.trust),
        };
        let question = format!("Delete this position ({result}, {games})?");
        if !confirm(&mut out, &question)? {
            writeln!(out, "Nothing was deleted.")?;
            return Ok(ExitCode::from(1));
        }
    }
    store.write(|batch| batch.remove(&canonical.key))?;
    writeln!(out, "1 position deleted.")?;
    Ok(ExitCode::SUCCESS)
}
