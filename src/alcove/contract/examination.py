"""All checks over one game, without pytest: what is wrong with it, whatever its sources do."""

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from alcove.contract import furniture, sentences
from alcove.contract.checks import checks
from alcove.contract.subject import Fault, Subject, home, shortened, variants
from alcove.core import registry
from alcove.core.game import Game
from alcove.core.text import Text


def examine(game: Game, told: Callable[[str, int, int], None] = lambda name, done, total: None) -> Iterator[Fault]:
    """Everything that is wrong with a game, each once; `told` hears what is being looked at. What a check finds in one place
    in many positions is told by the first of them, and how many more there are."""
    found: dict[tuple[str, str], list[Fault]] = {}
    choices = variants(game)
    for number, options in enumerate(choices):
        for kind, fault in _with(game, options, number == 0, partial(_tell, told, number, len(choices))):
            alike = found.setdefault((kind, fault.place), [])
            if fault not in alike:
                alike.append(fault)
    for first, *others in found.values():
        yield first if not others else Fault(_and_more(first.text, len(others)), first.place)


def _and_more(text: Text, count: int) -> Text:
    return Text(f"{text.en} (and {count} more like it)", f"{text.fr} (et {count} autres du même genre)" if count > 1 else f"{text.fr} (et une autre du même genre)")  # fmt: skip


def _tell(told: Callable[[str, int, int], None], done: int, total: int, name: str) -> None:
    told(name, done, total)


def _with(
    game: Game, options: dict[str, object], is_first: bool, told: Callable[[str], None]
) -> Iterator[tuple[str, Fault]]:
    """Faults, each with its kind: what one check finds over and over is one kind, what is looked at once is not."""
    try:
        subject = Subject.of(game, options)
    except Exception as error:
        yield "", _raised(game, "a random game", "une partie au hasard", error)
        return
    for check in checks():
        if (check.always or is_first) and check.is_about(subject):
            told(check.name)
            try:
                for fault in check.run(subject):
                    yield check.name if check.always else f"{check.name} {fault.text.en}", fault
            except Exception as error:
                yield check.name, _raised(game, check.name, check.name, error)


def troubles(left_out: registry.LeftOutError) -> list[Fault]:
    """Why the room had to leave a game out, and the sentences of its sources that lack a language, which may be why."""
    source = left_out.source
    found = [Fault(left_out.text, _place_of_trouble(source))]
    try:
        subject = Subject.of(getattr(import_module(source.module), source.attribute), {}, most_plies=0)
        return [*found, *sentences.sentences_have_both_languages(subject)]
    except (Exception, SystemExit):  # the first of them says why there is no more to see
        return found


def _place_of_trouble(source: registry.Source) -> str:
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
