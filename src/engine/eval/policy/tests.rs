//! The policy against its definition, and its file.

use super::super::color_file::colors_of;
use super::super::network::kernels::Kernels;
use super::super::network::windows::{around, window_of};
use super::Policy;
use super::scorer::{CellScores, offset_of, refined_from};
use super::weights::{
    ColorPolicy, FEATURES, LAST_MOVES, MOST_FEATURE, OUTPUT_SHIFT, PolicyRow, PolicyWeights,
};
use crate::board::{Board, CellValues, Symmetry};
use crate::eval::WeightsError;
use crate::types::{BoardSize, ByColor, Coord, Point, Rule, RuleSet, with_rule};
use crate::util::rng::Rng;

fn random_color(rng: &mut Rng) -> ColorPolicy {
    let mut policy = ColorPolicy::zero();
    let mut draw = |most: usize| rng.below(2 * most + 1) as i32 - most as i32;
    for row in policy.windows.iter_mut().chain(&mut policy.pairs) {
        *row = PolicyRow([0; FEATURES].map(|_| draw(60) as i8));
    }
    policy.weights.fill_with(|| draw(700) as i16);
    policy.offsets.as_flattened_mut().fill_with(|| draw(900) as i16);
    policy.bias = draw(500) as i16;
    policy
}

fn random_weights(rule: Rule, seed: u64) -> PolicyWeights {
    let mut rng = Rng::new(seed);
    let black = random_color(&mut rng);
    let white = if colors_of(rule) == 2 { random_color(&mut rng) } else { black.clone() };
    PolicyWeights { rule, provenance: "rändom".into(), colors: ByColor::new(black, white) }
}

/// The score of a move by the definition, from the weights as they are in the file.
fn by_definition<R: RuleSet, V: CellValues>(
    weights: &ColorPolicy,
    board: &Board<R, V>,
    point: Point,
    tables: i32,
) -> i32 {
    let own = board.to_move();
    let pair = board.combined(own, point) as usize * 16 + board.combined(!own, point) as usize;
    let windows = around(board.lines(), point, own).map(|pair| weights.windows[window_of(pair)]);
    let mut sum = 0;
    for feature in 0..FEATURES {
        let rows = windows.iter().chain([&weights.pairs[pair]]);
        let total: i32 = rows.map(|row| i32::from(row.0[feature])).sum();
        sum += total.clamp(0, MOST_FEATURE.into()) * i32::from(weights.weights[feature]);
    }
    let offset = |age: usize| {
        let last = board.move_back(age)?;
        Some(i32::from(weights.offsets[age][offset_of(last, point)]))
    };
    let offsets: i32 = (0..LAST_MOVES).filter_map(offset).sum();
    tables + (sum >> OUTPUT_SHIFT) + offsets + i32::from(weights.bias)
}

/// Corrected scores of random boards; far worse cells keep the score of the tables.
fn agrees<R: RuleSet>(size: BoardSize, seed: u64, kernels: Kernels) {
    let weights = random_weights(R::RULE, seed);
    let policy = Policy::with_kernels(&weights, kernels);
    let mut rng = Rng::new(seed);
    let mut board = Board::<R>::new(size);
    let (mut refined, mut left) = (0, 0);
    for _ in 0..40.min(size.area() - 4) {
        let empties: Vec<Point> = board.empties().iter().collect();
        let mut scores = CellScores::new();
        for &point in &empties {
            scores.push((point, rng.below(3000) as i32));
        }
        let tables = scores.clone();
        policy.correct(&board, &mut scores);
        let from = refined_from(tables.iter().map(|&(_, score)| score));
        let color = &weights.colors[board.to_move()];
        for (&(point, before), &(_, after)) in tables.iter().zip(&scores) {
            let is_refined = before >= from;
            let expected =
                if is_refined { by_definition(color, &board, point, before) } else { before };
            assert_eq!(after, expected, "{point:?} on {size:?}");
            *(if is_refined { &mut refined } else { &mut left }) += 1;
        }
        match rng.choose(&empties) {
            Some(&point) if rng.below(20) > 0 => board.place(point),
            _ => board.pass(),
        }
    }
    assert!(refined > 50 && left > 20, "{refined} refined, {left} left");
}

#[test]
fn scores_agree_with_the_definition_on_any_board() {
    for (number, rule) in Rule::ALL.into_iter().enumerate() {
        for (width, height) in [(5, 5), (15, 15), (22, 22), (13, 7), (6, 21)] {
            let size = BoardSize::new(width, height).unwrap();
            for kernels in Kernels::all() {
                let seed = width * height + number as u64;
                with_rule!(rule, R => agrees::<R>(size, seed, kernels));
            }
        }
    }
}

/// The score of a move at `at` after these moves.
fn score<R: RuleSet>(policy: &Policy, size: BoardSize, moves: &[Coord], at: Coord) -> i32 {
    let mut board = Board::<R>::new(size);
    moves.iter().for_each(|&coord| board.place(Point::from_coord(coord)));
    let mut scores = CellScores::new();
    scores.push((Point::from_coord(at), 0));
    policy.correct(&board, &mut scores);
    scores[0].1
}

#[test]
fn symmetric_positions_have_the_same_scores() {
    let mut rng = Rng::new(5);
    for rule in Rule::ALL {
        let policy = Policy::new(&random_weights(rule, 9));
        let size = BoardSize::square(12).unwrap();
        let mut coords: Vec<Coord> = size.coords().collect();
        rng.shuffle(&mut coords);
        let (moves, at) = (&coords[..14], coords[20]);
        let expected = with_rule!(rule, R => score::<R>(&policy, size, moves, at));
        for symmetry in Symmetry::all(size) {
            let image = |&coord: &Coord| symmetry.apply(coord, size);
            let moves: Vec<Coord> = moves.iter().map(image).collect();
            let seen = with_rule!(rule, R => score::<R>(&policy, size, &moves, image(&at)));
            assert_eq!(seen, expected, "{rule} {symmetry:?}");
        }
    }
}

#[test]
fn the_built_in_policies_are_whole() {
    for rule in Rule::ALL {
        let weights = PolicyWeights::embedded(rule).unwrap();
        assert_eq!(weights.rule, rule);
        assert_eq!(PolicyWeights::read(&weights.write()).unwrap(), weights);
        assert!(weights.provenance.contains("tune policy"), "{}", weights.provenance);
    }
}

#[test]
fn a_file_is_read_back_and_a_damaged_one_refused() {
    for rule in [Rule::Caro, Rule::Renju] {
        let weights = random_weights(rule, 3);
        let bytes = weights.write();
        assert_eq!(PolicyWeights::read(&bytes), Ok(weights));
        let mut rng = Rng::new(1);
        for _ in 0..40 {
            let mut damaged = bytes.clone();
            damaged[rng.below(bytes.len())] ^= 1 << rng.below(8);
            assert!(PolicyWeights::read(&damaged).is_err());
        }
        for length in [0, 3, 20, bytes.len() - 1] {
            assert!(PolicyWeights::read(&bytes[..length]).is_err(), "{length} bytes");
        }
        let mut other = bytes.clone();
        other[16] = 32;
        let seen = PolicyWeights::read(&other);
        let expected = WeightsError::Head { what: "features", seen: 32, expected: "16" };
        assert_eq!(seen, Err(expected));
    }
}
