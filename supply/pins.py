"""Reads the locks: one pin for each version that some machine installs, with the hashes of all its files."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "supply" / "locks"
PAGE_LOCK = ROOT / "web" / "package-lock.json"
TOOLS = ROOT / "build" / "tools"
"""The virtual environment of the tools that are no dependency of ours."""

_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^\s;]+)(?:\s*;\s*(?P<marker>.+?))?")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Pin(NamedTuple):
    name: str
    version: str
    marker: str | None
    """The machines it is for, if not all of them."""
    hashes: tuple[str, ...]
    wanted_by: tuple[str, ...]
    """The packages that ask for it; "alcove" is the room itself, or one of its groups."""


def version() -> str:
    """Alcove's own, from the one place that holds it; read as text, for nothing need be installed yet."""
    (found,) = _VERSION.findall((ROOT / "src" / "alcove" / "__init__.py").read_text(encoding="utf-8"))
    return str(found)


def pins(lock: str) -> list[Pin]:
    """The pins of a lock ("room", "dev", "build", "tools"). A line that is no pin, hash or comment is refused."""
    return parse((LOCKS / f"{lock}.txt").read_text(encoding="utf-8"), f"{lock}.txt")


def parse(text: str, place: str) -> list[Pin]:
    found: list[Pin] = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith(" ") and found:  # a comment below its pin: "# via", then a package a line, or all in one
            found[-1] = found[-1]._replace(wanted_by=found[-1].wanted_by + _wanted_by(line))
            continue
        if line.startswith("#") or not line.strip():
            continue
        requirement, *hashes = re.split(r"\s+(?=--hash=)", line.strip())
        pin = _PIN.fullmatch(requirement)
        digests = [_HASH.fullmatch(each) for each in hashes]
        if pin is None or not digests or not all(digests):
            raise ValueError(f"{place}: neither a version with its hashes nor a comment: {requirement!r}")
        found.append(Pin(pin["name"], pin["version"], pin["marker"], tuple(each[1] for each in digests if each), ()))
    return found


def _wanted_by(comment: str) -> tuple[str, ...]:
    name = comment.replace("# via", "#").strip(" #")
    return (name.split()[0].split(":")[0],) if name else ()
