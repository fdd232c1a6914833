"""What a search remembers: the transposition table, move-ordering statistics, the history of the game, and the stop flag.

Plain arrays in a named tuple, so that compiled searches in several threads share them and Python can look in.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.jit.vectors import FEW, ROW

MAX_PLY = 96
"""The deepest line a search follows, quiescence included."""

N_HISTORY = 1 << 14

NODES, NODE_LIMIT, TABLE_HITS = 0, 1, 2
N_COUNTERS = 4


class Memory(NamedTuple):
    """Shared by all threads of one search."""

    table_keys: npt.NDArray[np.int64]  # key ^ data, so that a torn write is a miss and not a lie
    table_data: npt.NDArray[np.int64]
    losing: npt.NDArray[np.int64]  # marks of (position, move) pairs that the game's history has made losing
    drawn: npt.NDArray[np.int64]  # keys of positions whose next occurrence is a draw
    stop: npt.NDArray[np.uint8]  # one byte: Python raises it, every search looks at it
    learnt: npt.NDArray[np.int16]  # the numbers of the network that judges; none with a hand-made evaluation
    generation: int  # the number of this search, stamped on what it puts into the table


class Paper(NamedTuple):
    """Where a network that judges reckons: see learnt.py."""

    listed: npt.NDArray[np.int32]
    sums: npt.NDArray[np.int16]
    hidden: npt.NDArray[np.int32]


class Workspace(NamedTuple):
    """One thread's own arrays."""

    actions: npt.NDArray[np.int32]  # a row of moves for each ply
    scores: npt.NDArray[np.int32]  # their ordering scores
    undos: npt.NDArray[np.int64]
    frames: npt.NDArray[np.int64]  # the search's own stack: see alphabeta.py
    keys: npt.NDArray[np.int64]  # the positions of the current line
    line: npt.NDArray[np.int32]  # principal variations, one row a ply
    line_length: npt.NDArray[np.int64]
    history: npt.NDArray[np.int32]
    killers: npt.NDArray[np.int32]
    counters: npt.NDArray[np.int64]
    paper: Paper


NOTHING_LEARNT = np.zeros(0, np.int16)


def new_memory(
    megabytes: int, losing: list[int], drawn: list[int], learnt: npt.NDArray[np.int16] = NOTHING_LEARNT
) -> Memory:
    """Empty memory with a table of about that size."""
    entries = 1 << max(10, (megabytes * 1_048_576 // 16).bit_length() - 1)
    return Memory(
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.array(sorted(losing), np.int64),
        np.array(sorted(drawn), np.int64),
        np.zeros(1, np.uint8),
        learnt,
        0,
    )


def new_paper(most_listed: int) -> Paper:
    """Paper for a network with at most so many features at once."""
    return Paper(np.zeros(most_listed, np.int32), np.zeros(ROW, np.int16), np.zeros(FEW, np.int32))


def new_workspace(max_moves: int, undo_size: int, n_frame: int, most_listed: int = 0) -> Workspace:
    """Empty arrays for one thread."""
    return Workspace(
        np.zeros((MAX_PLY, max_moves), np.int32),
        np.zeros((MAX_PLY, max_moves), np.int32),
        np.zeros((MAX_PLY, undo_size), np.int64),
        np.zeros((MAX_PLY, n_frame), np.int64),
        np.zeros(MAX_PLY, np.int64),
        np.zeros((MAX_PLY, MAX_PLY), np.int32),
        np.zeros(MAX_PLY, np.int64),
        np.zeros((2, N_HISTORY), np.int32),
        np.zeros((MAX_PLY, 2), np.int32),
        np.zeros(N_COUNTERS, np.int64),
        new_paper(most_listed),
    )
