"""The server of the browser tests: `alcove serve` in a process of its own, which can be stopped and started again."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE_SECONDS = 60


class Room:
    """An open room on a port of its own, and its data folder."""

    def __init__(self, data: Path, environment: dict[str, str] | None = None) -> None:
        self._data = data
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> None:
        """Starts the server, at the same address as before."""
        if self.port == 0:
            self.port = _free_port()
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "alcove",
                "serve",
                "--port",
                str(self.port),
                "--data",
                str(self._data),
                "--no-browser",
                "--limits",
                "off",  # all tests of a run come from one address
            ],
            stdout=subprocess.DEVNULL,
            env=self._environment,
        )
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=5).close()
            except (urllib.error.URLError, TimeoutError):
                assert self._process.poll() is None, "the server has stopped"
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"the server does not answer within {PATIENCE_SECONDS} s")

    def close(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=30)
            self._process = None

    def games(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}/api/games", timeout=10) as answer:
            return {game["name"]: game for game in json.load(answer)["games"]}


def _free_port() -> int:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
