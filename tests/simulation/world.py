"""A room that consists of servers, a disk, an exchange and engines, as a seed makes them."""

import asyncio
import contextvars
import gc
import json
import logging
import random
import traceback
import warnings
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from argon2 import PasswordHasher
from sqlalchemy.exc import SAWarning

from alcove.server import app as app_module
from alcove.server.cluster.limits import Limits
from alcove.server.engines import pool as pool_module, reckoner as reckoner_module
from alcove.server.meet.bots import Ear
from alcove.server.people import passwords
from alcove.server.settings import Settings
from alcove.server.store import store as store_module
from alcove.server.tables import sharing, tables as tables_module
from alcove.server.web.cookies import COOKIE
from alcove.server.web.house import House
from alcove.server.web.session import Session

from . import disk as disk_module
from .disk import Disk
from .exchange import Exchange, VirtualBus
from .loop import MACHINE, Clock, Loop, Machine, nature
from .thinkers import Thinkers

Json = dict[str, Any]
COMING_BACK = 1012
CORES = 2
KEY = "a key that all servers of the simulated room have"
GRACE_SECONDS = 10.0


class FoundError(Exception):
    """Something is not as it must be."""


@dataclass
class Plan:
    """What kind of room a seed makes. `faults`: does anything go wrong at all?"""

    servers: int = 1
    engines: int = 1
    idle_tables: int = 200
    most_skew: float = 0.0
    seconds: float = 60.0
    people: int = 4
    bots: int = 0
    trouble: float = 1.0


@dataclass(eq=False)
class Server:
    """A place where a server runs, again and again."""

    name: str
    skew: float
    app: Any
    machine: Machine
    house: House | None = None
    life: "asyncio.Task[None] | None" = None
    leaving: asyncio.Event = field(default_factory=asyncio.Event)
    lines: "dict[Line, None]" = field(default_factory=dict)
    requests: "dict[asyncio.Task[None], None]" = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        return self.house is not None and not self.leaving.is_set() and not self.machine.is_dead


