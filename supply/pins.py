"""Reads the locks: one pin for each version that some machine installs, with the hashes of all its files."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "supply" / "locks"
PAGE_LOCK = ROOT / "web" / "package-lock.json"
TOOLS = ROOT / "build" / "tools"
"""The virtual environment of the tools that are no dependency of ours."""

_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^\s;]+)(?:\s*;\s*(?P<marker>.+?))?")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Pin(NamedTuple):
    name: str
    version: str
    marker: str | None
    """The machines it is for, if not all of them."""
    hashes: tuple[str, ...]


def pins(lock: str) -> list[Pin]:
    """The pins of a lock ("room", "dev", "build", "tools"). A line that is no pin, hash or comment is refused."""
    return parse((LOCKS / f"{lock}.txt").read_text(encoding="utf-8"), f"{lock}.txt")


def parse(text: str, place: str) -> list[Pin]:
    found: list[Pin] = []
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.split("#")[0].strip()]
    for line in lines:
        requirement, *hashes = line.split(" --hash=")
        pin = _PIN.fullmatch(requirement.strip())
        digests = [_HASH.fullmatch(f"--hash={each.strip()}") for each in hashes]
        if pin is None or not digests or not all(digests):
            raise ValueError(f"{place}: neither a version with its hashes nor a comment: {requirement.strip()!r}")
        found.append(Pin(pin["name"], pin["version"], pin["marker"], tuple(each[1] for each in digests if each)))
    return found
