"""`alcove show GAME [POSITION]`: a position drawn at the terminal, or as a picture."""

from typing import Annotated

import typer

from alcove.core.text import Text

from .. import words
from ..files import output_file
from ..report import show_position
from ..setup import Deal, GameName, OptionList, PositionWords, Seed, Setup
from ..terminal import Terminal

HELP = Text("Draw a position.", "Dessiner une position.")


def command(
    context: typer.Context,
    game: GameName,
    position: PositionWords = None,
    option: OptionList = None,
    seed: Seed = None,
    deal: Deal = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE")] = None,
) -> None:
    terminal = Terminal.of(context)
    setup = Setup.of(game, option, seed, deal, position)
    path = None if svg is None else output_file(svg, f"{setup.game.name}.svg")
    view = setup.view(terminal)
    if path is not None:
        path.write_text(view.svg(), encoding="utf-8")
        terminal.note(words.picture_written(str(path)))
        return
    show_position(terminal, setup.game, view, view.outcome())
    terminal.say(view.to_text(), "faint")
