"""The door of the room: which game, or which unfinished one, and in which language."""

from pathlib import Path

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.text import LANGUAGES
from alcove.players.levels import levels
from alcove.players.player import Random
from alcove.records import read_record
from alcove.records.record import Record

from . import words
from .files import read_text_file, saves
from .keyboard import Keyboard
from .match import HUMAN
from .terminal import Terminal

NEWEST = 20
"""How many of the saved games are searched for one that is not over."""


def choose_game(terminal: Terminal, keyboard: Keyboard) -> tuple[str | None, str | None]:
    """The game somebody chooses, or else the file of the game to go on with. Leaving raises `EOFError`."""
    names = alcove.games()
    unfinished = latest_unfinished()
    while True:
        show_menu(terminal, unfinished)
        wish = keyboard.ask("> ").lower()
        if wish in map(str, range(1, len(names) + 1)):
            return names[int(wish) - 1], None
        if wish in names:
            return wish, None
        if wish == "r" and unfinished is not None:
            return None, str(unfinished[0])
        if wish == "l":
            terminal.language = LANGUAGES[1 - LANGUAGES.index(terminal.language)]
        elif words.VERBS.get(wish, wish) == "quit":
            raise EOFError
        else:
            terminal.say(words.not_on_the_menu(wish), "warning")


def show_menu(terminal: Terminal, unfinished: tuple[Path, Record] | None) -> None:
    terminal.say()
    terminal.say(words.WELCOME, "title")
    games = [alcove.game(name) for name in alcove.games()]
    width = max(len(game.title) for game in games) + 2
    for number, game in enumerate(games, 1):
        terminal.say_beside(f"  {number}  {game.title:{width}}", game.summary)
    if unfinished is not None:
        record = unfinished[1]
        terminal.say(f"  r  {terminal.tell(words.go_on(record.game, len(record.main.plies)))}")
    terminal.say(f"  l  {terminal.tell(words.OTHER_LANGUAGE)}")
    terminal.say(f"  q  {terminal.tell(words.LEAVE)}")


def ask_opponent(terminal: Terminal, keyboard: Keyboard, game: str) -> str:
    """Who sits across the table: a level by its own number; an empty answer is a person."""
    keys = {"p": HUMAN, "0": Random.name}
    told = {key: words.PLAYERS[name] for key, name in keys.items()}
    for level in levels(game):
        keys[str(level.number)], told[str(level.number)] = f"level{level.number}", words.level(level)
    while True:
        terminal.say(words.AGAINST_WHOM, "title")
        for key, name in told.items():
            terminal.say(f"  {key}  {terminal.tell(name)}")
        wish = keyboard.ask("> ").lower() or "p"
        if wish in keys.values():
            return wish
        if wish in keys:
            return keys[wish]
        terminal.say(words.not_on_the_menu(wish), "warning")


def latest_unfinished() -> tuple[Path, Record] | None:
    for path in saves()[:NEWEST]:
        try:
            record = read_record(read_text_file(str(path)))
        except AlcoveError:
            continue
        if record.result == "*" and record.main.plies:
            return path, record
    return None
