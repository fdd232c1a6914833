"""How large Axiom is."""

import math
from functools import cache
from itertools import product

from alcove.core.text import Text
from alcove.games.charting import Bound, Chart

from .space import DOUBLE_TURNS, SINGLE_TURNS

COUNTED = Text(
    "every block of columns on a connected footprint, its cubes turned in any way, the sceptres on any faces; blocks that have come apart are left out, domes that would clash are not",
    "tous les blocs de colonnes à la base d'un seul tenant, les cubes tournés de toutes les façons, les sceptres sur n'importe quelles faces ; les blocs en plusieurs morceaux sont exclus, les bosses qui se heurteraient ne le sont pas",
)


def positions() -> int:
    """C2 to C8: columns of cubes on a connected footprint, every cube turned in any way, sceptres on any four faces that
    do not lie below."""
    each = range(4)  # C2: up to three singles and three doubles a side
    faces = 5
    total = 0
    for numbers in product(each, each, each, each):
        cubes = sum(numbers)
        if cubes < 4:  # one sceptre a cube
            continue
        footprints = sum(polyominoes(columns) * math.comb(cubes - 1, columns - 1) for columns in range(1, cubes + 1))
        colours = math.factorial(cubes) // math.prod(map(math.factorial, numbers))
        turns = len(SINGLE_TURNS) ** (numbers[0] + numbers[2]) * len(DOUBLE_TURNS) ** (numbers[1] + numbers[3])
        sceptres = math.comb(faces * cubes, 2) * math.comb(faces * cubes - 2, 2)
        total += footprints * colours * turns * sceptres
    return 2 * total


@cache
def polyominoes(size: int) -> int:
    """How many connected figures of `size` cells there are on a square grid, turned and mirrored ones counted apart.

    Redelmeier's way: grow from the lowest leftmost cell, and never take back a cell that was once passed over.
    """
    count = 0

    def grow(untried: list[tuple[int, int]], known: set[tuple[int, int]], placed: int) -> None:
        nonlocal count
        while untried:
            x, y = untried.pop()
            if placed + 1 == size:
                count += 1
                continue
            around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            fresh = [cell for cell in around if cell not in known and (cell[1] > 0 or (cell[1] == 0 and cell[0] >= 0))]
            grow(untried + fresh, known.union(fresh), placed + 1)

    grow([(0, 0)], {(0, 0)}, 0)
    return count


CHART = Chart(exact_plies=5, bound=Bound(positions, COUNTED))
