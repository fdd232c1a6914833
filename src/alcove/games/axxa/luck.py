"""AxxA's luck, one piece at a time: which numbers an unseen piece may show, and what is known once it has shown one.

No piece that lies unseen has a number here. Each gets one when it comes up, any of those left as likely as there are pieces of
it: for whoever sees no more than a view, that is the same as a deal shuffled beforehand (docs/decisions/0082).
"""

from collections import Counter
from collections.abc import Sequence

from .board import START_CELLS
from .rules import NUMBERS, OF_EACH, PIECES, TALLEST, Move, Options, Slide, State, face_down, initial
from .view import View, filled, unseen_pieces, view_of

OUTCOMES = len(NUMBERS)
"""How many things luck can show at a time: outcome n is a piece of the number n + 1."""

MOST = PIECES
"""How often luck can have a say in one game: every piece comes up once."""


def deal(options: Options, shown: Sequence[int]) -> tuple[int, ...] | View:
    """A2: the tops of the piles come up cell by cell. How likely each outcome is after those `shown`, or the view of the start
    once all tops lie there."""
    if len(shown) < len(START_CELLS):
        return tuple(OF_EACH - shown.count(outcome) for outcome in range(OUTCOMES))
    left = [str(number) for number in NUMBERS for _ in range(OF_EACH - shown.count(number - 1))]
    below = [left[i : i + TALLEST - 1] for i in range(0, len(left), TALLEST - 1)]
    pieces = [f"{outcome + 1}{''.join(pile)}" for outcome, pile in zip(shown, below, strict=True)]
    return view_of(initial("".join(pieces), options))


def turn(view: View, move: Move, shown: Sequence[int]) -> tuple[int, ...] | View:
    """What a legal move turns up: how likely each outcome of the next piece is after those `shown`, or the view after the move
    once it turns up no more."""
    unseen = Counter(unseen_pieces(view))
    known: dict[tuple[str, int], str] = {}
    """The pieces that have come up, by the cell of their pile and their place among its unseen ones."""
    while True:
        after = _world(view, known, unseen).play_unchecked(move)
        if len(after.uncovered) == len(known):
            return view_of(after)
        if len(known) == len(shown):
            return tuple(unseen[face_down(str(number))] for number in NUMBERS)
        cell = _origin(move, after.uncovered[len(known)].partition(":")[0])
        piece = face_down(str(shown[len(known)] + 1))
        known[cell, sum(other == cell for other, _ in known)] = piece
        unseen[piece] -= 1


def _origin(move: Move, cell: str) -> str:
    """Where the pile that stands on a cell after a move stood before it."""
    return move.origin if isinstance(move, Slide) and cell == move.target else cell


def _world(view: View, known: dict[tuple[str, int], str], unseen: Counter[str]) -> State:
    """One of the states that a view may hide in which some unseen pieces are known. What the others are makes no difference to
    where the next one comes up."""
    rest = unseen.elements()
    return filled(view, lambda cell, place: known.get((cell, place)) or next(rest))
