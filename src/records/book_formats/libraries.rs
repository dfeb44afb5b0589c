//! Libraries of RenLib as records of a store, and a store as such a library.
//!
//! The usual texts on moves are labels: `W` says that the side that moves there wins, `W17` that it
//! wins with the 17th move of the game, `L` that it loses; `v12` is the value of the move, `m12`
//! its value for the opponent. Other texts stay texts; a label may follow a text after a space.

use std::collections::HashSet;

use super::BookEntry;
use super::trees::TreeOfBook;
use crate::book::{Bound, Label, Record, Trust};
use crate::game_tree::{GameTree, NodeId};
use tengen_engine::board::Position;
use tengen_engine::types::{Coord, Score};

/// Passes a record for each position of the tree to `take`, parents before children.
///
/// # Errors
/// The error of `take`, which ends the walk.
pub fn each<E>(tree: &GameTree, mut take: impl FnMut(BookEntry) -> Result<(), E>) -> Result<(), E> {
    tree.walk(usize::MAX).try_for_each(|(id, position)| {
        let record = record(tree, id, &position);
        take(BookEntry { position, record })
    })
}

/// The file is the source of claims and of moves without remarks; a remark alone claims nothing.
fn record(tree: &GameTree, id: NodeId, position: &Position) -> Record {
    let node = tree.node(id);
    let text = node
        .parent
        .zip(node.played)
        .and_then(|(parent, (_, played))| tree.marks(parent).text_at(played.point?));
    let said = text.and_then(|text| split(text, position.stones().len()).1);
    let texts = texts(tree, id);
    let comment = node.comment.to_owned();
    let is_remark = said.is_none() && !(comment.is_empty() && texts.is_empty());
    let trust = if is_remark { Trust::Unknown } else { Trust::Import };
    Record { comment, texts, trust, ..said.unwrap_or_default() }
}

/// The texts on points without the labels of moves, which are in the records after these moves.
fn texts(tree: &GameTree, id: NodeId) -> Vec<(Coord, String)> {
    let next = tree.after(id).filter_map(|next| tree.node(next).played);
    let moves: HashSet<Coord> = next.filter_map(|(_, played)| played.point).collect();
    let remark = |(coord, text): &(Coord, String)| {
        let rest = if moves.contains(coord) { split(text, 0).0 } else { text };
        (!rest.is_empty()).then(|| (*coord, rest.to_owned()))
    };
    let mut texts: Vec<_> = tree.marks(id).texts().iter().filter_map(remark).collect();
    texts.sort_unstable();
    texts
}

/// A text on a move: what a person wrote, and what its last word says about the position after it,
/// with `stones` stones on the board.
fn split(text: &str, stones: usize) -> (&str, Option<Record>) {
    let (rest, last) = text.rsplit_once(' ').unwrap_or(("", text));
    match parse_label(last, stones) {
        Some(record) => (rest, Some(record)),
        None => (text, None),
    }
}

/// What a text on a move says about the position after it, with `stones` stones on the board.
fn parse_label(text: &str, stones: usize) -> Option<Record> {
    let (kind, number) = (text.chars().next()?, text.get(1..)?);
    let exact = |label, value: i32| {
        let value = i16::try_from(value).ok();
        Record { label, value, bound: Bound::Exact, ..Record::default() }
    };
    let plain = |label| Record { label, ..Record::default() };
    let steps = || -> Option<i32> {
        let end: usize = number.parse().ok()?;
        // A number up to that of the stones on the board cannot be a later move.
        i32::try_from(end.checked_sub(stones)?).ok().filter(|&plies| plies > 0)
    };
    match (kind, number) {
        ('W', "" | "*") => Some(plain(Label::Loss)),
        ('L', "" | "*") => Some(plain(Label::Win)),
        ('W' | 'L', _) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            let is_won = kind == 'W';
            let label = if is_won { Label::Loss } else { Label::Win };
            Some(match steps() {
                Some(plies) if is_won => exact(label, Score::loss_in(plies)),
                Some(plies) => exact(label, Score::win_in(plies)),
                None => plain(label),
            })
        }
        ('v' | 'm', _) => {
            let value: i32 = number.parse().ok()?;
            let value = value.clamp(-Score::MAX_EVAL, Score::MAX_EVAL);
            Some(exact(Label::None, if kind == 'v' { -value } else { value }))
        }
        _ => None,
    }
}

/// Draws the labels of the records on a tree of a store, which
/// [`write`](crate::renlib::write) can then write. Where there is a text, the label comes
/// after it.
pub fn draw(built: TreeOfBook) -> GameTree {
    let TreeOfBook { mut tree, records, .. } = built;
    for (id, record) in records {
        let node = tree.node(id);
        let above = node.parent.zip(node.played.and_then(|(_, played)| played.point));
        let stones = tree.path(id).len();
        if let (Some((parent, coord)), Some(label)) = (above, label_text(&record, stones)) {
            tree.edit_marks(parent, |marks| {
                let label = match marks.text_at(coord) {
                    Some(text) => format!("{text} {label}"),
                    None => label,
                };
                marks.set_text(coord, label);
            });
        }
    }
    tree
}

