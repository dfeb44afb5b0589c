//! A position that is played on: moves and passes can be taken back, legality is decided quickly, the
//! end of the game is known. No Python here.

use std::cell::RefCell;

use crate::outcome::GameEnding;
use tengen_engine::board::{Board, PlaceError, Position};
use tengen_engine::rules::forbidden::forbidden;
use tengen_engine::rules::legality::IllegalMove;
use tengen_engine::rules::reference;
use tengen_engine::types::rule::Renju;
use tengen_engine::types::{Color, Coord, ForbiddenKind, Point, Rule};
use tengen_records::ending::passes_draw;
use tengen_records::{DrawReason, GameEnd, GameOutcome, PositionLine, Verdict};

/// Why a move cannot be played.
#[derive(Debug)]
pub(crate) enum RefusedMove {
    /// The game has ended.
    Over(GameEnding),
    /// The point is taken or forbidden.
    Illegal(IllegalMove),
    /// The stone cannot be placed.
    Place(PlaceError),
}

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    start: Position,
    now: Position,
    moves: Vec<Option<Coord>>,
    /// The ends on the board, each with the number of moves after which it came. The first counts, but a
    /// foul only as long as it is the last move: afterwards white has not claimed it.
    ends: Vec<(usize, GameEnding)>,
    /// The board of the search, from which forbidden points are read. Built for the second question and
    /// then kept up to date: a single question is answered by a board that all positions share.
    fast: Option<Box<Board<Renju>>>,
    /// How many moves were on that board when it was built: it goes back no further.
    fast_from: usize,
    /// Whether there was a question.
    asked: bool,
}

thread_local! {
    /// A board for single questions: to set up another position on it costs less than to make a board.
    static SHARED: RefCell<Option<Board<Renju>>> = const { RefCell::new(None) };
}

impl Played {
    /// A game that begins with this position.
    pub(crate) fn new(start: Position) -> Self {
        let ends = match GameEnd::of_line(&start, []) {
            GameEnd { outcome: GameOutcome::Ended { winner, verdict }, line, .. } => {
                vec![(0, GameEnding { winner, verdict, line })]
            }
            GameEnd { outcome: GameOutcome::Unfinished, .. } => Vec::new(),
        };
        Self {
            now: start.clone(),
            start,
            moves: Vec::new(),
            ends,
            fast: None,
            fast_from: 0,
            asked: false,
        }
    }

    /// A position with the moves that led to it; without them if the sides did not move in turn, or if
    /// another side is to move.
    pub(crate) fn of_line(line: PositionLine) -> Self {
        let mut played = Self::new(line.start);
        for (color, point) in line.moves {
            if color != played.now.to_move() || played.play(point, false).is_err() {
                return Self::new(line.position);
            }
        }
        if played.now.to_move() == line.position.to_move() {
            played
        } else {
            Self::new(line.position)
        }
    }

    /// The position.
    pub(crate) fn now(&self) -> &Position {
        &self.now
    }

    /// The position before the first move.
    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    /// The moves; `None` is a pass.
    pub(crate) fn moves(&self) -> &[Option<Coord>] {
        &self.moves
    }

    /// How the game ended.
    pub(crate) fn end(&self) -> Option<&GameEnding> {
        let counts = |(count, end): &&(usize, GameEnding)| {
            *count == self.moves.len() || !matches!(end.verdict, Verdict::Forbidden(_))
        };
        self.ends.iter().find(counts).map(|(_, end)| end)
    }

    /// Plays or passes. If not `strict`, forbidden points and moves after the end are played, too: a foul
    /// loses, unless the game goes on.
    ///
    /// # Errors
    /// If the move is illegal; nothing changes.
    pub(crate) fn play(&mut self, point: Option<Coord>, strict: bool) -> Result<(), RefusedMove> {
        if let Some(end) = self.end().filter(|_| strict) {
            return Err(RefusedMove::Over(end.clone()));
        }
        let Some(at) = point else {
            self.now.pass();
            let is_second = self.moves.last() == Some(&None);
            self.moves.push(None);
            self.keep_turn();
            if is_second && passes_draw(self.now.rule()) {
                self.ended(None, Verdict::Draw(DrawReason::Passes), Vec::new());
            }
            return Ok(());
        };
        let color = self.now.to_move();
        let is_free = self.now.is_empty_at(at);
        let kind = if is_free { self.forbidden_at(at, color) } else { None };
        if let Some(kind) = kind.filter(|_| strict) {
            return Err(RefusedMove::Illegal(IllegalMove::Forbidden { coord: at, kind }));
        }
        self.now.play(at).map_err(RefusedMove::Place)?;
        if let Some(board) = &mut self.fast {
            board.place(Point::from_coord(at));
        }
        self.keep_turn();
        self.moves.push(Some(at));
        self.judge(at, color, kind);
        Ok(())
    }

