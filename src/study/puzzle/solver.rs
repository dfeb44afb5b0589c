//! The other side of a puzzle: the solver answers every move, and says whether it was right.

use super::hint::Hint;
use super::model::{Puzzle, PuzzleGoal};
use crate::explain::facts::win_against_all;
use crate::explain::shape::threat_at;
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{self, Ending, IllegalMove, ending_after};
use tengen_engine::threats::first_moves::{Defending, defending};
use tengen_engine::threats::{
    ForcedWin, SolveBudget, SolveResult, Task, TaskResult, ThreatKind, Watch,
};
use tengen_engine::types::{Color, Coord, Score};

/// Stones that an attempt at a proof may place, for each kind of win: a fraction of a second.
const NODES: u64 = 100_000;
/// Stones of a second attempt, where the first one leaves open what was claimed: what the hardest look
/// of a thorough review may place, so that all that it proves is proved again. Some seconds.
pub(crate) const MOST_NODES: u64 = 3_840_000;
/// What the attempts at a proof may place.
#[derive(Clone, Copy, Debug)]
struct Nodes {
    /// The first one.
    quick: u64,
    /// The second one, where the first leaves something open.
    most: u64,
}

impl Nodes {
    const USUAL: Self = Self { quick: NODES, most: MOST_NODES };
}

/// How many hints there are.
pub const HINTS: usize = 4;

/// What a move in a puzzle leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleAnswer {
    /// It is solved: five is made, the win is stopped for sure, or the move is as good as the best one.
    Solved,
    /// It still wins; the opponent's longest resistance begins with this move.
    Right {
        /// That move.
        defense: Coord,
        /// Plies to the five after it.
        plies: usize,
    },
    /// The solver can neither refute nor confirm it.
    Undecided {
        /// How many stones the solver could place.
        nodes: u64,
        /// Where a win is to be found, a reply after which none is; it is not proved to hold.
        reply: Option<Coord>,
    },
    /// It does not.
    Wrong(PuzzleFault),
}

/// Why a move does not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleFault {
    /// It is not a legal move.
    Illegal(IllegalMove),
    /// After this reply there is no win by threats: the search was exhaustive.
    Held {
        /// The reply.
        reply: Coord,
    },
    /// The opponent wins.
    Loses(ForcedWin),
    /// Another move is better.
    Worse {
        /// The opponent's answer; none if the game is over.
        reply: Option<Coord>,
        /// The values of the move and of the best one, for the side that made it; none for the move of
        /// the game where this search sees nothing wrong with it.
        values: Option<[Score; 2]>,
    },
    /// Nothing is known: a stop hides it, or a limit of the search that compares moves; or a win is
    /// found after every reply, but not in one proof.
    Unknown,
}

/// The solver's task, with so many stones for each attempt.
pub(super) fn task(nodes: u64) -> Task<'static> {
    let budget = SolveBudget { nodes: Some(nodes), memory_mb: 32, ..SolveBudget::default() };
    Task { kinds: &ThreatKind::ALL, budget, threads: 1, deadline: None }
}

/// A forced win of `attacker`, as if it were to move.
pub(super) fn win_of(position: &Position, attacker: Color, watch: &Watch) -> Option<ForcedWin> {
    let mut position = position.clone();
    position.set_to_move(attacker);
    let Nodes { quick, most } = Nodes::USUAL;
    let found = task(quick).solve(&position, watch);
    if is_decided(found.result) || watch.stop.is_set() {
        return found.forced_win(&position);
    }
    task(most).solve(&position, watch).forced_win(&position)
}

/// Whether more stones would find nothing else.
fn is_decided(result: SolveResult) -> bool {
    matches!(result, SolveResult::Win | SolveResult::None)
}

/// Answers a move of the side to move in a position of a puzzle. Whether a move is better than another
/// one is for a search to say, not for the solver.
pub fn answer(position: &Position, goal: PuzzleGoal, play: Coord, watch: &Watch) -> PuzzleAnswer {
    answer_within(Nodes::USUAL, position, goal, play, watch)
}

fn answer_within(
    nodes: Nodes,
    position: &Position,
    goal: PuzzleGoal,
    play: Coord,
    watch: &Watch,
) -> PuzzleAnswer {
    if let Err(error) = legality::check(position, play) {
        return PuzzleAnswer::Wrong(PuzzleFault::Illegal(error));
    }
    let mut after = position.clone();
    let placed = after.play(play);
    debug_assert!(placed.is_ok(), "a legal move can be played");
    if makes_five(&after, play) {
        return PuzzleAnswer::Solved;
    }
    match goal {
        PuzzleGoal::Win => attack(nodes, position, &after, play, watch),
        PuzzleGoal::Defend => match defense(&after, nodes.quick, watch) {
            PuzzleAnswer::Undecided { .. } => defense(&after, nodes.most, watch),
            known => known,
        },
        PuzzleGoal::Better => OPEN,
    }
}

