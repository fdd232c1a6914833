"""The wire to a page: frames out and in, without waiting. What they say is a session's business (`session`).

Any ASGI server has `AsgiWire`; our own has a shorter one (`livewire`).
"""

import asyncio
from contextlib import suppress
from typing import Protocol

from starlette.types import Receive, Send

WIRE = "wire"
"""Under this name the `state` of a socket's scope holds the server's own wire, if it has one."""
GOODBYE_SECONDS = 10.0
"""So long a page has to take what it was sent before its wire was closed."""


class Listener(Protocol):
    def charge(self, frames: int, size: int) -> bool:
        """So many frames of any kind, or parts of them, and so many bytes have come. Is there any use in reading on?"""

    def hear(self, message: bytes) -> None:
        """A whole message has come."""


class Wire(Protocol):
    @property
    def unsent(self) -> int:
        """How many bytes the page has not taken yet, more or less."""

    def write(self, frame: bytes) -> None: ...

    def pause(self) -> None:
        """Bring nothing more for now; what has come already is still brought."""

    def resume(self) -> None: ...

    def close(self, code: int) -> None: ...

    async def carry(self, listener: Listener) -> None:
        """Bring what the page sends until one side closes the wire."""


class AsgiWire:
    """The wire that every ASGI server has."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._outbox: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._writing: asyncio.Task[None] | None = None
        self.unsent = 0

    def write(self, frame: bytes) -> None:
        self.unsent += len(frame)
        self._outbox.put_nowait(frame)

    def pause(self) -> None:
        self._may_read.clear()

    def resume(self) -> None:
        self._may_read.set()

    def close(self, code: int) -> None:
        self._outbox.put_nowait(code)
        if self._writing is not None:
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._writing.cancel)

    async def carry(self, listener: Listener) -> None:
        reading, self._writing = asyncio.create_task(self._read_all(listener)), asyncio.create_task(self._write_all())
        try:
            await asyncio.wait((reading, self._writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            reading.cancel()
            self._writing.cancel()

    async def _read_all(self, listener: Listener) -> None:
        while (received := await self._receive())["type"] != "websocket.disconnect":
            text = received.get("text")
            message = received.get("bytes") or b"" if text is None else text.encode(errors="replace")
            if not listener.charge(1, len(message)):
                return
            listener.hear(message)
            await self._may_read.wait()

    async def _write_all(self) -> None:
        with suppress(OSError, RuntimeError):  # nobody listens any more; the reader is told so, too
            while isinstance(said := await self._outbox.get(), bytes):
                await self._send({"type": "websocket.send", "text": said.decode()})
                self.unsent -= len(said)
            await self._send({"type": "websocket.close", "code": said, "reason": ""})
