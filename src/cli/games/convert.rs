//! `tengen games convert`: formats follow from the file name extensions, or from `--from` and
//! `--to`.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use super::super::game_file::{GameFormat, format, read_games};
use super::super::outputs::replace;
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

/// Converts; damaged rows of a library are reported on stderr.
pub(super) fn run(args: &ConvertArgs) -> Result<()> {
    let from = format(args.from, &args.input, "--from")?;
    let to = format(args.to, &args.output, "--to")?;
    let mut games = read_games(&args.input, from, args.rule, args.size)?;
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
    fn several_files_have_numbers_in_their_names() {
        assert_eq!(numbered(Path::new("a/b.c.sgf"), 3), Path::new("a/b.c-3.sgf"));
        assert_eq!(numbered(Path::new("games"), 3), Path::new("games-3"));
    }
}
