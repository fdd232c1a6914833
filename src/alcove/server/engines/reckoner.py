"""Work that keeps a processor busy and is not a search: records read and written, trees and boards for study, long games
folded. It is done in processes of its own, never on the event loop and never in a thread that would share its processor.

Queues are bounded, one for each kind of work, and fair: whoever has least at work goes first, nobody has all processes at
once, and where a queue is full the one who filled it is refused ("busy"), not the next who comes. One process is kept for
what a game waits for. What takes too long or too much memory is given up.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

import structlog

from alcove.core.errors import AlcoveError
from alcove.server.base import refusals
from alcove.table.fold import Entry, Room
from alcove.table.refusals import RefusedError

from ..base import metrics
from ..wire import messages
from .child import NICENESS, Child, FailedError, LostError, Pipe, begin_life, live
from .processes import Processes, Waiting, cores, has_place

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

log = structlog.get_logger()
T = TypeVar("T")

Kind = Literal["fold", "record", "import", "tree", "board", "puzzle", "openings", "count", "page"]
"""`fold` is what a game waits for: a table that comes into memory."""

SECONDS = 15.0
"""So long a piece of work may keep a process."""
FOLD_SECONDS = 10.0
"""So long a process may take to fold a game; then a thread of the room does it."""
PATIENCE_SECONDS = 30.0
"""So long anybody waits for an answer."""
MOST_OF_ONE, MOST_OF_ALL = 8, 48
"""So many pieces of one kind wait for one person (or address), and for all of them together."""
MOST_FOLDS = 1_000
FEWEST_PROCESSES, MOST_PROCESSES = 2, 4
"""Beside the one for games."""
SHORT_GAME, USUAL_GAME = 8, 80
"""A table of so few events is folded on the spot, one of so many in a thread: asking a process would take longer."""
FOLDING_THREADS = 2
"""Their own: whoever checks an offer or sends a mail in a thread of the room does not wait behind a hundred cold tables."""
MOST_KNOWN, LARGEST_KNOWN_BYTES = 128, 256 * 1024
"""So many answers are remembered, if they are not too long."""
MOST_BYTES = 2 * 1024**3
"""What a process may have of memory, addresses included that it never touches."""


@dataclass(eq=False, slots=True, kw_only=True)
class Work(Waiting):
    kind: Kind
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Reckoner(Processes[Child, Work]):
    """The processes that reckon for a room, and what they found last."""

    def __init__(self, size: int | None = None, warm: bool = False) -> None:
        self._known: OrderedDict[Hashable, bytes] = OrderedDict()
        self._asked: dict[Hashable, asyncio.Future[bytes]] = {}
        """What is being found out: who asks the same meanwhile waits for that."""
        self._folding = ThreadPoolExecutor(FOLDING_THREADS, thread_name_prefix="alcove-fold")
        super().__init__("reckoner", 1 + (size or max(FEWEST_PROCESSES, min(MOST_PROCESSES, cores()))), warm)

    async def reckon(self, kind: Kind, who: str, function: Callable[..., T], *arguments: object) -> T:
        """What a function of a module answers, asked in another process. `who` wants it: a person, or an address.

        What the function refuses is refused here; so is everything when there is too much to do.
        """
        self._make_room(kind, who)
        seconds = FOLD_SECONDS if kind == "fold" else SECONDS
        job = Work(
            next(self._numbers), seconds, asyncio.get_running_loop().create_future(), who=who,
            kind=kind, function=function, arguments=arguments,
        )  # fmt: skip
        await self._put(job)
        try:
            with metrics.RECKONER_SECONDS.labels(kind).time():
                async with asyncio.timeout(FOLD_SECONDS if kind == "fold" else PATIENCE_SECONDS):
                    answer = await job.answer
        except TimeoutError:
            raise _busy(kind) from None
        except LostError as error:
            log.warning("reckoning_given_up", kind=kind, what=function.__qualname__, cause=str(error))
            raise refusals.too_heavy() from None
        except FailedError as error:
            log.error("reckoning_failed", kind=kind, what=function.__qualname__, trace=error.args[-1])
            raise
        if isinstance(answer, AlcoveError):
            raise answer
        found: T = answer
        return found

    def known(self, key: Hashable) -> bytes | None:
        """What was found under this key, if it is still remembered."""
        return self._known.get(key)

    async def recall(
        self, key: Hashable, kind: Kind, who: str, function: Callable[..., bytes], *arguments: object
    ) -> bytes:
        """As `reckon`, for an answer that is always the same under this key: the last ones are remembered."""
        found = self._known.pop(key, None)
        if found is None and (asked := self._asked.get(key)) is not None:
            with suppress(RefusedError):  # somebody else's: we may have what they may not
                found = await asyncio.shield(asked)
        if found is None:
            asked = self._asked[key] = asyncio.ensure_future(self.reckon(kind, who, function, *arguments))
            asked.add_done_callback(partial(self._answered, key))
            found = await asyncio.shield(asked)
        if len(found) <= LARGEST_KNOWN_BYTES:
            self._known[key] = found
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found

    def _answered(self, key: Hashable, asked: "asyncio.Future[bytes]") -> None:
        if self._asked.get(key) is asked:
            del self._asked[key]
        if not asked.cancelled():
            asked.exception()  # whoever asked may be gone

    async def fold(self, entries: list[Entry]) -> Room:
        """As `Room.fold`; long games are folded elsewhere, and need not wait for people who study. A game that no process
        can fold now is folded all the same: its players wait for it."""
        if len(entries) <= SHORT_GAME:
            return Room.fold(entries)
        if len(entries) > USUAL_GAME:
            with suppress(FailedError, RefusedError):
                return await self.reckon("fold", "", Room.fold, entries)
        return await asyncio.get_running_loop().run_in_executor(self._folding, Room.fold, entries)

    async def close(self) -> None:
        await super().close()
        self._folding.shutdown(wait=False, cancel_futures=True)

    # --- Who is next ------------------------------------------------------------------------------------------------

    def _make_room(self, kind: Kind, who: str) -> None:
        """Refuses what finds no place in its queue. The last of whoever has most there makes way for others."""
        waiting = [job for job in self._queue if job.kind == kind and not job.answer.done()]
        if kind == "fold":
            if len(waiting) >= MOST_FOLDS:
                raise _busy(kind)
            return
        if not has_place(waiting, who, MOST_OF_ONE, MOST_OF_ALL, partial(_busy, kind)):
            raise _busy(kind)

    def _pick(self, slot: int) -> Work | None:
        """Whoever has least at work, then the kind that has least. Slot 0 is kept free for games, and nobody gets all
        the others at once."""
        people = Counter(job.who for job in self._at_work.values())
        kinds = Counter(job.kind for job in self._at_work.values())
        taken = (
            job for job in self._queue if job.kind == "fold" or (slot > 0 and people[job.who] < max(1, self.size - 2))
        )
        return min(
            taken, key=lambda job: (job.kind != "fold", people[job.who], kinds[job.kind], job.number), default=None
        )

    # --- The processes ----------------------------------------------------------------------------------------------

    def _spawn(self, slot: int) -> Child:
        return Child("alcove-reckoner", work, 0 if slot == 0 else NICENESS)

    def _put_to(self, child: Child, job: Work) -> Any:
        return child.ask((job.function, job.arguments), job.seconds)


def written(function: Callable[..., messages.ToPage], *arguments: object) -> bytes:
    """In the process: what a function answers, as a page is told it."""
    return messages.write(function(*arguments))


def _busy(kind: Kind) -> AlcoveError:
    metrics.BUSY.labels(kind).inc()
    return refusals.busy()


def work(pipe: Pipe, niceness: int) -> None:
    """The life of a process that reckons."""
    begin_life(niceness)
    if resource is not None:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))

    def next_task() -> Callable[[], object]:
        function, arguments = pipe.recv()
        return lambda: _attempt(function, arguments)

    live(pipe, next_task)


def _attempt(function: Callable[..., object], arguments: tuple[object, ...]) -> object:
    try:
        return function(*arguments)
    except AlcoveError as error:
        return error
    except (MemoryError, RecursionError):
        return refusals.too_heavy()
