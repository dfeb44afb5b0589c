//! Adds a book's knowledge to the answers of the solver. The book proves some moves; threats alone
//! decide the others.

use crate::book::Label;
use crate::book::proof::BookProof;
use tengen_engine::threats::SolveResult;
use tengen_engine::threats::first_moves::{Defending, Winning};
use tengen_engine::types::Coord;

/// The kind of what a book proves.
pub const BOOK: &str = "book";

/// The kind of a win: of its threats, or [`BOOK`].
pub fn kind_name(answer: &Winning) -> &'static str {
    if answer.from_book { BOOK } else { answer.kind.name() }
}

/// Adds the moves that a book proves to win, and removes from the undecided ones those that it
/// decides.
pub fn add_to_winning(answer: &mut Winning, known: &[BookProof]) {
    for (coord, proof) in by_move(known) {
        answer.unknown.retain(|&other| other != coord);
        let found = answer.moves.iter().any(|&(other, _)| other == coord);
        if proof.label == Label::Win && !found {
            answer.moves.push((coord, proof.plies.unwrap_or(0)));
        }
    }
    if answer.result != SolveResult::Win
        && let Some(&(first, plies)) = answer.moves.first()
    {
        (answer.result, answer.from_book) = (SolveResult::Win, true);
        (answer.plies, answer.line) = (plies, vec![first]);
    }
}

/// Removes the moves that a book proves to lose, and decides the others that it knows.
pub fn add_to_defending(answer: &mut Defending, known: &[BookProof]) {
    for (coord, proof) in by_move(known) {
        let was_unknown = answer.unknown.contains(&coord);
        answer.unknown.retain(|&other| other != coord);
        match proof.label {
            Label::Loss => answer.moves.retain(|&other| other != coord),
            _ if was_unknown => answer.moves.push(coord),
            _ => {}
        }
    }
}

fn by_move(known: &[BookProof]) -> impl Iterator<Item = (Coord, &BookProof)> {
    known.iter().filter_map(|proof| Some((*proof.line.first()?, proof)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::threats::ThreatKind;

    const fn at(x: u8) -> Coord {
        Coord::new(x, 0)
    }

    fn proof(label: Label, x: u8) -> BookProof {
        BookProof { label, plies: Some(9), line: vec![at(x)] }
    }

    #[test]
    fn a_book_decides_the_moves_that_it_knows() {
        let mut winning = Winning {
            result: SolveResult::None,
            kind: ThreatKind::Vct,
            from_book: false,
            plies: 0,
            line: Vec::new(),
            moves: Vec::new(),
            unknown: vec![at(1), at(2), at(3)],
            nodes: 7,
        };
        let known = [proof(Label::Loss, 1), proof(Label::Win, 2), proof(Label::Win, 4)];
        add_to_winning(&mut winning, &known);
        assert_eq!(winning.moves, [(at(2), 9), (at(4), 9)]);
        assert_eq!(winning.unknown, [at(3)]);
        assert_eq!((winning.result, winning.plies), (SolveResult::Win, 9));
        assert!(winning.from_book);
        let mut defending = Defending {
            threat: SolveResult::Win,
            kind: ThreatKind::Vcf,
            plies: 3,
            line: Vec::new(),
            moves: vec![at(1), at(5)],
            unknown: vec![at(2), at(3)],
            nodes: 7,
        };
        add_to_defending(&mut defending, &known);
        assert_eq!((defending.moves, defending.unknown), (vec![at(5), at(2)], vec![at(3)]));
    }
}
