"""Alpha-beta as Python sees it: packed positions in, lines with values out; time, threads and memory looked after."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType

import numpy as np
import numpy.typing as npt

from alcove.jit import instance_for
from alcove.search.limits import NO_LIMIT, Alarm, Limits
from alcove.search.memory import MAX_PLY, NODE_LIMIT, NODES, new_memory, new_workspace


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One line of play: its worth to the side to move, its actions, and whether the worth is proven."""

    value: int
    actions: tuple[int, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, the best line first."""

    lines: tuple[FoundLine, ...]
    depth: int
    nodes: int
    seconds: float


class Deepening:
    """Iterative deepening over one game's kernel and evaluation. Keeps its table from move to move."""

    def __init__(
        self, name: str, kernel: ModuleType, evaluation: ModuleType, megabytes: int = 64, threads: int = 1
    ) -> None:
        self._kernel = kernel
        self._search = instance_for(name, "alcove.search.alphabeta", kernel=kernel, evaluation=evaluation)
        self._memory = new_memory(megabytes, [], [])
        self._works = [new_workspace(kernel.MAX_MOVES, kernel.UNDO_SIZE, self._search.N_FRAME) for _ in range(threads)]

    def forget(self) -> None:
        """Empty the table and all statistics, so that the next search depends on its own arguments alone."""
        self._memory.table_keys[:] = 0
        self._memory.table_data[:] = 0
        for work in self._works:
            work.history[:] = 0
            work.killers[:] = 0

    def stop(self) -> None:
        """End the search that is running, from another thread."""
        self._memory.stop[0] = 1

    def think(
        self,
        packed: npt.NDArray[np.uint8],
        limits: Limits,
        lines: int = 1,
        losing: Sequence[int] = (),
        drawn: Sequence[int] = (),
    ) -> Found:
        """Search `packed`, which must not be finished. `losing` and `drawn` tell what the game's history forbids."""
        started = time.perf_counter()
        root = np.empty(self._kernel.MAX_MOVES, np.int32)
        root = root[: self._kernel.moves(packed, root)].copy()
        memory = self._memory._replace(
            losing=np.array(sorted(losing), np.int64), drawn=np.array(sorted(drawn), np.int64)
        )
        memory.stop[0] = 0
        answers = [_Answer(min(lines, len(root))) for _ in self._works]
        node_limit = limits.nodes if limits.nodes is not None else NO_LIMIT
        depth_limit = min(limits.depth or MAX_PLY - 8, MAX_PLY - 8)

        def work(number: int) -> int:
            own, answer = self._works[number], answers[number]
            own.counters[NODES], own.counters[NODE_LIMIT] = 0, node_limit
            finished = self._search.think(
                packed.copy(), root, 1 + number % 2, depth_limit, memory, own,
                answer.values, answer.sures, answer.lines, answer.lengths,
            )  # fmt: skip
            if number == 0:
                memory.stop[0] = 1
            return int(finished)

        with Alarm(memory.stop, limits.seconds), ThreadPoolExecutor(len(self._works)) as pool:
            depths = list(pool.map(work, range(len(self._works))))
        best = max(range(len(depths)), key=lambda number: depths[number])
        nodes = sum(int(own.counters[NODES]) for own in self._works)
        found = answers[best].found() if depths[best] else (FoundLine(0, (int(root[0]),), False),)
        return Found(found, depths[best], nodes, time.perf_counter() - started)


class _Answer:
    """The arrays a search writes its lines into."""

    def __init__(self, lines: int) -> None:
        self.values = np.zeros(lines, np.int64)
        self.sures = np.zeros(lines, np.int64)
        self.lines = np.zeros((lines, MAX_PLY), np.int32)
        self.lengths = np.zeros(lines, np.int64)

    def found(self) -> tuple[FoundLine, ...]:
        rows = [
            FoundLine(int(value), tuple(int(a) for a in line[:n]), bool(sure))
            for value, sure, line, n in zip(self.values, self.sures, self.lines, self.lengths, strict=True)
        ]
        return tuple(sorted(rows, key=lambda row: -row.value))
