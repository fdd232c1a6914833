"""What the tests of this folder run on: our own games with every option."""

from functools import cache

import pytest

import alcove
from alcove.contract.subject import Subject, variants
from alcove.core.registry import ours


@cache
def play_at_random(name: str, variant: int, seed: int) -> Subject:
    game = alcove.game(name)
    return Subject.of(game, variants(game)[variant], seed)


SUBJECTS = [
    pytest.param((name, number), id=f"{name} {number}")
    for name in ours()
    for number in range(len(variants(alcove.game(name))))
]


@pytest.fixture(params=SUBJECTS)
def played(request: pytest.FixtureRequest) -> Subject:
    """One random game of each game and each option."""
    return play_at_random(*request.param, seed=1)
