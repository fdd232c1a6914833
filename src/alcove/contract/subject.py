"""What the checks look at: a game, some games of it played at random, and where its sources lie."""

import inspect
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from alcove.core.errors import OptionError
from alcove.core.game import Game, State
from alcove.core.options import specs
from alcove.core.text import Text
from alcove.games.rooms import Rooms

MOST_PLIES = 150
SAMPLE = 12


class Fault(NamedTuple):
    """Something that is wrong, and where: `pebbles/__init__.py:52`, or as near to it as can be told."""

    text: Text
    place: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text.en}"


Faults = Iterator[Fault]


@dataclass(frozen=True)
class Subject:
    """A game with one choice of options, and a game of it played at random: `states[n]` is the state after n of the `moves`."""

    game: Game
    options: dict[str, Any]
    states: tuple[State[Any], ...]
    moves: tuple[Any, ...]

    @classmethod
    def of(cls, game: Game, options: dict[str, Any], seed: int = 1, most_plies: int = MOST_PLIES) -> "Subject":
        rng = random.Random(f"{game.name} {sorted(options.items())} {seed}")
        luck = {"seed": seed} if game.luck(game.initial()) else {}
        try:
            states = [game.initial(**luck, **options)]
        except OptionError:  # a value that does not stand alone, such as a number of seats
            states, options = [game.initial(**luck)], {}
        moves: list[Any] = []
        while len(moves) < most_plies and (legal := states[-1].legal_moves()):
            moves.append(rng.choice(legal))
            states.append(states[-1].play_unchecked(moves[-1]))
        return cls(game, options, tuple(states), tuple(moves))

    @cached_property
    def house(self) -> Rooms:
        return Rooms(self.game)

    @property
    def title(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.options.items()) or "default"

    @cached_property
    def sample(self) -> tuple[State[Any], ...]:
        """The first, the last and some states in between."""
        return (*self.states[:: max(1, len(self.states) // SAMPLE)], self.states[-1])

    def at(self, state: State[Any]) -> State[Any]:
        """A state of the same game read from its text."""
        return self.game.from_text(state.to_text(), **self.options)

    # --- Where things are ---------------------------------------------------------------------------------------------

    def fault(self, about: object, en: str, fr: str) -> Fault:
        """A fault of a function, a class, a room (by its name) or a line of a file."""
        return Fault(Text(en, fr), about if isinstance(about, str) and ":" in about else self.place(about))

    def law(self, name: str, en: str, fr: str) -> Fault:
        """A fault of a method of the state."""
        return Fault(Text(en, fr), self.place(getattr(type(self.states[0]), name, None), is_law=True))

    def place(self, about: object, is_law: bool = False) -> str:
        """The file and line of something, seen from the folder that the game's package lies in."""
        if isinstance(about, str):
            about = _room(self.house, about)
        if isinstance(about, property):
            about = about.fget
        for each in (about, type(about), type(self.states[0]) if is_law else None, type(self.game)):
            try:
                found = inspect.unwrap(each) if callable(each) else each
                if inspect.ismodule(found):
                    return f"{self.short(Path(str(found.__file__)))}:1"
                _, line = inspect.getsourcelines(found)  # type: ignore[arg-type]
                path = Path(str(inspect.getsourcefile(found)))  # type: ignore[arg-type]
            except (TypeError, OSError):
                continue
            if path.is_relative_to(home(self.game)):  # what is inherited is ours: its author looks at his own class
                return f"{self.short(path)}:{max(line, 1)}"
        return self.game.name

    def short(self, path: Path) -> str:
        return shortened(path, self.game)


def home(game: Game) -> Path:
    """The folder of a game's sources, or the one file that it is."""
    module = sys.modules[type(game).__module__]
    path = Path(str(module.__file__))
    return path.parent if module.__package__ else path


def shortened(path: Path, game: Game) -> str:
    """A file as its package knows it."""
    above = home(game).parent
    return path.relative_to(above).as_posix() if path.is_relative_to(above) else path.name


def _room(house: Rooms, room: str) -> object:
    return house._find(room) if house.has(room) else None


def variants(game: Game) -> list[dict[str, Any]]:
    """The default options, then each option with each of its other values alone."""
    found: list[dict[str, Any]] = [{}]
    for spec in specs(game.options_type):
        found += [{spec.name: value} for value in spec.values if value != spec.default]
    return found
