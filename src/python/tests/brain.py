"""A brain for tests: it plays the first empty point, or misbehaves as its argument says."""

import sys
import time

way = sys.argv[1] if len(sys.argv) > 1 else "good"
width = height = 15
stones: set[tuple[int, int]] = set()


def say(text: str) -> None:
    sys.stdout.write(text + "\r\n")
    sys.stdout.flush()


def move() -> None:
    if way == "hang":
        time.sleep(3600)
    if way == "chatty":
        return say("0,0\r\n1,0")
    if way == "crash":
        sys.exit(3)
    if way == "nonsense":
        return say("thinking hard")
    if way == "illegal":
        return say("99,99")
    if way == "error":
        return say("ERROR out of order")
    say("MESSAGE a word first")
    free = next((x, y) for y in range(height) for x in range(width) if (x, y) not in stones)
    say(f"{free[0]},{free[1]}")


for line in sys.stdin:
    words = line.split()
    command = words[0].upper() if words else ""
    if command == "INFO":
        # What was set can be read from the messages.
        say(f"MESSAGE {line.strip()}" if way != "no-info" else "UNKNOWN command")
    elif way == "unknown" and command != "START":
        say(f"UNKNOWN {command}")
    elif command == "START":
        width = height = int(words[1])
        say("OK" if way != "refuse" else "ERROR this size is not played")
    elif command == "RECTSTART":
        width, height = map(int, words[1].split(","))
        say("OK")
    elif command == "ABOUT":
        say('name="Test brain", version="1.0"')
    elif command == "BEGIN":
        stones = set()
        move()
    elif command == "BOARD":
        stones = set()
        for stone in sys.stdin:
            if stone.strip() == "DONE":
                break
            x, y, _ = stone.split(",")
            stones.add((int(x), int(y)))
        move()
    elif command == "END":
        break
