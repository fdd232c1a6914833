"""The live socket: one session a page. What comes in is read, obeyed and answered; nothing a page sends ends it.

A page that does not listen does not make others wait: what it has not taken piles up to a bound, then it is cut off and
comes back for a snapshot.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

import anyio
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

import alcove

from . import messages, refusals, telling
from .reading import read
from .tables import Table, Tables

log = structlog.get_logger()

MOST_UNSENT = 64
MOST_WATCHED = 8
MOST_HINTS = 2
CREDIT, CREDIT_PER_SECOND, HINT_COST = 40.0, 10.0, 5.0
DEBT = -200.0
"""A page so deep in debt is not a page."""

TOO_SLOW, FLOODING = 1013, 1008
"""Why the room closes a socket."""


@dataclass(slots=True)
class Credit:
    """A purse that fills with time and pays for messages."""

    now: float
    left: float = CREDIT

    def pay(self, cost: float, now: float) -> bool:
        """Is there enough? What there was not enough for counts too, so that who keeps on flooding is seen."""
        self.left = min(CREDIT, self.left + (now - self.now) * CREDIT_PER_SECOND)
        self.now = now
        self.left -= cost
        return self.left >= 0


class Session:
    """A page and its socket."""

    def __init__(self, websocket: WebSocket, tables: Tables) -> None:
        self._socket = websocket
        self._tables = tables
        self._guest: str = websocket.state.guest
        self._unsent: asyncio.Queue[str] = asyncio.Queue(MOST_UNSENT)
        self._watched: dict[str, Table] = {}
        self._credit = Credit(asyncio.get_running_loop().time())
        self._hints = 0
        self._close_code: int | None = None
        self._tasks = anyio.create_task_group()

    async def run(self) -> None:
        """Serve the page until one side leaves."""
        await self._socket.accept()
        try:
            async with self._tasks:
                self._tasks.start_soon(self._send_all)
                await self._read_all()
                self._tasks.cancel_scope.cancel()
        finally:
            for name in list(self._watched):
                self._unwatch(name)
        if self._close_code is not None:
            with suppress(RuntimeError, WebSocketDisconnect):  # the page was faster
                await self._socket.close(self._close_code)

    # --- Out --------------------------------------------------------------------------------------------------------

    def tell(self, frame: str) -> None:
        """Queue a frame; a page that lets too many pile up is cut off."""
        try:
            self._unsent.put_nowait(frame)
        except asyncio.QueueFull:
            self._cut_off(TOO_SLOW)

    def _say(self, message: messages.ToPage) -> None:
        self.tell(messages.write(message).decode())

    def _refuse(self, error: refusals.RefusedError, message: messages.Incoming | None = None) -> None:
        table, nonce = getattr(message, "table", None), getattr(message, "nonce", None)
        self._say(messages.Refused(error.code, error.text, table, nonce, error.clause))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page is gone: the reader notices too
            while True:
                await self._socket.send_text(await self._unsent.get())

    def _cut_off(self, code: int) -> None:
        self._close_code = code
        self._tasks.cancel_scope.cancel()

    # --- In ---------------------------------------------------------------------------------------------------------

    async def _read_all(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            frame = received.get("text")
            await self._take(frame if frame is not None else received.get("bytes") or b"")

    async def _take(self, frame: str | bytes) -> None:
        """Read a frame and do what it says; every fault is told to the page."""
        message: messages.Incoming | None = None
        try:
            try:
                message = _read(frame)
            finally:
                self._pay(message)
            await self._obey(message)
        except refusals.RefusedError as refused:
            self._refuse(refused, message)
            if refused.code == "stale" and isinstance(message, messages.Command):
                await self._snapshot(message.table)
        except Exception:
            log.exception("message_failed", kind=type(message).__name__)
            self._refuse(refusals.internal(), message)

    def _pay(self, message: messages.Incoming | None) -> None:
        cost = HINT_COST if isinstance(message, messages.AskHint) else 1.0
        enough = self._credit.pay(cost, asyncio.get_running_loop().time())
        if self._credit.left < DEBT:
            self._cut_off(FLOODING)
        if not enough:
            raise refusals.too_fast()

    async def _obey(self, message: messages.Incoming) -> None:
        match message:
            case messages.Hello():
                self._say(messages.Welcome(messages.PROTOCOL, alcove.__version__))
            case messages.Watch():
                await self._watch(message)
            case messages.Unwatch():
                self._unwatch(message.table)
            case messages.Ping():
                self._say(messages.Pong(message.sent))
            case messages.Move() | messages.Undo() | messages.Resign() | messages.Rematch():
                self._say(await self._tables.obey(message, self._guest))
            case messages.AskHint():
                self._begin_hint(message)
            case messages.AskWhy():
                self._say(await self._tables.why(message))
            case _:
                assert_never(message)

    async def _watch(self, message: messages.Watch) -> None:
        table = await self._tables.get(message.table)
        self._watched[message.table] = table
        table.watchers.add(self)
        if len(self._watched) > MOST_WATCHED:
            self._unwatch(next(iter(self._watched)))
        if message.seen_n == table.room.n:
            self._say(messages.UpToDate(message.table, table.room.n))
        else:
            await self._snapshot(message.table)

    def _unwatch(self, name: str) -> None:
        table = self._watched.pop(name, None)
        if table is not None:
            table.watchers.discard(self)

    async def _snapshot(self, name: str) -> None:
        table = await self._tables.get(name)
        self._say(telling.snapshot(name, table.room, self._guest))

    def _begin_hint(self, asked: messages.AskHint) -> None:
        """Hints take a while: moves sent meanwhile must not wait for them."""
        if self._hints >= MOST_HINTS:
            raise refusals.too_fast()
        self._hints += 1
        self._tasks.start_soon(self._hint, asked)

    async def _hint(self, asked: messages.AskHint) -> None:
        try:
            self._say(await self._tables.hint(asked, self._guest))
        except refusals.RefusedError as refused:
            self._refuse(refused, asked)
        except Exception:
            log.exception("hint_failed")
            self._refuse(refusals.internal(), asked)
        finally:
            self._hints -= 1


def _read(frame: str | bytes) -> messages.Incoming:
    raw = frame.encode(errors="replace") if isinstance(frame, str) else frame
    return read(raw, messages.LARGEST_FRAME_BYTES, messages.INCOMING)
