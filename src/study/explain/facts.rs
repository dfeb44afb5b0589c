//! What is true about one move. Every fact is read from the board, derived from the rules, proved
//! by the solver or taken from a search; none is guessed.

use super::advantages::Advantages;
use super::quiet::{self, OpenTwo};
use super::shape::{ShapeKind, ShapeThreat, threat_at, threats_of};
use super::win_path::WinPath;
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{self, Ending, ending_after};
use tengen_engine::rules::reference::{ForbiddenReason, reason};
use tengen_engine::search::Iteration;
use tengen_engine::threats::{ForcedWin, SolveBudget, SolveResult, Task, ThreatKind, Watch};
use tengen_engine::types::{Color, Coord, Score};
use tengen_records::book::reader::Book;
use tengen_records::book::{Label, proof};

/// Stones that one attempt at a proof may place, a fraction of a second; and for each reply, if all
/// must be tried.
const PROOF_NODES: u64 = 60_000;
const REPLY_NODES: u64 = 6_000;

/// A line with its value, from a search or proved by the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedLine {
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
    pub fn of(found: &Iteration) -> Self {
        let Iteration { score, depth, pv, .. } = found;
        Self { score: *score, depth: *depth, pv: pv.clone(), is_book: false }
    }

    /// What the book proves about a move.
    pub fn in_book(book: &Book, position: &Position, play: Coord) -> Option<Self> {
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
pub struct MoveQuestion<'a> {
    /// The position before the move; the game is not over.
    pub position: &'a Position,
    /// The move: an empty point.
    pub play: Coord,
    /// What a search found for it.
    pub line: Option<RatedLine>,
    /// What a search found for the best other move.
    pub runner_up: Option<RatedLine>,
}

impl<'a> MoveQuestion<'a> {
    /// The question about a move after a search that found these lines, the best first. What the
    /// book proves about the move counts instead of its line.
    pub fn new(
        position: &'a Position,
        play: Coord,
        found: &[Iteration],
        book: Option<&Book>,
    ) -> Self {
        let is_of_play = |line: &&Iteration| line.pv.first() == Some(&play);
        let known = book.and_then(|book| RatedLine::in_book(book, position, play));
        Self {
            position,
            play,
            line: known.or_else(|| found.iter().find(is_of_play).map(RatedLine::of)),
            runner_up: found.iter().find(|line| !is_of_play(line)).map(RatedLine::of),
        }
    }
}

/// The best other move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunnerUp {
    /// Its value and line.
    pub line: RatedLine,
    /// The forced win that it allows the opponent.
    pub loses_to: Option<ForcedWin>,
}

/// What is true about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub play: Coord,
    /// Whose move it is.
    pub color: Color,
    /// Why it is forbidden; then nothing else is known.
    pub forbidden: Option<ForbiddenReason>,
    /// The five that it completes.
    pub five: Option<Vec<Coord>>,
    /// The threats that it makes.
    pub makes: Option<ShapeThreat>,
    /// The opponent's threats, double threes and better, that it takes away.
    pub stops: Vec<ShapeThreat>,
    /// The open twos that it builds.
    pub builds: Vec<OpenTwo>,
    /// The opponent's open threes that it stops before they are made.
    pub early: Vec<ShapeThreat>,
    /// What it leaves to the opponent: double threes and better, short of an open four.
    pub leaves: Vec<ShapeThreat>,
    /// The opponent's forced win that it stops: proved before the move, proved absent after it.
    pub stops_win: Option<WinPath>,
    /// How the opponent wins after the move.
    pub allows: Option<WinPath>,
    /// The forced win that it begins.
    pub proof: Option<WinPath>,
    /// What it does that another move does not, where two are compared.
    pub advantages: Advantages,
    /// Its value and line.
    pub line: Option<RatedLine>,
    /// The best other move.
    pub runner_up: Option<RunnerUp>,
}

impl Facts {
    /// What the board shows about a move, without any search: what it makes and stops.
    pub fn seen(position: &Position, play: Coord) -> Self {
        let color = position.to_move();
        let mut facts = Self {
            play,
            color,
            forbidden: position.rule().forbids(color).then(|| reason(position, play)).flatten(),
            five: None,
            makes: None,
            stops: Vec::new(),
            builds: Vec::new(),
            early: Vec::new(),
            leaves: Vec::new(),
            stops_win: None,
            allows: None,
            proof: None,
            advantages: Advantages::default(),
            line: None,
            runner_up: None,
        };
        if facts.forbidden.is_none()
            && let Some(after) = played(position, play)
        {
            facts.makes = threat_at(position, color, play);
            let opponent = !color;
            let before = threats_of(position, opponent).unwrap_or_default();
            let left = threats_of(&after, opponent).unwrap_or_default();
            facts.early = quiet::early(&before, &left);
            facts.stops = stopped(before, &left);
            facts.builds = quiet::twos(position, play);
            facts.leaves = quiet::leaves(&after);
            if let Some(Ending::Win { line, .. }) = ending_after(&after, play) {
                facts.five = Some(line);
            }
        }
        facts
    }
}

