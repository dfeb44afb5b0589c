//! What a position is worth: proved where a forced win is found, else by search.

use std::time::Duration;

use super::cost::{Cost, ReviewOptions};
use super::game::ReviewedGame;
use super::known::{KnownSearches, ProofAttempt, Searched, ValueAndLine};
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::rules::reference;
use tengen_engine::search::{Limits, NullListener};
use tengen_engine::threats::{ForcedWin, SolveBudget, SolveResult, Task, ThreatKind, Watch};
use tengen_engine::types::{Color, Coord, Score};
use tengen_engine::util::stop::StopFlag;
use tengen_records::{DrawReason, GameOutcome, Verdict};

/// The least time for the verification of a win that was found in time.
const LEAST_CHECKING: Duration = Duration::from_secs(2);

/// The assessment of a position, for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// The value.
    pub score: Score,
    /// The best line; empty where the game is over.
    pub line: Vec<Coord>,
    /// The forced win, if one was proved.
    pub win: Option<ForcedWin>,
}

/// The value at the end of a finished game; `None` if the game is unfinished, or was decided by
/// something that the board does not show, such as a timeout.
pub(super) fn of_result(game: &ReviewedGame, position: &Position) -> Option<Standing> {
    let on_board = reference::winner(position).map(|(winner, _)| winner);
    let winner = match (on_board, game.head.outcome) {
        // Later moves may have led to another result.
        (Some(winner), _) => Some(winner),
        // The arena's referee does not place the forbidden stone: the board ends before it.
        (None, GameOutcome::Ended { winner, verdict: Verdict::Forbidden(_) })
            if position.to_move() == Color::White =>
        {
            winner
        }
        (None, GameOutcome::Ended { winner, .. }) if position.is_full() => winner,
        (None, GameOutcome::Ended { verdict: Verdict::Draw(DrawReason::Passes), .. }) => None,
        _ => return None,
    };
    let score = match winner {
        None => 0,
        Some(winner) if winner == position.to_move() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    };
    Some(Standing { score: Score(score), line: Vec::new(), win: None })
}

/// The value of a position in which the board has ended the game; `None` if it has not.
pub(super) fn of_end(position: &Position) -> Option<Standing> {
    let winner = reference::winner(position).map(|(winner, _)| winner);
    let score = match winner {
        None if position.is_full() => 0,
        None => return None,
        Some(winner) if winner == position.to_move() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    };
    Some(Standing { score: Score(score), line: Vec::new(), win: None })
}

/// Solver and engine. Every search begins with empty tables, so that it does not depend on those
/// before it.
pub(super) struct Assessor<'a> {
    engine: &'a mut Engine,
    known: &'a mut KnownSearches,
    solver_mb: u64,
    stop: StopFlag,
}

impl<'a> Assessor<'a> {
    pub(super) fn new(
        engine: &'a mut Engine,
        known: &'a mut KnownSearches,
        options: &ReviewOptions,
        stop: StopFlag,
    ) -> Self {
        Self { engine, known, solver_mb: options.solver_mb, stop }
    }

    /// Whether the review is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The assessment of a position in which the game is not over; `tell` hears of a search.
    pub(super) fn assess(
        &mut self,
        position: &Position,
        cost: Cost,
        tell: &mut dyn FnMut(&Searched),
    ) -> Standing {
        if let Some(win) = self.forced_win(position, cost) {
            let score = Score(Score::win_in(i32::try_from(win.plies).unwrap_or(1)));
            return Standing { score, line: win.line.clone(), win: Some(win) };
        }
        let (score, line) = self.search(position, cost, tell);
        Standing { score, line, win: None }
    }

    fn search(
        &mut self,
        position: &Position,
        cost: Cost,
        tell: &mut dyn FnMut(&Searched),
    ) -> ValueAndLine {
        if let Some(found) = self.known.search(position, cost) {
            return found;
        }
        let found = self.think(position, cost, Vec::new());
        if !self.stop.is_set()
            && let Some(searched) = self.known.note(position, cost, found.clone())
        {
            tell(&searched);
        }
        found
    }

    /// The best of the other moves. Such a search is rare, and is not remembered.
    pub(super) fn best_except(
        &mut self,
        position: &Position,
        excluded: Coord,
        cost: Cost,
    ) -> Option<Coord> {
        self.think(position, cost, vec![excluded]).1.first().copied()
    }

    /// The value and the line of a search that begins with empty tables.
    fn think(&mut self, position: &Position, cost: Cost, excluded: Vec<Coord>) -> ValueAndLine {
        self.engine.forget();
        let limits = Limits {
            turn: cost.time.map(|time| time / 2),
            nodes: cost.nodes,
            reserve: Duration::ZERO,
            analysis: true,
            excluded,
            ..Limits::default()
        };
        let choice = self.engine.think(position, &limits, &self.stop, &mut NullListener);
        (choice.score, choice.pv)
    }

    /// A forced win of the side to move, verified.
    pub(super) fn forced_win(&mut self, position: &Position, cost: Cost) -> Option<ForcedWin> {
        self.solve(position, cost).win
    }

    /// Whether it is proved that the side to move has no forced win.
    pub(super) fn excludes_win(&mut self, position: &Position, cost: Cost) -> bool {
        self.solve(position, cost).result == SolveResult::None
    }

    fn solve(&mut self, position: &Position, cost: Cost) -> ProofAttempt {
        if let Some(solved) = self.known.solved(position, cost) {
            return solved;
        }
        let budget = SolveBudget {
            nodes: cost.nodes,
            time: cost.time.map(|time| time / 4),
            checking: cost.time.map(|time| time.max(LEAST_CHECKING)),
            memory_mb: self.solver_mb,
            shortest: false,
        };
        let task = Task { kinds: &ThreatKind::ALL, budget, threads: 1, deadline: None };
        let watch = Watch { stop: self.stop.clone(), ..Watch::default() };
        let found = task.solve(position, &watch);
        let solved = ProofAttempt { result: found.result, win: found.forced_win(position) };
        if !self.stop.is_set() {
            self.known.note_solved(position, cost, solved.clone());
        }
        solved
    }
}
