//! Libraries of RenLib as records of a store, and a store as such a library.
//!
//! The usual texts on moves are labels: `W` or `W17` the side that moves there wins, after so many moves
//! in all, `L` it loses; `v12` is the value of the move, `m12` that for the opponent. Other texts stay texts.

use super::BookEntry;
use super::trees::TreeOfBook;
use crate::board::Position;
use crate::book::{Bound, Label, Record, Trust};
use crate::records::game_tree::{GameTree, NodeId};
use crate::types::Score;

/// A record for each position of the tree, nodes before those after them.
pub(crate) fn entries(tree: &GameTree) -> Vec<BookEntry> {
    let mut entries = Vec::with_capacity(tree.len() + 1);
    let mut left = vec![(GameTree::ROOT, tree.start().clone())];
    while let Some((id, position)) = left.pop() {
        let node = tree.node(id);
        for &next in node.next.iter().rev() {
            let Some((color, played)) = tree.node(next).played else { continue };
            let mut after = position.clone();
            after.set_to_move(color);
            // A tree has no move that cannot be placed.
            if after.play(played.coord()).is_ok() {
                left.push((next, after));
            }
        }
        let record = record(tree, id, &position);
        entries.push(BookEntry { position, record });
    }
    entries
}

fn record(tree: &GameTree, id: NodeId, position: &Position) -> Record {
    let node = tree.node(id);
    let text = node
        .parent
        .zip(node.played)
        .and_then(|(parent, (_, played))| tree.marks(parent).text_at(played.coord()));
    let said = text.and_then(|text| said(text, position.stones().len())).unwrap_or_default();
    // The texts that are labels of moves are in the records after these moves.
    let is_label = |text: &str| self::said(text, 0).is_some();
    let texts = tree.marks(id).texts().iter().filter(|(_, text)| !is_label(text));
    let mut texts: Vec<_> = texts.cloned().collect();
    texts.sort_unstable();
    Record { comment: node.comment.clone(), texts, trust: Trust::Import, ..said }
}

/// What a text on a move says about the position after it, where so many stones are on the board.
fn said(text: &str, stones: usize) -> Option<Record> {
    let (kind, number) = (text.chars().next()?, text.get(1..)?);
    let exact = |label, value: i32| {
        let value = i16::try_from(value).ok();
        Record { label, value, bound: Bound::Exact, ..Record::default() }
    };
    let plain = |label| Record { label, ..Record::default() };
    let steps = || -> Option<i32> {
        let end: usize = number.parse().ok()?;
        // A win that is there already needs no plies: such a number is not one of moves.
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

/// Draws the labels and texts of the records on a tree of a store, which [`write`](crate::records::renlib::write)
/// can then write.
pub(crate) fn draw(built: TreeOfBook) -> GameTree {
    let TreeOfBook { mut tree, records, .. } = built;
    for (id, record) in records {
        let node = tree.node(id);
        let above = node.parent.zip(node.played.map(|(_, played)| played.coord()));
        let stones = tree.path(id).len();
        if let (Some((parent, coord)), Some(text)) = (above, label_text(&record, stones)) {
            tree.edit_marks(parent, |marks| {
                if marks.text_at(coord).is_none() {
                    marks.set_text(coord, text);
                }
            });
        }
        for (coord, text) in record.texts {
            tree.edit_marks(id, |marks| marks.set_text(coord, text));
        }
    }
    tree
}

/// The text of a label: `W17` with the number of all moves.
fn label_text(record: &Record, stones: usize) -> Option<String> {
    let letter = match record.label {
        Label::Loss => 'W',
        Label::Win => 'L',
        Label::None | Label::Draw | Label::Forced | Label::Blocked => return None,
    };
    let plies = record.value.and_then(|value| Score(value.into()).mate_plies());
    let end = plies.map(|plies| plies.unsigned_abs() as usize + stones);
    Some(format!("{letter}{}", end.map(|end| end.to_string()).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::book::key::{Canonical, Key};
    use crate::records::book::trees::TreeBuilder;
    use crate::records::sgf;
    use crate::types::{BoardSize, Coord, Rule};

    const TREE: &str =
        "(;GM[4]SZ[15]RU[renju];B[hh]C[a]LB[ig:W9][ff:note][ih:v12](;W[ig])(;W[ih]))";

    #[test]
    fn texts_on_moves_are_labels_of_the_positions_after_them() {
        let tree = sgf::read_tree(TREE, Rule::Renju).unwrap();
        let entries = entries(&tree);
        let [_, first, won, valued] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!(first.record.texts, [(Coord::new(5, 5), "note".to_owned())]);
        assert_eq!(first.record.comment, "a");
        assert_eq!((won.record.label, won.record.value), (Label::Loss, Some(-29_993)));
        assert_eq!((valued.record.label, valued.record.value), (Label::None, Some(-12)));
        assert_eq!(won.position.stones().len(), 2);
    }

    #[test]
    fn words_are_texts_and_no_labels() {
        for text in ["", "a", "c", "White", "Wx", "v", "vx", "m1x", "L-5", "王"] {
            assert_eq!(said(text, 3), None, "{text}");
        }
        assert_eq!(said("L2", 3).unwrap().label, Label::Win);
        assert_eq!(said("W*", 3).unwrap().value, None);
        assert_eq!(
            (said("L3", 3).unwrap().value, said("L4", 3).unwrap().value),
            (None, Some(29_999))
        );
    }

    #[test]
    fn a_library_of_a_store_has_the_labels_again() {
        let tree = sgf::read_tree(TREE, Rule::Renju).unwrap();
        let mut builder = TreeBuilder::new(Rule::Renju, BoardSize::square(15).unwrap());
        for BookEntry { position, record } in entries(&tree) {
            let canonical = Canonical::of(&position);
            let decoded: Position = Key::position_of(canonical.key.bytes()).unwrap();
            builder.add(canonical.key.clone(), &decoded, record.image(&canonical));
        }
        let text = sgf::write_tree(&draw(builder.finish()));
        assert!(
            text.contains(":W9]") && text.contains(":note]") && !text.contains("v12"),
            "{text}"
        );
    }
}
