"""Axom for networks: a position as planes, always seen by the side to move from its own corner.

Version 3, `SHAPE` = (32, 7, 7), float32. Light sees row 0 as rank 7 and column 0 as file a; Dark sees the board turned
by half a turn, so that the mover's heart is always below on the left.

| plane | 1 where |
|---|---|
| 0–3 | a stack of the side to move, of height 1–4 |
| 4 | the head of the side to move |
| 5–8 | a stack of the other side, of height 1–4 |
| 9 | the head of the other side |
| 10, 11 | the heart of the side to move, of the other side |
| 12, 13 | everywhere: stacks of four of the side to move, of the other side, divided by 4 |
| 14 | everywhere: share of the plies towards the draw of X22 that have gone by; 0 where that draw is off |
| 15–22 | a piece of the side to move that can move in the direction number 0–7 of `rules.DIRECTIONS`, as seen, and does not lose by X20 |
| 23–30 | a piece of the other side that could, if it were its turn |
| 31 | everywhere, divided by 3 (X20): with `movement4` how often the side to move has made the movement, of those it can make, that it has made least; else how often the most repeated move of this position has been played here |

The board is the same on both sides of the diagonal between the hearts: `mirrored` keeps the meaning of every plane.
A policy is seen from the same corner: `SEEN_ACTION[side, action]` is its place for an action of the kernel. What `movement4` counts
is part of a packed state, and `look` sees it; any other past is not, and `recall` adds it.
"""

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import Look, bits, byte_tables, draw
from alcove.compiled.marks import mark, marked_action
from alcove.compiled.permutations import moved_bits
from alcove.jit import compiled, lean

from .kernel import (
    BOARD,
    COUNT,
    DRAW_PLIES,
    FIRST_DIRECTION,
    FLIP,
    FOURS,
    HEAD,
    HEADLESS,
    HEART,
    KIND,
    LIST,
    MOST_TIMES,
    N_ACTIONS,
    N_CELLS,
    OPTIONS,
    QUIET,
    ROOM,
    SIDE,
    WALK_MASK,
    WALK_START,
    WORN,
    Packed,
    action_of,
    head_walk,
    key,
    pack,
    result,
    times_left,
    walk_by,
    walk_towards,
)
from .rules import DIRECTIONS, MOST_FOURS, REPETITION_LOSES, TALLEST, State

__all__ = [
    "LOOK", "N_POLICY", "REPETITION_DRAWS", "REPETITION_LOSES", "SHAPE", "VERSION",
    "encode", "is_new", "look", "owners", "past_marks", "places", "recall", "verdict",
]  # fmt: skip

VERSION = 3
SHAPE = (32, 7, 7)
N_POLICY = N_ACTIONS
REPETITION_DRAWS = 0

Planes = npt.NDArray[np.float32]

