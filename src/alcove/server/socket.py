"""The live socket: one session a page. What comes in is read, obeyed and answered; nothing a page sends ends it.

A page that does not listen does not make others wait: what it has not taken piles up to a bound, then it is cut off and
comes back for a snapshot.
"""

import asyncio
import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, assert_never

import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Receive, Scope, Send

import alcove

from . import messages, metrics, refusals, telling
from .asking import Asking
from .gate import check_engine_help
from .lobby import Lobby
from .reading import read
from .sockets import Sockets
from .table import Table, handle_of
from .tables import Tables
from .talking import Talking

log = structlog.get_logger()

LIVE = "/api/live"
MOST_UNSENT = 64
MOST_WATCHED = 8
MOST_HINTS = 2
MOST_MISSED = 8
"""Who has missed no more events than this is told them; else a snapshot is shorter."""
CREDIT, CREDIT_PER_SECOND, HINT_COST = 40.0, 10.0, 5.0
DEBT = -200.0
"""A page so deep in debt is not a page."""

TOO_SLOW, FLOODING = 1013, 1008
"""Why the room closes a socket."""
PAGE_GONE = (OSError, RuntimeError)
"""How a send says that nobody listens any more; the reader notices, too."""


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


@dataclass(slots=True)
class Line:
    """How long the line to a page is, there and back, as its pings tell.

    The server notes when a pong left and the page says how long it held it before the next ping: the rest is the line.
    A page that says less than the truth gains what `clock.MOST_LAG_MS` allows, as one with a slow line does.
    """

    lag_ms: int = 0
    _pong_at: float | None = None

    def pinged(self, ping: messages.Ping, now: float) -> float:
        """Take in a ping; the time its pong leaves. Each one counts a quarter: a line has its moods."""
        if ping.echo is not None and ping.echo == self._pong_at:
            measured = max(0.0, (now - ping.echo) * 1000 - ping.held_ms)
            self.lag_ms = round(self.lag_ms + (measured - self.lag_ms) / 4)
        self._pong_at = now
        return now


