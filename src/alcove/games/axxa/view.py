"""What players may know of an AxxA position (A3), and the states it may be hiding."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from itertools import count

from .rules import HIDDEN, NUMBERS, State, Table, face_down, hide


@dataclass(frozen=True, repr=False)
class View(Table):
    """A position without its secrets: an unseen piece is `?` here, and its number is nowhere in this object.

    `left` counts the pieces of each number on the board, seen or not. That is public: what has left the board was seen.
    """

    left: tuple[int, ...] = field(kw_only=True)

    def on_board(self, number: int) -> int:
        return self.left[number - 1]


def view_of(table: Table) -> View:
    """What every seat may know of a position; all seats know the same."""
    if isinstance(table, View):
        return table
    public = {each.name: getattr(table, each.name) for each in fields(Table)}
    public["piles"] = tuple((cell, hide(pile)) for cell, pile in table.piles)
    return View(**public, left=tuple(table.on_board(number) for number in NUMBERS))


def worlds(view: View, rng: random.Random) -> Iterator[State]:
    """States that `view` may be hiding, without end: each arrangement of the unseen pieces is as likely as any other."""
    unseen = unseen_pieces(view)
    while True:
        rng.shuffle(unseen)
        pieces = iter(unseen)
        yield filled(view, lambda cell, place, pieces=pieces: next(pieces))  # type: ignore[misc]


def unseen_pieces(view: View) -> list[str]:
    """The pieces behind the `?` of a view, as letters, sorted; where each of them lies is not known."""
    seen = "".join(pile for _, pile in view.piles)
    return [
        face_down(str(number)) for number in NUMBERS for _ in range(view.on_board(number) - seen.count(str(number)))
    ]


def filled(view: View, piece: Callable[[str, int], str]) -> State:
    """The state in which every `?` of a view is a piece: `piece` is asked cell by cell for the unseen ones, from the top one, 0."""
    known = {each.name: getattr(view, each.name) for each in fields(Table)}
    piles = tuple((cell, _with_pieces(cell, pile, piece)) for cell, pile in view.piles)
    return State(**known | {"piles": piles})


def _with_pieces(cell: str, pile: str, piece: Callable[[str, int], str]) -> str:
    places = count()
    return "".join(piece(cell, next(places)) if mark == HIDDEN else mark for mark in pile)
