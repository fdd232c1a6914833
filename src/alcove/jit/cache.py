"""Where compiled code lives.

numba's own cache looks at one file's time stamp and so misses an edit in a function that another file calls. Ours is
a per-user folder for each game, named after a hash of *all* sources that its compiled code is made from, the versions
of Python, numba and llvmlite, and the CPU: an edit anywhere makes a new folder, so a stale result cannot be found.
"""

import hashlib
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

PACKAGE = Path(__file__).resolve().parents[1]
_FORGET_AFTER_DAYS = 30
_NEVER_COMPILED = {
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
}
_GAME_OF_MODULE = re.compile(r".*\.for_([a-z_]+)$|alcove\.games\.(?!compiled\.)([a-z_]+)\.")


def sources(game: str) -> Iterator[Path]:
    """Every file whose text can end up in one game's compiled code; no game's name means what all games share."""
    for room in ("jit", "games/compiled", "search", "neural/trees", *([f"games/{game}"] if game else [])):
        files = (path for path in (PACKAGE / room).rglob("*") if path.suffix in (".py", ".json"))
        yield from sorted(path for path in files if path.name not in _NEVER_COMPILED)


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
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def game_of(module_name: str) -> str:
    """Which game a module belongs to; an empty name for what all games share."""
    match = _GAME_OF_MODULE.match(module_name)
    return (match[1] or match[2]) if match else ""


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

    def __init__(self, function: Callable[..., Any]) -> None:
        self._game = game_of(function.__module__)
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
        return cls(function) if function.__module__.startswith("alcove.") else None


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
