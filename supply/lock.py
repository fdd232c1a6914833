"""Writes the locks from pyproject.toml and web/package.json (`make lock`); the only command that chooses versions.

What is locked already and still fits stays; `--new` takes newer versions. Neither takes a version younger than `--age`
days: one that was slipped in by a thief is mostly found and withdrawn by then.

Needs no more than Python's own library, for .venv is installed from what it writes.
"""

import argparse
import json
import subprocess
import sys
import venv
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from supply.pins import LOCKS, PAGE_LOCK, ROOT, TOOLS

SOURCES = {
    "dev": ("--extra", "scale", "--group", "dev"),
    "room": ("--extra", "scale"),
    "build": ("--only-group", "build"),
    "tools": ("--only-group", "tools"),
}
"""What goes into each lock. `dev` comes first: the others keep to its versions, so that what is tested is what runs."""

LEAST_PYTHON = "3.11"
LEAST_AGE = 3
"""Days. A mend that cannot wait so long is taken with `--age 0`."""
HEADER = (
    "# Written by `make lock` from pyproject.toml: every Python, every kind of machine, all files of each version.\n"
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m supply.lock", description="Write the locks.")
    parser.add_argument("--new", action="store_true", help="take newer versions of what is locked already")
    parser.add_argument("--age", type=int, default=LEAST_AGE, metavar="DAYS", help="of the youngest versions taken")
    arguments = parser.parse_args()
    take_new: bool = arguments.new
    try:
        program = tools()
    except NoToolsError as fault:
        sys.exit(str(fault))
    until = datetime.now(UTC) - timedelta(days=arguments.age)
    for lock in SOURCES:
        _lock_python(program / "uv", lock, until, take_new)
    _lock_page(program / "python", until, take_new)


class NoToolsError(Exception):
    """The tools are not here and cannot be fetched."""


def tools() -> Path:
    """The folder of the tools' programs, installed from their lock if they are not there yet."""
    programs = TOOLS / ("Scripts" if sys.platform == "win32" else "bin")
    lock, installed_from = LOCKS / "tools.txt", TOOLS / ".lock"
    if not (installed_from.is_file() and installed_from.read_bytes() == lock.read_bytes()):
        print("Fetching the tools…", flush=True, file=sys.stderr)
        venv.create(TOOLS, with_pip=True, clear=True)
        pip: list[str | Path] = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([*pip, "--require-hashes", "--requirement", lock], check=False).returncode != 0:
            raise NoToolsError("the tools of supply/locks/tools.txt could not be installed")
        installed_from.write_bytes(lock.read_bytes())
    return programs


def _lock_python(uv: Path, lock: str, until: datetime, take_new: bool) -> None:
    file = LOCKS / f"{lock}.txt"
    command: list[str | Path] = [uv, "pip", "compile", "--quiet", "--universal", "--python-version", LEAST_PYTHON]
    command += ["--generate-hashes", "--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--exclude-newer", until.isoformat(timespec="seconds")]
    command += ["--upgrade"] if take_new else []
    command += ["--constraint", LOCKS / "dev.txt"] if lock in ("room", "build") else []
    only_group = SOURCES[lock][0] == "--only-group"
    command += ["--group", SOURCES[lock][1]] if only_group else ["pyproject.toml", *SOURCES[lock]]
    if subprocess.run([*command, "--output-file", file], cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode:
        sys.exit(f"{file.name} could not be written: see above")
    written = file.read_text(encoding="utf-8").removeprefix(HEADER).replace("    #   -c supply/locks/dev.txt\n", "")
    file.write_text(HEADER + written, encoding="utf-8")
    print(f"supply/locks/{file.name}")


def _lock_page(python: Path, until: datetime, take_new: bool) -> None:
    """The page's lock, with the compiled parts of its tools for every kind of machine, or `npm ci` would refuse it.

    A registry may have a new version and not all its parts yet. Then nothing is written, and somebody chooses.
    """
    before = PAGE_LOCK.read_bytes()
    if take_new:
        PAGE_LOCK.unlink()
    day = until.isoformat(timespec="seconds")
    if subprocess.run([python, ROOT / "web" / "build.py", "lock", day], check=False).returncode != 0:
        PAGE_LOCK.write_bytes(before)
        sys.exit(f"web/{PAGE_LOCK.name} could not be written: see above")
    lock = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))
    if missing := list(missing_parts(lock)):
        PAGE_LOCK.write_bytes(before)
        sys.exit(
            "this registry lacks packages that some machines need; name older versions in web/package.json,\n"
            "under devDependencies or overrides:\n  " + "\n  ".join(missing)
        )
    for package in lock["packages"].values():
        package.pop("funding", None)  # addresses, and nobody builds with them
    PAGE_LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"web/{PAGE_LOCK.name}")


def missing_parts(lock: dict[str, Any]) -> Iterator[str]:
    """The packages that some package of the lock asks for, if only on some machines, and that the lock does not name."""
    packages: dict[str, Any] = lock["packages"]
    for place, package in packages.items():
        wanted = [*package.get("dependencies", ()), *package.get("optionalDependencies", ())]
        for name in wanted:
            if not any(f"{folder}node_modules/{name}" in packages for folder in folders_seen_from(place)):
                yield f"{name}, for {place or 'the page'}"


def folders_seen_from(place: str) -> Iterator[str]:
    """Where Node looks for what the package at `place` asks for: beside its own packages, then further out."""
    parts = place.split("/node_modules/")
    for depth in range(len(parts), 0, -1):
        yield "/node_modules/".join(parts[:depth]) + "/" if place else ""
    yield ""


if __name__ == "__main__":
    main()
