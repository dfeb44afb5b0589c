"""A Gymnasium environment: one player learns, the other is an engine, a function, or the learner itself.

>>> import gymnasium, tengen.env
>>> env = gymnasium.make("tengen/Gomoku-v0", rule="freestyle", size=9)
>>> planes, info = env.reset(seed=1)
>>> planes.shape, int(info["action_mask"].sum())
((5, 9, 9), 81)
>>> planes, reward, terminated, truncated, info = env.step(40)
"""

from __future__ import annotations

from typing import Any, Callable

import gymnasium
import numpy as np
from gymnasium import spaces

from ._tengen import Board, Move
from .engine import Engine, Limit

#: Chooses the opponent's move.
Opponent = Callable[[Board], Any]


class GomokuEnv(gymnasium.Env):
    """Gomoku or renju for one learner.

    An action is a point: `y * width + x`. An observation has five planes of the board, see `Board.planes`:
    the stones of the side to move, those of the other side, the legal moves, the last move, and all 1 if
    black is to move. `info["action_mask"]` is 1 for each legal action. `info["board"]` is the board itself, which
    the next step changes: keep a `copy()`. `env.unwrapped.move_of(action)` and `action_of(move)` translate.

    `opponent` is a function from a board to a move, an `Engine` (with `limit`), `"random"`, or `None`: then
    the learner plays both sides, and each reward is that of the side that has just moved. `color` is the
    learner's: `"black"`, `"white"`, or `"random"` for another one in each game.

    The reward is 1 for a win, -1 for a loss, and 0 otherwise. An illegal action loses: reward -1, and the
    episode ends.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        rule: str = "freestyle",
        size: int = 15,
        *,
        opponent: Opponent | Engine | str | None = None,
        limit: Limit = Limit(nodes=1000),
        color: str = "black",
        render_mode: str | None = None,
    ) -> None:
        if color not in ("black", "white", "random"):
            raise ValueError(f"color {color!r}, expected black, white or random")
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode {render_mode!r}, expected ansi or svg")
        self.board = Board(rule, size)
        self.render_mode = render_mode
        self._new = lambda: Board(rule, size)
        self._opponent = self._chooser(opponent, limit)
        self._color = color
        self.color = "black"
        self.observation_space = spaces.Box(0, 1, (5, size, size), np.uint8)
        self.action_space = spaces.Discrete(size * size)

    def _chooser(self, opponent: Opponent | Engine | str | None, limit: Limit) -> Opponent | None:
        if isinstance(opponent, Engine):
            return lambda board: opponent.play(board, limit).move
        if opponent == "random":
            return lambda board: board.legal_moves[int(self.np_random.integers(len(board.legal_moves)))]
        if opponent is None or callable(opponent):
            return opponent
        raise ValueError(f"opponent {opponent!r}, expected a function, an Engine, 'random' or None")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins a game; `options={"moves": "h8i9"}` with these moves."""
        super().reset(seed=seed)
        self.board = self._new()
        self.board.push_moves((options or {}).get("moves", ""))
        self.color = self._color
        if self._color == "random":
            self.color = ("black", "white")[int(self.np_random.integers(2))]
        if self._opponent is not None and self.board.turn != self.color:
            self._reply()
        return self._observation()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays the action and, if there is an opponent, its reply."""
        if self.board.is_game_over():
            raise RuntimeError("the game is over: call reset")
        mover = self.board.turn
        y, x = divmod(int(action), self.board.width)
        if not self.board.is_legal((x, y)):
            planes, info = self._observation()
            return planes, -1.0, True, False, {**info, "illegal": True}
        self.board.push((x, y))
        if self._opponent is not None and self._goes_on():
            self._reply()
        planes, info = self._observation()
        return planes, self._reward(mover), not self._goes_on(), False, info

    def _goes_on(self) -> bool:
        # Black may have forbidden points alone left.
        return not self.board.is_game_over() and len(self.board.legal_moves) > 0

    def _reply(self) -> None:
        assert self._opponent is not None
        if self._goes_on():
            self.board.push(self._opponent(self.board))

    def _reward(self, mover: str) -> float:
        if self.board.winner is None:
            return 0.0
        return 1.0 if self.board.winner == mover else -1.0

    def _observation(self) -> tuple[np.ndarray, dict[str, Any]]:
        mask = self.board.legal_mask().astype(np.int8).reshape(-1)
        return self.board.planes(), {"action_mask": mask, "board": self.board}

    def action_masks(self) -> np.ndarray:
        """The mask of legal actions, as sb3-contrib's MaskablePPO asks for it."""
        return self.board.legal_mask().reshape(-1)

    def move_of(self, action: int) -> Move:
        """The move that an action means."""
        y, x = divmod(int(action), self.board.width)
        return self.board.parse_move((x, y))

    def action_of(self, move: Any) -> int:
        """The action that a move means."""
        at = self.board.parse_move(move)
        return at.y * self.board.width + at.x

    def render(self) -> str | None:
        """The board as text or as SVG."""
        if self.render_mode is None:
            return None
        return str(self.board) if self.render_mode == "ansi" else self.board.svg()


gymnasium.register(id="tengen/Gomoku-v0", entry_point="tengen.env:GomokuEnv")
