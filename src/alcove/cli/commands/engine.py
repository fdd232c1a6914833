"""`alcove engine GAME`: the engine for other programs, over standard input and output."""

import sys
from collections.abc import Iterator

import alcove
from alcove.core.text import Text

from ..setup import GameName

HELP = Text(
    "Run the engine for another program, which speaks UGI (Universal Game Interface).",
    "Lancer le moteur pour un autre programme, qui parle UGI (Universal Game Interface).",
)


def command(game: GameName) -> None:
    alcove.game(game)  # a wrong name is reported before anything is loaded
    from alcove.players.ugi import LONGEST_LINE, Session

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def lines() -> Iterator[str]:
        while line := sys.stdin.buffer.readline(LONGEST_LINE + 2):
            yield line.decode("utf-8", "replace")

    Session(game, write, alcove.__version__).run(lines())
