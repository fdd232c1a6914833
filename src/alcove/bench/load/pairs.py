"""Two people at a table, as two open pages: each plays a legal move when it is its turn."""

import random
import time
from collections import Counter
from typing import NamedTuple

import msgspec

from .wire import Address, Socket, UnreachableError

PING_SECONDS = 2.5
_FOR_TWO = {"axxa": {"mode": "duel"}}
"""The options that make a game one for two."""


class _Option(msgspec.Struct):
    text: str


class _Outcome(msgspec.Struct):
    result: str


class _Frame(msgspec.Struct):
    to_move: int
    moves: list[_Option]
    outcome: _Outcome | None


class Heard(msgspec.Struct):
    """What a page needs of a message; all else is read over."""

    type: str
    table: str | None = None
    n: int = 0
    nonce: str | None = None
    code: str | None = None
    frame: _Frame | None = None


_read = msgspec.json.Decoder(Heard)


class Tally:
    """What all pairs have seen together."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.refused: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.faults: list[str] = []
        """Moves that the server had offered as legal and then refused."""
        self.events_heard = 0

    @property
    def acknowledged(self) -> int:
        return len(self.seconds)


class Person:
    """An open page that watches one table."""

    def __init__(self, pair: "Pair") -> None:
        self._pair = pair
        self._socket: Socket | None = None
        self.cookie = ""
        self.is_open = self.is_up_to_date = False

    @property
    def seen_n(self) -> int:
        return self._pair.n

    async def open(self) -> None:
        self.is_up_to_date = False
        self._socket = await self._pair.address.open(self._hear, self._closed, self.cookie)
        self.cookie = self._socket.cookie
        self.is_open = True

    def send(self, **message: object) -> None:
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(message))

    def watch(self, seen_n: int | None = None) -> None:
        self.send(type="watch", table=self._pair.table, seen_n=seen_n)

    def ping(self) -> None:
        """Pages do so every `PING_SECONDS`: a good part of what an open socket costs."""
        self.send(type="ping", sent=0.0)

    def leave(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def drop(self) -> None:
        self.is_open = self.is_up_to_date = False
        if self._socket is not None:
            self._socket.drop()

    def _closed(self, code: int) -> None:
        self.is_open = False
        self._pair.tally.closed[code] += 1

    def _hear(self, message: bytes) -> None:
        heard = _read.decode(message)
        match heard.type:
            case "event" | "snapshot":
                self.is_up_to_date = True
                self._pair.tally.events_heard += heard.type == "event"
                self._pair.take(self, heard)
            case "up_to_date":
                self.is_up_to_date = True
            case "ack":
                self._pair.acknowledged(heard)
            case "probe":
                self.ping()
            case "refused":
                self._pair.refused(heard)


class _Sent(NamedTuple):
    """A move on its way."""

    mover: Person
    command: dict[str, object]
    at: float


class Pair:
    """Two people, their table, and the state of the game as the server has reported it."""

    def __init__(self, address: Address, game: str, tally: Tally, rng: random.Random) -> None:
        self.address, self.game, self.tally = address, game, tally
        self.people = (Person(self), Person(self))
        self.table = ""
        self.n = 0
        self._rng = rng
        self._frame: _Frame | None = None
        self._waits_for: _Sent | None = None

    async def open(self) -> None:
        for person in self.people:
            await person.open()

    async def sit_down(self) -> None:
        """A new table: the first makes it, the second comes by its link."""
        host, other = self.people
        body = {
            "game": self.game,
            "options": _FOR_TWO.get(self.game, {}),
            "seats": [{"kind": "human"}, {"kind": "open"}],
        }
        status, answer, _ = await self.address.ask("POST", "/api/tables", body, host.cookie)
        if status != 201:
            raise UnreachableError(f"no table: {status} {answer[:200].decode(errors='replace')}")
        self.table, self.n, self._frame = msgspec.json.decode(answer)["table"], 0, None
        host.watch()
        other.watch()
        other.send(type="join", table=self.table, expected_n=1, nonce=self._nonce())

    @property
    def can_move(self) -> bool:
        is_seated = self.n > 1
        return is_seated and self._frame is not None and bool(self._frame.moves) and self._waits_for is None

    @property
    def is_over(self) -> bool:
        """A position without moves may also be one before everybody sits, or one that is not the latest."""
        return self._frame is not None and self._frame.outcome is not None

    def move(self) -> None:
        """Whoever's turn it is plays something."""
        assert self._frame is not None
        mover, move = self.people[self._frame.to_move], self._rng.choice(self._frame.moves).text
        command = {"type": "move", "table": self.table, "expected_n": self.n, "move": move, "nonce": self._nonce()}
        self._waits_for = _Sent(mover, command, time.perf_counter())
        mover.send(**command)

    def _nonce(self) -> str:
        return f"{self._rng.getrandbits(64):016x}"

    def take(self, person: Person, heard: Heard) -> None:
        """Both players get the position, and the one to move gets the legal moves."""
        is_new = heard.table == self.table and heard.n >= self.n + (self._frame is not None)
        if is_new and heard.frame is not None and self.people[heard.frame.to_move] is person:
            self.n, self._frame = heard.n, heard.frame

    def acknowledged(self, heard: Heard) -> None:
        if self._waits_for is not None and heard.nonce == self._waits_for.command["nonce"]:
            self.tally.seconds.append(time.perf_counter() - self._waits_for.at)
            self._waits_for = None

    def refused(self, heard: Heard) -> None:
        """What could not be saved is sent again under its nonce: it may have been done all the same."""
        self.tally.refused[heard.code or "?"] += 1
        sent = self._waits_for
        if sent is None or heard.nonce != sent.command["nonce"]:
            return
        if heard.code == "storage":
            sent.mover.send(**sent.command)
            return
        if heard.code == "stale":
            self._frame = None  # a snapshot follows
        else:
            self.tally.faults.append(f"{heard.code}: {sent.command}")
        self._waits_for = None
