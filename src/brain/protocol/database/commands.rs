//! Executes the commands.

use std::path::Path;

use super::error::DatabaseError;
use super::{DatabaseAnswer, DatabaseRequest, delete, edit, files, remark, show};
use crate::wire::database::DatabaseWord;
use tengen_engine::board::Position;
use tengen_records::book::reader::{Book, BookSession};

/// Executes a command. Without a database, queries are not answered: Yixin-Board sends them after
/// every move.
pub(crate) fn obey(request: &DatabaseRequest) -> DatabaseAnswer {
    let mut answer = DatabaseAnswer::default();
    if let Err(error) = attempt(request, &mut answer) {
        log::warn!("{error}");
        answer.replies.push(remark(error.to_string()));
    }
    answer
}

fn attempt(request: &DatabaseRequest, answer: &mut DatabaseAnswer) -> Result<(), DatabaseError> {
    use DatabaseWord as Word;
    let replies = &mut answer.replies;
    if request.is_query() && request.book.is_none() {
        return Ok(());
    }
    match request.word {
        Word::QueryAll => show::all(request, replies)?,
        Word::QueryAllAndText => {
            show::all(request, replies)?;
            show::text(request, replies)?;
        }
        Word::QueryOne => show::one(request, replies)?,
        Word::QueryText => show::text(request, replies)?,
        Word::EditValue => {
            edit::value(request)?;
            show::one(request, replies)?;
        }
        Word::EditText => edit::comment(request)?,
        Word::EditLabel => edit::text_on_point(request)?,
        Word::DeleteOne => delete::one(request, replies)?,
        Word::DeleteAll => {
            delete::all(request, replies)?;
            show::all(request, replies)?;
        }
        Word::Set => answer.book = Some(files::set(request, replies)?),
        Word::Save => files::save(request, replies)?,
        Word::ToTable => files::to_table(request, replies, true)?,
        Word::AllToTable => files::to_table(request, replies, false)?,
        Word::FromLib => files::from_lib(request, replies)?,
        Word::ToLib => files::to_lib(request, replies)?,
        Word::Merge => files::merge(request, replies)?,
        Word::Split => files::split(request, replies)?,
        Word::SetBest => edit::best(request, true)?,
        Word::ClearBest => edit::best(request, false)?,
        Word::FromTable => files::from_table(request, replies)?,
        Word::ToPositions => {
            return Err(DatabaseError::Undescribed { command: request.word.word() });
        }
        Word::Check | Word::Fix => files::check(request, replies)?,
    }
    Ok(())
}

impl DatabaseRequest {
    /// The file of the store.
    pub(super) fn store(&self) -> Result<&Path, DatabaseError> {
        self.book.as_deref().ok_or(DatabaseError::NoDatabase)
    }

    /// The path of the database, if it may change.
    pub(super) fn writable(&self) -> Result<&Path, DatabaseError> {
        if self.is_readonly { Err(DatabaseError::ReadOnly) } else { self.store() }
    }

    /// The position that the command is about.
    pub(super) fn position(&self) -> Result<&Position, DatabaseError> {
        self.position.as_ref().ok_or(DatabaseError::Arguments {
            command: self.word.word(),
            seen: "no board".to_owned(),
            expected: "START first",
        })
    }

    /// The book, open for reading.
    pub(super) fn session(&self) -> Result<BookSession, DatabaseError> {
        Ok(Book::open(self.store()?)?.session()?)
    }

    pub(super) fn wrong(&self, expected: &'static str) -> DatabaseError {
        DatabaseError::Arguments {
            command: self.word.word(),
            seen: self.arguments.clone(),
            expected,
        }
    }
}
