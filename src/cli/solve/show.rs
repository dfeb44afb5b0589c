//! Answers as text: the board with the numbered line, and the tree.

use std::fmt::Write;

use tengen_boards::board::{Marks, numbered, plain};
use tengen_engine::board::Position;
use tengen_engine::board::notation::name;
use tengen_engine::threats::first_moves::{Defending, Winning};
use tengen_engine::threats::{SolveResult, TaskResult, ThreatKind, WinTree, longest_line};
use tengen_engine::types::{BoardSize, Coord};
use tengen_records::book::Label;
use tengen_records::book::proof::BookProof;
use tengen_util::count::{counted, moves_of};

/// The outcome as a board and a sentence.
pub(super) fn outcome(position: &Position, outcome: &TaskResult, with_tree: bool) -> String {
    let size = position.size();
    let Some(tree) = &outcome.tree else {
        let what = unproved(outcome.result, outcome.kind);
        return format!("{}{what}, {}\n\n", drawn(position, &[], &[]), effort(outcome));
    };
    let line = longest_line(position, tree);
    let mut text = numbered(position, &line);
    let names: Vec<String> = line.iter().map(|&coord| name(coord, size)).collect();
    let _ = writeln!(
        text,
        "{} wins in {} by {}, proved: {} ({})",
        position.to_move(),
        moves_of(tree.plies()),
        outcome.kind.name(),
        names.join(" "),
        effort(outcome)
    );
    if with_tree {
        write_tree(tree, size, &mut text);
    }
    text.push('\n');
    text
}

/// What the book proves, as a board and a sentence.
pub(super) fn book_proof(position: &Position, proof: &BookProof) -> String {
    let names: Vec<String> = proof.line.iter().map(|&at| name(at, position.size())).collect();
    let moves = |plies| format!(" in at most {}", moves_of(plies));
    let moves = proof.plies.map_or_else(String::new, moves);
    let (board, color) = (numbered(position, &proof.line), position.to_move());
    let what = match proof.label {
        Label::Loss => format!("{color} loses{moves}, proved by the book"),
        Label::Draw => "neither side wins, proved by the book".to_owned(),
        _ => format!("{color} wins{moves}, proved by the book"),
    };
    let line = if names.is_empty() { String::new() } else { format!(": {}", names.join(" ")) };
    format!("{board}{what}{line}\n\n")
}

/// The winning first moves as a board, on which `*` marks them and `?` those undecided, and a
/// sentence.
pub(super) fn winning(position: &Position, answer: &Winning) -> String {
    let size = position.size();
    let moves: Vec<Coord> = answer.moves.iter().map(|&(coord, _)| coord).collect();
    let mut text = drawn(position, &moves, &answer.unknown);
    let names: Vec<String> = answer
        .moves
        .iter()
        .map(|&(coord, plies)| match plies {
            0 => name(coord, size),
            1 => format!("{} (five)", name(coord, size)),
            // Of the win that was found: a shorter one may exist.
            plies => format!("{} (at most {})", name(coord, size), moves_of(plies)),
        })
        .collect();
    let color = position.to_move();
    let by = if answer.from_book { "the book" } else { answer.kind.name() };
    let sentence = match answer.result {
        SolveResult::Win => format!("{color} wins by {by} with {}", or_none(names)),
        other => unproved(other, answer.kind),
    };
    let _ = writeln!(
        text,
        "{sentence}{} ({})",
        undecided(&answer.unknown),
        counted(answer.nodes, "node")
    );
    text.push('\n');
    text
}

/// The defending moves, marked in the same way.
pub(super) fn defending(position: &Position, answer: &Defending) -> String {
    let size = position.size();
    let mut text = drawn(position, &answer.moves, &answer.unknown);
    let names = |coords: &[Coord]| coords.iter().map(|&coord| name(coord, size)).collect();
    let (color, kind) = (position.to_move(), answer.kind.name());
    let sentence = match answer.threat {
        SolveResult::Win => {
            let line: Vec<String> = names(&answer.line);
            format!(
                "{} threatens {} ({kind} in {}); {color} stops it with {}",
                !color,
                line.join(" "),
                moves_of(answer.plies),
                or_none(names(&answer.moves))
            )
        }
        other => format!("{} threatens nothing: {}", !color, unproved(other, answer.kind)),
    };
    let _ = writeln!(
        text,
        "{sentence}{} ({})",
        undecided(&answer.unknown),
        counted(answer.nodes, "node")
    );
    text.push('\n');
    text
}

/// The board, with the moves of a list as `*` and the undecided ones as `?`.
fn drawn(position: &Position, found: &[Coord], unknown: &[Coord]) -> String {
    let mark = |mark: char| move |&coord: &Coord| (coord, mark);
    let threats = found.iter().map(mark('*')).chain(unknown.iter().map(mark('?'))).collect();
    plain(position, &Marks { threats, ..Marks::default() })
}

fn or_none(names: Vec<String>) -> String {
    if names.is_empty() { "no move that is known".to_owned() } else { names.join(", ") }
}

fn undecided(unknown: &[Coord]) -> String {
    if unknown.is_empty() {
        String::new()
    } else {
        format!("; {} undecided", counted(unknown.len() as u64, "move"))
    }
}

/// Why there is no win to show.
fn unproved(result: SolveResult, kind: ThreatKind) -> String {
    match result {
        SolveResult::None => format!("no forced win by {}", kind.name()),
        SolveResult::Over => "the game is over".to_owned(),
        SolveResult::TooLarge => "boards over 22x22 are not solved".to_owned(),
        _ => format!("no answer for {} within the limits", kind.name()),
    }
}

fn effort(outcome: &TaskResult) -> String {
    format!("{}, {} ms", counted(outcome.nodes, "node"), outcome.time.as_millis())
}

/// The tree, one node per line; a node that was already printed is only referenced.
fn write_tree(tree: &WinTree, size: BoardSize, text: &mut String) {
    let mut shown = vec![false; tree.nodes.len()];
    let mut left = vec![(tree.root, 0, String::new())];
    while let Some((index, depth, reply)) = left.pop() {
        let node = &tree.nodes[index];
        let indent = "  ".repeat(depth);
        let _ = write!(text, "{indent}{reply}{}", name(node.play, size));
        if std::mem::replace(&mut shown[index], true) && !node.is_five() {
            let _ = writeln!(text, " as above (node {index})");
            continue;
        }
        let _ = match (node.is_five(), node.replies.len()) {
            (true, _) => writeln!(text, " five"),
            _ => writeln!(text, " (node {index})"),
        };
        if let Some(other) = node.otherwise {
            left.push((other, depth + 1, "else → ".to_owned()));
        }
        for &(reply, next) in node.replies.iter().rev() {
            left.push((next, depth + 1, format!("{} → ", name(reply, size))));
        }
    }
}

/// The proofs of a file, each starting with its head.
pub(super) fn proofs(text: &str) -> Vec<&str> {
    let heads: Vec<usize> = text.match_indices("{\"tengen_proof\"").map(|(at, _)| at).collect();
    if heads.is_empty() {
        return vec![text];
    }
    let ends = heads.iter().skip(1).copied().chain([text.len()]);
    heads.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}
