//! What a book proves: the side to move wins, and the line of the longest resistance as far as the
//! book knows it.

use super::choice::{claimed, proved_win};
use super::error::BookError;
use super::reader::{Book, Session};
use super::record::Label;
use crate::board::Position;
use crate::types::{Coord, Score};

/// A win that a book proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookWin {
    /// Plies to the five against every defense, at most; `None` if the book does not say.
    pub plies: Option<usize>,
    /// The winning move, and what follows: the replies after which the win takes longest, the moves
    /// against them. It ends where the book does.
    pub line: Vec<Coord>,
}

/// The win of the side to move, if the book proves one.
///
/// # Errors
/// If the book cannot be read.
pub(crate) fn win(book: &Book, position: &Position) -> Result<Option<BookWin>, BookError> {
    let session = book.session()?;
    let Some(first) = step(&session, position)? else { return Ok(None) };
    let plies =
        (first.value >= Score::MATE_THRESHOLD).then(|| (Score::MATE - first.value) as usize);
    let mut line = vec![first.coord];
    let mut position = position.clone();
    let mut last = first.coord;
    while position.play(last).is_ok() {
        let Some((reply, play)) = longest(&session, &position)? else { break };
        if position.play(reply).is_err() {
            break;
        }
        line.extend([reply, play]);
        last = play;
    }
    Ok(Some(BookWin { plies, line }))
}

/// A winning move and the value that the book claims for it.
struct Step {
    coord: Coord,
    value: i32,
}

fn step(session: &Session, position: &Position) -> Result<Option<Step>, BookError> {
    let own = session.get(position)?;
    if let Some(win) = proved_win(own.as_ref(), position, &[]) {
        return Ok(Some(Step { coord: win.coord, value: win.value }));
    }
    // The record may not name the move; the one after which the opponent loses soonest wins too.
    let children = session.children(position)?.into_iter();
    let lost = children.filter(|child| child.record.proved() == Some(Label::Loss));
    let steps = lost.filter_map(|child| {
        let value = -claimed(&child.record)?;
        // The move itself is a ply.
        let ply = i32::from(value >= Score::MATE_THRESHOLD);
        Some(Step { coord: child.coord, value: value - ply })
    });
    Ok(steps.max_by_key(|step| step.value))
}

/// The reply after which the win takes longest, and the winning move after it.
fn longest(session: &Session, position: &Position) -> Result<Option<(Coord, Coord)>, BookError> {
    let children = session.children(position)?.into_iter();
    let mut won: Vec<(i32, Coord)> = children
        .filter(|child| child.record.proved() == Some(Label::Win))
        .filter_map(|child| Some((claimed(&child.record)?, child.coord)))
        .collect();
    won.sort_unstable_by_key(|&(value, coord)| (value, coord.y, coord.x));
    for (_, reply) in won {
        let mut after = position.clone();
        if after.play(reply).is_ok()
            && let Some(step) = step(session, &after)?
        {
            return Ok(Some((reply, step.coord)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::key::Canonical;
    use super::super::record::{Record, Trust};
    use super::super::sealed::Sealed;
    use super::*;
    use crate::board::notation::{parse_moves, write_moves};
    use crate::types::{BoardSize, Rule};

    fn played(moves: &str) -> Position {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(9).unwrap());
        for coord in parse_moves(moves, position.size()).unwrap() {
            position.play(coord).unwrap();
        }
        position
    }

    /// A book of records: moves, label, plies to the five, best move.
    fn book(records: &[(&str, Label, i16, Option<&str>)]) -> Book {
        let record = |&(moves, label, plies, best): &(&str, Label, i16, Option<&str>)| {
            let position = played(moves);
            let canonical = Canonical::of(&position);
            let value = Some(if label == Label::Win { 30_000 - plies } else { plies - 30_000 });
            let best = best.map(|best| parse_moves(best, position.size()).unwrap()[0]);
            let record = Record { label, value, best, trust: Trust::Checker, ..Record::default() };
            let record = record.image(&canonical);
            (canonical.key, record)
        };
        Book::Sealed(Arc::new(Sealed::new(String::new(), records.iter().map(record)).unwrap()))
    }

    fn line(book: &Book, moves: &str) -> Option<(Option<usize>, String)> {
        let position = played(moves);
        let win = win(book, &position).unwrap()?;
        Some((win.plies, write_moves(win.line, position.size())))
    }

    #[test]
    fn the_line_follows_the_longest_resistance_to_the_end_of_the_book() {
        let book = book(&[
            ("", Label::Win, 9, Some("e5")),
            ("e5", Label::Loss, 8, None),
            ("e5d4", Label::Win, 5, Some("f6")),
            ("e5e4", Label::Win, 7, Some("d6")),
            ("e5e4d6f4", Label::Win, 3, Some("g7")),
        ]);
        assert_eq!(line(&book, ""), Some((Some(9), "e5e6d4f6g3".to_owned())));
        assert_eq!(line(&book, "e5d4f6f4"), None, "nothing is known there");
        // A mirror image of the position after e5e4d6f4.
        assert_eq!(line(&book, "e5e6d4f6"), Some((Some(3), "g3".to_owned())));
        assert_eq!(line(&book, "e5"), None, "white loses there");
        assert_eq!(line(&book, "a1"), None);
    }

    #[test]
    fn a_move_is_found_by_what_the_book_says_after_it() {
        let book = book(&[("e5", Label::Loss, 8, None), ("a1", Label::Loss, 12, None)]);
        assert_eq!(line(&book, ""), Some((Some(9), "e5".to_owned())));
    }
}
