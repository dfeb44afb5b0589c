"""`tengen.api`. protocol-tests/api_client.py has more examples."""

from __future__ import annotations

import json
import sys

import pytest
from conftest import ROOT
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


class Checked(Client):
    """A client that compares every message with the schema; `wrong` has those that differ."""

    def __init__(self, *words):
        jsonschema = pytest.importorskip("jsonschema")
        schema = json.loads((ROOT / "src/study/api/schema.json").read_text(encoding="utf-8"))
        self.wrong, self.seen = [], set()
        of = {name: {**schema, "anyOf": [{"$ref": f"#/$defs/{name}"}]} for name in ("Request", "Answer")}
        self.schemas = {name: jsonschema.Draft202012Validator(each) for name, each in of.items()}
        super().__init__(*words)

    def check(self, name, message):
        self.wrong += [(message, error.message) for error in self.schemas[name].iter_errors(message)][:1]

    def send_line(self, line):
        self.check("Request", json.loads(line))
        super().send_line(line)

    def stream(self, name, timeout=None):
        for answer in super().stream(name, timeout):
            self.check("Answer", answer)
            self.seen.add((answer["event"], answer.get("request")))
            yield answer


def test_requests_and_answers_are_as_the_schema_says():
    game = {"size": 15, "moves": "h8g10i8h10j8i10o15j10"}
    renju = {"rule": "renju", "size": 15, "black": [[7, 5], [7, 6], [5, 7], [6, 7]], "white": [[1, 1], [3, 1], [5, 1], [12, 1]]}
    four = {"size": 15, "moves": ["h8", "h9", "i8", "i9", "g8", "g9"]}
    few = {"nodes": 300}
    with Checked(executable(), "--memory-mb", "64") as client:
        for request in ("ping", "options", "new_game", "stop", "cancel"):
            client.ask(request)
        for request in ("analyze", "move", "explain", "balance"):
            client.ask(request, position=four, limits=few)
        for request in ("judge", "policy", "explain"):
            client.ask(request, position=renju, **({"move": "h8"} if request == "explain" else {}))
        client.ask("solve", position=four, tree=True)
        client.ask("solve", position=four, goal="defend", kind="vcf", limits={"nodes": 1000})
        client.ask("review", position=game, limits=few, opening_stones=5)
        client.ask("puzzles", action="find", position=game, color="black")
        client.ask("opening", opening="swap2", size=15, play=True, limits=few)
        saved = client.ask("import", text="(;GM[4]SZ[15];B[hh];W[ih])")["games"][0]
        client.ask("export", format="sgf", game=saved)
        assert client.wrong == [] and len(client.seen) > 15
        # What the schema refuses is refused, with answers that it knows.
        for number, wrong in enumerate(({"multipv": 0}, {"limits": {"deep": 1}}, {"unknown": 1}), 1):
            answer = client.answer("analyze", position=four, **wrong)
            assert answer["event"] == "error" and len(client.wrong) == number
