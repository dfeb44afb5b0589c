"""`tengen.EngineProcess`."""

from __future__ import annotations

import os
import sys
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
