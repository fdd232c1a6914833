"""How large Axom is."""

import math
from functools import cache

from alcove.core.text import Text
from alcove.games.charting import Bound, Chart, compositions

from .rules import CELLS, MOST_FOURS, PAWNS, TALLEST

COUNTED = Text(
    "every way to place both heads and up to 30 pawns a side in stacks of one to four, at most four stacks of four a side, for either side to move",
    "toutes les façons de placer les deux têtes et jusqu'à 30 pions par camp en piles de un à quatre, au plus quatre piles de quatre par camp, le trait à l'un ou à l'autre",
)


def positions() -> int:
    """X1 to X4: both heads on the board, up to 30 pawns a side in stacks of 1 to 4, at most four stacks of four."""
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


CHART = Chart(
    exact_plies=7,
    modes=(
        ("", {}),
        ("position4", {"repetition": "position4", "draw_plies": "100"}),
    ),  # X20 as the book has it, and without
    bound=Bound(positions, COUNTED),
)
