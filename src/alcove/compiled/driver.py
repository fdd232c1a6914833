"""Whole batches inside one compiled call, for any kernel.

This module is made once for each game by `instance_for`, with `kernel` bound to the game's kernel module.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING
from alcove.jit.compile import compiled, lean
from alcove.jit.random import seed_generator

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs

N_TOTALS = 5
"""What `playouts` counts: games, plies, wins of seat 0, draws (and games given up as too long), wins of seat 1."""


@lean
def _last_two_plies(state: npt.NDArray[np.uint8], actions: npt.NDArray[np.int32], undo: npt.NDArray[np.int64]) -> int:
    """Lines of two plies, the second counted in bulk. A function of its own, as cutting rows out of arrays costs as
    much as a move."""
    count = 0
    for i in range(kernel.moves(state, actions)):
        kernel.make(state, actions[i], undo)
        count += kernel.count_moves(state)
        kernel.unmake(state, actions[i], undo)
    return count


@compiled
def perft(state: npt.NDArray[np.uint8], depth: int) -> int:
    """Lines of exactly `depth` plies, the last ply counted in bulk. `state` comes back as it was."""
    if depth == 0:
        return 1
    if depth == 1:
        return kernel.count_moves(state)
    actions = np.empty((depth, kernel.MAX_MOVES), np.int32)
    undos = np.empty((depth, kernel.UNDO_SIZE), np.int64)
    n_moves = np.zeros(depth, np.int64)
    next_move = np.zeros(depth, np.int64)
    last_level = depth - 2
    if last_level == 0:
        return _last_two_plies(state, actions[0], undos[0])
    level = 0
    n_moves[0] = kernel.moves(state, actions[0])
    count = 0
    while True:
        if next_move[level] == n_moves[level]:
            if level == 0:
                return count
            level -= 1
            kernel.unmake(state, actions[level, next_move[level] - 1], undos[level])
            continue
        action = actions[level, next_move[level]]
        next_move[level] += 1
        kernel.make(state, action, undos[level])
        if level + 1 == last_level:
            count += _last_two_plies(state, actions[last_level], undos[last_level])
            kernel.unmake(state, action, undos[level])
        else:
            level += 1
            n_moves[level] = kernel.moves(state, actions[level])
            next_move[level] = 0


@compiled
def playouts(start: npt.NDArray[np.uint8], first: int, games: int, seed: int, totals: npt.NDArray[np.int64]) -> None:
    """Random games number `first` to `first + games − 1` of a seed, each on its own stream of luck, added to `totals`.

    So the totals do not depend on how the games are shared out among threads.
    """
    generator = np.zeros(1, np.uint64)
    state = np.empty_like(start)
    for number in range(first, first + games):
        seed_generator(generator, seed, number)
        state[:] = start
        totals[1] += kernel.playout(state, generator)
        result = kernel.result(state)
        totals[3 - (DRAW if result == ONGOING else result)] += 1  # 2, 3 or 4
        totals[0] += 1
