"""What one client can do to a room, one attack at a time: it has one address, and as many cookies as it likes.

Every attack ends by itself: after so many seconds, or after so many deeds. It runs in a process of its own, so that what it
costs the attacker is not measured as something it costs the room:

    python -m alcove.bench.load.attacks URL ADDRESS ATTACK SECONDS
"""

import asyncio
import itertools
import json
import os
import random
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

import alcove
from alcove.core.registry import ours

from .wire import Address, UnreachableError

MOST_DEEDS = 200_000
HANDS = 24
"""So many things are done at the same time where nothing else is said."""
NICENESS = 19
"""An attacker has a machine of its own: on this one it gets what the room leaves."""
READY_SECONDS = 30.0
"""So long an attacker may take to prepare."""
READY = "ready"
PASSWORD = "one client of many"
_MASK = bytes(4)
_CHUNK_BYTES = 1 << 15
_LONG_PLIES = 900
_GAME = ours()[0]
"""Whatever is done with one game is done with this one."""


class Foe:
    """One attacker: where it comes from, how long it goes on (once it is ready, which it says), and what came of it."""

    def __init__(
        self, address: Address, seconds: float, most: int = MOST_DEEDS, when_ready: Callable[[], None] = lambda: None
    ) -> None:
        self.address = address
        self.done: Counter[str] = Counter()
        """What was done, and how often the room answered what: a status, `open`, `closed`, `refused`."""
        self._seconds, self._left, self._when_ready = seconds, most, when_ready
        self._until: float | None = None
        self._numbers = itertools.count()

    @property
    def goes_on(self) -> bool:
        if self._until is None:
            self._until = time.monotonic() + self._seconds
            self._when_ready()
        return self._left > 0 and time.monotonic() < self._until

    @property
    def _patience(self) -> float:
        return READY_SECONDS if self._until is None else max(1.0, self._until - time.monotonic())

    def count(self, deed: str) -> None:
        self.done[deed] += 1
        self._left -= 1

    def number(self) -> int:
        return next(self._numbers)

    async def ask(
        self, method: str, path: str, body: object = None, cookie: str = "", more: str = ""
    ) -> tuple[int, bytes, str]:
        """As `Address.ask`, counted; status 0 where the room hung up."""
        try:
            async with asyncio.timeout(self._patience):
                answer = await self.address.ask(method, path, body, cookie, more)
        except (UnreachableError, TimeoutError):
            answer = (0, b"", cookie)
        self.count(str(answer[0] or "unanswered"))
        return answer

    async def with_hands(self, work: Callable[[], Awaitable[None]], hands: int = HANDS) -> None:
        """Do the same thing with many hands, again and again."""

        async def one() -> None:
            while self.goes_on:
                with suppress(UnreachableError, OSError, TimeoutError):
                    await work()
                await asyncio.sleep(0)

        await asyncio.gather(*(one() for _ in range(hands)))


Attack = Callable[[Foe], Awaitable[None]]


# --- Frames -----------------------------------------------------------------------------------------------------------


