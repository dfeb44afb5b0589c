//! Playing from a book, and writing into one. If a book cannot be read, this is logged and the
//! search chooses the move.

use std::collections::VecDeque;
use std::time::Duration;

#[cfg(feature = "tools")]
use super::note::BookNote;
use super::swap2::{Swap2Answer, known_decision};
use super::{Choice, Engine};
use crate::board::Position;
use crate::book::choice::{self, BookMove};
use crate::book::reader::{Child, Session};
use crate::book::swap2::{self, Swap2Choices};
use crate::book::{BookError, Record};
use crate::search::known::KnownLine;
use crate::search::{Event, Goal, Iteration, Limits, Listener};
use crate::types::{Coord, Score};
use crate::util::rng::Rng;

impl Engine {
    /// The book's choice, if there is a book and it has one. An analysis needs values from a
    /// search, so it takes only proved wins.
    pub(super) fn book_choice(
        &mut self,
        position: &Position,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Option<Choice> {
        let path = self.options.book.as_ref()?;
        if limits.goal != Goal::Best || limits.multi_pv > 1 {
            return None;
        }
        let book = self.book.of(path)?;
        let seed = *self.seed.get_or_insert_with(rand::random);
        let mut rng = Rng::stream(seed, position.stones().len() as u64);
        let found = book
            .session()
            .and_then(|session| choice::choose(&session, position, &limits.excluded, &mut rng));
        let found: Result<Option<BookMove>, BookError> = found;
        let found = found.inspect_err(|error| log::warn!("{error}; searching instead"));
        let played = found.ok()??;
        if limits.analysis && !played.is_proved {
            return None;
        }
        log::debug!("a move from the book: {} ({})", played.coord, played.value);
        let choice = Choice {
            moves: vec![played.coord],
            score: Score(played.value),
            depth: 0,
            nodes: 0,
            pv: vec![played.coord],
        };
        if played.is_proved {
            listener.hear(&Event::Proved(proved(&choice)));
        }
        Some(choice)
    }

    /// The book's answer in swap2: three stones to offer on the empty board, else what to do with
    /// the stones on the board. `None` if it has no answer. `seed` decides between equal choices.
    pub(crate) fn swap2_from_book(
        &mut self,
        position: &Position,
        seed: u64,
    ) -> Option<Swap2Answer> {
        let mut rng = Rng::new(seed);
        if position.stones().is_empty() {
            let (rule, size) = (position.rule(), position.size());
            let offer = |session: &Session| swap2::offer(session, rule, size, &mut rng);
            return self.in_swap2_book(offer).map(Swap2Answer::Offer);
        }
        let known = self.known_choices(position)?;
        let best = self.in_swap2_book(|session| choice::choose(session, position, &[], &mut rng));
        let best = best.map(|best| best.coord);
        known_decision(&known, best).map(Swap2Answer::Decide)
    }

    /// What the book knows about the choices after the stones of an opening.
    pub(super) fn known_choices(&mut self, position: &Position) -> Option<Swap2Choices> {
        self.in_swap2_book(|session| swap2::choices(session, position))
    }

    /// Looks up an opening in the book, if the level plays from one.
    fn in_swap2_book<T>(
        &mut self,
        look: impl FnOnce(&Session) -> Result<Option<T>, BookError>,
    ) -> Option<T> {
        let path = self.options.book.as_ref().filter(|_| self.options.level.is_full())?;
        let book = self.book.of(path)?;
        let found = book.session().and_then(|session| look(&session));
        found.inspect_err(|error| log::warn!("{error}; searching instead")).ok()?
    }

    /// What the book knows about the position and the positions up to three plies later, for the
    /// search; nothing for goals other than the best move.
    pub(super) fn known_lines(&mut self, position: &Position, limits: &Limits) -> Vec<KnownLine> {
        let Some(path) = self.options.book.as_ref().filter(|_| limits.goal == Goal::Best) else {
            return Vec::new();
        };
        let known = self.book.of(path).map(|book| {
            let is_short = limits.turn.is_some_and(|turn| turn < SHORT_TURN);
            let most = if is_short { 1 } else { EXPANDED_MAX };
            book.session().and_then(|session| lines(&session, position, most))
        });
        let known = known.unwrap_or_else(|| Ok(Vec::new()));
        known.inspect_err(|error| log::warn!("{error}; searching without it")).unwrap_or_default()
    }

    /// Remembers the result of a finished search for the book, if enabled.
    #[cfg(feature = "tools")]
    pub(super) fn note(&mut self, position: &Position, limits: &Limits, choice: &Choice) {
        let is_whole = limits.goal == Goal::Best && limits.excluded.is_empty();
        let best = choice.moves.first().filter(|_| is_whole && choice.depth > 0);
        let Some(&best) = best.filter(|_| self.options.book_learning) else { return };
        let record = Record::searched(choice.score, choice.depth, choice.nodes, best);
        self.note = Some(BookNote { position: position.clone(), record });
    }

    /// Writes what the last search found into the book. A transaction can take tens of
    /// milliseconds, so a caller with a clock answers first.
    #[cfg(feature = "tools")]
    pub(crate) fn write_note(&mut self) {
        let Some(BookNote { position, record }) = self.note.take() else { return };
        let Some(book) = self.options.book.as_ref().and_then(|path| self.book.of(path)) else {
            return;
        };
        if let Err(error) = book.merge(&position, record) {
            log::warn!("{error}; nothing is noted");
        }
    }

    /// The lean engine reads books only.
    #[cfg(not(feature = "tools"))]
    pub(super) fn note(&mut self, _: &Position, _: &Limits, _: &Choice) {}

    /// The lean engine reads books only.
    #[cfg(not(feature = "tools"))]
    pub(crate) fn write_note(&mut self) {}
}

/// With less time per move, only the positions after the next ply are looked up.
const SHORT_TURN: Duration = Duration::from_millis(500);

/// Positions whose moves are looked up, 0.5 ms each.
const EXPANDED_MAX: usize = 48;

/// Plies from the root up to which the book is looked up.
const PLIES: usize = 3;

/// Lines to known positions, those with fewer moves first; the moves of at most `most` positions
/// are looked up.
fn lines(session: &Session, position: &Position, most: usize) -> Result<Vec<KnownLine>, BookError> {
    let mut known = Vec::new();
    known.extend(session.get(position)?.and_then(|record| line(Vec::new(), &record)));
    let mut open = VecDeque::from([(Vec::new(), position.clone())]);
    let mut expanded = 0;
    while let Some((moves, at)) = open.pop_front().filter(|_| expanded < most) {
        expanded += 1;
        for Child { coord, record } in session.children(&at)? {
            let moves = [&moves[..], &[coord]].concat();
            known.extend(line(moves.clone(), &record));
            let mut after = at.clone();
            if moves.len() < PLIES && after.play(coord).is_ok() {
                open.push_back((moves, after));
            }
        }
    }
    Ok(known)
}

fn line(moves: Vec<Coord>, record: &Record) -> Option<KnownLine> {
    let is_proved = record.is_proved();
    Some(KnownLine { moves, value: record.claimed()?, best: record.best, is_proved })
}

/// The event of a win that the book proves.
fn proved(choice: &Choice) -> Iteration {
    Iteration {
        pv_index: 0,
        variations: 1,
        depth: choice.depth,
        selective_depth: 0,
        score: choice.score,
        nodes: 0,
        elapsed: Duration::ZERO,
        pv: choice.pv.clone(),
    }
}

#[cfg(all(test, feature = "tools"))]
mod tests {
    use super::super::swap2::Swap2Decision;
    use super::super::{Level, Options};
    use super::*;
    use crate::book::key::Canonical;
    use crate::book::store::{PATIENCE, Snapshot, Store};
    use crate::book::{Label, Trust};
    use crate::rules::opening::{OpeningChoice, OpeningPhase, OpeningRule};
    use crate::search::{NullListener, StopFlag};
    use crate::types::{BoardSize, Rule};

