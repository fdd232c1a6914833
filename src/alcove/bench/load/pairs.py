"""Two people at a table, as two open pages: each plays a legal move when it is its turn."""

import random
import time
from collections import Counter
from typing import NamedTuple

import msgspec

from alcove.core.registry import game

from .wire import Address, Socket, UnreachableError

PING_SECONDS = 2.5


def _for_two(name: str) -> dict[str, str]:
    """The options that make a game one for two rivals."""
    modes = game(name).about.modes
    return next((dict(mode.options) for mode in modes if mode.seats == (2, 2) and not mode.together), {})


class _Option(msgspec.Struct):
    text: str


class _Outcome(msgspec.Struct):
    result: str


class _Clock(msgspec.Struct):
    left_ms: list[int]


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
    clock: _Clock | None = None


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
        self.excess_ms: list[float] = []
        """What each turn was charged beyond the time between the page hearing of it and the page sending its move."""

    @property
    def acknowledged(self) -> int:
        return len(self.seconds)


class Person:
    """An open page that watches one table."""

    def __init__(self, pair: "Pair", address: Address) -> None:
        self._pair, self.address = pair, address
        self._socket: Socket | None = None
        self.cookie = ""
        self.is_open = self.is_up_to_date = False

    @property
    def seen_n(self) -> int:
        return self._pair.n

    async def open(self) -> None:
        self.is_up_to_date = False
        self._socket = await self.address.open(self._hear, self._closed, self.cookie)
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
    """A move on its way, and what was left to its player when it was their turn."""

    mover: Person
    command: dict[str, object]
    at: float
    seat: int
    left_ms: int | None
    thought_ms: float


class Pair:
    """Two people, their table, and the state of the game as the server has reported it. `seconds` is what everybody has on
    their clock, if there is one."""

    def __init__(
        self,
        addresses: tuple[Address, Address],
        game: str,
        tally: Tally,
        rng: random.Random,
        seconds: int | None = None,
    ) -> None:
        self.game, self.tally = game, tally
        self.people = (Person(self, addresses[0]), Person(self, addresses[1]))
        self.table = ""
        self.n = 0
        self._rng = rng
        self._frame: _Frame | None = None
        self._waits_for: _Sent | None = None
        self._seconds = seconds
        self._left_ms: list[int] | None = None
        self._heard_at = 0.0
        self._last: _Sent | None = None

    async def open(self) -> None:
        for person in self.people:
            await person.open()

    async def sit_down(self) -> None:
        """A new table: the first makes it, the second comes by its link."""
        host, other = self.people
        body: dict[str, object] = {
            "game": self.game,
            "options": _for_two(self.game),
            "seats": [{"kind": "human"}, {"kind": "open"}],
        }
        if self._seconds is not None:
            body["terms"] = {"clock": {"kind": "fischer", "initial_seconds": self._seconds}}
        status, answer, _ = await host.address.ask("POST", "/api/tables", body, host.cookie)
        if status != 201:
            raise UnreachableError(f"no table: {status} {answer[:200].decode(errors='replace')}")
        self.table, self.n, self._frame = msgspec.json.decode(answer)["table"], 0, None
        self._last = self._left_ms = None
        host.watch()
        other.watch()
        other.send(type="join", table=self.table, expected_n=1, nonce=self._nonce())

    def get_up(self) -> None:
        """Whatever the table was, it is over."""
        self.n, self._frame, self._last = 0, None, None

    @property
    def can_move(self) -> bool:
        is_seated = self.n > 1
        return is_seated and self._frame is not None and bool(self._frame.moves) and self._waits_for is None

    @property
    def is_waiting(self) -> bool:
        """Is a move on its way?"""
        return self._waits_for is not None

    @property
    def is_over(self) -> bool:
        """A position without moves may also be one before everybody sits, or one that is not the latest."""
        return self._frame is not None and self._frame.outcome is not None

    def move(self) -> None:
        """Whoever's turn it is plays something."""
        assert self._frame is not None
        seat, now = self._frame.to_move, time.perf_counter()
        mover, move = self.people[seat], self._rng.choice(self._frame.moves).text
        command = {"type": "move", "table": self.table, "expected_n": self.n, "move": move, "nonce": self._nonce()}
        left_ms = None if self._left_ms is None else self._left_ms[seat]
        self._last = self._waits_for = _Sent(mover, command, now, seat, left_ms, (now - self._heard_at) * 1000)
        mover.send(**command)

    def _nonce(self) -> str:
        return f"{self._rng.getrandbits(64):016x}"

    def take(self, person: Person, heard: Heard) -> None:
        """Both players get the position, and the one to move gets the legal moves."""
        is_new = heard.table == self.table and heard.n >= self.n + (self._frame is not None)
        if is_new and heard.frame is not None and self.people[heard.frame.to_move] is person:
            self.n, self._frame, self._heard_at = heard.n, heard.frame, time.perf_counter()
            self._left_ms = None if heard.clock is None else heard.clock.left_ms
            last, self._last = self._last, None
            if last is not None and last.left_ms is not None and self._left_ms is not None:
                self.tally.excess_ms.append(last.left_ms - self._left_ms[last.seat] - last.thought_ms)

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
