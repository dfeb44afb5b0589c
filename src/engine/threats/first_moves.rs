//! All winning first moves, and all moves that stop the opponent's win.

use std::sync::atomic::Ordering;

use super::solution::{ThreatKind, Watch, WinTree};
use super::solve::longest_line;
use super::task::{SolveResult, Task, TaskResult};
use crate::board::Position;
use crate::rules::legality::{self, Ending};
use crate::types::Coord;
use crate::util::parallel;

/// All first moves of forced wins.
#[derive(Clone, Debug)]
pub struct Winning {
    /// Whether there is a win at all.
    pub result: SolveResult,
    /// The kind that was tried last.
    pub kind: ThreatKind,
    /// Whether only a book knows the win: threats did not find one.
    pub from_book: bool,
    /// Plies of the first win found.
    pub plies: usize,
    /// Its longest line.
    pub line: Vec<Coord>,
    /// The winning moves, each with the plies of the longest line.
    pub moves: Vec<(Coord, usize)>,
    /// Moves that a limit left undecided.
    pub unknown: Vec<Coord>,
    /// Stones placed.
    pub nodes: u64,
}

/// The moves that stop the opponent's forced win.
#[derive(Clone, Debug)]
pub struct Defending {
    /// [`SolveResult::Win`]: the opponent threatens a forced win. Otherwise there is nothing to
    /// stop, as far as is known.
    pub threat: SolveResult,
    /// The kind that was tried last.
    pub kind: ThreatKind,
    /// Plies of the opponent's win.
    pub plies: usize,
    /// Its longest line.
    pub line: Vec<Coord>,
    /// Moves after which the opponent has no forced win of the requested kinds.
    pub moves: Vec<Coord>,
    /// Moves that a limit left undecided.
    pub unknown: Vec<Coord>,
    /// Stones placed.
    pub nodes: u64,
}

/// What a first move leads to, for the side whose win is in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// It wins within this many plies.
    Win(usize),
    /// It has no forced win.
    None,
    /// A limit left it undecided.
    Unknown,
}

/// A separate watch for one of several attempts, stopped together with the task.
fn part_of(watch: &Watch) -> Watch {
    Watch { stop: watch.stop.clone(), ..Watch::default() }
}

impl Task<'_> {
    /// An attempt as a part of a larger task.
    fn part(&self, position: &Position, watch: &Watch) -> TaskResult {
        let result = self.solve(position, &part_of(watch));
        watch.nodes.fetch_add(result.nodes, Ordering::Relaxed);
        result
    }
}

/// All first moves of forced wins: threats after which every reply loses. A stop leaves the moves
/// not yet judged undecided.
pub fn winning(position: &Position, task: &Task<'_>, watch: &Watch) -> Winning {
    let whole = task.part(position, watch);
    let mut answer = Winning {
        result: whole.result,
        kind: whole.kind,
        from_book: false,
        plies: whole.tree.as_ref().map_or(0, WinTree::plies),
        line: whole.tree.as_ref().map_or_else(Vec::new, |tree| longest_line(position, tree)),
        moves: Vec::new(),
        unknown: Vec::new(),
        nodes: whole.nodes,
    };
    if whole.tree.is_some() {
        let judge = |after: &Position, task: &Task<'_>| wins_against_all(after, task, watch);
        let (found, nodes) = each_move(position, task, After::Win(1), watch, judge);
        answer.nodes += nodes;
        for (coord, after) in found {
            match after {
                After::Win(plies) => answer.moves.push((coord, plies)),
                // The first win found begins with it.
                After::Unknown if answer.line.first() == Some(&coord) => {
                    answer.moves.push((coord, answer.plies));
                }
                After::Unknown => answer.unknown.push(coord),
                After::None => {}
            }
        }
    }
    answer
}

/// Whether the player who has just moved wins against every reply, and the stones placed to find
/// out.
fn wins_against_all(position: &Position, task: &Task<'_>, watch: &Watch) -> (After, u64) {
    // A move is a threat only if it wins after a pass.
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let threat = task.part(&passed, watch);
    let mut nodes = threat.nodes;
    let Some(threat) = threat.tree else {
        let after = if threat.result == SolveResult::None { After::None } else { After::Unknown };
        return (after, nodes);
    };
    let mut longest = threat.plies() + 2;
    for reply in legality::legal_moves(position) {
        let mut after = position.clone();
        let _ = after.play(reply);
        if legality::ending_after(&after, reply).is_some() {
            return (After::None, nodes);
        }
        let outcome = task.part(&after, watch);
        nodes += outcome.nodes;
        match outcome.tree {
            Some(tree) => longest = longest.max(tree.plies() + 2),
            None if outcome.result == SolveResult::None => return (After::None, nodes),
            None => return (After::Unknown, nodes),
        }
    }
    (After::Win(longest), nodes)
}

