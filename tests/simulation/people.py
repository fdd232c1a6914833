"""Those who use a room: people with several tabs, programs that play, and a servant who means no good."""

import asyncio
import json
import random
from contextlib import suppress
from functools import cache
from typing import Any

import alcove
from alcove.server.people.accounts import digest_of

from .checks import Checks
from .disk import Mood
from .exchange import Weather
from .page import Page
from .thinkers import Zeal
from .world import Answer, Json, Server, World

PASSWORD = "a long pass phrase"
GAMES = ("avalam", "axom", "axiom", "axxa")


@cache
def positions(game: str) -> tuple[str, ...]:
    """Where games stand that are nearly over."""
    found = []
    for seed in range(3):
        rng, states = random.Random(seed), [alcove.game(game).initial(**({"seed": seed} if game == "axxa" else {}))]
        while states[-1].outcome() is None and len(states) < 150:
            states.append(states[-1].play_unchecked(rng.choice(list(states[-1].legal_moves()))))
        found.append(alcove.game(game).view(states[max(0, len(states) - 7)], 0).to_text())
    return tuple(found)


class Person:
    """Somebody with a browser."""

    def __init__(self, world: World, checks: Checks, name: str) -> None:
        self.world, self.checks, self.name = world, checks, name
        self.rng = world.luck(name)
        self.cookie = ""
        """As the room has given it."""
        self.has_account = False
        self.home: Server | None = None
        self.pages: list[Page] = []
        self._tabs = 0
        checks.people.append(self)

    @property
    def id(self) -> str:
        """How the room knows this person: by the account that the cookie opens, or by the cookie."""
        digest = digest_of(self.cookie.partition("=")[2].partition(".")[0])
        row = self.world.disk.eyes.execute("SELECT person FROM sessions WHERE digest = ?", (digest,)).fetchone()
        return digest if row is None else str(row[0])

    def tell(self, what: str) -> None:
        self.world.tell(f"{self.name}: {what}")

    def open_tab(self) -> Page:
        self._tabs += 1
        page = Page(self.world, self, f"{self.name}/{self._tabs}", self.world.luck(f"{self.name} {self._tabs}"))
        page.home = self.home
        self.pages.append(page)
        return page

    async def close(self) -> None:
        for page in self.pages:
            await page.close()

    async def ask(self, method: str, path: str, body: Json | None = None) -> Answer | None:
        """A request to any server; nothing if nobody answers."""
        servers = [server for server in self.world.servers if server.is_open]
        if not servers:
            return None
        server = self.home if self.home in servers else self.rng.choice(servers)
        self.world.tell(f"{self.name}: {method} {path} at {server.name} {json.dumps(body) if body else ''}")
        try:
            answer = await self.world.request(server, method, path, body, {"cookie": self.cookie})
        except ConnectionError:
            self.tell(f"no answer to {method} {path}")
            return None
        said = answer.json.get("code", "") or answer.json.get("table", "")
        self.tell(f"answer {answer.status} to {method} {path} {said}")
        if answer.status >= 500 and answer.json.get("code") != "storage":
            self.world.find(f"{method} {path} was answered {answer.status} {answer.body[:300]!r}")
        if answer.status >= 500 and self.world.is_calm:
            self.world.find(f"{method} {path} was answered {answer.status}, though nothing goes wrong any more")
        self.take(answer.cookie)
        return answer

    def take(self, cookie: str | None) -> None:
        """A cookie from the room: from now on this is somebody else, or the same under another name."""
        self.cookie = cookie or self.cookie

    async def come_in(self) -> None:
        """A page has its cookie before it opens a socket."""
        while not self.cookie:
            await self.ask("GET", "/api/me")
            await asyncio.sleep(0.5)

    # --- A life -----------------------------------------------------------------------------------------------------

    async def live(self, links: list[str]) -> None:
        """Do this and that. `links` are tables that people tell each other of."""
        await self.come_in()
        self.open_tab()
        while True:
            await asyncio.sleep(self.rng.expovariate(1.1))
            await self._do_something(links)
            self.checks.look()

    async def _do_something(self, links: list[str]) -> None:
        page = self.rng.choice(self.pages)
        open_tables = [name for name, whole in page.tables.items() if whole is not None]
        weights = {
            "play": 12.0 if open_tables else 0.0,
            "find a table": 5.0 if len(open_tables) < 2 else 0.6,
            "tabs": 1.2,
            "paperwork": 0.7,
            "lobby": 0.8,
        }
        match self.rng.choices(list(weights), list(weights.values()))[0]:
            case "play":
                self._act(page, self.rng.choice(open_tables))
            case "find a table":
                await self._find_a_table(page, links)
            case "tabs":
                await self._tabs_and_lines(page)
            case "paperwork":
                await self._paperwork(page)
            case "lobby":
                await self._lobby(page)

    def _act(self, page: Page, table: str) -> None:
        whole = page.tables[table]
        assert whole is not None
        rng, frame = self.rng, whole["frame"]
        mine = [number for number, seat in enumerate(whole["seats"]) if seat["yours"]]
        times = 2 if rng.random() < 0.08 else 1
        roll = rng.random()
        if roll < 0.06:
            page.tell(f"says something at {table}")
            page.question("say", table, text=f"{self.name} says {rng.getrandbits(40):x}")
            return
        if page.has_unsent(table):
            return
        if not mine:
            if any(seat["kind"] == "open" for seat in whole["seats"]) and roll < 0.7:
                page.command("join", table, times)
            return
        if frame["outcome"] is not None:
            if roll < 0.3:
                page.command("rematch", table, times)
            elif roll < 0.5:
                page.unwatch(table)
            if whole["rematch"] and whole["rematch"] not in page.tables:
                page.watch(whole["rematch"])
            return
        offers = whole["offers"]
        if offers and roll < 0.5:
            what = offers[0]["what"]
            if roll < 0.15:
                page.command("decline", table, times, what=what)
            else:
                page.command("undo" if what == "takeback" else what, table, times)
        elif roll < 0.12:
            page.question("hint", table, expected_n=whole["n"])
        elif roll < 0.18:
            page.command(rng.choice(("undo", "draw", "claim", "abort")), table, times)
        elif roll < 0.20:
            page.command("resign", table, times)
        elif roll < 0.22:
            page.command("move", table, times, move="z9-z9")
        elif frame["to_move"] in mine and frame["moves"]:
            page.command("move", table, times, move=rng.choice(frame["moves"])["text"])

    async def _find_a_table(self, page: Page, links: list[str]) -> None:
        rng = self.rng
        if links and rng.random() < 0.65:
            table = rng.choice(links)
            page.tell(f"comes to {table}")
            page.watch(table)
            return
        wish = self._wish()
        answer = await self.ask("POST", "/api/tables", wish)
        if answer is not None and answer.status == 201:
            table = answer.json["table"]
            links.append(table)
            page.watch(table)

    def _wish(self) -> Json:
        rng = self.rng
        game = rng.choice(GAMES)
        wish: Json = {"game": game}
        if game == "axxa":
            wish["options"] = {"mode": "duel"} if rng.random() < 0.5 else {}
            if not wish["options"]:
                return wish
        kind = rng.random()
        if kind < 0.35:
            wish["seats"] = [{"kind": "human"}, {"kind": "engine", "level": rng.randint(1, 3)}]
        elif kind < 0.9:
            wish["seats"] = [{"kind": "human"}, {"kind": "open"}]
            if rng.random() < 0.5:
                wish["terms"] = {"clock": {"kind": "fischer", "initial_seconds": rng.choice((10, 20, 60))}}
                if self.has_account and rng.random() < 0.5:
                    wish["terms"]["rated"] = True
        if rng.random() < 0.5:
            rng.shuffle(wish.get("seats", []))
        if rng.random() < 0.5 and not wish.get("terms", {}).get("rated"):
            wish["position"] = rng.choice(positions(game))
            wish.pop("options", None)
            if game == "axxa":
                wish.pop("seats", None)
                wish.pop("terms", None)
        return wish

    async def _tabs_and_lines(self, page: Page) -> None:
        roll = self.rng.random()
        if roll < 0.25 and len(self.pages) < 3:
            tab = self.open_tab()
            for table in page.tables:
                tab.watch(table)
        elif roll < 0.4 and len(self.pages) > 1:
            self.pages.remove(page)
            page.tell("is closed")
            await page.close()
        elif roll < 0.75:
            page.drop(is_silent=self.rng.random() < 0.3)
        elif roll < 0.9:
            page.tell("falls asleep")
            page.sleep(True)
            self.world.loop.call_later(self.rng.uniform(1, 12), page.sleep, False)

    async def _paperwork(self, page: Page) -> None:
        roll = self.rng.random()
        if not self.has_account:
            answer = await self.ask(
                "POST", "/api/account", {"name": f"{self.name}{self.rng.randrange(10**6)}", "password": PASSWORD}
            )
            if answer is not None and answer.status == 201:
                self.has_account = True
                self._renew()
            elif answer is None or answer.status >= 500:
                await self._who_am_i()
        elif roll < 0.45:
            await self.delete_account()
        elif roll < 0.7:
            await self.ask("GET", "/api/account/export")
        elif roll < 0.85:
            await self.ask("GET", "/api/tables")
        else:
            await self.ask("GET", "/api/archive")

    async def delete_account(self) -> None:
        before = self.id
        self.checks.renamed.add(before)
        answer = await self.ask("POST", "/api/account/delete", {"password": PASSWORD})
        if answer is not None and answer.status == 200:
            self.checks.deleted.add(before)
            self.has_account = False
            self._renew()
        elif answer is None or answer.status >= 500:
            await self._who_am_i()

    async def _who_am_i(self) -> None:
        """An answer was lost: who a cookie belongs to may be another question now."""
        before = self.cookie
        answer = await self.ask("GET", "/api/me")
        if answer is None or answer.status != 200:
            return
        if answer.json.get("name") is None and (self.has_account or self.cookie != before):
            self.has_account = False
            self._renew()

    def _renew(self) -> None:
        for page in self.pages:
            page.renew()
            page.tables = dict.fromkeys(page.tables, None)
            page.chat = {}

    async def _lobby(self, page: Page) -> None:
        roll = self.rng.random()
        if not page.wants_lobby:
            page.watch_lobby()
        elif roll < 0.4:
            seek: Json = {"game": self.rng.choice(("avalam", "axom", "axiom")), "bots": self.rng.random() < 0.5}
            if self.rng.random() < 0.5:
                seek["clock"] = {"kind": "fischer", "initial_seconds": 30}
            await self.ask("POST", "/api/lobby", seek)
        elif roll < 0.8 and page.lobby:
            offer = self.rng.choice(page.lobby)
            verb = "DELETE" if offer["is_yours"] else "POST"
            path = f"/api/lobby/{offer['id']}" + ("" if offer["is_yours"] else "/accept")
            await self.ask(verb, path)
        else:
            page.leave_lobby()
        for table in page.paired:
            page.watch(table)
        page.paired.clear()


