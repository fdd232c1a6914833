"""What Axom says to people, in English and in French."""

from functools import cache

from alcove.core.text import Refusal, Text

SUMMARY = Text(
    "Stacks sow themselves along a line and take what they match or outnumber. Take the other player's head.",
    "Les piles se sèment le long d'une ligne et prennent ce qu'elles égalent ou dépassent. Prenez la tête adverse.",
)
SEATS = (Text("Light", "Clair"), Text("Dark", "Foncé"))

READINGS = {
    "movement4": Text(
        "making the same movement, from cell to cell, for the fourth time in the game",
        "faire le même déplacement, de case à case, pour la quatrième fois de la partie",
    ),
    "position4": Text(
        "making the same movement in the same position for the fourth time",
        "faire le même déplacement dans la même position pour la quatrième fois",
    ),
    "shuttle": Text(
        "going to and fro between the same two cells for the fourth time in a row",
        "aller et venir entre les deux mêmes cases pour la quatrième fois de suite",
    ),
    "off": Text("nothing but saying so", "rien, sinon le dire soi-même"),
}
"""X20: what each reading of the book calls resigning."""

REASONS = {
    "head": Text("the head is taken", "la tête est prise"),
    "repetition": Text("the same movement for the fourth time", "le même déplacement pour la quatrième fois"),
    "no move": Text("no legal move", "plus aucun coup possible"),
    "plies": Text("too many plies without fewer pawns", "trop de demi-coups sans baisse du nombre de pions"),
}
_CLAUSES = {"head": "X19", "repetition": "X20", "no move": "X21", "plies": "X22"}


def game_is_over(reason: str) -> Refusal:
    said = REASONS[reason]
    return Refusal.of(_CLAUSES[reason], f"the game is over: {said.en}", f"la partie est finie : {said.fr}")


def resigned(seat: int, origin: str, target: str, reading: str) -> Text:
    """How a game ended by X20. The movement is named, and what was the same about it."""
    who, movement = SEATS[seat], f"{origin}–{target}"
    done = {
        "movement4": Text(f"made the movement {movement}", f"a fait le déplacement {movement}"),
        "position4": Text(
            f"made the movement {movement} in the same position",
            f"a fait le déplacement {movement} dans la même position",
        ),
        "shuttle": Text(
            f"went to and fro between {origin} and {target}", f"a fait le va-et-vient entre {origin} et {target}"
        ),
    }[reading]
    return Text(
        f"{who.en} {done.en} for the fourth time: that is resigning",
        f"{who.fr} {done.fr} pour la quatrième fois : c'est abandonner",
    )


_NAMED = 4
"""A warning names that many moves at most."""


def repetition_warning(moves: list[str]) -> Text:
    named, others = ", ".join(moves[:_NAMED]), len(moves) - _NAMED
    more = Text(f" and {others} more", f" et {others} de plus") if others > 0 else Text("", "")
    return Text(
        f"{named}{more.en}: three times already. A fourth time is resigning (X20).",
        f"{named}{more.fr} : trois fois déjà. Une quatrième, c'est abandonner (X20).",
    )


# --- Moves that name no cells, no piece, or no line -----------------------------------------------------------------


def not_a_move() -> Refusal:
    return Refusal.of(
        "",
        "a move is written like c3-f3 or e3xe6: the cell it leaves and the last cell it reaches",
        "un coup s'écrit comme c3-f3 ou e3xe6 : la case de départ et la dernière case atteinte",
    )


def not_a_cell(cell: str) -> Refusal:
    return Refusal.of("X1", f"{cell} is not a cell of the board", f"{cell} n'est pas une case du plateau")


def nothing_to_move(cell: str) -> Refusal:
    return Refusal.of("X5", f"{cell} is empty: nothing to move", f"{cell} est vide : rien à déplacer")


def not_yours(cell: str) -> Refusal:
    return Refusal.of("X5", f"{cell} is the other player's", f"{cell} est à l'adversaire")


def no_passing() -> Refusal:
    return Refusal.of("X5", "a turn is a move: there is no passing", "il faut jouer : on ne passe pas son tour")


