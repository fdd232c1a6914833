"""The wire of `alcove serve`: messages in whatever shape they come, and nobody who sends too much of anything."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode

from .test_serving import opened

Shape = tuple[bytes, ...]
"""What is sent, piece by piece."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process, found = opened(Path(tmp_path_factory.mktemp("wire")))
    yield found
    process.terminate()
    process.communicate()


class Raw:
    """A page that writes its own bytes."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._socket = socket.create_connection((parts.hostname, parts.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self._socket.makefile("rb")
        head = f"GET /api/live HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self._socket.sendall((head + key).encode())
        while self.file.readline().strip():
            pass

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self._socket.sendall(piece)

    def hear(self) -> tuple[int, bytes]:
        """The kind of the next frame and what is in it."""
        first, length = self.file.read(2)
        if length == 126:
            length = int.from_bytes(self.file.read(2), "big")
        return first & 0x0F, self.file.read(length)

    def hear_pong(self) -> float:
        kind, said = self.hear()
        assert kind == Opcode.TEXT
        sent: float = json.loads(said)["sent"]
        return sent

    def close(self) -> None:
        self.file.close()
        self._socket.close()


@pytest.fixture
def raw(address: str) -> Iterator[Raw]:
    page = Raw(address)
    yield page
    page.close()


def frame(text: bytes, kind: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(kind, text, fin).serialize(mask=True)


def ping(sent: int, padding: int = 0) -> bytes:
    return json.dumps({"type": "ping", "sent": sent}).encode() + b" " * padding


_SECOND = frame(ping(2))
SHAPES: dict[str, Shape] = {
    "ordinary": (frame(ping(1)), frame(ping(2))),
    "two at once": (frame(ping(1)) + frame(ping(2)),),
    "one and a half": (frame(ping(1)) + _SECOND[:9], _SECOND[9:]),
    "byte by byte": tuple(bytes([byte]) for byte in frame(ping(1)) + frame(ping(2))),
    "long": (frame(ping(1, 300)), frame(ping(2, 3000))),
    "in parts": (frame(ping(1)[:5], fin=False), frame(ping(1)[5:], Opcode.CONT), frame(ping(2))),
    "binary": (frame(ping(1), Opcode.BINARY), frame(ping(2))),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_message_is_heard_in_whatever_shape_it_comes(raw: Raw, shape: str) -> None:
    raw.send(*SHAPES[shape])
    assert [raw.hear_pong(), raw.hear_pong()] == [1, 2]
    raw.send(frame(ping(3)))
    assert raw.hear_pong() == 3


def test_the_librarys_own_ping_is_answered_between_ours(raw: Raw) -> None:
    raw.send(frame(ping(1)))
    assert raw.hear_pong() == 1
    raw.send(frame(b"there?", Opcode.PING), frame(ping(2)))
    assert raw.hear() == (Opcode.PONG, b"there?")
    assert raw.hear_pong() == 2


def test_who_says_goodbye_is_answered(raw: Raw) -> None:
    raw.send(frame(ping(1)))
    assert raw.hear_pong() == 1
    raw.send(frame((1000).to_bytes(2, "big"), Opcode.CLOSE))
    assert raw.hear() == (Opcode.CLOSE, (1000).to_bytes(2, "big"))
    assert raw.file.read() == b""


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (Frame(Opcode.TEXT, ping(1)).serialize(mask=False), 1002),
        (frame(ping(1, 20_000)), 1009),
        (b"\x8f\x80" + bytes(4), 1002),
    ],
)
def test_what_is_no_frame_closes_the_wire_and_says_why(raw: Raw, bad: bytes, code: int) -> None:
    raw.send(frame(ping(1)))
    assert raw.hear_pong() == 1
    raw.send(bad)
    kind, said = raw.hear()
    assert (kind, int.from_bytes(said[:2], "big")) == (Opcode.CLOSE, code)
    assert raw.file.read() == b""


def test_a_flood_is_cut_off_with_its_reason(raw: Raw) -> None:
    raw.send(frame(ping(1)) * 1000)
    while (heard := raw.hear())[0] == Opcode.TEXT:
        pass
    assert heard == (Opcode.CLOSE, (1008).to_bytes(2, "big"))


def test_who_asks_while_the_room_is_busy_is_answered_in_order(raw: Raw) -> None:
    """A table that is looked for takes a while."""
    watch = json.dumps({"type": "watch", "table": "nowhere"}).encode()
    raw.send(frame(watch) + frame(ping(1)) + frame(watch) + frame(ping(2)))
    heard = [json.loads(raw.hear()[1]) for _ in range(4)]
    assert [message["type"] for message in heard] == ["refused", "pong", "refused", "pong"]
