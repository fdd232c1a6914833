"""AxxA a second time, slowly and on its own: written from the rule text alone, in another style than `rules.py`.

Cells are points of the plane, a piece is a pair [number, was it seen], a position is one dictionary that is changed in
place, and every question is answered by trying everything. It shares no line with the package.
"""

import copy
from itertools import permutations
from typing import Any

Position = dict[str, Any]

ROWS = {7: "cde", 6: "bcdef", 5: "abcdefg", 4: "abcdefg", 3: "abcdefg", 2: "bcdef", 1: "cde"}
POINTS = {("abcdefg".index(file), rank) for rank, files in ROWS.items() for file in files}
DEFAULTS = {"mode": "solo", "shape": "king", "take_after_payment": "no", "skip_dead": "yes", "second_cycle": "no"}


def name(point: tuple[int, int]) -> str:
    return "abcdefg"[point[0]] + str(point[1])


def point(cell: str) -> tuple[int, int]:
    return "abcdefg".index(cell[0]), int(cell[1])


def read(text: str, **options: Any) -> Position:
    piles, needed, aside, triplets, phase, seat = text.split(" ")
    board = {}
    for entry in piles.split(",") if piles != "-" else []:
        cell, pieces = entry.split(":")
        board[point(cell)] = [[int(p), True] if p.isdigit() else ["abcdef".index(p) + 1, False] for p in pieces]
    rules = DEFAULTS | options
    rules.setdefault("seats", 1 if rules["mode"] == "solo" else 2)
    return {
        "board": board,
        "needed": None if needed == "-" else int(needed),
        "aside": [] if aside == "-" else [int(p) for p in aside],
        "triplets": [int(t) for t in triplets.split("/")],
        "phase": phase,
        "seat": int(seat),
        "rules": rules,
        "revealed": [],
    }


def write(position: Position, unseen: str = "abcdef") -> str:
    def piece(number: int, seen: bool) -> str:
        return str(number) if seen else unseen[number - 1]

    piles = sorted(name(at) + ":" + "".join(piece(*p) for p in pile) for at, pile in position["board"].items())
    return " ".join(
        [
            ",".join(piles) if piles else "-",
            "-" if position["needed"] is None else str(position["needed"]),
            "".join(str(p) for p in sorted(position["aside"])) or "-",
            "/".join(str(t) for t in position["triplets"]),
            position["phase"],
            str(position["seat"]),
        ]
    )


def write_view(position: Position) -> str:
    return write(position, unseen="??????")


def targets(position: Position, start: tuple[int, int]) -> set[tuple[int, int]]:
    """All ends of walks of the right length that bend at most once, found by walking."""
    ends = set()

    def walk(at: tuple[int, int], heading: tuple[int, int], bends: int, left: int) -> None:
        if left == 0:
            ends.add(at)
            return
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            turn = heading != (dx, dy)
            if turn and (bends == 1 or (dx, dy) == (-heading[0], -heading[1])):
                continue
            step = (at[0] + dx, at[1] + dy)
            if step in POINTS and step not in position["board"]:
                walk(step, (dx, dy), bends + turn, left - 1)

    for heading in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        first = (start[0] + heading[0], start[1] + heading[1])
        if first in POINTS and first not in position["board"]:
            walk(first, heading, 0, position["board"][start][0][0] - 1)
    return ends


def are_neighbours(shape: str, three: tuple[tuple[int, int], ...]) -> bool:
    """Is there an order of the three in which each step goes to a neighbour (and, for lines, straight on)?"""
    for a, b, c in permutations(three):
        one, two = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
        diagonal = {"king": True, "line8": True, "side": False, "line4": False}[shape]
        if all(abs(x) <= 1 and abs(y) <= 1 and (diagonal or x == 0 or y == 0) for x, y in (one, two)) and (
            one == two or not shape.startswith("line")
        ):
            return True
    return False


def triplet_sets(position: Position) -> list[tuple[tuple[int, int], ...]]:
    showing = sorted((at for at, pile in position["board"].items() if pile[0][0] == position["needed"]), key=name)
    found: list[tuple[tuple[int, int], ...]] = []
    for i, a in enumerate(showing):
        for j in range(i + 1, len(showing)):
            for k in range(j + 1, len(showing)):
                if are_neighbours(position["rules"]["shape"], (a, showing[j], showing[k])):
                    found.append((a, showing[j], showing[k]))
    return found


def count(position: Position, number: int) -> int:
    return sum(piece[0] == number for pile in position["board"].values() for piece in pile)


