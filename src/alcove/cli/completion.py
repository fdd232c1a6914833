"""What a shell may offer when Tab is pressed: games, levels, opponents, players (`alcove --install-completion`).

The shell asks `alcove` itself, with the words of the command line so far in the environment.
"""

import os
from collections.abc import Iterable, Mapping

from alcove.core.registry import games
from alcove.core.text import LANGUAGES

ASKED = "_ALCOVE_COMPLETE"
"""Set while a shell asks; typer reads it."""


def asked_words(environment: Mapping[str, str] = os.environ) -> list[str] | None:
    """The words of the command line that a shell wants to be completed, or `None` if it is a person who calls."""
    if ASKED not in environment:
        return None
    return (environment.get("COMP_WORDS") or environment.get("_TYPER_COMPLETE_ARGS", "")).split()


def game_names(incomplete: str) -> list[str]:
    return _fitting(games(), incomplete)


def level_numbers(incomplete: str) -> list[str]:
    from .match import LEVELS  # what it needs is not for every command

    return _fitting((str(number) for number in range(1, len(LEVELS) + 1)), incomplete)


def opponent_names(incomplete: str) -> list[str]:
    from .match import HUMAN, OPPONENTS

    return _fitting((HUMAN, *OPPONENTS), incomplete)


def player_names(incomplete: str) -> list[str]:
    """Players that need no number after their name."""
    from .match import LEVELS

    return _fitting(("random", "greedy", *LEVELS), incomplete)


def languages(incomplete: str) -> list[str]:
    return _fitting(LANGUAGES, incomplete)


def _fitting(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
