//! `tengen book import`: records and games from files. Each file is one transaction: everything in
//! it is stored, or nothing. Of a file of games that is damaged, everything is what can be read. A
//! file that is refused does not keep others from being imported.

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use super::copy::CopyTally;
use super::target::fill;
use crate::game_file::{GameArgs, GameLimit, detect, remarks};
use crate::statuses::{self, after_reading};
use tengen_records::book::key::Canonical;
use tengen_records::book::overwrite::{Overwrite, StoreOutcome};
use tengen_records::book::store::{Batch, PATIENCE, Snapshot};
use tengen_records::book::{BookError, GameResults, Trust};
use tengen_records::book_formats::trees::{self, GameEntry};
use tengen_records::book_formats::{BookEntry, BookFormat, databases, json_lines, libraries, rows};
use tengen_records::game_format::{GameFormat, ReadLosses};
use tengen_records::game_tree::GameTree;
use tengen_records::library;
use tengen_records::read_loss::ReadLoss;
use tengen_records::renlib;
use tengen_util::files;
use tengen_util::lines;
use tengen_util::stderr;

/// Arguments of `tengen book import`.
#[derive(Debug, Args)]
#[command(after_help = statuses::READING)]
pub(super) struct ImportArgs {
    /// Files to read
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The store to change; it is created if there is none
    #[arg(long, value_name = "STORE")]
    into: PathBuf,
    /// The format, if the file names do not show it
    #[arg(long, value_parser = crate::values::book_format())]
    format: Option<BookFormat>,
    /// Which record to keep if both know a position; an unproved record never replaces a
    /// proved one
    #[arg(long, default_value_t = Overwrite::Better, value_parser = crate::values::overwrite())]
    overwrite: Overwrite,
    /// Import only the first moves of games
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Give all records the trust of an imported file, also those of searches; what a solver or the
    /// checker of others found is a claim without it, too
    #[arg(long)]
    distrust: bool,
    #[command(flatten)]
    reading: GameArgs,
    #[command(flatten)]
    limit: GameLimit,
}

/// Imports the files. The exit status is 1 if a part of a file of games cannot be read, and 2 if
/// nothing can be read of some file; the others are imported all the same.
pub(super) fn run(args: &ImportArgs) -> Result<ExitCode> {
    let formats: Vec<BookFormat> = args
        .files
        .iter()
        .map(|file| {
            format(args.format, file, &BookFormat::all())
                .or_else(|error| detect(file).map(BookFormat::Games).ok_or(error))
                .map_err(|error| book_instead(file).unwrap_or(error))
        })
        .collect::<Result<_>>()?;
    for file in &args.files {
        files::open_regular(file).with_context(|| format!("cannot read '{}'", file.display()))?;
    }
    let (mut is_damaged, mut is_refused, mut left) = (false, false, args.files.len());
    fill(&args.into, |store| {
        let mut has_imported = false;
        for (file, format) in args.files.iter().zip(formats) {
            left -= 1;
            let stored = store.write(|batch| {
                let mut import =
                    FileImport { args, batch, tally: CopyTally::default(), is_damaged };
                import.file(file, format).with_context(|| file.display().to_string())?;
                is_damaged = import.is_damaged;
                Ok::<_, anyhow::Error>(import.tally)
            });
            let tally = match stored {
                Ok(tally) => tally,
                Err(error) if left == 0 && !has_imported => return Err(error),
                Err(error) => {
                    is_refused = true;
                    stderr::say(format_args!("{error:#}"));
                    continue;
                }
            };
            has_imported = true;
            writeln!(io::stdout(), "{}: {}", file.display(), tally.text())?;
            if tally.is_empty() {
                let nothing = "nothing was kept, expected records, or games that have a result, comments or texts";
                stderr::say(format_args!("{}: {nothing}", file.display()));
            }
        }
        Ok(())
    })?;
    Ok(if is_refused { ExitCode::from(2) } else { after_reading(is_damaged) })
}

/// The given format, or that of the file name extension.
pub(super) fn format(
    named: Option<BookFormat>,
    path: &Path,
    all: &[BookFormat],
) -> Result<BookFormat> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let known = || {
        let endings = all.iter().map(|format| format!(".{}", format.ending()));
        endings.collect::<Vec<_>>().join(", ")
    };
    named.or_else(|| BookFormat::of_name(&name)).ok_or_else(|| {
        anyhow!(
            "{}: expected a name that ends with one of {}, or --format",
            path.display(),
            known()
        )
    })
}

/// The error about a file that is a book itself; `None` for another file.
fn book_instead(path: &Path) -> Option<anyhow::Error> {
    let name = path.display();
    match Snapshot::open(path, PATIENCE) {
        Ok(_) => Some(anyhow!(
            "'{name}' is a store, expected records or games; `tengen book merge` joins stores"
        )),
        Err(BookError::Kind { seen, .. }) => {
            Some(anyhow!("'{name}' is a {seen}, expected records or games"))
        }
        Err(_) => None,
    }
}

/// The import of one file.
struct FileImport<'a, 'b> {
    args: &'a ImportArgs,
    batch: &'a mut Batch<'b>,
    tally: CopyTally,
    /// Whether a part of the files so far cannot be read.
    is_damaged: bool,
}

impl FileImport<'_, '_> {
    fn file(&mut self, path: &Path, format: BookFormat) -> Result<()> {
        match format {
            BookFormat::Jsonl => self.json_lines(path),
            BookFormat::Csv => {
                let bytes = files::read_regular(path)?;
                if rows::has_header(&bytes) {
                    return rows::read(bytes.as_slice(), |entry| self.put(entry));
                }
                self.games(path, &bytes, GameFormat::CSV)
            }
            BookFormat::Sgf => self.games(path, &files::read_regular(path)?, GameFormat::SGF),
            BookFormat::Games(format) => {
                let bytes = files::read_regular(path)?;
                let seen = GameFormat::detect(&path.to_string_lossy(), &bytes);
                let seen = seen.filter(|_| self.args.format.is_none());
                self.games(path, &bytes, seen.unwrap_or(format))
            }
            BookFormat::Lib => self.library(path, &files::read_regular(path)?),
            BookFormat::Yxdb => databases::each(path, |entry| self.put(entry)),
        }
    }

    fn json_lines(&mut self, path: &Path) -> Result<()> {
        let mut input = BufReader::with_capacity(1 << 18, files::open_regular(path)?);
        let mut bytes = Vec::new();
        let mut number = 0;
        while let Some(line) = lines::read_line(&mut input, &mut bytes)? {
            number += 1;
            let line = line.map_err(|error| anyhow!("line {number}: {error}"))?;
            if !line.is_empty() {
                let entry = json_lines::read(line);
                self.put(entry.with_context(|| format!("line {number}"))?)?;
            }
            bytes.clear();
        }
        Ok(())
    }

    fn games(&mut self, path: &Path, bytes: &[u8], format: GameFormat) -> Result<()> {
        let ImportArgs { limit, reading, .. } = *self.args;
        let defaults = reading.defaults();
        let (mut count, mut result) = (0, Ok(()));
        let mut losses = format.each(bytes, defaults, |_, game| {
            limit.admit(&mut count)?;
            result = self.game(&game);
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        result?;
        if let Some(damage) = losses.skipped.first().filter(|_| count == 0) {
            let other = match library::rows::has_header(bytes) {
                true => String::new(),
                false => format!(
                    "; neither a library of games nor records of a book, whose columns are {}",
                    rows::COLUMNS.join(",")
                ),
            };
            bail!("{damage}{other}");
        }
        losses.lost.extend(limit.sentence(count).map(ReadLoss::Said));
        self.say(path, &losses)
    }

    /// Reports on stderr what was lost in reading a file.
    ///
    /// # Errors
    /// If something is lost or in doubt, and nothing may be.
    fn say(&mut self, path: &Path, losses: &ReadLosses) -> Result<()> {
        if let Some(first) = remarks(losses).next().filter(|_| self.args.reading.is_strict()) {
            bail!("{first}; nothing is read from it because of --strict");
        }
        remarks(losses).for_each(|remark| stderr::say(format_args!("{}", remark.of(path))));
        self.is_damaged |= losses.is_damaged();
        Ok(())
    }

    fn game(&mut self, game: &GameTree) -> Result<()> {
        let plies = self.args.plies.unwrap_or(usize::MAX);
        let counted = self.batch.note_game(&trees::identity(game), plies, trees::length(game))?;
        for GameEntry { entry, results, ply } in trees::entries(game, plies) {
            let is_counted = counted.is_some_and(|most| ply <= most);
            let results = if is_counted { GameResults::default() } else { results };
            let key = Canonical::of(&entry.position).key;
            let outcome = self.batch.count(&key, results)?;
            match entry.record.is_empty() {
                true => self.tally.count(outcome),
                false => {
                    let put = self.put_record(entry)?;
                    self.tally.count(if outcome == StoreOutcome::Kept { put } else { outcome });
                }
            }
        }
        Ok(())
    }

    /// Every move of a library, with the labels in the texts on the board.
    fn library(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        let rule = self.args.reading.defaults().rule.rule();
        let read = renlib::read(bytes, rule, self.args.reading.encoding())?;
        self.say(path, &read.losses())?;
        let plies = self.args.plies.unwrap_or(usize::MAX);
        libraries::each(&read.tree, |entry| {
            let stones = entry.position.stones().len();
            let says_nothing = stones == 0 && entry.record.comment.is_empty();
            match stones > plies || says_nothing && entry.record.texts.is_empty() {
                true => Ok(()),
                false => self.put(entry),
            }
        })
    }

    fn put(&mut self, mut entry: BookEntry) -> Result<()> {
        if self.args.distrust && entry.record.trust != Trust::Unknown {
            entry.record.trust = Trust::Import;
        }
        let outcome = self.put_record(entry)?;
        self.tally.count(outcome);
        Ok(())
    }

    /// Puts the record of an entry into the store, without counting it.
    fn put_record(&mut self, BookEntry { position, record }: BookEntry) -> Result<StoreOutcome> {
        let canonical = Canonical::of(&position);
        // What a file says is a claim, whatever trust it names.
        let record = record.as_claim().image(&canonical);
        Ok(self.batch.put(&canonical.key, record, self.args.overwrite)?)
    }
}
