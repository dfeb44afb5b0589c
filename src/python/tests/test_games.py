"""`tengen.Game` and files."""

from __future__ import annotations

import pickle
import random

import pytest
from conftest import DOUBLE_THREE, ROOT

import tengen
from tengen import Board, Game

SGF = ROOT / "protocol-tests/games/missed-win-renju.sgf"
PSQ = ROOT / "protocol-tests/games/missed-win-freestyle.psq"


def test_games_are_read_by_name_and_contents():
    game = tengen.read_game(SGF)
    assert game.rule == "renju" and len(game) == len(game.moves) > 5
    assert game.board().move_stack == game.moves and game.board(3).ply() == 3
    assert tengen.read_game(SGF.read_bytes()) == game
    assert tengen.read_game(PSQ, rule="freestyle").rule == "freestyle"
    for wrong in (-1, len(game) + 1):
        with pytest.raises(ValueError, match=f"^ply {wrong}, expected"):
            game.board(wrong)
    assert [node.ply() for node in game.mainline()] == [*range(1, len(game) + 1)] and game.root.ply() == 0


@pytest.mark.filterwarnings("ignore::tengen.FormatWarning")
@pytest.mark.parametrize("format", [name for name, about in tengen.formats().items() if about["written"]])
def test_a_game_comes_back_from_every_format(format):
    board = Board("freestyle", moves="h8i9g9i7i8h10g10")
    game = Game(board)
    assert (game.result, game.reason) == ("unfinished", None)
    data = game.to_bytes(format)
    if format == "pgn":
        # It holds results alone.
        return
    again = tengen.read_game(data, format=format, rule="freestyle")
    if format in ("drawing", "pos"):
        assert again.board() == board
    else:
        assert again.moves == game.moves


def test_files(tmp_path):
    game = Game(Board("renju", moves="h8i9"))
    game.black, game.white = "Ann", "Bo"
    path = tmp_path / "game.sgf"
    tengen.write_game(game, path)
    again = tengen.read_game(path)
    assert (again.black, again.white, again.moves, again.rule) == ("Ann", "Bo", game.moves, "renju")
    tengen.write_games([game, game], path)
    assert len(tengen.read_games(path)) == 2
    with pytest.warns(tengen.FormatWarning, match="txt does not hold: rule"):
        tengen.write_game(game, tmp_path / "game.txt")
    with pytest.raises(ValueError):
        tengen.write_game(game, tmp_path / "game.docx")
    with pytest.raises(tengen.FormatError), pytest.warns(tengen.FormatWarning):
        tengen.write_games([game, game], tmp_path / "game.psq")
    assert not (tmp_path / "game.psq").exists()
    with pytest.raises(ValueError, match="no game"):
        tengen.write_games([], path)
    assert len(tengen.read_games(path)) == 2, "the old file stays"
    with pytest.raises(OSError):
        tengen.write_game(game, tmp_path / "missing" / "game.sgf")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.sgf", "game.txt"]
    with pytest.raises(FileNotFoundError):
        tengen.read_games(tmp_path / "missing.sgf")


def test_what_is_no_game_is_an_error():
    for data, format in ((b"(;GM[1]FF[4]SZ[19];B[aa])", "sgf"), (b"nonsense", "psq"), (b"\0\1", "lib")):
        with pytest.raises(tengen.FormatError):
            tengen.read_games(data, format=format)
    with pytest.raises(ValueError):
        tengen.read_games(b"", format="doc")
    with pytest.raises(ValueError):
        tengen.read_games(SGF, encoding="klingon")


def test_what_is_not_read_is_a_warning():
    data = b"(;GM[4]SZ[15];B[hh];W[ii])(;GM[4]SZ[15];B[zz])"
    with pytest.warns(tengen.FormatWarning):
        assert tengen.read_games(data)[0].moves[0] == (7, 7)


