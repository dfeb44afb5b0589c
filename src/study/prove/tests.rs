//! Whole questions: against brute force on small boards, interrupted and resumed, with altered
//! certificates.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::advice::Advice;
use super::answer::{CERTIFICATE, answer};
use super::book;
use super::certificate::Certificate;
use super::checked_entries::CheckJournal;
use super::checker::{self, Check, CheckError, CheckReport, ReplyCounts};
use super::claim::ProofClaim;
use super::claim_search::ClaimSearchError;
use super::draw::Draw;
use super::expand::{Adviser, ExpansionEffort, Request};
use super::finding::FindingKind;
use super::graph::ProofGraph;
use super::journal::LineJournalError;
use super::key::ProofFrame;
use super::packed::packed;
use super::question::{Answer, AnswerError, ProofObserver, ProofQuestion, Verdict};
use super::refusal::CertificateRefusal;
use super::replay::Replay;
use super::search::ProofProgress;
use tengen_engine::board::Position;
use tengen_engine::board::notation::{name, parse_moves, picture};
use tengen_engine::rules::legality::{self, IllegalMove, ending_after};
use tengen_engine::rules::reference;
use tengen_engine::search::StopFlag;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};
use tengen_engine::util::rng::Rng;
use tengen_records::book::built_in::PROOFS;
use tengen_records::book::key::{Canonical, ProofKey as BookKey};
use tengen_records::book::packed::{PackError, read as read_packed};
use tengen_records::book::proved::ProvedRecords;
use tengen_records::book::record::{Label, Record};
use tengen_records::book::sealed::Sealed;

/// Black to move has two stones in the middle of 15×15; a proof takes a few dozen entries.
const OPEN: &str = "h8a1h9a15";

/// The solver's limit in the search before the engine is asked.
const ATTACK_STONES: u64 = 5_000;

struct Silent;

impl ProofObserver for Silent {
    fn found(&self, _: &ProofGraph, _: &ProofProgress) {}
    fn checked(&self, _: u64, _: u64) {}
    fn ended(&self, _: &ProofGraph) {}
}

fn question(position: &Position, folder: &Path) -> ProofQuestion {
    let effort = ExpansionEffort {
        reply_stones: 2_000,
        attack_stones: ATTACK_STONES,
        engine_nodes: 3_000,
        hash_mb: 1,
    };
    ProofQuestion {
        position: position.clone(),
        folder: folder.to_owned(),
        resume: false,
        add: Vec::new(),
        reply: None,
        threads: 1,
        effort,
        time: None,
    }
}

fn ask(question: &ProofQuestion) -> Answer {
    answer(question, &StopFlag::new(), &Silent).unwrap()
}

fn played(rule: Rule, side: u64, moves: &str) -> Position {
    let mut position = Position::new(rule, BoardSize::square(side).unwrap());
    for coord in parse_moves(moves, position.size()).unwrap() {
        position.play(coord).unwrap();
    }
    position
}

/// Who wins, by the definition.
fn brute_force(position: &Position) -> Verdict {
    let legal = legality::legal_moves(position);
    if position.is_full() {
        return Verdict::Draw;
    }
    let mut best = Verdict::Loss;
    for play in legal {
        let mut after = position.clone();
        after.play(play).unwrap();
        let ending = ending_after(&after, play);
        let won = ending.as_ref().is_some_and(|ending| ending.winner().is_some());
        match if won { Verdict::Loss } else { brute_force(&after) } {
            Verdict::Loss => return Verdict::Win,
            Verdict::Draw => best = Verdict::Draw,
            Verdict::Win | Verdict::Unknown => {}
        }
    }
    best
}

/// A random open position on a 5×5 or 6×5 board with this many empty cells.
fn nearly_full(rule: Rule, empties: usize, rng: &mut Rng) -> Option<Position> {
    let size = BoardSize::new(if rng.below(2) == 0 { 5 } else { 6 }, 5).unwrap();
    let mut cells: Vec<Coord> = size.coords().collect();
    rng.shuffle(&mut cells);
    let mut position = Position::new(rule, size);
    for &cell in &cells[empties..] {
        // Black twice as often, so that there are winners.
        let stone = if rng.below(3) == 0 { Stone::White } else { Stone::Black };
        position.put(cell, stone).unwrap();
    }
    position.set_to_move(if rng.below(2) == 0 { Color::Black } else { Color::White });
    reference::winner(&position).is_none().then_some(position)
}

