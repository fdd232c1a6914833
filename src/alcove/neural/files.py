"""Networks as files: one line that says the kind, one line of JSON, and then nothing but numbers.

The header names the game, the version of what the network sees, and the hash of the numbers. How many numbers there are
follows from it, so a bad file can do no harm: nothing in it is executed or unpickled.

The networks of a game lie in `networks/` in its folder; `ALCOVE_NETWORKS` names a folder to look in first.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from alcove.core.text import Text
from alcove.games.data import data_file
from alcove.neural.guided import NetworkError

LARGEST_FILE = 2_000_000
LONGEST_HEADER = 16_384


def find_file(game: str, suffix: str) -> Path | None:
    """Where the network of a game with that ending lies, if there is one."""
    own, shipped = os.environ.get("ALCOVE_NETWORKS"), data_file(game, "networks")
    paths = [Path(folder) / f"{game}{suffix}" for folder in (own, shipped) if folder]
    return next((path for path in paths if os.path.exists(path)), None)  # `Path.exists` lets faults of a name out


def write_file(path: Path, first_line: bytes, header: dict[str, Any], body: bytes) -> None:
    """Write a network, in one step: a reader never sees half a file."""
    signed = {**header, "sha256": hashlib.sha256(body).hexdigest()}
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(first_line + json.dumps(signed).encode() + b"\n" + body)
    unfinished.replace(path)


def read_file(path: Path, first_line: bytes, game: str) -> tuple[dict[str, Any], bytes]:
    """The header and the numbers of a network of that kind for that game, not yet checked further."""
    if not os.path.isfile(path):  # a pipe, say, might never end
        raise fault(path, Text("cannot be read (not a file)", "illisible (pas un fichier)"))
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise fault(path, Text(f"cannot be read ({reason})", f"illisible ({reason})")) from None
    if len(content) > LARGEST_FILE:
        raise fault(path, Text("larger than 2 MB", "plus de 2 Mo"))
    if not content.startswith(first_line):
        raise fault(path, Text("not a network of this kind", "pas un réseau de ce type"))
    end = content.find(b"\n", len(first_line), len(first_line) + LONGEST_HEADER)
    header = _header(path, content[len(first_line) : max(end, 0)])
    if header.get("game") != game:
        raise fault(path, Text(f"not a network for {game}", f"pas un réseau pour {game}"))
    return header, content[end + 1 :]


def check_version(path: Path, found: object, wanted: int, what: Text) -> None:
    """Is the network made for what its game shows networks now?"""
    if found != wanted:
        shown = found if type(found) is int and 0 <= found < 1_000 else "?"
        raise fault(
            path,
            Text(f"made for {what.en} {shown}, this is {wanted}", f"fait pour {what.fr} {shown}, ici {wanted}"),
        )


def check_body(path: Path, header: dict[str, Any], body: bytes, n_bytes: int) -> None:
    """Are the numbers all there, and as they were written?"""
    if len(body) != n_bytes:
        raise fault(path, Text("cut off, or too long", "tronqué, ou trop long"))
    if hashlib.sha256(body).hexdigest() != header.get("sha256"):
        raise fault(path, Text("its numbers are damaged", "ses nombres sont abîmés"))


def fault(path: Path, text: Text) -> NetworkError:
    return NetworkError(Text(f"network {path.name}: {text.en}", f"réseau {path.name} : {text.fr}"))


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise fault(path, Text("its header is damaged", "son en-tête est abîmé"))
    return header
