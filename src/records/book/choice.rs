//! A move from the book.
//!
//! The best move of a position that is a proved win is played; otherwise a move labeled
//! `forced`; otherwise a move to a position that the opponent provably loses; otherwise the
//! move with the best value, minus a penalty for few nodes: a value from a short search is
//! usually too optimistic. The choice among equal moves is random. Where the best move is worth
//! less than [`LEAVE_BELOW`], the book is left, since a search may find something better.

use super::error::BookError;
use super::opening::Stage;
use super::reader::{BookSession, Child};
use super::record::{Label, Record, Trust};
use tengen_engine::board::Position;
use tengen_engine::engine::opening_book::BookMove;
use tengen_engine::rules::legality;
use tengen_engine::types::{Coord, Score};
use tengen_engine::util::rng::Rng;

/// Moves with a lower value are not played from the book.
const LEAVE_BELOW: i32 = -150;

/// Nodes from which on a value has no penalty, as a power of two.
const ENOUGH_NODES_LOG2: u32 = 20;

/// Penalty for each halving of the nodes.
const PENALTY_PER_HALVING: i32 = 4;

/// A move from the book, if there is one to play; `excluded` moves are not.
///
/// # Errors
/// If the book cannot be read.
pub fn choose(
    session: &BookSession,
    position: &Position,
    excluded: &[Coord],
    rng: &mut Rng,
) -> Result<Option<BookMove>, BookError> {
    let own = session.get(position)?;
    if let Some(win) = proved_win(own.as_ref(), position, excluded) {
        return Ok(Some(win));
    }
    let children = session.children(position)?;
    Ok(best(own.as_ref(), &children, position, excluded, rng))
}

/// The move in a position that is a proved win.
pub(super) fn proved_win(
    own: Option<&Record>,
    position: &Position,
    excluded: &[Coord],
) -> Option<BookMove> {
    let own = own.filter(|record| record.proved() == Some(Label::Win))?;
    let coord = own.best.filter(|coord| may_play(position, *coord, excluded))?;
    Some(BookMove { coord, value: own.claimed()?, is_proved: true })
}

fn may_play(position: &Position, coord: Coord, excluded: &[Coord]) -> bool {
    !excluded.contains(&coord) && legality::is_legal(position, coord)
}

/// Plies to the end of the game, if the value contains them.
pub(super) fn plies(value: i32) -> Option<usize> {
    Score(value).mate_plies().map(|plies| plies.unsigned_abs() as usize)
}

/// Upper bound of the plies to the end of a proved win or loss; `None` if the book has none.
pub fn proved_plies(record: &Record) -> Option<u32> {
    record.proved()?;
    u32::try_from(plies(record.claimed()?)?).ok()
}

/// The moves, the best for the side to move first: wins, then by value, losses last. Of several
/// wins the shortest is first, of several losses the longest.
pub fn sorted(children: &[Child]) -> Vec<&Child> {
    let mut sorted: Vec<&Child> = children.iter().collect();
    let worth = |record: &Record| match record.label {
        Label::Loss => -40_000,
        Label::Win => 40_000,
        Label::Draw => 0,
        _ => record.value.map_or(35_000, i32::from),
    };
    sorted.sort_by_key(|Child { coord, record }| {
        (worth(record), record.value.unwrap_or(i16::MAX), coord.y, coord.x)
    });
    sorted
}

/// A move to compare.
struct Candidate {
    played: BookMove,
    /// Its value minus the penalty.
    rating: i32,
}

impl Candidate {
    fn new(coord: Coord, value: i32, record: &Record, is_proved: bool) -> Self {
        let log2 = record.nodes.checked_ilog2().unwrap_or(0);
        let halvings = ENOUGH_NODES_LOG2.saturating_sub(log2) as i32;
        let penalty = if is_proved { 0 } else { PENALTY_PER_HALVING * halvings };
        Self { played: BookMove { coord, value, is_proved }, rating: value - penalty }
    }
}

/// Whether a child is known only as an opening for swap2, which somebody may offer but nobody would
/// choose as a move: three or five stones that were searched, while the position before has no value.
fn is_offer(own: Option<&Record>, child: &Child, position: &Position) -> bool {
    let is_line = own.is_some_and(|own| own.claimed().is_some());
    let is_searched = child.record.trust == Trust::Search && child.record.label == Label::None;
    if is_line || !is_searched {
        return false;
    }
    let mut after = position.clone();
    after.play(child.coord).is_ok() && Stage::of(&after).is_some()
}

