//! Compares the checker with a slow twin that plays everything out: proofs are changed at random,
//! and the checker must refuse whatever the twin refuses.

use super::local::{dependence, verify_locally};
use super::*;
use crate::board::notation::picture;
use crate::rules::{legality, reference};
use crate::threats::brute::random;
use crate::threats::{SolveAnswer, SolveBudget, ThreatKind, Watch, solve};
use crate::types::{BoardSize, Point, Rule, Stone};
use crate::util::rng::Rng;

/// Most positions that the twin examines per tree; small trees are enough.
const MOST_POSITIONS: u64 = 4000;

/// The twin: whether the side to move wins by the node, by definition. `None` if that takes too
/// long.
fn wins(position: &Position, tree: &WinTree, index: usize, left: &mut u64) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let Some(node) = tree.nodes.get(index) else { return Some(false) };
    if !legality::is_legal(position, node.play) {
        return Some(false);
    }
    let mut position = position.clone();
    position.play(node.play).unwrap();
    if reference::winning_line(&position, node.play).is_some() {
        return Some(true);
    }
    if position.is_full() {
        return Some(false);
    }
    for reply in legality::legal_moves(&position) {
        let listed = node.replies.iter().find(|(listed, _)| *listed == reply);
        let next = listed.map(|&(_, next)| next).or(node.otherwise);
        // A proof that refers upward may be cyclic.
        let Some(next) = next.filter(|&next| next < index) else { return Some(false) };
        let mut after = position.clone();
        after.play(reply).unwrap();
        if reference::winning_line(&after, reply).is_some() || !wins(&after, tree, next, left)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The proof with one thing changed at a node that can be reached.
fn changed(position: &Position, tree: &WinTree, rng: &mut Rng) -> (Position, WinTree) {
    let (mut position, mut tree) = (position.clone(), tree.clone());
    let size = position.size();
    let any = Coord::new(
        rng.below(usize::from(size.width())) as u8,
        rng.below(usize::from(size.height())) as u8,
    );
    let mut at = tree.root;
    while rng.below(3) > 0 {
        let node = &tree.nodes[at];
        let children: Vec<usize> =
            node.replies.iter().map(|&(_, next)| next).chain(node.otherwise).collect();
        let Some(&next) = rng.choose(&children) else { break };
        at = next;
    }
    let other = rng.below(tree.nodes.len());
    let node = &mut tree.nodes[at];
    let replies = node.replies.len();
    match rng.below(12) {
        0 | 1 => node.play = any,
        2 | 3 if replies > 0 => drop(node.replies.swap_remove(rng.below(replies))),
        4 if replies > 0 => node.replies[rng.below(replies)].0 = any,
        5 if replies > 0 => node.replies[rng.below(replies)].1 = other,
        6 => node.otherwise = rng.choose(&[None, Some(other)]).copied().flatten(),
        7 => *node = WinNode::five(node.play),
        8 => node.replies.push((any, other)),
        9 => tree.root = other,
        10 => drop(position.remove(any)),
        _ => drop(position.put(any, [Stone::Black, Stone::White][rng.below(2)])),
    }
    (position, tree)
}

/// Whether the quick checker accepts; `None` under renju, which it does not support.
fn quick(position: &Position, tree: &WinTree) -> Option<bool> {
    let can = position.rule() != Rule::Renju;
    can.then(|| verify_locally(position, tree, &|| false).is_ok())
}

/// Changes proofs of wins in random positions of small boards. Returns the numbers of changed
/// proofs accepted by both, and refused by both.
fn compare(changes: u64, seed: u64) -> (u64, u64) {
    let mut rng = Rng::new(seed);
    let (mut accepted, mut refused) = (0, 0);
    while accepted + refused < changes {
        let rule = Rule::ALL[rng.below(Rule::ALL.len())];
        let size = BoardSize::square(7 + rng.below(2) as u64).unwrap();
        let Some(position) = random(rule, size, &mut rng) else { continue };
        let kind = [ThreatKind::Vcf, ThreatKind::Vct][rng.below(2)];
        let budget = SolveBudget { nodes: Some(5000), ..SolveBudget::default() };
        let solution = solve(&position, kind, &budget, &Watch::default());
        let SolveAnswer::Win(tree) = solution.answer else { continue };
        if tree.plies() < 3 {
            continue;
        }
        let shown = |tree: &WinTree, position: &Position| {
            format!("{rule}, {}\n{}{tree:?}", position.to_move(), picture(position, &[]))
        };
        let verified = verify(&position, &tree, &|| false);
        assert!(verified.is_ok(), "{verified:?} {}", shown(&tree, &position));
        for _ in 0..6 {
            let (position, tree) = changed(&position, &tree, &mut rng);
            let Some(expected) = wins(&position, &tree, tree.root, &mut MOST_POSITIONS.clone())
            else {
                continue;
            };
            let seen = verify(&position, &tree, &|| false);
            assert!(expected || seen.is_err(), "accepted {}", shown(&tree, &position));
            let locally = quick(&position, &tree).unwrap_or(seen.is_ok());
            assert_eq!(locally, seen.is_ok(), "{}", shown(&tree, &position));
            // It may refuse a correct one for its form: a listed reply that is not possible.
            match (expected, seen) {
                (true, Ok(_)) => accepted += 1,
                (true, Err(_)) => {}
                _ => refused += 1,
            }
        }
    }
    (accepted, refused)
}

/// Puts a stone on every cell on which wins in random positions do not depend. Returns the number
/// of such cells, and of the cells on which the wins do depend.
fn try_far_stones(wins: u64, seed: u64) -> (u64, u64) {
    let mut rng = Rng::new(seed);
    let (mut far, mut near, mut found) = (0, 0, 0);
    while found < wins {
        let rule =
            *rng.choose(&[Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroExact]).unwrap();
        let size = BoardSize::square(8 + rng.below(3) as u64).unwrap();
        let Some(position) = random(rule, size, &mut rng) else { continue };
        let budget = SolveBudget { nodes: Some(5000), ..SolveBudget::default() };
        let solution = solve(&position, ThreatKind::Vct, &budget, &Watch::default());
        let SolveAnswer::Win(tree) = solution.answer else { continue };
        if tree.plies() < 5 {
            continue;
        }
        found += 1;
        let cells = dependence(&position, &tree, &|| false).unwrap();
        for coord in position.empty_coords() {
            if cells.contains(Point::from_coord(coord)) {
                near += 1;
                continue;
            }
            far += 1;
            let mut after = position.clone();
            after.put(coord, Stone::from(!position.to_move())).unwrap();
            let verified = verify(&after, &tree, &|| false);
            assert!(verified.is_ok(), "{rule}, {verified:?}\n{}{tree:?}", picture(&after, &[]));
        }
    }
    (far, near)
}

#[test]
fn a_stone_on_which_a_win_does_not_depend_changes_nothing() {
    let (far, near) = try_far_stones(40, 7);
    assert!(far > 200 && near > 200, "far {far}, near {near}");
}

#[test]
#[ignore = "slow: minutes; the short version always runs"]
fn many_stones_on_which_wins_do_not_depend_change_nothing() {
    let (far, near) = try_far_stones(3000, 8);
    assert!(far > 20_000 && near > 20_000, "far {far}, near {near}");
}

#[test]
fn a_changed_proof_is_accepted_only_if_it_still_wins() {
    let (accepted, refused) = compare(600, 5);
    assert!(accepted > 100 && refused > 100, "accepted {accepted}, refused {refused}");
}

#[test]
#[ignore = "slow: half a minute; the short version always runs"]
fn many_changed_proofs_are_accepted_only_if_they_still_win() {
    let (accepted, refused) = compare(30_000, 6);
    assert!(accepted > 5000 && refused > 5000, "accepted {accepted}, refused {refused}");
}
