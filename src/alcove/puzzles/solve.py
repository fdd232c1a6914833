"""Exact answers, by looking at everything: forced wins, the results of endings, and chances over all possible deals."""

import math
from fractions import Fraction
from functools import cache
from typing import Any

from alcove.core.game import State
from alcove.games.kernels import kernel
from alcove.games.rooms import rooms
from alcove.jit import instance_for
from alcove.search.limits import NO_LIMIT
from alcove.search.memory import MAX_PLY, NODE_LIMIT, NODES, new_workspace
from alcove.search.reckoning import Reckoning


class TooLargeError(Exception):
    """A search would take more nodes than it was given; only whoever looks for puzzles sets such a limit."""


class Exhaustive:
    """Full-width search for games of two seats without secrets."""

    def __init__(self, name: str) -> None:
        self._kernel, evaluation = rooms(name).kernel, rooms(name).evaluation
        self._legal_moves = kernel(name).legal_moves
        self._search: Any = instance_for(name, "alcove.search.exhaustive", kernel=self._kernel, evaluation=evaluation)
        self._work = new_workspace(self._kernel.MAX_MOVES, self._kernel.UNDO_SIZE, self._search.N_FRAME)
        self.node_limit = NO_LIMIT
        """The most nodes of one question."""
        self.nodes_left = NO_LIMIT
        """The most nodes of all questions from now on."""

    def wins_within(self, state: State[Any], own_moves: int) -> bool:
        """Can the side to move force a win in at most this many moves of its own?"""
        return self._value(state, max(0, 2 * own_moves - 1), 0, 1) > 0

    def has_lost(self, state: State[Any]) -> bool:
        """Is the side to move already lost?"""
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

    The engine's own count (`alcove.search.chances`) gives a chance as the nearest number a computer has. With n pieces unseen
    it is a whole number of n!-ths, since each one that comes up is one of as many as are left: so the fraction is known.
    """

    def __init__(self, name: str) -> None:
        house = rooms(name)
        self._kernel = house.dealt_kernel
        self._reckoning = Reckoning(name, self._kernel, house.worlds_evaluation, house.unseen, megabytes=4)
        self.node_limit = NO_LIMIT

    def of_moves(self, state: State[Any]) -> dict[str, Fraction]:
        """Each legal ply with the chance it leaves, by public facts alone: the unseen pieces of `state` only tell which
        pieces are unseen."""
        packed, moves = self._kernel.pack(state), state.legal_moves()
        self._reckoning.forget()
        reckoned = self._reckoning.reckon(packed, len(moves), self.node_limit, None)
        if not reckoned.is_complete:
            raise TooLargeError
        parts = math.factorial(reckoned.unseen)
        chances = {str(move): reckoned.chances[self._kernel.action_of(packed, move)] for move in moves}
        return {move: Fraction(round(chance * parts), parts) for move, chance in chances.items()}


@cache
def exhaustive(name: str) -> Exhaustive:
    """The full-width search of the game of that name."""
    return Exhaustive(name)


@cache
def chances(name: str) -> Chances:
    """The exact chances of the game of that name."""
    return Chances(name)
