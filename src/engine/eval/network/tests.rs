//! The network against its definition: on boards of all rules, sizes and kernels.

use super::kernels::Kernels;
use super::layers;
use super::tables::{CellFeatures, FeaturePool, Features, PairedLayers};
use super::weights::{
    CHANNELS, CONVOLVED, ColorNetwork, Convolution, HIDDEN, INPUTS, MOST_FEATURE, NetworkWeights,
    Row, UNIT_ONE,
};
use super::windows::{DIRECTED, is_bare, window_of};
use super::{Network, NetworkState};
use crate::board::{Bare, Board, Symmetry};
use crate::eval::WeightsError;
use crate::eval::color_file::colors_of;
use crate::types::{BoardSize, ByColor, Color, Coord, Point, PointSet, Rule, RuleSet, with_rule};
use crate::util::rng::Rng;

/// Random weights, as large as `most` in a row.
fn random_color(rng: &mut Rng, most: usize) -> ColorNetwork {
    let mut network = ColorNetwork::zero();
    let mut draw = |most: usize| rng.below(2 * most + 1) as i32 - most as i32;
    for row in network.windows.iter_mut().chain(&mut network.pairs) {
        *row = Row([0; CHANNELS].map(|_| draw(most) as i8));
    }
    (0..DIRECTED).filter(|&pair| is_bare(pair)).for_each(|pair| {
        network.windows[window_of(pair)] = Row::ZERO;
    });
    network.pairs[0] = Row::ZERO;
    let Convolution { cell, sides, corners, biases } = &mut *network.convolution;
    cell.fill_with(|| draw(90) as i16);
    sides.fill_with(|| draw(20) as i16);
    corners.fill_with(|| draw(20) as i16);
    biases.fill_with(|| 32 - draw(700).abs() as i16);
    let layers = &mut network.layers;
    layers.first.as_flattened_mut().fill_with(|| draw(60) as i16);
    layers.second.as_flattened_mut().fill_with(|| draw(400) as i16);
    layers.last.fill_with(|| draw(900) as i16);
    layers.first_bias.fill_with(|| draw(200_000));
    layers.second_bias.fill_with(|| draw(100_000));
    layers.last_bias = draw(100_000);
    network
}

fn random_weights(rule: Rule, seed: u64) -> NetworkWeights {
    let mut rng = Rng::new(seed);
    let black = random_color(&mut rng, 40);
    let white = if colors_of(rule) == 2 { random_color(&mut rng, 40) } else { black.clone() };
    NetworkWeights { rule, provenance: "rändom".into(), colors: ByColor::new(black, white) }
}

/// The value computed from the position alone.
fn value_of<R: RuleSet>(network: &Network, board: &Board<R>) -> i32 {
    let viewer = board.to_move();
    let (pool, convolved) = (network.pool(board, viewer), network.convolved_pool(board, viewer));
    layers::value(&network.view(viewer).layers, &pool, &convolved)
}

/// Plays and undoes at random; after each step every state has the value computed from the position
/// alone, for both sides.
fn follows<R: RuleSet>(size: BoardSize, blocked: &[Point], seed: u64) {
    let network = Network::new(&random_weights(R::RULE, seed));
    let mut rng = Rng::new(seed);
    let values = Bare::of(R::RULE);
    let mut board = Board::<R>::with_blocked(size, values, blocked);
    let mut states = Kernels::all().into_iter().map(NetworkState::with_kernels).collect::<Vec<_>>();
    let (mut line, mut differ) = (0, 0);
    states.iter_mut().for_each(|state| state.attach(&network, &board));
    for _ in 0..300 {
        if line > 0 && (rng.below(5) < 2 || board.empty_count() == 0) {
            board.undo();
            line -= 1;
            states.iter_mut().for_each(NetworkState::undone);
        } else {
            let empties: Vec<Point> = board.empties().iter().collect();
            match rng.choose(&empties) {
                Some(&point) if rng.below(20) > 0 => board.place(point),
                _ => board.pass(),
            }
            line += 1;
            states.iter_mut().for_each(|state| state.placed(&board));
        }
        // Views that lag behind by several moves catch up at once.
        if rng.below(3) == 0 {
            let expected = value_of(&network, &board);
            for state in &mut states {
                assert_eq!(state.value(&network, &board), expected);
            }
            differ += usize::from(expected != 0);
        }
    }
    assert!(differ > 40, "the network says something about {differ} positions");
}

