"""The engine under asyncio: searches run in threads, the event loop goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Callable, TypeVar, overload

from ._tengen import Board, Stop
from .engine import Analysis, Engine, Info, Limit, PlayResult, lines_of, result_of

if TYPE_CHECKING:
    from ._tengen import Game
    from .reviews import Review

T = TypeVar("T")


async def _in_thread(stop: Callable[[], None], work: Callable[..., T], *args: Any, **options: Any) -> T:
    """Runs `work` in a thread. If the task is cancelled, `stop` ends it, even before it has begun."""
    running = asyncio.ensure_future(asyncio.to_thread(work, *args, **options))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop()
        await asyncio.wait([running])
        # What it returned or raised is no longer wanted.
        running.cancelled() or running.exception()
        raise


def _copies(board: Board | Sequence[Board]) -> Board | list[Board]:
    """Boards that stay as they are while another thread looks at them."""
    return board.copy() if isinstance(board, Board) else [each.copy() for each in board]


class AsyncAnalysis:
    """A running analysis: `async for info in analysis`, or `async for lines in analysis.depths()`."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    @property
    def multipv(self) -> list[Info]:
        """The lines of the last finished depth, the best first."""
        return self._analysis.multipv

    @property
    def info(self) -> Info | None:
        """The best line of the last finished depth."""
        return self._analysis.info

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        # A StopIteration cannot leave a coroutine.
        info = await _in_thread(self.stop, next, self._analysis, None)
        if info is None:
            raise StopAsyncIteration
        return info

    async def depths(self) -> AsyncIterator[list[Info]]:
        """The lines of each depth together."""
        depths = self._analysis.depths()
        while (lines := await _in_thread(self.stop, next, depths, None)) is not None:
            yield lines

    def stop(self) -> None:
        """Ends the search soon."""
        self._analysis.stop()

    async def wait(self) -> PlayResult:
        """Waits for the end, and returns the best move."""
        return await _in_thread(self.stop, self._analysis.wait)

    async def __aenter__(self) -> AsyncAnalysis:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.stop()
        await asyncio.to_thread(self._analysis.end)


class AsyncEngine:
    """`Engine` with coroutines, and the same options. A task that is cancelled stops its search, and no other.

    >>> import asyncio, tengen
    >>> async def best(moves):
    ...     async with tengen.AsyncEngine() as engine:
    ...         board = tengen.Board("freestyle", moves=moves)
    ...         return (await engine.play(board, tengen.Limit(nodes=1000))).move
    >>> len(asyncio.run(best("h8i9")))
    2
    """

    def __init__(self, **options: Any) -> None:
        #: The engine that does the work.
        self.engine = Engine(**options)

    async def play(self, board: Board, limit: Limit, *, exclude: Iterable[Any] = ()) -> PlayResult:
        """As `Engine.play`."""
        search = self.engine.begin_play(board, limit, exclude)
        return result_of(await _in_thread(search.stop, search.wait))

    @overload
    async def analyse(
        self, board: Board, limit: Limit, *, multipv: None = None, exclude: Iterable[Any] = ()
    ) -> Info: ...

    @overload
    async def analyse(
        self, board: Board, limit: Limit, *, multipv: int, exclude: Iterable[Any] = ()
    ) -> list[Info]: ...

    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        exclude: Iterable[Any] = (),
    ) -> Info | list[Info]:
        """As `Engine.analyse`."""
        analysis = self.engine.begin_analyse(board, limit, multipv, exclude)
        return await _in_thread(analysis.stop, lines_of, analysis, multipv)

    analyze = analyse

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        exclude: Iterable[Any] = (),
    ) -> AsyncAnalysis:
        """As `Engine.analysis`, for `async with` and `async for`."""
        return AsyncAnalysis(self.engine.analysis(board, limit, multipv=multipv, exclude=exclude))

    async def policy(self, board: Board | Sequence[Board]) -> Any:
        """As `Engine.policy`."""
        return await asyncio.to_thread(self.engine.policy, _copies(board))

    async def value(self, board: Board | Sequence[Board]) -> Any:
        """As `Engine.value`."""
        return await asyncio.to_thread(self.engine.value, _copies(board))

    async def review(self, game: Game, limit: Limit | None = None, *, effort: str = "quick") -> Review:
        """As `Engine.review`."""
        from .reviews import reviewed

        stop = Stop()
        return await _in_thread(stop.set, reviewed, self.engine.searcher, game, limit, effort, stop)

    async def new_game(self) -> None:
        """As `Engine.new_game`."""
        await asyncio.to_thread(self.engine.new_game)

    def stop(self) -> None:
        """As `Engine.stop`."""
        self.engine.stop()

    async def close(self) -> None:
        """As `Engine.close`."""
        await asyncio.to_thread(self.engine.close)

    quit = close

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()