def test_warnings_point_at_the_caller(tmp_path):
    game = Game(Board("renju", moves="h8"))
    unread = b"(;GM[4]SZ[15]XX[1];B[hh])"
    for call in (
        lambda: tengen.read_game(unread),
        lambda: tengen.read_games(unread),
        lambda: tengen.write_game(game, tmp_path / "a.psq"),
        lambda: tengen.write_games([game], tmp_path / "a.psq"),
    ):
        with pytest.warns(tengen.FormatWarning) as caught:
            call()
        assert caught[0].filename == __file__


def test_wrong_files_are_named(tmp_path):
    game = Game(Board(moves="h8"))
    with pytest.raises(TypeError, match=r"Board, expected a Game"):
        tengen.write_game(game.board(), tmp_path / "a.sgf")
    with pytest.raises(ValueError, match="'a.xyz', expected one of csv, .* sgf, .*format="):
        tengen.write_game(game, "a.xyz")
    with pytest.raises(FileNotFoundError) as caught:
        tengen.write_game(game, tmp_path / "none" / "a.sgf")
    assert caught.value.filename == str((tmp_path / "none").resolve())


def test_variations_and_comments():
    game = Game(Board("freestyle", moves="h8i9g9"))
    first, second, third = game.mainline()
    assert (first.move.name, first.color, second.parent, third.is_end()) == ("h8", "black", first, True)
    assert first.parent == game.root and game.root.move is None and game.root.next() == first
    other = first.add_variation("j10")
    other.add_variation(None).comment = "a pass"
    assert [node.move.name for node in first.variations] == ["i9", "j10"]
    assert first.add_variation("i9") == second and hash(first.variations[0]) == hash(second)
    assert other.next().is_pass and other.next().board().move_stack[-1] is None
    again = tengen.read_game(game.to_bytes("sgf"))
    assert again == tengen.read_game(again.to_bytes("sgf"))
    assert again.mainline()[0].variations[1].next().comment == "a pass"
    assert "variations" in game.lost_in("txt") and game.lost_in("sgf") == []
    other.promote()
    assert [node.move and node.move.name for node in game.mainline()] == ["h8", "j10", None]
    with pytest.raises(ValueError):
        first.add_variation("h8")


def test_a_variation_at_the_end_decides_the_result():
    game = Game(Board("freestyle", moves="h8a1i8a2j8a3k8a4"))
    assert game.mainline()[3].add_variation("o15") and game.result == "unfinished"
    assert game.mainline()[-1].add_variation("l8").is_end() and (game.result, game.reason) == ("black", "five")
    game.set_result("white", "resigned")
    game.mainline()[-2].add_variation("l8")
    assert game.reason == "resigned", "it was there already"


def test_names_can_be_removed():
    game = Game(rule="renju")
    game.black, game.white = "Ann", " Bo\n"
    assert (game.black, game.white) == ("Ann", "Bo")
    game.black = ""
    assert game.black == Game().black == "black"
    assert pickle.loads(pickle.dumps(game)) == game
    assert tengen.read_game(game.to_bytes("sgf")).white == "Bo"


def test_a_game_grows_and_ends():
    game = Game(rule="freestyle", size=15)
    for move in ("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"):
        game.append(move)
    assert game.result == "unfinished"
    assert game.append("l8").figures == {"time_ms": None, "depth": None, "value": None, "nodes": None}
    assert (game.result, game.reason) == ("black", "five")
    game.set_result("white", "resigned")
    assert (game.result, game.reason) == ("white", "resigned")
    game.set_result("unfinished")
    for wrong in (("red", "five"), ("black", "bored"), ("draw", "five")):
        with pytest.raises(ValueError):
            game.set_result(*wrong)
    with pytest.raises(ValueError, match="^reason 'bored', expected a reason such as"):
        game.set_result("black", "bored")
    assert "freestyle 15x15, 9 moves" in repr(game)


