//! Answers a whole question: who wins this position, and how can this be checked?
//!
//! Two claims are searched in turn: that the side to move wins, and that its opponent does. A draw
//! is the refutation of both. A win is reported only with a certificate.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::certificate::Certificate;
use super::checked_entries::CheckJournal;
use super::checker::{self, Check, CheckError, CheckReport};
use super::claim_search::{ClaimSearch, Slice};
use super::draw::Draw;
use super::extract;
use super::graph::ProofGraph;
use super::pairing_search;
use super::question::{
    AnswerError, ProofAnswer, ProofObserver, ProofQuestion, ProofVerdict, names,
};
use super::replay::Replay;
use super::search::{ProofOutcome, ProofProgress};
use tengen_engine::board::notation;
use tengen_engine::rules::reference;
use tengen_engine::search::StopFlag;
use tengen_engine::types::Rule;
use tengen_util::files;

/// Least time for checking a certificate when the time is limited.
const CHECKING: Duration = Duration::from_secs(10);
/// Most positions searched to show that a side cannot win. 6×6 takes a few hundred; for 7×7,
/// 100,000 were not enough.
const HOLDING: u64 = 30_000;
/// The first slices of the claims of the side to move and of its opponent; both double.
const SLICES: [Duration; 2] = [Duration::from_secs(4), Duration::from_secs(1)];
/// The journals of the two claims.
const JOURNALS: [&str; 2] = ["win.jsonl", "loss.jsonl"];
/// The journal of the check.
const CHECKED: &str = "checked.jsonl";
/// The certificate of a win, and the pairings of a draw.
pub const CERTIFICATE: &str = "certificate.jsonl";
const DRAW: &str = "draw.json";

/// Answers a question.
///
/// # Errors
/// If the game is over, the folder or the journal of the check cannot be used, no key for the marks
/// of that journal can be saved, or a file or reply of the question does not fit.
pub fn answer(
    question: &ProofQuestion,
    stop: &StopFlag,
    observer: &dyn ProofObserver,
) -> Result<ProofAnswer, AnswerError> {
    if let Some((winner, _)) = reference::winner(&question.position) {
        return Err(AnswerError::Over(winner));
    }
    if let Some(reply) = question.reply.filter(|&reply| !question.position.is_empty_at(reply)) {
        let reply = notation::name(reply, question.position.size());
        return Err(AnswerError::Occupied(reply));
    }
    let folder = &question.folder;
    // Before the search, which may take days: what is written only after it.
    CheckJournal::check_key(&folder.join(CHECKED)).map_err(AnswerError::Checked)?;
    fs::create_dir_all(folder)
        .map_err(|error| AnswerError::Write { path: folder.clone(), error })?;
    for path in [CERTIFICATE, DRAW].map(|name| folder.join(name)) {
        files::check_writable(&path).map_err(|error| AnswerError::Write { path, error })?;
    }
    let journals = JOURNALS.map(|name| folder.join(name));
    let new = journals.iter().filter(|path| !path.exists()).cloned().collect::<Vec<_>>();
    let run = Run::open(question, stop, observer).and_then(Run::answer);
    if run.as_ref().is_err_and(AnswerError::is_bad_request) {
        // Otherwise the corrected command would be refused because of them.
        new.iter().for_each(|path| drop(fs::remove_file(path)));
    }
    run
}

/// A run: both claims.
struct Run<'a> {
    question: &'a ProofQuestion,
    stop: &'a StopFlag,
    observer: &'a dyn ProofObserver,
    start: Instant,
    sides: [ClaimSearch; 2],
    outcomes: [ProofOutcome; 2],
}

impl<'a> Run<'a> {
    fn open(
        question: &'a ProofQuestion,
        stop: &'a StopFlag,
        observer: &'a dyn ProofObserver,
    ) -> Result<Self, AnswerError> {
        let ProofQuestion { position, folder, .. } = question;
        let own = position.to_move();
        let open = |index: usize, attacker| {
            ClaimSearch::open(position, attacker, &folder.join(JOURNALS[index]), question.resume)
        };
        let mut sides = [open(0, own)?, open(1, !own)?];
        for path in &question.add {
            sides[0].add(path)?;
        }
        if question.reply.is_some() {
            sides[0].restrict();
        }
        let outcomes = [ProofOutcome::Unknown; 2];
        Ok(Self { question, stop, observer, start: Instant::now(), sides, outcomes })
    }