#[test]
fn the_state_follows_moves_undos_and_passes_on_any_board() {
    for (number, rule) in Rule::ALL.into_iter().enumerate() {
        for (width, height) in [(5, 5), (15, 15), (22, 22), (13, 7), (6, 21)] {
            let size = BoardSize::new(width, height).unwrap();
            with_rule!(rule, R => follows::<R>(size, &[], width * height + number as u64));
        }
        let blocked = [(3, 3), (7, 2), (8, 8)].map(|(x, y)| Point::from_coord(Coord::new(x, y)));
        let size = BoardSize::square(12).unwrap();
        with_rule!(rule, R => follows::<R>(size, &blocked, 7));
    }
}

#[test]
fn a_state_that_follows_no_board_computes_from_the_position() {
    let network = Network::of(Rule::Freestyle);
    let mut board = Board::<crate::types::rule::Freestyle>::new(BoardSize::square(15).unwrap());
    let mut state = NetworkState::new();
    for coord in [(7, 7), (8, 8), (8, 6)] {
        board.place(Point::from_coord(Coord::new(coord.0, coord.1)));
        state.placed(&board);
        assert_eq!(state.value(network, &board), value_of(network, &board));
    }
    state.attach(network, &board);
    for _ in 0..2 {
        board.undo();
        state.undone();
        assert_eq!(state.value(network, &board), value_of(network, &board));
    }
}

/// The network's value after these stones, in any order.
fn value<R: RuleSet>(
    network: &Network,
    size: BoardSize,
    stones: &[(Coord, Color)],
    to_move: Color,
) -> i32 {
    let mut board = Board::<R>::new(size);
    for &(coord, color) in stones {
        board.set_to_move(color);
        board.place(Point::from_coord(coord));
    }
    board.set_to_move(to_move);
    value_of(network, &board)
}

fn is_symmetric<R: RuleSet>(seed: u64) {
    let network = Network::new(&random_weights(R::RULE, seed));
    let mut rng = Rng::new(seed);
    for (width, height) in [(9, 9), (15, 15), (8, 14)] {
        let size = BoardSize::new(width, height).unwrap();
        let mut coords: Vec<Coord> = size.coords().collect();
        rng.shuffle(&mut coords);
        let color = |n: usize| if n.is_multiple_of(2) { Color::Black } else { Color::White };
        let stones: Vec<_> =
            coords.into_iter().take(16).enumerate().map(|(n, coord)| (coord, color(n))).collect();
        let expected = value::<R>(&network, size, &stones, Color::Black);
        for symmetry in Symmetry::all(size) {
            let turned: Vec<_> =
                stones.iter().map(|&(coord, color)| (symmetry.apply(coord, size), color)).collect();
            assert_eq!(value::<R>(&network, size, &turned, Color::Black), expected);
        }
        if !R::HAS_FORBIDDEN {
            let swapped: Vec<_> = stones.iter().map(|&(coord, color)| (coord, !color)).collect();
            assert_eq!(value::<R>(&network, size, &swapped, Color::White), expected);
        }
    }
}

#[test]
fn the_value_is_the_same_for_symmetries_and_swapped_colors() {
    for (seed, rule) in Rule::ALL.into_iter().enumerate() {
        with_rule!(rule, R => is_symmetric::<R>(seed as u64));
    }
}

#[test]
fn a_larger_board_does_not_change_the_value_of_stones_far_from_its_edge() {
    type R = crate::types::rule::Standard;
    let network = Network::new(&random_weights(Rule::Standard, 3));
    let stones = |shift: u8| {
        let at = |x: u8, y: u8, color| (Coord::new(x + shift, y + shift), color);
        [at(7, 7, Color::Black), at(8, 8, Color::White), at(8, 6, Color::Black)]
    };
    let on = |side, shift| {
        let size = BoardSize::square(side).unwrap();
        value::<R>(&network, size, &stones(shift), Color::White)
    };
    // No window of a cell that sees a stone reaches the edge.
    assert_eq!(on(19, 2), on(22, 2));
    assert_eq!(on(19, 2), on(22, 4));
    assert_ne!(on(19, 2), on(10, 0));
}

#[test]
fn all_kernels_compute_the_same_from_the_largest_numbers() {
    let mut network = ColorNetwork::zero();
    let mut rng = Rng::new(5);
    let largest = BoardSize::MAX_FAST as i32;
    for round in 0..200 {
        let mut sign = |most: i16| if rng.below(2) == 0 { most } else { -most };
        let layers = &mut network.layers;
        layers.first.as_flattened_mut().fill_with(|| sign(4000));
        layers.second.as_flattened_mut().fill_with(|| sign(i16::MAX - 100));
        layers.last.fill_with(|| sign(i16::MAX - 100));
        layers.last_bias = i32::from(sign(1000)) * UNIT_ONE;
        let most = largest * largest * i32::from(MOST_FEATURE);
        let mut sum = || rng.below(most as usize + 1) as i32;
        let pool = FeaturePool([0; CHANNELS].map(|_| sum()));
        let convolved = [0; CONVOLVED].map(|_| sum());
        let paired = PairedLayers::new(&network.layers);
        let mut values: Vec<i32> = Kernels::all()
            .into_iter()
            .map(|kernels| kernels.value(&paired, &pool, &convolved))
            .collect();
        values.push(layers::value(&paired, &pool, &convolved));
        values.dedup();
        assert_eq!(values.len(), 1, "round {round}: {values:?}");
    }
}

