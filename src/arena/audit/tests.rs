//! Journals that were changed after they were written.

use std::fs;
use std::path::Path;

use super::*;
use crate::journal::{self, MatchFolder, MatchJournal, MatchJournalError};
use crate::sample;
use tengen_engine::types::{Color, Rule};
use tengen_records::{GameOutcome, Verdict, jsonl};

/// The sample tournament in a folder.
struct Played {
    folder: tempfile::TempDir,
}

impl Played {
    fn new() -> Self {
        Self::with(&sample::games())
    }

    /// These games, with right checksums whatever they are.
    fn with(games: &[GameRecord]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        journal::write_all(folder.path(), &sample::identity(), games, false).unwrap();
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn read(&self) -> Result<MatchFolder, MatchJournalError> {
        journal::read(self.path())
    }

    fn resume(&self) -> Result<(MatchJournal, Vec<GameRecord>), MatchJournalError> {
        MatchJournal::resume(self.path(), &sample::identity(), &sample::openings())
    }

    fn lines(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path().join("games.jsonl")).unwrap();
        text.split_inclusive('\n').map(str::to_owned).collect()
    }

    fn set_lines(&self, lines: &[String]) {
        fs::write(self.path().join("games.jsonl"), lines.concat()).unwrap();
    }

    /// What both the report and a resumed match say.
    fn problem(&self) -> String {
        let problem = self.read().unwrap_err().to_string();
        assert_eq!(self.resume().unwrap_err().to_string(), problem);
        problem
    }
}

/// The lines as an earlier version wrote them.
fn unsealed(games: &[GameRecord]) -> Vec<String> {
    games.iter().map(jsonl::write).collect()
}

#[test]
fn every_changed_bit_of_a_match_is_noticed() {
    let played = Played::new();
    for (file, step) in [("games.jsonl", 53), ("match.json", 23)] {
        let path = played.path().join(file);
        let good = fs::read(&path).unwrap();
        // All bits of a byte in turn, and the whole last byte, whose loss looks like a crash.
        let bits = (0..good.len() * 8).step_by(step).chain(good.len() * 8 - 8..good.len() * 8);
        for bit in bits {
            let mut bytes = good.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &bytes).unwrap();
            if let Ok(read) = played.read() {
                panic!("{file}, bit {bit}: {} games", read.games.len());
            }
        }
        fs::write(&path, &good).unwrap();
        assert_eq!(played.read().unwrap().games, sample::games());
    }
}

#[test]
fn moved_missing_and_repeated_lines_are_noticed() {
    let played = Played::new();
    let good = played.lines();
    let changed = |change: fn(&mut Vec<String>), line: usize| {
        let mut lines = good.clone();
        change(&mut lines);
        played.set_lines(&lines);
        let problem = played.problem();
        assert!(problem.contains(&format!("games.jsonl:{line}: checksum ")), "{problem}");
        assert!(problem.contains(", expected "), "{problem}");
    };
    changed(|lines| lines.swap(1, 3), 2);
    changed(|lines| drop(lines.remove(2)), 3);
    changed(|lines| lines.push(lines[0].clone()), 7);
    changed(|lines| lines[3] = lines[3].replacen("\"time_ms\":", "\"time_ms\":1", 1), 4);
    let mut lines = good.clone();
    lines[2] = unsealed(&sample::games()).swap_remove(2);
    played.set_lines(&lines);
    let problem = played.problem();
    assert!(problem.ends_with("games.jsonl:3: no checksum, expected one as in the other lines"));
}

/// Changes a game, by index, and returns what is said about a journal with right checksums.
fn forged(index: usize, change: impl FnOnce(&mut GameRecord)) -> String {
    let mut games = sample::games();
    change(&mut games[index]);
    let problem = Played::with(&games).problem();
    let (_, said) = problem.split_once("games.jsonl:").unwrap();
    said.to_owned()
}

