//! The checker: does a certificate prove its claim? It trusts only the rules, the symmetries of the
//! board and [`tengen_engine::threats::verify`], not the search.
//!
//! Every entry is checked on its own: after its move each legal reply must lead to another entry,
//! or to a win by threats, which is searched again and verified against every defense. A reply adds
//! a stone, so there are no cycles, and entries that hold one by one prove the claim together.
//!
//! With [`Replay::Local`] it does not play out replies that change nothing ([`super::pass_win`]), which
//! is much faster but also trusts the argument of [`tengen_engine::threats::verify::local`].

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::certificate::Certificate;
use super::checked_entries::{CheckJournal, CheckedEntry};
pub use super::counts::ReplyCounts;
use super::journal::LineJournalError;
use super::key::{ProofFrame, ProofKey};
use super::pass_win::PassWin;
use super::refusal::CertificateRefusal;
use super::replay::Replay;
use tengen_engine::board::{Position, Symmetry, notation};
use tengen_engine::rules::{legality, reference};
use tengen_engine::search::StopFlag;
use tengen_engine::threats::verify::local::{self, verify_locally};
use tengen_engine::threats::{SolveAnswer, SolveBudget, ThreatKind, Watch, WinTree, prove, solve};
use tengen_engine::types::{BoardSize, Coord};
use tengen_engine::util::parallel;

/// Memory of the solver in MiB: as in the search, so that it finds the same wins.
const SOLVER_MB: u64 = 16;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Entries: canonical positions with a move.
    pub entries: u64,
    /// Legal replies to these moves: the sum of [`ReplyCounts::sum`].
    pub replies: u64,
    /// What they lead to.
    pub counts: ReplyCounts,
    /// Upper bound of the plies from the claim to the five.
    pub plies: u64,
    /// Upper bound of the plies to the five from each entry whose replies were all checked.
    pub distances: BTreeMap<ProofKey, u64>,
}

/// Why a check ended.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The certificate does not hold.
    #[error("not proved")]
    Refusal(#[from] CertificateRefusal),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] LineJournalError),
}

/// A request.
#[derive(Clone, Debug)]
pub struct Check {
    /// Only this reply to the first move, if one is named.
    pub reply: Option<Coord>,
    pub threads: usize,
    /// Which replies are played out.
    pub replay: Replay,
}

/// A position with the defender to move, and the entry that leads there.
#[derive(Clone, Debug)]
struct CheckJob {
    /// The entry; `None` for the claim itself with the defender to move.
    entry: Option<ProofKey>,
    position: Position,
    /// The only reply to check.
    only: Option<Coord>,
}

/// Wins by threats, each after its reply.
pub(crate) type Trees = Vec<(Coord, WinTree)>;

/// An entry that holds, with everything that the checker found.
#[derive(Debug)]
pub struct Shown {
    /// How many entries there are to show.
    pub of: u64,
    /// The entry; `None` for the claim itself with the defender to move.
    pub entry: Option<ProofKey>,
    /// The wins by threats; the other replies lead to other entries.
    pub trees: Trees,
}

/// The certificate with its frame.
struct Checker<'a> {
    certificate: &'a Certificate,
    frame: ProofFrame,
    root: Position,
    is_local: bool,
    stop: &'a StopFlag,
}

/// Checks a certificate. Entries in the journal are not checked again; entries that hold are added
/// to it. `tick` is called after every entry with the number of checked entries and the total.
///
/// # Errors
/// Why it is refused, or that the journal cannot be written.
pub fn check(
    certificate: &Certificate,
    request: &Check,
    mut journal: Option<&mut CheckJournal>,
    stop: &StopFlag,
    tick: &mut dyn FnMut(u64, u64),
) -> Result<CheckReport, CheckError> {
    let root = certificate.position().map_err(CertificateRefusal::from)?;
    fits(certificate, &root, request)?;
    let checker = Checker::new(certificate, root, request.replay, stop);
    let Some(first) = checker.first(request.reply)? else {
        return Ok(checker.by_threats_alone()?);
    };
    let jobs = checker.jobs(first)?;
    if request.reply.is_none() {
        checker.all_reached(&jobs)?;
    }
    let all = jobs.len() as u64;
    let (mut checked, jobs) = checker.without_known(jobs, journal.as_deref());
    let work = |_| |job: CheckJob| Some((job.only.is_none(), checker.hold(&job, None)));
    parallel::run(request.threads, jobs.into_iter(), work, |results| {
        for (is_whole, result) in results {
            let result = result?;
            if let Some(journal) = journal.as_mut().filter(|_| is_whole) {
                journal.append(&result, certificate)?;
            }
            checked.push(result);
            tick(checked.len() as u64, all);
        }
        Ok::<_, CheckError>(())
    })?;
    Ok(checker.report(&checked, request))
}

