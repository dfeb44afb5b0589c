//! The table of game formats: a new format is fuzzed without a target of its own.

use std::ops::ControlFlow;

use tengen_engine::types::{BoardSize, Rule};
use tengen_records::game_format::{GameFormat, GamesRead, ReadDefaults};
use tengen_records::psq;

/// Files of formats that are only read, and dialects that are not written.
const TEXTS: [&str; 4] = [
    "<database><rules><rule id=\"1\" name=\"RIF\"/></rules><players><player id=\"1\" name=\"a\"/></players>\
     <games><game id=\"1\" rule=\"1\" black=\"1\" bresult=\"0.5\" alt=\"i10\"><move>h8 i9 j10</move></game>\
     <game id=\"2\"/></games></database>",
    "  A B C D E\n5 . . . . .\n4 . X O . .\n3 . . X . .\n2 . * . . .\n1 . . . . .\n",
    "[Event \"?\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n\n1. h8 i9 2.j10 {x} g7 1-0\n",
    "https://www.gomocalc.com/#/h8i9?x\n\ngomocalc.com/#a1\n",
];

/// Passes the bytes to every reader of the table; whether one accepts them. What it accepts can be
/// written in its format and read again.
///
/// # Panics
/// If what was written cannot be read.
pub(super) fn any(bytes: &[u8], size: BoardSize) -> bool {
    let defaults = ReadDefaults { rule: Rule::Renju.into(), size, charset: None };
    let _ = (GameFormat::recognize(bytes), GameFormat::detect("a.pos", bytes));
    let accepts = |format: &&GameFormat| {
        let mut games = Vec::new();
        let read = format.each(bytes, defaults, |_, game| {
            games.push(game);
            if games.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for game in &games {
            let Ok(file) = format.write_file(game) else { continue };
            let head = game.head();
            let again = format.read(&file, head.rule, head.size, None);
            let GamesRead { games, .. } = again.expect("what was written can be read");
            assert!(games.len() <= 1, "{format}: one game was written");
        }
        read.is_ok()
    };
    GameFormat::ALL.iter().filter(accepts).count() > 0
}

/// One file of every format that is written, and [`TEXTS`].
pub(super) fn samples() -> Vec<Vec<u8>> {
    let text = "Piskvorky 15x15, 11:11, 0\n8,8,5\n9,9,6\n7,8,0\na\nb\n0\n";
    let game = psq::read(text, Rule::Freestyle).expect("a file of Piskvork");
    let tree = tengen_records::game_format::tree_of(&game).expect("a game");
    let written = GameFormat::ALL.iter().filter_map(|format| format.write_file(&tree).ok());
    written.chain(TEXTS.iter().map(|text| text.as_bytes().to_vec())).collect()
}
