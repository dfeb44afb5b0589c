//! A position of a game, in place of a stream of positions.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::super::game_file::{self, ReadArgs};
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::PositionLine;
use tengen_records::game_format::GameFormat;
use tengen_records::game_tree::GameTree;
use tengen_util::files;

/// Which position of a file of games.
#[derive(Clone, Debug, Args)]
pub(super) struct GameChoice {
    /// Number of the game in the file [default: the last].
    #[arg(long, value_name = "N", conflicts_with = "moves")]
    number: Option<u64>,
    /// Position after this many moves of the game [default: all of its main line].
    #[arg(long, value_name = "N", conflicts_with = "moves")]
    after: Option<usize>,
    #[command(flatten)]
    reading: ReadArgs,
}

impl GameChoice {
    /// The line to the position, and whether a part of the file is damaged, or `None` if the file holds
    /// positions as JSON. `rule` and `board` are those of games that name none; `size` is the board if
    /// the user named one.
    pub(super) fn line(
        &self,
        path: &Path,
        rule: Option<Rule>,
        size: Option<BoardSize>,
        board: BoardSize,
    ) -> Result<Option<(PositionLine, bool)>> {
        let format = if holds_json(path) { None } else { game_file::detect(path) };
        let Some(format) = format else {
            let option = self.number.map(|_| "--number").or(self.after.map(|_| "--after"));
            if let Some(option) = option {
                bail!(
                    "{option} chooses in a file of games ({}), seen '{}'",
                    GameFormat::endings("or"),
                    path.display()
                );
            }
            return Ok(None);
        };
        if let Some(size) = size.filter(|_| format.description().names_board) {
            bail!(
                "--size: seen {size}, but a .{format} file names its board; expected a file that names none, such as a .txt"
            );
        }
        let read = game_file::read_one(path, self.number, rule, board, self.reading)?;
        let line = self.of(&read.game).with_context(|| path.display().to_string())?;
        Ok(Some((line, read.is_damaged)))
    }

    fn of(&self, game: &GameTree) -> Result<PositionLine> {
        let line = game.line_through(GameTree::ROOT);
        let after = self.after.unwrap_or(line.len());
        if after > line.len() {
            bail!("--after: seen {after}, expected at most {}, the moves of the game", line.len());
        }
        Ok(game.line_to(after.checked_sub(1).map_or(GameTree::ROOT, |last| line[last])))
    }
}

/// Whether the file begins as JSON does, which no game does, whatever its name.
fn holds_json(path: &Path) -> bool {
    let mut first = [0; 64];
    let read = files::open_regular(path).and_then(|mut file| file.read(&mut first));
    let text = String::from_utf8_lossy(&first[..read.unwrap_or(0)]).into_owned();
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_records::sample;

    #[test]
    fn the_position_is_that_after_the_moves_asked_for() {
        let record = sample::game();
        let game = GameTree::from_record(&record).unwrap();
        let after = |after| {
            let choice = GameChoice { number: None, after, reading: ReadArgs::default() };
            choice.of(&game).map(|line| line.position).map_err(|error| error.to_string())
        };
        for count in 0..=record.length() {
            assert_eq!(after(Some(count)), Ok(record.position_after(count).unwrap()));
        }
        assert_eq!(after(None), Ok(record.final_position().unwrap()));
        let too_many = after(Some(record.length() + 1)).unwrap_err();
        assert!(too_many.starts_with("--after: seen "), "{too_many}");
    }
}
