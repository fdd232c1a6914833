"""Avalam's board looks the same after half a turn, colours included (V1, V2)."""

from dataclasses import replace

from alcove.boards.symmetry import Image, twins
from alcove.core.text import Text

from .rules import BOARD, CELLS, NUMBER, Move, State

SAYS = Text(
    "a position and the same one after half a turn of the board count as one",
    "une position et la même après un demi-tour du plateau n'en font qu'une",
)


_OPPOSITE = BOARD.symmetries["turn 180"]


def turned(state: State) -> State:
    return replace(state, pieces=tuple(state.towers[number] for number in _OPPOSITE))


def turned_move(move: Move) -> Move:
    return Move(*(CELLS[_OPPOSITE[NUMBER[cell]]] for cell in move))


def images(state: State) -> list[Image]:
    return twins(state.to_text(), turned(state).to_text(), turned_move)
