//! `import` and `export`.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::prepared::Prepared;
use super::reporter::Reporter;
use crate::api::answer::{Exported, Imported, Outcome};
use crate::api::error::{ErrorCode, Refusal};
use crate::api::point::{Pen, PointForm};
use crate::api::reading_fault::ReadingFault;
use crate::api::reading_note::ReadingNote;
use crate::api::request::{Export, Import, board};
use crate::api::settings::Defaults;
use tengen_engine::rules::opening::OpeningRule;
use tengen_engine::search::StopFlag;
use tengen_engine::types::{BoardSize, Rule};
use tengen_records::GameOutcome;
use tengen_records::game_format::{GameFormat, ReadDefaults, ReadLosses};
use tengen_records::game_json::GameSpec;
use tengen_records::game_tree::GameTree;
use tengen_records::sgf;
use tengen_records::unfinished::{UnfinishedError, UnfinishedGame};
use tengen_records::words::rule::GivenRule;
use tengen_util::charset::Charset;

/// Games that one answer holds.
const MOST_GAMES: usize = 1000;
/// Moves that one answer holds, with all variations; each takes about 200 bytes.
const MOST_MOVES: usize = 300_000;
/// Games that are read for one answer.
const MOST_READ: usize = 100_000;
/// Bytes of a file: those of the longest message.
const MOST_BYTES: usize = 4 << 20;
/// Time to read the games of one answer.
const MOST_TIME: Duration = Duration::from_secs(10);
/// What applies to one request, and what has no limits.
const LIMITS: &str = "expected at most 100000 games, 300000 moves and 10 s; `tengen games convert` \
    reads files of any length";
/// The side of a board unless the request names one.
const USUAL_SIDE: u64 = 15;

/// Checks `import`; the text is read later.
pub(super) fn import(request: Import, defaults: &Defaults) -> Result<Prepared, Refusal> {
    let mut sides = [request.size, request.width, request.height];
    if sides == [None; 3] {
        sides[0] = Some(USUAL_SIDE);
    }
    let (_, size) = board(request.rule, sides)?;
    let rule = request.rule.map_or_else(GivenRule::default, GivenRule::Suggested);
    let form = request.points.unwrap_or(defaults.points);
    let contents = Contents::of(request.text, request.data, request.encoding)?;
    if contents.bytes.len() > MOST_BYTES {
        let seen = contents.bytes.len();
        return Err(over_limit(
            contents.field,
            format!("{seen} bytes, expected at most {MOST_BYTES}"),
        ));
    }
    let (format, name) = (request.format, request.name);
    Ok(Prepared::light(move |_, reporter: Reporter| {
        let seen = || GameFormat::detect(name.as_deref().unwrap_or_default(), &contents.bytes);
        let format = format.or_else(seen).unwrap_or(GameFormat::TXT);
        let until = Instant::now() + MOST_TIME;
        match read(&contents, format, (rule, size), until, reporter.stop()) {
            Ok(ImportRead { total, games, losses }) => {
                let read_as = |rule| read(&contents, format, (rule, size), until, reporter.stop());
                let ruleless = ruleless(&games, rule, read_as);
                let mut specs: Vec<GameSpec> = games.iter().map(|game| spec(game, form)).collect();
                if let ([spec], Some(game)) = (&mut *specs, games.front())
                    && format == GameFormat::SGF
                {
                    spec.unfinished = unfinished(&contents.bytes, game);
                }
                let notes = ReadingNote::all(format, &losses);
                let is_skipped = |note: &&ReadingNote| note.note != "assumed";
                let skipped = notes.iter().filter(is_skipped).map(|note| note.text.clone());
                let skipped = skipped.collect();
                reporter.done(Outcome::Import(Imported {
                    format,
                    total,
                    games: specs,
                    ruleless,
                    skipped,
                    notes,
                }));
            }
            Err(refusal) => reporter.fail(refusal),
        }
    }))
}

/// The games of an import: the last of them, and how many the file has.
struct ImportRead {
    total: usize,
    games: VecDeque<GameTree>,
    losses: ReadLosses,
}

