"""Reviews: the mistakes of a game."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ._tengen import Board, Game, Move, Searcher, Stop
from .engine import Engine, Limit, Score, check_limit


@dataclass(frozen=True)
class ReviewedMove:
    """A move with the verdict on it; values are from the mover's view.

    - `number`: the number of the stone, from 1
    - `color`: `black` or `white`
    - `move`: the move; `None` for a pass
    - `verdict`: `good`, `detour`, `inaccuracy`, `mistake`, `blunder` or `missed-win`
    - `before`, `win_chance_before`: the value of the best move
    - `after`, `win_chance_after`: the value of the move that was played
    - `best`: the best line before the move
    - `reply`: the opponent's best line after it
    - `why`: what the better move makes and stops, and why this one was worse, in English; empty if there is
      nothing to say
    - `reasons`: the same one by one, as codes with what belongs to them: the reasons of the JSON API, points
      as pairs
    """

    number: int
    color: str
    move: Move | None
    verdict: str
    before: Score
    after: Score
    win_chance_before: float
    win_chance_after: float
    best: list[Move]
    reply: list[Move]
    why: list[str]
    reasons: list[dict[str, Any]]

    @property
    def loss(self) -> float:
        """The win chance that the move lost."""
        return max(0.0, self.win_chance_before - self.win_chance_after)


@dataclass(frozen=True)
class Review:
    """A reviewed game.

    - `moves`: the moves, in their order
    - `complete`: whether all moves were reviewed
    - `mean_loss`: the mean win chance that `black` and `white` lost per move
    - `html`: the review as a page that needs no other file
    - `text`: the review as text, which `print(review)` shows
    """

    moves: list[ReviewedMove]
    complete: bool
    mean_loss: dict[str, float]
    html: str = field(repr=False)
    text: str = field(repr=False)

    def mistakes(self) -> list[ReviewedMove]:
        """The moves that were not good, in their order."""
        return [move for move in self.moves if move.verdict != "good"]

    def __str__(self) -> str:
        return self.text


def _moves(board: Board, points: list[list[int]]) -> list[Move]:
    return [board.parse_move((x, y)) for x, y in points]


def _move(board: Board, found: dict[str, Any]) -> ReviewedMove:
    played = found["move"]
    return ReviewedMove(
        number=found["number"],
        color=found["color"],
        move=None if played is None else board.parse_move(tuple(played)),
        verdict=found["verdict"],
        before=Score(found["value_before"]),
        after=Score(found["value_after"]),
        win_chance_before=found["win_chance_before"],
        win_chance_after=found["win_chance_after"],
        best=_moves(board, found["best"]),
        reply=_moves(board, found["reply"]),
        why=[found[key] for key in ("why_better", "why_worse") if key in found],
        reasons=[*found.get("better_reasons", []), *found.get("worse_reasons", [])],
    )


def reviewed(
    searcher: Searcher, game: Game, limit: Limit | None, effort: str, stop: Stop | None = None
) -> Review:
    """The review of a game by an engine; `stop` ends it early."""
    limit = Limit() if limit is None else limit
    check_limit(limit)
    if limit.depth is not None or limit.clock is not None:
        raise ValueError("a limit of depth or clock, expected nodes or time per position")
    found = searcher.review(game, nodes=limit.nodes, time=limit.time, effort=effort, stop=stop)
    about = json.loads(found["json"])
    board = game.board(0)
    moves = [_move(board, move) for move in about["moves"]]
    return Review(moves, about["complete"], about["mean_loss"], found["html"], found["text"])


def review(
    game: Game,
    limit: Limit | None = None,
    *,
    effort: str = "quick",
    engine: Engine | None = None,
) -> Review:
    """Finds the mistakes of the main line of a game: every position is solved and searched, every move judged
    by the win chance that it lost. The limit, of nodes or time, is for each position; without one a `quick`
    review takes seconds for a game, a `thorough` one minutes.

    >>> game = Game(Board("renju", moves="h8h9i8i9g8g9"))
    >>> [move.verdict for move in review(game, Limit(nodes=300)).moves][-1]
    'blunder'
    """
    if engine is not None:
        return engine.review(game, limit, effort=effort)
    with Engine() as own:
        return own.review(game, limit, effort=effort)
