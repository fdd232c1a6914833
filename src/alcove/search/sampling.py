"""Search over sampled worlds as Python sees it: a packed view in, lines with their worth out; time and threads looked after."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.games.rooms import DealtKernel, UnseenRoom, WorldsEvaluationRoom
from alcove.jit import instance_for
from alcove.jit.random import seed_generator
from alcove.search.limits import Alarm, Limits
from alcove.search.reckoning import SURE, Reckoned, Reckoning

Packed = npt.NDArray[np.uint8]

SEED = 1
FIRST_BATCH = 512
"""Simulations before the first report; every batch is twice as large as the one before."""
FULL = 0.5
"""A tree that is fuller than that is thrown away before the next search."""
WORLDS_TO_FORESEE = 8
"""If that many worlds show the same after a ply, it is taken to uncover nothing."""
RECKONING_SHARE = 4
"""One part in so many of time and nodes goes first to counting the true chances; if that succeeds no game is played."""
POSITIONS_A_GAME = 256
"""How many positions of that count take as long as one simulated game, and count as one."""
MOST_POSITIONS = 8_000_000
"""However long a search may go on, it turns to playing games after those."""


@dataclass(frozen=True, slots=True)
class SampledLine:
    """One line of play: its actions, its worth to the side to move (1 won, 0 lost), the mean of how many simulations,
    and whether the worth was counted instead."""

    actions: tuple[int, ...]
    worth: float
    visits: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Sampled:
    """What a search found, the best line first."""

    lines: tuple[SampledLine, ...]
    depth: int
    simulations: int
    seconds: float


class Sampling:
    """Monte Carlo over one game's kernel and evaluation, unless the chances can be counted.

    Each thread has a tree of its own, kept from move to move.
    """

    def __init__(
        self,
        name: str,
        kernel: DealtKernel,
        evaluation: WorldsEvaluationRoom,
        unseen: UnseenRoom,
        megabytes: int = 64,
        threads: int = 1,
    ) -> None:
        self._kernel = kernel
        self._search: Any = instance_for(name, "alcove.search.worlds", kernel=kernel, evaluation=evaluation)
        self._trees = [self._search.new_tree(max(1, megabytes // threads)) for _ in range(threads)]
        self._works = [self._search.new_work() for _ in range(threads)]
        self._sketches = [evaluation.new_sketch() for _ in range(threads)]
        self._reckoning = Reckoning(name, kernel, evaluation, unseen, max(1, megabytes // 4))
        self._stop = np.zeros(1, np.uint8)

    def stop(self) -> None:
        """End the search that is running, from another thread."""
        self._stop[0] = 1
        self._reckoning.stop()

    def forget(self) -> None:
        """Empty the trees, so that the next search depends on its own arguments alone."""
        for tree in self._trees:
            self._clear(tree)
        self._reckoning.forget()

    def _clear(self, tree: Any) -> None:
        tree.table[:] = 0
        tree.used[:] = 0

    def think(
        self, packed: Packed, limits: Limits, lines: int = 1, heard: Callable[[Sampled], None] | None = None
    ) -> Sampled:
        """Search `packed`, a view that must not be finished. A node limit counts simulated games, and positions of the
        count before them as parts of one; a limit of depth alone lets the tree grow no deeper, and allows some games for
        each ply."""
        started = time.perf_counter()
        threads = len(self._trees)
        generators = [np.zeros(1, np.uint64) for _ in range(threads)]
        for number, generator in enumerate(generators):
            seed_generator(generator, SEED, number)
        nodes = [self._plant(packed, number) for number in range(threads)]
        total = limits.simulations
        depth = min(limits.depth or self._search.MAX_LINE, self._search.MAX_LINE)
        self._stop[0] = 0

        def simulate(number: int) -> int:
            share = wanted // threads + (number < wanted % threads)
            tree, work, sketch = self._trees[number], self._works[number], self._sketches[number]
            return int(self._search.simulate(packed, tree, work, sketch, share, depth, generators[number], self._stop))

        with ThreadPoolExecutor(threads) as pool, Alarm(self._stop, limits.seconds):
            reckoned = self._reckon(packed, lines, total, limits.seconds)
            if reckoned.is_complete:
                found = self._settled(packed, reckoned, lines, started)
                if heard is not None:
                    heard(found)
                return found
            done, batch = reckoned.nodes // POSITIONS_A_GAME, FIRST_BATCH
            while done < total and not self._stop[0]:
                wanted = min(batch, total - done)
                done += sum(pool.map(simulate, range(threads)))
                batch *= 2
                if heard is not None:
                    heard(self._found(packed, nodes, reckoned, lines, done, started))
        return self._found(packed, nodes, reckoned, lines, done, started)

    def _reckon(self, packed: Packed, lines: int, total: int, seconds: float | None) -> Reckoned:
        """Count chances with a share of what the search may use."""
        positions = min(total * POSITIONS_A_GAME // RECKONING_SHARE, MOST_POSITIONS)
        return self._reckoning.reckon(packed, lines, positions, None if seconds is None else seconds / RECKONING_SHARE)

    def _settled(self, packed: Packed, reckoned: Reckoned, lines: int, started: float) -> Sampled:
        """The lines of a search that was over before a game was played."""
        chances = reckoned.chances
        found = tuple(
            SampledLine(self._reckoning.line(packed, action, chances[action]), chances[action], 0, exact=True)
            for action in sorted(chances, key=lambda action: -chances[action])[:lines]
        )
        games = max(reckoned.nodes // POSITIONS_A_GAME, 1)
        return Sampled(found, max(len(line.actions) for line in found), games, time.perf_counter() - started)

    def _plant(self, packed: Packed, number: int) -> int:
        """The root's node in a tree that has room."""
        tree = self._trees[number]
        room = 1 - FULL
        if tree.used[0] > room * len(tree.keys) or tree.used[1] > room * len(tree.actions):
            self._clear(tree)
        return int(self._search.plant(packed, tree, self._works[number], self._sketches[number]))

    def _found(
        self, packed: Packed, nodes: list[int], reckoned: Reckoned, lines: int, done: int, started: float
    ) -> Sampled:
        """The plies of the root by how often they were followed in all trees, those never followed by their rating;
        before them those that are known to win, and after them those known to lose."""
        visits: dict[int, int] = {}
        worths: dict[int, float] = {}
        for tree, node in zip(self._trees, nodes, strict=True):
            first, count = int(tree.first_edge[node]), int(tree.n_edges[node])
            for edge in range(first, first + count):
                action = int(tree.actions[edge])
                visits[action] = visits.get(action, 0) + int(tree.visits[edge])
                worths[action] = worths.get(action, 0.0) + float(tree.worths[edge])
        tree, node = self._trees[0], nodes[0]
        mean = float(tree.node_worths[node]) / max(int(tree.node_visits[node]), 1)
        known = reckoned.chances
        best = sorted(visits, key=lambda action: (_sureness(known.get(action)), -visits[action]))[:lines]
        found = []
        for action in best:
            if action in known:
                line = self._reckoning.line(packed, action, known[action])
                found.append(SampledLine(line, known[action], visits[action], exact=True))
                continue
            worth = worths[action] / visits[action] if visits[action] else mean
            worth = 1.0 - worth if tree.is_rival[node] else worth
            found.append(SampledLine(self._line(packed, action), worth, visits[action], exact=False))
        return Sampled(tuple(found), max(len(line.actions) for line in found), done, time.perf_counter() - started)

    def _line(self, packed: Packed, action: int) -> tuple[int, ...]:
        """A ply and the most followed ones after it, as long as nothing unseen comes up."""
        tree, kernel = self._trees[0], self._kernel
        worlds = [packed.copy() for _ in range(WORLDS_TO_FORESEE)]
        generator = np.zeros(1, np.uint64)
        seed_generator(generator, SEED, -1)
        for world in worlds:
            kernel.deal(world, generator)
        line = [action]
        while True:
            for world in worlds:
                kernel.play(world, line[-1])
            if len({int(kernel.public_key(world)) for world in worlds}) > 1:
                return tuple(line)
            node = int(self._search.find(tree, kernel.public_key(worlds[0])))
            if node < 0 or not tree.node_visits[node] or not tree.n_edges[node]:
                return tuple(line)
            first = int(tree.first_edge[node])
            edge = first + int(np.argmax(tree.visits[first : first + int(tree.n_edges[node])]))
            if not tree.visits[edge]:
                return tuple(line)
            line.append(int(tree.actions[edge]))


def _sureness(chance: float | None) -> int:
    """Sorts what is known to win first and what is known to lose last; in between only games can compare."""
    return -1 if chance == SURE else 1 if chance == 0 else 0
