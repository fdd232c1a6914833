"""Opening a room: its folder, its address, uvicorn, and the way out. This is what `alcove serve` runs."""

import errno
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from . import logs
from .app import DATABASE, Settings, create_app
from .messages import LARGEST_FRAME_BYTES
from .store import migrate

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SHUTDOWN_SECONDS = 3


def serve(listener: socket.socket, data: Path, hosts: frozenset[str], when_open: Callable[[], None]) -> None:
    """Run a room on an open address until Ctrl-C or SIGTERM; `when_open` is called once it answers."""
    logs.configure()
    with _folder_of_our_own(data), listener, suppress(KeyboardInterrupt):
        config = uvicorn.Config(
            create_app(Settings(data, hosts, warm_engines=True)),
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=4 * LARGEST_FRAME_BYTES,  # a frame a little too large is refused in words, not by hanging up
            lifespan="on",
            access_log=False,
            log_config=None,
            log_level="critical",  # faults are logged where they are answered: `app._on_our_bug`
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        )
        _Server(config, when_open).run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_open: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_open = when_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_open()


def listen(host: str, port: int) -> socket.socket:
    """An address nobody else has; the error says why there is none, and which port is free if this one is taken."""
    try:
        return _bind(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and (free := _free_port(host, port)):
            fault = Text(f"this port is taken; try --port {free}", f"ce port est déjà pris ; essayez --port {free}")
        else:
            fault = Text(error.strerror or str(error), error.strerror or str(error))
    raise AlcoveError(Text(f"{host}:{port}: {fault.en}", f"{host}:{port} : {fault.fr}"))


def _bind(host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


def _free_port(host: str, taken: int) -> int | None:
    for port in range(taken + 1, min(taken + 100, 65536)):
        with suppress(OSError), _bind(host, port):
            return port
    return None


@contextmanager
def _folder_of_our_own(data: Path) -> Iterator[None]:
    """The data folder with its database up to date. Two servers on it would number the same events twice."""
    lock = FileLock(data / "room.lock")
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
        migrate(data / DATABASE)
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
