"""What AxxA says to people, in English and in French. Nothing here ever names an unseen piece."""

from collections.abc import Sequence

from alcove.core.errors import quoted
from alcove.core.text import Refusal, Text

SUMMARY = Text(
    "Slide piles by their top number and gather three of a kind, from the 1s to the 6s. Without a triplet you pay a piece.",
    "Faites glisser les piles selon leur nombre et réunissez trois pareils, des 1 aux 6. Sans triplet, on paie d'une pièce.",
)

REASONS = {
    "sixes": Text("the 6s are taken, all six triplets are home", "les 6 sont pris, les six triplets sont réunis"),
    "short": Text("too few pieces of a number that is still needed", "trop peu de pièces d'un nombre encore demandé"),
    "piles": Text("fewer than three piles are left", "il reste moins de trois piles"),
    "stuck": Text("no pile can move", "aucune pile ne peut bouger"),
    "triplets": Text("more triplets", "plus de triplets"),
    "equal": Text("equal triplets", "égalité de triplets"),
}

PHASES = {
    "move": Text("move a pile", "déplacez une pile"),
    "take": Text("choose a triplet to take", "choisissez le triplet à prendre"),
    "pay": Text("no triplet: pay a piece", "pas de triplet : payez d'une pièce"),
}

PRAISE = {
    2: Text("Two triplets: a good move.", "Deux triplets : beau coup."),
    3: Text("Three triplets: an exceptional move.", "Trois triplets : coup exceptionnel."),
}
"""A6: for two triplets in one turn, and for three or more."""

NEEDED_LABEL = Text("Needed", "Demandé")
ASIDE_LABEL = Text("Set aside", "Mis de côté")
TRIPLETS_LABEL = Text("Triplets", "Triplets")
LEFT_LABEL = Text("Still on the board", "Encore en jeu")
NOTHING = Text("nothing", "rien")


def player(seat: int, seats: int) -> Text:
    if seats == 1:
        return Text("Player", "Joueur")
    return Text(f"Player {seat + 1}", f"Joueur {seat + 1}")


# --- Options --------------------------------------------------------------------------------------------------------


def wrong_seats(mode: str, seats: int, known: Sequence[int]) -> Text:
    most, least = max(known), min(known)
    en, fr = (str(least), str(least)) if least == most else (f"{least} to {most}", f"de {least} à {most}")
    return Text(
        f"option seats: mode {mode} has {en}, not {seats}", f"option seats : le mode {mode} en a {fr}, pas {seats}"
    )


def bad_seed(seed: str) -> Text:
    return Text(
        f"seed: {quoted(seed)} is not a whole number from 0 on",
        f"seed : {quoted(seed)} n'est pas un nombre entier à partir de 0",
    )


def seed_and_deal() -> Text:
    return Text("give a seed or a deal, not both", "donnez seed ou deal, pas les deux")


def bad_deal(fault: Text) -> Text:
    return Text(f"deal: {fault.en}", f"deal : {fault.fr}")


def not_a_number(digit: str) -> Text:
    return Text(f"{quoted(digit)} is not a number from 1 to 6", f"{quoted(digit)} n'est pas un nombre de 1 à 6")


def no_event() -> Text:
    return Text("expected deal: and 36 digits", "il faut deal: suivi de 36 chiffres")


def wrong_deal_length(count: int) -> Text:
    return Text(f"36 digits are needed, found {count}", f"il faut 36 chiffres, trouvé {count}")


def not_six(number: int, count: int) -> Text:
    return Text(
        f"the number {number} stands there {count} times instead of six",
        f"le nombre {number} y figure {count} fois au lieu de six",
    )


# --- Faults of a position text --------------------------------------------------------------------------------------

POSITION = Text("position", "position")
PILES = Text("piles", "piles")
NEEDED = Text("needed number", "nombre demandé")
ASIDE = Text("set aside", "mis de côté")
TRIPLETS = Text("triplets", "triplets")
PHASE = Text("phase", "phase")
SEAT = Text("seat", "place")


def pile_place(cell: str) -> Text:
    name = cell if cell.isascii() and cell.isalnum() and len(cell) == 2 else quoted(cell)
    return Text(f"pile {name}", f"pile {name}")


def expected(known: str, found: str) -> Text:
    return Text(f"expected {known}; found {quoted(found)}", f"il faut {known} ; trouvé {quoted(found)}")


def wrong_field_count(found: int) -> Text:
    return Text(
        f"expected six fields (piles, needed number, set aside, triplets, phase, seat), found {found}",
        f"il faut six champs (piles, nombre demandé, mis de côté, triplets, phase, place), trouvé {found}",
    )


def not_a_pile() -> Text:
    return Text("a pile is written like a3:621, top first", "une pile s'écrit comme a3:621, le dessus d'abord")


def cell_twice() -> Text:
    return Text("this cell has a pile already", "cette case a déjà une pile")


def not_a_piece(piece: str, is_view: bool) -> Text:
    if is_view:
        known = Text("1–6, or ? for an unseen piece", "1–6, ou ? pour une pièce jamais vue")
    else:
        known = Text("1–6, or a–f for an unseen piece", "1–6, ou a–f pour une pièce jamais vue")
    return Text(
        f"{quoted(piece)} is not a piece; expected {known.en}",
        f"{quoted(piece)} n'est pas une pièce ; il faut {known.fr}",
    )


def wrong_height(height: int) -> Text:
    return Text(
        f"a pile has one, two or three pieces, not {height}", f"une pile a une, deux ou trois pièces, pas {height}"
    )


def unseen_top() -> Text:
    return Text("the top of a pile is always seen", "le dessus d'une pile est toujours visible")


def too_many_piles(count: int) -> Text:
    return Text(f"{count} piles, but there are twelve at most", f"{count} piles, or il y en a douze au plus")


