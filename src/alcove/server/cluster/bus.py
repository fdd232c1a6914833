"""What the servers of one room tell each other. A room of one server has nobody to tell: that is `Bus` itself.

Messages may be lost (Redis restarts, a connection breaks), so nothing that must not be lost goes this way. What a server
has missed, it finds in the database.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from ..base.tasks import Tasks

log = structlog.get_logger()

MOST_UNSENT = 10_000
AGAIN_SECONDS = 0.25
_PREFIX = "alcove:bus:"
_EVERYBODY = f"{_PREFIX}all"

Handler = Callable[[str, bytes], Coroutine[Any, Any, None]]
"""Called with the server that sent a message, and the message."""


class _Said(msgspec.Struct, array_like=True):
    server: str
    topic: str
    body: bytes


class Bus:
    """The bus of a server on its own."""

    def __init__(self) -> None:
        self.server = secrets.token_hex(8)
        self.is_lost = False
        """Are the other servers out of reach?"""
        self._handlers: dict[str, Handler] = {}
        self._when_lost: list[Callable[[], None]] = []

    def on(self, topic: str, handler: Handler) -> None:
        """Call this function for messages of that kind from other servers."""
        self._handlers[topic] = handler

    def when_lost(self, call: Callable[[], None]) -> None:
        """Call this function when the other servers can no longer be heard."""
        self._when_lost.append(call)

    def tell(self, topic: str, body: bytes = b"", to: str | None = None) -> None:
        """Send something to all other servers, or to one. Never waits, and it may reach nobody."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...


class RedisBus(Bus):
    """Servers that talk by way of Redis (publish and subscribe)."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._redis = connect(url)
        self._unsent: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_UNSENT)
        self._tasks = Tasks()
        self._listens = asyncio.Event()

    async def open(self) -> None:
        """Begin to listen and to send."""
        self._tasks.keep_up(self._send_for_ever)
        self._tasks.keep_up(self._listen_for_ever)
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self._listens.wait()

    async def close(self) -> None:
        await self._tasks.close()
        await self._redis.aclose()

    def tell(self, topic: str, body: bytes = b"", to: str | None = None) -> None:
        said = msgspec.msgpack.encode(_Said(self.server, topic, body))
        with suppress(asyncio.QueueFull):  # Redis has been away for a long time: the database has everything
            self._unsent.put_nowait((_EVERYBODY if to is None else _PREFIX + to, said))

    async def _send_for_ever(self) -> None:
        while True:
            channel, said = await self._unsent.get()
            try:
                await self._redis.publish(channel, said)
            except FAULTS as error:
                log.warning("bus_not_sent", cause=type(error).__name__)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as ears:
                    await ears.subscribe(_EVERYBODY, _PREFIX + self.server)
                    self._listens.set()
                    self.is_lost = False
                    async for heard in ears.listen():
                        self._hear(heard["data"])
            except FAULTS as error:
                log.warning("bus_lost", cause=type(error).__name__)
                self._lose()
            await asyncio.sleep(AGAIN_SECONDS)

    def _lose(self) -> None:
        if not self.is_lost:
            self.is_lost = True
            for call in self._when_lost:
                call()

    def _hear(self, raw: bytes) -> None:
        try:
            said = msgspec.msgpack.decode(raw, type=_Said)
        except msgspec.MsgspecError:
            log.error("bus_garbled")
            return
        handler = self._handlers.get(said.topic)
        if handler is not None and said.server != self.server:
            self._tasks.begin(handler(said.server, said.body), f"bus: {said.topic}")


def connect(url: str) -> Any:
    """Redis at an address. It is not contacted yet."""
    try:
        from redis.asyncio import from_url
    except ModuleNotFoundError:
        raise AlcoveError(
            Text(
                "several servers need the package redis: install alcove[scale]",
                "plusieurs serveurs ont besoin du paquet redis : installez alcove[scale]",
            )
        ) from None
    try:
        return from_url(url, socket_connect_timeout=5, socket_keepalive=True, health_check_interval=10)
    except ValueError:
        raise AlcoveError(
            Text(
                "this is not the address of a Redis server: redis://HOST:PORT/0",
                "ce n'est pas l'adresse d'un serveur Redis : redis://HÔTE:PORT/0",
            )
        ) from None


def _faults() -> tuple[type[Exception], ...]:
    try:
        from redis.exceptions import RedisError
    except ModuleNotFoundError:
        return (OSError, TimeoutError)
    return (RedisError, OSError, TimeoutError)


FAULTS = _faults()
"""What goes wrong with Redis when it goes wrong."""
