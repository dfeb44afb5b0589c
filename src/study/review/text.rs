//! A review in plain text: the curve, the remarkable moves, a line about each player.

use std::fmt::Write as _;

use super::curve;
use super::line_words::{line, won};
use super::lost::when_lost;
use super::model::{MoveVerdict, Review, ReviewedMove};
use tengen_engine::board::notation;
use tengen_engine::types::{BoardSize, Color};
use tengen_util::columns::hanging;
use tengen_util::count::counted;

/// Columns before the reasons of a remark, and before what does not fit into a line.
const INDENT: usize = 3;

/// What the numbers of a list of mistakes are.
pub(super) const CHANCES: &str =
    "mistakes, with the win chance of the side that moved, before → after";

/// The review as text in lines of at most `columns`.
pub fn text(review: &Review, columns: usize) -> String {
    let prose = |line: &str| hanging(line, INDENT, columns);
    let game = &review.game.head;
    let mut text = prose(&format!(
        "{}, {} {}, {}, {}",
        game.players_named(),
        game.rule,
        game.size,
        counted(review.game.length() as u64, "move"),
        game.outcome
    ));
    if !review.is_complete {
        let done = review.moves.last().map_or(0, |reviewed| reviewed.number);
        text.push_str(&match done < review.game.length() {
            true => prose(&format!("stopped: reviewed up to move {done}")),
            false => prose("stopped before all doubtful moves were checked"),
        });
    }
    if let Some(first) = review.moves.first() {
        let title = format!("\nblack's win chance after each move, from move {}", first.number);
        text.push_str(&prose(&title));
        text.push_str(&curve::text(review, columns));
    }
    text.push('\n');
    if review.moves.iter().any(ReviewedMove::is_remarkable) {
        text.push_str(&prose(CHANCES));
        text.push('\n');
    }
    for reviewed in review.moves.iter().filter(|reviewed| reviewed.is_remarkable()) {
        text.push_str(&prose(&format!("{}. {}", reviewed.number, remark(reviewed, game.size))));
        for reason in reasons(reviewed, game.size) {
            text.push_str(&prose(&format!("{:INDENT$}{reason}", "")));
        }
    }
    if review.moves.iter().any(ReviewedMove::is_remarkable) {
        text.push('\n');
    }
    for lost in when_lost(review) {
        text.push_str(&prose(&lost));
    }
    for color in Color::BOTH {
        text.push_str(&prose(&player(review, color)));
    }
    text
}

/// A move with its verdict and the details.
pub fn remark(reviewed: &ReviewedMove, size: BoardSize) -> String {
    let (color, played) = (reviewed.color, notation::move_name(reviewed.played, size));
    let (sign, verdict) = (reviewed.verdict.sign(), reviewed.verdict);
    format!("{color} {played} {sign} {verdict}: {}", details(reviewed, size))
}

/// What a move lost, what was better, and what it allowed or the best answer:
/// `black's win chance 55 % → 8 %; better h8 …; after g9 white answers i8 …`.
pub(super) fn details(reviewed: &ReviewedMove, size: BoardSize) -> String {
    let color = reviewed.color;
    let percent = |score: tengen_engine::types::Score| format!("{:.0} %", 100.0 * score.win_rate());
    let (before, after) = (percent(reviewed.before), percent(reviewed.after));
    let mut text = format!("{color}'s win chance {before} → {after}");
    if let Some(win) = &reviewed.win {
        let _ = write!(text, "; {}", won(win, color, reviewed.reasons.better.as_ref(), size));
    } else if !reviewed.best.is_empty() {
        let _ = write!(text, "; better {}", line(&reviewed.best, size));
    }
    if let Some(win) = &reviewed.allowed {
        let _ = write!(text, "; now {}", won(win, !color, reviewed.reasons.worse.as_ref(), size));
    } else if !reviewed.reply.is_empty() {
        let (played, reply) = (played_name(reviewed, size), line(&reviewed.reply, size));
        let _ = write!(text, "; after {played} {} answers {reply}", !color);
    }
    text
}

/// The reasons: one or more sentences about the better move, and about what follows the move that was
/// played.
pub(super) fn reasons(reviewed: &ReviewedMove, size: BoardSize) -> Vec<String> {
    let better = reviewed.reasons.better.iter().map(|why| format!("Better: {}", why.text(size)));
    better.chain(worse(reviewed, size)).collect()
}

/// How the opponent wins after the move, or what the answer does: sentences that say whose it is.
pub(super) fn worse(reviewed: &ReviewedMove, size: BoardSize) -> Option<String> {
    let why = reviewed.reasons.worse.as_ref()?;
    if why.color == reviewed.color {
        return Some(why.text(size));
    }
    let (played, reply) = (played_name(reviewed, size), notation::name(why.play, size));
    let opponent = why.color;
    Some(match reviewed.best.first() == Some(&why.play) {
        true => {
            let why = why.text_about("It", size);
            format!("After {played} {opponent} takes {reply}, the point of the better move. {why}")
        }
        false => {
            format!("After {played} {}", why.text_about(&format!("{opponent}'s {reply}"), size))
        }
    })
}

/// The move's name after `after`.
fn played_name(reviewed: &ReviewedMove, size: BoardSize) -> String {
    match reviewed.played {
        Some(_) => notation::move_name(reviewed.played, size),
        None => "the pass".to_owned(),
    }
}

/// `easy (black): 2 missed wins, 1 blunder; lost 4.5 % of win chance per move`.
pub fn player(review: &Review, color: Color) -> String {
    let counted = MoveVerdict::REMARKABLE.into_iter().filter_map(|verdict| {
        let plural = match verdict {
            MoveVerdict::Inaccuracy => "inaccuracies".to_owned(),
            other => format!("{other}s"),
        };
        match review.count(color, verdict) {
            0 => None,
            1 => Some(format!("1 {verdict}")),
            count => Some(format!("{count} {plural}")),
        }
    });
    let counted: Vec<String> = counted.collect();
    let counted = if counted.is_empty() { "no mistakes".to_owned() } else { counted.join(", ") };
    let name = review.game.head.player_named(color);
    let loss = 100.0 * review.mean_loss(color);
    format!("{name}: {counted}; lost {loss:.1} % of win chance per move")
}
