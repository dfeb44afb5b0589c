//! The records of Yixin's and Rapfi's databases as records of a book, and back.
//!
//! In a database, the label is for the side that just moved, the value for the side to move; here
//! both are for the side to move. A database cannot hold trust, best move, nodes, engine and
//! results of games; a label that is an author's own mark becomes a line of the comment.

use thiserror::Error;

use super::BookEntry;
use crate::book::yxdb::{YxdbBound, YxdbKey, YxdbRecord, YxdbText, label};
use crate::book::{Bound, Label, Record, Trust};
use tengen_engine::board::Position;
use tengen_engine::types::{Color, Coord, Score, Stone};

/// Values of a database from here on are wins.
const WIN: i16 = 29_500;

/// The depths that a database holds.
const DEPTHS: std::ops::RangeInclusive<i16> = -8_192..=8_191;

/// A position that a database cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a database has no blocked points")]
pub struct BlockedError;

/// The record as a record of a book; `None` if it is empty.
pub fn entry(record: &YxdbRecord) -> Option<BookEntry> {
    let YxdbRecord { key, label: mark, value, depth, bound, text } = record;
    let position = position_of(key)?;
    let YxdbText { on_points, mut comment } = YxdbText::parse(text);
    let label = label_of(*mark).unwrap_or_else(|mark| {
        let line = format!("label {mark}");
        comment = if comment.is_empty() { line } else { format!("{line}\n{comment}") };
        Label::None
    });
    let is_known = *bound != YxdbBound::None || *value != 0 || *depth != 0;
    let mut texts = on_points;
    texts.retain(|(coord, _)| key.size.contains(*coord));
    texts.sort_unstable();
    let record = Record {
        label,
        value: is_known.then(|| shared_value(*value)),
        bound: bound_of(*bound),
        depth: *depth,
        comment,
        texts,
        ..Record::default()
    };
    let says_nothing = record.is_empty();
    let claims = label != Label::None || is_known;
    let trust = if claims { Trust::Import } else { Trust::Unknown };
    (!says_nothing).then_some(BookEntry { position, record: Record { trust, ..record } })
}

fn position_of(key: &YxdbKey) -> Option<Position> {
    let mut position = Position::new(key.rule, key.size);
    // Alternating, so that the position can be written as a list of moves.
    for index in 0..key.black.len().max(key.white.len()) {
        for (stones, stone) in [(&key.black, Stone::Black), (&key.white, Stone::White)] {
            if let Some(&coord) = stones.get(index) {
                position.put(coord, stone).ok()?;
            }
        }
    }
    position.set_to_move(key.to_move);
    Some(position)
}

fn bound_of(bound: YxdbBound) -> Bound {
    match bound {
        YxdbBound::None => Bound::None,
        YxdbBound::Upper => Bound::Upper,
        YxdbBound::Lower => Bound::Lower,
        YxdbBound::Exact => Bound::Exact,
    }
}

/// The label for the side to move, or the author's own mark.
pub fn label_of(mark: i8) -> Result<Label, char> {
    match mark {
        label::NULL | label::NONE => Ok(Label::None),
        label::WIN => Ok(Label::Loss),
        label::LOSS => Ok(Label::Win),
        label::DRAW => Ok(Label::Draw),
        label::FORCED => Ok(Label::Forced),
        label::BLOCKED => Ok(Label::Blocked),
        other => Err(char::from(other.cast_unsigned())),
    }
}

/// The letter of a label in a database, for the side that just moved.
pub const fn mark_of(label: Label) -> i8 {
    match label {
        Label::None => label::NONE,
        Label::Win => label::LOSS,
        Label::Loss => label::WIN,
        Label::Draw => label::DRAW,
        Label::Forced => label::FORCED,
        Label::Blocked => label::BLOCKED,
    }
}

/// A value of a database in our unit: both count wins down from 30,000, but ours begin at 29,000.
fn shared_value(value: i16) -> i16 {
    let most = Score::MATE_THRESHOLD as i16 - 1;
    if value.unsigned_abs() >= WIN.unsigned_abs() {
        value.clamp(-(Score::MATE as i16), Score::MATE as i16)
    } else {
        value.clamp(-most, most)
    }
}

