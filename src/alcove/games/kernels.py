"""The door to the kernels: states of `rules` go in and come out, so that nothing invalid can.

    >>> from alcove.games.kernels import kernel
    >>> kernel(name).perft(alcove.game(name).initial(), 4)

What a kernel module must have stands in `games/rooms.py`; the contract suite holds every kernel to it.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.core.game import Move, State
from alcove.games.rooms import rooms
from alcove.jit import instance_for

Packed = npt.NDArray[np.uint8]


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
        self.module = rooms(name).kernel
        self._driver: Any = instance_for(name, "alcove.compiled.driver", kernel=self.module)

    def pack(self, state: State[Any]) -> Packed:
        """The packed form of a state."""
        return self.module.pack(state)

    def unpack(self, packed: Packed, like: State[Any]) -> State[Any]:
        """The state a packed form holds, with the options of `like` and no history."""
        return self.module.unpack(packed, like.options)

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


@cache
def kernel(name: str) -> Kernel:
    """The kernel of the game of that name."""
    return Kernel(name)