/// Checks a certificate and passes every entry to `show`, with the trees of all wins by threats.
///
/// # Errors
/// Why it is refused, or the error of `show`.
pub fn show<E: From<CertificateRefusal>>(
    certificate: &Certificate,
    request: &Check,
    stop: &StopFlag,
    mut show: impl FnMut(Shown) -> Result<(), E>,
) -> Result<(), E> {
    let root = certificate.position().map_err(CertificateRefusal::from)?;
    fits(certificate, &root, request)?;
    // The trees are written for a checker that plays out everything.
    let checker = Checker::new(certificate, root, Replay::Full, stop);
    let Some(first) = checker.first(request.reply)? else {
        checker.no_entries()?;
        let tree = checker.threats(&checker.frame.canonical(&checker.root).0)?;
        return show(Shown { of: 1, entry: None, trees: vec![(Coord::new(0, 0), tree)] });
    };
    let jobs = checker.jobs(first)?;
    if request.reply.is_none() {
        checker.all_reached(&jobs)?;
    }
    let of = jobs.len() as u64;
    let checker = &checker;
    let work = |_| {
        move |job: CheckJob| {
            let mut trees = Vec::new();
            let checked = checker.hold(&job, Some(&mut trees));
            Some(checked.map(|checked| Shown { of, entry: checked.entry, trees }))
        }
    };
    parallel::run(request.threads, jobs.into_iter(), work, |mut results| {
        results.try_for_each(|shown| show(shown?))
    })
}

/// Whether the certificate makes the requested claim.
fn fits(
    certificate: &Certificate,
    root: &Position,
    request: &Check,
) -> Result<(), CertificateRefusal> {
    if let Some((winner, _)) = reference::winner(root) {
        return Err(CertificateRefusal::Over(winner));
    }
    if !certificate.is_complete && request.reply.is_none() {
        return Err(CertificateRefusal::Incomplete);
    }
    Ok(())
}

impl<'a> Checker<'a> {
    fn new(
        certificate: &'a Certificate,
        root: Position,
        replay: Replay,
        stop: &'a StopFlag,
    ) -> Self {
        let is_local = replay == Replay::Local && local::applies(&root);
        Self { certificate, frame: ProofFrame::of(&root), root, is_local, stop }
    }

    /// Counts what holds.
    fn report(&self, checked: &[CheckedEntry], request: &Check) -> CheckReport {
        let mut report = summary(checked, &self.root);
        if request.reply.is_some() {
            // Only one reply to the first entry was checked.
            report.distances.remove(&self.frame.canonical(&self.root).0);
        }
        report
    }

    /// The first position with the defender to move; `None` if there is no entry for the claim.
    fn first(&self, reply: Option<Coord>) -> Result<Option<CheckJob>, CertificateRefusal> {
        let (key, by) = self.frame.canonical(&self.root);
        let job = if self.root.to_move() == self.certificate.claim.attacker {
            if !self.certificate.entries.contains_key(&key) {
                return Ok(None);
            }
            self.job(&key)?
        } else {
            CheckJob { entry: None, position: self.frame.position(&key), only: None }
        };
        let only = reply.map(|coord| by.apply(coord, self.frame.size()));
        if let (Some(coord), Some(reply)) = (only, reply)
            && !legality::is_legal(&job.position, coord)
        {
            let reply = notation::name(reply, self.frame.size());
            return Err(CertificateRefusal::NoReply { reply });
        }
        Ok(Some(CheckJob { only, ..job }))
    }

    /// The position after the move of an entry.
    fn job(&self, key: &ProofKey) -> Result<CheckJob, CertificateRefusal> {
        let mut position = self.frame.position(key);
        let at = || self.frame.write(key);
        if position.to_move() != self.certificate.claim.attacker {
            return Err(CertificateRefusal::Superfluous { at: at() });
        }
        if let Some((winner, _)) = reference::winner(&position) {
            return Err(CertificateRefusal::Over(winner));
        }
        let play = self.certificate.entries[key];
        legality::check(&position, play)
            .map_err(|error| CertificateRefusal::Illegal { at: at(), error })?;
        let _ = position.play(play);
        Ok(CheckJob { entry: Some(key.clone()), position, only: None })
    }

