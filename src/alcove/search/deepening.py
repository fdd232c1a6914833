"""Alpha-beta as Python sees it: packed positions in, lines with values out; time, threads and memory looked after."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from alcove.games.rooms import EvaluationRoom, Kernel
from alcove.jit import instance_for
from alcove.search.limits import NO_LIMIT, Alarm, Limits
from alcove.search.memory import (
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    NOTHING_LEARNT,
    Memory,
    Workspace,
    new_memory,
    new_workspace,
)
from alcove.search.table import GENERATIONS

Packed = npt.NDArray[np.uint8]
Actions = npt.NDArray[np.int32]

DEEPEST = MAX_PLY - 8


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One line of play: its worth to the side to move, its actions, and whether the worth is proven.

    Where an earlier win is better, a win or a loss that has been found is proven if no count of plies can run out before
    it: no evaluation counts as one, and no node leaves moves out while all it has seen lose.
    """

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
        self,
        name: str,
        kernel: Kernel,
        evaluation: EvaluationRoom,
        megabytes: int = 64,
        threads: int = 1,
        variant: str = "",
        learnt: npt.NDArray[np.int16] = NOTHING_LEARNT,
    ) -> None:
        self._kernel = kernel
        self._evaluation = evaluation
        self._search = instance_for(name, "alcove.search.alphabeta", variant, kernel=kernel, evaluation=evaluation)
        self._memory = new_memory(megabytes, [], [], learnt)
        self._sure_plies = NO_LIMIT
        sizes = kernel.MAX_MOVES, kernel.UNDO_SIZE, self._search.N_FRAME, getattr(evaluation, "MOST_LISTED", 0)
        self._works = [new_workspace(*sizes) for _ in range(threads)]

    def forget(self) -> None:
        """Empty the table, so that the next search depends on its own arguments alone."""
        self._memory.table_keys[:] = 0
        self._memory.table_data[:] = 0

    def stop(self) -> None:
        """End the search that is running, from another thread."""
        self._memory.stop[0] = 1

    def think(
        self,
        packed: Packed,
        limits: Limits,
        lines: int = 1,
        losing: Sequence[int] = (),
        drawn: Sequence[int] = (),
        heard: Callable[[Found], None] | None = None,
        sure_plies: int = NO_LIMIT,
    ) -> Found:
        """Search `packed`, which must not be finished. `losing` and `drawn` tell what the game's history forbids, and
        `sure_plies` how far ahead nothing else of it matters.

        `heard` is told of every depth that the first thread has finished.
        """
        started = time.perf_counter()
        self._sure_plies = sure_plies
        root = np.empty(self._kernel.MAX_MOVES, np.int32)
        root = root[: self._kernel.moves(packed, root)].copy()
        memory = self._remember(losing, drawn)
        memory.stop[0] = 0
        for work in self._works:
            work.history[:] = 0  # what refuted moves elsewhere misleads here
            work.killers[:] = 0
            work.counters[NODES] = 0
            work.counters[NODE_LIMIT] = limits.nodes if limits.nodes is not None else NO_LIMIT
        last_depth = min(limits.depth or DEEPEST, DEEPEST)

        def found_so_far(depth: int, found: tuple[FoundLine, ...]) -> Found:
            nodes = sum(int(work.counters[NODES]) for work in self._works)
            return Found(found, depth, nodes, time.perf_counter() - started)

        def tell(depth: int, found: tuple[FoundLine, ...]) -> None:
            if heard is not None:
                heard(found_so_far(depth, found))

        def deepen(number: int) -> tuple[int, tuple[FoundLine, ...]]:
            depths = range(1 + number % 2, last_depth + 1)
            told = tell if number == 0 else None
            answer = self._deepen(packed.copy(), root, depths, lines, memory, self._works[number], told)
            if number == 0:
                memory.stop[0] = 1  # the others only fill the table
            return answer

        with ThreadPoolExecutor(len(self._works)) as pool, Alarm(memory.stop, limits.seconds):
            depth, found = max(pool.map(deepen, range(len(self._works))), key=lambda answer: answer[0])
        return found_so_far(depth, found or (FoundLine(0, (int(root[0]),), False),))

    def _remember(self, losing: Sequence[int], drawn: Sequence[int]) -> Memory:
        """Begin a new generation with what the game's history forbids; a table filled under another history is emptied."""
        marks = np.array(sorted(losing), np.int64), np.array(sorted(drawn), np.int64)
        if not (np.array_equal(marks[0], self._memory.losing) and np.array_equal(marks[1], self._memory.drawn)):
            self.forget()
        generation = (self._memory.generation + 1) % GENERATIONS
        self._memory = self._memory._replace(losing=marks[0], drawn=marks[1], generation=generation)
        return self._memory

    def _deepen(
        self,
        packed: Packed,
        root: Actions,
        depths: range,
        lines: int,
        memory: Memory,
        work: Workspace,
        told: Callable[[int, tuple[FoundLine, ...]], None] | None,
    ) -> tuple[int, tuple[FoundLine, ...]]:
        """Search ply by ply deeper until told to stop; the last finished depth and its lines, the best first."""
        finished: tuple[FoundLine, ...] = ()
        depth = 0
        for depth in depths:
            found: list[FoundLine] = []
            left = root
            for number in range(min(lines, len(root))):
                expected = finished[number].value if finished else 0
                line = self._search_in_window(packed, left, depth, expected, memory, work)
                if line is None:
                    return depth - 1, finished if finished else self._unfinished_line(work)
                found.append(line)
                left = left[left != line.actions[0]]
            finished = tuple(sorted(found, key=lambda line: -line.value))
            if told is not None:
                told(depth, finished)
            if all(line.sure for line in finished):
                break
        return depth, finished

    def _unfinished_line(self, work: Workspace) -> tuple[FoundLine, ...]:
        """The best move of a first search that was stopped, if it had come to one."""
        actions = tuple(int(action) for action in work.line[0, : work.line_length[0]])
        return (FoundLine(int(work.frames[0, self._search.BEST]), actions, False),) if actions else ()

    def _search_in_window(
        self, packed: Packed, root: Actions, depth: int, expected: int, memory: Memory, work: Workspace
    ) -> FoundLine | None:
        """Search with a narrow window around the expected value, opened wide on the side where it fails."""
        search, margin = self._search, self._evaluation.WINDOW
        alpha, beta = (expected - margin, expected + margin) if depth > 3 else (-search.INFINITE, search.INFINITE)
        while True:
            value = int(search.search(packed, root, depth, alpha, beta, memory, work))
            if value == search.ABORTED:
                return None
            if alpha < value < beta:
                actions = tuple(int(action) for action in work.line[0, : work.line_length[0]])
                is_sure = bool(work.frames[0, search.SURE])
                if self._evaluation.COUNT_PLIES:
                    plies = self._evaluation.WIN - abs(value)
                    is_sure = abs(value) >= self._evaluation.WIN_ZONE and plies <= self._sure_plies
                return FoundLine(value, actions, is_sure)
            margin *= 4
            if value <= alpha:
                alpha = value - margin if margin < 2_000 else -search.INFINITE
            else:
                beta = value + margin if margin < 2_000 else search.INFINITE
