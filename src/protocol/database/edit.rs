//! What a user enters about a position.

use super::DatabaseRequest;
use super::error::DatabaseError;
use crate::book::key::Canonical;
use crate::book::store::{PATIENCE, Store};
use crate::book::{BookError, Bound, Record, Trust};
use crate::records::book::yxdb::label_of;
use crate::wire::NumberPair;

/// The bits of the mask.
const LABEL: i64 = 1;
const VALUE: i64 = 2;
const DEPTH: i64 = 4;

/// Sets label, value or depth, as the mask says. A proof is not overwritten.
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
    change(request, true, |record| {
        if mask & LABEL != 0 {
            record.label = label;
            *record = std::mem::take(record).reconciled();
        }
        if mask & VALUE != 0 {
            record.value = i16::try_from((*value).clamp(-30_000, 30_000)).ok();
            record.bound = Bound::Exact;
        }
        if mask & DEPTH != 0 {
            record.depth = (*depth).clamp(0, i16::MAX.into()) as i16;
        }
        if mask & (LABEL | VALUE | DEPTH) != 0 {
            record.trust = Trust::Person;
        }
    })
}

/// Sets the comment.
pub(super) fn comment(request: &DatabaseRequest) -> Result<(), DatabaseError> {
    let comment = request.arguments.trim();
    change(request, false, |record| comment.clone_into(&mut record.comment))
}

/// Sets the text on a point: `y,x text`; without a text it is removed.
pub(super) fn text_on_point(request: &DatabaseRequest) -> Result<(), DatabaseError> {
    let expected = "a point and a text, such as 7,7 A";
    let (point, text) = request.arguments.split_once(' ').unwrap_or((&request.arguments, ""));
    let size = request.position()?.size();
    let coord = NumberPair::parse(point).and_then(|pair| request.axes.coord(pair, size));
    let coord = coord.ok_or_else(|| request.wrong(expected))?;
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    change(request, false, |record| {
        record.texts.retain(|(at, _)| *at != coord);
        if !text.is_empty() {
            record.texts.push((coord, text.clone()));
            record.texts.sort_unstable();
        }
    })
}

/// Changes the record of the position, in one transaction. A record that becomes empty is removed.
fn change(
    request: &DatabaseRequest,
    is_claim: bool,
    edit: impl FnOnce(&mut Record),
) -> Result<(), DatabaseError> {
    let canonical = Canonical::of(request.position()?);
    let store = Store::open_unchecked(request.writable()?, PATIENCE)?;
    store.write(|batch| {
        let known = batch.get(&canonical.key)?.unwrap_or_default();
        if is_claim && known.is_proved() {
            return Err(DatabaseError::Proved { trust: known.trust });
        }
        let mut record = known.back(&canonical);
        edit(&mut record);
        let record = record.image(&canonical);
        let changed: Result<(), BookError> = match record.is_empty() {
            true => batch.remove(&canonical.key).map(drop),
            false => batch.set(&canonical.key, &record),
        };
        Ok(changed?)
    })
}
