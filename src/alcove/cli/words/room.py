"""What is said at the table in the terminal."""

from alcove.core.errors import quoted
from alcove.core.text import Text, either
from alcove.players.levels import Level

WELCOME = Text("Welcome to Alcove. Which game?", "Bienvenue chez Alcove. Quel jeu ?")
OTHER_LANGUAGE = Text("Français", "English")
LEAVE = Text("leave", "quitter")
START = Text("Start", "Début")
OVER = Text("Over", "Terminé")
AGAINST_WHOM = Text("Against whom?", "Contre qui ?")
PLAYERS = {
    "human": Text("a person at this keyboard", "une personne à ce clavier"),
    "random": Text("the machine, which plays at random", "la machine, qui joue au hasard"),
}


def level(level: Level) -> Text:
    """A level of the machine, with its measured rating."""
    rated = "" if level.rating is None else f", {level.rating} ± {level.interval}"
    return Text(
        f"the machine at level {level.number}: {level.name.en}{rated}",
        f"la machine au niveau {level.number} : {level.name.fr}{rated}",
    )


HOW_TO_ASK = Text(
    "Type a move. ? lists the legal moves, help explains the rest.",
    "Tapez un coup. ? donne les coups possibles, aide dit le reste.",
)

VERBS = {
    "pourquoi": "why",
    "déplacements": "movements",
    "deplacements": "movements",
    "annuler": "undo",
    "sauver": "save",
    "reprendre": "resume",
    "abandonner": "resign",
    "langue": "language",
    "aide": "help",
    "quitter": "quit",
    "q": "quit",
}
"""The French names of the commands; the English ones are `Room.verbs`. Both always work."""


def table_help(example: str) -> Text:
    """What can be typed at the table."""
    shown = example or "…"
    rows = [
        (shown, shown, "play this move", "jouer ce coup"),
        ("?", "?", "all legal moves; ?c3 only those from c3", "tous les coups possibles ; ?c3 seulement ceux de c3"),
        ("why MOVE", "pourquoi COUP", "the rule that forbids a move", "la règle qui interdit un coup"),
        ("movements", "déplacements", "what was made how often", "ce qui a été fait, et combien de fois"),
        ("undo", "annuler", "take back your last move", "revenir sur votre dernier coup"),
        ("save FILE", "sauver FICHIER", "write the game to a file", "écrire la partie dans un fichier"),
        ("resume FILE", "reprendre FICHIER", "go on with a saved game", "continuer une partie sauvegardée"),
        ("resign", "abandonner", "give up the game", "abandonner la partie"),
        ("position", "position", "the position as text", "la position sous forme de texte"),
        ("language fr", "langue en", "change the language", "changer de langue"),
        ("quit", "quitter", "leave; the game is kept", "partir ; la partie est gardée"),
    ]
    return Text(
        "\n".join(f"  {verb:20}{meaning}" for verb, _, meaning, _ in rows),
        "\n".join(f"  {verb:20}{meaning}" for _, verb, _, meaning in rows),
    )


MARKED = Text(
    "(2×): made so often already; “movements” lists all of them.",
    "(2×) : déjà fait tant de fois ; « déplacements » en donne la liste.",
)
NOTHING_COUNTED = Text("Nothing is counted yet, or not in this game.", "Rien n'est compté encore, ou pas dans ce jeu.")


def played(ply: int, seat: Text, move: str) -> Text:
    return Text(f"{ply}. {seat.en}: {move}", f"{ply}. {seat.fr} : {move}")


def is_legal(move: str) -> Text:
    return Text(f"{move} is legal", f"{move} est possible")


def why_needs_a_move() -> Text:
    return Text("why which move? Write it after the word", "pourquoi quel coup ? Écrivez-le après le mot")


def nobody_moves_any_more() -> Text:
    return Text("the game is over; undo takes you back into it", "la partie est finie ; annuler y ramène")


def name_a_file(verb: str) -> Text:
    french = {"save": "sauver", "resume": "reprendre"}[verb]
    return Text(f"name a file: {verb} FILE", f"nommez un fichier : {french} FICHIER")


def not_ours_to_overwrite() -> Text:
    return Text(
        "this file exists and is not a game record; it stays as it is",
        "ce fichier existe et n'est pas une partie ; il reste tel quel",
    )


def saved(path: str) -> Text:
    return Text(f"Saved: {path}", f"Partie écrite : {path}")


def kept(command: str) -> Text:
    return Text(
        f"The game is saved. To come back to it:\n  {command}", f"La partie est gardée. Pour y revenir :\n  {command}"
    )


def not_kept(fault: Text) -> Text:
    return Text(
        f"the game cannot be kept on disk: {fault.en}", f"la partie ne peut pas être gardée sur le disque : {fault.fr}"
    )


def go_on(game: str, plies: int) -> Text:
    return Text(f"go on with {game}, {plies} plies played", f"continuer {game}, {plies} coups joués")


def not_on_the_menu(wish: str) -> Text:
    return Text(f"{quoted(wish)} is not on the menu", f"{quoted(wish)} n'est pas au menu")


def unknown_opponent(wish: str, known: tuple[str, ...]) -> Text:
    names = either(known)
    return Text(
        f"opponent: expected {names.en}, found {quoted(wish)}",
        f"adversaire : il faut {names.fr}, trouvé {quoted(wish)}",
    )


def no_such_seat(wish: str, seats: int) -> Text:
    return Text(
        f"seat: expected a number from 1 to {seats}, found {quoted(wish)}",
        f"place : il faut un nombre de 1 à {seats}, trouvé {quoted(wish)}",
    )
