"""One connection cannot keep the others from theirs: what it sends is counted, whatever it is, and then no longer read."""

import asyncio
import gc
import socket
import time
import weakref
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from alcove.server.tables.sockets import PER_PERSON, Sockets
from alcove.server.web import connection, doors, livewire
from alcove.server.web.connection import CONNECTION, HEAD_BYTES, LIVE_SLICE_BYTES, Connection, Crowd
from alcove.server.web.livewire import LiveWire
from alcove.server.web.session import CREDIT, DEBT, FLOODING, Credit
from alcove.server.web.wire import WIRE

from .test_run import start

KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
KNOCK = f"GET /api/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{KEY}".encode()
MOST_FRAMES = CREDIT - DEBT + 1
CHUNK = 256 * 1024
"""What an event loop may hand over at once."""


class Line(asyncio.Transport):
    """A transport without a network: what was written, and whether it reads."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.7", 5), "sockname": ("192.0.2.1", 80)})
        self.written, self.reads, self.is_over = bytearray(), True, False

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    abort = close

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...


class Reader(asyncio.Protocol):
    """Whoever reads requests; a head is in when its end is."""

    def __init__(self, app_state: dict[str, Any]) -> None:
        self.connection: Connection = app_state[CONNECTION]
        self.read = 0

    def data_received(self, data: bytes) -> None:
        self.read += len(data)
        if b"\r\n\r\n" in data:
            asyncio.get_running_loop().call_soon(self.connection.head_is_in)


class Ear:
    """A page's session, as far as a wire knows it. Its time stands still: nothing is earned."""

    def __init__(self, wire: LiveWire) -> None:
        self.wire, self.credit = wire, Credit(0.0)
        self.frames = 0
        self.heard: list[bytes] = []

    def charge(self, frames: int, size: int) -> bool:
        self.frames += frames
        is_page = self.credit.charge(frames, size, 0.0)
        if not is_page:
            self.wire.close(FLOODING)
        return is_page

    def hear(self, message: bytes) -> None:
        self.heard.append(message)