/// The best of the moves that lead to known positions, and of the move that the position's own
/// record names.
fn best(
    own: Option<&Record>,
    children: &[Child],
    position: &Position,
    excluded: &[Coord],
    rng: &mut Rng,
) -> Option<BookMove> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let playable = |child: &&Child| {
        may_play(position, child.coord, excluded) && !is_offer(own, child, position)
    };
    for Child { coord, record } in children.iter().filter(playable) {
        match (record.label, record.claimed_for_move()) {
            (Label::Forced, value) => {
                let value = value.unwrap_or(0);
                return Some(BookMove { coord: *coord, value, is_proved: false });
            }
            (Label::Blocked, _) | (_, None) => {}
            (_, Some(value)) => {
                let is_won = record.proved() == Some(Label::Loss);
                candidates.push(Candidate::new(*coord, value, record, is_won));
            }
        }
    }
    let named = own.and_then(|own| Some((own, own.best?, own.claimed()?)));
    if let Some((own, coord, value)) = named
        && may_play(position, coord, excluded)
        && !children.iter().any(|child| child.coord == coord)
    {
        candidates.push(Candidate::new(coord, value, own, false));
    }
    // A proved win is played even if something that is not proved promises a shorter one.
    if candidates.iter().any(|candidate| candidate.played.is_proved) {
        candidates.retain(|candidate| candidate.played.is_proved);
    }
    let most = candidates.iter().map(|candidate| candidate.rating).max()?;
    candidates.retain(|candidate| candidate.rating == most);
    let chosen = rng.choose(&candidates).map(|candidate| candidate.played)?;
    (chosen.value >= LEAVE_BELOW).then_some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::record::{GameResults, Trust};
    use tengen_engine::types::{BoardSize, Rule};

    fn empty() -> Position {
        Position::new(Rule::Freestyle, BoardSize::square(9).unwrap())
    }

    fn searched(value: i16, nodes: u64) -> Record {
        Record { value: Some(value), nodes, trust: Trust::Search, ..Record::default() }
    }

    fn labeled(label: Label, trust: Trust) -> Record {
        Record { label, trust, ..Record::default() }
    }

    fn child(x: u8, record: Record) -> Child {
        Child { coord: Coord::new(x, 4), record }
    }

    fn chosen(own: Option<&Record>, children: &[Child], seed: u64) -> Option<(u8, i32)> {
        let mut rng = Rng::new(seed);
        let chosen = best(own, children, &empty(), &[], &mut rng)?;
        Some((chosen.coord.x, chosen.value))
    }

    #[test]
    fn the_best_value_less_a_penalty_for_few_nodes_is_played() {
        let much = 1 << 20;
        let children = [child(1, searched(-30, much)), child(2, searched(-40, much))];
        assert_eq!(chosen(None, &children, 1), Some((2, 40)));
        // A thousand times fewer nodes cost 40.
        let children = [child(1, searched(-30, much)), child(2, searched(-60, much >> 10))];
        assert_eq!(chosen(None, &children, 1), Some((1, 30)));
        let children = [child(1, searched(-30, much)), child(2, searched(-80, much >> 10))];
        assert_eq!(chosen(None, &children, 1), Some((2, 80)));
    }

    #[test]
    fn wins_are_played_losses_and_blocked_moves_are_not() {
        let much = 1 << 20;
        let won = child(3, labeled(Label::Loss, Trust::Checker));
        let lost = child(4, labeled(Label::Win, Trust::Solver));
        let good = child(5, searched(-900, much));
        let blocked = child(6, Record { label: Label::Blocked, ..searched(-950, much) });
        let all = [good.clone(), lost.clone(), blocked.clone(), won];
        assert_eq!(chosen(None, &all, 1), Some((3, Record::WIN)));
        assert_eq!(chosen(None, &[lost.clone(), blocked.clone(), good], 1), Some((5, 900)));
        assert_eq!(chosen(None, &[lost, blocked], 1), None);
        let forced = child(7, Record { label: Label::Forced, ..searched(20, 0) });
        assert_eq!(chosen(None, &[child(1, searched(-300, much)), forced], 1), Some((7, -20)));
    }

    #[test]
    fn a_proved_win_is_played_before_anything_that_is_not_proved() {
        let much = 1 << 20;
        let won = |x, value| {
            child(x, Record { value: Some(value), ..labeled(Label::Loss, Trust::Solver) })
        };
        let soon = child(1, searched(-29_995, much));
        let said = child(2, Record { value: Some(-29_997), ..labeled(Label::Loss, Trust::Person) });
        let others = [soon.clone(), said];
        assert_eq!(chosen(None, &others, 1), Some((1, 29_994)));
        // Of several the shortest.
        let all = [&others[..], &[won(3, -29_970), won(4, -29_980)]].concat();
        assert_eq!(chosen(None, &all, 1), Some((4, 29_979)));
        let mut rng = Rng::new(1);
        assert!(best(None, &all, &empty(), &[], &mut rng).unwrap().is_proved);
        // A proved loss is only a bad move.
        let lost = child(5, labeled(Label::Win, Trust::Checker));
        assert_eq!(chosen(None, &[soon, lost], 1), Some((1, 29_994)));
    }

    #[test]
    fn an_opening_for_swap2_is_no_move() {
        let mut two = empty();
        for x in [1, 2] {
            two.play(Coord::new(x, 1)).unwrap();
        }
        let even = [child(4, searched(3, 1 << 20))];
        let chosen = |own: Option<&Record>, position: &Position, children: &[Child]| {
            best(own, children, position, &[], &mut Rng::new(1)).map(|chosen| chosen.value)
        };
        assert_eq!(chosen(None, &two, &even), None);
        // After a searched position it belongs to a line, and what a person says is a move.
        assert_eq!(chosen(Some(&searched(-3, 1)), &two, &even), Some(-3));
        let said = Record { trust: Trust::Person, ..searched(3, 0) };
        assert_eq!(chosen(None, &two, &[child(4, said)]), Some(-3));
        let forced = Record { label: Label::Forced, ..searched(3, 0) };
        assert_eq!(chosen(None, &two, &[child(4, forced)]), Some(-3));
        assert_eq!(chosen(None, &empty(), &even), Some(-3));
    }

    #[test]
    fn the_book_is_left_where_it_is_bad() {
        let much = 1 << 20;
        assert_eq!(chosen(None, &[child(1, searched(151, much))], 1), None);
        assert_eq!(chosen(None, &[child(1, searched(150, much))], 1), Some((1, -150)));
        assert_eq!(chosen(None, &[], 1), None);
    }

    #[test]
    fn moves_are_sorted_by_what_they_are_worth_for_who_plays_them() {
        let result = |x, label, value| {
            let record = Record { value: Some(value), ..labeled(label, Trust::Solver) };
            child(x, record)
        };
        let children = [
            result(1, Label::Win, 29_993),
            child(
                2,
                Record { results: GameResults { won: 1, drawn: 0, lost: 0 }, ..Record::default() },
            ),
            result(3, Label::Win, 29_980),
            child(4, searched(30, 1)),
            result(5, Label::Loss, -29_980),
            child(6, searched(-30, 1)),
            result(7, Label::Loss, -29_992),
            child(8, labeled(Label::Loss, Trust::Person)),
            child(0, labeled(Label::Draw, Trust::Checker)),
        ];
        let columns: Vec<u8> = sorted(&children).iter().map(|child| child.coord.x).collect();
        assert_eq!(columns, [7, 5, 8, 6, 0, 4, 2, 3, 1]);
    }

    #[test]
    fn plies_are_those_of_proofs() {
        let record = |label, value, trust| Record { value: Some(value), ..labeled(label, trust) };
        assert_eq!(proved_plies(&record(Label::Win, 29_965, Trust::Checker)), Some(35));
        assert_eq!(proved_plies(&record(Label::Loss, -29_992, Trust::Solver)), Some(8));
        assert_eq!(proved_plies(&record(Label::Win, 29_965, Trust::Search)), None);
        assert_eq!(proved_plies(&record(Label::Win, 900, Trust::Checker)), None);
        assert_eq!(proved_plies(&labeled(Label::Win, Trust::Checker)), None);
        assert_eq!(proved_plies(&record(Label::Draw, 0, Trust::Checker)), None);
    }

    #[test]
    fn equal_moves_are_drawn_by_the_seed() {
        let children: Vec<Child> = (0..5).map(|x| child(x, searched(-9, 100))).collect();
        let drawn: std::collections::BTreeSet<_> =
            (0..60).map(|seed| chosen(None, &children, seed)).collect();
        assert_eq!(drawn.len(), 5);
        assert_eq!(chosen(None, &children, 7), chosen(None, &children, 7));
    }

    #[test]
    fn the_named_move_counts_where_nothing_is_known_after_it() {
        let own = Record { best: Some(Coord::new(8, 4)), ..searched(50, 1 << 20) };
        assert_eq!(chosen(Some(&own), &[child(1, searched(-40, 1 << 20))], 1), Some((8, 50)));
        let children = [child(1, searched(-40, 1 << 20)), child(8, searched(70, 1 << 20))];
        assert_eq!(chosen(Some(&own), &children, 1), Some((1, 40)));
        let occupied = {
            let mut position = empty();
            position.play(Coord::new(8, 4)).unwrap();
            best(Some(&own), &[], &position, &[], &mut Rng::new(1))
        };
        assert_eq!(occupied, None);
    }
}
