//! Results as PGN, written for rating tools such as Ordo and BayesElo: one block of tags per game,
//! no moves to parse. [`read`] reads them, and the texts of PlayOK.
//!
//! `Black` and `White` are the colors of the stones and `1-0` is a win for white, as other Gomoku
//! managers write it. Black moves first here, so a tool's "white advantage" comes out negative.

mod read;

use std::fmt::Write as _;

use super::file_format::{FileFormat, GameWriter, Holds, Several, first_text};
use super::game::GameRecord;
use super::outcome::GameOutcome;
use tengen_engine::board::notation;
use tengen_engine::types::Color;
use tengen_util::date::Date;

/// PGN in the table of formats.
pub const FORMAT: FileFormat = FileFormat {
    name: "pgn",
    extensions: &["pgn"],
    title: "PGN: games of a match, and the texts of PlayOK",
    is_text: true,
    names_board: true,
    header: String::new,
    several: Several::Together,
    sniff: |bytes| read::is_pgn(&first_text(bytes)),
    read: read::read_games,
    write: Some(GameWriter::Line(|game, _| Ok(write(game).into_bytes()))),
    holds: Holds::ALL,
};

/// The game as a block of PGN, ending with an empty line. The moves are a comment.
pub fn write(game: &GameRecord) -> String {
    let date = game
        .started_ms
        .map_or_else(|| "????.??.??".to_owned(), |ms| Date::from_unix_ms(ms).day('.'));
    let result = match game.outcome {
        GameOutcome::Unfinished => "*",
        GameOutcome::Ended { winner: Some(Color::Black), .. } => "0-1",
        GameOutcome::Ended { winner: Some(Color::White), .. } => "1-0",
        GameOutcome::Ended { winner: None, .. } => "1/2-1/2",
    };
    let verdict = game.verdict().map(|verdict| verdict.to_string());
    let tags = [
        ("Event", format!("{} {}", game.rule, game.size)),
        ("Site", "?".to_owned()),
        ("Date", date),
        ("Round", format!("{}.{}", game.round, game.game)),
        ("White", game.white.name.clone()),
        ("Black", game.black.name.clone()),
        ("Result", result.to_owned()),
        ("Termination", verdict.unwrap_or_else(|| "unterminated".to_owned())),
        ("PlyCount", game.length().to_string()),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let _ = writeln!(text, "[{name} \"{}\"]", escape(&value));
    }
    let moves: String = game.points().map(|at| notation::move_name(at, game.size)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::game;

    #[test]
    fn the_block_of_a_game_is_pgn() {
        assert_eq!(
            write(&game()),
            "[Event \"renju 15x15\"]\n[Site \"?\"]\n[Date \"2023.11.14\"]\n[Round \"2.4\"]\n\
             [White \"beta\"]\n[Black \"alpha\"]\n[Result \"1-0\"]\n\
             [Termination \"forbidden (double-three)\"]\n[PlyCount \"3\"]\n\n{h8h7a1} 1-0\n\n"
        );
    }

    #[test]
    fn an_unfinished_game_without_a_date_is_pgn_too() {
        let game = GameRecord { outcome: GameOutcome::Unfinished, started_ms: None, ..game() };
        let text = write(&game);
        assert!(text.contains("[Date \"????.??.??\"]\n") && text.contains("[Result \"*\"]\n"));
        assert!(text.ends_with("[PlyCount \"3\"]\n\n{h8h7a1} *\n\n"), "{text}");
    }

    #[test]
    fn a_name_cannot_end_its_pgn_tag() {
        let mut game = game();
        game.black.name = "a\"]\n[Result \"0-1\\".into();
        let text = write(&game);
        assert!(text.contains("[Black \"a\\\"] [Result \\\"0-1\\\\\"]\n"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with('[')).count(), 9);
    }
}
