"""A Clobber so small that every line of it can be followed: a row of eight cells."""

from dataclasses import dataclass

from clobber import BLACK, WHITE, Clobber, State as Clobbering

from alcove.boards import flat, pieces
from alcove.boards.layout import Layout
from alcove.core.text import Text

BOARD = Layout(flat.squares(8, 1))


@dataclass(frozen=True, slots=True)
class Options:
    """None."""


class State(Clobbering):
    @classmethod
    def board_for(cls, options: object) -> Layout:
        return BOARD


class Crumbs(pieces.Game):
    name = "crumbs"
    title = "Crumbs"
    summary = Text("Clobber on a row of eight cells.", "Clobber sur une rangée de huit cases.")
    options_type = Options
    state_type = State
    seats, reasons, pieces = Clobber.seats, Clobber.reasons, Clobber.pieces

    def start(self, options: object, board: Layout) -> list[int]:
        return [WHITE if (x + y) % 2 == 0 else BLACK for x, y in board.places]


GAME = Crumbs()
