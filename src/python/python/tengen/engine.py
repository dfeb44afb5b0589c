"""The engine: it plays, analyzes, and judges positions without a search."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from ._tengen import Board, Move, Search, Searcher

if TYPE_CHECKING:
    import numpy as np

    from .reviews import Review
    from ._tengen import Game



@dataclass(frozen=True, kw_only=True)
class Limit:
    """When a search ends: whichever comes first. Its parts are given by name: `Limit(time=0.5)`.

    `time`, `clock` and `increment` are seconds. `time` is for this move; `clock` is what is left for the rest
    of the game, of which the engine uses a part. With one thread and only `nodes` or `depth` a search of a
    new engine gives the same result every time.
    """

    nodes: int | None = None
    time: float | None = None
    depth: int | None = None
    clock: float | None = None
    increment: float | None = None

    def __post_init__(self) -> None:
        for name in ("nodes", "depth"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or value < 1):
                raise ValueError(f"{name} {value!r}, expected a whole number of 1 or more")
        for name in ("time", "clock", "increment"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ValueError(f"{name} {value!r}, expected seconds, 0 or more")

    def is_infinite(self) -> bool:
        """Whether nothing ends the search but `stop` or a proof."""
        return self.nodes is None and self.time is None and self.depth is None and self.clock is None


@functools.total_ordering
@dataclass(frozen=True)
class Score:
    """The value of a position for the side to move: 200 is a win chance of 73 %.

    `value` is the number. `-score` is the value for the other side.

    >>> Score(200).win_chance() > 0.73
    True
    >>> Score(29993)
    Score(mate=7)
    >>> Score(29993) > Score(200) > -Score(29993)
    True
    """

    value: int

    @property
    def mate(self) -> int | None:
        """Plies to the end of a decided game: positive for a win, negative for a loss."""
        if self.value >= 29_000:
            return 30_000 - self.value
        if self.value <= -29_000:
            return -30_000 - self.value
        return None

    def is_mate(self) -> bool:
        """Whether the game is decided."""
        return self.mate is not None

    def win_chance(self) -> float:
        """The chance to win, 0 to 1."""
        if self.mate is not None:
            return float(self.value > 0)
        return 1.0 / (1.0 + math.exp(-self.value / 200.0))

    def __neg__(self) -> Score:
        return Score(-self.value)

    def __lt__(self, other: Score) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.value < other.value

    def __str__(self) -> str:
        if self.mate is None:
            return f"{self.value:+d}"
        return f"+M{self.mate}" if self.value > 0 else f"-M{-self.mate}"

    def __repr__(self) -> str:
        return f"Score({self.value})" if self.mate is None else f"Score(mate={self.mate})"


@dataclass(frozen=True)
class Info(Mapping[str, Any]):
    """What a search knows about a line. Its parts are attributes and keys: `info.score` is `info["score"]`.

    - `pv`: the line, its first move the one that it is about
    - `score`: the value for the side to move
    - `depth`: depth in plies; 0 if no search was needed
    - `seldepth`: the deepest ply that was reached
    - `nodes`: nodes so far, those of the other lines included
    - `time`: seconds so far
    - `multipv`: which line it is, from 1, the best first
    - `proved`: whether a win was verified against every reply
    """

    pv: list[Move]
    score: Score
    depth: int
    seldepth: int
    nodes: int
    time: float
    multipv: int = 1
    proved: bool = False

    @property
    def move(self) -> Move | None:
        """The first move of the line."""
        return self.pv[0] if self.pv else None

    @property
    def win_chance(self) -> float:
        """The chance to win of the side to move, 0 to 1."""
        return self.score.win_chance()

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.time) if self.time > 0 else 0

    def __getitem__(self, key: str) -> Any:
        if key not in self.__dataclass_fields__:
            raise KeyError(key)
        return getattr(self, key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dataclass_fields__)

    def __len__(self) -> int:
        return len(self.__dataclass_fields__)

    def __str__(self) -> str:
        line = " ".join(str(move) for move in self.pv)
        return f"depth {self.depth}, {self.score}, {self.nodes} nodes: {line}"


@dataclass(frozen=True)
class PlayResult:
    """The move that an engine chose.

    - `move`: the move; `None` only if no point is left
    - `ponder`: the reply that it expects
    - `info`: what the search found; with empty parts if the engine does not say, as those of `EngineProcess`
    - `stopped`: whether `stop` ended the search
    """

    move: Move | None
    ponder: Move | None
    info: Info
    stopped: bool = False

    @property
    def score(self) -> Score:
        """The value for the side that moves."""
        return self.info.score

    @property
    def pv(self) -> list[Move]:
        """The line that it expects."""
        return self.info.pv

    @property
    def depth(self) -> int:
        """Depth in plies."""
        return self.info.depth

    @property
    def nodes(self) -> int:
        """Nodes of the search."""
        return self.info.nodes


def infos_of(depth: dict[str, Any]) -> list[Info]:
    """The lines of a depth."""
    return [
        Info(
            pv=line["pv"],
            score=Score(line["value"]),
            depth=depth["depth"],
            seldepth=depth["selective_depth"],
            nodes=depth["nodes"],
            time=depth["time"],
            multipv=number,
            proved=line["proved"],
        )
        for number, line in enumerate(depth["lines"], start=1)
    ]


def result_of(done: dict[str, Any]) -> PlayResult:
    """The result of a search that has ended."""
    pv = done["pv"]
    info = Info(
        pv,
        Score(done["value"]),
        done["depth"],
        done["depth"],
        done["nodes"],
        done["time"],
        proved=done["proved"],
    )
    return PlayResult(done["move"], pv[1] if len(pv) > 1 else None, info, done["stopped"])


def check_limit(limit: object) -> None:
    """Refuses what is no limit, such as a number of seconds."""
    if not isinstance(limit, Limit):
        raise TypeError(f"limit {limit!r}, expected a Limit such as Limit(time=1.0)")


def check_end(limit: Limit) -> None:
    """Refuses a limit that ends no search."""
    check_limit(limit)
    if limit.is_infinite():
        raise ValueError("a limit without an end, expected nodes, time, depth or clock")


class Analysis:
    """A running analysis: iterate over it for what it finds, depth by depth, and `stop` it.

    Each `Info` is one line. `depths` gives the lines of each depth together; `multipv` has those of the last
    finished depth, the best first. There may be fewer lines than were asked for, where few moves do not lose
    at once: a loop that waits for the third line may wait for ever.

    >>> board = Board("freestyle", moves="h8i9")
    >>> with Engine() as engine, engine.analysis(board, Limit(depth=4), multipv=3) as analysis:
    ...     depths = [lines[0].depth for lines in analysis.depths()]
    >>> depths == sorted(depths), len(analysis.multipv)
    (True, 3)
    """

    def __init__(self, search: Search) -> None:
        self._search = search
        self._ready: list[Info] = []
        #: The lines of the last finished depth, the best first.
        self.multipv: list[Info] = []

    @property
    def info(self) -> Info | None:
        """The best line of the last finished depth; `None` before the first."""
        return self.multipv[0] if self.multipv else None

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        while not self._ready:
            depth = self._search.next()
            if depth is None:
                raise StopIteration
            self.multipv = infos_of(depth)
            self._ready = list(self.multipv)
        return self._ready.pop(0)

    def depths(self) -> Iterator[list[Info]]:
        """The lines of each depth together."""
        while (depth := self._search.next()) is not None:
            self.multipv = infos_of(depth)
            yield self.multipv

    def stop(self) -> None:
        """Ends the search soon; what it has found can still be read."""
        self._search.stop()

    def wait(self) -> PlayResult:
        """Waits for the end, and returns the best move."""
        while (depth := self._search.next()) is not None:
            self.multipv = infos_of(depth)
        return result_of(self._search.wait())

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> None:
        """Ends the search and waits for its end. One that waited for another search never began, which is
        no error here."""
        self.stop()
        for _ in self.depths():
            pass


def lines_of(analysis: Analysis, multipv: int | None) -> Info | list[Info]:
    """Waits for an analysis: its best line, or with `multipv` its lines."""
    analysis.wait()
    return analysis.multipv[0] if multipv is None else analysis.multipv


class Engine:
    """The engine of Tengen, in this process. Searches run without the GIL.

    `level` is 1 (a child) to 10 or `"full"`, or one of `"easy"`, `"threats"` and `"hard"`; `threads` search
    together; `hash_mb` is the size of the table of positions; `book` is a file of `tengen book`, or
    `"built-in"`; `weights` are one or several files of `tengen tune`; `evaluation` is `"network"` or `"classical"`; `seed`
    determines what the levels 1 to 9 overlook.

    One engine makes one search at a time: a second one waits, for ever if the thread
    that waits is the one that should go on with the first; Ctrl-C ends that. Two engines in two threads use two cores.

    >>> with Engine(hash_mb=16) as engine:
    ...     engine.play(Board(), Limit(nodes=1000)).move
    <Move h8>
    """

    def __init__(
        self,
        *,
        level: int | str = "full",
        threads: int = 1,
        hash_mb: int = 64,
        book: str | os.PathLike[str] | None = None,
        weights: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
        evaluation: str | None = None,
        seed: int | None = None,
    ) -> None:
        if isinstance(weights, (str, os.PathLike)):
            weights = [weights]
        contents = []
        for path in weights:
            with open(path, "rb") as file:
                contents.append(file.read())
        #: What it is in Rust.
        self.searcher = Searcher(
            level=str(level),
            threads=threads,
            hash_mb=hash_mb,
            evaluation=evaluation,
            book=None if book is None else os.fspath(book),
            weights=contents,
            seed=seed,
        )

    def _start(
        self,
        board: Board,
        limit: Limit | None,
        *,
        multipv: int = 1,
        exclude: Iterable[Any] = (),
        analysis: bool,
    ) -> Search:
        limit = Limit() if limit is None else limit
        check_limit(limit)
        if not isinstance(multipv, int) or multipv < 1:
            raise ValueError(f"multipv {multipv!r}, expected a whole number of 1 or more")
        return self.searcher.start(
            board,
            nodes=limit.nodes,
            time=limit.time,
            depth=limit.depth,
            clock=limit.clock,
            increment=limit.increment,
            lines=multipv,
            excluded=list(exclude),
            analysis=analysis,
        )

    def play(self, board: Board, limit: Limit, *, exclude: Iterable[Any] = ()) -> PlayResult:
        """Chooses a move within the limit, and not one of `exclude`. The board stays as it is.

        What earlier moves of a game found is used; `new_game` forgets it.
        """
        return result_of(self.begin_play(board, limit, exclude).wait())

    def begin_play(self, board: Board, limit: Limit, exclude: Iterable[Any]) -> Search:
        """Begins what `play` waits for."""
        check_end(limit)
        return self._start(board, limit, exclude=exclude, analysis=False)

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: None = None, exclude: Iterable[Any] = ()
    ) -> Info: ...

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: int, exclude: Iterable[Any] = ()
    ) -> list[Info]: ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        exclude: Iterable[Any] = (),
    ) -> Info | list[Info]:
        """Analyzes a position within the limit, and returns what it found about the best line; with
        `multipv` a list of that many lines, or of as many as there are.

        It knows nothing of earlier searches.

        >>> with Engine() as engine:
        ...     lines = engine.analyse(Board("renju", moves="h8i9"), Limit(depth=6), multipv=3)
        >>> len(lines), lines[0].score >= lines[2].score
        (3, True)
        """
        return lines_of(self.begin_analyse(board, limit, multipv, exclude), multipv)

    def begin_analyse(self, board: Board, limit: Limit, multipv: int | None, exclude: Iterable[Any]) -> Analysis:
        """Begins what `analyse` waits for."""
        check_end(limit)
        return self.analysis(board, limit, multipv=1 if multipv is None else multipv, exclude=exclude)

    analyze = analyse

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        exclude: Iterable[Any] = (),
    ) -> Analysis:
        """Begins an analysis of the best `multipv` lines and returns at once, see `Analysis`. Without a limit
        it goes on until it is stopped or the game is decided."""
        return Analysis(self._start(board, limit, multipv=multipv, exclude=exclude, analysis=True))

    def policy(self, board: Board | Sequence[Board]) -> np.ndarray:
        """How likely a deeper search is to choose each move, without a search: an array of `float32` with a
        row for each row of the board, all of it 0 after the end of the game. For several boards of one size
        it has a dimension more. A move has its part at `[move.y, move.x]`."""
        if isinstance(board, Board):
            return self.searcher.policy([board])[0]
        return self.searcher.policy(list(board))

    def value(self, board: Board | Sequence[Board]) -> Any:
        """The chance of the side to move to win, 0 to 1, without a search: a `float32`, for several boards an
        array of them. After the end of the game it is the result."""
        if isinstance(board, Board):
            return self.searcher.value([board])[0]
        return self.searcher.value(list(board))

    def review(self, game: Game, limit: Limit | None = None, *, effort: str = "quick") -> Review:
        """Finds the mistakes of a game, see `tengen.review`."""
        from .reviews import reviewed

        return reviewed(self.searcher, game, limit, effort)

    def new_game(self) -> None:
        """Forgets what earlier searches found."""
        self.searcher.forget()

    def stop(self) -> None:
        """Ends all searches of this engine soon. For another thread."""
        self.searcher.stop()

    def close(self) -> None:
        """Ends all searches and gives the memory back."""
        self.searcher.close()

    quit = close

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
