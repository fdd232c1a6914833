"""A browser's tab, as `web/src/api/live.svelte.ts` and `web/src/state/table.svelte.ts` are: it comes back by itself, asks
for what it missed, and sends again what was never acknowledged.

What it knows of a table is what it was told: the last snapshot with all later events folded in.
"""

import asyncio
import json
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .world import Json, Line, Server, World, person_cookie

if TYPE_CHECKING:
    from .people import Person

PING_SECONDS = 2.5
DEAD_SECONDS = 10.0
LONGEST_WAIT_SECONDS = 8.0
MOST_TABLES = 6
"""So many at once; the server follows eight."""
PROTOCOL_HELLO = {"type": "hello"}


class Page:
    def __init__(self, world: World, person: "Person", name: str, rng: random.Random) -> None:
        self.world, self.person, self.name, self._rng = world, person, name, rng
        self.tables: dict[str, Json | None] = {}
        """What is known of every table that is watched."""
        self.chat: dict[str, list[Json]] = {}
        self.unsent: list[Json] = []
        self.sent_at: dict[str, float] = {}
        self.refusals: dict[str, Json] = {}
        self.is_open = False
        self.wants_lobby = False
        self.lobby: list[Json] | None = None
        self.paired: list[str] = []
        self.you = ""
        self.home: Server | None = None
        """The server it comes to, if it is open."""
        self._heard_at = 0.0
        self._pong: tuple[float, float] | None = None
        self._failures = 0
        self._slow = rng.choice((0.005, 0.005, 0.02, 0.2))
        self._line: Line | None = None
        self._life = world.loop.create_task(self._live())
        self._latency = lambda: self._rng.uniform(0, self._slow)

    # --- The line ---------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        while True:
            servers = [server for server in self.world.servers if server.is_open]
            if servers:
                server = self.home if self.home in servers else self._rng.choice(servers)
                with suppress(ConnectionError):
                    await self._talk(self.world.connect(server, self.person.cookie, self._latency))
                self.is_open, self._line = False, None
            longest = min(LONGEST_WAIT_SECONDS, 0.5 * 2**self._failures)
            self._failures += 1
            await asyncio.sleep(longest * self._rng.uniform(0.5, 1))

    async def _talk(self, line: Line) -> None:
        self._line, self._pong, self._heard_at = line, None, self.world.loop.now
        self._send(PROTOCOL_HELLO)
        beating = self.world.loop.create_task(self._beat(line))
        try:
            while (frame := await line.receive()) is not None:
                self.person.take(person_cookie(line.cookies))
                line.cookies = []
                self._heard_at = self.world.loop.now
                self._hear(json.loads(frame))
        finally:
            beating.cancel()
            line.leave()

    async def _beat(self, line: Line) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            if self.world.loop.now - self._heard_at > DEAD_SECONDS:
                self.tell("gives up a dead line")
                line.leave()
                line._down.put_nowait(None)
                return
            if self.is_open:
                self._ping()

    def _ping(self) -> None:
        now = self.world.loop.now
        held = (
            {}
            if self._pong is None
            else {"echo": self._pong[0], "held_ms": min(60_000.0, (now - self._pong[1]) * 1000)}
        )
        self._send({"type": "ping", "sent": now, **held})

    def _send(self, message: Json) -> None:
        if self._line is not None:
            self._line.send(json.dumps(message))

    @property
    def server(self) -> str:
        return "nowhere" if self._line is None else self._line.server.name

    def drop(self, is_silent: bool) -> None:
        """The line breaks: noticed at once, or by nobody for a while."""
        if self._line is not None:
            self.tell("loses its line" + (" and does not notice" if is_silent else ""))
            if is_silent:
                self._line.lose()
            else:
                self._line.leave()

    def sleep(self, is_asleep: bool) -> None:
        """A page that takes nothing in."""
        if self._line is not None:
            (self._line.may_flow.clear if is_asleep else self._line.may_flow.set)()

    def renew(self) -> None:
        """Somebody has signed in or out: what was unsent was another's."""
        self.unsent, self.sent_at = [], {}
        if self._line is not None:
            self._line.leave()

    async def close(self) -> None:
        self._life.cancel()
        await asyncio.gather(self._life, return_exceptions=True)

    def tell(self, what: str) -> None:
        self.world.tell(f"{self.name}@{self.server}: {what}")

    # --- What it asks -----------------------------------------------------------------------------------------------

    def watch(self, table: str) -> None:
        if table not in self.tables and len(self.tables) >= MOST_TABLES:
            self.unwatch(next(iter(self.tables)))
        self.tables.setdefault(table, None)
        if self.is_open:
            self._send({"type": "watch", "table": table})

    def unwatch(self, table: str) -> None:
        self.tables.pop(table, None)
        self.chat.pop(table, None)
        if self.is_open:
            self._send({"type": "unwatch", "table": table})

    def watch_lobby(self) -> None:
        self.wants_lobby = True
        if self.is_open:
            self._send({"type": "watch_lobby"})

    def leave_lobby(self) -> None:
        self.wants_lobby, self.lobby = False, None
        if self.is_open:
            self._send({"type": "unwatch_lobby"})

    def has_unsent(self, table: str) -> bool:
        return any(command["table"] == table for command in self.unsent)

    def command(self, type: str, table: str, times: int = 1, **fields: Any) -> str:
        """Do something to a table, perhaps twice under one nonce; the nonce."""
        whole = self.tables[table]
        assert whole is not None
        nonce = self._rng.randbytes(8).hex()
        command = {"type": type, "table": table, "expected_n": whole["n"], "nonce": nonce} | fields
        self.tell(f"asks to {type} {' '.join(map(str, fields.values()))} at {table}, n={whole['n']} ({nonce[:6]})")
        self.unsent.append(command)
        self.sent_at[nonce] = self.world.loop.now
        if self.is_open:
            for _ in range(times):
                self._send(command)
        return nonce

    def question(self, type: str, table: str, **fields: Any) -> None:
        if self.is_open:
            nonce = self._rng.randbytes(8).hex()
            if type == "say":
                self.person.checks.unsure[fields["text"]] = self.name
            self._send({"type": type, "table": table, "nonce": nonce} | fields)

    # --- What it is told --------------------------------------------------------------------------------------------

    def _hear(self, message: Json) -> None:
        checks = self.person.checks
        match message["type"]:
            case "welcome":
                is_somebody_else = self.you not in ("", message["you"])
                if is_somebody_else:
                    self.unsent, self.sent_at = [], {}
                self.is_open, self.you, self._failures = True, message["you"], 0
                for table, whole in self.tables.items():
                    seen = None if whole is None or is_somebody_else else whole["n"]
                    self._send({"type": "watch", "table": table, "seen_n": seen})
                for command in self.unsent:
                    self._send(command)
                if self.wants_lobby:
                    self._send({"type": "watch_lobby"})
            case "lobby":
                self.lobby = message["seeks"]
            case "paired":
                self.paired.append(message["table"])
            case "pong":
                self._pong = (message["at"], self.world.loop.now)
            case "probe":
                self._ping()
            case "ack":
                self._forget(message["nonce"])
                checks.acknowledged(self, message)
            case "refused":
                self._refused(message)
            case "snapshot":
                checks.shown(self, message)
                self._take_snapshot(message)
            case "event":
                checks.happened(self, message)
                self._take_event(message)
            case "chat":
                lines = message["lines"]
                told = self.chat.get(message["table"], [])
                known = {line["line"] for line in told}
                new = [line for line in lines if line["line"] not in known]
                self.chat[message["table"]] = lines if message["is_whole"] else [*told, *new]
                for line in () if message["is_whole"] else lines:
                    checks.unsure.pop(line["text"], None)
            case _:
                pass

    def _refused(self, message: Json) -> None:
        nonce, code = message.get("nonce"), message["code"]
        if code == "too_fast" and self._is_unsent(nonce):
            self.world.loop.call_later(1.0, self._resend, nonce)
            return
        if code != "too_fast" or nonce:
            self.tell(f"is refused: {code} ({(nonce or '')[:6]})")
        self._forget(nonce)
        self.person.checks.refused(self, message)
        if nonce:
            self.refusals[nonce] = message
        if code == "unknown_table" and message.get("table") in self.tables:
            self.tables.pop(message["table"])

    def _resend(self, nonce: str | None) -> None:
        for command in self.unsent:
            if command["nonce"] == nonce and self.is_open:
                self._send(command)

    def _is_unsent(self, nonce: str | None) -> bool:
        return any(command["nonce"] == nonce for command in self.unsent)

    def _forget(self, nonce: str | None) -> None:
        self.unsent = [command for command in self.unsent if command["nonce"] != nonce]
        if nonce is not None:
            self.sent_at.pop(nonce, None)

    def _take_snapshot(self, snapshot: Json) -> None:
        table = snapshot["table"]
        if table not in self.tables:
            return
        whole = self.tables[table]
        if whole is None or snapshot["n"] >= whole["n"]:
            self.tables[table] = snapshot

    def _take_event(self, event: Json) -> None:
        table = event["table"]
        whole = self.tables.get(table)
        if whole is None or event["n"] <= whole["n"]:
            return
        if event["n"] > whole["n"] + 1:
            self.tell(f"has missed something at {table}: told n={event['n']}, knows n={whole['n']}")
            self._send({"type": "watch", "table": table, "seen_n": whole["n"]})
            return
        change, kind = event["change"], event["change"]["kind"]
        whole = {
            **whole,
            "n": event["n"],
            "offers": event["offers"],
            "can_undo": event["can_undo"],
            "clock": event["clock"],
        }
        if kind not in ("offered", "declined"):
            whole |= {"frame": event["frame"], "thinking": None}
        match kind:
            case "played":
                whole |= {"lines": [*whole["lines"], change["line"]]}
            case "took_back":
                whole |= {"lines": whole["lines"][: change["ply"]]}
            case "rematched":
                whole |= {"rematch": change["table"]}
            case "joined":
                seats = list(whole["seats"])
                yours = change["person"]["handle"] == self.you
                seats[change["seat"]] = {
                    **seats[change["seat"]], "kind": "human", "person": change["person"], "yours": yours,
                }  # fmt: skip
                whole |= {"seats": seats}
        self.tables[table] = whole
