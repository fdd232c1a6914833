"""All checks over one game, without pytest: what is wrong with it, whatever its sources do."""

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from alcove.contract.checks import checks
from alcove.contract.subject import Fault, Subject, variants
from alcove.core import registry
from alcove.core.game import Game
from alcove.core.text import Text


def examine(game: Game, told: Callable[[str, int, int], None] = lambda name, done, total: None) -> Iterator[Fault]:
    """Everything that is wrong with a game, each once; `told` hears what is being looked at."""
    seen: set[Fault] = set()
    choices = variants(game)
    for number, options in enumerate(choices):
        for fault in _with(
            game, options, is_first=number == 0, told=lambda name, n=number: told(name, n, len(choices))
        ):  # type: ignore[misc]
            if fault not in seen:
                seen.add(fault)
                yield fault


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


def _raised(game: Game, en: str, fr: str, error: Exception) -> Fault:
    """What a game's own code raised, at the line of its sources where it did."""
    home, said = registry.folder(game.name), " ".join(f"{type(error).__name__}: {error}".split())[:300]
    place = game.name
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).is_relative_to(home.parent):
            place = f"{Path(frame.filename).relative_to(home.parent).as_posix()}:{frame.lineno}"
    return Fault(Text(f"{en} raises {said}", f"{fr} lève {said}"), place)
