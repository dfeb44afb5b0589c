//! The `INFO` settings in force, and the engine options and search limits that follow from them.

use std::path::PathBuf;
use std::time::Duration;

use super::client::Client;
use super::client_messages::MessageForms;
use super::error::SettingError;
use super::match_clock::MatchClock;
use crate::wire::{ANALYSIS_TURN_MS, Info, KEYS_OF_RAPFI, UNLIMITED_MS, WITHOUT_EFFECT};
use tengen_engine::engine::{BookHandle, EvaluationKind, Level, LevelNumber, Options};
use tengen_engine::search::Limits;
use tengen_engine::types::Rule;
use tengen_records::book::open_book::OpenBook;

/// Time per move if the manager sets none.
const DEFAULT_TURN: Duration = Duration::from_secs(30);
/// Yixin-Board's match and turn limit for an unlimited analysis.
const ANALYSIS_MS: (Option<i64>, Option<i64>) = (Some(100_000_000), Some(ANALYSIS_TURN_MS));

/// In `INFO show_detail`: `MESSAGE REALTIME` lines.
const REALTIME: i64 = 1;
/// In `INFO show_detail`: `INFO PV` groups.
const VARIATIONS: i64 = 2;
/// In `INFO show_detail`: `MESSAGE` lines with fields between bars.
const PIPED: i64 = 4;
/// In `INFO show_detail`: `MESSAGE` lines with a word before every field.
const WORDS: i64 = 8;

/// The settings in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InfoSettings {
    turn_ms: Option<i64>,
    match_ms: Option<i64>,
    increment: Duration,
    /// The clock of the game.
    pub clock: MatchClock,
    /// Memory limit in bytes; 0, the default, is no limit: the table is then as large as 350 MiB
    /// would allow, unless `hash_size` is given.
    pub max_memory: u64,
    hash_kib: Option<u64>,
    threads: usize,
    evaluation: Option<EvaluationKind>,
    level: Level,
    depth: Option<u32>,
    nodes: Option<u64>,
    book: Option<UsedBook>,
    book_learning: bool,
    uses_book: bool,
    is_database_readonly: bool,
    wire_rule: Option<i64>,
    rule: Rule,
    /// Whether to search on the opponent's time.
    pub pondering: bool,
    /// A sum of [`REALTIME`], [`VARIATIONS`], [`PIPED`] and [`WORDS`].
    detail: i64,
    /// Whether rules have the numbers of Yixin: 2 is renju.
    has_yixin_rules: bool,
    /// Whether Yixin-Board itself is the manager: it has a special pair of times.
    is_yixin_board: bool,
    /// Threads that the machine can run at once.
    max_threads: usize,
}

/// A book to play from, and the file that commands of a database are about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UsedBook {
    path: PathBuf,
    handle: BookHandle,
}

impl UsedBook {
    fn new(path: PathBuf) -> Self {
        Self { handle: OpenBook::handle(&path), path }
    }
}

impl InfoSettings {
    /// The settings before any `INFO`.
    pub(crate) fn new(max_threads: usize, level: Level, hash_kib: Option<u64>) -> Self {
        Self {
            turn_ms: None,
            match_ms: None,
            increment: Duration::ZERO,
            clock: MatchClock::default(),
            max_memory: 0,
            hash_kib,
            threads: 1,
            evaluation: None,
            level,
            depth: None,
            nodes: None,
            book: None,
            book_learning: false,
            uses_book: true,
            is_database_readonly: false,
            wire_rule: None,
            rule: Rule::Freestyle,
            pondering: false,
            detail: 0,
            has_yixin_rules: false,
            is_yixin_board: false,
            max_threads: max_threads.max(1),
        }
    }

