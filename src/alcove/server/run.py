"""Opening a room: its folder, its address, uvicorn, and the way out. This is what `alcove serve` runs."""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any

import structlog
import uvicorn
from fastapi import FastAPI
from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from .app import create_app
from .base import logs
from .base.garbage import tidy_for_ever
from .base.keys import Keys
from .base.privacy import private, tighten
from .base.tasks import AWAY, Tasks
from .settings import Settings
from .store.database import bring_up_to_date, migrate
from .web.connection import Connection, Crowd, Entrance
from .web.house import House
from .web.livewire import LiveWire
from .wire.messages import LARGEST_FRAME_BYTES

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

log = structlog.get_logger()

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SHUTDOWN_SECONDS = 3


def serve(listener: socket.socket, settings: Settings, when_open: Callable[[], None], proxy: str | None = None) -> None:
    """Run a room on an open address until Ctrl-C or SIGTERM; `when_open` is called once it answers.

    `proxy` is the address of a proxy that is believed about where a request comes from, and whether over https.
    """
    logs.configure()
    _allow_many_sockets()
    with private(), _database_of(settings), listener, suppress(KeyboardInterrupt):
        Keys.open(settings.data, settings.key)  # what is wrong with it is said before the room opens
        app = create_app(settings)
        server_of(app, when_open, proxy, bool(settings.limits)).run(sockets=[listener])
        fault: Exception | None = getattr(app.state, "fault", None)
        if fault is not None:
            raise fault if isinstance(fault, AlcoveError) else _not_opened(fault)


def server_of(
    app: FastAPI, when_open: Callable[[], None], proxy: str | None = None, has_limits: bool = True
) -> uvicorn.Server:
    """What serves a room at an open address."""
    config = _Config(
        Crowd(proxy, has_limits),
        app,
        ws=LiveWire,
        ws_max_size=4 * LARGEST_FRAME_BYTES,  # a frame a little too large is refused in words, not by hanging up
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level="critical",  # faults are logged where they are answered: `app._on_our_bug`
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    return _Server(config, app, when_open)


def _not_opened(fault: Exception) -> AlcoveError:
    """Why there is no room, in one sentence; what only we can mend is in the log with its trace."""
    if not isinstance(fault, AWAY):
        log.error("not_opened", exc_info=fault)
    why = str(getattr(fault, "orig", None) or fault) or type(fault).__name__
    return AlcoveError(Text(f"the room could not be opened ({why})", f"la salle n'a pas pu ouvrir ({why})"))


class _Config(uvicorn.Config):
    """Requests are read by uvicorn's own class, each connection behind one of ours."""

    def __init__(self, crowd: Crowd, app: FastAPI, **settings: Any) -> None:
        super().__init__(app, **settings)
        self.crowd = crowd

    def load(self) -> None:
        super().load()
        self.http_protocol_class = partial(Connection, self.http_protocol_class, self.crowd)  # type: ignore[assignment]


class _Server(uvicorn.Server):
    def __init__(self, config: "_Config", app: FastAPI, when_open: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._when_open = when_open
        self._tasks = Tasks()
        self._crowd, self._entrances = config.crowd, list[Entrance]()

    def _connection(self) -> asyncio.Protocol:
        """What uvicorn makes of a connection."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=None
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        listeners = [] if sys.platform == "win32" else sockets or []  # there, loops cannot watch a listener
        await super().startup(None if sockets is None else [each for each in sockets if each not in listeners])
        if self.started:
            for listener in listeners:
                listener.listen(self.config.backlog)
                self._entrances.append(Entrance(listener, self._connection, self._crowd))
            self._tasks.keep_up(tidy_for_ever)
            self._when_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody new in, acknowledge what has begun, then say goodbye: 1012 tells pages to come back at once."""
        for server in self.servers:
            server.close()
        for entrance in self._entrances:
            entrance.close()
        await self._tasks.close()
        house: House = self._app.state.house
        await house.tables.settle()
        await house.sockets.send_home()
        await super().shutdown(sockets)


def _allow_many_sockets() -> None:
    """Every socket is an open file, and systems allow few at first."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def listen(host: str, port: int, is_shared: bool = False) -> socket.socket:
    """A socket on this address; the error says why it cannot be used, and names a free port if this one is taken.

    Servers of one room may share it (`is_shared`): the system hands each new socket to one of them.
    """
    try:
        return _bind(host, port, is_shared and hasattr(socket, "SO_REUSEPORT"))
    except OSError as error:
        if error.errno == errno.EADDRINUSE and (free := _free_port(host, port)):
            fault = Text(f"this port is taken; try --port {free}", f"ce port est déjà pris ; essayez --port {free}")
        else:
            fault = Text(error.strerror or str(error), error.strerror or str(error))
    raise AlcoveError(Text(f"{host}:{port}: {fault.en}", f"{host}:{port} : {fault.fr}"))


def _bind(host: str, port: int, is_shared: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, reuse_port=is_shared)


def _free_port(host: str, taken: int) -> int | None:
    for port in range(taken + 1, min(taken + 100, 65536)):
        with suppress(OSError), _bind(host, port):
            return port
    return None


def _database_of(settings: Settings) -> AbstractContextManager[None]:
    """The database, up to date. A file has one server; PostgreSQL has any number."""
    if settings.database is None:
        return _folder_of_our_own(settings)
    bring_up_to_date(settings.database)
    return nullcontext()


@contextmanager
def _folder_of_our_own(settings: Settings) -> Iterator[None]:
    """The data folder with its database up to date, locked: two servers on it would number the same events twice."""
    data = settings.data
    lock = FileLock(data / "room.lock")
    try:
        tighten(data)
        lock.acquire(timeout=0)
        migrate(settings.address)
    except Timeout:
        raise AlcoveError(
            Text(
                f"{data}: another Alcove has this folder open; close it, or choose another with --data",
                f"{data} : un autre Alcove a ouvert ce dossier ; fermez-le, ou choisissez-en un autre avec --data",
            )
        ) from None
    except (OSError, SQLAlchemyError) as error:
        lock.release()
        why = getattr(error, "orig", None) or error
        raise AlcoveError(
            Text(f"{data}: this folder cannot be used ({why})", f"{data} : ce dossier est inutilisable ({why})")
        ) from None
    try:
        yield
    finally:
        lock.release()
