"""Where compiled code lives.

numba's own cache looks at one file's time stamp and so misses an edit in a function that another file calls. Ours is
a per-user folder named after a hash of *all* sources that get compiled, the versions of Python, numba and llvmlite,
and the CPU: an edit anywhere makes a new folder, so a stale result cannot be found.
"""

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite import binding as llvm
from numba.core import config
from numba.core.caching import _CacheLocator
from platformdirs import user_cache_dir

PACKAGE = Path(__file__).resolve().parents[1]
_FORGET_AFTER_DAYS = 30


_NEVER_COMPILED = {"words.py", "drawing.py", "scene.py", "notation.py"}


def sources() -> Iterator[Path]:
    """Every file whose text can end up in compiled code, or be asked for while compiling it."""
    for room in ("jit", "games", "search"):
        yield from sorted(path for path in (PACKAGE / room).rglob("*.py") if path.name not in _NEVER_COMPILED)


@cache
def fingerprint() -> str:
    """Sixteen hex digits that change whenever compiled code could."""
    digest = hashlib.sha256()
    features = llvm.get_host_cpu_features().flatten()
    for fact in (
        sys.version,
        platform.machine(),
        numba.__version__,
        llvmlite.__version__,
        llvm.get_host_cpu_name(),
        features,
    ):
        digest.update(fact.encode() + b"\0")
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def root() -> Path:
    """The folder of all compiled code; `ALCOVE_CACHE` moves it."""
    return Path(os.environ.get("ALCOVE_CACHE") or user_cache_dir("alcove")) / "compiled"


def folder() -> Path:
    """The folder for exactly these sources on exactly this machine."""
    return root() / fingerprint()


def forget_old() -> None:
    """Remove folders of earlier sources that nobody has used for a month."""
    limit = time.time() - _FORGET_AFTER_DAYS * 86_400
    for old in root().glob("*"):
        if old.is_dir() and old != folder() and old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


class SourceKeyedLocator(_CacheLocator):
    """Tells numba to keep our functions in `folder()`, a subfolder a module, and nobody else's."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._path = folder() / function.__module__
        self._line = str(function.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return fingerprint()

    def get_disambiguator(self) -> str:
        return self._line

    @classmethod
    def from_function(cls, function: Callable[..., Any], source_file: str) -> "SourceKeyedLocator | None":
        return cls(function) if function.__module__.startswith("alcove.") else None


_OTHERS = "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator,ZipCacheLocator"
config.CACHE_LOCATOR_CLASSES = f"{__name__}.SourceKeyedLocator,{_OTHERS}"  # type: ignore[attr-defined]
