"""An environment and a batch show the same: what is learnt in one can be played in the other."""

from typing import Any

import numpy as np
import pytest

import alcove
from alcove.core.registry import ours
from alcove.spaces import space

batches: Any = pytest.importorskip("alcove.batch")


@pytest.mark.parametrize("name", ours())
def test_numbers_and_planes_are_those_of_batches(name: str) -> None:
    seen, game = space(name), alcove.game(name)
    batch = batches.make(name, count=2, seed=3, threads=1)
    states = [game.from_text(batch.state(index).to_text()) for index in range(2)]
    for _ in range(20):
        actions = batch.sample().copy()
        for index, state in enumerate(states):
            view = game.view(state, state.to_move)
            assert np.array_equal(seen.mask(view).astype(bool), batch.current.mask[index])
            assert np.array_equal(seen.planes(view), batch.current.observation[index])
            states[index] = state.play(seen.move(view, int(actions[index])))
        batch.step(actions)
        if any(state.outcome() is not None for state in states):
            break