    fn position() -> Position {
        let mut position = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        position.play(Coord::new(7, 7)).unwrap();
        position
    }

    /// A store that knows one position, and an engine that plays from it.
    fn with_record(record: Record, learning: bool) -> (tempfile::TempDir, Engine) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tgbook");
        let store = Store::create(&path).unwrap();
        let canonical = Canonical::of(&position());
        store.write(|batch| batch.set(&canonical.key, &record.clone().image(&canonical))).unwrap();
        drop(store);
        let mut engine = Engine::new();
        engine.set_options(Options {
            hash_kib: Some(1024),
            book: Some(path),
            book_learning: learning,
            ..Options::default()
        });
        engine.set_seed(1);
        (folder, engine)
    }

    fn corner(label: Label, trust: Trust, value: i16) -> Record {
        let best = Some(Coord::new(0, 0));
        Record { label, trust, best, value: Some(value), ..Record::default() }
    }

    fn think(engine: &mut Engine, limits: &Limits) -> Choice {
        engine.think(&position(), limits, &StopFlag::new(), &mut NullListener)
    }

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    #[test]
    fn the_book_is_played_left_where_bad_and_analysis_takes_proofs_only() {
        let corner_move = [Coord::new(0, 0)];
        let (_folder, mut engine) = with_record(corner(Label::None, Trust::Search, 40), false);
        let choice = think(&mut engine, &nodes(300));
        assert_eq!(
            (&choice.moves[..], choice.score, choice.nodes),
            (&corner_move[..], Score(40), 0)
        );
        let excluded = Limits { excluded: corner_move.to_vec(), ..nodes(300) };
        assert_ne!(think(&mut engine, &excluded).moves, corner_move);
        let analysis = Limits { analysis: true, ..nodes(300) };
        assert_ne!(think(&mut engine, &analysis).moves, corner_move);
        let (_folder, mut bad) = with_record(corner(Label::None, Trust::Search, -400), false);
        assert_ne!(think(&mut bad, &nodes(300)).moves, corner_move);
        let (_folder, mut won) = with_record(corner(Label::Win, Trust::Checker, 29_989), false);
        let choice = think(&mut won, &analysis);
        assert_eq!((&choice.moves[..], choice.score.mate_plies()), (&corner_move[..], Some(11)));
    }

