//! `tengen.Board`, and its legal moves.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyString};

use crate::arrays::{self, PLANES, array};
use crate::errors::{IllegalMoveError, value_error};
use crate::outcome::PyOutcome;
use crate::point::{Move, point_of, point_or_pass};
use crate::position::{Played, RefusedMove};
use crate::threat::PyThreat;
use crate::words::{argument, color_name, color_of, rule_of, size_of};
use tengen_engine::board::{Position, Symmetry, notation};
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};
use tengen_records::book::key::Canonical;
use tengen_records::{move_text, positions};
use tengen_study::{board_svg, explain};

/// A position with the moves that led to it.
#[pyclass(name = "Board", module = "tengen")]
pub(crate) struct PyBoard {
    pub(crate) played: Played,
}

impl PyBoard {
    /// A board of these contents.
    pub(crate) fn of(played: Played) -> Self {
        Self { played }
    }

    fn position(&self) -> &Position {
        self.played.now()
    }

    fn refused(&self, why: &RefusedMove, point: Option<Coord>) -> PyErr {
        let name = notation::move_name(point, self.position().size());
        IllegalMoveError::new_err(match why {
            RefusedMove::Over(end) => {
                format!("{name} is illegal: the game is over, {}", end.sentence())
            }
            RefusedMove::Illegal(error) => format!("{name} is illegal: {error}"),
            RefusedMove::Place(error) => format!("{name} is illegal: {error}"),
        })
    }

    fn play(&mut self, point: Option<Coord>, strict: bool) -> PyResult<Option<Move>> {
        let played = self.played.play(point, strict);
        played.map_err(|why| self.refused(&why, point))?;
        let size = self.position().size();
        Ok(point.map(|at| Move::new(at, size)))
    }

    /// Plays all, or none if one is illegal.
    fn play_all(&mut self, points: Vec<Option<Coord>>, strict: bool) -> PyResult<()> {
        for (count, point) in points.into_iter().enumerate() {
            if let Err(error) = self.play(point, strict) {
                for _ in 0..count {
                    self.played.take_back();
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Whether it began empty with black to move, so that its moves are all of it.
    fn has_order(&self) -> bool {
        let start = self.played.start();
        start.stones().is_empty() && start.to_move() == Color::Black
    }

    /// The moves as one text, without stones that were set up.
    fn moves_text(&self) -> String {
        let size = self.position().size();
        self.played.moves().iter().map(|&point| notation::move_name(point, size)).collect()
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (rule = None, size = 15, *, width = None, height = None, moves = None))]
    fn empty(
        rule: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = argument::size)] size: u64,
        #[pyo3(from_py_with = argument::width)] width: Option<u64>,
        #[pyo3(from_py_with = argument::height)] height: Option<u64>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rule = rule.map_or(Ok(Rule::Renju), rule_of)?;
        let size = size_of(size, width, height)?;
        let mut board = Self::of(Played::new(Position::new(rule, size)));
        if let Some(moves) = moves {
            board.play_all(points_of(moves, size)?, true)?;
        }
        Ok(board)
    }

    /// The board of a position as JSON, see `to_json`.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let line = positions::parse_line(text, Rule::Freestyle).map_err(value_error)?;
        Ok(Self::of(Played::of_line(line)))
    }

    /// The board of a picture, a line for each row: `X` black, `O` white, `#` blocked, `.` empty.
    #[staticmethod]
    #[pyo3(signature = (picture, rule = None, turn = None))]
    fn from_text(
        picture: &str,
        rule: Option<&Bound<'_, PyAny>>,
        turn: Option<&str>,
    ) -> PyResult<Self> {
        let rule = rule.map_or(Ok(Rule::Renju), rule_of)?;
        let mut position = notation::parse_picture(rule, picture).map_err(value_error)?;
        if let Some(turn) = turn {
            position.set_to_move(color_of("turn", turn)?);
        }
        Ok(Self::of(Played::new(position)))
    }