class Room:
    """A wire that is open, and all that was read of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pieces: list[int] = []
        receive = ServerProtocol.receive_data

        def counted(protocol: ServerProtocol, data: bytes) -> None:
            self.pieces.append(len(data))
            receive(protocol, data)

        monkeypatch.setattr(ServerProtocol, "receive_data", counted)

    async def open(self) -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "websocket.accept", "headers": []})
            self.ear = Ear(scope["state"][WIRE])
            await scope["state"][WIRE].carry(self.ear)

        config = uvicorn.Config(app, ws_max_size=1 << 14)
        config.load()
        self.line = Line()
        self.connection = Connection(Reader, Crowd(), {})
        self.connection.connection_made(self.line)
        wire = LiveWire(config, None, {CONNECTION: self.connection})
        wire.connection_made(self.line)
        wire.data_received(KNOCK)
        self.connection.go_live(wire)
        await asyncio.sleep(0)
        assert self.line.written.startswith(b"HTTP/1.1 101")
        self.pieces.clear()

    async def send(self, data: bytes) -> None:
        """Send it as fast as the wire reads, until all is read or nothing more is."""
        chunks = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
        for _ in range(10_000):
            if chunks and self.line.reads and not self.line.is_over:
                self.connection.data_received(chunks.pop(0))
            await asyncio.sleep(0)


def run(story: Callable[[Room], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> Room:
    async def tell() -> Room:
        room = Room(monkeypatch)
        await room.open()
        await story(room)
        return room

    return asyncio.run(tell())


def frame(kind: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(kind, data, fin).serialize(mask=True)


FLOODS = {
    "pings": frame(Opcode.PING) * 100_000,
    "pongs": frame(Opcode.PONG) * 100_000,
    "texts": frame(Opcode.TEXT, b"{}") * 100_000,
    "nothing": frame(Opcode.TEXT) * 100_000,
    "binary": frame(Opcode.BINARY, b"x" * 900) * 1_000,
    "empty parts": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=False) * 100_000,
    "parts of a byte": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"x", fin=False) * 15_000,
    "large": frame(Opcode.TEXT, b"x" * 16_000) * 100,
    "pings in parts": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.PING, b"x" * 125) * 10_000,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_of_any_kind_is_paid_for_and_then_not_read(flood: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(livewire, "HURRY_SECONDS", 0.0)
    room = run(lambda room: room.send(FLOODS[flood]), monkeypatch)
    assert room.ear.frames <= MOST_FRAMES
    assert max(room.pieces) <= LIVE_SLICE_BYTES
    assert sum(room.pieces) <= (MOST_FRAMES + 1) * 1024
    assert not room.line.reads
    assert room.line.is_over
    assert frame_of(FLOODING) in room.line.written


def frame_of(code: int) -> bytes:
    return Frame(Opcode.CLOSE, code.to_bytes(2, "big")).serialize(mask=False)


def test_single_bytes_are_paid_for_by_the_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    async def dribble(room: Room) -> None:
        for byte in frame(Opcode.TEXT, b"x" * 4000):
            if room.line.reads:
                room.connection.data_received(bytes([byte]))

    room = run(dribble, monkeypatch)
    assert sum(room.pieces) < 2500
    assert not room.ear.heard


@pytest.mark.parametrize(
    "end",
    [frame(Opcode.CLOSE), frame(Opcode.TEXT, b"x" * (1 << 14) + b"x"), b"\xff\xff\xff\xff"],
    ids=["goodbye", "too large", "garbage"],
)
def test_nothing_is_read_after_the_end(end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def end_and_go_on(room: Room) -> None:
        await room.send(frame(Opcode.TEXT, b"1") + end + frame(Opcode.TEXT, b"2") * 100_000)

    room = run(end_and_go_on, monkeypatch)
    assert [message for message in room.ear.heard if message == b"2"] == []
    assert room.line.is_over
    assert sum(room.pieces) <= LIVE_SLICE_BYTES


def test_frames_after_our_goodbye_are_paid_for_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go_on(room: Room) -> None:
        room.ear.wire.close(4001)
        await room.send(frame(Opcode.PING) * 100_000)

    monkeypatch.setattr(livewire, "HURRY_SECONDS", 0.0)
    room = run(go_on, monkeypatch)
    assert room.ear.frames <= MOST_FRAMES
    assert room.line.is_over


def test_what_comes_while_the_page_has_to_wait_is_heard_later_and_reading_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def wait(room: Room) -> None:
        room.ear.wire.pause()
        room.connection.data_received(frame(Opcode.TEXT, b"1"))
        assert room.ear.heard == []
        room.ear.wire.resume()
        await asyncio.sleep(0)

    room = run(wait, monkeypatch)
    assert room.ear.heard == [b"1"]
    assert room.line.reads


def test_a_page_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def take_nothing(room: Room) -> None:
        room.connection.pause_writing()
        await asyncio.sleep(0.01)

    monkeypatch.setattr(livewire, "STALLED_SECONDS", 0.0)
    assert run(take_nothing, monkeypatch).line.is_over


# --- Requests -------------------------------------------------------------------------------------------------------


def visit(data: bytes, crowd: Crowd | None = None) -> tuple[Line, int]:
    """Send one connection so many bytes; what it wrote, and how many of them were read."""

    async def come() -> tuple[Line, int]:
        line = Line()
        made = Connection(Reader, crowd or Crowd(), {})
        made.connection_made(line)
        made.data_received(data)
        for _ in range(len(data) // connection.SLICE_BYTES + 3):
            await asyncio.sleep(0)
        reader: Any = made._reader
        return line, reader.read

    return asyncio.run(come())


def test_a_head_without_end_is_refused_and_not_read() -> None:
    line, read = visit(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 50_000)
    assert line.written.startswith(b"HTTP/1.1 431 ")
    assert line.is_over
    assert read <= HEAD_BYTES


def test_a_long_body_is_no_head() -> None:
    data = b"POST / HTTP/1.1\r\ncontent-length: 200000\r\n\r\n" + b"x" * 200_000
    line, read = visit(data)
    assert not line.is_over
    assert read == len(data)


def test_one_address_has_so_many_half_open_connections_and_a_proxy_any_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_HALF_OPEN", 2)
    crowd, proxied = Crowd(), Crowd("192.0.2.7")
    assert [visit(b"GET", crowd)[0].is_over for _ in range(3)] == [False, False, True]
    assert not any(visit(b"GET", proxied)[0].is_over for _ in range(3))


def test_a_socket_that_is_over_leaves_nothing_to_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[weakref.ref[Any]] = []

    async def leave(room: Room) -> None:
        gone.extend(map(weakref.ref, (room.connection, room.ear, room.ear.wire)))
        room.connection.connection_lost(None)
        for _ in range(5):
            await asyncio.sleep(0)
        del room.connection, room.ear, room.line

    assert without_collector(lambda: run(leave, monkeypatch), gone) == [None] * 3


@pytest.mark.parametrize("request_line", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", KNOCK])
def test_a_request_that_is_over_leaves_nothing_to_the_collector(request_line: bytes) -> None:
    gone: list[weakref.ref[Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})

    async def come_and_go() -> None:
        config = uvicorn.Config(app, ws=LiveWire, http="httptools", lifespan="off")
        config.load()
        reader: Any = config.http_protocol_class
        coming = Connection(reader, Crowd(), {}, config=config, server_state=ServerState(), _loop=None)
        gone.extend(map(weakref.ref, (coming, coming._reader)))
        coming.connection_made(Line())
        if request_line:
            coming.data_received(request_line)
        for _ in range(9):
            await asyncio.sleep(0)
        coming.connection_lost(None)
        for _ in range(9):
            await asyncio.sleep(0)

    assert without_collector(lambda: asyncio.run(come_and_go()), gone) == [None] * 2


def without_collector(do: Callable[[], object], gone: "list[weakref.ref[Any]]") -> list[object]:
    """What is left of things when nobody looks for garbage."""
    gc.collect()
    gc.disable()
    try:
        do()
        return [thing() for thing in gone]
    finally:
        gc.enable()


def test_of_many_heads_that_come_together_few_are_read_in_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else hundreds of them, by way of a proxy, keep everybody's moves waiting."""

    class Reader(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            read.append(data)

    read: list[bytes] = []
    monkeypatch.setattr(connection, "HEADS_SECONDS", 0.0)  # one of them at least

    async def come() -> None:
        crowd, lines = Crowd("192.0.2.7"), [Line() for _ in range(50)]
        connections = [Connection(lambda **_: Reader(), crowd, {}) for _ in lines]
        for line, coming in zip(lines, connections, strict=True):
            coming.connection_made(line)
            coming.data_received(b"GET /")
        connections[-1].data_received(b"docs")
        connections[-2].connection_lost(None)
        assert read == [b"GET /"]
        for number in range(1, 60):
            assert len(read) <= number
            await asyncio.sleep(0)
        assert read == [b"GET /"] * 48 + [b"GET /docs"]
        assert all(line.reads for line in lines[:-2])

    asyncio.run(come())


def test_a_head_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.0)
    line, _ = visit(b"GET / HTTP/1.1\r\n" * 3000)
    assert line.written.startswith(b"HTTP/1.1 408 ")
    assert line.is_over


