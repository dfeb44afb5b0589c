use std::ops::ControlFlow;

use proptest::prelude::*;
use sgf_parse::SgfProp as _;

use super::read::SgfError;
use super::*;
use crate::game::GameRecord;
use crate::game_format::main_line;
use crate::game_tree::GameTree;
use crate::located::Located;
use crate::outcome::GameOutcome;
use crate::sample::{any_changes, any_game, any_text, changed, game};
use tengen_engine::types::{BoardSize, Coord, Rule};

/// The first game.
fn read(text: &str) -> Result<GameTree, Located<SgfError>> {
    read_tree(text, Rule::Standard)
}

/// The points of the main line.
fn coords(game: &GameTree) -> Vec<Coord> {
    let line = game.line_through(GameTree::ROOT).into_iter();
    line.filter_map(|id| game.node(id).played?.1.point).collect()
}

/// The main lines of a file.
fn records(text: &str, rule: Rule) -> Vec<GameRecord> {
    let mut games = Vec::new();
    let read = each_tree(text, rule, |_, game| {
        games.push(main_line(&game).unwrap());
        ControlFlow::Continue(())
    });
    read.unwrap();
    games
}

#[test]
fn written_sgf_is_readable() {
    assert_eq!(
        write(&game()).replace(concat!("tengen:", env!("CARGO_PKG_VERSION")), "X"),
        "(;FF[4]GM[4]CA[UTF-8]AP[X]SZ[15]RU[renju]PB[alpha]PW[beta]RO[2]DT[2023-11-14]ON[2]\
         OPENINGSTONES[1]RE[W+F]VERDICT[forbidden (double-three)]GC[played i7]\n\
         ;B[hh]\n;W[hi]MSEC[12]DEPTH[9]VALUE[-12]NODES[77]\n;B[ao]MSEC[345])\n"
    );
}

#[test]
fn sgf_of_other_programs_is_read() {
    let text = "junk (;GM[4] SZ [15:20] Player[x]C[a \\] b\\\nc]\n RE[Draw] AB[aa][bb] AW[cc]\n\
                ;B [ hh ] LB[hh:1] (;W[h8] (;B[ot]N[x]) (;B[kk])) (;W[jj])) (;GM[1])";
    let game = read(text).unwrap();
    let head = game.head();
    assert_eq!(head.size, BoardSize::new(15, 20).unwrap());
    assert_eq!(head.outcome.to_string(), "draw: adjudicated");
    assert_eq!(game.start().stones().len(), 3);
    assert_eq!(coords(&game), [Coord::new(7, 7), Coord::new(7, 12), Coord::new(14, 19)]);
    assert_eq!((head.rule, head.black.name.as_str()), (Rule::Standard, "black"));
}

