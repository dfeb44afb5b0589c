//! Files of games: their formats, reading them, and the choice of one game of a file.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;

use crate::records::game_tree::GameTree;
use crate::records::library::rows::{self, DamagedRow};
use crate::records::{GameRecord, psq, sgf, txt};
use crate::types::{BoardSize, Rule};

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

/// The format that is named, or that of the file name extension. `option` names a format, too.
pub(super) fn format(named: Option<GameFormat>, path: &Path, option: &str) -> Result<GameFormat> {
    if let Some(format) = named.or_else(|| format_of(path)) {
        return Ok(format);
    }
    bail!("{}, or {option}", unknown_format(path))
}

fn format_of(path: &Path) -> Option<GameFormat> {
    let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
    match ending.as_str() {
        "csv" => Some(GameFormat::Csv),
        "psq" => Some(GameFormat::Psq),
        "sgf" => Some(GameFormat::Sgf),
        "txt" | "pos" => Some(GameFormat::Txt),
        _ => None,
    }
}

fn unknown_format(path: &Path) -> String {
    format!("{}: expected a name that ends with .csv, .psq, .sgf or .txt", path.display())
}

/// All games of a file, or of stdin if it is `-`, numbered from 1 where it has no numbers. Rule and
/// board are those of games that name none.
pub(super) fn read_games(
    path: &Path,
    from: GameFormat,
    rule: Rule,
    size: BoardSize,
) -> Result<Vec<GameRecord>> {
    let bytes = read_bytes(path)?;
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

/// The bytes of a file, or of stdin if it is `-`.
fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).context("cannot read stdin")?;
    Ok(bytes)
}

/// The game of a file with this number, or the last one. Games of a library have the numbers of the
/// library, others count from 1.
pub(super) fn read_one(
    path: &Path,
    number: Option<u64>,
    rule: Rule,
    size: BoardSize,
) -> Result<GameRecord> {
    let from = format_of(path).with_context(|| unknown_format(path))?;
    let games = read_games(path, from, rule, size)?;
    pick(path, games.into_iter().map(|game| (game.game, game)).collect(), number)
}

/// The same with the variations of SGF.
pub(super) fn read_one_tree(
    path: &Path,
    number: Option<u64>,
    rule: Rule,
    size: BoardSize,
) -> Result<GameTree> {
    if format_of(path) == Some(GameFormat::Sgf) {
        let trees = sgf::read_trees(&String::from_utf8_lossy(&read_bytes(path)?), rule);
        let trees = trees.with_context(|| path.display().to_string())?;
        return pick(path, (1..).zip(trees).collect(), number);
    }
    let record = read_one(path, number, rule, size)?;
    GameTree::from_record(&record)
        .map_err(|(number, error)| anyhow!("{}: move {number}: {error}", path.display()))
}

/// The game with this number, or the last.
fn pick<T>(path: &Path, mut games: Vec<(u64, T)>, number: Option<u64>) -> Result<T> {
    let (count, path) = (games.len(), path.display());
    let Some(wanted) = number else {
        let last = games.pop().map(|(_, game)| game);
        return last.with_context(|| format!("{path}: no game in it"));
    };
    let found = games.into_iter().find(|(number, _)| *number == wanted);
    let found = found.map(|(_, game)| game);
    found.with_context(|| format!("{path}: no game {wanted} among its {count} games"))
}

/// Reports a damaged row on stderr.
#[expect(clippy::print_stderr, reason = "stdout has the games; this is about the file")]
pub(super) fn report_damage(path: &Path, damage: &DamagedRow) {
    let DamagedRow { line, error, followers } = damage;
    let what = match followers {
        0 => "the row is skipped".to_owned(),
        1 => "the row and one after it are skipped".to_owned(),
        count => format!("the row and {count} after it are skipped"),
    };
    eprintln!("tengen: {}:{line}: {error}; {what}", path.display());
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
    fn the_last_game_is_taken_unless_one_is_named() {
        let pick = |games: &[u64], number| {
            let games = games.iter().map(|&number| (number, number * 10)).collect();
            pick(Path::new("a.csv"), games, number).map_err(|error| error.to_string())
        };
        assert_eq!(pick(&[1, 4, 9], None), Ok(90));
        assert_eq!(pick(&[1, 4, 9], Some(4)), Ok(40));
        assert_eq!(pick(&[1, 4], Some(3)), Err("a.csv: no game 3 among its 2 games".to_owned()));
        assert_eq!(pick(&[], None), Err("a.csv: no game in it".to_owned()));
    }
}
