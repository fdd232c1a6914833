"""What is said while a network is trained."""

from typing import Any

from alcove.core.errors import quoted
from alcove.core.text import Text, numeral

TRAINING = Text("Training", "Entraînement")
NO_TORCH = Text(
    "training needs PyTorch: pip install 'alcove[train]'",
    "l'entraînement a besoin de PyTorch : pip install 'alcove[train]'",
)
NO_RAY = Text(
    "training on several machines needs Ray: pip install 'alcove[ray]'",
    "l'entraînement sur plusieurs machines a besoin de Ray : pip install 'alcove[ray]'",
)


def not_minutes(given: str) -> Text:
    shown = quoted(given)
    return Text(f"minutes: must be above zero, not {shown}", f"minutes : doit être positif, pas {shown}")


def training_begins(seconds: float) -> Text:
    return Text(f"ready after {seconds:.0f} s", f"prêt après {seconds:.0f} s")


def training_row(row: dict[str, Any]) -> Text:
    """One line of a training's log."""
    speed = numeral(row["simulations/s"])
    games, steps = numeral(row["total"]["games"]), numeral(row["total"]["steps"])
    elo = "–" if row["elo"] is None else f"{row['elo']:+.0f}"
    return Text(
        f"{row['seconds']:7.0f} s  {speed.en} simulations/s  {games.en} games  {steps.en} steps  Elo {elo}",
        f"{row['seconds']:7.0f} s  {speed.fr} simulations/s  {games.fr} parties  {steps.fr} pas  Elo {elo}",
    )


def judging_row(row: dict[str, Any]) -> Text:
    """One line about an epoch in the training of a network that judges."""
    seconds, epoch, loss, held_back = (
        row["seconds"],
        row["epoch"],
        numeral(row["loss"], 5),
        numeral(row["held_back"], 5),
    )
    return Text(
        f"{seconds:7.0f} s  epoch {epoch}  loss {loss.en}, on games held back {held_back.en}",
        f"{seconds:7.0f} s  passage {epoch}  erreur {loss.fr}, sur des parties mises de côté {held_back.fr}",
    )


def judging_is_over(network: str) -> Text:
    return Text(f"the network is in {network}", f"le réseau est dans {network}")


NO_RAY_FOR_JUDGING = Text(
    "--evaluation: its games are played on this machine alone, without --ray",
    "--evaluation : ses parties se jouent sur cette seule machine, sans --ray",
)


def training_is_over(network: str, plot: str) -> Text:
    return Text(
        f"the network is in {network}, its growth in {plot}",
        f"le réseau est dans {network}, sa progression dans {plot}",
    )
