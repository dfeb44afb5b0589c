//! Holds conversations until enough lines have been sent.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::act::Act;
use super::actor::{Actor, ActorTally, HuntTerms};
use super::fault::{BrainFault, FaultKind};
use super::generate::conversation;
use super::shrink::shrink;
use crate::player::process_group::Strays;
use crate::stopping::is_ending;
use tengen_engine::types::Rule;
use tengen_engine::util::parallel;
use tengen_engine::util::stop::StopFlag;

/// Conversations with one process, unless one of them ends it.
const CONVERSATIONS: usize = 20;
/// How long a brain has to answer. When a fault is reduced, silence is noticed sooner.
const PATIENCE: Duration = Duration::from_secs(10);
const REPLAY_PATIENCE: Duration = Duration::from_secs(2);
/// Conversations that are tried to reduce a fault, and fewer for one that takes long to show.
const TRIES: usize = 300;
const SLOW_TRIES: usize = 40;

/// The task.
#[derive(Clone, Debug)]
pub struct HuntSettings {
    /// The brain.
    pub terms: HuntTerms,
    /// The rules of the games.
    pub rules: Vec<Rule>,
    /// Which conversations.
    pub seed: u64,
    /// Lines to send at least.
    pub lines: u64,
    /// Number of conversations at a time.
    pub concurrency: usize,
    /// The search for faults ends after this many.
    pub most_findings: usize,
    /// How many faults of each kind are reduced.
    pub most_reduced: usize,
}

/// A fault, and the conversation that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The number of the conversation.
    pub number: u64,
    pub fault: BrainFault,
    /// Steps of the reduced conversation.
    pub steps: usize,
    /// Whether the fault recurred when the conversation was repeated; `None` if it was not repeated.
    pub is_repeatable: Option<bool>,
    /// The conversation as a transcript of `protocol-tests`.
    pub transcript: String,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HuntTotals {
    /// Conversations that were begun.
    pub conversations: u64,
    /// Faults.
    pub findings: u64,
    /// Lines, moves, processes.
    pub tally: ActorTally,
}

/// A search for faults.
#[derive(Debug)]
pub struct Hunt {
    settings: HuntSettings,
    stop: StopFlag,
}

impl Hunt {
    /// A search that `stop` ends early.
    pub fn new(settings: HuntSettings, stop: StopFlag) -> Self {
        Self { settings, stop }
    }

    /// Searches for faults. Reports each finding at once, and the totals from time to time.
    ///
    /// # Errors
    /// If the brain cannot be started.
    pub fn run(
        &self,
        mut found: impl FnMut(&Finding),
        mut progress: impl FnMut(&HuntTotals),
    ) -> std::io::Result<HuntTotals> {
        let _strays = Strays;
        let sent = AtomicU64::new(0);
        let faults = AtomicU64::new(0);
        let reduced = [const { AtomicUsize::new(0) }; FaultKind::COUNT];
        let goes_on = |_: &u64| {
            sent.load(Ordering::Relaxed) < self.settings.lines
                && faults.load(Ordering::Relaxed) < self.settings.most_findings as u64
                && !self.stop.is_set()
        };
        let worker = |_| {
            let (sent, faults) = (&sent, &faults);
            let mut table = Table::new(&self.settings, &self.stop, &reduced);
            move |number: u64| {
                let talk = table.talk(number);
                if let Ok((tally, finding)) = &talk {
                    sent.fetch_add(tally.lines, Ordering::Relaxed);
                    faults.fetch_add(u64::from(finding.is_some()), Ordering::Relaxed);
                }
                Some(talk)
            }
        };
        parallel::run(self.settings.concurrency, (0..).take_while(goes_on), worker, |talks| {
            let mut totals = HuntTotals::default();
            for talk in talks {
                let (tally, finding) = talk?;
                totals.conversations += 1;
                totals.tally.add(&tally);
                if let Some(finding) = finding {
                    totals.findings += 1;
                    found(&finding);
                }
                progress(&totals);
            }
            Ok(totals)
        })
    }
}

/// A brain that conversations are held with, one after the other.
struct Table<'a> {
    settings: &'a HuntSettings,
    stop: &'a StopFlag,
    /// How many faults of each kind were reduced, at all tables.
    reduced: &'a [AtomicUsize; FaultKind::COUNT],
    actor: Option<Actor<'a>>,
    /// Everything that was done with this process.
    history: Vec<Act>,
    /// Conversations with this process.
    talks: usize,
}

/// What is known after a conversation.
type Talk = std::io::Result<(ActorTally, Option<Finding>)>;

impl<'a> Table<'a> {
    fn new(
        settings: &'a HuntSettings,
        stop: &'a StopFlag,
        reduced: &'a [AtomicUsize; FaultKind::COUNT],
    ) -> Self {
        Self { settings, stop, reduced, actor: None, history: Vec::new(), talks: 0 }
    }

