"""`alcove warm`: compile all games once, so that nobody waits later."""

import time
from typing import Annotated

import typer

from alcove.core.text import Text

from .. import words
from ..progress import compile_once
from ..terminal import Terminal

HELP = Text(
    "Compile all games and their engines once; later it has nothing to do.",
    "Compiler tous les jeux et leurs moteurs une fois pour toutes.",
)


def command(context: typer.Context, quiet: Annotated[bool, typer.Option("--quiet", metavar="")] = False) -> None:
    terminal, started = Terminal.of(context), time.monotonic()
    steps = compile_once(terminal)
    if steps or not quiet:
        terminal.note(words.compiled(steps, time.monotonic() - started))
