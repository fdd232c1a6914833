"""Everything of a release up to the upload (`make release`); stops at the first thing that is wrong, and sends nothing anywhere.

`--quick` leaves out linters and tests, to see whether the rest is right.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

from supply.pins import LOCKS, ROOT, version

DIST = ROOT / "dist"
EPOCH = "1580601600"
"""The date that files in archives get: the same in every build. hatchling's own."""


class NotReadyError(Exception):
    """Why there can be no release yet."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m supply.release", description="Make a release, without sending it.")
    parser.add_argument("--quick", action="store_true", help="without linters and tests")
    is_quick: bool = parser.parse_args().quick
    try:
        name = version()
        _step("the tree is clean", check_tree)
        _step(f"{name} has its entry in CHANGELOG.md, and no tag yet", lambda: check_version(name))
        if not is_quick:
            _step("make check", lambda: _make("check"))
            _step("make test", lambda: _make("test"))
        _step("the page and the handbook are built", lambda: _make("web", "docs"))
        _step("licences are current", lambda: _python("-m", "supply.licences", "--check"))
        shutil.rmtree(DIST, ignore_errors=True)
        _step("wheel and sdist, built twice, are the same", lambda: build_twice(DIST))
        _step("the list of parts", lambda: _python("-m", "supply.inventory", str(DIST)))
        _step("the wheel plays in an environment of its own", lambda: play(DIST))
    except NotReadyError as why:
        sys.exit(f"no release: {why}")
    files = " ".join(f"dist/{file.name}" for file in sorted(DIST.iterdir()))
    print(
        f"\n{name} is ready. Nothing was tagged or sent. To do so:\n  git tag --sign v{name}\n  git push origin v{name}"
    )
    print(f"and upload: {files}")


def _step(what: str, check: Callable[[], object]) -> None:
    print(f"… {what}", flush=True)
    check()


def check_tree(folder: Path = ROOT) -> None:
    told = subprocess.run(
        ["git", "status", "--porcelain"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout
    if told.strip():
        raise NotReadyError(f"the tree is not clean:\n{told.rstrip()}")


def check_version(name: str, folder: Path = ROOT) -> None:
    if not re.fullmatch(r"\d+\.\d+\.\d+", name):
        raise NotReadyError(f"{name} is no version of a release: three numbers with dots")
    changes = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    entry = re.search(rf"^## {re.escape(name)}\b[^\n]*\n(.*?)(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL)
    if entry is None or not entry[1].strip():
        raise NotReadyError(f"CHANGELOG.md says nothing about {name}")
    newest = re.search(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)
    if newest is not None and newest[1] != name:
        raise NotReadyError(f"the newest entry of CHANGELOG.md is {newest[1]}, the version {name}")
    tags = subprocess.run(["git", "tag", "--list", f"v{name}"], cwd=folder, capture_output=True, text=True, check=True)
    if tags.stdout.strip():
        raise NotReadyError(f"v{name} has been released already")


def build_twice(target: Path) -> None:
    """Wheel and sdist from this checkout, and the wheel once more from the sdist: the same bytes each time."""
    with tempfile.TemporaryDirectory() as scratch:
        first, second, third = (Path(scratch) / each for each in ("first", "second", "third"))
        build(ROOT, first, ("wheel", "sdist"))
        build(ROOT, second, ("wheel", "sdist"))
        compare(first, second)
        (archive,) = first.glob("*.tar.gz")
        with tarfile.open(archive) as packed:
            packed.extractall(Path(scratch) / "unpacked", filter="data")
        (unpacked,) = (Path(scratch) / "unpacked").iterdir()
        build(unpacked, third, ("wheel",))
        compare(first, third)
        target.mkdir(parents=True, exist_ok=True)
        for file in first.iterdir():
            shutil.copy2(file, target / file.name)


def build(source: Path, target: Path, kinds: Sequence[str]) -> None:
    environment = os.environ | {"SOURCE_DATE_EPOCH": EPOCH}
    for kind in kinds:
        command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)]
        done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NotReadyError(f"the {kind} cannot be built:\n{done.stderr.strip()}")


def compare(one: Path, other: Path) -> None:
    """Whatever is in both folders must be the same, byte by byte."""
    both = {file.name for file in one.iterdir()} & {file.name for file in other.iterdir()}
    if not both:
        raise NotReadyError("two builds have no file in common")
    for name in sorted(both):
        if (one / name).read_bytes() != (other / name).read_bytes():
            raise NotReadyError(f"{name} comes out differently each time")


def play(folder: Path) -> None:
    (wheel,) = folder.glob("*.whl")
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        programs = Path(scratch) / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for parts in (["--require-hashes", "--requirement", str(LOCKS / "room.txt")], ["--no-deps", str(wheel)]):
            if subprocess.run([*pip, *parts], check=False).returncode != 0:
                raise NotReadyError("the wheel cannot be installed with its lock")
        told = subprocess.run(
            [str(programs / "alcove"), "perft", "axom", "3"], cwd=scratch, capture_output=True, text=True, check=False
        )
        if told.stdout.strip() != "7766":
            raise NotReadyError(f"the installed wheel cannot count: {told.stdout}{told.stderr}")


def _make(*targets: str) -> None:
    if subprocess.run(["make", "--silent", *targets], cwd=ROOT, check=False).returncode != 0:
        raise NotReadyError(f"make {' '.join(targets)} fails")


def _python(*arguments: str) -> None:
    if subprocess.run([sys.executable, *arguments], cwd=ROOT, check=False).returncode != 0:
        raise NotReadyError(f"python {' '.join(arguments)} fails")


if __name__ == "__main__":
    main()
