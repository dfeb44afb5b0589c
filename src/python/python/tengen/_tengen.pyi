"""What is written in Rust; imported from `tengen`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

Color: TypeAlias = Literal["black", "white"]
Rule: TypeAlias = str | int
#: What names a point.
Point: TypeAlias = str | tuple[int, int] | list[int] | "Move"

__version__: str
#: The rules by name, with their numbers in the Piskvork protocol.
RULE_NUMBERS: dict[str, int]

class IllegalMoveError(ValueError): ...
class FormatError(ValueError): ...
class ProofError(ValueError): ...
class EngineError(RuntimeError): ...

class Move:
    """A point: column `x` from the left, row `y` from the top, both from 0. Equal to the tuple `(x, y)`."""

    def __init__(self, x: int, y: int, height: int = 15) -> None: ...
    @property
    def x(self) -> int:
        """The column, 0 at the left."""
    @property
    def y(self) -> int:
        """The row, 0 at the top."""
    @property
    def name(self) -> str:
        """The name of the point, such as `h8`."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: Move | tuple[int, int]) -> bool: ...
    def __le__(self, other: Move | tuple[int, int]) -> bool: ...
    def __gt__(self, other: Move | tuple[int, int]) -> bool: ...
    def __ge__(self, other: Move | tuple[int, int]) -> bool: ...

