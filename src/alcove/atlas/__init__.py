"""The atlas: what we know of each game, measured by our own tools.

    >>> from alcove.atlas import atlas
    >>> atlas(name).modes[0].samples[-1].score

`alcove atlas` measures and writes the `atlas.json` of a game's folder; everything that is told about a game (docs/atlas.md, the page
/atlas/<game>) is made from that file, so no number is typed by hand. Reading it needs neither numpy nor an engine.
"""

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path

from alcove.core.text import Text
from alcove.games.data import DataError, data_file

from .model import Atlas

__all__ = ["FILE", "Atlas", "atlas", "read", "write"]

FILE = "atlas.json"
"""The file of a game's folder that has its atlas."""


@cache
def atlas(name: str) -> Atlas | None:
    """The atlas of a game as it was shipped; `None` for a game that nobody has measured yet."""
    path = data_file(name, FILE)
    if not path.exists():
        return None
    try:
        return read(path)
    except ValueError as error:
        raise DataError.of(name, FILE, Text(f"not an atlas ({error})", f"pas un atlas ({error})")) from None


def read(path: Path) -> Atlas:
    """An atlas from its file."""
    import msgspec  # a machine that only measures need not have it

    return msgspec.json.decode(path.read_bytes(), type=Atlas)


def write(found: Atlas, path: Path) -> None:
    """An atlas to its file, small but with lines that a reader and a diff can follow."""
    fields = asdict(found)
    lines = [f" {_json(name)}: {_json(value)}" for name, value in fields.items() if name != "openings" or value is None]
    if found.openings is not None:
        about = fields["openings"]
        positions = about.pop("positions")
        rows = ",\n".join(f"   {_json(key)}: {_json(moves)}" for key, moves in positions.items())
        lines.append(f' "openings": {_json(about)[:-1]}, "positions": {{\n{rows}\n }}}}')
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
