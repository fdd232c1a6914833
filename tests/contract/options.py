"""Starting positions for the contract suites: the default game first, then the other options and deals."""

from typing import Any

import alcove
from alcove.core.errors import OptionError
from alcove.core.game import State
from alcove.core.options import specs


def variants(name: str) -> list[dict[str, Any]]:
    """The default options, then each option with each of its other values alone."""
    found: list[dict[str, Any]] = [{}]
    for spec in specs(alcove.game(name).options_type):
        found += [{spec.name: value} for value in spec.values if value != spec.default]
    return found


def starts(name: str, number: int) -> State[Any]:
    """The `number`-th starting position; number 0 is the default game. Games with luck get another deal each time."""
    game = alcove.game(name)
    options = variants(name)
    luck = {"seed": number} if game.luck(game.initial()) else {}
    try:
        return game.initial(**luck, **options[number % len(options)])
    except OptionError:  # a value that does not stand alone, such as a number of seats
        return game.initial(**luck)
