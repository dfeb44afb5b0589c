//! Games and their variations as records, and a store as a tree.
//!
//! A node gives its comment to the position there. The result of a finished game counts for every
//! position of its main line: it is a statistic, not a label, since a game proves nothing. A store
//! becomes one tree from the empty board: a position that two lines reach is continued in the first
//! of them only.

use std::collections::HashMap;

use super::BookEntry;
use crate::book::key::{Canonical, Key};
use crate::book::{GameResults, Record};
use crate::game::{GameRecord, PlayedMove};
use crate::game_tree::{GameTree, NodeId};
use crate::outcome::GameOutcome;
use tengen_engine::board::Position;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// The position, with remarks.
    pub entry: BookEntry,
    /// The result of the game, for the side to move; nothing beside the main line.
    pub results: GameResults,
    /// The number of moves before it; 0 beside the main line, where no result counts.
    pub ply: usize,
}

/// The positions of a game after at most `plies` moves, parents before children, one at a time.
pub fn entries(tree: &GameTree, plies: usize) -> impl Iterator<Item = GameEntry> + '_ {
    let main: HashMap<NodeId, usize> =
        tree.line_through(GameTree::ROOT).into_iter().zip(1..).collect();
    tree.walk(plies).filter_map(move |(id, position)| {
        let ply = if id == GameTree::ROOT { Some(0) } else { main.get(&id).copied() };
        let outcome = ply.map_or(GameOutcome::Unfinished, |_| tree.head().outcome);
        let results = results(outcome, position.to_move());
        let mut texts = tree.marks(id).texts().to_vec();
        texts.sort_unstable();
        let comment = tree.node(id).comment.to_owned();
        let record = Record { comment, texts, ..Record::default() };
        (results.games() > 0 || !record.is_empty()).then(|| {
            let entry = BookEntry { position, record };
            GameEntry { entry, results, ply: ply.unwrap_or(0) }
        })
    })
}

/// The number of moves of the main line.
pub fn length(tree: &GameTree) -> usize {
    tree.line_through(GameTree::ROOT).len()
}

fn results(outcome: GameOutcome, to_move: Color) -> GameResults {
    match outcome {
        GameOutcome::Unfinished => GameResults::default(),
        GameOutcome::Ended { winner: None, .. } => {
            GameResults { drawn: 1, ..GameResults::default() }
        }
        GameOutcome::Ended { winner: Some(winner), .. } if winner == to_move => {
            GameResults { won: 1, ..GameResults::default() }
        }
        GameOutcome::Ended { .. } => GameResults { lost: 1, ..GameResults::default() },
    }
}

/// The identity of a game: a store counts it once, however often it is imported.
pub fn identity(tree: &GameTree) -> String {
    let GameRecord { black, white, started_ms, outcome, .. } = tree.head();
    let moves = tree.line_through(GameTree::ROOT).into_iter();
    let moves = moves.filter_map(|id| tree.node(id).played);
    let moves: Vec<String> = moves
        .map(|(_, played)| played.point.map_or_else(|| "--".to_owned(), |at| at.to_string()))
        .collect();
    let start = Canonical::of(tree.start()).key;
    let started = started_ms.unwrap_or_default();
    format!("{:?} {} {} {started} {outcome} {moves:?}", start.bytes(), black.name, white.name)
}

/// The positions of one rule and board size, to be written as a tree.
pub struct BookTreeBuilder {
    rule: Rule,
    size: BoardSize,
    records: HashMap<Key, Record>,
    /// By key: the moves to other positions here, as points of the canonical image.
    next: HashMap<Key, Vec<Coord>>,
}

/// A tree, and the number of positions that did not fit into it.
pub struct TreeOfBook {
    /// The tree, with comments.
    pub tree: GameTree,
    /// The record of each node that has one, its points as on the board of the tree.
    pub records: Vec<(NodeId, Record)>,
    /// The records of the canonical images of these positions, each once, with the number of stones
    /// there.
    pub reached: Vec<(Record, usize)>,
    /// Positions that no line of positions here leads to.
    pub unreached: usize,
}

