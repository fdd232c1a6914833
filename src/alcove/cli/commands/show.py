"""`alcove show GAME [POSITION]`: a position drawn at the terminal."""

import typer

from alcove.core.text import Text

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
) -> None:
    terminal = Terminal.of(context)
    setup = Setup.of(game, option, seed, deal, position)
    view = setup.view(terminal)
    show_position(terminal, setup.game, view, view.outcome())
    terminal.say(view.to_text(), "faint")
