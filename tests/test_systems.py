"""Other systems, as far as they can be tried on this one: nothing is imported that only POSIX has, paths are paths."""

import subprocess
import sys

ELSEWHERE = """
import asyncio, importlib, logging.handlers, multiprocessing.pool, os, pkgutil, signal, socket, subprocess, sys, tempfile
import concurrent.futures.process, numba, numpy, onnxruntime, sqlalchemy.ext.asyncio, fastapi, uvicorn, structlog
import alembic.command, filelock, platformdirs, rich.console, typer, webauthn, argon2, segno, prometheus_client
"""
WITHOUT = """
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "uvloop"):
    sys.modules[name] = None
for holder, names in {
    os: ("fork", "setsid", "killpg", "nice", "geteuid", "getuid", "sched_getaffinity", "sysconf", "fchmod"),
    signal: ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "pthread_sigmask"),
    socket: ("SO_REUSEPORT", "AF_UNIX"),
}.items():
    for name in names:
        if hasattr(holder, name):
            delattr(holder, name)
import alcove
failed = []
for module in pkgutil.walk_packages(alcove.__path__, "alcove."):
    if ".template" in module.name or ".training" in module.name or ".migrations" in module.name or module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except Exception as error:
        if not isinstance(error, ImportError | AttributeError):
            continue  # a module that is made for each game and cannot be imported alone
        missing = getattr(error, "name", None) or ""
        if missing.partition(".")[0] not in OPTIONAL:
            failed.append(f"{module.name}: {error}")
print(*failed, sep="\\n")
"""
OPTIONAL = (
    "torch",
    "ray",
    "redis",
    "asyncpg",
    "pytest",
    "pettingzoo",
    "gymnasium",
    "pyspiel",
    "jax",
    "httpx2",
    "hypothesis",
)


def test_every_module_can_be_imported_without_what_only_posix_has() -> None:
    """Not Windows itself, but what stops programs there most often."""
    code = ELSEWHERE + WITHOUT.replace("OPTIONAL", repr(OPTIONAL))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split("\n") == ["", ""]