/// Reads the games one by one, until a limit or that time is reached or the request is to end.
fn read(
    contents: &Contents,
    format: GameFormat,
    (rule, size): (GivenRule, BoardSize),
    until: Instant,
    stop: &StopFlag,
) -> Result<ImportRead, Refusal> {
    let field = contents.field;
    let (mut total, mut moves, mut games) = (0, 0, VecDeque::new());
    let mut refused = None;
    let defaults = ReadDefaults { rule, size, charset: contents.charset };
    let losses = format.each(&contents.bytes, defaults, |_, game| {
        total += 1;
        moves += game.len();
        games.push_back(game);
        if games.len() > MOST_GAMES {
            moves -= games.pop_front().map_or(0, |game| game.len());
        }
        let seen = match () {
            () if stop.is_set() => {
                refused = Some(Refusal::of(ErrorCode::Canceled, "stopped while it was read"));
                return ControlFlow::Break(());
            }
            () if total > MOST_READ => format!("more than {MOST_READ} games"),
            () if moves > MOST_MOVES => format!("{moves} moves in {} games", games.len()),
            () if Instant::now() > until => {
                format!("more than {} s for {total} games", MOST_TIME.as_secs())
            }
            () => return ControlFlow::Continue(()),
        };
        refused = Some(over_limit(field, format!("{seen}, {LIMITS}")));
        ControlFlow::Break(())
    });
    match (refused, losses) {
        (Some(refusal), _) => Err(refusal),
        (None, Ok(losses)) => Ok(ImportRead { total, games, losses }),
        (None, Err(error)) => Err(Refusal {
            reading: Some(Box::new(ReadingFault::of(format, &error))),
            ..Refusal::bad(field, format!("{format}: {error}"))
        }),
    }
}

/// Which of the games name no rule that is known here: those that have another one if another one is
/// given. Whatever a format names rules by, no reader needs to say it. None if the games could not be
/// read once more.
fn ruleless(
    games: &VecDeque<GameTree>,
    given: GivenRule,
    read_as: impl FnOnce(GivenRule) -> Result<ImportRead, Refusal>,
) -> Option<Vec<usize>> {
    let rule = |game: &GameTree| game.head().rule;
    if games.iter().all(|game| rule(game) != given.rule()) {
        return Some(Vec::new());
    }
    let other = match given.rule() {
        Rule::Freestyle => Rule::Renju,
        _ => Rule::Freestyle,
    };
    let again = match given {
        GivenRule::Asked(_) => read_as(GivenRule::Asked(other)),
        GivenRule::Suggested(_) => read_as(GivenRule::Suggested(other)),
        GivenRule::Usual(_) => read_as(GivenRule::Usual(other)),
    };
    let again = again.ok()?;
    let pairs = games.iter().zip(&again.games).enumerate();
    let differ = pairs.filter(|(_, (game, again))| rule(game) != rule(again));
    Some(differ.map(|(index, _)| index).collect())
}

/// A file beyond a limit of `import`.
fn over_limit(field: &str, error: String) -> Refusal {
    Refusal { code: ErrorCode::Limit, ..Refusal::bad(field, error) }
}

/// What is to be read.
struct Contents {
    /// The key of the request that has it.
    field: &'static str,
    bytes: Vec<u8>,
    /// The code page, if it is known.
    charset: Option<Charset>,
}

impl Contents {
    fn of(
        text: Option<String>,
        data: Option<Vec<u8>>,
        encoding: Option<Charset>,
    ) -> Result<Self, Refusal> {
        match (text, data) {
            (Some(_), Some(_)) => {
                Err(Refusal::bad("data", "seen with 'text', expected only one of them"))
            }
            (Some(_), None) if encoding.is_some() => {
                Err(Refusal::bad("encoding", "seen with 'text', expected 'data'"))
            }
            // A message is UTF-8, whatever code page an SGF file in it names.
            (Some(text), None) => {
                let (bytes, charset) = (text.into_bytes(), Some(Charset::UTF_8));
                Ok(Self { field: "text", bytes, charset })
            }
            (None, Some(bytes)) => Ok(Self { field: "data", bytes, charset: encoding }),
            (None, None) => Err(Refusal::bad("text", "missing, expected 'text' or 'data'")),
        }
    }
}