    /// Applies one setting.
    ///
    /// # Errors
    /// If its key or its value is unknown; the settings stay as they were.
    pub(crate) fn apply(&mut self, info: &Info) -> Result<(), SettingError> {
        match *info {
            Info::TimeoutTurn(ms) => self.turn_ms = Some(ms),
            Info::TimeoutMatch(ms) => self.match_ms = Some(ms),
            Info::TimeLeft(ms) => self.clock.state(ms),
            Info::TimeIncrement(ms) => self.increment = duration(ms),
            Info::MaxMemory(bytes) => self.max_memory = unsigned(bytes),
            Info::HashSize(kib) => self.hash_kib = Some(unsigned(kib).max(1)),
            Info::ThreadNum(threads) => {
                let threads = usize::try_from(threads).unwrap_or(1);
                self.threads = threads.clamp(1, self.max_threads);
            }
            Info::MaxDepth(depth) => {
                self.depth = (depth > 0).then(|| u32::try_from(depth).unwrap_or(u32::MAX));
            }
            Info::MaxNode(nodes) => self.nodes = (nodes > 0).then(|| unsigned(nodes)),
            Info::Level(ref name) => self.level = name.trim().parse()?,
            Info::Strength(strength) => self.level = level_of(strength),
            Info::Evaluation(ref name) => self.evaluation = Some(name.trim().parse()?),
            Info::Book(ref path) => {
                let path = Some(path.trim()).filter(|path| !path.is_empty()).map(PathBuf::from);
                self.set_book(path);
            }
            Info::Rule(wire) => self.set_rule(wire)?,
            Info::Pondering(on) => self.pondering = on,
            Info::ShowDetail(detail) => self.detail = detail,
            // Not a setting that stays: the session gives it to the engine at once.
            Info::Seed(_) => {}
            Info::UseDatabase(on) => self.uses_book = on,
            Info::DatabaseReadonly(on) => self.is_database_readonly = on,
            Info::Other { ref key, .. } => {
                let mut known = WITHOUT_EFFECT.iter().chain(&KEYS_OF_RAPFI);
                if !known.any(|known| known.eq_ignore_ascii_case(key)) {
                    return Err(SettingError::Key { key: key.chars().take(40).collect() });
                }
            }
        }
        Ok(())
    }

    /// Sets the book to play from until `INFO book` says otherwise, and whether searches are
    /// written into it.
    pub(crate) fn use_book(&mut self, book: Option<PathBuf>, learning: bool) {
        self.set_book(book);
        self.book_learning = learning;
    }

    fn set_book(&mut self, path: Option<PathBuf>) {
        // The same book stays open.
        if self.book.as_ref().map(|book| &book.path) != path.as_ref() {
            self.book = path.map(UsedBook::new);
        }
    }

    fn used_book(&self) -> Option<&UsedBook> {
        self.book.as_ref().filter(|_| self.uses_book)
    }

    /// Uses another book.
    pub(crate) fn open_book(&mut self, book: PathBuf) {
        self.set_book(Some(book));
    }

    /// The book in use, unless `INFO usedatabase 0` says that there is none.
    pub(crate) fn book(&self) -> Option<PathBuf> {
        self.used_book().map(|book| book.path.clone())
    }

    /// Whether commands that change the database or write it back are refused.
    pub(crate) fn is_database_readonly(&self) -> bool {
        self.is_database_readonly
    }

    /// Switches to the rule numbers of Yixin; the number already sent is read again.
    pub(crate) fn use_yixin_rules(&mut self) {
        self.has_yixin_rules = true;
        // A number accepted before is accepted in this dialect, too.
        let _ = self.wire_rule.map(|wire| self.set_rule(wire));
    }

    /// The manager is Yixin-Board.
    pub(crate) fn serve_yixin_board(&mut self) {
        self.is_yixin_board = true;
    }

    /// Whether the manager has named a rule.
    pub(crate) fn has_rule(&self) -> bool {
        self.wire_rule.is_some()
    }

    /// The level in force.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// The rule of the game.
    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether `REALTIME` lines were requested.
    pub(crate) fn wants_realtime(&self) -> bool {
        self.reports(REALTIME)
    }

    /// Whether `INFO PV` groups were requested.
    pub(crate) fn wants_variations(&self) -> bool {
        self.reports(VARIATIONS)
    }

    fn reports(&self, what: i64) -> bool {
        (0..2 * WORDS).contains(&self.detail) && self.detail & what != 0
    }

    /// The forms of `MESSAGE` for this client: those that it asked for, else those that programs of
    /// its kind read.
    pub(crate) fn forms(&self, client: Client) -> MessageForms {
        let asked = MessageForms { piped: self.reports(PIPED), words: self.reports(WORDS) };
        match asked.is_for_people() {
            true => MessageForms {
                piped: client.is_extended || client.writes_capitals,
                words: client.writes_capitals,
            },
            false => asked,
        }
    }

