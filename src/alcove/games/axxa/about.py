"""What the room says about AxxA, and what it is handled with."""

from alcove.core.about import About, Bench, Colours, Mode, Palette
from alcove.core.text import Text

ABOUT = About(
    tagline=Text("Six triplets to gather, alone or together.", "Six triplets à réunir, seul ou ensemble."),
    minutes=(15, 15),
    players=(1, 6),
    modes=(
        Mode("solo", Text("Alone", "En solitaire"), {"mode": "solo", "seats": "1"}, seats=(1, 1), together=True),
        Mode("coop", Text("Together", "Ensemble"), {"mode": "coop"}, seats=(2, 6), together=True),
        Mode("duel", Text("Duel", "Duel"), {"mode": "duel", "seats": "2"}),
    ),
    order=30,
    colours=Colours(Palette("#f1ddb6", "#f1ddb6", "#3b4a63"), Palette("#e9d3a9", "#e9d3a9", "#33415a")),
    sounds="felt",
    notation="c7-c4",
    opening_plies=0,
    bench=Bench(
        kernel_plies=6,
        rules_plies=2,
        nodes=500,
        start={"deal": "123456" * 6},
        closest={"open_spiel": "2048", "pgx": "2048"},
    ),
)
