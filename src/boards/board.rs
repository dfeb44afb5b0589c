//! The board as lines of text that fit into a given area: large cells if there is room, else wide
//! cells with brackets around highlighted points, else compact cells of one column; and if even
//! these do not fit, the part of the board around the point of interest.
//!
//! All information is in characters, so nothing is lost without colors: `X` black, `O` white, `#`
//! blocked, `!` forbidden, `+` advice, `@` the better move at a mistake; `(X)` the last move, `<X<X<X>` the winning line, `[.]` the
//! cursor. In compact cells the last move is a lower-case letter and the winning line `*`.
//! [`Glyphs`] has the same in Unicode. Pure: no terminal. Imports `board` and `types`.

use super::glyphs::Glyphs;
use super::style::{Style, StyledLine};
use tengen_engine::board::{Position, notation};
use tengen_engine::types::{Coord, Stone};

/// The highlighted points of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub cursor: Option<Coord>,
    /// The last move.
    pub last: Option<Coord>,
    /// The winning line.
    pub win: Vec<Coord>,
    /// Forbidden points.
    pub forbidden: Vec<Coord>,
    /// The engine's advice.
    pub hint: Option<Coord>,
    /// The better move at a mistake that a review has found.
    pub better: Option<Coord>,
    /// Points with threats, each with its sign.
    pub threats: Vec<(Coord, char)>,
    /// The stones with their numbers, if numbers are shown.
    pub numbers: Vec<(Coord, usize)>,
}

/// Columns and rows that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenArea {
    pub columns: usize,
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
    /// Column and row of the cursor's cell in the lines.
    pub cursor: Option<(usize, usize)>,
    grid: Grid,
}

impl BoardDrawing {
    /// The point drawn at a column and row of the drawing.
    pub(crate) fn coord_at(&self, column: usize, row: usize) -> Option<Coord> {
        let Grid { label, cell, columns, rows } = self.grid;
        // A wide cell is a separator and a sign; the column after the sign belongs to it, too.
        let inside = column.checked_sub(label + usize::from(cell.columns == 1))?;
        let x = columns.first + inside / cell.columns;
        let y = rows.first + row / cell.rows;
        // No line of a large cell stands between the last row and the letters.
        let drawn = rows.count * cell.rows - (cell.rows - 1);
        (row < drawn && columns.all().contains(&x)).then(|| coord(x, y))
    }
}

/// The size of a point on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    columns: usize,
    rows: usize,
}

/// Which points are drawn where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    /// Columns of the numbers at the left.
    label: usize,
    cell: Cell,
    columns: VisibleRange,
    rows: VisibleRange,
}

/// Columns and rows of the whole board with cells of this size.
fn extent(position: &Position, cell: Cell) -> ScreenArea {
    let size = position.size();
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let label = height.to_string().len();
    let last = usize::from(cell.columns > 1);
    let letters = if width > 26 { 2 } else { 1 };
    ScreenArea {
        columns: label + width * cell.columns + if cell.columns == 1 { 1 } else { last },
        rows: height * cell.rows - (cell.rows - 1) + letters,
    }
}

/// The largest cells with which the whole board fits into the area, else the smallest.
fn best_cell(position: &Position, has_numbers: bool, area: ScreenArea) -> Cell {
    let wanted: &[(usize, usize)] =
        if has_numbers { &[(4, 2), (4, 1), (3, 1), (2, 1)] } else { &[(4, 2), (2, 1)] };
    let cells = wanted.iter().map(|&(columns, rows)| Cell { columns, rows });
    let fits = |cell: &Cell| {
        let needed = extent(position, *cell);
        let is_wide_enough = needed.columns <= area.columns;
        // A board that must scroll anyway gets wide cells if they fit.
        is_wide_enough && (needed.rows <= area.rows || cell.rows == 1)
    };
    cells.into_iter().find(fits).unwrap_or(Cell { columns: 1, rows: 1 })
}

