//! `tengen games convert`: formats follow from the file name extensions, or from `--from` and
//! `--to`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::super::confirm::confirm;
use super::super::game_file::{GameArgs, GameLimit, GameSource, format};
use super::super::outputs::{check_not_read, replace};
use super::super::statuses::after_reading;
use crate::interrupt;
use tengen_engine::search::StopFlag;
use tengen_records::game_format::{GameFormat, ReadLosses, Several};
use tengen_records::game_tree::GameTree;
use tengen_records::library::store;
use tengen_util::charset::Charset;
use tengen_util::count::counted;
use tengen_util::files;
use tengen_util::listed::listed;
use tengen_util::stderr;

/// Arguments of `tengen games convert`.
#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// The input: a file, or - for stdin
    input: PathBuf,
    /// The output: a file, or - for stdout. Games are appended to a library (CSV); several games in
    /// psq, SGF and lib become NAME-1, NAME-2 …
    output: PathBuf,
    /// Convert only these games of the input
    #[arg(value_name = "N")]
    games: Vec<u64>,
    /// The format of the input, if neither its name nor its contents show it
    #[arg(long, value_parser = crate::values::game_format())]
    from: Option<GameFormat>,
    /// The format of the output, if its name does not show it
    #[arg(long, value_parser = crate::values::written_game_format())]
    to: Option<GameFormat>,
    #[command(flatten)]
    reading: GameArgs,
    /// Overwrite files without asking
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limit: GameLimit,
    /// The library of the other subcommands, which this one refuses and does not list
    #[arg(long, short, hide = true, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Converts; damaged games and rows of a library are reported on stderr. The exit status is 1 if
/// some of the games cannot be read or the user declines to overwrite a file, and that of Ctrl-C if
/// it ended the work; then no file is half written.
pub(super) fn run(args: &ConvertArgs) -> Result<ExitCode> {
    if args.file.is_some() {
        bail!("--file with convert, expected only the input and the output");
    }
    let to = format(args.to, &args.output, "--to")?;
    let ConvertArgs { reading, limit, .. } = *args;
    let (defaults, strict) = (reading.defaults(), reading.is_strict());
    let source = GameSource::open(&args.input, args.from, Some("--from"), defaults, limit, strict)?;
    // Not before: a read of stdin would go on.
    let stop = interrupt::stop_flag().context("Ctrl-C")?;
    let conversion = Conversion { args, to, source, stop };
    // The games are read twice, so that nothing is written if one of them cannot be, and yet only
    // one is in memory.
    let survey = conversion.survey()?;
    let exit = conversion.write(&survey)?;
    let exit = if survey.is_damaged { after_reading(true) } else { exit };
    let is_stopped = conversion.stop.is_set();
    Ok(if is_stopped { ExitCode::from(interrupt::EXIT_STATUS) } else { exit })
}

struct Conversion<'a> {
    args: &'a ConvertArgs,
    to: GameFormat,
    source: GameSource<'a>,
    stop: StopFlag,
}

/// What the games to convert have in common.
#[derive(Default)]
struct Survey {
    /// How many they are, and how many the input has.
    games: u64,
    all: u64,
    /// The numbers asked for that the input has.
    found: HashSet<u64>,
    /// The first game of which the output format loses something, how many these are, and what.
    first_lossy: Option<u64>,
    lossy: u64,
    lost: Vec<&'static str>,
    /// Why the first of those cannot be written that cannot.
    unwritable: Option<anyhow::Error>,
    /// Of the files with numbers: the first that exists, how many exist, and why one must not be
    /// written.
    existing: Option<PathBuf>,
    existing_count: u64,
    refused: Option<anyhow::Error>,
    /// Whether some games or rows cannot be read, or not to their end.
    is_damaged: bool,
}

