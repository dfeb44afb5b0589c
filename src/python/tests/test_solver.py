"""`tengen.solve`, `tengen.prove_check` and `tengen.review`."""

from __future__ import annotations

import json
import threading
import time

import pytest
from conftest import ROOT

import tengen
from tengen import Board, Limit

CERTIFICATE = """\
{"tengen_certificate":1,"claim":{"tengen_prove":1,"attacker":"black",\
"position":{"rule":"freestyle","size":15,"moves":[[7,7],[7,6],[8,7],[8,6],[6,7],[6,6]],"to_move":"black"}},\
"stones":1000000,"entries":0,"is_complete":true}
{"crc32":"32ad1de6"}
"""


def test_a_win_by_fours():
    board = Board("renju", moves="h8h9i8i9g8g9")
    found = tengen.solve(board)
    assert found and (found.result, found.kind, found.plies, len(found.line)) == ("win", "vcf", 3, 3)
    board.push_moves(found.line)
    assert board.winner == "black"


def test_no_win_and_no_answer():
    board = Board("freestyle", moves="h8a1")
    assert tengen.solve(board, kind="vcf").result == "none"
    assert not tengen.solve(Board("freestyle", moves="h8i9g9i7i8g8"), kind="vct", nodes=1)
    assert tengen.solve(Board("freestyle", 30)).result == "too-large"
    assert tengen.solve(Board("freestyle", moves="h8a1i8a2j8a3k8a4l8")).result == "over"


def test_all_winning_moves_and_defences():
    board = Board("freestyle", moves="h8h9i8i9g8g9")
    wins = tengen.solve(board, goal="moves", kind="vcf")
    assert wins and {"f8", "j8"} <= {move.name for move in wins.moves}
    board = Board("freestyle", moves="h8a1i8a3g8")
    stops = tengen.solve(board, goal="defend", nodes=200_000)
    names = {move.name for move in stops.moves}
    assert stops.result == "win" and {"f8", "j8"} <= names and "o15" not in names


def test_puzzles():
    lines = (ROOT / "protocol-tests/data/puzzles.jsonl").read_text().splitlines()[:20]
    solved = 0
    for line in lines:
        puzzle = json.loads(line)
        position = {key: puzzle[key] for key in ("rule", "size", "width", "height", "moves", "black", "white", "to_move") if key in puzzle}
        board = Board.from_json(json.dumps(position))
        found = tengen.solve(board, nodes=300_000)
        if found:
            solved += 1
            attacker = board.turn
            board.push_moves(found.line)
            assert board.winner == attacker
    assert solved >= 10


def test_wrong_requests():
    board = Board("freestyle", moves="h8a1")
    for wrong in ({"goal": "draw"}, {"kind": "vcx"}, {"nodes": 0}, {"time": -1.0}, {"threads": 0}):
        with pytest.raises(ValueError):
            tengen.solve(board, **wrong)


def test_a_wrong_limit_is_named():
    with pytest.raises(ValueError, match="time -1, expected seconds"):
        tengen.solve(Board(), time=-1)
    with pytest.raises(TypeError, match="expected a Limit such as"):
        tengen.solve(Board(), 1000)


def test_ctrl_c_stops_the_solver():
    import signal

    main = threading.main_thread().ident
    timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    board = Board("freestyle", moves="h8i9g9i7i8h10g10f11h11")
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        while True:
            tengen.solve(board, kind="vct", time=600)
    timer.join()
    assert time.monotonic() - begun < 60


def test_a_draw_by_pairing_is_checked():
    pairs = "a5b5 a4a3 b4c3 b3b2 d3e3 a1d4 c4e4 c5c2 d5d2 a2e2 e5e1 b1c1".split()
    proof = {
        "tengen_draw": 1,
        "position": {"rule": "freestyle", "size": 5, "moves": [], "to_move": "black"},
        "against_black": [[pair[:2], pair[2:]] for pair in pairs],
        "against_white": [[pair[:2], pair[2:]] for pair in pairs],
    }
    # The file begins so, without blanks.
    text = json.dumps(proof, separators=(",", ":"))
    found = tengen.prove_check(text.encode())
    assert (found.result, found.winner, found.rule, found.size, found.pairs) == ("draw", None, "freestyle", "5x5", 24)
    with pytest.raises(tengen.ProofError):
        tengen.prove_check(text.replace('["a5","b5"]', '["a5","b4"]', 1).encode())


def test_a_win_is_checked(tmp_path):
    path = tmp_path / "certificate.jsonl"
    path.write_text(CERTIFICATE)
    proof = tengen.prove_check(path)
    assert (proof.result, proof.winner, proof.rule, proof.size) == ("win", "black", "freestyle", "15x15")
    assert (proof.moves, proof.plies) == ("h8h9i8i9g8g9", 3)
    assert tengen.prove_check(path, quick=True).positions == proof.positions
    for changed in (CERTIFICATE.replace('"attacker":"black"', '"attacker":"white"'), "not a proof", ""):
        with pytest.raises(tengen.ProofError):
            tengen.prove_check(changed.encode())


def test_a_review_finds_a_missed_win():
    # Black had three in a row, open on both sides.
    game = tengen.Game(Board("renju", moves="h8h9i8i9g8g9a1"))
    with tengen.Engine(hash_mb=8) as engine:
        review = engine.review(game, Limit(nodes=1500))
    assert review.complete and len(review.moves) == 7
    last = review.moves[-1]
    assert (last.number, last.color, last.move.name, last.verdict) == (7, "black", "a1", "missed-win")
    assert last in review.mistakes() and last.loss > 0.08 and last.best and last.before.mate == 3
    assert "makes" in {reason["reason"] for reason in last.reasons} and last.why
    assert "<svg" in review.html and str(review) == review.text and set(review.mean_loss) == {"black", "white"}
    with pytest.raises(ValueError):
        tengen.review(tengen.Game(rule="renju"), Limit(nodes=100))
    with pytest.raises(ValueError):
        tengen.review(game, Limit(depth=3))
    with pytest.raises(ValueError):
        tengen.review(game, effort="lazy")


def test_a_limit_is_given_as_to_an_engine():
    board = Board("renju", moves="h8h9i8i9g8g9")
    assert tengen.solve(board, tengen.Limit(nodes=1000)).result == "win"
    assert tengen.solve(Board("freestyle", moves="h8i9"), tengen.Limit(nodes=1), kind="vct").result in ("none", "unknown")
    with pytest.raises(ValueError, match="nodes or time"):
        tengen.solve(board, tengen.Limit(depth=3))
    with pytest.raises(ValueError, match="one of both"):
        tengen.solve(board, tengen.Limit(nodes=3), time=1)