/// Columns and rows of the board if it is drawn into the area.
pub(crate) fn drawn_extent(position: &Position, has_numbers: bool, area: ScreenArea) -> ScreenArea {
    let needed = extent(position, best_cell(position, has_numbers, area));
    ScreenArea { columns: needed.columns.min(area.columns), rows: needed.rows.min(area.rows) }
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
pub(crate) fn draw(
    position: &Position,
    marks: &Marks,
    glyphs: &Glyphs,
    area: ScreenArea,
) -> BoardDrawing {
    draw_cells(position, marks, glyphs, area, best_cell(position, !marks.numbers.is_empty(), area))
}

fn draw_cells(
    position: &Position,
    marks: &Marks,
    glyphs: &Glyphs,
    area: ScreenArea,
    cell: Cell,
) -> BoardDrawing {
    let size = position.size();
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let label = height.to_string().len();
    let letters = if width > 26 { 2 } else { 1 };
    let center = marks.cursor.or(marks.last).unwrap_or(size.center());
    let across = area.columns.saturating_sub(label + 1) / cell.columns;
    let down = area.rows.saturating_sub(letters).div_ceil(cell.rows);
    let columns = VisibleRange::around(center.x.into(), width, across);
    let rows = VisibleRange::around(center.y.into(), height, down);
    let grid = Grid { label, cell, columns, rows };
    let artist = BoardPainter { position, marks, glyphs, grid };
    let mut lines: Vec<StyledLine> = Vec::new();
    for y in rows.all() {
        if cell.rows > 1 && y > rows.first {
            lines.push(artist.between_rows());
        }
        lines.push(artist.row(y));
    }
    lines.extend((0..letters).map(|index| artist.letters(index, letters)));
    let cursor = marks.cursor.map(|Coord { x, y }| {
        let column = (usize::from(x) - columns.first) * cell.columns;
        (label + 1 + column, (usize::from(y) - rows.first) * cell.rows)
    });
    BoardDrawing { lines, cursor, grid }
}

/// The whole board as text without colors, each line with its line break; wider where stones have
/// numbers.
pub fn plain(position: &Position, marks: &Marks) -> String {
    let cell = Cell { columns: if marks.numbers.is_empty() { 2 } else { 3 }, rows: 1 };
    let lines = draw_cells(position, marks, &Glyphs::ASCII, ScreenArea::ENDLESS, cell).lines;
    lines.iter().map(|line| line.plain().trim_end().to_owned() + "\n").collect()
}

/// As [`plain`], with the moves of a line as numbers on their points, which are empty before it.
pub fn numbered(position: &Position, line: &[Coord]) -> String {
    let numbers = line.iter().copied().zip(1..).collect();
    plain(position, &Marks { numbers, ..Marks::default() })
}

struct BoardPainter<'a> {
    position: &'a Position,
    marks: &'a Marks,
    glyphs: &'a Glyphs,
    grid: Grid,
}