class Bot(Person):
    """A program: it listens to its events, plays its games at random, and takes offers."""

    async def live(self, links: list[str]) -> None:
        while not await self._register():
            await asyncio.sleep(2)
        while True:
            with suppress(ConnectionError):
                await self._listen()
            await asyncio.sleep(self.rng.uniform(0.5, 3))

    async def _register(self) -> bool:
        await self.come_in()
        if not self.has_account:
            wish = {"name": f"{self.name}{self.rng.randrange(10**6)}", "password": PASSWORD}
            answer = await self.ask("POST", "/api/account", wish)
            if answer is None or answer.status != 201:
                self.cookie = ""
                return False
            self.has_account = True
        answer = await self.ask("POST", "/api/account/bot")
        return answer is not None and answer.status == 200

    async def _stream(self, path: str) -> Any:
        servers = [server for server in self.world.servers if server.is_open]
        if not servers:
            return
        self.tell(f"listens to {path}")
        answer = await self.world.begin_request(self.rng.choice(servers), "GET", path, None, {"cookie": self.cookie})
        try:
            async for chunk in answer:
                for line in chunk.splitlines():
                    if line.strip():
                        for hear in self.world.heard:
                            hear(line.decode())
                        yield json.loads(line)
        finally:
            answer.leave()

    async def _listen(self) -> None:
        games: dict[str, asyncio.Task[None]] = {}
        try:
            async for heard in self._stream("/api/bot/events"):
                if heard.get("type") == "game_start" and heard["table"] not in games:
                    games[heard["table"]] = self.world.loop.create_task(self._play(heard["table"]))
                elif heard.get("type") == "seeks" and heard["seeks"] and len(games) < 2:
                    await self.ask("POST", f"/api/lobby/{heard['seeks'][0]['id']}/accept")
        finally:
            for game in games.values():
                game.cancel()

    async def _play(self, table: str) -> None:
        with suppress(ConnectionError):
            game, options = None, {}
            async for heard in self._stream(f"/api/bot/games/{table}"):
                if heard.get("type") == "game_full":
                    game, options = alcove.game(heard["game"]), heard["options"]
                state = heard.get("state", heard)
                if game is None or not state.get("is_your_turn"):
                    continue
                await asyncio.sleep(self.rng.uniform(0, 2))
                legal = [str(move) for move in game.view_from_text(state["position"], **options).legal_moves()]
                wish = {"move": self.rng.choice(legal), "expected_n": state["n"]}
                await self.ask("POST", f"/api/bot/games/{table}/move", wish)


