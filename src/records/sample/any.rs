//! Any game, and damaged text.

use proptest::prelude::*;
use tengen_engine::types::{BoardSize, Color, Coord, ForbiddenKind, Rule};

use super::game;
use crate::game::{GameRecord, GameSide, Opening, PlayedMove};
use crate::outcome::GameOutcome;
use crate::verdict::{DrawReason, Verdict};

fn any_outcome() -> impl Strategy<Value = GameOutcome> {
    use Color::{Black, White};
    let color = prop_oneof![Just(Black), Just(White)];
    let won = prop_oneof![
        Just(Verdict::Five),
        Just(Verdict::Illegal),
        Just(Verdict::Timeout),
        Just(Verdict::Crash),
        Just(Verdict::Memory),
        Just(Verdict::Refused),
        Just(Verdict::Adjudicated),
        Just(Verdict::Resigned),
    ];
    let drawn = prop_oneof![
        Just(DrawReason::FullBoard),
        Just(DrawReason::FewEmpty),
        Just(DrawReason::MoveLimit),
        Just(DrawReason::Passes)
    ];
    let ended = |winner, verdict| GameOutcome::Ended { winner, verdict };
    prop_oneof![
        Just(GameOutcome::Unfinished),
        (won, color).prop_map(move |(verdict, color)| ended(Some(color), verdict)),
        Just(ended(Some(White), Verdict::Forbidden(ForbiddenKind::Overline))),
        drawn.prop_map(move |reason| ended(None, Verdict::Draw(reason))),
    ]
}

prop_compose! {
    fn any_move()(
        time_ms in proptest::option::of(0u64..100_000_000),
        depth in proptest::option::of(0u32..400),
        value in proptest::option::of(-30_000i32..=30_000),
        nodes in proptest::option::of(any::<u64>()),
    ) -> PlayedMove {
        PlayedMove { point: None, time_ms, depth, value, nodes }
    }
}

prop_compose! {
    /// Any game with possible stones on any board, with hostile names. It is unfinished only if the
    /// stones do not decide it.
    pub fn any_game()(
        (width, height) in prop_oneof![(5u8..=22, 5u8..=22), (5u8..=181, 5u8..=181)],
        cells in proptest::collection::vec(any::<prop::sample::Index>(), 0..40),
        opening in 0usize..6,
        mut infos in proptest::collection::vec(any_move(), 40),
        names in ("[ -~äß王\n\r\t]{0,40}", "[ -~äß王]{0,40}", "[ -~\\]\\\\:\n]{0,30}"),
        rule in prop::sample::select(Rule::ALL.to_vec()),
        outcome in any_outcome(),
        started_ms in proptest::option::of(0u64..4_000_000_000_000),
    ) -> GameRecord {
        let size = BoardSize::new(width.into(), height.into()).unwrap();
        let mut coords: Vec<Coord> = Vec::new();
        for cell in cells {
            let cell = cell.index(size.area());
            let x = u8::try_from(cell % usize::from(width)).unwrap();
            let y = u8::try_from(cell / usize::from(width)).unwrap();
            if !coords.contains(&Coord::new(x, y)) {
                coords.push(Coord::new(x, y));
            }
        }
        let moves = coords.split_off(opening.min(coords.len()));
        infos.truncate(moves.len());
        for (info, coord) in infos.iter_mut().zip(&moves) {
            info.point = Some(*coord);
        }
        let record = GameRecord {
            black: GameSide { player: 0, name: names.0 },
            white: GameSide { player: 1, name: names.1 },
            rule,
            size,
            opening: Opening { name: names.2, moves: coords },
            moves: infos,
            outcome,
            attempt: None,
            started_ms,
            ..game()
        };
        match record.outcome {
            GameOutcome::Unfinished => {
                let outcome = record.end_on_board().outcome;
                GameRecord { outcome, ..record }
            }
            GameOutcome::Ended { .. } => record,
        }
    }
}

/// Any game in which the sides may pass, too.
pub(crate) fn any_game_with_passes() -> impl Strategy<Value = GameRecord> {
    let passes = proptest::collection::vec(any::<prop::sample::Index>(), 0..6);
    (any_game(), passes).prop_map(|(mut game, passes)| {
        for place in passes {
            let place = place.index(game.moves.len() + 1);
            game.moves.insert(place, PlayedMove::plain(None, Some(5)));
        }
        if game.outcome == GameOutcome::Unfinished {
            game.outcome = game.end_on_board().outcome;
        }
        game
    })
}

/// A change of a text: bytes at a place are replaced by others.
#[derive(Clone, Debug)]
pub(crate) struct TextChange {
    place: prop::sample::Index,
    removed: usize,
    inserted: Vec<u8>,
}

/// A few changes, as a damaged disk, a careless editor or an attacker makes them.
pub(crate) fn any_changes() -> impl Strategy<Value = Vec<TextChange>> {
    let bytes = proptest::collection::vec(any::<u8>(), 0..4);
    // Bytes with a meaning in some format.
    let signs =
        proptest::collection::vec(prop::sample::select(&b"()[]{};:,\"\\-0919eE.\n\rBWS"[..]), 0..4);
    let inserted = prop_oneof![bytes, signs];
    let change = (any::<prop::sample::Index>(), 0usize..6, inserted);
    let change =
        change.prop_map(|(place, removed, inserted)| TextChange { place, removed, inserted });
    proptest::collection::vec(change, 1..6)
}

/// The text after the changes.
pub(crate) fn changed_bytes(text: &str, changes: &[TextChange]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for TextChange { place, removed, inserted } in changes {
        let start = place.index(bytes.len() + 1);
        let end = (start + removed).min(bytes.len());
        bytes.splice(start..end, inserted.iter().copied());
    }
    bytes
}

/// As [`changed_bytes`], decoded as a file reader would.
pub(crate) fn changed(text: &str, changes: &[TextChange]) -> String {
    String::from_utf8_lossy(&changed_bytes(text, changes)).into_owned()
}

/// Text made of these signs and a few others.
pub(crate) fn any_text(signs: &str) -> impl Strategy<Value = String> + use<> {
    let signs: Vec<char> = signs.chars().chain("é\u{0}\u{feff}王 ".chars()).collect();
    let sign = prop::sample::select(signs);
    proptest::collection::vec(sign, 0..120).prop_map(|signs| signs.into_iter().collect())
}
