"""New Game: put stones, never beside one of your own; whoever cannot, loses. (A small complete game to change into yours.)"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from alcove.boards import flat, pieces
from alcove.boards.layout import Layout
from alcove.boards.pieces import Put, remembered
from alcove.core.about import About, Colours, Palette
from alcove.core.game import Outcome
from alcove.core.options import choice
from alcove.core.text import Refusal, Text

# --- Equipment --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may choose; the default comes first. Each names its clause in your rules."""

    size: Literal["5", "7"] = choice(
        "1",
        "5",
        en="how many cells the board has along each side",
        fr="le nombre de cases de chaque côté du plateau",
        labels={"5": Text("5 × 5", "5 × 5"), "7": Text("7 × 7", "7 × 7")},
    )


@cache
def board(size: str) -> Layout:
    """Squares here; `flat.hexagon(4)` or `flat.rhombus(7, 7)` would be hexagons."""
    return Layout(flat.squares(int(size), int(size)))


# --- The law ----------------------------------------------------------------------------------------------------------


class State(pieces.State[Put]):
    """`pieces[n]` is what stands on cell number n: 1 is the first player's, −1 the second's, 0 is nothing."""

    move_type = Put
    signs = {1: "X", -1: "O"}
    rule_of_turn = "2"

    @classmethod
    def board_for(cls, options: Options) -> Layout:
        return board(options.size)

    @remembered
    def legal_moves(self) -> tuple[Put, ...]:
        """Any empty cell that is not beside an own stone."""
        return tuple(Put(cell) for number, cell in enumerate(self.layout.cells) if self._is_free(number))

    def _is_free(self, number: int) -> bool:
        return self.pieces[number] == 0 and all(self.pieces[near] != self.sign for near in self.layout.near[number])

    def play_unchecked(self, move: Put) -> "State":
        return self.after({move.cell: self.sign})

    @remembered
    def outcome(self) -> Outcome | None:
        """Whoever cannot put a stone has lost."""
        if self.legal_moves():
            return None
        return Outcome(1 - self.side, (0, 1) if self.side == 0 else (1, 0), "stuck")

    def forbids(self, move: Put) -> Refusal | None:
        """Why a move is not legal, for people; the first reason that holds."""
        if self.at(move.cell):
            return Refusal("2", Text(f"{move.cell} is taken", f"{move.cell} est occupée"))
        return Refusal("2", Text(f"{move.cell} is beside one of your stones", f"{move.cell} touche un de vos pions"))


# --- The game ---------------------------------------------------------------------------------------------------------


class NewGame(pieces.Game):
    name = "newgame"
    title = "New Game"
    summary = Text(
        "Put a stone on every turn, never beside one of your own. Whoever cannot loses.",
        "À chaque tour, posez un pion, jamais à côté d'un des vôtres. Qui ne peut plus a perdu.",
    )
    about = About(
        tagline=Text("Keep your distance.", "Gardez vos distances."),
        minutes=(3, 10),
        colours=Colours(
            Palette(first="#f6f0e0", second="#3a3634", ground="#c2a878"),
            Palette(first="#ece4d0", second="#2b2826", ground="#9c8a68"),
        ),
    )
    options_type = Options
    state_type = State
    seats = (Text("White", "Blancs"), Text("Black", "Noirs"))
    reasons = {"stuck": Text("no cell left to put a stone on", "plus aucune case où poser un pion")}
    pieces = {
        1: flat.Piece(0, "stone", name=Text("white stone", "pion blanc")),
        -1: flat.Piece(1, "stone", name=Text("black stone", "pion noir")),
    }
    symmetric_under = ("all",)

    def start(self, options: Options, board: Layout) -> list[int]:
        """An empty board."""
        return [0] * len(board)


GAME = NewGame()
