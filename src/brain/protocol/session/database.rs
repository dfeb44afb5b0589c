//! Commands of the position database, collected until they are complete: a path on the next line, a
//! quoted text over several lines, rows up to `DONE`.

use std::time::Duration;

use super::BrainSession;
use super::action::{Actions, SessionAction, answered, say_error};
use super::draft::{Draft, PathOf, RowsDraft, RowsOf, TextDraft};
use crate::protocol::database::DatabaseRequest;
use crate::protocol::error::StateError;
use crate::protocol::setup;
use crate::wire::database::{DatabaseTail, DatabaseWord, QuotedText};
use crate::wire::{BlockKind, BlockReader, BlockRow, Command, ParseError, WireLine};
use tengen_util::text::WordCursor;

impl BrainSession {
    /// The first line of a command.
    pub(super) fn open_database(
        &mut self,
        word: DatabaseWord,
        rest: &str,
        at: Duration,
    ) -> Actions {
        let block = BlockReader::new(BlockKind::Database);
        let (arguments, after) = match word.tail() {
            DatabaseTail::Nothing => return answered(self.whole(word, String::new(), &[])),
            DatabaseTail::Path if rest.trim().is_empty() => {
                self.draft = Some(Draft::Path(PathOf::Database(word)));
                return Vec::new();
            }
            DatabaseTail::Path => return answered(self.whole(word, rest.trim().to_owned(), &[])),
            DatabaseTail::Rows(count) => words(rest, count),
            DatabaseTail::FilterAndRows => filter(rest),
            DatabaseTail::LineAndRows => (rest.trim().to_owned(), ""),
            DatabaseTail::QuotedAndRows => {
                let text = QuotedText::default();
                return self.advance_text(TextDraft { word, text, block }, rest, at);
            }
        };
        let of = RowsOf::Database { word, arguments };
        self.open_rows(RowsDraft { block, of }, after, at)
    }

    /// A line inside a quoted text. One that is too long is an error: the rest of the command is
    /// skipped.
    pub(super) fn receive_text(
        &mut self,
        mut draft: TextDraft,
        line: &WireLine,
        command: Result<Command, ParseError>,
        at: Duration,
    ) -> Actions {
        // A new game: the closing quote was lost.
        if let Ok(Command::Start(_)) = command {
            let error = StateError::OpenText { command: draft.word.word() };
            let mut actions = vec![say_error(error)];
            actions.extend(self.obey_parsed(command, at));
            return actions;
        }
        let mut actions = Vec::new();
        draft.block.skip_line();
        if line.is_cut() && draft.block.refuse() {
            actions.push(say_error(ParseError::TooLong { length: line.length() }));
        }
        actions.extend(self.advance_text(draft, &line.text(), at));
        actions
    }

    fn advance_text(&mut self, mut draft: TextDraft, line: &str, at: Duration) -> Actions {
        let Some(rest) = draft.text.take(line) else {
            self.draft = Some(Draft::Text(draft));
            return Vec::new();
        };
        let TextDraft { word, text, block } = draft;
        let of = RowsOf::Database { word, arguments: text.into_text() };
        self.open_rows(RowsDraft { block, of }, rest, at)
    }

    /// Passes a complete command to the database.
    pub(super) fn whole(
        &mut self,
        word: DatabaseWord,
        arguments: String,
        rows: &[BlockRow],
    ) -> Result<Actions, StateError> {
        let command = word.word();
        let needs_board = !matches!(
            word,
            DatabaseWord::Set | DatabaseWord::Save | DatabaseWord::Check | DatabaseWord::Fix
        );
        let position = match self.game.as_ref().map(|game| &game.position) {
            None if needs_board => return Err(StateError::NoBoard { command }),
            None => None,
            Some(game) if word.tail() == DatabaseTail::Path => Some(game.clone()),
            Some(game) => {
                let (rule, size) = (self.settings.rule(), game.size());
                let position = setup::moves(rows, rule, size, self.axes);
                Some(position.map_err(|error| StateError::Setup { command, error })?)
            }
        };
        let request = DatabaseRequest {
            word,
            arguments,
            position,
            axes: self.axes,
            book: self.settings.book(),
            is_readonly: self.settings.is_database_readonly(),
        };
        Ok(vec![SessionAction::Database(Box::new(request))])
    }
}

/// The first words of a line, separated by blanks, and the rest.
fn words(line: &str, count: usize) -> (String, &str) {
    let mut words = WordCursor::new(line);
    let first: Vec<&str> = words.by_ref().take(count).collect();
    (first.join(" "), words.rest())
}

/// A filter such as `wlinstep 5`: a word of letters, possibly followed by a number; then the rest.
fn filter(line: &str) -> (String, &str) {
    let (word, rest) = words(line, 1);
    let is_filter = word.starts_with(|c: char| c.is_ascii_alphabetic());
    match word.to_ascii_uppercase().as_str() {
        "DONE" => (String::new(), line),
        _ if !is_filter => (String::new(), line),
        upper if upper.starts_with("WLINSTEP") => words(line, 2),
        _ => (word, rest),
    }
}
