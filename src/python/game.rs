//! `tengen.Game`, a game with its variations, and its nodes.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::PyBoard;
use crate::errors::{FormatError, value_error, with_causes};
use crate::point::{Move, point_or_pass};
use crate::position::Played;
use crate::words::{argument, color_name, rule_of, size_of};
use tengen_engine::board::notation;
use tengen_engine::types::{Color, Coord, Rule};
use tengen_records::game::{PlayedMove, plain_name};
use tengen_records::game_format::GameFormat;
use tengen_records::game_json::GameSpec;
use tengen_records::game_tree::{GameTree, NodeId};
use tengen_records::positions::PointSpec;
use tengen_records::words::result::{ResultWords, result_words};
use tengen_records::{GameOutcome, Verdict};

/// A game: its players, result, moves, variations and comments.
#[pyclass(name = "Game", module = "tengen")]
pub(crate) struct PyGame {
    pub(crate) tree: GameTree,
}

impl PyGame {
    pub(crate) fn of(tree: GameTree) -> Self {
        Self { tree }
    }

    fn spec(&self) -> GameSpec {
        let size = self.tree.head().size;
        GameSpec::of(&self.tree, &|at| PointSpec::Name(notation::name(at, size)))
    }

    /// The main line from the first move on.
    fn line(&self) -> Vec<NodeId> {
        self.tree.path(self.tree.end())
    }

