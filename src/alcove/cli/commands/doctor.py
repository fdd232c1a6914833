"""`alcove doctor GAME`: what a game has, what it could have, and what is wrong with it."""

import json
from typing import Annotated

import typer

import alcove
from alcove.core import registry
from alcove.core.errors import UnknownGameError
from alcove.core.game import Game
from alcove.core.text import Text

from .. import words
from ..progress import progress_bar
from ..setup import GameName
from ..terminal import Terminal

HELP = Text(
    "Tell what a game has, what it could have, and what is wrong with it.",
    "Dire ce qu'un jeu a, ce qu'il pourrait avoir et ce qui ne va pas.",
)
SOMETHING_WRONG = 1


def command(
    context: typer.Context,
    game: GameName,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
) -> None:
    terminal = Terminal.of(context)
    found = _found(terminal, game, as_json)
    there, missing = _inventory(found)
    from alcove.contract.examination import examine  # numba takes its time

    with progress_bar(found.title) as tell:
        faults = list(examine(found, lambda name, done, total: tell(done, total, name)))
    if as_json:
        told = [{"place": fault.place, "en": fault.text.en, "fr": fault.text.fr} for fault in faults]
        print(json.dumps({"game": found.name, "there": there, "missing": missing, "wrong": told}, ensure_ascii=False))
    else:
        terminal.say(words.examined(found.title, found.name, registry.source(found.name).package), "title")
        terminal.say(words.THERE)
        for part, place in there.items():
            terminal.say_beside(f"  {part:13} {place:24} ", words.BRINGS.get(part, words.LAW))
        if missing:
            terminal.say(words.MISSING)
        for part, place in missing.items():
            terminal.say_beside(f"  {part:13} {place:24} ", words.BRINGS[part])
        terminal.say(words.wrong(len(faults)) if faults else words.NOTHING_WRONG, "title")
        for fault in faults:
            terminal.say_beside(f"  {fault.place}: ", fault.text)
    if faults:
        raise typer.Exit(SOMETHING_WRONG)


def _found(terminal: Terminal, name: str, as_json: bool) -> Game:
    """The game; one that the room had to leave out is told of at once."""
    try:
        return alcove.game(name)
    except UnknownGameError:
        fault = next((each for each in registry.faults() if each.source.name == name), None)
        if fault is None:
            raise
    from alcove.contract.examination import troubles

    faults = troubles(fault)
    if as_json:
        told = [{"place": each.place, "en": each.text.en, "fr": each.text.fr} for each in faults]
        print(json.dumps({"game": name, "there": {}, "missing": {}, "wrong": told}, ensure_ascii=False))
    else:
        terminal.say(words.wrong(len(faults)), "title")
        for each in faults:
            terminal.say_beside(f"  {each.place}: ", each.text)
    raise typer.Exit(SOMETHING_WRONG)


def _inventory(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """What a game has and what it does not have yet, each with its place in the game's folder."""
    from alcove.games.data import data_file
    from alcove.games.rooms import ROOMS, rooms

    house, home = rooms(game.name), registry.folder(game.name)
    there, missing = {"law": home.name}, dict[str, str]()
    for part in words.BRINGS:
        is_room = part in ROOMS
        has = house.has(part) if is_room else data_file(game.name, part).exists()
        place = house.place(part) if is_room else f"{home.name}/{part}"
        (there if has else missing)[part] = place
    return there, missing
