//! The mistakes of a game as exercises: the position before each, to find a better move. Forced wins
//! and defenses are answered by the solver; whether another move is as good as the best one is judged
//! as the review judges a move, by searches of both with the same nodes.

use std::fmt;

use super::assess::{self, Assessor, Standing};
use super::cost::{Effort, Look, ReviewOptions};
use super::known::KnownSearches;
use super::model::{LEAST_EXERCISE, MoveVerdict, Review, ReviewedMove, is_sure_loss};
use super::verdict::before_move;
use crate::explain::Facts;
use crate::puzzle::{self, Hint, Mistake, Puzzle, PuzzleAnswer, PuzzleFault, PuzzleGoal};
use tengen_engine::board::Position;
use tengen_engine::engine::{Engine, Options};
use tengen_engine::rules::legality;
use tengen_engine::threats::{ForcedWin, Watch};
use tengen_engine::types::{Color, Coord};

/// The exercises of a review, of both sides or one. Their origin is the number of the move in words.
pub fn exercises(review: &Review, origin: &str, of: Option<Color>) -> Vec<Puzzle> {
    let moves = review.moves.iter().filter(|reviewed| of.is_none_or(|of| of == reviewed.color));
    let puzzles = moves.filter_map(|reviewed| {
        let goal = reviewed.exercise()?;
        Some(Puzzle {
            position: review.position_before(reviewed),
            goal,
            win: match goal {
                PuzzleGoal::Win => reviewed.win.clone(),
                PuzzleGoal::Defend => reviewed.stopped_win().cloned(),
                PuzzleGoal::Better => None,
            },
            mistake: Some(Mistake {
                played: reviewed.played,
                best: reviewed.best.clone(),
                reasons: reviewed.reasons.better.clone(),
            }),
            origin: format!("{origin}, move {}", reviewed.number),
        })
    });
    puzzles.collect()
}

/// Why a review has no exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoExercise {
    /// The review was stopped before its end.
    Stopped,
    /// This side made no mistake, the other one did.
    OnlyOther(Color),
    /// No move loses anything worth a word.
    NoMistake,
    /// Every mistake costs less than a tenth of a game.
    OnlySmall,
    /// The winner won later than possible, and made no other mistake.
    OnlyDetours,
    /// No better move than those that were played is known.
    NothingBetter,
}

impl fmt::Display for NoExercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("the review was stopped before its end"),
            Self::OnlyOther(of) => write!(f, "{of} made no mistake, {} did", !*of),
            Self::NoMistake => f.write_str("the review found no mistake"),
            Self::OnlySmall => f.write_str("no mistake costs 10 % or more of win chance"),
            Self::OnlyDetours => {
                f.write_str("the only mistakes are wins that took longer than necessary")
            }
            Self::NothingBetter => f.write_str("no better move is known for any mistake"),
        }
    }
}

/// Why a review has no exercise, of both sides or one; `None` if it has one.
pub fn why_no_exercise(review: &Review, of: Option<Color>) -> Option<NoExercise> {
    let is_of = |reviewed: &&ReviewedMove| of.is_none_or(|of| of == reviewed.color);
    let has_exercise = |reviewed: &ReviewedMove| reviewed.exercise().is_some();
    if review.moves.iter().filter(is_of).any(has_exercise) {
        return None;
    }
    let mistakes: Vec<&ReviewedMove> =
        review.moves.iter().filter(is_of).filter(|reviewed| reviewed.is_remarkable()).collect();
    let is_detour = |reviewed: &&ReviewedMove| reviewed.verdict == MoveVerdict::Detour;
    let is_small =
        |reviewed: &&ReviewedMove| is_detour(reviewed) || reviewed.loss() < LEAST_EXERCISE;
    let is_others = of.filter(|_| review.moves.iter().any(has_exercise));
    Some(match is_others {
        _ if !review.is_complete => NoExercise::Stopped,
        Some(of) if mistakes.is_empty() => NoExercise::OnlyOther(of),
        None if mistakes.is_empty() => NoExercise::NoMistake,
        _ if mistakes.iter().all(is_detour) => NoExercise::OnlyDetours,
        _ if mistakes.iter().all(is_small) => NoExercise::OnlySmall,
        _ => NoExercise::NothingBetter,
    })
}

/// A position in which a person looks for a move.
#[derive(Clone, Copy, Debug)]
pub struct Exercise<'a> {
    /// The position.
    pub position: &'a Position,
    /// What is to be done.
    pub goal: PuzzleGoal,
    /// What was played in the game, if that is known.
    pub played: Option<Coord>,
    /// The best move known; without one it is searched.
    pub best: Option<Coord>,
    /// The forced win to find, if it was proved before: its first move is right even where the solver
    /// would need more stones to prove it again.
    pub win: Option<&'a ForcedWin>,
}

