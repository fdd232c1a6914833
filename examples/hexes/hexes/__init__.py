"""Hex (Piet Hein, 1942; John Nash, 1948): put stones on a rhombus of hexagons; whoever joins two opposite sides wins."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from msgspec.structs import replace

from alcove.boards import flat, pieces
from alcove.boards.layout import Layout
from alcove.boards.pieces import Put, remembered
from alcove.core.about import About, Colours, Palette
from alcove.core.game import Outcome
from alcove.core.options import choice
from alcove.core.text import Refusal, Text

WHITE, BLACK = 1, -1
SIDES = (Text("White’s side", "bord des Blancs"), Text("Black’s side", "bord des Noirs"))


@dataclass(frozen=True, slots=True)
class Options:
    size: Literal["7", "5", "9", "11"] = choice(
        "1",
        "7",
        en="how many cells each side has",
        fr="le nombre de cases de chaque côté",
        labels={size: Text(f"{size} × {size}", f"{size} × {size}") for size in ("7", "5", "9", "11")},
    )


@cache
def board(size: int) -> Layout:
    """The rows at the bottom and at the top are White's sides, the files at the left and at the right Black's."""
    ground = flat.rhombus(size, size)
    cells = []
    for cell in ground.cells:
        is_edge = cell.name[1:] in ("1", str(size)), cell.name[0] in ("a", chr(ord("a") + size - 1))
        if sum(is_edge) == 1:  # a corner is everybody's
            seat = is_edge.index(True)
            cell = replace(cell, owner=seat, says=SIDES[seat])
        cells.append(cell)
    return Layout(replace(ground, cells=tuple(cells)))


@cache
def sides(size: int, seat: int) -> tuple[frozenset[int], frozenset[int]]:
    """The cells of a seat's two sides."""
    ends = ("1", str(size)) if seat == 0 else ("a", chr(ord("a") + size - 1))
    parts = [cell[1:] if seat == 0 else cell[0] for cell in board(size).cells]
    first, last = (frozenset(number for number, part in enumerate(parts) if part == end) for end in ends)
    return first, last


class State(pieces.State[Put]):
    move_type = Put
    rule_of_turn = "2"

    @classmethod
    def board_for(cls, options: Options) -> Layout:
        return board(int(options.size))

    @remembered
    def legal_moves(self) -> tuple[Put, ...]:
        """2: any empty cell, until somebody has won."""
        if self.outcome() is not None:
            return ()
        return tuple(Put(cell) for cell, piece in zip(self.layout.cells, self.pieces, strict=True) if not piece)

    def play_unchecked(self, move: Put) -> "State":
        return self.after({move.cell: self.sign})

    @remembered
    def outcome(self) -> Outcome | None:
        """3: whoever joins the own two sides with a chain of stones wins. Only the last move can have done it."""
        winner = 1 - self.side
        if not self._joins(winner):
            return None
        return Outcome(winner, (1, 0) if winner == 0 else (0, 1), "joined")

    def _joins(self, seat: int) -> bool:
        own, (first, last) = (WHITE, BLACK)[seat], sides(int(self.options.size), seat)
        reached = [number for number in first if self.pieces[number] == own]
        if not any(self.pieces[number] == own for number in last):
            return False
        seen = set(reached)
        while reached:
            number = reached.pop()
            if number in last:
                return True
            fresh = [near for near in self.layout.near[number] if self.pieces[near] == own and near not in seen]
            seen.update(fresh)
            reached += fresh
        return False

    def forbids(self, move: Put) -> Refusal | None:
        return Refusal("2", Text(f"{move.cell} is taken", f"{move.cell} est occupée"))


class Hexes(pieces.Game):
    name = "hexes"
    title = "Hex"
    summary = Text(
        "Put stones on hexagons and join your two sides with a chain. There is always a winner.",
        "Posez des pions sur des hexagones et reliez vos deux bords par une chaîne. Il y a toujours un gagnant.",
    )
    about = About(
        tagline=Text("Join your sides.", "Reliez vos bords."),
        minutes=(5, 20),
        sounds="stone",
        article="le",
        colours=Colours(
            Palette(first="#f6f0e0", second="#3a3634", ground="#a9b58f"),
            Palette(first="#ece4d0", second="#2b2826", ground="#7f8a68"),
        ),
    )
    options_type = Options
    state_type = State
    seats = (Text("White", "Blancs"), Text("Black", "Noirs"))
    reasons = {"joined": Text("both sides are joined", "les deux bords sont reliés")}
    pieces = {
        WHITE: flat.Piece(0, "hexagon", name=Text("white stone", "pion blanc")),
        BLACK: flat.Piece(1, "hexagon", name=Text("black stone", "pion noir")),
    }
    symmetric_under = ("turn 180",)

    def start(self, options: Options, board: Layout) -> list[int]:
        return [0] * len(board)


GAME = Hexes()