ROW = np.array([[6 - cell // 7 for cell in range(N_CELLS)], [cell // 7 for cell in range(N_CELLS)]], np.int64)
COLUMN = np.array([[cell % 7 for cell in range(N_CELLS)], [6 - cell % 7 for cell in range(N_CELLS)]], np.int64)
SQUARE = ROW * 7 + COLUMN
"""Where each side sees each cell."""

_STEPS = list(DIRECTIONS.values())
SEEN_BIT = np.array([[1 << _STEPS.index((sign * dx, sign * dy)) for dx, dy in _STEPS] for sign in (1, -1)], np.uint8)
"""The bit of each direction as each side sees it."""

OTHER, HEART_BIT, OTHER_HEART_BIT = 5, 16, 32
"""A cell's byte: 1 to 4 for a stack, 5 for a head, `OTHER` more if it is the other side's; a bit on each heart."""
CELL_LAYERS = 3
OWN_FOURS, OTHER_FOURS, QUIET_SHARE, REPEATED = range(CELL_LAYERS * N_CELLS, CELL_LAYERS * N_CELLS + 4)
PIECE = 15
"""What a cell's byte says of its piece."""


def _look() -> Look:
    pieces = {plane: {byte: 1.0 for byte in range(64) if byte & PIECE == plane + 1} for plane in range(10)}
    pieces[10] = {byte: 1.0 for byte in range(64) if byte & HEART_BIT}
    pieces[11] = {byte: 1.0 for byte in range(64) if byte & OTHER_HEART_BIT}
    layers = (
        pieces,
        bits(15),
        bits(23),
        {12: {byte: byte / MOST_FOURS for byte in range(256)}},
        {13: {byte: byte / MOST_FOURS for byte in range(256)}},
        {14: {byte: byte / 255 for byte in range(256)}},
        {31: {byte: byte / (REPETITION_LOSES - 1) for byte in range(256)}},
    )
    table, spans = byte_tables(layers)
    mirrored_bits = moved_bits([_STEPS.index((dy, dx)) for dx, dy in _STEPS])
    squares = np.arange(N_CELLS).reshape(7, 7)
    return Look(
        *SHAPE[1:],
        cell_layers=CELL_LAYERS,
        table=table,
        spans=spans,
        policy_planes=8,
        policy_source=np.array([(place & 7) * N_CELLS + SQUARE[0, place >> 3] for place in range(N_POLICY)], np.int64),
        policy_parts=(N_POLICY,),
        mirror_cells=np.array([squares.reshape(-1), mirrored(squares).reshape(-1)]),
        mirror_layers=np.array([range(CELL_LAYERS)] * 2),
        mirror_bytes=np.array([[range(256)] * CELL_LAYERS, [range(256), mirrored_bits, mirrored_bits]], np.uint8),
        mirror_policy=np.array([range(N_POLICY), MIRRORED_ACTION]),
        kinds=11,
    )


@lean
def _ways(state: Packed, owner: int, side: int, seen: npt.NDArray[np.uint8], layer: int, most_left: int) -> int:
    """Write where the pieces of `owner` can go without losing by X20, as `side` sees it; how often the movement may still be made
    that may be made most often, or `most_left` if that is more. Counts lie far apart in memory: they are looked at only
    where they can matter."""
    pieces, is_worn = LIST + ROOM * owner, state[WORN + owner] != 0
    for i in range(2 if state[HEADLESS] == owner + 1 else 1, state[COUNT + owner]):
        cell = np.int64(state[pieces + i])
        first, count = np.int64(0), 8
        if i > 1:
            first, count = np.int64(FIRST_DIRECTION[state[BOARD + cell] & KIND]), 4
        ways = np.uint8(0)
        for direction in range(first, first + count):
            walk = walk_by(state, owner, cell * 8 + direction)
            if walk:
                left = np.int64(MOST_TIMES)
                if is_worn or most_left < MOST_TIMES:
                    left = times_left(state, owner, cell * 8 + direction, walk)
                    most_left = max(most_left, left)
                if left > 0:
                    ways |= SEEN_BIT[side, direction]
        seen[layer * N_CELLS + SQUARE[side, cell]] = ways
    return most_left


def _piece(content: int, side: int) -> int:
    """What stands on a cell, four bits of the kernel's, as a byte says it to a side."""
    kind = content & KIND
    if kind == 0:
        return 0
    return (5 if kind == HEAD else min(kind, TALLEST)) + (0 if content >> 3 == side else OTHER)


SEEN_PIECE = np.array([[_piece(content, side) for content in range(16)] for side in range(2)], np.uint8)


@lean
def _unworn_ways(state: Packed, owner: int, side: int, seen: npt.NDArray[np.uint8], layer: int) -> None:
    """As `_ways` for a side that may make all its movements once more, at least: no count is looked at."""
    flip, options, fours, pieces = FLIP[owner], state[OPTIONS] & 3, state[FOURS + owner], LIST + ROOM * owner
    if state[HEADLESS] != owner + 1:
        cell, ways = np.int64(state[pieces]), np.uint8(0)
        for direction in range(8):
            walk = head_walk(state, cell * 8 + direction, flip, WALK_START[options, fours, HEAD])
            ways |= SEEN_BIT[side, direction] if walk else np.uint8(0)
        seen[layer * N_CELLS + SQUARE[side, cell]] = ways
    for i in range(2, state[COUNT + owner]):
        cell, ways = np.int64(state[pieces + i]), np.uint8(0)
        kind = state[BOARD + cell] & KIND
        start, mask, first = WALK_START[options, fours, kind], WALK_MASK[kind], np.int64(FIRST_DIRECTION[kind])
        for direction in range(first, first + 4):
            walk = walk_towards(state, cell * 8 + direction, flip, start, mask)
            ways |= SEEN_BIT[side, direction] if walk else np.uint8(0)
        seen[layer * N_CELLS + SQUARE[side, cell]] = ways


@lean
def _listed_ways(state: Packed, side: int, actions: npt.NDArray[np.int32], n: int, seen: npt.NDArray[np.uint8]) -> int:
    """As `_ways` for the side to move, whose legal actions have been listed."""
    most_left, is_worn = np.int64(0), state[WORN + side] != 0
    for i in range(n):
        action, left = np.int64(actions[i]), np.int64(MOST_TIMES)
        if is_worn or most_left < MOST_TIMES:
            left = times_left(state, side, action, walk_by(state, side, action))
            most_left = max(most_left, left)
        if left > 0:
            seen[N_CELLS + SQUARE[side, action >> 3]] |= SEEN_BIT[side, action & 7]
    return most_left


@compiled
def look(state: Packed, seen: npt.NDArray[np.uint8]) -> None:
    """Write the bytes that the planes follow from."""
    look_with(state, np.empty(0, np.int32), 0, seen)


@lean
def look_with(state: Packed, actions: npt.NDArray[np.int32], n: int, seen: npt.NDArray[np.uint8]) -> None:
    """As `look`, where the n legal actions have been listed in `actions`; none of them has to be found again."""
    for i in range(seen.shape[0]):
        seen[i] = 0
    side = np.int64(state[SIDE])
    for cell in range(N_CELLS):
        seen[SQUARE[side, cell]] = SEEN_PIECE[side, state[BOARD + cell]]
    seen[SQUARE[side, HEART[side]]] |= HEART_BIT
    seen[SQUARE[side, HEART[1 - side]]] |= OTHER_HEART_BIT
    nothing = np.int64(0)
    most_left = _listed_ways(state, side, actions, n, seen) if n else _ways(state, side, side, seen, 1, nothing)
    seen[REPEATED] = MOST_TIMES - most_left
    if state[WORN + 1 - side]:
        _ways(state, 1 - side, side, seen, 2, np.int64(MOST_TIMES))
    else:
        _unworn_ways(state, 1 - side, side, seen, 2)
    seen[OWN_FOURS], seen[OTHER_FOURS] = state[FOURS + side], state[FOURS + 1 - side]
    words = state.view(np.int64)
    if words[DRAW_PLIES]:
        seen[QUIET_SHARE] = min(255 * words[QUIET] // words[DRAW_PLIES], 255)


@lean
def recall(state: Packed, past: npt.NDArray[np.int64], seen: npt.NDArray[np.uint8]) -> None:
    """X20: add a game's past, as marks of moves, to what is seen of a position. A move that would lose is shown no more."""
    here, side = key(state), state[SIDE]
    for i in range(past.shape[0]):
        action = marked_action(past[i], here)
        if 0 <= action < N_ACTIONS:
            times = 0
            for j in range(past.shape[0]):
                times += past[j] == past[i]
            seen[REPEATED] = max(seen[REPEATED], times)
            if times >= REPETITION_LOSES - 1:
                seen[N_CELLS + SQUARE[side, action >> 3]] &= ~SEEN_BIT[side, action & 7]


@lean
def is_new(state: Packed) -> bool:
    """Can nothing that stood before stand again? Pawns that have left the game do not come back."""
    return state.view(np.int64)[QUIET] == 0


def past_marks(state: State) -> list[int]:
    """X20: the marks of the moves played before that may come back, each as often as it counts as played; none with `movement4`,
    as packed states count it."""
    if state.options.repetition == "movement4":
        return []
    if state.options.repetition == "position4":
        pairs = [(pack(State(ply.board, ply.side, state.options)), ply.move) for ply in state.past]
    else:
        packed = pack(state)
        pairs = [(packed, move) for move in state.legal_moves() for _ in range(state.times_played(move))]
    return [int(mark(key(position), action_of(position, move))) for position, move in pairs]


@compiled
def encode(state: Packed, planes: Planes) -> None:
    """Fill `planes`, an array of `SHAPE`, from a packed state."""
    seen = np.empty(REPEATED + 1, np.uint8)
    look(state, seen)
    draw(seen, CELL_LAYERS, TABLE, SPANS, planes)


@lean
def places(
    state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16], origins: npt.NDArray[np.int16]
) -> None:
    """Write where a policy has each of n actions; an origin is no question of its own."""
    for i in range(n):
        found[i], origins[i] = SEEN_ACTION[state[SIDE], actions[i]], -1


@lean
def verdict(state: Packed) -> int:
    """How the game has ended."""
    return result(state)


@lean
def owners(state: Packed, side: int, owned: npt.NDArray[np.uint8]) -> None:
    """What stands on the squares, as `side` sees the board and as in a cell's byte of a look: heights tell how many pawns
    each side will have."""
    for cell in range(N_CELLS):
        owned[SQUARE[side, cell]] = SEEN_PIECE[side, state[BOARD + cell]]


def mirrored(planes: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    """The planes of the position mirrored in the diagonal between the hearts; also anything else of a cell each."""
    flipped = planes[..., ::-1, ::-1].swapaxes(-1, -2)
    if planes.ndim < 3:
        return flipped
    order = list(range(SHAPE[0]))
    for first in (15, 23):
        for direction, (dx, dy) in enumerate(_STEPS):
            order[first + direction] = first + _STEPS.index((dy, dx))
    return flipped[..., order, :, :]


def _action(file: int, rank: int, step: tuple[int, int]) -> int:
    return 8 * (7 * rank + file) + _STEPS.index(step)


_PLACES = [(cell % 7, cell // 7, step) for cell in range(N_CELLS) for step in _STEPS]
MIRRORED_ACTION = np.array([_action(rank, file, (step[1], step[0])) for file, rank, step in _PLACES])
"""The action that does on the mirrored board what each action does here."""
SEEN_ACTION = np.array(
    [range(N_ACTIONS), [_action(6 - file, 6 - rank, (-step[0], -step[1])) for file, rank, step in _PLACES]]
)
"""Each action as the mover's corner sees it, by side."""

LOOK = _look()
TABLE, SPANS = LOOK.table, LOOK.spans
