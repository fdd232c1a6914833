"""Rooms that can be killed and come back at once: processes forked from one that has everything loaded."""

import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alcove.bench.load.wire import Address

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["alcove.server.run", "alcove.games.avalam.scene", "alcove.games.axom.scene"])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _serve(port: int, settings: dict[str, Any]) -> None:
    from alcove.server.cluster.limits import NO_ALLOWANCES
    from alcove.server.run import LOOPBACK, listen, serve
    from alcove.server.settings import Settings

    serve(listen("127.0.0.1", port), Settings(hosts=LOOPBACK, limits=NO_ALLOWANCES, **settings), lambda: None)


class Killable:
    """A process that runs `work`, and can be ended and started again at any time."""

    def __init__(self, work: Callable[..., None], *arguments: Any, daemon: bool = False) -> None:
        self._work, self._arguments, self._daemon = work, arguments, daemon
        self._process: Any = None

    def start(self) -> None:
        self._process = _context.Process(target=self._work, args=self._arguments, daemon=self._daemon)
        self._process.start()

    def kill(self, sign: int = signal.SIGKILL) -> None:
        """End it, without a word or with one."""
        if self._process is not None:
            os.kill(self._process.pid, sign)
            self._process.join()
            self._process = None


class Room(Killable):
    """A server process on an address that stays its own."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.port = free_port()
        self.address = Address(f"http://127.0.0.1:{self.port}")
        super().__init__(_serve, self.port, {"data": data, "engines": 1, **settings})

    def is_open(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def wait_until_open(self) -> None:
        while not self.is_open():
            assert self._process.is_alive(), "the room did not open"
            time.sleep(0.02)


@contextmanager
def open_room(data: Path, **settings: Any) -> Iterator[Room]:
    room = Room(data, **settings)
    room.start()
    try:
        room.wait_until_open()
        yield room
    finally:
        room.kill()


def _think(redis: str) -> None:
    from alcove.server.engines.worker import work_for_ever

    work_for_ever(redis, 1, lambda: None, warm=False)


class Thinker(Killable):
    """An engine worker process."""

    def __init__(self, redis: str) -> None:
        super().__init__(_think, redis)
