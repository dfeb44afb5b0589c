//! The journal of a match, read and audited as that of a small match.

use std::sync::LazyLock;

use tengen_arena::audit::{self, JournalLines};
use tengen_engine::types::{BoardSize, Color, Coord, Rule};
use tengen_records::{GameOutcome, GameRecord, PlayedMove, Verdict, jsonl};

/// The definition of the match: two players, every game from the empty board.
const DEFINITION: &str = r#"{"version":3,"players":["a","b"],"shard":"1/1","games":4,"total_games":4,
    "settings":{"rule":"renju","size":"15x15","draw-at-empty":25,"max-stones":null,
    "schedule":"round-robin","rounds":null,"openings":{"count":0,"fingerprint":""},"swap2":false,
    "reuse":false,"sprt":null,"adjudicate-win":{"value":900,"moves":2},"adjudicate-draw":null,
    "manager":{"order":"gui","line-end":"lf","game-type":2,"start-ms":1,"end-ms":1,"strict":false,
    "suspend":false,"bill-start":false},"engine":[]}}"#;

/// Whether the bytes are a journal of the match.
pub(super) fn journal(bytes: &[u8]) -> bool {
    let Ok(lines) = JournalLines::read(bytes) else { return false };
    let definition = serde_json::from_str(DEFINITION).expect("the definition of a match");
    let games: Vec<GameRecord> = lines.games.into_iter().map(|numbered| numbered.game).collect();
    audit::check_games(&definition, None, &games).is_ok()
}

/// Journals with and without checksums: a five, and a crash.
pub(super) fn samples() -> Vec<Vec<u8>> {
    static LINES: LazyLock<[String; 2]> = LazyLock::new(|| {
        let five = [(7, 7), (7, 8), (8, 7), (8, 8), (9, 7), (9, 8), (10, 7), (10, 8), (11, 7)];
        let won = game(1, ["a", "b"], &five, Verdict::Five, Color::Black);
        let crashed = game(2, ["b", "a"], &five[..4], Verdict::Crash, Color::White);
        [won, crashed].map(|game| jsonl::write(&game))
    });
    let plain = LINES.concat();
    let sealed = plain.replace("}\n", ",\"checksum\":\"00000000\"}\n");
    vec![audit::with_right_checksums(sealed.as_bytes()), plain.into_bytes()]
}

fn game(
    number: u64,
    [black, white]: [&str; 2],
    points: &[(u8, u8)],
    verdict: Verdict,
    winner: Color,
) -> GameRecord {
    let size = BoardSize::square(15).expect("a size within the limits");
    let mut game = GameRecord::new(Rule::Renju, size);
    game.set_names(black, white);
    game.game = number;
    (game.black.player, game.white.player) = (usize::from(black == "b"), usize::from(white == "b"));
    let played = |&(x, y): &(u8, u8)| PlayedMove::new(Coord::new(x, y), Some(3));
    game.moves = points.iter().map(played).collect();
    game.outcome = GameOutcome::Ended { winner: Some(winner), verdict };
    game
}
