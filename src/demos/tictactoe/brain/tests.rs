//! What a manager may send, and every game it may play.

use super::*;
use crate::game::DemoGame;

/// The lines of the answer, joined; `end` if the brain stops.
fn say(brain: &mut Brain, line: &str) -> String {
    match brain.handle(line) {
        LineReply::Lines(lines) => lines.join("|"),
        LineReply::End => "end".to_owned(),
    }
}

fn started() -> Brain {
    let mut brain = Brain::default();
    assert_eq!(say(&mut brain, "START 3"), "OK");
    brain
}

fn cell_of(reply: &str) -> TicTacToeCell {
    parse_cell(reply).unwrap_or_else(|error| panic!("'{reply}' is not a move: {error}"))
}

/// Plays every line of the opponent against the brain; returns games won, drawn and lost by it.
fn play_all(brain: &Brain, game: &TicTacToe, mine: TicTacToeMark) -> [u32; 3] {
    if let Some(value) = game.outcome() {
        return match value * mine.player().sign() {
            1 => [1, 0, 0],
            0 => [0, 1, 0],
            _ => [0, 0, 1],
        };
    }
    let mut sum = [0; 3];
    for cell in game.moves() {
        let (mut brain, mut game) = (brain.clone(), game.clone());
        game.place(cell);
        if game.outcome().is_none() {
            let reply = say(&mut brain, &format!("TURN {},{}", cell.x(), cell.y()));
            let answer = cell_of(&reply);
            assert_eq!(game.mark_at(answer), None, "{answer} is occupied\n{game}");
            game.place(answer);
        }
        let below = play_all(&brain, &game, mine);
        for (total, more) in sum.iter_mut().zip(below) {
            *total += more;
        }
    }
    sum
}

#[test]
fn it_never_loses_with_either_color_whatever_the_opponent_plays() {
    let mut brain = started();
    let mut game = TicTacToe::default();
    game.place(cell_of(&say(&mut brain, "BEGIN")));
    let [won, drawn, lost] = play_all(&brain, &game, TicTacToeMark::Cross);
    assert_eq!(lost, 0);
    assert!(won > 0 && drawn > 0);

    let [won, drawn, lost] = play_all(&started(), &TicTacToe::default(), TicTacToeMark::Nought);
    assert_eq!(lost, 0);
    assert!(won > 0 && drawn > 0);
}

#[test]
fn other_sizes_are_refused_and_leave_the_game_alone() {
    let mut brain = Brain::default();
    for line in ["START 15", "START 20", "START", "START x", "START 3 4", "RECTSTART 3,4"] {
        let reply = say(&mut brain, line);
        assert!(reply.starts_with("ERROR expected the size 3"), "{line}: {reply}");
        assert!(!reply.contains("20"), "Piskvork would offer a board of that size");
    }
    for line in ["BEGIN", "TURN 1,1", "BOARD", "TAKEBACK 1,1", "RESTART"] {
        assert!(say(&mut brain, line).starts_with("ERROR no game"), "{line}");
    }
    for line in ["START 3", "start 3\r", "START 3 3", "RECTSTART 3,3"] {
        assert_eq!(say(&mut brain, line), "OK", "{line}");
    }
    cell_of(&say(&mut brain, "BEGIN"));
    assert!(say(&mut brain, "START 4").starts_with("ERROR"));
    assert!(say(&mut brain, "BEGIN").starts_with("ERROR BEGIN needs an empty board"));
}

#[test]
fn a_board_block_replaces_the_position() {
    let mut brain = started();
    // O has two threats against X's one: × completes the first column.
    for line in ["BOARD", "0,0,1", "1,1,2", "0,1,1", "1,0,2"] {
        assert_eq!(say(&mut brain, line), "");
    }
    assert_eq!(say(&mut brain, "done"), "0,2");
    for line in ["BOARD", "0,0,2", "1,1,1", "0,1,2"] {
        assert_eq!(say(&mut brain, line), "");
    }
    assert_eq!(say(&mut brain, "DONE"), "0,2");
    // An empty block asks for an opening move.
    assert_eq!(say(&mut brain, "BOARD"), "");
    cell_of(&say(&mut brain, "DONE"));
}

