"""The wire of `alcove serve`: uvicorn hands a connection that asks for a socket to this class (its setting `ws`), websockets'
`ServerProtocol` reads and writes RFC 6455, and frames go straight to the page's session: past queues, tasks, dictionaries.

Every frame is paid for where its bytes arrive, whatever its kind. They come a little at a time (`connection`), and nothing
more is read once the page is too deep in debt.
"""

import asyncio
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import unquote

import structlog
from uvicorn.config import Config
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from .connection import CONNECTION, Connection
from .wire import GOODBYE_SECONDS, WIRE, Listener

log = structlog.get_logger()

HURRY_SECONDS = 2.0
"""So long a page that was cut off for flooding has to read why."""
STALLED_SECONDS = 20.0
"""A page that has not taken what was sent for so long is gone, whatever it sends."""
STALLED_BYTES = 1 << 14
_WHOLE_TEXT, _MASKED, _LENGTH_FOLLOWS = 0x81, 0x80, 126
_TEXT, _BINARY, _CONT = Opcode.TEXT, Opcode.BINARY, Opcode.CONT


class LiveWire(asyncio.Protocol):
    """A `Wire`, from the handshake on."""

    def __init__(self, config: Config, server_state: object, app_state: dict[str, Any]) -> None:
        self._app, self._state = config.loaded_app, app_state
        self._connection: Connection = app_state[CONNECTION]
        self._transport = self._connection.transport
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(max_size=config.ws_max_size)
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._listener: Listener | None = None
        self._is_let_in = False
        self._parts: list[bytes] = []
        self._is_deaf = self._is_flushing = False
        self._is_ordinary = True
        """Has the library seen no frame of this page? Once it has, only it knows where the next one begins."""
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport.set_write_buffer_limits(STALLED_BYTES)

    def connection_lost(self, error: Exception | None) -> None:
        self._is_deaf = True
        self.resume_writing()
        self._end()
        # Who knows each other lets go, or only the collector would find them: our listener, and the library's parser.
        self._listener = None
        self._protocol.parser.close()

    def _end(self) -> None:
        if not self._over.done():
            self._over.set_result(None)

    # --- The handshake ----------------------------------------------------------------------------------------------

    def _greet(self, request: Request) -> None:
        self._response = self._protocol.accept(request)
        if self._response.status_code != 101:
            self._hang_up(self._response)
            return
        path, _, query = request.path.partition("?")
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if self._transport.get_extra_info("sslcontext") else "ws",
            "server": self._transport.get_extra_info("sockname")[:2],
            "client": self._connection.peer,
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [(key.lower().encode(), value.encode("latin-1")) for key, value in request.headers.raw_items()],
            "subprotocols": [],
            "state": {**self._state, WIRE: self},
        }
        self.pause()  # until the page is let in
        self._serving = asyncio.create_task(self._serve(scope))

    async def _serve(self, scope: MutableMapping[str, Any]) -> None:
        try:
            await self._app(scope, self._receive, self._send)
        except Exception:
            log.exception("socket_failed")
        if not self._is_let_in:
            self._hang_up(self._protocol.reject(403, ""))

    async def _receive(self) -> dict[str, Any]:
        """What ASGI has to say of a socket that has a wire."""
        if self._is_let_in:
            await self._over
        return {"type": "websocket.disconnect" if self._is_let_in else "websocket.connect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.accept":
            for name, value in message.get("headers", ()):
                self._response.headers[name.decode("latin-1")] = value.decode("latin-1")
            self._protocol.send_response(self._response)
            self._flush()

    def _hang_up(self, response: Response) -> None:
        self._protocol.send_response(response)
        self._flush()

    # --- In ---------------------------------------------------------------------------------------------------------

    async def carry(self, listener: Listener) -> None:
        self._listener, self._is_let_in = listener, True
        self.resume()
        await self._over

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            return
        self._is_flushing = True  # what is answered at once goes out at the end of this
        if self._is_ordinary and self._listener is not None:
            text = _ordinary(data)
            if text is not None:
                if self._charge(self._listener, 1, len(data)):
                    self._listener.hear(text)
                self._flush()
                return
            self._is_ordinary = False
        self._protocol.receive_data(data)
        frames, size = self._protocol.events_received(), len(data)
        if self._listener is None:
            for request in frames:
                if isinstance(request, Request):
                    self._greet(request)
        elif not frames:
            self._charge(self._listener, 0, size)
        for frame in frames:
            if self._listener is not None and isinstance(frame, Frame) and self._charge(self._listener, 1, size):
                size = 0
                if frame.opcode is _TEXT or frame.opcode is _BINARY or frame.opcode is _CONT:
                    self._take(self._listener, frame)
        self._flush()

    def _charge(self, listener: Listener, frames: int, size: int) -> bool:
        """Whoever cannot pay is not read any more, and has a moment to read why."""
        if not self._is_deaf and not listener.charge(frames, size):
            self._is_deaf, self._parts = True, []
            self.pause()
            self._loop.call_later(HURRY_SECONDS, self._transport.abort)
        return not self._is_deaf

    def _take(self, listener: Listener, frame: Frame) -> None:
        if self._parts or not frame.fin:
            self._parts.append(bytes(frame.data))
            if not frame.fin:
                return
            message, self._parts = b"".join(self._parts), []
        else:
            message = bytes(frame.data)
        listener.hear(message)

    def eof_received(self) -> None:
        """The page is gone: the transport closes itself."""

    # --- Out --------------------------------------------------------------------------------------------------------

    @property
    def unsent(self) -> int:
        waiting: int = self._transport.get_write_buffer_size()
        return waiting

    def write(self, frame: bytes) -> None:
        """An event and its acknowledgement come in one moment: they go out together."""
        if self._protocol.state is OPEN:
            self._protocol.send_text(frame)
            if not self._is_flushing:
                self._is_flushing = True
                self._loop.call_soon(self._flush)

    def pause(self) -> None:
        self._connection.pause()

    def resume(self) -> None:
        if not self._is_deaf:
            self._connection.resume()

    def close(self, code: int) -> None:
        if self._protocol.state is OPEN:
            self._protocol.send_close(code)
            self._flush()
            self._loop.call_later(GOODBYE_SECONDS, self._transport.abort)
            self.resume()  # the page says goodbye, too
        self._end()

    def _flush(self) -> None:
        """Send what the protocol has to say; an empty piece is its end."""
        self._is_flushing = False
        pieces = self._protocol.data_to_send()
        if pieces and not self._transport.is_closing():
            self._transport.write(b"".join(pieces))
            if not pieces[-1]:
                self._is_deaf = True
                self._transport.close()
                self._end()

    def pause_writing(self) -> None:
        self._stalled = self._loop.call_later(STALLED_SECONDS, self._transport.abort)

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def _ordinary(data: bytes) -> bytes | None:
    """The text of a piece that is one whole frame and no more, as pages send nearly all of theirs (RFC 6455, section 5.2);
    `None` for anything else, which is the library's."""
    if len(data) < 6 or data[0] != _WHOLE_TEXT or data[1] < _MASKED:
        return None
    start, length = 6, data[1] - _MASKED
    if length == _LENGTH_FOLLOWS:
        start, length = 8, int.from_bytes(data[2:4], "big")
    if (length > _LENGTH_FOLLOWS and start == 6) or len(data) != start + length:
        return None
    mask = (data[start - 4 : start] * (length // 4 + 1))[:length]
    return (int.from_bytes(data[start:], "big") ^ int.from_bytes(mask, "big")).to_bytes(length, "big")
