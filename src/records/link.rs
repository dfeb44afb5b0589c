//! Links of Gomoku Calculator, <https://gomocalc.com>: the moves follow `#/`, as in
//! `https://gomocalc.com/#/h8i9j10`. CITE: `src/stores/position.ts` and `src/router` of
//! <https://github.com/dhbloo/gomoku-calculator>.
//!
//! Points are letters from the left and numbers from the bottom, `--` is a pass. The link names
//! neither the board nor the rule; the page has 15×15 unless its user chose another.

use std::ops::ControlFlow;

use thiserror::Error;

use super::fault::{Fault, FaultKind, FormatFault};
use super::file_format::{
    FileFormat, GameFormatError, GameWriter, Holds, ReadLosses, Several, each_record, first_text,
    is_outcome_of_board, record_of_text,
};
use super::game::GameRecord;
use super::move_text::PlayTextError;
use super::unread::Unread;
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Rule};

/// The links in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "link",
    extensions: &["link"],
    title: "Links of gomocalc.com, one a line",
    is_text: true,
    names_board: false,
    header: String::new,
    several: Several::Together,
    sniff: |bytes| first_text(bytes).lines().next().is_some_and(|line| moves_of(line).is_some()),
    read: |input, take| {
        let (text, defaults) = (input.text(), input.defaults);
        let unread = each_record(take, |take| {
            each(&text, defaults.rule.rule(), defaults.size, take).map_err(GameFormatError::of)
        })?;
        Ok(ReadLosses::of(unread))
    },
    write: Some(GameWriter::Line(|game, _| Ok(write(game).into_bytes()))),
    holds: Holds {
        rule: false,
        board: false,
        passes: true,
        players: false,
        date: false,
        result: is_outcome_of_board,
        is_silent_about: &[],
    },
};

/// The page.
const SITE: &str = "gomocalc.com";

/// A line that is no such link.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct LinkError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: LinkFault,
}

/// What is wrong with a link.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinkFault {
    /// Something else.
    #[error("seen '{0}', expected a link such as https://gomocalc.com/#/h8i9")]
    Other(String),
    /// Not moves that can be played.
    #[error(transparent)]
    Moves(#[from] PlayTextError),
}

impl FormatFault for LinkError {
    fn fault(&self) -> Fault {
        let fault = match &self.error {
            LinkFault::Other(seen) => Fault::of(FaultKind::NotFormat).seen(seen.as_str()),
            LinkFault::Moves(error) => error.fault(),
        };
        fault.at(self.line)
    }
}

/// The moves of a link, if the line is one.
fn moves_of(line: &str) -> Option<&str> {
    let line = line.trim();
    let after = ["https://", "http://"].into_iter().find_map(|scheme| line.strip_prefix(scheme));
    let host = after.unwrap_or(line);
    let host = host.strip_prefix("www.").unwrap_or(host);
    let (path, moves) = host.strip_prefix(SITE)?.split_once('#')?;
    let moves = moves.strip_prefix('/').unwrap_or(moves);
    let moves = moves.split(['?', '&']).next().unwrap_or_default();
    (!path.contains(char::is_whitespace)).then_some(moves)
}

/// Passes the games to `take`, until that breaks; lines that are none are left out.
///
/// # Errors
/// The first of those lines, if no game can be read.
fn each(
    text: &str,
    rule: Rule,
    size: BoardSize,
    take: &mut dyn FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<Unread<LinkError>, LinkError> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty());
    let (mut unread, mut has_games) = (Unread::default(), false);
    for ((text, line), number) in lines.zip(1..) {
        match read(text, rule, size) {
            Ok(game) => {
                has_games = true;
                if take(GameRecord { game: number, ..game }).is_break() {
                    break;
                }
            }
            Err(error) => unread.skip(number, || LinkError { line, error }),
        }
    }
    match unread.first.take() {
        Some(error) if !has_games => Err(error),
        first => Ok(Unread { first, ..unread }),
    }
}

/// Reads a link.
///
/// # Errors
/// If the line is no link, or its moves cannot be played.
pub fn read(line: &str, rule: Rule, size: BoardSize) -> Result<GameRecord, LinkFault> {
    let other = || LinkFault::Other(line.trim().chars().take(40).collect());
    let moves = moves_of(line).ok_or_else(other)?;
    Ok(record_of_text(moves, rule, size)?)
}

fn write(game: &GameRecord) -> String {
    let moves: String = game.points().map(|point| notation::move_name(point, game.size)).collect();
    format!("https://{SITE}/#/{moves}\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::{any_game, any_text};

    fn moves(line: &str) -> Result<String, String> {
        let game = read(line, Rule::Renju, BoardSize::square(15).unwrap());
        let game = game.map_err(|error| error.to_string())?;
        Ok(game.points().map(|point| notation::move_name(point, game.size)).collect())
    }

    #[test]
    fn the_moves_stand_in_the_fragment() {
        for link in [
            "https://gomocalc.com/#/h8i9j10",
            "http://www.gomocalc.com/#/H8I9J10?x=1",
            " gomocalc.com/index.html#h8i9j10 ",
        ] {
            assert_eq!(moves(link).unwrap(), "h8i9j10", "{link}");
        }
        assert_eq!(moves("https://gomocalc.com/#/").unwrap(), "");
    }

    #[test]
    fn other_links_and_wrong_moves_are_refused() {
        let error = |line| moves(line).unwrap_err();
        assert!(error("https://example.com/#/h8").contains("expected a link such as"));
        assert!(error("h8i9").starts_with("seen 'h8i9', expected a link"));
        assert!(error("https://gomocalc.com/#/h8h8").starts_with("move 2: point h8 is occupied"));
        assert!(error("https://gomocalc.com/#/p8").contains("'p8' is not a point"));
        assert_eq!(moves("https://gomocalc.com/#/h8--i9"), Ok("h8--i9".to_owned()));
        let size = BoardSize::square(15).unwrap();
        let all = |text| {
            let mut numbers = Vec::new();
            let read = each(text, Rule::Renju, size, &mut |game| {
                numbers.push(game.game);
                ControlFlow::Continue(())
            });
            read.map(|unread| (numbers, unread.all_sentences())).map_err(|error| error.to_string())
        };
        let (numbers, sentences) = all("gomocalc.com/#/h8\n\nx\ngomocalc.com/#/i9").unwrap();
        assert_eq!((numbers, sentences.len()), (vec![1, 3], 1));
        assert!(sentences[0].starts_with("line 3: seen 'x', expected a link"), "{sentences:?}");
        assert!(sentences[0].ends_with("; game 2 is skipped"), "{sentences:?}");
        assert!(all("x\n").unwrap_err().starts_with("line 1: seen 'x'"));
    }

    proptest! {
        #[test]
        fn games_come_back(game in any_game(), text in any_text("gomocalc.com/#h8-")) {
            let back = read(&write(&game), game.rule, game.size).unwrap();
            prop_assert!(back.coords().eq(game.coords()));
            let _ = moves(&text);
            let _ = moves(&format!("gomocalc.com/#/{text}"));
        }
    }
}
