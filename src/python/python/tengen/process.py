"""Other engines: programs that speak the Piskvork protocol, as those of Gomocup."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from ._tengen import RULE_NUMBERS, Board, EngineError, Move
from .engine import Info, Limit, PlayResult, Score, check_end

_MOVE = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*$")
#: Seconds added to a limit of time before a program counts as hanging.
_PATIENCE = 10.0
#: What undoes an earlier limit of nodes or depth: some programs read 0 literally.
_NO_LIMIT = 2**31 - 1


class EngineProcess:
    """A program that speaks the Piskvork protocol, with the interface of `Engine` as far as the protocol has it.

    `command` is the path of the program, or a list of it and its arguments. It runs in the folder of the
    program, where many look for their files, unless `cwd` is another one. `info` has settings that are sent
    before each game, such as `{"max_memory": 350 << 20}`. A program that does not answer within `timeout`
    seconds beyond its limit is ended, and is an `EngineError`. So is one whose answer is no longer waited for, as
    after Ctrl-C: that answer would be taken for the next one.

    The result of `play` has the move and the time; the protocol tells no score and no depth. `messages` has what
    the program said beside its moves, the newest last.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        cwd: str | os.PathLike[str] | None = None,
        info: Mapping[str, object] | None = None,
        timeout: float = _PATIENCE,
    ) -> None:
        words = [command] if isinstance(command, (str, os.PathLike)) else list(command)
        words = [os.fspath(word) for word in words]
        if os.path.dirname(words[0]):
            words[0] = os.path.abspath(words[0])
            cwd = cwd or os.path.dirname(words[0])
        #: Further settings.
        self.info = dict(info or {})
        #: Seconds that the program may be late.
        self.timeout = timeout
        #: What it said beside its moves, the newest last.
        self.messages: list[str] = []
        self._lock = threading.Lock()
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._board: tuple[str, int, int] | None = None
        # Settings of this program that last until they are undone.
        self._lasting: set[str] = set()
        self._name: str | None = None
        self._closed = False
        try:
            self._process = subprocess.Popen(
                words,
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise EngineError(f"cannot start {words[0]!r}: {error}") from error
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.decode("utf-8", errors="replace").strip())
        self._lines.put(None)

    def _send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        if self._closed:
            raise EngineError("the engine is closed")
        try:
            # Managers end lines so, and old programs read no other ends.
            self._process.stdin.write("".join(line + "\r\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError(f"the program has ended: {error}") from error

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """For one request at a time. What the program said since the last answer answers nothing."""
        with self._lock:
            try:
                while True:
                    line = self._lines.get_nowait()
                    if line is None:
                        self._lines.put(None)
                        break
                    self._keep(line)
            except queue.Empty:
                pass
            try:
                yield
            except EngineError:
                raise
            except BaseException:
                self.kill()
                raise

    def _keep(self, line: str) -> None:
        self.messages = (self.messages + [line])[-1000:]

    def _answer(self, what: str, seconds: float, settings: int = 0) -> str:
        """The next line that is an answer. A program that gives none is ended.

        As many `UNKNOWN` as `settings` were sent may be about those.
        """
        end = time.monotonic() + seconds
        command = what.split(" ", 1)[0]
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                self.kill()
                raise EngineError(f"no answer to {what} within {seconds:.1f} s") from None
            if line is None:
                # So that a later call finds the end, too.
                self._lines.put(None)
                raise EngineError(f"the program ended instead of answering {what}")
            word = line.split(" ", 1)[0].upper()
            if word == "UNKNOWN":
                settings -= 1
                if settings < 0 or command in line.upper():
                    raise EngineError(f"the program answered {what} by {line!r}")
            if word in ("MESSAGE", "DEBUG", "UNKNOWN", "INFO", ""):
                self._keep(line)
            elif word == "ERROR":
                raise EngineError(f"the program answered {what} by {line!r}")
            else:
                return line

    def about(self) -> dict[str, str]:
        """What the program says of itself: `name`, `version`, `author` and so on."""
        with self._asking():
            self._send("ABOUT")
            line = self._answer("ABOUT", self.timeout)
        return dict(re.findall(r'(\w+)\s*=\s*"([^"]*)"', line))

    @property
    def name(self) -> str:
        """Its name, or that of its file."""
        if self._name is None:
            told = None if self._closed else self.about().get("name")
            self._name = told or os.path.basename(str(self._process.args[0]))  # type: ignore[index]
        return self._name

    def new_game(self) -> None:
        """The next move begins a new game."""
        self._board = None

    def _begin(self, board: Board) -> list[str]:
        """Begins a game if it is a new one, and returns its settings."""
        wanted = (board.rule, board.width, board.height)
        if self._board == wanted:
            return []
        size = f"START {board.width}" if board.width == board.height else f"RECTSTART {board.width},{board.height}"
        # If it is refused, the program is in no game.
        self._board = None
        self._send(size)
        answer = self._answer(size, max(self.timeout, _PATIENCE))
        if not answer.upper().startswith("OK"):
            raise EngineError(f"the program answered {size} by {answer!r}, expected OK")
        self._board = wanted
        return [f"INFO rule {RULE_NUMBERS[board.rule]}", *(f"INFO {key} {value}" for key, value in self.info.items())]

    def _limits(self, limit: Limit) -> tuple[list[str], float]:
        """The limits as settings, and how long the answer may take."""
        clock, turn = limit.clock, limit.time
        if turn is None:
            # 0 means to move at once, and without a limit some programs use a default of their own.
            turn = 3600.0 if clock is None else clock
        lines = [
            f"INFO timeout_turn {max(1, round(turn * 1000))}",
            f"INFO timeout_match {0 if clock is None else max(1, round(clock * 1000))}",
            f"INFO time_left {2**31 - 1 if clock is None else round(clock * 1000)}",
        ]
        increment = None if limit.increment is None else round(limit.increment * 1000)
        # The last two are not of the protocol; programs that do not know them ignore them.
        for key, value, undone in (
            ("time_increment", increment, 0),
            ("max_node", limit.nodes, self.info.get("max_node", _NO_LIMIT)),
            ("max_depth", limit.depth, self.info.get("max_depth", _NO_LIMIT)),
        ):
            if value is not None:
                self._lasting.add(key)
                lines.append(f"INFO {key} {value}")
            elif key in self._lasting:
                self._lasting.remove(key)
                lines.append(f"INFO {key} {undone}")
        return lines, self.timeout + min(turn, 86_400.0 if clock is None else clock)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """Asks for a move. One that is illegal is an `EngineError`.

        The protocol knows limits of time; `nodes` and `depth` work with programs that know the settings
        `max_node` and `max_depth`, as Tengen and Rapfi do.
        """
        if board.is_game_over():
            raise ValueError("the game is over")
        check_end(limit)
        if None in board.move_stack:
            raise ValueError("a pass, which the protocol cannot tell")
        command = ["BOARD", *self._stones(board), "DONE"] if len(board) else ["BEGIN"]
        with self._asking():
            settings = self._begin(board)
            limits, patience = self._limits(limit)
            settings += limits
            self._send(*settings)
            begun = time.monotonic()
            self._send(*command)
            answer = self._answer(command[0], patience, len(settings))
            seconds = time.monotonic() - begun
        found = _MOVE.match(answer)
        if found is None:
            raise EngineError(f"the program answered {answer!r}, expected a move such as 7,7")
        point = (int(found[1]), int(found[2]))
        if point not in board.legal_moves:
            raise EngineError(f"the program played {answer!r}, which is illegal")
        move = board.parse_move(point)
        return PlayResult(move, None, Info([move], Score(0), 0, 0, 0, seconds))

    @staticmethod
    def _stones(board: Board) -> list[str]:
        """The stones as lines of `BOARD`: 1 is a stone of the side to move, 2 one of the other side."""
        moves = [move for move in board.move_stack if move is not None]
        setup = [
            move
            for y in range(board.height)
            for x in range(board.width)
            if (move := board.parse_move((x, y))) not in moves and board.stone_at(move)
        ] if len(moves) < len(board) else []
        side = {board.turn: 1, "blocked": 3}
        return [f"{move.x},{move.y},{side.get(board.stone_at(move) or '', 2)}" for move in setup + moves]

    def stop(self) -> None:
        """Asks for a move at once: for another thread. Programs that do not know `STOP` think on."""
        self._send("STOP")

    def kill(self) -> None:
        """Ends the program without a word."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Ends the program: by `END`, and by force after a second."""
        if self._process.poll() is None:
            try:
                self._send("END")
                assert self._process.stdin is not None
                self._process.stdin.close()
                self._process.wait(timeout=1.0)
            except (EngineError, OSError, subprocess.TimeoutExpired):
                self.kill()
        self._closed = True

    quit = close

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
