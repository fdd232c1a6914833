"""Files people name, and the folder where unfinished games are kept."""

import os
import sys
import tempfile
from datetime import datetime
from itertools import count
from pathlib import Path

from alcove.core.errors import AlcoveError

from . import words

LARGEST_BYTES = 16_000_000


def read_text_file(name: str) -> str:
    """The text of a file, or of standard input for `-`. Every fault names the file."""
    try:
        if name == "-":
            content = sys.stdin.buffer.read(LARGEST_BYTES + 1)
        else:
            with open(name, "rb") as file:
                content = file.read(LARGEST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise AlcoveError(words.in_place(name, words.no_such_file())) from None
    except IsADirectoryError:
        raise AlcoveError(words.in_place(name, words.is_a_folder())) from None
    except (OSError, ValueError) as error:
        raise AlcoveError(words.in_place(name, words.cannot_be_opened(reason(error)))) from None
    if len(content) > LARGEST_BYTES:
        raise AlcoveError(words.in_place(name, words.too_large(LARGEST_BYTES)))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AlcoveError(words.in_place(name, words.not_text(content.count(b"\n", 0, error.start) + 1))) from None
    if (nul := text.find("\0")) >= 0:
        raise AlcoveError(words.in_place(name, words.not_text(text.count("\n", 0, nul) + 1)))
    return text


def write_text_file(path: Path, text: str) -> None:
    """Write a whole file or nothing: whoever pulls the plug finds the old file or the new one."""
    try:
        if path.parent == saves_folder():
            path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            os.unlink(draft)
            raise
    except (OSError, ValueError) as error:
        raise AlcoveError(words.in_place(str(path), words.cannot_be_written(reason(error)))) from None


def output_file(given: str | Path, name: str = "") -> Path:
    """A file that is to be written later, found to be one that can be: before the work, not after it. Where a folder is given
    and a `name`, the file of that name in it. Folders on the way are made."""
    path = Path(given).expanduser()
    if name and path.is_dir():
        path = path / name
    if path.is_dir():
        raise AlcoveError(words.in_place(str(path), words.is_a_folder()))
    try:
        output_folder(path.parent)
        if path.exists():
            path.open("ab").close()
    except OSError as error:
        raise AlcoveError(words.in_place(str(path), words.cannot_be_written(reason(error)))) from None
    return path


def output_folder(given: str | Path) -> Path:
    """A folder where files are to be written later, made if it is not there; one where nothing can be written is refused."""
    folder = Path(given).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except FileExistsError:
        raise AlcoveError(words.in_place(str(folder), words.is_no_folder())) from None
    except (OSError, ValueError) as error:
        raise AlcoveError(words.in_place(str(folder), words.cannot_be_written(reason(error)))) from None
    return folder


def reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def data_folder() -> Path:
    """The folder for everything a person keeps; ALCOVE_DATA names another one."""
    if chosen := os.environ.get("ALCOVE_DATA"):
        return Path(chosen)
    from platformdirs import user_data_dir

    return Path(user_data_dir("alcove", appauthor=False))


def saves_folder() -> Path:
    """Where games at the terminal are kept after every ply."""
    return data_folder() / "games"


def new_save(game: str) -> Path:
    """A file name that no other game has, in this process or another."""
    stem = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}"
    names = (f"{stem}{f'-{number}' if number else ''}.txt" for number in count())
    return next(path for path in map(saves_folder().joinpath, names) if not path.exists())


def saves() -> list[Path]:
    """All kept games, the latest first."""
    try:
        kept = [path for path in saves_folder().iterdir() if path.suffix == ".txt" and not path.name.startswith(".")]
        return sorted(kept, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []
