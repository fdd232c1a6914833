"""The door to the kernels: states of `rules` go in and come out, so that nothing invalid can.

    >>> from alcove.games.kernels import kernel
    >>> kernel("avalam").perft(alcove.game("avalam").initial(), 4)
    5517021720

What a kernel module must have is listed in `REQUIRED`; the contract suite holds every kernel to it.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.core.game import Move, State
from alcove.core.registry import game
from alcove.jit import instance_for

Packed = npt.NDArray[np.uint8]

REQUIRED = (
    "STATE_SIZE", "UNDO_SIZE", "MAX_MOVES", "MAX_PLIES",  # sizes of the arrays a caller allocates
    "pack", "unpack", "action_of", "move_of", "history_marks", "sure_plies",  # between rules and kernel
    "to_move", "moves", "count_moves", "make", "unmake", "key", "key_of", "result", "playout",  # compiled
)  # fmt: skip


class Playouts(NamedTuple):
    """What a batch of random games came to."""

    games: int
    plies: int
    wins_0: int
    draws: int
    wins_1: int


class Kernel:
    """One game's kernel behind checked doors. `module` has the compiled functions for searches."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module: Any = import_module(f"{game(name).__module__}.kernel")
        self._driver: Any = instance_for(name, "alcove.jit.driver", kernel=self.module)

    def pack(self, state: State[Any]) -> Packed:
        """The packed form of a state."""
        packed: Packed = self.module.pack(state)
        return packed

    def unpack(self, packed: Packed, like: State[Any]) -> State[Any]:
        """The state a packed form holds, with the options of `like` and no history."""
        state: State[Any] = self.module.unpack(packed, like.options)
        return state

    def legal_moves(self, state: State[Any]) -> list[Move]:
        """The legal moves, in the kernel's own order."""
        packed, actions = self.pack(state), np.empty(self.module.MAX_MOVES, np.int32)
        n = self.module.moves(packed, actions)
        return [self.module.move_of(packed, int(action)) for action in actions[:n]]

    def perft(self, state: State[Any], depth: int, threads: int | None = None) -> int:
        """As `alcove.perft`, but compiled and on all cores."""
        if depth < 3 or threads == 1:
            return int(self._driver.perft(self.pack(state.without_draw_rules()), depth))
        return sum(self.divide(state, depth, threads).values())

    def divide(self, state: State[Any], depth: int, threads: int | None = None) -> dict[Move, int]:
        """As `alcove.divide`, but compiled and on all cores."""
        packed, actions = self.pack(state.without_draw_rules()), np.empty(self.module.MAX_MOVES, np.int32)
        n = self.module.moves(packed, actions)

        def after(action: int) -> int:
            child, undo = packed.copy(), np.empty(self.module.UNDO_SIZE, np.int64)
            self.module.make(child, action, undo)
            return int(self._driver.perft(child, depth - 1))

        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            counts = list(pool.map(after, (int(action) for action in actions[:n])))
        return {self.module.move_of(packed, int(a)): count for a, count in zip(actions[:n], counts, strict=True)}

    def playouts(self, state: State[Any], games: int, seed: int = 0, threads: int | None = None) -> Playouts:
        """Random games from `state`; the totals depend on `seed` and `games` alone."""
        packed = self.pack(state)
        parts = max(1, min(threads or os.cpu_count() or 1, games))
        bounds = [games * part // parts for part in range(parts + 1)]
        totals = np.zeros((parts, self._driver.N_TOTALS), np.int64)

        def part(number: int) -> None:
            first, last = bounds[number], bounds[number + 1]
            self._driver.playouts(packed, first, last - first, seed, totals[number])

        with ThreadPoolExecutor(parts) as pool:
            list(pool.map(part, range(parts)))
        return Playouts(*(int(total) for total in totals.sum(axis=0)))


def has_kernel(name: str) -> bool:
    """Has the game of that name a kernel?"""
    return find_spec(f"{game(name).__module__}.kernel") is not None


@cache
def kernel(name: str) -> Kernel:
    """The kernel of the game of that name."""
    return Kernel(name)
