//! A small tournament for the tests of this module: three players, six games, every kind of end.

use serde_json::json;

use super::config::Identity;
use super::schedule::openings::MatchOpenings;
use tengen_engine::board::notation::parse_moves;
use tengen_engine::types::{BoardSize, Color, Rule};
use tengen_records::GameOutcome;
use tengen_records::game::{GameRecord, GameSide, Opening, PlayedMove};
use tengen_records::verdict::{DrawReason, Verdict};

/// The players' names; one of them needs escaping.
pub(crate) fn names() -> Vec<String> {
    ["tengen", "a <b> & \"c\"", "pbrain-old"].map(str::to_owned).to_vec()
}

/// The definition of the tournament.
pub(crate) fn identity() -> Identity {
    let engine = |name: &str| {
        json!({"name": name, "program": "brain", "arguments": ["-q"], "info": [["k", "v"]], "turn-ms": 100,
               "increment-ms": 0, "tolerance-ms": 1000, "settle-ms": 0})
    };
    let manager = json!({"order": "gui", "line-end": "crlf", "game-type": 2, "start-ms": 10_000,
        "end-ms": 500, "strict": true, "suspend": false, "bill-start": false});
    let settings = json!({"rule": "freestyle", "size": "15x15", "draw-at-empty": 0,
        "max-stones": 9, "schedule": "round-robin", "openings": {"count": 1, "fingerprint": "00"}, "swap2": false,
        "reuse": false, "manager": manager, "engine": names().iter().map(|name| engine(name)).collect::<Vec<_>>()});
    let identity = json!({"version": 3, "players": names(), "shard": "1/1", "games": 2,
        "total_games": 6, "settings": settings});
    serde_json::from_value(identity).unwrap()
}

/// Its only opening, the center.
pub(crate) fn openings() -> MatchOpenings {
    let size = BoardSize::square(15).unwrap();
    MatchOpenings::new(vec![games().swap_remove(0).opening], size, 1, false)
}

/// Six games: every pair of players once with each color.
pub(crate) fn games() -> Vec<GameRecord> {
    use Color::{Black, White};
    vec![
        game(1, 1, [0, 1], FIVE, Verdict::Five, Some(Black)),
        game(2, 1, [1, 0], "h8h9", Verdict::Timeout, Some(White)),
        game(3, 2, [0, 2], FIVE, Verdict::Five, Some(Black)),
        game(4, 2, [2, 0], "h8a1c3e5g1i3k5m1o15", Verdict::Draw(DrawReason::MoveLimit), None),
        game(5, 3, [1, 2], "h8i8h9i9", Verdict::Crash, Some(White)),
        game(6, 3, [2, 1], FIVE, Verdict::Five, Some(Black)),
    ]
}

/// Black wins on the row of h8 with the ninth stone.
pub(crate) const FIVE: &str = "h8h9i8i9j8j9k8k9l8";

/// A game on 15×15 whose first stone is the opening.
pub(crate) fn game(
    number: u64,
    pair: u64,
    players: [usize; 2],
    moves: &str,
    verdict: Verdict,
    winner: Option<Color>,
) -> GameRecord {
    let coords = parse_moves(moves, BoardSize::square(15).unwrap()).unwrap();
    let side = |player: usize| GameSide { player, name: names()[player].clone() };
    let moves = coords[1..].iter().zip(1u32..).map(|(coord, n)| PlayedMove {
        point: Some(*coord),
        time_ms: Some(u64::from(n * n * 10)),
        depth: Some(n + 5),
        value: Some(40 * i32::try_from(n).unwrap()),
        nodes: (n != 3).then_some(1000),
    });
    GameRecord {
        game: number,
        round: 1,
        pair,
        black: side(players[0]),
        white: side(players[1]),
        rule: Rule::Freestyle,
        size: BoardSize::square(15).unwrap(),
        opening: Opening { name: "1".to_owned(), moves: coords[..1].to_vec() },
        swap2: None,
        moves: moves.collect(),
        outcome: GameOutcome::Ended { winner, verdict },
        attempt: None,
        note: matches!(verdict, Verdict::Crash).then(|| "exit status 3".to_owned()),
        started_ms: Some(1_767_225_600_000),
        dates: None,
        duration_ms: 900,
        memory_kib: None,
    }
}
