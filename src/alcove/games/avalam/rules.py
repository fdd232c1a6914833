"""Avalam: the law. Towers of at most five pieces, any tower may be moved, only the tops count.

Plain Python in the order of RULES.md; every rule cites its clause. `kernel.py` gives the same answers faster.
"""

from dataclasses import dataclass
from functools import cached_property

from alcove.boards import flat, pieces
from alcove.boards.layout import Layout
from alcove.core.game import Outcome
from alcove.core.text import Refusal, Text

from . import words

# --- Equipment (V1, V2) ---------------------------------------------------------------------------------------------

LAYOUT = """
9  . . # # . . . . .
8  . # # # # . . . .
7  . # # # # # # . .
6  . # # # # # # # #
5  # # # # . # # # #
4  # # # # # # # # .
3  . . # # # # # # .
2  . . . . # # # # .
1  . . . . . # # . .
   a b c d e f g h i
"""
"""V1: 48 cells on a 9×9 grid, with no centre cell."""

TALLEST = 5
PIECES = 48
LIGHT, DARK = 0, 1


def _holes() -> list[str]:
    rows = [line.split() for line in LAYOUT.strip().splitlines()[:9]]
    return [file + row[0] for row in rows for file, mark in zip("abcdefghi", row[1:], strict=True) if mark == "."]


BOARD = Layout(flat.squares(9, 9, holes=_holes()))
CELLS, NUMBER = BOARD.cells, BOARD.number
"""The names of the cells, row 9 to row 1, each row from left to right. A cell's number is its place in this list."""


def neighbours(cell: str) -> tuple[str, ...]:
    """V4: the up to eight cells around a cell, in the order of `CELLS`."""
    return tuple(CELLS[other] for other in BOARD.around[NUMBER[cell]])


Move = pieces.Step
"""V4: the tower on `origin` goes onto the tower on `target`."""

STEPS = tuple((NUMBER[a], NUMBER[b], Move(a, b)) for a in CELLS for b in neighbours(a))
"""All 292 steps between neighbouring cells, as cell numbers and as a move."""

MOVES = tuple(move for _, _, move in STEPS)
_TEXTS = tuple(map(str, MOVES))
NEVER = 2 * TALLEST
"""As high as that counts a cell without a tower, where nothing begins or ends."""


@dataclass(frozen=True, slots=True)
class Options:
    """Avalam has no options."""


# --- A position and its moves (V3 to V7) ----------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class State(pieces.State[Move]):
    """`towers[n]` is the tower on cell number n: +height if Light owns it, −height if Dark does, 0 if there is none.

    V3: a tower belongs to the colour of its top piece; the colours beneath are no part of the position.
    """

    options: Options = Options()

    board = BOARD
    rule_of_board = "V1"
    signs = dict(zip((1, 2, 3, 4, 5, -1, -2, -3, -4, -5), "ABCDEabcde", strict=True))

    @property
    def towers(self) -> tuple[int, ...]:
        return self.pieces

    def legal_moves(self) -> tuple[Move, ...]:
        return self._moves

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple([MOVES[step] for step in self.steps])

    @cached_property
    def steps(self) -> list[int]:
        """V4, V5: any tower onto any neighbouring tower, if the sum does not exceed five; as numbers of `STEPS`."""
        heights = [abs(tower) or NEVER for tower in self.towers]
        return [step for step, (a, b, _) in enumerate(STEPS) if heights[a] + heights[b] <= TALLEST]

    @cached_property
    def moves_by_text(self) -> dict[str, Move]:
        return {_TEXTS[step]: MOVES[step] for step in self.steps}

    def play_unchecked(self, move: Move) -> "State":
        """V6: the moved tower lies on top, so its owner owns the sum."""
        origin, target = NUMBER[move.origin], NUMBER[move.target]
        towers = list(self.towers)
        moved, height = towers[origin], abs(towers[origin]) + abs(towers[target])
        towers[target] = height if moved > 0 else -height
        towers[origin] = 0
        return State(tuple(towers), 1 - self.side, self.options)

    def refusal(self, move: Move) -> Refusal | None:
        """The first clause that forbids `move`, or `None`."""
        origin, target = self.towers[NUMBER[move.origin]], self.towers[NUMBER[move.target]]
        if self.outcome() is not None:
            return words.game_is_over()
        if not origin:
            return words.no_tower_to_move(move.origin)
        if abs(origin) == TALLEST:
            return words.five_never_moves(move.origin)
        if move.target not in neighbours(move.origin):
            return words.not_a_neighbour(move.origin, move.target)
        if not target:
            return words.never_onto_an_empty_cell(move.target)
        if abs(origin) + abs(target) > TALLEST:
            return words.more_than_five(abs(origin), abs(target))
        return None

    # --- End (V8 to V10) --------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """V8: over when no move is left. V9: most towers wins; V10: then most fives; then it is a draw."""
        if self.legal_moves():
            return None
        scores = (self.points(LIGHT), self.points(DARK))
        fives = (self.towers.count(TALLEST), self.towers.count(-TALLEST))
        if scores[LIGHT] != scores[DARK]:
            return Outcome(LIGHT if scores[LIGHT] > scores[DARK] else DARK, scores, "towers")
        if fives[LIGHT] != fives[DARK]:
            return Outcome(LIGHT if fives[LIGHT] > fives[DARK] else DARK, scores, "fives")
        return Outcome(None, scores, "equal")

    def points(self, seat: int) -> int:
        """V9: one point for each tower a seat owns, whatever its height."""
        return sum(1 for tower in self.towers if (tower > 0 if seat == LIGHT else tower < 0))

    # --- Text -------------------------------------------------------------------------------------------------------

    def fault(self) -> Text | None:
        found = sum(map(abs, self.towers))
        return words.too_many_pieces(found, PIECES) if found > PIECES else None

    def how_to_write(self) -> Text:
        return words.HOW_TO_WRITE


START = tuple(1 if (ord(cell[0]) + int(cell[1]) - ord("c") - 9) % 2 == 0 else -1 for cell in CELLS)
"""V2: one piece on every cell, orthogonal neighbours of different colours; c9 is Light, and Light moves first."""
