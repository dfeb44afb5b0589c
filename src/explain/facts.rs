//! What is true about one move. Every fact is read from the board, derived from the rules, proved
//! by the solver or taken from a search; none is guessed.

use super::shape::{ShapeKind, Threat, threat_at, threats_of};
use crate::board::Position;
use crate::book::reader::Book;
use crate::book::{Label, proof};
use crate::rules::legality::{Ending, ending_after};
use crate::rules::reference::{Reason, reason};
use crate::search::Iteration;
use crate::threats::first_moves::{After, wins_against_all};
use crate::threats::{ForcedWin, SolveBudget, SolveResult, Task, ThreatKind, Watch};
use crate::types::{Color, Coord, Score};

/// Stones that one attempt at a proof may place: a fraction of a second.
const PROOF_NODES: u64 = 60_000;
/// The same for one reply, if every reply must be tried.
const REPLY_NODES: u64 = 6_000;

/// A line with its value, from a search or proved by the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RatedLine {
    /// Value for the player to move.
    pub score: Score,
    /// Depth of the search in plies.
    pub depth: u32,
    /// The line, the move in question first.
    pub pv: Vec<Coord>,
    /// Whether the book proves it; the depth says nothing then.
    pub is_book: bool,
}

impl RatedLine {
    /// The line of a search.
    pub(crate) fn of(found: &Iteration) -> Self {
        let Iteration { score, depth, pv, .. } = found;
        Self { score: *score, depth: *depth, pv: pv.clone(), is_book: false }
    }

    /// What the book proves about a move.
    pub(crate) fn in_book(book: &Book, position: &Position, play: Coord) -> Option<Self> {
        let found = proof::of_move(book, position, play);
        let proof =
            found.inspect_err(|error| log::warn!("{error}; explaining without it")).ok()??;
        let plies = proof.plies.and_then(|plies| i32::try_from(plies).ok());
        let score = match (proof.label, plies) {
            (Label::Draw, _) => 0,
            (Label::Loss, plies) => Score::loss_in(plies?),
            (_, plies) => Score::win_in(plies?),
        };
        Some(Self { score: Score(score), depth: 0, pv: proof.line, is_book: true })
    }
}

/// What is to be explained.
#[derive(Clone, Debug)]
pub(crate) struct Question<'a> {
    /// The position before the move; the game is not over.
    pub position: &'a Position,
    /// The move: an empty point.
    pub play: Coord,
    /// What a search found for it.
    pub line: Option<RatedLine>,
    /// What a search found for the best other move.
    pub runner_up: Option<RatedLine>,
}

/// The best other move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunnerUp {
    /// Its value and line.
    pub line: RatedLine,
    /// The forced win that it allows the opponent.
    pub loses_to: Option<ForcedWin>,
}

/// What is true about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The move.
    pub play: Coord,
    /// Whose move it is.
    pub color: Color,
    /// Why it is forbidden; then nothing else is known.
    pub forbidden: Option<Reason>,
    /// The five that it completes.
    pub five: Option<Vec<Coord>>,
    /// The threats that it makes.
    pub makes: Option<Threat>,
    /// The opponent's threats, double threes and better, that it takes away.
    pub stops: Vec<Threat>,
    /// The opponent's forced win that it stops: proved before the move, proved absent after it.
    pub stops_win: Option<ForcedWin>,
    /// A forced win that the opponent has after the move.
    pub allows: Option<ForcedWin>,
    /// The forced win that it begins.
    pub proof: Option<ForcedWin>,
    /// Its value and line.
    pub line: Option<RatedLine>,
    /// The best other move.
    pub runner_up: Option<RunnerUp>,
}

impl Facts {
    /// What the board shows about a move, without any search: what it makes and stops.
    pub(crate) fn seen(position: &Position, play: Coord) -> Self {
        let color = position.to_move();
        let mut facts = Self {
            play,
            color,
            forbidden: position.rule().forbids(color).then(|| reason(position, play)).flatten(),
            five: None,
            makes: None,
            stops: Vec::new(),
            stops_win: None,
            allows: None,
            proof: None,
            line: None,
            runner_up: None,
        };
        if facts.forbidden.is_none()
            && let Some(after) = played(position, play)
        {
            facts.makes = threat_at(position, color, play);
            facts.stops = stopped(position, &after);
            if let Some(Ending::Win { line, .. }) = ending_after(&after, play) {
                facts.five = Some(line);
            }
        }
        facts
    }
}

