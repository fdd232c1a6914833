"""Which positions can exist. One judge for texts that people give us and for positions that play reaches."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from alcove.core.text import Text

from . import words
from .placing import clash, is_locked, site
from .space import (
    BLUE,
    DOWN,
    TABLE_LAYER,
    TURNS,
    WHITE,
    Block,
    Cube,
    Sceptre,
    piece_order,
    toward,
)
from .walking import obstacle_on, restriction

MOST_OF_A_KIND = 3
SCEPTRES_A_SIDE = 2


class Fault(NamedTuple):
    """What is wrong with a position, and with which piece of it."""

    piece: Text
    text: Text


def first_fault(cubes: tuple[Cube, ...], sceptres: tuple[Sceptre, ...]) -> Fault | None:
    """The first fault of a position, in the order a reader would look for it; `None` if the position can exist."""
    return next(_faults(piece_order(cubes), piece_order(sceptres)), None)


def _faults(cubes: tuple[Cube, ...], sceptres: tuple[Sceptre, ...]) -> Iterator[Fault]:
    """Faults one by one; each check relies on what the ones before it made sure of."""
    yield from _equipment_faults(cubes, sceptres)
    block = Block(cubes, sceptres)
    for cube in cubes:
        yield from _cube_faults(block, cube)
    for sceptre in sceptres:
        yield from _sceptre_faults(block, sceptre)
    yield from _sharing_faults(sceptres)


def _fault(piece: Cube | Sceptre, text: Text) -> Fault:
    return Fault(Text(str(piece), str(piece)), text)


def _equipment_faults(cubes: tuple[Cube, ...], sceptres: tuple[Sceptre, ...]) -> Iterator[Fault]:
    """C2, C3: at most 3 singles and 3 doubles a side, exactly 2 sceptres each, and no two pieces in one place."""
    seen: Counter[tuple[int, int]] = Counter()
    cells = set()
    for cube in cubes:
        if cube.domes not in TURNS.get(len(cube.domes), ()):
            yield _fault(cube, words.NOT_A_CUBE)
        seen[cube.colour, len(cube.domes)] += 1
        if seen[cube.colour, len(cube.domes)] > MOST_OF_A_KIND:
            yield _fault(cube, words.too_many_cubes(MOST_OF_A_KIND))
        if cube.cell in cells:
            yield _fault(cube, words.CELL_HOLDS_TWO_CUBES)
        cells.add(cube.cell)
    faces = set()
    for sceptre in sceptres:
        if sceptre.face in faces:
            yield _fault(sceptre, words.FACE_HOLDS_TWO_SCEPTRES)
        faces.add(sceptre.face)
    for colour in (BLUE, WHITE):
        own = [sceptre for sceptre in sceptres if sceptre.colour == colour]
        if len(own) > SCEPTRES_A_SIDE:
            yield _fault(own[SCEPTRES_A_SIDE], words.too_many_sceptres(SCEPTRES_A_SIDE))
        if len(own) < SCEPTRES_A_SIDE:
            yield Fault(words.sceptres_of(colour), words.too_few_sceptres(len(own), SCEPTRES_A_SIDE))


def _cube_faults(block: Block, cube: Cube) -> Iterator[Fault]:
    """C8 to C10: on the table or locked on a cube, no dome on the table or against a dome."""
    if cube.cell[2] < TABLE_LAYER:
        yield _fault(cube, words.BELOW_THE_TABLE)
        return
    place = site(block, cube.cell)
    if not place.is_on_table and toward(cube.cell, DOWN) not in block.cube_at:
        yield _fault(cube, words.IN_THE_AIR)
        return
    against = clash(place, cube.domes)
    if against == DOWN and place.is_on_table:
        yield _fault(cube, words.DOME_ON_TABLE)
    elif against is not None:
        yield _fault(cube, words.dome_meets_dome(block.cube_at[toward(cube.cell, against)]))
    elif not place.is_on_table and not is_locked(place, cube.domes):
        yield _fault(cube, words.not_locked_on(block.cube_at[toward(cube.cell, DOWN)]))


def _sceptre_faults(block: Block, sceptre: Sceptre) -> Iterator[Fault]:
    """C3, C12, C15: a sceptre stands in an open recess with room for its body and its tip."""
    face = sceptre.face
    if face.cell not in block.cube_at:
        yield _fault(sceptre, words.STANDS_ON_NOTHING)
        return
    others = block.without(sceptre)
    obstacle = obstacle_on(others, face)
    if obstacle is not None:
        yield _fault(sceptre, words.SCEPTRE_ON_OBSTACLE[obstacle])
    elif face.direction == DOWN:
        yield _fault(sceptre, words.UNDERSIDE)
    restricted = restriction(others, face)
    if restricted is not None:
        yield _fault(sceptre, words.RESTRICTIONS[restricted])


def _sharing_faults(sceptres: tuple[Sceptre, ...]) -> Iterator[Fault]:
    """C18, C19: one sceptre a cube; a single cube with two is a finished game."""
    carried = Counter(sceptre.face.cell for sceptre in sceptres)
    crowded = [sceptre for sceptre in sceptres if carried[sceptre.face.cell] > 1]
    for sceptre in crowded:
        if carried[sceptre.face.cell] > 2:
            yield _fault(sceptre, words.THREE_ON_ONE_CUBE)
        if sceptre.face.cell != crowded[0].face.cell:
            yield _fault(sceptre, words.TWO_SHARED_CUBES)