class LegalMoves(Sequence[Move]):
    """The legal moves of a board. It follows the board."""

    def count(self) -> int:  # type: ignore[override]
        """The number of legal moves."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...
    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> Color | None:
        """`black`, `white`, or `None` for a draw."""
    @property
    def termination(self) -> str:
        """`five`, `forbidden (overline)`, `draw (full-board)`, `draw (passes)`."""
    @property
    def line(self) -> list[Move]:
        """The stones of the five, from end to end."""
    def result(self) -> str:
        """`1-0` if black has won, `0-1` if white has, `1/2-1/2`."""

class Threat:
    """An empty point with what a stone would make there."""

    @property
    def move(self) -> Move:
        """The point."""
    @property
    def kind(self) -> str:
        """`five`, `open-four`, `double-four`, `four-three`, `four`, `double-three` or `open-three`."""
    @property
    def lines(self) -> list[tuple[str, list[Move]]]:
        """Line by line: the kind, and the points that make more of it."""

class Board:
    """A position with the moves that led to it."""

    def __init__(
        self,
        rule: Rule = "renju",
        size: int = 15,
        *,
        width: int | None = None,
        height: int | None = None,
        moves: str | Iterable[Point | None] | None = None,
    ) -> None: ...
    @staticmethod
    def from_json(text: str) -> Board:
        """The board of a position as JSON, see `to_json`."""
    @staticmethod
    def from_text(picture: str, rule: Rule = "renju", turn: Color | None = None) -> Board:
        """The board of a picture, a line for each row: `X` black, `O` white, `#` blocked, `.` empty."""
    def to_json(self) -> str:
        """The position as JSON, which every command of Tengen reads."""
    def to_text(self, marks: Mapping[Point, str] | None = None) -> str:
        """A picture: `X` black, `O` white, `#` blocked, `.` empty, and the signs of `marks`."""
    @property
    def rule(self) -> str:
        """The rule: one of `tengen.RULES`."""
    @property
    def width(self) -> int:
        """Columns."""
    @property
    def height(self) -> int:
        """Rows."""
    @property
    def turn(self) -> Color:
        """The side to move: `black` or `white`."""
    @property
    def move_stack(self) -> list[Move | None]:
        """The moves so far; `None` is a pass. Stones that were set up are not among them."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: iterable, with `in` and `len`."""
    @property
    def winner(self) -> Color | None:
        """Who has won: `black` or `white`; `None` if nobody has."""
    def ply(self) -> int:
        """The number of moves so far."""
    def peek(self) -> Move | None:
        """The last move."""
    def push(self, move: Point | None, *, strict: bool = True) -> Move | None:
        """Plays on a point, or passes by `None`, and returns the move."""
    def push_moves(self, moves: str | Iterable[Point | None], *, strict: bool = True) -> None:
        """Plays several moves: a text such as `h8i9`, or any iterable of moves. Plays none if one is illegal."""
    def pop(self) -> Move | None:
        """Takes the last move back and returns it."""
    def is_legal(self, move: Point | None) -> bool:
        """Whether the side to move may play there."""
    def is_forbidden(self, move: Point) -> Literal["double-three", "double-four", "overline"] | None:
        """Why black may not play there: `double-three`, `double-four` or `overline`; `None` if black may, under
        every rule but renju, and on points that are taken."""
    def forbidden_points(self) -> dict[Move, str]:
        """The points that renju forbids to black, each with its kind."""
    def parse_move(self, move: Point) -> Move:
        """The move that a name, a pair or a move means on this board."""
    def stone_at(self, move: Point) -> Literal["black", "white", "blocked"] | None:
        """`black`, `white`, `blocked`, or `None` if the point is empty."""
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` if it goes on."""
    def is_game_over(self) -> bool:
        """Whether the game has ended."""
    def threats(self, color: Color | None = None) -> list[Threat]:
        """What a stone of a side, by default the side to move, would make: the points where it makes an open
        three or more and may be played."""
    def symmetries(self) -> list[Board]:
        """The images of the board under its symmetries, itself first: eight, or four if it is not square."""
    def canonical_key(self) -> bytes:
        """The key of the position, the same for all its images and whatever the order of the moves."""
    def copy(self) -> Board:
        """A board of its own."""
    def svg(
        self,
        *,
        line: Iterable[Point] | None = None,
        crosses: Iterable[Point] | None = None,
        width: int = 360,
    ) -> str:
        """The board as SVG: future moves as numbered stones, crosses on some points."""
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal moves as an array of `bool` with a row for each row."""
    def planes(self) -> npt.NDArray[np.uint8]:
        """The position as five planes of `uint8`: the stones of the side to move, those of the other side, the
        legal moves, the last move, and all 1 if black is to move."""
    def __len__(self) -> int: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: Any) -> Board: ...
    def _repr_svg_(self) -> str: ...

class GameNode:
    """The position after a move of a game, or before the first one."""

    comment: str
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def move(self) -> Move | None:
        """The move that leads here; `None` for the start and for a pass."""
    def ply(self) -> int:
        """The number of moves from the start to here."""
    @property
    def is_pass(self) -> bool:
        """Whether a pass leads here."""
    @property
    def color(self) -> Color | None:
        """Who moved; `None` for the start."""
    @property
    def figures(self) -> dict[str, int | None]:
        """Milliseconds that the move took, the depth, value and nodes that its player reported."""
    @property
    def parent(self) -> GameNode | None:
        """The node before it; `None` for the start."""
    @property
    def variations(self) -> list[GameNode]:
        """The nodes after it: the main line first."""
    def next(self) -> GameNode | None:
        """The next node of the main line; `None` at its end."""
    def is_end(self) -> bool:
        """Whether no move follows."""
    def add_variation(self, move: Point | None) -> GameNode:
        """Adds a move after this node, as a variation if there are others, and returns its node. A move that is
        there already is not added again."""
    def promote(self) -> None:
        """Makes the line to this node the main line."""
    def board(self) -> Board:
        """The board here."""
    def _repr_svg_(self) -> str: ...

class Game:
    """A game: its players, result, moves, variations and comments."""

    black: str
    white: str
    date: str | None
    def __init__(
        self,
        board: Board | None = None,
        *,
        rule: Rule = "renju",
        size: int = 15,
        width: int | None = None,
        height: int | None = None,
    ) -> None: ...
    @staticmethod
    def from_json(text: str) -> Game:
        """The game of `to_json`."""
    def to_json(self) -> str:
        """The game as one JSON object, with everything that Tengen knows of it."""
    @property
    def rule(self) -> str:
        """The rule."""
    @property
    def width(self) -> int:
        """Columns."""
    @property
    def height(self) -> int:
        """Rows."""
    @property
    def result(self) -> Literal["black", "white", "draw", "unfinished"]:
        """`black`, `white`, `draw` or `unfinished`."""
    @property
    def reason(self) -> str | None:
        """How it ended: `five`, `forbidden (overline)`, `draw (full-board)`, `timeout`, `resigned` …"""
    @property
    def moves(self) -> list[Move | None]:
        """The moves of the main line; `None` is a pass."""
    @property
    def root(self) -> GameNode:
        """The node before the first move, from which variations branch."""
    def set_result(self, result: str, reason: str | None = None) -> None:
        """Sets the result, `black`, `white`, `draw` or `unfinished`, or as files spell it, such as `1-0`, `B+R`,
        `Black wins`, `1/2-1/2` and `*`, and the reason, such as `resigned`. Without a reason it is that of the
        words (`B+R`) or of the board, or else `adjudicated`."""
    def board(self, ply: int | None = None) -> Board:
        """The board after `ply` moves of the main line, by default after all."""
    def mainline(self) -> list[GameNode]:
        """The nodes of the main line, from the first move to the last."""
    def append(self, move: Point | None) -> GameNode:
        """Appends a move to the main line, and returns its node."""
    def to_bytes(self, format: str) -> bytes:
        """Writes the game in a format such as `sgf`, see `formats`."""
    def lost_in(self, format: str) -> list[str]:
        """What a format cannot hold of the game: `variations`, `players` …"""
    def __len__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

class Search:
    """A running search."""

    def next(self) -> dict[str, Any] | None:
        """The lines of the next finished depth; `None` at the end."""
    def wait(self) -> dict[str, Any]:
        """Waits for the end, and returns the result."""
    def stop(self) -> None:
        """Asks the search to end soon."""

class Stop:
    """Ends, from another thread, what was started with it."""

    def __init__(self) -> None: ...
    def set(self) -> None:
        """Ends soon what was started with it."""

class Searcher:
    """The engine; `tengen.Engine` is its interface."""

    def __init__(
        self,
        *,
        level: str,
        threads: int,
        hash_mb: int,
        evaluation: str | None,
        book: str | None,
        weights: list[bytes],
        seed: int | None,
    ) -> None: ...
    def start(
        self,
        board: Board,
        *,
        nodes: int | None,
        time: float | None,
        depth: int | None,
        clock: float | None,
        increment: float | None,
        lines: int,
        excluded: list[Any],
        analysis: bool,
    ) -> Search:
        """Begins a search. With `fresh` it knows nothing of earlier ones."""
    def stop(self) -> None:
        """Ends all searches soon."""
    def forget(self) -> None:
        """Forgets what earlier searches found."""
    def close(self) -> None:
        """Ends all searches and gives the memory back."""
    def policy(self, boards: Sequence[Board]) -> npt.NDArray[np.float32]:
        """The chances of the moves on each board, as an array with a board for each."""
    def value(self, boards: Sequence[Board]) -> npt.NDArray[np.float32]:
        """The chances of the side to move to win, without a search, as an array with a number for each board."""
    def review(
        self, game: Game, *, nodes: int | None, time: float | None, effort: str, stop: Stop | None = None
    ) -> dict[str, str]:
        """Reviews a game; see `review.rs`."""

def formats() -> dict[str, dict[str, Any]]:
    """The formats of games, by name: their title, extensions, and whether they are written and hold variations."""
def parse_games(
    data: bytes,
    name: str = "",
    *,
    format: str | None = None,
    rule: Rule | None = None,
    size: int = 15,
    encoding: str | None = None,
) -> tuple[list[Game], list[str]]:
    """The games of a file with this name and these bytes, and what was lost in reading it. `rule` and `size`
    are those of games that do not say theirs."""
def solve(
    board: Board,
    *,
    goal: str,
    kind: str | None,
    nodes: int | None,
    time: float | None,
    threads: int,
    memory_mb: int,
    shortest: bool,
) -> dict[str, Any]:
    """Looks for a forced win by fours, or by fours and threes. A win is reported only after a checker that
    knows the rules alone has verified it against every reply."""
def check_proof(
    text: str, *, reply: str | None, threads: int, quick: bool
) -> dict[str, Any]:
    """Checks the text of a certificate."""