    /// The position as JSON, which every command of Tengen reads.
    fn to_json(&self) -> String {
        let position = self.position();
        if !self.has_order() {
            return setup_json(position);
        }
        let size = position.size();
        serde_json::json!({
            "rule": position.rule().name(), "width": size.width(), "height": size.height(),
            "moves": self.moves_text(),
        })
        .to_string()
    }

    /// The rule: one of `tengen.RULES`.
    #[getter]
    fn rule(&self) -> &'static str {
        self.position().rule().name()
    }

    /// Columns.
    #[getter]
    fn width(&self) -> u8 {
        self.position().size().width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> u8 {
        self.position().size().height()
    }

    /// The side to move: `black` or `white`.
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.position().to_move())
    }

    /// The moves so far; `None` is a pass. Stones that were set up are not among them.
    #[getter]
    fn move_stack(&self) -> Vec<Option<Move>> {
        let size = self.position().size();
        self.played.moves().iter().map(|point| point.map(|at| Move::new(at, size))).collect()
    }

    /// The number of moves so far.
    fn ply(&self) -> usize {
        self.played.moves().len()
    }

    /// The last move.
    fn peek(&self) -> PyResult<Option<Move>> {
        let last = self.played.moves().last();
        let last = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        Ok(last.map(|at| Move::new(at, self.position().size())))
    }

    /// Plays on a point, or passes by `None`, and returns the move.
    #[pyo3(signature = (r#move, *, strict = true))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>, strict: bool) -> PyResult<Option<Move>> {
        let point = point_or_pass(r#move, self.position().size())?;
        self.play(point, strict)
    }

    /// Plays several moves: a text such as `h8i9`, or any iterable of moves. Plays none if one is illegal.
    #[pyo3(signature = (moves, *, strict = true))]
    fn push_moves(slf: &Bound<'_, Self>, moves: &Bound<'_, PyAny>, strict: bool) -> PyResult<()> {
        // What gives the moves may look at this board.
        let size = slf.try_borrow()?.position().size();
        let points = points_of(moves, size)?;
        slf.try_borrow_mut()?.play_all(points, strict)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<Option<Move>> {
        let size = self.position().size();
        let last = self.played.take_back();
        let last = last.ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok(last.map(|at| Move::new(at, size)))
    }

    /// The legal moves: iterable, with `in` and `len`.
    #[getter]
    fn legal_moves(slf: Py<Self>) -> LegalMoves {
        LegalMoves { board: slf }
    }

    /// Whether the side to move may play there.
    fn is_legal(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match point_or_pass(r#move, self.position().size())? {
            Some(at) => Ok(self.played.is_legal(at)),
            None => Ok(self.played.end().is_none()),
        }
    }

    /// Why black may not play there: `double-three`, `double-four` or `overline`; `None` if black may, under
    /// every rule but renju, and on points that are taken.
    fn is_forbidden(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let at = point_of(r#move, self.position().size())?;
        Ok(self.played.forbidden(at).map(|kind| kind.name()))
    }

    /// The points that renju forbids to black, each with its kind.
    fn forbidden_points<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let size = self.position().size();
        let found = PyDict::new(py);
        for (at, kind) in self.played.forbidden_points() {
            found.set_item(Move::new(at, size), kind.name())?;
        }
        Ok(found)
    }

    /// The move that a name, a pair or a move means on this board.
    fn parse_move(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Move> {
        let size = self.position().size();
        Ok(Move::new(point_of(r#move, size)?, size))
    }

    /// `black`, `white`, `blocked`, or `None` if the point is empty.
    fn stone_at(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let at = point_of(r#move, self.position().size())?;
        Ok(self.position().stone_at(at).map(|stone| match stone {
            Stone::Black => "black",
            Stone::White => "white",
            Stone::Blocked => "blocked",
        }))
    }

    /// The number of stones on the board.
    fn __len__(&self) -> usize {
        self.position().stones().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Who has won: `black` or `white`; `None` if nobody has.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.played.end()?.winner.map(color_name)
    }

    /// How the game ended; `None` if it goes on.
    fn outcome(&self) -> Option<PyOutcome> {
        Some(PyOutcome::new(self.played.end()?, self.position().size()))
    }

    /// Whether the game has ended.
    fn is_game_over(&self) -> bool {
        self.played.end().is_some()
    }

    /// What a stone of a side, by default the side to move, would make: the points where it makes an open
    /// three or more and may be played.
    #[pyo3(signature = (color = None))]
    fn threats(&self, color: Option<&str>) -> PyResult<Vec<PyThreat>> {
        let position = self.position();
        let color = color.map_or(Ok(position.to_move()), |word| color_of("color", word))?;
        let found = explain::threats_of(position, color)
            .ok_or_else(|| value_error(position.size().too_large()))?;
        Ok(found.iter().map(|threat| PyThreat::new(threat, position.size())).collect())
    }

    /// The images of the board under its symmetries, itself first: eight, or four if it is not square.
    fn symmetries(&self) -> Vec<Self> {
        Symmetry::all(self.position().size()).map(|symmetry| self.image(symmetry)).collect()
    }

    /// The key of the position, the same for all its images and whatever the order of the moves.
    fn canonical_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, Canonical::of(self.position()).key.bytes())
    }

    /// A board of its own.
    fn copy(&self) -> Self {
        Self::of(self.played.clone())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// The same rule, size, stones and side to move, whatever the order of the moves.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        // Of the same board there is only one borrow.
        let Ok(other) = other.try_borrow() else { return false };
        let parts = |position: &Position| (position.rule(), position.size(), position.to_move());
        let (one, two) = (self.position(), other.position());
        parts(one) == parts(two) && one.cells() == two.cells()
    }

    fn __str__(&self) -> String {
        self.text(None)
    }

    /// A picture: `X` black, `O` white, `#` blocked, `.` empty, and the signs of `marks`.
    #[pyo3(signature = (marks = None))]
    fn to_text(&self, marks: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let size = self.position().size();
        let mut signs = Vec::new();
        for (at, sign) in marks.into_iter().flat_map(|marks| marks.iter()) {
            signs.push((point_of(&at, size)?, sign.extract::<char>()?));
        }
        Ok(self.text(Some(&signs)))
    }

    fn __repr__(&self) -> String {
        let position = self.position();
        let size = position.size();
        let sides = match size.is_square() {
            true => format!("size={}", size.width()),
            false => format!("width={}, height={}", size.width(), size.height()),
        };
        match self.has_order() {
            true => {
                format!("Board(rule='{}', {sides}, moves='{}')", position.rule(), self.moves_text())
            }
            false => format!("Board.from_json('{}')", self.to_json()),
        }
    }

    fn _repr_svg_(&self) -> String {
        self.drawn()
    }

    /// The board as SVG: future moves as numbered stones, crosses on some points.
    #[pyo3(signature = (*, line = None, crosses = None, width = 360))]
    fn svg(
        slf: &Bound<'_, Self>,
        line: Option<&Bound<'_, PyAny>>,
        crosses: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = argument::pixels)] width: u32,
    ) -> PyResult<String> {
        let size = slf.try_borrow()?.position().size();
        let points = |list: Option<&Bound<'_, PyAny>>| -> PyResult<Vec<Coord>> {
            let Some(list) = list else { return Ok(Vec::new()) };
            list.try_iter()?.map(|each| point_of(&each?, size)).collect()
        };
        let (line, crosses) = (points(line)?, points(crosses)?);
        Ok(board_svg::file(slf.try_borrow()?.position(), &line, &crosses, width))
    }

    /// The legal moves as an array of `bool` with a row for each row.
    fn legal_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = arrays::shape(self.position());
        array(py, &arrays::mask(&mut self.played), "bool", &shape)
    }

    /// The position as five planes of `uint8`: the stones of the side to move, those of the other side, the
    /// legal moves, the last move, and all 1 if black is to move.
    fn planes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [height, width] = arrays::shape(self.position());
        array(py, &arrays::planes(&mut self.played), "uint8", &[PLANES, height, width])
    }

    /// The start, and if that is not the empty board the moves apart from it.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let read = slf.get_type().getattr("from_json")?;
        let board = slf.try_borrow()?;
        Ok(match board.has_order() {
            true => (read, (board.to_json(),), None),
            false => (read, (setup_json(board.played.start()),), Some(board.moves_text())),
        })
    }

    /// Plays the moves of a pickled board on its start.
    fn __setstate__(&mut self, moves: &str) -> PyResult<()> {
        let points = move_text::parse(moves, self.position().size()).map_err(value_error)?;
        self.play_all(points, false)
    }
}

