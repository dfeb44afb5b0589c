//! Shapes by runs: how many stones are adjacent to the point in both directions of a line, and
//! whether the cells beyond them are free.

use super::shape::{CellLine, LineCell, REACH, Shape};

/// The shape that a stone of `own` in the middle of the line would join: `1 + stones` if one end is
/// blocked, `6 + stones` if both are free, with 0 to 4 stones beside the point.
pub(crate) fn shape(line: &CellLine, own: LineCell) -> Shape {
    let side = |sense: isize| {
        let at = |steps: usize| line[(REACH as isize + sense * steps as isize) as usize];
        let stones = (1..=REACH).take_while(|&steps| at(steps) == own).count();
        let free = (stones + 1..=REACH).take_while(|&steps| at(steps) == LineCell::Empty).count();
        (stones, free)
    };
    let ((left, left_free), (right, right_free)) = (side(-1), side(1));
    let stones = left + right;
    if stones >= 4 {
        return Shape(10);
    }
    // Without room for five it is worth nothing.
    if stones + 1 + left_free + right_free < 5 || (left_free == 0 && right_free == 0) {
        return Shape::NOTHING;
    }
    let is_live = left_free > 0 && right_free > 0;
    Shape((if is_live { 6 } else { 1 }) + stones as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> u8 {
        let mut line = [LineCell::Wall; 2 * REACH + 1];
        for (cell, sign) in line.iter_mut().zip(text.chars()) {
            *cell = match sign {
                'X' => LineCell::Black,
                'O' => LineCell::White,
                '#' => LineCell::Wall,
                _ => LineCell::Empty,
            };
        }
        shape(&line, LineCell::Black).0
    }

    #[test]
    fn runs_are_live_blocked_or_dead() {
        assert_eq!(seen("..........."), 6, "alone and free");
        assert_eq!(seen("...XX......"), 8, "two beside it, live");
        assert_eq!(seen("..OXX......"), 3, "two beside it, blocked");
        assert_eq!(seen("...XX.XX..."), 10, "five");
        assert_eq!(seen("..OXX..O..."), 0, "no room");
        assert_eq!(seen("####X.XX..."), 4, "three at the edge");
    }
}
