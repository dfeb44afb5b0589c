//! `tengen games convert`: formats follow from the file name extensions, or from `--from` and
//! `--to`.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use super::super::outputs::replace;
use super::library::report_damage;
use crate::records::library::{rows, store};
use crate::records::{GameRecord, psq, sgf, txt};
use crate::types::{BoardSize, Rule};

/// Arguments of `tengen games convert`.
#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// The input: a file, or - for stdin
    input: PathBuf,
    /// The output: a file, or - for stdout. Games are appended to a library (CSV); several games in
    /// psq and SGF become NAME-1, NAME-2 …
    output: PathBuf,
    /// Convert only these games of the input
    #[arg(value_name = "N")]
    games: Vec<u64>,
    /// The format of the input, if its name does not say
    #[arg(long, value_enum)]
    from: Option<GameFormat>,
    /// The format of the output, if its name does not say
    #[arg(long, value_enum)]
    to: Option<GameFormat>,
    /// The rule, where the input names none
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board of lists of moves
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    /// Overwrite files without asking
    #[arg(long)]
    force: bool,
}

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GameFormat {
    /// The library.
    Csv,
    /// Piskvork's files.
    Psq,
    /// The Smart Game Format.
    Sgf,
    /// Lists of moves such as h8i9j10.
    Txt,
}

/// Converts; damaged rows of a library are reported on stderr.
pub(super) fn run(args: &ConvertArgs) -> Result<()> {
    let from = format(args.from, &args.input, "--from")?;
    let to = format(args.to, &args.output, "--to")?;
    let mut games = read_file(&args.input, from, args.rule, args.size)?;
    if !args.games.is_empty() {
        for number in &args.games {
            if !games.iter().any(|game| game.game == *number) {
                bail!("{}: no game {number} among its {} games", args.input.display(), games.len());
            }
        }
        games.retain(|game| args.games.contains(&game.game));
    }
    let can_ask = args.input.as_os_str() != "-" && io::stdin().is_terminal();
    let consent = match (args.force, can_ask) {
        (true, _) => Consent::Given,
        (false, true) => Consent::Asked,
        (false, false) => Consent::Refused,
    };
    write(&args.output, to, &games, consent)
}

/// Whether files may be overwritten.
#[derive(Clone, Copy)]
enum Consent {
    /// By `--force`.
    Given,
    /// A person at the terminal decides.
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
        let mut stderr = io::stderr();
        write!(stderr, "'{name}'{more} exists. Overwrite? [y/N] ")?;
        stderr.flush()?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
            bail!("'{name}' is not overwritten");
        }
        Ok(())
    }
}

/// The format that is named, or that of the file name extension.
pub(super) fn format(named: Option<GameFormat>, path: &Path, option: &str) -> Result<GameFormat> {
    if let Some(format) = named {
        return Ok(format);
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("csv") => Ok(GameFormat::Csv),
        Some("psq") => Ok(GameFormat::Psq),
        Some("sgf") => Ok(GameFormat::Sgf),
        Some("txt" | "pos") => Ok(GameFormat::Txt),
        _ => bail!(
            "{}: expected a name that ends with .csv, .psq, .sgf or .txt, or {option}",
            path.display()
        ),
    }
}

/// All games of a file, or of stdin if it is `-`, numbered from 1 where it has no numbers. Rule and
/// board are those of games that name none.
pub(super) fn read_file(
    path: &Path,
    from: GameFormat,
    rule: Rule,
    size: BoardSize,
) -> Result<Vec<GameRecord>> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read stdin")?;
    } else {
        bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    // Names in old files may be in any code page; bytes that are not UTF-8 do not spoil the game.
    let text = || String::from_utf8_lossy(&bytes);
    let place = || path.display().to_string();
    Ok(match from {
        GameFormat::Csv => {
            let contents = rows::read(&bytes);
            for damage in &contents.damages {
                report_damage(path, damage);
            }
            contents.games.into_iter().map(|entry| entry.game).collect()
        }
        GameFormat::Psq => vec![psq::read(&text(), rule).with_context(place)?],
        GameFormat::Sgf => sgf::read_games(&text(), rule).with_context(place)?,
        GameFormat::Txt => txt::read(&text(), rule, size).with_context(place)?,
    })
}

fn write(path: &Path, to: GameFormat, games: &[GameRecord], consent: Consent) -> Result<()> {
    let text = |game: &GameRecord| match to {
        GameFormat::Csv => rows::write(game.game, game),
        GameFormat::Psq => psq::write(game, None),
        GameFormat::Sgf => sgf::write(game),
        GameFormat::Txt => txt::write(game),
    };
    if path.as_os_str() == "-" {
        let head = if to == GameFormat::Csv { rows::header() } else { String::new() };
        let text = head + &games.iter().map(text).collect::<String>();
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    match (to, games) {
        (_, []) => bail!("no games to convert"),
        (GameFormat::Csv, _) => {
            store::append(path, games)?;
            Ok(())
        }
        (GameFormat::Psq | GameFormat::Sgf, [_, _, ..]) => {
            let files: Vec<_> = games.iter().map(|game| numbered(path, game.game)).collect();
            consent.check(&files)?;
            files.iter().zip(games).try_for_each(|(file, game)| put(file, &text(game)))
        }
        _ => {
            consent.check(&[path.to_owned()])?;
            put(path, &games.iter().map(text).collect::<String>())
        }
    }
}

fn put(path: &Path, text: &str) -> Result<()> {
    replace(path, text.as_bytes())
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
    fn formats_follow_from_names_unless_given() {
        let format = |name: &str, named| super::format(named, Path::new(name), "--to");
        assert_eq!(format("a.SGF", None).unwrap(), GameFormat::Sgf);
        assert_eq!(format("-", Some(GameFormat::Psq)).unwrap(), GameFormat::Psq);
        let error = format("games", None).unwrap_err().to_string();
        assert!(error.contains("expected a name that ends with"), "{error}");
    }

    #[test]
    fn several_files_have_numbers_in_their_names() {
        assert_eq!(numbered(Path::new("a/b.c.sgf"), 3), Path::new("a/b.c-3.sgf"));
        assert_eq!(numbered(Path::new("games"), 3), Path::new("games-3"));
    }
}
