"""`tengen.EngineProcess`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import ROOT

import tengen
from tengen import Board, EngineProcess, Limit

BRAIN = str(Path(__file__).with_name("brain.py"))


def brain(way: str = "good", **options) -> EngineProcess:
    return EngineProcess([sys.executable, BRAIN, way], **options)


def test_a_program_plays_a_game():
    board = Board("freestyle", width=9, height=7)
    with brain(info={"max_memory": 1 << 20}) as engine:
        assert engine.about() == {"name": "Test brain", "version": "1.0"} and engine.name == "Test brain"
        for expected in ((0, 0), (1, 0), (2, 0)):
            result = engine.play(board, Limit(time=5))
            assert result.move == expected and result.move in board.legal_moves
            board.push(result.move)
        assert engine.play(Board("renju", moves="a15"), Limit(nodes=5)).move == (1, 0)
        assert "MESSAGE a word first" in engine.messages
    assert engine._process.returncode == 0


@pytest.mark.parametrize(
    "way, message",
    [
        ("crash", "ended instead of answering"),
        ("nonsense", "expected a move"),
        ("illegal", "which is illegal"),
        ("error", "out of order"),
        ("refuse", "not played"),
    ],
)
def test_what_misbehaves_is_an_error(way, message):
    with brain(way) as engine, pytest.raises(tengen.EngineError, match=message):
        engine.play(Board("freestyle", moves="h8"), Limit(time=5))


def test_what_hangs_is_ended():
    with brain("hang", timeout=0.5) as engine:
        with pytest.raises(tengen.EngineError, match="no answer"):
            engine.play(Board("freestyle"), Limit(time=0.1))
        assert engine._process.poll() is not None


def settings(engine: EngineProcess, limit: Limit) -> dict[str, str]:
    """What the program was told before a move."""
    engine.messages.clear()
    engine.play(Board("freestyle", moves="h8"), limit)
    told = (message.split() for message in engine.messages)
    return {words[2]: words[3] for words in told if words[:2] == ["MESSAGE", "INFO"]}


def test_limits_are_told():
    with brain() as engine:
        timed = settings(engine, Limit(time=5))
        assert timed.pop("rule") == "0", "a new game"
        assert timed == {"timeout_turn": "5000", "timeout_match": "0", "time_left": "2147483647"}
        # A timeout_turn of 0 would mean to move at once.
        clock = settings(engine, Limit(clock=60))
        assert clock == {"timeout_turn": "60000", "timeout_match": "60000", "time_left": "60000"}
        counted = settings(engine, Limit(nodes=7, depth=3, time=1, increment=2))
        assert (counted["max_node"], counted["max_depth"], counted["time_increment"]) == ("7", "3", "2000")
        # They last until they are undone, once; a depth of 0 would be searched as such.
        undone = settings(engine, Limit(time=5))
        assert (undone["max_node"], undone["max_depth"], undone["time_increment"]) == ("2147483647",) * 2 + ("0",)
        assert settings(engine, Limit(time=5)) == timed


def test_an_answer_that_nobody_waits_for_is_not_the_next_one():
    board = Board("freestyle", moves="h8")
    with brain("chatty") as engine:
        assert engine.play(board, Limit(time=5)).move == (0, 0)
        end = time.monotonic() + 60
        while engine._lines.empty():
            assert time.monotonic() < end
            time.sleep(0.01)
        assert engine.play(board, Limit(time=5)).move == (0, 0) and "1,0" in engine.messages
    main = threading.main_thread().ident
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT))
    with brain("hang") as engine:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            engine.play(board, Limit(time=600))
        timer.join()
        assert engine._process.poll() is not None
        with pytest.raises(tengen.EngineError):
            engine.play(board, Limit(time=5))


def test_what_is_unknown_is_an_error_and_the_program_lives():
    with brain("unknown") as engine:
        begun = time.monotonic()
        for ask, message in (
            (engine.about, "UNKNOWN ABOUT"),
            (lambda: engine.play(Board("freestyle", width=9, height=7), Limit(time=5)), "UNKNOWN RECTSTART"),
            (lambda: engine.play(Board("freestyle", moves="h8"), Limit(time=5)), "UNKNOWN BOARD"),
            (lambda: engine.play(Board("freestyle"), Limit(time=5)), "UNKNOWN BEGIN"),
        ):
            with pytest.raises(tengen.EngineError, match=message):
                ask()
        assert time.monotonic() - begun < 10 and engine._process.poll() is None
    with brain("no-info") as engine:
        assert engine.play(Board("freestyle", moves="a15"), Limit(time=5)).move == (1, 0)


def test_wrong_requests():
    with pytest.raises(tengen.EngineError, match="cannot start"):
        EngineProcess("/no/such/program")
    with brain() as engine:
        for board in (Board("freestyle", moves="h8a1i8a2j8a3k8a4l8"), Board("freestyle", moves="h8--")):
            with pytest.raises(ValueError):
                engine.play(board, Limit(time=1))
        with pytest.raises(ValueError):
            engine.play(Board(), Limit())


def executable() -> str:
    """Tengen as a program, from an earlier build."""
    path = os.environ.get("TENGEN_BRAIN") or ROOT / "target/debug/tengen"
    if not Path(path).exists():
        pytest.skip("no executable of Tengen here")
    return str(path)


def test_a_closed_program_says_so_and_keeps_its_name():
    with brain() as engine:
        assert engine.name == "Test brain"
    assert engine.name == "Test brain"
    for call in (lambda: engine.play(Board(), Limit(time=1)), engine.about, engine.stop):
        with pytest.raises(tengen.EngineError, match="^the engine is closed$"):
            call()
    engine.close()
    with brain() as unasked:
        pass
    assert unasked.name == Path(sys.executable).name


def test_tengen_itself_is_driven():
    path = executable()
    board = Board("renju", moves="h8i9g9")
    with EngineProcess(path) as process, tengen.Engine(hash_mb=8) as engine:
        limit = Limit(nodes=2000)
        assert process.play(board, limit).move in board.legal_moves
        for _ in range(4):
            board.push(process.play(board, limit).move)
            board.push(engine.play(board, limit).move)
        setup = Board.from_text(str(board), "renju")
        assert process.play(setup, limit).move in setup.legal_moves
