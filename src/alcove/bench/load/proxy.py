"""nginx in front of a room, as docs/operations.md has it: started for the occasion with the configuration of `deploy/`."""

import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from .server import Server
from .wire import UnreachableError

HOST = "127.0.0.1"
"""Where nginx is, and from where it speaks to the room."""
START_SECONDS = 10.0
_PLACES = ("nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx")
_UPSTREAM = re.compile(r"server server:8000[^;]*;")
_RESOLVER = re.compile(r"^\s*resolver [^;]*;.*$", re.MULTILINE)
_LISTEN = re.compile(r"listen 80\b[^;]*;")


def program() -> str | None:
    """Where nginx is installed, if it is."""
    return next((found for place in _PLACES if (found := shutil.which(place))), None)


def configuration(written: str, room: str, listen: str, folder: str) -> str:
    """A configuration for `room`, a room on this machine: the same but for where both of them are, and where files go."""
    kept, changes = _RESOLVER.sub("", written), 0
    for pattern, here in ((_UPSTREAM, f"server {room} max_fails=1 fail_timeout=2s;"), (_LISTEN, f"listen {listen};")):
        kept, count = pattern.subn(here, kept)
        changes += count
    if changes != 2:
        raise UnreachableError("the configuration of nginx does not look like deploy/nginx.conf")
    places = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy"))
    places += "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("fastcgi", "uwsgi", "scgi"))
    kept = kept.replace("http {\n", f"http {{\n{places}", 1)
    return f"daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\n{kept}"


@contextmanager
def behind_nginx(server: Server, written: Path) -> Iterator[Server]:
    """The same room by way of nginx, which ends afterwards."""
    nginx = program()
    if nginx is None:
        raise UnreachableError("there is no nginx on this machine")
    with socket.create_server((HOST, 0)) as probe:
        listen = f"{HOST}:{probe.getsockname()[1]}"
    with tempfile.TemporaryDirectory(prefix="alcove-nginx-") as folder:
        Path(folder).chmod(0o755)  # its workers are somebody else
        file = Path(folder, "nginx.conf")
        file.write_text(configuration(written.read_text(), urlsplit(server.url).netloc, listen, folder))
        process = subprocess.Popen([nginx, "-c", str(file), "-e", f"{folder}/errors"], stdin=subprocess.DEVNULL)
        try:
            _wait_for(listen, process, Path(folder, "errors"))
            yield Server(f"http://{listen}", server.pid, server.metrics)
        finally:
            process.terminate()
            process.wait()


def _wait_for(listen: str, process: "subprocess.Popen[bytes]", errors: Path) -> None:
    host, _, port = listen.rpartition(":")
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError), socket.create_connection((host, int(port)), timeout=1):
            return
        time.sleep(0.05)
    told = errors.read_text() if errors.is_file() else ""
    raise UnreachableError(f"nginx did not start: {told[-500:]}")
