"""Games between people who never give up: whatever happens to the room, they come back and send again what was not
acknowledged, as pages do. Afterwards the room must tell exactly the game they played."""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from alcove.bench.load.wire import Address, Socket, UnreachableError

Json = dict[str, Any]
AGAIN_SECONDS = 0.05
ANSWER_SECONDS = 10.0


class BrokenPromiseError(AssertionError):
    """The room lost, doubled or refused something it had to keep."""


PASSING = {"storage": AGAIN_SECONDS, "internal": AGAIN_SECONDS, "elsewhere": AGAIN_SECONDS, "too_fast": 1.0}
"""Refusals that pass, and when to ask again: the room mends itself, or has had enough of pages that play faster than
people."""


class Page:
    """One person's page at one table: always connected or about to be."""

    def __init__(self, addresses: Sequence[Address], table: Callable[[], str]) -> None:
        self._addresses = addresses
        self._turn = 0
        self._table = table
        self._socket: Socket | None = None
        self._changed = asyncio.Event()
        self._answers: dict[str, Json] = {}
        self.cookie = ""
        self.n = 0
        self.frame: Json = {}

    @property
    def address(self) -> Address:
        """The server this page is with; when it goes, the next one is tried."""
        return self._addresses[self._turn % len(self._addresses)]

    async def open(self) -> None:
        """A socket, and the table watched from where this page has seen it."""
        while self._socket is None:
            try:
                self._socket = await self.address.open(self._hear, self._closed, self.cookie)
            except UnreachableError:
                self._turn += 1
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self.cookie = self._socket.cookie
                self._send({"type": "watch", "table": self._table(), "seen_n": self.n or None})

    async def command(self, message: Json) -> int:
        """Send until it is acknowledged; the number of the event."""
        nonce = message["nonce"]
        while True:
            await self.open()
            self._send(message)
            await self._wait_for(lambda: nonce in self._answers or self._socket is None)
            answer = self._answers.pop(nonce, None)
            if answer is None:
                self.drop()
            elif answer["type"] == "ack":
                return int(answer["n"])
            elif answer["code"] not in PASSING:
                raise BrokenPromiseError(f"refused: {answer}")
            else:
                await asyncio.sleep(PASSING[answer["code"]])

    async def seen(self, n: int) -> Json:
        """The position after event `n`, once this page has been told of it."""
        while self.n < n:
            await self.open()
            await self._wait_for(lambda: self.n >= n or self._socket is None)
            if self.n < n:
                self.drop()
        return self.frame

    def drop(self) -> None:
        if self._socket is not None:
            self._socket.drop()
            self._socket = None
            self._turn += 1

    async def _wait_for(self, is_there: Callable[[], bool]) -> None:
        """Wait for what the room says, but not for ever: it may have died with the question."""
        loop = asyncio.get_running_loop()
        until = loop.time() + ANSWER_SECONDS
        while not is_there() and loop.time() < until:
            self._changed.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._changed.wait()
            except TimeoutError:
                return

    def _send(self, message: Json) -> None:
        if self._socket is not None:
            self._socket.send(json.dumps(message).encode())

    def _closed(self, _code: int) -> None:
        self._socket = None
        self._turn += 1
        self._changed.set()

    def _hear(self, raw: bytes) -> None:
        message: Json = json.loads(raw)
        if message["type"] in ("event", "snapshot") and message["n"] > self.n:
            self.n, self.frame = message["n"], message["frame"]
        elif message["type"] in ("ack", "refused") and message.get("nonce"):
            self._answers[message["nonce"]] = message
        elif message["type"] == "probe":
            self._send({"type": "ping"})
        self._changed.set()


