"""Axiom for networks: a position as planes, always seen by the side to move.

Version 1, `SHAPE` = (108, 16, 16), float32; row is x, column is y. Eighteen planes for each of the levels z = 1 to 6:

| plane | 1 where |
|---|---|
| 0, 1 | a cube of the side to move; a cube of the other side |
| 2–7 | a cube with a dome on x+, x-, y+, y-, z+, z- |
| 8–12 | a sceptre of the side to move on the face x+, x-, y+, y-, z+ of the cube there |
| 13–17 | a sceptre of the other side, likewise |

The block stands in the middle (half a cell before it where its length is even). Nothing in the rules reaches farther than three
cells, so a wider gap that runs through the whole block is drawn three cells wide; groups far apart fit as well as near ones.
What then still lies outside the window, or above level 6, is left out.

The rules do not change under the eight symmetries of a square table: `turned`, `turned_move` and `turned_planes` apply number 0 to
7 to a state, to a move and to planes.
"""

import numpy as np
import numpy.typing as npt

from alcove.jit import compiled

from .columns import CUBES, HEIGHT, N_COLUMNS, SCEPTRES, SIDE, WHITE_BIT, Packed, X, Y
from .space import DIRECTIONS
from .symmetry import N_SYMMETRIES, turned, turned_direction, turned_move

__all__ = ["N_SYMMETRIES", "SHAPE", "VERSION", "Planes", "encode", "turned", "turned_move", "turned_planes"]

VERSION = 1
N_LEVELS, PER_LEVEL, SIZE = 6, 18, 16
SHAPE = (N_LEVELS * PER_LEVEL, SIZE, SIZE)
WIDEST_STEP = 4
"""From one occupied row to the next: three empty rows between them at most."""

Planes = npt.NDArray[np.float32]


@compiled
def _positions(state: Packed, coordinates: int) -> npt.NDArray[np.int64]:
    """Where in the window each column's x (or y) is drawn."""
    places = state.view(np.int64)[coordinates : coordinates + N_COLUMNS]
    drawn = np.zeros(N_COLUMNS, np.int64)
    current = np.int64(1 << 40)
    for column in range(N_COLUMNS):
        if state[HEIGHT + column]:
            current = min(current, places[column])
    position = 0
    while True:
        following = np.int64(1 << 40)
        for column in range(N_COLUMNS):
            if state[HEIGHT + column]:
                if places[column] == current:
                    drawn[column] = position
                elif places[column] > current:
                    following = min(following, places[column])
        if following == 1 << 40:
            break
        position += np.int64(min(following - current, WIDEST_STEP))
        current = following
    return drawn + (SIZE - 1 - position) // 2


@compiled
def encode(state: Packed, planes: Planes) -> None:
    """Fill `planes`, an array of `SHAPE`, from a packed state."""
    planes[:] = 0.0
    rows, columns = _positions(state, X), _positions(state, Y)
    for column in range(N_COLUMNS):
        row, file = rows[column], columns[column]
        if not (0 <= row < SIZE and 0 <= file < SIZE):
            continue
        for level in range(1, min(state[HEIGHT + column], N_LEVELS) + 1):
            first = (level - 1) * PER_LEVEL
            cube = state[CUBES + 16 * column + level]
            planes[first + (0 if (cube & WHITE_BIT != 0) == (state[SIDE] != 0) else 1), row, file] = 1.0
            for direction in range(6):
                if (cube >> direction) & 1:
                    planes[first + 2 + direction, row, file] = 1.0
    for number in range(4):
        column, level, direction = state[SCEPTRES + 3 * number : SCEPTRES + 3 * number + 3]
        row, file = rows[column], columns[column]
        if 0 <= row < SIZE and 0 <= file < SIZE and level <= N_LEVELS:
            plane = (level - 1) * PER_LEVEL + (8 if number >> 1 == state[SIDE] else 13) + direction
            planes[plane, row, file] = 1.0


# --- Symmetries ---------------------------------------------------------------------------------------------------------


def _plane_sources(symmetry: int) -> list[int]:
    """For each plane of one level the plane that becomes it."""
    sources = list(range(PER_LEVEL))
    for direction in range(6):
        after = DIRECTIONS.index(turned_direction(DIRECTIONS[direction], symmetry))
        sources[2 + after] = 2 + direction
        if direction < 5:
            sources[8 + after], sources[13 + after] = 8 + direction, 13 + direction
    return sources


def turned_planes(planes: Planes, symmetry: int) -> Planes:
    """The planes of the turned position; exact where nothing was left out."""
    sources = [level * PER_LEVEL + source for level in range(N_LEVELS) for source in _plane_sources(symmetry)]
    moved = planes[sources]
    if symmetry & 1:
        moved = moved[:, ::-1, :]
    if symmetry & 2:
        moved = moved[:, :, ::-1]
    if symmetry & 4:
        moved = moved.transpose(0, 2, 1)
    occupied = np.sum(moved[::PER_LEVEL] + moved[1::PER_LEVEL], axis=0)
    for axis in range(2):
        used = np.flatnonzero(np.sum(occupied, axis=1 - axis))
        moved = np.roll(moved, (SIZE - 1 - (used[-1] - used[0])) // 2 - used[0], axis=axis + 1)
    return np.ascontiguousarray(moved)