/// Who judges the moves of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseJudge {
    /// The solver alone: no engine searches, and nothing of a review is asked.
    Solver,
    /// Searches of the move and of the best one, by an engine with [`Practice::engine_options`]; what
    /// reviews have searched is not searched again.
    Search,
}

impl ExerciseJudge {
    /// The one place that chooses. To win is proved against every reply, and that a move stops the
    /// opponent's win by a search for it that is exhaustive: both need no value. That a move is as good
    /// as another one is a comparison of two values.
    pub fn of(goal: PuzzleGoal) -> Self {
        match goal {
            PuzzleGoal::Win | PuzzleGoal::Defend => Self::Solver,
            PuzzleGoal::Better => Self::Search,
        }
    }
}

/// Answers moves and gives hints.
#[derive(Debug)]
pub struct Practice<'a> {
    /// The engine that searches.
    pub engine: &'a mut Engine,
    /// What is not searched again.
    pub known: &'a mut KnownSearches,
}

impl Practice<'_> {
    /// The options of an engine for reviews and exercises: the same results everywhere.
    pub fn engine_options() -> Options {
        Options { threads: 1, hash_kib: Some(ReviewOptions::HASH_KIB), ..Options::default() }
    }

    /// Answers a move. A stop leaves it open.
    pub fn answer(&mut self, exercise: &Exercise<'_>, play: Coord, watch: &Watch) -> PuzzleAnswer {
        let Exercise { position, goal, best, win, .. } = *exercise;
        if ExerciseJudge::of(goal) == ExerciseJudge::Solver {
            let begun =
                win.filter(|win| goal == PuzzleGoal::Win && win.line.first() == Some(&play));
            let right = begun.and_then(puzzle::right);
            return right.unwrap_or_else(|| puzzle::answer(position, goal, play, watch));
        }
        if let Err(error) = legality::check(position, play) {
            return PuzzleAnswer::Wrong(PuzzleFault::Illegal(error));
        }
        if best == Some(play) {
            return PuzzleAnswer::Solved;
        }
        self.compare(exercise, play, watch).unwrap_or(PuzzleAnswer::Wrong(PuzzleFault::Unknown))
    }

    /// Compares a move with the best one; `None` after a stop.
    fn compare(
        &mut self,
        exercise: &Exercise<'_>,
        play: Coord,
        watch: &Watch,
    ) -> Option<PuzzleAnswer> {
        let position = exercise.position;
        let mut search = Searching::new(self, watch);
        let best = match exercise.best {
            Some(best) => best,
            None => search.best(position)?,
        };
        let tried = search.after(position, play)?;
        let value = before_move(tried.score);
        let best =
            if best == play { value } else { before_move(search.after(position, best)?.score) };
        let loss = best.win_rate() - value.win_rate();
        let is_lost = is_sure_loss(value, tried.win.as_ref());
        // The move of the game is the mistake, whatever this search says of it.
        let is_good = exercise.played != Some(play)
            && MoveVerdict::of_loss(loss, is_lost) == MoveVerdict::Good;
        let reply = tried.line.first().copied();
        // A search that likes the move of the game better says nothing for the other one.
        let values = (value < best).then_some([value, best]);
        Some(match tried.win {
            _ if is_good => PuzzleAnswer::Solved,
            Some(win) => PuzzleAnswer::Wrong(PuzzleFault::Loses(win)),
            None => PuzzleAnswer::Wrong(PuzzleFault::Worse { reply, values }),
        })
    }

    /// A hint, from little (1) to the move itself; `None` if nothing is known, or after a stop.
    pub fn hint(&mut self, exercise: &Exercise<'_>, step: usize, watch: &Watch) -> Option<Hint> {
        let Exercise { position, goal, played, best, .. } = *exercise;
        if ExerciseJudge::of(goal) == ExerciseJudge::Solver {
            return puzzle::hint(position, goal, best, step, watch);
        }
        let mut search = Searching::new(self, watch);
        let best = match best {
            Some(best) => best,
            None => search.best(position)?,
        };
        match step {
            0 | 1 if played.is_some() => {
                let answer = search.after(position, played?)?.line.first().copied()?;
                Some(Hint::Answered { played, color: !position.to_move(), answer })
            }
            0..=2 => Some(does(position, best)),
            3 => Some(Hint::Column(best)),
            _ => Some(Hint::Play(best)),
        }
    }
}

/// What a move makes, or else what it takes from the opponent.
fn does(position: &Position, play: Coord) -> Hint {
    let facts = Facts::seen(position, play);
    let makes = facts.makes.map(|threat| threat.kind);
    let stops = facts.stops.iter().map(|threat| threat.kind).max();
    match (makes, stops) {
        (None, Some(kind)) => Hint::Prevents(kind),
        (makes, _) => Hint::Makes(makes),
    }
}