class LiveDoor:
    """The way to a session, past the router: each of thousands of open sockets would keep all of its calls in memory."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == LIVE:
            await Session(scope, receive, send).run()
        else:
            await self._app(scope, receive, send)


class Session:
    """A page and its socket, as ASGI has it: what lies between would cost each of thousands of pings as much again."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._room: Any = scope["app"].state
        self._tables: Tables = self._room.tables
        self._asking: Asking = self._room.asking
        self._talking: Talking = self._room.talking
        self._sockets: Sockets = self._room.sockets
        self._lobby: Lobby = self._room.lobby
        self.guest: str = scope["state"]["guest"]
        self.digest: str = scope["state"]["digest"]
        self._new_cookie: str | None = scope["state"]["new_cookie"]
        self.heard_at = self._read_at = asyncio.get_running_loop().time()
        self._line = Line()
        self._unsent: list[str] = []
        self._sender: asyncio.Task[None] | None = None
        self._watched: dict[str, Table] = {}
        self._credit = Credit(asyncio.get_running_loop().time())
        self._hints: set[asyncio.Task[None]] = set()
        self._close_code: int | None = None
        self._reader: asyncio.Task[Any] | None = None

    async def run(self) -> None:
        """Serve the page until one side leaves. A page that is silent costs one task; others come and go."""
        await self._accept()
        self._reader = asyncio.current_task()
        self._sockets.add(self)
        metrics.SOCKETS.inc()
        try:
            await self._read_all()
        except asyncio.CancelledError:
            if self._close_code is None or self._reader is None or self._reader.uncancel():
                raise
        finally:
            metrics.SOCKETS.dec()
            self._sockets.discard(self)
            self._lobby.leave(self)
            for name in list(self._watched):
                self._unwatch(name)
            for task in (self._sender, *self._hints):
                if task is not None:
                    task.cancel()
        if self._close_code is not None:
            metrics.CUT_OFF.labels(self._close_code).inc()
            with suppress(*PAGE_GONE):
                await self._send({"type": "websocket.close", "code": self._close_code, "reason": ""})

    async def _accept(self) -> None:
        await self._receive()  # the page knocks
        cookies = [] if self._new_cookie is None else [(b"set-cookie", self._new_cookie.encode("latin-1"))]
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": cookies})

    # --- Out --------------------------------------------------------------------------------------------------------

    def tell(self, frame: str) -> None:
        """Queue a frame; a page that lets too many pile up is cut off."""
        if len(self._unsent) >= MOST_UNSENT:
            self.cut_off(TOO_SLOW)
            return
        self._unsent.append(frame)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    def _say(self, message: messages.ToPage) -> None:
        self.tell(messages.write(message).decode())

    async def _answer(self, message: messages.ToPage) -> None:
        """As `_say`, from the reader: where nothing else waits to be sent it needs no task, and pings are many."""
        if self._unsent or self._sender is not None:
            self._say(message)
        else:
            with suppress(*PAGE_GONE):
                await self._send_frame(messages.write(message).decode())

    async def _send_frame(self, frame: str) -> None:
        await self._send({"type": "websocket.send", "text": frame})

    def _refuse(self, error: refusals.RefusedError, message: messages.Incoming | None = None) -> None:
        table, nonce = getattr(message, "table", None), getattr(message, "nonce", None)
        metrics.REFUSALS.labels(error.code).inc()
        if isinstance(message, messages.Command):
            asked, n = type(message).__name__, message.expected_n
            log.info("refused", code=error.code, table=table, n=n, asked=asked, move=getattr(message, "move", None))
        self._say(messages.Refused(error.code, error.text, table, nonce, error.clause))

    async def _send_all(self) -> None:
        with suppress(*PAGE_GONE):
            while self._unsent:
                await self._send_frame(self._unsent.pop(0))
        self._sender = None

    def cut_off(self, code: int) -> None:
        """End this session, and say why to the page if it still listens."""
        if self._close_code is None and self._reader is not None:
            self._close_code = code
            self._reader.cancel()

    # --- In ---------------------------------------------------------------------------------------------------------

    async def _read_all(self) -> None:
        while True:
            received = await self._receive()
            if received["type"] == "websocket.disconnect":
                return
            self._read_at, self.heard_at = asyncio.get_running_loop().time(), math.inf
            frame = received.get("text")
            await self._take(frame if frame is not None else received.get("bytes") or b"")
            self.heard_at = asyncio.get_running_loop().time()  # whatever was asked may take a while: it was not silent

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
        except (SQLAlchemyError, OSError) as error:
            log.error("out_of_reach", kind=type(message).__name__, cause=type(error).__name__)
            self._refuse(refusals.out_of_reach(), message)
        except Exception:
            log.exception("message_failed", kind=type(message).__name__)
            self._refuse(refusals.internal(), message)

    def _pay(self, message: messages.Incoming | None) -> None:
        cost = HINT_COST if isinstance(message, messages.AskHint) else 1.0
        enough = self._credit.pay(cost, asyncio.get_running_loop().time())
        if self._credit.left < DEBT:
            self.cut_off(FLOODING)
        if not enough:
            raise refusals.too_fast()

    async def _obey(self, message: messages.Incoming) -> None:
        match message:
            case messages.Hello():
                self._say(messages.Welcome(messages.PROTOCOL, alcove.__version__, handle_of(self.guest)))
                self._lobby.greet(self)
            case messages.Watch():
                await self._watch(message)
            case messages.Unwatch():
                self._unwatch(message.table)
            case messages.Ping():
                await self._answer(messages.Pong(message.sent, self._line.pinged(message, self._read_at)))
            case messages.AskHint():
                self._begin_hint(message)
            case messages.AskWhy():
                self._say(await self._asking.why(message))
            case messages.WatchLobby():
                self._lobby.enter(self, self.guest)
            case messages.UnwatchLobby():
                self._lobby.leave(self)
            case messages.Say():
                await self._talking.say(message, self.guest)
            case messages.Report():
                self._say(await self._talking.report(message, self.guest))
            case (
                messages.Move()
                | messages.Undo()
                | messages.Resign()
                | messages.Draw()
                | messages.Rematch()
                | messages.Decline()
                | messages.Join()
                | messages.Abort()
                | messages.Claim()
            ):
                with metrics.COMMAND_SECONDS.time():
                    self._say(await self._tables.obey(message, self.guest, self._line.lag_ms))
            case _:
                assert_never(message)

    async def _watch(self, message: messages.Watch) -> None:
        table = await self._tables.get_patiently(message.table)
        self._watched[message.table] = table
        self._tables.enter(table, self)
        if len(self._watched) > MOST_WATCHED:
            self._unwatch(next(iter(self._watched)))
        self._catch_up(table, message.seen_n)
        if (chat := await self._talking.so_far(table, self.guest)) is not None:
            self._say(chat)

    def _catch_up(self, table: Table, seen_n: int | None) -> None:
        """Nothing, a few events, or everything, whichever is the least that is enough."""
        room, around = table.room, self._tables.around(table)
        missed = None if seen_n is None else room.missed(seen_n)
        if seen_n == room.n:
            self._say(messages.UpToDate(table.name, room.n, telling.clock(room, around.now_ms)))
        elif missed is None or len(missed) > MOST_MISSED:
            self._say(telling.snapshot(table.name, room, self.guest, around))
        else:
            for happened in missed:
                self._say(telling.event(table.name, room, happened, around))

    def _unwatch(self, name: str) -> None:
        table = self._watched.pop(name, None)
        if table is not None:
            self._tables.leave(table, self)

    async def _snapshot(self, name: str) -> None:
        table = await self._tables.get(name)
        self._say(telling.snapshot(name, table.room, self.guest, self._tables.around(table)))

    def _begin_hint(self, asked: messages.AskHint) -> None:
        """Hints take a while: moves sent meanwhile must not wait for them."""
        if len(self._hints) >= MOST_HINTS:
            raise refusals.too_fast()
        task = asyncio.create_task(self._hint(asked))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _hint(self, asked: messages.AskHint) -> None:
        try:
            await check_engine_help(self._room, self.guest, asked.table)
            self._say(await self._asking.hint(asked, self.guest))
        except refusals.RefusedError as refused:
            self._refuse(refused, asked)
        except Exception:
            log.exception("hint_failed")
            self._refuse(refusals.internal(), asked)


def _read(frame: str | bytes) -> messages.Incoming:
    raw = frame.encode(errors="replace") if isinstance(frame, str) else frame
    return read(raw, messages.LARGEST_FRAME_BYTES, messages.INCOMING)
