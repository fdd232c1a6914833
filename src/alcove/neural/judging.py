"""Small networks that judge positions inside alpha-beta (search/learnt.py), as files and at work.

A file is one line that says what it is, one line of JSON, and then nothing but numbers:

    alcove evaluation 1
    {"game": "axom", "features": 1, "sha256": "…", "story": {…}}
    whole numbers of 16 bits, little-endian, in the order of search/learnt.py

The length of a good file follows from the game, and nothing in it is executed or unpickled. Networks that come with Alcove
lie in `networks/`; `ALCOVE_NETWORKS` names a folder to look in first.
"""

import hashlib
import json
import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.kernels import kernel
from alcove.jit import instance_for
from alcove.neural.guided import NetworkError
from alcove.neural.inference import SHIPPED
from alcove.search.deepening import Deepening

FIRST_LINE = b"alcove evaluation 1\n"
LARGEST_FILE = 2_000_000
LONGEST_HEADER = 16_384

Numbers = npt.NDArray[np.int16]


def has_features(name: str) -> bool:
    """Does the game of that name say what a network is told about a position?"""
    return find_spec(f"{game(name).__module__}.features") is not None


def learnt(name: str) -> Any:
    """The evaluation of a game that a network corrects, without its numbers; a `NetworkError` if it has none."""
    if not has_features(name):
        raise NetworkError(
            Text(f"{name}: no network can judge this game", f"{name} : aucun réseau ne peut juger ce jeu")
        )
    room = game(name).__module__
    evaluation, features = import_module(f"{room}.evaluation"), import_module(f"{room}.features")
    return instance_for(
        name, "alcove.search.learnt", kernel=kernel(name).module, evaluation=evaluation, features=features
    )


def search(name: str, megabytes: int, threads: int = 1, numbers: Numbers | None = None) -> Deepening:
    """Alpha-beta that a network's judgement guides: the network of that game, or the one whose numbers are given."""
    own = numbers_of(name) if numbers is None else numbers
    return Deepening(name, kernel(name).module, learnt(name), megabytes, threads, "learnt", own)


def network_file(name: str) -> Path | None:
    """Where the network that judges a game lies, if there is one."""
    own = os.environ.get("ALCOVE_NETWORKS")
    for folder in ([Path(own)] if own else []) + [SHIPPED]:
        path = folder / f"{name}.eval"
        if path.exists():
            return path
    return None


def numbers_of(name: str) -> Numbers:
    """The numbers of the network that judges a game; a `NetworkError` if there is none or its file is no good."""
    path = network_file(name)
    if path is None:
        raise NetworkError(Text(f"{name}: there is no network", f"{name} : il n'y a pas de réseau"))
    return _read(path, name)


@cache
def _read(path: Path, name: str) -> Numbers:
    return read(path, name)


def write(path: Path, name: str, numbers: Numbers, story: dict[str, Any]) -> None:
    """Write a network, in one step: a reader never sees half a file."""
    body = numbers.astype("<i2").tobytes()
    header = {
        "game": name,
        "features": learnt(name).features.VERSION,
        "sha256": hashlib.sha256(body).hexdigest(),
        "story": story,
    }
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(FIRST_LINE + json.dumps(header).encode() + b"\n" + body)
    unfinished.replace(path)


def read(path: Path, name: str) -> Numbers:
    """Read a network for a game; a `NetworkError` tells what is wrong with the file."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise _fault(path, Text(f"cannot be read ({reason})", f"illisible ({reason})")) from None
    if len(content) > LARGEST_FILE:
        raise _fault(path, Text("larger than 2 MB", "plus de 2 Mo"))
    if not content.startswith(FIRST_LINE):
        raise _fault(path, Text("not a network of this kind", "pas un réseau de ce type"))
    end = content.find(b"\n", len(FIRST_LINE), len(FIRST_LINE) + LONGEST_HEADER)
    header = _header(path, content[len(FIRST_LINE) : max(end, 0)])
    if header.get("game") != name:
        raise _fault(path, Text(f"not a network for {name}", f"pas un réseau pour {name}"))
    version, wanted = header.get("features"), learnt(name).features.VERSION
    if version != wanted:
        shown = version if type(version) is int else "?"
        raise _fault(
            path, Text(f"made for features {shown}, these are {wanted}", f"fait pour les traits {shown}, ici {wanted}")
        )
    body = content[end + 1 :]
    if len(body) != 2 * learnt(name).N_NUMBERS:
        raise _fault(path, Text("cut off, or too long", "tronqué, ou trop long"))
    if hashlib.sha256(body).hexdigest() != header.get("sha256"):
        raise _fault(path, Text("its numbers are damaged", "ses nombres sont abîmés"))
    return np.frombuffer(body, "<i2").astype(np.int16)


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise _fault(path, Text("its header is damaged", "son en-tête est abîmé"))
    return header


def _fault(path: Path, fault: Text) -> NetworkError:
    return NetworkError(Text(f"network {path.name}: {fault.en}", f"réseau {path.name} : {fault.fr}"))