/// A move of which nothing is known.
const OPEN: PuzzleAnswer = PuzzleAnswer::Wrong(PuzzleFault::Unknown);

/// A defending move: it is right only if the opponent's search for a win was exhaustive. After one
/// that a limit has ended the move is undecided.
fn defense(after: &Position, nodes: u64, watch: &Watch) -> PuzzleAnswer {
    let found = task(nodes).solve(after, watch);
    match (found.forced_win(after), found.result) {
        (Some(win), _) => PuzzleAnswer::Wrong(PuzzleFault::Loses(win)),
        (None, SolveResult::None) => PuzzleAnswer::Solved,
        (None, _) if watch.stop.is_set() => OPEN,
        (None, _) => PuzzleAnswer::Undecided { nodes, reply: None },
    }
}

/// Whether one of these moves is a right answer to a puzzle of defense, as a quick look shows.
pub(super) fn is_defended(
    position: &Position,
    moves: impl IntoIterator<Item = Coord>,
    watch: &Watch,
) -> bool {
    moves.into_iter().any(|play| {
        let mut after = position.clone();
        let is_legal = legality::check(position, play).is_ok() && after.play(play).is_ok();
        is_legal
            && (makes_five(&after, play) || defense(&after, NODES, watch) == PuzzleAnswer::Solved)
    })
}

/// Whether the move wins at once for the side that made it.
fn makes_five(after: &Position, play: Coord) -> bool {
    matches!(ending_after(after, play), Some(Ending::Win { color, .. }) if color != after.to_move())
}

/// An attacking move that is not five. Unless it is refuted for sure, the win is sought once more, with
/// the stones that a review had.
fn attack(
    nodes: Nodes,
    position: &Position,
    after: &Position,
    play: Coord,
    watch: &Watch,
) -> PuzzleAnswer {
    let quick = task(nodes.quick);
    let found = quick.solve(position, watch);
    let win_by = |found: &TaskResult| {
        let tree = found.tree.as_ref();
        let root = tree.and_then(|tree| tree.nodes.get(tree.root));
        let win = match root.is_some_and(|root| root.play == play) {
            true => found.forced_win(position),
            false => win_against_all(play, after, &quick, watch),
        };
        win.as_ref().and_then(right)
    };
    if let Some(right) = win_by(&found) {
        return right;
    }
    let refuted = refutation(nodes.quick, after, watch);
    let is_open = matches!(refuted, OPEN | PuzzleAnswer::Undecided { .. });
    if is_open && !is_decided(found.result) && !watch.stop.is_set() {
        let found = task(nodes.most).solve(position, watch);
        if let Some(right) = win_by(&found) {
            return right;
        }
    }
    // A stop in the second attempt leaves open what the first one has not proved.
    if is_open && watch.stop.is_set() { OPEN } else { refuted }
}

/// The answer to the first move of a win: the longest resistance. None if the move makes five.
pub(crate) fn right(win: &ForcedWin) -> Option<PuzzleAnswer> {
    let &defense = win.line.get(1)?;
    Some(PuzzleAnswer::Right { defense, plies: win.plies.saturating_sub(2) })
}

/// A reply after which the attacker has no win, as far as is known.
fn refutation(nodes: u64, after: &Position, watch: &Watch) -> PuzzleAnswer {
    let task = task(nodes);
    // The opponent may win itself.
    if let Some(win) = task.solve(after, watch).forced_win(after) {
        return PuzzleAnswer::Wrong(PuzzleFault::Loses(win));
    }
    let mut open = None;
    for reply in legality::legal_moves(after) {
        // Nothing that is seen from here on means anything.
        if watch.stop.is_set() {
            return OPEN;
        }
        let mut replied = after.clone();
        if replied.play(reply).is_err() {
            continue;
        }
        match task.solve(&replied, watch).result {
            SolveResult::None => return PuzzleAnswer::Wrong(PuzzleFault::Held { reply }),
            SolveResult::Win => {}
            _ => open = open.or(Some(reply)),
        }
    }
    match open.filter(|_| !watch.stop.is_set()) {
        Some(reply) => PuzzleAnswer::Undecided { nodes, reply: Some(reply) },
        None => OPEN,
    }
}

