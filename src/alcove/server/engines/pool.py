"""Engines think in processes of their own: a slow one cannot hold up the room, a dead one only costs a moment.

The pool keeps one process per core. Moves go before hints, hints before studies, and where there are two processes or
more one of them is for moves alone. A study makes way at once for what is more urgent. Every task has its time; a
process that is late or dead is replaced, and a move that has not come in time is replaced by a random legal one, so a
game always goes on.
"""

import asyncio
import heapq
import itertools
import multiprocessing
import os
import secrets
import signal
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import structlog

from alcove.core.game import View
from alcove.server.base import refusals

from ..base import metrics
from .process import HINT_SECONDS, Advice, Advise, Choose, Interrupt, Study, Task, compile_all, levels, work

log = structlog.get_logger()

MOVE_SECONDS = 5.0
"""A move comes in this time, or as soon as its level is overdue if that is later, whatever happens to its engine."""
GRACE_SECONDS = 1.0
"""How much later than it promised an engine may answer before its process is replaced."""
HINT_PATIENCE_SECONDS = 10.0
"""A hint that has not come by then, waiting for a process included, is given up."""
FIRST_SECONDS = 120.0
"""How long the first task of a game may keep a process: what it needs may have to be loaded, or compiled even.
Nobody waits so long; but a process killed while it learns would never learn."""
START_SECONDS = 60.0
MOST_PROCESSES = 8
MOST_HINTS_WAITING = 16
STUDY_GRACE_SECONDS = 5.0
"""Nobody's clock runs while somebody studies: better late than a process replaced."""
MOST_STUDIES_WAITING = 32
MOST_ATTEMPTS = 3
"""A task whose process died is tried again this often at most, in case it is the task that kills."""

MOVE, HINT, STUDY = 0, 1, 2
"""Priorities: the smaller goes first."""
_NAMES = ("move", "hint", "study")


class LostError(Exception):
    """The process died or was late; the reason says which."""


class FailedError(Exception):
    """The engine gave up on the task by itself."""


