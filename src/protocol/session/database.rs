//! Commands of the position database, collected until they are complete: a path on the next line, a
//! quoted text over several lines, rows up to `DONE`.

use std::time::Duration;

use super::Session;
use super::action::{Actions, SessionAction, answered, say_error};
use super::draft::{Draft, Stage};
use crate::protocol::database::DatabaseRequest;
use crate::protocol::error::StateError;
use crate::protocol::setup;
use crate::util::text::Words;
use crate::wire::database::{DatabaseTail, DatabaseWord, QuotedText};
use crate::wire::{Block, BlockKind, BlockProgress, BlockReader, BlockRow, Command, ParseError};

impl Session {
    /// The first line of a command.
    pub(super) fn open_database(
        &mut self,
        word: DatabaseWord,
        rest: &str,
        at: Duration,
    ) -> Actions {
        let draft = |arguments: &str, stage| Draft { word, arguments: arguments.to_owned(), stage };
        let rows = || Stage::Rows(BlockReader::new(BlockKind::Database));
        let (draft, line) = match word.tail() {
            DatabaseTail::Nothing => return answered(self.whole(word, String::new(), &[])),
            DatabaseTail::Path if rest.trim().is_empty() => (draft("", Stage::Path), None),
            DatabaseTail::Path => return answered(self.whole(word, rest.trim().to_owned(), &[])),
            DatabaseTail::Rows(count) => {
                let (arguments, after) = words(rest, count);
                (draft(&arguments, rows()), Some(after))
            }
            DatabaseTail::FilterAndRows => {
                let (arguments, after) = filter(rest);
                (draft(&arguments, rows()), Some(after))
            }
            DatabaseTail::LineAndRows => (draft(rest.trim(), rows()), None),
            DatabaseTail::QuotedAndRows => {
                let draft = draft("", Stage::Quoted(QuotedText::default()));
                return self.advance_text(draft, rest, at);
            }
        };
        match line {
            Some(line) => self.advance_rows(draft, line, at),
            None => {
                self.draft = Some(draft);
                Vec::new()
            }
        }
    }

    /// A line while a command is incomplete. Settings and stops may come between rows; any other
    /// command shows that the rows were cut off, and is executed.
    pub(super) fn receive_in_draft(
        &mut self,
        draft: Draft,
        line: &str,
        command: Result<Command, ParseError>,
        at: Duration,
    ) -> Actions {
        match (&draft.stage, command) {
            (Stage::Path, _) => answered(self.whole(draft.word, line.trim().to_owned(), &[])),
            // A new game: the closing quote was lost.
            (Stage::Quoted(_), command @ Ok(Command::Start(_))) => {
                let error = StateError::OpenText { command: draft.word.word() };
                let mut actions = vec![say_error(error)];
                actions.extend(self.obey_parsed(command, at));
                actions
            }
            (Stage::Quoted(_), _) => self.advance_text(draft, line, at),
            (Stage::Rows(_), Ok(Command::Done) | Err(ParseError::Unknown { .. })) => {
                self.advance_rows(draft, line, at)
            }
            (
                Stage::Rows(_),
                command @ (Ok(Command::Info(_) | Command::Stop | Command::End)
                | Err(ParseError::Info(_))),
            ) => {
                self.draft = Some(draft);
                self.obey_parsed(command, at)
            }
            (Stage::Rows(block), command) => {
                let mut actions: Actions = block.torn_by(line).map(say_error).into_iter().collect();
                actions.extend(self.obey_parsed(command, at));
                actions
            }
        }
    }

    fn advance_text(&mut self, mut draft: Draft, line: &str, at: Duration) -> Actions {
        let Stage::Quoted(text) = &mut draft.stage else { return Vec::new() };
        let Some(rest) = text.take(line) else {
            self.draft = Some(draft);
            return Vec::new();
        };
        draft.arguments = std::mem::take(text).into_text();
        draft.stage = Stage::Rows(BlockReader::new(BlockKind::Database));
        self.advance_rows(draft, rest, at)
    }

    fn advance_rows(&mut self, draft: Draft, line: &str, at: Duration) -> Actions {
        let Draft { word, arguments, stage: Stage::Rows(mut block) } = draft else {
            return Vec::new();
        };
        let BlockProgress { error, done } = block.feed(line);
        let mut actions: Actions = error.map(say_error).into_iter().collect();
        let Some(rest) = done else {
            self.draft = Some(Draft { word, arguments, stage: Stage::Rows(block) });
            return actions;
        };
        if let Some(Block { rows, .. }) = block.finish() {
            actions.extend(answered(self.whole(word, arguments, &rows)));
        }
        if !rest.is_empty() {
            actions.extend(self.obey_parsed(Command::parse(rest.as_bytes()), at));
        }
        actions
    }

    /// Passes a complete command to the database.
    fn whole(
        &mut self,
        word: DatabaseWord,
        arguments: String,
        rows: &[BlockRow],
    ) -> Result<Actions, StateError> {
        let command = word.word();
        let needs_board = !matches!(word, DatabaseWord::Set | DatabaseWord::Save);
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
    let mut words = Words::new(line);
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