/// Prepares `export`: the game is read now, the file is written later.
pub(super) fn export(request: &Export) -> Result<Prepared, Refusal> {
    let (game, format) = (request.game.to_tree()?, request.format);
    let unfinished = request.game.unfinished.clone();
    if let Some(unfinished) = &unfinished {
        let wrong = |error: UnfinishedError| Refusal::bad("game.unfinished", error.to_string());
        unfinished.check(&game).map_err(wrong)?;
    }
    let is_kept = unfinished.is_none() || format == GameFormat::SGF;
    let write = move |game: &GameTree| match unfinished.filter(|_| is_kept) {
        Some(unfinished) => Ok(sgf::write_unfinished(game, &unfinished.text()).into_bytes()),
        None => format.write_file(game),
    };
    Ok(Prepared::light(move |_, reporter: Reporter| match write(&game) {
        Ok(bytes) => {
            let opening = (!is_kept).then(|| "the state of the opening".to_owned());
            let lost: Vec<String> = format.lost(&game).into_iter().chain(opening).collect();
            let lost = (!lost.is_empty()).then(|| lost.join(", "));
            let (text, data) = match String::from_utf8(bytes) {
                Ok(text) if format.is_text() => (Some(text), None),
                Ok(text) => (None, Some(text.into_bytes())),
                Err(error) => (None, Some(error.into_bytes())),
            };
            reporter.done(Outcome::Export(Exported { format, text, data, lost }));
        }
        Err(error) => reporter.fail(Refusal::bad("format", error.to_string())),
    }))
}

/// What continues the opening of a game, if its SGF file says so and the opening is one of the game.
fn unfinished(bytes: &[u8], game: &GameTree) -> Option<UnfinishedGame> {
    let session = sgf::read_session(&String::from_utf8_lossy(bytes))?;
    let mut unfinished = UnfinishedGame::read(&session)?;
    let opening = unfinished.opening.as_mut()?;
    // Its name as all answers have it.
    opening.rule = opening.rule.parse::<OpeningRule>().ok()?.name().to_owned();
    let goes_on = game.head().outcome == GameOutcome::Unfinished && unfinished.check(game).is_ok();
    goes_on.then_some(unfinished)
}

