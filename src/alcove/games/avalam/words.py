"""What Avalam says to people, in English and in French."""

from alcove.core.text import Refusal, Text

SUMMARY = Text(
    "Stack any tower onto a neighbour, never above five. Own the most towers when nothing can move.",
    "Empilez n'importe quelle tour sur une voisine, jamais plus de cinq. À la fin, il faut posséder le plus de tours.",
)
SEATS = (Text("Yellow", "Jaune"), Text("Red", "Rouge"))

REASONS = {
    "towers": Text("more towers", "plus de tours"),
    "fives": Text("equal towers, more towers of five", "égalité de tours, plus de tours de cinq"),
    "equal": Text("equal towers and equal towers of five", "égalité de tours et de tours de cinq"),
}
HOW_TO_WRITE = Text(
    "a move is written like c9-d9: two cells of the board", "un coup s'écrit comme c9-d9 : deux cases du plateau"
)


def game_is_over() -> Refusal:
    return Refusal(
        "V8", Text("the game is over: no tower can move", "la partie est finie : plus aucune tour ne peut bouger")
    )


def too_many_pieces(found: int, most: int) -> Text:
    return Text(f"{found} pieces, but there are only {most}", f"{found} pions, or il n'y en a que {most}")


def no_tower_to_move(cell: str) -> Refusal:
    return Refusal("V4", Text(f"there is no tower on {cell} to move", f"il n'y a pas de tour à déplacer en {cell}"))


def five_never_moves(cell: str) -> Refusal:
    return Refusal(
        "V7", Text(f"{cell} is a tower of five, which never moves", f"{cell} est une tour de cinq, qui ne bouge plus")
    )


def not_a_neighbour(origin: str, target: str) -> Refusal:
    return Refusal("V4", Text(f"{target} is not next to {origin}", f"{target} n'est pas voisine de {origin}"))


def never_onto_an_empty_cell(cell: str) -> Refusal:
    return Refusal(
        "V5",
        Text(
            f"{cell} is empty: a tower only goes onto another tower",
            f"{cell} est vide : une tour ne va que sur une autre tour",
        ),
    )


def more_than_five(moved: int, standing: int) -> Refusal:
    total = moved + standing
    return Refusal(
        "V5",
        Text(
            f"{moved} + {standing} = {total}, and a tower never exceeds five",
            f"{moved} + {standing} = {total}, et une tour ne dépasse jamais cinq",
        ),
    )
