//! The board as lines of text that fit into a given area: wide cells with brackets around
//! highlighted points; compact cells of one column where those do not fit; and the part of the
//! board around the point of interest where even these do not.
//!
//! All information is in characters, so nothing is lost without colors: `X` black, `O` white, `#`
//! blocked, `!` forbidden, `+` advice; `(X)` the last move, `<X<X<X>` the winning line, `[.]` the
//! cursor. In compact cells the last move is a small letter and the winning line `*`. Pure: no
//! terminal. Imports `board` and `types`.

use super::style::{Style, StyledLine};
use crate::board::{Position, notation};
use crate::types::{Coord, Stone};

/// The highlighted points of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The cursor.
    pub cursor: Option<Coord>,
    /// The last move.
    pub last: Option<Coord>,
    /// The winning line.
    pub win: Vec<Coord>,
    /// Forbidden points.
    pub forbidden: Vec<Coord>,
    /// The engine's advice.
    pub hint: Option<Coord>,
}

/// Columns and rows that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScreenArea {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
}

impl ScreenArea {
    /// Unlimited.
    pub(crate) const ENDLESS: ScreenArea = ScreenArea { columns: usize::MAX, rows: usize::MAX };
}

/// A drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardDrawing {
    /// The lines, top down.
    pub lines: Vec<StyledLine>,
    /// Column and row of the cursor's cell in them.
    pub cursor: Option<(usize, usize)>,
}

/// The visible range of columns or rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct VisibleRange {
    first: usize,
    count: usize,
}

impl VisibleRange {
    /// At most `available` of `length`, around `center`.
    fn around(center: usize, length: usize, available: usize) -> Self {
        let count = length.min(available.max(1));
        Self { first: center.saturating_sub(count / 2).min(length - count), count }
    }

    fn all(self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }
}

/// Draws the board into the area.
pub(crate) fn draw(position: &Position, marks: &Marks, area: ScreenArea) -> BoardDrawing {
    let size = position.size();
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let label = height.to_string().len();
    let is_wide = area.columns > label + 2 * width;
    let cell = if is_wide { 2 } else { 1 };
    let letters = if width > 26 { 2 } else { 1 };
    let center = marks.cursor.or(marks.last).unwrap_or(size.center());
    let across = area.columns.saturating_sub(label + 1) / cell;
    let columns = VisibleRange::around(center.x.into(), width, across);
    let rows = VisibleRange::around(center.y.into(), height, area.rows.saturating_sub(letters));
    let artist = BoardPainter { position, marks, label, is_wide, columns };
    let mut lines: Vec<StyledLine> = rows.all().map(|y| artist.row(y)).collect();
    lines.extend((0..letters).map(|index| artist.letters(index, letters)));
    let cursor = marks.cursor.map(|Coord { x, y }| {
        let column = (usize::from(x) - columns.first) * cell;
        (label + 1 + column, usize::from(y) - rows.first)
    });
    BoardDrawing { lines, cursor }
}

/// The whole board as text without colors, each line with its line break.
pub(crate) fn plain(position: &Position, marks: &Marks) -> String {
    let lines = draw(position, marks, ScreenArea::ENDLESS).lines;
    lines.iter().map(|line| line.plain().trim_end().to_owned() + "\n").collect()
}

struct BoardPainter<'a> {
    position: &'a Position,
    marks: &'a Marks,
    label: usize,
    is_wide: bool,
    columns: VisibleRange,
}

