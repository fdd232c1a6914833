"""What the room says about Avalam, and what it is handled with."""

import math

from alcove.core.about import About, Bench, Colours, Palette
from alcove.core.text import Text

ABOUT = About(
    tagline=Text("Stack, isolate and cap the towers.", "Empilez, isolez, coiffez les tours."),
    minutes=(15, 15),
    order=10,
    colours=Colours(Palette("#f8d873", "#c5412f", "#2d2623"), Palette("#efcd66", "#bb3d2c", "#3b322d")),
    sounds="plastic",
    notation="c5-d5",
    opening_plies=4,
    bench=Bench(kernel_plies=4, rules_plies=2, depth=5, closest={"open_spiel": "othello", "pgx": "othello"}),
    network_seconds=math.inf,
    solvable_moves=48,
)