class Duel:
    """A game of two pages; `played` is what was acknowledged, in order."""

    def __init__(self, addresses: Sequence[Address], game: str, rng: random.Random) -> None:
        self.game, self._rng = game, rng
        self._addresses = addresses
        self.table = ""
        turned = [[*addresses[first:], *addresses[:first]] for first in range(2)]
        self.pages = [Page(in_turn, lambda: self.table) for in_turn in turned]
        self.played: list[str] = []
        self._n = 0
        self.is_over = False

    async def begin(self, terms: Json | None = None) -> None:
        """Sit down: one makes the table, the other comes by its link."""
        await self._make_table([{"kind": "human"}, {"kind": "open"}], terms)
        join = {"type": "join", "table": self.table, "expected_n": 1, "nonce": self._nonce()}
        self._n = await self.pages[1].command(join)

    async def _make_table(self, seats: list[Json], terms: Json | None) -> None:
        body = {"game": self.game, "seats": seats, "terms": terms or {}}
        host = self.pages[0]
        while not self.table:
            with suppress(UnreachableError):
                status, answer, host.cookie = await host.address.ask("POST", "/api/tables", body, host.cookie)
                if status == 201:
                    self.table = json.loads(answer)["table"]
            await asyncio.sleep(AGAIN_SECONDS)
        await host.open()

    async def play(self, plies: int = 10_000) -> None:
        """Play on; the moves are any."""
        for _ in range(plies):
            frame = await self._frame()
            if not frame["moves"]:
                self.is_over = True
                return
            await self._play_any(self.pages[frame["to_move"]], frame)

    async def _play_any(self, page: Page, frame: Json) -> None:
        move = self._rng.choice(frame["moves"])["text"]
        command = {"type": "move", "table": self.table, "expected_n": self._n, "move": move, "nonce": self._nonce()}
        n = await page.command(command)
        if n != self._n + 1:
            raise BrokenPromiseError(f"a move at {self._n} was acknowledged as event {n}")
        self._n = n
        self.played.append(move)

    async def _frame(self) -> Json:
        """The position, which both pages have been told, each by its own server."""
        told = await asyncio.gather(*(page.seen(self._n) for page in self.pages))
        here, there = ({**frame, "moves": None} for frame in told)  # only who is to move is told the moves
        if here != there:
            raise BrokenPromiseError(f"{self.table}: two positions after event {self._n}: {here}, {there}")
        return told[told[0]["to_move"]]

    def _nonce(self) -> str:
        return f"{self._rng.getrandbits(80):020x}"

    async def check(self) -> None:
        """What the room tells is what was played: no acknowledged move is lost, none is doubled, none is foreign.

        One more move may be there: the one that was on its way, written down but not acknowledged any more.
        """
        told = await self.told()
        texts = [line["text"] for line in told["lines"]]
        if not self._is_as_played(texts, told["n"]):
            raise BrokenPromiseError(f"{self.table}: played {self.played}, told {texts} and event {told['n']}")

    def _is_as_played(self, texts: list[str], n: int) -> bool:
        return texts[: len(self.played)] == self.played and len(texts) <= len(self.played) + 1 and n == len(texts) + 2

    async def told(self) -> Json:
        """The whole table, as the room tells it."""
        host = self.pages[0]
        await host.open()
        _, answer, _ = await host.address.ask("GET", f"/api/tables/{self.table}", None, host.cookie)
        told: Json = json.loads(answer)
        return told

    def leave(self) -> None:
        for page in self.pages:
            page.drop()


class Solo(Duel):
    """A game of one page against the engine; `played` are the moves of the page."""

    async def begin(self, terms: Json | None = None) -> None:
        await self._make_table([{"kind": "human"}, {"kind": "engine", "level": 1}], terms)
        self._n = 1

    async def play(self, plies: int = 10_000) -> None:
        page = self.pages[0]
        for _ in range(plies):
            frame = await page.seen(self._n)
            if frame["outcome"] is not None:
                self.is_over = True
                return
            await self._play_any(page, frame)
            if (await page.seen(self._n))["outcome"] is None:
                self._n += 1  # the engine's answer

    def _is_as_played(self, texts: list[str], n: int) -> bool:
        mine = texts[::2]
        return mine[: len(self.played)] == self.played and len(mine) <= len(self.played) + 1 and n == len(texts) + 1