impl BoardPainter<'_> {
    fn row(&self, y: usize) -> StyledLine {
        let height = usize::from(self.position.size().height());
        let mut line = StyledLine::of(format!("{:>1$}", height - y, self.label), Style::Faint);
        let mut open = None;
        for x in self.columns.all() {
            let coord = coord(x, y);
            if self.is_wide {
                let bracket = self.bracket(coord);
                let (sign, style) = match (open, bracket) {
                    // One column between two cells: the cursor has priority, then the opening
                    // bracket.
                    (Some((_, end, Style::Cursor)), _) => (end, Style::Cursor),
                    (_, Some((begin, _, style))) => (begin, style),
                    (Some((_, end, style)), None) => (end, style),
                    (None, None) => (' ', Style::Plain),
                };
                line.push(sign, style);
                open = bracket;
            } else if x == self.columns.first {
                line.push(' ', Style::Plain);
            }
            let (sign, style) = self.sign(coord);
            line.push(sign, style);
        }
        if let Some((_, end, style)) = open {
            line.push(end, style);
        }
        line
    }

    /// The column names; those of two letters are written vertically.
    fn letters(&self, index: usize, count: usize) -> StyledLine {
        let mut line = StyledLine::of(" ".repeat(self.label), Style::Faint);
        let mut text = String::new();
        for x in self.columns.all() {
            if self.is_wide || x == self.columns.first {
                text.push(' ');
            }
            let name = notation::name(coord(x, 0), self.position.size());
            let name: Vec<char> = name.chars().filter(char::is_ascii_alphabetic).collect();
            let missing = count.saturating_sub(name.len());
            let letter = index.checked_sub(missing).and_then(|at| name.get(at));
            text.push(letter.copied().unwrap_or(' '));
        }
        line.push(text, Style::Faint);
        line
    }

    fn bracket(&self, coord: Coord) -> Option<(char, char, Style)> {
        if self.marks.cursor == Some(coord) {
            Some(('[', ']', Style::Cursor))
        } else if self.marks.win.contains(&coord) {
            Some(('<', '>', Style::Win))
        } else if self.marks.last == Some(coord) {
            Some(('(', ')', Style::Last))
        } else {
            None
        }
    }

    fn sign(&self, coord: Coord) -> (char, Style) {
        let (is_last, is_win) = (self.marks.last == Some(coord), self.marks.win.contains(&coord));
        let plain = match self.position.stone_at(coord) {
            Some(Stone::Black) => ('X', Style::Black),
            Some(Stone::White) => ('O', Style::White),
            Some(Stone::Blocked) => ('#', Style::Faint),
            None if self.marks.hint == Some(coord) => ('+', Style::Hint),
            None if self.marks.forbidden.contains(&coord) => ('!', Style::Forbidden),
            None => ('.', Style::Faint),
        };
        match plain {
            ('X' | 'O', _) if is_win => (if self.is_wide { plain.0 } else { '*' }, Style::Win),
            (stone @ ('X' | 'O'), style) if is_last && self.is_wide => (stone, style),
            (stone @ ('X' | 'O'), _) if is_last => (stone.to_ascii_lowercase(), Style::Last),
            plain => plain,
        }
    }
}

/// Boards have at most 181 columns and rows.
fn coord(x: usize, y: usize) -> Coord {
    Coord::new(u8::try_from(x).unwrap_or(u8::MAX), u8::try_from(y).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_picture;
    use crate::types::{BoardSize, Rule};

    fn position() -> Position {
        let picture = "
            . . . . . .
            X X X X X .
            O O . O O .
            . . . . . .
            . . . # . .
            ";
        parse_picture(Rule::Renju, picture).unwrap()
    }

    fn text(marks: &Marks, columns: usize, rows: usize) -> Vec<String> {
        let lines = draw(&position(), marks, ScreenArea { columns, rows }).lines;
        lines.iter().map(|line| line.plain().trim_end().to_owned()).collect()
    }

    fn marks() -> Marks {
        Marks {
            last: Some(Coord::new(4, 2)),
            win: (0..5).map(|x| Coord::new(x, 1)).collect(),
            forbidden: vec![Coord::new(5, 4)],
            hint: Some(Coord::new(0, 3)),
            cursor: Some(Coord::new(3, 2)),
        }
    }

    #[test]
    fn signs_tell_everything_without_colors() {
        assert_eq!(
            text(&marks(), 80, 24),
            [
                "5 . . . . . .",
                "4<X<X<X<X<X>.",
                "3 O O .[O]O).",
                "2 + . . . . .",
                "1 . . . # . !",
                "  a b c d e f",
            ]
        );
    }

    #[test]
    fn a_narrow_room_has_compact_cells() {
        assert_eq!(
            text(&marks(), 9, 24),
            ["5 ......", "4 *****.", "3 OO.Oo.", "2 +.....", "1 ...#.!", "  abcdef"]
        );
        let drawing = draw(&position(), &marks(), ScreenArea { columns: 9, rows: 24 });
        assert_eq!(drawing.cursor, Some((5, 2)));
    }

    #[test]
    fn a_tiny_room_shows_what_lies_around_the_cursor() {
        assert_eq!(text(&marks(), 5, 4), ["4 ***", "3 .Oo", "2 ...", "  cde"]);
        assert_eq!(
            draw(&position(), &marks(), ScreenArea { columns: 5, rows: 4 }).cursor,
            Some((3, 1))
        );
        assert_eq!(text(&marks(), 0, 0).len(), 2, "one point and its letter are always there");
    }

    #[test]
    fn columns_after_z_have_two_letters_below_each_other() {
        let position = Position::new(Rule::Freestyle, BoardSize::new(28, 5).unwrap());
        let text = plain(&position, &Marks::default());
        let letters: Vec<&str> = text.lines().skip(5).collect();
        assert!(letters[0].ends_with("      a a"), "{letters:?}");
        assert!(letters[1].ends_with("x y z a b"), "{letters:?}");
    }

    #[test]
    fn every_room_is_kept_to() {
        for size in [5u64, 15, 30, 181] {
            let position = Position::new(Rule::Freestyle, BoardSize::square(size).unwrap());
            for columns in 5..60 {
                let area = ScreenArea { columns, rows: 10 };
                let drawing = draw(&position, &Marks::default(), area);
                assert!(drawing.lines.len() <= 10);
                let widest = drawing.lines.iter().map(|line| line.plain().len()).max();
                assert!(widest.is_some_and(|widest| widest <= columns), "{size} {columns}");
            }
        }
    }
}
