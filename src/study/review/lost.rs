//! When the game was lost where no verdict says it: from the first move, little by little, or by a move
//! that lost what was as good as lost before.

use super::line_words::{line, won};
use super::model::{MoveVerdict, Review, ReviewedMove, is_loss};
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color};
use tengen_util::count;

/// A win chance below which a game is nearly lost.
const NEARLY_LOST: f64 = 0.1;

/// When each side was lost, or nearly so, as far as the verdicts do not show it; a sentence each.
pub fn when_lost(review: &Review) -> Vec<String> {
    let size = review.game.head.size;
    let of = |color: Color| {
        let own: Vec<&ReviewedMove> =
            review.moves.iter().filter(|reviewed| reviewed.color == color).collect();
        let Some(first) = own.first() else { return Vec::new() };
        if is_loss(first.before, None) {
            return vec![from_start(first, size)];
        }
        let lost = lost_after(&own);
        let stood = nearly_lost_before(&own, lost);
        stood
            .map(|reviewed| {
                let chance = 100.0 * reviewed.before.win_rate();
                let after = reviewed.number.saturating_sub(1);
                format!(
                    "{color} stood at {chance:.0} % after move {after}, before any mistake that is \
                     marked"
                )
            })
            .into_iter()
            .chain(lost.map(|reviewed| from_then_on(reviewed, size)))
            .collect()
    };
    Color::BOTH.into_iter().flat_map(of).collect()
}

/// The move after which the opponent wins for certain, if no verdict calls it a mistake.
fn lost_after<'r>(own: &[&'r ReviewedMove]) -> Option<&'r ReviewedMove> {
    let lost = own.iter().find(|reviewed| reviewed.is_lost())?;
    // A side that is saved later was not lost by this one alone.
    let is_final = own.last().is_some_and(|last| last.is_lost());
    Some(*lost).filter(|lost| is_final && lost.verdict < MoveVerdict::Inaccuracy)
}

/// The first move before which a side was nearly lost, and stayed so, although no verdict up to there
/// says how.
fn nearly_lost_before<'r>(
    own: &[&'r ReviewedMove],
    lost: Option<&ReviewedMove>,
) -> Option<&'r ReviewedMove> {
    let is_low = |reviewed: &ReviewedMove| reviewed.before.win_rate() < NEARLY_LOST;
    let at = own.iter().position(|reviewed| is_low(reviewed))?;
    let is_told = own[..at].iter().any(|reviewed| reviewed.verdict > MoveVerdict::Detour)
        || lost.is_some_and(|lost| lost.number < own[at].number);
    let stays = own[at..].iter().all(|reviewed| is_low(reviewed));
    (!is_told && stays).then(|| own[at])
}

/// That no move of a side is a mistake, as all lose, and how the other one wins. At most the loss by the
/// move that was played is proved: that the others lose is what the search has seen.
fn from_start(first: &ReviewedMove, size: BoardSize) -> String {
    let ReviewedMove { color, number, .. } = *first;
    let why = match &first.allowed {
        Some(win) => {
            let played = notation::move_name(first.played, size);
            let won = won(win, !color, first.reasons.worse.as_ref(), size);
            format!(", as the search sees it; after {played} {won}")
        }
        None => {
            let seen = seen(!color, first.before.mate_plies());
            match first.best.is_empty() {
                true => format!(": {seen}"),
                false => format!(": {seen}: {}", line(&first.best, size)),
            }
        }
    };
    format!("{color} loses with every move from move {number} on{why}")
}

/// That the opponent wins from its answer to this move on.
fn from_then_on(lost: &ReviewedMove, size: BoardSize) -> String {
    let (winner, next) = (!lost.color, lost.number + 1);
    match &lost.allowed {
        Some(win) => {
            let why = won(win, winner, lost.reasons.worse.as_ref(), size);
            format!("from move {next} on {winner} has a forced win: {why}")
        }
        None => format!("from move {next} on {}", seen(winner, lost.after.mate_plies())),
    }
}

/// `the search sees white win in 3 moves`.
fn seen(winner: Color, plies: Option<i32>) -> String {
    let moves = count::moves_of(plies.map_or(0, i32::unsigned_abs) as usize);
    format!("the search sees {winner} win in {moves}")
}