def test_a_result_may_be_written_as_in_files():
    game = Game(rule="freestyle")
    for word, result in (("1-0", "black"), ("0-1", "white"), ("1/2-1/2", "draw"), ("black", "black")):
        game.set_result(word)
        assert (game.result, game.reason) == (result, "adjudicated")
    game.set_result("*")
    assert (game.result, game.reason) == ("unfinished", None)
    for word, result, reason in (("B+R", "black", "resigned"), ("White wins on time", "white", "timeout"), ("和棋", "draw", "adjudicated")):
        game.set_result(word)
        assert (game.result, game.reason) == (result, reason), word
    game.set_result("B+R", "timeout")
    assert game.reason == "timeout"
    for wrong in ("", "red", "Black did not win"):
        with pytest.raises(ValueError, match="expected black, white, draw or unfinished"):
            game.set_result(wrong)
    won = Game(Board("freestyle", moves="h8a1i8a2j8a3k8a4l8"))
    won.set_result("0-1")
    assert won.reason == "adjudicated"
    won.set_result("1-0")
    assert won.reason == "five"


def test_a_date_is_set_and_comes_back():
    game = Game(rule="renju")
    assert game.date is None
    for written, read in (
        ("2026-11-28", "2026-11-28"),
        ("2026-11-28 10:30:05", "2026-11-28 10:30:05"),
        ("1899-03", "1899-03"),
        ("2026-11-02,03", "2026-11-02,03"),
    ):
        game.date = written
        assert game.date == read == pickle.loads(pickle.dumps(game)).date
        # SGF has days, no times.
        assert tengen.read_game(game.to_bytes("sgf")).date == read.split(" ")[0]
    for wrong in ("", "yesterday", "2026-11-28 at noon", "03/04/05"):
        with pytest.raises(ValueError, match="is not a date, expected one like"):
            game.date = wrong
    game.date = None
    assert game.date is None


@pytest.mark.parametrize("rule", tengen.RULES)
def test_the_board_and_the_judge_of_files_agree_about_the_end(rule):
    # The board decides move by move, the judge of files for a whole game.
    random.seed(7)
    seen = set()
    for _ in range(60):
        board = Board(rule, 6)
        while board.ply() < 40:
            free = [(x, y) for y in range(6) for x in range(6) if not board.stone_at((x, y))]
            if not free or random.random() < 0.03 and board.ply():
                board.pop()
                continue
            if random.random() < 0.9 and not board.is_game_over() and board.legal_moves:
                board.push(random.choice(board.legal_moves))
            else:
                board.push(random.choice([None, random.choice(free)]), strict=False)
            game, outcome = Game(board), board.outcome()
            found = (outcome.winner or "draw", outcome.termination) if outcome else ("unfinished", None)
            assert found == (game.result, game.reason), board
            seen.add(found[1])
            if found[1] and random.random() < 0.5:
                break
    assert {None, "five"} <= seen and ("draw (passes)" in seen) == (rule == "renju")


@pytest.mark.parametrize("rule", tengen.RULES)
def test_they_agree_about_boards_that_were_set_up(rule):
    random.seed(8)
    seen = set()
    for _ in range(300):
        stones = random.choice((12, 25, 36))
        cells = random.sample("XO" * (stones // 2) + "X" * (stones % 2) + "." * (36 - stones), 36)
        rows = "\n".join(" ".join(cells[at : at + 6]) for at in range(0, 36, 6))
        board = Board.from_text(rows, rule, turn=random.choice(("black", "white")))
        for _ in range(4):
            game, outcome = Game(board), board.outcome()
            found = (outcome.winner or "draw", outcome.termination) if outcome else ("unfinished", None)
            assert found == (game.result, game.reason), board
            seen.add(found[1])
            if outcome or not board.legal_moves:
                break
            board.push(random.choice(board.legal_moves))
    assert {None, "five", "draw (full-board)"} <= seen


def test_games_are_pickled_with_everything():
    game = tengen.read_game(SGF)
    game.root.comment = "zażółć 天元"
    again = pickle.loads(pickle.dumps(game))
    assert again.to_json() == game.to_json() and again.root.comment == game.root.comment
    setup = Game(Board.from_text(DOUBLE_THREE, "renju"))
    assert pickle.loads(pickle.dumps(setup)).board() == setup.board()


def test_a_node_keeps_its_game_alive():
    node = Game(Board("freestyle", moves="h8i9")).mainline()[1]
    assert node.board().ply() == 2 and node._repr_svg_().startswith("<svg")
