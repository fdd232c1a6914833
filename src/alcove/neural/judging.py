"""Small networks that judge positions inside alpha-beta (search/learnt.py), as files and at work.

A file (`files`) is:

    alcove evaluation 1
    {"game": "…", "features": 1, "sha256": "…", "story": {…}}
    whole numbers of 16 bits, little-endian, in the order of search/learnt.py
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.jit import instance_for
from alcove.neural.files import check_body, check_version, find_file, read_file, write_file
from alcove.neural.guided import NetworkError
from alcove.search.deepening import Deepening

FIRST_LINE = b"alcove evaluation 1\n"

Numbers = npt.NDArray[np.int16]


def has_features(name: str) -> bool:
    """Does the game of that name say which features a network sees in a position?"""
    return rooms(name).has("features")


def learnt(name: str) -> Any:
    """The evaluation of a game that a network corrects, without its numbers; a `NetworkError` if it has none."""
    if not has_features(name):
        raise NetworkError(
            Text(f"{name}: no network can judge this game", f"{name} : aucun réseau ne peut juger ce jeu")
        )
    house = rooms(name)
    return instance_for(
        name, "alcove.search.learnt", kernel=house.kernel, evaluation=house.evaluation, features=house.features
    )


def search(name: str, megabytes: int, threads: int = 1, numbers: Numbers | None = None) -> Deepening:
    """Alpha-beta that a network's judgement guides: the network of that game, or the one whose numbers are given."""
    own = numbers_of(name) if numbers is None else numbers
    return Deepening(name, rooms(name).kernel, learnt(name), megabytes, threads, "learnt", own)


def network_file(name: str) -> Path | None:
    """Where the network that judges a game lies, if there is one."""
    return find_file(name, ".eval")


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
    """Write a network."""
    header = {"game": name, "features": learnt(name).features.VERSION, "story": story}
    write_file(path, FIRST_LINE, header, numbers.astype("<i2").tobytes())


def read(path: Path, name: str) -> Numbers:
    """Read a network for a game; a `NetworkError` tells what is wrong with the file."""
    header, body = read_file(path, FIRST_LINE, name)
    check_version(path, header.get("features"), learnt(name).features.VERSION, Text("features", "les traits"))
    check_body(path, header, body, 2 * learnt(name).N_NUMBERS)
    return np.frombuffer(body, "<i2").astype(np.int16)
