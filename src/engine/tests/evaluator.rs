//! A search plays with an evaluator of another crate, which sees only what is public.

use tengen_engine::board::{Bare, Board, Position, notation};
use tengen_engine::engine::{Choice, Engine, Options, Rng};
use tengen_engine::eval::Evaluator;
use tengen_engine::rules::legality::{self, Ending};
use tengen_engine::search::{Limits, NullListener, StopFlag};
use tengen_engine::types::{BoardSize, Color, Coord, Direction, Point, PointSet, Rule, RuleSet};

/// Likes stones beside stones of their color, and the left or the right of the board.
#[derive(Clone, Copy)]
struct Neighbors {
    /// What a column further to the right is worth.
    to_the_right: i32,
}

/// How many of the eight neighbors of a point are stones of a color.
fn neighbors<R: RuleSet>(board: &Board<R>, point: Point, color: Color) -> i32 {
    let around =
        Direction::ALL.into_iter().flat_map(|line| [point.step(line, 1), point.step(line, -1)]);
    around.filter(|&neighbor| board.stone(neighbor) == Some(color)).count() as i32
}

impl Neighbors {
    /// What the stones of a color are worth.
    fn value<R: RuleSet>(self, board: &Board<R>, color: Color) -> i32 {
        let own = board.stones().iter().filter(|&point| board.stone(point) == Some(color));
        let worth = |point: Point| {
            8 * neighbors(board, point, color) + self.to_the_right * i32::from(point.coord().x)
        };
        own.map(worth).sum()
    }
}

impl<R: RuleSet> Evaluator<R> for Neighbors {
    type Values = Bare;

    fn values(&self) -> Bare {
        Bare::of(R::RULE)
    }

    fn evaluate(&mut self, board: &Board<R>) -> i32 {
        self.value(board, board.to_move()) - self.value(board, !board.to_move())
    }

    fn score_moves(
        &mut self,
        board: &Board<R>,
        moves: &PointSet,
        mut each: impl FnMut(Point, i32),
    ) {
        for point in moves {
            let around = Color::BOTH.map(|color| neighbors(board, point, color));
            let liked = self.to_the_right * i32::from(point.coord().x);
            each(point, 60 * around.into_iter().sum::<i32>() + liked);
        }
    }
}

fn think(eval: Neighbors, position: &Position, limits: &Limits, threads: usize) -> Choice {
    let mut engine = Engine::new();
    engine.set_options(Options { threads, ..Options::with_hash(1 << 10) });
    engine.think_with(eval, position, limits, &StopFlag::new(), &mut NullListener)
}

/// No side of the board is better.
const EVEN: Neighbors = Neighbors { to_the_right: 0 };

#[test]
fn a_five_is_found_under_every_rule() {
    let picture = "
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . X X X X . . .
        . . . O . O . . .
        . . . . . . . . .
        . . . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
        ";
    for rule in Rule::ALL {
        let position = notation::parse_picture(rule, picture).unwrap();
        let choice = think(EVEN, &position, &Limits::of_nodes(1000), 1);
        assert!([Coord::new(1, 3), Coord::new(6, 3)].contains(&choice.best().unwrap()), "{rule}");
        assert_eq!(choice.score.mate_plies(), Some(1), "{rule}");
    }
}

#[test]
fn the_move_is_what_the_evaluator_likes() {
    let mut position = Position::new(Rule::Standard, BoardSize::square(15).unwrap());
    let center = position.size().center();
    position.play(center).unwrap();
    let depth = Limits { depth: Some(1), ..Limits::default() };
    for threads in [1, 2] {
        let x = |to_the_right| {
            think(Neighbors { to_the_right }, &position, &depth, threads).best().unwrap().x
        };
        assert!(x(-100) < center.x, "to the left");
        assert!(x(100) > center.x, "to the right");
    }
}

#[test]
fn it_beats_a_player_without_a_plan() {
    let (mut rng, mut wins) = (Rng::new(62), 0);
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut position = Position::new(rule, BoardSize::square(11).unwrap());
        loop {
            let coord = match position.to_move() {
                Color::Black => think(EVEN, &position, &Limits::of_nodes(300), 1).best().unwrap(),
                Color::White => *rng.choose(&legality::legal_moves(&position)).unwrap(),
            };
            assert!(legality::is_legal(&position, coord), "{rule}: {coord}");
            position.play(coord).unwrap();
            match legality::ending_after(&position, coord) {
                Some(Ending::Win { .. }) => break wins += 1,
                Some(ending) => panic!("{rule}: {ending:?}"),
                None => {}
            }
        }
        assert_eq!(position.to_move(), Color::White, "black, who made the five, moved last");
    }
    assert_eq!(wins, 2);
}

#[test]
fn a_board_that_is_too_large_for_the_search_gets_a_move() {
    let mut position = Position::new(Rule::Freestyle, BoardSize::square(40).unwrap());
    position.play(Coord::new(20, 20)).unwrap();
    let choice = think(EVEN, &position, &Limits::of_nodes(100), 1);
    assert!(choice.best().is_some_and(|coord| coord.x.abs_diff(20) <= 2));
}
