//! What a user enters about a position.

use super::DatabaseRequest;
use super::error::DatabaseError;
use crate::wire::NumberPair;
use tengen_engine::types::Coord;
use tengen_records::book::key::Canonical;
use tengen_records::book::store::{PATIENCE, Store};
use tengen_records::book::{Label, Record, Trust};
use tengen_records::book_formats::yxdb::label_of;

/// The bits of the mask.
const LABEL: i64 = 1;
const VALUE: i64 = 2;
const DEPTH: i64 = 4;

/// Sets label, value or depth, as the mask says; what contradicts it goes. A proof is not
/// overwritten.
pub(super) fn value(request: &DatabaseRequest) -> Result<(), DatabaseError> {
    let expected = "mask, label, value and depth";
    let numbers = request.arguments.split_whitespace().map(str::parse::<i64>);
    let numbers: Result<Vec<i64>, _> = numbers.collect();
    let Ok([mask, label, value, depth]) = numbers.as_deref() else {
        return Err(request.wrong(expected));
    };
    let letter = u8::try_from(*label).map_or(*label, |letter| letter.to_ascii_lowercase().into());
    let label = i8::try_from(letter).ok().and_then(|letter| label_of(letter).ok());
    let label = label.ok_or_else(|| request.wrong("the label w, l, d, x, ! or -1 as a number"))?;
    let said = |bits: i64| mask & bits != 0;
    let label = said(LABEL).then_some(label);
    let value = said(VALUE).then(|| (*value).clamp(-30_000, 30_000) as i16);
    let other_side = || request.wrong("a value of the side that wins by the label");
    change(request, true, |record| {
        let depth_before = record.depth;
        record.set_result(label, value).map_err(|_| other_side())?;
        if said(DEPTH) {
            record.depth = (*depth).clamp(0, i16::MAX.into()) as i16;
        } else if value.is_some() {
            // A front end may set the depth first: the mask says what changes.
            record.depth = depth_before;
        }
        if said(LABEL | VALUE | DEPTH) {
            record.trust = Trust::Person;
        }
        Ok(())
    })
}

/// Marks the last of the moves as the one that must be played, and no other move in its place; or
/// takes the mark away. A label that says more stays.
pub(super) fn best(request: &DatabaseRequest, is_set: bool) -> Result<(), DatabaseError> {
    let position = request.position()?;
    let Some(&(last, _)) = position.stones().last() else {
        return Err(DatabaseError::NoMove { command: request.word.word() });
    };
    let mut before = position.clone();
    // The last stone is on the board, so it can be taken away.
    let _ = before.remove(last);
    before.set_to_move(!position.to_move());
    let marked = Canonical::of(position).key;
    let store = Store::open_unchecked(request.writable()?, PATIENCE)?;
    store.write(|batch| {
        let others: Vec<Coord> = before.empty_coords().collect();
        for at in others {
            let mut after = before.clone();
            if after.play(at).is_err() {
                continue;
            }
            let canonical = Canonical::of(&after);
            let is_marked = is_set && canonical.key == marked;
            let mut record = batch.get(&canonical.key)?.unwrap_or_default();
            let label = match (record.label, is_marked) {
                (Label::None, true) => Label::Forced,
                (Label::Forced, false) => Label::None,
                _ => continue,
            };
            record.label = label;
            // A record that says nothing else goes with its mark.
            record.trust = match record.claims_something() {
                true => record.trust.max(Trust::Person),
                false => Trust::Unknown,
            };
            batch.replace(&canonical.key, &record)?;
        }
        Ok(())
    })
}

/// Sets the comment.
pub(super) fn comment(request: &DatabaseRequest) -> Result<(), DatabaseError> {
    let comment = request.arguments.trim();
    change(request, false, |record| {
        comment.clone_into(&mut record.comment);
        Ok(())
    })
}

/// Sets the text on a point: `y,x text`; without a text it is removed.
pub(super) fn text_on_point(request: &DatabaseRequest) -> Result<(), DatabaseError> {
    let expected = "a point and a text, such as 3,3 A";
    let (point, text) = request.arguments.split_once(' ').unwrap_or((&request.arguments, ""));
    let size = request.position()?.size();
    let coord = NumberPair::parse(point).and_then(|pair| request.axes.coord(pair, size));
    let coord = coord.ok_or_else(|| request.wrong(expected))?;
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    change(request, false, |record| {
        record.set_text(coord, &text);
        Ok(())
    })
}

/// Changes the record of the position, in one transaction. A record that becomes empty is removed.
fn change(
    request: &DatabaseRequest,
    is_claim: bool,
    edit: impl FnOnce(&mut Record) -> Result<(), DatabaseError>,
) -> Result<(), DatabaseError> {
    let canonical = Canonical::of(request.position()?);
    let store = Store::open_unchecked(request.writable()?, PATIENCE)?;
    store.write(|batch| {
        let known = batch.get(&canonical.key)?.unwrap_or_default();
        if is_claim && known.is_proved() {
            return Err(DatabaseError::Proved { trust: known.trust });
        }
        let mut record = known.back(&canonical);
        edit(&mut record)?;
        Ok(batch.replace(&canonical.key, &record.image(&canonical))?)
    })
}
