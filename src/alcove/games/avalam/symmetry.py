"""Avalam's board looks the same after half a turn, colours included (V1, V2)."""

from dataclasses import replace

from alcove.boards.symmetry import Image
from alcove.core.text import Text

from .rules import CELLS, NUMBER, Move, State

SAYS = Text(
    "a position and the same one after half a turn of the board count as one",
    "une position et la même après un demi-tour du plateau n'en font qu'une",
)


def opposite(cell: str) -> str:
    """The cell that half a turn brings to the place of another."""
    return chr(ord("a") + ord("i") - ord(cell[0])) + str(10 - int(cell[1]))


_FROM = tuple(NUMBER[opposite(cell)] for cell in CELLS)


def turned(state: State) -> State:
    return replace(state, towers=tuple(state.towers[number] for number in _FROM))


def turned_move(move: Move) -> Move:
    return Move(opposite(move.origin), opposite(move.target))


def _same(move: Move) -> Move:
    return move


def images(state: State) -> list[Image]:
    return [Image(state.to_text(), _same, _same), Image(turned(state).to_text(), turned_move, turned_move)]
