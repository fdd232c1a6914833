"""Engines think in processes of their own: a slow one cannot hold up the room, a dead one only costs a moment.

The pool keeps a process per core, and their threads together are as many as the cores. Moves go before hints, hints before
studies, and where there are two processes or more one of them is for moves alone. A study makes way at once for what is
more urgent, and for somebody else's where its own address has more of them waiting; of hints and studies those go first whose
address was served least lately, so that nobody has the engines for themselves. Every task has its time; a process that is late or dead is replaced, and a move that has not come in time is
replaced by a random legal one, so a game always goes on.
"""

import asyncio
import multiprocessing
import os
import secrets
import signal
from collections import Counter, deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog

from alcove.core.game import View
from alcove.server.base import refusals

from ..base import metrics
from .child import Child, FailedError, LostError
from .process import Advise, Choose, Interrupt, Study, Task, compile_all, work
from .processes import Processes, Waiting, cores, has_place
from .protocol import (
    GRACE_SECONDS,
    HINT_PATIENCE_SECONDS,
    HINT_SECONDS,
    KINDS,
    MOST_OF_ONE,
    MOVE_SECONDS,
    STUDY_GRACE_SECONDS,
    Advice,
    move_seconds,
)

log = structlog.get_logger()

FIRST_SECONDS = 120.0
"""How long the first task of a game may keep a process: what it needs may have to be loaded, or compiled even.
Nobody waits so long; but a process killed while it learns would never learn."""
MOST_PROCESSES = 8
MOST_HINTS_WAITING = 16
MOST_STUDIES_WAITING = 32
LATELY = 32
"""So many hints and studies count as done lately."""

MOVE, HINT, STUDY = 0, 1, 2
"""Priorities: the smaller goes first. They are the places of `protocol.KINDS`."""


class Thinker(Child):
    """An engine process."""

    def __init__(self, threads: int) -> None:
        super().__init__("alcove-engine", work, threads)
        self._knows: set[str] = set()

    def think(self, number: int, task: Task, seconds: float) -> Any:
        """The answer to a task, within `seconds` if it is not the first of its game."""
        try:
            return self.ask((number, task), seconds if task.game in self._knows else FIRST_SECONDS)
        finally:
            self._knows.add(task.game)

    def interrupt(self, number: int) -> None:
        """Let the study of that number come to its end; it answers with what it has."""
        with suppress(LostError):
            self._send(Interrupt(number))