/// The moves that stop the opponent's forced win. A stop leaves the moves not yet judged undecided.
pub fn defending(position: &Position, task: &Task<'_>, watch: &Watch) -> Defending {
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let threat = task.part(&passed, watch);
    let line = threat.tree.as_ref().map_or_else(Vec::new, |tree| longest_line(&passed, tree));
    let mut answer = Defending {
        threat: threat.result,
        kind: threat.kind,
        plies: threat.tree.as_ref().map_or(0, WinTree::plies),
        line,
        moves: Vec::new(),
        unknown: Vec::new(),
        nodes: threat.nodes,
    };
    if threat.tree.is_some() {
        let judge = |after: &Position, task: &Task<'_>| {
            let outcome = task.part(after, watch);
            let known = match (&outcome.tree, outcome.result) {
                (Some(tree), _) => After::Win(tree.plies()),
                (None, SolveResult::None) => After::None,
                _ => After::Unknown,
            };
            (known, outcome.nodes)
        };
        let (found, nodes) = each_move(position, task, After::None, watch, judge);
        answer.nodes += nodes;
        for (coord, after) in found {
            match after {
                After::None => answer.moves.push(coord),
                After::Unknown => answer.unknown.push(coord),
                After::Win(_) => {}
            }
        }
    }
    answer
}

/// Calls `judge` with the position after every legal move, in parallel; a move that makes five
/// counts as `five`.
///
/// The wins of the first kind are found for all moves before any move is searched for the next
/// kind, which takes much longer: a limit in between leaves only the difficult moves undecided.
fn each_move(
    position: &Position,
    task: &Task<'_>,
    five: After,
    watch: &Watch,
    judge: impl Fn(&Position, &Task<'_>) -> (After, u64) + Sync,
) -> (Vec<(Coord, After)>, u64) {
    let mut moves = legality::legal_moves(position);
    moves.sort_by_key(|coord| (coord.y, coord.x));
    let mut judged: Vec<_> = moves.into_iter().map(|coord| (coord, After::Unknown)).collect();
    let mut nodes = 0;
    for kinds in 1..=task.kinds.len() {
        let is_last = kinds == task.kinds.len();
        let task = Task { kinds: &task.kinds[..kinds], ..task.clone() };
        let judge_move = |coord: Coord| {
            let mut after = position.clone();
            let _ = after.play(coord);
            let (known, nodes) = match legality::ending_after(&after, coord) {
                Some(Ending::Win { .. }) => (five, 0),
                Some(_) => (After::None, 0),
                None => judge(&after, &task),
            };
            if is_last || matches!(known, After::Win(_)) {
                watch.judged.fetch_add(1, Ordering::Relaxed);
            }
            Some((coord, known, nodes))
        };
        let is_open = |known: After| !matches!(known, After::Win(_));
        let open = judged.iter().filter(|(_, known)| is_open(*known)).map(|&(coord, _)| coord);
        let open: Vec<Coord> = open.collect();
        let found: Vec<_> =
            parallel::run(task.threads, open.into_iter(), |_| judge_move, Iterator::collect);
        let slots = judged.iter_mut().filter(|(_, known)| is_open(*known));
        for ((_, known), (_, after, placed)) in slots.zip(found) {
            (*known, nodes) = (after, nodes + placed);
        }
    }
    (judged, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::threats::SolveBudget;
    use crate::types::{Color, Rule};

    /// A limit that ends the search for wins by threes must not lose a win by fours.
    #[test]
    fn wins_of_the_first_kind_are_found_before_the_next_is_tried() {
        let moves = "h8h9i8i9g8g9";
        let size = crate::types::BoardSize::square(15).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        for coord in crate::board::notation::parse_moves(moves, size).unwrap() {
            position.play(coord).unwrap();
        }
        let budget = SolveBudget { nodes: Some(2_000), ..SolveBudget::default() };
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(3);
        let task = Task { kinds: &ThreatKind::ALL, budget, threads: 2, deadline: Some(deadline) };
        let all = winning(&position, &task, &Watch::default());
        let names: Vec<String> =
            all.moves.iter().map(|&(coord, _)| crate::board::notation::name(coord, size)).collect();
        assert!(
            ["f8", "j8"].iter().all(|name| names.iter().any(|found| found == name)),
            "{names:?}"
        );
    }

    #[test]
    fn a_stop_leaves_the_moves_undecided() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . X X X . . .
            . . . . . . . . .
            O . O . . . . O .";
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        let budget = SolveBudget { nodes: Some(100_000), ..SolveBudget::default() };
        let task = Task { kinds: &[ThreatKind::Vcf], budget, threads: 1, deadline: None };
        let watch = Watch::default();
        position.set_to_move(Color::Black);
        let all = winning(&position, &task, &watch);
        assert_eq!((all.result, all.moves.len()), (SolveResult::Win, 2));
        position.set_to_move(Color::White);
        let defence = defending(&position, &task, &watch);
        assert_eq!((defence.threat, defence.moves.len()), (SolveResult::Win, 2));
        watch.stop.set();
        let stopped = defending(&position, &task, &watch);
        assert_eq!((stopped.threat, stopped.moves.len()), (SolveResult::Unknown, 0));
    }
}
