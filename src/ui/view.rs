//! The screen of a [`LiveGame`]: the board, the side to move, the last message, the keys. Pure: no
//! terminal. Imports [`board`] and [`game`](super::game).

use super::board::{self, ScreenArea};
use super::game::{LiveGame, WaitingFor, capital, word};
use super::keys;
use super::style::{Style, StyledLine};
use crate::records::GameOutcome;
use crate::types::Color;

/// A whole screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ViewFrame {
    /// The lines, top down, none wider than the screen.
    pub lines: Vec<StyledLine>,
    /// Column and row where the terminal's cursor belongs.
    pub cursor: Option<(usize, usize)>,
}

/// One line about the state of the game.
pub(crate) fn status(game: &LiveGame) -> String {
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

/// The time used by both colors, in seconds.
fn clocks(game: &LiveGame) -> String {
    let used = |color| {
        let ms = game.used_ms(color);
        format!("{} {}.{} s", capital(color), ms / 1000, ms % 1000 / 100)
    };
    format!("{}, {}", used(Color::Black), used(Color::White))
}

/// What the line below the messages shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt<'a> {
    /// Nothing, or that the engine is searching.
    Idle {
        /// Whether it is.
        is_thinking: bool,
    },
    /// The line that is being typed.
    Typed(&'a str),
    /// A question to be answered by a key.
    Question(&'a str),
}

impl Prompt<'_> {
    fn line(self, game: &LiveGame) -> StyledLine {
        match self {
            Prompt::Typed(typed) => StyledLine::of(format!(":{typed}"), Style::Plain),
            Prompt::Question(question) => StyledLine::of(question, Style::Message),
            Prompt::Idle { is_thinking: false } => StyledLine::default(),
            Prompt::Idle { .. } if game.waiting_for() == WaitingFor::Hint => {
                StyledLine::of("The engine is looking for a hint …", Style::Faint)
            }
            Prompt::Idle { .. } => {
                StyledLine::of("The engine thinks … (g: move now)", Style::Faint)
            }
        }
    }
}

/// The lines below the board. If there are too few rows, the keys are left out first, then the
/// clocks.
fn below_board(game: &LiveGame, prompt: Prompt<'_>, area: ScreenArea) -> Vec<StyledLine> {
    let mut below = vec![
        StyledLine::of(status(game), Style::Plain),
        StyledLine::of(clocks(game), Style::Faint),
        StyledLine::of(game.message(), Style::Message),
        prompt.line(game),
    ];
    let help_lines = wrap(keys::HELP, area.columns);
    let side = usize::from(game.position().size().height()) + 1;
    if area.rows >= side + below.len() + help_lines.len() {
        below.extend(help_lines.into_iter().map(|line| StyledLine::of(line, Style::Faint)));
    } else if area.rows < side + below.len() {
        below.remove(1);
    }
    below
}

/// The screen of a game.
pub(crate) fn frame(game: &LiveGame, prompt: Prompt<'_>, area: ScreenArea) -> ViewFrame {
    let below = below_board(game, prompt, area);
    let rows = area.rows.saturating_sub(below.len());
    let drawing = board::draw(game.position(), &game.marks(true), ScreenArea { rows, ..area });
    let mut lines = drawing.lines;
    let typing_row =
        lines.len() + below.iter().position(|line| line.plain().starts_with(':')).unwrap_or(0);
    lines.extend(below);
    let cursor = match prompt {
        Prompt::Typed(typed) => Some((1 + typed.chars().count(), typing_row)),
        Prompt::Idle { .. } | Prompt::Question(_) => drawing.cursor,
    };
    let lines: Vec<StyledLine> =
        lines.iter().take(area.rows).map(|line| line.cut(area.columns)).collect();
    let cursor = cursor.filter(|&(x, y)| x < area.columns && y < area.rows);
    ViewFrame { lines, cursor }
}

/// Breaks a line at double blanks into lines of at most `columns`.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
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

    const IDLE: Prompt<'_> = Prompt::Idle { is_thinking: false };

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
    fn frame_shows_the_side_to_move_and_the_keys() {
        let shown = text(&frame(
            &game(),
            Prompt::Idle { is_thinking: true },
            ScreenArea { columns: 80, rows: 24 },
        ));
        assert_eq!(shown[16], "renju 15x15, move 1: white to move (engine)");
        assert_eq!(shown[17], "Black 2.3 s, White 0.0 s");
        assert_eq!(shown[19], "The engine thinks … (g: move now)");
        assert!(shown[20].starts_with("arrows Enter"), "{shown:?}");
        assert!(shown.len() <= 24);
    }

    #[test]
    fn frame_of_a_small_screen_shows_the_board_and_the_status() {
        for (columns, rows) in [(80, 19), (40, 12), (20, 8), (7, 5), (1, 1)] {
            let frame = frame(&game(), IDLE, ScreenArea { columns, rows });
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
    fn frame_puts_the_cursor_into_the_typed_line() {
        let frame = frame(&game(), Prompt::Typed("h"), ScreenArea { columns: 80, rows: 24 });
        assert_eq!(frame.cursor, Some((2, 19)));
        assert_eq!(text(&frame)[19], ":h");
    }
}