    fn talk(&mut self, number: u64) -> Talk {
        if self.talks == CONVERSATIONS {
            self.leave();
        }
        let mut actor = match self.actor.take() {
            Some(actor) => actor,
            None => Actor::start(&self.settings.terms, PATIENCE)?,
        };
        self.talks += 1;
        let acts = conversation(self.settings.seed, number, &self.settings.rules);
        for (done, act) in acts.iter().enumerate() {
            if matches!(act, Act::End | Act::EndOfInput) {
                self.history.push(act.clone());
                let (outcome, script, tally) = actor.end(*act == Act::End);
                return self.judge(number, &acts[..=done], outcome, &script, tally);
            }
            self.history.push(act.clone());
            if let Err(fault) = actor.act(act) {
                let (script, tally) = (std::mem::take(&mut actor.script), actor.tally);
                drop(actor);
                return self.judge(number, &acts[..=done], Err(fault), &script, tally);
            }
        }
        let tally = std::mem::take(&mut actor.tally);
        self.actor = Some(actor);
        Ok((tally, None))
    }

    /// Drops the process without checking how it ends: conversations test that.
    fn leave(&mut self) {
        self.actor = None;
        self.history.clear();
        self.talks = 0;
    }

    /// The process has ended, or must not be used any more.
    fn judge(
        &mut self,
        number: u64,
        acts: &[Act],
        outcome: Result<(), BrainFault>,
        script: &[String],
        tally: ActorTally,
    ) -> Talk {
        let history = std::mem::take(&mut self.history);
        self.leave();
        // A brain that is ended together with the search has no fault.
        let is_ended =
            |fault: &BrainFault| fault.kind == FaultKind::Crash && is_ending(|| self.stop.is_set());
        let fault = outcome.err().filter(|fault| !is_ended(fault));
        let finding = fault.map(|fault| self.reduce(number, acts, &history, fault, script));
        Ok((tally, finding))
    }

    fn reduce(
        &self,
        number: u64,
        acts: &[Act],
        history: &[Act],
        fault: BrainFault,
        script: &[String],
    ) -> Finding {
        let kind = fault.kind;
        let number_of_kind = self.reduced[kind as usize].fetch_add(1, Ordering::Relaxed);
        if number_of_kind >= self.settings.most_reduced {
            let transcript = self.transcript(number, &fault, script);
            let steps = history.len();
            return Finding { number, fault, steps, is_repeatable: None, transcript };
        }
        let is_slow = matches!(kind, FaultKind::Silence | FaultKind::Lingers | FaultKind::Late);
        let again = |acts: &[Act]| self.replay(acts).filter(|(again, _)| again.kind == kind);
        let whole = [acts, history].into_iter().find(|acts| again(acts).is_some());
        let Some(whole) = whole else {
            let transcript = self.transcript(number, &fault, script);
            return Finding {
                number,
                fault,
                steps: history.len(),
                is_repeatable: Some(false),
                transcript,
            };
        };
        let tries = if is_slow { SLOW_TRIES } else { TRIES };
        let least = shrink(whole.to_vec(), tries, |acts| again(acts).is_some());
        let (reduced, script) = again(&least).unwrap_or_else(|| (fault.clone(), script.to_vec()));
        // Slow faults were found with more patience.
        let fault = if is_slow { fault } else { reduced };
        let transcript = self.transcript(number, &fault, &script);
        Finding { number, fault, steps: least.len(), is_repeatable: Some(true), transcript }
    }

    /// Holds a conversation with a new process.
    fn replay(&self, acts: &[Act]) -> Option<(BrainFault, Vec<String>)> {
        let mut actor = Actor::start(&self.settings.terms, REPLAY_PATIENCE).ok()?;
        for act in acts {
            if matches!(act, Act::End | Act::EndOfInput) {
                let (outcome, script, _) = actor.end(*act == Act::End);
                return outcome.err().map(|fault| (fault, script));
            }
            if let Err(fault) = actor.act(act) {
                return Some((fault, std::mem::take(&mut actor.script)));
            }
        }
        // A brain that ends at hostile input may end only after the last of it was written.
        let fault = actor.recover().err()?;
        Some((fault, std::mem::take(&mut actor.script)))
    }

    fn transcript(&self, number: u64, fault: &BrainFault, script: &[String]) -> String {
        let seed = self.settings.seed;
        let mut text =
            format!("# Hostile conversation {number} of seed {seed}. {fault}.\n#! bare\n");
        let arguments: Vec<_> = self
            .settings
            .terms
            .command
            .arguments
            .iter()
            .map(|each| each.to_string_lossy())
            .collect();
        if !arguments.is_empty() {
            text += &format!("#! args {}\n", arguments.join(" "));
        }
        for line in script {
            text += line;
            text.push('\n');
        }
        text
    }
}
