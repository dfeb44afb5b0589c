//! Results as PGN, for rating tools such as Ordo and BayesElo: one game a block of tags, no moves to
//! parse.
//!
//! `Black` and `White` are the colors of the stones and `1-0` is a win for white, as other Gomoku
//! managers write it. Black moves first here, so a tool's "white advantage" comes out negative.

use std::fmt::Write as _;

use thiserror::Error;

use super::at::At;
use super::game::GameRecord;
use crate::board::notation;
use crate::types::Color;
use crate::util::date::Date;

/// The result of one game of a PGN file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnResult {
    /// The name of black.
    pub black: String,
    /// The name of white.
    pub white: String,
    /// Who won; `None` in a draw.
    pub winner: Option<Color>,
}

/// Text that is no PGN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnError {
    /// A line in brackets that is no tag.
    #[error("'{seen}' is no tag, expected [Name \"value\"]")]
    Tag {
        /// The line.
        seen: String,
    },
    /// A game without one of its needed tags.
    #[error("the game has no tag {0}, expected Black, White and Result")]
    Missing(&'static str),
}

/// The game as a block of PGN, ending with an empty line. The moves stand in a comment.
pub fn write(game: &GameRecord) -> String {
    let date = Date::from_unix_ms(game.started_ms);
    let result = match game.winner {
        Some(Color::Black) => "0-1",
        Some(Color::White) => "1-0",
        None => "1/2-1/2",
    };
    let tags = [
        ("Event", format!("{} {}x{}", game.rule, game.width, game.height)),
        ("Site", "?".to_owned()),
        ("Date", format!("{:04}.{:02}.{:02}", date.year, date.month, date.day)),
        ("Round", format!("{}.{}", game.round, game.game)),
        ("White", game.white.name.clone()),
        ("Black", game.black.name.clone()),
        ("Result", result.to_owned()),
        ("Termination", game.verdict.to_string()),
        ("PlyCount", game.coords().count().to_string()),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let _ = writeln!(text, "[{name} \"{}\"]", escape(&value));
    }
    let moves = game
        .size()
        .map_or_else(|_| String::new(), |size| notation::write_moves(game.coords(), size));
    let _ = write!(text, "\n{{{moves}}} {result}\n\n");
    text
}

fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Reads the results of all games. Games without a known result (`*`) are left out.
///
/// # Errors
/// If a tag is broken or a game has no players or no result.
pub fn read(text: &str) -> Result<Vec<PgnResult>, At<PgnError>> {
    let mut results = Vec::new();
    let mut tags = Tags::default();
    for (number, line) in text.lines().enumerate() {
        let at = |error| At { line: number + 1, column: 1, error };
        if line.starts_with('[') {
            let (name, value) = parse_tag(line)
                .ok_or_else(|| at(PgnError::Tag { seen: line.chars().take(60).collect() }))?;
            tags.take(name, value);
        } else if !line.trim().is_empty() && tags.any {
            results.extend(std::mem::take(&mut tags).finish().map_err(at)?);
        }
    }
    if tags.any {
        let line = text.lines().count();
        results.extend(tags.finish().map_err(|error| At { line, column: 1, error })?);
    }
    Ok(results)
}

#[derive(Default)]
struct Tags {
    any: bool,
    black: Option<String>,
    white: Option<String>,
    result: Option<String>,
}

impl Tags {
    fn take(&mut self, name: &str, value: String) {
        self.any = true;
        match name {
            "Black" => self.black = Some(value),
            "White" => self.white = Some(value),
            "Result" => self.result = Some(value),
            _ => {}
        }
    }

    fn finish(self) -> Result<Option<PgnResult>, PgnError> {
        let black = self.black.ok_or(PgnError::Missing("Black"))?;
        let white = self.white.ok_or(PgnError::Missing("White"))?;
        let winner = match self.result.ok_or(PgnError::Missing("Result"))?.as_str() {
            "0-1" => Some(Color::Black),
            "1-0" => Some(Color::White),
            "1/2-1/2" => None,
            _ => return Ok(None),
        };
        Ok(Some(PgnResult { black, white, winner }))
    }
}

/// `[Name "value"]`, with `\"` and `\\` in the value.
fn parse_tag(line: &str) -> Option<(&str, String)> {
    let inner = line.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inner.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut signs = quoted.chars();
    while let Some(c) = signs.next() {
        value.push(if c == '\\' { signs.next()? } else { c });
    }
    Some((name, value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::sample::{any_game, game};

    #[test]
    fn the_block_is_pgn() {
        assert_eq!(
            write(&game()),
            "[Event \"renju 15x15\"]\n[Site \"?\"]\n[Date \"2023.11.14\"]\n[Round \"2.4\"]\n\
             [White \"beta\"]\n[Black \"alpha\"]\n[Result \"1-0\"]\n\
             [Termination \"forbidden (double-three)\"]\n[PlyCount \"3\"]\n\n{h8h7a1} 1-0\n\n"
        );
    }

    #[test]
    fn unfinished_games_are_left_out_and_broken_ones_told() {
        let tags = "[White \"a\"]\n[Black \"b\"]\n";
        assert_eq!(read(&format!("{tags}[Result \"*\"]\n\n*\n")), Ok(Vec::new()));
        assert_eq!(read(&format!("{tags}[Result \"1/2-1/2\"]")).unwrap()[0].winner, None);
        let error = read(&format!("{tags}\n1-0\n")).unwrap_err();
        assert!(error.to_string().starts_with("line 4, column 1: the game has no tag Result"));
        let error = read("[White a]\n").unwrap_err();
        assert!(error.to_string().starts_with("line 1, column 1: '[White a]' is no tag"));
    }

    proptest! {
        #[test]
        fn results_come_back(games in proptest::collection::vec(any_game(), 0..4)) {
            let text: String = games.iter().map(write).collect();
            let plain = |name: &str| name.replace(|c: char| c.is_control(), " ");
            let expected: Vec<_> = games.iter().map(|game| PgnResult {
                black: plain(&game.black.name),
                white: plain(&game.white.name),
                winner: game.winner,
            }).collect();
            prop_assert_eq!(read(&text), Ok(expected));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[\\[\\]\"\\\\ a-zR\n]{0,80}") {
            let _ = read(&text);
        }
    }
}
