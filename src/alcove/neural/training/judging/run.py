"""One training of a network that judges: play games, fit a network to all games of the folder, write it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from alcove.core.text import Text
from alcove.neural import judging
from alcove.neural.guided import NetworkError
from alcove.neural.training.judging.fit import fit, samples
from alcove.neural.training.judging.games import Task, files, fill, read

NODES = 1_000
"""What a player of the games thinks with."""
EPOCHS = 4
PLAYING_SHARE = 0.7
"""How much of a training's progress is playing."""


def train(
    name: str,
    folder: Path,
    minutes: float | None = None,
    rounds: int | None = None,
    resume: bool = False,
    judge: Path | None = None,
    seed: int = 0,
    told: Callable[[dict[str, Any]], None] = lambda row: None,
    processes: int | None = None,
) -> Path:
    """Play for this many minutes, or this many files of games, and fit a network to them; where it was written.

    With rounds the same seed gives the same network on the same machine. `resume` keeps the games that the folder has and
    plays more; `judge` is a network that plays in the place of the hand-made evaluation.
    """
    judging.learnt(name)
    if judge is not None:
        judging.read(judge, name)
    games = folder / "games"
    before = files(games)
    if before and not resume:
        raise NetworkError(
            Text(
                f"{games}: there are games already; --resume learns from them too",
                f"{games} : il y a déjà des parties ; --resume apprend aussi d'elles",
            )
        )
    if resume and not before:
        raise NetworkError(Text(f"{games}: no games to go on with", f"{games} : aucune partie à reprendre"))
    started = time.monotonic()

    def row(share: float, **facts: Any) -> None:
        told({"seconds": time.monotonic() - started, "progress": share, **facts})

    seconds = None if rounds is not None else 60 * (minutes or 1.0)
    task = Task(games, name, NODES, seed + len(before), judge, seconds, rounds)
    fill(task, processes, lambda share: row(PLAYING_SHARE * share, files=len(files(games))))
    found = read(files(games))
    data = samples(name, found, seed)

    def learnt(epoch: int, loss: float, held_back: float) -> None:
        share = PLAYING_SHARE + (1 - PLAYING_SHARE) * (epoch + 1) / EPOCHS
        row(share, epoch=epoch + 1, loss=loss, held_back=held_back)

    numbers = fit(name, data, EPOCHS, seed, learnt)
    path = folder / f"{name}.eval"
    judging.write(path, name, numbers, {"games": len(found.lengths), "positions": len(data.worths), "seed": seed})
    return path