def slides(position: Position) -> set[str]:
    found = set()
    for start, pile in position["board"].items():
        for end in targets(position, start):
            found.add(f"{name(start)}-{name(end)}")
            if len(pile) >= 2:
                found.add(f"{name(start)}-{name(end)}*")
    return found


def plies(position: Position) -> set[str]:
    """The legal moves as texts."""
    if end(position) is not None:
        return set()
    if position["phase"] == "move":
        return slides(position)
    if position["phase"] == "take":
        return {"=" + ".".join(name(at) for at in three) for three in triplet_sets(position)}
    return {"$" + name(at) for at in position["board"]}


def numbers_ahead(position: Position) -> list[int]:
    """The numbers a duel can still come to: past a dead one only where dead ones are skipped."""
    needed, rules = position["needed"], position["rules"]
    if rules["skip_dead"] == "no":
        return [needed]
    return list(range(1 if rules["second_cycle"] == "yes" else needed, 7))


def end(position: Position) -> tuple[str, str, tuple[int, ...]] | None:
    """The result, its reason and the scores, or None."""
    rules, triplets, needed = position["rules"], position["triplets"], position["needed"]
    if rules["mode"] != "duel":
        scores = tuple(triplets * rules["seats"])
        if needed is None:
            return "won", "sixes", scores
        if min(count(position, number) for number in range(needed, 7)) <= 2:
            return "lost", "short", scores
        if len(position["board"]) <= 2:
            return "lost", "piles", scores
        if position["phase"] == "move" and not slides(position):
            return "lost", "stuck", scores
        return None
    at_turn_start = position["phase"] == "move"
    over = (
        needed is None
        or (at_turn_start and len(position["board"]) <= 3)
        or (at_turn_start and not slides(position))
        or not any(count(position, number) >= 3 for number in numbers_ahead(position))
    )
    if not over:
        return None
    a, b = triplets
    return "1-0" if a > b else "0-1" if b > a else "1/2-1/2", "equal" if a == b else "triplets", (a, b)


def lift_top(position: Position, at: tuple[int, int]) -> int:
    pile = position["board"][at]
    number: int = pile.pop(0)[0]
    if not pile:
        del position["board"][at]
    else:
        turn_up(position, at)
    return number


def turn_up(position: Position, at: tuple[int, int]) -> None:
    top = position["board"][at][0]
    if not top[1]:
        top[1] = True
        position["revealed"].append(f"{name(at)}:{top[0]}")


def step_number(position: Position) -> None:
    """The next number; in a duel with skip_dead on to one that can still be made."""
    rules = position["rules"]
    duel = rules["mode"] == "duel"
    for _ in range(6):
        if position["needed"] == 6:
            position["needed"] = 1 if duel and rules["second_cycle"] == "yes" else None
        else:
            position["needed"] += 1
        if position["needed"] is None or not duel or rules["skip_dead"] == "no":
            return
        if count(position, position["needed"]) >= 3:
            return
    position["needed"] = None


def take(position: Position, three: tuple[tuple[int, int], ...]) -> None:
    for at in three:
        lift_top(position, at)
    duel = position["rules"]["mode"] == "duel"
    position["triplets"][position["seat"] - 1 if duel else 0] += 1
    step_number(position)


def close_turn(position: Position) -> None:
    position["phase"] = "move"
    position["seat"] = position["seat"] % position["rules"]["seats"] + 1


def gather(position: Position) -> bool:
    """Takes what goes without asking. Was anything taken, or is there a choice to make?"""
    taken = False
    while True:
        sets = triplet_sets(position)
        if len(sets) >= 2:
            position["phase"] = "take"
            return True
        if not sets:
            return taken
        take(position, sets[0])
        taken = True


def play(before: Position, ply: str) -> Position:
    position = copy.deepcopy(before)
    position["revealed"] = []
    rules = position["rules"]
    position["phase"] = "?"
    if ply[0] == "=":
        take(position, tuple(point(cell) for cell in ply[1:].split(".")))
        gather(position)
    elif ply[0] == "$":
        position["aside"].append(lift_top(position, point(ply[1:])))
        if rules["mode"] == "duel" and rules["skip_dead"] == "yes" and count(position, position["needed"]) <= 2:
            step_number(position)
        elif rules["take_after_payment"] == "yes" and (rules["mode"] == "duel" or end(position) is None):
            gather(position)
    else:
        start, goal = point(ply[:2]), point(ply[3:5])
        pile = position["board"].pop(start)
        position["board"][goal] = pile
        if ply.endswith("*"):
            pile.append(pile.pop(0))
            turn_up(position, goal)
        if not gather(position):
            position["phase"] = "pay"
    if position["phase"] == "?":
        close_turn(position)
    return position
