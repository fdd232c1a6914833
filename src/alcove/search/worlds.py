"""Monte Carlo tree search over sampled worlds, for games with secrets that everybody shares.

What one seat knows all know, so a node of the tree is a *public* position, and the game a walk among those: a ply, then
luck shows what it uncovers. Each simulation deals a world that fits the root, and walks down the tree by what players
would know on the way; it never chooses by what only that world says. So no move is overvalued for luck that a player
cannot count on, as it is where every world is searched with open cards. A simulation ends in a whole game, played by
the evaluation's own judgement, which sees public facts alone.

Made once for each game by `instance_for`, with two names bound:

- `kernel`: deal, play, result, public_key (see games/kernels.py for the rest);
- `evaluation`: `rate(state, actions, scores, sketch)` writes the legal plies and how promising they look; `new_sketch`
  makes its work space; `worth(state)` tells what a finished game is worth to seat 0, 1 for a win and 0 for a loss;
  `is_rival(state)` tells whether the seat to move wants the opposite; and the numbers that steer the search: `WIDTH`
  (how many plies of a position are followed), `PRIOR_TEMPERATURE` (how sharply ratings steer) and `EXPLORATION`.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from alcove.jit.compile import lean
from alcove.jit.random import Generator

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
evaluation: Any = globals()["evaluation"]

FIRST_PLAY_LOSS = 0.05
"""How much worse than its node a ply nobody has tried is taken to be."""
MAX_LINE = 256
USED_NODES, USED_EDGES = 0, 1

Packed = npt.NDArray[np.uint8]


class Tree(NamedTuple):
    """Public positions and the plies from them. Worths are sums, seen by seat 0."""

    table: npt.NDArray[np.int32]  # node + 1, found by key
    keys: npt.NDArray[np.int64]  # of each node
    first_edge: npt.NDArray[np.int32]
    n_edges: npt.NDArray[np.int32]
    node_visits: npt.NDArray[np.int32]
    node_worths: npt.NDArray[np.float64]
    is_rival: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.int32]  # of each edge
    priors: npt.NDArray[np.float32]
    visits: npt.NDArray[np.int32]
    worths: npt.NDArray[np.float64]
    used: npt.NDArray[np.int64]  # how many nodes and edges
    path_nodes: npt.NDArray[np.int32]  # of the simulation under way
    path_edges: npt.NDArray[np.int32]


class Work(NamedTuple):
    """One thread's own arrays."""

    state: Packed
    actions: npt.NDArray[np.int32]
    scores: npt.NDArray[np.float64]


def new_tree(megabytes: int) -> Tree:
    """An empty tree of about that size."""
    edges = megabytes * 1_048_576 // 30
    nodes = max(edges // evaluation.WIDTH, 64)
    return Tree(
        np.zeros(1 << (2 * nodes).bit_length(), np.int32),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.uint8),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.float64),
        np.zeros(2, np.int64),
        np.zeros(MAX_LINE, np.int32),
        np.zeros(MAX_LINE, np.int32),
    )


def new_work() -> Work:
    return Work(np.zeros(kernel.STATE_SIZE, np.uint8), np.zeros(kernel.MAX_MOVES, np.int32), np.zeros(kernel.MAX_MOVES))


@lean
def find(tree: Tree, key: int) -> int:
    """The node of a public position, or −1."""
    mask = np.uint64(tree.table.shape[0] - 1)
    at = np.uint64(key) & mask
    while tree.table[at]:
        node = tree.table[at] - 1
        if tree.keys[node] == key:
            return node
        at = (at + np.uint64(1)) & mask
    return -1


@lean
def _add(tree: Tree, key: int) -> int:
    """A new node without edges, which must not be in the table yet; −1 if the tree is full."""
    node = tree.used[USED_NODES]
    if node == tree.keys.shape[0]:
        return -1
    tree.used[USED_NODES] = node + 1
    tree.keys[node] = key
    tree.first_edge[node], tree.n_edges[node], tree.node_visits[node] = 0, 0, 0
    tree.node_worths[node] = 0.0
    mask = np.uint64(tree.table.shape[0] - 1)
    at = np.uint64(key) & mask
    while tree.table[at]:
        at = (at + np.uint64(1)) & mask
    tree.table[at] = node + 1
    return node