/// The text of a label: `W17` with the number of all moves. A number says exactly how long the win
/// takes, so a value that is a bound has none.
fn label_text(record: &Record, stones: usize) -> Option<String> {
    let letter = match record.label {
        Label::Loss => 'W',
        Label::Win => 'L',
        Label::None | Label::Draw | Label::Forced | Label::Blocked => return None,
    };
    let value = record.value.filter(|_| record.bound == Bound::Exact);
    let plies = value.and_then(|value| Score(value.into()).mate_plies());
    let end = plies.map(|plies| plies.unsigned_abs() as usize + stones);
    Some(format!("{letter}{}", end.map(|end| end.to_string()).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book_formats::trees::BookTreeBuilder;
    use crate::sgf;
    use tengen_engine::types::{BoardSize, Rule};

    const TREE: &str = "(;GM[4]SZ[15]RU[renju];B[ei]C[a]\
        LB[ig:W9][ff:note][ih:v12][ij:best L7][aa:see W9](;W[ig])(;W[ih])(;W[ij]))";

    fn entries(tree: &GameTree) -> Vec<BookEntry> {
        let mut entries = Vec::new();
        let take = |entry| {
            entries.push(entry);
            Ok::<_, std::convert::Infallible>(())
        };
        each(tree, take).unwrap();
        entries
    }

    #[test]
    fn texts_on_moves_are_labels_of_the_positions_after_them() {
        let tree = sgf::read_tree(TREE, Rule::Renju).unwrap();
        let entries = entries(&tree);
        let [root, first, won, valued, lost] = &entries[..] else { panic!("{entries:?}") };
        let texts: Vec<(u8, u8, &str)> =
            first.record.texts.iter().map(|(at, text)| (at.x, at.y, text.as_str())).collect();
        // No move is in the corner: that text is not a label.
        assert_eq!(texts, [(0, 0, "see W9"), (5, 5, "note"), (8, 9, "best")]);
        assert_eq!(first.record.comment, "a");
        assert_eq!((first.record.trust, root.record.trust), (Trust::Unknown, Trust::Import));
        assert_eq!((lost.record.label, lost.record.value), (Label::Win, Some(29_995)));
        assert_eq!((won.record.trust, lost.record.trust), (Trust::Import, Trust::Import));
        assert_eq!((won.record.label, won.record.value), (Label::Loss, Some(-29_993)));
        assert_eq!((valued.record.label, valued.record.value), (Label::None, Some(-12)));
        assert_eq!(won.position.stones().len(), 2);
    }

    #[test]
    fn words_are_texts_and_no_labels() {
        for text in ["", "a", "c", "White", "Wx", "v", "vx", "m1x", "L-5", "王"] {
            assert_eq!(parse_label(text, 3), None, "{text}");
        }
        assert_eq!(parse_label("L2", 3).unwrap().label, Label::Win);
        assert_eq!(parse_label("W*", 3).unwrap().value, None);
        assert_eq!(
            (parse_label("L3", 3).unwrap().value, parse_label("L4", 3).unwrap().value),
            (None, Some(29_999))
        );
    }

    #[test]
    fn only_exact_values_are_numbers_of_moves() {
        let said = |bound| {
            let value = Some(29_995);
            label_text(&Record { label: Label::Win, value, bound, ..Record::default() }, 2)
        };
        assert_eq!(said(Bound::Exact).as_deref(), Some("L7"));
        for bound in [Bound::None, Bound::Lower, Bound::Upper] {
            assert_eq!(said(bound).as_deref(), Some("L"), "{bound}");
        }
    }

    #[test]
    fn a_library_of_a_store_has_the_labels_again() {
        let tree = sgf::read_tree(TREE, Rule::Renju).unwrap();
        let mut builder = BookTreeBuilder::new(Rule::Renju, BoardSize::square(15).unwrap());
        for BookEntry { position, record } in entries(&tree) {
            builder.add(&position, record);
        }
        let drawn = draw(builder.finish());
        let text = sgf::write_tree(&drawn);
        for part in [":W9]", ":note]", ":see W9]", ":best L7]"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("v12"), "values stay in the store: {text}");
        let lost = |entries: Vec<BookEntry>| {
            let mut entries = entries.into_iter();
            entries.find(|entry| entry.record.label == Label::Win).map(|entry| entry.record)
        };
        assert_eq!(lost(self::entries(&drawn)), lost(self::entries(&tree)));
    }
}
