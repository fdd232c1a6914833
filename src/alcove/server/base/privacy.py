"""What a room keeps is for the room alone: its folder 0700, its files 0600. On Windows folders see to that by themselves."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OURS = "room.*"
"""How our files in a data folder are called: the database, its log, the key, the lock."""


@contextmanager
def private() -> Iterator[None]:
    """Whatever this process makes from now on is for nobody else."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def tighten(folder: Path) -> None:
    """Close a data folder, and the files in it that an older room left open to all. A folder that is everybody's by nature
    (as /tmp is) is left alone, and so is what belongs to somebody else."""
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER)
    if not _is_ours(folder) or folder.stat().st_mode & stat.S_ISVTX:
        return
    folder.chmod(FOLDER)
    for path in folder.glob(OURS):
        if path.is_file() and not path.is_symlink() and _is_ours(path):
            path.chmod(FILE)


def _is_ours(path: Path) -> bool:
    return not hasattr(os, "geteuid") or path.stat().st_uid == os.geteuid()
