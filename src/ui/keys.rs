//! Translates keys to [`TableCommand`]s. Single letters are commands. `:` or a digit starts a line,
//! ended by Enter, for points and all commands.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::command::{self, CommandError, TableCommand};
use crate::types::BoardSize;

/// The keys in one line, for people.
pub(crate) const HELP: &str = "arrows Enter  :h8  u undo  r redo  h hint  f forbidden  g go  x swap  \
                        p pause  s save  n new  q quit";

/// What a key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyAction {
    /// Redraw only: a line is being typed, or the key has no meaning.
    Nothing,
    /// A command is complete.
    Command(TableCommand),
    /// A line was typed that is not a command.
    Wrong(CommandError),
}

/// The input state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    /// The line that is being typed.
    pub typed: Option<String>,
}

impl Keys {
    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent, size: BoardSize) -> KeyAction {
        // Windows also reports releases.
        if key.kind == KeyEventKind::Release {
            return KeyAction::Nothing;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => KeyAction::Command(TableCommand::Quit),
                _ => KeyAction::Nothing,
            };
        }
        match self.typed.take() {
            Some(line) => self.type_on(line, key.code, size),
            None => self.single(key.code),
        }
    }

    fn type_on(&mut self, mut line: String, key: KeyCode, size: BoardSize) -> KeyAction {
        match key {
            KeyCode::Enter => {
                return match command::parse(&line, size) {
                    Ok(Some(command)) => KeyAction::Command(command),
                    Ok(None) => KeyAction::Nothing,
                    Err(error) => KeyAction::Wrong(error),
                };
            }
            KeyCode::Esc => return KeyAction::Nothing,
            KeyCode::Backspace if line.pop().is_none() => return KeyAction::Nothing,
            KeyCode::Char(sign) if line.len() < 200 => line.push(sign),
            _ => {}
        }
        self.typed = Some(line);
        KeyAction::Nothing
    }

    fn single(&mut self, key: KeyCode) -> KeyAction {
        let step = |right, down| TableCommand::Move { right, down };
        KeyAction::Command(match key {
            KeyCode::Left => step(-1, 0),
            KeyCode::Right => step(1, 0),
            KeyCode::Up => step(0, -1),
            KeyCode::Down => step(0, 1),
            KeyCode::Home => step(-5, 0),
            KeyCode::End => step(5, 0),
            KeyCode::PageUp => step(0, -5),
            KeyCode::PageDown => step(0, 5),
            KeyCode::Enter | KeyCode::Char(' ') => TableCommand::PutHere,
            KeyCode::Char('u') | KeyCode::Backspace => TableCommand::Undo,
            KeyCode::Char('r') => TableCommand::Redo,
            KeyCode::Char('h') => TableCommand::Hint,
            KeyCode::Char('f') => TableCommand::Forbidden,
            KeyCode::Char('g') => TableCommand::Go,
            KeyCode::Char('x') => TableCommand::Swap,
            KeyCode::Char('p') => TableCommand::Pause,
            KeyCode::Char('s') => TableCommand::Save(None),
            KeyCode::Char('n') => TableCommand::New,
            KeyCode::Char('?') => TableCommand::Help,
            KeyCode::Char('q') | KeyCode::Esc => TableCommand::Quit,
            KeyCode::Char(':' | '/') => {
                self.typed = Some(String::new());
                return KeyAction::Nothing;
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.typed = Some(digit.to_string());
                return KeyAction::Nothing;
            }
            _ => return KeyAction::Nothing,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Coord;

    fn press(keys: &mut Keys, code: KeyCode) -> KeyAction {
        keys.press(KeyEvent::new(code, KeyModifiers::NONE), BoardSize::square(15).unwrap())
    }

    fn typed(text: &str) -> KeyAction {
        let mut keys = Keys::default();
        for sign in text.chars() {
            assert_eq!(press(&mut keys, KeyCode::Char(sign)), KeyAction::Nothing);
        }
        press(&mut keys, KeyCode::Enter)
    }

    #[test]
    fn letters_are_commands_until_a_line_is_begun() {
        let mut keys = Keys::default();
        assert_eq!(press(&mut keys, KeyCode::Char('h')), KeyAction::Command(TableCommand::Hint));
        let put = KeyAction::Command(TableCommand::Put(Coord::new(7, 7)));
        assert_eq!(typed(":h8"), put);
        assert_eq!(typed("7,7"), put);
        assert!(matches!(typed(":z99"), KeyAction::Wrong(_)));
        assert_eq!(typed(":"), KeyAction::Nothing);
    }

    #[test]
    fn a_line_can_be_corrected_and_left() {
        let mut keys = Keys::default();
        for code in [KeyCode::Char(':'), KeyCode::Char('h'), KeyCode::Backspace] {
            assert_eq!(press(&mut keys, code), KeyAction::Nothing);
        }
        assert_eq!(keys.typed.as_deref(), Some(""));
        press(&mut keys, KeyCode::Esc);
        assert_eq!(keys.typed, None);
        assert_eq!(press(&mut keys, KeyCode::Esc), KeyAction::Command(TableCommand::Quit));
    }

    #[test]
    fn control_c_leaves_even_while_typing_and_releases_count_for_nothing() {
        let mut keys = Keys { typed: Some("h".into()) };
        let size = BoardSize::square(15).unwrap();
        let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(keys.press(ctrl_c, size), KeyAction::Command(TableCommand::Quit));
        let released = KeyEvent { kind: KeyEventKind::Release, ..ctrl_c };
        assert_eq!(keys.press(released, size), KeyAction::Nothing);
    }
}