    fn format(name: &str) -> PyResult<GameFormat> {
        GameFormat::named(name).ok_or_else(|| {
            let known: Vec<_> = GameFormat::ALL.iter().map(|format| format.name()).collect();
            value_error(format!("format '{name}', expected one of {}", known.join(", ")))
        })
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (board = None, *, rule = None, size = 15, width = None, height = None))]
    fn new(
        board: Option<PyRef<'_, PyBoard>>,
        rule: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = argument::size)] size: u64,
        #[pyo3(from_py_with = argument::width)] width: Option<u64>,
        #[pyo3(from_py_with = argument::height)] height: Option<u64>,
    ) -> PyResult<Self> {
        let Some(board) = board else {
            let rule = rule.map_or(Ok(Rule::Renju), rule_of)?;
            return Ok(Self::of(GameTree::new(rule, size_of(size, width, height)?)));
        };
        let mut tree = GameTree::from_position(board.played.start().clone());
        let mut last = GameTree::ROOT;
        for &point in board.played.moves() {
            last = tree.play(last, PlayedMove::plain(point, None)).map_err(value_error)?;
        }
        let outcome = tree.end_at(last).outcome;
        tree.edit_head(|head| head.outcome = outcome);
        Ok(Self::of(tree))
    }

    /// The game of `to_json`.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let spec: GameSpec = serde_json::from_str(text).map_err(value_error)?;
        Ok(Self::of(spec.to_tree().map_err(value_error)?))
    }

    /// The game as one JSON object, with everything that Tengen knows of it.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.spec()).map_err(value_error)
    }

    /// The rule.
    #[getter]
    fn rule(&self) -> &'static str {
        self.tree.head().rule.name()
    }

    /// Columns.
    #[getter]
    fn width(&self) -> u8 {
        self.tree.head().size.width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> u8 {
        self.tree.head().size.height()
    }

    /// The player of the black stones; `black` if not known, as after setting it to an empty text.
    #[getter]
    fn black(&self) -> String {
        self.tree.head().black.name.clone()
    }

    #[setter]
    fn set_black(&mut self, name: &str) {
        self.tree.edit_head(|head| head.black.name = name_of(name, Color::Black));
    }

    /// The player of the white stones; `white` if not known, as after setting it to an empty text.
    #[getter]
    fn white(&self) -> String {
        self.tree.head().white.name.clone()
    }

    #[setter]
    fn set_white(&mut self, name: &str) {
        self.tree.edit_head(|head| head.white.name = name_of(name, Color::White));
    }

    /// When it began, as `2026-11-28 10:30:00` in UTC, the day alone, or the days as SGF writes them; `None` if
    /// not known.
    #[getter]
    fn date(&self) -> Option<String> {
        self.tree.head().date()
    }

    #[setter]
    fn set_date(&mut self, date: Option<&str>) -> PyResult<()> {
        let Some(date) = date else {
            self.tree.edit_head(|head| (head.started_ms, head.dates) = (None, None));
            return Ok(());
        };
        self.tree.edit_head(|head| head.set_date(date)).map_err(value_error)
    }

    /// `black`, `white`, `draw` or `unfinished`.
    #[getter]
    fn result(&self) -> &'static str {
        self.tree.head().outcome.result()
    }

    /// How it ended: `five`, `forbidden (overline)`, `draw (full-board)`, `timeout`, `resigned` …
    #[getter]
    fn reason(&self) -> Option<String> {
        self.tree.head().verdict().map(|verdict| verdict.to_string())
    }

    /// Sets the result, `black`, `white`, `draw` or `unfinished`, or as files spell it, such as `1-0`, `B+R`,
    /// `Black wins`, `1/2-1/2` and `*`, and the reason, such as `resigned`. Without a reason it is that of the
    /// words (`B+R`) or of the board, or else `adjudicated`.
    #[pyo3(signature = (result, reason = None))]
    fn set_result(&mut self, result: &str, reason: Option<&str>) -> PyResult<()> {
        // The table by which files are read; no text at all is a mistake here.
        let (word, why) = match result_words(result) {
            Some(ResultWords::Open) if !result.trim().is_empty() => {
                (GameOutcome::Unfinished.result(), None)
            }
            Some(ResultWords::Ended(winner, why)) => {
                let ended = GameOutcome::Ended { winner, verdict: Verdict::Adjudicated };
                (ended.result(), why)
            }
            _ => (result, None),
        };
        let outcome = match reason {
            None if word != GameOutcome::Unfinished.result() => {
                let on_board = self.tree.end_at(self.tree.end()).outcome;
                GameOutcome::read(word, Verdict::Adjudicated.word())
                    .map(|said| GameOutcome::said(Some(said.winner()), why, on_board))
            }
            reason => GameOutcome::read(word, reason.unwrap_or_default()),
        };
        let outcome = outcome.map_err(|(key, expected)| {
            let seen = if key == "result" { result } else { reason.unwrap_or_default() };
            value_error(format!("{key} '{seen}', expected {expected}"))
        })?;
        self.tree.edit_head(|head| head.outcome = outcome);
        Ok(())
    }

    /// The moves of the main line; `None` is a pass.
    #[getter]
    fn moves(&self) -> Vec<Option<Move>> {
        let size = self.tree.head().size;
        let point = |id: NodeId| self.tree.node(id).played.and_then(|(_, played)| played.point);
        self.line().into_iter().map(|id| point(id).map(|at| Move::new(at, size))).collect()
    }

    /// The board after `ply` moves of the main line, by default after all.
    #[pyo3(signature = (ply = None))]
    fn board(&self, #[pyo3(from_py_with = argument::ply)] ply: Option<usize>) -> PyResult<PyBoard> {
        let line = self.line();
        let ply = ply.unwrap_or(line.len());
        let at = match ply {
            0 => GameTree::ROOT,
            _ => *line.get(ply - 1).ok_or_else(|| {
                value_error(format!(
                    "ply {ply}, expected 0 to {}, the moves of the game",
                    line.len()
                ))
            })?,
        };
        Ok(PyBoard::of(Played::of_line(self.tree.line_to(at))))
    }

    /// The node before the first move, from which variations branch.
    #[getter]
    fn root(slf: Py<Self>) -> GameNode {
        GameNode { game: slf, id: GameTree::ROOT }
    }

    /// The nodes of the main line, from the first move to the last.
    fn mainline(slf: Py<Self>, py: Python<'_>) -> Vec<GameNode> {
        let line = slf.borrow(py).line();
        line.into_iter().map(|id| GameNode { game: slf.clone_ref(py), id }).collect()
    }

    /// Appends a move to the main line, and returns its node.
    fn append(slf: Py<Self>, r#move: &Bound<'_, PyAny>) -> PyResult<GameNode> {
        let py = r#move.py();
        let mut game = slf.borrow_mut(py);
        let size = game.tree.head().size;
        let point = point_or_pass(r#move, size)?;
        let end = game.tree.end();
        let id = game.play(end, point)?;
        drop(game);
        Ok(GameNode { game: slf, id })
    }

    /// Writes the game in a format such as `sgf`, see `formats`.
    fn to_bytes<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let written = Self::format(format)?.write_file(&self.tree);
        let bytes = written.map_err(|error| FormatError::new_err(with_causes(&error)))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// What a format cannot hold of the game: `variations`, `players` …
    fn lost_in(&self, format: &str) -> PyResult<Vec<&'static str>> {
        Ok(Self::format(format)?.loses(&self.tree))
    }

    /// The number of moves of the main line.
    fn __len__(&self) -> usize {
        self.line().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        other.try_borrow().is_ok_and(|other| self.tree == other.tree)
    }

    fn __repr__(&self) -> String {
        let head = self.tree.head();
        let (black, white) = (&head.black.name, &head.white.name);
        format!(
            "<Game {black} - {white}, {} {}, {} moves, {}>",
            head.rule,
            head.size,
            self.line().len(),
            head.outcome
        )
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.board(None)?.drawn())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = slf.get_type().getattr("from_json")?;
        Ok((read, (slf.borrow().to_json()?,)))
    }
}

