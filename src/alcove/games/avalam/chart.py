"""How large Avalam is."""

import math

from alcove.core.text import Text
from alcove.games.charting import Bound, Chart, compositions

from .rules import CELLS, PIECES, TALLEST

COUNTED = Text(
    "every way to spread 48 pieces over the cells in towers of one to five, at most 24 towers of a colour; the number of towers says whose turn it is",
    "toutes les façons de répartir 48 pièces sur les cases en tours de une à cinq, au plus 24 tours d'une couleur ; le nombre de tours dit à qui est le trait",
)


def positions() -> int:
    """V1 to V6: 48 pieces, 24 of each colour, in towers of 1 to 5; the number of towers tells whose turn it is."""
    cells, each = len(CELLS), PIECES // 2
    return sum(
        math.comb(cells, light) * math.comb(cells - light, dark) * compositions(PIECES, light + dark, TALLEST)
        for light in range(each + 1)
        for dark in range(each + 1)
    )


CHART = Chart(exact_plies=4, bound=Bound(positions, COUNTED))
