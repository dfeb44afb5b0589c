//! Proofs of whole games: what the tests of their parts share.

mod books;
mod certificates;
mod check_journal;
mod questions;

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
use super::expand::{Adviser, ExpansionEffort, ExpansionRequest};
use super::finding::FindingKind;
use super::graph::ProofGraph;
use super::journal::LineJournalError;
use super::key::ProofFrame;
use super::packed::packed;
use super::question::{AnswerError, ProofAnswer, ProofObserver, ProofQuestion, ProofVerdict};
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
use tengen_records::book::key::{Canonical, Key as BookKey};
use tengen_records::book::packed::{PackError, read as read_packed};
use tengen_records::book::proved::ProvedRecords;
use tengen_records::book::record::{Label, Record};
use tengen_records::book::sealed::SealedBook;

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

fn ask(question: &ProofQuestion) -> ProofAnswer {
    answer(question, &StopFlag::new(), &Silent).unwrap()
}

fn played(rule: Rule, side: u64, moves: &str) -> Position {
    let mut position = Position::new(rule, BoardSize::square(side).unwrap());
    for coord in parse_moves(moves, position.size()).unwrap() {
        position.play(coord).unwrap();
    }
    position
}

fn proved(folder: &Path) -> Certificate {
    let answer = ask(&question(&played(Rule::Freestyle, 15, OPEN), folder));
    assert_eq!(answer.result, ProofVerdict::Win, "{answer:?}");
    Certificate::read(&fs::read_to_string(folder.join(CERTIFICATE)).unwrap()).unwrap()
}

fn check(certificate: &Certificate) -> Result<CheckReport, CertificateRefusal> {
    check_by(Replay::Full, certificate)
}

fn check_by(replay: Replay, certificate: &Certificate) -> Result<CheckReport, CertificateRefusal> {
    let request = Check { reply: None, threads: 1, replay };
    checker::check(certificate, &request, None, &StopFlag::new(), &mut |_, _| {}).map_err(refusal)
}

fn refusal(error: CheckError) -> CertificateRefusal {
    match error {
        CheckError::Refusal(refusal) => refusal,
        CheckError::Journal(error) => panic!("{error}"),
    }
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
