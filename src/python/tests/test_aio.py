"""`tengen.AsyncEngine`."""

from __future__ import annotations

import asyncio

import pytest
from test_engine import ENDLESS, QUIET

from tengen import AsyncEngine, Board, Game, Limit


def test_the_loop_goes_on_while_two_engines_search():
    async def run():
        async with AsyncEngine(hash_mb=4) as one, AsyncEngine(hash_mb=4) as two:
            board = Board("freestyle", moves=QUIET)
            plays = [asyncio.create_task(engine.play(board, ENDLESS)) for engine in (one, two)]
            for _ in range(5):
                await asyncio.sleep(0.01)
            assert not any(play.done() for play in plays)
            one.stop()
            two.stop()
            return [await play for play in plays]

    assert all(result.stopped for result in asyncio.run(run()))


def test_an_analysis_is_iterated():
    async def run():
        async with AsyncEngine(hash_mb=4) as engine:
            board = Board("freestyle", moves=QUIET)
            async with engine.analysis(board, ENDLESS, multipv=2) as analysis:
                async for info in analysis:
                    if info.depth >= 3:
                        break
            lines = await engine.analyse(board, Limit(depth=3), multipv=2)
            return analysis.multipv, lines, [info.depth async for info in engine.analysis(board, Limit(depth=3))]

    streamed, lines, depths = asyncio.run(run())
    assert len(streamed) == len(lines) == 2 and lines[0].depth == 3 and depths[-1] == 3


def test_the_lines_of_a_depth_come_together():
    async def run():
        async with AsyncEngine(hash_mb=4) as engine:
            board = Board("freestyle", moves=QUIET)
            async with engine.analysis(board, Limit(depth=3), multipv=2) as analysis:
                return [[info.depth for info in lines] async for lines in analysis.depths()]

    assert asyncio.run(run()) == [[1, 1], [2, 2], [3, 3]]


def test_a_cancelled_task_stops_its_search():
    async def run():
        async with AsyncEngine(hash_mb=4) as engine:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.play(Board("freestyle", moves=QUIET), ENDLESS), 0.2)
            return (await engine.play(Board("freestyle"), Limit(nodes=10))).move

    assert asyncio.run(run()) == (7, 7)


def test_a_cancelled_task_stops_no_other_search():
    async def run():
        async with AsyncEngine(hash_mb=4) as engine:
            board = Board("freestyle", moves=QUIET)
            first = asyncio.create_task(engine.play(board, ENDLESS))
            await asyncio.sleep(0.1)
            game = Game(board)
            for work in (engine.play(board, ENDLESS), engine.analyse(board, ENDLESS), engine.review(game)):
                waiting = asyncio.create_task(work)
                # Once the task has begun it has a search, whether its thread runs or not.
                await asyncio.sleep(0)
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asyncio.wait_for(waiting, 60)
            assert not first.done()
            engine.stop()
            return await first

    assert asyncio.run(run()).stopped
