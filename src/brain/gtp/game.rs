//! The game of a dialogue: the position, and what can be taken back.

use super::error::GtpError;
use super::names::{columns, vertex};
use super::words::GtpMove;
use tengen_engine::board::Position;
use tengen_engine::rules::legality::{self, Ending};
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};
use tengen_records::PositionLine;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GtpResult {
    /// By a five, or by black's foul.
    Won(Color),
    /// The other player has resigned.
    Resigned(Color),
    /// The board is full, or both players have passed.
    Draw,
}

impl GtpResult {
    /// The winner; `None` for a draw.
    pub(super) fn winner(self) -> Option<Color> {
        match self {
            GtpResult::Won(color) | GtpResult::Resigned(color) => Some(color),
            GtpResult::Draw => None,
        }
    }

    /// The result as the protocol writes it, as in SGF.
    pub(super) fn score(self) -> &'static str {
        match self {
            GtpResult::Won(Color::Black) => "B+",
            GtpResult::Won(Color::White) => "W+",
            GtpResult::Resigned(Color::Black) => "B+Resign",
            GtpResult::Resigned(Color::White) => "W+Resign",
            GtpResult::Draw => "0",
        }
    }
}

/// A game. Any color may move at any time: the protocol leaves the order to the controller.
#[derive(Clone, Debug)]
pub(super) struct GtpGame {
    position: Position,
    moves: Vec<(Color, GtpMove)>,
}

impl GtpGame {
    /// An empty board, black to move.
    pub(super) fn new(rule: Rule, size: BoardSize) -> Self {
        Self { position: Position::new(rule, size), moves: Vec::new() }
    }

    /// The game of a file up to a number of moves.
    ///
    /// # Errors
    /// If it has fewer moves, or one that is illegal or comes after the end.
    pub(super) fn loaded(line: &PositionLine, moves: Option<usize>) -> Result<Self, GtpError> {
        let (has, wanted) = (line.moves.len(), moves.unwrap_or(line.moves.len()));
        if wanted > has {
            let why = format!("a game of {has} moves, expected {wanted} or more");
            return Err(GtpError::Load { why });
        }
        let mut game = Self { position: line.start.clone(), moves: Vec::new() };
        for (number, &(color, point)) in (1..).zip(line.moves.iter().take(wanted)) {
            let played = game.play(color, point.map_or(GtpMove::Pass, GtpMove::Stone));
            played.map_err(|error| GtpError::Load { why: format!("move {number}: {error}") })?;
        }
        Ok(game)
    }

    /// The position; the side to move is the one that did not move last.
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The position with this color to move.
    pub(super) fn position_for(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.set_to_move(color);
        position
    }

    /// How the game ended; `None` if it goes on.
    pub(super) fn end(&self) -> Option<GtpResult> {
        match self.moves.last()? {
            (color, GtpMove::Resign) => Some(GtpResult::Resigned(!*color)),
            (_, GtpMove::Pass) => {
                let before = self.moves.iter().rev().nth(1);
                matches!(before, Some((_, GtpMove::Pass))).then_some(GtpResult::Draw)
            }
            (_, GtpMove::Stone(last)) => legality::ending_after(&self.position, *last).map(ended),
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the game is over or the move is illegal; nothing changes.
    pub(super) fn play(&mut self, color: Color, play: GtpMove) -> Result<(), GtpError> {
        if self.end().is_some() {
            return Err(GtpError::Over);
        }
        let mut position = self.position_for(color);
        match play {
            GtpMove::Stone(coord) => {
                let illegal = |error| GtpError::illegal(vertex(coord, position.size()), &error);
                legality::check(&position, coord).map_err(illegal)?;
                // It is legal, so the point is empty.
                let placed = position.play(coord);
                debug_assert!(placed.is_ok());
            }
            GtpMove::Pass | GtpMove::Resign => position.set_to_move(!color),
        }
        self.position = position;
        self.moves.push((color, play));
        Ok(())
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn undo(&mut self) -> Result<(), GtpError> {
        let (color, play) = self.moves.pop().ok_or(GtpError::NoUndo)?;
        if let GtpMove::Stone(coord) = play {
            // It was placed by this move.
            let removed = self.position.remove(coord);
            debug_assert!(removed.is_ok());
        }
        self.position.set_to_move(color);
        Ok(())
    }

    /// Places black's handicap on the empty board; white is to move then.
    ///
    /// # Errors
    /// If there are stones, fewer than two points, a point twice, or a finished row; nothing changes.
    pub(super) fn handicap(&mut self, points: &[Coord]) -> Result<(), GtpError> {
        if !self.moves.is_empty() || !self.position.stones().is_empty() {
            return Err(GtpError::NotEmpty);
        }
        if points.len() < 2 {
            return Err(GtpError::Missing { expected: "two points or more".to_owned() });
        }
        let mut position = self.position.clone();
        for &coord in points {
            let illegal = |reason: &str| {
                let at = vertex(coord, position.size());
                GtpError::Illegal { at, reason: reason.to_owned() }
            };
            let (twice, row) = (illegal("is named twice"), illegal("ends the game"));
            position.put(coord, Stone::Black).map_err(|_| twice)?;
            if legality::ending_after(&position, coord).is_some() {
                return Err(row);
            }
        }
        position.set_to_move(Color::White);
        self.position = position;
        Ok(())
    }

    /// The legal moves of the side to move; none if the game is over. A side without a legal point
    /// passes.
    pub(super) fn legal_moves(&self) -> Vec<String> {
        if self.end().is_some() {
            return Vec::new();
        }
        let points = legality::legal_moves(&self.position);
        match points.is_empty() {
            true => vec!["pass".to_owned()],
            false => points.iter().map(|&coord| vertex(coord, self.position.size())).collect(),
        }
    }

    /// The board for people, with the names of columns and rows.
    pub(super) fn picture(&self) -> String {
        let size = self.position.size();
        let letters: String = columns(size).map(|letter| format!(" {letter}")).collect();
        let mut text = format!("\n  {letters}");
        for (y, row) in self.rows().enumerate() {
            let number = usize::from(size.height()).saturating_sub(y);
            text += &format!("\n{number:2} {row} {number}");
        }
        text += &format!("\n  {letters}\n{} to move", self.position.to_move());
        text
    }

    /// The rows from the top, `.` for an empty point, `X` for a black and `O` for a white stone.
    pub(super) fn rows(&self) -> impl Iterator<Item = String> {
        let cells = self.position.cells();
        let width = usize::from(self.position.size().width());
        let rows: Vec<String> = cells.chunks(width).map(row).collect();
        rows.into_iter()
    }
}

fn ended(ending: Ending) -> GtpResult {
    ending.winner().map_or(GtpResult::Draw, GtpResult::Won)
}

fn row(cells: &[Option<Stone>]) -> String {
    let sign = |cell: &Option<Stone>| match cell {
        Some(Stone::Black) => "X",
        Some(Stone::White) => "O",
        Some(Stone::Blocked) => "#",
        None => ".",
    };
    cells.iter().map(sign).collect::<Vec<_>>().join(" ")
}
