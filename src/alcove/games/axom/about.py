"""What the room says about Axom, and what it is handled with."""

import math

from alcove.core.about import About, Bench, Colours, Palette
from alcove.core.text import Text

ABOUT = About(
    tagline=Text("Sow your stacks, take the head.", "Semez vos piles, prenez la tête."),
    minutes=(30, 30),
    order=20,
    colours=Colours(Palette("#f6e7c6", "#8e3a22", "#baac91"), Palette("#eedcb8", "#823219", "#a3977f")),
    sounds="wood",
    notation="c3-f3",
    opening_plies=6,
    bench=Bench(
        kernel_plies=6,
        rules_plies=3,
        depth=7,
        endless={"repetition": "off", "draw_plies": "0"},
        closest={"open_spiel": "breakthrough", "pgx": "animal_shogi"},
    ),
    network_seconds=math.inf,
)
