"""A game that a network can guide: its kernel, how it is looked at, and the trees made for it."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.core.errors import AlcoveError
from alcove.core.registry import game, games
from alcove.core.text import Text
from alcove.games.kernels import has_kernel, kernel
from alcove.jit import instance_for
from alcove.jit.looks import Look
from alcove.neural.trees.layout import MOST_LISTED, Records, Trees, new_records, new_trees


class NetworkError(AlcoveError):
    """A network that cannot be used, or a game that has none."""


@dataclass(frozen=True)
class Guided:
    """What networks and their searches need to know of a game.

    Its `encoding` has, for compiled code: `look` and `encode` (what is seen of a position), `recall` (what of its past),
    `is_new` (may the past be forgotten?), `places` (where a policy has the moves), `verdict` (the result, perhaps told early),
    `owners` (what a helping head foresees), `REPETITION_LOSES` and `REPETITION_DRAWS` (which time the same move loses, the
    same position draws; 0 if it never does); and for a player, `past_marks`.
    """

    name: str
    kernel: Any
    encoding: Any
    walking: Any
    look: Look

    @property
    def version(self) -> int:
        """Which planes and which policy: a network is of use for its own version alone."""
        return int(self.encoding.VERSION)

    @property
    def n_policy(self) -> int:
        return len(self.look.policy_source)

    @property
    def n_listed(self) -> int:
        """Of how many moves of a position a network tells its share."""
        return min(int(self.kernel.MAX_MOVES), MOST_LISTED)

    def start(self) -> npt.NDArray[np.uint8]:
        """The first position, with the usual options."""
        packed: npt.NDArray[np.uint8] = self.kernel.pack(game(self.name).initial())
        return packed

    def new_trees(self, games: int, nodes: int, edges: int, seed: int = 0) -> Trees:
        return new_trees((self.kernel.STATE_SIZE, self.kernel.MAX_MOVES), games, nodes, edges, seed)

    def new_records(self, games: int, plies: int) -> Records:
        return new_records(self.look.size, self.n_policy, self.look.n_cells, games, plies)


def can_be_guided(name: str) -> bool:
    """Does the game of that name say how a network looks at it?"""
    path = f"{game(name).__module__}.encoding"
    return has_kernel(name) and find_spec(path) is not None and hasattr(import_module(path), "LOOK")


@cache
def guided(name: str) -> Guided:
    """The game of that name for networks; a `NetworkError` if it does not say how to look at it."""
    if not can_be_guided(name):
        known = ", ".join(other for other in games() if can_be_guided(other))
        raise NetworkError(
            Text(f"{name}: no network can be trained for this game; for: {known}",
                 f"{name} : aucun réseau ne peut être entraîné pour ce jeu ; pour : {known}")
        )  # fmt: skip
    module = kernel(name).module
    encoding = import_module(f"{game(name).__module__}.encoding")
    material = import_module(f"{game(name).__module__}.material")
    walking = instance_for(name, "alcove.neural.trees.walking", kernel=module, encoding=encoding, material=material)
    return Guided(name, module, encoding, walking, encoding.LOOK)