impl PyGame {
    /// The node after a node with this move. A new one at the end of the main line decides the result.
    fn play(&mut self, parent: NodeId, point: Option<Coord>) -> PyResult<NodeId> {
        let known: Vec<NodeId> = self.tree.after(parent).collect();
        let id = self.tree.play(parent, PlayedMove::plain(point, None)).map_err(value_error)?;
        if known.is_empty() && self.tree.end() == id {
            let outcome = self.tree.end_at(id).outcome;
            self.tree.edit_head(|head| head.outcome = outcome);
        }
        Ok(id)
    }
}

/// The name of a player; that of the color without a visible character, as in games that name nobody.
fn name_of(name: &str, color: Color) -> String {
    let name = plain_name(name);
    if name.is_empty() { color_name(color).to_owned() } else { name }
}

/// The position after a move of a game, or before the first one.
#[pyclass(frozen, module = "tengen")]
pub(crate) struct GameNode {
    game: Py<PyGame>,
    id: NodeId,
}

impl GameNode {
    fn at(&self, py: Python<'_>, id: NodeId) -> Self {
        Self { game: self.game.clone_ref(py), id }
    }

    fn played(&self, py: Python<'_>) -> Option<PlayedMove> {
        self.game.borrow(py).tree.node(self.id).played.map(|(_, played)| played)
    }
}

#[pymethods]
impl GameNode {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The move that leads here; `None` for the start and for a pass.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> Option<Move> {
        let game = self.game.borrow(py);
        let (_, played) = game.tree.node(self.id).played?;
        Some(Move::new(played.point?, game.tree.head().size))
    }

    /// Whether a pass leads here.
    #[getter]
    fn is_pass(&self, py: Python<'_>) -> bool {
        self.played(py).is_some_and(|played| played.point.is_none())
    }

    /// The number of moves from the start to here.
    fn ply(&self, py: Python<'_>) -> usize {
        self.game.borrow(py).tree.path(self.id).len()
    }

    /// Who moved; `None` for the start.
    #[getter]
    fn color(&self, py: Python<'_>) -> Option<&'static str> {
        let game = self.game.borrow(py);
        game.tree.node(self.id).played.map(|(color, _)| color_name(color))
    }

    /// Milliseconds that the move took, the depth, value and nodes that its player reported.
    #[getter]
    fn figures(&self, py: Python<'_>) -> Figures {
        let played = self.played(py).unwrap_or(PlayedMove::plain(None, None));
        let PlayedMove { time_ms, depth, value, nodes, .. } = played;
        Figures { time_ms, depth, value, nodes }
    }

    /// The comment; empty if there is none.
    #[getter]
    fn comment(&self, py: Python<'_>) -> String {
        self.game.borrow(py).tree.node(self.id).comment.to_owned()
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, text: &str) {
        self.game.borrow_mut(py).tree.set_comment(self.id, text);
    }

    /// The node before it; `None` for the start.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        let parent = self.game.borrow(py).tree.node(self.id).parent?;
        Some(self.at(py, parent))
    }

    /// The nodes after it: the main line first.
    #[getter]
    fn variations(&self, py: Python<'_>) -> Vec<Self> {
        let after: Vec<NodeId> = self.game.borrow(py).tree.after(self.id).collect();
        after.into_iter().map(|id| self.at(py, id)).collect()
    }

    /// The next node of the main line; `None` at its end.
    fn next(&self, py: Python<'_>) -> Option<Self> {
        let next = self.game.borrow(py).tree.first_after(self.id)?;
        Some(self.at(py, next))
    }

    /// Whether no move follows.
    fn is_end(&self, py: Python<'_>) -> bool {
        self.game.borrow(py).tree.first_after(self.id).is_none()
    }

    /// Adds a move after this node, as a variation if there are others, and returns its node. A move that is
    /// there already is not added again.
    fn add_variation(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = r#move.py();
        let mut game = self.game.borrow_mut(py);
        let point = point_or_pass(r#move, game.tree.head().size)?;
        let id = game.play(self.id, point)?;
        Ok(self.at(py, id))
    }

    /// Makes the line to this node the main line.
    fn promote(&self, py: Python<'_>) {
        self.game.borrow_mut(py).tree.promote(self.id);
    }

    /// The board here.
    fn board(&self, py: Python<'_>) -> PyBoard {
        PyBoard::of(Played::of_line(self.game.borrow(py).tree.line_to(self.id)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        self.game.is(&other.get().game) && self.id == other.get().id
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr() as usize, self.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = match self.r#move(py) {
            Some(played) => played.into_pyobject(py)?.str()?.extract()?,
            None if self.is_pass(py) => "pass".to_owned(),
            None => "start".to_owned(),
        };
        Ok(format!("<GameNode {name}>"))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        self.board(py).drawn()
    }
}

/// What is known about a move: a dict in Python.
#[derive(IntoPyObject)]
struct Figures {
    time_ms: Option<u64>,
    depth: Option<u32>,
    value: Option<i32>,
    nodes: Option<u64>,
}