fn outcome(verdict: Verdict, winner: Option<Color>) -> GameOutcome {
    GameOutcome::Ended { winner, verdict }
}

#[test]
fn results_follow_from_the_moves_whatever_the_checksums_are() {
    use Color::{Black, White};
    let said =
        |index, verdict, winner| forged(index, |game| game.outcome = outcome(verdict, winner));
    let white = said(0, Verdict::Five, Some(White));
    assert_eq!(white, "1: game 1: white wins: five, expected black wins: five");
    let crash = said(0, Verdict::Crash, Some(White));
    assert_eq!(crash, "1: game 1: white wins: crash, expected black wins: five");
    let timeout = said(1, Verdict::Timeout, Some(Black));
    assert_eq!(timeout, "2: game 2: black wins: timeout, expected white wins: timeout");
    assert!(said(3, Verdict::Five, Some(Black)).contains(", expected draw: move-limit"));
    for verdict in [Verdict::Five, Verdict::Adjudicated, Verdict::Resigned] {
        let said = said(4, verdict, Some(White));
        assert!(
            said.starts_with(&format!("5: game 5: white wins: {verdict}, expected ")),
            "{said}"
        );
    }
    let open = forged(4, |game| game.outcome = GameOutcome::Unfinished);
    assert_eq!(open, "5: game 5: unfinished, expected the end of the game");
    let dropped = forged(0, |game| game.moves.truncate(game.moves.len() - 1));
    assert!(dropped.contains("black wins: five, expected another end"), "{dropped}");
    let dropped = forged(4, |game| game.moves.truncate(game.moves.len() - 1));
    assert!(dropped.contains("white wins: crash, expected black wins: crash"), "{dropped}");
    let more = forged(2, |game| game.moves.push(game.moves[0]));
    assert!(more.contains("9 moves, expected 8, after which black wins: five"), "{more}");
    let again = forged(2, |game| game.moves[3] = game.moves[1]);
    assert!(again.contains("move 4: ") && again.contains("occupied"), "{again}");
    let attempt = forged(4, |game| game.attempt = Some(Coord::new(0, 0)));
    assert!(attempt.contains("with the attempt "), "{attempt}");
    assert!(forged(0, |game| game.rule = Rule::Renju).contains("rule renju, expected freestyle"));
}

#[test]
fn games_follow_from_the_schedule_whatever_the_checksums_are() {
    let number = |number| forged(5, |game| game.game = number);
    assert_eq!(
        number(999_999),
        "6: game 999999: not in the schedule, expected a number from 1 to 6"
    );
    assert!(number(0).contains("game 0: not in the schedule"));
    assert!(number(u64::MAX).contains("not in the schedule"));
    assert_eq!(number(3), "6: game 3: seen twice, expected each game once");
    let swapped = forged(2, |game| std::mem::swap(&mut game.black, &mut game.white));
    let expected = "3: game 3: black is player 2 (pbrain-old), expected player 0 (tengen)";
    assert_eq!(swapped, expected);
    let named = forged(2, |game| game.white.name = "tengen".to_owned());
    assert!(named.contains("white is player 2 (tengen), expected player 2 (pbrain-old)"));
    assert!(forged(2, |game| game.pair = 1).contains("pair 1, expected 2"));
    assert!(forged(2, |game| game.round = 2).contains("round 2, expected 1"));
}

/// The crash of game 5 is as good from another opening.
#[test]
fn openings_follow_from_the_list_or_from_the_round() {
    let mut games = sample::games();
    games[4].opening.moves = vec![Coord::new(0, 0)];
    let played = Played::with(&games);
    let unknown = played.read().unwrap_err().to_string();
    assert!(unknown.ends_with(":5: game 5: opening 0,0, expected 7,7 as in game 1"), "{unknown}");
    let known = played.resume().unwrap_err().to_string();
    let expected = ":5: game 5: opening 0,0, expected 7,7 as in the list of openings";
    assert!(known.ends_with(expected), "{known}");
    // Alone it could be the opening of the round.
    let played = Played::with(&games[4..5]);
    assert_eq!(played.read().unwrap().games.len(), 1);
    assert!(played.resume().unwrap_err().to_string().contains("as in the list of openings"));
}

