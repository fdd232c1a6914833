"""How large AxxA is, and the two ways of playing it that the atlas measures."""

import math
from collections.abc import Iterator

from alcove.core.text import Text
from alcove.games.charting import Bound, Chart, compositions

from .board import CELLS, START_CELLS
from .rules import NUMBERS, OF_EACH, TALLEST

COUNTED = Text(
    "every way to lay what is left of the 36 pieces in up to twelve piles of one to three on any cells, for every needed number and phase; whether a piece has been seen is not counted",
    "toutes les façons de disposer ce qui reste des 36 pièces en douze piles au plus, de une à trois pièces, sur n'importe quelles cases, pour chaque nombre demandé et chaque phase ; qu'une pièce ait été vue ou non ne compte pas",
)


def positions() -> int:
    """A1, A2: the pieces that are left in up to twelve piles of one to three, on any cells, in any of the three phases;
    what has been seen is not counted."""
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


CHART = Chart(
    exact_plies=6,
    modes=(("solo", {}), ("duel", {"mode": "duel"})),
    bound=Bound(positions, COUNTED),
)
