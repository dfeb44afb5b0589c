//! The search against slow twins: plain minimax, brute force for fours, and a picker that must
//! yield every reply once.

use std::time::Duration;

use super::experience::Experience;
use super::params::{ANY_GAP, PLY, Params};
use super::picker::{PickedMove, Picker};
use super::searcher::Searcher;
use super::shared::{SearchState, SearchTimer};
use super::time::Budget;
use super::tt::SearchTable;
use super::worker::Worker;
use super::{Limits, StopFlag};
use crate::board::{Bare, Board, Combined, Position};
use crate::eval::{Classical, Evaluator};
use crate::rules::forbidden::is_forbidden;
use crate::threats::Danger;
use crate::threats::brute::wins_by_fours;
use crate::threats::danger::replies;
use crate::threats::statics::{self, Static};
use crate::types::rule::{Caro, Freestyle, Renju, Standard};
use crate::types::{BoardSize, Coord, Point, PointSet, Rule, RuleSet, Score, Window};
use crate::util::clock::FakeClock;
use crate::util::pauses::Pauses;
use crate::util::rng::Rng;

/// An evaluation without knowledge: a hash of the stones and the side to move.
struct Noise;

impl<R: RuleSet> Evaluator<R> for Noise {
    type Values = Bare;

    fn values(&self) -> Bare {
        Bare::of(R::RULE)
    }

