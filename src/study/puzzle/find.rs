//! Puzzles from games and positions, by the solver alone: a win that was there and was not played, and
//! a move that let the opponent win although another one stops that. Quick where there are many games.

use super::model::{Puzzle, PuzzleGoal};
use super::solver::{defenses, is_defended, task};
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{Ending, ending_after};
use tengen_engine::threats::{ForcedWin, Watch};
use tengen_engine::types::{Color, Coord};
use tengen_records::PositionLine;

/// Stones that an attempt at a proof may place, for each kind of win: a game has hundreds of them.
const NODES: u64 = 15_000;
/// A win in one move is no puzzle.
const LEAST_PLIES: usize = 3;

/// The puzzle of a single position, if the side to move wins by force.
pub fn in_position(position: &Position, origin: &str, watch: &Watch) -> Option<Puzzle> {
    let win = solve(position, watch)?;
    (win.plies >= LEAST_PLIES).then(|| Puzzle {
        position: position.clone(),
        goal: PuzzleGoal::Win,
        win: Some(win),
        mistake: None,
        origin: origin.to_owned(),
    })
}

/// The puzzles of a game: wins that a side missed, and defenses. With a color only that side's. A
/// stop ends the search; `progress` hears how many moves are done.
pub fn in_game(
    line: &PositionLine,
    origin: &str,
    of: Option<Color>,
    watch: &Watch,
    progress: &mut dyn FnMut(usize),
) -> Vec<Puzzle> {
    let (mut puzzles, mut position) = (Vec::new(), line.start.clone());
    let end = line.end().moves;
    let mut now = solve(&position, watch);
    for (index, &(color, played)) in line.moves.iter().take(end).enumerate() {
        progress(index);
        if watch.stop.is_set() {
            break;
        }
        if position.to_move() != color {
            // A side that moves twice has other wins than the one whose turn it was.
            position.set_to_move(color);
            now = solve(&position, watch);
        }
        let before = position.clone();
        if position.play_or_pass(played).is_err() {
            break;
        }
        let ending = played.and_then(|played| ending_after(&position, played));
        let next = if ending.is_some() { None } else { solve(&position, watch) };
        let win = std::mem::replace(&mut now, next);
        if of.is_some_and(|of| of != color) {
            continue;
        }
        let step = GameStep { before: &before, played, after: &position, ending };
        let found = match (win, &now) {
            (Some(win), _) => missed_win(&step, win, watch),
            (None, Some(allowed)) => missed_defense(&step, allowed, watch),
            (None, None) => None,
        };
        let origin = format!("{origin}, move {}", index + 1);
        puzzles.extend(found.map(|puzzle| Puzzle { origin, ..puzzle }));
    }
    puzzles
}

/// A move of a game.
struct GameStep<'a> {
    before: &'a Position,
    played: Option<Coord>,
    after: &'a Position,
    ending: Option<Ending>,
}

fn missed_win(step: &GameStep<'_>, win: ForcedWin, watch: &Watch) -> Option<Puzzle> {
    let is_root = win.line.first().copied() == step.played;
    let has_won =
        matches!(step.ending, Some(Ending::Win { color, .. }) if color == step.before.to_move());
    if win.plies < LEAST_PLIES || is_root || has_won || keeps_the_win(step, watch) {
        return None;
    }
    let (position, origin) = (step.before.clone(), String::new());
    Some(Puzzle { position, goal: PuzzleGoal::Win, win: Some(win), mistake: None, origin })
}

/// Whether the move that was played wins as well.
fn keeps_the_win(step: &GameStep<'_>, watch: &Watch) -> bool {
    let win = step.played.filter(|_| step.ending.is_none()).and_then(|played| {
        crate::explain::facts::win_against_all(played, step.after, &task(NODES), watch)
    });
    win.is_some()
}

/// The opponent wins after the move, and could have been stopped.
fn missed_defense(step: &GameStep<'_>, allowed: &ForcedWin, watch: &Watch) -> Option<Puzzle> {
    if allowed.plies < LEAST_PLIES {
        return None;
    }
    let known = defenses(step.before, NODES, watch);
    // Only a threat that was there before the move can be seen; all moves may stop what is not.
    if known.line.is_empty() {
        return None;
    }
    // The answers are checked with more stones than these.
    if !is_defended(step.before, known.moves, watch) {
        return None;
    }
    let win = Some(ForcedWin { kind: known.kind, plies: known.plies, line: known.line });
    let (position, origin) = (step.before.clone(), String::new());
    Some(Puzzle { position, goal: PuzzleGoal::Defend, win, mistake: None, origin })
}