#[test]
fn answers_agree_with_brute_force_on_small_boards() {
    let mut rng = Rng::new(3);
    let mut seen = [0; 3];
    for rule in Rule::ALL {
        for _ in 0..40 {
            let Some(position) = nearly_full(rule, 7, &mut rng) else { continue };
            let folder = tempfile::tempdir().unwrap();
            let expected = brute_force(&position);
            let answer = ask(&question(&position, folder.path()));
            let shown = picture(&position, &[]);
            let to_move = position.to_move();
            assert_eq!(answer.result, expected, "{rule}, {to_move} to move\n{shown}{answer:?}");
            seen[[Verdict::Win, Verdict::Loss, Verdict::Draw]
                .iter()
                .position(|&verdict| verdict == expected)
                .unwrap()] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count >= 5), "{seen:?} of each result");
}

#[test]
fn small_empty_boards_are_draws_by_pairings_that_can_be_checked() {
    for (rule, side) in [(Rule::Freestyle, 5), (Rule::Standard, 5)] {
        let folder = tempfile::tempdir().unwrap();
        let answer = ask(&question(&played(rule, side, ""), folder.path()));
        assert_eq!(answer.result, Verdict::Draw);
        let text = fs::read_to_string(folder.path().join("draw.json")).unwrap();
        assert!(Draw::check(&text).is_ok());
        // Without its first pair it stops less.
        let start = text.find("[[").unwrap() + 1;
        let end = start + text[start..].find("],").unwrap() + 2;
        let fewer = format!("{}{}", &text[..start], &text[end..]);
        assert!(Draw::check(&fewer).is_err(), "{fewer}");
    }
}

fn proved(folder: &Path) -> Certificate {
    let answer = ask(&question(&played(Rule::Freestyle, 15, OPEN), folder));
    assert_eq!(answer.result, Verdict::Win, "{answer:?}");
    Certificate::read(&fs::read_to_string(folder.join(CERTIFICATE)).unwrap()).unwrap()
}

fn check(certificate: &Certificate) -> Result<CheckReport, CertificateRefusal> {
    check_by(Replay::Full, certificate)
}

fn check_by(replay: Replay, certificate: &Certificate) -> Result<CheckReport, CertificateRefusal> {
    let request = Check { reply: None, threads: 1, replay };
    checker::check(certificate, &request, None, &StopFlag::new(), &mut |_, _| {}).map_err(refusal)
}

/// The check of a certificate without the entries to which nothing leads.
fn check_reached(
    replay: Replay,
    mut certificate: Certificate,
) -> Result<CheckReport, CertificateRefusal> {
    let frame = ProofFrame::of(&certificate.position().unwrap());
    loop {
        match check_by(replay, &certificate) {
            Err(CertificateRefusal::Superfluous { at }) => {
                certificate.entries.remove(&frame.read(&at).unwrap()).expect("an entry");
            }
            checked => return checked,
        }
    }
}

fn refusal(error: CheckError) -> CertificateRefusal {
    match error {
        CheckError::Refusal(refusal) => refusal,
        CheckError::Journal(error) => panic!("{error}"),
    }
}

#[test]
fn a_journal_of_another_check_does_not_cost_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let claim = ProofClaim::new(&played(Rule::Standard, 15, OPEN), Color::Black);
    let other = Certificate { claim, stones: 1, is_complete: true, entries: BTreeMap::new() };
    let checked = folder.path().join("checked.jsonl");
    CheckJournal::open(&checked, &other, Replay::Local).unwrap();
    let mut question = question(&played(Rule::Freestyle, 15, OPEN), folder.path());
    let refused = answer(&question, &StopFlag::new(), &Silent);
    let is_refused =
        matches!(refused, Err(AnswerError::Checked(LineJournalError::Different { .. })));
    assert!(is_refused, "{refused:?}");
    let found = fs::read_to_string(folder.path().join("win.jsonl")).unwrap();
    assert!(found.lines().count() > 1 && folder.path().join(CERTIFICATE).exists());
    // Without it the search is continued at its end.
    fs::remove_file(checked).unwrap();
    question.resume = true;
    assert_eq!(ask(&question).result, Verdict::Win);
    assert_eq!(fs::read_to_string(folder.path().join("win.jsonl")).unwrap(), found);
}

