"""How many positions a game can have at most: every placement of the pieces that keeps the few conditions named here.

A bound, not a count: some placements cannot come about in play. All arithmetic is exact; only the answer is a logarithm.
"""

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from alcove.core.text import Text


def bound_log10(name: str) -> float | None:
    """The bound as a power of ten; `None` for a game whose positions nobody has counted."""
    return math.log10(_BOUNDS[name][0]()) if name in _BOUNDS else None


def method(name: str) -> Text:
    """What was counted, in words."""
    return _BOUNDS[name][1]


@cache
def compositions(total: int, parts: int, most: int) -> int:
    """In how many ways `total` is a sum of `parts` numbers from 1 to `most`, their order counting."""
    if parts == 0:
        return int(total == 0)
    return sum(compositions(total - part, parts - 1, most) for part in range(1, min(most, total) + 1))


def _avalam() -> int:
    """V1 to V6: 48 pieces, 24 of each colour, in towers of 1 to 5; the number of towers tells whose turn it is."""
    from alcove.games.avalam.rules import CELLS, PIECES, TALLEST

    cells, each = len(CELLS), PIECES // 2
    return sum(
        math.comb(cells, light) * math.comb(cells - light, dark) * compositions(PIECES, light + dark, TALLEST)
        for light in range(each + 1)
        for dark in range(each + 1)
    )


def _axom() -> int:
    """X1 to X4: both heads on the board, up to 30 pawns a side in stacks of 1 to 4, at most four stacks of four."""
    from alcove.games.axom.rules import CELLS, MOST_FOURS, PAWNS, TALLEST

    cells = len(CELLS) - 2

    @cache
    def stacks(count: int) -> int:
        """The ways to make so many stacks of one side, in the order of their cells."""
        return sum(
            math.comb(count, fours) * compositions(pawns - TALLEST * fours, count - fours, TALLEST - 1)
            for fours in range(min(count, MOST_FOURS) + 1)
            for pawns in range(PAWNS + 1)
        )

    placements = sum(
        math.comb(cells, light) * math.comb(cells - light, dark) * stacks(light) * stacks(dark)
        for light in range(min(cells, PAWNS) + 1)
        for dark in range(min(cells - light, PAWNS) + 1)
    )
    return 2 * len(CELLS) * (len(CELLS) - 1) * placements


def _axiom() -> int:
    """C2 to C8: columns of cubes on a connected footprint, every cube turned in any way, sceptres on any four faces that
    do not lie below."""
    from alcove.games.axiom.space import DOUBLE_TURNS, SINGLE_TURNS

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


def _axxa() -> int:
    """A1, A2: the pieces that are left in up to twelve piles of one to three, on any cells, in any of the three phases;
    what has been seen is not counted."""
    from alcove.games.axxa.board import CELLS, START_CELLS
    from alcove.games.axxa.rules import NUMBERS, OF_EACH, TALLEST

    total = 0
    for left in _multisets(len(NUMBERS), OF_EACH):
        pieces = sum(left)
        orders = math.factorial(pieces) // math.prod(map(math.factorial, left))
        repeats = math.factorial(len(NUMBERS)) // math.prod(math.factorial(left.count(n)) for n in set(left))
        piles = sum(
            math.comb(len(CELLS), count) * compositions(pieces, count, TALLEST) for count in range(len(START_CELLS) + 1)
        )
        total += orders * repeats * piles
    return 3 * len(NUMBERS) * total


def _multisets(size: int, most: int, least: int = 0) -> Iterator[tuple[int, ...]]:
    """All rising rows of `size` numbers up to `most`."""
    if size == 0:
        yield ()
        return
    for first in range(least, most + 1):
        for rest in _multisets(size - 1, most, first):
            yield (first, *rest)


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


_BOUNDS: dict[str, tuple[Callable[[], int], Text]] = {
    "avalam": (
        _avalam,
        Text(
            "every way to spread 48 pieces over the cells in towers of one to five, at most 24 towers of a colour; the number of towers says whose turn it is",
            "toutes les façons de répartir 48 pièces sur les cases en tours de une à cinq, au plus 24 tours d'une couleur ; le nombre de tours dit à qui est le trait",
        ),
    ),
    "axom": (
        _axom,
        Text(
            "every way to place both heads and up to 30 pawns a side in stacks of one to four, at most four stacks of four a side, for either side to move",
            "toutes les façons de placer les deux têtes et jusqu'à 30 pions par camp en piles de un à quatre, au plus quatre piles de quatre par camp, le trait à l'un ou à l'autre",
        ),
    ),
    "axiom": (
        _axiom,
        Text(
            "every block of columns on a connected footprint, its cubes turned in any way, the sceptres on any faces; blocks that have come apart are left out, domes that would clash are not",
            "tous les blocs de colonnes à la base d'un seul tenant, les cubes tournés de toutes les façons, les sceptres sur n'importe quelles faces ; les blocs en plusieurs morceaux sont exclus, les bosses qui se heurteraient ne le sont pas",
        ),
    ),
    "axxa": (
        _axxa,
        Text(
            "every way to lay what is left of the 36 pieces in up to twelve piles of one to three on any cells, for every needed number and phase; whether a piece has been seen is not counted",
            "toutes les façons de disposer ce qui reste des 36 pièces en douze piles au plus, de une à trois pièces, sur n'importe quelles cases, pour chaque nombre demandé et chaque phase ; qu'une pièce ait été vue ou non ne compte pas",
        ),
    ),
}
