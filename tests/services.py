"""PostgreSQL and Redis for tests: private servers on free ports in a temporary folder, gone afterwards.

Their programs are the machine's; where they are missing and the tests run as root on Debian, they are installed. Where
that cannot be done the tests that need them are skipped with a loud line, which CI (`CI` or `ALCOVE_NEED_SERVICES` set)
turns into a failure.
"""

import functools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

PACKAGES = {"postgres": "postgresql", "redis-server": "redis-server"}
START_SECONDS = 60
INSTALL_SECONDS = 600
"""So long whoever installs waits for others who do, on a new machine the system itself."""


@functools.cache
def program(name: str) -> str | None:
    """Where a program of the services is; it may be installed first."""
    return installed(PACKAGES.get(name, PACKAGES["postgres"]), lambda: _look_for(name))


def _look_for(name: str) -> str | None:
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(debian[0]) if debian else shutil.which(name)


def installed(package: str, look: Callable[[], str | None]) -> str | None:
    """What somebody looks for; where it is missing and we may, Debian's package is installed.

    One test worker at a time: the second would find the database of packages locked, or a program that is half there.
    """
    get = ["apt-get", "-o", f"DPkg::Lock::Timeout={INSTALL_SECONDS}"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    with FileLock(Path(tempfile.gettempdir()) / "alcove-tests-install.lock"):
        if look() is None and os.geteuid() == 0 and shutil.which("apt-get"):
            for command in ([*get, "update"], [*get, "install", "-y", "--no-install-recommends", package]):
                subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
        return look()


def need(name: str) -> str:
    """A program, or a skip that nobody can overlook."""
    found = program(name)
    if found is None:
        loud = f"{name} IS NOT HERE: THE TESTS OF SEVERAL SERVERS DO NOT RUN"
        if os.environ.get("CI") or os.environ.get("ALCOVE_NEED_SERVICES"):
            pytest.fail(loud)
        warnings.warn(loud, stacklevel=2)
        pytest.skip(loud)
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Service:
    """A server process that can be killed and started again on the same port and data."""

    def __init__(self, folder: Path, command: list[str], port: int, as_user: str | None = None) -> None:
        self._folder, self._command, self.port, self._user = folder, command, port, as_user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it. What is left of its killed forerunner may still be going away: then once more."""
        until = time.monotonic() + START_SECONDS
        self._process = _run(self._command, self._user)
        while not self._answers() or self._process.poll() is not None:
            assert time.monotonic() < until, f"{self._command[0]} does not start"
            time.sleep(0.05)
            if self._process.poll() is not None:
                self._process = _run(self._command, self._user)

    def kill(self) -> None:
        """As a power cut does: the processes it has started die with it, or they would hold on to what it had."""
        if self._process is not None:
            children = _children(self._process.pid)
            self._process.kill()
            for child in children:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def end(self) -> None:
        """Kill it for good, and remove what it has left."""
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def restart(self) -> None:
        """As after a power cut: no word beforehand."""
        self.kill()
        self.start()

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True


def _children(pid: int) -> list[int]:
    """The processes that a process has started, where the system tells."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _run(command: list[str], user: str | None) -> "subprocess.Popen[bytes]":
    who: dict[str, Any] = {} if user is None else {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **who)


class Postgres(Service):
    """PostgreSQL with the durability it has by default; `url` is a database of its own for every asker."""

    def __init__(self) -> None:
        user, folder, port = _unprivileged(), Path(tempfile.mkdtemp(prefix="alcove-postgres-")), free_port()
        if user is not None:
            shutil.chown(folder, user)
        data = str(folder / "data")
        init = [need("initdb"), "-D", data, "-U", "alcove", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale"]
        assert _run(init, user).wait() == 0
        command = [need("postgres"), "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1"]
        command += ["-c", f"unix_socket_directories={folder}", "-c", "max_connections=80"]
        super().__init__(folder, command, port, user)
        self._made = 0

    def url(self) -> str:
        """A new, empty database."""
        self._made += 1
        name = f"room{self._made}"
        address = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "alcove"]
        made = [need("createdb"), *address, name]
        until = time.monotonic() + START_SECONDS
        while subprocess.run(made, capture_output=True, check=False).returncode != 0:
            assert time.monotonic() < until, "PostgreSQL does not answer"
            time.sleep(0.05)  # it listens a moment before it answers
        return f"postgresql+asyncpg://alcove@127.0.0.1:{self.port}/{name}"


class Redis(Service):
    """Redis that keeps nothing: what it holds the room can do without."""

    def __init__(self) -> None:
        folder, port = Path(tempfile.mkdtemp(prefix="alcove-redis-")), free_port()
        command = [need("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        super().__init__(folder, [*command, "--save", "", "--appendonly", "no"], port)
        self.url = f"redis://127.0.0.1:{port}/0"


def _unprivileged() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    return None
