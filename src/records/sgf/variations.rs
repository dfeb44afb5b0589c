//! A game with its variations and comments as SGF: [`GameTree`] to text and back.
//!
//! Stones that were set up are `AB` and `AW` in the first node, blocked points the private property
//! `BLOCKED`, the side to move then `PL`. Variations are branches, remarks are `C`. A pass is a move
//! without a point, `B[]`.

use std::ops::ControlFlow;

use super::go;
use super::losses::SgfLosses;
use super::marks::{put_marks, take_marks};
use super::read::{self, SgfError, SgfHead, Spotted, moves, parse_move};
use super::setup::{set_up, set_up_stone};
use super::tree::{self, SgfNode, SgfStep, SgfTree, SyntaxError};
use super::write::{point_text, put_head, put_move, put_text};
use crate::game::{GameRecord, Opening, PlayedMove};
use crate::game_tree::{GameTree, NodeId};
use crate::located::Located;
use crate::outcome::GameOutcome;
use crate::read_loss::ReadLoss;
use crate::tree_builder::TreeBuilder;
use crate::unread::PartLost;
use crate::words::rule::GivenRule;
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Stone};
use tengen_util::date::Date;

/// The game with all its variations, ending with a line break.
pub fn write_tree(tree: &GameTree) -> String {
    write(tree, None)
}

/// Writes a game that is not finished, with a text for [`read_session`] and the time of day at
/// which the game began, which other programs skip.
pub fn write_unfinished(tree: &GameTree, session: &str) -> String {
    write(tree, Some(session))
}

fn write(tree: &GameTree, session: Option<&str>) -> String {
    let mut text = String::from("(;");
    put_head(&mut text, tree.head(), tree.opening_stones());
    put_start(&mut text, tree);
    if let Some(session) = session {
        put_text(&mut text, "SESSION", session);
        if let Some(started_ms) = tree.head().started_ms {
            put_text(&mut text, "STARTED", &Date::from_unix_ms(started_ms).to_string());
        }
    }
    // A work list instead of recursion: trees may be deep.
    let mut left = vec![TreePart::After(GameTree::ROOT)];
    while let Some(part) = left.pop() {
        match part {
            TreePart::Close => text.push(')'),
            TreePart::Branch(id) => {
                text.push_str("\n(;");
                put_node(&mut text, tree, id);
                left.extend([TreePart::Close, TreePart::After(id)]);
            }
            TreePart::Node(id) => {
                text.push_str("\n;");
                put_node(&mut text, tree, id);
                left.push(TreePart::After(id));
            }
            TreePart::After(id) => {
                let next: Vec<NodeId> = tree.after(id).collect();
                match next.as_slice() {
                    &[only] => left.push(TreePart::Node(only)),
                    next => left.extend(next.iter().rev().map(|&id| TreePart::Branch(id))),
                }
            }
        }
    }
    text.push_str(")\n");
    text
}

/// What is left to write.
enum TreePart {
    /// A node that follows without a branch.
    Node(NodeId),
    /// A node that begins a branch.
    Branch(NodeId),
    /// Everything after a node.
    After(NodeId),
    /// The end of a branch.
    Close,
}

fn put_start(text: &mut String, tree: &GameTree) {
    let size = tree.start().size();
    let of = |wanted: Stone| -> String {
        let stones = tree.start().stones().iter().filter(|(_, stone)| *stone == wanted);
        stones.map(|&(coord, _)| format!("[{}]", point_text(coord, size))).collect()
    };
    for (name, stone) in [("AB", Stone::Black), ("AW", Stone::White), ("BLOCKED", Stone::Blocked)] {
        let points = of(stone);
        if !points.is_empty() {
            text.push_str(name);
            text.push_str(&points);
        }
    }
    if tree.has_setup() {
        let is_black = tree.start().to_move() == Color::Black;
        text.push_str(if is_black { "PL[B]" } else { "PL[W]" });
    }
    put_remarks(text, tree, GameTree::ROOT);
}

fn put_node(text: &mut String, tree: &GameTree, id: NodeId) {
    if let Some((color, played)) = tree.node(id).played {
        put_move(text, color, &played, tree.head().size);
    }
    put_remarks(text, tree, id);
}

/// The comment and the drawings of a node.
fn put_remarks(text: &mut String, tree: &GameTree, id: NodeId) {
    let comment = tree.node(id).comment;
    if !comment.is_empty() {
        put_text(text, "C", comment);
    }
    put_marks(text, tree.marks(id), tree.head().size);
}

