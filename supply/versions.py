"""Tries the wheel with every Python on this machine: `python -m supply.versions DIST` (`--write` puts the result into docs/systems.md).

Each Python from 3.11 on gets an environment of its own under build/versions: the locked parts of a room by their hashes, the
wheel, pytest, and nothing of this checkout but its tests. The tests are the core of the library: games, records,
tables, the command line and the contract of two games, with engines compiled by that very Python.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from supply.pins import LOCKS, ROOT, Pin, pins

PAGE = ROOT / "docs" / "systems.md"
FOLDER = ROOT / "build" / "versions"
KNOWN = ("3.11", "3.12", "3.13", "3.14")
TESTERS = ("pytest", "pytest-timeout", "hypothesis", "httpx2")
CORE = (
    "tests/table",
    "tests/games/test_avalam.py",
    "tests/games/test_axom.py",
    "tests/test_records.py",
    "tests/test_public_surface.py",
    "tests/test_printing.py",
    "tests/contract/test_outcomes.py",
    "tests/players/test_ugi.py",
    "tests/cli/test_commands.py",
    "tests/server/test_rest.py",
)
_BEGIN, _END = "<!-- versions -->", "<!-- /versions -->"
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped)")


class Tried(NamedTuple):
    python: str
    """Its whole version, or why it was not tried."""
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: int = 0
    fault: str = ""

    @property
    def told(self) -> str:
        if self.fault:
            return self.fault
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        failed = f", **{self.failed} failed**" if self.failed else ""
        return f"{self.passed:,} tests passed{failed}{skipped}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m supply.versions", description="Try the wheel with every Python.")
    parser.add_argument("folder", type=Path, help="where the wheel is")
    parser.add_argument("--write", action="store_true", help="put the result into docs/systems.md")
    parser.add_argument("--only", action="append", metavar="X.Y", help="this Python alone; may come several times")
    arguments = parser.parse_args()
    wheels = list(arguments.folder.glob("alcove-*.whl"))
    if len(wheels) != 1:
        sys.exit(f"{arguments.folder} should hold one wheel of Alcove, not {len(wheels)}")
    found = pythons()
    results = {}
    for version in arguments.only or KNOWN:
        results[version] = (
            tried(version, found[version], wheels[0]) if version in found else Tried("", fault="none here")
        )
        print(f"{version}: {results[version].told}", flush=True)
    if arguments.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
    sys.exit(1 if any(each.failed or (each.fault and each.python) for each in results.values()) else 0)


def pythons() -> dict[str, Path]:
    """The Pythons of this machine by their version (3.12): those on the path, pyenv's and uv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    places = [Path(each) for name in KNOWN if (each := shutil.which(f"python{name}"))]
    places += sorted((pyenv / "versions").glob("3.*/bin/python3"))
    places += sorted((Path.home() / ".local" / "share" / "uv" / "python").glob("cpython-3.*/bin/python3"))
    found: dict[str, Path] = {}
    for place in places:
        version = _version(place)
        if version is not None and ".".join(version.split(".")[:2]) in KNOWN:
            found[".".join(version.split(".")[:2])] = place
    return found


def _version(python: Path) -> str | None:
    """A shim of pyenv may stand for no Python at all."""
    asked = [str(python), "-c", "import platform; print(platform.python_version())"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def tried(version: str, python: Path, wheel: Path) -> Tried:
    whole = _version(python) or version
    folder = FOLDER / version
    shutil.rmtree(folder, ignore_errors=True)
    began = time.monotonic()
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [str(own), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    testers = folder / "testers.txt"
    testers.write_text(_testers(), encoding="utf-8")
    for parts in (
        ["--require-hashes", "--requirement", str(LOCKS / "room.txt")],
        ["--require-hashes", "--requirement", str(testers)],
        ["--no-deps", str(wheel)],
    ):
        if subprocess.run([*pip, *parts], check=False).returncode != 0:
            return Tried(whole, fault="the locked parts cannot be installed")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"ALCOVE_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(own), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", *CORE]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    counts = {kind.rstrip("s") if kind.startswith("error") else kind: int(n) for n, kind in _COUNT.findall(done.stdout)}
    if not counts.get("passed"):
        print(done.stdout[-3000:], done.stderr[-3000:], file=sys.stderr)
        return Tried(whole, fault="the tests did not run")
    failed = counts.get("failed", 0) + counts.get("error", 0)
    if failed:
        print(done.stdout[-3000:], file=sys.stderr)
    return Tried(whole, counts["passed"], failed, counts.get("skipped", 0), round(time.monotonic() - began))


def _testers() -> str:
    """The lines of the dev lock for what runs the tests, and for what that needs."""
    locked = pins("dev")
    wanted = set(TESTERS)
    while True:
        more = {pin.name for pin in locked if set(pin.wanted_by) & wanted} | wanted
        if more == wanted:
            return "".join(_line(pin) for pin in locked if pin.name in wanted)
        wanted = more


def _line(pin: Pin) -> str:
    marker = f" ; {pin.marker}" if pin.marker else ""
    return f"{pin.name}=={pin.version}{marker} " + " ".join(f"--hash=sha256:{each}" for each in pin.hashes) + "\n"


def written(page: str, results: dict[str, Tried]) -> str:
    """The page with the results in its table; what was not tried this time stays."""
    before, _, rest = page.partition(_BEGIN)
    old, _, after = rest.partition(_END)
    rows = {found[1]: found[0] for found in re.finditer(r"^\| (3\.\d+) \|.*\|$", old, re.MULTILINE)}
    rows |= {version: f"| {version} | {each.python or 'none'} | {each.told} |" for version, each in results.items()}
    lines = ["| Python | tried | result |", "|---|---|---|", *(rows[version] for version in sorted(rows))]
    return f"{before}{_BEGIN}\n" + "\n".join(lines) + f"\n{_END}{after}"


if __name__ == "__main__":
    main()