def frame(kind: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A masked frame."""
    length, first = len(payload), kind | (0x80 if fin else 0)
    size = bytes([0x80 | length]) if length < 126 else b"\xff" + length.to_bytes(8, "big")
    if 126 <= length < 1 << 16:
        size = b"\xfe" + length.to_bytes(2, "big")
    return bytes([first]) + size + _MASK + payload


async def _flood(foe: Foe, piece: bytes, first: bytes = b"", hands: int = 4) -> None:
    """The same frames at the rate the line has, from a few sockets that are opened again when they are closed."""
    chunk = piece * max(1, _CHUNK_BYTES // len(piece))

    async def socket() -> None:
        reader, writer = await foe.address.connect()
        reading: asyncio.Task[bytes] | None = None
        try:
            writer.write(foe.address.handshake())
            async with asyncio.timeout(10):
                head = await reader.readuntil(b"\r\n\r\n")
            foe.count("open" if head.startswith(b"HTTP/1.1 101") else "refused")
            if not head.startswith(b"HTTP/1.1 101"):
                return
            reading = asyncio.create_task(reader.read(-1))
            writer.write(first)
            while foe.goes_on and not reading.done():
                writer.write(chunk)
                foe.count("sent")
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            foe.count("closed")
        finally:
            if reading is not None:
                reading.cancel()
            writer.transport.abort()

    await foe.with_hands(socket, hands)


_FRAMES: dict[str, tuple[bytes, bytes]] = {
    "empty pings": (frame(0x9), b""),
    "pongs": (frame(0xA, b"x" * 125), b""),
    "one-byte fragments": (frame(0x0, b"x", fin=False), frame(0x1, b"x", fin=False)),
    "empty fragments": (frame(0x0, b"", fin=False), frame(0x1, b"", fin=False)),
    "continuations of nothing": (frame(0x0, b"x" * 64), b""),
    "oversized frames": (frame(0x1, b"x" * 400_000), b""),
    "unknown opcodes": (frame(0x3, b"xyz"), b""),
    "noise": (random.Random(7).randbytes(4096), b""),
    "frames after goodbye": (frame(0x1, b'{"type":"ping","sent":0}'), frame(0x8, (1000).to_bytes(2, "big"))),
    "messages": (frame(0x1, b'{"type":"ping","sent":0}'), b""),
    "broken messages": (frame(0x1, b"[" * 1000), b""),
    "lobby entered and left": (
        frame(0x1, b'{"type":"watch_lobby"}') + frame(0x1, b'{"type":"unwatch_lobby"}'),
        frame(0x1, b'{"type":"hello","protocol":1}'),
    ),
}


# --- Sockets and connections ------------------------------------------------------------------------------------------


async def _deaf_sockets(foe: Foe) -> None:
    """Sockets that ask for a long table again and again and never read."""
    table = await _long_table(foe)
    watch = frame(0x1, json.dumps({"type": "watch", "table": table, "seen_n": None}).encode())
    writers: list[asyncio.StreamWriter] = []
    try:
        while foe.goes_on and len(writers) < 300:
            try:
                reader, writer = await foe.address.connect()
            except UnreachableError:
                foe.count("refused")
                continue
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(foe.address.handshake() + watch)
            writers.append(writer)
            foe.count("open")
        while foe.goes_on:
            for writer in writers:
                writer.write(watch)
                foe.count("sent")
            await asyncio.sleep(0.2)
    finally:
        for writer in writers:
            writer.transport.abort()


async def _crowd(foe: Foe, first: bytes, most: int, then: bytes = b"") -> None:
    """Connections that say something, then nothing more, or a byte from time to time."""
    writers: list[asyncio.StreamWriter] = []

    async def one() -> None:
        if len(writers) >= most:
            await asyncio.sleep(0.2)
            return
        _, writer = await foe.address.connect()
        writers.append(writer)
        foe.count("open")
        writer.write(first)

    async def drip() -> None:
        while foe.goes_on and then:
            for writer in writers:
                if not writer.transport.is_closing():
                    writer.write(then)
            await asyncio.sleep(0.5)

    try:
        await asyncio.gather(foe.with_hands(one), drip())
    finally:
        foe.done["closed"] += sum(writer.transport.is_closing() for writer in writers)
        for writer in writers:
            writer.transport.abort()


async def _thousands_of_sockets(foe: Foe) -> None:
    await _crowd(foe, foe.address.handshake(), 3000)


async def _half_open(foe: Foe) -> None:
    await _crowd(foe, b"GET / HTTP/1.1\r\nHost: " + foe.address.authority.encode(), 3000, b"x")


async def _silent(foe: Foe) -> None:
    await _crowd(foe, b"", 3000)


async def _slow_bodies(foe: Foe) -> None:
    head = f"POST /api/records HTTP/1.1\r\nHost: {foe.address.authority}\r\nContent-Length: 90000\r\n\r\n"
    await _crowd(foe, head.encode(), 3000, b" ")


async def _stopped_bodies(foe: Foe) -> None:
    """Bodies that come at once but for their last byte, for which the room waits."""
    head = f"POST /api/records HTTP/1.1\r\nHost: {foe.address.authority}\r\nContent-Length: 250000\r\n\r\n"
    await _crowd(foe, head.encode() + b" " * 249_999, 1000)


async def _huge_headers(foe: Foe) -> None:
    head = f"GET /api/lobby HTTP/1.1\r\nHost: {foe.address.authority}\r\n".encode() + b"X-Long: " + b"x" * 1_000_000

    async def one() -> None:
        reader, writer = await foe.address.connect()
        try:
            writer.write(head)
            async with asyncio.timeout(5):
                answer = await reader.read(64)
            foe.count(answer[9:12].decode("latin-1") or "closed")
        finally:
            writer.transport.abort()

    await foe.with_hands(one)


async def _pipeline(foe: Foe) -> None:
    """Many requests in one piece, without waiting for answers."""
    request = f"GET /api/games HTTP/1.1\r\nHost: {foe.address.authority}\r\n\r\n".encode() * 200

    async def one() -> None:
        reader, writer = await foe.address.connect()
        try:
            writer.write(request)
            async with asyncio.timeout(3):
                while foe.goes_on and await reader.read(1 << 16):
                    foe.count("read")
        finally:
            writer.transport.abort()

    await foe.with_hands(one, 8)


# --- The heaviest request of every route ------------------------------------------------------------------------------


def long_game(plies: int = _LONG_PLIES) -> tuple[str, dict[str, object], list[str]]:
    """A game, its options and more moves than anybody plays: whatever would end the game is avoided."""
    game = next(found for found in map(alcove.game, ours()) if found.about.bench.endless)
    options: dict[str, object] = dict(game.about.bench.endless)
    state, rng, moves = game.initial(**options), random.Random(2), list[str]()
    while len(moves) < plies:
        for _ in range(20):
            move = rng.choice(state.legal_moves())
            after = state.play(move)
            if after.outcome() is None and after.legal_moves():
                break
        else:
            break
        moves.append(str(move))
        state = after
    return game.name, options, moves


def long_record() -> str:
    game, options, moves = long_game()
    told = " ".join(f"{name}={value}" for name, value in options.items())
    return f'[Game "{game}"]\n[Options "{told}"]\n\n' + " ".join(moves) + " *"


async def _long_table(foe: Foe) -> str:
    status, answer, _ = await foe.ask("POST", "/api/records", {"record": long_record()})
    if status != 201:
        raise UnreachableError(f"no long table: {status} {answer[:200]!r}")
    table: str = json.loads(answer)["table"]
    return table


async def _hammer(foe: Foe, method: str, path: str, body: object = None, cookies: bool = True) -> None:
    """One request, again and again, each time as somebody else, or always as the same."""
    cookie = "" if cookies else (await foe.ask("GET", "/api/me"))[2]

    async def one() -> None:
        await foe.ask(method, path, body, cookie)

    await foe.with_hands(one)


async def _hammer_long_table(foe: Foe, path: str) -> None:
    await _hammer(foe, "GET", path.format(await _long_table(foe)))


async def _frames_of_a_long_table(foe: Foe) -> None:
    table = await _long_table(foe)

    async def one() -> None:
        await foe.ask("GET", f"/api/tables/{table}/at/{foe.number() % _LONG_PLIES}")

    await foe.with_hands(one)


async def _long_course(foe: Foe, path: str, most: int | None = None) -> None:
    game, options, moves = long_game()
    await _hammer(foe, "POST", path, {"game": game, "options": options, "moves": moves[:most]})


async def _written_trees(foe: Foe) -> None:
    game, options, moves = long_game()
    nodes = [{"parent": number, "move": move} for number, move in enumerate(moves)]
    await _hammer(foe, "POST", "/api/analysis/record", {"game": game, "options": options, "nodes": nodes})


async def _registered(foe: Foe) -> str:
    """The cookie of an account of the attacker's."""
    name = f"foe-{os.getpid()}-{foe.number()}"
    status, _, cookie = await foe.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
    return cookie if status == 201 else ""


async def _exports(foe: Foe) -> None:
    cookies = [await _registered(foe) for _ in range(4)]

    async def one() -> None:
        await foe.ask("GET", "/api/account/export", None, cookies[foe.number() % len(cookies)])

    await foe.with_hands(one)


async def _wrong_passwords(foe: Foe) -> None:
    async def one() -> None:
        await foe.ask("POST", "/api/session", {"name": f"honest-{foe.number() % 40}", "password": "x" * 500})

    await foe.with_hands(one)


async def _registrations(foe: Foe) -> None:
    async def one() -> None:
        await _registered(foe)

    await foe.with_hands(one)


async def _lost_passwords(foe: Foe) -> None:
    async def one() -> None:
        await foe.ask("POST", "/api/account/forgotten", {"name": f"honest-{foe.number() % 40}"})

    await foe.with_hands(one)


async def _mails(foe: Foe) -> None:
    """Mails to people who never asked for any: each time as another guest, each time to somebody else."""

    async def one() -> None:
        body = {"address": f"somebody-{foe.number()}@example.org", "language": "en"}
        await foe.ask("POST", "/api/mail", body)

    await foe.with_hands(one)


# --- Odd requests -----------------------------------------------------------------------------------------------------


async def _largest_file(foe: Foe) -> str:
    """A file of the page: the first it names, which holds most of it."""
    _, page, _ = await foe.ask("GET", "/")
    found = re.search(rb"/assets/[^\"']+\.js", page)
    return "/" if found is None else found[0].decode()


async def _ranges(foe: Foe) -> None:
    """Hundreds of pieces of one file in one request."""
    path = await _largest_file(foe)
    wished = ",".join(f"{2 * number}-{2 * number}" for number in range(1200))
    more = f"Range: bytes={wished}\r\nAccept-Encoding: gzip, br;q=0.1, *;q=0\r\n"

    async def one() -> None:
        await foe.ask("GET", path, more=more)

    await foe.with_hands(one)


async def _unread_answers(foe: Foe) -> None:
    """Long answers that nobody reads."""
    path = await _largest_file(foe)
    request = f"GET {path} HTTP/1.1\r\nHost: {foe.address.authority}\r\n\r\n".encode() * 8
    writers: list[asyncio.StreamWriter] = []

    async def one() -> None:
        if len(writers) >= 2000:
            await asyncio.sleep(0.2)
            return
        reader, writer = await foe.address.connect()
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writers.append(writer)
        foe.count("open")
        writer.write(request)

    try:
        await foe.with_hands(one)
    finally:
        for writer in writers:
            writer.transport.abort()


async def _chunks(foe: Foe) -> None:
    """A body of chunks of one byte, each with words after its length, and trailers at the end."""
    head = f"POST /api/study HTTP/1.1\r\nHost: {foe.address.authority}\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunks = b"1;why=" + b"x" * 40 + b"\r\n \r\n"

    async def one() -> None:
        reader, writer = await foe.address.connect()
        try:
            foe.count("sent")
            writer.write(head.encode() + chunks * 4000 + b"0\r\n" + b"X-Trailer: x\r\n" * 200 + b"\r\n")
            async with asyncio.timeout(3):
                answer = await reader.read(64)
            foe.count(answer[9:12].decode("latin-1") or "closed")
        finally:
            writer.transport.abort()

    await foe.with_hands(one)


async def _cookies(foe: Foe) -> None:
    """As many cookies as a head can hold, none of them ours."""
    crumbs = "; ".join(f"alcove{number}={os.urandom(8).hex()}" for number in range(900))
    await _hammer_with(foe, "/api/me", f"Cookie: {crumbs}\r\nAuthorization: Bearer {'x' * 4000}\r\n")


async def _methods(foe: Foe) -> None:
    async def one() -> None:
        method = ("HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "PROPFIND")[foe.number() % 6]
        await foe.ask(method, "/api/games", more='If-None-Match: "x"\r\nAccess-Control-Request-Method: GET\r\n')

    await foe.with_hands(one)


async def _hammer_with(foe: Foe, path: str, more: str) -> None:
    async def one() -> None:
        await foe.ask("GET", path, more=more)

    await foe.with_hands(one)


async def _bodies(foe: Foe, body: bytes, path: str = "/api/study") -> None:
    await _hammer(foe, "POST", path, body)


async def _searches(foe: Foe) -> None:
    wild = "%25_" * 60
    await _hammer(foe, "GET", f"/api/archive?player={wild}&game={_GAME}&after={wild}")


async def _offers_compressed(foe: Foe) -> None:
    """Handshakes that wish for every compression there is, then compressed frames."""
    wishes = ", ".join(["permessage-deflate; server_max_window_bits=15; client_max_window_bits"] * 100)
    bomb = bytes([0xC1]) + frame(0x1, zlib.compress(b" " * 1_000_000)[2:-4])[1:]

    async def one() -> None:
        reader, writer = await foe.address.connect()
        try:
            head = foe.address.handshake().replace(
                b"Upgrade: ", b"Sec-WebSocket-Extensions: " + wishes.encode() + b"\r\nUpgrade: ", 1
            )
            foe.count("sent")
            writer.write(head)
            async with asyncio.timeout(3):
                said = await reader.readuntil(b"\r\n\r\n")
                foe.count("open" if b" 101 " in said else "refused")
                writer.write(bomb * 20)
                await reader.read(-1)
        except asyncio.IncompleteReadError:
            foe.count("closed")
        finally:
            writer.transport.abort()

    await foe.with_hands(one)


# --- Thousands of things ----------------------------------------------------------------------------------------------


async def _invented_guests(foe: Foe) -> None:
    async def one() -> None:
        await foe.ask("GET", "/api/me", None, f"alcove={os.urandom(16).hex()}")

    await foe.with_hands(one)


async def _challenges(foe: Foe) -> None:
    async def one() -> None:
        await foe.ask("POST", "/api/lobby", {"game": _GAME, "to": f"honest-{foe.number() % 40}"})

    await foe.with_hands(one)


async def _live(foe: Foe, open_table: Mapping[str, object], message: Callable[[str, int], dict[str, object]]) -> None:
    """Tables of the attacker's, and the same message at each, as fast as its socket allows."""

    async def one() -> None:
        status, answer, cookie = await foe.ask("POST", "/api/tables", open_table)
        if status != 201:
            return
        table, heard = json.loads(answer)["table"], Counter[str]()

        def hear(said: bytes) -> None:
            heard[json.loads(said)["type"]] += 1

        socket = await foe.address.open(hear, lambda code: heard.update(["closed"]), cookie)
        socket.send(json.dumps({"type": "watch", "table": table, "seen_n": None}).encode())
        while foe.goes_on and not heard["closed"]:
            socket.send(json.dumps(message(table, foe.number())).encode())
            foe.count("sent")
            await asyncio.sleep(0.02)
        foe.done.update({f"heard {kind}": count for kind, count in heard.items()})
        socket.drop()

    await foe.with_hands(one)


async def _watchers(foe: Foe) -> None:
    """As many sockets as an address may have watch one table, where somebody comes and goes and talks."""
    status, answer, cookie = await foe.ask("POST", "/api/tables", _OWN)
    if status != 201:
        return
    table = json.loads(answer)["table"]
    watch = json.dumps({"type": "watch", "table": table, "seen_n": None}).encode()
    crowd = []
    for _ in range(110):
        with suppress(UnreachableError):
            crowd.append(await foe.address.open(lambda said: foe.count("heard"), lambda code: foe.count("closed")))
            crowd[-1].send(watch)

    async def come_and_go() -> None:
        socket = await foe.address.open(lambda said: None, lambda code: None, cookie)
        socket.send(watch)
        socket.send(json.dumps(_line(table, foe.number())).encode())
        foe.count("came")
        await asyncio.sleep(0.05)
        socket.drop()

    try:
        await foe.with_hands(come_and_go, 8)
    finally:
        for socket in crowd:
            socket.drop()


def _line(table: str, number: int) -> dict[str, object]:
    return {"type": "say", "table": table, "text": f"buy this {number} " + "x" * 250, "nonce": f"line-{number:08}"}


def _hint(table: str, number: int) -> dict[str, object]:
    return {"type": "hint", "table": table, "expected_n": 1, "nonce": f"hint-{number:08}"}


def _watch(table: str, _number: int) -> dict[str, object]:
    return {"type": "watch", "table": table, "seen_n": None}


def _why(table: str, number: int) -> dict[str, object]:
    return {"type": "why", "table": table, "text": "a1-a9", "nonce": f"why-{number:08}"}


_OWN = {"game": _GAME}
_ENGINES = {"game": _GAME, "seats": [{"kind": "human"}, {"kind": "engine", "level": 8}]}
_DIFFICULT = {"rating": 2000, "seen": [f"{number:08x}" for number in range(1000)]}

ATTACKS: Mapping[str, Attack] = {
    **{name: partial(_flood, piece=piece, first=first) for name, (piece, first) in _FRAMES.items()},
    "sockets that never read": _deaf_sockets,
    "thousands of sockets": _thousands_of_sockets,
    "silent connections": _silent,
    "half-open requests": _half_open,
    "slow bodies": _slow_bodies,
    "bodies without their last byte": _stopped_bodies,
    "huge headers": _huge_headers,
    "pipelined requests": _pipeline,
    "record of a long table": partial(_hammer_long_table, path="/api/tables/{}/record"),
    "a long table": partial(_hammer_long_table, path="/api/tables/{}"),
    "positions of a long table": _frames_of_a_long_table,
    "imports": lambda foe: _hammer(foe, "POST", "/api/records", {"record": long_record()}),
    "games": partial(_hammer, method="GET", path="/api/games"),
    "own tables": partial(_hammer, method="GET", path="/api/tables", cookies=False),
    "archive": partial(_hammer, method="GET", path="/api/archive"),
    "records of the archive": partial(_hammer, method="GET", path="/api/archive/records"),
    "exports": _exports,
    "trees of records": lambda foe: _hammer(foe, "POST", "/api/analysis", {"record": long_record()}),
    "written trees": _written_trees,
    "lines of the engine": partial(_long_course, path="/api/analyse"),
    "reviews": partial(_long_course, path="/api/review"),
    "study": partial(_long_course, path="/api/study"),
    "explorer": partial(_long_course, path="/api/explore", most=200),
    "boards": partial(
        _hammer, method="POST", path="/api/positions", body={"game": _GAME, "position": "9/" * 900 + "9 w"}
    ),
    "puzzles": partial(_hammer, method="POST", path=f"/api/puzzles/{_GAME}/next", body=_DIFFICULT),
    "rules": partial(_hammer, method="GET", path=f"/api/rules/{ours()[-1]}"),
    "atlas": partial(_hammer, method="GET", path=f"/api/atlas/{_GAME}"),
    "leaders": partial(_hammer, method="GET", path=f"/api/leaders/{_GAME}"),
    "the page": partial(_hammer, method="GET", path="/"),
    "wrong passwords": _wrong_passwords,
    "registrations": _registrations,
    "lost passwords": _lost_passwords,
    "mails": _mails,
    "tables": partial(_hammer, method="POST", path="/api/tables", body=_OWN),
    "tables with engines": partial(_hammer, method="POST", path="/api/tables", body=_ENGINES),
    "offers": partial(_hammer, method="POST", path="/api/lobby", body=_OWN),
    "challenges": _challenges,
    "invented guests": _invented_guests,
    "chat lines": partial(_live, open_table=_OWN, message=_line),
    "hints": partial(_live, open_table=_OWN, message=_hint),
    "snapshots": partial(_live, open_table=_OWN, message=_watch),
    "questions": partial(_live, open_table=_OWN, message=_why),
    "watchers": _watchers,
    "ranges of a file": _ranges,
    "answers nobody reads": _unread_answers,
    "chunks and trailers": _chunks,
    "cookies": _cookies,
    "odd methods": _methods,
    "nested bodies": partial(_bodies, body=b'{"game":' + b"[" * 200_000),
    "huge numbers": partial(
        _bodies, body=b'{"game":"%s","options":{"draw_plies":' % _GAME.encode() + b"9" * 200_000 + b"}}"
    ),
    "long words": partial(
        _bodies,
        body=json.dumps(
            {"game": _GAME, "position": "\U0001d7d9\u0661/\u0301" * 1300, "moves": ["a1\u0301" * 8] * 900}
        ).encode(),
    ),
    "searches": _searches,
    "wishes for compression": _offers_compressed,
}
"""Every attack by its name."""


async def attack(name: str, foe: Foe) -> Counter[str]:
    """One attack, to its end; whatever happens to the attacker is not our concern."""
    with suppress(UnreachableError, OSError, TimeoutError):
        await ATTACKS[name](foe)
    return foe.done


def main(url: str, source: str, name: str, seconds: str) -> None:
    if urlsplit(url).hostname != "127.0.0.1":
        raise SystemExit("only a room on this machine is attacked")
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    foe = Foe(Address(url, source), float(seconds), when_ready=lambda: print(READY, flush=True))
    print(json.dumps(asyncio.run(attack(name, foe))))


if __name__ == "__main__":
    main(*sys.argv[1:])
