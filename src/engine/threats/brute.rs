//! Wins by fours by brute force, written like their definition: the oracle for [`super::vcf`] on
//! small boards. Raw stones and the reference rules; no tables, no move order, no memory.

use super::verify::verify;
use super::{SolveAnswer, SolveBudget, ThreatKind, Watch, solve};
use crate::board::Position;
use crate::board::notation::picture;
use crate::rules::{legality, reference};
use crate::types::{BoardSize, Color, Coord, Rule};
use crate::util::rng::Rng;

/// Whether the side to move wins by continuous fours. `None` if that takes more than `most`
/// positions.
pub(crate) fn wins_by_fours(position: &Position, most: &mut u64) -> Option<bool> {
    *most = most.checked_sub(1)?;
    let own = position.to_move();
    for play in legality::legal_moves(position) {
        let mut after = position.clone();
        let _ = after.play(play);
        if reference::is_winning(&after, play) {
            return Some(true);
        }
    }
    for play in legality::legal_moves(position) {
        let mut after = position.clone();
        let _ = after.play(play);
        // A four: it threatens a five, and the defender must not make a five first.
        if makes_five(&after, own) && !makes_five(&after, !own) && holds(&after, most)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether the attacker wins against every reply to the four.
fn holds(position: &Position, most: &mut u64) -> Option<bool> {
    let attacker = !position.to_move();
    let replies = legality::legal_moves(position);
    for &reply in &replies {
        let mut after = position.clone();
        let _ = after.play(reply);
        if makes_five(&after, attacker) {
            continue;
        }
        if !wins_by_fours(&after, most)? {
            return Some(false);
        }
    }
    Some(!position.is_full())
}

/// Whether `color` could make five now.
fn makes_five(position: &Position, color: Color) -> bool {
    let mut position = position.clone();
    position.set_to_move(color);
    let empties: Vec<Coord> = position.empty_coords().collect();
    empties.into_iter().any(|coord| {
        let _ = position.play(coord);
        let wins = reference::is_winning(&position, coord);
        let _ = position.remove(coord);
        position.set_to_move(color);
        wins
    })
}

/// Compares the solver with this oracle on random positions of small boards under every rule, and
/// verifies its wins. Returns the number of positions compared, and the number of wins among them.
///
/// # Errors
/// The first position on which they disagree.
pub fn compare(positions: u64, seed: u64) -> Result<(u64, u64), String> {
    let mut rng = Rng::new(seed);
    let (mut compared, mut wins) = (0, 0);
    while compared < positions {
        let rule = Rule::ALL[compared as usize % Rule::ALL.len()];
        let side = 7 + rng.below(2) as u64;
        let Ok(size) = BoardSize::square(side) else { continue };
        let Some(position) = random(rule, size, &mut rng) else { continue };
        let Some(expected) = wins_by_fours(&position, &mut 3000) else { continue };
        let answer =
            solve(&position, ThreatKind::Vcf, &SolveBudget::default(), &Watch::default()).answer;
        let seen = match &answer {
            SolveAnswer::Win(tree) => verify(&position, tree, &|| false).is_ok(),
            SolveAnswer::None => false,
            SolveAnswer::Unknown => !expected,
        };
        if seen != expected || answer == SolveAnswer::Unknown {
            let (rule, to_move) = (position.rule(), position.to_move());
            return Err(format!(
                "{rule}, {to_move} to move, brute force says {expected}:\n{}",
                picture(&position, &[])
            ));
        }
        compared += 1;
        wins += u64::from(expected);
    }
    Ok((compared, wins))
}

/// A random position with stones near each other, without a win or a foul.
pub(super) fn random(rule: Rule, size: BoardSize, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(rule, size);
    let stones = 8 + rng.below(16);
    for _ in 0..stones {
        let moves = legality::legal_moves(&position);
        let &coord = rng.choose(&moves)?;
        position.play(coord).ok()?;
        if legality::ending_after(&position, coord).is_some() {
            return None;
        }
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_agrees_with_brute_force_under_every_rule() {
        let (compared, wins) = compare(150, 1).unwrap();
        assert_eq!(compared, 150);
        assert!(wins > 10, "only {wins} of the positions were wins");
    }
}