class Compiler:
    """A process that compiles what engines need, once in the life of an installation."""

    def __init__(self) -> None:
        self._process = multiprocessing.get_context("spawn").Process(target=compile_all, name="alcove-compiler")
        self._process.start()

    def stop(self) -> None:
        """End it, and its helpers with it where there are process groups."""
        if self._process.is_alive() and self._process.pid is not None:
            with suppress(OSError, AttributeError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.join()


@dataclass(eq=False, slots=True, kw_only=True)
class Thought(Waiting):
    """A task in the queue."""

    priority: int
    task: Task


class Pool(Processes[Thinker, Thought]):
    """The engine processes of a room."""

    def __init__(self, size: int | None = None, warm: bool = False) -> None:
        self._compiler = None
        self._lately: deque[str] = deque(maxlen=LATELY)
        """For whom hints and studies were begun last."""
        if warm:
            try:
                self._compiler = Compiler()
            except OSError as error:  # each engine then compiles what it needs
                log.error("compiler_did_not_start", cause=str(error))
        super().__init__("engine", size or max(1, min(MOST_PROCESSES, cores())), warm)
        self.threads = max(1, cores() // self.size)

    async def close(self) -> None:
        if self._compiler is not None:
            self._compiler.stop()
        await super().close()

    async def choose(self, game: str, view: View, level: int) -> str:
        """A legal move. It always comes, and in time."""
        legal = [str(move) for move in view.legal_moves()]
        if not legal:
            raise refusals.no_move()
        if len(legal) == 1:
            return legal[0]
        seconds = move_seconds(game, level)
        task = Choose(game, view, level, secrets.randbits(63))
        try:
            chosen: str = await self._ask(MOVE, task, seconds, max(seconds, MOVE_SECONDS))
        except (TimeoutError, LostError, FailedError) as error:
            log.warning("fallback_move", game=game, strength=level, cause=str(error) or "late")
            metrics.FALLBACK_MOVES.inc()
            return secrets.choice(legal)
        if chosen not in legal:
            log.error("illegal_engine_move", game=game, strength=level, move=chosen, position=view.to_text())
            return secrets.choice(legal)
        return chosen

    async def advise(self, game: str, view: View, who: str = "") -> Advice:
        """The best lines at full strength; refused when no engine can answer now."""
        self._make_room(HINT, who, MOST_HINTS_WAITING)
        try:
            advice: Advice = await self._ask(
                HINT, Advise(game, view), HINT_SECONDS + GRACE_SECONDS, HINT_PATIENCE_SECONDS, who
            )
        except (TimeoutError, LostError, FailedError) as error:
            log.warning("no_hint", game=game, cause=str(error) or "late")
            raise refusals.no_engine() from None
        return advice

    async def study(self, game: str, view: View, seconds: float, lines: int, who: str = "") -> Advice:
        """The best lines after `seconds`, or less where something more urgent came. Whoever no longer waits ends the search."""
        self._make_room(STUDY, who, MOST_STUDIES_WAITING)
        task, patience = Study(game, view, seconds, lines), seconds + FIRST_SECONDS
        try:
            advice: Advice = await self._ask(STUDY, task, seconds + STUDY_GRACE_SECONDS, patience, who)
        except (TimeoutError, LostError, FailedError) as error:
            log.warning("no_study", game=game, cause=str(error) or "late")
            raise refusals.no_engine() from None
        return advice

    async def _ask(self, priority: int, task: Task, seconds: float, patience_seconds: float, who: str = "") -> Any:
        answer = asyncio.get_running_loop().create_future()
        job = Thought(next(self._numbers), seconds, answer, who=who, priority=priority, task=task)
        await self._put(job)
        self._make_way()
        try:
            with metrics.ENGINE_SECONDS.labels(KINDS[priority]).time():
                async with asyncio.timeout(patience_seconds):
                    return await job.answer
        except (asyncio.CancelledError, TimeoutError):
            if priority == STUDY:
                self._interrupt(slot for slot, at_work in self._at_work.items() if at_work is job)
            raise

    # --- The queue and the processes --------------------------------------------------------------------------------

    def _spawn(self, slot: int) -> Thinker:
        return Thinker(self.threads)

    async def _do(self, slot: int, job: Thought) -> None:
        if job.priority != MOVE:
            self._lately.append(job.who)
        await super()._do(slot, job)

    def _put_to(self, child: Thinker, job: Thought) -> Any:
        return child.think(job.number, job.task, job.seconds)

    def _make_room(self, priority: int, who: str, most: int) -> None:
        waiting = [job for job in self._queue if job.priority == priority and not job.answer.done()]
        if not has_place(waiting, who, MOST_OF_ONE, most, refusals.no_engine):
            raise refusals.no_engine()

    def _pick(self, slot: int) -> Thought | None:
        """The most urgent. Slot 0 is kept free for moves, unless it is the only one."""
        taken = (job for job in self._queue if self._takes(slot, job.priority))
        return min(taken, key=self._turn, default=None)

    def _turn(self, job: Thought) -> tuple[int, int, int]:
        """Moves come in their order; of others, those whose address was served least of all lately."""
        return job.priority, 0 if job.priority == MOVE else self._lately.count(job.who), job.number

    def _takes(self, slot: int, priority: int) -> bool:
        return priority == MOVE or slot > 0 or self.size == 1

    def _make_way(self) -> None:
        """End studies where moves or hints would have to wait for them."""
        for priority in (MOVE, HINT):
            waiting = sum(job.priority <= priority for job in self._queue)
            slots = [slot for slot in range(self.size) if self._takes(slot, priority)]
            free = sum(slot not in self._at_work for slot in slots)
            studies = [slot for slot in slots if slot in self._at_work and self._at_work[slot].priority == STUDY]
            self._interrupt(studies[: max(0, waiting - free)])
        self._share()

    def _share(self) -> None:
        """End a study whose address has more of them waiting where somebody waits who has none at work."""
        waiting = Counter(job.who for job in self._queue if job.priority == STUDY and not job.answer.done())
        at_work = {slot: job.who for slot, job in self._at_work.items() if job.priority == STUDY}
        is_full = all(slot in self._at_work for slot in range(self.size) if self._takes(slot, STUDY))
        if is_full and waiting.keys() - set(at_work.values()):
            self._interrupt([slot for slot, who in at_work.items() if waiting[who]][:1])

    def _interrupt(self, slots: Iterable[int]) -> None:
        for slot in slots:
            if slot in self.children:
                self.children[slot].interrupt(self._at_work[slot].number)
