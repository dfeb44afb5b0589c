//! Files of games: their formats, reading them, and selecting one game of a file.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

use tengen_engine::types::{BoardSize, Rule};
use tengen_records::GameRecord;
use tengen_records::game_format::{GameFormat, GamesRead, main_line};
use tengen_records::game_tree::GameTree;
use tengen_records::library::rows::DamagedRow;
use tengen_util::charset::Charset;
use tengen_util::count::counted;
use tengen_util::stderr;

/// The given format, or that of the file name extension. `option` is the option that sets a format.
pub(super) fn format(named: Option<GameFormat>, path: &Path, option: &str) -> Result<GameFormat> {
    if let Some(format) = named.or_else(|| format_of(path)) {
        return Ok(format);
    }
    bail!("{}, or {option}", unknown_format(path))
}

fn format_of(path: &Path) -> Option<GameFormat> {
    GameFormat::of_name(&path.file_name()?.to_string_lossy())
}

fn unknown_format(path: &Path) -> String {
    format!("{}: expected a name that ends with .csv, .lib, .psq, .sgf or .txt", path.display())
}

/// All games of a file, or of stdin if it is `-`, with their numbers; damaged rows of a library and
/// other losses are reported on stderr. Rule, board and code page are those of games that name
/// none.
pub(super) fn read_games(
    path: &Path,
    from: GameFormat,
    rule: Rule,
    size: BoardSize,
    charset: Option<Charset>,
) -> Result<Vec<(u64, GameTree)>> {
    let read = read_all(path, from, rule, size, charset)?;
    remarks(path, &read).for_each(|remark| stderr::say(format_args!("{remark}")));
    Ok(read.games)
}

fn read_all(
    path: &Path,
    from: GameFormat,
    rule: Rule,
    size: BoardSize,
    charset: Option<Charset>,
) -> Result<GamesRead> {
    let read = from.read(&read_bytes(path)?, rule, size, charset);
    read.with_context(|| path.display().to_string())
}

/// What is damaged and what was lost in reading, one line each.
fn remarks(path: &Path, read: &GamesRead) -> impl Iterator<Item = String> {
    let damages = read.skipped.iter().map(|damage| damage_text(path, damage));
    damages.chain(read.lost.iter().map(|what| format!("{}: {what}", path.display())))
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
) -> Result<GameTree> {
    let from = format_of(path).with_context(|| unknown_format(path))?;
    pick(path, read_games(path, from, rule, size, None)?, number)
}

/// As [`read_one`], with the damages and losses as sentences. A name without an ending is the
/// file's, and the contents tell the format; or `.sgf` was added to it when the game was saved.
pub(super) fn open(
    path: &Path,
    number: Option<u64>,
    rule: Rule,
    size: BoardSize,
) -> Result<(GameTree, Vec<String>)> {
    let saved = path.with_extension("sgf");
    let is_saved = path.extension().is_none() && !path.exists() && saved.exists();
    let path = if is_saved { saved.as_path() } else { path };
    let known = format_of(path);
    // Commands may be read from stdin.
    if known.is_none() && (path.extension().is_some() || path.as_os_str() == "-") {
        bail!("{}", unknown_format(path));
    }
    let bytes = read_bytes(path)?;
    let from = known.unwrap_or_else(|| GameFormat::recognize(&bytes));
    let read = from.read(&bytes, rule, size, None).with_context(|| path.display().to_string())?;
    let sentences = remarks(path, &read).map(|what| format!("{}.", what.trim_end_matches('.')));
    let sentences = sentences.collect();
    Ok((pick(path, read.games, number)?, sentences))
}

/// The main line of a game of this file.
///
/// # Errors
/// If it is no game from an empty board.
pub(super) fn line_of(path: &Path, game: &GameTree) -> Result<GameRecord> {
    let line = main_line(game).with_context(|| path.display().to_string());
    line.context("a game with stones set up or moves out of turn, expected one from an empty board")
}

/// The game with this number, or the last.
fn pick<T>(path: &Path, mut games: Vec<(u64, T)>, number: Option<u64>) -> Result<T> {
    let (count, path) = (games.len(), path.display());
    let Some(wanted) = number else {
        let last = games.pop().map(|(_, game)| game);
        return last.with_context(|| format!("{path} contains no game"));
    };
    let found = games.into_iter().find(|(number, _)| *number == wanted);
    let found = found.map(|(_, game)| game);
    let games = counted(count as u64, "game");
    found.with_context(|| format!("{path}: no game {wanted}, the file has {games}"))
}

/// Reports a damaged row on stderr.
pub(super) fn report_damage(path: &Path, damage: &DamagedRow) {
    stderr::say(format_args!("{}", damage_text(path, damage)));
}

fn damage_text(path: &Path, damage: &DamagedRow) -> String {
    let DamagedRow { line, error, followers } = damage;
    let what = match followers {
        0 => "the row is skipped".to_owned(),
        1 => "the row and one after it are skipped".to_owned(),
        count => format!("the row and {count} after it are skipped"),
    };
    format!("{}:{line}: {error}; {what}", path.display())
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
    fn a_name_without_an_ending_is_also_that_of_a_saved_game() {
        let folder = tempfile::tempdir().unwrap();
        let size = BoardSize::square(15).unwrap();
        let open = |name: &str| {
            let opened = open(&folder.path().join(name), None, Rule::Freestyle, size);
            opened.map(|(tree, _)| tree.len()).map_err(|error| error.to_string())
        };
        fs::write(folder.path().join("a.sgf"), "(;GM[4]SZ[9];B[ee])").unwrap();
        assert_eq!(open("a"), Ok(1));
        assert!(open("b").unwrap_err().starts_with("cannot read "), "{:?}", open("b"));
        fs::write(folder.path().join("a"), "h8i9").unwrap();
        assert_eq!(open("a"), Ok(2));
    }

    #[test]
    fn the_last_game_is_taken_unless_one_is_named() {
        let pick = |games: &[u64], number| {
            let games = games.iter().map(|&number| (number, number * 10)).collect();
            pick(Path::new("a.csv"), games, number).map_err(|error| error.to_string())
        };
        assert_eq!(pick(&[1, 4, 9], None), Ok(90));
        assert_eq!(pick(&[1, 4, 9], Some(4)), Ok(40));
        assert_eq!(
            pick(&[1, 4], Some(3)),
            Err("a.csv: no game 3, the file has 2 games".to_owned())
        );
        assert_eq!(pick(&[], None), Err("a.csv contains no game".to_owned()));
    }
}