impl BookTreeBuilder {
    /// No positions.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self { rule, size, records: HashMap::new(), next: HashMap::new() }
    }

    /// Adds a position and its record; positions of other rules and boards are left out.
    pub fn add(&mut self, position: &Position, record: Record) {
        if (position.rule(), position.size()) != (self.rule, self.size) {
            return;
        }
        let mover = !position.to_move();
        for &(coord, stone) in position.stones() {
            if stone != Stone::from(mover) {
                continue;
            }
            let mut before = position.clone();
            if before.remove(coord).is_err() {
                continue;
            }
            before.set_to_move(mover);
            let canonical = Canonical::of(&before);
            let played = canonical.image(coord);
            self.next.entry(canonical.key).or_default().push(played);
        }
        let canonical = Canonical::of(position);
        let record = record.image(&canonical);
        self.records.insert(canonical.key, record);
    }

    /// The tree from the empty board. Moves in the order of the points.
    pub fn finish(mut self) -> TreeOfBook {
        let mut tree = GameTree::new(self.rule, self.size);
        let mut records = Vec::new();
        let mut open = vec![(GameTree::ROOT, tree.start().clone())];
        while let Some((id, position)) = open.pop() {
            let canonical = Canonical::of(&position);
            if let Some(record) = self.records.get(&canonical.key) {
                let record = record.clone().back(&canonical);
                tree.set_comment(id, record.comment.clone());
                tree.edit_marks(id, |marks| {
                    for (coord, text) in &record.texts {
                        marks.set_text(*coord, text.clone());
                    }
                });
                records.push((id, record));
            }
            let Some(next) = self.next.remove(&canonical.key) else { continue };
            let mut moves: Vec<Coord> = next.into_iter().map(|at| canonical.back(at)).collect();
            moves.sort_unstable();
            moves.dedup();
            let mut after_each = Vec::new();
            for coord in moves {
                let mut after = position.clone();
                if after.play(coord).is_ok() {
                    let node = tree.add(id, position.to_move(), PlayedMove::new(coord, None));
                    after_each.push((node, after));
                }
            }
            open.extend(after_each.into_iter().rev());
        }
        let held = records.iter().map(|(id, _)| tree.position_at(*id));
        let held = held.map(|position| (Canonical::of(&position).key, position.stones().len()));
        let stones: HashMap<Key, usize> = held.collect();
        let all = self.records.len();
        let held = self.records.into_iter();
        let held = held.filter_map(|(key, record)| Some((record, *stones.get(&key)?)));
        let reached: Vec<(Record, usize)> = held.collect();
        let unreached = all - reached.len();
        TreeOfBook { tree, records, reached, unreached }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::game;

    fn at(moves: &[(u8, u8)]) -> Position {
        let mut position = Position::new(Rule::Renju, BoardSize::square(9).unwrap());
        for &(x, y) in moves {
            position.play(Coord::new(x, y)).unwrap();
        }
        position
    }

    fn built(positions: &[Position]) -> TreeOfBook {
        let mut builder = BookTreeBuilder::new(Rule::Renju, BoardSize::square(9).unwrap());
        for (number, position) in positions.iter().enumerate() {
            let record = Record { comment: format!("{number}"), ..Record::default() };
            builder.add(position, record);
        }
        builder.finish()
    }

    #[test]
    fn a_game_counts_for_each_side_to_move_along_its_main_line() {
        let mut tree = GameTree::from_record(&game()).unwrap();
        let first = tree.first_after(GameTree::ROOT).unwrap();
        let other = tree.play(first, PlayedMove::new(Coord::new(8, 8), None)).unwrap();
        tree.set_comment(other, "a variation");
        let entries: Vec<_> = entries(&tree, usize::MAX).collect();
        let main = tree.line_through(GameTree::ROOT).len() + 1;
        let counted: Vec<_> = entries.iter().filter(|entry| entry.results.games() == 1).collect();
        assert_eq!((counted.len(), entries.len()), (main, main + 1));
        let winner = tree.head().winner().unwrap();
        for (number, GameEntry { entry, results, ply }) in counted.into_iter().enumerate() {
            assert_eq!((*ply, entry.position.stones().len()), (number, number));
            assert_eq!(results.won == 1, entry.position.to_move() == winner);
        }
        let remarked = entries.iter().find(|entry| entry.entry.record.comment == "a variation");
        assert_eq!(remarked.unwrap().results, GameResults::default());
        assert_eq!(super::entries(&tree, 1).count(), 2);
        assert_ne!(identity(&tree), identity(&GameTree::new(Rule::Renju, tree.head().size)));
    }

    #[test]
    fn transpositions_are_continued_once_and_loops_do_not_exist() {
        let ab = at(&[(4, 4), (3, 4), (2, 2)]);
        let ba = at(&[(2, 2), (3, 4), (4, 4)]);
        assert_eq!(Canonical::of(&ab).key, Canonical::of(&ba).key);
        let built = built(&[
            at(&[]),
            at(&[(4, 4)]),
            at(&[(2, 2)]),
            at(&[(4, 4), (3, 4)]),
            at(&[(2, 2), (3, 4)]),
            ab.clone(),
            at(&[(4, 4), (3, 4), (2, 2), (0, 0)]),
            at(&[(8, 8), (0, 8), (1, 1), (2, 1), (3, 3)]),
        ]);
        assert_eq!((built.reached.len(), built.unreached), (7, 1));
        // The position after three moves occurs twice, its continuation once.
        let comments: Vec<&str> = built.records.iter().map(|(_, r)| r.comment.as_str()).collect();
        assert_eq!(comments.iter().filter(|comment| **comment == "5").count(), 2);
        assert_eq!(comments.iter().filter(|comment| **comment == "6").count(), 1);
        assert_eq!(built.tree.len(), 7);
    }
}
