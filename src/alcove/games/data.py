"""The data of a game: the files of its folder that are no Python.

    levels.json     how its levels play (players/levels.py)
    ratings.json    what they are worth (`alcove ladder`)
    puzzles.json    its puzzles (`alcove puzzles make`)
    atlas.json      what was measured of it (`alcove atlas`)
    training.json   how its networks are trained (neural/training)
    signature.json  what its engine finds, to the last node (bench/signature.py)
    networks/       its networks, `<game>.net` and `<game>.eval` (neural/files.py)

None of them need be there.
"""

import json
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from alcove.core.errors import AlcoveError
from alcove.core.registry import folder, game
from alcove.core.text import Text


class DataError(AlcoveError):
    """A file of a game's folder that cannot be used."""

    @classmethod
    def of(cls, name: str, file: str, fault: Text) -> "DataError":
        title = game(name).title
        return cls(Text(f"{title}: {file}: {fault.en}", f"{title} : {file} : {fault.fr}"))


def data_file(name: str, file: str) -> Path:
    """Where a file of a game's data lies, or would."""
    return folder(name) / file


def board_file(name: str) -> Path | None:
    """The built module that draws a game on the page, where its card names one. It lies in a folder of its own, since
    whatever lies beside it can be fetched, too."""
    named = PurePosixPath(game(name).about.board)
    path = data_file(name, str(named))
    return path if len(named.parts) > 1 and ".." not in named.parts and path.is_file() else None


def read_json(name: str, file: str) -> Any:
    """What a JSON file of a game's folder holds; `None` where there is no such file."""
    return _read(data_file(name, file), name)


@cache
def _read(path: Path, name: str) -> Any:
    if not path.exists():
        return None
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        said = str(error)
        raise DataError.of(name, path.name, Text(f"cannot be read ({said})", f"illisible ({said})")) from None