/// What makes a board again: a function, its arguments, a state to set.
type Pickled<'py> = (Bound<'py, PyAny>, (String,), Option<String>);

/// The points of a text such as `h8i9`, or of any iterable of moves.
fn points_of(moves: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Vec<Option<Coord>>> {
    match moves.cast::<PyString>() {
        Ok(text) => move_text::parse(&text.to_cow()?, size).map_err(value_error),
        Err(_) => moves.try_iter()?.map(|each| point_or_pass(&each?, size)).collect(),
    }
}

/// A position as JSON whose stones were set up, even if their colors alternate.
fn setup_json(position: &Position) -> String {
    let of = |wanted: Stone| -> Vec<(u8, u8)> {
        let stones = position.stones().iter().filter(|(_, stone)| *stone == wanted);
        stones.map(|(at, _)| (at.x, at.y)).collect()
    };
    let size = position.size();
    serde_json::json!({
        "rule": position.rule().name(), "width": size.width(), "height": size.height(),
        "black": of(Stone::Black), "white": of(Stone::White), "blocked": of(Stone::Blocked),
        "to_move": color_name(position.to_move()),
    })
    .to_string()
}

impl PyBoard {
    /// The picture for notebooks.
    pub(crate) fn drawn(&self) -> String {
        board_svg::file(self.position(), &[], &[], 360)
    }

    fn text(&self, marks: Option<&[(Coord, char)]>) -> String {
        notation::picture(self.position(), marks.unwrap_or_default())
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let size = self.position().size();
        let start = self.played.start();
        let mut turned = Position::new(start.rule(), size);
        for &(at, stone) in start.stones() {
            // A symmetry moves stones to different points.
            let _ = turned.put(symmetry.apply(at, size), stone);
        }
        turned.set_to_move(start.to_move());
        let mut image = Played::new(turned);
        for point in self.played.moves() {
            // What was played here can be played there.
            let _ = image.play(point.map(|at| symmetry.apply(at, size)), false);
        }
        Self::of(image)
    }
}

/// The legal moves of a board, row by row from the top, none after the end of the game. It follows the
/// board: after a move it has the moves of the new position.
#[pyclass(frozen, sequence, module = "tengen")]
pub(crate) struct LegalMoves {
    board: Py<PyBoard>,
}

impl LegalMoves {
    fn all(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let mut board = self.board.try_borrow_mut(py)?;
        let size = board.played.now().size();
        Ok(Move::all(board.played.legal_moves(), size))
    }
}

#[pymethods]
impl LegalMoves {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.all(py)?.into_pyobject(py)?.try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.board.try_borrow_mut(py)?.played.legal_moves().len())
    }

    /// The number of legal moves.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        self.__len__(py)
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut board = self.board.try_borrow_mut(value.py())?;
        let size = board.played.now().size();
        // What names no point of the board is no legal move.
        Ok(point_of(value, size).is_ok_and(|at| board.played.is_legal(at)))
    }

    /// A move, or the list of those of a slice.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.all(py)?.into_pyobject(py)?.get_item(index)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let moves = self.all(py)?.into_pyobject(py)?;
        let names: Vec<String> =
            moves.try_iter()?.map(|each| each?.str()?.extract()).collect::<PyResult<_>>()?;
        Ok(format!("<LegalMoves ({})>", names.join(" ")))
    }
}