#[test]
fn a_journal_without_checksums_is_read_and_checked_but_not_resumed() {
    let played = Played::new();
    let games = sample::games();
    journal::write_all(&played.path().join("old"), &sample::identity(), &games, true).unwrap();
    let old = played.path().join("old");
    // The earlier version did not write every setting.
    let mut now = serde_json::to_value(sample::identity()).unwrap();
    now["settings"]["seed"] = 1.into();
    let now: Identity = serde_json::from_value(now).unwrap();
    let resume = |identity: &Identity| MatchJournal::resume(&old, identity, &sample::openings());
    let text = fs::read_to_string(old.join("match.json")).unwrap();
    assert!(text.contains("\"version\": 2") && !text.contains("checksum"), "{text}");
    let read = journal::read(&old).unwrap();
    assert_eq!((read.games, read.is_unsealed), (games.clone(), true));
    let error = resume(&now).unwrap_err();
    assert!(matches!(error, MatchJournalError::Unsealed { .. }), "{error}");

    let mut flipped = games.clone();
    flipped[0].outcome = outcome(Verdict::Five, Some(Color::White));
    fs::write(old.join("games.jsonl"), unsealed(&flipped).concat()).unwrap();
    let error = journal::read(&old).unwrap_err().to_string();
    assert!(error.ends_with("games.jsonl:1: game 1: white wins: five, expected black wins: five"));
    let other_key = unsealed(&games).concat().replacen("\"started_ms\"", "\"started_mz\"", 1);
    fs::write(old.join("games.jsonl"), other_key).unwrap();
    let error = journal::read(&old).unwrap_err().to_string();
    assert!(error.contains("games.jsonl:1: started_mz: seen "), "{error}");
    // Nothing in it is unverified: it can be resumed.
    fs::write(old.join("games.jsonl"), "").unwrap();
    let (mut journal, _) = resume(&sample::identity()).unwrap();
    journal.append(&games[0]).unwrap();
    drop(journal);
    let read = journal::read(&old).unwrap();
    assert_eq!((read.games, read.is_unsealed), (games[..1].to_vec(), false));
    // Games with checksums do not make a definition without one.
    fs::write(old.join("match.json"), &text).unwrap();
    let error = journal::read(&old).unwrap_err().to_string();
    assert!(error.ends_with("match.json:1: version 2, expected 3, as the games have checksums"));
}

#[test]
fn a_torn_last_line_is_noticed_and_played_again() {
    let played = Played::new();
    let good = played.lines();
    let (last, whole) = good.split_last().unwrap();
    for length in [1, last.len() / 2, last.len() - 1] {
        played.set_lines(&[whole, &[last[..length].to_owned()]].concat());
        let read = played.read().unwrap();
        assert_eq!((read.games.len(), read.torn.unwrap().line), (5, 6));
        let (mut journal, games) = played.resume().unwrap();
        assert_eq!(games.len(), 5);
        journal.append(&sample::games()[5]).unwrap();
        drop(journal);
        assert_eq!(played.lines(), good);
    }
    // A game and something else is not what a crash leaves.
    played.set_lines(&[whole, &[last.replace('\n', "x")]].concat());
    assert!(played.problem().contains("games.jsonl:6: \"x\" after the game"));
}

#[test]
fn a_match_may_be_planned_shorter_than_it_was_played() {
    let played = Played::new();
    let shorter = Identity { games: 1, total_games: 3, ..sample::identity() };
    let resumed = MatchJournal::resume(played.path(), &shorter, &sample::openings()).unwrap();
    assert_eq!(resumed.1.len(), 6);
    drop(resumed);
    assert_eq!(played.read().unwrap().games.len(), 6);
}
