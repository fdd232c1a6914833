"""AxxA as a picture: piles of hexagons as players know them, and how many pieces each holds. A ring is around the tops
that show the number that is needed."""

from msgspec.structs import replace

from alcove.boards import flat

from .board import FILES, LAYOUT, RANKS, START_CELLS
from .rules import HIDDEN, Table, hide


def _ground() -> flat.Ground:
    rows = [line.split() for line in LAYOUT.strip().splitlines()[: len(RANKS)]]
    holes = [file + row[0] for row in rows for file, mark in zip(FILES, row[1:], strict=True) if mark == "."]
    plain = flat.squares(len(FILES), len(RANKS), holes=holes)
    return replace(plain, cells=tuple(replace(cell, tint=int(cell.name in START_CELLS)) for cell in plain.cells))


GROUND = _ground()


def scene(view: Table) -> flat.Scene:
    """The top of a pile comes last, as a picture wants it."""
    standing = {cell: [_piece(piece) for piece in reversed(hide(pieces))] for cell, pieces in view.piles}
    needed = [cell for cell, pieces in view.piles if pieces and pieces[0] == str(view.needed)]
    return flat.scene(GROUND, standing, marks=[flat.Mark(cell, "ring") for cell in needed])


def _piece(piece: str) -> flat.Piece:
    return flat.Piece(0, "hexagon", "" if piece == HIDDEN else piece)
