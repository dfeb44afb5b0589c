//! What is played where no player has a move that can be played: the engine failed, or there is no
//! time for its tables. A program that does not answer loses the game.

use super::choice::Choice;
use crate::board::Position;
use crate::classic::fives;
use crate::rules::legality;
use crate::search::{Goal, Limits};
use crate::types::{Coord, Score};

/// As many stones as the goal wants, as far as there is room, each as [`point`].
pub fn choice(position: &Position, limits: &Limits) -> Choice {
    let mut after = position.clone();
    let mut moves = Vec::new();
    while moves.len() < stones(limits.goal)
        && let Some(coord) = point(&after, &limits.excluded)
    {
        moves.push(coord);
        if after.play(coord).is_err() {
            break;
        }
    }
    Choice { pv: moves.clone(), moves, score: Score(0), depth: 0, nodes: 0 }
}

/// The choice if it can be played, else a replacement.
pub(super) fn checked(position: &Position, limits: &Limits, choice: Option<Choice>) -> Choice {
    if let Some(choice) = choice {
        let is_wanted = (1..=stones(limits.goal)).contains(&choice.moves.len());
        if is_wanted && is_playable(position, &choice.moves) {
            return choice;
        }
        if position.empty_coords().next().is_some() {
            log::warn!("the engine chose {:?}, which cannot be played", choice.moves);
        }
    }
    self::choice(position, limits)
}

/// Whether all moves can be played one after the other, the first of them legally if any legal move
/// exists.
fn is_playable(position: &Position, moves: &[Coord]) -> bool {
    let mut after = position.clone();
    let can_be_played = moves.iter().all(|&coord| after.play(coord).is_ok());
    let is_legal = moves.first().is_none_or(|&first| legality::is_legal(position, first));
    can_be_played && (is_legal || legality::legal_moves(position).is_empty())
}

/// Stones that a goal wants.
pub fn stones(goal: Goal) -> usize {
    match goal {
        Goal::Best | Goal::BalanceOne { .. } => 1,
        Goal::BalanceTwo { .. } => 2,
    }
}

/// A five, else a point that stops one, else the nearest point.
fn point(position: &Position, excluded: &[Coord]) -> Option<Coord> {
    five(position, excluded, |_| true).or_else(|| nearest(position, excluded))
}

/// A legal point that makes a five, else one that stops a five that is `noticed`.
pub(super) fn five(
    position: &Position,
    excluded: &[Coord],
    noticed: impl Fn(Coord) -> bool,
) -> Option<Coord> {
    let own = position.to_move();
    let usable = |coord: &Coord| !excluded.contains(coord) && legality::is_legal(position, *coord);
    let made = fives(position, own).into_iter().find(usable);
    let stopped = || fives(position, !own).into_iter().filter(|&c| noticed(c)).find(usable);
    made.or_else(stopped)
}

/// The legal point nearest to the last stone (or the center); an excluded one if there is no other,
/// and a forbidden one if there is no legal one.
fn nearest(position: &Position, excluded: &[Coord]) -> Option<Coord> {
    let last = position.stones().last().map(|&(coord, _)| coord);
    let from = last.unwrap_or(position.size().center());
    let distance = |c: &Coord| (c.x.abs_diff(from.x).max(c.y.abs_diff(from.y)), *c);
    let mut points: Vec<Coord> = position.empty_coords().collect();
    points.sort_by_key(distance);
    let mut legal = points.iter().filter(|&&coord| legality::is_legal(position, coord));
    let any = legal.clone().next().or(points.first());
    legal.find(|coord| !excluded.contains(coord)).or(any).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::{Color, Rule};

    fn limits(goal: Goal) -> Limits {
        Limits { goal, ..Limits::default() }
    }

    fn with_moves(moves: &[Coord]) -> Option<Choice> {
        Some(Choice { moves: moves.to_vec(), score: Score(5), depth: 3, nodes: 9, pv: Vec::new() })
    }

    fn corner() -> Position {
        let picture = "X O . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
        parse_picture(Rule::Freestyle, picture).unwrap()
    }

    #[test]
    fn the_nearest_legal_points_are_played() {
        let picture = "X O . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
        let position = parse_picture(Rule::Freestyle, picture).unwrap();
        let moves = |goal, excluded: &[Coord]| {
            choice(&position, &Limits { goal, excluded: excluded.to_vec(), ..Limits::default() })
                .moves
        };
        let [a, b, c] = [Coord::new(0, 1), Coord::new(0, 2), Coord::new(1, 1)];
        assert_eq!(moves(Goal::Best, &[]), [a]);
        assert_eq!(moves(Goal::Best, &[a]), [c]);
        assert_eq!(moves(Goal::BalanceTwo { bias: 0 }, &[]), [a, b]);
        let all: Vec<Coord> = position.empty_coords().collect();
        assert_eq!(moves(Goal::Best, &all), [a], "an excluded move is better than none");
    }

    #[test]
    fn a_five_is_made_or_stopped() {
        let picture =
            "X X X X . .\n. . . . . .\nO O O O . .\n. . . . . .\n. . . . . .\n. . X O . .";
        let mut position = parse_picture(Rule::Standard, picture).unwrap();
        let [black, white] = [Coord::new(4, 0), Coord::new(4, 2)];
        for (color, [five, stop]) in
            [(Color::Black, [black, white]), (Color::White, [white, black])]
        {
            position.set_to_move(color);
            let played = |excluded: &[Coord]| point(&position, excluded);
            assert_eq!(played(&[]), Some(five));
            assert_eq!(played(&[five]), Some(stop));
            assert!(played(&[five, stop]).is_some_and(|coord| coord != five && coord != stop));
        }
    }

    #[test]
    fn a_faulty_choice_is_replaced_by_a_legal_move_near_the_last_stone() {
        let off_board = with_moves(&[Coord::new(5, 0)]);
        let two = with_moves(&[Coord::new(4, 4), Coord::new(3, 3)]);
        for fault in [None, with_moves(&[]), with_moves(&[Coord::new(0, 0)]), off_board, two] {
            let choice = checked(&corner(), &limits(Goal::Best), fault);
            assert_eq!(choice.moves, [Coord::new(0, 1)]);
        }
    }

    #[test]
    fn a_legal_choice_is_returned_unchanged() {
        let choice = with_moves(&[Coord::new(4, 4), Coord::new(3, 3)]);
        let goal = Goal::BalanceTwo { bias: 0 };
        assert_eq!(Some(checked(&corner(), &limits(goal), choice.clone())), choice);
    }

    #[test]
    fn a_forbidden_move_is_replaced_while_a_legal_one_exists() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . . X . . . .
            . . X X . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . O . O . . . . .
            . O . . . O . . .
            ";
        let position = parse_picture(Rule::Renju, picture).unwrap();
        let forbidden = Coord::new(4, 4);
        assert!(!legality::is_legal(&position, forbidden), "the picture must show a double three");
        let moves = checked(&position, &limits(Goal::Best), with_moves(&[forbidden])).moves;
        let [only] = moves[..] else { panic!("one move was expected: {moves:?}") };
        assert!(legality::is_legal(&position, only));
    }

    #[test]
    fn a_full_board_has_no_move() {
        let full = parse_picture(Rule::Freestyle, &"X O X O X\n".repeat(5)).unwrap();
        assert_eq!(choice(&full, &Limits::default()).moves, []);
    }
}