def test_a_body_that_does_not_come_ends_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> tuple[Any, bool]:
        line = Line()
        made = Connection(Reader, Crowd(), {})
        made.connection_made(line)
        told = await doors._in_time(asyncio.Event().wait, made)()  # type: ignore[arg-type]
        return told["type"], line.is_over

    monkeypatch.setattr(doors, "BODY_SECONDS", 0.0)
    assert asyncio.run(wait()) == ("http.disconnect", True)


def stall(crowd: Crowd, asker: str | None = None) -> tuple[Connection, Line]:
    """A connection that does not take its answer."""
    line, made = Line(), Connection(Reader, crowd, {})
    made.connection_made(line)
    made.head_is_in()
    if asker is not None:
        made.asked_by(asker)
    made.pause_writing()
    return made, line


def test_an_answer_to_somebody_who_has_hung_up_is_no_fault_of_ours() -> None:
    """Pipelined requests, cut off: each answer was an error with a trace, and the room stood still for 2.9 s."""

    class Closed(Line):
        def write(self, data: Any) -> None:
            if self.is_over:
                raise RuntimeError("the handler is closed")  # as uvloop has it
            super().write(data)

    async def answer() -> bytes:
        line, made = Closed(), Connection(Reader, Crowd(), {})
        made.connection_made(line)
        wire = connection._Line(made)
        wire.write(b"first")
        line.abort()
        wire.write(b"second")
        return bytes(line.written)

    assert asyncio.run(answer()) == b"first"


