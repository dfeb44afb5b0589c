"""Forced wins, and proofs of whole games."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ._tengen import Board, Move, check_proof
from ._tengen import solve as _solve
from .engine import Limit, check_limit


@dataclass(frozen=True)
class Solution:
    """What the solver found. It is true if there is a forced win.

    - `result`: `win`: verified against every reply; `none`: there is none of this kind; `unknown`: a limit
      ended the search; `over`: the game is over; `too-large`: a board over 22x22
    - `kind`: `vcf` (by fours) or `vct` (by fours and threes)
    - `plies`: plies to the five against the longest resistance
    - `line`: that line
    - `moves`: the first moves that win; with `goal="defend"` those that stop the opponent's win
    - `unknown`: the moves about which a limit left it open
    - `nodes`, `time`: the size of the search, and its seconds
    """

    result: str
    kind: str
    plies: int
    line: list[Move]
    moves: list[Move]
    unknown: list[Move]
    nodes: int
    time: float

    def __bool__(self) -> bool:
        return self.result == "win"


def solve(
    board: Board,
    limit: Limit | None = None,
    *,
    goal: str = "win",
    kind: str | None = None,
    nodes: int | None = None,
    time: float | None = None,
    threads: int = 1,
    memory_mb: int = 256,
    shortest: bool = False,
) -> Solution:
    """Looks for a forced win of the side to move.

    `kind` is `"vcf"` (by fours) or `"vct"` (by fours and threes), by default one after the other. `goal` is
    `"win"` for one win, `"moves"` for all winning first moves, or `"defend"` for the moves that stop the
    opponent's win; then the win in the solution is the opponent's. A limit is a `Limit` with `nodes` or `time`,
    or these by name. Without one each attempt takes at most ten seconds. A win is returned only after a checker
    that knows the rules alone has verified it against every reply.

    >>> solve(Board("renju", moves="h8h9i8i9g8g9"), kind="vcf").plies
    3
    """
    if limit is not None:
        check_limit(limit)
        if nodes is not None or time is not None:
            raise ValueError("a Limit and its parts by name, expected one of both")
        if limit.depth is not None or limit.clock is not None or limit.increment is not None:
            raise ValueError(f"{limit}, expected a Limit with nodes or time: the solver has no others")
        nodes, time = limit.nodes, limit.time
    for name, number in (("nodes", nodes), ("threads", threads), ("memory_mb", memory_mb)):
        if number is not None and number < 1:
            raise ValueError(f"{name} {number}, expected 1 or more")
    if time is not None and not time >= 0:
        raise ValueError(f"time {time!r}, expected seconds, 0 or more")
    found = _solve(
        board,
        goal=goal,
        kind=kind,
        nodes=nodes,
        time=time,
        threads=threads,
        memory_mb=memory_mb,
        shortest=shortest,
    )
    return Solution(**found)


@dataclass(frozen=True)
class Proof:
    """What a certificate proves.

    - `result`, `winner`: `win` or `draw`, and whose win: `black`, `white` or `None`
    - `rule`, `size`, `moves`: the position, as texts
    - `plies`: an upper bound of the plies to the five
    - `positions`, `replies`: how much was checked
    - `pairs`: the pairs of a draw by pairing
    - `time`: seconds
    """

    result: str
    winner: str | None
    rule: str
    size: str
    moves: str
    plies: int
    positions: int
    replies: int
    pairs: int
    time: float


def prove_check(
    path: str | os.PathLike[str] | bytes,
    *,
    reply: str | None = None,
    threads: int = 1,
    quick: bool = False,
) -> Proof:
    """Checks a certificate of `tengen prove`, a file or its bytes, independently of what found it. One that
    does not prove what it claims is a `ProofError`.

    `reply` checks only this reply to the first move; `quick` does not play out replies that change nothing.
    """
    if isinstance(path, bytes):
        data = path
    else:
        with open(path, "rb") as file:
            data = file.read()
    return Proof(**check_proof(data.decode("utf-8"), reply=reply, threads=threads, quick=quick))
