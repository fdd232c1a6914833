"""Where compiled code lives.

numba's own cache looks at one file's time stamp and so misses an edit in a function that another file calls. Ours is
a per-user folder for each game, named after a hash of *all* sources that its compiled code is made from, the versions
of Python, numba and llvmlite, and the CPU: an edit anywhere makes a new folder, so a stale result cannot be found.

The sources of a game are its folder; those of a game from a package are all of that package.
"""

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from filelock import FileLock
from llvmlite import binding as llvm
from numba.core import config
from numba.core.caching import IndexDataCacheFile, _CacheLocator
from platformdirs import user_cache_dir

from alcove.core import registry

PACKAGE = Path(__file__).resolve().parents[1]
_FORGET_AFTER_DAYS = 30
_NEVER_COMPILED = {
    "about.py",
    "words.py",
    "drawing.py",
    "scene.py",
    "notation.py",
    "rulebook.py",
    "lessons.py",
    "figures.py",
    "symmetry.py",
    "puzzles.py",
    "chart.py",
    "levels.json",
    "ratings.json",
    "puzzles.json",
    "atlas.json",
    "signature.json",
    "training.json",
}
_MADE_FOR = re.compile(r"alcove\..*\.for_([a-z0-9_]+)$")
"""What `jit.instance_for` calls a module that it has made for a game."""


def sources(game: str) -> Iterator[Path]:
    """Every file whose text can end up in one game's compiled code; no game's name means what all games share."""
    for room in ("jit", "compiled", "boards", "search", "neural/trees"):
        yield from _files(PACKAGE / room)
    yield from sorted(path for path in (PACKAGE / "games").glob("*.py") if "alcove.jit" in path.read_text("utf-8"))
    for offer in registry.offered():
        if offer.name == game:
            for home in _homes(offer):
                yield from _files(home)


def _files(home: Path) -> Iterator[Path]:
    files = (path for path in home.rglob("*") if path.suffix in (".py", ".json")) if home.is_dir() else [home]
    yield from sorted(path for path in files if path.name not in _NEVER_COMPILED)


def _homes(offer: registry.Source) -> list[Path]:
    """Where the sources of a game lie: its folder, or the whole package (or the one file) that brings it."""
    if not offer.package:
        return [PACKAGE / "games" / offer.name]
    spec = importlib.util.find_spec(offer.module.partition(".")[0])
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        return [Path(place) for place in spec.submodule_search_locations]
    return [Path(spec.origin)] if spec.origin else []


@cache
def fingerprint(game: str) -> str:
    """Sixteen hex digits that change whenever a game's compiled code could."""
    digest = hashlib.sha256()
    features = llvm.get_host_cpu_features().flatten()
    for fact in (
        sys.version,
        platform.machine(),
        numba.__version__,
        llvmlite.__version__,
        llvm.get_host_cpu_name(),
        features,
        f"bounds {config.BOUNDSCHECK}",  # type: ignore[attr-defined]  # numba takes unchecked code for checked
    ):
        digest.update(fact.encode() + b"\0")
    for path in sources(game):
        digest.update(_called(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _called(path: Path) -> str:
    """A name for a source that does not depend on where Alcove lies."""
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name


@cache
def game_of(module_name: str) -> str | None:
    """Which game a module belongs to: an empty name for what all games share, `None` for what is none of ours."""
    if match := _MADE_FOR.match(module_name):
        return match[1]
    top = module_name.partition(".")[0]
    for offer in registry.offered():
        inside = f"{module_name}.".startswith(f"{offer.module}.")
        if inside or (offer.package and offer.module.partition(".")[0] == top):
            return offer.name
    return "" if top == "alcove" else None


def root() -> Path:
    """The folder of all compiled code; `ALCOVE_CACHE` moves it."""
    return Path(os.environ.get("ALCOVE_CACHE") or user_cache_dir("alcove")) / "compiled"


def folder(game: str) -> Path:
    """The folder for exactly these sources on exactly this machine."""
    return root() / f"{game or 'shared'}-{fingerprint(game)}"


def forget_old() -> None:
    """Remove folders of earlier sources that nobody has used for a month."""
    limit = time.time() - _FORGET_AFTER_DAYS * 86_400
    for old in root().glob("*"):
        if old.is_dir() and old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


class SourceKeyedLocator(_CacheLocator):
    """Tells numba to keep our functions in their game's folder, a subfolder a module, and nobody else's."""

    def __init__(self, function: Callable[..., Any], game: str) -> None:
        self._game = game
        self._path = folder(self._game) / function.__module__
        self._line = str(function.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return fingerprint(self._game)

    def get_disambiguator(self) -> str:
        return self._line

    @classmethod
    def from_function(cls, function: Callable[..., Any], source_file: str) -> "SourceKeyedLocator | None":
        game = game_of(function.__module__)
        return None if game is None else cls(function, game)


class LockedCacheFile(IndexDataCacheFile):
    """numba's index of one function, with its read-and-write made one step: two processes that compile the same
    function at once must not write each other's code under one name."""

    def save(self, key: object, data: object) -> None:
        Path(self._cache_path).mkdir(parents=True, exist_ok=True)
        with FileLock(f"{self._index_path}.lock"):
            super().save(key, data)  # type: ignore[no-untyped-call]


def lock_cache_of(dispatcher: Any) -> None:
    """Give a compiled function a `LockedCacheFile`."""
    dispatcher._cache._cache_file.__class__ = LockedCacheFile


_OTHERS = "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator,ZipCacheLocator"
config.CACHE_LOCATOR_CLASSES = f"{__name__}.SourceKeyedLocator,{_OTHERS}"  # type: ignore[attr-defined]
