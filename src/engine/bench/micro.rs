//! How fast the parts are.

use std::time::{Duration, Instant};

use crate::board::{Board, CellValues, Combined, Tables};
use crate::eval::{Classical, Evaluator};
use crate::rules::forbidden::forbidden;
use crate::types::rule::Renju;
use crate::types::{BoardSize, Color, Point, Rule, RuleSet, with_rule};
use crate::util::rng::Rng;

/// Each figure is the best of this many slices: on a shared machine, the best slice is least
/// disturbed by other programs.
const SLICES: usize = 25;
/// Length of a slice.
const SLICE: Duration = Duration::from_millis(20);

/// The best rate of all slices, in millions per second. `work` does a piece and returns its size.
fn best_rate(mut work: impl FnMut() -> u64) -> f64 {
    let slice = |work: &mut dyn FnMut() -> u64| {
        let start = Instant::now();
        let mut done = 0;
        while start.elapsed() < SLICE {
            done += work();
        }
        done as f64 / start.elapsed().as_secs_f64() / 1e6
    };
    (0..SLICES).map(|_| slice(&mut work)).fold(0.0, f64::max)
}

/// Measures everything and passes each line to `print` as soon as it is known.
///
/// # Errors
/// Those of `print`.
pub fn report<E>(mut print: impl FnMut(String) -> Result<(), E>) -> Result<(), E> {
    for rule in Rule::ALL {
        print(with_rule!(rule, R => rule_line::<R>()))?;
    }
    print(format!("forbidden verdicts on sieved cells: {:.2} million/s", forbidden_rate()))
}

fn rule_line<R: RuleSet>() -> String {
    let start = Instant::now();
    let tables = Tables::build::<R>();
    let build = start.elapsed();
    drop(tables);
    let values = Evaluator::<R>::values(&Classical::of(R::RULE));
    let full = place_rate(&boards(&Board::<R, _>::with_values(board_size(), values)), Board::place);
    let bare = boards(&Board::<R>::new(board_size()));
    let patterns = place_rate(&bare, Board::place_patterns);
    let fours = place_rate(&bare, Board::place_fours);
    format!(
        "{:<10} tables {:5.1} ms   place+undo {full:.2} million/s   patterns {patterns:.2}   fours {fours:.2}",
        R::RULE.name(),
        build.as_secs_f64() * 1e3,
    )
}

fn board_size() -> BoardSize {
    BoardSize::square(15).expect("a size that exists")
}

/// Boards of games in progress: 8 to 80 stones placed near each other, as in play.
fn boards<R: RuleSet, V: CellValues>(empty: &Board<R, V>) -> Vec<Board<R, V>> {
    let mut rng = Rng::new(2026);
    (1..=10)
        .map(|tens| {
            let mut board = empty.clone();
            for _ in 0..tens * 8 {
                board.place(likely_move(&board, &mut rng));
            }
            board
        })
        .collect()
}

/// One of the best three of a handful of random candidates, judged by what both sides gain.
fn likely_move<R: RuleSet, V: CellValues>(board: &Board<R, V>, rng: &mut Rng) -> Point {
    let cells: Vec<Point> = board.candidates().iter().collect();
    let worth = |&point: &Point| {
        board.combined(Color::Black, point) as u32 + board.combined(Color::White, point) as u32
    };
    let tries: Vec<Point> = (0..6).filter_map(|_| rng.choose(&cells).copied()).collect();
    tries.into_iter().max_by_key(worth).expect("an empty cell is left")
}

/// Million pairs of place and undo per second, over all candidates of all boards.
fn place_rate<R: RuleSet, V: CellValues>(
    boards: &[Board<R, V>],
    place: impl Fn(&mut Board<R, V>, Point),
) -> f64 {
    let mut boards = boards.to_vec();
    let mut next = 0;
    best_rate(|| {
        next = (next + 1) % boards.len();
        let board = &mut boards[next];
        let mut pairs = 0;
        for point in &board.candidates() {
            place(board, point);
            std::hint::black_box(&*board);
            board.undo();
            pairs += 1;
        }
        pairs
    })
}

/// Million verdicts per second on cells that the combined class suspects to be forbidden.
fn forbidden_rate() -> f64 {
    let mut rng = Rng::new(15);
    let mut cases: Vec<(Board<Renju>, Vec<Point>)> = Vec::new();
    for _ in 0..200 {
        let mut board = Board::<Renju>::new(board_size());
        for _ in 0..50 {
            let cells: Vec<Point> = board.candidates().iter().collect();
            board.place(*rng.choose(&cells).expect("an empty cell is left"));
        }
        let sieved = |&point: &Point| board.combined(Color::Black, point) == Combined::Suspect;
        let cells: Vec<Point> = board.empties().iter().filter(sieved).collect();
        cases.push((board, cells));
    }
    let mut next = 0;
    best_rate(|| {
        let (board, cells) = &cases[next];
        next = (next + 1) % cases.len();
        for &cell in cells {
            std::hint::black_box(forbidden(board, cell));
        }
        cells.len() as u64
    })
}
