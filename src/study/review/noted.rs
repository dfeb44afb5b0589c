//! What reviews have noted in the comment of a move, apart from what people have written there. A
//! comment may hold the remarks of several reviews, of this program and of its page, and the text of
//! a person before, between and after them.

use super::model::MoveVerdict;
use tengen_engine::board::notation;
use tengen_engine::types::Color;
use tengen_records::game_tree::{GameTree, NodeId};

/// How the comment of a move without a remark begins.
pub(super) const CHANCE: &str = "black's win chance ";

/// What a review has noted of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noted {
    /// Its verdict; [`MoveVerdict::Good`] where it noted nothing but the win chance.
    pub verdict: MoveVerdict,
    pub text: String,
}

/// The comment of a move, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveComment {
    /// What people have written; empty if nothing.
    pub own: String,
    /// What reviews have noted, the last one last.
    pub noted: Vec<Noted>,
}

impl MoveComment {
    /// The comment of a node.
    pub(super) fn of(tree: &GameTree, node: NodeId) -> Self {
        let node = tree.node(node);
        let comment = node.comment;
        let Some((color, played)) = node.played else {
            return Self { own: comment.to_owned(), noted: Vec::new() };
        };
        if comment.is_empty() {
            return Self::default();
        }
        let name = notation::move_name(played.point, tree.head().size);
        let lines: Vec<&str> = comment.lines().collect();
        let (mut own, mut noted, mut at) = (Vec::new(), Vec::new(), 0);
        while let Some(rest) = lines.get(at..).filter(|rest| !rest.is_empty()) {
            match noted_in(rest, color, &name) {
                Some((verdict, count)) => {
                    noted.push(Noted { verdict, text: rest[..count].join("\n") });
                    at += count;
                }
                None => {
                    own.push(rest[0]);
                    at += 1;
                }
            }
        }
        let own = if noted.is_empty() { comment.to_owned() } else { own.join("\n") };
        Self { own: own.trim_matches('\n').to_owned(), noted }
    }
}

/// What a review has noted in the first lines: its verdict and how many lines it has.
fn noted_in(lines: &[&str], color: Color, name: &str) -> Option<(MoveVerdict, usize)> {
    let (first, rest) = lines.split_first()?;
    if is_chance(first) {
        return Some((MoveVerdict::Good, 1));
    }
    let begins = |verdict: &MoveVerdict| {
        first.starts_with(&format!("{color} {name} {} {verdict}: ", verdict.sign()))
    };
    if let Some(verdict) = MoveVerdict::REMARKABLE.into_iter().find(begins) {
        let better = usize::from(rest.first().is_some_and(|line| line.starts_with("Better: ")));
        let worse = usize::from(rest.get(better).is_some_and(|line| is_worse(line, name)));
        return Some((verdict, 1 + better + worse));
    }
    let verdict = on_page(first, name)?;
    // Its second line has the win chances, in whatever language; an empty line ends it.
    let is_next = |line: &&&str| {
        let is_other = is_chance(line) || is_head(line, color, name);
        !line.is_empty() && !is_other && on_page(line, name).is_none()
    };
    let count = rest.iter().take_while(is_next).count();
    (count > 0 && rest[0].contains('%')).then_some((verdict, 1 + count))
}

fn is_chance(line: &str) -> bool {
    line.strip_prefix(CHANCE).and_then(|rest| rest.strip_suffix(" %")).is_some_and(|chance| {
        !chance.is_empty() && chance.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a remark of this program begins.
fn is_head(line: &str, color: Color, name: &str) -> bool {
    line.strip_prefix(&format!("{color} {name} ")).is_some_and(|rest| {
        MoveVerdict::REMARKABLE.iter().any(|verdict| rest.starts_with(verdict.sign()))
    })
}

/// Whether a line says what follows the move, as the last one of a remark does; an earlier version began
/// it with `Now: `.
fn is_worse(line: &str, name: &str) -> bool {
    let name = if name == notation::PASS { "the pass" } else { name };
    let [after, leaves, forbidden] =
        [format!("After {name} "), format!("{name} leaves "), format!("{name} is forbidden ")];
    [&after, &leaves, &forbidden, "Now: "].iter().any(|begin| line.starts_with(begin))
}

/// The verdict of the page's review, whose remarks begin with `h8 ✗ Missed win.` in its language.
fn on_page(line: &str, name: &str) -> Option<MoveVerdict> {
    let (sign, words) = line.strip_prefix(name)?.strip_prefix(' ')?.split_once(' ')?;
    let is_sentence = words.ends_with(['.', '。']);
    let found = MoveVerdict::REMARKABLE.into_iter().find(|verdict| verdict.sign() == sign);
    found.filter(|_| is_sentence)
}