/// A game as an answer.
pub(super) fn spec(game: &GameTree, form: PointForm) -> GameSpec {
    let pen = Pen { form, size: game.head().size };
    GameSpec::of(game, &|coord| pen.point(coord))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, stop: &StopFlag) -> (ErrorCode, String) {
        let contents = Contents::of(Some(text.to_owned()), None, None).unwrap();
        let size = BoardSize::square(USUAL_SIDE).unwrap();
        // However busy the machine is.
        let until = Instant::now() + Duration::from_secs(3600);
        let read = read(&contents, GameFormat::SGF, (Rule::Renju.into(), size), until, stop);
        let refusal = read.err().expect("a limit or a request to stop");
        assert!(refusal.code != ErrorCode::Limit || refusal.field.as_deref() == Some("text"));
        (refusal.code, refusal.error)
    }

    #[test]
    fn games_that_name_no_rule_are_told_from_those_that_do() {
        let size = BoardSize::square(USUAL_SIDE).unwrap();
        let until = Instant::now() + Duration::from_secs(3600);
        let places = |format, text: &str, rule: Rule| {
            let contents = Contents::of(Some(text.to_owned()), None, None).unwrap();
            let stop = StopFlag::new();
            let read_as = |rule| read(&contents, format, (rule, size), until, &stop);
            let Ok(found) = read_as(rule.into()) else { panic!("{text}") };
            ruleless(&found.games, rule.into(), read_as)
        };
        let sgf = "(;SZ[15]RU[Renju];B[hh])(;SZ[15];B[hh])(;SZ[15]RU[Omok];B[hh])";
        // A word that is not known names no rule that is.
        assert_eq!(places(GameFormat::SGF, sgf, Rule::Renju), Some(vec![1, 2]));
        assert_eq!(places(GameFormat::SGF, sgf, Rule::Freestyle), Some(vec![1, 2]));
        assert_eq!(places(GameFormat::TXT, "h8i9\nh8\n", Rule::Caro), Some(vec![0, 1]));
        // Without the time to read them once more nothing is known.
        let late = |given: Rule| {
            let contents = Contents::of(Some(sgf.to_owned()), None, None).unwrap();
            let read_as = |rule, until| {
                read(&contents, GameFormat::SGF, (rule, size), until, &StopFlag::new())
            };
            let Ok(found) = read_as(given.into(), until) else { panic!("{sgf}") };
            ruleless(&found.games, given.into(), |rule| read_as(rule, Instant::now()))
        };
        assert_eq!(late(Rule::Renju), None);
    }

    #[test]
    fn an_import_ends_when_it_is_canceled_and_at_its_limits() {
        let stop = StopFlag::new();
        let (code, error) = refused(&"(;)".repeat(MOST_READ + 1), &stop);
        assert_eq!(code, ErrorCode::Limit);
        assert!(error.starts_with("more than 100000 games, expected at most"), "{error}");
        // Every game has 20 × 20 moves beside each other.
        let letter = |n: u8| char::from(b'a' + n);
        let points = (0..20).flat_map(|x| (0..20).map(move |y| (x, y)));
        let moves: String =
            points.map(|(x, y)| format!("(;B[{}{}])", letter(x), letter(y))).collect();
        let game = format!("(;SZ[20]{moves})");
        let (code, error) = refused(&game.repeat(MOST_MOVES / 400 + 1), &stop);
        assert_eq!(code, ErrorCode::Limit);
        assert!(error.starts_with("300400 moves in 751 games, expected at most"), "{error}");
        stop.set();
        assert_eq!(refused("(;)", &stop).0, ErrorCode::Canceled);
    }

    /// An opening in which black has offered one of two fifth stones, and the clock.
    const OPENING: &str = r#"{"opening":{"rule":"soosorv-8","choices":["h8","h9","h10","white","g7","2","black","e5"],
        "is_engine":[false,true],"times_ms":[100,200,0,300]},"person_clock":{"match_ms":60000,"increment_ms":5000}}"#;

    #[test]
    fn an_opening_that_is_not_over_comes_back_from_sgf() {
        let moves = ["h8", "h9", "h10", "g7"].map(|point| serde_json::json!({ "move": point }));
        let asked = |unfinished: &str| -> Export {
            let unfinished: serde_json::Value = serde_json::from_str(unfinished).unwrap();
            let game = serde_json::json!({ "rule": "renju", "size": 15, "moves": moves, "unfinished": unfinished });
            serde_json::from_value(serde_json::json!({ "id": 1, "format": "sgf", "game": game }))
                .unwrap()
        };
        let given = asked(OPENING).game;
        assert!(export(&asked(OPENING)).is_ok());
        let noted = given.unfinished.clone().unwrap();
        let tree = given.to_tree().unwrap();
        let text = sgf::write_unfinished(&tree, &noted.text());
        assert_eq!(unfinished(text.as_bytes(), &tree), Some(noted));
        // As other programs may have written it.
        let odd = text.replace("soosorv-8", "Soosorv-8").replace("60000", "18446744073709551615");
        assert_ne!(odd, text);
        let read = unfinished(odd.as_bytes(), &tree).unwrap();
        assert_eq!(read.opening.unwrap().rule, "soosorv-8");
        assert_eq!(read.clock.match_ms, Some((1 << 53) - 1));
        // That of another game is none, nor is one that is over or ended.
        let other = sgf::read_tree("(;GM[4]SZ[15]RU[Renju];B[hh])", Rule::Renju).unwrap();
        assert_eq!(unfinished(text.as_bytes(), &other), None);
        let ended = text.replace("GM[4]", "GM[4]RE[B+T]");
        let tree = sgf::read_tree(&ended, Rule::Renju).unwrap();
        assert_eq!(unfinished(ended.as_bytes(), &tree), None);
        let wrong = OPENING.replace("\"h9\"", "\"a1\"");
        let refusal = export(&asked(&wrong)).err().expect("another stone");
        assert_eq!(refusal.field.as_deref(), Some("game.unfinished"));
        assert!(refusal.error.starts_with("opening.choices"), "{}", refusal.error);
    }

    #[test]
    fn of_many_games_the_last_thousand_are_kept() {
        let text: String = (1..=2500).map(|n| format!("(;RO[{n}])")).collect();
        let contents = Contents::of(Some(text), None, None).unwrap();
        let size = BoardSize::square(USUAL_SIDE).unwrap();
        let stop = StopFlag::new();
        let until = |seconds| Instant::now() + Duration::from_secs(seconds);
        let read =
            |until| read(&contents, GameFormat::SGF, (Rule::Renju.into(), size), until, &stop);
        let late = read(until(0)).err().expect("the time is over");
        assert!(late.code == ErrorCode::Limit && late.error.starts_with("more than 10 s for "));
        let read = read(until(3600)).ok();
        let read = read.expect("within the limits");
        let rounds: Vec<u64> = read.games.iter().map(|game| game.head().round).collect();
        assert_eq!(read.total, 2500);
        assert_eq!(rounds, (1501..=2500).collect::<Vec<_>>());
    }
}
