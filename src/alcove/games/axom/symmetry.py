"""Axom's board looks the same in the mirror that stands on the diagonal between the hearts (X1, X3)."""

from alcove.boards.symmetry import Image, twins
from alcove.core.text import Text

from .rules import CELLS, FILES, NUMBER, RANKS, Move, State

SAYS = Text(
    "a position and its mirror image in the diagonal a1–g7 count as one",
    "une position et son reflet par rapport à la diagonale a1–g7 n'en font qu'une",
)


def reflected(cell: str) -> str:
    """The cell seen in place of another in the mirror."""
    return FILES[RANKS.index(cell[1])] + RANKS[FILES.index(cell[0])]


_FROM = tuple(NUMBER[reflected(cell)] for cell in CELLS)


def mirrored(state: State) -> State:
    """The position in the mirror, without its history."""
    return State(tuple(state.board[number] for number in _FROM), state.side, state.options)


def mirrored_move(move: Move) -> Move:
    return move._replace(origin=reflected(move.origin), target=reflected(move.target))


def images(state: State) -> list[Image]:
    """Without history too: neither the count of X22 nor the past of X20 makes another position."""
    bare = State(state.board, state.side, state.options)
    return twins(bare.to_text(), mirrored(bare).to_text(), mirrored_move)
