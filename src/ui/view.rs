//! What a terminal shows of a [`LiveGame`]: the board, who is to move, what happened, what can be done.
//! Pure. Imports [`board`] and [`game`](super::game).

use super::board::{self, ScreenArea};
use super::game::{LiveGame, WaitingFor, capital, word};
use super::keys;
use super::style::{Style, StyledLine};
use crate::records::GameOutcome;
use crate::types::Color;

/// A whole screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewFrame {
    /// The lines, top down, none longer than the room.
    pub lines: Vec<StyledLine>,
    /// Column and row where the terminal's cursor belongs.
    pub cursor: Option<(usize, usize)>,
}

/// One line about the state of the game.
pub fn status(game: &LiveGame) -> String {
    let position = game.position();
    let number = game.moves().len();
    let head = format!("{} {}, move {number}", position.rule(), position.size());
    match GameOutcome::of(position) {
        GameOutcome::Unfinished => {
            let mover = position.to_move();
            let seat = word(game.seat(mover));
            let pause = if game.is_paused() { ", engines wait" } else { "" };
            format!("{head}: {mover} to move ({seat}){pause}")
        }
        outcome => format!("{head}: {outcome}"),
    }
}

/// The time that both have used, in seconds.
fn clocks(game: &LiveGame) -> String {
    let used = |color| {
        let ms = game.used_ms(color);
        format!("{} {}.{} s", capital(color), ms / 1000, ms % 1000 / 100)
    };
    format!("{}, {}", used(Color::Black), used(Color::White))
}

/// The table on a screen of the given room. `typed` is the line that is being typed.
pub fn frame(
    game: &LiveGame,
    typed: Option<&str>,
    is_thinking: bool,
    room: ScreenArea,
) -> ViewFrame {
    let mut below = vec![
        StyledLine::of(status(game), Style::Plain),
        StyledLine::of(clocks(game), Style::Faint),
        StyledLine::of(game.message(), Style::Message),
    ];
    let help_lines = wrap(keys::HELP, room.columns);
    let prompt = match (typed, is_thinking, game.waiting_for()) {
        (Some(typed), ..) => Some(StyledLine::of(format!(":{typed}"), Style::Plain)),
        (None, true, WaitingFor::Hint) => {
            Some(StyledLine::of("The engine looks for advice …", Style::Faint))
        }
        (None, true, _) => Some(StyledLine::of("The engine thinks … (g: move now)", Style::Faint)),
        _ => None,
    };
    below.push(prompt.unwrap_or_default());
    // The keys are the first to go where rows are scarce, then the clocks.
    let side = usize::from(game.position().size().height()) + 1;
    if room.rows >= side + below.len() + help_lines.len() {
        below.extend(help_lines.into_iter().map(|line| StyledLine::of(line, Style::Faint)));
    } else if room.rows < side + below.len() {
        below.remove(1);
    }
    let rows = room.rows.saturating_sub(below.len());
    let drawing = board::draw(game.position(), &game.marks(true), ScreenArea { rows, ..room });
    let mut lines = drawing.lines;
    let typing_row =
        lines.len() + below.iter().position(|line| line.plain().starts_with(':')).unwrap_or(0);
    lines.extend(below);
    let cursor = match typed {
        Some(typed) => Some((1 + typed.chars().count(), typing_row)),
        None => drawing.cursor,
    };
    let lines: Vec<StyledLine> =
        lines.iter().take(room.rows).map(|line| line.cut(room.columns)).collect();
    let cursor = cursor.filter(|&(x, y)| x < room.columns && y < room.rows);
    ViewFrame { lines, cursor }
}

/// Breaks a line at double blanks so that no part is longer than `columns`.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split("  ").map(str::trim).filter(|part| !part.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + part.chars().count() <= columns => {
                line.push_str("  ");
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::command::TableCommand;
    use super::super::game::{GameSetup, Mover};
    use super::*;
    use crate::types::{BoardSize, ByColor, Coord, Rule};

    fn game() -> LiveGame {
        let setup = GameSetup {
            rule: Rule::Renju,
            size: BoardSize::square(15).unwrap(),
            seats: ByColor::new(Mover::Person, Mover::Engine),
            names: ["Ann".into(), "tengen".into()],
        };
        let mut game = LiveGame::new(setup, 0);
        game.obey(TableCommand::Put(Coord::new(7, 7)), Some(2345), 0);
        game
    }

    fn text(frame: &ViewFrame) -> Vec<String> {
        frame.lines.iter().map(|line| line.plain().trim_end().to_owned()).collect()
    }

    #[test]
    fn a_screen_tells_who_moves_and_what_can_be_done() {
        let shown = text(&frame(&game(), None, true, ScreenArea { columns: 80, rows: 24 }));
        assert_eq!(shown[16], "renju 15x15, move 1: white to move (engine)");
        assert_eq!(shown[17], "Black 2.3 s, White 0.0 s");
        assert_eq!(shown[19], "The engine thinks … (g: move now)");
        assert!(shown[20].starts_with("arrows Enter"), "{shown:?}");
        assert!(shown.len() <= 24);
    }

    #[test]
    fn small_screens_keep_the_board_and_the_status() {
        for (columns, rows) in [(80, 19), (40, 12), (20, 8), (7, 5), (1, 1)] {
            let frame = frame(&game(), None, false, ScreenArea { columns, rows });
            assert!(frame.lines.len() <= rows, "{columns}x{rows}");
            assert!(frame.lines.iter().all(|line| line.plain().chars().count() <= columns));
            if rows >= 5 {
                assert!(
                    text(&frame).iter().any(|line| line.starts_with("renju")),
                    "{columns}x{rows}"
                );
            }
        }
    }

    #[test]
    fn the_cursor_stands_in_the_line_that_is_typed() {
        let frame = frame(&game(), Some("h"), false, ScreenArea { columns: 80, rows: 24 });
        assert_eq!(frame.cursor, Some((2, 19)));
        assert_eq!(text(&frame)[19], ":h");
    }
}
