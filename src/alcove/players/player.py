"""A player chooses moves from what its seat may see, and from nothing else."""

import random
from typing import Protocol, runtime_checkable

from alcove.core.game import Move, View


@runtime_checkable
class Player(Protocol):
    """Whoever can sit in a seat and choose a move."""

    name: str

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.legal_moves()`. All luck comes from `rng`, so that a game can be played again."""
        ...


class Random:
    """Plays any legal move, each as likely as the next."""

    name = "random"

    def choose(self, view: View, rng: random.Random) -> Move:
        moves: tuple[Move, ...] = view.legal_moves()
        return rng.choice(moves)
