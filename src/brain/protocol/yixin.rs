//! The commands of Yixin-Board, except those of its database, which are in [`super::database`], and
//! Rapfi's. What needs the engine but no search is in [`super::tools`].
//!
//! `yxshowinfo` turns on its dialect: the row comes first in every coordinate, and `START` does not
//! clear the transposition table (Yixin-Board sends it before every move). The moves of a search are
//! played on the board, so that a `turn` may follow.

use std::path::PathBuf;
use std::time::Duration;

use super::error::StateError;
use super::game::has_all;
use super::session::{BrainSession, SessionAction};
use super::tools::{Tool, ToolRequest};
use crate::wire::{Axes, Extension, FileWord, Reply};
use tengen_engine::board::notation;
use tengen_engine::rules::reference;
use tengen_engine::search::Goal;
use tengen_engine::types::{Color, Score};

/// The largest transposition table that is announced, as a power of two in KiB: 64 GiB.
const MAX_HASH_EXPONENT: u32 = 26;

impl BrainSession {
    /// Executes a command that only Yixin-Board or Rapfi's users send.
    pub(super) fn obey_extension(
        &mut self,
        command: &Extension,
        at: Duration,
    ) -> Result<Vec<SessionAction>, StateError> {
        match *command {
            Extension::ShowInfo => Ok(self.show_info()),
            Extension::ShowForbid => self.show_forbidden(),
            Extension::HashClear => Ok(vec![SessionAction::Forget]),
            Extension::HashUsage => Ok(vec![self.tool(Tool::Usage)]),
            Extension::Bench => Ok(vec![self.tool(Tool::Bench)]),
            Extension::BlockReset => {
                self.blocked.reset_points();
                Ok(Vec::new())
            }
            Extension::BlockPathReset => {
                self.blocked.reset_paths();
                Ok(Vec::new())
            }
            Extension::Forbid { adds, pair, side } => {
                let size = self.game_for("YXFORBID")?.position.size();
                let color = if side == 0 { Color::Black } else { Color::White };
                self.blocked.change_forbidden(adds, pair, color, (self.axes, size))?;
                Ok(Vec::new())
            }
            Extension::Draw => self.answer_to_a_draw(),
            Extension::Resign => self.opponent_resigns(),
            Extension::TraceBoard => self.trace_board(),
            Extension::TraceSearch => {
                let position = self.game_for("TRACESEARCH")?.position.clone();
                Ok(vec![self.tool(Tool::Trace(position))])
            }
            Extension::NBest(count) => self.many_best("YXNBEST", count, at),
            Extension::SearchDefend => self.many_best("YXSEARCHDEFEND", i64::MAX, at),
            Extension::BalanceOne(bias) => {
                self.game_for("YXBALANCEONE")?;
                let goal = Goal::BalanceOne { bias: value(bias) };
                self.search(at, |limits| limits.goal = goal)
            }
            Extension::BalanceTwo(bias) => {
                self.game_for("YXBALANCETWO")?;
                let goal = Goal::BalanceTwo { bias: value(bias) };
                self.search(at, |limits| limits.goal = goal)
            }
        }
    }

    /// Something that the engine is to do beside searching.
    fn tool(&self, tool: Tool) -> SessionAction {
        SessionAction::Tool(Box::new(ToolRequest { tool, options: self.settings.options() }))
    }

    /// Executes a command with a file.
    pub(super) fn use_file(
        &mut self,
        word: FileWord,
        path: &str,
    ) -> Result<Vec<SessionAction>, StateError> {
        let (command, path) = (word.word(), PathBuf::from(path));
        let tool = match word {
            FileWord::HashDump => Tool::Dump(self.game_for(command)?.position.clone(), path),
            FileWord::HashLoad => Tool::Load(self.game_for(command)?.position.clone(), path),
            FileWord::LoadModel => Tool::Weights(path),
            FileWord::ExportModel => {
                let why = "the weights are part of the program, expected LOADMODEL with a file of `tengen tune network`";
                return Err(StateError::Senseless { command, why });
            }
        };
        Ok(vec![self.tool(tool)])
    }

    /// A draw is accepted by the side that did not find itself better in its last search of this game.
    fn answer_to_a_draw(&mut self) -> Result<Vec<SessionAction>, StateError> {
        let last = self.last_search.clone();
        let game = self.game_for("YXDRAW")?;
        let of_this_game = last.filter(|(searched, _)| {
            let color = searched.to_move();
            has_all(&game.position, searched) && game.own.is_none_or(|own| own == color)
        });
        let text = match of_this_game.and_then(|(_, value)| value) {
            Some(score) if score <= Score(0) => "draw accepted",
            Some(_) => "draw declined: the engine finds itself better",
            None => "draw declined: the engine has not searched this game",
        };
        Ok(vec![SessionAction::Say(Reply::Message(text.to_owned()))])
    }

    fn opponent_resigns(&mut self) -> Result<Vec<SessionAction>, StateError> {
        let game = self.game_for("YXRESIGN")?;
        let winner = game.own.unwrap_or(!game.position.to_move());
        let text = format!("{winner} wins: {} resigned", !winner);
        Ok(vec![SessionAction::Resigned(winner), SessionAction::Say(Reply::Message(text))])
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
}

fn value(bias: i64) -> i32 {
    const MOST: i64 = tengen_engine::types::Score::MAX_EVAL as i64;
    i32::try_from(bias.clamp(-MOST, MOST)).unwrap_or(0)
}