    /// Counts a move that took `used`.
    pub(crate) fn spend(&mut self, used: Duration) {
        self.clock.spend(used, self.increment);
    }

    /// What the engine may use.
    pub(crate) fn options(&self) -> Options {
        let Self { max_memory, hash_kib, threads, evaluation, level, book_learning, .. } = *self;
        let book = self.used_book().map(|book| book.handle.clone());
        Options { max_memory, hash_kib, threads, evaluation, level, book, book_learning }
    }

    /// The limits of the next search.
    pub(crate) fn limits(&self, reserve: Duration) -> Limits {
        let analysis = self.is_yixin_board && (self.match_ms, self.turn_ms) == ANALYSIS_MS;
        let match_limit = self.match_ms.filter(|&ms| ms > 0 && ms < UNLIMITED_MS).map(duration);
        let turn = match self.turn_ms {
            None => Some(DEFAULT_TURN),
            Some(ms) => (ms < UNLIMITED_MS).then(|| duration(ms)),
        };
        Limits {
            turn: turn.filter(|_| !analysis),
            left: self.clock.left(match_limit).filter(|_| !analysis),
            increment: self.increment,
            reserve,
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }

    fn set_rule(&mut self, wire: i64) -> Result<(), SettingError> {
        let known = match (self.has_yixin_rules, wire) {
            // 5 and 6 are freestyle with a swap opening, which the manager itself handles.
            (true, 2) => Some(Rule::Renju),
            (true, 5 | 6) => Some(Rule::Freestyle),
            _ => u32::try_from(wire).ok().and_then(Rule::from_wire),
        };
        let rule = known.ok_or(SettingError::Rule { wire, rule: self.rule })?;
        self.wire_rule = Some(wire);
        self.rule = rule;
        Ok(())
    }
}

/// The level for a strength from 0 to 100; only 100 is full strength.
fn level_of(strength: i64) -> Level {
    let number = 1 + strength.clamp(0, 100) * 9 / 100;
    u8::try_from(number).ok().and_then(LevelNumber::new).map_or(Level::Full, Level::Number)
}

/// Negative values count as zero.
fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn duration(ms: i64) -> Duration {
    Duration::from_millis(unsigned(ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::engine::LevelNumber;

    fn with(infos: &[Info]) -> InfoSettings {
        let mut settings = InfoSettings::new(4, Level::Full, None);
        infos.iter().for_each(|info| settings.apply(info).unwrap());
        settings
    }

    fn limits(infos: &[Info]) -> Limits {
        with(infos).limits(Limits::RESERVE)
    }

    #[test]
    fn without_timeout_turn_a_move_has_thirty_seconds() {
        let limits = limits(&[]);
        assert_eq!((limits.turn, limits.left), (Some(DEFAULT_TURN), None));
    }

    #[test]
    fn times_of_zero_or_less_mean_at_once_for_the_turn_and_no_limit_for_the_match() {
        for ms in [0, -1, i64::MIN] {
            let limits = limits(&[Info::TimeoutTurn(ms), Info::TimeoutMatch(ms)]);
            assert_eq!((limits.turn, limits.left), (Some(Duration::ZERO), None));
        }
        assert_eq!(limits(&[Info::TimeoutTurn(i64::MAX)]).turn, None);
        assert_eq!(limits(&[Info::TimeLeft(-5)]).left, Some(Duration::ZERO));
    }

    #[test]
    fn counts_of_zero_or_less_are_no_limits() {
        let limits = limits(&[Info::MaxDepth(0), Info::MaxNode(-1)]);
        assert_eq!((limits.depth, limits.nodes), (None, None));
        let limits = self::limits(&[Info::MaxDepth(i64::MAX), Info::MaxNode(5)]);
        assert_eq!((limits.depth, limits.nodes), (Some(u32::MAX), Some(5)));
    }

    #[test]
    fn the_analysis_pair_is_unlimited_for_yixin_only() {
        let pair = [Info::TimeoutMatch(100_000_000), Info::TimeoutTurn(2_000_000)];
        assert_eq!(limits(&pair).turn, Some(Duration::from_secs(2_000)));
        let mut settings = with(&pair);
        settings.apply(&Info::TimeLeft(50_000)).unwrap();
        settings.serve_yixin_board();
        let limits = settings.limits(Limits::RESERVE);
        assert_eq!((limits.turn, limits.left), (None, None));
    }

    #[test]
    fn an_unknown_rule_keeps_the_old_one() {
        let mut settings = with(&[Info::Rule(9)]);
        for wrong in [16, -1, 99, i64::MAX] {
            assert!(settings.apply(&Info::Rule(wrong)).is_err());
            assert_eq!(settings.rule(), Rule::CaroExact);
        }
        settings.apply(&Info::Rule(6)).unwrap();
        assert_eq!(settings.rule(), Rule::Renju);
    }

    #[test]
    fn rules_have_other_numbers_for_yixin_whenever_they_were_sent() {
        for (wire, plain, yixin) in [
            (0, Rule::Freestyle, Rule::Freestyle),
            (1, Rule::Standard, Rule::Standard),
            (2, Rule::Freestyle, Rule::Renju),
            (4, Rule::Renju, Rule::Renju),
            (5, Rule::Renju, Rule::Freestyle),
            (6, Rule::Renju, Rule::Freestyle),
            (8, Rule::Caro, Rule::Caro),
            (9, Rule::CaroExact, Rule::CaroExact),
        ] {
            let mut settings = with(&[Info::Rule(wire)]);
            assert_eq!(settings.rule(), plain, "{wire}");
            settings.use_yixin_rules();
            assert_eq!(settings.rule(), yixin, "{wire}");
            settings.apply(&Info::Rule(wire)).unwrap();
            assert_eq!(settings.rule(), yixin, "{wire}");
        }
    }

    #[test]
    fn a_strength_is_a_level_and_only_a_hundred_is_full() {
        let number = |strength| match with(&[Info::Strength(strength)]).level() {
            Level::Number(level) => level.number(),
            level => panic!("{strength}: {level}"),
        };
        let numbers = [i64::MIN, 0, 10, 11, 12, 50, 89, 99, 100, i64::MAX].map(number);
        assert_eq!(numbers, [1, 1, 1, 1, 2, 5, 9, 9, 10, 10]);
        assert!((0..100).all(|strength| number(strength) <= number(strength + 1)));
        let last = with(&[Info::Strength(3), Info::Level("full".to_owned())]);
        assert_eq!(last.level(), Level::Full);
    }

    #[test]
    fn the_forms_of_messages_are_those_asked_for_or_of_the_client() {
        let client = |is_extended, writes_capitals| Client { is_extended, writes_capitals };
        let forms = |detail, client| {
            let MessageForms { piped, words } = with(&[Info::ShowDetail(detail)]).forms(client);
            (piped, words)
        };
        for detail in [0, 1, 2, 3, -1, 16, i64::MAX] {
            assert_eq!(forms(detail, client(false, false)), (false, false), "{detail}");
            assert_eq!(forms(detail, client(true, false)), (true, false), "{detail}");
            assert_eq!(forms(detail, client(false, true)), (true, true), "{detail}");
        }
        assert_eq!(forms(4, client(false, true)), (true, false));
        assert_eq!(forms(11, client(true, false)), (false, true));
        assert_eq!(forms(12, client(false, false)), (true, true));
        let detailed = with(&[Info::ShowDetail(5)]);
        assert!(detailed.wants_realtime() && !detailed.wants_variations());
        assert!(!with(&[Info::ShowDetail(-1)]).wants_realtime());
    }

    #[test]
    fn a_level_has_a_name_and_other_keys_are_known_or_refused() {
        let mut settings = with(&[Info::Level(" Hard".to_owned())]);
        assert_eq!(settings.options().level, Level::Hard);
        assert!(settings.apply(&Info::Level("11".to_owned())).is_err());
        let other = |key: &str| Info::Other { key: key.to_owned(), value: String::new() };
        assert_eq!(settings.apply(&other("Folder")), Ok(()));
        assert!(matches!(settings.apply(&other("colour")), Err(SettingError::Key { .. })));
        assert_eq!(settings.options().level, Level::Hard);
        let numbered = with(&[Info::Level("3".to_owned())]);
        assert_eq!(Some(numbered.options().level), LevelNumber::new(3).map(Level::Number));
    }

    #[test]
    fn thread_num_is_limited_by_the_machine() {
        assert_eq!(with(&[Info::ThreadNum(1_000)]).options().threads, 4);
        assert_eq!(with(&[Info::ThreadNum(-3)]).options().threads, 1);
    }
}
