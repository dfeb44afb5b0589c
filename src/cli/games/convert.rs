//! `tengen games convert`: formats follow from the file name extensions, or from `--from` and
//! `--to`.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::super::confirm::confirm;
use super::super::game_file::{format, read_games};
use super::super::outputs::{check_not_read, replace};
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::game_format::{GameFormat, GameFormatError, main_line};
use tengen_records::game_tree::GameTree;
use tengen_records::library::{rows, store};
use tengen_util::charset::Charset;
use tengen_util::count::counted;
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
    /// The format of the input, if its name does not show it
    #[arg(long, value_parser = crate::values::game_format())]
    from: Option<GameFormat>,
    /// The format of the output, if its name does not show it
    #[arg(long, value_parser = crate::values::game_format())]
    to: Option<GameFormat>,
    /// The rule, if the input names none
    #[arg(long, default_value_t = Rule::Freestyle, value_parser = crate::values::rule())]
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
    /// The library of the other subcommands, which this one refuses and does not list
    #[arg(long, short, hide = true, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Converts; damaged rows of a library are reported on stderr. The exit status is 1 if the user
/// declines to overwrite a file.
pub(super) fn run(args: &ConvertArgs) -> Result<ExitCode> {
    if args.file.is_some() {
        bail!("--file with convert, expected only the input and the output");
    }
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
    if games.is_empty() {
        bail!("{}: no games, expected at least one", args.input.display());
    }
    report_lost(to, &games);
    write(args, to, &games, consent)
}

/// Reports on stderr what the output format cannot hold of all games together.
fn report_lost(to: GameFormat, games: &[(u64, GameTree)]) {
    let lost = games.iter().map(|(number, game)| (number, to.loses(game)));
    let lost: Vec<_> = lost.filter(|(_, parts)| !parts.is_empty()).collect();
    let Some((number, _)) = lost.first() else { return };
    let more = match lost.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let mut all = Vec::new();
    for &part in lost.iter().flat_map(|(_, parts)| parts) {
        if !all.contains(&part) {
            all.push(part);
        }
    }
    let what = listed(&all, "and");
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
    /// Whether the files may be written.
    ///
    /// # Errors
    /// If one exists and nobody can be asked.
    fn covers(self, files: &[PathBuf]) -> Result<bool> {
        let Some(there) = files.iter().find(|file| file.exists()) else { return Ok(true) };
        let name = there.display();
        match self {
            Consent::Given => return Ok(true),
            Consent::Refused => bail!("'{name}' exists, expected --force to overwrite it"),
            Consent::Asked => {}
        }
        let count = files.iter().filter(|file| file.exists()).count();
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        Ok(confirm(&mut io::stderr(), &format!("'{name}'{more} exists. Overwrite?"))?)
    }
}

/// Writes the games, with the exit status of [`run`].
fn write(
    args: &ConvertArgs,
    to: GameFormat,
    games: &[(u64, GameTree)],
    consent: Consent,
) -> Result<ExitCode> {
    let path = args.output.as_path();
    if path.as_os_str() == "-" {
        write_stdout(args, to, games)?;
        return Ok(ExitCode::SUCCESS);
    }
    let inputs = std::slice::from_ref(&args.input);
    let files: Vec<_> = match (to, games) {
        (GameFormat::Csv, _) => {
            check_not_read(path, inputs)?;
            append(path, games)?;
            return Ok(ExitCode::SUCCESS);
        }
        (GameFormat::Psq | GameFormat::Sgf | GameFormat::Lib, [_, _, ..]) => {
            games.iter().map(|(number, _)| numbered(path, *number)).collect()
        }
        _ => vec![path.to_owned()],
    };
    files.iter().try_for_each(|file| check_not_read(file, inputs))?;
    let texts = texts(args, to, games)?;
    if !consent.covers(&files)? {
        stderr::say(format_args!("nothing was written"));
        return Ok(ExitCode::from(1));
    }
    match files.as_slice() {
        [file] => replace(file, &texts.concat())?,
        files => files.iter().zip(texts).try_for_each(|(file, text)| replace(file, &text))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the games to stdout, one after the other.
fn write_stdout(args: &ConvertArgs, to: GameFormat, games: &[(u64, GameTree)]) -> Result<()> {
    if matches!(to, GameFormat::Psq | GameFormat::Lib) && games.len() > 1 {
        let seen = games.len();
        bail!("-: seen {seen} games, but {to} holds one; expected one game's number, or a file");
    }
    let head = if to == GameFormat::Csv { rows::header() } else { String::new() };
    let mut out = io::stdout().lock();
    out.write_all(&[head.into_bytes(), texts(args, to, games)?.concat()].concat())?;
    Ok(out.flush()?)
}

/// Each game in the output format.
fn texts(args: &ConvertArgs, to: GameFormat, games: &[(u64, GameTree)]) -> Result<Vec<Vec<u8>>> {
    let charset = args.encoding.unwrap_or(Charset::UTF_8);
    let text = |(number, game): &(u64, GameTree)| {
        to.write(game, *number, charset).with_context(|| format!("game {number}"))
    };
    games.iter().map(text).collect()
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
