"""A connection before anybody knows who it is: read a little at a time, with a bound on what a request's head may be and
how long it may take. uvicorn makes one for each (its setting `http`) and reads the requests; these bounds it does not have.
"""

import asyncio
import socket
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, cast

import structlog

from ..base.tasks import Tasks
from .turnstile import Turnstile

log = structlog.get_logger()

CONNECTION = "connection"
"""Under this name the `state` of a scope holds its connection."""
HEAD_BYTES, HEAD_SECONDS = 32 * 1024, 10.0
"""A request's head may be so long, and take so long to come; a quiet connection is closed after that time, too."""
MOST_HALF_OPEN = 256
"""So many connections of one address may be without a request that has come whole."""
MOST_STALLED, STALLED_SECONDS, STALLED_BYTES = 256, 20.0, 16 * 1024
"""So many connections of one address may have more than so much of an answer waiting to be taken, and for so long each: what
nobody reads is kept in memory. (A school behind a slow line has many.)"""
SLICE_BYTES, LIVE_SLICE_BYTES = 16 * 1024, 1024
"""So much is read before others get their turn: of requests, and of a live socket (170 of the shortest frames, which take
under a millisecond)."""
HEADS_SECONDS = 0.002
"""So long the heads of requests are read in one round of the event loop, and one of them at least."""
MOST_AT_ONCE, PAUSE_SECONDS = 128, 0.5
"""So many connections are taken in one round of the event loop; and how long none is taken after the system had none."""
_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Crowd:
    """How many half-open connections each address has, how many that do not take what they asked for, and who waits for their
    turn. A proxy speaks for many: it has bounds of its own."""

    def __init__(self, proxy: str | None = None, has_limits: bool = True) -> None:
        self.turnstile = Turnstile(is_open=not has_limits)
        self._proxies = frozenset(() if proxy is None else (part.strip() for part in proxy.split(",")))
        self.heads = Heads()
        self._half_open: Counter[str] = Counter()
        self._stalled: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """One more; is that too many?"""
        self._half_open[address] += 1
        return self._half_open[address] > MOST_HALF_OPEN and not self._is_proxy(address)

    async def let_come(self, address: str) -> bool:
        """A new connection waits for its turn; is there a place for it?"""
        return self._is_proxy(address) or (
            self._half_open[address] < MOST_HALF_OPEN and await self.turnstile.enter(address)
        )

    def _is_proxy(self, address: str) -> bool:
        return not self._proxies.isdisjoint(("*", address))

    def leave(self, address: str) -> None:
        _one_less(self._half_open, address)

    def stall(self, address: str) -> bool:
        """One more that does not read its answer; is that too many?"""
        self._stalled[address] += 1
        return self._stalled[address] > MOST_STALLED and not self._is_proxy(address)

    def go_on(self, address: str) -> None:
        _one_less(self._stalled, address)


def _one_less(counted: "Counter[str]", address: str) -> None:
    counted[address] -= 1
    if not counted[address]:
        del counted[address]