    fn answer(mut self) -> Result<ProofAnswer, AnswerError> {
        let draw = Draw::find(&self.question.position);
        // For each side; a position takes less than a millisecond.
        let milliseconds = self.question.time.map_or(u128::MAX, |time| time.as_millis());
        let holding = u64::try_from(milliseconds / 4).unwrap_or(u64::MAX).min(HOLDING);
        let colors = [self.question.position.to_move(), !self.question.position.to_move()];
        for (outcome, color) in self.outcomes.iter_mut().zip(colors) {
            let is_held =
                || pairing_search::holds(&self.question.position, color, holding, self.stop);
            if draw.stops(color) || is_held() {
                *outcome = ProofOutcome::Refuted;
            }
        }
        if self.cannot_lose() {
            self.outcomes[1] = ProofOutcome::Refuted;
        }
        let by_argument = self.outcomes == [ProofOutcome::Refuted; 2];
        self.search()?;
        // One reply to one first move says nothing about the others.
        let is_whole = self.question.reply.is_none() || by_argument;
        let mut answer = self.plain(ProofVerdict::Unknown);
        match self.outcomes {
            [ProofOutcome::Proved, _] => self.certify(0, ProofVerdict::Win, &mut answer)?,
            [_, ProofOutcome::Proved] => self.certify(1, ProofVerdict::Loss, &mut answer)?,
            [ProofOutcome::Refuted, ProofOutcome::Refuted] if is_whole => {
                answer.result = ProofVerdict::Draw;
                if colors.iter().all(|&color| draw.stops(color)) {
                    self.write(DRAW, &draw.write())?;
                    answer.certificate = Some(DRAW.to_owned());
                }
            }
            _ => self.save_partial(&mut answer)?,
        }
        let shown = usize::from(matches!(self.outcomes, [_, ProofOutcome::Proved]));
        self.observer.ended(&self.sides[shown].graph);
        answer.time_ms = self.start.elapsed().as_millis() as u64;
        Ok(answer)
    }

    /// The first player on an empty board cannot lose under freestyle: otherwise he could use the
    /// second player's winning strategy himself, and an extra stone never hurts (J. Nash's
    /// argument).
    fn cannot_lose(&self) -> bool {
        let position = &self.question.position;
        position.rule() == Rule::Freestyle && position.stones().is_empty()
    }

