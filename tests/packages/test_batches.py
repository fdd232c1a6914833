"""A package's game plays in batches by its own rooms, or says what it lacks."""

import subprocess
import sys
from pathlib import Path

from .conftest import ROOT, environment

PLAY = """
import numpy as np
import alcove, alcove.batch

batch = alcove.batch.make("clobber", count=8, seed=2, size="8x8", threads=1)
states, ended = [batch.game.initial(size="8x8") for _ in range(8)], 0
for _ in range(120):
    actions = batch.sample().copy()
    for index in range(8):
        moves = batch.moves(index)
        assert set(moves.values()) == set(states[index].legal_moves())
        own = np.array([piece == states[index].sign for piece in states[index].pieces])
        assert batch.current.observation[index, 0].sum() == own.sum()
        assert batch.current.observation[index, 2].sum() == 64
        states[index] = states[index].play(moves[int(actions[index])])
    step = batch.step(actions)
    for index in range(8):
        outcome = states[index].outcome()
        assert step.terminated[index] == (outcome is not None)
        if outcome is not None:
            assert step.rewards[index, outcome.winner] == 1
            states[index], ended = batch.game.initial(size="8x8"), ended + 1
assert ended > 8
try:
    alcove.batch.make("hexes")
except alcove.AlcoveError as error:
    print(error)
"""


def test_a_package_plays_in_batches(site: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=environment(site, data=tmp_path / "data"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "Hex has no kernel (kernel.py)\n"