class Heads:
    """The heads of requests are read for a moment in each round of the event loop: where hundreds come at once, everybody's
    moves have their turn between. Behind a proxy nobody knows before that whose they are."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._until: float | None = None
        """When the moment of this round is over; none has begun, if there is none."""

    def begin(self, read: Callable[[], None]) -> bool:
        """Is it the turn of this one? If not, `read` is called when it is."""
        loop = asyncio.get_running_loop()
        if self._until is None:
            self._until = loop.time() + HEADS_SECONDS
            loop.call_soon(self._next)
            return True
        if not self._waiting and loop.time() < self._until:
            return True
        self._waiting.append(read)
        return False

    def _next(self) -> None:
        if not self._waiting:
            self._until = None
            return
        loop = asyncio.get_running_loop()
        self._until = loop.time() + HEADS_SECONDS
        loop.call_soon(self._next)
        self._waiting.popleft()()
        while self._waiting and loop.time() < self._until:
            self._waiting.popleft()()


class Entrance:
    """Takes connections from a listener, many in one round of the event loop: who comes behind a thousand connections of
    somebody else must not wait a thousand rounds. Each waits for its turn, and those an address has too many of are closed
    before anything is made for them."""

    def __init__(self, listener: socket.socket, make: Callable[[], asyncio.Protocol], crowd: Crowd) -> None:
        self._listener, self._make, self._crowd = listener, make, crowd
        self._loop, self._coming = asyncio.get_running_loop(), Tasks()
        self._pause: asyncio.TimerHandle | None = None
        listener.setblocking(False)
        self._open()

    def _open(self) -> None:
        self._pause = None
        self._loop.add_reader(self._listener, self._take)

    def close(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
        self._loop.remove_reader(self._listener)

    def _take(self) -> None:
        for _ in range(MOST_AT_ONCE):
            try:
                accepted, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no more files, as a rule
                log.error("nobody_comes_in", cause=error.strerror)
                self._loop.remove_reader(self._listener)
                self._pause = self._loop.call_later(PAUSE_SECONDS, self._open)
                return
            accepted.setblocking(False)
            self._coming.begin(self._let_come(accepted, str(peer[0]) if isinstance(peer, tuple) else ""))

    async def _let_come(self, accepted: socket.socket, address: str) -> None:
        try:
            if not await self._crowd.let_come(address):
                accepted.close()
                return
            await self._loop.connect_accepted_socket(self._make, accepted)
        except OSError:
            accepted.close()  # gone already


_NOBODY = asyncio.Protocol()


class Connection(asyncio.Protocol):
    """Stands between the network and `reader`, the class that reads requests, or the wire of a live socket after it."""

    def __init__(
        self, reader: Callable[..., asyncio.Protocol], crowd: Crowd, app_state: dict[str, Any], **settings: Any
    ) -> None:
        self._reader = reader(app_state={**app_state, CONNECTION: self}, **settings)
        self._crowd, self.turnstile, self._loop = crowd, crowd.turnstile, asyncio.get_running_loop()
        self._slice, self._is_live = SLICE_BYTES, False
        self._unread, self._read = b"", 0
        self._head_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._is_paused = self._is_due = False
        self._asker: str | None = None
        self._stalled: tuple[str, asyncio.TimerHandle] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are none by name
        peer = transport.get_extra_info("peername")
        self.peer: tuple[str, int] | None = (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else None
        self.transport.set_write_buffer_limits(STALLED_BYTES)
        self._reader.connection_made(_Line(self))
        self.await_head()

    def connection_lost(self, error: Exception | None) -> None:
        self.head_is_in()
        self._takes_again()
        self._unread, self._is_paused = b"", True
        self._reader.connection_lost(error)
        self._reader = _NOBODY  # the two know each other: else only the collector would find them

    def eof_received(self) -> bool | None:
        return self._reader.eof_received()

    def pause_writing(self) -> None:
        """More was answered than is taken. A live socket has bounds of its own."""
        self._reader.pause_writing()
        if self._stalled is None and not self._is_live:
            address = self._asker or self._address
            self._stalled = address, self._loop.call_later(STALLED_SECONDS, self.transport.abort)
            if self._crowd.stall(address):
                self.transport.abort()

    def resume_writing(self) -> None:
        self._takes_again()
        self._reader.resume_writing()

    def _takes_again(self) -> None:
        if self._stalled is not None:
            address, deadline = self._stalled
            self._stalled = None
            deadline.cancel()
            self._crowd.go_on(address)

    # --- Requests ---------------------------------------------------------------------------------------------------

    def await_head(self) -> None:
        """From now on the next request is due."""
        if self._deadline is None and not self.transport.is_closing():
            self._head_bytes = 0
            self._deadline = self._loop.call_later(HEAD_SECONDS, self._refuse, _TOO_SLOW)
            if self._crowd.enter(self._address):
                self.transport.abort()

    def asked_by(self, address: str) -> None:
        """Who the request that has come is from: behind a proxy, not whoever is at the other end of the connection."""
        self._asker = address

    def head_is_in(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self._crowd.leave(self._address)

    def _refuse(self, answer: bytes) -> None:
        self._unread, self._is_paused = b"", True
        if not self.transport.is_closing():
            self.transport.write(answer if self._head_bytes else b"")
            self.transport.close()

    @property
    def _address(self) -> str:
        return "" if self.peer is None else self.peer[0]

    def go_live(self, wire: asyncio.Protocol) -> None:
        """What has been reading hands over to the wire of a live socket."""
        self.head_is_in()
        self._takes_again()
        self._is_live = True
        self._loop.call_soon(vars(self._reader).clear)  # its parser knows it: only the collector would find the two
        self._reader, self._slice = wire, LIVE_SLICE_BYTES

    # --- Reading, a little at a time --------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if not self._unread and len(data) <= self._slice and self._deadline is None and not self._is_paused:
            self._reader.data_received(data)  # as nearly always
            return
        self._unread = self._unread[self._read :] + data if self._unread else data
        self._read = 0
        if self._is_due:
            return
        if self._deadline is None or self._crowd.heads.begin(self._go_on):
            self._go_on()
        else:
            self._is_due = True
            self.transport.pause_reading()

    def _go_on(self) -> None:
        self._is_due = False
        if self._is_paused:
            return
        begin, self._read = self._read, self._read + self._slice
        piece, is_last = self._unread[begin : self._read], self._read >= len(self._unread)
        if self._deadline is not None:
            self._head_bytes += len(piece)
            if self._head_bytes > HEAD_BYTES:
                self._refuse(_TOO_LONG)
                return
        if is_last:
            self._unread, self._read = b"", 0
        self._reader.data_received(piece)
        if self.transport.is_closing():
            return
        if not is_last:
            self.transport.pause_reading()
            self._come_back()
        elif not self._is_paused:
            self.transport.resume_reading()

    def _come_back(self) -> None:
        if not self._is_due and not self._is_paused:
            self._is_due = True
            self._loop.call_soon(self._go_on)

    def pause(self) -> None:
        self._is_paused = True
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume(self) -> None:
        """Go on reading, first what is here."""
        self._is_paused = False
        if self._unread:
            self._come_back()
        elif not self.transport.is_closing():
            self.transport.resume_reading()


class _Line(asyncio.Transport):
    """The connection as whoever reads it knows it."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection, self._transport = connection, connection.transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._transport.close()

    def abort(self) -> None:
        self._transport.abort()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Nothing, where the other side has hung up: uvloop would make an error of it, with a trace in the log each time."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def pause_reading(self) -> None:
        self._connection.pause()

    def resume_reading(self) -> None:
        self._connection.resume()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._connection.go_live(cast(asyncio.Protocol, protocol))
