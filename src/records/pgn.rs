//! Results as PGN, written for rating tools such as Ordo and BayesElo: one game a block of tags, no moves
//! to parse.
//!
//! `Black` and `White` are the colors of the stones and `1-0` is a win for white, as other Gomoku
//! managers write it. Black moves first here, so a tool's "white advantage" comes out negative.

use std::fmt::Write as _;

use super::game::GameRecord;
use crate::board::notation;
use crate::types::Color;
use crate::util::date::Date;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::sample::game;

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
    fn a_name_cannot_end_its_tag() {
        let mut game = game();
        game.black.name = "a\"]\n[Result \"0-1\\".into();
        let text = write(&game);
        assert!(text.contains("[Black \"a\\\"] [Result \\\"0-1\\\\\"]\n"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with('[')).count(), 9);
    }
}
