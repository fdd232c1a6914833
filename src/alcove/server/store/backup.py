"""A copy of a room's database file, whole and checked, even while games are played. To restore, put it in its place."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from ..base.privacy import FILE
from .database import DATABASE


def back_up(folder: Path, target: Path) -> tuple[int, int]:
    """Copy the database of a data folder to a new file; how many tables and events the copy has."""
    source = folder / DATABASE
    if not source.is_file():
        raise AlcoveError(no_such_file(source))
    if target.exists():
        raise AlcoveError(
            Text(
                f"{target}: this file is there already, and backups overwrite nothing",
                f"{target} : ce fichier existe déjà, et une copie n'écrase rien",
            )
        )
    unfinished = target.with_name(target.name + ".part")
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT, FILE))  # before anything is in it
        with closing(sqlite3.connect(source)) as room, closing(sqlite3.connect(unfinished)) as copy:
            room.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, not three
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            counts = [copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "events")]
        os.replace(unfinished, target)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise AlcoveError(
            Text(f"{target}: no copy was made ({error})", f"{target} : aucune copie n'a été faite ({error})")
        ) from None
    return counts[0], counts[1]


def no_such_file(path: Path) -> Text:
    return Text(f"{path}: there is no such file", f"{path} : ce fichier n'existe pas")
