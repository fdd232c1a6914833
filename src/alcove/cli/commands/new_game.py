"""`alcove new-game NAME`: a package with a small complete game, to be changed into another."""

import keyword
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

import alcove
from alcove.admission import is_name
from alcove.core.errors import AlcoveError
from alcove.core.text import Text

from .. import words
from ..files import output_folder
from ..terminal import Terminal

HELP = Text(
    "Write a package with a small game that plays at once.", "Écrire un paquet avec un petit jeu jouable aussitôt."
)
TEMPLATE = Path(__file__).parents[1] / "template"
_SUFFIX = ".txt"
"""Files of the template that no tool of ours should take for its own have it; what is written does not."""


def command(
    context: typer.Context,
    new_name: Annotated[str, typer.Argument(metavar="NAME")],
    new_folder: Annotated[str | None, typer.Option("--out", metavar="FOLDER")] = None,
) -> None:
    name = checked(new_name)
    folder = Path(new_folder or name).expanduser()
    if folder.exists():
        raise AlcoveError(words.folder_exists(str(folder)))
    write(name, output_folder(folder))
    Terminal.of(context).say(words.game_written(str(folder), name))


def checked(name: str) -> str:
    """The name of a new game, if it is good and free."""
    if not is_name(name) or keyword.iskeyword(name):
        raise AlcoveError(words.bad_game_name(name))
    if name in alcove.games():
        raise AlcoveError(words.name_is_taken(name, alcove.game(name).title))
    if find_spec(name) is not None:
        raise AlcoveError(words.name_is_taken(name, f"import {name}"))
    return name


def write(name: str, folder: Path) -> None:
    """Write the template under another name."""
    title = name.replace("_", " ").title()
    for path in sorted(TEMPLATE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            told = path.read_text(encoding="utf-8")
            for word, meant in (("NewGame", title.replace(" ", "")), ("New Game", title), ("newgame", name)):
                told = told.replace(word, meant)
            written = path.relative_to(TEMPLATE).as_posix().replace("newgame", name).removesuffix(_SUFFIX)
            target = folder / written.replace("github/", ".github/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(told, encoding="utf-8")
