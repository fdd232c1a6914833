"""Where a cube may stand, and how it may be turned there (C6 to C11)."""

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from .space import (
    DIRECTIONS,
    DOWN,
    TABLE_LAYER,
    TURNS,
    UP,
    Block,
    Cell,
    Cube,
    Direction,
    cell_order,
    neighbours,
    toward,
)

Hindrance = Literal["table", "cube", "support", "body", "tip"]
"""What keeps every cube out of a cell."""


def is_free(block: Block, cube: Cube) -> bool:
    """C6: nothing stands on the cube: no cube on top, no sceptre of any colour on any face."""
    return toward(cube.cell, UP) not in block.cube_at and not block.sceptres_of_cube(cube.cell)


def hindrance(block: Block, cell: Cell) -> Hindrance | None:
    """Why no cube can stand in a cell, whichever way it is turned; `None` where one might. The cube is in the hand."""
    if cell[2] < TABLE_LAYER:
        return "table"
    if cell in block.cube_at:
        return "cube"
    if cell[2] > TABLE_LAYER and toward(cell, DOWN) not in block.cube_at:
        return "support"  # C8: no overhangs
    if cell in block.bodies:
        return "body"  # C11
    if cell in block.tips:
        return "tip"  # C11
    return None


class Site(NamedTuple):
    """What a cube in some cell meets: from where domes reach in, where recesses are offered, and whether the table is
    below."""

    domes: tuple[Direction, ...]
    recesses: tuple[Direction, ...]
    is_on_table: bool


def site(block: Block, cell: Cell) -> Site:
    """What a cube in `cell` meets on its six sides."""
    domes: list[Direction] = []
    recesses: list[Direction] = []
    cube_at = block.cube_at
    for direction, beside, back in neighbours(cell):
        neighbour = cube_at.get(beside)
        if neighbour is not None:
            (domes if back in neighbour.domes else recesses).append(direction)
    return Site(tuple(domes), tuple(recesses), cell[2] == TABLE_LAYER)


def clash(place: Site, domes: tuple[Direction, ...]) -> Direction | None:
    """The dome that cannot be: against the table (C9) or against another dome (C10)."""
    for dome in domes:
        if dome in place.domes or (dome == DOWN and place.is_on_table):
            return dome
    return None


def is_locked(place: Site, domes: tuple[Direction, ...]) -> bool:
    """C9: on a cube, does a dome lie in a recess between the two? On the table, is there a lock with any neighbour?

    Only asked where nothing clashes, so a neighbour's dome always finds a recess.
    """
    if place.is_on_table:
        return bool(place.domes) or any(dome in place.recesses for dome in domes)
    return DOWN in place.domes or DOWN in domes


def fits(place: Site, domes: tuple[Direction, ...]) -> bool:
    """C9, C10: may a cube with these domes be set down here?"""
    return clash(place, domes) is None and is_locked(place, domes)


@cache
def fitting_turns(place: Site, domes: int) -> tuple[tuple[Direction, ...], ...]:
    """C9, C10: the ways to turn a cube with this many domes so that it may be set down here."""
    return tuple(turned for turned in TURNS[domes] if fits(place, turned))


def open_cells(block: Block) -> Iterator[Cell]:
    """C8, C11: the cells a cube in the hand might go to, by z, y, x: tops of cubes, and the table beside cubes."""
    cells = {toward(cell, UP) for cell in block.cube_at}
    for cell in block.cube_at:
        if cell[2] == TABLE_LAYER:
            cells.update(toward(cell, direction) for direction in DIRECTIONS[:4])
    return (cell for cell in sorted(cells, key=cell_order) if hindrance(block, cell) is None)