/// Collects the facts. A stop ends the attempts at proofs; what is not proved is left out.
pub(crate) fn facts(question: &Question<'_>, watch: &Watch) -> Facts {
    let Question { position, play, .. } = *question;
    let mut facts = Facts { line: question.line.clone(), ..Facts::seen(position, play) };
    let Some(after) = played(position, play).filter(|_| facts.forbidden.is_none()) else {
        return facts;
    };
    if facts.five.is_none() {
        prove(&mut facts, position, &after, watch);
    }
    if let Some(line) = &question.runner_up {
        let loses_to = line.pv.first().and_then(|&other| played(position, other));
        let loses_to = loses_to.and_then(|after| forced_win(&after, watch));
        facts.runner_up = Some(RunnerUp { line: line.clone(), loses_to });
    }
    facts
}

/// The position after a move; `None` if the point is not empty.
fn played(position: &Position, play: Coord) -> Option<Position> {
    let mut after = position.clone();
    after.play(play).ok()?;
    Some(after)
}

/// The opponent's threats that are gone or weaker after the move.
fn stopped(position: &Position, after: &Position) -> Vec<Threat> {
    let opponent = !position.to_move();
    let before = threats_of(position, opponent).unwrap_or_default();
    let left = threats_of(after, opponent).unwrap_or_default();
    let is_stopped = |threat: &Threat| {
        let forces = !matches!(threat.kind, ShapeKind::OpenThree | ShapeKind::Four);
        let now = left.iter().find(|now| now.at == threat.at).map(|now| now.kind);
        forces && now.is_none_or(|now| now < threat.kind)
    };
    before.into_iter().filter(is_stopped).collect()
}

/// What can be proved before and after the move.
fn prove(facts: &mut Facts, position: &Position, after: &Position, watch: &Watch) {
    facts.proof = proof_of(facts, position, after, watch);
    if facts.proof.is_some() {
        return;
    }
    let reply = task(PROOF_NODES).solve(after, watch);
    facts.allows = reply.forced_win(after);
    if reply.result == SolveResult::None {
        let mut passed = position.clone();
        passed.set_to_move(!position.to_move());
        facts.stops_win = forced_win(&passed, watch);
    }
}

/// The forced win that the move begins.
fn proof_of(
    facts: &Facts,
    position: &Position,
    after: &Position,
    watch: &Watch,
) -> Option<ForcedWin> {
    let found = task(PROOF_NODES).solve(position, watch);
    if let Some(tree) = &found.tree
        && tree.nodes.get(tree.root).is_some_and(|node| node.play == facts.play)
    {
        return found.forced_win(position);
    }
    // Another move wins, or the search saw a win: then trying every reply is worth the time.
    let line = facts.line.as_ref();
    let is_seen = line.is_some_and(|line| line.score.mate_plies().is_some_and(|plies| plies > 0));
    if found.tree.is_none() && !is_seen {
        return None;
    }
    let (After::Win(plies), _) = wins_against_all(after, &task(REPLY_NODES), watch) else {
        return None;
    };
    let line = line.map_or_else(|| vec![facts.play], |line| line.pv.clone());
    Some(ForcedWin { kind: ThreatKind::Vct, plies: plies + 1, line })
}

/// The forced win of the side to move, if one is found and verified.
fn forced_win(position: &Position, watch: &Watch) -> Option<ForcedWin> {
    task(PROOF_NODES).solve(position, watch).forced_win(position)
}

fn task(nodes: u64) -> Task<'static> {
    let budget = SolveBudget { nodes: Some(nodes), memory_mb: 16, ..SolveBudget::default() };
    Task { kinds: &ThreatKind::ALL, budget, threads: 1, deadline: None }
}