    fn evaluate(&mut self, board: &Board<R>) -> i32 {
        (board.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as i32 - 256
    }

    fn score_moves(&mut self, _: &Board<R>, moves: &PointSet, mut each: impl FnMut(Point, i32)) {
        moves.iter().for_each(|point| each(point, point.index() as i32 * 37 % 101));
    }
}

/// No move is left out, reduced or extended.
fn without_pruning() -> Params {
    let mut params = Params::default();
    let off = [
        ("razor_depth_threshold", 0),
        ("futility_depth_threshold", 0),
        ("correction_share", 0),
        ("late_base", 1000),
        ("late_gap", ANY_GAP),
        ("late_reply_base", 1000),
        ("reduction_factor", 0),
        ("reduction_base", 0),
        ("reduction_pv", 0),
        ("reduction_cut", 0),
        ("reduction_worsening", 0),
        ("reduction_trivial", 0),
        ("reduction_attack", 0),
        ("reduction_open_four", 0),
        ("reduction_gap_factor", 0),
        ("raised_reduction", 0),
        ("deeper_extension", 0),
        ("reduction_history_divisor", 10_000),
        ("forced_extension", 0),
        ("singular_depth_threshold", 12_800),
        ("internal_depth_threshold", 12_800),
    ];
    for (name, value) in off {
        params.set(name, value).unwrap();
    }
    params
}

fn searched<R: RuleSet>(position: &Position, depth: i32) -> i32 {
    let (limits, stop, clock) = (Limits::default(), StopFlag::new(), FakeClock::new());
    let params = without_pruning();
    let mut table = SearchTable::new(1 << 20);
    let timer = SearchTimer { clock: &clock, start: Duration::ZERO };
    let budget = Budget::new(&limits, 1, &params);
    let shared = SearchState::new(
        table.begin_search(None, || true),
        &params,
        &limits,
        (budget, Pauses::default()),
        &stop,
        timer,
    );
    let mut experience = Experience::default();
    let board = Board::<R>::from_position(position);
    let mut worker = Worker::new(0, board, Noise, &shared, &mut experience);
    worker.search::<true>(Window::FULL, depth * PLY, 0, false).unwrap()
}

/// The value by plain minimax over the replies that the search tries. `None` where the search would
/// try fours at its horizon, which this twin does not support.
fn minimax<R: RuleSet>(board: &mut Board<R>, depth: i32, ply: i32) -> Option<i32> {
    if board.empty_count() == 0 {
        return Some(0);
    }
    match statics::look(board) {
        Static::Win { plies, .. } => return Some(Score::win_in(ply + plies)),
        Static::Loss { plies } => return Some(Score::loss_in(ply + plies)),
        Static::Open => {}
    }
    let own = board.to_move();
    let danger = Danger::of(board);
    if depth == 0 {
        let is_quiet = danger != Danger::Five && board.count_from(own, Combined::Four) == 0;
        return is_quiet.then(|| Noise.evaluate(board));
    }
    let mut best = None;
    for point in &replies(board, danger) {
        if is_forbidden(board, own, point) {
            continue;
        }
        board.place(point);
        let value = minimax(board, depth - 1, ply + 1);
        board.undo();
        best = best.max(Some(-value?));
    }
    best
}

fn random_position(rule: Rule, side: u64, stones: usize, rng: &mut Rng) -> Position {
    let size = BoardSize::square(side).unwrap();
    let mut position = Position::new(rule, size);
    while position.stones().len() < stones {
        let _ = position
            .play(Coord::new(rng.below(side as usize) as u8, rng.below(side as usize) as u8));
    }
    position
}

fn agrees_with_minimax<R: RuleSet>(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    for round in 0..120 {
        let position = random_position(R::RULE, 6, 4 + round % 7, &mut rng);
        let mut board = Board::<R>::from_position(&position);
        // A decided position is not searched.
        if Danger::of(&board) == Danger::Five || statics::look(&board) != Static::Open {
            continue;
        }
        let depth = 2 + (round % 2) as i32;
        if let Some(value) = minimax(&mut board, depth, 0) {
            assert_eq!(searched::<R>(&position, depth), value, "{position:?}, depth {depth}");
            compared += 1;
        }
    }
    assert!(compared >= 10, "only {compared} positions were compared");
}

#[test]
fn search_without_pruning_is_minimax() {
    agrees_with_minimax::<Freestyle>(1);
    agrees_with_minimax::<Standard>(2);
    agrees_with_minimax::<Renju>(3);
    agrees_with_minimax::<Caro>(4);
}

fn picker_hands_out_all<R: RuleSet>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (params, experience) = (Params::of(R::RULE), Experience::default());
    for round in 0..60 {
        let position = random_position(R::RULE, 9, 3 + round % 24, &mut rng);
        let mut eval = Classical::of(R::RULE);
        let values = Evaluator::<R>::values(&eval);
        let board = Board::<R, _>::of_position(&position, values);
        let danger = Danger::of(&board);
        let expected = replies(&board, danger);
        let all: Vec<Point> = expected.iter().collect();
        let first = if round % 2 == 0 { rng.choose(&all).copied() } else { None };
        let mut picker = Picker::new(first);
        let mut next = || picker.next(&board, &mut eval, &experience.history, &params, danger);
        let moves: Vec<PickedMove> = std::iter::from_fn(&mut next).collect();
        assert!(moves.is_sorted_by_key(|picked| picked.gap));
        assert!(moves.first().is_none_or(|picked| picked.gap == 0));
        let picked: Vec<Point> = moves.iter().map(|picked| picked.point).collect();
        assert!(first.is_none() || picked.first().copied() == first);
        assert_eq!(picked.len(), all.len(), "some reply is missing or comes twice");
        assert_eq!(picked.into_iter().collect::<PointSet>(), expected);
    }
}

#[test]
fn picker_hands_out_every_reply_once_the_table_move_first() {
    picker_hands_out_all::<Freestyle>(5);
    picker_hands_out_all::<Renju>(6);
}

#[test]
fn search_finds_the_wins_by_fours_that_brute_force_finds() {
    let mut rng = Rng::new(7);
    let mut wins = 0;
    for rule in Rule::ALL {
        for _ in 0..120 {
            let position = random_position(rule, 7, 12, &mut rng);
            if wins_by_fours(&position, &mut 3000) != Some(true) {
                continue;
            }
            let clock = FakeClock::new();
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let mut searcher = Searcher::new(1 << 18, 1);
            // The solver at the root would find them before the search.
            searcher.params.of_mut(rule).proof_share = 0;
            let found =
                searcher.search(&position, &limits, &StopFlag::new(), &clock, &mut Vec::new());
            assert!(found.score.0 >= Score::MATE_THRESHOLD, "{position:?}: {}", found.score);
            wins += 1;
        }
    }
    assert!(wins >= 20, "only {wins} positions were won");
}
