"""A game that a network can guide: its kernel, how the network sees it, and the trees made for it."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import Look
from alcove.core.errors import AlcoveError
from alcove.core.registry import game, games
from alcove.core.text import Text
from alcove.games.rooms import Encoding, Kernel, rooms
from alcove.jit import instance_for
from alcove.neural.trees.layout import MOST_LISTED, Records, Trees, new_records, new_trees


class NetworkError(AlcoveError):
    """A network that cannot be used, or a game that has none."""


@dataclass(frozen=True)
class Guided:
    """What networks and their searches need to know of a game."""

    name: str
    kernel: Kernel
    encoding: Encoding
    walking: Any
    look: Look

    @property
    def version(self) -> int:
        """Which planes and which policy: a network is of use for its own version alone."""
        return self.encoding.VERSION

    @property
    def n_policy(self) -> int:
        return len(self.look.policy_source)

    @property
    def n_listed(self) -> int:
        """Of how many moves of a position a network tells its share."""
        return min(self.kernel.MAX_MOVES, MOST_LISTED)

    def start(self) -> npt.NDArray[np.uint8]:
        """The first position, with the usual options."""
        return self.kernel.pack(game(self.name).initial())

    def new_trees(self, games: int, nodes: int, edges: int, seed: int = 0) -> Trees:
        return new_trees((self.kernel.STATE_SIZE, self.kernel.MAX_MOVES), games, nodes, edges, seed)

    def new_records(self, games: int, plies: int) -> Records:
        return new_records(self.look.size, self.n_policy, self.look.n_cells, games, plies)


def can_be_guided(name: str) -> bool:
    """Does the game of that name say how a network looks at it?"""
    house = rooms(name)
    return house.has("kernel") and house.has("encoding") and not house.lacks("encoding")


@cache
def guided(name: str) -> Guided:
    """The game of that name for networks; a `NetworkError` if it does not say how to look at it."""
    if not can_be_guided(name):
        known = ", ".join(other for other in games() if can_be_guided(other))
        raise NetworkError(
            Text(f"{name}: no network can be trained for this game; for: {known}",
                 f"{name} : aucun réseau ne peut être entraîné pour ce jeu ; pour : {known}")
        )  # fmt: skip
    house, encoding = rooms(name), rooms(name).encoding
    walking = instance_for(
        name, "alcove.neural.trees.walking", kernel=house.kernel, encoding=encoding, material=house.material
    )
    return Guided(name, house.kernel, encoding, walking, encoding.LOOK)
