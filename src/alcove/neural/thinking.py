"""A network's search for one player: a packed position in, lines with their worth out; time and memory looked after."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import draw
from alcove.neural.guided import guided
from alcove.neural.inference import Network
from alcove.neural.trees.layout import MOST_PAST, Trees
from alcove.neural.trees.pruning import drop_waiting_leaf, prune
from alcove.search.limits import Limits

Packed = npt.NDArray[np.uint8]

_BYTES_AN_EDGE = 20
EDGES_A_NODE = 60
"""About how many moves a position has, for sharing memory out between nodes and edges."""
LEAST_MEGABYTES = 32
"""A full tree ends a search; one of this size holds some seconds of it, and takes only what it needs."""
FIRST_REPORT = 64
"""Simulations before the first report; each comes after twice as many as the one before."""


@dataclass(frozen=True, slots=True)
class GuidedLine:
    """One line of play: its actions, what it is worth to the side to move (−1 to 1), and in how many simulations."""

    actions: tuple[int, ...]
    worth: float
    visits: int


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found, the best line first."""

    lines: tuple[GuidedLine, ...]
    depth: int
    simulations: int
    seconds: float


class Thinking:
    """PUCT over one game, guided by a network, one leaf at a time."""

    def __init__(self, network: Network, megabytes: int = 64) -> None:
        self._game, self._network = guided(network.weights.game), network
        edges = max(megabytes, LEAST_MEGABYTES) * 1_048_576 // _BYTES_AN_EDGE
        self._trees: Trees = self._game.new_trees(1, edges // EDGES_A_NODE, edges)
        self._stopped = False

    def stop(self) -> None:
        """End the search that is running, from another thread."""
        self._stopped = True

    def forget(self) -> None:
        """Think about the next position from scratch."""
        self._trees.used_nodes[0] = 0

    def think(
        self,
        packed: Packed,
        limits: Limits,
        lines: int = 1,
        past: Sequence[int] = (),
        heard: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """Search `packed`, which must not be finished. `past` has the marks of moves played before that may come back."""
        started = time.perf_counter()
        self._stopped = False
        trees, walking = self._trees, self._game.walking
        seen = np.zeros(self._game.look.size, np.uint8)
        planes = np.zeros((1, *self._game.look.shape), np.float32)
        if self._keep(packed):
            walking.walk_on(trees, seen, planes[0])
        else:
            trees.roots[0] = packed
            marks = list(past)[-MOST_PAST:]
            trees.past[0, : len(marks)], trees.n_past[0] = marks, len(marks)
            walking.plant(trees, 0, seen)
            look = self._game.look
            draw(seen, look.cell_layers, look.table, look.spans, planes[0])
        most = limits.simulations
        deadline = started + (math.inf if limits.seconds is None else limits.seconds)
        done, report = 0, FIRST_REPORT
        while True:
            policy, value = self._network.ask(planes)
            chances = value[0]
            full = walking.grow(trees, policy[0], chances[0] - chances[2], seen, planes[0])
            done += 1
            if full or done >= most or self._stopped or time.perf_counter() >= deadline:
                break
            if heard is not None and done == report:
                heard(self._thought(lines, done, started))
                report *= 2
        return self._thought(lines, done, started)

    def _keep(self, packed: Packed) -> bool:
        """Make what was thought about a position the new tree, if it came about since. Not where the past of a game counts:
        the tree knows the past of another position; and not where little room would be left."""
        trees, encoding = self._trees, self._game.encoding
        if not trees.used_nodes[0] or encoding.REPETITION_LOSES or encoding.REPETITION_DRAWS:
            return False
        drop_waiting_leaf(trees)
        top = self._find(packed)
        if top is None or not trees.visits[0, top] or not trees.n_edges[0, top]:
            return False
        prune(trees, top)
        trees.roots[0] = packed
        n_nodes, n_edges = int(trees.used_nodes[0]), int(trees.used_edges[0])
        return bool(2 * n_nodes < trees.visits.shape[1] and 2 * n_edges < trees.action.shape[1])

    def _find(self, packed: Packed) -> int | None:
        """The node of a position that is the root, or one or two moves away from it."""
        trees, kernel = self._trees, self._game.kernel
        wanted, undo = kernel.key(packed), np.empty(kernel.UNDO_SIZE, np.int64)

        def found(node: int, state: Packed, plies: int) -> int | None:
            if kernel.key(state) == wanted:
                return node
            first = int(trees.first_edge[0, node])
            for edge in range(first, first + int(trees.n_seen[0, node])) if plies else ():
                after = state.copy()
                kernel.make(after, trees.action[0, edge], undo)
                there = found(int(trees.child[0, edge]), after, plies - 1)
                if there is not None:
                    return there
            return None

        return found(0, trees.roots[0], 2)

    def _thought(self, lines: int, done: int, started: float) -> Thought:
        trees = self._trees
        first, seen, n = int(trees.first_edge[0, 0]), int(trees.n_seen[0, 0]), int(trees.n_edges[0, 0])
        followed = sorted(range(first, first + seen), key=lambda edge: (-int(trees.count[0, edge]), edge))
        followed = [edge for edge in followed if trees.count[0, edge]]
        others = sorted(
            set(range(first, first + n)) - set(followed), key=lambda edge: (-float(trees.prior[0, edge]), edge)
        )
        found: list[GuidedLine] = []
        for edge in [*followed, *others][:lines]:
            visits = int(trees.count[0, edge]) if edge in followed else 0
            if visits:
                worth = float(trees.total[0, edge]) / visits
            else:  # no better than what was followed instead
                worth = min([float(trees.value[0, 0]), *(line.worth for line in found)])
            found.append(GuidedLine(self._line(edge, visits), worth, visits))
        return Thought(tuple(found), max(len(line.actions) for line in found), done, time.perf_counter() - started)

    def _line(self, edge: int, visits: int) -> tuple[int, ...]:
        """A move and the most followed ones after it."""
        trees, actions = self._trees, [int(self._trees.action[0, edge])]
        while visits:
            node = int(trees.child[0, edge])
            first, seen = int(trees.first_edge[0, node]), int(trees.n_seen[0, node])
            if seen == 0:
                break
            edge = first + int(np.argmax(trees.count[0, first : first + seen]))
            visits = int(trees.count[0, edge])
            if visits:
                actions.append(int(trees.action[0, edge]))
        return tuple(actions)