def too_many(number: int, count: int) -> Text:
    return Text(
        f"the number {number} is there {count} times, but it has only six pieces",
        f"le nombre {number} y est {count} fois, or il n'a que six pièces",
    )


def not_in_threes(number: int, gone: int) -> Text:
    return Text(
        f"the number {number} has lost {gone} to triplets, but they take three at a time",
        f"le nombre {number} a perdu {gone} en triplets, or on les prend par trois",
    )


def wrong_total(total: int, has_unseen: bool) -> Text:
    if has_unseen and total < 36:
        return Text(
            f"{total} pieces in all instead of 36; a study with fewer has no unseen piece",
            f"{total} pièces en tout au lieu de 36 ; une étude qui en a moins n'en cache aucune",
        )
    return Text(
        f"{total} pieces in all (board, set aside, triplets), but there are only 36",
        f"{total} pièces en tout (plateau, mis de côté, triplets), or il n'y en a que 36",
    )


def wrong_triplets(taken: int, made: int) -> Text:
    return Text(f"{made} must have been taken by now, not {taken}", f"il faut en avoir pris {made}, pas {taken}")


def impossible_triplets() -> Text:
    return Text("the pieces set aside leave no room for so many", "les pièces mises de côté n'en permettent pas autant")


def nothing_to_choose(sets: int) -> Text:
    return Text(
        f"take needs at least two sets to choose from, found {sets}",
        f"take demande au moins deux triplets au choix, trouvé {sets}",
    )


def triplet_to_take() -> Text:
    return Text("pay, though there is a triplet to take", "pay, alors qu'il y a un triplet à prendre")


def nothing_needed() -> Text:
    return Text("pay, though nothing is needed any more", "pay, alors que plus rien n'est demandé")


# --- Why a move is refused ------------------------------------------------------------------------------------------


def not_a_move() -> Refusal:
    return Refusal.of(
        "",
        "a move is written like c7-c4, or c7-c4* to turn the pile; a choice like =b3.c3.d4; a payment like $e5",
        "un coup s'écrit comme c7-c4, ou c7-c4* pour retourner la pile ; un choix comme =b3.c3.d4 ; un paiement comme $e5",
    )


def not_a_cell(cell: str) -> Refusal:
    name = cell if cell.isascii() and cell.isalnum() and len(cell) == 2 else quoted(cell)
    return Refusal.of("A1", f"{name} is not a cell of the board", f"{name} n'est pas une case du plateau")


def same_cell_twice() -> Refusal:
    return Refusal.of("A6", "a triplet has three different cells", "un triplet occupe trois cases différentes")


def game_is_over(is_duel: bool) -> Refusal:
    return Refusal.of("A10" if is_duel else "A9", "the game is over", "la partie est finie")


def choose_first() -> Refusal:
    return Refusal.of(
        "A6",
        "first choose which triplet to take, like =b3.c3.d4",
        "choisissez d'abord le triplet à prendre, comme =b3.c3.d4",
    )


def pay_first() -> Refusal:
    return Refusal.of(
        "A7",
        "there is no triplet to take: pay a piece, like $e5",
        "pas de triplet à prendre : payez d'une pièce, comme $e5",
    )


def move_first(clause: str) -> Refusal:
    return Refusal.of(
        clause, "a turn begins by moving a pile, like c7-c4", "un tour commence en déplaçant une pile, comme c7-c4"
    )


def no_pile(cell: str, clause: str) -> Refusal:
    return Refusal.of(clause, f"there is no pile on {cell}", f"il n'y a pas de pile en {cell}")


def out_of_reach(origin: str, target: str, number: int) -> Refusal:
    cells = Text(
        "one cell" if number == 1 else f"{number} cells", "d'une case" if number == 1 else f"de {number} cases"
    )
    return Refusal.of(
        "A4",
        f"{origin} shows {number} and goes exactly {cells.en}, straight or with one right-angle turn; {target} is not there",
        f"{origin} montre {number} et avance exactement {cells.fr}, tout droit ou avec un seul angle droit ; {target} n'y est pas",
    )


def no_stacking(cell: str) -> Refusal:
    return Refusal.of(
        "A4",
        f"there is a pile on {cell}, and piles are never stacked",
        f"il y a une pile en {cell}, et on n'empile jamais",
    )


def way_is_blocked(origin: str, target: str, number: int) -> Refusal:
    return Refusal.of(
        "A4",
        f"every way of {number} from {origin} to {target} is blocked by another pile",
        f"tout chemin de {number} de {origin} à {target} est barré par une autre pile",
    )


def single_piece_is_not_turned(cell: str) -> Refusal:
    return Refusal.of(
        "A5",
        f"{cell} is a single piece, there is nothing to turn",
        f"{cell} n'a qu'une pièce, il n'y a rien à retourner",
    )


def not_the_needed_number(cell: str, needed: int) -> Refusal:
    return Refusal.of(
        "A6",
        f"no {needed} is visible on {cell}, and {needed} is needed now",
        f"pas de {needed} visible en {cell}, or c'est le {needed} qui est demandé",
    )


_SHAPES = {
    "king": Text("connected by sides or corners", "reliées par un côté ou un coin"),
    "line8": Text("in a straight line of three", "alignées par trois"),
    "side": Text("connected by their sides", "reliées par leurs côtés"),
    "line4": Text("in a line of three along a rank or file", "alignées par trois en rangée ou en colonne"),
}


def not_neighbours(cells: Sequence[str], shape: str) -> Refusal:
    names = ", ".join(cells)
    return Refusal.of("A6", f"{names} are not {_SHAPES[shape].en}", f"{names} ne sont pas {_SHAPES[shape].fr}")
