#!/usr/bin/env python3
"""Checks the full form of a certificate of `tengen prove full`: random games end to end.

    python3 prove_check.py FULL [--reply POINT] [--games N] [--entries N] [--lines N] [--seed N]

It shares nothing with Tengen but the file format (src/study/prove/full.rs): the rules, the symmetries and
the game are written again here. In each game the attacker plays what the file says and the defender
plays random legal replies, until the attacker makes five. Before each reply it looks at *all* of
them: the file must answer every one, and none may make five. For random entries (--entries) every
legal reply is answered, and each win is played out along random lines. With --reply all games begin
with that reply to the first move; in what `prove full --reply` wrote they always do.

Rules: freestyle, standard, caro, caro-exact.
Exit status 0 if everything held, 1 if not, 2 for bad input.
"""
import argparse
import json
import random
import re
import sys
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
RULES = ("freestyle", "standard", "caro", "caro-exact")


def bad(text):
    print(text, file=sys.stderr)
    sys.exit(2)


class Refuted(Exception):
    """The file does not prove its claim."""


class Board:
    """Stones by cell (x, y): 'black', 'white' or 'blocked'."""
    def __init__(self, rule, width, height, blocked=()):
        self.rule, self.width, self.height = rule, width, height
        self.stones = {cell: "blocked" for cell in blocked}

    def copy(self):
        other = Board(self.rule, self.width, self.height)
        other.stones = dict(self.stones)
        return other

    def cells(self):
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def empties(self):
        return [cell for cell in self.cells() if cell not in self.stones]

    def name(self, cell):
        return chr(ord("a") + cell[0]) + str(self.height - cell[1])

    def parse(self, text):
        cell = (ord(text[0]) - ord("a"), self.height - int(text[1:]))
        if not (0 <= cell[0] < self.width and 0 <= cell[1] < self.height):
            raise Refuted(f"{text} is off the board")
        return cell

    def play(self, cell, color):
        if cell in self.stones:
            raise Refuted(f"{self.name(cell)} is occupied")
        self.stones[cell] = color

    def wins(self, cell, color):
        """Whether a stone of this color on the cell makes a winning run."""
        other = "white" if color == "black" else "black"
        for dx, dy in DIRECTIONS:
            length, ends = 1, []
            for sense in (1, -1):
                x, y = cell[0] + sense * dx, cell[1] + sense * dy
                while self.stones.get((x, y)) == color:
                    length, x, y = length + 1, x + sense * dx, y + sense * dy
                ends.append(self.stones.get((x, y)))
            enclosed = ends == [other, other]
            if self.rule == "freestyle" and length >= 5:
                return True
            if self.rule == "standard" and length == 5:
                return True
            if self.rule == "caro" and (length >= 6 or length == 5 and not enclosed):
                return True
            if self.rule == "caro-exact" and length == 5 and not enclosed:
                return True
        return False

    def images(self):
        """The symmetries of the board, as functions from cell to cell; the identity first."""
        w, h = self.width - 1, self.height - 1
        maps = []
        for swap in (False, True) if self.width == self.height else (False,):
            for flip_x in (False, True):
                for flip_y in (False, True):
                    def image(cell, swap=swap, flip_x=flip_x, flip_y=flip_y):
                        x, y = (cell[1], cell[0]) if swap else cell
                        return (w - x if flip_x else x, h - y if flip_y else y)
                    maps.append(image)
        blocked = {cell for cell, stone in self.stones.items() if stone == "blocked"}
        return [image for image in maps if {image(cell) for cell in blocked} == blocked]

    def key(self):
        """The canonical text of the position, and the map to that image."""
        best = None
        for image in self.images():
            colors = []
            for color in ("black", "white"):
                own = (image(cell) for cell, stone in self.stones.items() if stone == color)
                colors.append(sorted((y, x) for x, y in own))
            if best is None or colors < best[0]:
                best = (colors, image)
        names = ("".join(self.name((x, y)) for y, x in cells) for cells in best[0])
        return "/".join(names), best[1]


class Full:
    """The file: entries are read when they are needed."""
    def __init__(self, path):
        try:
            self.file = open(path, "rb")
            head = json.loads(self.file.readline())
        except (OSError, ValueError) as error:
            bad(f"{path}: {error}")
        if not isinstance(head, dict) or head.get("tengen_full") != 1:
            bad(f"{path}: seen {str(head)[:60]}, expected the full form of a certificate")
        self.claim, self.reply, self.places = head["claim"], head.get("reply"), {}
        while True:
            place, line = self.file.tell(), self.file.readline()
            if not line:
                break
            at = line[line.index(b'"at":"') + 6:]
            self.places[at[:at.index(b'"')].decode()] = place

    def entry(self, at):
        if at not in self.places:
            raise Refuted(f"no entry for {at}")
        self.file.seek(self.places[at])
        return json.loads(self.file.readline())

    def position(self):
        spec = self.claim["position"]
        rule = spec["rule"]
        if rule not in RULES:
            bad(f"rule {rule}, expected one of {', '.join(RULES)}")
        width = spec.get("width") or spec["size"]
        board = Board(rule, width, spec.get("height") or spec["size"],
                      [tuple(cell) for cell in spec.get("blocked") or ()])
        for number, cell in enumerate(spec.get("moves") or ()):
            board.play(tuple(cell), ("black", "white")[number % 2])
        for color in ("black", "white"):
            for cell in spec.get(color) or ():
                board.play(tuple(cell), color)
        return board, spec["to_move"]


