//! Why a move is better than another one: what it threatens and prepares, and what becomes of the
//! opponent's answer to the other move.

use super::shape::{ShapeKind, ShapeThreat, threat_at, threats_of};
use super::win_path::WinPath;
use tengen_engine::board::Position;
use tengen_engine::types::Coord;

/// What speaks for a move in comparison with another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advantages {
    /// How many threats it makes of which the opponent cannot stop all: a win by it is proved.
    pub unstoppable: Option<usize>,
    /// The forced win that it threatens: proved for the case that the opponent does nothing.
    pub threatens: Option<WinPath>,
    /// What its side can make with the next stone, and could not before: two threats at once.
    pub prepares: Option<ShapeThreat>,
    /// What the answer to the other move would have made there, and does not after this one.
    pub keeps_from: Option<ShapeThreat>,
    /// That no win of the opponent by threats was found after it, though it wins after the other move;
    /// whether it is proved that there is none.
    pub holds: Option<bool>,
}

impl Advantages {
    /// What the board shows about `play` in comparison with `other` and the `answer` to it.
    pub fn seen(
        position: &Position,
        play: Coord,
        other: Option<Coord>,
        answer: Option<Coord>,
    ) -> Self {
        let Some(after) = after(position, play) else { return Self::default() };
        let prepares = prepares(position, &after);
        let keeps_from = other.zip(answer).and_then(|(other, answer)| {
            let opponent = !position.to_move();
            let made = threat_at(&self::after(position, other)?, opponent, answer)?;
            let left = threat_at(&after, opponent, answer).map(|threat| threat.kind);
            left.is_none_or(|left| left < made.kind).then_some(made)
        });
        Self { prepares, keeps_from, ..Self::default() }
    }
}

/// The strongest double threat that the side to move can make after its move and could not before.
fn prepares(position: &Position, after: &Position) -> Option<ShapeThreat> {
    let color = position.to_move();
    let is_double = |threat: &ShapeThreat| {
        matches!(threat.kind, ShapeKind::DoubleThree | ShapeKind::FourThree | ShapeKind::DoubleFour)
    };
    let before = threats_of(position, color)?;
    let is_new = |threat: &ShapeThreat| {
        before.iter().all(|had| had.at != threat.at || had.kind < threat.kind)
    };
    let now = threats_of(after, color)?.into_iter();
    now.filter(|threat| is_double(threat) && is_new(threat)).max_by_key(|threat| threat.kind)
}

fn after(position: &Position, play: Coord) -> Option<Position> {
    let mut after = position.clone();
    after.play(play).ok()?;
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::{parse, parse_picture};
    use tengen_engine::types::{Color, Rule};

    /// White has a three that is blocked on one side and two stones towards it; black is to move.
    const BOARD: &str = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . O . . . .
        . . . . . . O . . . .
        . X O O O . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        X . . . . . . . . . X";

    fn seen(to_move: Color, play: &str, other: &str, answer: &str) -> Advantages {
        let mut position = parse_picture(Rule::Freestyle, BOARD).unwrap();
        position.set_to_move(to_move);
        let [play, other, answer] =
            [play, other, answer].map(|name| parse(name, position.size()).unwrap());
        Advantages::seen(&position, play, Some(other), Some(answer))
    }

    #[test]
    fn the_answer_to_the_other_move_makes_no_threat_any_more() {
        // After a corner g4 makes a four and an open three.
        for play in ["g4", "f4", "g5"] {
            let keeps_from = seen(Color::Black, play, "k9", "g4").keeps_from;
            if play == "g5" {
                assert_eq!(keeps_from, None, "an occupied point");
                continue;
            }
            let kind = keeps_from.map(|threat| threat.kind);
            assert_eq!(kind, Some(ShapeKind::FourThree), "{play}");
        }
        assert_eq!(seen(Color::Black, "k8", "k9", "g4").keeps_from, None);
    }

    #[test]
    fn a_quiet_move_prepares_two_threats_at_once() {
        // With g5 the point g4 makes a second open three, upwards; before it was one.
        let picture = "
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . X . . . .
            . . . . . . . . . . .
            . . . X X . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            O . O . . . . . . . O";
        let mut position = parse_picture(Rule::Freestyle, picture).unwrap();
        position.set_to_move(Color::Black);
        let at = |name| parse(name, position.size()).unwrap();
        let prepares = |play| Advantages::seen(&position, at(play), None, None).prepares;
        let found = prepares("g5").map(|threat| (threat.kind, threat.at));
        assert_eq!(found, Some((ShapeKind::DoubleThree, at("g4"))));
        assert_eq!(prepares("k5"), None);
    }

    #[test]
    fn what_could_be_made_before_is_not_prepared() {
        let prepares = seen(Color::White, "h3", "k9", "k8").prepares;
        assert_eq!(prepares, None, "g4 was a four-three before");
        let picture = BOARD.replace("X O O O .", ". O O . .");
        let mut position = parse_picture(Rule::Freestyle, &picture).unwrap();
        position.set_to_move(Color::Black);
        let none = Advantages::seen(&position, Coord::new(5, 1), None, None);
        assert_eq!(none.prepares, None);
    }
}