    /// The first job and all that follow from it.
    fn jobs(&self, first: CheckJob) -> Result<Vec<CheckJob>, CertificateRefusal> {
        let mut seen: BTreeSet<ProofKey> = first.entry.iter().cloned().collect();
        let (mut jobs, mut open) = (Vec::new(), vec![first]);
        while let Some(job) = open.pop() {
            for reply in self.replies(&job) {
                let (key, _) = self.frame.after(&job.position, reply);
                if self.certificate.entries.contains_key(&key) && seen.insert(key.clone()) {
                    open.push(self.job(&key)?);
                }
            }
            jobs.push(job);
        }
        Ok(jobs)
    }

    /// The results for jobs in the journal, and the remaining jobs.
    fn without_known(
        &self,
        jobs: Vec<CheckJob>,
        journal: Option<&CheckJournal>,
    ) -> (Vec<CheckedEntry>, Vec<CheckJob>) {
        let mut checked = Vec::new();
        let known = |job: &CheckJob| {
            let key = job.entry.as_ref().filter(|_| job.only.is_none())?;
            journal?.known(key, self.certificate)
        };
        let mut left = Vec::new();
        for job in jobs {
            match known(&job) {
                Some(known) => checked.push(known),
                None => left.push(job),
            }
        }
        (checked, left)
    }

    fn replies(&self, job: &CheckJob) -> Vec<Coord> {
        match job.only {
            Some(reply) => vec![reply],
            None => legality::legal_moves(&job.position),
        }
    }

    /// Whether every entry is among the jobs.
    fn all_reached(&self, jobs: &[CheckJob]) -> Result<(), CertificateRefusal> {
        let reached: BTreeSet<&ProofKey> =
            jobs.iter().filter_map(|job| job.entry.as_ref()).collect();
        let mut entries = self.certificate.entries.keys();
        match entries.find(|key| !reached.contains(key)) {
            Some(key) => Err(CertificateRefusal::Superfluous { at: self.frame.write(key) }),
            None => Ok(()),
        }
    }

    /// A claim that threats prove needs no entry.
    fn no_entries(&self) -> Result<(), CertificateRefusal> {
        match self.certificate.entries.keys().next() {
            Some(key) => Err(CertificateRefusal::Superfluous { at: self.frame.write(key) }),
            None => Ok(()),
        }
    }

    /// A claim without any entry.
    fn by_threats_alone(&self) -> Result<CheckReport, CertificateRefusal> {
        self.no_entries()?;
        let plies = self.threats(&self.frame.canonical(&self.root).0)?.plies() as u64;
        let counts = ReplyCounts { wins: 1, ..ReplyCounts::default() };
        Ok(CheckReport { counts, plies, ..CheckReport::default() })
    }

    /// Every reply loses: to another entry, or to threats. `trees` receives the wins by threats, as
    /// seen in the position of the job.
    fn hold(
        &self,
        job: &CheckJob,
        mut trees: Option<&mut Trees>,
    ) -> Result<CheckedEntry, CertificateRefusal> {
        let entry = job.entry.clone();
        let mut checked =
            CheckedEntry { entry, counts: ReplyCounts::default(), plies: 0, next: BTreeSet::new() };
        let last = job.entry.as_ref().map(|key| self.certificate.entries[key]);
        if last.is_some_and(|play| reference::is_winning(&job.position, play)) {
            return Ok(checked);
        }
        let at = || self.frame.write(&self.frame.canonical(&job.position).0);
        if job.position.is_full() {
            return Err(CertificateRefusal::Full { at: at() });
        }
        debug_assert!(
            trees.is_none() || !self.is_local,
            "a reply that changes nothing has no tree of its own"
        );
        let pass_win = self.pass_win(job);
        let mut seen = BTreeSet::new();
        for reply in self.replies(job) {
            let mut after = job.position.clone();
            let _ = after.play(reply);
            if reference::is_winning(&after, reply) {
                let reply = notation::name(reply, self.frame.size());
                return Err(CertificateRefusal::DefenderWins { at: at(), reply });
            }
            let (key, by) = self.frame.canonical(&after);
            if self.certificate.entries.contains_key(&key) {
                checked.next.insert(key);
                checked.counts.entries += 1;
            } else if let Some(pass_win) =
                pass_win.as_ref().filter(|pass_win| pass_win.wins_after(reply))
            {
                checked.plies = checked.plies.max(pass_win.plies);
                checked.counts.wins += 1;
                checked.counts.passed += 1;
            } else if seen.insert(key.clone()) || trees.is_some() {
                let tree = self.threats(&key)?;
                checked.plies = checked.plies.max(tree.plies() as u64);
                checked.counts.wins += 1;
                if let Some(trees) = &mut trees {
                    trees.push((reply, turned(&tree, by, self.frame.size())));
                }
            } else {
                checked.counts.images += 1;
            }
        }
        Ok(checked)
    }