#[test]
fn a_search_that_is_cut_anywhere_is_continued_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let whole = proved(folder.path());
    let journal = folder.path().join("win.jsonl");
    let bytes = fs::read(&journal).unwrap();
    for part in [0, 1, 3, 7, 9] {
        let cut = bytes.len() * part / 10 + 1;
        fs::write(&journal, &bytes[..cut]).unwrap();
        let mut question = question(&played(Rule::Freestyle, 15, OPEN), folder.path());
        question.resume = true;
        assert_eq!(ask(&question).result, Verdict::Win);
        let text = fs::read_to_string(folder.path().join(CERTIFICATE)).unwrap();
        assert_eq!(Certificate::read(&text).unwrap().claim, whole.claim);
        // Findings before the cut are not searched again.
        let whole_lines = bytes[..cut].iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        assert!(fs::read(&journal).unwrap().starts_with(&bytes[..whole_lines]));
    }
}

#[test]
fn a_search_takes_its_moves_from_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let whole = proved(folder.path());
    let other = tempfile::tempdir().unwrap();
    let mut question = question(&played(Rule::Freestyle, 15, OPEN), other.path());
    question.add = vec![folder.path().join(CERTIFICATE)];
    assert_eq!(ask(&question).result, Verdict::Win);
    let again = Certificate::read(&fs::read_to_string(other.path().join(CERTIFICATE)).unwrap());
    assert_eq!(again.unwrap().entries, whole.entries);
    // A certificate for another rule only advises: the same moves win under standard, and
    // everything is proved again.
    let exact = tempfile::tempdir().unwrap();
    question.position = played(Rule::Standard, 15, OPEN);
    question.folder = exact.path().to_owned();
    assert_eq!(ask(&question).result, Verdict::Win);
    let text = fs::read_to_string(exact.path().join(CERTIFICATE)).unwrap();
    let advised = Certificate::read(&text).unwrap();
    let root = |certificate: &Certificate| certificate.entries.iter().next().map(|(_, &play)| play);
    assert_eq!(root(&advised), root(&whole));
    // Useless advice only costs time. (In all positions it cost two minutes.)
    let (astray, mut wrong) = (tempfile::tempdir().unwrap(), whole.clone());
    let some = wrong.entries.values_mut().skip(1).step_by(50);
    some.for_each(|play| *play = Coord::new(14, 14));
    let frame = ProofFrame::of(&wrong.position().unwrap());
    question.add = vec![astray.path().join("wrong.jsonl")];
    fs::write(&question.add[0], wrong.write(&frame)).unwrap();
    question.folder = astray.path().to_owned();
    assert_eq!(ask(&question).result, Verdict::Win);
    question.add = vec![folder.path().join(CERTIFICATE)];
    // A certificate for another claim is refused.
    let elsewhere = tempfile::tempdir().unwrap();
    question.position = played(Rule::Freestyle, 15, "h8a1h9b15");
    question.folder = elsewhere.path().to_owned();
    let refused = answer(&question, &StopFlag::new(), &Silent);
    assert!(matches!(refused, Err(AnswerError::Side(ClaimSearchError::Journal(_)))), "{refused:?}");
}

#[test]
fn advice_comes_before_the_engine_and_only_once() {
    let position = played(Rule::Standard, 15, "h8i9h9i10g8j8");
    let frame = ProofFrame::of(&position);
    let (key, by) = frame.canonical(&position);
    // Far from everything: neither engine nor policy would think of it first.
    let far = by.apply(Coord::new(14, 14), position.size());
    let claim = ProofClaim::new(&position, Color::Black);
    let entries = BTreeMap::from([(key.clone(), far)]);
    let certificate = Certificate { claim, stones: 1, is_complete: true, entries };
    let mut advice = Advice::default();
    advice.add(certificate).unwrap();
    let effort =
        ExpansionEffort { reply_stones: 1, attack_stones: 1, engine_nodes: 2_000, hash_mb: 1 };
    let mut adviser = Adviser::new(frame, Color::Black, effort, Arc::new(advice));
    let mut expanded = |known: Vec<Coord>| {
        let request = Request { key: key.clone(), known, is_tried: false };
        match adviser.expand(&request, &StopFlag::new()).unwrap().found {
            FindingKind::Attack { moves, .. } => moves.into_iter().map(|(name, _)| name).collect(),
            other => panic!("{other:?}"),
        }
    };
    let name = name(far, position.size());
    assert_eq!(expanded(Vec::new()), std::slice::from_ref(&name));
    let others: Vec<String> = expanded(vec![far]);
    assert!(!others.is_empty() && !others.contains(&name), "{others:?}");
}