class World:
    def __init__(self, seed: int, plan: Plan) -> None:
        self.seed, self.plan = seed, plan
        self.rng = self.luck("world")
        self._steps = self.luck("threads")
        self.loop = Loop(lambda: self._steps.choice((0.0, 0.0, 0.001, 0.01)))
        self.story: list[tuple[float, str]] = []
        self.findings: list[str] = []
        self.heard: list[Callable[[str], None]] = []
        """Told of every byte that leaves the room: frames, answers, lines of the log."""
        self.is_calm = False
        """Has everything stopped that may go wrong?"""

    def luck(self, name: str) -> random.Random:
        """Luck of one's own, so that what others do does not change it."""
        return random.Random(f"{self.seed} {name}")

    # --- What is told -----------------------------------------------------------------------------------------------

    def tell(self, line: str) -> None:
        self.story.append((self.loop.now, line))

    def find(self, what: str) -> None:
        """Something is wrong. The first thing that is matters most."""
        self.findings.append(what)
        self.tell(f"FOUND {what}")

    def check(self) -> None:
        if self.findings:
            raise FoundError(self.findings[0])

    def _log(self, _logger: Any, method: str, event: MutableMapping[str, Any]) -> str:
        """A line of the room's log. Exceptions in it are findings: nobody was meant to be told."""
        machine = MACHINE.get()
        if machine is not None and machine.is_dead:
            raise structlog.DropEvent
        exc_info = event.pop("exc_info", None)
        text = " ".join(f"{name}={value}" for name, value in event.items() if name != "event")
        line = f"{'?' if machine is None else machine.name} log: {event['event']} {text}"
        if method != "info":
            self.tell(line)
        for hear in self.heard:
            hear(line)
        if exc_info:
            error = exc_info if isinstance(exc_info, BaseException) else None
            trace = traceback.format_exc() if error is None else "".join(traceback.format_exception(error))
            self.find(f"an exception was swallowed ({line})\n{trace}")
        elif self.is_calm and method not in ("info", "debug") and event["event"] not in _CALM_LINES:
            self.find(f"nothing goes wrong any more, but the log complains: {line}")
        raise structlog.DropEvent

    def _fault(self, _loop: Any, context: dict[str, Any]) -> None:
        task = context.get("task") or context.get("future")
        machine = MACHINE.get()
        if machine is not None and machine.is_dead:
            return
        error = context.get("exception")
        trace = "" if error is None else "".join(traceback.format_exception(error))
        if "killed" in trace:
            return
        self.find(f"the loop caught what nobody else did: {context.get('message')} {task!r}\n{trace}")

    # --- The run ----------------------------------------------------------------------------------------------------

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Everything in its place, and afterwards back again."""
        with ExitStack() as closing:
            asyncio.set_event_loop(self.loop)
            pool_log = logging.getLogger("sqlalchemy.pool")
            closing.callback(pool_log.setLevel, pool_log.level)
            pool_log.setLevel(logging.CRITICAL + 1)  # connections of killed servers end without manners
            closing.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore", SAWarning)
            closing.callback(asyncio.set_event_loop, None)
            closing.callback(self.loop.close)
            self.loop.set_exception_handler(self._fault)
            closing.enter_context(nature(self.loop, self.luck("luck")))
            self.disk = Disk(self.loop, self.luck("disk"), self.tell, self.plan.servers > 1)
            closing.callback(self.disk.close)
            self.exchange = Exchange(self.loop, self.luck("exchange"), self.tell)
            self.thinkers = Thinkers(self.luck("thinkers"), self.tell)
            for owner, name, value in self._replaced():
                closing.callback(setattr, owner, name, getattr(owner, name))
                setattr(owner, name, value)
            before = structlog.get_config()
            closing.callback(lambda: structlog.configure(**before))
            structlog.configure(
                processors=[self._log],
                wrapper_class=structlog.make_filtering_bound_logger(0),
                cache_logger_on_first_use=False,
            )
            self.machines: list[Machine] = []
            self.servers = [self._place(number) for number in range(self.plan.servers)]
            yield

    def _replaced(self) -> list[tuple[Any, str, Any]]:
        is_shared = self.plan.servers > 1
        numbers = iter(range(1, 1 << 60))

        def numbered(thing: Any) -> int:
            if "_number" not in thing.__dict__:
                thing._number = next(numbers)
            return int(thing._number)

        def company(settings: Settings) -> Any:
            machine = MACHINE.get()
            assert machine is not None
            return VirtualBus(self.exchange, machine), pool_module.Pool(settings.engines)

        return [
            (disk_module, "disk", self.disk),
            (store_module, "migrate", lambda _: None),
            (store_module, "connect", lambda _: disk_module.engine(may_write=False)),
            (store_module, "writer", lambda _: disk_module.ServerWriter() if is_shared else disk_module.FileWriter()),
            (app_module, "_company", company),
            (app_module, "Limits", partial(Limits, clock=self.loop.time)),
            (pool_module, "Thinker", self.thinkers.engine),
            (reckoner_module, "Child", self.thinkers.child),
            (reckoner_module, "cores", lambda: CORES),
            (passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)),
            (tables_module, "MOST_IDLE_TABLES", self.plan.idle_tables),
            *((owner, "__hash__", numbered) for owner in (Session, Ear, sharing.Elsewhere)),
        ]

    def run(self, main: Any) -> None:
        self.loop.run_until_complete(main)

    # --- Servers ----------------------------------------------------------------------------------------------------

    def _place(self, number: int) -> Server:
        name = f"server-{'ABC'[number]}"
        skew = self.rng.uniform(-1, 1) * self.plan.most_skew
        return Server(name, skew, None, Machine(name, skew))

    async def open(self, server: Server) -> bool:
        """Start a server; false if it did not come up."""
        server.machine = machine = Machine(server.name, server.skew)
        self.machines.append(machine)
        server.leaving, server.lines, server.requests, server.house = asyncio.Event(), {}, {}, None
        shared: Json = {"database": "postgresql://room", "redis": "redis://room"} if self.plan.servers > 1 else {}
        settings = Settings(Path("/nowhere"), engines=self.plan.engines, key=KEY, **shared)
        server.app = app_module.create_app(settings, Clock(self.loop, machine))
        up: asyncio.Future[bool] = self.loop.create_future()

        async def live() -> None:
            try:
                async with server.app.router.lifespan_context(server.app):
                    server.house = server.app.state.house
                    up.set_result(True)
                    await server.leaving.wait()
            finally:
                if not up.done():
                    up.set_result(False)

        server.life = self.task(machine, live())
        server.life.add_done_callback(lambda done: self._ended(server, machine, done))
        is_up = await up
        self.tell(f"{server.name}: {'is open' if is_up else 'does not come up'}")
        return is_up

    def _ended(self, server: Server, machine: Machine, life: "asyncio.Task[None]") -> None:
        if machine.is_dead or life.cancelled() or (error := life.exception()) is None:
            return
        if self.is_calm:
            trace = "".join(traceback.format_exception(error))
            self.find(f"{server.name} could not open or close, though nothing goes wrong:\n{trace}")
        if server.machine is machine:
            server.house = None
        self.tell(f"{server.name}: ended by {type(error).__name__}: {error}")

    def task(self, machine: Machine | None, work: Any) -> "asyncio.Task[Any]":
        context = contextvars.copy_context()
        context.run(MACHINE.set, machine)
        return self.loop.create_task(work, context=context)

    async def kill(self, server: Server) -> None:
        """Without a word."""
        self.tell(f"{server.name}: is killed")
        self.loop.kill(server.machine)
        server.house = None
        for line in tuple(server.lines):
            line.break_off()
        for _ in range(100):
            await asyncio.sleep(0)
        self.disk.hang_up(server.machine)
        for bus in tuple(self.exchange._buses.values()):
            if bus.machine is server.machine:
                self.exchange.leave(bus)

    async def stop(self, server: Server) -> None:
        """As `run` does: what has begun is finished, pages are told to come back, then the room closes."""
        assert server.house is not None
        assert server.life is not None
        self.tell(f"{server.name}: closes")
        house, machine = server.house, server.machine
        server.house = None  # nobody new
        await self.task(machine, house.tables.settle())
        for line in tuple(server.lines):
            line.hang_up(COMING_BACK)
        if server.requests:
            await asyncio.wait(list(server.requests), timeout=GRACE_SECONDS)
        for request in tuple(server.requests):
            request.cancel()
        server.leaving.set()
        await asyncio.wait([server.life])
        self.tell(f"{server.name}: is closed")
        left = [task for task in machine.tasks if not task.done() and task is not asyncio.current_task()]
        for _ in range(20):
            await asyncio.sleep(0)
            left = [task for task in machine.tasks if not task.done()]
        if left and not machine.is_dead:
            self.find(f"{server.name} is closed, and a task still runs: {sorted(map(str, left))[0]}")

    # --- Coming to a server -----------------------------------------------------------------------------------------

    async def request(
        self, server: Server, method: str, path: str, body: Json | None = None, headers: dict[str, str] | None = None
    ) -> "Answer":
        """A request and its whole answer; `ConnectionError` if there is none."""
        answer = await self.begin_request(server, method, path, body, headers)
        chunks = [chunk async for chunk in answer]
        answer.body = b"".join(chunks)
        for hear in self.heard:
            if not path.endswith(("/record", "/export")):
                hear(answer.body.decode(errors="replace"))
        return answer

    async def begin_request(
        self, server: Server, method: str, path: str, body: Json | None = None, headers: dict[str, str] | None = None
    ) -> "Answer":
        await asyncio.sleep(self.rng.uniform(0, 0.02))
        if not server.is_open:
            raise ConnectionRefusedError(server.name)
        answer = Answer(self)
        content = b"" if body is None else json.dumps(body).encode()
        fields = [(b"host", b"room"), *((k.encode(), v.encode()) for k, v in (headers or {}).items())]
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": fields,
            "client": ("127.0.0.1", 1), "server": ("room", 80), "root_path": "", "app": server.app, "state": {},
        }  # fmt: skip
        brought = iter([{"type": "http.request", "body": content, "more_body": False}])

        async def receive() -> Json:
            for message in brought:
                return message
            await answer.gone.wait()
            return {"type": "http.disconnect"}

        async def serve() -> None:
            try:
                await server.app(scope, receive, answer.take)
            except ConnectionResetError:
                pass
            except Exception as error:
                if not server.machine.is_dead:
                    trace = "".join(traceback.format_exception(error))
                    self.find(f"{method} {path} ended in an exception\n{trace}")
            finally:
                answer.end()

        task = self.task(server.machine, serve())
        server.requests[task] = None
        task.add_done_callback(lambda _: server.requests.pop(task, None))
        await answer.status_known.wait()
        if answer.status == 0:
            raise ConnectionResetError(server.name)
        return answer

    def connect(self, server: Server, cookie: str, latency: Callable[[], float]) -> "Line":
        """A live socket; `ConnectionError` if there is nobody."""
        if not server.is_open:
            raise ConnectionRefusedError(server.name)
        return Line(self, server, cookie, latency)


_CALM_LINES = frozenset(("chat_reported",))


class Answer:
    """The answer to a request, as it comes."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.status = 0
        self.cookies: list[str] = []
        self.body = b""
        self.gone = asyncio.Event()
        self.status_known = asyncio.Event()
        self._chunks: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def cookie(self) -> str | None:
        """By which the caller is known from now on, if it is another."""
        return person_cookie(self.cookies)

    async def take(self, message: MutableMapping[str, Any]) -> None:
        if self.gone.is_set():
            raise ConnectionResetError("nobody listens")
        machine = MACHINE.get()
        if machine is not None and machine.is_dead:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.cookies = [value.decode() for name, value in message["headers"] if name.lower() == b"set-cookie"]
            self.status_known.set()
        elif message["type"] == "http.response.body":
            self._chunks.put_nowait(message.get("body", b""))
            await asyncio.sleep(0)

    def end(self) -> None:
        self.status_known.set()
        self._chunks.put_nowait(None)

    async def __aiter__(self) -> Any:
        while (chunk := await self._chunks.get()) is not None:
            yield chunk

    def leave(self) -> None:
        self.gone.set()

    @property
    def json(self) -> Json:
        with suppress(ValueError):
            found: Json = json.loads(self.body)
            return found
        return {}


