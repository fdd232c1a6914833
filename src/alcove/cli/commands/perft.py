"""`alcove perft GAME DEPTH`: how many lines of play there are, the number that rule bugs cannot hide from."""

from typing import Annotated, Any

import typer

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.game import Game
from alcove.core.text import Text

from .. import words
from ..setup import Deal, GameName, OptionList, Seed, Setup
from ..terminal import Terminal

HELP = Text(
    "Count the lines of play of a depth; the last line is the count.",
    "Compter les suites de coups d'une profondeur ; la dernière ligne est le compte.",
)
DEEPEST = 99


def command(
    context: typer.Context,
    game: GameName,
    depth: Annotated[str, typer.Argument(metavar="DEPTH")],
    from_position: Annotated[str | None, typer.Option("--from", metavar="POSITION")] = None,
    divide: Annotated[bool, typer.Option("--divide", metavar="")] = False,
    rules: Annotated[bool, typer.Option("--rules", metavar="")] = False,
    option: OptionList = None,
    seed: Seed = None,
    deal: Deal = None,
) -> None:
    terminal = Terminal.of(context)
    plies = read_depth(depth)
    setup = Setup.of(game, option, seed, deal, from_position)
    state = setup.state(terminal)
    counter = alcove if rules else _kernel_of(setup.game, terminal)
    if divide and plies:
        counts = counter.divide(state, plies)
        for move in state.legal_moves():
            print(f"{move} {counts[move]}")
        print(sum(counts.values()))
    else:
        print(counter.perft(state, plies))


def _kernel_of(game: Game, terminal: Terminal) -> Any:
    """The compiled kernel, which counts exactly as the library does, or the library itself for a game without one."""
    from alcove.games.kernels import kernel  # numba takes its time; --rules need not wait for it
    from alcove.games.rooms import rooms
    from alcove.jit.cache import folder

    if not rooms(game.name).has("kernel"):
        return alcove
    if not folder(game.name).exists():
        terminal.note(words.compiling(game.title))
    return kernel(game.name)


def read_depth(given: str) -> int:
    if not (given.isascii() and given.isdecimal() and len(given) < 4 and int(given) <= DEEPEST):
        raise AlcoveError(words.not_a_depth(given, DEEPEST))
    return int(given)
