"""`tengen.api`. protocol-tests/api_client.py has more examples."""

from __future__ import annotations

import json
import sys

import pytest
from test_process import executable

from tengen import Board
from tengen.api import ApiError, Client


def test_requests_are_answered():
    board = Board("renju", moves="h8h9i8i9g8g9")
    with Client(executable()) as client:
        answer = client.ask("solve", position=json.loads(board.to_json()), limits={"nodes": 1000})
        assert (answer["result"], answer["plies"]) == ("win", 3)
        board.push_moves(answer["line"])
        assert board.winner == "black"
        with pytest.raises(ApiError, match="^request: ") as error:
            client.ask("dance")
        assert error.value.answer["event"] == "error"
        name = client.send("analyze", position={"size": 15, "moves": "h8i9"}, limits={"depth": 3})
        assert [answer["event"] for answer in client.stream(name)] == ["depth"] * 3 + ["done"]


def test_a_process_that_ends_is_an_error():
    client = Client(sys.executable, "-c", "pass")
    with pytest.raises((ApiError, OSError)):
        client.ask("ping", timeout=60)
        client.ask("ping", timeout=1)
    assert client.process.wait(60) != 0
