"""Avalam on little boards, solved: plain minimax with a memory, by the rules of movement, capture and counting alone.

    python benches/small_avalam.py 3x3 2x5        # boards as rows x columns, towers of one in alternating colours

Light moves first and owns the corner a1. A result is the lead in towers under best play, the lead in towers of five where
that is even; then come the first moves that keep it. This program shares nothing with the engines, so that it can check them.
"""

import sys
from functools import cache
from itertools import product

TALLEST = 5
Towers = tuple[int, ...]
"""One number a cell: 0 empty, else the height, negative if Dark's piece is on top."""


def neighbours(rows: int, columns: int) -> list[list[int]]:
    """V5: the cells around each cell, diagonals included."""
    near: list[list[int]] = [[] for _ in range(rows * columns)]
    for (y, x), (dy, dx) in product(product(range(rows), range(columns)), product((-1, 0, 1), repeat=2)):
        if (dy or dx) and 0 <= y + dy < rows and 0 <= x + dx < columns:
            near[y * columns + x].append((y + dy) * columns + x + dx)
    return near


def moves(towers: Towers, near: list[list[int]]) -> list[tuple[int, int]]:
    """V6, V7: any tower onto any neighbouring tower, as long as no more than five pieces meet."""
    return [
        (origin, target)
        for origin, tower in enumerate(towers)
        if tower
        for target in near[origin]
        if towers[target] and abs(tower) + abs(towers[target]) <= TALLEST
    ]


def after(towers: Towers, origin: int, target: int) -> Towers:
    left = list(towers)
    height = abs(left[origin]) + abs(left[target])
    left[target], left[origin] = height if left[origin] > 0 else -height, 0
    return tuple(left)


def solve(rows: int, columns: int) -> tuple[int, list[str], int, int]:
    """The result for Light as 1, 0 or −1, the first moves that keep it, how many there are, and the positions met."""
    near = neighbours(rows, columns)
    start = tuple(1 if (cell // columns + cell % columns) % 2 == 0 else -1 for cell in range(rows * columns))

    @cache
    def worth(towers: Towers, side: int) -> int:
        """1 if the side to move wins, 0 for a draw, −1 if it loses."""
        best = -1
        possible = moves(towers, near)
        for origin, target in possible:
            best = max(best, -worth(after(towers, origin, target), -side))
            if best == 1:
                return 1
        return best if possible else side * _count(towers)

    names = [f"{'abcdefghi'[cell % columns]}{cell // columns + 1}" for cell in range(rows * columns)]
    first = moves(start, near)
    result = worth(start, 1)
    kept = [(a, b) for a, b in first if -worth(after(start, a, b), -1) == result]
    return result, [f"{names[a]}-{names[b]}" for a, b in kept], len(first), worth.cache_info().currsize


def _count(towers: Towers) -> int:
    """V9, V10: who has more towers, or else more towers of five: 1 for Light, −1 for Dark, 0 for nobody."""
    lead = sum((tower > 0) - (tower < 0) for tower in towers)
    lead = lead or sum((tower == TALLEST) - (tower == -TALLEST) for tower in towers)
    return (lead > 0) - (lead < 0)


if __name__ == "__main__":
    for board in sys.argv[1:] or ["2x2", "1x5", "2x3", "3x3"]:
        rows, columns = map(int, board.split("x"))
        result, kept, count, positions = solve(rows, columns)
        told = {1: "Light wins", 0: "draw", -1: "Dark wins"}[result]
        print(
            f"{board}: {told}; {len(kept)} of {count} first moves keep it: {' '.join(kept[:12])}; {positions} positions"
        )
