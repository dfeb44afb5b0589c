//! What a position is worth: proved where a forced win is found, else by search.

use std::time::Duration;

use super::model::ReviewOptions;
use tengen_engine::board::Position;
use tengen_engine::engine::Engine;
use tengen_engine::rules::reference;
use tengen_engine::search::{Limits, NullListener};
use tengen_engine::threats::{
    ForcedWin, SolveBudget, SolveResult, Task, TaskResult, ThreatKind, Watch,
};
use tengen_engine::types::{Color, Coord, Score};
use tengen_engine::util::stop::StopFlag;
use tengen_records::{DrawReason, GameOutcome, GameRecord, Verdict};

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
pub(super) fn of_result(game: &GameRecord, position: &Position) -> Option<Standing> {
    let on_board = reference::winner(position).map(|(winner, _)| winner);
    let winner = match (on_board, game.outcome) {
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

/// Solver and engine with their limits.
pub(super) struct Assessor<'a> {
    engine: &'a mut Engine,
    limits: Limits,
    task: Task<'static>,
    stop: StopFlag,
}

impl<'a> Assessor<'a> {
    pub(super) fn new(engine: &'a mut Engine, options: &ReviewOptions, stop: StopFlag) -> Self {
        let limits = Limits {
            turn: options.time.map(|time| time / 2),
            nodes: options.nodes,
            reserve: Duration::ZERO,
            analysis: true,
            ..Limits::default()
        };
        let budget = SolveBudget {
            nodes: options.nodes,
            time: options.time.map(|time| time / 4),
            checking: options.time.map(|time| time.max(LEAST_CHECKING)),
            memory_mb: options.solver_mb,
            shortest: false,
        };
        let task = Task { kinds: &ThreatKind::ALL, budget, threads: 1, deadline: None };
        Self { engine, limits, task, stop }
    }

    /// The assessment of a position in which the game is not over.
    pub(super) fn assess(&mut self, position: &Position) -> Standing {
        if let Some(win) = self.forced_win(position) {
            let score = Score(Score::win_in(i32::try_from(win.plies).unwrap_or(1)));
            return Standing { score, line: win.line.clone(), win: Some(win) };
        }
        let choice = self.engine.think(position, &self.limits, &self.stop, &mut NullListener);
        Standing { score: choice.score, line: choice.pv, win: None }
    }

    /// A forced win of the side to move, verified.
    pub(super) fn forced_win(&self, position: &Position) -> Option<ForcedWin> {
        self.solve(position).forced_win(position)
    }

    /// Whether it is proved that the side to move has no forced win.
    pub(super) fn excludes_win(&self, position: &Position) -> bool {
        self.solve(position).result == SolveResult::None
    }

    fn solve(&self, position: &Position) -> TaskResult {
        let watch = Watch { stop: self.stop.clone(), ..Watch::default() };
        self.task.solve(position, &watch)
    }
}
