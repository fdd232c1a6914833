"""Axiom's table is a square without a place of its own: turning it, mirroring it and shifting the block change nothing."""

from functools import partial

from alcove.boards.symmetry import Image
from alcove.core.text import Text

from .rules import State
from .space import STEP, Cell, Cube, CubeMove, Direction, Face, Move, Sceptre, dome_order, piece_order

SAYS = Text(
    "positions that differ by turning, mirroring or shifting the block on the table count as one",
    "les positions qui ne diffèrent que par une rotation, un reflet ou un décalage du bloc sur la table n'en font qu'une",
)
N_SYMMETRIES = 8
INVERSE = (0, 1, 2, 3, 4, 6, 5, 7)
"""The symmetry that undoes each."""


def turned_cell(cell: Cell, symmetry: int) -> Cell:
    """Bit 0 mirrors x, bit 1 mirrors y, bit 2 then swaps the two."""
    x, y, z = cell
    x, y = (-x if symmetry & 1 else x), (-y if symmetry & 2 else y)
    return (y, x, z) if symmetry & 4 else (x, y, z)


_DIRECTION_OF = {step: direction for direction, step in STEP.items()}


def turned_direction(direction: Direction, symmetry: int) -> Direction:
    return _DIRECTION_OF[turned_cell(STEP[direction], symmetry)]


def _turned_domes(domes: tuple[Direction, ...], symmetry: int) -> tuple[Direction, ...]:
    return dome_order(turned_direction(dome, symmetry) for dome in domes)


def _turned_face(face: Face, symmetry: int) -> Face:
    return Face(turned_cell(face.cell, symmetry), turned_direction(face.direction, symmetry))


def turned(state: State, symmetry: int) -> State:
    """The position under a symmetry of the table, without its history."""
    cubes = [
        Cube(colour, turned_cell(cell, symmetry), _turned_domes(domes, symmetry)) for colour, cell, domes in state.cubes
    ]
    sceptres = [Sceptre(colour, _turned_face(face, symmetry)) for colour, face in state.sceptres]
    return State(piece_order(cubes), piece_order(sceptres), state.side, state.options)


def turned_move(move: Move, symmetry: int) -> Move:
    """The move that does in the turned position what `move` does here."""
    origin = turned_cell(move.origin, symmetry)
    if isinstance(move, CubeMove):
        return CubeMove(origin, turned_cell(move.target, symmetry), _turned_domes(move.domes, symmetry))
    return type(move)(origin, _turned_face(move.target, symmetry))


def shifted_move(move: Move, by: tuple[int, int]) -> Move:
    """The move on the block shifted along the table."""

    def shifted(cell: Cell) -> Cell:
        return (cell[0] + by[0], cell[1] + by[1], cell[2])

    origin = shifted(move.origin)
    if isinstance(move, CubeMove):
        return CubeMove(origin, shifted(move.target), move.domes)
    return type(move)(origin, Face(shifted(move.target.cell), move.target.direction))


def images(state: State) -> list[Image]:
    """The eight ways to look at the table, the block always shifted to min x = min y = 0 (C21)."""
    return [_image(state, symmetry) for symmetry in range(N_SYMMETRIES)]


def _image(state: State, symmetry: int) -> Image:
    seen = turned(state, symmetry)
    left, front = (min(cube.cell[axis] for cube in seen.cubes) for axis in (0, 1))
    return Image(
        seen.same_position,
        partial(_there, symmetry=symmetry, left=left, front=front),
        partial(_back, symmetry=symmetry, left=left, front=front),
    )


def _there(move: Move, symmetry: int, left: int, front: int) -> Move:
    return shifted_move(turned_move(move, symmetry), (-left, -front))


def _back(move: Move, symmetry: int, left: int, front: int) -> Move:
    return turned_move(shifted_move(move, (left, front)), INVERSE[symmetry])
