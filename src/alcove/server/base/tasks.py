"""Work in the background. Every task has a name; one that dies is told in the log with its trace, and what has to go on is
begun anew after a pause."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from alcove.core.errors import AlcoveError

log = structlog.get_logger()
T = TypeVar("T")
Work = Callable[[], Coroutine[Any, Any, None]]

PAUSE_SECONDS = 2.0
"""How long after its death something is begun anew."""
AWAY = (SQLAlchemyError, OSError)
"""What asking a database that is away ends in: worth a line, not a trace."""


class Tasks:
    """The tasks of one part of the room. asyncio itself holds tasks only weakly."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, T], name: str | None = None) -> asyncio.Task[T]:
        """Something that comes to an end. A refusal is an answer to whoever waits for it, not a death."""
        task = asyncio.create_task(work, name=name or getattr(work, "__qualname__", None))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def keep_up(self, work: Work, name: str | None = None) -> asyncio.Task[None]:
        """Something that has to be done, or goes on for ever: it is begun anew until it has ended well."""
        called = name or work.__qualname__

        async def keep_up() -> None:
            while not await _went_well(work, called):
                await asyncio.sleep(PAUSE_SECONDS)

        return self.begin(keep_up(), called)

    def every(self, seconds: float, work: Work) -> asyncio.Task[None]:
        """Something that is done now, and then again and again."""

        async def every() -> None:
            while True:
                await _went_well(work, work.__qualname__)
                await asyncio.sleep(seconds)

        return self.begin(every(), work.__qualname__)

    async def settle(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cancel(self) -> None:
        """Tell what is under way to end."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """End what is under way, and what it begins at its end."""
        while self._tasks:
            self.cancel()
            await self.settle()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, AlcoveError):
            _tell(task.get_name(), error)


async def _went_well(work: Work, name: str) -> bool:
    try:
        await work()
    except Exception as error:
        _tell(name, error)
        return False
    return True


def _tell(name: str, error: BaseException) -> None:
    if isinstance(error, AWAY):
        log.warning("task_failed", task=name, cause=type(error).__name__)
    else:
        log.error("task_died", task=name, exc_info=error)