/// The solution: the win with the longest resistance, the moves that stop it, or the better line.
pub fn solution(puzzle: &Puzzle, watch: &Watch) -> Vec<Coord> {
    match puzzle.goal {
        PuzzleGoal::Win => puzzle.win.iter().flat_map(|win| win.line.clone()).collect(),
        PuzzleGoal::Better => puzzle.mistake.iter().flat_map(|it| it.best.clone()).collect(),
        PuzzleGoal::Defend => {
            let moves = defenses(&puzzle.position, NODES, watch).moves;
            // What only the review has proved.
            let proved = || proved_defense(&puzzle.position, puzzle.better_move(), watch);
            if moves.is_empty() { proved().into_iter().collect() } else { moves }
        }
    }
}

/// That move, if it stops the opponent's win for sure.
fn proved_defense(position: &Position, play: Option<Coord>, watch: &Watch) -> Option<Coord> {
    let stops = |play| answer(position, PuzzleGoal::Defend, play, watch) == PuzzleAnswer::Solved;
    play.filter(|&play| stops(play))
}

/// The moves that stop the opponent's win, as a quick look shows.
pub(super) fn defenses(position: &Position, nodes: u64, watch: &Watch) -> Defending {
    defending(position, &task(nodes), watch)
}

/// A hint, from little (1) to the move itself ([`HINTS`]), for the current position of a puzzle;
/// `None` if nothing is proved about it. `best` is said to stop the win: it is proved again where a
/// quick look finds no move that does.
pub fn hint(
    position: &Position,
    goal: PuzzleGoal,
    best: Option<Coord>,
    step: usize,
    watch: &Watch,
) -> Option<Hint> {
    let color = position.to_move();
    let winner = match goal {
        PuzzleGoal::Win => color,
        PuzzleGoal::Defend => !color,
        PuzzleGoal::Better => return None,
    };
    let win = win_of(position, winner, watch)?;
    let first = *win.line.first()?;
    Some(match (goal, step) {
        (PuzzleGoal::Win, 0 | 1) => Hint::Wins { color, win },
        (PuzzleGoal::Win, 2) => Hint::Makes(threat_at(position, color, first).map(|it| it.kind)),
        (PuzzleGoal::Win, 3) => Hint::Column(first),
        (PuzzleGoal::Win, _) => Hint::Play(first),
        (PuzzleGoal::Defend, 0 | 1) => Hint::Threatens { color: winner, win },
        (PuzzleGoal::Defend, 2) => Hint::Begins(first),
        (PuzzleGoal::Better, _) => return None,
        (PuzzleGoal::Defend, step) => {
            let moves = defenses(position, NODES, watch).moves;
            let proved = || proved_defense(position, best, watch);
            match (step, moves.first().copied().or_else(proved)?) {
                (3, best) if moves.is_empty() => Hint::Column(best),
                (3, _) => Hint::Defenses(moves.len()),
                (_, best) => Hint::Play(best),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::{parse, parse_picture};
    use tengen_engine::types::Rule;

    /// Black has a three that is not blocked, and a blocked one.
    const WON: &str = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X X X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        O O . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . O . . . .";

    fn position(picture: &str, to_move: Color) -> Position {
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        position.set_to_move(to_move);
        position
    }

    fn answered(position: &Position, goal: PuzzleGoal, play: &str) -> PuzzleAnswer {
        let play = parse(play, position.size()).unwrap();
        answer(position, goal, play, &Watch::default())
    }

    #[test]
    fn a_winning_move_is_answered_by_the_longest_resistance_until_five() {
        let mut at = position(WON, Color::Black);
        let PuzzleAnswer::Right { defense, plies } = answered(&at, PuzzleGoal::Win, "g6") else {
            panic!("an open four wins");
        };
        assert_eq!(plies, 1);
        at.play(parse("g6", at.size()).unwrap()).unwrap();
        at.play(defense).unwrap();
        let five = if defense == parse("c6", at.size()).unwrap() { "h6" } else { "c6" };
        assert_eq!(answered(&at, PuzzleGoal::Win, five), PuzzleAnswer::Solved);
    }

    #[test]
    fn a_move_that_does_not_win_is_answered_by_a_reply_that_holds() {
        let at = position(WON, Color::Black);
        let PuzzleAnswer::Wrong(PuzzleFault::Held { reply }) = answered(&at, PuzzleGoal::Win, "k1")
        else {
            panic!("k1 is no threat");
        };
        let mut after = at.clone();
        after.play(parse("k1", at.size()).unwrap()).unwrap();
        after.play(reply).unwrap();
        assert_ne!(task(NODES).solve(&after, &Watch::default()).result, SolveResult::Win);
        let occupied = answered(&at, PuzzleGoal::Win, "d6");
        let error = IllegalMove::Occupied { coord: parse("d6", at.size()).unwrap() };
        assert_eq!(occupied, PuzzleAnswer::Wrong(PuzzleFault::Illegal(error)));
    }

    #[test]
    fn a_defense_is_right_only_if_no_win_is_left() {
        let at = position(WON, Color::White);
        let wrong = answered(&at, PuzzleGoal::Defend, "k1");
        assert!(matches!(wrong, PuzzleAnswer::Wrong(PuzzleFault::Loses(_))), "{wrong:?}");
        assert_eq!(answered(&at, PuzzleGoal::Defend, "g6"), PuzzleAnswer::Solved);
    }

    /// White wins by fours, but not soon.
    const HARD: &str = "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . O . . .
        . . . . . . . . . . X . . . .
        . . . . . . . . . X X . . . .
        . . . . . . . X X O X . . . .
        . . . . . . . X O . . . . . .
        . . . . . . O O . X . . . . .
        . . . . . . . X O O . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . O . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .";

    #[test]
    fn a_move_that_the_solver_cannot_decide_is_not_called_wrong() {
        let few = Nodes { quick: 1, most: 2 };
        for (goal, color) in [(PuzzleGoal::Defend, Color::Black), (PuzzleGoal::Win, Color::White)] {
            let at = position(HARD, color);
            let said = legality::legal_moves(&at)
                .into_iter()
                .map(|play| answer_within(few, &at, goal, play, &Watch::default()));
            // Where a win is to be found, there is a reply after which none is.
            let is_undecided = |said: PuzzleAnswer| match said {
                PuzzleAnswer::Undecided { reply, .. } => {
                    reply.is_some() == (goal == PuzzleGoal::Win)
                }
                _ => false,
            };
            assert!(said.into_iter().any(is_undecided), "{goal:?}");
        }
    }

    #[test]
    fn what_few_stones_leave_open_is_decided_by_a_second_attempt() {
        let line = crate::puzzle::daily::lines().next().unwrap();
        let puzzle = Puzzle::read(line, &Watch::default()).unwrap();
        let first = puzzle.win.as_ref().and_then(|win| win.line.first().copied()).unwrap();
        let white = position(WON, Color::White);
        let stop = parse("g6", white.size()).unwrap();
        for (at, goal, play) in
            [(puzzle.position, PuzzleGoal::Win, first), (white, PuzzleGoal::Defend, stop)]
        {
            let said = |most| {
                let nodes = Nodes { quick: 1, most };
                answer_within(nodes, &at, goal, play, &Watch::default())
            };
            let few = said(1);
            let is_open = matches!(few, OPEN | PuzzleAnswer::Undecided { .. });
            assert!(is_open, "{goal:?}: {few:?}");
            assert_eq!(said(NODES), answer(&at, goal, play, &Watch::default()), "{goal:?}");
            assert_ne!(said(NODES), few, "{goal:?}");
        }
    }

    #[test]
    fn a_stopped_search_proves_no_answer() {
        let stopped = Watch::default();
        stopped.stop.set();
        for (goal, color) in [(PuzzleGoal::Defend, Color::White), (PuzzleGoal::Win, Color::Black)] {
            let at = position(WON, color);
            for play in ["g6", "k1"] {
                let play = parse(play, at.size()).unwrap();
                let said = answer(&at, goal, play, &stopped);
                assert_eq!(said, PuzzleAnswer::Wrong(PuzzleFault::Unknown), "{goal:?}");
            }
        }
    }

    #[test]
    fn a_defense_that_is_only_said_to_stop_the_win_is_no_hint() {
        let at = position(WON, Color::White);
        let said = |best: &str| {
            let best = parse(best, at.size()).unwrap();
            proved_defense(&at, Some(best), &Watch::default()).map(|play| play == best)
        };
        assert_eq!((said("g6"), said("k1")), (Some(true), None));
    }

    #[test]
    fn hints_say_more_with_every_step() {
        let at = position(WON, Color::Black);
        let said = |step| {
            hint(&at, PuzzleGoal::Win, None, step, &Watch::default()).unwrap().text(at.size())
        };
        assert_eq!(said(1), "Black wins by fours in 2 moves.");
        assert_eq!(said(2), "The move to find makes an open four.");
        assert!(said(3).starts_with("The move to find is in column "), "{}", said(3));
        assert!(["Play c6.", "Play g6."].contains(&said(HINTS).as_str()), "{}", said(HINTS));
        let at = position(WON, Color::White);
        let said = |step| {
            hint(&at, PuzzleGoal::Defend, None, step, &Watch::default()).unwrap().text(at.size())
        };
        assert_eq!(said(1), "Black threatens to win by fours in 2 moves.");
        assert!(said(2).starts_with("The threat begins at "), "{}", said(2));
        assert!(said(3).ends_with(" moves stop it."), "{}", said(3));
        let quiet = position(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .", Color::White);
        assert_eq!(hint(&quiet, PuzzleGoal::Win, None, 1, &Watch::default()), None);
    }
}
