"""Axiom's space and what stands in it (C1 to C5): cells, faces, cubes, sceptres, and a move as a value."""

import copy
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeVar

# --- Space (C1) -----------------------------------------------------------------------------------------------------

Cell = tuple[int, int, int]
"""(x, y, z), right-handed; z = 1 is the layer on the table."""

Direction = str
"""One of `DIRECTIONS`."""

DIRECTIONS: tuple[Direction, ...] = ("x+", "x-", "y+", "y-", "z+", "z-")
UP, DOWN = "z+", "z-"
OPPOSITE = {"x+": "x-", "x-": "x+", "y+": "y-", "y-": "y+", "z+": "z-", "z-": "z+"}
STEP = {"x+": (1, 0, 0), "x-": (-1, 0, 0), "y+": (0, 1, 0), "y-": (0, -1, 0), "z+": (0, 0, 1), "z-": (0, 0, -1)}
TABLE_LAYER = 1


@lru_cache(1 << 15)  # hundreds of times a position, and mostly of the same cells
def toward(cell: Cell, direction: Direction, distance: int = 1) -> Cell:
    """The cell `distance` steps from `cell` in a direction."""
    x, y, z = cell
    dx, dy, dz = STEP[direction]
    return (x + distance * dx, y + distance * dy, z + distance * dz)


@lru_cache(1 << 12)
def neighbours(cell: Cell) -> tuple[tuple[Direction, Cell, Direction], ...]:
    """The six cells around a cell: the way there, the cell, and the way back."""
    return tuple((direction, toward(cell, direction), OPPOSITE[direction]) for direction in DIRECTIONS)


@lru_cache(4096)  # the moves of a position write the same few cells again and again
def write_cell(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]},{cell[2]})"


class Face(NamedTuple):
    """One side of the cube in a cell."""

    cell: Cell
    direction: Direction

    @property
    def body(self) -> Cell:
        """C3: the cell in front, which the body of a sceptre on this face fills."""
        return toward(self.cell, self.direction)

    @property
    def tip(self) -> Cell:
        """C3: the cell beyond it, which the tip of a sceptre on this face reaches into."""
        return toward(self.cell, self.direction, 2)

    def __str__(self) -> str:
        return write_cell(self.cell) + self.direction


def cell_order(cell: Cell) -> tuple[int, int, int]:
    """Cells go by z, then y, then x, in texts and in lists of moves."""
    return cell[::-1]


def face_order(face: Face) -> tuple[int, int, int, int]:
    """Faces go by cell, then in the order of `DIRECTIONS`."""
    return (*face.cell[::-1], DIRECTIONS.index(face.direction))


# --- Pieces (C2, C3) ------------------------------------------------------------------------------------------------

BLUE, WHITE = 0, 1
COLOUR_LETTERS = "bw"

SINGLE_TURNS: tuple[tuple[Direction, ...], ...] = tuple((dome,) for dome in DIRECTIONS)
DOUBLE_TURNS: tuple[tuple[Direction, ...], ...] = tuple(
    (one, other) for one, other in combinations(DIRECTIONS, 2) if other != OPPOSITE[one]
)
"""C2: the ways to turn a cube, as the directions of its domes: 6 for a single, 12 for a double."""
TURNS = {1: SINGLE_TURNS, 2: DOUBLE_TURNS}


def dome_order(domes: Iterable[Direction]) -> tuple[Direction, ...]:
    """Domes in the order of `DIRECTIONS`, as cubes and moves hold them."""
    return tuple(sorted(domes, key=DIRECTIONS.index))


class Cube(NamedTuple):
    """C2: a cube with domes on one side or on two adjacent sides; its other sides are recesses."""

    colour: int
    cell: Cell
    domes: tuple[Direction, ...]

    def __str__(self) -> str:
        return f"{COLOUR_LETTERS[self.colour]}C{write_cell(self.cell)}{''.join(self.domes)}"


class Sceptre(NamedTuple):
    """C3: a sceptre and the face it stands on."""

    colour: int
    face: Face

    def __str__(self) -> str:
        return f"{COLOUR_LETTERS[self.colour]}S{self.face}"


P = TypeVar("P", Cube, Sceptre)


def piece_order(pieces: Iterable[P]) -> tuple[P, ...]:
    """Pieces by colour, then cell; the two sceptres that ended a game on one cube, by face."""
    return tuple(sorted(pieces, key=_piece_key))


def _piece_key(piece: Cube | Sceptre) -> tuple[int, ...]:
    if isinstance(piece, Cube):
        return (piece.colour, *cell_order(piece.cell))
    return (piece.colour, *face_order(piece.face))


class Block:
    """Cubes and sceptres as they stand, to be asked what is where.

    C3: `bodies` are the cells that the bodies of the sceptres fill, `tips` those that their tips reach into.
    """

    __slots__ = ("_standing", "bodies", "cube_at", "sceptre_on", "sceptres", "tips")

    def __init__(self, cubes: Iterable[Cube] | dict[Cell, Cube], sceptres: tuple[Sceptre, ...]) -> None:
        """Cubes may come as another block has them."""
        self.cube_at = cubes if isinstance(cubes, dict) else {cube.cell: cube for cube in cubes}
        self.sceptres = sceptres
        self.sceptre_on = {sceptre.face: sceptre for sceptre in sceptres}
        self.bodies = {sceptre.face.body for sceptre in sceptres}
        self.tips = {sceptre.face.tip for sceptre in sceptres}
        self._standing: dict[Cell, tuple[Sceptre, ...]] = {}
        for sceptre in sceptres:
            cell = sceptre.face.cell
            self._standing[cell] = (*self._standing.get(cell, ()), sceptre)

    @property
    def cubes(self) -> tuple[Cube, ...]:
        return tuple(self.cube_at.values())

    def without(self, piece: Cube | Sceptre) -> "Block":
        """The block while a piece is in the hand."""
        if isinstance(piece, Sceptre):
            return Block(self.cube_at, tuple(sceptre for sceptre in self.sceptres if sceptre != piece))
        lifted = copy.copy(self)
        lifted.cube_at = self.cube_at.copy()
        del lifted.cube_at[piece.cell]
        return lifted

    def sceptres_of_cube(self, cell: Cell) -> tuple[Sceptre, ...]:
        """The sceptres on any face of the cube in `cell`."""
        return self._standing.get(cell, ())


# --- A move (C5) ----------------------------------------------------------------------------------------------------


class CubeMove(NamedTuple):
    """C7: the cube in `origin` is set into `target`, turned so that its domes point to `domes`."""

    origin: Cell
    target: Cell
    domes: tuple[Direction, ...]

    def __str__(self) -> str:
        return f"C{write_cell(self.origin)}-{write_cell(self.target)}{''.join(self.domes)}"


class SceptreMove(NamedTuple):
    """C12: the sceptre on the cube in `origin` goes to the face `target`, whatever the route."""

    origin: Cell
    target: Face

    def __str__(self) -> str:
        return f"S{write_cell(self.origin)}-{self.target}"


Move = CubeMove | SceptreMove
