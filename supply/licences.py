"""Writes LICENCES.md: whose work the wheel carries, with the words of each licence, and what a room needs beside it.

`python -m supply.licences` writes it, `--check` says whether it is current. What is in the page comes from web/node_modules in the
versions of its lock, what is in the handbook from the installed theme, other data from the files that lie beside it, and the
Python packages from the lock and from what they say of themselves. A package for another kind of machine is not
installed here: its licence stays as it was written down where it was.
"""

import json
import re
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from supply.inventory import licence_of_installed
from supply.pins import PAGE_LOCK, ROOT, pins

REPORT = ROOT / "LICENCES.md"
DATA = {
    "src/alcove/server/base/lookalikes.LICENSE.txt": "`lookalikes.txt`, characters that look alike, from Unicode's data",
    "src/alcove/server/people/commonest.LICENSE.txt": "`commonest.txt`, passwords that are tried first",
}
UNKNOWN = "not told here"
_NAMES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "license", "LICENSE-MIT")
_ROW = re.compile(r"^\| ([\w.-]+) \| ([^ |]+) \| ([^|]+) \|$", re.MULTILINE)


def main() -> None:
    text = report(REPORT.read_text(encoding="utf-8") if REPORT.is_file() else "")
    if "--check" in sys.argv:
        if not REPORT.is_file() or REPORT.read_text(encoding="utf-8") != text:
            sys.exit("LICENCES.md is out of date: run 'make licences'")
        return
    REPORT.write_text(text, encoding="utf-8")
    print(REPORT.name)


def report(before: str) -> str:
    """The whole report; `before` is the last one."""
    parts = [
        "# Licences",
        "Alcove is under the MIT licence (`LICENSE`). The wheel carries the work of others as well, under the terms below, and a "
        "room needs the packages of the last table, which are installed beside it. `make licences` writes this page.",
        "## In the page",
        *(_packaged(place, package) for place, package in page_packages()),
        "## In the handbook",
        _theme(),
        "## Data",
        *(f"### {what}\n\n{_quoted((ROOT / file).read_text(encoding='utf-8'))}" for file, what in DATA.items()),
        "## Beside the wheel",
        "Python packages that a room needs, in the locked versions, by what they say of themselves:",
        _table(before),
    ]
    return "\n\n".join(parts) + "\n"


def page_packages() -> list[tuple[str, dict[str, Any]]]:
    """What the page is built from, by its place under web/, without what only builds it."""
    packages: dict[str, dict[str, Any]] = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    return [
        (place, package)
        for place, package in packages.items()
        if place and not package.get("dev") and not package.get("optional")
    ]


def _packaged(place: str, package: dict[str, Any]) -> str:
    name, folder = place.rpartition("node_modules/")[2], ROOT / "web" / place
    heading = f"### {name} {package['version']} ({package.get('license', UNKNOWN)})"
    if not folder.is_dir():
        sys.exit(f"web/{place} is not there: run 'make web' first")
    installed = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    if installed != package["version"]:
        sys.exit(f"web/{place} is {installed}, the lock {package['version']}: run 'make web' first")
    text = next((folder / each for each in _NAMES if (folder / each).is_file()), None)
    return f"{heading}\n\n{_quoted(text.read_text(encoding='utf-8'))}" if text else heading


def _theme() -> str:
    (pin,) = [pin for pin in pins("dev") if pin.name == "mkdocs-material"] or [None]
    theme = distribution("mkdocs-material")
    if pin is not None and theme.version != pin.version:
        sys.exit(f"mkdocs-material {theme.version} is installed, the lock has {pin.version}: run 'make check' first")
    licence = next(file for file in theme.files or () if file.name == "LICENSE")
    return (
        f"### Material for MkDocs {theme.version} (MIT)\n\nIts pages, scripts and styles, and of its icons those that the pages "
        f"show (Material Design Icons, Apache-2.0).\n\n{_quoted(Path(str(licence.locate())).read_text(encoding='utf-8'))}"
    )


def _quoted(text: str) -> str:
    lines = (line.rstrip() for line in text.strip().replace("\r\n", "\n").splitlines())
    return "```text\n" + "\n".join(lines).replace("```", "'''") + "\n```"


def _table(before: str) -> str:
    known = {(name, version): licence.strip() for name, version, licence in _ROW.findall(before)}
    rows = []
    for pin in pins("room"):
        licence = licence_of_installed(pin.name, pin.version) or known.get((pin.name, pin.version), UNKNOWN)
        rows.append(f"| {pin.name} | {pin.version} | {licence} |")
    return "\n".join(["| package | version | licence |", "|---|---|---|", *rows])


if __name__ == "__main__":
    main()