impl Conversion<'_> {
    /// Passes the games that are converted to `take`.
    fn each(&self, mut take: impl FnMut(u64, GameTree) -> Result<()>) -> Result<ReadLosses> {
        let mut result = Ok(());
        let losses = self.source.each(|number, game| {
            if self.is_chosen(number) {
                result = take(number, game);
            }
            let goes_on = result.is_ok() && !self.stop.is_set();
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        result.map(|()| losses)
    }

    fn is_chosen(&self, number: u64) -> bool {
        self.args.games.is_empty() || self.args.games.contains(&number)
    }

    fn charset(&self) -> Charset {
        self.args.reading.encoding().unwrap_or(Charset::UTF_8)
    }

    /// A game in the output format.
    fn text(&self, number: u64, game: &GameTree) -> Result<Vec<u8>> {
        let text = self.to.write(game, number, self.charset());
        text.with_context(|| format!("game {number}"))
    }

    /// Whether each game gets a file of its own, if there are several.
    fn has_numbered_files(&self) -> bool {
        let is_file = self.args.output.as_os_str() != "-";
        is_file && self.to.several() != Several::Together
    }

    fn inputs(&self) -> &[PathBuf] {
        std::slice::from_ref(&self.args.input)
    }

    /// Reads all games, and reports what is lost.
    fn survey(&self) -> Result<Survey> {
        let mut survey = Survey::default();
        let losses = self.source.each(|number, game| {
            survey.all += 1;
            if self.is_chosen(number) {
                self.look_at(&mut survey, number, &game);
            }
            if self.stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        self.source.say(&losses);
        survey.is_damaged = losses.is_damaged();
        if self.stop.is_set() {
            return Ok(survey);
        }
        let input = self.args.input.display();
        let missing = self.args.games.iter().find(|number| !survey.found.contains(number));
        if let Some(number) = missing {
            let games = counted(survey.all, "game");
            bail!("{input}: no game {number}, the file has {games}");
        }
        if survey.games == 0 {
            bail!("{input}: no games, expected at least one");
        }
        report_lost(self.to, &survey);
        Ok(survey)
    }

    fn look_at(&self, survey: &mut Survey, number: u64, game: &GameTree) {
        survey.games += 1;
        if !self.args.games.is_empty() {
            survey.found.insert(number);
        }
        let lost = self.to.loses(game);
        if !lost.is_empty() {
            survey.lossy += 1;
            survey.first_lossy.get_or_insert(number);
            let new = lost.into_iter().filter(|part| !survey.lost.contains(part));
            let new: Vec<_> = new.collect();
            survey.lost.extend(new);
        }
        if survey.unwritable.is_none() {
            survey.unwritable = self.text(number, game).err();
        }
        if self.has_numbered_files() {
            let file = numbered(&self.args.output, number);
            if survey.refused.is_none() {
                survey.refused = check_not_read(&file, self.inputs()).err();
            }
            if file.exists() {
                survey.existing_count += 1;
                survey.existing.get_or_insert(file);
            }
        }
    }

    /// Writes the games, with the exit status of [`run`].
    fn write(&self, survey: &Survey) -> Result<ExitCode> {
        let path = self.args.output.as_path();
        if self.stop.is_set() {
            return Ok(ExitCode::SUCCESS);
        }
        if path.as_os_str() == "-" {
            self.write_stdout(survey)?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.to == GameFormat::CSV {
            check_not_read(path, self.inputs())?;
            survey.check_writable()?;
            return self.append(path).map(|()| ExitCode::SUCCESS);
        }
        let is_numbered = self.has_numbered_files() && survey.games > 1;
        let existing = if is_numbered {
            if let Some(refused) = &survey.refused {
                bail!("{refused:#}");
            }
            survey.existing.clone().zip(Some(survey.existing_count))
        } else {
            check_not_read(path, self.inputs())?;
            path.exists().then(|| (path.to_owned(), 1))
        };
        survey.check_writable()?;
        if !self.consent().covers(existing)? {
            stderr::say(format_args!("nothing was written"));
            return Ok(ExitCode::from(1));
        }
        if is_numbered {
            self.each(|number, game| replace(&numbered(path, number), &self.text(number, &game)?))?;
        } else {
            self.write_file(path)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn consent(&self) -> Consent {
        let can_ask = self.args.input.as_os_str() != "-" && io::stdin().is_terminal();
        match (self.args.force, can_ask) {
            (true, _) => Consent::Given,
            (false, true) => Consent::Asked,
            (false, false) => Consent::Refused,
        }
    }

    /// Writes the games to stdout, one after the other.
    fn write_stdout(&self, survey: &Survey) -> Result<()> {
        let (seen, to) = (survey.games, self.to);
        if to.several() == Several::Apart && seen > 1 {
            bail!(
                "-: seen {seen} games, but {to} holds one; expected one game's number, or a file"
            );
        }
        survey.check_writable()?;
        let mut out = BufWriter::new(io::stdout().lock());
        out.write_all(to.header().as_bytes())?;
        self.each(|number, game| Ok(out.write_all(&self.text(number, &game)?)?))?;
        Ok(out.flush()?)
    }

    /// Writes all games into one file.
    fn write_file(&self, path: &Path) -> Result<()> {
        let written = files::make_whole(path, |file| {
            let mut out = BufWriter::new(file);
            self.each(|number, game| Ok(out.write_all(&self.text(number, &game)?)?))?;
            ensure!(!self.stop.is_set(), "ended by Ctrl-C");
            Ok(out.flush()?)
        });
        match written {
            Err(_) if self.stop.is_set() => Ok(()),
            other => other.with_context(|| format!("cannot write '{}'", path.display())),
        }
    }

    /// Appends the games to a library.
    fn append(&self, path: &Path) -> Result<()> {
        let appended = store::append_each(path, |library| {
            self.each(|number, game| {
                let line = self.to.line_of(&game);
                library.add(&line.with_context(|| format!("game {number}"))?)?;
                Ok(())
            })?;
            ensure!(!self.stop.is_set(), "ended by Ctrl-C");
            Ok(())
        });
        if self.stop.is_set() { Ok(()) } else { appended }
    }
}

impl Survey {
    /// # Errors
    /// If one of the games cannot be written.
    fn check_writable(&self) -> Result<()> {
        match &self.unwritable {
            Some(error) => bail!("{error:#}"),
            None => Ok(()),
        }
    }
}

/// Reports on stderr what the output format cannot hold of all games together.
fn report_lost(to: GameFormat, survey: &Survey) {
    let Some(number) = survey.first_lossy else { return };
    let more = match survey.lossy {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let what = listed(&survey.lost, "and");
    stderr::say(format_args!("game {number}{more}: {to} does not hold {what}; sgf does"));
}

/// Whether files may be overwritten.
#[derive(Clone, Copy)]
enum Consent {
    /// By `--force`.
    Given,
    /// The user at the terminal decides.
    Asked,
    /// Not at all.
    Refused,
}

impl Consent {
    /// Whether files may be written of which the first that exists is this, and so many exist.
    ///
    /// # Errors
    /// If one exists and nobody can be asked.
    fn covers(self, existing: Option<(PathBuf, u64)>) -> Result<bool> {
        let Some((there, count)) = existing else { return Ok(true) };
        let name = there.display();
        match self {
            Consent::Given => return Ok(true),
            Consent::Refused => bail!("'{name}' exists, expected --force to overwrite it"),
            Consent::Asked => {}
        }
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        Ok(confirm(&mut io::stderr(), &format!("'{name}'{more} exists. Overwrite?"))?)
    }
}

/// `games.sgf` for game 3: `games-3.sgf`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let mut name = OsString::from(path.file_stem().unwrap_or_default());
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_files_have_numbers_in_their_names() {
        assert_eq!(numbered(Path::new("a/b.c.sgf"), 3), Path::new("a/b.c-3.sgf"));
        assert_eq!(numbered(Path::new("games"), 3), Path::new("games-3"));
    }
}
