"""Every line of play, to a fixed number of plies: slow, and right. For any game of two seats that take turns ply by ply.

A value is what `evaluation.outcome_score` says of finished games, seen by the side to move; a game that is not finished
after the last ply counts 0, as a draw does. So a position is a forced win within n plies exactly if its value is above 0,
and with enough plies for the game to end the value is the result under best play. Nothing is estimated, remembered or
left out: only alpha-beta cuts, which cannot change a value inside the window, save time. Moves are tried in the order the
evaluation likes, which cannot change it either.

Made once for each game by `instance_for`, with `kernel` and `evaluation` bound (see alphabeta.py).
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import ONGOING
from alcove.jit.compile import lean
from alcove.search.memory import MAX_PLY, NODE_LIMIT, NODES, Workspace

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
evaluation: Any = globals()["evaluation"]

INFINITE = 120_000
ABORTED = 130_000
"""Returned by a search that met its node limit; nothing it found counts."""

ALPHA, BETA, BEST, INDEX, COUNT, ACTION = range(6)
N_FRAME = 6


@lean
def _enter(state: npt.NDArray[np.uint8], work: Workspace, ply: int, last: int) -> bool:
    """A new node: is its value known at once? Else its moves stand in order."""
    frame = work.frames[ply]
    work.counters[NODES] += 1
    result = kernel.result(state)
    if result != ONGOING:
        frame[BEST] = evaluation.outcome_score(state, result)
        return True
    if ply == last:
        frame[BEST] = 0
        return True
    frame[BEST], frame[INDEX] = -INFINITE, 0
    frame[COUNT] = kernel.moves(state, work.actions[ply])
    if ply < last - 1:  # just above the leaves sorting costs more than it saves
        evaluation.order(state, work.actions[ply], frame[COUNT], work.scores[ply])
    else:
        for i in range(frame[COUNT]):
            work.scores[ply, i] = 0
    return False


@lean
def _next_action(work: Workspace, ply: int) -> int:
    """The most promising of the moves not yet tried."""
    first, count = work.frames[ply, INDEX], work.frames[ply, COUNT]
    best = first
    for i in range(first + 1, count):
        if work.scores[ply, i] > work.scores[ply, best]:
            best = i
    action = work.actions[ply, best]
    work.actions[ply, best], work.scores[ply, best] = work.actions[ply, first], work.scores[ply, first]
    work.frames[ply, INDEX] = first + 1
    return action


@lean
def value(state: npt.NDArray[np.uint8], plies: int, alpha: int, beta: int, work: Workspace) -> int:
    """The value of `state` to the side to move: exact inside the window, a bound at its edges. `state` comes back as it was."""
    frames, last = work.frames, min(plies, MAX_PLY - 1)
    frames[0, ALPHA], frames[0, BETA] = alpha, beta
    ply = 0
    is_known = _enter(state, work, 0, last)
    while True:
        frame = frames[ply]
        if is_known or frame[INDEX] == frame[COUNT] or frame[ALPHA] >= frame[BETA]:
            if ply == 0:
                return frame[BEST]
            ply -= 1
            above = frames[ply]
            kernel.unmake(state, above[ACTION], work.undos[ply])
            above[BEST] = max(above[BEST], -frame[BEST])
            above[ALPHA] = max(above[ALPHA], above[BEST])
            is_known = False
        elif work.counters[NODES] >= work.counters[NODE_LIMIT]:
            for above_ply in range(ply - 1, -1, -1):
                kernel.unmake(state, frames[above_ply, ACTION], work.undos[above_ply])
            return ABORTED
        else:
            frame[ACTION] = _next_action(work, ply)
            kernel.make(state, frame[ACTION], work.undos[ply])
            ply += 1
            frames[ply, ALPHA], frames[ply, BETA] = -frame[BETA], -frame[ALPHA]
            is_known = _enter(state, work, ply, last)
