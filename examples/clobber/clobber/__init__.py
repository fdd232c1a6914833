"""Clobber (Michael Albert, J. P. Grossman and Richard Nowakowski, 2001): take a neighbour; whoever cannot, loses."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from alcove.boards import flat, pieces
from alcove.boards.layout import Layout
from alcove.boards.pieces import Step, remembered
from alcove.core.about import About, Colours, Palette
from alcove.core.game import Outcome
from alcove.core.options import choice
from alcove.core.text import Refusal, Text

WHITE, BLACK = 1, -1
SIZES = ("6x5", "5x4", "8x8", "10x10")


@dataclass(frozen=True, slots=True)
class Options:
    size: Literal["6x5", "5x4", "8x8", "10x10"] = choice(
        "C1",
        "6x5",
        en="how many files and ranks the board has",
        fr="le nombre de colonnes et de rangées du plateau",
        labels={size: Text(size.replace("x", " × "), size.replace("x", " × ")) for size in SIZES},
    )


@cache
def board(size: str) -> Layout:
    files, ranks = map(int, size.split("x"))
    return Layout(flat.squares(files, ranks, chequered=True))


# --- The law ----------------------------------------------------------------------------------------------------------


class State(pieces.State[Step]):
    rule_of_turn = "C2"

    @classmethod
    def board_for(cls, options: Options) -> Layout:
        return board(options.size)

    @remembered
    def legal_moves(self) -> tuple[Step, ...]:
        """C3: an own stone takes a neighbour of the other colour, across a side."""
        cells, near = self.layout.cells, self.layout.near
        return tuple(
            Step(cells[origin], cells[target])
            for origin, piece in enumerate(self.pieces)
            if piece == self.sign
            for target in near[origin]
            if self.pieces[target] == -self.sign
        )

    def play_unchecked(self, move: Step) -> "State":
        """C3: the stone that takes stands where the taken one stood."""
        return self.after({move.origin: 0, move.target: self.sign})

    @remembered
    def outcome(self) -> Outcome | None:
        """C4: whoever cannot move has lost."""
        if self.legal_moves():
            return None
        return Outcome(1 - self.side, (0, 1) if self.side == 0 else (1, 0), "stuck")

    def forbids(self, move: Step) -> Refusal | None:
        origin, target, number = move.origin, move.target, self.layout.number
        if number[target] not in self.layout.near[number[origin]]:
            return Refusal("C3", Text(f"{target} is not beside {origin}", f"{target} n'est pas à côté de {origin}"))
        if self.at(target) == 0:
            return Refusal(
                "C3",
                Text(
                    f"{target} is empty: a stone only moves by taking", f"{target} est vide : on ne bouge qu'en prenant"
                ),
            )
        return Refusal("C3", Text(f"the stone on {target} is yours", f"le pion en {target} est à vous"))


# --- The game ---------------------------------------------------------------------------------------------------------


class Clobber(pieces.Game):
    name = "clobber"
    title = "Clobber"
    summary = Text(
        "Take a neighbouring stone with every move. Whoever cannot take any more loses.",
        "À chaque coup, prenez un pion voisin. Qui ne peut plus prendre a perdu.",
    )
    about = About(
        tagline=Text("Take your neighbour.", "Prenez votre voisin."),
        minutes=(5, 15),
        sounds="stone",
        colours=Colours(
            Palette(first="#f6f0e0", second="#3a3634", ground="#c2a878"),
            Palette(first="#ece4d0", second="#2b2826", ground="#9c8a68"),
        ),
    )
    options_type = Options
    state_type = State
    seats = (Text("White", "Blancs"), Text("Black", "Noirs"))
    reasons = {"stuck": Text("no stone left to take", "plus aucun pion à prendre")}
    pieces = {
        WHITE: flat.Piece(0, "stone", name=Text("white stone", "pion blanc")),
        BLACK: flat.Piece(1, "stone", name=Text("black stone", "pion noir")),
    }
    symmetric_under = ("all",)

    def start(self, options: Options, board: Layout) -> list[int]:
        """C1: a stone on every cell, neighbours of different colours, White in the lower left corner."""
        return [WHITE if (x + y) % 2 == 0 else BLACK for x, y in board.places]


GAME = Clobber()