/// Reads the first game of an SGF file with its variations; `rule` is that of a game that names none
/// which is known here. Unknown properties are skipped; moves need not alternate.
///
/// # Errors
/// If the text is not SGF, is of another game, a stone does not fit on the board, stones are set
/// up after the first move, or the rule is unknown and no other was named.
pub fn read_tree(text: &str, rule: impl Into<GivenRule>) -> Result<GameTree, Located<SgfError>> {
    let tree = tree::first_tree(text).map_err(read::syntax)?;
    let grown = grow(tree, rule.into());
    grown.map(|(game, _)| game).map_err(|(byte, error)| Located::byte(text, byte, error))
}

/// The text that [`write_unfinished`] wrote; `None` if there is none or the file is not SGF.
pub fn read_session(text: &str) -> Option<String> {
    let sgf = tree::first_tree(text).ok()?;
    Some(sgf.nodes().next()?.get("SESSION")?.first().into_owned())
}

/// As [`read_tree`], for all games of the file: passes one after the other with its number to
/// `take`, until that breaks. Games that cannot be read are left out; of one whose end is missing
/// the whole nodes are read. Returns what was skipped.
///
/// # Errors
/// If there is no game, or the first error if none can be read.
pub fn each_tree(
    text: &str,
    rule: impl Into<GivenRule>,
    mut take: impl FnMut(u64, GameTree) -> ControlFlow<()>,
) -> Result<SgfLosses, Located<SgfError>> {
    let rule = rule.into();
    let mut lost = SgfLosses::default();
    let (mut number, mut read) = (0, 0);
    for tree in tree::trees(text).map_err(read::syntax)? {
        let place = |(byte, error)| Located::byte(text, byte, error);
        let at = |(byte, error): (usize, SyntaxError)| place((byte, SgfError::from(error)));
        let tree = match tree {
            Ok(tree) => tree,
            Err(fault) => {
                lost.unread.add(|| at(fault), PartLost::Between);
                continue;
            }
        };
        number += 1;
        let (game, doubts) = match grow(tree, rule) {
            Ok(grown) => grown,
            Err(error) => {
                lost.unread.skip(number, || place(error));
                continue;
            }
        };
        read += 1;
        doubts.into_iter().for_each(|doubt| lost.doubt(doubt));
        look_at_names(tree, &mut lost);
        if tree.nodes().next().is_some_and(|root| go::has_number(&root)) {
            lost.go(game.start().rule());
        }
        if let Some(fault) = tree.fault {
            lost.unread.cut(number, || at(fault));
        }
        if take(number, game).is_break() {
            break;
        }
    }
    match lost.unread.first.take() {
        Some(error) if read == 0 => Err(error),
        first => {
            lost.unread.first = first;
            Ok(lost)
        }
    }
}

/// Counts the properties of a game that are skipped.
fn look_at_names(tree: SgfTree<'_>, lost: &mut SgfLosses) {
    for property in tree.nodes().flat_map(|node| node.properties()) {
        lost.add_unknown(&property.name());
        if property.is_small() {
            lost.doubt(ReadLoss::SmallLetters);
        }
    }
    if let Some(root) = tree.nodes().next() {
        read::not_understood(&root).for_each(|(name, value)| lost.add(name, Some(&value)));
    }
}

/// The game of a tree that is whole or cut, and what is in doubt about it.
fn grow(sgf: SgfTree<'_>, rule: GivenRule) -> Spotted<(GameTree, Vec<ReadLoss>)> {
    let root = sgf.nodes().next().unwrap_or(SgfNode::EMPTY);
    let file = read::head(&root, rule)?;
    let is_go = go::may_be_go(&root, rule);
    if is_go {
        go::check(sgf)?;
    }
    let setup = set_up(Position::new(file.rule, file.size), sgf)?;
    let mut grower = Grower {
        size: file.size,
        builder: TreeBuilder::new(setup.start),
        at: GameTree::ROOT,
        open: Vec::new(),
    };
    let (mut index, mut depth, mut least_depth) = (0, 0, usize::MAX);
    for step in sgf.steps() {
        let step = match step {
            Err(_) if sgf.is_cut() => break,
            step => step.map_err(|(byte, error)| (byte, SgfError::from(error)))?,
        };
        match step {
            SgfStep::Open => {
                depth += 1;
                grower.open();
            }
            SgfStep::Close => {
                depth -= 1;
                if index >= setup.nodes {
                    least_depth = least_depth.min(depth);
                }
                grower.close();
            }
            SgfStep::Node(node) => {
                // The stones of a branch are not those of the one beside it.
                if let Some((byte, _)) = setup.last.filter(|&(_, of)| least_depth < of) {
                    return Err((byte, SgfError::LateSetup));
                }
                let mut properties = node.properties().filter(|_| index >= setup.nodes);
                if let Some(late) = properties.find(|of| set_up_stone(&of.name()).is_some()) {
                    return Err((late.byte, SgfError::LateSetup));
                }
                let taken = read::check_late(&node).and_then(|()| grower.take(&node));
                taken.map_err(|error| go::of_move(error, is_go))?;
                index += 1;
            }
        }
    }
    let mut tree = grower.builder.finish();
    let on_board = tree.end_at(tree.end()).outcome;
    let doubts = read::doubts(&root, &file, on_board);
    set_head(&mut tree, file, on_board);
    Ok((tree, doubts))
}