/// Collects the facts. A stop ends the attempts at proofs; what is not proved is left out.
pub fn facts(question: &MoveQuestion<'_>, watch: &Watch) -> Facts {
    let MoveQuestion { position, play, .. } = *question;
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

/// The opponent's threats before the move that are gone or weaker among those that are `left`.
fn stopped(before: Vec<ShapeThreat>, left: &[ShapeThreat]) -> Vec<ShapeThreat> {
    let is_stopped = |threat: &ShapeThreat| {
        let forces = !matches!(threat.kind, ShapeKind::OpenThree | ShapeKind::Four);
        let now = left.iter().find(|now| now.at == threat.at).map(|now| now.kind);
        forces && now.is_none_or(|now| now < threat.kind)
    };
    before.into_iter().filter(is_stopped).collect()
}

/// What can be proved before and after the move.
fn prove(facts: &mut Facts, position: &Position, after: &Position, watch: &Watch) {
    let proof = proof_of(facts, position, after, watch);
    facts.proof = proof.and_then(|win| WinPath::of(position, win));
    if facts.proof.is_some() {
        return;
    }
    let reply = task(PROOF_NODES).solve(after, watch);
    facts.allows = reply.forced_win(after).and_then(|win| WinPath::of(after, win));
    if reply.result == SolveResult::None {
        let mut passed = position.clone();
        passed.set_to_move(!position.to_move());
        let win = forced_win(&passed, watch);
        facts.stops_win = win.and_then(|win| WinPath::of(&passed, win));
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
    win_against_all(facts.play, after, &task(REPLY_NODES), watch)
}

/// The forced win that a move begins, if it wins against every reply: the line is that of the
/// longest resistance. `after` is the position after the move.
pub(crate) fn win_against_all(
    play: Coord,
    after: &Position,
    task: &Task<'_>,
    watch: &Watch,
) -> Option<ForcedWin> {
    // A move is a threat only if it wins after a pass.
    let mut passed = after.clone();
    passed.set_to_move(!after.to_move());
    let threat = task.solve(&passed, watch).tree?;
    // Only a four makes five then.
    let mut kind = if threat.plies() == 1 { ThreatKind::Vcf } else { ThreatKind::Vct };
    let mut longest: Option<ForcedWin> = None;
    for reply in legality::legal_moves(after) {
        let replied = played(after, reply)?;
        if ending_after(&replied, reply).is_some() {
            return None;
        }
        let found = task.solve(&replied, watch);
        let plies = found.tree.as_ref()?.plies() + 2;
        if found.kind == ThreatKind::Vct {
            kind = ThreatKind::Vct;
        }
        if longest.as_ref().is_none_or(|longest| plies > longest.plies) {
            let rest = found.forced_win(&replied)?.line;
            let line = [play, reply].into_iter().chain(rest).collect();
            longest = Some(ForcedWin { kind, plies, line });
        }
    }
    longest.map(|longest| ForcedWin { kind, ..longest })
}

/// The forced win of the side to move, if one is found and verified.
fn forced_win(position: &Position, watch: &Watch) -> Option<ForcedWin> {
    task(PROOF_NODES).solve(position, watch).forced_win(position)
}

fn task(nodes: u64) -> Task<'static> {
    let budget = SolveBudget { nodes: Some(nodes), memory_mb: 16, ..SolveBudget::default() };
    Task { kinds: &ThreatKind::ALL, budget, threads: 1, deadline: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::types::Rule;

    fn proof(position: &Position, play: Coord) -> ForcedWin {
        facts(&MoveQuestion::new(position, play, &[], None), &Watch::default())
            .proof
            .unwrap()
            .win
            .unwrap()
    }

    /// The solver finds one of several winning moves; the others are proved by all replies.
    #[test]
    fn the_line_of_every_winning_move_is_that_of_the_longest_resistance() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . X X X . . .
            . . . . . . . . .
            O . O . . . . O .";
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        position.set_to_move(Color::Black);
        for x in [2, 6] {
            let play = Coord::new(x, 2);
            let win = proof(&position, play);
            assert_eq!((win.kind, win.plies, win.line.len()), (ThreatKind::Vcf, 3, 3), "{win:?}");
            assert_eq!(win.line[0], play);
            let mut end = position.clone();
            win.line.iter().for_each(|&coord| end.play(coord).unwrap());
            assert!(ending_after(&end, win.line[2]).is_some(), "{win:?}");
        }
    }

    #[test]
    fn a_win_that_begins_with_a_three_is_not_one_by_fours() {
        let picture = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . X . . . . . .
            . . . . X . . . . . .
            . . X X . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            O . O . . . . . O . O";
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        position.set_to_move(Color::Black);
        let win = proof(&position, Coord::new(4, 5));
        assert_eq!((win.kind, win.line[0]), (ThreatKind::Vct, Coord::new(4, 5)));
        assert_eq!(win.plies, win.line.len());
    }

    #[test]
    fn a_question_takes_its_lines_from_a_search() {
        let position =
            Position::new(Rule::Freestyle, tengen_engine::types::BoardSize::square(9).unwrap());
        let line = |x: u8, score: i32| Iteration {
            pv_index: 0,
            variations: 2,
            depth: 3,
            selective_depth: 5,
            score: Score(score),
            nodes: 9,
            elapsed: std::time::Duration::ZERO,
            pv: vec![Coord::new(x, 0)],
        };
        let found = [line(1, 40), line(2, 30)];
        let of = |x: u8| {
            let question = MoveQuestion::new(&position, Coord::new(x, 0), &found, None);
            let score = |line: Option<RatedLine>| line.map(|line| line.score.0);
            (score(question.line), score(question.runner_up))
        };
        assert_eq!(of(1), (Some(40), Some(30)));
        assert_eq!(of(2), (Some(30), Some(40)));
        assert_eq!(of(3), (None, Some(40)));
    }
}
