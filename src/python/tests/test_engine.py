"""`tengen.Engine`, its analyses, limits and threads."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

import tengen
from tengen import Board, Engine, Limit, Score

#: A search that ends only if it is stopped.
ENDLESS = Limit(nodes=10**15)
#: Positions in which nothing is proved soon.
QUIET = "h8i9g9"


def test_ten_lines():
    board = tengen.Board(rule="renju", size=15)
    with tengen.Engine() as e:
        while board.ply() < 5:
            result = e.play(board, tengen.Limit(nodes=500))
            assert result.move in board.legal_moves
            assert result.move in list(board.legal_moves)
            board.push(result.move)
    assert board.ply() == 5


def test_a_result_says_what_was_found(engine):
    board = Board("freestyle", moves=QUIET)
    result = engine.play(board, Limit(nodes=3000))
    assert result.pv[0] == result.move and result.ponder == result.pv[1]
    assert 0 < result.nodes <= 4000 and result.depth > 0 and not result.stopped
    assert -1000 < result.score.value < 1000 and 0 < result.info.win_chance < 1
    assert result.info["score"] == result.info.score and "pv" in result.info
    assert board.ply() == 3, "the board stays as it is"


def test_the_same_limit_gives_the_same_result():
    board = Board("renju", moves=QUIET)
    found = []
    for _ in range(2):
        with Engine(hash_mb=4) as engine:
            found.append([engine.play(board, Limit(nodes=2000)), engine.analyse(board, Limit(depth=5))])
    (one, depth), (two, same_depth) = found
    assert (one.move, one.pv, one.score, one.nodes) == (two.move, two.pv, two.score, two.nodes)
    assert (depth.pv, depth.score, depth.nodes) == (same_depth.pv, same_depth.score, same_depth.nodes)


def test_an_analysis_does_not_depend_on_earlier_searches(engine):
    board = Board("renju", moves=QUIET)
    first = engine.analyse(board, Limit(nodes=2000))
    engine.play(board, Limit(nodes=5000))
    again = engine.analyse(board, Limit(nodes=2000))
    assert (first.pv, first.score, first.nodes) == (again.pv, again.score, again.nodes)


def test_several_lines(engine):
    board = Board("freestyle", moves=QUIET)
    lines = engine.analyse(board, Limit(depth=5), multipv=4)
    assert [info.multipv for info in lines] == [1, 2, 3, 4]
    assert len({info.move for info in lines}) == 4
    assert [info.score for info in lines] == sorted((info.score for info in lines), reverse=True)
    excluded = engine.analyse(board, Limit(depth=5), exclude=[lines[0].move])
    assert excluded.move != lines[0].move


def test_a_proved_win(engine):
    info = engine.analyse(Board("renju", moves="h8h9i8i9g8g9"), Limit(nodes=5000))
    assert info.proved and info.score.mate == 3 and info.win_chance == 1.0
    assert repr(info.score) == "Score(mate=3)" and str(info.score) == "+M3"
    assert engine.play(Board("renju", moves="h8h9i8i9g8g9"), Limit(nodes=5000)).info.proved
    assert not engine.play(Board("renju", moves=QUIET), Limit(nodes=500)).info.proved


def test_a_stream_goes_deeper(engine):
    with engine.analysis(Board("freestyle", moves=QUIET), ENDLESS) as analysis:
        for info in analysis:
            assert info == analysis.info
            if info.depth >= 4:
                break
        assert analysis.multipv[0].depth >= 4
    result = analysis.wait()
    assert result.stopped and result.move in Board("freestyle", moves=QUIET).legal_moves
    assert list(analysis) == []


def test_all_lines_of_a_stream(engine):
    with engine.analysis(Board("freestyle", moves=QUIET), Limit(depth=4), multipv=2) as analysis:
        depths = list(analysis.depths())
    assert [len(lines) for lines in depths] == [2] * len(depths) and depths[-1][0].depth == 4


def test_an_analysis_that_nobody_reads_ends(engine):
    analysis = engine.analysis(Board("freestyle", moves=QUIET), ENDLESS)
    next(analysis)
    del analysis
    assert engine.play(Board("freestyle"), Limit(nodes=100)).move == (7, 7)


def test_every_level_plays():
    board = Board("freestyle", moves=QUIET)
    for level in (1, 5, 10, "easy", "threats", "hard", "full"):
        with Engine(level=level, hash_mb=4, seed=1) as engine:
            assert engine.play(board, Limit(nodes=300)).move in board.legal_moves


def test_every_rule_and_many_sizes_are_played(engine):
    for rule in tengen.RULES:
        for width, height in ((5, 5), (9, 13), (20, 20), (30, 30)):
            board = Board(rule, width=width, height=height, moves="c3")
            assert engine.play(board, Limit(nodes=100, time=5)).move in board.legal_moves


def test_wrong_options_are_refused(engine):
    for options in ({"level": 11}, {"level": "strong"}, {"threads": 0}, {"evaluation": "x"}):
        with pytest.raises(ValueError):
            Engine(**options)
    with pytest.raises(FileNotFoundError, match="cannot read") as caught:
        Engine(book="/no/such")
    assert caught.value.filename == "/no/such"
    with pytest.raises(FileNotFoundError, match="did you mean 'built-in'"):
        Engine(book="builtin")
    with pytest.raises(ValueError, match="^evaluation 'x', expected network or classical"):
        Engine(evaluation="x")
    for wrong in (0, -1, 2**20 + 1):
        with pytest.raises(ValueError, match=f"^hash_mb {wrong}, expected"):
            Engine(hash_mb=wrong)
    with pytest.raises(FileNotFoundError):
        Engine(weights=["/no/such/file"])
    for wrong in ({"nodes": 0}, {"depth": -1}, {"time": -1.0}, {"nodes": 1.5}, {"time": float("nan")}):
        with pytest.raises(ValueError):
            Limit(**wrong)
    board = Board("freestyle", moves=QUIET)
    for call in (
        lambda: engine.play(board, Limit()),
        lambda: engine.analyse(board, Limit()),
        lambda: engine.analyse(board, Limit(nodes=10), multipv=0),
        lambda: engine.play(board, Limit(nodes=10), exclude=["z99"]),
        lambda: engine.play(Board("freestyle", moves="h8a1i8a2j8a3k8a4l8"), Limit(nodes=10)),
    ):
        with pytest.raises(ValueError):
            call()


def test_a_limit_is_a_limit_and_its_parts_have_names(engine):
    # In python-chess the first part is a time.
    with pytest.raises(TypeError):
        Limit(5)
    for call in (
        lambda: engine.play(Board(), 0.1),
        lambda: engine.analyse(Board(), None),
        lambda: engine.analysis(Board(), 0),
        lambda: engine.review(tengen.Game(Board()), 100),
    ):
        with pytest.raises(TypeError, match="expected a Limit such as"):
            call()


def test_weights_may_be_one_file():
    with pytest.raises(FileNotFoundError) as caught:
        Engine(weights="/no/such/file")
    assert caught.value.filename == "/no/such/file"


def test_a_closed_engine_says_so():
    engine = Engine(hash_mb=4)
    engine.close()
    for call in (
        lambda: engine.play(Board(), Limit(nodes=10)),
        lambda: list(engine.analysis(Board(), Limit(nodes=10))),
        lambda: engine.value(Board()),
        engine.new_game,
    ):
        with pytest.raises(tengen.EngineError, match="^the engine is closed$"):
            call()
    engine.close()


def test_a_book_is_played():
    with Engine(hash_mb=4, book="built-in") as engine:
        result = engine.play(Board("freestyle", moves="h8i9"), Limit(nodes=100))
        assert result.nodes == 0 and result.score.mate > 0


def test_a_limit_of_time_ends(engine):
    begun = time.monotonic()
    engine.play(Board("freestyle", moves=QUIET), Limit(time=0.1))
    assert time.monotonic() - begun < 20


def search_times() -> list[int]:
    """Processor time in ticks of the threads that search."""
    times = []
    for task in Path("/proc/self/task").iterdir():
        try:
            name, stat = (task / "comm").read_text(), (task / "stat").read_text()
        except OSError:
            continue
        if name.strip() == "tengen":
            fields = stat.rsplit(")", 1)[1].split()
            times.append(int(fields[11]) + int(fields[12]))
    return times


def wait_until(condition, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")
def test_two_threads_with_two_engines_search_at_once():
    # The GIL is free while they search: this thread runs, and both searching threads get processor time
    # before either has ended.
    results = []

    def play() -> None:
        with Engine(hash_mb=4) as engine:
            engines.append(engine)
            results.append(engine.play(Board("freestyle", moves=QUIET), ENDLESS))

    engines: list[Engine] = []
    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len([ticks for ticks in search_times() if ticks >= 5]) == 2)
    assert not results
    for engine in engines:
        engine.stop()
    for thread in threads:
        thread.join(60)
    assert [result.stopped for result in results] == [True, True]


def test_one_engine_makes_one_search_at_a_time(engine):
    with engine.analysis(Board("freestyle", moves=QUIET), ENDLESS) as first:
        next(first)
        second = engine.analysis(Board("renju", moves=QUIET), Limit(depth=3))
        assert second.info is None
    assert second.wait().depth == 3


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_stops_a_search(engine):
    import signal

    main = threading.main_thread().ident
    timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.play(Board("freestyle", moves=QUIET), ENDLESS)
    timer.join()
    assert engine.play(Board("freestyle"), Limit(nodes=10)).move == (7, 7)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_a_search_amid_an_analysis_of_its_thread_can_be_interrupted(engine):
    import signal

    board = Board("freestyle", moves=QUIET)
    main = threading.main_thread().ident
    timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
    with engine.analysis(board, ENDLESS) as analysis:
        next(analysis)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            engine.play(board, ENDLESS)
        timer.join()
        with engine.analysis(board, ENDLESS) as second:
            pass
        assert list(second) == []
        with pytest.raises(tengen.EngineError, match="^stopped before it began"):
            second.wait()
        # The analysis goes on.
        assert next(analysis).depth > 0
    assert analysis.wait().stopped


def test_value_does_not_wait_for_a_search(engine):
    pytest.importorskip("numpy")
    board = Board("freestyle", moves=QUIET)
    with engine.analysis(board, ENDLESS) as analysis:
        next(analysis)
        assert 0 < engine.value(board) < 1


def test_policy_and_value(engine):
    numpy = pytest.importorskip("numpy")
    board = Board("freestyle", width=9, height=7, moves="e4f5")
    policy = engine.policy(board)
    assert policy.shape == (7, 9) and policy.dtype == numpy.float32
    assert abs(policy.sum() - 1) < 1e-5 and (policy[~board.legal_mask()] == 0).all()
    over = Board("freestyle", width=9, height=7, moves="a1a7b1b7c1c7d1d7e1")
    both = engine.policy([board, over])
    assert both.shape == (2, 7, 9) and (both[0] == policy).all() and both[1].sum() == 0
    values = engine.value([board, over])
    assert values.shape == (2,) and values.dtype == numpy.float32
    assert 0 < values[0] < 1 and values[1] == 0, "white is to move and has lost"
    assert engine.value(board) == values[0]
    images = [engine.value(image) for image in board.symmetries()]
    assert max(images) - min(images) < 0.05
    for boards in ([], [board, Board()], [Board("freestyle", 30)]):
        with pytest.raises(ValueError):
            engine.policy(boards)


def test_scores():
    assert Score(200).mate is None and 0.73 < Score(200).win_chance() < 0.74
    assert Score(-29_992).mate == -8 and str(Score(-29_992)) == "-M8" and Score(-29_992).win_chance() == 0
    assert max(Score(3), Score(29_990), -Score(29_990)) == Score(29_990)
    assert Score(-5000).win_chance() < 1e-6 < Score(5000).win_chance()
