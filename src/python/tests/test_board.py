"""`tengen.Board` and `tengen.Move`."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest
from conftest import DOUBLE_THREE, ROOT

import tengen


def played(moves: str, rule: str = "freestyle", size: int = 15) -> tengen.Board:
    return tengen.Board(rule, size, moves=moves)


def test_an_empty_board():
    board = tengen.Board()
    assert (board.rule, board.width, board.height, board.turn) == ("renju", 15, 15, "black")
    assert len(board.legal_moves) == board.legal_moves.count() == 225
    assert (board.winner, board.outcome(), board.is_game_over(), board.ply()) == (None, None, False, 0)
    assert repr(tengen.Board("caro", width=20, height=15)) == "Board(rule='caro', width=20, height=15, moves='')"
    assert tengen.Board(rule=9).rule == "caro-exact"


@pytest.mark.parametrize("same", ["h8", "H8", (7, 7), [7, 7], tengen.Move(7, 7)])
def test_a_point_has_several_names(same):
    board = tengen.Board("freestyle")
    move = board.push(same)
    assert move == (7, 7) and tuple(move) == (7, 7) and str(move) == move.name == "h8"
    assert hash(move) == hash((7, 7)) and {(7, 7): 1}[move] == 1
    x, y = move
    assert (x, y, move.x, move.y, move[0], move[-1], len(move)) == (7, 7, 7, 7, 7, 7, 2)
    assert move != (7, 8) and move < (7, 8) and move != "h8"
    assert board.peek() == move and board.move_stack == [move]


@pytest.mark.parametrize(
    "wrong, error",
    [
        ("z9", ValueError),
        ("p8", ValueError),
        ("", ValueError),
        ((15, 0), ValueError),
        ((-1, 0), ValueError),
        ((2**70, 0), ValueError),
        ((1, 2, 3), TypeError),
        (7, TypeError),
        ((1.5, 2), TypeError),
        ("h8", ValueError),
    ],
)
def test_wrong_moves_are_refused_and_change_nothing(wrong, error):
    board = played("h8")
    with pytest.raises(error):
        board.push(wrong)
    assert board == played("h8") and board.ply() == 1


def test_an_illegal_move_says_why():
    board = played("h8")
    with pytest.raises(tengen.IllegalMoveError, match="h8 is illegal: point h8 is occupied"):
        board.push("h8")
    assert issubclass(tengen.IllegalMoveError, ValueError)


def test_all_moves_of_a_list_are_played_or_none():
    board = tengen.Board("freestyle")
    board.push_moves([(7, 7), "i9", None, tengen.Move(0, 0)])
    assert [str(move) for move in board.move_stack] == ["h8", "i9", "None", "a15"]
    with pytest.raises(tengen.IllegalMoveError):
        board.push_moves("c3c4h8c5")
    assert board.ply() == 4 and board.stone_at("c3") is None


def test_moves_come_back():
    board = played("h8i9g7")
    keys = [board.canonical_key()]
    for move in ("a1", None, "b2"):
        board.push(move)
        keys.append(board.canonical_key())
    for move in ("b2", None, "a1"):
        assert board.canonical_key() == keys.pop()
        last = board.pop()
        assert (last and last.name) == move
    assert board == played("h8i9g7") and board.turn == "white"
    with pytest.raises(IndexError):
        tengen.Board().pop()
    with pytest.raises(IndexError):
        tengen.Board().peek()


def test_legal_moves_follow_the_board():
    board = tengen.Board("freestyle")
    moves = board.legal_moves
    board.push("h8")
    assert len(moves) == 224 and "h8" not in moves and (0, 0) in moves
    for other in ("nonsense", (99, 99), None, 3.5, object()):
        assert other not in moves
    assert list(moves)[0] == moves[0] == (0, 0) and moves[-1] == (14, 14)
    assert random.choice(moves) in moves
    with pytest.raises(IndexError):
        moves[224]
    for move in moves:
        board.push(move)
        board.pop()
    assert len(moves) == 224


def test_forbidden_points_have_kinds():
    board = tengen.Board.from_text(DOUBLE_THREE, "renju")
    assert board.turn == "black"
    assert board.is_forbidden("e5") == "double-three" and board.is_forbidden("a1") is None
    assert board.forbidden_points() == {board.parse_move("e5"): "double-three"}
    assert "e5" not in board.legal_moves and not board.is_legal("e5")
    with pytest.raises(tengen.IllegalMoveError, match="forbidden to black: double-three"):
        board.push("e5")
    board.push(None)
    assert board.is_forbidden("e5") and "e5" in board.legal_moves, "white may"
    free = tengen.Board.from_text(DOUBLE_THREE, "freestyle", turn="black")
    assert free.forbidden_points() == {} and "e5" in free.legal_moves


def test_forbidden_points_are_those_of_the_reference_data():
    names = {"3-3": "double-three", "4-4": "double-four", "overline": "overline"}
    kinds = set()
    for line in (ROOT / "protocol-tests/data/forbidden.jsonl").read_text().splitlines()[:2000]:
        about = json.loads(line)
        expected = about.pop("forbidden")
        board = tengen.Board.from_json(json.dumps(about))
        found = {f"{move.x},{move.y}": kind for move, kind in board.forbidden_points().items()}
        assert found == {point: names[kind] for point, kind in expected.items()}
        kinds.update(found.values())
    assert len(kinds) == 3


def test_forbidden_points_are_the_same_after_any_moves_and_takebacks():
    random.seed(5)
    for size in (9, 15):
        board = tengen.Board("renju", size)
        seen = 0
        for _ in range(300):
            moves = list(board.legal_moves)
            if board.is_game_over() or not moves or random.random() < 0.3 and board.ply():
                board.pop()
            else:
                board.push(random.choice(moves))
            fresh = board.copy()
            assert board.forbidden_points() == fresh.forbidden_points()
            assert list(board.legal_moves) == list(fresh.legal_moves)
            seen += len(fresh.forbidden_points())
        assert seen > 0


def test_a_five_ends_the_game():
    board = played("h8a1i8a2j8a3k8a4")
    assert not board.is_game_over()
    board.push("l8")
    outcome = board.outcome()
    assert (board.winner, outcome.winner, outcome.termination, outcome.result()) == ("black", "black", "five", "1-0")
    assert [str(move) for move in outcome.line] == ["h8", "i8", "j8", "k8", "l8"]
    assert list(board.legal_moves) == [] and not board.legal_moves
    with pytest.raises(tengen.IllegalMoveError, match="the game is over, black has won"):
        board.push("a9")
    board.push("a9", strict=False)
    assert board.winner == "black"
    board.pop()
    board.pop()
    assert board.winner is None and "l8" in board.legal_moves


def test_a_foul_loses_unless_the_game_goes_on():
    board = tengen.Board.from_text(DOUBLE_THREE, "renju", turn="black")
    board.push("e5", strict=False)
    assert (board.winner, board.outcome().termination) == ("white", "forbidden (double-three)")
    board.push("a9", strict=False)
    assert board.outcome() is None
    board.pop()
    assert board.winner == "white"
    board.pop()
    assert board.outcome() is None


def test_two_passes_are_a_draw_under_renju_alone():
    for rule, is_over in (("renju", True), ("freestyle", False)):
        board = played("h8", rule)
        board.push(None)
        board.push("--")
        assert board.is_game_over() == is_over and board.winner is None
    assert played("h8----", "renju").outcome().termination == "draw (passes)"


def test_a_full_board_is_a_draw():
    # Columns of two colors, shifted every two rows: nobody has three in a row.
    board = tengen.Board("caro", 6)
    colors = [[(x // 2 + y) % 2 for x in range(6)] for y in range(6)]
    black = [(x, y) for y in range(6) for x in range(6) if colors[y][x]]
    white = [(x, y) for y in range(6) for x in range(6) if not colors[y][x]]
    for pair in zip(black, white):
        board.push_moves(pair)
    assert (board.outcome().termination, board.outcome().result()) == ("draw (full-board)", "1/2-1/2")


def test_threats():
    board = played("h8a1i8a3j8a5")
    kinds = {str(threat.move): threat.kind for threat in board.threats()}
    assert kinds["k8"] == kinds["g8"] == "open-four" and kinds["f8"] == "four"
    four = next(threat for threat in board.threats() if threat.move == "k8" or str(threat.move) == "k8")
    assert [(kind, sorted(map(str, points))) for kind, points in four.lines] == [("open-four", ["g8", "l8"])]
    assert "open-four" not in {threat.kind for threat in board.threats("white")}
    with pytest.raises(ValueError, match="color 'red', expected black or white"):
        board.threats("red")


def test_symmetries_share_a_key():
    board = played("h8i9g7a2")
    images = board.symmetries()
    assert len(images) == 8 and images[0] == board and images[0].move_stack == board.move_stack
    assert len({image.to_json() for image in images}) == 8
    assert {image.canonical_key() for image in images} == {board.canonical_key()}
    assert played("g7i9h8a2").canonical_key() == board.canonical_key()
    assert played("h8i9g7a3").canonical_key() != board.canonical_key()
    assert len(tengen.Board("freestyle", width=9, height=7).symmetries()) == 4


def test_legal_moves_are_indexed_like_a_list():
    board = tengen.Board("freestyle", 9, moves="e5")
    moves = list(board.legal_moves)
    assert board.legal_moves[0] == moves[0] and board.legal_moves[-1] == moves[-1]
    assert board.legal_moves[:3] == moves[:3] and board.legal_moves[::-40] == moves[::-40]
    with pytest.raises(IndexError):
        board.legal_moves[len(moves)]
    with pytest.raises(TypeError):
        board.legal_moves["e5"]


def test_text_json_and_pictures():
    board = tengen.Board("freestyle", 5, moves="c3d4")
    assert str(board) == ". . . . .\n. . . O .\n. . X . .\n. . . . .\n. . . . .\n"
    assert board.to_text({"a1": "!"}).splitlines()[-1] == "! . . . ."
    assert tengen.Board.from_text(str(board), "freestyle") == board
    assert board.to_json() == '{"rule":"freestyle","width":5,"height":5,"moves":"c3d4"}'
    svg = board._repr_svg_()
    assert svg.startswith("<svg") and svg.count("<circle") == 3
    marked = board.svg(line=["a1", "b1"], crosses=["e5"], width=500)
    assert 'width="500"' in marked and marked.count("<circle") == 5
    for wrong in ("", "{}", '{"size":15,"moves":[[7,7]],"x":1}', '{"size":15,"moves":"h8h8"}'):
        with pytest.raises(ValueError):
            tengen.Board.from_json(wrong)


@pytest.mark.parametrize("moves", ["", "h8", "h8--i9", "h8a1i8a2j8a3k8a4l8"])
def test_copies_and_pickles(moves):
    board = played(moves)
    for twin in (copy.copy(board), copy.deepcopy(board), board.copy(), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.move_stack == board.move_stack and twin.winner == board.winner
        if not board.is_game_over():
            twin.push("o15")
            assert twin != board and board.stone_at("o15") is None
    assert eval(repr(board), vars(tengen)) == board
    setup = tengen.Board.from_text(DOUBLE_THREE, "renju")
    assert pickle.loads(pickle.dumps(setup)) == setup == eval(repr(setup), vars(tengen))
    move = tengen.Move(3, 4, 19)
    assert str(pickle.loads(pickle.dumps(move))) == str(move) == "d15"


def test_a_pickled_set_up_start_keeps_its_moves():
    board = tengen.Board.from_text(DOUBLE_THREE, "renju", turn="black")
    board.push("e5", strict=False)
    twin = pickle.loads(pickle.dumps(board))
    assert twin == board and twin.move_stack == board.move_stack == [(4, 4)]
    assert str(twin.outcome()) == str(board.outcome()) and twin.winner == "white"
    twin.pop()
    assert twin == tengen.Board.from_text(DOUBLE_THREE, "renju", turn="black") and twin.outcome() is None
    # Stones that alternate are no moves if they were set up; neither is the side to move lost.
    for turn in ("black", "white"):
        setup = tengen.Board.from_text("X O X O . .\n" + ". . . . . .\n" * 5, "freestyle", turn=turn)
        setup.push_moves(["c3", None, "d3"])
        for twin in (setup, pickle.loads(pickle.dumps(setup))):
            assert twin.move_stack == [(2, 3), None, (3, 3)] and twin.turn != turn
        for twin in (tengen.Board.from_json(setup.to_json()), eval(repr(setup), vars(tengen))):
            assert twin == setup and twin.move_stack == []


def test_a_board_may_be_read_while_it_is_asked():
    board = played("h8", size=5 + 10)
    board.push_moves(move for move in [(0, 0), (1, 1)] if move in board.legal_moves)
    assert board.ply() == 3
    assert board.svg(crosses=board.legal_moves).startswith("<svg")
    small = tengen.Board("caro", 6)
    small.push_moves(list(small.legal_moves)[:2])
    small.push_moves(small.legal_moves, strict=False)
    assert len(small) == 36


def test_wrong_boards_are_refused():
    for options in (
        {"rule": "chess"},
        {"rule": 7},
        {"size": 4},
        {"size": 182},
        {"size": -1},
        {"size": 2**70},
        {"width": 3},
        {"height": -1},
    ):
        with pytest.raises(ValueError):
            tengen.Board(**options)
    with pytest.raises(TypeError, match="^size 15 of type str, expected a whole number"):
        tengen.Board(size="15")
    with pytest.raises(ValueError, match="^x -1, expected a column from 0"):
        tengen.Move(-1, 300)
    with pytest.raises(ValueError, match='^rule 15, expected "freestyle" or 0, .*; a size has its name: size=15$'):
        tengen.Board(15)
    with pytest.raises(TypeError, match='^rule 1.5 of type float, expected "freestyle" or 0'):
        tengen.Board(1.5)
    with pytest.raises(ValueError, match="^width -3, expected a whole number of 1 or more, or None"):
        tengen.Board(width=-3)
    with pytest.raises(ValueError, match="^turn 'red', expected black or white"):
        tengen.Board.from_text(str(tengen.Board()), turn="red")
    with pytest.raises(TypeError):
        hash(tengen.Board())


def test_large_boards_are_played_too():
    board = tengen.Board("renju", 50, moves="z25aa26")
    assert len(board.legal_moves) == 2498
    with pytest.raises(ValueError, match="at most 22x22"):
        board.threats()


def test_arrays():
    numpy = pytest.importorskip("numpy")
    board = tengen.Board("freestyle", width=9, height=7, moves="a7b7c7")
    planes = board.planes()
    assert planes.shape == (5, 7, 9) and planes.dtype == numpy.uint8
    # White is to move: its stone, black's two, 60 empty points, the last move.
    assert planes[0, 0, 1] == 1 and planes[0].sum() == 1
    assert planes[1, 0, 0] == planes[1, 0, 2] == 1 and planes[1].sum() == 2
    assert planes[2].sum() == 60 and planes[3, 0, 2] == 1 and planes[3].sum() == 1 and planes[4].sum() == 0
    mask = board.legal_mask()
    assert mask.dtype == bool and [(x, y) for y, x in numpy.argwhere(mask)] == list(board.legal_moves)
    mask[0, 0] = True
