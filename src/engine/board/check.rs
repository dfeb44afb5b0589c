//! The oracle of the incremental board: recomputes everything in it slowly, from the stones.
//!
//! It shares only the names of the classes with the fast code. A line is an array of cells instead
//! of bits, walls and stones beyond the window are seen, and a class is found by trying all stones.

use std::collections::HashMap;

use super::lines::on_board;
use super::pattern::{Combined, LineClass};
use super::tables::code_of;
use super::{Board, CellValues, zobrist};
use crate::types::{Color, Direction, Point, PointSet, RuleSet};

/// Half the length of the examined piece of a line: more than a window.
const HALF: usize = 7;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Seen {
    Wall,
    Own,
    Opponent,
    Empty,
}

type Strip = [Seen; 2 * HALF + 1];

/// Recomputes and compares, remembering line classes between calls.
pub(super) struct Checker<R> {
    memo: HashMap<(Color, Strip), LineClass>,
    rule: std::marker::PhantomData<R>,
}

impl<R: RuleSet> Default for Checker<R> {
    fn default() -> Self {
        Self { memo: HashMap::new(), rule: std::marker::PhantomData }
    }
}

impl<R: RuleSet> Checker<R> {
    /// Compares everything incremental with its recomputation.
    ///
    /// # Panics
    /// If they differ; the message says what differs and where.
    pub(super) fn check<V: CellValues>(&mut self, board: &Board<R, V>) {
        let mut key = if board.to_move() == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        let mut threats = [PointSet::EMPTY; 2];
        let mut counts = [[0u16; 16]; 2];
        let (mut stones, mut empties) = (PointSet::EMPTY, PointSet::EMPTY);
        for point in &on_board(board.size()) {
            match board.stone(point) {
                Some(color) => {
                    key ^= zobrist::stone(color, point);
                    stones.insert(point);
                    continue;
                }
                None if board.is_empty(point) => empties.insert(point),
                None => continue,
            }
            for color in Color::BOTH {
                let class = self.check_cell(board, color, point);
                counts[color.index()][class as usize] += 1;
                if class.is_threat() {
                    threats[color.index()].insert(point);
                }
            }
        }
        assert_eq!(board.key(), key, "key");
        assert_eq!(*board.stones(), stones, "stones");
        assert_eq!(*board.empties(), empties, "empty cells");
        assert_eq!(board.empty_count(), empties.len(), "number of empty cells");
        for color in Color::BOTH {
            let seen: PointSet = board.threats_from(color, Combined::OpenThree).collect();
            assert_eq!(seen, threats[color.index()], "threats of {color}");
            let fours = board.threats_from(color, Combined::Four);
            assert!(fours.eq(seen.iter().filter(|&p| board.combined(color, p).is_four())));
            for class in (8..16).map(Combined::from_index) {
                let expected = counts[color.index()][class as usize];
                assert_eq!(board.count(color, class), expected, "{class:?} of {color}");
            }
        }
        check_suspects(board);
        assert_eq!(board.candidates(), slow_candidates(board), "candidates");
    }

    fn check_cell<V: CellValues>(
        &mut self,
        board: &Board<R, V>,
        color: Color,
        point: Point,
    ) -> Combined {
        let expected = Direction::ALL.map(|direction| {
            let strip = strip(board, color, point, direction);
            self.classify(color, strip)
        });
        let seen = board.line_classes(color, point);
        assert_eq!(seen, expected, "lines of {color} through {point:?}");
        let class = Combined::of(expected, R::RULE.forbids(color));
        assert_eq!(board.combined(color, point), class, "class of {point:?} for {color}");
        assert_eq!(board.code(color, point), code_of(expected), "code of {point:?}");
        class
    }

    /// The class of the middle of a strip, which is an own stone.
    fn classify(&mut self, color: Color, strip: Strip) -> LineClass {
        if let Some(&class) = self.memo.get(&(color, strip)) {
            return class;
        }
        let class = self.decide(color, strip);
        self.memo.insert((color, strip), class);
        class
    }

