"""A client of `tengen api`, the JSON API of the executable: where there is no wheel of this package.

This file needs the standard library alone and works by itself: copy it beside your program, or import
`tengen.api`. The requests and answers are described in src/study/api/README.md and schema.json.

>>> with Client("tengen") as client:                                        # doctest: +SKIP
...     answer = client.ask("solve", position={"rule": "renju", "size": 15, "moves": "h8h9i8i9g8g9"})
>>> answer["result"], answer["line"]                                        # doctest: +SKIP
('win', ['f8', 'e8', 'j8'])
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Iterator
from typing import Any



class ApiError(RuntimeError):
    """A request that was refused; `answer` has the `code` and the `field`."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer.get('field', answer.get('code'))}: {answer.get('error')}")
        self.answer = answer


class Client:
    """An engine in a process of its own. Requests get an id; each id has its own queue of answers, so that
    several threads may ask at once. `path` is the executable, `arguments` are options of `tengen api`."""

    def __init__(self, path: str = "tengen", *arguments: str) -> None:
        self.process = subprocess.Popen(
            [path, "api", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.answers: dict[Any, queue.Queue[dict[str, Any]]] = {}
        self.lock = threading.Lock()
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _queue(self, name: Any) -> queue.Queue[dict[str, Any]]:
        with self.lock:
            return self.answers.setdefault(name, queue.Queue())

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            answer = json.loads(line)
            self._queue(answer["id"]).put(answer)
        ended = {"event": "error", "code": "ended", "error": "the process has ended"}
        with self.lock:
            queues = list(self.answers.values())
        for each in queues:
            each.put(ended)

    def send_line(self, line: bytes) -> None:
        """Sends raw bytes as one message."""
        assert self.process.stdin is not None
        with self.lock:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()

    def send(self, request: str, **keys: Any) -> Any:
        """Sends a request and returns its id."""
        with self.lock:
            self.number += 1
            name = keys.pop("id", f"r{self.number}")
        self._queue(name)
        self.send_line(json.dumps({"id": name, "request": request, **keys}).encode())
        return name

    def stream(self, name: Any, timeout: float | None = None) -> Iterator[dict[str, Any]]:
        """The answers to a request, the last one `done` or `error`."""
        answers = self._queue(name)
        while True:
            answer = answers.get(timeout=timeout)
            is_last = answer["event"] in ("done", "error")
            if is_last:
                with self.lock:
                    self.answers.pop(name, None)
            yield answer
            if is_last:
                return

    def answer(self, request: str, *, timeout: float | None = None, **keys: Any) -> dict[str, Any]:
        """Sends a request and returns its final answer, be it `done` or `error`."""
        *_, last = self.stream(self.send(request, **keys), timeout)
        return last

    def ask(self, request: str, *, timeout: float | None = None, **keys: Any) -> dict[str, Any]:
        """Sends a request and returns its result. A request that is refused is an `ApiError`."""
        last = self.answer(request, timeout=timeout, **keys)
        if last["event"] == "error":
            raise ApiError(last)
        return last

    def close(self) -> int:
        """Ends the input; searches with limits end first. Returns the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