class Line:
    """A live socket between a page and a server: in order, late, and broken at any moment."""

    def __init__(self, world: World, server: Server, cookie: str, latency: Callable[[], float]) -> None:
        self._world, self.server, self._latency = world, server, latency
        self._up: asyncio.Queue[Json] = asyncio.Queue()
        self._down: asyncio.Queue[str | None] = asyncio.Queue()
        self._due_up = self._due_down = 0.0
        self.cookies: list[str] = []
        """What the server gave with its welcome."""
        self.is_broken = False
        """Does nothing reach the other end any more?"""
        self.may_flow = asyncio.Event()
        self.may_flow.set()
        scope = {
            "type": "websocket", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "scheme": "ws", "path": "/api/live", "raw_path": b"/api/live", "query_string": b"",
            "headers": [(b"host", b"room"), (b"cookie", cookie.encode())],
            "client": ("127.0.0.1", 1), "server": ("room", 80), "root_path": "", "subprotocols": [],
            "app": server.app, "state": {},
        }  # fmt: skip
        self._up.put_nowait({"type": "websocket.connect"})

        async def serve() -> None:
            try:
                await server.app(scope, self._up.get, self._take)
            except Exception as error:
                if not server.machine.is_dead:
                    trace = "".join(traceback.format_exception(error))
                    world.find(f"a live socket ended in an exception\n{trace}")
            finally:
                server.lines.pop(self, None)
                self._close_page()

        server.lines[self] = None
        task = world.task(server.machine, serve())
        server.requests[task] = None
        task.add_done_callback(lambda _: server.requests.pop(task, None))

    # The page's end.

    def send(self, text: str) -> None:
        if not self.is_broken:
            self._due_up = max(self._due_up + 1e-5, self._world.loop.now + self._latency())  # in order
            message = {"type": "websocket.receive", "text": text}
            self._world.loop.call_at(self._due_up, self._up.put_nowait, message)

    async def receive(self) -> str | None:
        return await self._down.get()

    def leave(self) -> None:
        """The page closes, and the server is told."""
        if not self.is_broken:
            self.is_broken = True
            self.may_flow.set()
            self._up.put_nowait({"type": "websocket.disconnect", "code": 1001})
            self._down.put_nowait(None)

    def lose(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self.is_broken = True
        self.may_flow.set()

    def break_off(self) -> None:
        """The server's end is gone, and the page notices."""
        self._close_page()
        self.is_broken = True
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1006})

    # The server's end.

    def hang_up(self, code: int) -> None:
        self._up.put_nowait({"type": "websocket.disconnect", "code": code})
        self.may_flow.set()

    async def _take(self, message: MutableMapping[str, Any]) -> None:
        machine = MACHINE.get()
        if machine is not None and machine.is_dead:
            return
        if message["type"] == "websocket.send":
            await self.may_flow.wait()
            text = message["text"]
            for hear in self._world.heard:
                hear(text)
            if not self.is_broken:
                self._due_down = max(self._due_down + 1e-5, self._world.loop.now + self._latency())
                self._world.loop.call_at(self._due_down, self._down.put_nowait, text)
        elif message["type"] == "websocket.accept":
            self.cookies = [value.decode() for name, value in message.get("headers", ()) if name == b"set-cookie"]
        elif message["type"] == "websocket.close":
            self._close_page()

    def _close_page(self) -> None:
        self._due_down = max(self._due_down + 1e-5, self._world.loop.now)
        if not self._world.loop.is_closed():
            self._world.loop.call_at(self._due_down, self._down.put_nowait, None)


def person_cookie(headers: list[str]) -> str | None:
    """What a browser sends back to be known again."""
    return next((header.partition(";")[0] for header in headers if header.startswith(f"{COOKIE}=")), None)


def tidy() -> None:
    """What a world leaves behind must not speak up in the next one."""
    gc.collect()
