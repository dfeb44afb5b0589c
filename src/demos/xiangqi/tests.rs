//! The rules, drawn; perft; the history; the search.

use super::*;
use crate::method::{Method, search};
use crate::selective::{Ideas, choose};
use crate::settings::SearchSettings;
use check::perft;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

/// A position from a drawing: ten ranks from black's side, as the text board shows them.
fn drawn(side: char, picture: &str) -> Xiangqi {
    let ranks: Vec<String> = picture
        .lines()
        .map(|line| line.split_whitespace().collect::<String>().replace('.', "1"))
        .filter(|rank| !rank.is_empty())
        .collect();
    Xiangqi::from_fen(&format!("{} {side}", ranks.join("/"))).unwrap()
}

/// The legal moves of the piece on a point, by where they go.
fn reach(game: &Xiangqi, from: &str) -> String {
    let mut to: Vec<String> = legal_moves(game.board())
        .iter()
        .map(XiangqiMove::to_string)
        .filter_map(|text| text.strip_prefix(from).map(str::to_owned))
        .collect();
    to.sort();
    to.join(" ")
}

fn play(game: &mut Xiangqi, moves: &str) {
    for text in moves.split_whitespace() {
        game.try_place(text.parse().unwrap())
            .unwrap_or_else(|error| panic!("{text}: {error}\n{game}"));
    }
}

#[test]
fn the_start_has_as_many_games_as_the_literature_says() {
    let mut board = Xiangqi::default().board;
    assert_eq!([1, 2, 3].map(|plies| perft(&mut board, plies)), [44, 1_920, 79_666]);
    assert_eq!(perft(&mut board, 4), 3_290_240);
    assert_eq!(board, Xiangqi::default().board);
}

#[test]
#[ignore = "slow: 133 million games, in release about ten seconds"]
fn the_start_has_as_many_games_of_five_plies_as_the_literature_says() {
    assert_eq!(perft(&mut Xiangqi::default().board, 5), 133_312_995);
}

#[test]
fn later_positions_have_as_many_games_as_the_literature_says() {
    for (fen, games) in [
        ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", [38, 1_128, 43_929]),
        ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", [7, 281, 8_620]),
    ] {
        let mut board = Xiangqi::from_fen(fen).unwrap().board;
        assert_eq!([1, 2, 3].map(|plies| perft(&mut board, plies)), games, "{fen}");
    }
}

#[test]
fn general_and_advisors_stay_in_the_palace() {
    let game = drawn(
        'w',
        ". . . k . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . K . . .
         . . . . A . . . .
         . . . . . . . . .",
    );
    assert_eq!(reach(&game, "f2"), "e2 f1");
    assert_eq!(reach(&game, "e1"), "d0 d2 f0");
}

#[test]
fn elephants_stop_at_the_river_and_at_a_blocked_eye() {
    let game = drawn(
        'w',
        ". . . k . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . B . . . . . .
         . . . . . . . . .
         . . . . B . . . .
         . . . p . . . . .
         . . . . . K . . .",
    );
    assert_eq!(reach(&game, "c4"), "a2");
    assert_eq!(reach(&game, "e2"), "g0 g4");
}

#[test]
fn a_horse_is_blocked_by_its_legs_and_gives_no_check_through_one() {
    let game = drawn(
        'w',
        ". . . k . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . R N . . . . . .
         . . p . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . K . . . .",
    );
    // Left and down are blocked, right and up are free.
    assert_eq!(reach(&game, "c4"), "b6 d6 e3 e5");
    let is_check = |rank_8: &str| {
        let fen = format!("4k4/{rank_8}/5N3/9/9/9/9/9/9/3K5 b");
        is_in_check(Xiangqi::from_fen(&fen).unwrap().board(), Army::Black)
    };
    // From f7 the leg toward e9 is f8; e8, next to the general, is not in the way.
    assert!(is_check("9") && is_check("4a4"));
    assert!(!is_check("5n3"));
}

#[test]
fn a_cannon_takes_over_exactly_one_screen() {
    let game = drawn(
        'w',
        ". . . k . . . . .
         . . . . . . . . .
         . . . . . . . . .
         r . n . . . . . .
         p . . . . . . . .
         . . . . . . . . .
         C . P r p . . . .
         . . . . . . . . .
         n . . . . . . . .
         . . . . K . . . .",
    );
    assert_eq!(reach(&game, "a3"), "a2 a4 a6 b3 d3");
}

#[test]
fn soldiers_go_sideways_only_beyond_the_river_and_never_back() {
    let game = drawn(
        'w',
        ". P . k . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . P . . . . . .
         P . . . . . . . .
         . . . . . . P . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . K . . . .",
    );
    assert_eq!(reach(&game, "a4"), "a5");
    assert_eq!(reach(&game, "c5"), "b5 c6 d5");
    assert_eq!(reach(&game, "b9"), "a9 c9");
    assert_eq!(reach(&game, "g3"), "g4");
}

