"""Files that people give us: are they records or positions, and of which game is a position?"""

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.game import Game

from . import words

_MARKS = "/:("


def is_record(text: str) -> bool:
    """Records open with a tag, positions never do."""
    return text.lstrip().startswith("[")


def position_rows(text: str) -> list[tuple[int, str]]:
    """The positions of a file with the numbers of their lines: one a line, and # begins a comment."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    return [(number, line) for number, line in lines if line and not line.startswith("#")]


def named_game(row: str) -> tuple[Game | None, str]:
    """The game that a row names before its position, if it does, and the position."""
    first, _, rest = row.partition(" ")
    name = first.rstrip(":")
    return (alcove.game(name), rest.strip()) if name in alcove.games() else (None, row)


def likely_game(position: str) -> Game:
    """The game whose starting text is punctuated most alike: rows, piles and cells give it away."""
    if not any(mark in position for mark in _MARKS):
        raise AlcoveError(words.no_position(position))

    def distance(game: Game) -> int:
        start = game.initial().to_text()
        return sum(abs(position.count(mark) - start.count(mark)) for mark in _MARKS)

    return min(map(alcove.game, alcove.games()), key=distance)
