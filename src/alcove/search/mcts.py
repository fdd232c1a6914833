"""Monte Carlo tree search with priors (PUCT), for any kernel whose seats take turns ply by ply.

Made once for each game by `instance_for`, with `kernel` and `evaluation` bound. Besides what alpha-beta asks of it,
the evaluation gives `PRIOR_TEMPERATURE` (how sharply `order` steers) and `VALUE_SCALE` (how a score becomes a chance
of winning). A simulation ends in a random game, in a static evaluation, or in a mixture of both: `rollout_share`.

`select`, `expand` and `back_up` are separate, so that a network can stand where the static evaluation stands.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import ONGOING
from alcove.jit.compile import compiled
from alcove.jit.random import Generator
from alcove.search.tree import MAX_LINE, USED, Tree

kernel: Any = globals()["kernel"]  # bound by instance_for before this line runs
evaluation: Any = globals()["evaluation"]

FIRST_PLAY_LOSS = 0.15
"""How much worse than its parent a move nobody has tried is taken to be."""

Packed = npt.NDArray[np.uint8]


@compiled
def chance(score: int) -> float:
    """A score of the side to move as its chance of winning."""
    return 1.0 / (1.0 + math.exp(-score / evaluation.VALUE_SCALE))


@compiled
def result_chance(state: Packed, result: int) -> float:
    """A finished game as the side to move sees it: 1 won, 0 lost, one half drawn."""
    return 0.5 + 0.5 * result if kernel.to_move(state) == 0 else 0.5 - 0.5 * result


@compiled
def select(state: Packed, tree: Tree, exploration: float, undo: npt.NDArray[np.int64]) -> int:
    """Walk from the root to a leaf, making moves on `state`; the length of the path is returned, its nodes are in `tree.path`."""
    node, length = 0, 1
    tree.path[0] = 0
    while tree.first_child[node] and length < MAX_LINE:
        first, count = tree.first_child[node], tree.n_children[node]
        parent_visits = max(tree.visits[node], 1)
        scale = exploration * math.sqrt(parent_visits)
        unseen = 1.0 - tree.values[node] / parent_visits - FIRST_PLAY_LOSS
        best, best_score = first, -1e9
        for child in range(first, first + count):
            visits = tree.visits[child]
            mean = tree.values[child] / visits if visits else unseen
            score = mean + scale * tree.priors[child] / (1 + visits)
            if score > best_score:
                best, best_score = child, score
        node = best
        kernel.make(state, tree.actions[node], undo)
        tree.path[length] = node
        length += 1
    return length


@compiled
def expand(state: Packed, tree: Tree, node: int, actions: npt.NDArray[np.int32], scores: npt.NDArray[np.int32]) -> None:
    """Give a leaf its children, with priors from the game's own judgement of moves; a full tree grows no more."""
    n = kernel.moves(state, actions)
    first = tree.counters[USED]
    if n == 0 or first + n > tree.actions.shape[0]:
        return
    evaluation.order(state, actions, n, scores)
    top = scores[0]
    for i in range(1, n):
        top = max(top, scores[i])
    total = 0.0
    for i in range(n):
        weight = math.exp((scores[i] - top) / evaluation.PRIOR_TEMPERATURE)
        tree.actions[first + i] = actions[i]
        tree.priors[first + i] = weight
        total += weight
    for child in range(first, first + n):
        tree.priors[child] /= total
        tree.visits[child], tree.values[child] = 0, 0.0
        tree.first_child[child], tree.n_children[child] = 0, 0
    tree.first_child[node], tree.n_children[node] = first, n
    tree.counters[USED] = first + n


@compiled
def back_up(tree: Tree, length: int, value: float) -> None:
    """Add a simulation to its path; `value` is the chance of the side to move at the leaf."""
    for i in range(length - 1, -1, -1):
        value = 1.0 - value  # the seat that moved into a node is the other one
        node = tree.path[i]
        tree.visits[node] += 1
        tree.values[node] += value


@compiled
def simulate(
    root: Packed,
    tree: Tree,
    simulations: int,
    exploration: float,
    rollout_share: float,
    generator: Generator,
    stop: npt.NDArray[np.uint8],
) -> int:
    """Run simulations until their number is reached or `stop` is raised; returns how many were run."""
    state = root.copy()
    undo = np.empty(kernel.UNDO_SIZE, np.int64)
    actions = np.empty(kernel.MAX_MOVES, np.int32)
    scores = np.empty(kernel.MAX_MOVES, np.int32)
    done = 0
    while done < simulations and not stop[0]:
        state[:] = root
        length = select(state, tree, exploration, undo)
        result = kernel.result(state)
        if result != ONGOING:
            value = result_chance(state, result)
        else:
            expand(state, tree, tree.path[length - 1], actions, scores)
            value = 0.0
            if rollout_share < 1.0:
                value += (1.0 - rollout_share) * chance(evaluation.evaluate(state))
            if rollout_share > 0.0:
                side = kernel.to_move(state)
                kernel.playout(state, generator)
                result = kernel.result(state)
                won = 0.5 if result == ONGOING else 0.5 + 0.5 * result  # a game given up as too long is half won
                value += rollout_share * (won if side == 0 else 1.0 - won)
        back_up(tree, length, value)
        done += 1
    return done
