"""`alcove train GAME`: a network that teaches itself by playing."""

import json
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from .. import words
from ..files import data_folder, output_folder
from ..numbers import read_count, read_reals
from ..progress import progress_bar
from ..setup import GameName, Seed, read_seed
from ..terminal import Terminal

HELP = Text(
    "Train a network for a game by self-play; needs PyTorch, and a GPU to become strong.",
    "Entraîner un réseau par des parties contre lui-même ; il faut PyTorch, et un GPU pour qu'il devienne fort.",
)
USUAL_MINUTES = "10"


def command(
    context: typer.Context,
    game: GameName,
    minutes: Annotated[str, typer.Option("--minutes", metavar="M")] = USUAL_MINUTES,
    rounds: Annotated[str | None, typer.Option("--rounds", metavar="N")] = None,
    resume_training: Annotated[bool, typer.Option("--resume", metavar="")] = False,
    begin_with: Annotated[str | None, typer.Option("--from", metavar="FILE")] = None,
    for_evaluation: Annotated[bool, typer.Option("--evaluation", metavar="")] = False,
    training_folder: Annotated[str | None, typer.Option("--out", metavar="FOLDER")] = None,
    ray_address: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS")] = None,
    ray_workers: Annotated[str | None, typer.Option("--workers", metavar="N")] = None,
    seed: Seed = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    terminal = Terminal.of(context)
    name = alcove.game(game).name
    (length,) = read_reals("minutes", minutes, 1)
    if length <= 0:
        raise AlcoveError(words.not_minutes(minutes))
    n_rounds = None if rounds is None else read_count("rounds", rounds)
    folder = output_folder(training_folder or data_folder() / "training" / name)
    if find_spec("torch") is None:
        raise AlcoveError(words.NO_TORCH)
    if ray_address is not None and find_spec("ray") is None:
        raise AlcoveError(words.NO_RAY)
    luck = read_seed(seed) if seed is not None else 0
    first_network = Path(begin_with) if begin_with else None
    if for_evaluation:
        if ray_address is not None:
            raise AlcoveError(words.NO_RAY_FOR_JUDGING)
        _train_judge(terminal, name, folder, length, n_rounds, resume_training, first_network, luck, as_json)
        return
    from alcove.neural.training.run import Cluster, Length, Run

    n_workers = None if ray_workers is None else read_count("workers", ray_workers)
    with progress_bar(terminal.tell(words.TRAINING)) as tell:
        tell(0, 1000, "")

        def told(row: dict[str, Any]) -> None:
            if as_json:
                print(json.dumps(row), flush=True)
            elif "progress" in row:
                tell(int(1000 * row["progress"]), 1000, "")
                terminal.say(words.training_row(row))

        started = time.monotonic()
        run = Run.open(
            name,
            folder,
            resume=resume_training,
            begin_with=first_network,
            seed=luck,
            cluster=Cluster(ray_address, n_workers) if ray_address else None,
        )
        terminal.note(words.training_begins(time.monotonic() - started))
        run.go(Length(length, n_rounds), told)
    if not as_json:
        terminal.say(words.training_is_over(str(folder / f"{name}.net"), str(folder / "strength.svg")))


def _train_judge(
    terminal: Terminal,
    name: str,
    folder: Path,
    minutes: float,
    rounds: int | None,
    resume: bool,
    judge: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Train a network that judges for alpha-beta."""
    from alcove.neural.training.judging.run import train

    with progress_bar(terminal.tell(words.TRAINING)) as tell:
        tell(0, 1000, "")

        def told(row: dict[str, Any]) -> None:
            tell(int(1000 * row["progress"]), 1000, "")
            if as_json:
                print(json.dumps(row), flush=True)
            elif "epoch" in row:
                terminal.say(words.judging_row(row))

        path = train(name, folder, minutes, rounds, resume, judge, seed, told)
    if not as_json:
        terminal.say(words.judging_is_over(str(path)))
