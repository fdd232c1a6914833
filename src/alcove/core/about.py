"""The card of a game: what the room says about it, and the few numbers it is handled with, apart from its rules.

Everything has a default, so that a game can be one file that says none of this. What a game says stands in its folder, in
`about.py` or beside its class; nothing outside that folder knows a game by its name.

    class Pebbles(Game):
        about = About(tagline=Text("Take your neighbour.", "Prenez votre voisin."), minutes=(5, 10))
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .text import Text

Article = Literal["", "le", "la", "l’", "les"]

STRANGERS = 100
"""Where games stand that do not say: after ours, by their titles."""


@dataclass(frozen=True, slots=True)
class Palette:
    """What a board is painted with, as CSS writes it: the pieces of the first two seats, and the ground under them."""

    first: str
    second: str
    ground: str


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of the light theme and of the dark one."""

    light: Palette
    dark: Palette


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play that is chosen before all else, and the options that make it: how many may sit down, at least and at
    most, and whether they win or lose together (as somebody who plays alone does)."""

    name: str
    says: Text
    options: Mapping[str, str]
    seats: tuple[int, int] = (2, 2)
    together: bool = False


@dataclass(frozen=True, slots=True)
class Bench:
    """How a game is measured: how deep perft goes, for the kernel and for the rules; how far its engine thinks for the
    signature; from which start, where luck would otherwise choose one; which options, if any, let a game go on for ever; and
    which game of another library, by the library's name, comes closest."""

    kernel_plies: int = 4
    rules_plies: int = 2
    depth: int | None = None
    nodes: int | None = None
    start: Mapping[str, str] = field(default_factory=dict)
    endless: Mapping[str, str] = field(default_factory=dict)
    closest: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class About:
    """What a game says about itself."""

    tagline: Text | None = None
    """A few words for its card; the summary where there are none."""
    minutes: tuple[int, int] = (10, 30)
    """How long a game takes, at least and at most."""
    players: tuple[int, int] = (2, 2)
    """How many can play, at least and at most."""
    modes: tuple[Mode, ...] = ()
    """The ways to play, where there are several; the first is the usual one."""
    order: int = STRANGERS
    """Where it stands among the games: the least first, then by title."""
    colours: Colours = Colours(Palette("#f6e7c6", "#8e3a22", "#baac91"), Palette("#eedcb8", "#823219", "#a3977f"))
    """What its board and its card are painted with."""
    sounds: str = "wood"
    """What its pieces sound like: `wood`, `plastic`, `stone` or `felt`."""
    article: Article = ""
    """The article that French puts before its title: « le » Go; most made-up names have none."""
    notation: str = ""
    """What a move looks like; the first legal move of a game where nothing is said."""
    reserved: tuple[str, ...] = ()
    """Names that nobody may take in the room, besides its own."""
    opening_plies: int = 4
    """How many random plies open a game of a match; none where luck makes every game another."""
    bench: Bench = Bench()
    network_seconds: float = 0.0
    """Up to so many seconds a move its network beats the engine that people made, as matches have shown."""
    solvable_moves: float = math.inf
    """Where so few moves are left, a network's engine tries to solve the rest of the game."""
    board: str = ""
    """The file of its folder that draws it on the page, a built module: `page/board.js`. Nothing: the page draws the scene."""
