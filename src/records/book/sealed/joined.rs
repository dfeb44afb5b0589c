//! Two sealed books as one.

use super::{RECORD, SealedBook, hash_of, record_of};

impl SealedBook {
    /// Joins two books, without their openings for swap2. Of a position that both have, a proved
    /// record counts, otherwise that of `self`.
    pub fn joined(mut self, other: Self) -> Self {
        self.records.extend(other.records);
        // Stable: of equals the first counts.
        let is_proved =
            |row: &[u8; RECORD]| record_of(row).is_some_and(|record| record.is_proved());
        self.records.sort_by_key(|row| (hash_of(row), !is_proved(row)));
        self.records.dedup_by_key(|row| hash_of(row));
        self.openings.clear();
        self.provenance = format!("{}; {}", self.provenance, other.provenance);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::key::Canonical;
    use crate::book::record::{Label, Record, Trust};
    use tengen_engine::board::{Position, notation};
    use tengen_engine::types::{BoardSize, Rule};

    fn position(moves: &str) -> Position {
        let mut position = Position::new(Rule::Standard, BoardSize::square(15).unwrap());
        for coord in notation::parse_moves(moves, position.size()).unwrap() {
            position.play(coord).unwrap();
        }
        position
    }

    fn sealed(provenance: &str, records: &[(&str, Record)]) -> SealedBook {
        let keyed = records
            .iter()
            .map(|(moves, record)| (Canonical::of(&position(moves)).key, record.clone()));
        SealedBook::new(provenance.to_owned(), keyed).unwrap()
    }

    fn searched(value: i16) -> Record {
        Record { value: Some(value), trust: Trust::Search, ..Record::default() }
    }

    #[test]
    fn joined_books_know_what_both_know_and_what_is_proved() {
        let won = Record { label: Label::Win, trust: Trust::Checker, ..searched(29_950) };
        let one =
            sealed("one", &[("h8", searched(1)), ("h8h9", searched(2)), ("h8i9j8", searched(3))]);
        let other = sealed(
            "other",
            &[("h8", searched(9)), ("h8h9", won.clone()), ("a1b2c3", searched(-4))],
        );
        let value = |book: &SealedBook, moves: &str| {
            book.get(&Canonical::of(&position(moves)).key).and_then(|record| record.value)
        };
        let books = [one.clone().joined(other.clone()), other.joined(one)];
        for (book, first) in books.iter().zip([1, 9]) {
            assert_eq!(book.len(), 4);
            assert_eq!(value(book, "h8"), Some(first));
            assert_eq!(value(book, "h8h9"), won.value);
            assert!(book.openings(&[]).is_empty());
            assert_eq!(SealedBook::read(&book.bytes(), std::path::Path::new("a")).unwrap(), *book);
        }
        assert_eq!(books[0].provenance(), "one; other");
    }
}