    fn decide(&mut self, color: Color, strip: Strip) -> LineClass {
        let run = run_length(&strip);
        if wins::<R>(color, &strip) {
            return LineClass::F5;
        }
        if run >= 6 {
            return LineClass::Foul;
        }
        let fives = five_points::<R>(color, &strip);
        if fives.len() > 1 && R::RULE.forbids(color) {
            // Straight: both five-points complete the same four stones.
            let same = fives[1] - fives[0] == 5;
            return if same { LineClass::F4 } else { LineClass::Foul };
        }
        if !fives.is_empty() {
            let stopped = replies(&strip).any(|after| five_points::<R>(color, &after).is_empty());
            return if stopped { LineClass::B4 } else { LineClass::F4 };
        }
        let next: Vec<LineClass> = (0..strip.len())
            .filter(|&i| strip[i] == Seen::Empty && i.abs_diff(HALF) <= 4)
            .map(|i| self.classify(color, with(&strip, i, Seen::Own)))
            .collect();
        class_before(&next)
    }
}

/// Compares the suspect cells with the classes, which must have been checked.
fn check_suspects<R: RuleSet, V: CellValues>(board: &Board<R, V>) {
    let is_suspect = |&point: &Point| board.combined(Color::Black, point) == Combined::Suspect;
    let suspects: Vec<Point> = board.empties().iter().filter(is_suspect).collect();
    assert_eq!(board.suspects().collect::<Vec<_>>(), suspects, "suspect cells");
}

/// The class of a line without a four, from the classes after each further own stone.
fn class_before(next: &[LineClass]) -> LineClass {
    let count = |test: fn(&LineClass) -> bool| next.iter().filter(|line| test(line)).count();
    let open_fours = count(|&line| line == LineClass::F4);
    let open_threes = count(|line| line.is_open_three());
    match () {
        () if open_fours >= 2 => LineClass::F3S,
        () if open_fours == 1 => LineClass::F3,
        () if next.contains(&LineClass::B4) => LineClass::B3,
        () if open_threes >= 4 => LineClass::F2B,
        () if open_threes == 3 => LineClass::F2A,
        () if open_threes >= 1 => LineClass::F2,
        () if next.contains(&LineClass::B3) => LineClass::B2,
        () if next
            .iter()
            .any(|line| matches!(line, LineClass::F2 | LineClass::F2A | LineClass::F2B)) =>
        {
            LineClass::F1
        }
        () if next.contains(&LineClass::B2) => LineClass::B1,
        () => LineClass::Dead,
    }
}

fn strip<R: RuleSet, V: CellValues>(
    board: &Board<R, V>,
    color: Color,
    point: Point,
    direction: Direction,
) -> Strip {
    let mut strip = [Seen::Wall; 2 * HALF + 1];
    strip[HALF] = Seen::Own;
    let (dx, dy) = direction.delta();
    for sense in [-1i32, 1] {
        for steps in 1..=HALF as i32 {
            let (x, y) = (
                point.column() as i32 + sense * steps * dx,
                point.row() as i32 + sense * steps * dy,
            );
            if !(0..32).contains(&x) || !(0..32).contains(&y) {
                break;
            }
            let cell = Point::from_index((y * 32 + x) as usize);
            let seen = match board.stone(cell) {
                Some(stone) if stone == color => Seen::Own,
                Some(_) => Seen::Opponent,
                None if board.is_empty(cell) => Seen::Empty,
                None => break,
            };
            strip[(HALF as i32 + sense * steps) as usize] = seen;
        }
    }
    strip
}

fn with(strip: &Strip, index: usize, seen: Seen) -> Strip {
    let mut strip = *strip;
    strip[index] = seen;
    strip
}

fn replies(strip: &Strip) -> impl Iterator<Item = Strip> + '_ {
    let empty = (0..strip.len()).filter(|&i| strip[i] == Seen::Empty);
    empty.map(|i| with(strip, i, Seen::Opponent))
}

fn run_ends(strip: &Strip) -> (usize, usize) {
    let first = (0..HALF).rev().find(|&i| strip[i] != Seen::Own).map_or(0, |i| i + 1);
    let last = (HALF..strip.len()).take_while(|&i| strip[i] == Seen::Own).last();
    (first, last.unwrap_or(HALF))
}

fn run_length(strip: &Strip) -> usize {
    let (first, last) = run_ends(strip);
    last - first + 1
}

fn wins<R: RuleSet>(color: Color, strip: &Strip) -> bool {
    let (first, last) = run_ends(strip);
    let is_opponent =
        |i: Option<usize>| i.and_then(|i| strip.get(i)).is_some_and(|&seen| seen == Seen::Opponent);
    let blocked = is_opponent(first.checked_sub(1)) && is_opponent(Some(last + 1));
    R::RULE.is_win(color, last - first + 1, blocked)
}