    /// Whether the local verifier accepts the tree. If not, the solver is at fault.
    fn holds_locally(&self, position: &Position, tree: &WinTree) -> bool {
        let verified = verify_locally(position, tree, &|| self.stop.is_set());
        if let Err(error) = &verified
            && !self.stop.is_set()
        {
            log::error!("a win by threats is not proved {error}");
        }
        verified.is_ok()
    }

    /// A win against a defender who passes, if local checks are enabled.
    fn pass_win(&self, job: &CheckJob) -> Option<PassWin> {
        let watch = Watch { stop: self.stop.clone(), ..Watch::default() };
        let wanted = self.is_local && job.only.is_none();
        wanted.then(|| PassWin::of(&job.position, SOLVER_MB, &watch)).flatten()
    }

    /// A verified win by threats.
    fn threats(&self, key: &ProofKey) -> Result<WinTree, CertificateRefusal> {
        let stones = self.certificate.stones;
        let budget =
            SolveBudget { nodes: Some(stones), memory_mb: SOLVER_MB, ..SolveBudget::default() };
        let watch = Watch { stop: self.stop.clone(), ..Watch::default() };
        let position = self.frame.position(key);
        let search = if self.is_local { solve } else { prove };
        match search(&position, ThreatKind::Vct, &budget, &watch).answer {
            SolveAnswer::Win(tree) if !self.is_local || self.holds_locally(&position, &tree) => {
                Ok(tree)
            }
            _ if self.stop.is_set() => Err(CertificateRefusal::Stopped),
            _ => Err(CertificateRefusal::Unproved { at: self.frame.write(key), stones }),
        }
    }
}

/// A tree of the canonical image, turned back to the position that `by` maps there.
fn turned(tree: &WinTree, by: Symmetry, size: BoardSize) -> WinTree {
    let back: BTreeMap<Coord, Coord> =
        size.coords().map(|coord| (by.apply(coord, size), coord)).collect();
    let turn = |coord: Coord| back.get(&coord).copied().unwrap_or(coord);
    let mut tree = tree.clone();
    for node in &mut tree.nodes {
        node.play = turn(node.play);
        node.replies.iter_mut().for_each(|(reply, _)| *reply = turn(*reply));
    }
    tree
}

/// Adds up the results, entries with more stones first, so that the plies of the following entries
/// are known.
pub fn summary(checked: &[CheckedEntry], root: &Position) -> CheckReport {
    let mut report = CheckReport::default();
    let mut order: Vec<&CheckedEntry> = checked.iter().collect();
    order.sort_by_key(|checked| std::cmp::Reverse(checked.entry.as_ref().map(ProofKey::stones)));
    for job in order {
        report.entries += u64::from(job.entry.is_some());
        report.replies += job.counts.sum();
        report.counts.add(job.counts);
        let next = job.next.iter().filter_map(|key| report.distances.get(key)).copied().max();
        let after = next.unwrap_or(0).max(job.plies);
        // A reply and what follows it, if there are replies.
        let below = if job.counts.sum() == 0 { 0 } else { 1 + after };
        match &job.entry {
            Some(key) => {
                report.distances.insert(key.clone(), 1 + below);
                report.plies = 1 + below;
            }
            None => report.plies = below,
        }
    }
    debug_assert!(report.plies as usize <= root.size().area());
    report
}

/// The first move of a win by threats from a position without an entry.
pub fn first_move(certificate: &Certificate, key: &ProofKey) -> Option<Coord> {
    let position = ProofFrame::of(&certificate.position().ok()?).position(key);
    let budget = SolveBudget {
        nodes: Some(certificate.stones),
        memory_mb: SOLVER_MB,
        ..SolveBudget::default()
    };
    match prove(&position, ThreatKind::Vct, &budget, &Watch::default()).answer {
        SolveAnswer::Win(tree) => tree.nodes.get(tree.root).map(|node| node.play),
        _ => None,
    }
}
