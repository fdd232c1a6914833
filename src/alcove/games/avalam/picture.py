"""Avalam as a picture: towers on a dark board, each with its height."""

from functools import cache

from alcove.boards import flat

from .rules import BOARD, CELLS, State


@cache
def _tower(owner: int, height: int) -> tuple[flat.Piece, ...]:
    return (flat.Piece(owner),) * height


def scene(view: State) -> flat.Scene:
    standing = {
        cell: _tower(int(tower < 0), abs(tower)) for cell, tower in zip(CELLS, view.towers, strict=True) if tower
    }
    return flat.scene(BOARD.ground, standing)
