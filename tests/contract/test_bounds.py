"""Kernels stay within their arrays: some contract games of each once more, with every index checked."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import alcove
from alcove.contract.subject import variants
from alcove.core.registry import ours
from alcove.games.kernels import kernel

IS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"


@pytest.mark.skipif(IS_CHECKED, reason="this is the process that was started to look")
def test_no_kernel_leaves_its_arrays() -> None:
    here = Path(__file__).parent
    control = f"{__file__}::test_the_checks_are_on"
    games = [str(here / "test_games.py"), "-k", "kernel_agrees_with_the_law or test_the_checks_are_on"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *games, control],
        env=dict(os.environ, NUMBA_BOUNDSCHECK="1"),
        cwd=here.parents[1],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    expected = 1 + sum(len(variants(alcove.game(name))) for name in ours())
    assert f"{expected} passed" in done.stdout


@pytest.mark.skipif(not IS_CHECKED, reason="only the process above checks")
def test_the_checks_are_on() -> None:
    """A list of moves that is too short; behind it there is room, so that nothing breaks if nobody looks."""
    state, room = alcove.game("avalam").initial(), np.empty(400, np.int32)
    with pytest.raises(IndexError):
        kernel("avalam").module.moves(kernel("avalam").pack(state), room[:1])
