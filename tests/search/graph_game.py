"""A game that is nothing but a small graph, cycles and all, as a kernel: what loops do to a search can be counted out here.

A piece walks along edges; a node may end the game. A packed state holds the whole graph, the piece's node and the side.
"""

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.jit.compile import lean

Packed = npt.NDArray[np.uint8]

N_NODES, MAX_EDGES = 24, 3
SIDE, NODE, GRAPH = (
    0,
    1,
    2,
)  # of a state's bytes; then for each node how it ends (or ONGOING), its edges' number, its edges
ROW = 2 + MAX_EDGES
STATE_SIZE = GRAPH + N_NODES * ROW
UNDO_SIZE, MAX_MOVES = 1, MAX_EDGES
ENDS = (SEAT_0_WINS, SEAT_1_WINS, DRAW)


def random_graph(rng: random.Random) -> Packed:
    """A graph with a few ends, and the piece on a node that is none."""
    state = np.zeros(STATE_SIZE, np.uint8)
    for node in range(N_NODES):
        row = GRAPH + node * ROW
        state[row] = rng.choice(ENDS) + 1 if node >= N_NODES - 6 else ONGOING + 1
        targets = rng.sample(range(N_NODES), rng.randint(1, MAX_EDGES))
        state[row + 1 : row + 2 + len(targets)] = [len(targets), *targets]
    state[SIDE] = rng.randrange(2)
    return state


@lean
def to_move(state: Packed) -> int:
    return int(state[SIDE])


@lean
def key(state: Packed) -> int:
    return (int(state[NODE]) * 2 + int(state[SIDE]) + 1) * 0x1E3779B97F4A7C


@lean
def result(state: Packed) -> int:
    return int(state[GRAPH + int(state[NODE]) * ROW]) - 1


@lean
def count_moves(state: Packed) -> int:
    return int(state[GRAPH + int(state[NODE]) * ROW + 1]) if result(state) == ONGOING else 0


@lean
def moves(state: Packed, actions: npt.NDArray[np.int32]) -> int:
    for i in range(count_moves(state)):
        actions[i] = state[GRAPH + int(state[NODE]) * ROW + 2 + i]
    return count_moves(state)


@lean
def make(state: Packed, action: int, undo: npt.NDArray[np.int64]) -> None:
    undo[0] = state[NODE]
    state[NODE] = action
    state[SIDE] ^= 1


@lean
def unmake(state: Packed, action: int, undo: npt.NDArray[np.int64]) -> None:
    state[NODE] = undo[0]
    state[SIDE] ^= 1


def truth(state: Packed) -> str:
    """How the game ends, backwards from its ends: who can force an end within any number of plies; else it is a draw."""
    graph: Any = state[GRAPH:].reshape(N_NODES, ROW)
    worth = {}
    for node in range(N_NODES):
        end = int(graph[node, 0]) - 1
        if end != ONGOING:
            worth.update({(node, 0): end, (node, 1): -end})
    changed = True
    while changed:
        changed = False
        for node, side in ((node, side) for node in range(N_NODES) for side in (0, 1)):
            if (node, side) in worth:
                continue
            after = [worth.get((int(target), 1 - side)) for target in graph[node, 2 : 2 + graph[node, 1]]]
            found = 1 if -1 in after else -1 if all(value == 1 for value in after) else None
            if found is not None:
                worth[node, side], changed = found, True
    return {1: "win", 0: "draw", -1: "loss"}[worth.get((int(state[NODE]), int(state[SIDE])), 0)]
