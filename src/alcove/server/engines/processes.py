"""Processes of this machine that take jobs from one queue: the ground on which the engines' pool and the reckoner stand.

Each slot holds one process, started when the first job needs it. One that is late or dead is replaced, and where the system
has no process to give, the slot tries again after a while, longer each time, and leaves its jobs to the others.
"""

import asyncio
import itertools
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, Generic, TypeVar

import structlog

from ..base import metrics
from ..base.tasks import Tasks
from .child import Child, FailedError, LostError

log = structlog.get_logger()

MOST_ATTEMPTS = 3
"""A job whose process died is tried again this often at most, in case it is the job that kills."""
SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 15.0
"""How long a slot waits before it asks the system for a process again."""


@dataclass(eq=False, slots=True)
class Waiting:
    """A job in the queue. It may keep its process for so many seconds. `who` wants it: a person, or an address; those of
    nobody in particular are the room's own."""

    number: int
    seconds: float
    answer: "asyncio.Future[Any]"
    attempts: int = 0
    who: str = ""


C = TypeVar("C", bound=Child)
W = TypeVar("W", bound=Waiting)


class Processes(ABC, Generic[C, W]):
    """`size` processes. They are started at once (`warm`) or by the first job that needs one."""

    def __init__(self, name: str, size: int, warm: bool = False) -> None:
        self.size = size
        self._name = name
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=f"alcove-{name}")
        self._numbers = itertools.count()
        self._changed = asyncio.Condition()
        self._queue: list[W] = []
        self._at_work: dict[int, W] = {}
        self._pausing: set[int] = set()
        self.children: dict[int, C] = {}
        self._tasks = Tasks()
        self._slots = [self._tasks.keep_up(partial(self._run, slot, warm), f"{name} {slot}") for slot in range(size)]

    @abstractmethod
    def _spawn(self, slot: int) -> C:
        """A new process for a slot; `OSError` where there is none to be had."""

    @abstractmethod
    def _pick(self, slot: int) -> W | None:
        """The job in the queue that the process of a slot should do next."""

    @abstractmethod
    def _put_to(self, child: C, job: W) -> Any:
        """Have a process do a job; waits, in a thread."""

    async def close(self) -> None:
        """End all processes; whoever still waits for an answer is cancelled."""
        for slot in self._slots:
            slot.cancel()
        for child in self.children.values():
            child.stop()
        await asyncio.gather(*self._slots, return_exceptions=True)
        for job in self._queue:
            job.answer.cancel()
        self._threads.shutdown(wait=True)

    @property
    def has_none(self) -> bool:
        """Did the system refuse every process that was asked for lately?"""
        return len(self._pausing) == self.size

    async def _put(self, job: W) -> None:
        async with self._changed:
            self._queue.append(job)
            self._changed.notify_all()

    async def _next(self, slot: int) -> W:
        async with self._changed:
            while True:
                self._queue = [job for job in self._queue if not job.answer.done()]
                job = self._pick(slot)
                if job is not None and (slot in self.children or not self._has_rested(job)):
                    self._queue.remove(job)
                    return job
                await self._changed.wait()

    def _has_rested(self, job: W) -> bool:
        """Is there a process without work that would take this job? Then no other need be started for it."""
        return any(slot not in self._at_work and self._pick(slot) is job for slot in self.children)

    async def _run(self, slot: int, warm: bool) -> None:
        """Give the jobs to the process of a slot, one after the other. Nothing but `close` ends this."""
        if warm:
            await self._start(slot)
        failures = 0
        while True:
            job = self._at_work[slot] = await self._next(slot)
            try:
                if slot in self.children or await self._start(slot):
                    failures = 0
                    await self._do(slot, job)
                else:
                    failures += 1
                    await self._put(job)  # for another slot, or for later
            except Exception as error:
                log.exception("job_failed", process=self._name)
                resolve(job, FailedError(str(error)))
            finally:
                del self._at_work[slot]
            if failures:
                self._pausing.add(slot)
                await asyncio.sleep(min(SHORTEST_PAUSE_SECONDS * 2 ** (failures - 1), LONGEST_PAUSE_SECONDS))
                self._pausing.discard(slot)

    async def _do(self, slot: int, job: W) -> None:
        """Let the process of a slot do a job; if it is lost, another takes its place and perhaps the job too."""
        if job.answer.done():
            return
        job.attempts += 1
        try:
            resolve(job, await self._in_thread(self._put_to, self.children[slot], job))
        except FailedError as error:
            resolve(job, error)
        except LostError as error:
            log.warning("process_replaced", process=self._name, cause=str(error))
            metrics.PROCESSES_REPLACED.labels(self._name, str(error)).inc()
            if str(error) == "died" and job.attempts < MOST_ATTEMPTS:
                await self._put(job)
            else:
                resolve(job, error)
            await self._start(slot)

    async def _start(self, slot: int) -> bool:
        """A fresh process in a slot, ready to work; false where none can be had now."""
        try:
            self._drop(slot)
            self.children[slot] = child = self._spawn(slot)
            await self._in_thread(child.wait_until_ready)
        except (OSError, LostError) as error:
            log.error("process_did_not_start", process=self._name, cause=str(error))
            self._drop(slot)
            return False
        return True

    def _drop(self, slot: int) -> None:
        if slot in self.children:
            self.children.pop(slot).stop()

    async def _in_thread(self, wait: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, wait, *arguments)


def has_place(
    waiting: Sequence[Waiting], who: str, most_of_one: int, most_of_all: int, busy: Callable[[], Exception]
) -> bool:
    """Is there a place among those who wait for one more of `who`? Where there is none left, the last of whoever has most
    there makes way, and is told that we are `busy`. The room's own have no bound but the last."""
    of = Counter(job.who for job in waiting)
    if who and of[who] >= most_of_one:
        return False
    if len(waiting) >= most_of_all:
        greediest, most = max(of.items(), key=itemgetter(1), default=("", 0))
        if most <= of[who] + 1:
            return False
        resolve(next(job for job in reversed(waiting) if job.who == greediest), busy())
    return True


def resolve(job: Waiting, answer: Any) -> None:
    """Hand over an answer or an error, if somebody still waits for it."""
    if job.answer.done():
        return
    if isinstance(answer, Exception):
        job.answer.set_exception(answer)
    else:
        job.answer.set_result(answer)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
