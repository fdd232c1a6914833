"""Axom as a picture: stacks with their heights, the two heads, and the hearts in the corners."""

from msgspec.structs import replace

from alcove.boards import flat

from .rules import CELLS, FILES, HEAD, HEARTS, RANKS, State

_OWNER = {CELLS[heart]: seat for seat, heart in enumerate(HEARTS)}
_PLAIN = flat.diamond(len(FILES), len(RANKS))
GROUND = replace(_PLAIN, cells=tuple(replace(cell, owner=_OWNER.get(cell.name)) for cell in _PLAIN.cells))


def scene(view: State) -> flat.Scene:
    return flat.scene(GROUND, {cell: _pile(piece) for cell, piece in zip(CELLS, view.board, strict=True) if piece})


def _pile(piece: int) -> tuple[flat.Piece, ...]:
    owner, height = int(piece < 0), abs(piece)
    return (flat.Piece(owner, "block", "♛"),) if height == HEAD else (flat.Piece(owner),) * height
