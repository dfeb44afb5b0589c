//! A game in the terminal: person or computer on either side. Reads lines, writes text; imports the
//! searches of `demos`.

use std::io::{self, BufRead, Write};

use super::{TicTacToe, TicTacToeCell, TicTacToeMark};
use crate::ask::{Who, grouped};
use crate::game::DemoGame;
use crate::method::{Method, search};
use crate::observer::SearchCounts;
use crate::settings::SearchSettings;
use tengen_util::lines::next_line;

/// Who plays what, and how the computer finds its moves.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToeOptions {
    /// Who plays ×, the side that moves first.
    pub cross: Who,
    /// Who plays ○.
    pub nought: Who,
    /// The computer's search.
    pub method: Method,
    /// What that search may do.
    pub settings: SearchSettings,
}

/// The answer to a question.
enum UserAnswer {
    Cell(TicTacToeCell),
    Quit,
}

/// Plays one game, to its end or until the person leaves.
///
/// # Errors
/// If reading or writing fails.
pub fn play(
    options: TicTacToeOptions,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut game = TicTacToe::default();
    writeln!(output, "Tic-tac-toe. Enter the number of a cell; q quits.\n\n{game}")?;
    while game.outcome().is_none() {
        let mark = game.mark_to_move();
        let who = if mark == TicTacToeMark::Cross { options.cross } else { options.nought };
        let cell = match who {
            Who::Computer => think(&mut game, options, output)?,
            Who::Person => match ask(&game, input, output)? {
                UserAnswer::Cell(cell) => cell,
                UserAnswer::Quit => return writeln!(output, "The game is unfinished."),
            },
        };
        game.place(cell);
        writeln!(output, "\n{game}")?;
    }
    match game.winner() {
        Some(mark) => writeln!(output, "{mark} wins."),
        None => writeln!(output, "A draw."),
    }
}

/// Asks until a free cell is named.
fn ask(
    game: &TicTacToe,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<UserAnswer> {
    loop {
        write!(output, "{} to move, cell 1-9: ", game.mark_to_move())?;
        output.flush()?;
        let Some(line) = next_line(input)? else {
            writeln!(output, "\nThe input has ended.")?;
            return Ok(UserAnswer::Quit);
        };
        if ["q", "quit", "exit"].contains(&line.to_ascii_lowercase().as_str()) {
            return Ok(UserAnswer::Quit);
        }
        let Some(cell) = line.parse().ok().and_then(TicTacToeCell::from_number) else {
            writeln!(output, "'{line}' is not a cell: type one number from 1 to 9, or q.")?;
            continue;
        };
        match game.mark_at(cell) {
            None => return Ok(UserAnswer::Cell(cell)),
            Some(mark) => {
                writeln!(output, "Cell {cell} is occupied by {mark}: choose another.")?;
            }
        }
    }
}

/// The computer's move, with what it saw.
fn think(
    game: &mut TicTacToe,
    options: TicTacToeOptions,
    output: &mut impl Write,
) -> io::Result<TicTacToeCell> {
    let mark = game.mark_to_move();
    let mut counts = SearchCounts::default();
    let found = search(game, options.method, options.settings, &mut counts);
    let promise = match found.value {
        1 => "wins",
        0 => "a draw if both play well",
        _ => "loses against good play",
    };
    // The game is not over, so there is a move; the fallback is never used.
    let cell =
        found.best.or_else(|| game.empty_cells().next()).ok_or(io::ErrorKind::InvalidData)?;
    let (method, nodes) = (options.method, grouped(counts.nodes));
    writeln!(output, "{mark} plays {cell}: {promise} ({method}, {nodes} nodes)")?;
    Ok(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(cross: Who, nought: Who, typed: &str) -> String {
        let settings =
            SearchSettings { stop_at_best: true, table: true, ..SearchSettings::default() };
        let options = TicTacToeOptions { cross, nought, method: Method::AlphaBeta, settings };
        let mut output = Vec::new();
        play(options, &mut typed.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn two_computers_draw() {
        let text = session(Who::Computer, Who::Computer, "");
        assert!(text.ends_with("A draw.\n"), "{text}");
        assert_eq!(text.matches(" plays ").count(), 9);
    }

    #[test]
    fn a_person_who_leaves_a_row_open_loses() {
        let text = session(Who::Computer, Who::Person, "2\n3\n4\n6\n7\n8\n9\n5\n");
        assert!(text.ends_with("× wins.\n"), "{text}");
    }

    #[test]
    fn bad_keys_and_occupied_cells_are_asked_again() {
        let text = session(Who::Person, Who::Person, "x\n0\n10\n\n1 2\n1\n1\n2\n4\n3\n7\n");
        assert_eq!(text.matches("is not a cell").count(), 5, "{text}");
        assert_eq!(text.matches("Cell 1 is occupied by ×").count(), 1, "{text}");
        assert!(text.ends_with("× wins.\n"), "{text}");
    }

    #[test]
    fn q_and_the_end_of_the_input_leave_cleanly() {
        assert!(session(Who::Person, Who::Computer, "q\n5\n").ends_with("unfinished.\n"));
        let text = session(Who::Person, Who::Computer, "5\n");
        assert!(text.ends_with("The input has ended.\nThe game is unfinished.\n"), "{text}");
    }
}
