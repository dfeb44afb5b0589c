"""The Gomoku and Renju engine Tengen: board, games, engine, solver, reviews.

>>> import tengen
>>> board = tengen.Board(rule="renju", size=15)
>>> board.push("h8")
<Move h8>
>>> with tengen.Engine() as engine:
...     result = engine.play(board, tengen.Limit(nodes=2000))
>>> result.move in board.legal_moves
True

`Board` and `Game` are the game; `Engine` plays and analyzes, `AsyncEngine` does so under asyncio, and
`EngineProcess` drives any other program that speaks the Piskvork protocol; `solve` proves wins,
`prove_check` checks proofs, `review` finds the mistakes of a game. `tengen.env` is a Gymnasium environment.
"""

from ._tengen import (
    RULE_NUMBERS,
    Board,
    EngineError,
    FormatError,
    Game,
    GameNode,
    IllegalMoveError,
    LegalMoves,
    Move,
    Outcome,
    ProofError,
    Threat,
    __version__,
)
from .aio import AsyncAnalysis, AsyncEngine
from .engine import Analysis, Engine, Info, Limit, PlayResult, Score
from .files import FormatWarning, formats, read_game, read_games, write_game, write_games
from .process import EngineProcess
from .reviews import Review, ReviewedMove, review
from .solver import Proof, Solution, prove_check, solve

#: The sides.
BLACK = "black"
WHITE = "white"
#: The rules.
RULES = tuple(RULE_NUMBERS)

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "BLACK",
    "Board",
    "Engine",
    "EngineError",
    "EngineProcess",
    "FormatError",
    "FormatWarning",
    "Game",
    "GameNode",
    "IllegalMoveError",
    "Info",
    "LegalMoves",
    "Limit",
    "Move",
    "Outcome",
    "PlayResult",
    "Proof",
    "ProofError",
    "RULES",
    "Review",
    "ReviewedMove",
    "Score",
    "Solution",
    "Threat",
    "WHITE",
    "__version__",
    "formats",
    "prove_check",
    "read_game",
    "read_games",
    "review",
    "solve",
    "write_game",
    "write_games",
]
