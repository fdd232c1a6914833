"""The counted chances as Python sees them: a packed view in, the true chance of its plies out, or of some, or of none."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import ONGOING
from alcove.games.rooms import DealtKernel, UnseenRoom, WorldsEvaluationRoom
from alcove.jit import instance_for
from alcove.search.limits import Alarm

Packed = npt.NDArray[np.uint8]

SCOPES = ((2, 1), (2, 3), (2, 6), (4, 36))
"""Where a sure win is looked for before everything is: how many plies of a position are tried, and what may be spent."""
SURE = 1.0
NEARLY_SURE = 1.0 - 1e-9
"""No chance lies between this and a sure win."""
NO_FLOOR = -1.0
FEW_UNSEEN = 8
"""With more unseen than that, each further piece halves the positions that are looked at: it would seldom get there."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The true chances that were found. All that are missing are proven to be no better, if `is_complete`."""

    chances: dict[int, float]
    is_complete: bool
    nodes: int
    unseen: int
    """How many pieces are: a chance is a whole number of its factorial's parts."""


NOTHING = Reckoned({}, False, 0, 0)


class Reckoning:
    """Exact search over one game's kernel. What it finds out is kept from move to move."""

    def __init__(
        self, name: str, kernel: DealtKernel, evaluation: WorldsEvaluationRoom, unseen: UnseenRoom, megabytes: int
    ) -> None:
        self._kernel = kernel
        self._evaluation = evaluation
        self._unseen = unseen
        self._search: Any = instance_for(
            name, "alcove.search.chances", kernel=kernel, evaluation=evaluation, unseen=unseen
        )
        self._table = self._search.new_table(megabytes)
        self._work = self._search.new_work()
        self._sketch = evaluation.new_sketch()
        self._stop = np.zeros(1, np.uint8)

    def stop(self) -> None:
        """End the search that is running, from another thread."""
        self._stop[0] = 1

    def forget(self) -> None:
        self._table.keys[:] = 0

    def reckon(self, packed: Packed, lines: int, nodes: int, seconds: float | None) -> Reckoned:
        """The chances of the best `lines` plies of `packed`, a view that must not be finished, as far as they can be
        counted with so many nodes; where much is unseen, fewer are used."""
        if not self._unseen.shares_fate(packed):
            return NOTHING
        root = self._unseen.root(packed)
        unseen = self._unseen.count(root, self._work.counts[0])
        nodes >>= max(0, unseen - FEW_UNSEEN)
        if nodes == 0:
            return NOTHING
        self._stop[0] = 0
        self._work.counters[self._search.NODES] = 0
        with Alarm(self._stop, seconds):
            chances, is_complete = self._reckon(root, lines, nodes)
        return Reckoned(chances, is_complete, int(self._work.counters[self._search.NODES]), int(unseen))

    def _reckon(self, root: Packed, lines: int, nodes: int) -> tuple[dict[int, float], bool]:
        """First sure wins among the plies that look best, then everything."""
        plies, chances = self._plies(root), dict[int, float]()
        share, spent = nodes // (len(SCOPES) + 1), self._unseen.spent(root)
        for number, (width, more) in enumerate(SCOPES, 1):
            scope = width * self._search.COSTS + spent + more
            self._look(root, plies, lines, scope, number * share, chances)
        return chances, self._look(root, plies, lines, self._search.ALL, nodes, chances)

    def _look(
        self, root: Packed, plies: list[int], lines: int, scope: int, nodes: int, chances: dict[int, float]
    ) -> bool:
        """Add to `chances` what a search of that scope finds. Are there none as good among those still missing?"""
        self._work.counters[self._search.NODE_LIMIT] = nodes
        for action in plies:
            best = sorted(chances.values(), reverse=True)
            floor = best[lines - 1] if len(best) >= lines else NO_FLOOR
            if floor == SURE:
                return True
            if action in chances:
                continue
            if scope != self._search.ALL:
                floor = NEARLY_SURE
            chance = float(
                self._search.value(root, action, scope, floor, self._work, self._table, self._sketch, self._stop)
            )
            if chance == self._search.ABORTED:
                return False
            if chance > floor:
                chances[action] = chance
        return True

    def _plies(self, root: Packed) -> list[int]:
        """The legal plies, those first that look best."""
        actions, scores = np.zeros(self._kernel.MAX_MOVES, np.int32), np.zeros(self._kernel.MAX_MOVES)
        count = self._evaluation.rate(root, actions, scores, self._sketch)
        return [int(actions[i]) for i in np.argsort(-scores[:count], kind="stable")]

    def line(self, packed: Packed, action: int, chance: float) -> tuple[int, ...]:
        """A ply whose chance was found, and best play after it for as long as nothing unseen comes up."""
        before, line = self._unseen.root(packed), [action]
        while True:
            after = before.copy()
            self._kernel.play(after, line[-1])
            if self._unseen.shown(before, after) >= 0:
                return tuple(line)
            self._unseen.veil(after)
            at = self._search.find(self._table, self._kernel.public_key(after))
            if self._kernel.result(after) != ONGOING or at < 0:
                return tuple(line)
            if self._table.kinds[at] != self._search.EXACT or self._table.values[at] != chance:
                return tuple(line)
            line.append(int(self._table.actions[at]))
            before = after