/// Gives the tree what the file says about the game; how it ended may depend on its main line.
fn set_head(tree: &mut GameTree, file: SgfHead, on_board: GameOutcome) {
    let outcome = file.outcome(on_board);
    // An opening may be longer than the main line: its last choice was taken back. No line is longer
    // than all moves.
    let opening_stones = file.opening_stones.min(tree.len());
    let mut head = tree.head().clone();
    head.set_names(file.black.as_deref().unwrap_or(""), file.white.as_deref().unwrap_or(""));
    let name = match (file.opening_name, file.opening_rule) {
        (name, Some(rule)) if name.is_empty() => rule.to_owned(),
        (name, _) => name,
    };
    head = GameRecord {
        round: file.round,
        opening: Opening { name, moves: Vec::new() },
        outcome,
        note: file.note,
        started_ms: file.started_ms,
        dates: file.dates,
        ..head
    };
    tree.set_head(head, opening_stones);
}

/// The tree of the nodes read so far.
struct Grower {
    builder: TreeBuilder,
    size: BoardSize,
    /// The node of the tree that the next node of the file follows.
    at: NodeId,
    /// The nodes before the branches that are open, each with the number of branches that follow it
    /// one in the other: a file can open one with every byte.
    open: Vec<(NodeId, usize)>,
}

impl Grower {
    fn open(&mut self) {
        match self.open.last_mut() {
            Some((node, count)) if *node == self.at => *count += 1,
            _ => self.open.push((self.at, 1)),
        }
    }

    fn close(&mut self) {
        let Some((node, count)) = self.open.last_mut() else { return };
        self.at = *node;
        *count -= 1;
        if *count == 0 {
            self.open.pop();
        }
    }

