//! The commands of the Piskvork protocol as the manager sends them.
//!
//! Text only, with `\n` as the end of a line; the dialogue inserts the line end of the match.
//! Sources: the protocol description, Piskvork and the Gomocup judge.

use std::fmt::Display;
use std::time::Duration;

use super::spec::PlayLimits;
use tengen_brain::wire::{
    ANALYSIS_TURN_MS, Axes, Block, BlockKind, BlockRow, Command, Info, NumberPair, UNLIMITED_MS,
};
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Coord, Rule};

/// `START 15`, or `RECTSTART 20,10` on a board that is not square.
pub(crate) fn start(size: BoardSize) -> String {
    let (first, second) = (size.width().into(), size.height().into());
    line(Command::Start(NumberPair { first, second }))
}

/// The INFO lines before a game.
pub(crate) fn infos(
    limits: &PlayLimits,
    rule: Rule,
    game_type: u32,
    own: &[(String, String)],
) -> String {
    let other = |key: &str, value: String| Info::Other { key: key.to_owned(), value };
    let turn = match limits.turn {
        Some(turn) => Some(wire_millis(turn)),
        None => limits.game.is_none().then_some(ANALYSIS_TURN_MS),
    };
    let increment = Some(limits.increment).filter(|increment| !increment.is_zero());
    let infos = [
        limits.memory.map(|bytes| Info::MaxMemory(saturated(bytes))),
        Some(Info::TimeoutMatch(limits.game.map_or(0, wire_millis))),
        turn.map(Info::TimeoutTurn),
        Some(other("game_type", game_type.to_string())),
        Some(Info::Rule(rule.wire().into())),
        limits.nodes.map(|nodes| Info::MaxNode(saturated(nodes))),
        limits.depth.map(|depth| Info::MaxDepth(depth.into())),
        increment.map(|increment| Info::TimeIncrement(wire_millis(increment))),
    ];
    let own = own.iter().map(|(key, value)| other(key, value.clone()));
    infos.into_iter().flatten().chain(own).map(|info| line(Command::Info(info))).collect()
}

/// `INFO seed`: what the player draws at random follows from it, if it knows the key.
pub(crate) fn seed(seed: u32) -> String {
    line(Command::Info(Info::Seed(seed.into())))
}

/// `INFO time_left`, due before every request for a move.
pub(crate) fn time_left(left: Option<Duration>) -> String {
    line(Command::Info(Info::TimeLeft(left.map_or(UNLIMITED_MS, wire_millis))))
}

/// The whole position as `BOARD` rows in playing order, seen by the player of `own`.
pub(crate) fn board(position: &Position, own: Color) -> String {
    let owner = |color: Option<Color>| match color {
        Some(color) if color == own => 1,
        Some(_) => 2,
        None => 3,
    };
    let stones = position.stones().iter();
    let rows = stones.map(|&(coord, stone)| row(coord, owner(stone.color()))).collect();
    line(Block { kind: BlockKind::Board, rows })
}

/// `SWAP2BOARD` with the stones placed so far.
pub(crate) fn swap2_board(stones: &[Coord]) -> String {
    let rows = stones.iter().map(|&coord| row(coord, 0)).collect();
    line(Block { kind: BlockKind::Swap2, rows })
}

/// The request for the first move of a game as graphical managers send it: BEGIN, TURN or BOARD by
/// the number of stones.
pub(crate) fn first_request(position: &Position, own: Color) -> String {
    match position.stones() {
        [] => line(Command::Begin),
        [(coord, _)] => turn(*coord),
        _ => board(position, own),
    }
}

/// `TURN x,y`.
pub(crate) fn turn(coord: Coord) -> String {
    line(Command::Turn(Axes::ColumnFirst.pair(coord)))
}

/// The text of a command or block with its line end.
pub(crate) fn line(command: impl Display) -> String {
    format!("{command}\n")
}

/// Whole milliseconds.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn row(coord: Coord, owner: i64) -> BlockRow {
    [coord.x.into(), coord.y.into(), owner]
}

fn wire_millis(time: Duration) -> i64 {
    saturated(millis(time))
}

fn saturated(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(width: u64, height: u64) -> BoardSize {
        BoardSize::new(width, height).unwrap()
    }

    #[test]
    fn rectangles_are_started_by_rectstart() {
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
    fn limits_that_are_not_set_are_sent_as_managers_send_them() {
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
