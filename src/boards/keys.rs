//! Translates keys to [`TableCommand`]s. Single letters are commands. `:` or a digit starts a line,
//! ended by Enter, for points and all commands.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::command::{self, CommandError, TableCommand};
use tengen_engine::types::BoardSize;

/// The keys in one line, for people.
pub(crate) const HELP: &str = "arrows Enter  :h8  u undo  r redo  h hint  g go  a analyze  t threats  f forbidden  \
                        w why  V review  M next mistake  m numbers  \
                        v variation  c comment  e edit  x swap  p pause  s save  o open  \
                        R resign  n new  Tab info  ? help  q quit";

/// The keys while stones are set up.
pub(crate) const EDIT_HELP: &str =
    "arrows Enter  t side to move  e play the position  Esc drop it  ? help  q quit";

/// The most bytes of a line that is typed. The rest of a longer one is not taken, and the line is
/// refused.
const LINE_LIMIT: usize = 4096;

/// The effect of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyAction {
    /// Redraw only: a line is being typed, or the key has no meaning.
    Nothing,
    /// A command is complete.
    Command(TableCommand),
    /// Show the next page: the board, or everything known about the game.
    NextPage,
    /// Ctrl-C dropped the line that was being typed.
    LineDropped,
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
    pub(crate) fn press(&mut self, key: KeyEvent, size: BoardSize, is_editing: bool) -> KeyAction {
        // Windows also reports releases.
        if key.kind == KeyEventKind::Release {
            return KeyAction::Nothing;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                // As in a shell: the line goes, and the next Ctrl-C leaves.
                KeyCode::Char('c') if self.typed.take().is_some() => KeyAction::LineDropped,
                KeyCode::Char('c' | 'd') => KeyAction::Command(TableCommand::QUIT),
                _ => KeyAction::Nothing,
            };
        }
        match self.typed.take() {
            Some(line) => self.type_on(line, key.code, size),
            None if is_editing => match key.code {
                KeyCode::Char('t') => KeyAction::Command(TableCommand::Turn(None)),
                KeyCode::Esc => KeyAction::Command(TableCommand::Cancel),
                code => self.single(code),
            },
            None => self.single(key.code),
        }
    }

    fn type_on(&mut self, mut line: String, key: KeyCode, size: BoardSize) -> KeyAction {
        match key {
            KeyCode::Enter if line.len() > LINE_LIMIT => {
                return KeyAction::Wrong(CommandError::TooLong { limit: LINE_LIMIT });
            }
            KeyCode::Enter => {
                return match command::parse(&line, size) {
                    Ok(Some(command)) => KeyAction::Command(command),
                    Ok(None) => KeyAction::Nothing,
                    Err(error) => KeyAction::Wrong(error),
                };
            }
            KeyCode::Esc => return KeyAction::Nothing,
            KeyCode::Backspace if line.pop().is_none() => return KeyAction::Nothing,
            KeyCode::Char(sign) if line.len() <= LINE_LIMIT => line.push(sign),
            _ => {}
        }
        self.typed = Some(line);
        KeyAction::Nothing
    }

    fn single(&mut self, key: KeyCode) -> KeyAction {
        match key {
            KeyCode::Tab => return KeyAction::NextPage,
            KeyCode::Char('c') => self.typed = Some("comment ".to_owned()),
            KeyCode::Char('o') => self.typed = Some("open ".to_owned()),
            KeyCode::Char(':' | '/') => self.typed = Some(String::new()),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.typed = Some(digit.to_string()),
            _ => return meaning(key).map_or(KeyAction::Nothing, KeyAction::Command),
        }
        KeyAction::Nothing
    }
}

/// The command of a key.
fn meaning(key: KeyCode) -> Option<TableCommand> {
    let step = |right, down| TableCommand::Move { right, down };
    Some(match key {
        KeyCode::Left => step(-1, 0),
        KeyCode::Right => step(1, 0),
        KeyCode::Up => step(0, -1),
        KeyCode::Down => step(0, 1),
        KeyCode::Home => step(-5, 0),
        KeyCode::End => step(5, 0),
        KeyCode::PageUp => step(0, -5),
        KeyCode::PageDown => step(0, 5),
        KeyCode::Enter => TableCommand::PutHere,
        KeyCode::Backspace => TableCommand::Undo,
        KeyCode::Esc => TableCommand::QUIT,
        KeyCode::Char(letter) => letter_meaning(letter)?,
        _ => return None,
    })
}

fn letter_meaning(letter: char) -> Option<TableCommand> {
    Some(match letter {
        ' ' => TableCommand::PutHere,
        'u' => TableCommand::Undo,
        'r' => TableCommand::Redo,
        'h' => TableCommand::Hint,
        'f' => TableCommand::Forbidden,
        'g' => TableCommand::Go,
        'x' => TableCommand::Swap,
        'p' => TableCommand::Pause,
        's' => TableCommand::Save(None, false),
        'a' => TableCommand::Analyze,
        'm' => TableCommand::Numbers,
        'M' => TableCommand::Mistake,
        'V' => TableCommand::Review,
        't' => TableCommand::Threats,
        'w' => TableCommand::Explain,
        'v' => TableCommand::Variation,
        'e' => TableCommand::Edit,
        'R' => TableCommand::Resign,
        '[' => TableCommand::First,
        ']' => TableCommand::Last,
        'n' => TableCommand::New,
        '?' => TableCommand::Help,
        'q' => TableCommand::QUIT,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::Coord;

    fn press(keys: &mut Keys, code: KeyCode) -> KeyAction {
        keys.press(KeyEvent::new(code, KeyModifiers::NONE), BoardSize::square(15).unwrap(), false)
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
        assert_eq!(press(&mut keys, KeyCode::Esc), KeyAction::Command(TableCommand::QUIT));
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_as_a_whole() {
        let comment = "x".repeat(4000);
        let command = KeyAction::Command(TableCommand::Comment(comment.clone()));
        assert_eq!(typed(&format!(":comment {comment}")), command);
        let refused = KeyAction::Wrong(CommandError::TooLong { limit: LINE_LIMIT });
        assert_eq!(typed(&format!(":comment {}", "x".repeat(5000))), refused);
    }

    #[test]
    fn control_c_drops_the_line_and_then_leaves_and_releases_count_for_nothing() {
        let mut keys = Keys { typed: Some("h".into()) };
        let size = BoardSize::square(15).unwrap();
        let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(keys.press(ctrl_c, size, false), KeyAction::LineDropped);
        assert_eq!(keys.typed, None);
        assert_eq!(keys.press(ctrl_c, size, false), KeyAction::Command(TableCommand::QUIT));
        let released = KeyEvent { kind: KeyEventKind::Release, ..ctrl_c };
        assert_eq!(keys.press(released, size, false), KeyAction::Nothing);
    }
}
