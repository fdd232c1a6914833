"""The engine for people who study: lines that deepen while they watch, and whole games judged move by move.

It thinks in slices, so that the first lines come at once and others who study get their turn in between. Each person is
answered one question at a time: the next one ends the one before.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple, Self

from alcove.core.game import Outcome, State, View

from ..base.tasks import Tasks
from ..engines.protocol import Advice, Engines
from ..wire import messages
from .trees import Course

LINES_SECONDS = (0.3, 1.0, 3.0)
"""How long each slice thinks about a position; it remembers what the one before found."""
REVIEW_SECONDS, SECOND_LOOK_SECONDS = 0.15, 0.6
"""For each position of a whole game; and for those where a move seems to have cost something."""
VERDICTS: tuple[tuple[float, messages.Verdict], ...] = ((0.35, "blunder"), (0.2, "mistake"), (0.1, "slip"))
"""How much of the chance to win a move must have cost to be called that."""
LINES_WITH_LUCK = 40
"""If luck may follow a move, its worth is taken from the position before it, among this many lines."""


Earlier = Callable[[Course], Awaitable[Course]]


class Asker(NamedTuple):
    """Who studies: a person, and the address that all who come from there share."""

    person: str
    address: str


class Analyst:
    """Answers everybody who studies."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._questions: dict[str, _Question] = {}
        self._thoughts = Tasks()

    def _question(self, asker: Asker) -> "_Question":
        return _Question(self._questions, asker, self._thoughts)

    async def lines(self, course: Course, lines: int, asker: Asker) -> AsyncIterator[messages.LinesTold]:
        """The best lines of the last position, slice by slice deeper; none if the game is over."""
        view = course.views[-1]
        if view.outcome() is not None:
            return
        seconds = 0.0
        with suppress(ReplacedError), self._question(asker) as question:
            for slice_seconds in LINES_SECONDS:
                advice = await question.think(self._engines, course, view, slice_seconds, lines)
                seconds += slice_seconds
                is_last = slice_seconds == LINES_SECONDS[-1] or all(line.exact for line in advice.lines)
                chance = _of_first(view, advice.lines[0].win_probability)
                yield messages.LinesTold(chance, advice.lines, advice.depth, advice.nodes, seconds, is_last)
                if is_last:
                    break

    async def review(self, course: Course, earlier: Earlier, asker: Asker) -> AsyncIterator[messages.Reviewed]:
        """Every position of a game, from the last to the first: an engine that knows what came later judges better. `earlier`
        brings the stretch of the game before the one at hand."""
        with suppress(ReplacedError), self._question(asker) as question:
            after: _Judged | None = None
            for ply in reversed(range(len(course.moves) + 1)):
                if ply < course.first:
                    course = await earlier(course)
                judged = await self._judge(question, course, ply, after, REVIEW_SECONDS)
                if judged.told.verdict is not None and after is not None:
                    after = await self._judge(question, course, ply + 1, after.after, SECOND_LOOK_SECONDS)
                    judged = await self._judge(question, course, ply, after, SECOND_LOOK_SECONDS)
                    yield after.told
                yield judged.told
                after = judged

    async def _judge(
        self, question: "_Question", course: Course, ply: int, after: "_Judged | None", seconds: float
    ) -> "_Judged":
        """A position and the move played there, when the position `after` it is known."""
        view = course.view(ply)
        outcome = view.outcome()
        if outcome is not None:
            return _Judged(messages.Reviewed(ply, _of_outcome(outcome), None, 0.0, None), after)
        with_luck = not isinstance(view, State)
        lines = LINES_WITH_LUCK if with_luck else 1
        advice = await question.think(self._engines, course, view, seconds, lines)
        best = advice.lines[0]
        chance, cost = best.win_probability, 0.0
        if after is not None and course.moves[ply] != best.moves[0]:
            reached = _of_first(view, after.told.chance)
            cost = max(0.0, chance - reached)
            if with_luck:
                cost = min(cost, _cost_foreseen(advice, course.moves[ply]))
            else:
                chance = max(chance, reached)
        verdict = next((name for least, name in VERDICTS if cost >= least), None)
        return _Judged(messages.Reviewed(ply, _of_first(view, chance), best, cost, verdict), after)


@dataclass(frozen=True, slots=True)
class _Judged:
    """What is said about a position, and the one after it in the game."""

    told: messages.Reviewed
    after: "_Judged | None"


def _cost_foreseen(advice: Advice, move: str) -> float:
    """What a move costs before luck has spoken. One that is in no line is taken to be as good as the last."""
    worth = next((line for line in advice.lines if line.moves[0] == move), advice.lines[-1]).win_probability
    return max(0.0, advice.lines[0].win_probability - worth)


def _of_first(view: View, chance: float) -> float:
    """The chance of the player to move as that of the first seat, and the other way round; if all win together, the same."""
    return chance if view.shares_fate or view.to_move == 0 else 1.0 - chance


def _of_outcome(outcome: Outcome) -> float:
    if outcome.together:
        return 0.0 if outcome.winner is None else 1.0
    return {0: 1.0, 1: 0.0, None: 0.5}[outcome.winner]


class ReplacedError(Exception):
    """The same person has asked something else."""


class _Question:
    """What a person wants to know now."""

    def __init__(self, questions: dict[str, "_Question"], asker: Asker, thoughts: Tasks) -> None:
        self._questions, self._asker, self._thoughts = questions, asker, thoughts
        self._thinking: asyncio.Task[Advice] | None = None
        self._is_replaced = False

    def __enter__(self) -> Self:
        before = self._questions.get(self._asker.person)
        if before is not None:
            before._replace()
        self._questions[self._asker.person] = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._questions.get(self._asker.person) is self:
            del self._questions[self._asker.person]

    async def think(self, engines: Engines, course: Course, view: View, seconds: float, lines: int) -> Advice:
        """A thought to its end; `ReplacedError` if the person no longer wants it."""
        if self._is_replaced:
            raise ReplacedError
        thought = engines.study(course.game.name, view, seconds, lines, self._asker.address)
        self._thinking = self._thoughts.begin(thought)
        try:
            return await self._thinking
        except asyncio.CancelledError:
            if self._is_replaced and self._thinking.cancelled():
                raise ReplacedError from None
            raise

    def _replace(self) -> None:
        self._is_replaced = True
        if self._thinking is not None:
            self._thinking.cancel()
