#!/usr/bin/env python3
"""What `tengen api` can do, by the client of the Python package, and a test of both:
python3 api_client.py PATH/TO/tengen

The client is src/python/python/tengen/api.py, one file of the standard library, which serves without the package.
Exits with 0 only if every example below held.
"""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

# The file by itself: the package needs its compiled part.
sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src/python/python/tengen"))

from api import ApiError, Client  # noqa: E402


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


def reviewed_and_asked_as_puzzles(engine):
    game = position("h8", "g10", "i8", "h10", "j8", "i10", "o15", "j10")
    name = engine.send("review", position=game, limits={"nodes": 300}, opening_stones=5)
    *moves, done = engine.stream(name)
    # A move is reported again if the second pass changes its verdict.
    last = {report["move"]["number"]: report["move"] for report in moves}
    assert done["moves"] == [last[number] for number in sorted(last)], done
    assert done["moves"][1]["verdict"] == "missed-win", done
    name = engine.send("review", position=game, limits={"nodes": 301}, progress=True)
    looks = [report for report in engine.stream(name) if report["event"] == "again"]
    assert looks and [look["done"] for look in looks] == list(range(len(looks))), looks
    assert all(look["done"] < look["all"] for look in looks), looks
    again = engine.ask("review", position=game, limits={"nodes": 300}, opening_stones=5)
    assert again["moves"] == done["moves"], again
    found = engine.ask("puzzles", action="find", position=game, color="black")["puzzles"]
    puzzle = next(puzzle for puzzle in found if puzzle["goal"] == "win")
    assert (puzzle["goal"], puzzle["plies"]) == ("win", 3), puzzle
    here = {**puzzle["position"], "moves": game["moves"][:6]}
    hint = engine.ask("puzzles", action="hint", position=here, step=1)
    assert hint["text"] == "Black wins by fours in 2 moves.", hint
    assert hint["hint"] == {"hint": "wins", "color": "black", "kind": "vcf", "plies": 3}, hint
    right = engine.ask("puzzles", action="answer", position=here, move="k8")
    assert (right["verdict"], right["plies"]) == ("right", 1), right
    here["moves"] = here["moves"] + ["k8", right["reply"]]
    five = {"g8": "l8", "l8": "g8"}[right["reply"]]
    assert engine.ask("puzzles", action="hint", position={**here, "to_move": "black"}, step=4)
    solved = engine.ask("puzzles", action="answer", position=here, move=five)
    assert solved["verdict"] == "solved", solved
    known = {"goal": "better", "played": "o15", "best": "k8", "position": {**puzzle["position"], "moves": game["moves"][:6]}}
    same = engine.ask("puzzles", action="answer", move="g8", **known)
    assert same["verdict"] == "solved", same
    hint = engine.ask("puzzles", action="hint", step=2, **known)
    assert hint["hint"] == {"hint": "makes", "kind": "open-four"}, hint
    assert len(engine.ask("puzzles", action="daily", day="2026-11-28")["puzzles"]) == 5


def errors_name_the_field(engine):
    twice = engine.answer("analyze", position=position("h8", "i9", "j10", "i9"))
    assert twice["field"] == "position.moves[3]", twice
    key = {"Rule": "renju", "size": 15, "moves": []}
    unknown = engine.answer("judge", position=key)
    assert unknown["event"] == "error" and "Rule" in unknown["error"], unknown
    for keys, field in [
        ({"limits": {"depth": 0}}, "limits.depth"),
        ({"limits": {"deep": 1}}, "limits"),
        ({"multipv": 0}, "multipv"),
        ({"threads": 10**6}, "threads"),
        ({"level": "godlike"}, "level"),
        ({"excluded": ["h8", "z99"]}, "excluded[1]"),
    ]:
        wrong = engine.answer("analyze", position=position(), **keys)
        assert (wrong["event"], wrong["field"]) == ("error", field), wrong
    assert engine.answer("dance")["field"] == "request"
    try:
        engine.ask("dance")
    except ApiError as error:
        assert str(error).startswith("request: ") and error.answer["code"], error
    else:
        raise AssertionError("ask raises")
    no_book = engine.answer("book", position=position())
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
    engine = Client(path, "--memory-mb", "64")
    for example in [
        analysis_is_streamed,
        analysis_is_stopped,
        canceled_requests_say_so,
        ten_positions_in_flight,
        solved_judged_explained,
    reviewed_and_asked_as_puzzles,
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
