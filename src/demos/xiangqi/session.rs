//! A game in the terminal, person or computer on either side. Reads lines, writes text; imports the
//! searches of `demos` and `util`.

use std::io::{self, BufRead, Write};

use super::check::{is_in_check, legal_moves};
use super::piece::Army;
use super::square::XiangqiMove;
use super::{WIN, Xiangqi};
use crate::ask::{Who, grouped};
use crate::game::DemoGame;
use crate::observer::SearchCounts;
use crate::selective::{Ideas, choose};
use tengen_util::count;
use tengen_util::lines::next_line;

/// Who plays what, and how the computer finds its moves.
#[derive(Clone, Copy, Debug)]
pub struct XiangqiOptions {
    /// Who plays red, the side that moves first.
    pub red: Who,
    /// Who plays black.
    pub black: Who,
    /// Plies that the computer looks ahead, at least 1.
    pub depth: u32,
    /// The ideas it uses.
    pub ideas: Ideas,
    /// Plies after which a game is left undecided, so that two computers come to an end.
    pub most_plies: usize,
}

const HELP: &str = "\
A move is two points: h2e2. Other commands:
  moves   list your moves          undo  take back your last move
  fen     the position as FEN      board show the board
  help    this text                quit  leave";

/// A command of a person.
enum Wish {
    Place(XiangqiMove),
    /// Take back this many plies.
    Undo(usize),
    Quit,
}

/// Plays a game to its end, or until the person leaves.
///
/// # Errors
/// If reading or writing fails.
pub fn play(
    mut game: Xiangqi,
    options: XiangqiOptions,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "Xiangqi: RED below in capitals, black above. Type help for help.\n\n{game}")?;
    loop {
        if let Some(verdict) = game.verdict() {
            return writeln!(output, "{verdict}");
        }
        if game.plies() >= options.most_plies {
            return writeln!(output, "Left undecided after {} plies.", game.plies());
        }
        match who(options, game.board().to_move()) {
            Who::Computer => think(&mut game, options, output)?,
            Who::Person => match ask(&game, options, input, output)? {
                Wish::Quit => {
                    return writeln!(output, "The game is unfinished: {}", game.to_fen());
                }
                Wish::Undo(plies) => (0..plies).for_each(|_| game.undo()),
                Wish::Place(chosen) => {
                    if let Err(error) = game.try_place(chosen) {
                        writeln!(output, "{error}.")?;
                        continue;
                    }
                }
            },
        }
        writeln!(output, "\n{game}")?;
        let side = game.board().to_move();
        if is_in_check(game.board(), side) {
            writeln!(output, "{side} is in check.")?;
        }
    }
}

const fn who(options: XiangqiOptions, side: Army) -> Who {
    match side {
        Army::Red => options.red,
        Army::Black => options.black,
    }
}

