"""Axiom a second time, straight from the rule text and as plainly as possible: the independent count for test_axiom.py.

Nothing is shared with alcove.games.axiom. Directions are vectors, a position is a dictionary, and cube moves come from
trying every cell of the surrounding box in every orientation.
"""

from functools import cache
from itertools import product
from typing import TypedDict

Vector = tuple[int, int, int]

VECTORS: dict[str, Vector] = {
    "x+": (1, 0, 0),
    "x-": (-1, 0, 0),
    "y+": (0, 1, 0),
    "y-": (0, -1, 0),
    "z+": (0, 0, 1),
    "z-": (0, 0, -1),
}
NAMES = {vector: name for name, vector in VECTORS.items()}
UP: Vector = (0, 0, 1)
DOWN: Vector = (0, 0, -1)


class Position(TypedDict):
    cubes: dict[Vector, tuple[str, frozenset[Vector]]]
    sceptres: set[tuple[str, Vector, Vector]]
    side: str


def plus(*vectors: Vector) -> Vector:
    return (sum(v[0] for v in vectors), sum(v[1] for v in vectors), sum(v[2] for v in vectors))


def minus(v: Vector) -> Vector:
    return (-v[0], -v[1], -v[2])


def dot(v: Vector, w: Vector) -> int:
    return v[0] * w[0] + v[1] * w[1] + v[2] * w[2]


def read(text: str) -> Position:
    *pieces, side = text.split()
    position: Position = {"cubes": {}, "sceptres": set(), "side": side}
    for piece in pieces:
        numbers, directions = piece[3:].split(")")
        x, y, z = map(int, numbers.split(","))
        vectors = [VECTORS[directions[i : i + 2]] for i in range(0, len(directions), 2)]
        if piece[1] == "C":
            position["cubes"][x, y, z] = (piece[0], frozenset(vectors))
        else:
            position["sceptres"].add((piece[0], (x, y, z), vectors[0]))
    return position


def name_cell(cell: Vector) -> str:
    return "(" + ",".join(map(str, cell)) + ")"


def name_domes(domes: frozenset[Vector]) -> str:
    return "".join(name for name, vector in VECTORS.items() if vector in domes)


def write(position: Position) -> str:
    def by_cell(piece: tuple[str, Vector, str]) -> tuple[str, int, int, int, int]:
        colour, (x, y, z), tail = piece
        return (colour, z, y, x, list(VECTORS).index(tail[:2]))

    cubes = sorted(((c, cell, name_domes(domes)) for cell, (c, domes) in position["cubes"].items()), key=by_cell)
    sceptres = sorted(((c, cell, NAMES[n]) for c, cell, n in position["sceptres"]), key=by_cell)
    words = [f"{c}C{name_cell(cell)}{tail}" for c, cell, tail in cubes]
    words += [f"{c}S{name_cell(cell)}{tail}" for c, cell, tail in sceptres]
    return " ".join([*words, position["side"]])


@cache
def orientations(count: int) -> list[frozenset[Vector]]:
    """C2: one dome anywhere, or two domes at right angles."""
    found = {frozenset(pair) for pair in product(VECTORS.values(), repeat=2) if dot(*pair) == (1 if count == 1 else 0)}
    return list(found)


def has_room(position: Position, cell: Vector) -> bool:
    """C7, C8, C11, with the moved cube already taken out of `position`."""
    cubes = position["cubes"]
    if cell in cubes or cell[2] < 1 or plus(cell, UP) in cubes:
        return False
    if cell[2] > 1 and plus(cell, DOWN) not in cubes:
        return False
    return not any(cell in (plus(c, n), plus(c, n, n)) for _, c, n in position["sceptres"])


def may_set(position: Position, cell: Vector, domes: frozenset[Vector]) -> bool:
    """C9, C10, likewise."""
    cubes = position["cubes"]
    locks = set()
    for v in VECTORS.values():
        if plus(cell, v) in cubes:
            mine, theirs = v in domes, minus(v) in cubes[plus(cell, v)][1]
            if mine and theirs:
                return False
            if mine != theirs:
                locks.add(v)
    if cell[2] == 1:
        return DOWN not in domes and len(locks) > 0
    return DOWN in locks


def cube_moves(position: Position) -> set[str]:
    cubes, sceptres = position["cubes"], position["sceptres"]
    moves = set()
    for origin, (colour, domes) in cubes.items():
        occupied = plus(origin, UP) in cubes or any(c == origin for _, c, _ in sceptres)
        if colour != position["side"] or occupied:
            continue
        others: Position = {**position, "cubes": {c: cube for c, cube in cubes.items() if c != origin}}
        xs, ys, zs = (range(min(c[i] for c in cubes) - 1, max(c[i] for c in cubes) + 2) for i in range(3))
        for target in product(xs, ys, zs):
            if target == origin or not has_room(others, target):
                continue
            for turned in orientations(len(domes)):
                if may_set(others, target, turned):
                    moves.add(f"C{name_cell(origin)}-{name_cell(target)}{name_domes(turned)}")
    return moves


