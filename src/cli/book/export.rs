//! `tengen book export`: a store as records, or as a tree of moves from the empty board.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::super::outputs::{check_output, replace};
use super::import::format;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::book::store::{PATIENCE, Snapshot};
use tengen_records::book_formats::rows::RowWriter;
use tengen_records::book_formats::trees::BookTreeBuilder;
use tengen_records::book_formats::{
    BookEntry, BookFormat, RecordLosses, databases, json_lines, libraries,
};
use tengen_records::game_format::GameFormat;
use tengen_util::count::counted;
use tengen_util::files;
use tengen_util::stderr;

/// Arguments of `tengen book export`.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// The format, if the file name does not show it
    #[arg(long, value_parser = crate::values::book_format())]
    format: Option<BookFormat>,
    /// The rule of a tree
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
    rule: Rule,
    /// The board of a tree
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
}

/// The formats that hold more than one game.
const WRITTEN: [BookFormat; 5] =
    [BookFormat::Jsonl, BookFormat::Csv, BookFormat::Yxdb, BookFormat::Sgf, BookFormat::Lib];

/// Exports a store.
pub(super) fn run(args: &ExportArgs) -> Result<()> {
    let format = format(args.format, &args.out, &WRITTEN)?;
    check_output(&args.out, std::slice::from_ref(&args.store), args.force).context("--out")?;
    let snapshot = Snapshot::open(&args.store, PATIENCE)?;
    let mut losses = RecordLosses::new(format);
    let count = match format {
        BookFormat::Jsonl => records(args, &snapshot)?,
        BookFormat::Csv => rows(args, &snapshot, &mut losses)?,
        BookFormat::Sgf => tree(args, &snapshot, GameFormat::SGF, &mut losses)?,
        BookFormat::Lib => tree(args, &snapshot, GameFormat::LIB, &mut losses)?,
        BookFormat::Yxdb => database(args, &snapshot, &mut losses)?,
        BookFormat::Games(format) => {
            bail!("{format} holds games, not records; expected jsonl, csv, sgf, lib or yxdb")
        }
    };
    if let Some(text) = losses.sentence() {
        stderr::say(format_args!("{text}"));
    }
    writeln!(io::stdout(), "{} written to {}", counted(count, "position"), args.out.display())?;
    Ok(())
}

/// Every record in the order of the keys.
fn each(snapshot: &Snapshot, mut put: impl FnMut(BookEntry) -> Result<()>) -> Result<u64> {
    let mut count = 0;
    snapshot.each(|position, record| {
        count += 1;
        put(BookEntry { position, record })
    })?;
    Ok(count)
}

fn records(args: &ExportArgs, snapshot: &Snapshot) -> Result<u64> {
    whole(args, |file| {
        let mut out = BufWriter::with_capacity(1 << 18, file);
        let count = each(snapshot, |entry| Ok(writeln!(out, "{}", json_lines::write(&entry))?))?;
        out.flush()?;
        Ok(count)
    })
}

fn rows(args: &ExportArgs, snapshot: &Snapshot, losses: &mut RecordLosses) -> Result<u64> {
    whole(args, |file| {
        let mut writer = RowWriter::new(file)?;
        let count = each(snapshot, |entry| {
            losses.add(&entry.record, entry.position.stones().len());
            Ok(writer.write(&entry)?)
        })?;
        writer.finish()?;
        Ok(count)
    })
}

fn tree(
    args: &ExportArgs,
    snapshot: &Snapshot,
    format: GameFormat,
    losses: &mut RecordLosses,
) -> Result<u64> {
    let mut builder = BookTreeBuilder::new(args.rule, args.size);
    let mut others = 0;
    snapshot.each(|position, record| {
        if (position.rule(), position.size()) == (args.rule, args.size) {
            builder.add(&position, record);
        } else {
            others += 1;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    let built = builder.finish();
    built.reached.iter().for_each(|(record, stones)| losses.add(record, *stones));
    let (unreached, count) = (built.unreached as u64, built.reached.len() as u64);
    let tree = if format == GameFormat::LIB { libraries::draw(built) } else { built.tree };
    replace(&args.out, &format.write_file(&tree)?)?;
    if let Some(text) = left_out(others, unreached) {
        stderr::say(format_args!("{text}"));
    }
    Ok(count)
}

/// What a tree cannot hold, if anything.
fn left_out(others: u64, unreached: u64) -> Option<String> {
    let boards = (others, "of other rules or boards, see --rule and --size");
    let reached = (unreached, "that no stored line from the empty board reaches");
    let parts = [boards, reached].into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<_> =
        parts.map(|(count, what)| format!("{} {what}", counted(count, "position"))).collect();
    (!parts.is_empty()).then(|| format!("left out: {}", parts.join("; ")))
}

/// The records that a Rapfi database can hold, in its order of keys.
fn database(args: &ExportArgs, snapshot: &Snapshot, losses: &mut RecordLosses) -> Result<u64> {
    let mut records = Vec::new();
    let mut others = 0u64;
    each(snapshot, |entry| {
        match databases::held(&entry) {
            Some(record) => {
                losses.add(&entry.record, entry.position.stones().len());
                records.push(record);
            }
            None => others += 1,
        }
        Ok(())
    })?;
    databases::write_sorted(&args.out, &mut records)?;
    if others > 0 {
        stderr::say(format_args!(
            "left out: {} with caro rules, blocked points or a side over 22",
            counted(others, "position")
        ));
    }
    Ok(records.len() as u64)
}

/// Writes a file in one piece.
fn whole<T>(args: &ExportArgs, fill: impl FnOnce(&mut File) -> Result<T>) -> Result<T> {
    let mut filled = None;
    files::make_whole(&args.out, |file| {
        filled = Some(fill(file)?);
        Ok::<_, anyhow::Error>(())
    })?;
    filled.context("nothing was written")
}
