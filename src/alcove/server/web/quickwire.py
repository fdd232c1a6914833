"""uvicorn's WebSocket with a shorter way to the room: once a page is let in, its frames go straight to its session.

The handshake, and every frame that is out of the ordinary, is left to uvicorn and its library (websockets). What is
ordinary, a whole text in one short frame, is read here: a ping of thousands passes no queue, no task and no dictionary.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

from .wire import GOODBYE_SECONDS, WIRE, Listener

_WHOLE_TEXT, _MASKED = 0x81, 0x80
_IN_TWO_BYTES, _IN_EIGHT_BYTES = 126, 127
"""RFC 6455, section 5.2: the first byte of a text in one frame; in the second byte the bit that every page sets, and what
stands there instead of a length that follows."""


class QuickWire(WebSocketsSansIOProtocol):
    """A `Wire` for who asks for it; for others an ASGI socket like any."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._listener: Listener | None = None
        self._over: asyncio.Future[None] = self.loop.create_future()
        self._is_ordinary = True
        """Has the library seen no frame of this page? Once it has, only it knows where the next one begins."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][WIRE] = self

    # --- In ---------------------------------------------------------------------------------------------------------

    async def carry(self, listener: Listener) -> None:
        self._listener = listener
        while not self.queue.empty():  # a page that has not waited to be let in
            early = self.queue.get_nowait()
            if early["type"] == "websocket.receive":
                listener.hear(early.get("text") or early.get("bytes") or b"")
        self.resume()
        await self._over

    def data_received(self, data: bytes) -> None:
        if self._listener is None:
            self._is_ordinary = not self.handshake_initiated
            super().data_received(data)
            return
        while data and self._is_ordinary:
            found = _ordinary(data, self.config.ws_max_size)
            if found is None:
                self._is_ordinary = False
            else:
                start, end = found
                self._listener.hear(apply_mask(data[start:end], data[start - 4 : start]))
                data = data[end:]
        if data:
            super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """The library has read a message to its end."""
        if self._listener is None:
            super().send_receive_event_to_app()
        else:
            message, self.frames = b"".join(self.frames), []
            self._listener.hear(message)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end()

    def _end(self) -> None:
        if not self._over.done():
            self._over.set_result(None)

    # --- Out --------------------------------------------------------------------------------------------------------

    @property
    def unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def write(self, frame: str) -> None:
        if self._is_open:
            self.transport.write(_framed(frame.encode()))

    def pause(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def close(self, code: int) -> None:
        if self._is_open:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)
            self.resume()  # the page says goodbye, too
        self._end()

    @property
    def _is_open(self) -> bool:
        return not self.close_sent and not self.transport.is_closing()


def _ordinary(data: bytes, most: int) -> tuple[int, int] | None:
    """Where the text of an ordinary frame begins (its mask is the four bytes before) and ends; `None` for any other."""
    if len(data) < 6 or data[0] != _WHOLE_TEXT or data[1] < _MASKED:
        return None
    start, length = 6, data[1] - _MASKED
    if length == _IN_EIGHT_BYTES:
        return None
    if length == _IN_TWO_BYTES:
        start, length = 8, int.from_bytes(data[2:4], "big")
    end = start + length
    return (start, end) if length <= most and end <= len(data) else None


def _framed(text: bytes) -> bytes:
    """A text in one frame. Servers do not mask."""
    length = len(text)
    if length < _IN_TWO_BYTES:
        return bytes((_WHOLE_TEXT, length)) + text
    if length < 1 << 16:
        return bytes((_WHOLE_TEXT, _IN_TWO_BYTES)) + length.to_bytes(2, "big") + text
    return bytes((_WHOLE_TEXT, _IN_EIGHT_BYTES)) + length.to_bytes(8, "big") + text
