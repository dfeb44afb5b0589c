//! All winning first moves, and all moves that stop the opponent's win.

use std::time::Instant;

use serde::Serialize;

use super::task::Task;
use crate::board::Position;
use crate::rules::legality::{self, Ending};
use crate::threats::{Watch, WinTree, longest_line};
use crate::types::Coord;
use crate::util::parallel;

/// The answer to `--all`.
#[derive(Serialize)]
pub(super) struct Winning {
    result: &'static str,
    kind: &'static str,
    moves: Vec<FirstMove>,
    /// Moves that a limit left undecided.
    unknown: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
}

/// A first move that wins.
#[derive(Serialize)]
struct FirstMove {
    x: u8,
    y: u8,
    plies: usize,
}

/// The answer to `--defend`.
#[derive(Serialize)]
pub(super) struct Defending {
    /// `win`: the opponent threatens a forced win. Otherwise there is nothing to stop, as far as is
    /// known.
    threat: &'static str,
    kind: &'static str,
    plies: usize,
    line: Vec<[u8; 2]>,
    /// Moves after which the opponent has no forced win of the requested kinds.
    moves: Vec<[u8; 2]>,
    /// Moves that a limit left undecided.
    unknown: Vec<[u8; 2]>,
    nodes: u64,
    time_ms: u64,
}

/// What a first move leads to, for the side whose win is in question.
#[derive(Clone, Copy)]
enum After {
    Win(usize),
    None,
    Unknown,
}

/// All first moves of forced wins: moves that are threats, and after which every reply still loses.
pub(super) fn winning(position: &Position, task: &Task<'_>) -> Winning {
    let start = Instant::now();
    let whole = task.solve(position, &Watch::default());
    let mut answer = Winning {
        result: whole.result,
        kind: whole.kind.name(),
        moves: Vec::new(),
        unknown: Vec::new(),
        nodes: whole.nodes,
        time_ms: 0,
    };
    if whole.tree.is_some() {
        let (found, nodes) =
            each_move(position, task, After::Win(1), |after| wins_against_all(after, task));
        answer.nodes += nodes;
        for (coord, after) in found {
            match after {
                After::Win(plies) => {
                    answer.moves.push(FirstMove { x: coord.x, y: coord.y, plies });
                }
                After::Unknown => answer.unknown.push([coord.x, coord.y]),
                After::None => {}
            }
        }
    }
    answer.time_ms = start.elapsed().as_millis() as u64;
    answer
}

/// Whether the player who has just moved wins against every reply.
fn wins_against_all(position: &Position, task: &Task<'_>) -> (After, u64) {
    // Without a win after a pass there is no threat.
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let threat = task.solve(&passed, &Watch::default());
    let mut nodes = threat.nodes;
    let Some(threat) = threat.tree else {
        let after = if threat.result == "none" { After::None } else { After::Unknown };
        return (after, nodes);
    };
    let mut longest = threat.plies() + 2;
    for reply in legality::legal_moves(position) {
        let mut after = position.clone();
        let _ = after.play(reply);
        if legality::ending_after(&after, reply).is_some() {
            return (After::None, nodes);
        }
        let outcome = task.solve(&after, &Watch::default());
        nodes += outcome.nodes;
        match outcome.tree {
            Some(tree) => longest = longest.max(tree.plies() + 2),
            None if outcome.result == "none" => return (After::None, nodes),
            None => return (After::Unknown, nodes),
        }
    }
    (After::Win(longest), nodes)
}

/// The moves that stop the opponent's forced win.
pub(super) fn defending(position: &Position, task: &Task<'_>) -> Defending {
    let start = Instant::now();
    let mut passed = position.clone();
    passed.set_to_move(!position.to_move());
    let threat = task.solve(&passed, &Watch::default());
    let line = threat.tree.as_ref().map_or_else(Vec::new, |tree| longest_line(&passed, tree));
    let mut answer = Defending {
        threat: threat.result,
        kind: threat.kind.name(),
        plies: threat.tree.as_ref().map_or(0, WinTree::plies),
        line: line.into_iter().map(|coord| [coord.x, coord.y]).collect(),
        moves: Vec::new(),
        unknown: Vec::new(),
        nodes: threat.nodes,
        time_ms: 0,
    };
    if threat.tree.is_some() {
        let (found, nodes) = each_move(position, task, After::None, |after| {
            let outcome = task.solve(after, &Watch::default());
            let known = match (&outcome.tree, outcome.result) {
                (Some(tree), _) => After::Win(tree.plies()),
                (None, "none") => After::None,
                _ => After::Unknown,
            };
            (known, outcome.nodes)
        });
        answer.nodes += nodes;
        for (coord, after) in found {
            match after {
                After::None => answer.moves.push([coord.x, coord.y]),
                After::Unknown => answer.unknown.push([coord.x, coord.y]),
                After::Win(_) => {}
            }
        }
    }
    answer.time_ms = start.elapsed().as_millis() as u64;
    answer
}

/// Calls `judge` with the position after every legal move, in parallel; a move that makes five
/// counts as `five`.
fn each_move(
    position: &Position,
    task: &Task<'_>,
    five: After,
    judge: impl Fn(&Position) -> (After, u64) + Sync,
) -> (Vec<(Coord, After)>, u64) {
    let judge_move = |coord: Coord| {
        let mut after = position.clone();
        let _ = after.play(coord);
        Some(match legality::ending_after(&after, coord) {
            Some(Ending::Win { .. }) => (coord, five, 0),
            Some(_) => (coord, After::None, 0),
            None => {
                let (known, nodes) = judge(&after);
                (coord, known, nodes)
            }
        })
    };
    let mut moves = legality::legal_moves(position);
    moves.sort_by_key(|coord| (coord.y, coord.x));
    let judged: Vec<_> =
        parallel::run(task.threads, moves.into_iter(), |_| judge_move, Iterator::collect);
    let nodes = judged.iter().map(|(_, _, nodes)| nodes).sum();
    (judged.into_iter().map(|(coord, known, _)| (coord, known)).collect(), nodes)
}
