"""What commands answer: positions, counts, matches."""

from collections.abc import Mapping
from typing import Any

from alcove.core.text import Text, numeral


def compiling(game: str) -> Text:
    return Text(f"Compiling {game}, this once.", f"Compilation de {game}, cette fois seulement.")


def compiled(steps: int, seconds: float) -> Text:
    if steps == 0:
        return Text("Everything is compiled already.", "Tout est déjà compilé.")
    return Text(f"Compiled in {seconds:.0f} s.", f"Compilé en {seconds:.0f} s.")


MEASURING = Text("Measuring", "Mesure")
COMPILING = Text("Compiling, this once", "Compilation, cette fois seulement")


def analysed(depth: int, nodes: int, seconds: float) -> Text:
    took, seen = numeral(seconds, 2), numeral(nodes)
    return Text(
        f"Depth {depth}, {seen.en} positions, {took.en} s.",
        f"Profondeur {depth}, {seen.fr} positions, {took.fr} s.",
    )


PROVEN = Text("proven", "prouvé")


def nothing_to_analyse() -> Text:
    return Text("there is nothing to analyse here", "il n'y a rien à analyser ici")


def match_score(summary: Mapping[str, Any]) -> Text:
    """Wins, draws and losses of the first player, and the share of the points."""
    share, low, high = (numeral(100 * part, 1) for part in (summary["share"], *summary["share_interval"]))
    names = " – ".join(summary["players"])
    counts = f"+{summary['wins']} ={summary['draws']} −{summary['losses']}"
    return Text(
        f"{names}: {counts}, {share.en}% [{low.en}, {high.en}] of {summary['games']} games",
        f"{names} : {counts}, {share.fr} % [{low.fr} ; {high.fr}] de {summary['games']} parties",
    )


def match_elo(points: float | None, low: float | None, high: float | None) -> Text:
    """The difference in strength; `None` stands for no bound."""
    shown = ("+∞" if high is None else "−∞") if points is None else f"{points:+.0f}"
    bounds = "−∞" if low is None else f"{low:+.0f}", "+∞" if high is None else f"{high:+.0f}"
    return Text(
        f"Elo difference {shown} [{bounds[0]}, {bounds[1]}] (95%)",
        f"Écart Elo {shown} [{bounds[0]} ; {bounds[1]}] (95 %)",
    )


def match_test(elo0: float, elo1: float, ratio: float, verdict: str) -> Text:
    decided = {"H1": f"{elo1:+g}", "H0": f"{elo0:+g}", "": "?"}[verdict]
    asked, shown = f"SPRT {elo0:+g} / {elo1:+g}", numeral(ratio, 2, "+")
    english = f"{asked}: {decided} (log ratio {shown.en})"
    return Text(english, f"{asked} : {decided}".replace(".", ",") + f" (log-rapport {shown.fr})")


def match_records(path: str) -> Text:
    return Text(f"The games are in {path}", f"Les parties sont dans {path}")


def picture_written(path: str) -> Text:
    return Text(f"The picture is in {path}", f"L'image est dans {path}")


STOPPED = Text("Stopped.", "Interrompu.")
STOPPED_MATCH = Text(
    "Stopped. The same command with --resume goes on.", "Interrompu. La même commande avec --resume reprend le match."
)
STOPPED_WORK = Text(
    "Stopped. What is done is kept; the same command goes on.",
    "Interrompu. Ce qui est fait est gardé ; la même commande reprend.",
)
"""What Ctrl-C is answered with."""


def dealt_with_seed(seed: int) -> Text:
    return Text(f"Dealt with --seed {seed}.", f"Donne tirée avec --seed {seed}.")


def to_move(seat: Text) -> Text:
    return Text(f"{seat.en} to move", f"Au tour de : {seat.fr}")


def move_count(count: int) -> Text:
    return Text(
        f"{count} legal move{'' if count == 1 else 's'}",
        f"{count} coup{'s' if count > 1 else ''} possible{'s' if count > 1 else ''}",
    )


def no_fault(file: str) -> Text:
    return Text(f"{file}: no fault", f"{file} : aucune faute")


def usual_value(value: str) -> Text:
    return Text(f"default {value}", f"par défaut {value}")


def win(seat: Text, scores: Text, reason: Text) -> Text:
    return Text(f"{seat.en} wins{scores.en}: {reason.en}.", f"Victoire : {seat.fr}{scores.fr} ({reason.fr}).")


def draw(scores: Text, reason: Text) -> Text:
    return Text(f"A draw{scores.en}: {reason.en}.", f"Partie nulle{scores.fr} ({reason.fr}).")


def won_together(scores: Text, reason: Text) -> Text:
    return Text(f"Won{scores.en}: {reason.en}.", f"Gagné{scores.fr} ({reason.fr}).")


def lost_together(scores: Text, reason: Text) -> Text:
    return Text(f"Lost{scores.en}: {reason.en}.", f"Perdu{scores.fr} ({reason.fr}).")


ROOM_REASONS = {
    "resigned": Text("the other side resigned", "abandon de l'adversaire"),
    "time": Text("out of time", "temps écoulé"),
    "agreed": Text("by agreement", "d'un commun accord"),
    "abandoned": Text("the game was abandoned", "partie interrompue"),
}
"""Why a game is over though its rules have not ended it."""


def rung(who: str, points: float, interval: float, games: int) -> Text:
    """A player of a ladder and what it is worth."""
    return Text(
        f"{who:8} {points:6.0f} ± {interval:<4.0f} {games} games",
        f"{who:8} {points:6.0f} ± {interval:<4.0f} {games} parties",
    )


def ladder_stopped(path: str) -> Text:
    return Text(
        f"Stopped. The games so far are in {path}; the same command goes on from there.",
        f"Arrêté. Les parties jouées sont dans {path} ; la même commande reprend de là.",
    )


def written_to(path: str) -> Text:
    return Text(f"Written to {path}", f"Écrit dans {path}")