def test_one_address_has_so_many_answers_that_it_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two thousand connections that asked for the longest file and read nothing kept 80 kB each, for ever."""

    async def come() -> None:
        crowd = Crowd()
        stalled = [stall(crowd) for _ in range(3)]
        assert [line.is_over for _, line in stalled] == [False, False, True]
        stalled[2][0].connection_lost(None)
        stalled[0][0].resume_writing()
        assert not stall(crowd)[1].is_over, "one of them reads on"
        behind = Crowd("192.0.2.7")
        assert [stall(behind, "198.51.100.1")[1].is_over for _ in range(3)] == [False, False, True]
        assert not stall(behind, "198.51.100.2")[1].is_over, "a proxy speaks for many, and each is counted"

    monkeypatch.setattr(connection, "MOST_STALLED", 2)
    asyncio.run(come())


def test_an_answer_that_is_not_taken_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def come() -> list[bool]:
        crowd = Crowd()
        (_, given_up), (reads, read) = stall(crowd), stall(crowd)
        reads.resume_writing()
        await asyncio.sleep(0.01)
        return [given_up.is_over, read.is_over]

    monkeypatch.setattr(connection, "STALLED_SECONDS", 0.0)
    assert asyncio.run(come()) == [True, False]


def test_a_person_and_an_address_have_so_many_sockets() -> None:
    class Page:
        heard_at = 0.0

        def __init__(self, guest: str, address: str) -> None:
            self.guest, self.digest, self.address = guest, guest, address

        def tell(self, frame: bytes) -> None: ...
        def cut_off(self, code: int) -> None: ...

    async def come() -> list[bool]:
        sockets = Sockets(per_address=PER_PERSON + 1)
        pages = [Page("one", "here") for _ in range(PER_PERSON)]
        for page in pages:
            sockets.add(page)
        found = [sockets.has_room_for("one", "here"), sockets.has_room_for("two", "here")]
        sockets.add(Page("two", "here"))
        found += [sockets.has_room_for("three", "here"), sockets.has_room_for("three", "there")]
        sockets.discard(pages[0])
        found += [sockets.has_room_for("three", "here")]
        await sockets.stop()
        return found

    assert asyncio.run(come()) == [False, True, False, True, True]


# --- All of it ------------------------------------------------------------------------------------------------------


@pytest.fixture
def address(tmp_path: Path) -> Iterator[tuple[str, int]]:
    process = start(tmp_path, "--port", "0", "--sockets-per-address", "2", "--engines", "1")
    assert process.stdout is not None
    parts = urlsplit(process.stdout.readline().split()[-1])
    assert parts.hostname is not None
    assert parts.port is not None
    yield parts.hostname, parts.port
    process.terminate()
    _, said = process.communicate()
    assert "error" not in said
    assert "Traceback" not in said


def test_whoever_hangs_up_and_whoever_is_one_too_many(address: tuple[str, int]) -> None:
    """H18: the room that hears of it says nothing on its standard error."""
    with socket.create_connection(address) as broken:
        broken.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        time.sleep(0.2)
    knock = KNOCK.replace(b"Host: a", b"Host: localhost")
    answers, opened = [], [socket.create_connection(address) for _ in range(3)]
    for page in opened:
        page.sendall(knock)
        answers.append(page.recv(12))
    for page in opened:
        page.close()
    assert answers == [b"HTTP/1.1 101", b"HTTP/1.1 101", b"HTTP/1.1 403"]
