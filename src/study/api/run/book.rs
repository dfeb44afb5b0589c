//! `book`: what the book knows about a position. It is only read.

use super::convert::win_chance;
use super::prepared::{Prepared, read_position};
use super::reporter::Reporter;
use crate::api::answer::{BookRecord, BookReport, KnownMove, Outcome};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::point::Pen;
use crate::api::request::LookUp;
use crate::api::settings::Defaults;
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::types::Score;
use tengen_records::book::choice::{proved_plies, sorted};
use tengen_records::book::reader::Book;
use tengen_records::book::{BookError, Record};
use tengen_records::book_formats::json_lines::RecordKeys;

/// Checks the request.
pub(super) fn prepare(request: &LookUp, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let Some(file) = defaults.book.clone() else {
        let error = "there is no book, expected the server to be started with --book";
        return Err(Refusal::bad("request", error));
    };
    let (position, pen) = read_position(&request.position, request.points, defaults)?;
    let work = move |_: &mut Engine, reporter: Reporter| match look_up(file.book(), &position, pen)
    {
        Ok(report) => reporter.done(Outcome::Book(report)),
        Err(error) => reporter.fail(Refusal::of(ErrorCode::Book, error.to_string())),
    };
    Ok(Prepared::light(work))
}

fn look_up(book: &Book, position: &Position, pen: Pen) -> Result<BookReport, BookError> {
    let session = book.session()?;
    let children = session.children(position)?;
    let moves = sorted(&children)
        .into_iter()
        .map(|child| KnownMove { play: pen.point(child.coord), record: known(&child.record, pen) });
    Ok(BookReport {
        positions: session.len()?,
        record: session.get(position)?.map(|record| known(&record, pen)),
        moves: moves.collect(),
    })
}

fn known(record: &Record, pen: Pen) -> BookRecord {
    BookRecord {
        keys: RecordKeys::of(record, |coord| pen.point(coord)),
        win_chance: record.value.map(|value| win_chance(Score(value.into()))),
        proved: record.is_proved(),
        claim: record.is_claimed_result(),
        plies: proved_plies(record),
    }
}
