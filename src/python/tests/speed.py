"""How fast the board is, beside other packages: python speed.py. Not a test.

It times, on the same positions of random games under renju, the legal moves, a move and its taking back, and the
forbidden points; for the packages `renju` and `omok` what they have, if they are installed.
"""

from __future__ import annotations

import importlib.metadata
import platform
import random
import time

import tengen


def rate(work, count: int, seconds: float = 1.0) -> float:
    """Items per second of processor time; `work` does `count` of them."""
    rounds, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        work()
        rounds += 1
    return rounds * count / spent


def games(count: int = 20, plies: int = 40) -> list[list[tengen.Move]]:
    """Random games near the center: many forbidden points."""
    random.seed(1)
    found = []
    while len(found) < count:
        board = tengen.Board("renju")
        while board.ply() < plies and not board.is_game_over():
            near = [move for move in board.legal_moves if max(abs(move.x - 7), abs(move.y - 7)) < 4]
            if not near:
                break
            board.push(random.choice(near))
        if board.ply() == plies:
            found.append(board.move_stack)
    return found


def of_tengen(lines):
    boards = [tengen.Board("renju", moves=line) for line in lines]
    # Black is to move in every second position.
    for board in boards[::2]:
        board.pop()

    def copied(work):
        return lambda: [work(board.copy()) for board in boards]

    def of_new(work):
        # Nothing is known from an earlier question.
        texts = [board.to_json() for board in boards]
        return lambda: [work(tengen.Board.from_json(text)) for text in texts]

    def along():
        for line in lines:
            board = tengen.Board("renju")
            for move in line:
                board.push(move)
                board.forbidden_points()

    def replay():
        for line in lines:
            board = tengen.Board("renju")
            for move in line:
                board.push(move)
            for _ in line:
                board.pop()

    yield "push and pop, moves/s", rate(replay, sum(map(len, lines)))
    yield "forbidden points after each move, positions/s", rate(along, sum(map(len, lines)))
    yield "forbidden points of a copy, positions/s", rate(copied(lambda board: board.forbidden_points()), len(boards))
    yield "forbidden points of JSON, positions/s", rate(of_new(lambda board: board.forbidden_points()), len(boards))
    yield "legal moves, positions/s", rate(lambda: [list(board.legal_moves) for board in boards], len(boards))
    try:
        yield "legal moves as a mask, positions/s", rate(lambda: [board.legal_mask() for board in boards], len(boards))
    except ImportError:
        return


def of_engine():
    board = tengen.Board("renju", moves="h8i9g9")
    with tengen.Engine(hash_mb=512) as engine:
        engine.play(board, tengen.Limit(nodes=10))
        yield "play of 1 node with a table of 512 MiB, calls/s", rate(lambda: engine.play(board, tengen.Limit(nodes=1)), 1)
        try:
            engine.policy(board)
        except ImportError:
            return
        boards = [board] * 64
        yield "policy, positions/s", rate(lambda: engine.policy(boards), 64)
        yield "value, positions/s", rate(lambda: engine.value(boards), 64)
        yield "planes, positions/s", rate(board.planes, 1)


def of_omok(lines):
    import omok

    numbers = [[move.y * 15 + move.x for move in line] for line in lines]
    envs = [omok.Omok.from_moves(line[: len(line) - (index % 2 == 0)]) for index, line in enumerate(numbers)]

    def fresh(work, envs):
        # It remembers forbidden points until the board changes.
        def each():
            for env in envs:
                env._cache = {}
                work(env)

        return each

    def along():
        for line in numbers:
            env = omok.Omok()
            for number in line:
                env.move(number)
                env.get_forbidden()

    def replay():
        for line in numbers:
            env = omok.Omok()
            for number in line:
                env.move(number)
            for _ in line:
                env.move_back()

    boards = [tengen.Board("renju", moves=line[: len(line) - (index % 2 == 0)]) for index, line in enumerate(lines)]
    for board, env in zip(boards, envs):
        if board.turn == "black":
            assert {move.y * 15 + move.x for move in board.forbidden_points()} == set(env.get_forbidden())
    yield "push and pop, moves/s", rate(replay, sum(map(len, lines)))
    yield "forbidden points after each move, positions/s", rate(along, sum(map(len, lines)))
    black = [env for env, board in zip(envs, boards) if board.turn == "black"]
    yield "forbidden points, black to move, positions/s", rate(fresh(lambda env: env.get_forbidden(), black), len(black))
    yield "legal moves as a mask, positions/s", rate(fresh(lambda env: env.get_legal_mask(), envs), len(envs))


def of_renju(lines):
    import renju
    from renju.check_forbid import get_foul_type

    def replay():
        for line in lines[:2]:
            board = renju.RenjuBoard()
            for move in line:
                board.play_move(move.x, 14 - move.y)
            for _ in line:
                board.undo()

    boards = [tengen.Board("renju", moves=line) for line in lines]
    yield "push and pop, moves/s", rate(replay, sum(map(len, lines[:2])))

    def forbidden(board):
        # The package asks so after each move; a list of forbidden points it has not.
        sides = {"black": 1, "white": 2, None: 0}
        cells = [[sides[board.stone_at((x, y))] for y in range(15)] for x in range(15)]
        return {(x, y) for x in range(15) for y in range(15) if cells[x][y] == 0 and get_foul_type(cells, x, y)}

    for board in boards[:3]:
        assert {tuple(move) for move in board.forbidden_points()} == forbidden(board)
    yield "forbidden points, positions/s", rate(lambda: forbidden(boards[0]), 1)


def main() -> None:
    print(f"Python {platform.python_version()}, tengen {tengen.__version__}")
    lines = games()
    for name, result in (*of_tengen(lines), *of_engine()):
        print(f"{name:52}{result:14,.0f}")
    for name, of in (("renju", of_renju), ("omok", of_omok)):
        try:
            print(name, importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            print(name, "is not installed")
            continue
        for what, result in of(lines):
            print(f"{what:52}{result:14,.1f}")


if __name__ == "__main__":
    main()