class Checker:
    def __init__(self, full):
        self.full = full
        self.root, self.to_move = full.position()
        self.attacker = full.claim["attacker"]
        self.defender = "white" if self.attacker == "black" else "black"
        self.moves = self.replies = 0

    def play(self, board, cell):
        """The attacker's move. Whether it wins."""
        won = cell not in board.stones and board.wins(cell, self.attacker)
        board.play(cell, self.attacker)
        self.moves += 1
        return won

    def legal(self, board):
        """All replies; none of them may win."""
        replies = board.empties()
        for cell in replies:
            if board.wins(cell, self.defender):
                raise Refuted(f"the defender wins at {board.name(cell)} in {board.key()[0]}")
        if not replies:
            raise Refuted("the board is full")
        self.replies += len(replies)
        return replies

    def line(self, board, nodes, index):
        """A random line through a tree, to the five."""
        while True:
            play, listed, otherwise = nodes[index]
            if self.play(board, board.parse(play)):
                return
            if not listed and otherwise is None:
                raise Refuted(f"{play} makes no five in {board.key()[0]}")
            listed = {board.parse(reply): node for reply, node in listed}
            replies = self.legal(board)
            open_ = [cell for cell in replies if listed.get(cell, otherwise) is None]
            if open_:
                raise Refuted(f"no answer to {board.name(open_[0])} in {board.key()[0]}")
            # Half of the time a reply that matters.
            near = [cell for cell in replies if cell in listed]
            reply = random.choice(near if near and random.random() < 0.5 else replies)
            board.play(reply, self.defender)
            following = listed.get(reply, otherwise)
            if following >= index:
                raise Refuted("a node leads to a later one")
            index = following

    def enter(self, board, at):
        """An entry, its canonical board after its move, and its answers; None if the move wins."""
        canonical = self.canonical(board)
        entry = self.full.entry(at)
        if entry["play"] and self.play(canonical, canonical.parse(entry["play"])):
            return None
        answers = {canonical.parse(reply): node for reply, node in entry["replies"]}
        return canonical, entry, answers

    def canonical(self, board):
        image = board.key()[1]
        turned = board.copy()
        turned.stones = {image(cell): stone for cell, stone in board.stones.items()}
        return turned

    def after(self, board, reply):
        after = board.copy()
        after.play(reply, self.defender)
        return after, after.key()[0]

    def game(self):
        """One random game from the claim to the five. The canonical positions on the way."""
        board, at, path = self.root.copy(), self.root.key()[0], []
        while True:
            path.append(at)
            entered = self.enter(board, at)
            if entered is None:
                return path
            canonical, entry, answers = entered
            if entry.get("root") is not None:
                self.line(canonical, entry["nodes"], entry["root"])
                return path
            reply = random.choice(self.legal(canonical))
            board, at = self.after(canonical, reply)
            if reply in answers:
                self.line(board, entry["nodes"], answers[reply])
                return path

    def every_reply(self, at, board, lines):
        """Every legal reply of an entry is answered; each win by random lines."""
        entered = self.enter(board, at)
        if entered is None or entered[1].get("root") is not None:
            return
        canonical, entry, answers = entered
        for reply in self.legal(canonical):
            after, following = self.after(canonical, reply)
            if reply in answers:
                for _ in range(lines):
                    self.line(after.copy(), entry["nodes"], answers[reply])
            elif following not in self.full.places:
                raise Refuted(f"no answer to {canonical.name(reply)} in {at}")

    def begin_with(self, point):
        """The games begin after the first move and this reply to it."""
        at = self.root.key()[0]
        entered = self.enter(self.root, at)
        if not entered or point not in map(entered[0].name, self.legal(entered[0])):
            bad(f"--reply {point}, expected a legal reply to the first move")
        self.full.places.pop(at)
        self.root = self.after(entered[0], entered[0].parse(point))[0]

    def board_of(self, at):
        board = Board(self.root.rule, self.root.width, self.root.height)
        board.stones = {c: s for c, s in self.root.stones.items() if s == "blocked"}
        for text, color in zip(at.split("/"), ("black", "white")):
            for name in re.findall(r"[a-z]\d+", text):
                board.play(board.parse(name), color)
        return board


def main():
    parser = argparse.ArgumentParser(description="check the full form of a certificate")
    parser.add_argument("full")
    parser.add_argument("--reply", metavar="POINT", help="the reply to the first move")
    for name, default, text in (("games", 100, "random games"), ("entries", 10, "whole entries"),
                                ("lines", 3, "random lines of each win"), ("seed", 1, "chance")):
        parser.add_argument(f"--{name}", type=int, metavar="N", default=default,
                            help=f"{text} (default {default})")
    args = parser.parse_args()
    random.seed(args.seed)
    full = Full(args.full)
    checker = Checker(full)
    reply = args.reply or full.reply
    try:
        if reply:
            checker.begin_with(reply)
        entries = random.sample(sorted(full.places), min(args.entries, len(full.places)))
        reached = {at for _ in range(args.games) for at in checker.game()}
        for at in entries:
            checker.every_reply(at, checker.board_of(at), args.lines)
    except Refuted as error:
        print(f"refuted: {error}")
        sys.exit(1)
    print(f"{'the whole' if not reply else 'reply ' + reply}: {args.games} games through {len(reached)} entries, all replies of {len(entries)} of "
          f"{len(full.places)} entries: {checker.moves} moves, {checker.replies} replies held")


if __name__ == "__main__":
    main()