class Servant:
    """Somebody lets things go wrong, and puts them right again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng = world.luck("servant")

    async def live(self) -> None:
        rng, world = self.rng, self.world
        troubles = [self._disk, self._disk, self._engines, self._server]
        if world.plan.servers > 1:
            troubles += [self._exchange, self._exchange, self._server]
        while True:
            await asyncio.sleep(rng.expovariate(world.plan.trouble / 6))
            await rng.choice(troubles)()

    async def _disk(self) -> None:
        rng, disk, loop = self.rng, self.world.disk, self.world.loop
        kind = rng.choice(("slow", "fails", "lost", "full", "away", "stalls"))
        seconds = rng.choice((0.3, 1.0, 3.0, 8.0))
        self.world.tell(f"servant: the disk has trouble ({kind}) for {seconds} s")
        match kind:
            case "slow":
                disk.mood = Mood(slowest=0.4)
            case "fails":
                disk.mood = Mood(fails_before=0.3)
            case "lost":
                disk.mood = Mood(fails_after=0.5)
            case "full":
                disk.mood = Mood(is_full=True)
            case "away":
                disk.mood = Mood(is_away=True)
            case "stalls":
                disk.mood = Mood(stalls_until=loop.now + 1.7 * seconds)
        await asyncio.sleep(seconds)
        if kind != "stalls":
            disk.mood = Mood()
        self.world.tell("servant: the disk is well")

    async def _engines(self) -> None:
        rng, thinkers = self.rng, self.world.thinkers
        thinkers.zeal = rng.choice(
            (Zeal(slowest=4.0), Zeal(dies=0.5), Zeal(sleeps=0.5), Zeal(dies=0.4, cannot_start=0.5))
        )
        self.world.tell(f"servant: engines have trouble ({thinkers.zeal})")
        await asyncio.sleep(rng.uniform(1, 10))
        thinkers.zeal = Zeal()
        self.world.tell("servant: engines are well")

    async def _exchange(self) -> None:
        rng, exchange = self.rng, self.world.exchange
        if rng.random() < 0.5:
            exchange.weather = rng.choice((Weather(slowest=3.0), Weather(lost=0.3), Weather(slowest=1.0, lost=1.0)))
            self.world.tell(f"servant: the exchange has trouble ({exchange.weather})")
            await asyncio.sleep(rng.uniform(0.5, 8))
            exchange.weather = Weather()
        else:
            server = rng.choice(self.world.servers)
            self.world.tell(f"servant: {server.name} is cut off from the others")
            exchange.part(server.name, True)
            await asyncio.sleep(rng.uniform(0.5, 12))
            exchange.part(server.name, False)
        self.world.tell("servant: the exchange is well")

    async def _server(self) -> None:
        rng = self.rng
        server = rng.choice(self.world.servers)
        if not server.is_open:
            return
        if rng.random() < 0.5:
            await self.world.kill(server)
        else:
            await self.world.stop(server)
        await asyncio.sleep(rng.choice((0.1, 1.0, 5.0, 9.0)))
        await self.raise_up(server)

    async def raise_up(self, server: Server) -> None:
        """Until it runs."""
        for _ in range(60):
            if await self.world.open(server):
                return
            await asyncio.sleep(1)
        self.world.find(f"{server.name} never comes up again")
        self.world.check()
