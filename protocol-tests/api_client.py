#!/usr/bin/env python3
"""A client of `tengen api`, and a test of it: python3 api_client.py PATH/TO/tengen

One file, standard library only: copy the class Tengen into your own program. Without arguments after
the engine it runs every example below and exits with 0 only if all of them held.
"""

import json
import queue
import random
import subprocess
import sys
import threading
import time


class Tengen:
    """An engine in a process of its own. Requests get an id; each id has its own queue of answers."""

    def __init__(self, path, *arguments):
        self.process = subprocess.Popen(
            [path, "api", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.answers = {}
        self.lock = threading.Lock()
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _queue(self, name):
        with self.lock:
            return self.answers.setdefault(name, queue.Queue())

    def _read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            self._queue(answer["id"]).put(answer)

    def send_line(self, line):
        """Sends raw bytes as one message."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, request, **keys):
        """Sends a request and returns its id."""
        self.number += 1
        name = keys.pop("id", f"r{self.number}")
        self.send_line(json.dumps({"id": name, "request": request, **keys}).encode())
        return name

    def stream(self, name, timeout=60):
        """The answers to a request, the last one `done` or `error`."""
        while True:
            answer = self._queue(name).get(timeout=timeout)
            yield answer
            if answer["event"] in ("done", "error"):
                return

    def ask(self, request, **keys):
        """Sends a request and returns its final answer."""
        *_, last = self.stream(self.send(request, **keys))
        return last

    def close(self):
        """Ends the input; returns the exit status."""
        self.process.stdin.close()
        return self.process.wait(timeout=60)


def position(*moves, rule="freestyle", size=15):
    return {"rule": rule, "size": size, "moves": list(moves)}


def analysis_is_streamed(engine):
    name = engine.send("analyze", position=position("h8", "i9"), limits={"depth": 5}, multipv=3)
    *depths, done = engine.stream(name)
    assert len(depths) > 2 and done["event"] == "done", done
    for number, depth in enumerate(depths):
        values = [line["value"] for line in depth["lines"]]
        assert depth["event"] == "depth" and depth["depth"] == number + 1, depth
        assert len(values) == 3 and values == sorted(values, reverse=True), depth
    # After a limit of nodes or time the move may be that of a depth that was not completed.
    assert done["move"] == depths[-1]["lines"][0]["move"], done


def analysis_is_stopped(engine):
    name = engine.send("analyze", position=position("h8"), limits={"infinite": True})
    answers = engine.stream(name)
    first = next(answers)
    assert first["event"] == "depth", first
    stopped = engine.ask("stop", target=name)
    assert stopped["targets"] == [name], stopped
    *_, done = answers
    assert done["event"] == "done" and done["stopped"] and done["move"], done
    assert engine.ask("stop", target=name)["targets"] == []


def canceled_requests_say_so(engine):
    names = [
        engine.send("analyze", position=position("h8"), limits={"infinite": True}) for _ in range(8)
    ]
    engine.ask("cancel")
    for name in names:
        *_, last = engine.stream(name)
        assert (last["event"], last["code"]) == ("error", "canceled"), last


def ten_positions_in_flight(engine):
    ways = ["g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9", "h10", "h6"]
    names = {
        engine.send("move", position=position("h8", way), limits={"nodes": 2000}): way
        for way in ways
    }
    for name, way in names.items():
        *_, done = engine.stream(name)
        assert done["id"] == name and done["move"] not in ("h8", way), done


def solved_judged_explained(engine):
    four = position("h8", "h9", "i8", "i9", "g8", "g9")
    win = engine.ask("solve", position=four, limits={"nodes": 100000})
    assert (win["result"], win["plies"], len(win["line"])) == ("win", 3, 3), win
    limits = {"nodes": 20000, "time_ms": 20000}
    every = engine.ask("solve", position=four, goal="all-first-moves", kind="vcf", limits=limits)
    assert {first["move"] for first in every["moves"]} == {"f8", "j8"}, every
    likely = engine.ask("policy", position=four)
    assert likely["source"] == "policy" and likely["moves"][0]["move"] in ("f8", "j8"), likely
    assert abs(sum(each["chance"] for each in likely["moves"]) - 1) < 0.003, likely
    stones = {"rule": "renju", "size": 15, "to_move": "black"}
    stones["black"] = [[7, 5], [7, 6], [5, 7], [6, 7]]
    stones["white"] = [[1, 1], [3, 1], [5, 1], [12, 1]]
    verdict = engine.ask("judge", position=stones)
    forbidden = verdict["forbidden"][0]
    assert (forbidden["point"], forbidden["kind"]) == ([7, 7], "double-three"), verdict
    assert len(forbidden["parts"]) == 2, verdict
    why = engine.ask("explain", position=stones, move="h8")
    assert "h8 is forbidden to black" in why["text"] and why["forbidden"], why
    good = engine.ask("explain", position=four, limits={"nodes": 3000})
    assert good["proof"]["plies"] == 3 and "proved against every reply" in good["text"], good
    again = engine.ask("explain", position=four, limits={"nodes": 3000})
    assert again["text"] == good["text"], again


def errors_name_the_field(engine):
    twice = engine.ask("analyze", position=position("h8", "i9", "j10", "i9"))
    assert twice["field"] == "position.moves[3]", twice
    key = {"Rule": "renju", "size": 15, "moves": []}
    unknown = engine.ask("judge", position=key)
    assert unknown["event"] == "error" and "Rule" in unknown["error"], unknown
    for keys, field in [
        ({"limits": {"depth": 0}}, "limits.depth"),
        ({"limits": {"deep": 1}}, "limits"),
        ({"multipv": 0}, "multipv"),
        ({"threads": 10**6}, "threads"),
        ({"level": "godlike"}, "level"),
        ({"excluded": ["h8", "z99"]}, "excluded[1]"),
    ]:
        wrong = engine.ask("analyze", position=position(), **keys)
        assert (wrong["event"], wrong["field"]) == ("error", field), wrong
    assert engine.ask("dance")["field"] == "request"
    no_book = engine.ask("book", position=position())
    assert no_book["field"] == "request" and "--book" in no_book["error"], no_book


def a_thousand_malformed_lines(engine):
    chance = random.Random(27)
    good = json.dumps({"id": "x", "request": "judge", "position": position("h8", "i9")}).encode()
    wrong = 0
    for number in range(1000):
        line = bytearray(good)
        kind = number % 5
        if kind == 0:
            line = line[: chance.randrange(1, len(line))]
        elif kind == 1:
            line[chance.randrange(len(line))] = chance.choice(b"\x00\xff\x80{}[]")
        elif kind == 2:
            line = bytearray(chance.randbytes(chance.randrange(1, 300)))
        elif kind == 3:
            line = bytearray(b"[" * chance.randrange(1, 5000))
        else:
            line = bytearray(b'{"id":"x","id":"x","request":"ping"}')
        text = bytes(line).replace(b"\n", b" ").replace(b"\r", b" ")
        if text.strip():
            engine.send_line(text)
            wrong += 1
    answered = 0
    while answered < wrong:
        answered += drain(engine)
        time.sleep(0.01)
    assert engine.ask("ping")["engine"] == "tengen"


def drain(engine):
    """The number of final answers that arrived under any id so far, which it takes."""
    count = 0
    with engine.lock:
        queues = list(engine.answers.values())
    for answers in queues:
        while not answers.empty():
            answer = answers.get()
            assert answer["event"] in ("done", "error"), answer
            count += 1
    return count


def the_end_finishes_what_has_limits(path):
    lines = [
        {"id": 1, "request": "analyze", "position": position("h8"), "limits": {"nodes": 3000}},
        {"id": 2, "request": "analyze", "position": position("h8"), "limits": {"infinite": True}},
        {"id": 3, "request": "ping"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run = subprocess.run([path, "api"], input=text.encode(), capture_output=True, timeout=60)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    final = {answer["id"]: answer for answer in answers if answer["event"] != "depth"}
    assert run.returncode == 0 and sorted(final) == [1, 2, 3], answers
    assert final[1]["event"] == "done" and not final[1]["stopped"], final


def a_reader_that_went_away_ends_it(path):
    process = subprocess.Popen([path, "api"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    request = {"id": 1, "request": "analyze", "position": position("h8"), "limits": {"infinite": True}}
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "tengen"
    engine = Tengen(path, "--memory-mb", "64")
    for example in [
        analysis_is_streamed,
        analysis_is_stopped,
        canceled_requests_say_so,
        ten_positions_in_flight,
        solved_judged_explained,
        errors_name_the_field,
        a_thousand_malformed_lines,
    ]:
        example(engine)
        print(f"{example.__name__}: passed", flush=True)
    assert engine.close() == 0
    the_end_finishes_what_has_limits(path)
    a_reader_that_went_away_ends_it(path)
    print("all passed")


if __name__ == "__main__":
    main()
