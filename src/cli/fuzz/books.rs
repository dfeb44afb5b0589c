//! Books, their records, and libraries and databases of other programs.

use std::path::Path;
use std::sync::Arc;

use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::book::key::Canonical;
use tengen_records::book::reader::Book;
use tengen_records::book::sealed::SealedBook;
use tengen_records::book::yxdb::{YxdbReader, YxdbRecord, YxdbWriter};
use tengen_records::book::{Label, Record, codec, proof, swap2};
use tengen_records::book_formats::{BookEntry, databases, json_lines, libraries, rows, yxdb};
use tengen_records::renlib;
use tengen_util::charset::Charset;

/// The positions that the samples of sealed books know.
pub(super) fn known_positions() -> impl Iterator<Item = Position> {
    let size = BoardSize::new(15, 12).expect("a size within the limits");
    let mut positions = vec![Position::new(Rule::Freestyle, size)];
    for coord in size.coords().take(3) {
        let mut after = positions[0].clone();
        let _ = after.play(coord);
        positions.push(after);
    }
    positions.into_iter()
}

/// A sealed book: writing it gives the same bytes, and positions can be looked up.
pub(super) fn sealed(bytes: &[u8]) -> bool {
    let Ok(sealed) = SealedBook::read(bytes, Path::new("a.book")) else { return false };
    let again = SealedBook::read(&sealed.bytes(), Path::new("a.book"));
    assert!(again.is_ok_and(|again| again.len() == sealed.len()), "what was written can be read");
    let book = Book::Sealed(Arc::new(sealed));
    for position in known_positions() {
        let proof = proof::of(&book, &position).expect("a book in memory can be read");
        let session = book.session().expect("a book in memory can be read");
        for record in session.get(&position).into_iter().flatten() {
            on_board(&record, position.size());
        }
        assert!(proof.is_none_or(|proof| proof.label != Label::Win || !proof.line.is_empty()));
        let choices = swap2::choices(&session, &position).expect("a book in memory can be read");
        for pair in choices.into_iter().flat_map(|choices| choices.pairs) {
            assert!(pair.stones.iter().all(|&coord| position.is_empty_at(coord)), "{pair:?}");
        }
    }
    true
}

fn on_board(record: &Record, size: BoardSize) {
    let points = record.best.into_iter().chain(record.texts.iter().map(|&(coord, _)| coord));
    points.for_each(|coord| assert!(size.contains(coord), "{coord} on {size}"));
}

/// A record of a store.
pub(super) fn record(bytes: &[u8]) -> bool {
    let Ok(record) = codec::decode(&[], bytes) else { return false };
    // What was not proved here is read as a claim, so only what is written now comes back.
    let written = codec::encode(&[], &record);
    assert_eq!(codec::decode(&[], &written).as_ref(), Ok(&record));
    assert!(written == bytes || !record.is_checked());
    for position in known_positions() {
        let canonical = Canonical::of(&position);
        on_board(&record.clone().back(&canonical), position.size());
    }
    true
}

/// A record as JSON.
pub(super) fn line(line: &str) -> bool {
    let Ok(entry) = json_lines::read(line) else { return false };
    let written = json_lines::write(&entry);
    let again = json_lines::read(&written);
    assert_eq!(again.as_ref().ok(), Some(&entry), "{written}: {again:?}");
    true
}

/// Records as CSV; the records before a damaged row are returned.
pub(super) fn rows(bytes: &[u8]) -> bool {
    let mut entries = 0;
    let read = rows::read(bytes, |entry| {
        line(&json_lines::write(&entry));
        entries += 1;
        Ok::<_, rows::BookRowError>(())
    });
    read.is_ok() && entries > 0
}

/// A library of RenLib.
pub(super) fn lib(bytes: &[u8]) -> bool {
    let Ok(read) = renlib::read(bytes, Rule::Renju, None) else { return false };
    let each = libraries::each(&read.tree, |entry| {
        on_board(&entry.record, entry.position.size());
        Ok::<_, std::convert::Infallible>(())
    });
    each.expect("it cannot fail");
    if let Ok(written) = renlib::write(&read.tree, Charset::UTF_8) {
        let again = renlib::read(&written, Rule::Renju, Some(Charset::UTF_8));
        let again = again.expect("what was written can be read");
        let rewritten = renlib::write(&again.tree, Charset::UTF_8);
        assert_eq!(rewritten, Ok(written), "it is the same when it is read again");
    }
    true
}

/// A database, plain or compressed: its records survive the conversion to a book and back.
pub(super) fn yxdb(bytes: &[u8]) -> bool {
    let Ok(reader) = YxdbReader::new(bytes, Charset::GBK) else { return false };
    let mut is_whole = true;
    for record in reader {
        let Ok(record) = record else {
            is_whole = false;
            break;
        };
        if let Some(entry) = yxdb::entry(&record) {
            comes_back(&entry);
        }
    }
    is_whole
}

fn comes_back(entry: &BookEntry) {
    on_board(&entry.record, entry.position.size());
    let Some(held) = databases::held(entry) else { return };
    let Ok(bytes) = database(&[held], false) else { return };
    let reader = YxdbReader::new(&*bytes, Charset::GBK);
    let read: Result<Vec<YxdbRecord>, _> = reader.and_then(Iterator::collect);
    assert_eq!(read.map(|records| records.len()).ok(), Some(1));
}

/// A database of these records.
pub(super) fn database(records: &[YxdbRecord], is_compressed: bool) -> Result<Vec<u8>, String> {
    let fault = |error| format!("{error:?}");
    let mut writer =
        YxdbWriter::new(Vec::new(), records.len() as u32, is_compressed).map_err(fault)?;
    records.iter().try_for_each(|record| writer.write(record).map_err(fault))?;
    writer.finish().map_err(fault)
}
