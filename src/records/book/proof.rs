//! What a book proves: who wins, and the line of longest resistance as far as the book knows it.

use super::choice::{plies, proved_win};
use super::error::BookError;
use super::reader::{Book, BookSession};
use super::record::Label;
use tengen_engine::board::Position;
use tengen_engine::types::Coord;

/// What a book proves about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookProof {
    /// [`Label::Win`], [`Label::Loss`] or [`Label::Draw`], for the side to move.
    pub label: Label,
    /// Upper bound of the plies to the five against every defense; `None` if the book has none.
    pub plies: Option<usize>,
    /// The winning moves, and the replies after which the win takes longest. It ends where the book
    /// ends.
    pub line: Vec<Coord>,
}

/// What the book proves about a position, if anything.
///
/// # Errors
/// If the book cannot be read.
pub fn of(book: &Book, position: &Position) -> Result<Option<BookProof>, BookError> {
    proved(&book.session()?, position)
}

/// What the book proves about a move, for the player who makes it; the line begins with the move.
///
/// # Errors
/// If the book cannot be read.
pub fn of_move(
    book: &Book,
    position: &Position,
    play: Coord,
) -> Result<Option<BookProof>, BookError> {
    let session = book.session()?;
    let mut after = position.clone();
    if after.play(play).is_err() {
        return Ok(None);
    }
    if let Some(proof) = proved(&session, &after)? {
        return Ok(Some(before(play, proof)));
    }
    let own = proved(&session, position)?;
    Ok(own.filter(|proof| proof.label == Label::Win && proof.line.first() == Some(&play)))
}

/// What the book proves about the moves of a position, each for the player who makes it; the lines
/// are the moves alone.
///
/// # Errors
/// If the book cannot be read.
pub fn moves(book: &Book, position: &Position) -> Result<Vec<BookProof>, BookError> {
    let session = book.session()?;
    let children = session.children(position)?.into_iter();
    let mut known: Vec<BookProof> = children
        .filter_map(|child| {
            let label = child.record.proved()?;
            let plies = plies(child.record.claimed()?);
            Some(before(child.coord, BookProof { label, plies, line: Vec::new() }))
        })
        .collect();
    if let Some(step) = step(&session, position)?
        && !known.iter().any(|proof| proof.line == [step.coord])
    {
        let (plies, line) = (plies(step.value), vec![step.coord]);
        known.push(BookProof { label: Label::Win, plies, line });
    }
    Ok(known)
}

fn proved(session: &BookSession, position: &Position) -> Result<Option<BookProof>, BookError> {
    if let Some(first) = step(session, position)? {
        let mut after = position.clone();
        let mut line = vec![first.coord];
        if after.play(first.coord).is_ok() {
            line.extend(resistance(session, after)?);
        }
        return Ok(Some(BookProof { label: Label::Win, plies: plies(first.value), line }));
    }
    let Some(own) = session.get(position)? else { return Ok(None) };
    // A win without a move is of little use, so it is searched.
    let known = own.proved().filter(|label| *label != Label::Win).zip(own.claimed());
    known
        .map(|(label, value)| {
            let line = match label {
                Label::Loss => resistance(session, position.clone())?,
                _ => Vec::new(),
            };
            Ok(BookProof { label, plies: plies(value), line })
        })
        .transpose()
}

/// The proof about a move, from the proof about the position after it.
fn before(play: Coord, after: BookProof) -> BookProof {
    let label = match after.label {
        Label::Win => Label::Loss,
        Label::Loss => Label::Win,
        other => other,
    };
    let line = [play].into_iter().chain(after.line).collect();
    BookProof { label, plies: after.plies.map(|plies| plies + 1), line }
}

/// Replies after which a lost position lasts longest, and the moves against them.
fn resistance(session: &BookSession, mut position: Position) -> Result<Vec<Coord>, BookError> {
    let mut line = Vec::new();
    while let Some((reply, play)) = longest(session, &position)? {
        if position.play(reply).is_err() || position.play(play).is_err() {
            break;
        }
        line.extend([reply, play]);
    }
    Ok(line)
}

/// A winning move and the value that the book claims for it.
struct ProofStep {
    coord: Coord,
    value: i32,
}

