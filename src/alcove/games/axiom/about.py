"""What the room says about Axiom, and what it is handled with."""

from alcove.core.about import About, Bench, Colours, Palette
from alcove.core.text import Text

ABOUT = About(
    tagline=Text("Cubes, a sceptre, every face.", "Des cubes, un sceptre, toutes les faces."),
    minutes=(25, 25),
    order=40,
    colours=Colours(Palette("#24468a", "#faf5e8", "#d8cab2"), Palette("#2a5ab4", "#faf5e8", "#4d3e2f")),
    sounds="stone",
    notation="S(-1,0,2)-(0,0,2)z+",
    opening_plies=4,
    bench=Bench(kernel_plies=5, rules_plies=2, depth=3, closest={"open_spiel": "hive", "pgx": "go_9x9"}),
    network_seconds=0.5,  # it wins at 0.2 s a move and is no better than even at 1 s
)