def is_open(position: Position, cell: Vector, normal: Vector) -> bool:
    """A recess of a cube, nothing on it and no cube in front."""
    cubes = position["cubes"]
    if cell not in cubes or normal in cubes[cell][1] or plus(cell, normal) in cubes:
        return False
    return all((c, n) != (cell, normal) for _, c, n in position["sceptres"])


def walk(position: Position, cell: Vector, normal: Vector) -> set[tuple[Vector, Vector]]:
    """C12 to C14: every face the sceptre on (cell, normal) can come to; `position` is without that sceptre."""
    cubes = position["cubes"]
    seen: set[tuple[Vector, Vector]] = set()
    flat = [v for v in VECTORS.values() if dot(v, normal) == 0]
    for heading in flat:
        c, n, h = cell, normal, heading
        while True:
            a = plus(c, h)
            b = plus(a, n)
            if b in cubes:
                c, n, h = b, minus(h), n
            elif a in cubes:
                c, n, h = a, n, h
            elif h == DOWN:
                break
            else:
                c, n, h = c, h, minus(n)
            if (c, n) == (cell, normal) or not is_open(position, c, n):
                break
            seen.add((c, n))
    for one, other in product(flat, repeat=2):
        if dot(one, other) != 0:
            continue
        c = cell
        while is_open(position, plus(c, one, other), normal):
            if plus(c, one, normal) in cubes and plus(c, other, normal) in cubes:
                break
            c = plus(c, one, other)
            seen.add((c, normal))
    return seen


def is_restricted(position: Position, cell: Vector, n: Vector) -> bool:
    """C15, with the mover out of `position`."""
    if plus(cell, n, n) in position["cubes"]:
        return True
    for _, c, m in position["sceptres"]:
        if plus(c, m) == plus(cell, n):
            return True
        if c == plus(cell, n, n, n) and m == minus(n):
            return True
    return False


def sceptre_moves(position: Position) -> tuple[set[str], set[str]]:
    """The sound moves, and those that join the two own sceptres on one cube (C19)."""
    sound: set[str] = set()
    joining: set[str] = set()
    for sceptre in position["sceptres"]:
        colour, cell, normal = sceptre
        if colour != position["side"]:
            continue
        others: Position = {**position, "sceptres": position["sceptres"] - {sceptre}}
        for target, n in walk(others, cell, normal):
            if not is_restricted(others, target, n):
                own_there = any(who == colour and c == target for who, c, _ in others["sceptres"])
                (joining if own_there else sound).add(f"S{name_cell(cell)}-{name_cell(target)}{NAMES[n]}")
    return sound, joining


def legal_moves(text: str) -> set[str]:
    position = read(text)
    if len({c for _, c, _ in position["sceptres"]}) < 4:
        return set()
    sound, joining = sceptre_moves(position)
    return sound | cube_moves(position) or joining


def play(text: str, move: str) -> str:
    """The position after a legal move, C17 included."""
    position = read(text)
    cubes, side = position["cubes"], position["side"]
    left, right = move[1:].replace(")-(", ")|(").split("|")
    x, y, z = map(int, left.strip("()").split(","))
    origin = (x, y, z)
    numbers, directions = right.strip("(").split(")")
    x, y, z = map(int, numbers.split(","))
    target = (x, y, z)
    vectors = frozenset(VECTORS[directions[i : i + 2]] for i in range(0, len(directions), 2))
    if move[0] == "C":
        cubes[target] = (cubes.pop(origin)[0], vectors)
    else:
        mover = next(s for s in position["sceptres"] if s[:2] == (side, origin))
        position["sceptres"].remove(mover)
        position["sceptres"].add((side, target, next(iter(vectors))))
        if cubes[origin][0] != side and cubes[target][0] == side and plus(origin, UP) not in cubes:
            del cubes[origin]
    position["side"] = "w" if side == "b" else "b"
    return write(position)


def winner(text: str) -> tuple[str, str] | None:
    """C18 to C20: who has won and why, `None` while the game goes on."""
    position = read(text)
    side = position["side"]
    enemy = {"b": "w", "w": "b"}
    for who, cell, normal in position["sceptres"]:
        for other, c, n in position["sceptres"]:
            if c == cell and n != normal:
                return (enemy[who], "own sceptres") if who == other else (enemy[side], "sceptres")
    return None if legal_moves(text) else (enemy[side], "no move")


def perft(text: str, depth: int) -> int:
    moves = legal_moves(text)
    if depth == 1:
        return len(moves)
    return sum(perft(play(text, move), depth - 1) for move in moves)
