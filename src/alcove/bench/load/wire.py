"""A WebSocket client as small as it can be: the load must not cost more than the room that bears it."""

import asyncio
import base64
import json
import os
import re
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
_COOKIE = re.compile(rb"set-cookie: ([^;\r]+)", re.IGNORECASE)
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
PATIENCE_SECONDS = 120.0
_NO_MASK = bytes(4)
"""A mask of zeros is a mask: the bytes need no work here, the room unmasks them all the same."""


class UnreachableError(Exception):
    """The room does not answer, or not as a room does."""


class Socket(asyncio.Protocol):
    """One open page. `on_message` gets every message with its time of arrival, `on_close` the closing code."""

    def __init__(self, on_message: Callable[[bytes], None], on_close: Callable[[int], None]) -> None:
        self._on_message, self._on_close = on_message, on_close
        self._received = bytearray()
        self._is_open = False
        self._code = 1006
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.cookie = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by name

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._is_open and not self._take_handshake():
            return
        while self._take_frame():
            pass

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(UnreachableError("the room hung up"))
        if self._is_open:
            self._is_open = False
            self._on_close(self._code)

    def send(self, message: bytes) -> None:
        """Send a text message; into the void if the socket is closed."""
        self._send(TEXT, message)

    def close(self) -> None:
        """Leave as a page does that is closed."""
        self._send(CLOSE, (1000).to_bytes(2, "big"))
        self._is_open = False
        if self._transport is not None:
            self._transport.close()

    def drop(self) -> None:
        """Leave as a page does whose network is gone. Whoever does so is not told that it is closed."""
        self._is_open = False
        if self._transport is not None:
            self._transport.abort()

    # --- Frames -----------------------------------------------------------------------------------------------------

    def _send(self, kind: int, payload: bytes) -> None:
        if self._transport is None:
            return
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self._transport.write(bytes([0x80 | kind]) + size + _NO_MASK + payload)

    def _take_handshake(self) -> bool:
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._received[:end])
        del self._received[: end + 4]
        if not head.startswith(b"HTTP/1.1 101"):
            if not self.opened.done():
                self.opened.set_exception(UnreachableError(head.partition(b"\r\n")[0].decode("latin-1")))
            self.drop()
            return False
        if found := _COOKIE.search(head):
            self.cookie = found[1].decode()
        self._is_open = True
        if not self.opened.done():
            self.opened.set_result(None)
        return True

    def _take_frame(self) -> bool:
        """Take one whole frame out of what was received, if there is one."""
        received = self._received
        if len(received) < 2:
            return False
        length, start = received[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(received) < start:
                return False
            length = int.from_bytes(received[2:start], "big")
        end = start + length
        if len(received) < end:
            return False
        kind, payload = received[0] & 0x0F, bytes(received[start:end])
        del received[:end]
        if kind == TEXT:
            self._on_message(payload)
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self._code = int.from_bytes(payload[:2], "big") if payload else 1005
            if self._transport is not None:
                self._transport.abort()
        return True


class Address:
    """Where a room is, and how to ask it things. `source` is the address of this machine that asks."""

    def __init__(self, url: str, source: str | None = None) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme != "http" or not parts.hostname:
            raise UnreachableError(f"{url}: not an http address")
        self.url = url
        self.host, self.port = parts.hostname, parts.port or 80
        self.authority = parts.netloc
        self.source = None if source is None else (source, 0)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection."""
        try:
            return await asyncio.open_connection(self.host, self.port, local_addr=self.source)
        except OSError as error:
            raise UnreachableError(f"{self.url}: {error}") from None

    def handshake(self, cookie: str = "") -> bytes:
        """The request for a live socket."""
        lines = [
            "GET /api/live HTTP/1.1",
            f"Host: {self.authority}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Origin: http://{self.authority}",
        ]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        return "\r\n".join([*lines, "", ""]).encode()

    async def open(
        self, on_message: Callable[[bytes], None], on_close: Callable[[int], None], cookie: str = ""
    ) -> Socket:
        """A live socket, greeted and open."""
        loop = asyncio.get_running_loop()
        try:
            transport, socket = await loop.create_connection(
                lambda: Socket(on_message, on_close), self.host, self.port, local_addr=self.source
            )
            transport.write(self.handshake(cookie))
            async with asyncio.timeout(PATIENCE_SECONDS):
                await socket.opened
        except (OSError, TimeoutError) as error:
            raise UnreachableError(f"{self.url}: {str(error) or 'no answer'}") from None
        socket.cookie = socket.cookie or cookie
        return socket

    async def ask(
        self, method: str, path: str, body: object = None, cookie: str = "", more: str = ""
    ) -> tuple[int, bytes, str]:
        """A request: the status, the body and the cookie that came with it. `more` are lines of its head; a body of bytes is
        sent as it is."""
        reader, writer = await self.connect()
        payload = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.authority}\r\nConnection: close\r\n"
        head += (
            f"Origin: http://{self.authority}\r\nContent-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
        )
        head += (f"Cookie: {cookie}\r\n" if cookie else "") + more
        try:
            writer.write(head.encode() + b"\r\n" + payload)
            async with asyncio.timeout(PATIENCE_SECONDS):
                answer = await reader.read()
        except (OSError, TimeoutError) as error:
            raise UnreachableError(f"{self.url}: {str(error) or 'no answer'}") from None
        finally:
            writer.close()
        top, _, rest = answer.partition(b"\r\n\r\n")
        if not top.startswith(b"HTTP/1.1 "):
            raise UnreachableError(f"{self.url}: not an HTTP answer")
        found = _COOKIE.search(top)
        if length := _LENGTH.search(top):
            rest = rest[: int(length[1])]
        return int(top[9:12]), rest, found[1].decode() if found else cookie