@lean
def _expand(state: Packed, tree: Tree, node: int, width: int, work: Work, sketch: Any) -> None:
    """Give a node the `width` plies that look best, with priors by how they look; a full tree grows no more."""
    n = evaluation.rate(state, work.actions, work.scores, sketch)
    kept = min(n, width)
    first = tree.used[USED_EDGES]
    if kept == 0 or first + kept > tree.actions.shape[0]:
        return
    top, total = 0.0, 0.0
    for i in range(kept):
        best = i
        for k in range(i + 1, n):
            if work.scores[k] > work.scores[best]:
                best = k
        score, action = work.scores[best], work.actions[best]
        work.scores[best], work.actions[best] = work.scores[i], work.actions[i]
        if i == 0:
            top = score
        prior = math.exp(max((score - top) / evaluation.PRIOR_TEMPERATURE, -30.0))
        edge = first + i
        tree.actions[edge], tree.priors[edge] = action, prior
        tree.visits[edge], tree.worths[edge] = 0, 0.0
        total += prior
    for edge in range(first, first + kept):
        tree.priors[edge] /= total
    tree.first_edge[node], tree.n_edges[node] = first, kept
    tree.is_rival[node] = evaluation.is_rival(state)
    tree.used[USED_EDGES] = first + kept


@lean
def plant(root: Packed, tree: Tree, work: Work, sketch: Any) -> int:
    """The node of the root, with all its plies; what an earlier search found out about some of them is kept."""
    key = kernel.public_key(root)
    node = find(tree, key)
    if node < 0:
        node = _add(tree, key)
    first, count = tree.first_edge[node], tree.n_edges[node]
    if count < kernel.count_moves(root):
        _expand(root, tree, node, kernel.MAX_MOVES, work, sketch)
        for old in range(first, first + count):
            for edge in range(tree.first_edge[node], tree.first_edge[node] + tree.n_edges[node]):
                if tree.actions[edge] == tree.actions[old]:
                    tree.visits[edge], tree.worths[edge] = tree.visits[old], tree.worths[old]
    return node


@lean
def _select(tree: Tree, node: int) -> int:
    """The edge to follow: worth so far, and the more curiosity the likelier the ply and the less it was tried."""
    node_visits = max(tree.node_visits[node], 1)
    mean = tree.node_worths[node] / node_visits
    is_rival = tree.is_rival[node] != 0
    untried = (1.0 - mean if is_rival else mean) - FIRST_PLAY_LOSS
    curiosity = evaluation.EXPLORATION * math.sqrt(node_visits)
    first = tree.first_edge[node]
    best, best_score = first, -1e9
    for edge in range(first, first + tree.n_edges[node]):
        visits = tree.visits[edge]
        worth = untried
        if visits:
            worth = tree.worths[edge] / visits
            if is_rival:
                worth = 1.0 - worth
        score = worth + curiosity * tree.priors[edge] / (1 + visits)
        if score > best_score:
            best, best_score = edge, score
    return best


@lean
def _walk(tree: Tree, depth: int, work: Work, sketch: Any) -> int:
    """Walk from the root to a position that is new to the tree, which is added; returns the length of the path.

    The last node of the path has no edge to follow yet (−1), unless the tree is full or deep enough.
    """
    state, length = work.state, 0
    while length < MAX_LINE:
        key = kernel.public_key(state)
        node = find(tree, key)
        if node < 0:
            node = _add(tree, key) if length < depth else -1
            if node >= 0:
                _expand(state, tree, node, evaluation.WIDTH, work, sketch)
                tree.path_nodes[length], tree.path_edges[length] = node, -1
                length += 1
            return length
        if tree.n_edges[node] == 0:
            tree.path_nodes[length], tree.path_edges[length] = node, -1
            return length + 1
        edge = _select(tree, node)
        tree.path_nodes[length], tree.path_edges[length] = node, edge
        length += 1
        kernel.play(state, tree.actions[edge])
    return length


@lean
def _play_out(state: Packed, work: Work, sketch: Any) -> None:
    """Play on to the end, each ply the one that looks best."""
    while True:
        n = evaluation.rate(state, work.actions, work.scores, sketch)
        if n == 0:
            return
        best = 0
        for i in range(1, n):
            if work.scores[i] > work.scores[best]:
                best = i
        kernel.play(state, work.actions[best])


@lean
def simulate(
    root: Packed,
    tree: Tree,
    work: Work,
    sketch: Any,
    simulations: int,
    depth: int,
    generator: Generator,
    stop: npt.NDArray[np.uint8],
) -> int:
    """Run simulations until their number is reached or `stop` is raised; returns how many were run.

    The root is a packed view, and has been planted; the tree grows at most `depth` plies deep.
    """
    done = 0
    while done < simulations and not stop[0]:
        for i in range(root.shape[0]):
            work.state[i] = root[i]
        kernel.deal(work.state, generator)
        length = _walk(tree, depth, work, sketch)
        _play_out(work.state, work, sketch)
        worth = evaluation.worth(work.state)
        for i in range(length):
            node, edge = tree.path_nodes[i], tree.path_edges[i]
            tree.node_visits[node] += 1
            tree.node_worths[node] += worth
            if edge >= 0:
                tree.visits[edge] += 1
                tree.worths[edge] += worth
        done += 1
    return done
