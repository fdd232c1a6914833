"""What batches say to people."""

from alcove.core.errors import quoted
from alcove.core.text import Text, either

A_WHOLE_NUMBER = Text("a whole number", "un nombre entier")
LUCK_IS_THE_BATCHES = Text(
    "deal: a batch deals anew for every game; its luck follows from seed alone",
    "deal : un lot redistribue à chaque partie ; son hasard ne dépend que de seed",
)
NO_COPIES = Text(
    "a batch can be neither pickled nor copied; make another one with the same seed and play the same actions",
    "un lot ne se copie pas et ne se met pas dans un pickle ; refaites-en un avec la même seed et jouez les mêmes actions",
)


def masked(game: int, action: int, n_actions: int) -> Text:
    if 0 <= action < n_actions:
        return Text(
            f"actions: {action} is not legal in game {game}; its row of the mask tells which are",
            f"actions : {action} n'est pas jouable dans la partie {game} ; sa ligne du masque dit lesquelles le sont",
        )
    return Text(
        f"actions: game {game} has {action}, but actions go from 0 to {n_actions - 1}",
        f"actions : la partie {game} reçoit {action}, or les actions vont de 0 à {n_actions - 1}",
    )


def wrong_kind(kind: str) -> Text:
    return Text(
        f"actions: expected whole numbers, one for each game, found {kind}",
        f"actions : il faut des nombres entiers, un par partie, trouvé {kind}",
    )


def wrong_shape(shape: tuple[int, ...], count: int) -> Text:
    return Text(
        f"actions: expected one action for each of the {count} games, that is the shape ({count},), found {shape}",
        f"actions : il faut une action pour chacune des {count} parties, donc la forme ({count},), trouvé {shape}",
    )


def out_of_range(argument: str, value: int, least: int, most: int) -> Text:
    return Text(
        f"{argument}: {value} is not between {least} and {most}",
        f"{argument} : {value} n'est pas compris entre {least} et {most}",
    )


def too_large(count: int, each: int, memory: int) -> Text:
    needed, there = count * each / 1e9, memory / 1e9
    return Text(
        f"count: {count} games need {needed:,.0f} GB of memory, and this machine has {there:,.0f}",
        f"count : {count} parties demandent {needed:.0f} Go de mémoire, et cette machine en a {there:.0f}",
    )


def unknown_choice(argument: str, value: object, known: tuple[str, ...]) -> Text:
    choices = either(known)
    return Text(
        f"{argument}: {quoted(str(value))} is unknown; choose {choices.en}",
        f"{argument} : {quoted(str(value))} est inconnu ; choisissez {choices.fr}",
    )