/// Asks until there is a move or another command that changes the game.
fn ask(
    game: &Xiangqi,
    options: XiangqiOptions,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Wish> {
    loop {
        write!(output, "{} to move: ", game.board().to_move())?;
        output.flush()?;
        let Some(line) = next_line(input)? else {
            writeln!(output, "\nThe input has ended.")?;
            return Ok(Wish::Quit);
        };
        match line.to_ascii_lowercase().as_str() {
            "q" | "quit" | "exit" => return Ok(Wish::Quit),
            "undo" => match plies_to_undo(game, options) {
                Some(plies) => return Ok(Wish::Undo(plies)),
                None => writeln!(output, "There is nothing to take back.")?,
            },
            "help" | "?" => writeln!(output, "{HELP}")?,
            "fen" => writeln!(output, "{}", game.to_fen())?,
            "board" => writeln!(output, "\n{game}")?,
            "moves" => {
                let moves = legal_moves(game.board());
                let names: Vec<String> = moves.iter().map(XiangqiMove::to_string).collect();
                writeln!(output, "{}", names.join(" "))?;
            }
            _ => match line.parse() {
                Ok(chosen) => return Ok(Wish::Place(chosen)),
                Err(error) => writeln!(output, "{error}; or type help.")?,
            },
        }
    }
}

/// The plies back to the last move of a person, the computer's answer included; `None` if no person
/// has moved. A person is to move.
fn plies_to_undo(game: &Xiangqi, options: XiangqiOptions) -> Option<usize> {
    let plies = match who(options, !game.board().to_move()) {
        Who::Person => 1,
        Who::Computer => 2,
    };
    (game.plies() >= plies).then_some(plies)
}

/// Finds and makes the computer's move, and prints its value and line.
fn think(game: &mut Xiangqi, options: XiangqiOptions, output: &mut impl Write) -> io::Result<()> {
    let (side, moves) = (game.board().to_move(), legal_moves(game.board()));
    let mut counts = SearchCounts::default();
    let found = choose(game, moves, options.depth, options.ideas, &mut counts);
    // The game is not over, so there is a move.
    let Some(&chosen) = found.moves.first() else { return Ok(()) };
    let value = tell_value(found.value, game.plies());
    let nodes = grouped(counts.nodes);
    writeln!(
        output,
        "{side} plays {chosen}: {value} ({nodes} nodes; {})",
        tell_line(&found.moves)
    )?;
    game.place(chosen);
    Ok(())
}

/// Moves with blanks between them.
pub(super) fn tell_line(moves: &[XiangqiMove]) -> String {
    moves.iter().map(XiangqiMove::to_string).collect::<Vec<_>>().join(" ")
}

/// A value in the view of the player to move, `plies` into the game. A win is counted to its last
/// ply: the general is taken, two plies after a mate, or a perpetual check is complete.
pub(super) fn tell_value(value: i32, plies: usize) -> String {
    if value.abs() <= WIN / 4 {
        return format!("value {value:+}");
    }
    let left = i64::from(WIN - value.abs()) - plies as i64;
    let verb = if value > 0 { "wins" } else { "loses" };
    format!("{verb} in {}", count::plies(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(fen: &str, red: Who, black: Who, typed: &str) -> String {
        let ideas = Ideas { order: true, width: None };
        let options = XiangqiOptions { red, black, depth: 3, ideas, most_plies: 12 };
        let mut output = Vec::new();
        let game = Xiangqi::from_fen(fen).unwrap();
        play(game, options, &mut typed.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    const START: &str = super::super::fen::START;

    #[test]
    fn a_person_plays_and_the_computer_answers() {
        let text = session(START, Who::Person, Who::Computer, "h2e2\nquit\n");
        assert!(text.contains("  2 . C . . C . . . . 2"), "{text}");
        assert_eq!(text.matches("black plays ").count(), 1, "{text}");
        assert!(text.contains("The game is unfinished: "), "{text}");
    }

    #[test]
    fn bad_words_and_forbidden_moves_are_asked_again() {
        let typed = "hello\nh2\na4a5\na9a8\nb0d1\nundo\nh2e2";
        let text = session(START, Who::Person, Who::Person, typed);
        for part in [
            "'hello' is not a move",
            "'h2' is not a move",
            "there is no piece on a4.",
            "the piece on a9 is black's.",
            "the piece 'N' on b0 cannot go to d1.",
            "There is nothing to take back.",
            "The input has ended.",
        ] {
            assert!(text.contains(part), "'{part}' is missing in\n{text}");
        }
        assert!(text.trim_end().ends_with("b - - 1 1"), "{text}");
        // The advisor on e1 keeps the generals from facing each other.
        let text = session("4k4/9/9/9/9/9/9/9/4A4/4K4 w", Who::Person, Who::Person, "e1d0\n");
        assert!(text.contains("after e1d0 your general could be taken."), "{text}");
    }

    #[test]
    fn words_that_ask_are_answered() {
        let text = session(START, Who::Person, Who::Person, "help\nfen\nmoves\nboard\nq\n");
        assert!(text.contains("take back your last move") && text.contains(START), "{text}");
        let moves = text.lines().find(|line| line.contains("h2e2 ")).unwrap();
        assert!(moves.split_whitespace().filter(|word| word.len() == 4).count() >= 44, "{text}");
    }

    #[test]
    fn undo_takes_back_the_computers_answer_too() {
        let text = session(START, Who::Person, Who::Computer, "h2e2\nundo\nfen\nq\n");
        assert!(text.contains(&format!("red to move: {START}")), "{text}");
    }

    #[test]
    fn undo_does_not_take_back_the_first_move_of_the_computer_alone() {
        let text = session(START, Who::Computer, Who::Person, "undo\na6a5\nundo\nundo\nq\n");
        assert_eq!(text.matches("red plays ").count(), 2, "{text}");
        assert_eq!(text.matches("There is nothing to take back.").count(), 2, "{text}");
    }

    #[test]
    fn the_computer_mates_and_the_game_ends() {
        // The left chariot closes rank 8, the right one mates on rank 9. The soldier can still
        // move, so there is no stalemate to be had.
        let fen = "4k4/R8/8R/9/9/6p2/9/9/9/3K5 w";
        let text = session(fen, Who::Computer, Who::Person, "");
        assert!(text.contains("red plays i7i9: wins in 3 plies"), "{text}");
        assert!(text.ends_with("Checkmate: red wins.\n"), "{text}");
    }

    #[test]
    fn decided_values_are_counted_in_plies_from_now() {
        assert_eq!(tell_value(WIN - 9, 8), "wins in 1 ply");
        assert_eq!(tell_value(4 - WIN, 0), "loses in 4 plies");
        assert_eq!(tell_value(-35, 8), "value -35");
    }

    #[test]
    fn two_computers_play_until_the_last_ply_allowed() {
        let text = session(START, Who::Computer, Who::Computer, "");
        assert!(text.ends_with("Left undecided after 12 plies.\n"), "{text}");
        assert_eq!(text.matches(" plays ").count(), 12);
    }
}