#[test]
fn claims_are_alike_but_for_the_rule_or_on_empty_boards_the_size() {
    let claim = |rule, side, moves, attacker| ProofClaim::new(&played(rule, side, moves), attacker);
    let free = claim(Rule::Freestyle, 15, "h8i9", Color::Black);
    assert!(free.is_like(&claim(Rule::Renju, 15, "h8i9", Color::Black)));
    assert!(!free.is_like(&claim(Rule::Standard, 15, "h8i9", Color::White)));
    assert!(!free.is_like(&claim(Rule::Standard, 15, "h8i8", Color::Black)));
    assert!(!free.is_like(&claim(Rule::Standard, 13, "h8i9", Color::Black)));
    // For empty boards the size may differ.
    let empty = claim(Rule::Freestyle, 15, "", Color::Black);
    assert!(empty.is_like(&claim(Rule::Caro, 20, "", Color::Black)));
    assert!(!empty.is_like(&claim(Rule::Caro, 20, "", Color::White)));
    assert!(!empty.is_like(&free) && !free.is_like(&empty));
}

#[test]
fn every_changed_byte_of_a_certificate_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let frame = ProofFrame::of(&certificate.position().unwrap());
    let text = certificate.write(&frame);
    assert_eq!(Certificate::read(&text).unwrap(), certificate);
    let mut rng = Rng::new(8);
    for _ in 0..500 {
        let mut bytes = text.clone().into_bytes();
        let place = rng.below(bytes.len() - 1);
        let byte = b'a' + rng.below(26) as u8;
        if bytes[place] == byte {
            continue;
        }
        bytes[place] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        assert!(Certificate::read(&changed).is_err(), "byte {place}");
    }
}

#[test]
fn errors_in_files_are_said_once_and_in_plain_words() {
    let with_claim = |moves: &str, entry: &str| {
        let body = format!(
            "{{\"tengen_certificate\":1,\"claim\":{{\"tengen_prove\":1,\"attacker\":\"black\",\
             \"position\":{{\"size\":15,\"moves\":[{moves}]}}}},\"stones\":1,\"entries\":1,\
             \"is_complete\":true}}\n{entry}\n"
        );
        let text = format!("{body}{{\"crc32\":\"{:08x}\"}}\n", crc32fast::hash(body.as_bytes()));
        format!("{:#}", anyhow::Error::new(Certificate::read(&text).unwrap_err()))
    };
    let occupied = with_claim("\"h8\",\"h8\"", "[\"/\",\"h8\"]");
    assert!(occupied.starts_with("line 1: ") && occupied.matches("occupied").count() == 1);
    assert_eq!(
        with_claim("", "[\"/\",7]"),
        "line 2: not an entry like [\"h8/h9\",\"g10\"]: [1]: seen 7, expected a text in quotes"
    );
    let foreign = Certificate::read("{\"x\":1}\n").unwrap_err().to_string();
    assert!(foreign.starts_with("seen '{\"x\":1}', expected a certificate"), "{foreign}");
    let draw = anyhow::Error::new(Draw::check("{\"tengen_draw\":1}").unwrap_err());
    assert_eq!(format!("{draw:#}"), "not the pairings of a draw: position: missing");
}

#[test]
fn a_certificate_without_an_entry_or_with_another_move_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate { stones: ATTACK_STONES, ..proved(folder.path()) };
    assert!(check(&certificate).is_ok());
    let frame = ProofFrame::of(&certificate.position().unwrap());
    // No entry follows that with the most stones, and threats alone do not win there.
    let leaf = certificate.entries.keys().max_by_key(|key| key.stones()).unwrap();
    let (at, position) = (frame.write(leaf), frame.position(leaf));
    let with = |play: Option<Coord>| {
        let mut wrong = certificate.clone();
        wrong.entries.remove(leaf);
        wrong.entries.extend(play.map(|play| (leaf.clone(), play)));
        check(&wrong).unwrap_err()
    };
    assert_eq!(with(None), CertificateRefusal::Unproved { at: at.clone(), stones: ATTACK_STONES });
    let refusal = with(Some(idle_corner(&position)));
    let is_found = matches!(
        refusal,
        CertificateRefusal::Unproved { .. } | CertificateRefusal::DefenderWins { .. }
    );
    assert!(is_found, "{at} played into a corner: {refusal:?}");
    let coord = position.stones()[0].0;
    let error = IllegalMove::Occupied { coord };
    assert_eq!(with(Some(coord)), CertificateRefusal::Illegal { at, error });
}

