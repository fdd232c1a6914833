"""The process under load: started for the occasion, or found at an address; what it uses is read from /proc."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alcove.processes import ending

from .postbox import Postbox
from .wire import Address, UnreachableError

_ADDRESS = re.compile(r"http://\S+")
_METRIC = re.compile(r'^alcove_command_seconds_bucket\{.*le="([^"]+)".*\} (\S+)$', re.MULTILINE)


class Server:
    """A room under load; `pid` is its process where it is ours, `metrics` where it tells its numbers."""

    def __init__(self, url: str, pid: int | None = None, metrics: str | None = None) -> None:
        self.url, self.pid, self.metrics = url, pid, metrics

    def resident_bytes(self) -> int | None:
        """The memory of the server's own process; engines are others."""
        if self.pid is None:
            return None
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def cpu_seconds(self) -> float | None:
        """The time on a core that the server's own process has used so far, all its threads together."""
        if self.pid is None:
            return None
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def histogram(self) -> dict[float, float]:
        """How many commands took at most this many seconds, by the server's own count."""
        if self.metrics is None:
            return {}
        try:
            with urllib.request.urlopen(self.metrics, timeout=10) as answer:
                told = answer.read().decode()
        except (OSError, ValueError, urllib.error.URLError) as error:
            raise UnreachableError(f"{self.metrics}: {error}") from None
        return {float(bound): float(count) for bound, count in _METRIC.findall(told)}


def quantile(before: dict[float, float], after: dict[float, float], share: float) -> float | None:
    """The seconds that `share` of the commands between two readings stayed below, by interpolation in a bucket."""
    counts = [(bound, after[bound] - before.get(bound, 0.0)) for bound in sorted(after)]
    if not counts or counts[-1][1] <= 0:
        return None
    wanted = share * counts[-1][1]
    lower_bound, lower_count = 0.0, 0.0
    for bound, count in counts:
        if count >= wanted:
            if bound == float("inf") or count == lower_count:
                return lower_bound
            return lower_bound + (bound - lower_bound) * (wanted - lower_count) / (count - lower_count)
        lower_bound, lower_count = bound, count
    return lower_bound


def server_at(url: str, metrics: str | None) -> Server:
    """A room that is open already; `UnreachableError` where nobody answers."""
    address = Address(url)
    try:
        socket.create_connection((address.host, address.port), timeout=10).close()
    except OSError as error:
        raise UnreachableError(f"{url}: {error}") from None
    return Server(url, None, metrics)


@contextmanager
def own_server(*, limited: bool = False, proxy: str | None = None) -> Iterator[Server]:
    """A fresh room in a temporary folder, ended afterwards; without limits, or `limited` as every room is. Its mails go no
    further than here. `proxy` is believed about whom it speaks for."""
    with tempfile.TemporaryDirectory(prefix="alcove-load-") as folder, closing(Postbox()) as postbox:
        command = [sys.executable, "-m", "alcove", "serve", "--no-browser", "--port", "0", "--data", folder]
        command += ["--metrics", "0", "--engines", "1"]
        command += [] if limited else ["--sockets-per-address", "100000", "--limits", "off"]
        command += [] if proxy is None else ["--proxy", proxy]
        environment = {**os.environ, "ALCOVE_LANGUAGE": "en", "ALCOVE_LOG": "", **postbox.environment}
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        with ending(process):
            assert process.stdout is not None
            told = [_ADDRESS.search(process.stdout.readline()) for _ in range(2)]
            if told[0] is None or told[1] is None:
                raise UnreachableError("the room did not open")
            yield Server(told[0][0], process.pid, told[1][0])