    /// What the stone on `at` ended.
    fn judge(&mut self, at: Coord, color: Color, kind: Option<ForbiddenKind>) {
        if let Some(line) = reference::winning_line(&self.now, at) {
            self.ended(Some(color), Verdict::Five, line);
        } else if let Some(kind) = kind {
            self.ended(Some(!color), Verdict::Forbidden(kind), Vec::new());
        } else if self.now.is_full() {
            self.ended(None, Verdict::Draw(DrawReason::FullBoard), Vec::new());
        }
    }

    fn ended(&mut self, winner: Option<Color>, verdict: Verdict, line: Vec<Coord>) {
        self.ends.push((self.moves.len(), GameEnding { winner, verdict, line }));
    }

    /// Takes the last move back. `None` if there is none.
    pub(crate) fn take_back(&mut self) -> Option<Option<Coord>> {
        let last = self.moves.pop()?;
        self.now.pass();
        if let Some(at) = last {
            // The stone of a move is on the board.
            let _ = self.now.remove(at);
            match &mut self.fast {
                Some(board) if self.moves.len() >= self.fast_from => board.undo(),
                _ => self.fast = None,
            }
        }
        self.keep_turn();
        self.ends.retain(|(count, _)| *count <= self.moves.len());
        Some(last)
    }

    fn keep_turn(&mut self) {
        if let Some(board) = &mut self.fast {
            board.set_to_move(self.now.to_move());
        }
    }

    /// Whether and why an empty point is forbidden to a color.
    fn forbidden_at(&mut self, at: Coord, color: Color) -> Option<ForbiddenKind> {
        if !self.now.rule().forbids(color) {
            return None;
        }
        let found = self.with_fast(|board| forbidden(board, Point::from_coord(at)));
        found.unwrap_or_else(|| reference::forbidden(&self.now, at))
    }

    /// Whether and why the point is forbidden to black; `None` for a point that is taken.
    pub(crate) fn forbidden(&mut self, at: Coord) -> Option<ForbiddenKind> {
        if self.now.is_empty_at(at) { self.forbidden_at(at, Color::Black) } else { None }
    }

    /// All points forbidden to black, row by row from the top.
    pub(crate) fn forbidden_points(&mut self) -> Vec<(Coord, ForbiddenKind)> {
        if self.now.rule() != Rule::Renju {
            return Vec::new();
        }
        let of_board = |board: &Board<Renju>| {
            let of_point = |point: Point| Some((point.coord(), forbidden(board, point)?));
            board.suspects().filter_map(of_point).collect::<Vec<_>>()
        };
        let Some(mut found) = self.with_fast(of_board) else {
            return reference::forbidden_points(&self.now);
        };
        found.sort_by_key(|(at, _)| (at.y, at.x));
        found
    }

    /// The legal moves, row by row from the top; none after the end.
    pub(crate) fn legal_moves(&mut self) -> Vec<Coord> {
        if self.end().is_some() {
            return Vec::new();
        }
        let is_restrained = self.now.rule().forbids(self.now.to_move());
        let forbidden = if is_restrained { self.forbidden_points() } else { Vec::new() };
        let is_allowed = |at: &Coord| forbidden.iter().all(|(other, _)| other != at);
        self.now.empty_coords().filter(is_allowed).collect()
    }

    /// Whether the side to move may play on the point.
    pub(crate) fn is_legal(&mut self, at: Coord) -> bool {
        let color = self.now.to_move();
        self.end().is_none() && self.now.is_empty_at(at) && self.forbidden_at(at, color).is_none()
    }

    /// Asks the board of the search; `None` if the rule or the size has none.
    fn with_fast<T>(&mut self, ask: impl FnOnce(&Board<Renju>) -> T) -> Option<T> {
        if self.now.rule() != Rule::Renju || !self.now.size().is_fast() {
            return None;
        }
        if self.fast.is_none() && self.asked {
            let mut board = None;
            set_up(&mut board, &self.now);
            self.fast = board.map(Box::new);
            self.fast_from = self.moves.len();
        }
        self.asked = true;
        match &self.fast {
            Some(board) => Some(ask(board)),
            None => SHARED.with_borrow_mut(|board| Some(ask(set_up(board, &self.now)))),
        }
    }
}

/// Sets up a position on the board, which is made anew if it is of another size or has other blocked points.
fn set_up<'a>(board: &'a mut Option<Board<Renju>>, position: &Position) -> &'a Board<Renju> {
    let made = board.get_or_insert_with(|| Board::new(position.size()));
    if !made.set_up(position) {
        *made = Board::from_position(position);
    }
    made
}
