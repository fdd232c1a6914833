"""The live socket: one session a page. What comes in is read, obeyed and answered; nothing a page sends ends it.

A page that does not listen does not make others wait: what it has not taken piles up to a bound, then it is cut off and
comes back for a snapshot.
"""

import asyncio
import math
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import assert_never

import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

import alcove
from alcove.server.base import refusals
from alcove.table.refusals import RefusedError

from ..base import metrics
from ..cluster.limits import site_of
from ..tables import frames
from ..tables.table import Table, handle_of
from ..wire import messages
from ..wire.incoming import read
from .addresses import address_of
from .connection import CONNECTION, Connection
from .house import house_at
from .wire import WIRE, AsgiWire, Wire

log = structlog.get_logger()

LIVE = "/api/live"
MOST_UNSENT_BYTES = 1 << 18
MOST_WATCHED = 8
MOST_HINTS = 2
MOST_MISSED = 8
"""Who has missed no more events than this is told them; else a snapshot is shorter."""
CREDIT, CREDIT_PER_SECOND = 40.0, 10.0
FRAME_COST, PIECE_COST, KILOBYTE_COST, HINT_COST = 1.0, 0.1, 1.0, 5.0
"""What a frame of any kind costs, a piece of bytes as the network brings it, what is in it, and a hint besides."""
REFUSED_SECONDS = 0.25
"""So long nothing is read of a page that was told it does too much."""
_TOO_MUCH: frozenset[messages.Codes] = frozenset(("too_fast", "too_many"))
DEBT = -200.0
"""A page so deep in debt is not a page."""

TOO_SLOW, FLOODING = 1013, 1008
"""Why the room closes a socket."""


@dataclass(slots=True)
class Credit:
    """A purse that fills with time and pays for messages."""

    now: float
    left: float = CREDIT

    def charge(self, frames: int, size: int, now: float) -> bool:
        """Frames and bytes that have come; is this still a page?"""
        self.pay(PIECE_COST * (size > 0) + FRAME_COST * frames + KILOBYTE_COST * size / 1024, now)
        return self.left >= DEBT

    def pay(self, cost: float, now: float) -> bool:
        """Is there enough? What there was not enough for counts too, so that whoever keeps on flooding is seen."""
        self.left = min(CREDIT, self.left + (now - self.now) * CREDIT_PER_SECOND) - cost
        self.now = now
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
            await receive()  # the page knocks
            cookie: str | None = scope["state"]["new_cookie"]
            cookies = [] if cookie is None else [(b"set-cookie", cookie.encode("latin-1"))]
            session = Session(scope, scope["state"].get(WIRE) or AsgiWire(receive, send))
            if not session.may_come():
                await send({"type": "websocket.close", "code": FLOODING})
                return
            await send({"type": "websocket.accept", "subprotocol": None, "headers": cookies})
            await session.run()
        else:
            await self._app(scope, receive, send)