/// A record as a record of a database.
///
/// # Errors
/// If the position has blocked points. The writer refuses rules and boards that the format lacks.
pub fn record(BookEntry { position, record }: &BookEntry) -> Result<YxdbRecord, BlockedError> {
    if position.stones().iter().any(|(_, stone)| *stone == Stone::Blocked) {
        return Err(BlockedError);
    }
    let of = |color: Color| -> Vec<Coord> {
        let stones = position.stones().iter();
        stones.filter(|(_, s)| s.color() == Some(color)).map(|&(coord, _)| coord).collect()
    };
    let (rule, size, to_move) = (position.rule(), position.size(), position.to_move());
    let key = YxdbKey { rule, size, to_move, black: of(Color::Black), white: of(Color::White) };
    let (key, symmetry) = key.canonical();
    let on_points = record.texts.iter();
    let on_points =
        on_points.map(|(coord, text)| (symmetry.apply(*coord, size), text.clone())).collect();
    let text = YxdbText { on_points, comment: record.comment.clone() }.to_string();
    let bound = match record.bound {
        Bound::None => YxdbBound::None,
        Bound::Upper => YxdbBound::Upper,
        Bound::Lower => YxdbBound::Lower,
        Bound::Exact => YxdbBound::Exact,
    };
    Ok(YxdbRecord {
        label: mark_of(record.label),
        value: record.value.unwrap_or_default(),
        depth: record.depth.clamp(*DEPTHS.start(), *DEPTHS.end()),
        bound,
        text,
        ..YxdbRecord::new(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::{BoardSize, Rule};

    fn position() -> Position {
        let mut position = Position::new(Rule::Renju, BoardSize::square(15).unwrap());
        for (x, y) in [(7, 7), (8, 6), (9, 9)] {
            position.play(Coord::new(x, y)).unwrap();
        }
        position
    }

    fn known(record: Record) -> BookEntry {
        BookEntry { position: position(), record: Record { trust: Trust::Import, ..record } }
    }

    /// A pitfall of the format: the label is for the side that moved, the value for the side to
    /// move.
    #[test]
    fn labels_turn_around_and_values_do_not() {
        for (ours, theirs) in [
            (Label::Win, b'l'),
            (Label::Loss, b'w'),
            (Label::Draw, b'd'),
            (Label::Forced, b'!'),
            (Label::Blocked, b'x'),
        ] {
            let said =
                record(&known(Record { label: ours, value: Some(-120), ..Record::default() }));
            let said = said.unwrap();
            assert_eq!((said.label, said.value), (theirs.cast_signed(), -120));
            let back = entry(&said).unwrap().record;
            assert_eq!((back.label, back.value), (ours, Some(-120)));
        }
    }

    #[test]
    fn everything_that_both_hold_comes_back() {
        use crate::book::key::Canonical;
        let record_of = Record {
            label: Label::Loss,
            value: Some(-29_984),
            bound: Bound::Exact,
            depth: 16,
            comment: "a remark\nin two lines".to_owned(),
            texts: vec![(Coord::new(0, 1), "A".to_owned()), (Coord::new(7, 7), "12".to_owned())],
            ..Record::default()
        };
        let known = known(record_of);
        let back = entry(&record(&known).unwrap()).unwrap();
        let (one, other) = (Canonical::of(&known.position), Canonical::of(&back.position));
        assert_eq!(one.key, other.key);
        assert_eq!(back.record.image(&other), known.record.image(&one));
    }

    #[test]
    fn marks_of_authors_become_remarks_and_empty_records_none() {
        let plain = record(&known(Record::default())).unwrap();
        let own = YxdbRecord { label: b'a'.cast_signed(), ..plain.clone() };
        let said = entry(&own).unwrap().record;
        assert_eq!((said.label, said.comment.as_str()), (Label::None, "label a"));
        assert_eq!(entry(&YxdbRecord::new(plain.key)), None);
        assert_eq!((shared_value(29_200), shared_value(-29_600)), (28_999, -29_600));
        let mut position = position();
        position.put(Coord::new(0, 0), Stone::Blocked).unwrap();
        let blocked = BookEntry { position, record: Record::default() };
        assert_eq!(record(&blocked), Err(BlockedError));
    }
}
