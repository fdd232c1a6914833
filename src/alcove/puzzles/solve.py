"""Exact answers, by looking at everything: forced wins, the results of endings, and chances over all possible deals."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.core.game import Move, State
from alcove.core.registry import game
from alcove.games.kernels import kernel
from alcove.jit import instance_for
from alcove.jit.results import ONGOING, SEAT_0_WINS
from alcove.search.limits import NO_LIMIT
from alcove.search.memory import MAX_PLY, NODE_LIMIT, NODES, new_workspace

Packed = npt.NDArray[np.uint8]


class TooLargeError(Exception):
    """A search would take more nodes than it was given; only whoever looks for puzzles sets such a limit."""


class Exhaustive:
    """Full-width search for games of two seats without secrets."""

    def __init__(self, name: str) -> None:
        self._kernel = kernel(name).module
        self._legal_moves = kernel(name).legal_moves
        evaluation = import_module(f"{game(name).__module__}.evaluation")
        self._search: Any = instance_for(name, "alcove.search.exhaustive", kernel=self._kernel, evaluation=evaluation)
        self._work = new_workspace(self._kernel.MAX_MOVES, self._kernel.UNDO_SIZE, self._search.N_FRAME)
        self.node_limit = NO_LIMIT
        """The most nodes of one question."""
        self.nodes_left = NO_LIMIT
        """The most nodes of all questions from now on."""

    def wins_within(self, state: State[Any], own_moves: int) -> bool:
        """Can the side to move force a win with at most so many moves of its own?"""
        return self._value(state, max(0, 2 * own_moves - 1), 0, 1) > 0

    def has_lost(self, state: State[Any]) -> bool:
        """Has the side to move lost already?"""
        return self._value(state, 0, -1, 0) < 0

    def moves(self, state: State[Any]) -> set[str]:
        """The legal moves, sooner than the rules tell them, and in no order."""
        return {str(move) for move in self._legal_moves(state)}

    def result(self, state: State[Any]) -> int:
        """What best play by both sides comes to for the side to move, as the evaluation counts finished games."""
        return self._value(state, MAX_PLY, -self._search.INFINITE, self._search.INFINITE)

    def _value(self, state: State[Any], plies: int, alpha: int, beta: int) -> int:
        counters = self._work.counters
        counters[NODES], counters[NODE_LIMIT] = 0, min(self.node_limit, self.nodes_left)
        value = int(self._search.value(self._kernel.pack(state), plies, alpha, beta, self._work))
        self.nodes_left -= int(counters[NODES])
        if value == self._search.ABORTED:
            raise TooLargeError
        return value


class Chances:
    """The share of the possible deals that best play wins, for games of one fate in which nobody knows more than others.

    What is unseen is equally likely to lie in any arrangement. A ply shows the same in some of them and tells others
    apart; best play may use what it has been shown by then, and nothing else. So the chance of a public position is the
    best, over its plies, of the average over what they may show. Chances are fractions: nothing is rounded.
    """

    def __init__(self, name: str) -> None:
        self._kernel = kernel(name).module
        self._known: dict[tuple[Any, ...], Fraction] = {}
        self._nodes = 0
        self.node_limit = NO_LIMIT

    def of_moves(self, state: State[Any]) -> Iterator[tuple[Move, Fraction]]:
        """Each legal ply with the chance it leaves, by public facts alone: the unseen pieces of `state` only tell which
        pieces are unseen."""
        self._known, self._nodes = {}, 0
        packed = self._kernel.pack(state)
        worlds = self._worlds(packed)
        for move in state.legal_moves():
            yield move, self._after(worlds, self._kernel.action_of(packed, move))

    def _after(self, worlds: list[Packed], action: int) -> Fraction:
        total = Fraction(0)
        for world in worlds:
            self._nodes += 1
            if self._nodes > self.node_limit:
                raise TooLargeError
            played = world.copy()
            self._kernel.play(played, action)
            total += self._of(played)
        return total / len(worlds)

    def _of(self, packed: Packed) -> Fraction:
        result = int(self._kernel.result(packed))
        if result != ONGOING:
            return Fraction(int(result == SEAT_0_WINS))
        public = self._public(packed)
        if public not in self._known:
            self._known[public] = self._best(packed)
        return self._known[public]

    def _best(self, packed: Packed) -> Fraction:
        actions = np.empty(self._kernel.MAX_MOVES, np.int32)
        count = self._kernel.moves(packed, actions)
        worlds, best = self._worlds(packed), Fraction(0)
        for action in actions[:count]:
            best = max(best, self._after(worlds, int(action)))
            if best == 1:
                break
        return best

    def _piles(self, packed: Packed) -> list[int]:
        """Four numbers for each pile: its cell and its three places, top first."""
        first = self._kernel.SLOTS
        piles: list[int] = packed[first : first + 4 * self._kernel.N_SLOTS].tolist()
        return piles

    def _public(self, packed: Packed) -> tuple[Any, ...]:
        """What everybody knows of a position."""
        hidden, piles = self._kernel.HIDDEN, self._piles(packed)
        shown = sorted(
            (piles[at], piles[at + 1], min(piles[at + 2], hidden), min(piles[at + 3], hidden))
            for at in range(0, len(piles), 4)
            if piles[at + 1]
        )
        return tuple(shown), int(packed[self._kernel.NEEDED]), int(packed[self._kernel.PHASE])

    def _worlds(self, packed: Packed) -> list[Packed]:
        """Every different arrangement of the unseen pieces; each is as likely as any other."""
        hidden, piles = self._kernel.HIDDEN, self._piles(packed)
        places = [at for at, piece in enumerate(piles) if at % 4 and piece >= hidden]
        if len(places) < 2:
            return [packed]
        worlds = []
        for pieces in sorted(set(permutations(piles[at] for at in places))):
            world = packed.copy()
            for at, piece in zip(places, pieces, strict=True):
                world[self._kernel.SLOTS + at] = piece
            worlds.append(world)
        return worlds


@cache
def exhaustive(name: str) -> Exhaustive:
    """The full-width search of the game of that name."""
    return Exhaustive(name)


@cache
def chances(name: str) -> Chances:
    """The exact chances of the game of that name."""
    return Chances(name)