class Session:
    """A page at the other end of a wire. Its messages are obeyed one after the other."""

    def __init__(self, scope: Scope, wire: Wire) -> None:
        self._wire = wire
        house = house_at(scope)
        assert house is not None, "the room is open before anybody comes"
        self._house = house
        self._tables, self._sockets, self._lobby = house.tables, house.sockets, house.lobby
        self.guest: str = scope["state"]["guest"]
        self.digest: str = scope["state"]["digest"]
        self.address = address_of(HTTPConnection(scope))
        connection: Connection | None = scope["state"].get(CONNECTION)
        self._turnstile = None if connection is None else connection.turnstile
        self._loop = asyncio.get_running_loop()
        self.heard_at = self._loop.time()
        self._line = Line()
        self._credit = Credit(self.heard_at)
        self._watched: dict[str, Table] = {}
        self._deed: asyncio.Task[None] | None = None
        self._slowed: asyncio.TimerHandle | None = None
        self._unread: list[tuple[bytes, float, int, bool]] = []
        self._hints: set[asyncio.Task[None]] = set()
        self._is_over = False

    def may_come(self) -> bool:
        """Is there room for one more page of this person, and of this address?"""
        return self._sockets.has_room_for(self.guest, self.address)

    async def run(self) -> None:
        """Serve the page until one side leaves."""
        self._sockets.add(self)
        metrics.SOCKETS.inc()
        try:
            await self._wire.carry(self)
        finally:
            metrics.SOCKETS.dec()
            self._sockets.discard(self)
            self._is_over = True
            self._lobby.leave(self)
            for name in list(self._watched):
                self._unwatch(name)
            for hint in self._hints:
                hint.cancel()
            if self._slowed is not None:
                self._slowed.cancel()

    # --- Out --------------------------------------------------------------------------------------------------------

    def tell(self, frame: bytes) -> None:
        """Send a frame; a page that lets too much pile up is cut off."""
        if self._wire.unsent > MOST_UNSENT_BYTES:
            self.cut_off(TOO_SLOW)
        else:
            self._wire.write(frame)

    def _say(self, message: messages.ToPage) -> None:
        self.tell(messages.write(message))

    async def _answer(self, answer: Awaitable[messages.ToPage]) -> None:
        self._say(await answer)

    def _refuse(self, error: RefusedError, message: messages.Incoming | None = None) -> None:
        table, nonce = getattr(message, "table", None), getattr(message, "nonce", None)
        metrics.REFUSALS.labels(error.code).inc()
        if error.code in _TOO_MUCH:
            self._slow_down()
        if isinstance(message, messages.Command):
            asked, n = type(message).__name__, message.expected_n
            log.info("refused", code=error.code, table=table, n=n, asked=asked, move=getattr(message, "move", None))
        self._say(messages.Refused(error.code, error.text, table, nonce, error.clause))

    def _tell_fault(self, error: Exception, message: messages.Incoming | None) -> None:
        """Every fault is told to the page, and ours to ourselves."""
        match error:
            case RefusedError():
                self._refuse(error, message)
            case SQLAlchemyError() | OSError():
                log.error("out_of_reach", kind=type(message).__name__, cause=type(error).__name__)
                self._refuse(refusals.out_of_reach(), message)
            case _:
                log.error("message_failed", kind=type(message).__name__, exc_info=error)
                self._refuse(refusals.internal(), message)

    def cut_off(self, code: int) -> None:
        """End this session, and say why to the page if it still listens."""
        if not self._is_over:
            self._is_over = True
            metrics.CUT_OFF.labels(code).inc()
            self._wire.close(code)

    # --- In ---------------------------------------------------------------------------------------------------------

    def charge(self, frames: int, size: int) -> bool:
        """Whatever comes is paid for when it comes; a page too deep in debt is cut off."""
        is_page = self._credit.charge(frames, size, self._loop.time())
        if not is_page:
            self.cut_off(FLOODING)
        return is_page

    def hear(self, message: bytes) -> None:
        """Take in a message: at once, or after what is being done."""
        arrived_at, is_paid = self._credit.now, self._credit.left >= 0
        arrived_ms = self._tables.now_ms()
        if self._deed is None:
            self._take(message, arrived_at, arrived_ms, is_paid)
        else:
            self._unread.append((message, arrived_at, arrived_ms, is_paid))
            self._wire.pause()

    def _take(self, raw: bytes, arrived_at: float, arrived_ms: int, is_paid: bool) -> None:
        """Read a message and do what it says. What takes a while becomes a task: pings are many and need none."""
        if self._is_over:
            return
        self.heard_at = arrived_at
        message: messages.Incoming | None = None
        try:
            message = read(raw, messages.LARGEST_FRAME_BYTES, messages.INCOMING)
            if isinstance(message, messages.AskHint):
                is_paid = self._credit.pay(HINT_COST, arrived_at) and is_paid
            if not is_paid:
                raise refusals.too_fast()
            deed = self._obey(message, arrived_at, arrived_ms)
        except Exception as error:
            self._tell_fault(error, message)
            return
        if deed is not None:
            self.heard_at = math.inf  # whoever waits for an answer is not silent
            # A command that has begun is finished, even if the page is gone and the room about to close.
            begin = self._tables.begin if isinstance(message, messages.Command) else asyncio.create_task
            self._deed = begin(self._do(deed, message))

    async def _do(self, deed: Awaitable[None], message: messages.Incoming) -> None:
        """See to what a message asks for, then to those that have come meanwhile."""
        try:
            await deed
        except Exception as error:
            self._tell_fault(error, message)
        self._deed, self.heard_at = None, self._loop.time()
        while self._unread and self._deed is None:
            self._take(*self._unread.pop(0))
        self._read_on()

    def _read_on(self) -> None:
        if not self._unread and self._deed is None and self._slowed is None:
            self._wire.resume()

    def _slow_down(self) -> None:
        """Whoever asks for more than they may is read no more for a moment: each refusal costs the room something, too."""
        if self._slowed is None:
            self._wire.pause()
            self._slowed = self._loop.call_later(REFUSED_SECONDS, self._end_of_rest)

    def _end_of_rest(self) -> None:
        self._slowed = None
        self._read_on()

    def _obey(self, message: messages.Incoming, arrived_at: float, arrived_ms: int) -> Awaitable[None] | None:
        """Do what a message says; what takes a while is handed back."""
        match message:
            case messages.Ping():
                self._say(messages.Pong(message.sent, self._line.pinged(message, self._loop.time())))
            case messages.Hello():
                self._say(messages.Welcome(messages.PROTOCOL, alcove.__version__, handle_of(self.guest)))
                self._lobby.greet(self)
            case messages.Watch():
                return self._watch(message)
            case messages.Unwatch():
                self._unwatch(message.table)
            case messages.AskHint():
                self._begin_hint(message)
            case messages.AskWhy():
                return self._why(message)
            case messages.WatchLobby():
                self._lobby.enter(self, self.guest)
            case messages.UnwatchLobby():
                self._lobby.leave(self)
            case messages.Say():
                return self._house.chat.say(message, self.guest, self.address)
            case messages.Report():
                return self._answer(self._house.chat.report(message, self.guest, self.address))
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
                return self._command(message, arrived_at, arrived_ms)
            case _:
                assert_never(message)
        return None

    async def _command(self, command: messages.Deed, arrived_at: float, arrived_ms: int) -> None:
        try:
            if isinstance(command, messages.Rematch):  # it makes a table, and is paid for like one
                self._house.limits.pay("table", person=self.guest, address=self.address)
            try:
                ack = await self._tables.obey(command, self.guest, self._line.lag_ms, arrived_ms)
            finally:
                metrics.COMMAND_SECONDS.observe(self._loop.time() - arrived_at)
            self._say(ack)
        except RefusedError as refused:
            self._refuse(refused, command)
            if refused.code == "stale":
                await self._snapshot(command.table)

    async def _wait_turn(self) -> None:
        """A snapshot takes the room longer than a request: all sockets of an address wait for each other."""
        if self._turnstile is not None and not await self._turnstile.enter(self.address):
            raise refusals.too_fast()

    async def _watch(self, message: messages.Watch) -> None:
        await self._wait_turn()
        table = await self._tables.get_patiently(message.table)
        if self._is_over:
            return
        self._watched[message.table] = table
        self._tables.enter(table, self)
        if len(self._watched) > MOST_WATCHED:
            self._unwatch(next(iter(self._watched)))
        self._catch_up(table, message.seen_n)
        if (chat := await self._house.chat.so_far(table, self.guest)) is not None:
            self._say(chat)

    def _catch_up(self, table: Table, seen_n: int | None) -> None:
        """Nothing, a few events, or everything, whichever is the least that is enough."""
        room, around = table.room, self._tables.around(table)
        missed = None if seen_n is None else room.missed(seen_n)
        if seen_n == room.n:
            self._say(messages.UpToDate(table.name, room.n, frames.clock(room, around.now_ms)))
        elif missed is None or len(missed) > MOST_MISSED:
            self._say(frames.snapshot(table.name, room, self.guest, around))
        else:
            for happened in missed:
                has_moves = happened.n == room.n and room.guest_to_move == self.guest
                self._say(frames.event(table.name, room, happened, around, has_moves))

    async def _why(self, message: messages.AskWhy) -> None:
        await self._wait_turn()
        self._say(await self._house.questions.why(message))

    def _unwatch(self, name: str) -> None:
        table = self._watched.pop(name, None)
        if table is not None:
            self._tables.leave(table, self)

    async def _snapshot(self, name: str) -> None:
        await self._wait_turn()
        table = await self._tables.get(name)
        self._say(frames.snapshot(name, table.room, self.guest, self._tables.around(table)))

    def _begin_hint(self, asked: messages.AskHint) -> None:
        """Hints take a while: moves sent meanwhile must not wait for them."""
        if len(self._hints) >= MOST_HINTS:
            raise refusals.too_fast()
        self._house.limits.pay("hint", person=self.guest, address=self.address)
        task = asyncio.create_task(self._hint(asked))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _hint(self, asked: messages.AskHint) -> None:
        try:
            await self._house.gate.check(self.guest, asked.table)
            self._say(await self._house.questions.hint(asked, self.guest, site_of(self.address) or self.address))
        except Exception as error:
            self._tell_fault(error, asked)