fn five_points<R: RuleSet>(color: Color, strip: &Strip) -> Vec<usize> {
    (0..strip.len())
        .filter(|&i| strip[i] == Seen::Empty && wins::<R>(color, &with(strip, i, Seen::Own)))
        .collect()
}

fn slow_candidates<R: RuleSet, V: CellValues>(board: &Board<R, V>) -> PointSet {
    let near = |a: Point, b: Point| {
        let (dx, dy) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
        dx.max(dy) <= 3 || (dx.max(dy) == 4 && (dx == 0 || dy == 0 || dx == dy))
    };
    let empties = board.empties();
    let chosen: PointSet = empties
        .iter()
        .filter(|&cell| board.stones().iter().any(|stone| near(cell, stone)))
        .collect();
    if !chosen.is_empty() {
        return chosen;
    }
    let center = Point::from_coord(board.size().center());
    match board.stones().is_empty() && board.is_empty(center) {
        true => [center].into_iter().collect(),
        false => *empties,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::changes::SLOTS;
    use crate::board::{CellRecords, ClassChange, Position, Sums, Tables};
    use crate::types::rule::{Caro, CaroExact, Freestyle, Renju, Standard};
    use crate::types::{BoardSize, ByColor, Coord, Rule, Stone};
    use crate::util::rng::Rng;

    type Valued<R> = Board<R, Arc<CellRecords>>;

    fn records<R: RuleSet>() -> Arc<CellRecords> {
        let value = |color: Color, code: usize| (code % 97) as i16 - color.index() as i16 * 3;
        Arc::new(CellRecords::new(Tables::of(R::RULE), value).with_pairs(pair_value))
    }

    fn pair_value(color: Color, own: Combined, opponent: Combined) -> i16 {
        (own as i16 * 31 - opponent as i16 * 17) * (color.index() as i16 + 1)
    }

    /// Sums over the empty cells, from the codes and classes.
    fn slow_sums<R: RuleSet>(board: &Valued<R>) -> Sums {
        let value = |color: Color, code: usize| {
            if code == 0 { 0 } else { (code % 97) as i32 - color.index() as i32 * 3 }
        };
        let cells = board.empties().iter().map(|p| {
            value(Color::Black, board.code(Color::Black, p))
                - value(Color::White, board.code(Color::White, p))
        });
        let pair = |own: Color, p| {
            i32::from(pair_value(own, board.combined(own, p), board.combined(!own, p)))
        };
        let pairs = ByColor::from_fn(|own| board.empties().iter().map(|p| pair(own, p)).sum());
        Sums { cells: cells.sum(), pairs }
    }

    /// Plays a random game forward and back, comparing after every step.
    fn random_walk<R: RuleSet>(width: u64, height: u64, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut checker = Checker::<R>::default();
        let size = BoardSize::new(width, height).unwrap();
        let mut board = Valued::<R>::with_values(size, records::<R>());
        checker.check(&board);
        for _ in 0..size.area() * 3 / 2 {
            let back = board.ply() > 0 && (board.empty_count() == 0 || rng.below(4) == 0);
            if back {
                board.undo();
            } else if rng.below(12) == 0 {
                board.pass();
            } else {
                // Mostly near other stones, so that lines meet.
                board.place(any_candidate(&board, &mut rng));
            }
            checker.check(&board);
            assert_eq!(board.sums(), slow_sums(&board), "sums");
        }
        while board.ply() > 0 {
            board.undo();
        }
        assert_eq!(board.sums(), slow_sums(&board));
        checker.check(&board);
    }

    /// The combined classes of every empty cell, as in [`ClassChange`].
    fn classes<R: RuleSet>(board: &Valued<R>) -> Vec<Option<u16>> {
        let mut classes = vec![None; Point::COUNT];
        for point in board.empties().iter() {
            let of = |color| board.combined(color, point) as u8;
            classes[point.index()] = Some(u16::from_le_bytes([of(Color::Black), of(Color::White)]));
        }
        classes
    }

    /// After every move of a random game, [`Board::class_changes`] has just the cells that changed.
    fn changes_walk<R: RuleSet>(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut board = Valued::<R>::with_values(BoardSize::new(11, 13).unwrap(), records::<R>());
        let mut found = [ClassChange::default(); SLOTS];
        for _ in 0..100 {
            let before = classes(&board);
            board.place(any_candidate(&board, &mut rng));
            let after = classes(&board);
            let changes = (0..Point::COUNT).filter_map(|index| {
                let (before, after) = (before[index]?, after[index]?);
                (before != after).then_some(ClassChange { point: index as u16, before, after })
            });
            let count = board.class_changes(&mut found);
            found[..count].sort_by_key(|change| change.point);
            assert_eq!(found[..count], changes.collect::<Vec<_>>());
        }
        board.pass();
        assert_eq!(board.class_changes(&mut found), 0);
    }

    #[test]
    fn changes_name_every_cell_that_a_move_changed() {
        changes_walk::<Freestyle>(21);
        changes_walk::<Renju>(22);
        changes_walk::<CaroExact>(23);
    }

    /// A board with random stones, mostly near each other, so that lines meet.
    fn crowded<R: RuleSet>(stones: usize, rng: &mut Rng) -> Valued<R> {
        let size = BoardSize::square(15).unwrap();
        let mut board = Valued::<R>::with_values(size, records::<R>());
        (0..stones).for_each(|_| board.place(any_candidate(&board, rng)));
        board
    }

    fn any_candidate<R: RuleSet>(board: &Valued<R>, rng: &mut Rng) -> Point {
        let near: Vec<Point> = board.candidates().iter().collect();
        *rng.choose(&near).unwrap()
    }

    fn position_of<R: RuleSet>(board: &Valued<R>) -> Position {
        let mut position = Position::new(R::RULE, board.size());
        for back in (0..board.ply()).rev() {
            position.play(board.move_back(back).unwrap().coord()).unwrap();
        }
        position
    }

    fn cells_from<R: RuleSet>(board: &Valued<R>, color: Color, class: Combined) -> Vec<Point> {
        board.threats_from(color, class).collect()
    }

    fn looks_forbidden<R: RuleSet>(board: &Valued<R>, color: Color, cell: Point) -> bool {
        board.combined(color, cell) == Combined::Suspect
    }

    /// Pattern-only moves maintain threats, lines and suspect cells, and leave no trace when
    /// undone.
    fn pattern_walk<R: RuleSet>(seed: u64) {
        let mut rng = Rng::new(seed);
        let full = crowded::<R>(30, &mut rng);
        let mut checker = Checker::<R>::default();
        for _ in 0..20 {
            let mut patterns = full.clone();
            let mut twin = full.clone();
            for _ in 0..6 {
                let point = any_candidate(&twin, &mut rng);
                patterns.place_patterns(point);
                twin.place(point);
                for color in Color::BOTH {
                    let threats = |board: &Valued<R>| -> Vec<(Point, Combined)> {
                        let cells = cells_from(board, color, Combined::OpenThree).into_iter();
                        cells.map(|cell| (cell, board.combined(color, cell))).collect()
                    };
                    assert_eq!(threats(&patterns), threats(&twin));
                    for cell in twin.empties() {
                        let lines = |board: &Valued<R>| board.line_classes(color, cell);
                        assert_eq!(lines(&patterns), lines(&twin));
                        let forbidden = |board| looks_forbidden(board, color, cell);
                        assert_eq!(forbidden(&patterns), forbidden(&twin), "{cell:?}");
                    }
                }
            }
            (0..6).for_each(|_| patterns.undo());
            checker.check(&patterns);
            assert_eq!(patterns.sums(), full.sums());
        }
    }

    /// Moves for sequences of fours maintain fours, fives and suspect cells, and leave no trace
    /// when undone.
    fn fours_walk<R: RuleSet>(seed: u64) {
        let mut rng = Rng::new(seed);
        for round in 0..20 {
            let full = crowded::<R>(5 + 4 * round, &mut rng);
            let mut fours = full.clone();
            let mut twin = full.clone();
            let is_set_up = round % 2 == 1;
            if is_set_up {
                assert!(fours.set_up_fours(&position_of(&full)));
            }
            let plies = 12;
            for _ in 0..plies {
                let point = any_candidate(&twin, &mut rng);
                fours.place_fours(point);
                twin.place(point);
                for color in Color::BOTH {
                    for class in [Combined::Four, Combined::OpenFour, Combined::Five] {
                        let cells = |board| cells_from(board, color, class);
                        assert_eq!(cells(&fours), cells(&twin), "{class:?}");
                        assert_eq!(fours.count_from(color, class), twin.count_from(color, class));
                    }
                    for cell in twin.empties() {
                        let counts = |line: &LineClass| match (R::RULE.forbids(color), line) {
                            (true, LineClass::Foul | LineClass::F3 | LineClass::F3S) => true,
                            (_, line) => line.is_four() || *line == LineClass::F5,
                        };
                        let lines = |board: &Valued<R>| {
                            board.line_classes(color, cell).map(|line| Some(line).filter(counts))
                        };
                        assert_eq!(lines(&fours), lines(&twin));
                        let forbidden = |board| looks_forbidden(board, color, cell);
                        assert_eq!(forbidden(&fours), forbidden(&twin), "{cell:?}");
                    }
                }
            }
            (0..plies).for_each(|_| fours.undo());
            if is_set_up {
                assert!(fours.set_up(&position_of(&full)));
            }
            Checker::<R>::default().check(&fours);
            assert_eq!(fours.sums(), full.sums());
        }
    }

    /// Sets up several positions on the same board, with moves and a pass in between.
    fn set_up_in_turn<R: RuleSet>(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut checker = Checker::<R>::default();
        let size = BoardSize::new(15, 11).unwrap();
        let blocked = Coord::new(3, 3);
        let mut empty = Position::new(R::RULE, size);
        empty.put(blocked, Stone::Blocked).unwrap();
        let mut board = Valued::<R>::of_position(&empty, records::<R>());
        for stones in [0, 1, 40, 12, 163, 3] {
            let mut position = empty.clone();
            for _ in 0..stones {
                let cells: Vec<Coord> = position.empty_coords().collect();
                position.play(*rng.choose(&cells).unwrap()).unwrap();
            }
            position.set_to_move(*rng.choose(&Color::BOTH).unwrap());
            assert!(board.set_up(&position));
            checker.check(&board);
            assert_eq!(board.sums(), slow_sums(&board));
            assert_eq!(board.key(), Valued::<R>::of_position(&position, records::<R>()).key());
            assert_eq!((board.ply(), board.to_move()), (stones, position.to_move()));
            let last = position.stones().last().map(|&(coord, _)| Point::from_coord(coord));
            assert_eq!(board.move_back(0), last.filter(|_| stones > 0));
            board.pass();
            for _ in 0..rng.below(3) {
                board.candidates().iter().take(1).for_each(|point| board.place(point));
                checker.check(&board);
            }
        }
        let key = board.key();
        assert!(!board.set_up(&Position::new(R::RULE, size)), "the blocked point is missing");
        let other_size = Position::new(R::RULE, BoardSize::square(15).unwrap());
        assert!(!board.set_up(&other_size));
        assert_eq!(board.key(), key);
    }

    #[test]
    fn positions_set_up_in_turn_are_as_if_played() {
        set_up_in_turn::<Freestyle>(1);
        set_up_in_turn::<Renju>(2);
        set_up_in_turn::<CaroExact>(3);
    }

    #[test]
    #[should_panic(expected = "range")]
    fn a_stone_that_was_set_up_is_not_undone() {
        let size = BoardSize::square(9).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        position.play(Coord::new(4, 4)).unwrap();
        let mut board = Board::<Freestyle>::new(size);
        assert!(board.set_up(&position));
        board.undo();
    }

    #[test]
    fn pattern_only_moves_keep_what_forced_lines_need() {
        pattern_walk::<Freestyle>(1);
        pattern_walk::<Standard>(2);
        pattern_walk::<Renju>(3);
        pattern_walk::<Caro>(4);
        pattern_walk::<CaroExact>(5);
    }

    #[test]
    fn moves_for_lines_of_fours_keep_what_these_need() {
        fours_walk::<Freestyle>(1);
        fours_walk::<Standard>(2);
        fours_walk::<Renju>(3);
        fours_walk::<Caro>(4);
        fours_walk::<CaroExact>(5);
    }

    fn all_sizes<R: RuleSet>(seed: u64) {
        for (n, (width, height)) in
            [(15, 15), (5, 5), (10, 7), (22, 22), (6, 20)].iter().enumerate()
        {
            random_walk::<R>(*width, *height, seed + n as u64);
        }
    }

    #[test]
    fn freestyle_boards_agree_with_their_recomputation() {
        all_sizes::<Freestyle>(100);
    }

    #[test]
    fn standard_boards_agree_with_their_recomputation() {
        all_sizes::<Standard>(200);
    }

    #[test]
    fn renju_boards_agree_with_their_recomputation() {
        all_sizes::<Renju>(300);
    }

    #[test]
    fn caro_boards_agree_with_their_recomputation() {
        all_sizes::<Caro>(400);
    }

    #[test]
    fn exact_caro_boards_agree_with_their_recomputation() {
        all_sizes::<CaroExact>(500);
    }
}