impl BoardPainter<'_> {
    fn row(&self, y: usize) -> StyledLine {
        let height = usize::from(self.position.size().height());
        let mut line = StyledLine::of(format!("{:>1$}", height - y, self.grid.label), Style::Faint);
        let mut open = None;
        for x in self.grid.columns.all() {
            let coord = coord(x, y);
            if self.grid.cell.columns > 1 {
                open = self.cell(&mut line, coord, open, x == self.grid.columns.first);
                continue;
            }
            if x == self.grid.columns.first {
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

    /// A point with the separator before it; returns the bracket that is still open.
    fn cell(
        &self,
        line: &mut StyledLine,
        coord: Coord,
        open: Option<(char, char, Style)>,
        is_first: bool,
    ) -> Option<(char, char, Style)> {
        let Cell { columns, rows } = self.grid.cell;
        if columns > 2 && self.numbered(line, coord) {
            return None;
        }
        let gap = if is_first || rows == 1 { ' ' } else { self.glyphs.across };
        let bracket = self.bracket(coord);
        let (sign, style) = match (open, bracket) {
            // One column between two cells: the cursor has priority, then the opening bracket.
            (Some((_, end, Style::Cursor)), _) => (end, Style::Cursor),
            (_, Some((begin, _, style))) => (begin, style),
            (Some((_, end, style)), None) => (end, style),
            (None, None) => (gap, Style::Faint),
        };
        line.push(sign, style);
        let (sign, style) = self.sign(coord);
        line.push(sign, style);
        if columns == 2 {
            return bracket;
        }
        let filler = self.filler(coord);
        let (end, style) = bracket.map_or((filler, Style::Faint), |(_, end, style)| (end, style));
        line.push(end, style);
        (3..columns).for_each(|_| line.push(filler, Style::Faint));
        None
    }

    /// Draws the number of a stone, if it has one and numbers are shown.
    fn numbered(&self, line: &mut StyledLine, coord: Coord) -> bool {
        let number = self.marks.numbers.iter().find(|(numbered, _)| *numbered == coord);
        let Some((_, number)) = number else { return false };
        let style = match () {
            () if self.marks.cursor == Some(coord) => Style::Cursor,
            () if self.marks.last == Some(coord) => Style::Last,
            () => self.sign(coord).1,
        };
        line.push(format!("{number:>3}"), style);
        (3..self.grid.cell.columns).for_each(|_| line.push(self.filler(coord), Style::Faint));
        true
    }

    /// The sign to the right of a point: nothing at the edge of the board.
    fn filler(&self, coord: Coord) -> char {
        let is_edge = coord.x + 1 == self.position.size().width();
        if self.grid.cell.rows > 1 && !is_edge { self.glyphs.across } else { ' ' }
    }

    /// The line between two rows of large cells.
    fn between_rows(&self) -> StyledLine {
        let mut text = " ".repeat(self.grid.label);
        for _ in self.grid.columns.all() {
            text.push(' ');
            text.push(self.glyphs.down);
            text.push_str(&" ".repeat(self.grid.cell.columns - 2));
        }
        StyledLine::of(text, Style::Faint)
    }

    /// The column names; those of two letters are written vertically.
    fn letters(&self, index: usize, count: usize) -> StyledLine {
        let mut line = StyledLine::of(" ".repeat(self.grid.label), Style::Faint);
        let mut text = String::new();
        for x in self.grid.columns.all() {
            if self.grid.cell.columns > 1 || x == self.grid.columns.first {
                text.push(' ');
            }
            let name = notation::name(coord(x, 0), self.position.size());
            let name: Vec<char> = name.chars().filter(char::is_ascii_alphabetic).collect();
            let missing = count.saturating_sub(name.len());
            let letter = index.checked_sub(missing).and_then(|at| name.get(at));
            text.push(letter.copied().unwrap_or(' '));
            text.push_str(&" ".repeat(self.grid.cell.columns.saturating_sub(2)));
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

    /// The sign where lines of the board meet or end.
    fn crossing(&self, coord: Coord) -> char {
        let part = |at: u8, side: u8| match at {
            0 => 0,
            _ if at + 1 == side => 2,
            _ => 1,
        };
        let size = self.position.size();
        self.glyphs.crossings[part(coord.y, size.height())][part(coord.x, size.width())]
    }

    fn sign(&self, coord: Coord) -> (char, Style) {
        let (is_last, is_win) = (self.marks.last == Some(coord), self.marks.win.contains(&coord));
        let is_wide = self.grid.cell.columns > 1;
        let glyphs = self.glyphs;
        let threat = self.marks.threats.iter().find(|(at, _)| *at == coord).map(|(_, sign)| *sign);
        let (sign, style, small) = match self.position.stone_at(coord) {
            Some(Stone::Black) => (glyphs.black, Style::Black, Some(glyphs.black_last)),
            Some(Stone::White) => (glyphs.white, Style::White, Some(glyphs.white_last)),
            Some(Stone::Blocked) => ('#', Style::Faint, None),
            None if self.marks.hint == Some(coord) => (glyphs.hint, Style::Hint, None),
            None if self.marks.better == Some(coord) => (glyphs.better, Style::Hint, None),
            None if self.marks.forbidden.contains(&coord) => ('!', Style::Forbidden, None),
            None if threat.is_some() => (threat.unwrap_or(glyphs.empty), Style::Message, None),
            None if self.grid.cell.rows > 1 => (self.crossing(coord), Style::Faint, None),
            None => (glyphs.empty, Style::Faint, None),
        };
        match small {
            Some(_) if is_win => (if is_wide { sign } else { '*' }, Style::Win),
            Some(small) if is_last && !is_wide => (small, Style::Last),
            _ => (sign, style),
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
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::types::{BoardSize, Rule};

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
        let lines = draw(&position(), marks, &Glyphs::ASCII, ScreenArea { columns, rows }).lines;
        lines.iter().map(|line| line.plain().trim_end().to_owned()).collect()
    }

    fn marks() -> Marks {
        Marks {
            last: Some(Coord::new(4, 2)),
            win: (0..5).map(|x| Coord::new(x, 1)).collect(),
            forbidden: vec![Coord::new(5, 4)],
            hint: Some(Coord::new(0, 3)),
            better: Some(Coord::new(2, 0)),
            cursor: Some(Coord::new(3, 2)),
            ..Marks::default()
        }
    }

    #[test]
    fn signs_tell_everything_without_colors() {
        assert_eq!(
            text(&marks(), 20, 24),
            [
                "5 . . @ . . .",
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
            ["5 ..@...", "4 *****.", "3 OO.Oo.", "2 +.....", "1 ...#.!", "  abcdef"]
        );
        let drawing =
            draw(&position(), &marks(), &Glyphs::ASCII, ScreenArea { columns: 9, rows: 24 });
        assert_eq!(drawing.cursor, Some((5, 2)));
    }

    #[test]
    fn a_tiny_room_shows_what_lies_around_the_cursor() {
        assert_eq!(text(&marks(), 5, 4), ["4 ***", "3 .Oo", "2 ...", "  cde"]);
        assert_eq!(
            draw(&position(), &marks(), &Glyphs::ASCII, ScreenArea { columns: 5, rows: 4 }).cursor,
            Some((3, 1))
        );
        assert_eq!(text(&marks(), 0, 0).len(), 2, "one point and its letter are always there");
    }

    #[test]
    fn a_large_room_has_lines_between_the_points() {
        let drawing =
            draw(&position(), &marks(), &Glyphs::UNICODE, ScreenArea { columns: 40, rows: 24 });
        let lines: Vec<String> =
            drawing.lines.iter().map(|line| line.plain().trim_end().to_owned()).collect();
        assert_eq!(
            lines,
            [
                "5 ┌───┬───✓───┬───┬───┐",
                "  │   │   │   │   │   │",
                "4<●>─<●>─<●>─<●>─<●>──┤",
                "  │   │   │   │   │   │",
                "3 ○───○───┼──[○]─(○)──┤",
                "  │   │   │   │   │   │",
                "2 +───┼───┼───┼───┼───┤",
                "  │   │   │   │   │   │",
                "1 └───┴───┴───#───┴───!",
                "  a   b   c   d   e   f",
            ]
        );
        assert_eq!(drawing.cursor, Some((14, 4)));
    }

    #[test]
    fn a_click_finds_its_point_in_cells_of_every_size() {
        for (columns, rows) in [(40, 24), (20, 24), (9, 24), (5, 4)] {
            let area = ScreenArea { columns, rows };
            let drawing = draw(&position(), &marks(), &Glyphs::ASCII, area);
            let (column, row) = drawing.cursor.unwrap();
            assert_eq!(drawing.coord_at(column, row), Some(Coord::new(3, 2)), "{columns}");
            assert_eq!(drawing.coord_at(0, 0), None);
            assert_eq!(drawing.coord_at(columns + 9, 0), None);
            assert_eq!(drawing.coord_at(column, rows + 20), None);
            let letters = drawing.lines.len() - 1;
            assert!(drawing.coord_at(column, letters - 1).is_some(), "{columns}");
            assert_eq!(drawing.coord_at(column, letters), None, "{columns}");
        }
    }

    #[test]
    fn move_numbers_take_cells_of_three_columns() {
        let numbers = vec![(Coord::new(0, 1), 1), (Coord::new(1, 1), 12)];
        let marks = Marks { numbers, ..Marks::default() };
        assert_eq!(text(&marks, 20, 24)[1], "4  1 12 X  X  X  .");
        assert_eq!(text(&marks, 14, 24)[1], "4 X X X X X .", "no room: stones");
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
                let drawing = draw(&position, &Marks::default(), &Glyphs::UNICODE, area);
                assert!(drawing.lines.len() <= 10);
                let widest = drawing.lines.iter().map(|line| line.plain().chars().count()).max();
                assert!(widest.is_some_and(|widest| widest <= columns), "{size} {columns}");
            }
        }
    }
}