def wrong_line(origin: str, height: int) -> Refusal:
    what = Text(f"stack of {height}", f"pile de {height}") if height > 1 else Text("lone pawn", "pion seul")
    line = (
        Text("diagonally", "en diagonale") if height % 2 else Text("along files and ranks", "en colonne ou en rangée")
    )
    return Refusal.of(
        "X6", f"{what.en} on {origin}: it moves {line.en}", f"{what.fr} en {origin} : le déplacement se fait {line.fr}"
    )


# --- What ends a walk -----------------------------------------------------------------------------------------------
# A blocked direction costs the law one of these sentences, hence the cache: there are only so many cells.


@cache
def reach(height: int) -> Refusal:
    if height == 1:
        return Refusal.of("X7", "a lone pawn goes one cell", "un pion seul avance d'une case")
    cells = height - 1
    return Refusal.of(
        "X7",
        f"a stack of {height} goes at most {cells} cell{'s' if cells > 1 else ''}",
        f"une pile de {height} avance d'au plus {cells} case{'s' if cells > 1 else ''}",
    )


def walk_goes_on(last: str) -> Refusal:
    return Refusal.of("X8", f"the walk must go on to {last}", f"le déplacement doit continuer jusqu'en {last}")


@cache
def edge() -> Refusal:
    return Refusal.of("X10", "the board ends there", "le plateau s'arrête là")


@cache
def own_head(cell: str) -> Refusal:
    return Refusal.of(
        "X10",
        f"your own head on {cell} stops the walk: it is never covered nor jumped",
        f"votre propre tête en {cell} arrête le déplacement : on ne la couvre pas, on ne la saute pas",
    )


@cache
def larger_stack(cell: str, standing: int, arriving: int) -> Refusal:
    return Refusal.of(
        "X10",
        f"the enemy stack of {standing} on {cell} stops the walk: only {arriving} would arrive",
        f"la pile adverse de {standing} en {cell} arrête le déplacement : il n'en arriverait que {arriving}",
    )


@cache
def stack_of_five(stop: str, cell: str, takes_head: bool) -> Refusal:
    return Refusal.of(
        "X12" if takes_head else "X10",
        f"stopping on {stop} would leave more than four pawns on {cell}",
        f"s'arrêter en {stop} laisserait plus de quatre pions en {cell}",
    )


@cache
def fifth_four(stop: str, takes_head: bool) -> Refusal:
    return Refusal.of(
        "X12" if takes_head else "X10",
        f"stopping on {stop} would make a fifth stack of four",
        f"s'arrêter en {stop} créerait une cinquième pile de quatre",
    )


@cache
def walk_ends_on_the_head(cell: str) -> Refusal:
    return Refusal.of(
        "X12",
        f"the walk ends on {cell}, where it takes the head",
        f"le déplacement s'arrête en {cell}, où il prend la tête",
    )


# --- What the head may not do ---------------------------------------------------------------------------------------


@cache
def head_one_cell() -> Refusal:
    return Refusal.of("X13", "the head goes one cell", "la tête avance d'une case")


@cache
def head_and_own_pawns(cell: str) -> Refusal:
    return Refusal.of(
        "X13",
        f"your own pawns stand on {cell}: the head never climbs on them",
        f"vos propres pions sont en {cell} : la tête ne monte jamais dessus",
    )


@cache
def head_never_back(cell: str) -> Refusal:
    return Refusal.of(
        "X14", f"the head never goes back onto its heart {cell}", f"la tête ne revient jamais sur son cœur {cell}"
    )


@cache
def head_on_enemy_heart(cell: str) -> Refusal:
    return Refusal.of(
        "X14", f"the head never goes onto the enemy heart {cell}", f"la tête ne va jamais sur le cœur adverse {cell}"
    )


@cache
def head_takes_one(cell: str, standing: int) -> Refusal:
    return Refusal.of(
        "X15",
        f"the head counts as one: it cannot take {standing} pawns on {cell}",
        f"la tête compte pour un : elle ne prend pas {standing} pions en {cell}",
    )
