//! The defaults of a session, and the settings of a request that follow from them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::answer::{KnownFormat, PlayableOpening, Settings};
use super::error::Refusal;
use super::number::EvaluationWord;
use super::point::PointForm;
use super::pool::PoolLimits;
use super::request::{SearchLimits, SetOptions, Threads};
use crate::review::KnownSearches;
use tengen_engine::engine::Level;
use tengen_engine::engine::{EvaluationKind, Options};
use tengen_engine::search::Limits;
use tengen_records::book::open_book::BookFile;
use tengen_records::serde_text::WholeNumber;

/// Time of a search without limits.
const DEFAULT_MS: u64 = 5_000;

/// The settings of a request that does not override them.
#[derive(Clone, Debug)]
pub(super) struct Defaults {
    /// Searching threads.
    pub threads: usize,
    /// How strong to play.
    pub level: Level,
    /// How many lines to report.
    pub multipv: usize,
    /// Where searches end.
    pub limits: SearchLimits,
    /// Which evaluation plays.
    pub evaluation: EvaluationKind,
    /// The form of points in answers to positions without points.
    pub points: PointForm,
    /// The book that engines play from and solvers consult.
    pub book: Option<BookFile>,
    /// What reviews have found: one that was stopped, or whose session ended, continues there.
    pub reviewed: Arc<Mutex<KnownSearches>>,
}

impl Defaults {
    /// The defaults before any `options`, with the evaluation of the trained weights.
    pub(super) fn new(evaluation: EvaluationKind) -> Self {
        let limits =
            SearchLimits { time_ms: Some(WholeNumber(DEFAULT_MS)), ..SearchLimits::default() };
        Self {
            threads: 1,
            level: Level::Full,
            multipv: 1,
            limits,
            evaluation,
            points: PointForm::Names,
            book: None,
            reviewed: Arc::default(),
        }
    }

    /// The defaults after `options`.
    ///
    /// # Errors
    /// If a value is out of range; then nothing is changed.
    pub(super) fn set(&self, set: &SetOptions, pool: &PoolLimits) -> Result<Self, Refusal> {
        let mut new = self.clone();
        if set.threads.is_some() {
            new.threads = self.threads(set.threads, pool)?;
        }
        if let Some(limits) = &set.limits {
            // As in a request, empty limits mean the default ones.
            let is_none = *limits == SearchLimits::default();
            new.limits = if is_none { Self::new(self.evaluation).limits } else { limits.clone() };
            new.limits(None)?;
        }
        new.level = set.level.map_or(new.level, |level| level.0);
        new.multipv = set.multipv.map_or(new.multipv, |multipv| multipv.0 as usize);
        new.evaluation = set.evaluation.map_or(new.evaluation, |evaluation| evaluation.0);
        if new.evaluation != self.evaluation {
            new.reviewed = Arc::default();
        }
        new.points = set.points.unwrap_or(new.points);
        Ok(new)
    }

    /// The threads of a request.
    ///
    /// # Errors
    /// If the pool has fewer threads.
    pub(super) fn threads(
        &self,
        threads: Option<Threads>,
        pool: &PoolLimits,
    ) -> Result<usize, Refusal> {
        let threads = threads.map_or(self.threads, |threads| threads.0 as usize);
        if threads <= pool.threads {
            return Ok(threads);
        }
        let most = pool.threads;
        Err(Refusal::bad("threads", format!("seen {threads}, expected 1 to {most}")))
    }

    /// The limits of a search, and whether only `stop` ends it.
    ///
    /// # Errors
    /// If `infinite` contradicts another limit.
    pub(super) fn limits(&self, limits: Option<&SearchLimits>) -> Result<(Limits, bool), Refusal> {
        let none = SearchLimits::default();
        let limits = limits.filter(|limits| **limits != none).unwrap_or(&self.limits);
        if limits.infinite && *limits != (SearchLimits { infinite: true, ..none }) {
            let error = "beside another limit, expected only one of them";
            return Err(Refusal::bad("limits.infinite", error));
        }
        if limits.increment_ms.is_some() && limits.left_ms.is_none() {
            let error = "without left_ms, expected both or neither";
            return Err(Refusal::bad("limits.increment_ms", error));
        }
        let time = |ms: WholeNumber<0, 86_400_000>| Duration::from_millis(ms.0);
        let search = Limits {
            turn: limits.time_ms.map(time),
            left: limits.left_ms.map(time),
            increment: limits.increment_ms.map_or(Duration::ZERO, time),
            depth: limits.depth.map(|depth| depth.0 as u32),
            nodes: limits.nodes.map(|nodes| nodes.0),
            reserve: Duration::ZERO,
            ..Limits::default()
        };
        Ok((search, limits.infinite))
    }

    /// Options of the engine.
    pub(super) fn engine(&self, threads: usize, level: Level, pool: &PoolLimits) -> Options {
        Options {
            threads,
            hash_kib: Some(pool.hash_kib()),
            level,
            evaluation: Some(self.evaluation),
            book: self.book.as_ref().map(BookFile::handle),
            ..Options::default()
        }
    }

    /// The defaults as an answer.
    pub(super) fn report(&self, pool: &PoolLimits) -> Settings {
        let evaluation = serde_json::to_value(EvaluationWord(self.evaluation));
        Settings {
            threads: self.threads,
            level: self.level.to_string(),
            multipv: self.multipv,
            limits: self.limits.clone(),
            evaluation: evaluation
                .ok()
                .and_then(|word| word.as_str().map(str::to_owned))
                .unwrap_or_default(),
            points: self.points,
            book: self.book.is_some(),
            max_threads: pool.threads,
            engines: pool.engines,
            memory_mb: pool.memory_mb,
            max_waiting: pool.waiting,
            openings: PlayableOpening::all(),
            formats: KnownFormat::all(),
        }
    }
}
