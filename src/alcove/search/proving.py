"""Proof search as Python sees it: a packed position in, a proven result and its line out; time and memory looked after."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from alcove.games.rooms import EvaluationRoom, Kernel
from alcove.jit import instance_for
from alcove.search.limits import NO_LIMIT, Alarm, Limits

Packed = npt.NDArray[np.uint8]
Result = Literal["win", "draw", "loss", "no win", "unknown"]
"""How a game ends under best play, seen by the side to move. `no win`: a draw or a loss, which of them is not known."""

LINE_NODES = 20_000
"""What it may cost to find a proven line again where the table has lost parts of it."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What a proof search found: the result, a line that brings it about (the longest defence it knows), and the work."""

    result: Result
    actions: tuple[int, ...]
    nodes: int
    seconds: float


class Proving:
    """Proof-number search over one game's kernel. Keeps its table from question to question."""

    def __init__(
        self, name: str, kernel: Kernel, evaluation: EvaluationRoom, megabytes: int = 64, variant: str = ""
    ) -> None:
        self._kernel = kernel
        self._search: Any = instance_for(name, "alcove.search.solver", variant, kernel=kernel, evaluation=evaluation)
        self._memory: Any = self._search.new_memory(megabytes)
        self._work: Any = self._search.new_work()
        self._numbers = np.zeros(self._search.N_NUMBERS, np.int32)

    def forget(self) -> None:
        """Empty the table, so that the next answer depends on its own question alone."""
        self._memory.keys[:] = 0
        self._memory.numbers[:] = 0

    def stop(self) -> None:
        """End the search that is running, from another thread."""
        self._memory.stop[0] = 1

    def settle(
        self,
        packed: Packed,
        limits: Limits,
        horizon: int,
        losing: Sequence[int] = (),
        drawn: Sequence[int] = (),
        only_wins: bool = False,
    ) -> Settled:
        """The result of `packed`, which must not be finished, as far as it can be proven within `limits`.

        `losing` and `drawn` are what the game's history forbids, `horizon` how far ahead nothing else of it matters. Half
        of the limits go to the question whether the side to move wins (all with `only_wins`), the rest to whether it
        loses. A limit of depth is how long a line may be.
        """
        started = time.perf_counter()
        self._remember(losing, drawn)
        horizon = min(horizon, limits.depth or horizon, self._search.MAX_PLY - 1)
        self._work.counters[self._search.NODES] = 0
        self._memory.stop[0] = 0
        mover = int(self._kernel.to_move(packed))
        share = 1.0 if only_wins else 0.5

        def answer(result: Result, line: tuple[int, ...] = ()) -> Settled:
            return Settled(result, line, self._nodes, time.perf_counter() - started)

        wins, line = self._ask(packed.copy(), mover, horizon, limits, share, started)
        if wins:
            return answer("win", line)
        not_won: Result = "unknown" if wins is None else "no win"
        if only_wins:
            return answer(not_won)
        loses, line = self._ask(packed.copy(), 1 - mover, horizon, limits, 1.0, started)
        if loses:
            return answer("loss", line)
        return answer("draw" if loses is False and wins is False else not_won)

    def _remember(self, losing: Sequence[int], drawn: Sequence[int]) -> None:
        """Take over what the game's history has decided; what is in the table was found under the same history."""
        marks = np.array(sorted(losing), np.int64), np.array(sorted(drawn), np.int64)
        if not (np.array_equal(marks[0], self._memory.losing) and np.array_equal(marks[1], self._memory.drawn)):
            self.forget()
        self._memory = self._memory._replace(losing=marks[0], drawn=marks[1])

    @property
    def _nodes(self) -> int:
        return int(self._work.counters[self._search.NODES])

    def _ask(
        self, packed: Packed, attacker: int, horizon: int, limits: Limits, share: float, started: float
    ) -> tuple[bool | None, tuple[int, ...]]:
        """Does `attacker` win by force? `None` where that is not proven. With the shortest line that was found."""
        most = NO_LIMIT if limits.nodes is None else int(share * limits.nodes)
        seconds = None
        if limits.seconds is not None:
            seconds = max(share * limits.seconds - (time.perf_counter() - started), 0.0)
        with Alarm(self._memory.stop, seconds):
            wins = self._solve(packed, attacker, horizon, most)
            if not wins:
                self._memory.stop[0] &= share == 1.0
                return wins, ()
            line, first_nodes = self._line(packed, attacker), self._nodes
            while wins and len(line) > 2:
                wins = self._solve(packed, attacker, len(line) - 2, min(most, 2 * first_nodes))
                shorter = self._line(packed, attacker) if wins else line
                if len(shorter) >= len(line):
                    break
                line = shorter
        return True, line

    def _solve(self, packed: Packed, attacker: int, horizon: int, most_nodes: int) -> bool | None:
        """One search; `None` if it was stopped, or if what it found leans on a repetition or on the horizon."""
        search, numbers = self._search, self._numbers
        self._work.counters[search.NODE_LIMIT] = most_nodes
        if not search.solve(packed, attacker, horizon, self._memory, self._work, numbers) or numbers[search.DOUBTFUL]:
            return None
        mover_has_it = bool(numbers[search.PHI] == 0)
        return mover_has_it == (int(self._kernel.to_move(packed)) == attacker)

    def _line(self, packed: Packed, attacker: int) -> tuple[int, ...]:
        """A line of the win that has just been found: the attacker's moves of the proof, and the longest defence in it."""
        search, work, kernel = self._search, self._work, self._kernel
        state, undo = packed.copy(), np.empty(kernel.UNDO_SIZE, np.int64)
        most_nodes, rang = self._nodes + LINE_NODES, int(self._memory.stop[0])
        self._memory.stop[0] = 0
        line: list[int] = []
        while True:
            chosen = int(work.frames[0, search.CHILD])
            if int(kernel.to_move(state)) != attacker:
                chosen = int(np.argmax(work.children[0, : work.frames[0, search.COUNT], search.LENGTH]))
            line.append(int(work.actions[0, chosen]))
            left = int(work.children[0, chosen, search.LENGTH])
            kernel.make(state, line[-1], undo)
            if left == 0 or not self._solve(state, attacker, left, most_nodes):
                break
        self._memory.stop[0] |= rang
        return tuple(line)
