//! The commands of the Piskvork protocol as the manager writes them.
//!
//! Text only, with `\n` as the end of a line; the dialogue puts the line end of the match. Sources:
//! protocol description, Piskvork and the Gomocup judge.

use std::fmt::Write as _;
use std::time::Duration;

use super::spec::PlayLimits;
use crate::board::Position;
use crate::types::{BoardSize, Color, Coord, Rule};

/// What managers send as `time_left` where there is no limit.
const UNLIMITED_LEFT_MS: u64 = 0x7fff_ffff;

/// What GUIs send as `timeout_turn` for an analysis without end. Larger values overflow in some
/// engines; 0 would mean "at once".
const UNLIMITED_TURN_MS: u64 = 2_000_000;

/// `START 15`, or `RECTSTART 20,10` on a board that is no square.
pub fn start(size: BoardSize) -> String {
    if size.is_square() {
        format!("START {}\n", size.width())
    } else {
        format!("RECTSTART {},{}\n", size.width(), size.height())
    }
}

/// The INFO lines before a game.
pub fn infos(limits: &PlayLimits, rule: Rule, game_type: u32, own: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut info = |key: &str, value: &dyn std::fmt::Display| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "INFO {key} {value}");
    };
    if let Some(bytes) = limits.memory {
        info("max_memory", &bytes);
    }
    info("timeout_match", &limits.game.map_or(0, millis));
    match limits.turn {
        Some(turn) => info("timeout_turn", &millis(turn)),
        None if limits.game.is_none() => info("timeout_turn", &UNLIMITED_TURN_MS),
        None => {}
    }
    info("game_type", &game_type);
    info("rule", &rule.wire());
    if let Some(nodes) = limits.nodes {
        info("max_node", &nodes);
    }
    if let Some(depth) = limits.depth {
        info("max_depth", &depth);
    }
    if !limits.increment.is_zero() {
        info("time_increment", &millis(limits.increment));
    }
    for (key, value) in own {
        info(key, value);
    }
    text
}

/// `INFO time_left`, due before every request for a move.
pub fn time_left(left: Option<Duration>) -> String {
    format!("INFO time_left {}\n", left.map_or(UNLIMITED_LEFT_MS, millis))
}

/// The whole position as `BOARD` rows in playing order, seen by the player of `own`.
pub fn board(position: &Position, own: Color) -> String {
    let mut text = String::from("BOARD\n");
    for (coord, stone) in position.stones() {
        let field = match stone.color() {
            Some(color) if color == own => 1,
            Some(_) => 2,
            None => 3,
        };
        let _ = writeln!(text, "{coord},{field}");
    }
    text.push_str("DONE\n");
    text
}

/// `SWAP2BOARD` with the stones put so far.
pub fn swap2_board(stones: &[Coord]) -> String {
    let mut text = String::from("SWAP2BOARD\n");
    for coord in stones {
        let _ = writeln!(text, "{coord}");
    }
    text.push_str("DONE\n");
    text
}

/// The request for the first move of a game as GUIs write it: BEGIN, TURN or BOARD by the number of
/// stones.
pub fn first_request(position: &Position, own: Color) -> String {
    match position.stones() {
        [] => "BEGIN\n".to_owned(),
        [(coord, _)] => turn(*coord),
        _ => board(position, own),
    }
}

/// `TURN x,y`.
pub fn turn(coord: Coord) -> String {
    format!("TURN {coord}\n")
}

/// Whole milliseconds.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(width: u64, height: u64) -> BoardSize {
        BoardSize::new(width, height).unwrap()
    }

    #[test]
    fn only_a_square_is_started_by_start() {
        assert_eq!(start(size(15, 15)), "START 15\n");
        assert_eq!(start(size(20, 10)), "RECTSTART 20,10\n");
    }

    #[test]
    fn the_first_request_depends_on_the_stones() {
        let mut position = Position::new(Rule::Freestyle, size(15, 15));
        assert_eq!(first_request(&position, Color::Black), "BEGIN\n");
        position.play(Coord::new(7, 7)).unwrap();
        assert_eq!(first_request(&position, Color::White), "TURN 7,7\n");
        position.play(Coord::new(8, 7)).unwrap();
        let board = "BOARD\n7,7,1\n8,7,2\nDONE\n";
        assert_eq!(first_request(&position, Color::Black), board);
        assert_eq!(swap2_board(&[]), "SWAP2BOARD\nDONE\n");
    }

    #[test]
    fn a_limit_that_is_not_set_is_told_as_managers_do() {
        let mut limits = PlayLimits { nodes: Some(5000), ..PlayLimits::default() };
        let own = [("thread_num".to_owned(), "1".to_owned())];
        assert_eq!(
            infos(&limits, Rule::Renju, 2, &own),
            "INFO timeout_match 0\nINFO timeout_turn 2000000\nINFO game_type 2\nINFO rule 4\n\
             INFO max_node 5000\nINFO thread_num 1\n"
        );
        limits = PlayLimits {
            game: Some(Duration::from_secs(180)),
            turn: Some(Duration::from_secs(30)),
            memory: Some(367_001_600),
            increment: Duration::from_millis(100),
            ..PlayLimits::default()
        };
        assert_eq!(
            infos(&limits, Rule::Caro, 3, &[]),
            "INFO max_memory 367001600\nINFO timeout_match 180000\nINFO timeout_turn 30000\n\
             INFO game_type 3\nINFO rule 8\nINFO time_increment 100\n"
        );
        assert_eq!(time_left(None), "INFO time_left 2147483647\n");
    }
}