/// Searches with the nodes of a review's second look.
struct Searching<'a> {
    assessor: Assessor<'a>,
    options: ReviewOptions,
}

impl<'a> Searching<'a> {
    fn new(practice: &'a mut Practice<'_>, watch: &Watch) -> Self {
        let options = ReviewOptions::of_effort(Effort::Quick);
        let assessor = Assessor::new(practice.engine, practice.known, &options, watch.stop.clone());
        Self { assessor, options }
    }

    fn assess(&mut self, position: &Position) -> Option<Standing> {
        let cost = self.options.cost(Look::Second);
        let standing = match assess::of_end(position) {
            Some(standing) => standing,
            None => self.assessor.assess(position, cost, &mut |_| {}),
        };
        (!self.assessor.is_stopped()).then_some(standing)
    }

    /// The best move of a position.
    fn best(&mut self, position: &Position) -> Option<Coord> {
        self.assess(position)?.line.first().copied()
    }

    /// The position after a move.
    fn after(&mut self, position: &Position, play: Coord) -> Option<Standing> {
        let mut after = position.clone();
        after.play(play).ok()?;
        self.assess(&after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Cost, ReviewedGame, review};
    use tengen_engine::board::notation::{name, parse};
    use tengen_engine::engine::Trained;
    use tengen_engine::threats::ThreatKind;
    use tengen_engine::types::{BoardSize, Rule, Score};
    use tengen_engine::util::stop::StopFlag;
    use tengen_records::txt;

    /// White plays in the corner and lets an open three become a four; then black does not see that it
    /// wins.
    const GAME: &str = "h8g10i8h10j8i10o15j10\n";

    fn engine() -> Engine {
        Engine::with_hash(Trained::default(), 1 << 10)
    }

    fn reviewed() -> Review {
        let size = BoardSize::square(15).unwrap();
        let game = txt::read(GAME, Rule::Freestyle, size).unwrap().remove(0);
        let game = ReviewedGame::of_record(&game).unwrap();
        let options = ReviewOptions::of_cost(Cost::of_nodes(500));
        let known = &mut KnownSearches::default();
        review(&game, &mut engine(), &options, known, &StopFlag::new(), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_mistakes_of_a_review_are_its_exercises() {
        let review = reviewed();
        let found = exercises(&review, "a game", None);
        let mistakes = review.moves.iter().filter(|reviewed| reviewed.exercise().is_some());
        assert_eq!(found.len(), mistakes.count());
        let missed = found.iter().find(|puzzle| puzzle.origin == "a game, move 7").unwrap();
        assert_eq!((missed.goal, missed.position.stones().len()), (PuzzleGoal::Win, 6));
        assert_eq!(missed.task(), "black played o15; black to move and win");
        let of_white = exercises(&review, "a game", Some(Color::White));
        assert!(of_white.iter().all(|puzzle| puzzle.position.to_move() == Color::White));
        assert!(of_white.len() < found.len());
        // A line of a file holds it; only a win, and what stops one, are proved again.
        for puzzle in &found {
            let read = Puzzle::read(&puzzle.line(), &Watch::default()).unwrap();
            assert_eq!((read.id(), read.goal), (puzzle.id(), puzzle.goal));
            assert_eq!(read.better_move(), puzzle.better_move());
        }
    }

    #[test]
    fn why_there_is_no_exercise_is_told() {
        let mut review = reviewed();
        let why = |review: &Review, of| why_no_exercise(review, of);
        assert_eq!(why(&review, None), None);
        let verdicts = |review: &mut Review, verdict| {
            review.moves.iter_mut().for_each(|reviewed| reviewed.verdict = verdict);
        };
        review
            .moves
            .retain(|reviewed| reviewed.color == Color::White || reviewed.exercise().is_none());
        assert_eq!(why(&review, Some(Color::Black)), Some(NoExercise::OnlyOther(Color::Black)));
        // With mistakes of its own it is told about those.
        let own = review.moves.iter_mut().find(|reviewed| reviewed.color == Color::Black);
        own.unwrap().verdict = MoveVerdict::Detour;
        assert_eq!(why(&review, Some(Color::Black)), Some(NoExercise::OnlyDetours));
        review.moves.iter_mut().for_each(|reviewed| reviewed.after = reviewed.before);
        for (verdict, expected) in [
            (MoveVerdict::Inaccuracy, NoExercise::OnlySmall),
            (MoveVerdict::Detour, NoExercise::OnlyDetours),
            (MoveVerdict::Good, NoExercise::NoMistake),
        ] {
            verdicts(&mut review, verdict);
            assert_eq!(why(&review, None), Some(expected));
        }
        // What costs a tenth of a game or more is not small, whatever it is called.
        review.moves.iter_mut().for_each(|reviewed| {
            (reviewed.before, reviewed.after) = (Score(0), Score(-300));
            reviewed.best.clear();
        });
        for verdict in [MoveVerdict::Inaccuracy, MoveVerdict::Mistake] {
            verdicts(&mut review, verdict);
            assert_eq!(why(&review, None), Some(NoExercise::NothingBetter));
        }
        review.is_complete = false;
        let said = why(&review, None).unwrap().to_string();
        assert_eq!(said, "the review was stopped before its end");
    }

    #[test]
    fn puzzles_are_proved_with_the_stones_that_a_review_has() {
        let of = |effort| ReviewOptions::of_effort(effort).third.nodes;
        assert_eq!(of(Effort::Thorough), Some(puzzle::MOST_NODES));
        assert!(of(Effort::Quick) < of(Effort::Thorough));
    }

    #[test]
    fn a_win_that_was_proved_is_not_doubted_where_the_solver_finds_none() {
        let size = BoardSize::square(15).unwrap();
        let position = Position::new(Rule::Freestyle, size);
        let line = ["h8", "a1", "h9"].map(|name| parse(name, size).unwrap());
        let win = ForcedWin { kind: ThreatKind::Vct, plies: 33, line: line.to_vec() };
        let (goal, best) = (PuzzleGoal::Win, Some(line[0]));
        let exercise = Exercise { position: &position, goal, played: None, best, win: Some(&win) };
        let (mut engine, mut known) = (engine(), KnownSearches::default());
        let practice = &mut Practice { engine: &mut engine, known: &mut known };
        let right = PuzzleAnswer::Right { defense: line[1], plies: 31 };
        assert_eq!(practice.answer(&exercise, line[0], &Watch::default()), right);
    }

    #[test]
    fn the_move_of_the_game_is_wrong_without_numbers_that_say_otherwise() {
        // Nothing is wrong with the center, nor right with the corner.
        let size = BoardSize::square(15).unwrap();
        let position = Position::new(Rule::Freestyle, size);
        let [played, best] = ["h8", "a1"].map(|name| parse(name, size).ok());
        let exercise =
            Exercise { position: &position, goal: PuzzleGoal::Better, played, best, win: None };
        let (mut engine, mut known) = (engine(), KnownSearches::default());
        let practice = &mut Practice { engine: &mut engine, known: &mut known };
        let answer = practice.answer(&exercise, played.unwrap(), &Watch::default());
        let PuzzleAnswer::Wrong(PuzzleFault::Worse { reply: Some(_), values: None }) = answer
        else {
            panic!("{answer:?}");
        };
    }

    #[test]
    fn a_move_counts_if_it_is_about_as_good_as_the_best_one() {
        // Both have an open three, and black is to move.
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(Rule::Freestyle, size);
        for point in ["h8", "g10", "i8", "h10", "j8", "i10"] {
            position.play(parse(point, size).unwrap()).unwrap();
        }
        let point = |text: &str| parse(text, size).unwrap();
        let exercise = Exercise {
            position: &position,
            goal: PuzzleGoal::Better,
            played: Some(point("o15")),
            best: Some(point("k8")),
            win: None,
        };
        let (mut engine, mut known) = (engine(), KnownSearches::default());
        let practice = &mut Practice { engine: &mut engine, known: &mut known };
        let watch = Watch::default();
        let mut said = |play: &str| practice.answer(&exercise, point(play), &watch);
        assert_eq!(said("k8"), PuzzleAnswer::Solved);
        assert_eq!(said("g8"), PuzzleAnswer::Solved, "the other end");
        let lost = |answer| matches!(answer, PuzzleAnswer::Wrong(PuzzleFault::Loses(_)));
        assert!(lost(said("o15")) && lost(said("c3")));
        let occupied = PuzzleFault::Illegal(legality::IllegalMove::Occupied { coord: point("h8") });
        assert_eq!(said("h8"), PuzzleAnswer::Wrong(occupied));
        let hint = |step, practice: &mut Practice<'_>| {
            practice.hint(&exercise, step, &watch).unwrap().text(size)
        };
        assert!(hint(1, practice).starts_with("After o15 white answers "), "{}", hint(1, practice));
        assert_eq!(hint(2, practice), "The move to find makes an open four.");
        assert_eq!(hint(3, practice), "The move to find is in column k.");
        assert_eq!(hint(4, practice), format!("Play {}.", name(point("k8"), size)));
        let stopped = Watch::default();
        stopped.stop.set();
        let answer = practice.answer(&exercise, point("c4"), &stopped);
        assert_eq!(answer, PuzzleAnswer::Wrong(PuzzleFault::Unknown));
    }
}