#[test]
fn a_bad_board_block_gives_one_error_at_its_end_and_changes_nothing() {
    let mut brain = started();
    assert_eq!(say(&mut brain, "BOARD"), "");
    assert_eq!(say(&mut brain, "1,1,2"), "");
    let center = say(&mut brain, "DONE");
    for bad in ["3,0,1", "0,0,3", "0,0", "rubbish", "0,0,1 0,0,1", "TURN 2,2"] {
        for line in ["BOARD", "2,2,2", bad, "2,0,1"] {
            assert_eq!(say(&mut brain, line), "", "{bad}");
        }
        let error = say(&mut brain, "DONE");
        assert_eq!(error, format!("ERROR seen '{bad}', expected x,y,1 or x,y,2 or DONE"));
    }
    for line in ["BOARD", "2,2,1"] {
        assert_eq!(say(&mut brain, line), "");
    }
    assert!(say(&mut brain, "DONE").contains("with 1 own and 0 opposing"));
    assert_eq!(say(&mut brain, "TAKEBACK 2,2"), "ERROR the cell 2,2 is empty");
    assert_eq!(say(&mut brain, &format!("TAKEBACK {center}")), "OK");
}

#[test]
fn wrong_turns_are_refused_and_the_game_goes_on() {
    let mut brain = started();
    for line in ["TURN", "TURN 3,0", "TURN 0,-1", "TURN a,b", "TURN 1,1,1", "TURN 99999999999,0"] {
        let error = say(&mut brain, line);
        let seen = line.trim_start_matches("TURN").trim_start();
        assert_eq!(error, format!("ERROR seen '{seen}', expected x,y with numbers from 0 to 2"));
    }
    let reply = say(&mut brain, "TURN 1,1");
    assert_eq!(say(&mut brain, "TURN 1,1"), "ERROR the cell 1,1 is occupied");
    assert!(say(&mut brain, &format!("TURN {reply}")).starts_with("ERROR the cell"));
}

#[test]
fn take_back_and_restart_undo() {
    let mut brain = started();
    let reply = say(&mut brain, "TURN 1,1");
    assert_eq!(say(&mut brain, &format!("TAKEBACK {reply}")), "OK");
    assert_eq!(say(&mut brain, "TAKEBACK 1,1"), "OK");
    assert_eq!(say(&mut brain, "TURN 1,1"), reply);
    assert_eq!(say(&mut brain, "RESTART"), "OK");
    cell_of(&say(&mut brain, "BEGIN"));
}

#[test]
fn a_manager_that_does_not_know_three_in_a_row_gets_moves_until_the_board_is_full() {
    let mut brain = started();
    // The opponent loses on purpose and plays on.
    let mut cells: Vec<TicTacToeCell> = TicTacToeCell::all().collect();
    let mut messages = 0;
    while let Some(cell) = cells.first().copied() {
        let reply = say(&mut brain, &format!("TURN {},{}", cell.x(), cell.y()));
        cells.retain(|&free| free != cell);
        if cells.is_empty() {
            assert_eq!(reply, "ERROR the board is full");
            break;
        }
        messages += u32::from(reply.starts_with("MESSAGE three in a row"));
        let answer = cell_of(reply.rsplit('|').next().unwrap());
        assert!(cells.contains(&answer));
        cells.retain(|&free| free != answer);
    }
    assert!(messages > 0);
}

#[test]
fn the_rest_of_the_protocol_is_polite() {
    let mut brain = Brain::default();
    assert!(say(&mut brain, "ABOUT").starts_with("name=\"Tengen tic-tac-toe\", version=\""));
    assert_eq!(say(&mut brain, "INFO timeout_turn 0"), "");
    assert_eq!(say(&mut brain, "INFO"), "");
    assert_eq!(say(&mut brain, ""), "");
    assert_eq!(say(&mut brain, "DONE"), "UNKNOWN command 'DONE'");
    assert_eq!(say(&mut brain, "swap2board"), "UNKNOWN command 'SWAP2BOARD'");
    assert_eq!(say(&mut brain, "end"), "end");
}

#[test]
fn the_end_of_the_input_is_an_end() {
    let mut output = Vec::new();
    run(&mut "START 3\r\n\r\nBEGIN\nEND\nABOUT\n".as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    let mut output = Vec::new();
    run(&mut "BOARD\nSTART 3\nBOARD\n0,0,1".as_bytes(), &mut output).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "ERROR no game: send START 3 first\nOK\n");
}
