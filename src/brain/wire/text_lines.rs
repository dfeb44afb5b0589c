//! Which lines are text rather than commands: the lines of a quoted text, and a path on a line of
//! its own. The reader sees lines before the session does; it must not take a remark such as `End
//! of the attack` for `END`.

use super::command::{Command, ParsedLine};
use super::database::{DatabaseTail, QuotedText};
use super::error::ParseError;

/// Follows the lines of a manager.
#[derive(Debug, Default)]
pub(crate) struct TextLines {
    expected: Expected,
}

/// What the next line is.
#[derive(Debug, Default)]
enum Expected {
    #[default]
    Command,
    /// Text, whatever it says.
    Line,
    /// More of a text whose quote is open.
    Text(QuotedText),
}

impl TextLines {
    /// Whether the next line is in a text whose quote is open: even a blank one belongs to it.
    pub(crate) fn is_in_text(&self) -> bool {
        matches!(self.expected, Expected::Text(_))
    }

    /// Whether this line, the next one, is text.
    pub(crate) fn takes(&mut self, parsed: &ParsedLine) -> bool {
        match (std::mem::take(&mut self.expected), &parsed.command) {
            (Expected::Line, _) => true,
            // With a new game, the closing quote was lost.
            (Expected::Command, command) | (Expected::Text(_), command @ Ok(Command::Start(_))) => {
                self.expected = after(command);
                false
            }
            (Expected::Text(mut text), _) => {
                if text.take(&parsed.line.text()).is_none() {
                    self.expected = Expected::Text(text);
                }
                true
            }
        }
    }
}

/// What follows a command.
fn after(command: &Result<Command, ParseError>) -> Expected {
    match command {
        Ok(Command::Database(word, rest)) => match word.tail() {
            DatabaseTail::Path if rest.trim().is_empty() => Expected::Line,
            DatabaseTail::QuotedAndRows => {
                let mut text = QuotedText::default();
                let is_open = text.take(rest).is_none();
                if is_open { Expected::Text(text) } else { Expected::Command }
            }
            _ => Expected::Command,
        },
        Ok(Command::File(_, rest)) if rest.trim().is_empty() => Expected::Line,
        _ => Expected::Command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::WireLine;

    /// A word for each line: `text` or `command`.
    fn kinds(lines: &str) -> String {
        let mut text = TextLines::default();
        let kind = |line: &str| match text.takes(&ParsedLine::new(WireLine::new(line.as_bytes()))) {
            true => "text",
            false => "command",
        };
        lines.lines().map(kind).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_of_a_quoted_text_and_paths_are_text() {
        let remark = "yxedittextdatabase \"two\nEnd of \\\"it\\\"\nEND\"7,7\ndone\nEND";
        assert_eq!(kinds(remark), "command text text command command");
        assert_eq!(kinds("yxedittextdatabase \"one\"done\nEND"), "command command");
        assert_eq!(kinds("yxdbtolib\nend.lib\nEND"), "command text command");
        assert_eq!(kinds("yxdbtolib a.lib\nEND"), "command command");
        assert_eq!(kinds("yxhashdump\nEND\nEND"), "command text command");
        assert_eq!(kinds("TURN 7,7\nBOARD\n7,7,1\nDONE"), "command command command command");
    }

    #[test]
    fn a_new_game_ends_a_text_whose_quote_was_lost() {
        assert_eq!(kinds("yxedittextdatabase \"a\nSTART 15\nEND"), "command command command");
    }
}