    #[test]
    fn a_search_is_noted_only_where_wanted_and_never_over_a_proof() {
        let known = |engine: &Engine| {
            let path = engine.options.book.clone().unwrap();
            let snapshot = Snapshot::open(&path, PATIENCE).unwrap();
            let canonical = Canonical::of(&position());
            snapshot.get(&canonical.key).unwrap().unwrap().back(&canonical)
        };
        let remark = Record { comment: "a remark".to_owned(), ..Record::default() };
        let (_folder, mut engine) = with_record(remark.clone(), false);
        let searched = think(&mut engine, &nodes(2_000));
        assert_eq!(known(&engine), remark);
        let (_folder, mut engine) = with_record(remark, true);
        let (stop, limits) = (StopFlag::new(), nodes(2_000));
        let choice = engine.think_before_noting(&position(), &limits, &stop, &mut NullListener);
        assert_eq!(choice, searched);
        assert_eq!(known(&engine).best, None, "the answer comes first");
        engine.write_note();
        let noted = known(&engine);
        assert_eq!((noted.best, noted.trust), (Some(searched.moves[0]), Trust::Search));
        assert_eq!((noted.nodes, noted.comment.as_str()), (searched.nodes, "a remark"));
        let lost = Record { best: None, ..corner(Label::Loss, Trust::Solver, -29_980) };
        let (_folder, mut engine) = with_record(lost.clone(), true);
        think(&mut engine, &nodes(2_000));
        assert_eq!(known(&engine), lost);
    }

    /// A move that the book proves to lose is not played, though it looks best.
    #[test]
    fn what_the_book_proves_near_the_root_decides_the_search() {
        let (_folder, mut engine) = with_record(corner(Label::None, Trust::Search, -400), false);
        let path = engine.options.book.clone().unwrap();
        let natural = think(&mut engine, &nodes(3_000)).moves[0];
        let mut after = position();
        after.play(natural).unwrap();
        let canonical = Canonical::of(&after);
        let won = Record { best: None, ..corner(Label::Win, Trust::Checker, 29_979) };
        let store = Store::open(&path, PATIENCE).unwrap();
        store.write(|batch| batch.set(&canonical.key, &won)).unwrap();
        drop(store);
        engine.forget();
        let known = engine.known_lines(&position(), &nodes(3_000));
        assert!(known.len() > 1 && known.iter().any(|line| line.moves == [natural]), "{known:?}");
        assert_ne!(think(&mut engine, &nodes(3_000)).moves[0], natural);
    }

    #[test]
    fn only_the_full_level_takes_openings_from_the_book() {
        let (_folder, mut engine) = with_record(corner(Label::None, Trust::Search, 40), false);
        let path = engine.options.book.clone().unwrap();
        let mut three = position();
        for (x, y) in [(8, 9), (2, 2)] {
            three.play(Coord::new(x, y)).unwrap();
        }
        let canonical = Canonical::of(&three);
        let even = corner(Label::None, Trust::Search, 7).image(&canonical);
        let store = Store::open(&path, PATIENCE).unwrap();
        store.write(|batch| batch.set(&canonical.key, &even)).unwrap();
        drop(store);
        let empty = Position::new(Rule::Freestyle, three.size());
        let offer = engine.swap2_from_book(&empty, 3);
        assert_eq!(engine.swap2_from_book(&empty, 3), offer, "the seed decides");
        let Some(Swap2Answer::Offer(stones)) = offer else { panic!("{offer:?}") };
        assert_eq!(stones.len(), 3);
        let stay = Swap2Answer::Decide(Swap2Decision::Stay(Coord::new(0, 0)));
        assert_eq!(engine.swap2_from_book(&three, 3), Some(stay));
        assert_eq!(engine.swap2_from_book(&position(), 3), None);
        let phase = OpeningPhase::new(OpeningRule::Swap2, Rule::Freestyle, three.size()).unwrap();
        let chosen = |engine: &mut Engine| {
            let limits = Limits { nodes: Some(100), ..Limits::default() };
            engine.choose_opening(&phase, &limits, &StopFlag::new(), 3)
        };
        let of_book: Vec<_> = stones.iter().copied().map(OpeningChoice::Point).collect();
        assert_eq!(chosen(&mut engine), of_book);
        let options = Options { level: Level::Hard, ..engine.options.clone() };
        engine.set_options(options.clone());
        assert_ne!(chosen(&mut engine), of_book);
        assert_eq!(engine.options, options);
        assert_eq!(engine.swap2_from_book(&empty, 3), None);
        assert_eq!(engine.swap2_from_book(&three, 3), None);
    }

    #[test]
    fn a_missing_or_damaged_book_does_not_stop_the_engine() {
        let (_folder, mut engine) = with_record(corner(Label::None, Trust::Search, 40), false);
        let path = engine.options.book.clone().unwrap();
        std::fs::write(&path, "nonsense").unwrap();
        assert_eq!(think(&mut engine, &nodes(300)).moves.len(), 1);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(think(&mut engine, &nodes(300)).moves.len(), 1);
    }
}