#[test]
fn the_generals_may_not_face_each_other() {
    let mut game = drawn(
        'b',
        ". . . . k . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . R . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . K . . . . .",
    );
    // In check, but not to d9: there the other general faces it along the file.
    assert_eq!(reach(&game, "e9"), "f9");
    play(&mut game, "e9f9");
    // The only piece between the generals stays on their file; the generals may leave it.
    let pinned = Xiangqi::from_fen("4k4/9/9/9/4P4/9/9/9/9/4K4 w").unwrap();
    assert_eq!(reach(&pinned, "e5"), "e6");
    assert_eq!(reach(&pinned, "e0"), "d0 e1 f0");
}

#[test]
fn checkmate_and_stalemate_both_lose() {
    let mate = Xiangqi::from_fen("R3k4/1R7/9/9/9/9/9/9/9/3K5 b").unwrap();
    assert_eq!(mate.verdict(), Some(XiangqiEnd::Checkmate { winner: Army::Red }));
    // Not in check, but every step leads into one: d9 and f9 and e8 are covered.
    let stalemate = drawn(
        'b',
        ". . . . k . . . .
         R . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . R . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . K . . . . .",
    );
    assert!(!is_in_check(stalemate.board(), Army::Black));
    assert_eq!(stalemate.verdict(), Some(XiangqiEnd::Stalemate { winner: Army::Red }));
    // The search needs no rule for this: the general is taken two plies later.
    let mut game = stalemate;
    let settings = SearchSettings { depth: 2, ..SearchSettings::default() };
    let found = search(&mut game, Method::AlphaBeta, settings, &mut ());
    assert_eq!(found.value, -(WIN - 2));
}

#[test]
fn a_position_for_the_third_time_is_a_draw() {
    let mut game = Xiangqi::default();
    play(&mut game, "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0");
    assert_eq!(game.verdict(), None);
    play(&mut game, "c7b9");
    assert_eq!(game.verdict(), Some(XiangqiEnd::Repetition));
    assert_eq!(game.outcome(), Some(0));
    game.undo();
    assert_eq!(game.verdict(), None);
}

#[test]
fn perpetual_check_loses_for_the_side_that_gives_it() {
    let mut game = Xiangqi::from_fen("4k4/9/9/9/9/9/9/9/9/R2K5 w").unwrap();
    play(&mut game, "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9");
    // After the third a9: the same position as after the first move.
    assert_eq!(game.verdict(), Some(XiangqiEnd::PerpetualCheck { winner: Army::Black }));
    assert!(game.outcome().unwrap() < -WIN / 2);
    // One quiet move among the checks, and it is a draw.
    let mut game = Xiangqi::from_fen("4k4/9/9/9/9/9/9/9/9/R2K5 w").unwrap();
    play(&mut game, "a0a9 e9e8 a9a7 e8e9 a7a9 e9e8 a9a7 e8e9 a7a9");
    assert_eq!(game.verdict(), Some(XiangqiEnd::Repetition));
}

#[test]
fn the_fen_follows_the_game() {
    let mut game = Xiangqi::default();
    assert_eq!(game.to_fen(), fen::START);
    play(&mut game, "h2e2 h9g7");
    assert!(game.to_fen().ends_with(" w - - 2 2"), "{}", game.to_fen());
    play(&mut game, "e2e6");
    assert!(game.to_fen().ends_with(" b - - 0 2"), "{}", game.to_fen());
    let mut late = Xiangqi::from_fen("4k4/9/9/9/9/9/9/9/9/3K5 b - - 7 42").unwrap();
    play(&mut late, "e9e8 d0d1");
    assert_eq!(late.to_fen(), "9/4k4/9/9/9/9/9/9/3K5/9 b - - 9 43");
}

#[test]
fn check_is_what_the_opponents_moves_say_it_is() {
    // The quick look outward from the general against the slow definition, in random games.
    let mut rng = StdRng::seed_from_u64(9);
    let mut checks = 0;
    for _ in 0..60 {
        let mut game = Xiangqi::default();
        for _ in 0..120 {
            let side = game.board().to_move();
            let mut turned = game.board().clone();
            turned.set_to_move(!side);
            let slow = all_moves(&turned).iter().any(|m| Some(m.to) == turned.general(side));
            assert_eq!(is_in_check(game.board(), side), slow, "{game}");
            checks += u32::from(slow);
            let Some(&chosen) = legal_moves(game.board()).choose(&mut rng) else { break };
            game.place(chosen);
            let again = Xiangqi::from_fen(&game.to_fen()).unwrap();
            assert_eq!(again.board(), game.board(), "{game}");
        }
        while game.plies() > 0 {
            game.undo();
        }
        assert_eq!(game.board(), Xiangqi::default().board());
    }
    assert!(checks > 50, "{checks}");
}

#[test]
fn all_searches_agree_at_the_same_depth() {
    for fen in [fen::START, "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"] {
        let mut game = Xiangqi::from_fen(fen).unwrap();
        let settings = SearchSettings { depth: 3, ..SearchSettings::default() };
        let value = search(&mut game, Method::Minimax, settings, &mut ()).value;
        assert_eq!(search(&mut game, Method::Negamax, settings, &mut ()).value, value);
        assert_eq!(search(&mut game, Method::AlphaBeta, settings, &mut ()).value, value);
        for order in [false, true] {
            let moves = legal_moves(game.board());
            let found = choose(&mut game, moves, 3, Ideas { order, width: None }, &mut ());
            assert_eq!(found.value, value, "{fen}");
        }
    }
}
