"""Where a sceptre can go, compiled (C12 to C16): `walking.py` in terms of columns and bits."""

import numpy as np

from alcove.jit import inlined, lean
from alcove.jit.bits import set_word, word

from .columns import (
    ACROSS,
    DOWN,
    HEIGHT,
    LEVELS,
    LINK,
    N_COLUMNS,
    NOWHERE,
    OPEN,
    REACH,
    ROOMY,
    ROW,
    SCEPTRES,
    THREE,
    TWO,
    UP,
    Packed,
    clear_bits,
    face_bit,
    set_bits,
)


@lean
def _walk(state: Packed, reach: int, column: np.uint8, level: np.uint8, normal: np.uint8, heading: np.uint8) -> None:
    """C13: one orthogonal line, round the block until something closed, the table, or the mover's own face."""
    while True:
        if normal == UP:
            ahead = state[LINK + ROW * column + heading]
            height = state[HEIGHT + ahead]
            if height > level:  # climb
                column, level = ahead, np.uint8(level + 1)
                normal, heading = np.uint8(heading ^ 1), np.uint8(UP)
            elif height == level:  # straight on
                column = ahead
            else:  # over the edge
                normal, heading = heading, np.uint8(DOWN)
        elif heading == UP:
            if state[HEIGHT + column] > level:
                level = np.uint8(level + 1)
            else:
                normal, heading = np.uint8(UP), np.uint8(normal ^ 1)
        elif heading == DOWN:
            if level == 1:  # the table
                return
            level = np.uint8(level - 1)
            below = state[LINK + ROW * column + normal]
            if state[HEIGHT + below] == level:  # "climb", seen from a wall: onto the step at its foot
                column = below
                normal, heading = np.uint8(UP), normal
        else:
            across = state[LINK + ROW * column + ACROSS[heading, normal]]
            ahead = state[LINK + ROW * column + heading]
            if state[HEIGHT + across] >= level:  # climb
                column = across
                normal, heading = np.uint8(heading ^ 1), normal
            elif state[HEIGHT + ahead] >= level:  # straight on
                column = ahead
            else:  # over the edge
                normal, heading = heading, np.uint8(normal ^ 1)
        bit = face_bit(normal, level)
        if word(state, OPEN + column) & bit == 0:
            return
        set_bits(state, reach + column, bit)


@lean
def _walk_over_corners(state: Packed, reach: int, column: np.uint8, level: np.uint8, one: int, other: int) -> None:
    """C14: a diagonal over the tops of cubes."""
    bit = face_bit(UP, level)
    while True:
        row = LINK + ROW * column
        across = state[row + ACROSS[one, other]]
        if word(state, OPEN + across) & bit == 0:
            return
        if state[HEIGHT + state[row + one]] > level and state[HEIGHT + state[row + other]] > level:
            return
        set_bits(state, reach + across, bit)
        column = across


@lean
def _walk_up_or_down(
    state: Packed, reach: int, column: np.uint8, level: np.uint8, normal: np.uint8, side: int, rise: int
) -> None:
    """C14: a diagonal over walls that look the same way; `rise` is 1 upwards and −1 downwards."""
    while True:
        next_level = np.uint8(level + rise)
        if next_level == 0 or next_level > LEVELS:
            return
        bit = face_bit(normal, next_level)
        row = LINK + ROW * column
        across = state[row + side]
        if word(state, OPEN + across) & bit == 0:
            return
        in_front, beside = state[row + normal], state[row + ACROSS[side, normal]]
        if state[HEIGHT + in_front] >= next_level and state[HEIGHT + beside] >= level:
            return
        set_bits(state, reach + across, bit)
        column, level = across, next_level


@inlined
def _forbid(state: Packed, reach: int, column: np.uint8, direction: int, level: int) -> None:
    if column != NOWHERE:
        clear_bits(state, reach + column, face_bit(direction, level))


@lean
def _keep_clear(state: Packed, reach: int, sceptre: int) -> None:
    """C15: take away the faces where the mover's body or tip would run into another sceptre's."""
    column, level, normal = state[sceptre], state[sceptre + 1], state[sceptre + 2]
    row = LINK + ROW * column
    if normal == UP:  # the body is above the cube: walls that look into that cell
        for side in range(4):
            _forbid(state, reach, state[row + side], side ^ 1, level + 1)
        return
    in_front = state[row + normal]
    if level > 1 and state[HEIGHT + in_front] == level - 1:
        _forbid(state, reach, in_front, UP, level - 1)
    _forbid(state, reach, state[row + TWO + normal], normal ^ 1, level)
    _forbid(state, reach, state[row + THREE + normal], normal ^ 1, level)  # facing it across two cells
    side = 2 if normal < 2 else 0
    _forbid(state, reach, state[row + ACROSS[normal, side]], side ^ 1, level)
    _forbid(state, reach, state[row + ACROSS[normal, side + 1]], side, level)


@lean
def spread(state: Packed, reach: int, column: np.uint8, level: np.uint8, normal: np.uint8) -> None:
    """C12 to C14: set the bits of all faces on the lines from a face, in one word a column from number `reach` on."""
    if normal == UP:
        for heading in range(4):
            _walk(state, reach, column, level, normal, np.uint8(heading))
        for one in range(2):
            for other in range(2, 4):
                _walk_over_corners(state, reach, column, level, one, other)
    else:
        side = 2 if normal < 2 else 0
        for heading in (side, side + 1, UP, DOWN):
            _walk(state, reach, column, level, normal, np.uint8(heading))
        for heading in (side, side + 1):
            _walk_up_or_down(state, reach, column, level, normal, heading, 1)
            _walk_up_or_down(state, reach, column, level, normal, heading, -1)


@lean
def gather(state: Packed, number: int) -> int:
    """The faces where sceptre `number` may stop, the own other sceptre's cube included, one word a column.

    Returns the number of the first of those words; `erase` them when they have been read.
    """
    mover = SCEPTRES + 3 * number
    reach = REACH + N_COLUMNS * (number & 1)
    spread(state, reach, state[mover], state[mover + 1], state[mover + 2])
    for other in range(SCEPTRES, SCEPTRES + 12, 3):
        if other != mover:
            _keep_clear(state, reach, other)
    for place in range(N_COLUMNS):
        set_word(state, reach + place, word(state, reach + place) & word(state, ROOMY + place))
    return reach


@lean
def erase(state: Packed) -> None:
    """Clear what `gather` has found, for both sceptres."""
    for place in range(REACH, REACH + 2 * N_COLUMNS):
        set_word(state, place, np.uint64(0))