    /// Searches both claims in slices until one is proved, both are refuted or the time is over.
    fn search(&mut self) -> Result<(), AnswerError> {
        let end = self.question.time.map(|time| self.start + time);
        for round in 0u32.. {
            for index in [0, 1] {
                let is_only =
                    self.outcomes[1 - index] == ProofOutcome::Refuted || self.is_opening();
                if self.outcomes[index] != ProofOutcome::Unknown {
                    continue;
                }
                // On an empty board the second claim waits until the first is refuted; with a single
                // reply it is not asked for.
                let waits =
                    self.outcomes[0] != ProofOutcome::Refuted || self.question.reply.is_some();
                if index == 1 && self.is_opening() && waits {
                    continue;
                }
                let slice = SLICES[index].saturating_mul(1 << round.min(20));
                let slice = (!is_only).then(|| Instant::now() + slice);
                self.search_one(index, slice.into_iter().chain(end).min())?;
                if self.outcomes[index] == ProofOutcome::Proved {
                    return Ok(());
                }
            }
            let is_late = end.is_some_and(|end| Instant::now() >= end);
            let asked = if self.question.reply.is_some() { 1 } else { 2 };
            let is_decided = !self.outcomes[..asked].contains(&ProofOutcome::Unknown);
            if is_late || self.stop.is_set() || is_decided {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether only the first claim is searched until it is decided.
    fn is_opening(&self) -> bool {
        self.question.position.stones().is_empty() || self.question.reply.is_some()
    }

    fn search_one(&mut self, index: usize, deadline: Option<Instant>) -> Result<(), AnswerError> {
        let ProofQuestion { threads, effort, reply, .. } = self.question;
        let slice = Slice { threads: *threads, effort, deadline, expansions: None };
        let observer = self.observer;
        let report = |graph: &ProofGraph, progress: &ProofProgress| observer.found(graph, progress);
        self.outcomes[index] = self.sides[index].search(*reply, &slice, self.stop, &report)?;
        Ok(())
    }

    /// An answer without a certificate.
    fn plain(&self, result: ProofVerdict) -> ProofAnswer {
        let position = &self.question.position;
        let size = position.size();
        let (rule, board, moves) = names(position);
        let (proved, all) = extract::replies(&self.sides[0].graph);
        ProofAnswer {
            result,
            rule,
            size: board,
            moves,
            reply: self.question.reply.map(|reply| notation::name(reply, size)),
            first_move: None,
            plies: None,
            replies: [proved, all],
            positions: self.sides.iter().map(|side| side.graph.nodes().len()).sum(),
            nodes: self.sides.iter().map(|side| side.nodes).sum(),
            time_ms: 0,
            certificate: None,
            refused: None,
        }
    }

    /// Writes and checks the certificate of a proved claim; returns the verdict if it holds.
    fn certify(
        &self,
        index: usize,
        verdict: ProofVerdict,
        answer: &mut ProofAnswer,
    ) -> Result<(), AnswerError> {
        let Some(certificate) = self.save(index)? else { return Ok(()) };
        answer.certificate = Some(CERTIFICATE.to_owned());
        match self.check(&certificate) {
            Ok(report) => {
                // A single reply decides nothing yet.
                if certificate.is_complete {
                    answer.result = verdict;
                }
                answer.plies = Some(report.plies);
                answer.first_move = self.first_move(index, &certificate);
            }
            Err(CheckError::Refusal(refusal)) => answer.refused = Some(refusal.to_string()),
            Err(CheckError::Journal(error)) => return Err(AnswerError::Checked(error)),
        }
        Ok(())
    }

    fn check(&self, certificate: &Certificate) -> Result<CheckReport, CheckError> {
        let checking = self.question.time.map(|time| time.max(CHECKING));
        let stop = self.stop.clone();
        let end = checking.map(|time| Instant::now() + time);
        let reply = self.question.reply.filter(|_| !certificate.is_complete);
        let request = Check { reply, threads: self.question.threads, replay: Replay::Local };
        let path = self.question.folder.join(CHECKED);
        let mut journal = CheckJournal::open(&path, certificate, request.replay)?;
        checker::check(certificate, &request, Some(&mut journal), &stop, &mut |done, all| {
            self.observer.checked(done, all);
            if end.is_some_and(|end| Instant::now() >= end) {
                stop.set();
            }
        })
    }

    /// The winning move in the position as given; for a win by threats alone, the solver's move.
    fn first_move(&self, index: usize, certificate: &Certificate) -> Option<String> {
        let position = &self.question.position;
        let frame = self.sides[index].graph.frame();
        let (key, by) = frame.canonical(position);
        let play = match certificate.entries.get(&key) {
            Some(&play) => play,
            None if position.to_move() == certificate.claim.attacker => {
                checker::first_move(certificate, &key)?
            }
            None => return None,
        };
        let size = position.size();
        Some(notation::name(by.inverse().apply(play, size), size))
    }

    /// Saves the certificate of the replies that are proved so far.
    fn save_partial(&self, answer: &mut ProofAnswer) -> Result<(), AnswerError> {
        if self.save(0)?.is_some() {
            answer.certificate = Some(CERTIFICATE.to_owned());
        }
        Ok(())
    }

    fn save(&self, index: usize) -> Result<Option<Certificate>, AnswerError> {
        let side = &self.sides[index];
        let certificate = extract::certificate(&side.graph, &side.claim);
        if let Some(certificate) = &certificate {
            self.write(CERTIFICATE, &certificate.write(side.graph.frame()))?;
        }
        Ok(certificate)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), AnswerError> {
        write(&self.question.folder.join(name), text)
    }
}

/// Writes a file of the folder.
///
/// # Errors
/// If the system refuses.
pub fn write(path: &Path, text: &str) -> Result<(), AnswerError> {
    files::write_whole(path, text.as_bytes())
        .map_err(|error| AnswerError::Write { path: path.to_owned(), error })
}
