"""Monte Carlo tree search as an engine: the second opinion beside the engine a game is played with."""

import time
from typing import Any

import numpy as np

from alcove.core.game import State, View
from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.jit import instance_for
from alcove.jit.random import seed_generator
from alcove.players.engine import Analysis, Engine, Line
from alcove.search.limits import NO_LIMIT, Alarm, Limits
from alcove.search.tree import Tree, new_tree

MEGABYTES = 64
_BYTES_A_NODE = 28
SEED = 1


class MonteCarloEngine(Engine):
    """PUCT over a game's kernel. A node limit counts simulations; `depth` is not a limit it knows."""

    def __init__(
        self, name: str, megabytes: int = MEGABYTES, exploration: float = 1.0, rollout_share: float = 0.5
    ) -> None:
        super().__init__(name)
        self._kernel, evaluation = rooms(name).kernel, rooms(name).evaluation
        self._search: Any = instance_for(name, "alcove.search.mcts", kernel=self._kernel, evaluation=evaluation)
        self._tree_nodes = max(1_000, megabytes * 1_048_576 // _BYTES_A_NODE)
        self._exploration = float(exploration)
        self._rollout_share = float(rollout_share)
        self._stop = np.zeros(1, np.uint8)

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        assert isinstance(view, State)
        started = time.perf_counter()
        packed, tree = self._kernel.pack(view), new_tree(self._tree_nodes)
        generator = np.zeros(1, np.uint64)
        seed_generator(generator, SEED, 0)
        self._stop[0] = 0
        with Alarm(self._stop, limits.seconds):
            done = self._search.simulate(
                packed,
                tree,
                limits.nodes if limits.nodes is not None else NO_LIMIT,
                self._exploration,
                self._rollout_share,
                generator,
                self._stop,
            )
        first, count = int(tree.first_child[0]), int(tree.n_children[0])
        roots = sorted(range(first, first + count), key=lambda child: (-int(tree.visits[child]), child))
        told = tuple(self._tell(packed.copy(), tree, child) for child in roots[:lines])
        return Analysis(told, max(len(line.moves) for line in told), int(done), time.perf_counter() - started)

    def _tell(self, packed: Any, tree: Tree, node: int) -> Line:
        """The line of the most visited moves that begins with a child of the root."""
        visits = int(tree.visits[node])
        chance = float(tree.values[node]) / visits if visits else 0.5
        moves, undo = [], np.empty(self._kernel.UNDO_SIZE, np.int64)
        while True:
            action = int(tree.actions[node])
            moves.append(str(self._kernel.move_of(packed, action)))
            self._kernel.make(packed, action, undo)
            first, count = int(tree.first_child[node]), int(tree.n_children[node])
            if not first:
                break
            best = first + int(np.argmax(tree.visits[first : first + count]))
            if not tree.visits[best]:
                break
            node = best
        percent = round(100 * chance)
        return Line(tuple(moves), chance, Text(f"{percent}% to win", f"{percent} % de gagner"), chance, False)

    def stop(self) -> None:
        self._stop[0] = 1

    def forget(self) -> None:
        """Nothing is kept from one position to the next."""