#[test]
fn all_kernels_convolve_the_same_from_the_largest_numbers() {
    let mut rng = Rng::new(6);
    let size = BoardSize::square(BoardSize::MAX_FAST.into()).unwrap();
    for round in 0..60 {
        let mut sign = |most: i16| if rng.below(2) == 0 { most } else { -most };
        let convolution = Convolution {
            cell: [0; CONVOLVED].map(|_| sign(94)),
            sides: [0; CONVOLVED].map(|_| sign(20)),
            corners: [0; CONVOLVED].map(|_| sign(20)),
            biases: [0; CONVOLVED].map(|_| sign(63)),
        };
        let mut cells: Box<CellFeatures> = vec![Features::ZERO; Point::COUNT].try_into().unwrap();
        let mut set = PointSet::EMPTY;
        for point in size.coords().map(Point::from_coord) {
            // The first rounds: everything at its largest.
            let mut feature = || if round < 4 { 6000 } else { sign(6000) };
            cells[point.index()] = Features([0; CHANNELS].map(|_| feature()));
            if round < 10 || sign(1) > 0 {
                set.insert(point);
            }
        }
        let mut sums: Vec<_> = Kernels::all()
            .into_iter()
            .map(|kernels| kernels.convolve(&convolution, &cells, &set))
            .collect();
        let largest = sums[0].into_iter().max().unwrap();
        assert!(round > 3 || largest == i32::from(MOST_FEATURE) * 484, "{largest}");
        sums.dedup();
        assert_eq!(sums.len(), 1, "round {round}: {sums:?}");
    }
}

#[test]
fn files_round_trip_and_the_built_in_ones_can_be_read() {
    for rule in Rule::ALL {
        let weights = random_weights(rule, 1);
        assert_eq!(NetworkWeights::read(&weights.write()), Ok(weights));
        let embedded = NetworkWeights::embedded(rule).unwrap();
        assert!(embedded.rule == rule && !embedded.provenance.is_empty());
    }
}

#[test]
fn damaged_and_dangerous_files_are_refused() {
    let good = random_weights(Rule::Caro, 1);
    let bytes = good.write();
    for foreign in [b"TGEV\x02\0\0\0", b"TGNN\x01\0\0\0", b"TGNN\x03\0\0\0"] {
        let foreign = NetworkWeights::read(foreign).unwrap_err();
        assert_eq!(foreign.to_string(), "not a weights file: expected TGNN and version 2");
    }
    for cut in [3, 20, 40, bytes.len() - 1] {
        assert!(NetworkWeights::read(&bytes[..cut]).is_err(), "{cut}");
    }
    for place in [8, 12, 16, 100, 5000, bytes.len() - 1] {
        let mut bad = bytes.clone();
        bad[place] ^= 0x40;
        assert!(NetworkWeights::read(&bad).is_err(), "{place}");
    }
    let mut heavy = good.clone();
    heavy.colors[Color::Black].layers.first[3] = [i16::MAX; INPUTS];
    let refused = NetworkWeights::read(&heavy.write());
    assert!(matches!(refused, Err(WeightsError::Overflow { layer: "the first layer", .. })));
    let mut heavy = good.clone();
    heavy.colors[Color::Black].layers.last = [i16::MAX; HIDDEN];
    heavy.colors[Color::Black].layers.last_bias = i32::MAX;
    assert!(matches!(NetworkWeights::read(&heavy.write()), Err(WeightsError::Overflow { .. })));
    let mut heavy = good.clone();
    heavy.colors[Color::Black].convolution.corners[15] = 70;
    let refused = NetworkWeights::read(&heavy.write());
    assert!(matches!(refused, Err(WeightsError::Overflow { layer: "the convolution", .. })));
    let mut loud = good.clone();
    loud.colors[Color::Black].convolution.biases[7] = 64;
    let refused = NetworkWeights::read(&loud.write());
    assert_eq!(refused, Err(WeightsError::LoudBias { channel: 7, bias: 64 }));
    let mut loud = good;
    loud.colors[Color::Black].pairs[0].0[5] = 1;
    let refused = NetworkWeights::read(&loud.write());
    assert_eq!(refused, Err(WeightsError::Background { table: "pairs of classes", row: 0 }));
}
