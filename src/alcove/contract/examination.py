"""All checks over one game, without pytest: what is wrong with it, whatever its sources do."""

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from alcove.contract import furniture
from alcove.contract.checks import checks
from alcove.contract.subject import Fault, Subject, home, shortened, variants
from alcove.core import registry
from alcove.core.game import Game
from alcove.core.text import Text


def examine(game: Game, told: Callable[[str, int, int], None] = lambda name, done, total: None) -> Iterator[Fault]:
    """Everything that is wrong with a game, each once; `told` hears what is being looked at."""
    seen: set[Fault] = set()
    choices = variants(game)
    for number, options in enumerate(choices):
        for fault in _with(game, options, number == 0, partial(_tell, told, number, len(choices))):
            if fault not in seen:
                seen.add(fault)
                yield fault


def _tell(told: Callable[[str, int, int], None], done: int, total: int, name: str) -> None:
    told(name, done, total)


def _with(game: Game, options: dict[str, object], is_first: bool, told: Callable[[str], None]) -> Iterator[Fault]:
    try:
        subject = Subject.of(game, options)
    except Exception as error:
        yield _raised(game, "a random game", "une partie au hasard", error)
        return
    for check in checks():
        if (check.always or is_first) and check.is_about(subject):
            told(check.name)
            try:
                yield from check.run(subject)
            except Exception as error:
                yield _raised(game, check.name, check.name, error)


def place_of_trouble(source: registry.Source) -> str:
    """Where a game that the room had to leave out fails, as near as can be told."""
    first = source.module.partition(".")[0]
    try:
        found = getattr(import_module(source.module), source.attribute)
        subject = Subject.of(found, {}, most_plies=2)
        if subject.house.has("scene"):
            list(furniture.scenes_are_true(subject))
    except Exception as error:
        places = traceback.extract_tb(error.__traceback__)
        for frame in reversed(places):
            parts = Path(frame.filename).parts
            if first in parts or f"{first}.py" in parts:
                at = parts.index(first) if first in parts else len(parts) - 1
                return f"{'/'.join(parts[at:])}:{frame.lineno}"
        if isinstance(error, SyntaxError) and error.filename:
            return f"{Path(error.filename).name}:{error.lineno}"
    return source.module


def _raised(game: Game, en: str, fr: str, error: Exception) -> Fault:
    """What a game's own code raised, at the line of its sources where it did."""
    said, place = " ".join(f"{type(error).__name__}: {error}".split())[:300], game.name
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).is_relative_to(home(game)):
            place = f"{shortened(Path(frame.filename), game)}:{frame.lineno}"
    return Fault(Text(f"{en} raises {said}", f"{fr} lève {said}"), place)
