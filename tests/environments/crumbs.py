"""A Clobber so small that every line of it can be followed: three files, two ranks."""

from dataclasses import dataclass

from clobber import BLACK, WHITE, Clobber, State as Clobbering

from alcove.boards import flat
from alcove.boards.layout import Layout
from alcove.core.text import Text

BOARD = Layout(flat.squares(3, 2))


@dataclass(frozen=True, slots=True)
class Options:
    """None."""


class State(Clobbering):
    @classmethod
    def board_for(cls, options: object) -> Layout:
        return BOARD


class Crumbs(Clobber):
    name = "crumbs"
    title = "Crumbs"
    options_type = Options
    state_type = State
    summary = Text("Clobber on six cells.", "Clobber sur six cases.")

    def start(self, options: object, board: Layout) -> list[int]:
        return [WHITE if (x + y) % 2 == 0 else BLACK for x, y in board.places]


GAME = Crumbs()
