"""`alcove play [GAME]`: the game room at the terminal."""

import random
from pathlib import Path
from typing import Annotated

import typer

from alcove.core.errors import AlcoveError
from alcove.core.text import Text
from alcove.players.levels import unknown_level

from .. import words
from ..completion import game_names, level_numbers, opponent_names
from ..keyboard import Keyboard
from ..match import HUMAN, LEVELS, OPPONENTS, Match, seated
from ..menu import ask_opponent, choose_game
from ..progress import compile_once
from ..room import Room, read_match
from ..setup import Deal, OptionList, Seed, Setup, read_seed
from ..terminal import Terminal

OPPONENT_FORMS = f"{HUMAN}|random|{LEVELS[0]}…{LEVELS[-1]}"
HELP = Text("Play a game at the terminal.", "Jouer une partie au terminal.")


def command(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", autocompletion=game_names)] = None,
    opponent: Annotated[
        str | None, typer.Option("--opponent", metavar=OPPONENT_FORMS, autocompletion=opponent_names)
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", metavar=f"1-{len(LEVELS)}", autocompletion=level_numbers)
    ] = None,
    seat: Annotated[str, typer.Option("--seat", metavar="N", show_default=False)] = "1",
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE")] = None,
    option: OptionList = None,
    seed: Seed = None,
    deal: Deal = None,
) -> None:
    terminal, keyboard = Terminal.of(context), Keyboard()
    if level is not None:
        opponent = f"level{read_level(level)}"
    if opponent is not None and opponent not in (HUMAN, *OPPONENTS):
        raise AlcoveError(words.unknown_opponent(opponent, (HUMAN, *OPPONENTS)))
    rng = random.Random(None if seed is None else read_seed(seed))
    try:
        is_from_menu = game is None and resume is None
        if is_from_menu:
            game, resume = choose_game(terminal, keyboard)
        if resume is not None:
            room = Room(terminal, keyboard, rng, read_match(resume), Path(resume))
        else:
            assert game is not None
            setup = Setup.of(game, option, seed, deal).without_idle_seed()
            start = setup.start()
            if is_from_menu and opponent is None and start.seats > 1:
                opponent = ask_opponent(terminal, keyboard, setup.game.name)
            if opponent in LEVELS:
                compile_once(terminal, [setup.game.name])
            players = seated(setup.game, start, opponent or HUMAN, seat)
            room = Room(terminal, keyboard, rng, Match.new(setup.game, start, players))
    except EOFError:
        return
    room.sit_down()


def read_level(given: str) -> int:
    if given not in map(str, range(1, len(LEVELS) + 1)):
        raise AlcoveError(unknown_level(given))
    return int(given)