fn step(session: &BookSession, position: &Position) -> Result<Option<ProofStep>, BookError> {
    let own = session.get(position)?;
    if let Some(win) = proved_win(own.as_ref(), position, &[]) {
        return Ok(Some(ProofStep { coord: win.coord, value: win.value }));
    }
    // The record may not name the move; the one after which the opponent loses soonest wins too.
    let children = session.children(position)?.into_iter();
    let lost = children.filter(|child| child.record.proved() == Some(Label::Loss));
    let steps = lost.filter_map(|child| {
        Some(ProofStep { coord: child.coord, value: child.record.claimed_for_move()? })
    });
    Ok(steps.max_by_key(|step| step.value))
}

/// The reply after which the win takes longest, and the winning move after it.
fn longest(
    session: &BookSession,
    position: &Position,
) -> Result<Option<(Coord, Coord)>, BookError> {
    let children = session.children(position)?.into_iter();
    let mut won: Vec<(i32, Coord)> = children
        .filter(|child| child.record.proved() == Some(Label::Win))
        .filter_map(|child| Some((child.record.claimed()?, child.coord)))
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
    use super::super::sealed::SealedBook;
    use super::*;
    use tengen_engine::board::notation::{parse_moves, write_moves};
    use tengen_engine::types::{BoardSize, Rule};

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
        Book::Sealed(Arc::new(SealedBook::new(String::new(), records.iter().map(record)).unwrap()))
    }

    fn line(book: &Book, moves: &str) -> Option<(Option<usize>, String)> {
        let position = played(moves);
        let win = of(book, &position).unwrap().filter(|proof| proof.label == Label::Win)?;
        Some((win.plies, write_moves(win.line, position.size())))
    }

    fn about(book: &Book, moves: &str) -> Vec<(Label, Option<usize>, String)> {
        let position = played(moves);
        let proofs = super::moves(book, &position).unwrap().into_iter();
        proofs
            .map(|proof| (proof.label, proof.plies, write_moves(proof.line, position.size())))
            .collect()
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
    fn the_losing_side_sees_its_longest_resistance() {
        let book = book(&[
            ("e5", Label::Loss, 8, None),
            ("e5d4", Label::Win, 5, Some("f6")),
            ("e5e4", Label::Win, 7, Some("d6")),
            ("e5e4d6", Label::Loss, 6, None),
            ("a1", Label::Draw, 0, None),
        ]);
        let lost = of(&book, &played("e5")).unwrap().unwrap();
        let line = write_moves(lost.line, played("").size());
        assert_eq!((lost.label, lost.plies, line.as_str()), (Label::Loss, Some(8), "e6d4"));
        let drawn = of(&book, &played("a9")).unwrap().unwrap();
        assert_eq!((drawn.label, drawn.plies), (Label::Draw, None));
        assert_eq!(of(&book, &played("b2")).unwrap(), None);
    }

    #[test]
    fn what_is_proved_about_moves_is_said_for_who_makes_them() {
        let records = [("e5", Label::Loss, 8, None), ("a1", Label::Win, 12, Some("e5"))];
        let known = about(&book(&records), "");
        // The corner has four images.
        assert_eq!(known.len(), 5);
        assert!(known.contains(&(Label::Win, Some(9), "e5".to_owned())));
        assert!(known.contains(&(Label::Loss, Some(13), "a9".to_owned())));
        // The move of the position's own record counts too.
        let named = about(&book(&[("", Label::Win, 9, Some("e5"))]), "");
        assert_eq!(named, [(Label::Win, Some(9), "e5".to_owned())]);
    }

    #[test]
    fn what_is_proved_about_one_move_is_found_alone() {
        let book = book(&[("e5", Label::Loss, 8, None), ("a1", Label::Win, 12, Some("e5"))]);
        let of_move = |play: &str| {
            let empty = played("");
            let coord = parse_moves(play, empty.size()).unwrap()[0];
            of_move(&book, &empty, coord).unwrap().map(|proof| (proof.label, proof.plies))
        };
        assert_eq!(of_move("e5"), Some((Label::Win, Some(9))));
        assert_eq!(of_move("a1"), Some((Label::Loss, Some(13))));
        assert_eq!(of_move("c3"), None);
    }

    #[test]
    fn a_move_is_found_by_what_the_book_says_after_it() {
        let book = book(&[("e5", Label::Loss, 8, None), ("a1", Label::Loss, 12, None)]);
        assert_eq!(line(&book, ""), Some((Some(9), "e5".to_owned())));
    }
}