/// An empty corner, far away from everything: a stone there threatens nothing.
fn idle_corner(position: &Position) -> Coord {
    // In some images of a position white's two stones are in the corners on the right.
    let corners = [(14, 14), (14, 0), (0, 0), (0, 14)].map(|(x, y)| Coord::new(x, y));
    corners.into_iter().find(|&corner| position.is_empty_at(corner)).unwrap()
}

#[test]
fn a_superfluous_entry_and_a_partial_claim_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let frame = ProofFrame::of(&certificate.position().unwrap());
    let mut more = certificate.clone();
    let elsewhere = played(Rule::Freestyle, 15, "o1o2o3o4o5n6");
    more.entries.insert(frame.canonical(&elsewhere).0, Coord::new(7, 7));
    assert!(matches!(check(&more), Err(CertificateRefusal::Superfluous { .. })));
    let partial = Certificate { is_complete: false, ..certificate };
    assert_eq!(check(&partial), Err(CertificateRefusal::Incomplete));
}

#[test]
fn a_quick_check_finds_what_a_full_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate { stones: ATTACK_STONES, ..proved(folder.path()) };
    let quick = |certificate: &Certificate| check_by(Replay::Local, certificate);
    let frame = ProofFrame::of(&certificate.position().unwrap());
    let (full, local) = (check(&certificate).unwrap(), quick(&certificate).unwrap());
    assert_eq!((full.entries, full.replies), (local.entries, local.replies));
    // Images of a reply are counted but not played out.
    assert!(local.counts.wins >= full.counts.wins);
    // A move elsewhere in the first, a middle and the last entry.
    let keys: Vec<_> = certificate.entries.keys().collect();
    for key in [keys[0], keys[keys.len() / 2], keys[keys.len() - 1]] {
        let mut wrong = certificate.clone();
        wrong.entries.insert(key.clone(), idle_corner(&frame.position(key)));
        for replay in [Replay::Full, Replay::Local] {
            let refusal = check_reached(replay, wrong.clone()).unwrap_err();
            let is_found = matches!(
                refusal,
                CertificateRefusal::Unproved { .. } | CertificateRefusal::DefenderWins { .. }
            );
            assert!(is_found, "{}, {replay:?}: {refusal:?}", frame.write(key));
        }
    }
    // The last entry has the most stones, so that no other is reached through it.
    let mut missing = certificate;
    missing.entries.pop_last();
    missing.stones = 1;
    assert!(matches!(quick(&missing), Err(CertificateRefusal::Unproved { stones: 1, .. })));
    // A quick check does not count as a full one.
    let path = folder.path().join("quick.jsonl");
    CheckJournal::open(&path, &missing, Replay::Local).unwrap();
    assert!(CheckJournal::open(&path, &missing, Replay::Full).is_err());
}

#[test]
fn a_check_that_was_interrupted_is_continued_and_a_changed_entry_is_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let path = folder.path().join("check.jsonl");
    let request = Check { reply: None, threads: 2, replay: Replay::Full };
    let ticks = |certificate: &Certificate| {
        let mut journal = CheckJournal::open(&path, certificate, request.replay).unwrap();
        let mut ticks = 0;
        let mut tick = |_, _| ticks += 1;
        let stop = StopFlag::new();
        let report = checker::check(certificate, &request, Some(&mut journal), &stop, &mut tick);
        (report.map_err(refusal), ticks)
    };
    let (report, all) = ticks(&certificate);
    assert_eq!(report, check(&certificate));
    assert_eq!(all, certificate.entries.len());
    let lines = fs::read_to_string(&path).unwrap();
    // Killed in the middle of the last line.
    fs::write(&path, &lines[..lines.len() - 9]).unwrap();
    assert_eq!(ticks(&certificate), (report.clone(), 1));
    assert_eq!(ticks(&certificate), (report, 0));
    // A journal line about another move is ignored.
    let mut wrong = certificate.clone();
    let key = certificate.entries.keys().next_back().cloned().unwrap();
    wrong.entries.insert(key, Coord::new(14, 14));
    assert!(ticks(&wrong).0.is_err());
    // An entry that the others led to is missing: what led to it is checked again.
    let mut missing = certificate.clone();
    missing.entries.pop_last();
    missing.stones = 1;
    assert!(ticks(&missing).0.is_err());
}

