//! The commands of Yixin-Board, except those of its database, which are in [`super::database`], and
//! Rapfi's `TRACEBOARD`.
//!
//! `yxshowinfo` turns on its dialect: the row comes first in every coordinate, and `START` does not
//! clear the transposition table (Yixin-Board sends it before every move). The moves of a search are
//! played on the board, so that a `turn` may follow.

use std::time::Duration;

use super::error::StateError;
use super::session::{Session, SessionAction};
use crate::wire::{Axes, BlockKind, BlockRow, Command, NumberPair, Reply};
use tengen_engine::board::{Position, notation};
use tengen_engine::rules::reference;
use tengen_engine::search::Goal;
use tengen_engine::types::{BoardSize, Color, Coord};

/// The largest transposition table that is announced, as a power of two in KiB: 64 GiB.
const MAX_HASH_EXPONENT: u32 = 26;

impl Session {
    /// Executes a command that only Yixin-Board or Rapfi's users send.
    pub(super) fn obey_yixin(
        &mut self,
        command: &Command,
        at: Duration,
    ) -> Result<Vec<SessionAction>, StateError> {
        match *command {
            Command::YxShowInfo => Ok(self.show_info()),
            Command::YxShowForbid => self.show_forbidden(),
            Command::YxHashClear => Ok(vec![SessionAction::Forget]),
            Command::YxBlockReset => {
                self.excluded.clear();
                Ok(Vec::new())
            }
            Command::TraceBoard => self.trace_board(),
            Command::YxNBest(count) => self.many_best("YXNBEST", count, at),
            Command::YxSearchDefend => self.many_best("YXSEARCHDEFEND", i64::MAX, at),
            Command::YxBalanceOne(bias) => {
                self.game_for("YXBALANCEONE")?;
                let goal = Goal::BalanceOne { bias: value(bias) };
                self.search(at, |limits| limits.goal = goal)
            }
            Command::YxBalanceTwo(bias) => {
                self.game_for("YXBALANCETWO")?;
                let goal = Goal::BalanceTwo { bias: value(bias) };
                self.search(at, |limits| limits.goal = goal)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn show_info(&mut self) -> Vec<SessionAction> {
        self.axes = Axes::RowFirst;
        self.settings.serve_yixin_board();
        let line = |key: &str, value: u64| Reply::Message(format!("INFO {key} {value}"));
        let threads = self.config.threads as u64;
        [line("MAX_THREAD_NUM", threads), line("MAX_HASH_SIZE", MAX_HASH_EXPONENT.into())]
            .map(SessionAction::Say)
            .to_vec()
    }

    fn show_forbidden(&mut self) -> Result<Vec<SessionAction>, StateError> {
        let position = &self.game_for("YXSHOWFORBID")?.position;
        let points = match position.to_move() {
            Color::Black => reference::forbidden_points(position),
            Color::White => Vec::new(),
        };
        let points = points.into_iter().map(|(coord, _)| self.axes.pair(coord)).collect();
        Ok(vec![SessionAction::Say(Reply::Forbid(points))])
    }

    /// The rule, whose move it is, and the stones.
    fn trace_board(&mut self) -> Result<Vec<SessionAction>, StateError> {
        let position = &self.game_for("TRACEBOARD")?.position;
        let summary = format!(
            "rule {}, board {}, {} to move, {} stones",
            position.rule(),
            position.size(),
            position.to_move(),
            position.stones().len()
        );
        let picture = notation::picture(position, &[]);
        let rows = picture.lines().map(str::to_owned);
        let lines = std::iter::once(summary).chain(rows);
        Ok(lines.map(Reply::Message).map(SessionAction::Say).collect())
    }

    /// A search with `count` variations, at most one per empty point.
    fn many_best(
        &mut self,
        command: &'static str,
        count: i64,
        at: Duration,
    ) -> Result<Vec<SessionAction>, StateError> {
        let empty = self.game_for(command)?.position.empty_coords().count();
        let count = usize::try_from(count.max(1)).unwrap_or(usize::MAX);
        self.search(at, |limits| limits.multi_pv = count.min(empty))
    }

    /// Adds the points of `YXBLOCK` to the excluded ones, or removes those of `YXBLOCKUNDO`.
    pub(super) fn exclude(
        &mut self,
        kind: BlockKind,
        rows: &[BlockRow],
        size: BoardSize,
    ) -> Result<(), StateError> {
        let command = kind.word();
        let point = |&[first, second, _]: &BlockRow| {
            let pair = NumberPair { first, second };
            self.axes.coord(pair, size).ok_or(StateError::OffBoard { command, pair, size })
        };
        let points = rows.iter().map(point).collect::<Result<Vec<Coord>, _>>()?;
        self.excluded.retain(|coord| !points.contains(coord));
        if kind == BlockKind::YxBlock {
            self.excluded.extend(points);
        }
        Ok(())
    }

    /// The excluded points that are empty; none if there is no other point to play.
    pub(super) fn excluded_now(&self, position: &Position) -> Vec<Coord> {
        let is_free = |coord: &Coord| position.is_empty_at(*coord);
        let excluded: Vec<Coord> = self.excluded.iter().copied().filter(is_free).collect();
        match excluded.len() < position.empty_coords().count() {
            true => excluded,
            false => Vec::new(),
        }
    }
}

fn value(bias: i64) -> i32 {
    const MOST: i64 = tengen_engine::types::Score::MAX_EVAL as i64;
    i32::try_from(bias.clamp(-MOST, MOST)).unwrap_or(0)
}
