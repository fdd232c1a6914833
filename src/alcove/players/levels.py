"""Eight levels for a game, or five for one that has no kernel. Each is a recipe in the levels.json of the game's folder, or one
of those that any game gets; what it is worth was measured and is in the ratings.json beside it.

    >>> [level.rating for level in levels(name)]
    >>> seat_player(name, 5).choose(view, rng)

A level plays a random move now and then (`blunder`), and otherwise one of the engine's best `lines`, the worse the
less likely (`temperature`, in chances of winning). All but the last are limited by depth or nodes, so that they play
alike on every machine; `seconds` only keeps a slow machine within the deadline.

Nothing heavy is imported before a player thinks: the room shows levels without loading an engine.
"""

import math
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from alcove.core.errors import AlcoveError, quoted
from alcove.core.game import Move, View
from alcove.core.text import Text
from alcove.games.data import DataError, read_json
from alcove.games.rooms import rooms
from alcove.players.player import moves_of, shown

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


USUAL = (
    Recipe(blunder=0.6, lines=3, temperature=0.2, seconds=0.16, deadline_seconds=0.2, nodes=20),
    Recipe(blunder=0.35, lines=3, temperature=0.1, seconds=0.16, deadline_seconds=0.2, nodes=40),
    Recipe(blunder=0.15, lines=3, temperature=0.05, seconds=0.24, deadline_seconds=0.3, nodes=80),
    Recipe(blunder=0.05, lines=2, temperature=0.03, seconds=0.4, deadline_seconds=0.5, nodes=160),
    Recipe(blunder=0.0, lines=1, temperature=0.0, seconds=0.8, deadline_seconds=1.0, nodes=400),
)
"""How a game's levels play where it says nothing about them: by simulations, so that a law in plain Python is fast enough."""
USUAL_WITH_KERNEL = (
    *USUAL,
    Recipe(blunder=0.0, lines=1, temperature=0.0, seconds=1.2, deadline_seconds=1.5, nodes=2_500, megabytes=8),
    Recipe(blunder=0.0, lines=1, temperature=0.0, seconds=2.0, deadline_seconds=2.5, nodes=20_000, megabytes=32),
    Recipe(blunder=0.0, lines=1, temperature=0.0, seconds=3.0, deadline_seconds=5.0, megabytes=128),
)


def recipes(game_name: str) -> tuple[Recipe, ...]:
    """How the levels of a game play, the weakest first."""
    written = read_json(game_name, "levels.json")
    if written is None:
        return USUAL_WITH_KERNEL if rooms(game_name).has("kernel") else USUAL
    try:
        found = tuple(Recipe(**each) for each in written)
    except TypeError as error:
        said = str(error).removeprefix("Recipe.__init__() ")
        raise DataError.of(game_name, "levels.json", Text(said, said)) from None
    return found[: len(NAMES)]


def recipe(game_name: str, number: int) -> Recipe:
    """How a level of a game plays."""
    found = recipes(game_name)
    if not 1 <= number <= len(found):
        raise AlcoveError(unknown_level(str(number), len(found)))
    return found[number - 1]


def levels(game_name: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first."""
    measured = (read_json(game_name, "ratings.json") or {}).get("players", {})
    found = []
    for number, (name, how) in enumerate(zip(NAMES, recipes(game_name), strict=False), 1):
        rating = measured.get(f"level{number}", {})
        points, interval, games = rating.get("rating"), rating.get("interval"), rating.get("games", 0)
        found.append(Level(number, name, points, interval, games, how.deadline_seconds))
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
        view = shown(self._game, view, rng)
        moves = moves_of(view)
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


def unknown_level(given: str, most: int = len(NAMES)) -> Text:
    shown = quoted(given)
    return Text(
        f"level: expected a number from 1 to {most}, found {shown}",
        f"niveau : il faut un nombre de 1 à {most}, trouvé {shown}",
    )