#[test]
fn sgf_errors_name_the_place() {
    for (text, message) in [
        ("(;GM[2])", "line 1, column 3: game number GM[2], expected 4"),
        ("(;SZ[x])", "line 1, column 3: size SZ[x], expected"),
        ("(;SZ[4])", "line 1, column 3: board size 4x4 is outside"),
        (
            "(;SZ[15]\n;B[zz])",
            "line 2, column 4: 'zz' is not a point of a 15x15 board, expected two",
        ),
        (
            "(;SZ[53];B[cz99])",
            "line 1, column 12: 'cz99' is not a point of a 53x53 board, expected l",
        ),
        ("(;SZ[15]\nAB[])", "line 2, column 4: no point, expected one"),
        ("(;SZ[15]\n;B[hh]\n;W[hh])", "line 3, column 4: point h8 is occupied"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn sgf_games_say_how_they_ended() {
    let read = |text: &str| records(text, Rule::Freestyle).remove(0).outcome;
    let five = "(;GM[4]SZ[15]RE[B+];B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea])";
    assert_eq!(read(five).to_string(), "black wins: five");
    // A first branch without a move is no line of the tree.
    let after_a_remark = five.replacen(";B[aa]", "(;C[x])(;B[aa]", 1) + ")";
    assert_eq!(read(&after_a_remark).to_string(), "black wins: five");
    assert_eq!(read("(;GM[4]RE[W+R];B[aa])").to_string(), "white wins: resigned");
    assert_eq!(read("(;GM[4]RE[B+T];B[aa])").to_string(), "black wins: timeout");
    assert_eq!(read("(;GM[4]RE[B+];B[aa])").to_string(), "black wins: adjudicated");
    assert_eq!(read("(;GM[4]RE[?];B[aa])"), GameOutcome::Unfinished);
    let contradictory = read("(;GM[4]RE[0]VERDICT[five];B[aa])");
    assert_eq!(contradictory.to_string(), "draw: adjudicated");
    let contradictory = read("(;GM[4]RE[B+]VERDICT[draw (full-board)];B[aa])");
    assert_eq!(contradictory.to_string(), "black wins: adjudicated");
    let mut games = Vec::new();
    let read = each_tree("(;GM[4]SZ[15];W[hh])", Rule::Freestyle, |_, game| {
        games.push(game);
        ControlFlow::Continue(())
    });
    read.unwrap();
    assert_eq!(main_line(&games[0]), None, "a move out of turn is not a record");
}

#[test]
fn all_games_of_an_sgf_file_are_read() {
    let two = write(&game()) + "(;GM[4]SZ[15];B[hh];W[hi])";
    let games = records(&two, Rule::Standard);
    assert_eq!(games.len(), 2);
    let timed = |game: &GameRecord| -> Vec<_> {
        game.all_moves().map(|played| (played.point, played.time_ms)).collect()
    };
    assert_eq!(timed(&games[0]), timed(&game()));
    assert!(games[1].all_moves().all(|played| played.time_ms.is_none()), "{:?}", games[1]);
    assert_eq!(games[1].rule, Rule::Standard);
}

/// The part of a game that SGF can hold: the day but not the time of day, and of the match only the
/// round.
fn as_sgf_holds_it(game: &GameRecord) -> GameRecord {
    const DAY_MS: u64 = 86_400_000;
    let mut held = GameRecord {
        round: game.round,
        opening: game.opening.clone(),
        moves: game.moves.clone(),
        outcome: game.outcome,
        note: game.note.clone(),
        started_ms: game.started_ms.map(|ms| ms / DAY_MS * DAY_MS),
        ..GameRecord::new(game.rule, game.size)
    };
    held.set_names(&game.black.name, &game.white.name);
    held
}

proptest! {
    #[test]
    fn sgf_games_come_back(game in any_game()) {
        let text = write(&game);
        let back = records(&text, Rule::Freestyle);
        prop_assert_eq!(back, [as_sgf_holds_it(&game)]);
    }

    /// sgf-parse, another program's reader, finds the same stones and players in what we write.
    #[test]
    fn sgf_parse_reads_what_is_written(game in any_game()) {
        let collection = sgf_parse::parse(&write(&game)).unwrap();
        prop_assert_eq!(collection.len(), 1);
        let sgf_parse::GameTree::Unknown(root) = &collection[0] else { panic!("another game") };
        let nodes: Vec<_> = root.main_variation().collect();
        let text = |name: &str| {
            let property = nodes[0].properties().find(|p| p.identifier() == name);
            property.map(ToString::to_string)
        };
        prop_assert_eq!(text("GM"), Some("GM[4]".to_owned()));
        prop_assert_eq!(text("RU"), Some(format!("RU[{}]", game.rule)));
        let moves: Vec<String> = nodes[1..]
            .iter()
            .map(|node| node.properties().next().map(ToString::to_string).unwrap_or_default())
            .collect();
        let expected = game.coords().zip(["B", "W"].into_iter().cycle());
        let own = read(&write(&game)).unwrap();
        prop_assert_eq!(coords(&own).len(), moves.len());
        for ((coord, color), seen) in expected.zip(moves) {
            let written = write::point_text(coord, game.size);
            prop_assert_eq!(seen, format!("{color}[{written}]"));
        }
    }

    /// Both readers agree about which damaged text is SGF, or ours is the more tolerant one.
    #[test]
    fn sgf_read_survives_changed_files(changes in any_changes()) {
        let text = changed(&write(&game()), &changes);
        if let Ok(game) = read(&text) {
            let stones = game.position_at(game.end()).stones().len();
            prop_assert_eq!(stones, game.start().stones().len() + coords(&game).len());
        }
        let _ = each_tree(&text, Rule::Freestyle, |_, _| ControlFlow::Continue(()));
    }

    #[test]
    fn sgf_read_survives_any_text(text in any_text("(;)[]\\\\:BWABSZ15hh\n")) {
        let _ = each_tree(&text, Rule::Freestyle, |_, _| ControlFlow::Continue(()));
        let _ = read(&format!("(;GM[4]SZ[15];B[{text}]"));
    }
}