    fn take(&mut self, node: &SgfNode<'_>) -> Spotted<()> {
        let figures = read::figures(node);
        for (color, value) in moves(node) {
            let spot = |error| (value.byte, error);
            let point = parse_move(&value.text(), self.size).map_err(spot)?;
            let added = self.builder.add(self.at, color, PlayedMove { point, ..figures });
            self.at = added.map_err(|error| spot(error.into()))?;
        }
        if let Some(remark) = node.get("C") {
            self.builder.tree().append_comment(self.at, &remark.first());
        }
        if let Some(marks) = take_marks(node, self.size) {
            self.builder.tree().edit_marks(self.at, |old| old.join(marks));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample::{any_changes, any_game_with_passes, any_text, changed, game};
    use tengen_engine::types::{Coord, Rule};

    fn read(text: &str) -> GameTree {
        read_tree(text, Rule::Freestyle).unwrap()
    }

    const BRANCHED: &str = "(;GM[4]SZ[9]C[the start];B[ee](;W[ed]C[good \\] answer](;B[fe])\
        (;B[de]MSEC[7];W[dd]))(;W[aa]C[a mistake];B[fe];W[ab]))";

    #[test]
    fn variations_and_comments_are_read_and_come_back() {
        let tree = read(BRANCHED);
        assert_eq!(tree.node(GameTree::ROOT).comment, "the start");
        let main = tree.line_through(GameTree::ROOT);
        assert_eq!((tree.len(), main.len()), (8, 3));
        assert_eq!(tree.node(main[1]).comment, "good ] answer");
        let (answers, place) = tree.siblings(main[1]);
        assert_eq!((answers.len(), place), (2, 0));
        assert_eq!(tree.node(answers[1]).comment, "a mistake");
        assert_eq!(tree.line_through(answers[1]).len(), 4);
        assert_eq!(read(&write_tree(&tree)), tree);
    }

    #[test]
    fn a_session_is_read_back_and_is_no_part_of_the_game() {
        let tree = read(BRANCHED);
        let session = r#"{"level":"3","choices":["h8","[x]"]}"#;
        let text = write_unfinished(&tree, session);
        assert_eq!(read_session(&text).as_deref(), Some(session));
        assert_eq!(read(&text), tree);
        assert_eq!(read_session(&write_tree(&tree)), None);
        let mut timed = tree.clone();
        timed.edit_head(|head| head.started_ms = Some(1_700_000_003_000));
        assert_eq!(read(&write_unfinished(&timed, session)), timed);
        assert_eq!(read_session("not SGF"), None);
    }

    #[test]
    fn an_opening_may_be_longer_than_the_main_line() {
        let mut tree = read("(;GM[4]SZ[9](;B[aa])(;B[ee];W[ed];B[fe];W[dd]))");
        tree.mark_opening("swap2", 3);
        assert_eq!(read(&write_tree(&tree)), tree);
        let cut = write_tree(&tree).replace("OPENINGSTONES[3]", "OPENINGSTONES[300]");
        assert_eq!(read(&cut).opening_stones(), tree.len());
    }

    #[test]
    fn stones_set_up_before_the_first_move_come_back() {
        let tree = read("(;GM[4]SZ[9:7];AB[aa][bb]AW[cc];PL[W];W[dd];B[ee])");
        assert_eq!((tree.start().stones().len(), tree.start().to_move()), (3, Color::White));
        assert_eq!(tree.head().size, BoardSize::new(9, 7).unwrap());
        assert_eq!(read(&write_tree(&tree)), tree);
        let wrong_side = read("(;GM[4]SZ[9];AB[aa]AW[bb]PL[B](;W[cc];B[dd])(;W[ee]))");
        assert_eq!(wrong_side.start().to_move(), Color::White);
        assert!(wrong_side.alternates());
        assert_eq!(read(&write_tree(&wrong_side)), wrong_side);
        let named = read("(;GM[4]SZ[9]AB[aa][bb]PL[B])");
        assert_eq!(named.start().to_move(), Color::Black);
        let nobody_moved = read("(;GM[4]SZ[9]AB[aa]BLOCKED[cc]C[x])");
        assert_eq!(nobody_moved.start().to_move(), Color::White);
        assert_eq!(read(&write_tree(&nobody_moved)), nobody_moved);
    }

    #[test]
    fn stones_set_up_may_be_rectangles() {
        let written = write_tree(&read("(;GM[4]SZ[9]AB[aa:bc][dd:dd]AW[ e5 : fe ])"));
        assert!(written.contains("AB[aa][ba][ab][bb][ac][bc][dd]AW[ee][fe]"), "{written}");
        let error = |text: &str| read_tree(text, Rule::Freestyle).unwrap_err().to_string();
        let corners = "expected the upper left and the lower right corner of a rectangle";
        for wrong in ["cc:aa", "ca:ac"] {
            let seen = error(&format!("(;GM[4]SZ[9]AB[{wrong}])"));
            let expected = format!("line 1, column 16: '{wrong}', {corners} like aa:cc");
            assert_eq!(seen, expected);
        }
        let seen = error("(;GM[4]SZ[9]AW[hh:jj])");
        assert!(seen.starts_with("line 1, column 16: 'jj' is not a point of a 9x9"), "{seen}");
        let seen = error("(;GM[4]SZ[9]AB[bb]AW[aa:cc])");
        assert!(seen.starts_with("line 1, column 22: point b8 is occupied"), "{seen}");
    }

    #[test]
    fn errors_in_variations_name_the_place() {
        let error = |text: &str| read_tree(text, Rule::Freestyle).unwrap_err().to_string();
        let seen = error("(;GM[4];B[hh](;W[ii])\n(;W[jj];B[hh]))");
        assert!(seen.starts_with("line 2, column 11: point h8 is occupied"), "{seen}");
        let seen = error("(;GM[4];B[hh];AB[ii])");
        assert!(seen.starts_with("line 1, column 15: stones set up after a move"), "{seen}");
    }

    #[test]
    fn properties_without_their_sign_are_a_node_unless_they_are_of_the_whole_game() {
        let tree = read("(;GM[4]SZ[9](B[aa];W[bb])(B[cc]C[x]))");
        assert_eq!((tree.len(), tree.after(GameTree::ROOT).count()), (3, 2));
        let seen = read_tree("(;GM[4](SZ[9];B[aa]))", Rule::Freestyle).unwrap_err().to_string();
        let expected = "line 1, column 9: SZ after a branch, expected it in the first node";
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_move_without_a_point_is_a_pass() {
        let tree = read("(;GM[4]SZ[15];B[hh];W[hg];B[]C[why];W[ii];B[jj](;W[tt];B[])(;W[aa]))");
        let names: Vec<_> = tree
            .line_through(GameTree::ROOT)
            .into_iter()
            .filter_map(|id| tree.node(id).played)
            .map(|(color, played)| format!("{color} {:?}", played.point.map(|at| (at.x, at.y))))
            .collect();
        let expected = "black Some((7, 7)), white Some((7, 6)), black None, white Some((8, 8)), \
                        black Some((9, 9)), white None, black None";
        assert_eq!(names.join(", "), expected);
        assert!(tree.alternates());
        let written = write_tree(&tree);
        assert!(written.contains(";B[]C[why]") && written.contains(";W[]\n;B[]"), "{written}");
        assert_eq!(read(&written), tree);
        // On a large board that is a point.
        let large = read("(;GM[4]SZ[20];B[tt];W[])");
        let first = large.first_after(GameTree::ROOT).unwrap();
        assert_eq!(large.node(first).played.unwrap().1.point, Some(Coord::new(19, 19)));
        assert_eq!(read(&write_tree(&large)), large);
        let error = read_tree("(;GM[4]SZ[9]AB[])", Rule::Renju).unwrap_err().to_string();
        assert_eq!(error, "line 1, column 16: no point, expected one");
    }

    #[test]
    fn a_point_may_be_taken_in_one_variation_and_free_in_another() {
        let tree = read("(;GM[4];B[aa];W[ab](;B[ac];W[ad])(;B[ad];W[ac](;B[ae])(;B[af])))");
        assert_eq!(tree.len(), 8);
        assert_eq!(read(&write_tree(&tree)), tree);
    }

    #[test]
    fn deep_trees_do_not_exhaust_the_stack() {
        let text = format!("(;GM[4]{}{}", "(;C[x]".repeat(100_000), ")".repeat(100_001));
        assert!(read(&text).is_empty());
    }

    proptest! {
        #[test]
        fn any_game_comes_back_as_a_tree(game in any_game_with_passes()) {
            let tree = GameTree::from_record(&game).unwrap();
            let back = read(&write_tree(&tree));
            let line = back.line_through(GameTree::ROOT);
            let last = line.last().copied().unwrap_or(GameTree::ROOT);
            let record = back.record_to(last).unwrap();
            prop_assert_eq!(record.moves, game.moves);
            prop_assert_eq!(record.opening, game.opening);
            prop_assert_eq!(record.outcome, game.outcome);
        }

        /// Trees of random moves with remarks are the same after writing and reading.
        #[test]
        fn any_tree_comes_back(
            steps in proptest::collection::vec((any::<prop::sample::Index>(), 0u8..5, 0u8..5), 0..40),
            remarks in proptest::collection::vec((any::<prop::sample::Index>(), "[a-z\\]:;)\n\\\\]{1,9}"), 0..5),
        ) {
            let mut tree = GameTree::new(Rule::Caro, BoardSize::square(5).unwrap());
            let mut nodes = vec![GameTree::ROOT];
            for (place, x, y) in steps {
                let played = PlayedMove::new(Coord::new(x, y), None);
                if let Ok(node) = tree.play(nodes[place.index(nodes.len())], played) {
                    nodes.push(node);
                }
            }
            for (place, remark) in remarks {
                tree.set_comment(nodes[place.index(nodes.len())], remark);
            }
            let back = read(&write_tree(&tree));
            prop_assert_eq!(write_tree(&back), write_tree(&tree));
            prop_assert_eq!(back.len(), tree.len());
            // The writer's own text is SGF for another program's reader too.
            prop_assert!(sgf_parse::parse(&write_tree(&tree)).is_ok());
        }

        #[test]
        fn read_tree_survives_changed_files(changes in any_changes()) {
            let _ = read_tree(&changed(&write_tree(&read("(;GM[4];B[hh](;W[ii])(;W[jj]C[x]))")), &changes), Rule::Renju);
            let text = changed(&super::super::write(&game()), &changes);
            let _ = each_tree(&text, Rule::Renju, |_, _| ControlFlow::Continue(()));
        }

        #[test]
        fn read_tree_survives_any_text(text in any_text("(;)[]\\:BWABSZ15hhC\n")) {
            let _ = read_tree(&format!("(;GM[4]SZ[15];B[{text}]"), Rule::Freestyle);
            let _ = read_tree(&format!("(;GM[4](;B[hh]){text})"), Rule::Freestyle);
        }
    }
}
