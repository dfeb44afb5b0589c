//! `tengen games convert`: formats follow from the file name extensions, or from `--from` and
//! `--to`.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::super::confirm::confirm;
use super::super::game_file::{format, read_games};
use super::super::outputs::{check_not_read, replace};
use crate::records::game_format::{GameFormat, GameFormatError, main_line};
use crate::records::game_tree::GameTree;
use crate::records::library::{rows, store};
use crate::types::{BoardSize, Rule};
use crate::util::charset::Charset;
use crate::util::count::counted;
use crate::util::stderr;

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
    /// The format of the input, if its name does not show it
    #[arg(long, value_enum)]
    from: Option<GameFormat>,
    /// The format of the output, if its name does not show it
    #[arg(long, value_enum)]
    to: Option<GameFormat>,
    /// The rule, if the input names none
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board of lists of moves
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    /// The code page of texts in the input and in a written .lib [default: UTF-8; windows-1252 for
    /// a .lib or an .sgf that is not UTF-8]
    #[arg(long, value_name = "NAME")]
    encoding: Option<Charset>,
    /// Overwrite files without asking
    #[arg(long)]
    force: bool,
}

/// Converts; damaged rows of a library are reported on stderr.
pub(super) fn run(args: &ConvertArgs) -> Result<()> {
    let from = format(args.from, &args.input, "--from")?;
    let to = format(args.to, &args.output, "--to")?;
    let mut games = read_games(&args.input, from, args.rule, args.size, args.encoding)?;
    if !args.games.is_empty() {
        for number in &args.games {
            if !games.iter().any(|(of, _)| of == number) {
                let games = counted(games.len() as u64, "game");
                bail!("{}: no game {number}, the file has {games}", args.input.display());
            }
        }
        games.retain(|(number, _)| args.games.contains(number));
    }
    let can_ask = args.input.as_os_str() != "-" && io::stdin().is_terminal();
    let consent = match (args.force, can_ask) {
        (true, _) => Consent::Given,
        (false, true) => Consent::Asked,
        (false, false) => Consent::Refused,
    };
    report_lost(to, &games);
    write(args, to, &games, consent)
}

/// Reports on stderr what the output format cannot hold.
fn report_lost(to: GameFormat, games: &[(u64, GameTree)]) {
    let lost = games.iter().filter_map(|(number, game)| Some((number, to.loses(game)?)));
    let lost: Vec<_> = lost.collect();
    let Some((number, what)) = lost.first() else { return };
    let more = match lost.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
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
    /// Checks the files that would be written.
    ///
    /// # Errors
    /// If one exists and may not be overwritten.
    fn check(self, files: &[PathBuf]) -> Result<()> {
        let Some(there) = files.iter().find(|file| file.exists()) else { return Ok(()) };
        let name = there.display();
        match self {
            Consent::Given => return Ok(()),
            Consent::Refused => bail!("'{name}' exists, expected --force to overwrite it"),
            Consent::Asked => {}
        }
        let count = files.iter().filter(|file| file.exists()).count();
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        if !confirm(&mut io::stderr(), &format!("'{name}'{more} exists. Overwrite?"))? {
            bail!("'{name}' is not overwritten");
        }
        Ok(())
    }
}

fn write(
    args: &ConvertArgs,
    to: GameFormat,
    games: &[(u64, GameTree)],
    consent: Consent,
) -> Result<()> {
    let path = args.output.as_path();
    let text = |(number, game): &(u64, GameTree)| {
        let charset = args.encoding.unwrap_or(Charset::UTF_8);
        to.write(game, *number, charset).with_context(|| format!("game {number}"))
    };
    let texts = || games.iter().map(text).collect::<Result<Vec<_>>>();
    if path.as_os_str() == "-" {
        let head = if to == GameFormat::Csv { rows::header() } else { String::new() };
        let mut out = io::stdout().lock();
        out.write_all(&[head.into_bytes(), texts()?.concat()].concat())?;
        return Ok(out.flush()?);
    }
    let inputs = std::slice::from_ref(&args.input);
    match (to, games) {
        (_, []) => bail!("no games to convert"),
        (GameFormat::Csv, _) => {
            check_not_read(path, inputs)?;
            append(path, games)
        }
        (GameFormat::Psq | GameFormat::Sgf | GameFormat::Lib, [_, _, ..]) => {
            let files: Vec<_> = games.iter().map(|(number, _)| numbered(path, *number)).collect();
            files.iter().try_for_each(|file| check_not_read(file, inputs))?;
            let texts = texts()?;
            consent.check(&files)?;
            files.iter().zip(texts).try_for_each(|(file, text)| replace(file, &text))
        }
        _ => {
            check_not_read(path, inputs)?;
            let text = texts()?.concat();
            consent.check(&[path.to_owned()])?;
            replace(path, &text)
        }
    }
}

/// Appends the games to a library.
fn append(path: &Path, games: &[(u64, GameTree)]) -> Result<()> {
    let line = |(number, game): &(u64, GameTree)| {
        let line = main_line(game).ok_or(GameFormatError::Setup(GameFormat::Csv));
        line.with_context(|| format!("game {number}"))
    };
    let lines: Vec<_> = games.iter().map(line).collect::<Result<_>>()?;
    store::append(path, &lines)?;
    Ok(())
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
