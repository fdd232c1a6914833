"""Monte Carlo tree search as an engine: the second opinion beside the engine a game is played with, and the first in a game
that has a kernel but nobody's judgement of its positions."""

import time
from typing import Any

import numpy as np

from alcove.core.game import State, View
from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.jit import instance_for
from alcove.jit.random import seed_generator
from alcove.players.engine import Analysis, Engine, Line
from alcove.search import blank
from alcove.search.limits import Alarm, Limits
from alcove.search.tree import Tree, new_tree

MEGABYTES = 64
_BYTES_A_NODE = 28
SEED = 1
FIRST_TOLD = 64
"""The listener hears of the search after so many simulations, and whenever they have doubled."""


class MonteCarloEngine(Engine):
    """PUCT over a game's kernel. A node limit counts simulations, a limit of depth is worth some for each ply."""

    def __init__(
        self, name: str, megabytes: int = MEGABYTES, exploration: float = 1.0, rollout_share: float = 0.5
    ) -> None:
        super().__init__(name)
        self._kernel, is_judged = rooms(name).kernel, rooms(name).has("evaluation")
        evaluation: object = rooms(name).evaluation if is_judged else blank
        self._search: Any = instance_for(name, "alcove.search.mcts", kernel=self._kernel, evaluation=evaluation)
        self._tree_nodes = max(1_000, megabytes * 1_048_576 // _BYTES_A_NODE)
        self._exploration = float(exploration)
        self._rollout_share = float(rollout_share) if is_judged else 1.0
        self._stop = np.zeros(1, np.uint8)

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        assert isinstance(view, State)
        started = time.perf_counter()
        packed, tree = self._kernel.pack(view), new_tree(self._tree_nodes)
        generator = np.zeros(1, np.uint64)
        seed_generator(generator, SEED, 0)
        self._stop[0] = 0

        def analysis(done: int) -> Analysis:
            first, count = int(tree.first_child[0]), int(tree.n_children[0])
            roots = sorted(range(first, first + count), key=lambda child: (-int(tree.visits[child]), child))
            told = tuple(self._tell(packed.copy(), tree, child) for child in roots[:lines])
            return Analysis(told, max(len(line.moves) for line in told), done, time.perf_counter() - started)

        done = self._simulate(packed, tree, min(FIRST_TOLD, limits.simulations), generator)
        with Alarm(self._stop, limits.seconds):
            while done < limits.simulations and not self._stop[0]:
                if self.listener is not None:
                    self.listener(analysis(done))
                done += self._simulate(packed, tree, min(done, limits.simulations - done), generator)
        return analysis(done)

    def _simulate(self, packed: Any, tree: Tree, simulations: int, generator: Any) -> int:
        found = self._search.simulate(
            packed, tree, simulations, self._exploration, self._rollout_share, generator, self._stop
        )
        return int(found)

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
