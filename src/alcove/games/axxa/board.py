"""AxxA's cloth: the cells (A1), the ways over them (A4) and the cells that count as neighbours (A6)."""

from collections.abc import Callable
from itertools import combinations

LAYOUT = """
7  . . S S S . .
6  . o o o o o .
5  S o o o o o S
4  S o o o o o S
3  S o o o o o S
2  . o o o o o .
1  . . S S S . .
   a b c d e f g
"""
"""A1: 37 cells. S is a start cell, o a cell that is empty at the start, . no cell."""

FILES, RANKS = "abcdefg", "7654321"


def _cells_marked(marks: str) -> tuple[str, ...]:
    rows = [line.split() for line in LAYOUT.strip().splitlines()[: len(RANKS)]]
    return tuple(
        sorted(file + row[0] for row in rows for file, mark in zip(FILES, row[1:], strict=True) if mark in marks)
    )


CELLS = _cells_marked("So")
"""All cells, in the order of their names."""

START_CELLS = _cells_marked("S")
"""The twelve cells of the first piles, in the order of their names, which is also the order of a deal (A2)."""

_KNOWN = frozenset(CELLS)


# --- Ways of a pile (A4) --------------------------------------------------------------------------------------------

Route = tuple[str, ...]
"""The cells a pile enters, in order, the last one included."""

_DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def _beside(cell: str, dx: int, dy: int) -> str:
    return chr(ord(cell[0]) + dx) + chr(ord(cell[1]) + dy)


def _walk(start: str, direction: tuple[int, int], steps: int) -> Route:
    cells: list[str] = []
    for _ in range(steps):
        cells.append(_beside(cells[-1] if cells else start, *direction))
    return tuple(cells)


def _routes_from(cell: str, steps: int) -> dict[str, tuple[Route, ...]]:
    """A4: straight on, or some steps straight on and the rest at a right angle; never off the board."""
    found: dict[str, tuple[Route, ...]] = {}
    for first in _DIRECTIONS:
        across = [(first[1], first[0]), (-first[1], -first[0])]
        ways = [_walk(cell, first, steps)]
        for before in range(1, steps):
            leg = _walk(cell, first, before)
            ways += [leg + _walk(leg[-1], second, steps - before) for second in across]
        for way in ways:
            if _KNOWN.issuperset(way):
                found[way[-1]] = (*found.get(way[-1], ()), way)
    return dict(sorted(found.items()))


ROUTES = {(cell, steps): _routes_from(cell, steps) for cell in CELLS for steps in range(1, 7)}
"""For each cell and number: each target on the board and the one or two ways to it, the one that sets out along the
file first. Targets are in the order of their names."""


# --- Neighbouring cells (A6) ----------------------------------------------------------------------------------------

Triple = tuple[str, str, str]
"""Three cells in the order of their names."""


def _step(a: str, b: str) -> tuple[int, int]:
    return ord(b[0]) - ord(a[0]), ord(b[1]) - ord(a[1])


def _touch(a: str, b: str) -> bool:
    """Do two cells share a side or a corner?"""
    return max(map(abs, _step(a, b))) == 1


def _share_a_side(a: str, b: str) -> bool:
    return sum(map(abs, _step(a, b))) == 1


def _connected(are_linked: Callable[[str, str], bool]) -> frozenset[Triple]:
    """Three cells hang together when one of them is linked to both others."""
    found = set()
    for middle in CELLS:
        linked = [cell for cell in CELLS if are_linked(middle, cell)]
        for a, b in combinations(linked, 2):
            first, second, third = sorted((a, b, middle))
            found.add((first, second, third))
    return frozenset(found)


def _is_line(triple: Triple) -> bool:
    """Names in order run along a line, so a line of three makes the same step twice."""
    a, b, c = triple
    return _step(a, b) == _step(b, c)


_KING, _SIDE = _connected(_touch), _connected(_share_a_side)

TRIPLES = {
    "king": _KING,
    "line8": frozenset(filter(_is_line, _KING)),
    "side": _SIDE,
    "line4": frozenset(filter(_is_line, _SIDE)),
}
"""A6: the sets of three neighbouring cells, for each value of the option `shape`."""
