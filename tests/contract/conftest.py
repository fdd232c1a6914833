"""What the contract suite runs on: every game of `alcove.games()` with every option, so a new game needs no line here.

The rules are judged in this folder's test_*.py by the protocol alone; kernels are compared with them in test_kernels.py.
"""

import random
from functools import cache
from typing import Any, NamedTuple

import pytest

import alcove
from alcove.core.game import Game, State

from .options import variants

MOST_PLIES = 150


class Played(NamedTuple):
    """A game played at random: `states[n]` is the state after n of the `moves`."""

    game: Game
    options: dict[str, Any]
    states: tuple[State[Any], ...]
    moves: tuple[Any, ...]

    @property
    def sample(self) -> tuple[State[Any], ...]:
        """The first, the last and some states in between."""
        return (*self.states[:: max(1, len(self.states) // 12)], self.states[-1])

    def at(self, state: State[Any]) -> State[Any]:
        """A state of the same game read from its text."""
        return self.game.from_text(state.to_text(), **self.options)


@cache
def play_at_random(name: str, variant: int, seed: int) -> Played:
    game, options = alcove.game(name), variants(name)[variant]
    rng = random.Random(f"{name} {variant} {seed}")
    luck = {"seed": seed} if game.luck(game.initial()) else {}
    states = [game.initial(**luck, **options)]
    moves: list[Any] = []
    while len(moves) < MOST_PLIES and (legal := states[-1].legal_moves()):
        moves.append(rng.choice(legal))
        states.append(states[-1].play_unchecked(moves[-1]))
    return Played(game, options, tuple(states), tuple(moves))


def _title(options: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items()) or "default"


SUBJECTS = [
    pytest.param((name, number), id=f"{name} {_title(options)}")
    for name in alcove.games()
    for number, options in enumerate(variants(name))
]


@pytest.fixture(params=SUBJECTS)
def played(request: pytest.FixtureRequest) -> Played:
    """One random game of each game and each option."""
    return play_at_random(*request.param, seed=1)


@pytest.fixture(params=alcove.games())
def game(request: pytest.FixtureRequest) -> Game:
    return alcove.game(request.param)