fn solve(position: &Position, watch: &Watch) -> Option<ForcedWin> {
    task(NODES).solve(position, watch).forced_win(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::PuzzleError;
    use tengen_engine::board::notation::parse_moves;
    use tengen_engine::types::{BoardSize, Rule, Stone};

    fn puzzles(moves: &str, of: Option<Color>) -> Vec<Puzzle> {
        let size = BoardSize::square(15).unwrap();
        let points = parse_moves(moves, size).unwrap().into_iter().map(Some);
        let line = PositionLine::in_turn(Position::new(Rule::Freestyle, size), points).unwrap();
        in_game(&line, "a game", of, &Watch::default(), &mut |_| {})
    }

    /// Both have an open three; black plays in the corner, and white wins.
    const MISSED: &str = "h8g10i8h10j8i10o15j10";

    #[test]
    fn a_missed_win_is_a_puzzle_with_the_position_before_it() {
        let found = puzzles(MISSED, None);
        let [defense, puzzle] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((defense.goal, defense.position.stones().len()), (PuzzleGoal::Defend, 5));
        let plies = puzzle.win.as_ref().map(|win| win.plies);
        assert_eq!((puzzle.goal, plies), (PuzzleGoal::Win, Some(3)));
        assert_eq!(puzzle.position.stones().len(), 6);
        assert_eq!(puzzle.origin, "a game, move 7");
        assert_eq!(puzzles(MISSED, Some(Color::White)).len(), 1);
        let read = Puzzle::read(&puzzle.line(), &Watch::default()).unwrap();
        assert_eq!((read.id(), &read.win), (puzzle.id(), &puzzle.win));
    }

    #[test]
    fn a_three_that_is_not_stopped_is_a_puzzle_of_defense() {
        let found = puzzles("h8a1i8a3j8o15k8", None);
        let [puzzle] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((puzzle.goal, puzzle.position.to_move()), (PuzzleGoal::Defend, Color::White));
        assert_eq!(puzzle.position.stones().len(), 5);
    }

    #[test]
    fn a_side_that_moves_twice_is_not_given_the_win_of_the_other() {
        let size = BoardSize::square(15).unwrap();
        let mut start = Position::new(Rule::Freestyle, size);
        for (stone, points) in [(Stone::White, "g9h9i9"), (Stone::Black, "a15c13o15")] {
            for point in parse_moves(points, size).unwrap() {
                start.put(point, stone).unwrap();
            }
        }
        start.set_to_move(Color::Black);
        let points = parse_moves("o1o11a1a13", size).unwrap().into_iter().map(Some);
        let mut line = PositionLine::in_turn(start, points).unwrap();
        for (played, color) in
            line.moves.iter_mut().zip([Color::Black, Color::Black, Color::White, Color::Black])
        {
            played.0 = color;
        }
        let found = in_game(&line, "", None, &Watch::default(), &mut |_| {});
        assert!(!found.is_empty());
        for puzzle in &found {
            let read = Puzzle::read(&puzzle.line(), &Watch::default()).unwrap();
            assert_eq!((read.id(), read.goal), (puzzle.id(), puzzle.goal));
            let is_black = puzzle.position.to_move() == Color::Black;
            assert_eq!(is_black, puzzle.goal == PuzzleGoal::Defend, "{puzzle:?}");
        }
    }

    #[test]
    fn a_win_that_nothing_stops_is_no_puzzle_of_defense() {
        // Black has an open four.
        let line = r#"{"puzzle":"x","goal":"defend","kind":"vcf","plies":1,"position":{"size":15,"moves":["h8","a1","i8","a3","j8","a5","k8"]}}"#;
        let error = Puzzle::read(line, &Watch::default()).unwrap_err().to_string();
        assert!(error.starts_with("no move was found that stops black's"), "{error}");
        let stopped = Watch::default();
        stopped.stop.set();
        let error = Puzzle::read(line, &stopped).unwrap_err();
        assert!(matches!(error, PuzzleError::Stopped), "{error}");
        let large = line.replace("15", "23");
        let error = Puzzle::read(&large, &Watch::default()).unwrap_err().to_string();
        assert!(error.contains("expected at most 22x22"), "{error}");
    }

    #[test]
    fn a_claim_is_proved_again() {
        let line = r#"{"puzzle":"x","goal":"win","kind":"vcf","plies":3,"position":{"size":15,"moves":["h8"]}}"#;
        let error = Puzzle::read(line, &Watch::default()).unwrap_err().to_string();
        assert_eq!(error, "no forced win was found for white, expected a puzzle");
    }
}