/// A journal of a whole check, its lines, and how the check of a certificate ends with another
/// text in it.
struct JournalOfCheck {
    certificate: Certificate,
    path: std::path::PathBuf,
    lines: Vec<String>,
    _folder: tempfile::TempDir,
}

impl JournalOfCheck {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let certificate = branch(BRANCH);
        let path = folder.path().join("check.jsonl");
        let journal = Self { certificate, path, lines: Vec::new(), _folder: folder };
        journal.check(&journal.certificate).unwrap();
        let text = fs::read_to_string(&journal.path).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert!(lines.len() > 4, "a head and {} entries", journal.certificate.entries.len());
        Self { lines, ..journal }
    }

    fn check(&self, certificate: &Certificate) -> Result<(CheckReport, usize), CheckError> {
        let request = Check { reply: None, threads: 1, replay: Replay::Local };
        let mut journal = CheckJournal::open(&self.path, certificate, request.replay)?;
        let mut ticks = 0;
        let mut tick = |_, _| ticks += 1;
        let stop = StopFlag::new();
        let report = checker::check(certificate, &request, Some(&mut journal), &stop, &mut tick)?;
        Ok((report, ticks))
    }

    /// How many entries are checked again with these lines; otherwise the line that is refused.
    fn with(&self, lines: &[String], certificate: &Certificate) -> Result<usize, usize> {
        fs::write(&self.path, lines.join("\n") + "\n").unwrap();
        match self.check(certificate) {
            Ok((_, ticks)) => Ok(ticks),
            Err(CheckError::Journal(LineJournalError::Corrupt { line, problem, .. })) => {
                assert!(problem.contains("mark"), "{problem}");
                assert_eq!(fs::read_to_string(&self.path).unwrap(), lines.join("\n") + "\n");
                Err(line)
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[test]
fn an_edited_line_of_a_journal_does_not_make_a_refused_certificate_a_win() {
    let journal = JournalOfCheck::new();
    // The first entry of the journal plays elsewhere, in the certificate and in the line.
    let line = &journal.lines[1];
    let field = |name: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        value[name].as_str().unwrap().to_owned()
    };
    let frame = ProofFrame::of(&journal.certificate.position().unwrap());
    let key = frame.read(&field("at")).unwrap();
    let mut wrong = journal.certificate.clone();
    let elsewhere = Coord::new(14, 7);
    assert!(frame.position(&key).is_empty_at(elsewhere) && wrong.entries[&key] != elsewhere);
    wrong.entries.insert(key, elsewhere);
    let played = |point: &str| format!(r#""play":"{point}""#);
    let edited = line.replace(&played(&field("play")), &played("o8"));
    assert_ne!(edited, *line);
    let lines = [&journal.lines[..1], &[edited], &journal.lines[2..]].concat();
    assert_eq!(journal.with(&lines, &wrong), Err(2));
    assert_eq!(journal.with(&lines, &journal.certificate), Err(2));
}

#[test]
fn swapped_missing_repeated_and_foreign_lines_are_refused_and_cut_ones_are_checked_again() {
    let journal = JournalOfCheck::new();
    let (lines, certificate) = (&journal.lines, &journal.certificate);
    assert_eq!(journal.with(lines, certificate), Ok(0));
    let mut swapped = lines.clone();
    swapped.swap(2, 3);
    assert_eq!(journal.with(&swapped, certificate), Err(3));
    let missing = [&lines[..2], &lines[3..]].concat();
    assert_eq!(journal.with(&missing, certificate), Err(3));
    let repeated = [&lines[..2], &lines[1..]].concat();
    assert_eq!(journal.with(&repeated, certificate), Err(3));
    // Marked with another key, without a mark, and with one that is no mark.
    for mark in ["0123456789abcdef0123456789abcdef", "", "no"] {
        let last = lines.len() - 1;
        let start = lines[last].find(r#""mark":""#).unwrap();
        let foreign = format!("{}\"mark\":\"{mark}\"}}", &lines[last][..start]);
        let all = [&lines[..last], &[foreign]].concat();
        assert_eq!(journal.with(&all, certificate), Err(last + 1), "{mark}");
    }
    // Every digit and every letter of a line counts.
    for (at, byte) in lines[2].bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let digit = if byte == b'9' { "8" } else { "9" };
        let edited = format!("{}{digit}{}", &lines[2][..at], &lines[2][at + 1..]);
        let all = [&lines[..2], &[edited], &lines[3..]].concat();
        fs::write(&journal.path, all.join("\n") + "\n").unwrap();
        let refused = journal.check(certificate);
        let is_named =
            |error: &LineJournalError| matches!(error, LineJournalError::Corrupt { line: 3, .. });
        assert!(matches!(&refused, Err(CheckError::Journal(e)) if is_named(e)), "{refused:?}");
    }
    // At the end of a line, at most a finished finding is lost.
    for kept in 1..lines.len() {
        assert_eq!(journal.with(&lines[..kept], certificate), Ok(lines.len() - kept));
    }
    // The lines of another check do not continue this one.
    let full = lines[0].replace(r#""replay":"local""#, r#""replay":"full""#);
    assert_ne!(full, lines[0]);
    fs::write(&journal.path, [&[full], &lines[1..]].concat().join("\n") + "\n").unwrap();
    let opened = CheckJournal::open(&journal.path, certificate, Replay::Full);
    assert!(matches!(opened, Err(LineJournalError::Corrupt { line: 2, .. })), "{opened:?}");
    let opened = CheckJournal::open(&journal.path, certificate, Replay::Local);
    assert!(matches!(opened, Err(LineJournalError::Different { .. })), "{opened:?}");
}

#[test]
fn the_counts_of_a_check_add_up() {
    let certificate = branch(BRANCH);
    let frame = ProofFrame::of(&certificate.position().unwrap());
    // Counted again, by the rules and the certificate alone.
    let (mut replies, mut entries) = (0, 0);
    for (key, &play) in &certificate.entries {
        let mut position = frame.position(key);
        position.play(play).unwrap();
        if reference::is_winning(&position, play) {
            continue;
        }
        for reply in legality::legal_moves(&position) {
            replies += 1;
            let (key, _) = frame.after(&position, reply);
            entries += u64::from(certificate.entries.contains_key(&key));
        }
    }
    let full = check(&certificate).unwrap();
    let local = check_by(Replay::Local, &certificate).unwrap();
    for report in [&full, &local] {
        assert_eq!((report.replies, report.counts.sum()), (replies, replies));
        assert_eq!(report.counts.entries, entries);
    }
    assert!(entries > 0 && full.counts.passed == 0, "{full:?}");
    assert!(0 < local.counts.passed && local.counts.passed < local.counts.wins, "{local:?}");
    // Black has an open four on the axis of a symmetric position, white is to move: the replies
    // beside the axis are images of each other.
    let position = played(Rule::Freestyle, 15, "h7h1h8h15h6h14h9");
    let claim = ProofClaim::new(&position, Color::Black);
    let four = Certificate { claim, stones: 1_000, is_complete: true, entries: BTreeMap::new() };
    let counts = ReplyCounts { entries: 0, wins: 8 + 105, passed: 0, images: 105 };
    let report = check(&four).unwrap();
    assert_eq!((report.counts, report.replies), (counts, 8 + 210));
    let report = check_by(Replay::Local, &four).unwrap();
    assert_eq!(report.counts.sum(), 8 + 210);
}

/// A position of the proof of freestyle that five more follow.
const BRANCH: &str = "e11f11g11e10h10e9h9i9j9g8h8f7/e12f12h12d11i10f9k9f8i8g7h7i7";

/// A branch of the proof of freestyle: its entry `at` and all that follow.
fn branch(at: &str) -> Certificate {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments/proofs/freestyle-15.jsonl");
    let whole = Certificate::read(&fs::read_to_string(file).unwrap()).unwrap();
    let frame = ProofFrame::of(&whole.position().unwrap());
    let first = frame.read(at).unwrap();
    let claim = ProofClaim::new(&frame.position(&first), Color::Black);
    let mut branch =
        Certificate { claim, stones: whole.stones, is_complete: true, entries: BTreeMap::new() };
    let mut open = vec![first];
    while let Some(key) = open.pop() {
        let mut position = frame.position(&key);
        let play = whole.entries[&key];
        branch.entries.insert(key, play);
        position.play(play).unwrap();
        for reply in legality::legal_moves(&position) {
            let (key, _) = frame.after(&position, reply);
            if whole.entries.contains_key(&key) && !branch.entries.contains_key(&key) {
                open.push(key);
            }
        }
    }
    branch
}

#[test]
fn the_book_of_a_proof_says_who_wins_and_how_soon() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let report = check(&certificate).unwrap();
    let sealed = book::sealed(&certificate, &report, String::new()).unwrap();
    let get = |position: &Position| {
        let canonical = Canonical::of(position);
        sealed.get(&canonical.key).map(|record| record.back(&canonical))
    };
    let mut position = played(Rule::Freestyle, 15, OPEN);
    let root = get(&position).unwrap();
    let plies = report.plies as i16;
    assert_eq!((root.proved(), root.value), (Some(Label::Win), Some(30_000 - plies)));
    position.play(root.best.unwrap()).unwrap();
    let after = get(&position).unwrap();
    assert_eq!((after.proved(), after.value), (Some(Label::Loss), Some(plies - 1 - 30_000)));
    // With one reply checked only, the claim itself is not in the book.
    let reply = legality::legal_moves(&position)[0];
    let request = Check { reply: Some(reply), threads: 1, replay: Replay::Full };
    let stop = StopFlag::new();
    let part = checker::check(&certificate, &request, None, &stop, &mut |_, _| {}).unwrap();
    let sealed = book::sealed(&certificate, &part, String::new()).unwrap();
    let root = Canonical::of(&played(Rule::Freestyle, 15, OPEN)).key;
    assert_eq!(sealed.get(&root), None);
}

#[test]
fn a_packed_proof_is_read_as_the_book_of_the_same_proof() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = proved(folder.path());
    let report = check(&certificate).unwrap();
    let bytes = packed(&certificate, &report, "a proof").unwrap();
    let mut records = ProvedRecords::default();
    let provenance = read_packed(&bytes, Path::new("a.packed"), &mut records).unwrap();
    assert_eq!(provenance, "a proof");
    let sealed = book::sealed(&certificate, &report, provenance.clone()).unwrap();
    assert_eq!(Sealed::new(provenance, records).unwrap(), sealed);
    // Not all replies were checked.
    let part = CheckReport { distances: report.distances.into_iter().skip(1).collect(), ..report };
    assert_eq!(packed(&certificate, &part, ""), Err(PackError::Gap));
}

/// The records of one of the proofs inside the program.
fn built_in(bytes: &[u8]) -> (String, BTreeMap<BookKey, Record>) {
    let mut records = ProvedRecords::default();
    let provenance = read_packed(bytes, Path::new("built-in"), &mut records).unwrap();
    (provenance, records.into_iter().collect())
}

#[test]
fn the_built_in_book_says_what_the_certificates_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments/proofs");
    for (name, bytes) in ["freestyle-15.jsonl", "standard-15.jsonl"].into_iter().zip(PROOFS) {
        let certificate = fs::read_to_string(folder.join(name)).unwrap();
        let certificate = Certificate::read(&certificate).unwrap();
        let frame = ProofFrame::of(&certificate.position().unwrap());
        let (provenance, records) = built_in(bytes);
        assert!(provenance.contains(&certificate.checksum()), "{name}: {provenance}");
        let wins = records.values().filter(|record| record.label == Label::Win).count();
        assert_eq!(wins, certificate.entries.len(), "{name}");
        for (key, &play) in &certificate.entries {
            let position = frame.position(key);
            let canonical = Canonical::of(&position);
            let record = records[&canonical.key].clone().back(&canonical);
            let best = record.best.unwrap();
            // In a position that is an image of itself it can be an image of the move.
            let (after, _) = frame.after(&position, play);
            assert_eq!(frame.after(&position, best).0, after, "{name}: {}", frame.write(key));
            let lost = Canonical::of(&frame.position(&after)).key;
            assert_eq!(records[&lost].label, Label::Loss, "{name}: {}", frame.write(&after));
        }
    }
}

#[test]
fn wins_of_the_built_in_book_come_nearer_with_each_move() {
    for bytes in PROOFS {
        let (_, records) = built_in(bytes);
        let plies = |key: &BookKey| 30_000 - records[key].value.unwrap().abs();
        for (key, record) in records.iter().filter(|(_, r)| r.label == Label::Win).step_by(40) {
            let mut position = BookKey::position_of(key.bytes()).unwrap();
            position.play(record.best.unwrap()).unwrap();
            let lost = Canonical::of(&position).key;
            // Of two paths that lead there, the shorter one counts.
            assert!(plies(&lost) < plies(key));
            for reply in legality::legal_moves(&position) {
                let mut after = position.clone();
                after.play(reply).unwrap();
                let after = Canonical::of(&after).key;
                assert!(!records.contains_key(&after) || plies(&after) < plies(&lost));
            }
        }
    }
}
