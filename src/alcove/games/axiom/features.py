"""What a small network sees of an Axiom position, inside alpha-beta: the numbers of the features that are present.

The table has no place of its own, so everything is told by how it lies to the sceptres, up to three cells away along each axis
(farther is as three), the side to move first. The hand-made evaluation comes along as the worth that a network corrects.

| features | present where |
|---|---|
| `ROOM` | a sceptre of a side has so many stops, and stands on a cube with so many faces that an enemy could stop on |
| `PLACE` | a sceptre of a side stands on such a level, on a top or on a wall, on a cube of its own side or not |
| `GROUND` | these faces of the cube under a sceptre of a side are open, and this is the one it stands on |
| `CUBES_NEAR` | a cube of a side, covered or with a recess or a dome on top, lies so to a sceptre of a side |
| `MEETING` | a sceptre of the other side lies so to one of the mover's |
| `FELLOWS` | the two sceptres of a side lie so to each other |
| `CUBE` | a cube of a side stands on such a level, is covered or has a recess or a dome on top, and has so many domes on walls |
| `OWNED` | a side has so many cubes free to move, and so many in all |
| `COLUMNS` | so many columns stand on the table |
| `THREATS` | the other side threatens to win on so many faces |
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.permutations import moved_bits, moved_blocks
from alcove.jit import inlined, lean
from alcove.jit.bits import count_bits, word

from . import evaluation as e
from .columns import (
    CUBES,
    DOMES,
    HEIGHT,
    LEVELS,
    N_COLUMNS,
    SCEPTRES,
    SIDE,
    UP,
    WHITE_BIT,
    Packed,
    X,
    Y,
)
from .kernel import free_cubes
from .reaching import erase, gather as gather_stops

VERSION = 1

FARTHEST = 3
N_OFFSETS = (2 * FARTHEST + 1) ** 3
N_LEVELS, N_TOPS, N_WALL_DOMES = 7, 3, 3
MOST_THREATS = 7
N_CUBES = 12

ROOM = 0  # role, stops, exposed faces
PLACE = ROOM + 2 * (e.MOST_STOPS + 1) * 6
GROUND = PLACE + 2 * N_LEVELS * 4
CUBES_NEAR = GROUND + 2 * 32 * 5
MEETING = CUBES_NEAR + 2 * 2 * N_TOPS * N_OFFSETS
FELLOWS = MEETING + N_OFFSETS
CUBE = FELLOWS + 2 * N_OFFSETS
OWNED = CUBE + 2 * N_LEVELS * N_TOPS * N_WALL_DOMES
COLUMNS = OWNED + 2 * 7 * 7
THREATS = COLUMNS + N_COLUMNS + 1
N_FEATURES = THREATS + MOST_THREATS + 1

MOST_ACTIVE = 4 * 3 + 4 * N_CUBES + 4 + 2 + N_CUBES + 2 + 1 + 1
"""No position has more features than that."""

_SIDE_LENGTH = 2 * FARTHEST + 1
_OFFSETS = [
    (x, y, z)
    for x in range(-FARTHEST, FARTHEST + 1)
    for y in range(-FARTHEST, FARTHEST + 1)
    for z in range(-FARTHEST, FARTHEST + 1)
]


def _turned(x: int, y: int, symmetry: int) -> tuple[int, int]:
    """Bit 0 mirrors x, bit 1 mirrors y, bit 2 then swaps the two."""
    x, y = (-x if symmetry & 1 else x), (-y if symmetry & 2 else y)
    return (y, x) if symmetry & 4 else (x, y)


def _turned_sides(symmetry: int) -> list[int]:
    """What each of the five sides of a cube becomes."""
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    return [*(steps.index(_turned(x, y, symmetry)) for x, y in steps), UP]


def _symmetry(symmetry: int) -> npt.NDArray[np.int64]:
    """The feature that each becomes when the table is turned or mirrored."""
    offsets = np.array([_OFFSETS.index((*_turned(x, y, symmetry), z)) for x, y, z in _OFFSETS])
    fellows = np.array([canonical(int(offset)) for offset in offsets])
    sides = _turned_sides(symmetry)
    patterns = moved_bits(sides)
    grounds = np.array([patterns[place // 5] * 5 + sides[place % 5] for place in range(32 * 5)])
    blocks = [(GROUND, grounds), (GROUND + 32 * 5, grounds)]
    blocks += [(first, offsets) for first in range(CUBES_NEAR, FELLOWS, N_OFFSETS)]
    blocks += [(FELLOWS, fellows), (FELLOWS + N_OFFSETS, fellows)]
    return moved_blocks(N_FEATURES, blocks)


def canonical(offset: int) -> int:
    """An offset or its opposite, whichever comes first: the sceptres of a side have no names."""
    return min(offset, N_OFFSETS - 1 - offset)


SYMMETRIES = np.stack([_symmetry(symmetry) for symmetry in range(8)])


def traits_of(feature: int) -> list[tuple[object, ...]]:
    """What a feature has in common with others."""
    if feature < PLACE:
        role, stops, exposed = feature // 6 // (e.MOST_STOPS + 1), feature // 6 % (e.MOST_STOPS + 1), feature % 6
        return [("stops", role, least) for least in range(1, stops + 1)] + [("exposed", role, exposed)]
    if feature < GROUND:
        return [("level", (feature - PLACE) // 4), ("manner", (feature - PLACE) // 4 // N_LEVELS, feature % 4)]
    if feature < CUBES_NEAR:
        role, pattern = divmod((feature - GROUND) // 5, 32)
        bits = [bit for bit in range(5) if pattern >> bit & 1]
        return [("bit", role, bit) for bit in bits] + [("bits", role, len(bits)), ("on", role, (feature - GROUND) % 5)]
    if feature < CUBE:
        group, offset = divmod(feature - CUBES_NEAR, N_OFFSETS)
        x, y, z = _OFFSETS[offset]
        apart = max(abs(x), abs(y)), min(abs(x), abs(y)), z
        return [("near", group // N_TOPS, offset), ("like", group, apart)]
    if OWNED <= feature < COLUMNS:
        role, free, owned = (feature - OWNED) // 49, (feature - OWNED) // 7 % 7, (feature - OWNED) % 7
        return [("free", role, free), ("owned", role, owned)]
    if feature >= THREATS:
        return [("threats", least) for least in range(1, feature - THREATS + 1)]
    return []


Active = npt.NDArray[np.int32]

WALL_DOMES = np.array([min(bin(domes & 15).count("1"), N_WALL_DOMES - 1) for domes in range(64)], np.int64)


@inlined
def _near(distance: int) -> int:
    return min(max(distance, -FARTHEST), FARTHEST) + FARTHEST


@inlined
def _offset(state: Packed, sceptre: int, column: int, level: int) -> int:
    """How a cube lies to the one under a sceptre."""
    under = state[sceptre]
    dx = np.int64(word(state, X + column)) - np.int64(word(state, X + under))
    dy = np.int64(word(state, Y + column)) - np.int64(word(state, Y + under))
    dz = np.int64(level) - np.int64(state[sceptre + 1])
    return (_near(dx) * _SIDE_LENGTH + _near(dy)) * _SIDE_LENGTH + _near(dz)


@inlined
def _top(state: Packed, column: int, level: int) -> int:
    """Of a cube: 0 covered, 1 a recess on top, 2 a dome."""
    if state[HEIGHT + column] > level:
        return 0
    return 1 + np.int64(state[CUBES + 16 * column + level] >> UP & 1)


@inlined
def _sceptre(state: Packed, number: int, role: int, n_stops: int, active: Active, n: int) -> None:
    """Write three features of a sceptre."""
    sceptre = SCEPTRES + 3 * number
    level, direction = np.int64(state[sceptre + 1]), np.int64(state[sceptre + 2])
    faces, pattern = e.exposed_faces(state, number) >> np.uint64(level - 1), 0
    for side in range(5):
        pattern |= np.int64(faces >> np.uint64(LEVELS * side) & np.uint64(1)) << side
    active[n] = ROOM + (role * (e.MOST_STOPS + 1) + min(n_stops, e.MOST_STOPS)) * 6 + count_bits(np.uint64(pattern))
    manner = 2 * np.int64(direction == UP) + np.int64(e.is_abroad(state, number))
    active[n + 1] = PLACE + (role * N_LEVELS + min(level, np.int64(N_LEVELS - 1))) * 4 + manner
    active[n + 2] = GROUND + (role * 32 + pattern) * 5 + direction


@inlined
def _cubes(state: Packed, side: int, active: Active, n: int) -> int:
    """Write the features of all cubes; how many there are now."""
    n_columns = 0
    for column in range(N_COLUMNS):
        n_columns += state[HEIGHT + column] > 0
        for level in range(1, state[HEIGHT + column] + 1):
            cube = state[CUBES + 16 * column + level]
            owner = np.int64(cube & WHITE_BIT != WHITE_BIT * side)
            top = _top(state, column, level)
            kind = (owner * N_LEVELS + min(level, N_LEVELS - 1)) * N_TOPS + top
            active[n] = CUBE + kind * N_WALL_DOMES + WALL_DOMES[cube & DOMES]
            n += 1
            for number in range(4):
                role = np.int64(number >> 1 != side)
                group = (2 * role + owner) * N_TOPS + top
                active[n] = CUBES_NEAR + group * N_OFFSETS + _offset(state, SCEPTRES + 3 * number, column, level)
                n += 1
    active[n] = COLUMNS + n_columns
    return n + 1


@inlined
def _between(state: Packed, one: int, other: int) -> int:
    """How a sceptre lies to another."""
    return _offset(state, SCEPTRES + 3 * one, state[SCEPTRES + 3 * other], state[SCEPTRES + 3 * other + 1])


@lean
def gather(state: Packed, active: Active) -> tuple[int, int]:
    """Write the features of an unfinished position; how many there are, and the worth that is to be corrected."""
    side, n, worth, threats = np.int64(state[SIDE]), 0, np.int64(e.WEIGHTS[e.TEMPO]), 0
    for role in range(2):
        owner = side ^ role
        sign = 1 - 2 * role
        for number in range(2 * owner, 2 * owner + 2):
            reach = gather_stops(state, number)
            n_stops = e.count_stops(state, reach)
            worth += sign * e.worth_of_sceptre(state, number, n_stops, e.WEIGHTS)
            _sceptre(state, number, role, n_stops, active, n)
            n += 3
            if role == 1:
                for own in range(2 * side, 2 * side + 2):
                    threats += count_bits(word(state, reach + state[SCEPTRES + 3 * own]) & e.enemy_faces(state, own))
        erase(state)
        n_free, n_owned = count_bits(np.uint64(free_cubes(state, owner))), e.count_cubes(state, owner)
        worth += sign * (e.WEIGHTS[e.FREE + n_free] + e.WEIGHTS[e.OWNED + n_owned])
        active[n] = OWNED + (role * 7 + min(n_free, 6)) * 7 + min(n_owned, 6)
        fellow = _between(state, 2 * owner, 2 * owner + 1)
        active[n + 1] = FELLOWS + role * N_OFFSETS + min(fellow, N_OFFSETS - 1 - fellow)
        n += 2
    for own in range(2 * side, 2 * side + 2):
        for other in range(2 - 2 * side, 4 - 2 * side):
            active[n] = MEETING + _between(state, own, other)
            n += 1
    n = _cubes(state, side, active, n)
    active[n] = THREATS + min(threats, MOST_THREATS)
    if threats:
        worth += e.WEIGHTS[e.THREATENED]
    return n + 1, worth


@lean
def temper(state: Packed, worth: int) -> int:
    """What becomes of a corrected worth: it stays what it is."""
    return worth
