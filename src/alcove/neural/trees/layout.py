"""The arrays of many games and their trees, side by side: the first index is always the game.

A tree grows one node a simulation. The *edges* of a node are its legal moves, next to each other; those that have been
followed come first, so a search looks at few of them. Values are from −1 to 1.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.jit.random import seed_generator

MAX_LINE = 256
"""The longest path from a root to a leaf; a longer one counts as a draw."""
MOST_PAST = 128
"""How many of the moves that could come back a game remembers; older ones are forgotten."""
MOST_LISTED = 512
"""Of how many moves of a position a network tells its share; games have positions with more, but hardly ever meet them. What is
left gets next to nothing."""
MOST_CONSIDERED = 16
"""Among how many moves of a root simulations are shared out in self-play."""


class Trees(NamedTuple):
    """The searches of all games. A leaf waits for the network's answer between two steps."""

    roots: npt.NDArray[np.uint8]  # packed positions
    past: npt.NDArray[np.int64]  # marks of the moves played since something happened that cannot be undone, in a ring
    n_past: npt.NDArray[np.int32]
    luck: npt.NDArray[np.uint64]  # a generator a game, so that threads change nothing
    # nodes
    first_edge: npt.NDArray[np.int32]
    n_edges: npt.NDArray[np.int32]  # 0: the game is over there
    n_seen: npt.NDArray[np.int32]
    visits: npt.NDArray[np.int32]
    value: npt.NDArray[np.float32]  # as the network judged it, for the side to move there
    # edges
    action: npt.NDArray[np.int32]
    prior: npt.NDArray[np.float32]
    count: npt.NDArray[np.int32]
    total: npt.NDArray[np.float32]  # sum of values, for the side that moves
    child: npt.NDArray[np.int32]
    # the simulation under way
    path: npt.NDArray[np.int32]  # its edges
    path_node: npt.NDArray[np.int32]  # the nodes they leave from
    path_length: npt.NDArray[np.int32]
    leaf: npt.NDArray[np.int32]
    leaf_side: npt.NDArray[np.int32]
    place: npt.NDArray[np.int16]  # where the policy has each of its moves
    origin: npt.NDArray[np.int16]  # where it has their origins, if these are a question of their own; else −1
    used_nodes: npt.NDArray[np.int32]
    used_edges: npt.NDArray[np.int32]
    # the root in self-play: the first edges are the considered ones
    score: npt.NDArray[np.float32]  # their log prior with its noise
    n_considered: npt.NDArray[np.int32]


class Records(NamedTuple):
    """The games played so far, ply by ply, until they are over."""

    seen: npt.NDArray[np.uint8]  # the bytes of a look
    policy: npt.NDArray[np.uint16]  # what the search makes of the network's policy, in 65535ths
    owners: npt.NDArray[np.uint8]  # ply, by which seat they are seen, square
    worth: npt.NDArray[np.float32]  # seat 0's, as the search found it
    side: npt.NDArray[np.int8]
    length: npt.NDArray[np.int32]
    result: npt.NDArray[np.int8]  # seat 0's, once it is over; a game that is broken off is a draw
    lead: npt.NDArray[np.int32]  # seat 0's material if the game was broken off, else 0
    is_broken_off: npt.NDArray[np.bool_]


def new_trees(kernel_sizes: tuple[int, int], games: int, nodes: int, edges: int, seed: int) -> Trees:
    """Empty trees; `kernel_sizes` are the size of a state and the most moves of one."""
    state_size, most_moves = kernel_sizes
    luck = np.zeros((games, 1), np.uint64)
    for number in range(games):
        seed_generator(luck[number], seed, number)
    room = edges + most_moves

    def ints(*shape: int) -> npt.NDArray[np.int32]:
        return np.zeros((games, *shape), np.int32)

    def reals(*shape: int) -> npt.NDArray[np.float32]:
        return np.zeros((games, *shape), np.float32)

    return Trees(
        roots=np.zeros((games, state_size), np.uint8),
        past=np.zeros((games, MOST_PAST), np.int64),
        n_past=ints(),
        luck=luck,
        first_edge=ints(nodes),
        n_edges=ints(nodes),
        n_seen=ints(nodes),
        visits=ints(nodes),
        value=reals(nodes),
        action=ints(room),
        prior=reals(room),
        count=ints(room),
        total=reals(room),
        child=ints(room),
        path=ints(MAX_LINE),
        path_node=ints(MAX_LINE),
        path_length=ints(),
        leaf=ints(),
        leaf_side=ints(),
        place=np.zeros((games, min(most_moves, MOST_LISTED)), np.int16),
        origin=np.zeros((games, min(most_moves, MOST_LISTED)), np.int16),
        used_nodes=ints(),
        used_edges=ints(),
        score=reals(MOST_CONSIDERED),
        n_considered=ints(),
    )


def new_records(look_size: int, n_policy: int, n_squares: int, games: int, plies: int) -> Records:
    """Records of games that have not begun."""
    return Records(
        seen=np.zeros((games, plies, look_size), np.uint8),
        policy=np.zeros((games, plies, n_policy), np.uint16),
        owners=np.zeros((games, plies + 1, 2, n_squares), np.uint8),
        worth=np.zeros((games, plies), np.float32),
        side=np.zeros((games, plies), np.int8),
        length=np.zeros(games, np.int32),
        result=np.zeros(games, np.int8),
        lead=np.zeros(games, np.int32),
        is_broken_off=np.zeros(games, np.bool_),
    )


def halving(simulations: int) -> npt.NDArray[np.int32]:
    """How simulations are shared out by sequential halving: row m tells, for m considered moves and each simulation, how
    often the move to be followed has been followed before. So the search needs no book of who is still considered: a
    move that has fallen behind never has that count again."""
    table = np.zeros((MOST_CONSIDERED + 1, max(simulations, 1)), np.int32)
    for considered in range(1, MOST_CONSIDERED + 1):
        rounds = max(1, math.ceil(math.log2(considered)))
        counts, left = [0] * considered, considered
        wanted: list[int] = []
        while len(wanted) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                wanted += counts[:left]
                counts[:left] = [count + 1 for count in counts[:left]]
            left = max(min(2, considered), left // 2)
        table[considered, :simulations] = wanted[:simulations]
    return table
