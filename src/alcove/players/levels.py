"""Eight levels for every game. Each is a recipe in levels.json; what it is worth was measured and is in ratings.json.

    >>> [level.rating for level in levels("avalam")]
    >>> seat_player("avalam", 5).choose(view, rng)

A level plays a random move now and then (`blunder`), and otherwise one of the engine's best `lines`, the worse the
less likely (`temperature`, in chances of winning). All but the last are limited by depth or nodes, so that they play
alike on every machine; `seconds` only keeps a slow machine within the deadline.

Nothing heavy is imported before a player thinks: the room shows levels without loading an engine.
"""

import json
import math
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alcove.core.errors import AlcoveError, quoted
from alcove.core.game import Move, View
from alcove.core.registry import game
from alcove.core.text import Text

if TYPE_CHECKING:
    from alcove.players.engine import Engine, Limits, Line

NAMES = (
    Text("Beginner", "Débutant"),
    Text("Novice", "Novice"),
    Text("Casual player", "Amateur"),
    Text("Regular", "Habitué"),
    Text("Club player", "Joueur de club"),
    Text("Strong club player", "Bon joueur de club"),
    Text("Expert", "Expert"),
    Text("Master", "Maître"),
)


@dataclass(frozen=True, slots=True)
class Level:
    """A strength to choose. `rating` counts from random play at 0, ± `interval`; both `None` until measured."""

    number: int
    name: Text
    rating: int | None
    interval: int | None
    games: int
    deadline_seconds: float


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a level plays."""

    blunder: float
    lines: int
    temperature: float
    seconds: float
    deadline_seconds: float
    nodes: int | None = None
    depth: int | None = None
    megabytes: int = 4

    @property
    def is_repeatable(self) -> bool:
        """Does the same luck give the same move on every machine that is not too slow?"""
        return self.nodes is not None or self.depth is not None


@cache
def _data(name: str) -> Any:
    return json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


def recipe(game_name: str, number: int) -> Recipe:
    """How a level of a game plays."""
    recipes = _data("levels.json")[game(game_name).name]
    if not 1 <= number <= len(recipes):
        raise AlcoveError(unknown_level(str(number)))
    return Recipe(**recipes[number - 1])


def levels(game_name: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first."""
    measured = _data("ratings.json").get(game(game_name).name, {}).get("players", {})
    found = []
    for number, name in enumerate(NAMES, 1):
        rating = measured.get(f"level{number}", {})
        deadline = recipe(game_name, number).deadline_seconds
        found.append(
            Level(number, name, rating.get("rating"), rating.get("interval"), rating.get("games", 0), deadline)
        )
    return tuple(found)


def seat_player(game_name: str, number: int, threads: int | None = None) -> "LevelPlayer":
    """A player of that level. `threads` is for the last level; left out, it takes what the machine has."""
    return LevelPlayer(game_name, number, threads or os.cpu_count() or 1)


class LevelPlayer:
    """Plays by the recipe of a level."""

    def __init__(self, game_name: str, number: int, threads: int = 1) -> None:
        self.name = f"level{number}"
        self.recipe = recipe(game_name, number)
        self._game = game_name
        self._threads = 1 if self.recipe.is_repeatable else threads

    @property
    def engine(self) -> "Engine":
        """The engine it thinks with, one for all players of this process that think alike."""
        return _engine(self._game, self.recipe.megabytes, self._threads)

    def choose(self, view: View, rng: random.Random, within: "Limits | None" = None) -> Move:
        """A move of this level; `within` holds it to less than its recipe allows, never to more."""
        moves: tuple[Move, ...] = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if rng.random() < self.recipe.blunder:
            return rng.choice(moves)
        from alcove.players.engine import Limits

        if self.recipe.is_repeatable:
            self.engine.forget()
        limits = Limits(self.recipe.seconds, self.recipe.nodes, self.recipe.depth)
        lines = self.engine.analyse(view, limits if within is None else limits.within(within), self.recipe.lines).lines
        chosen: Move = view.find(pick(lines, self.recipe.temperature, rng).moves[0])
        return chosen


@cache
def _engine(game_name: str, megabytes: int, threads: int) -> "Engine":
    """The engines of this process, shared by its players."""
    from alcove.players.engine import engine

    return engine(game_name, megabytes, threads)


def pick(lines: Sequence["Line"], temperature: float, rng: random.Random) -> "Line":
    """One of the lines, by their weights."""
    if temperature == 0 or len(lines) == 1:
        return lines[0]
    return rng.choices(lines, weights(lines, temperature))[0]


def weights(lines: Sequence["Line"], temperature: float) -> list[float]:
    """How likely each line is to be played: a worse one the less, the more chances of winning it throws away."""
    if temperature == 0:
        return [1.0, *(0.0 for _ in lines[1:])]
    best = max(line.win_probability for line in lines)
    return [math.exp((line.win_probability - best) / temperature) for line in lines]


def unknown_level(given: str) -> Text:
    shown, most = quoted(given), len(NAMES)
    return Text(
        f"level: expected a number from 1 to {most}, found {shown}",
        f"niveau : il faut un nombre de 1 à {most}, trouvé {shown}",
    )
