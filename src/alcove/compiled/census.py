"""Random games, counted: how long they are, how many moves there are on the way, and how large the tree is.

This module is made once for each game by `instance_for`, with `kernel` bound to the game's kernel module. Draws that
follow from a game's history (repetitions) are not looked at, as no kernel knows history; `census` counts the games in
which some position came a third time, so that one can see how little that matters.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING
from alcove.jit.compile import compiled
from alcove.jit.random import Generator, below, seed_generator

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs

N_TOTALS = 5
"""What `census` counts: games, wins of seat 0, draws, wins of seat 1, games with a position that came three times."""


@compiled
def play(
    state: npt.NDArray[np.uint8], generator: Generator, choices: npt.NDArray[np.int32], keys: npt.NDArray[np.int64]
) -> int:
    """Play random moves to the end, in place, and return how many. `choices` gets the number of legal moves of every
    position on the way, `keys` the positions."""
    actions = np.empty(kernel.MAX_MOVES, np.int32)
    undo = np.empty(kernel.UNDO_SIZE, np.int64)
    for plies in range(kernel.MAX_PLIES):
        n = kernel.moves(state, actions)
        if n == 0:
            return plies
        choices[plies] = n
        keys[plies] = kernel.key(state)
        kernel.make(state, actions[below(generator, n)], undo)
    return kernel.MAX_PLIES


@compiled
def final(start: npt.NDArray[np.uint8], number: int, seed: int) -> npt.NDArray[np.uint8]:
    """The end of random game number `number` of a seed."""
    generator = np.zeros(1, np.uint64)
    seed_generator(generator, seed, number)
    state = start.copy()
    play(state, generator, np.empty(kernel.MAX_PLIES, np.int32), np.empty(kernel.MAX_PLIES, np.int64))
    return state


@compiled
def census(
    start: npt.NDArray[np.uint8],
    first: int,
    games: int,
    seed: int,
    totals: npt.NDArray[np.int64],
    lengths: npt.NDArray[np.int64],
    branching: npt.NDArray[np.int64],
    seen: npt.NDArray[np.int64],
    lines: npt.NDArray[np.float64],
) -> None:
    """Random games number `first` to `first + games − 1` of a seed, each on its own stream of luck, added to the counts.

    `lengths[n]`: games of n plies. `branching[n]`: positions with n legal moves. `seen[0, ply]` and `seen[1, ply]`:
    positions at that ply, and their legal moves. `lines[d]`: Knuth's estimate of the lines of d plies, summed over the
    games: the product of the numbers of moves on the way. Its last place is that product to the end of the game, an
    estimate of the number of whole games.
    """
    generator = np.zeros(1, np.uint64)
    state = np.empty_like(start)
    choices = np.empty(kernel.MAX_PLIES, np.int32)
    keys = np.empty(kernel.MAX_PLIES, np.int64)
    deepest = len(lines) - 2
    for number in range(first, first + games):
        seed_generator(generator, seed, number)
        state[:] = start
        plies = play(state, generator, choices, keys)
        lengths[plies] += 1
        product = 1.0
        lines[0] += product
        for ply in range(plies):
            branching[choices[ply]] += 1
            seen[0, ply] += 1
            seen[1, ply] += choices[ply]
            product *= choices[ply]
            if ply < deepest:
                lines[ply + 1] += product
        lines[deepest + 1] += product
        result = kernel.result(state)
        totals[0] += 1
        totals[2 - (DRAW if result == ONGOING else result)] += 1  # 1, 2 or 3
        if _comes_three_times(keys[:plies]):
            totals[4] += 1


@compiled
def _comes_three_times(keys: npt.NDArray[np.int64]) -> bool:
    ordered = np.sort(keys)
    return np.any(ordered[2:] == ordered[:-2])