class Worker:
    """An engine process and the pipe to it. The methods that wait do so in a thread of the pool."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), name="alcove-engine", daemon=True)
        self.process.start()
        theirs.close()
        self._sending = Lock()
        self._knows: set[str] = set()

    def wait_until_ready(self) -> None:
        self._receive(START_SECONDS)

    def ask(self, number: int, task: Task, seconds: float) -> Any:
        """The answer to a task, within `seconds` if it is not the first of its game."""
        self._send((number, task))
        answer, fault = self._receive(seconds if task.game in self._knows else FIRST_SECONDS)
        self._knows.add(task.game)
        if fault is not None:
            raise FailedError(fault)
        return answer

    def interrupt(self, number: int) -> None:
        """Let the study of that number come to its end; it answers with what it has."""
        with suppress(LostError):
            self._send(Interrupt(number))

    def _send(self, message: tuple[int, Task] | Interrupt) -> None:
        try:
            with self._sending:
                self._pipe.send(message)
        except OSError:
            raise LostError("died") from None

    def _receive(self, seconds: float) -> Any:
        try:
            if self._pipe.poll(seconds):
                return self._pipe.recv()
        except (EOFError, OSError):
            raise LostError("died") from None
        raise LostError("late")

    def stop(self) -> None:
        """End the process. Whoever waits for it in a thread is told that it died."""
        self.process.kill()
        self.process.join()


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


@dataclass(order=True, slots=True)
class Job:
    """A task in the queue, in the order of priority and arrival."""

    priority: int
    number: int
    task: Task = field(compare=False)
    seconds: float = field(compare=False)
    answer: "asyncio.Future[Any]" = field(compare=False)
    attempts: int = field(compare=False, default=0)


class Pool:
    """The engine processes of a room. They are started at once (`warm`) or by the first task."""

    def __init__(self, size: int | None = None, warm: bool = False) -> None:
        self.size = size or max(1, min(MOST_PROCESSES, _cores()))
        self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="alcove-engine")
        self._queue: list[Job] = []
        self._numbers = itertools.count()
        self._changed = asyncio.Condition()
        self._at_work: dict[int, Job] = {}
        self.workers: dict[int, Worker] = {}
        self._compiler = Compiler() if warm else None
        self._slots = [asyncio.create_task(self._run(slot, warm)) for slot in range(self.size)]

    async def close(self) -> None:
        """End all processes; whoever still waits for an answer is cancelled."""
        for slot in self._slots:
            slot.cancel()
        for worker in self.workers.values():
            worker.stop()
        if self._compiler is not None:
            self._compiler.stop()
        await asyncio.gather(*self._slots, return_exceptions=True)
        for job in self._queue:
            job.answer.cancel()
        self._threads.shutdown(wait=True)

    async def choose(self, game: str, view: View, level: int) -> str:
        """A legal move. It always comes, and in time."""
        legal = [str(move) for move in view.legal_moves()]
        if len(legal) == 1:
            return legal[0]
        seconds = levels(game)[level - 1].deadline_seconds + GRACE_SECONDS
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

    async def advise(self, game: str, view: View) -> Advice:
        """The best lines at full strength; refused when no engine can answer now."""
        if sum(job.priority == HINT for job in self._queue) >= MOST_HINTS_WAITING:
            raise refusals.no_engine()
        try:
            advice: Advice = await self._ask(
                HINT, Advise(game, view), HINT_SECONDS + GRACE_SECONDS, HINT_PATIENCE_SECONDS
            )
        except (TimeoutError, LostError, FailedError) as error:
            log.warning("no_hint", game=game, cause=str(error) or "late")
            raise refusals.no_engine() from None
        return advice

    async def study(self, game: str, view: View, seconds: float, lines: int) -> Advice:
        """The best lines after `seconds`, or less where something more urgent came. Who no longer waits ends the search."""
        if sum(job.priority == STUDY for job in self._queue) >= MOST_STUDIES_WAITING:
            raise refusals.no_engine()
        task, patience = Study(game, view, seconds, lines), seconds + FIRST_SECONDS
        try:
            advice: Advice = await self._ask(STUDY, task, seconds + STUDY_GRACE_SECONDS, patience)
        except (TimeoutError, LostError, FailedError) as error:
            log.warning("no_study", game=game, cause=str(error) or "late")
            raise refusals.no_engine() from None
        return advice

    async def _ask(self, priority: int, task: Task, seconds: float, patience_seconds: float) -> Any:
        job = Job(priority, next(self._numbers), task, seconds, asyncio.get_running_loop().create_future())
        await self._put(job)
        self._make_way()
        try:
            with metrics.ENGINE_SECONDS.labels(_NAMES[priority]).time():
                async with asyncio.timeout(patience_seconds):
                    return await job.answer
        except (asyncio.CancelledError, TimeoutError):
            if priority == STUDY:
                self._interrupt(slot for slot, at_work in self._at_work.items() if at_work is job)
            raise

    # --- The queue --------------------------------------------------------------------------------------------------

    async def _put(self, job: Job) -> None:
        async with self._changed:
            heapq.heappush(self._queue, job)
            self._changed.notify_all()

    async def _next(self, slot: int) -> Job:
        """The next job for a slot. Slot 0 is kept free for moves, unless it is the only one."""
        async with self._changed:
            while True:
                self._queue = [job for job in self._queue if not job.answer.done()]
                heapq.heapify(self._queue)
                if self._queue and self._takes(slot, self._queue[0].priority):
                    return heapq.heappop(self._queue)
                await self._changed.wait()

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

    def _interrupt(self, slots: Iterable[int]) -> None:
        for slot in slots:
            if slot in self.workers:
                self.workers[slot].interrupt(self._at_work[slot].number)

    # --- The processes ----------------------------------------------------------------------------------------------

    async def _run(self, slot: int, warm: bool) -> None:
        """Give the jobs to the process of a slot, one after the other."""
        if warm:
            await self._start(slot)
        while True:
            job = self._at_work[slot] = await self._next(slot)
            await self._do(slot, job)
            del self._at_work[slot]

    async def _do(self, slot: int, job: Job) -> None:
        """Let the process of a slot do a job; if it is lost, another takes its place and perhaps the job too."""
        if slot not in self.workers:
            await self._start(slot)
        if job.answer.done():
            return
        job.attempts += 1
        try:
            answer = await self._in_thread(self.workers[slot].ask, job.number, job.task, job.seconds)
        except FailedError as error:
            _resolve(job, error)
        except LostError as error:
            log.warning("engine_replaced", cause=str(error))
            metrics.ENGINES_REPLACED.labels(str(error)).inc()
            if str(error) == "died" and job.attempts < MOST_ATTEMPTS:
                await self._put(job)
            else:
                _resolve(job, error)
            await self._start(slot)
        else:
            _resolve(job, answer)

    async def _start(self, slot: int) -> None:
        """A fresh process in a slot, ready to think."""
        while True:
            if slot in self.workers:
                self.workers.pop(slot).stop()
            worker = self.workers[slot] = Worker()
            with suppress(LostError):
                await self._in_thread(worker.wait_until_ready)
                return
            log.error("engine_did_not_start")
            await asyncio.sleep(1)

    async def _in_thread(self, wait: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, wait, *arguments)


def _resolve(job: Job, answer: Any) -> None:
    """Hand over an answer or an error, if somebody still waits for it."""
    if job.answer.done():
        return
    if isinstance(answer, Exception):
        job.answer.set_exception(answer)
    else:
        job.answer.set_result(answer)


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
