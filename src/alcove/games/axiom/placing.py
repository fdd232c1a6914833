"""Where a cube may stand, and how it may be turned there (C6 to C11)."""

from functools import lru_cache
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


# --- All places at once ---------------------------------------------------------------------------------------------
# A position has a hundred moves of cubes, and a room asks for those of hundreds of positions a second. What a cube meets
# in a cell fits into a few bits, and by them the ways to turn it are remembered.

Meeting = int
"""A `Site` in bits: from where domes reach in, where recesses are offered (six each, as in `DIRECTIONS`), and the table."""

_RECESSES = len(DIRECTIONS)
_ON_TABLE = 1 << 2 * _RECESSES
_BELOW = 1 << DIRECTIONS.index(DOWN) | 1 << DIRECTIONS.index(DOWN) + _RECESSES


@lru_cache(4096)
def sides(cube: Cube) -> dict[Cell, Meeting]:
    """The six cells around a cube, and what is met of it there. Nobody may change it."""
    return {
        beside: 1 << DIRECTIONS.index(back) + (0 if direction in cube.domes else _RECESSES)
        for direction, beside, back in neighbours(cube.cell)
    }


def open_places(block: Block) -> list[tuple[Cell, Meeting]]:
    """C8, C11: the cells a cube in the hand might go to, by z, y, x, and what it would meet there: tops of cubes, and the
    table beside cubes."""
    met: dict[Cell, Meeting] = {}
    for cube in block.cube_at.values():
        for cell, meeting in sides(cube).items():
            met[cell] = met.get(cell, 0) | meeting
    places = []
    for cell in sorted(met.keys() - block.cube_at.keys() - block.bodies - block.tips, key=cell_order):
        meeting = met[cell]
        if cell[2] == TABLE_LAYER:
            places.append((cell, meeting | _ON_TABLE))
        elif cell[2] > TABLE_LAYER and meeting & _BELOW:
            places.append((cell, meeting))
    return places


Turns = tuple[tuple[Direction, ...], ...]


class _Fitting(dict[Meeting, Turns]):
    """C9, C10: the ways to turn a cube with so many domes so that it may be set down where it meets that."""

    def __init__(self, domes: int) -> None:
        self._turns = TURNS[domes]

    def __missing__(self, meeting: Meeting) -> Turns:
        here = Site(_directions(meeting), _directions(meeting >> _RECESSES), bool(meeting & _ON_TABLE))
        self[meeting] = tuple(turned for turned in self._turns if fits(here, turned))
        return self[meeting]


_FITTING = {domes: _Fitting(domes) for domes in TURNS}


def _directions(bits: int) -> tuple[Direction, ...]:
    return tuple(direction for number, direction in enumerate(DIRECTIONS) if bits >> number & 1)


Carry = tuple[Cell, Cell, Turns]
"""The moves of one cube from cell to cell: all the ways in which it may be turned there."""


def carries(block: Block, colour: int) -> list[Carry]:
    """C6 to C11: every free cube of a side into every other cell, turned in every way that fits there."""
    found, places = [], open_places(block)
    for cube in block.cube_at.values():
        if cube.colour == colour and is_free(block, cube):
            origin, own, above = cube.cell, sides(cube), toward(cube.cell, UP)
            fitting = _FITTING[len(cube.domes)]
            for cell, meeting in places:
                if cell in own:
                    if cell == above:
                        continue  # there is nothing to stand on while the cube is in the hand
                    meeting &= ~own[cell]
                if turns := fitting[meeting]:
                    found.append((origin, cell, turns))
    return found
