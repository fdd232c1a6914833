"""Avalam for networks: a position as planes, always seen by the side to move.

Version 3, `SHAPE` = (24, 9, 9), float32; row 0 is rank 9, column 0 is file a. Planes are 0 off the board.

| plane | 1 where |
|---|---|
| 0–4 | a tower of the side to move, of height 1–5 |
| 5–9 | a tower of the other side, of height 1–5 |
| 10 | an empty cell |
| 11 | a tower that cannot move |
| 12 | a cell of the board |
| 13–20 | a tower that can move up-left, up, up-right, left, right, down-left, down, down-right |
| 21 | on every cell: tower lead of the side to move, divided by 8 |
| 22 | on every cell: number of towers, divided by 48 |
| 23 | on every cell: log₂(legal moves + 1), divided by 8 |

A policy has a place for each of the 292 actions. Turning the board by half a turn (`turned`) keeps the rules and the
colours, and turns the directions round.
"""

import math

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import Look, bits, byte_tables, draw
from alcove.compiled.permutations import moved_bits
from alcove.jit import compiled, lean

from .kernel import (
    ACTION_OF,
    ALIVE,
    BESIDE,
    DARK_BIT,
    HEIGHT,
    MOVE_OF,
    N_CELLS,
    N_EDGES,
    N_LIVE,
    ORIGIN,
    SIDE,
    TARGET,
    TOWERS,
    Packed,
    result,
)
from .rules import BOARD, CELLS, TALLEST, State
from .symmetry import turned_move

VERSION = 3
SHAPE = (24, 9, 9)
N_POLICY = len(MOVE_OF)
REPETITION_LOSES = REPETITION_DRAWS = 0
"""Nothing comes back."""

Planes = npt.NDArray[np.float32]

STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The directions as steps of row and column; the opposite of number d is number 7 − d."""

ROW = np.array([9 - int(cell[1]) for cell in CELLS], np.int64)
COLUMN = np.array(["abcdefghi".index(cell[0]) for cell in CELLS], np.int64)
SQUARE = ROW * 9 + COLUMN
"""Where each cell of the board stands among the 81 of the planes."""


def direction(origin: int, target: int) -> int:
    return STEPS.index((int(ROW[target] - ROW[origin]), int(COLUMN[target] - COLUMN[origin])))


DIRECTIONS = np.zeros((N_CELLS, 256), np.uint8)
"""A cell's byte of live edges, with its bits in the order of `STEPS`."""
for _cell in range(N_CELLS):
    _bits = [1 << direction(_cell, int(BESIDE[_cell, _k])) for _k in range(len(BOARD.around[_cell]))]
    for _byte in range(1 << len(_bits)):
        DIRECTIONS[_cell, _byte] = sum(bit for _k, bit in enumerate(_bits) if _byte >> _k & 1)

N_SQUARES = 81
OWN, OTHER, EMPTY, STUCK = 0, TALLEST, 2 * TALLEST + 1, 2 * TALLEST + 1
"""A cell's first byte is its tower's height, after `OTHER` if it is the other side's and `STUCK` if it cannot move; `EMPTY`; or 0
off the board."""
CELL_LAYERS = 5
KIND, WAYS, LEAD, COUNT, LIVE = range(0, CELL_LAYERS * N_SQUARES, N_SQUARES)
"""Where each layer begins: what stands on a cell, where it can go, and what is the same on every cell."""
LEAD_ZERO = 128


def _look() -> Look:
    kinds = {plane: {plane + 1: 1.0, plane + 1 + STUCK: 1.0} for plane in range(2 * TALLEST)}
    kinds[10] = {EMPTY: 1.0}
    kinds[11] = dict.fromkeys(range(STUCK + 1, STUCK + EMPTY), 1.0)
    kinds[12] = dict.fromkeys(range(1, STUCK + EMPTY), 1.0)
    layers = (
        kinds,
        bits(13),
        {21: {byte: (byte - LEAD_ZERO) / 8 for byte in range(1, 256)}},
        {22: {byte: byte / N_CELLS for byte in range(N_CELLS + 1)}},
        {23: {byte: math.log2(2 * byte + 1) / 8 for byte in range(N_EDGES + 1)}},
    )
    table, spans = byte_tables(layers)
    squares, same = np.arange(N_SQUARES), [range(256)]
    turned_bits = moved_bits(range(7, -1, -1))
    sources = [direction(int(a), int(b)) * N_SQUARES + SQUARE[a] for a, b in zip(ORIGIN, TARGET, strict=True)]
    return Look(
        *SHAPE[1:],
        cell_layers=CELL_LAYERS,
        table=table,
        spans=spans,
        policy_planes=8,
        policy_source=np.array(sources, np.int64),
        policy_parts=(N_POLICY,),
        mirror_cells=np.array([squares, squares[::-1]]),
        mirror_layers=np.array([range(CELL_LAYERS)] * 2),
        mirror_bytes=np.array([same * CELL_LAYERS, [*same, turned_bits, *same * 3]], np.uint8),
        mirror_policy=np.array([range(N_POLICY), TURNED_ACTION]),
    )


@compiled
def look(state: Packed, seen: npt.NDArray[np.uint8]) -> None:
    """Write the bytes that the planes follow from."""
    seen[:] = 0
    lead, count = 0, 0
    mine = state[SIDE]
    for cell in range(N_CELLS):
        tower, square = state[TOWERS + cell], SQUARE[cell]
        if tower == 0:
            seen[KIND + square] = EMPTY
            continue
        is_mine = (tower & DARK_BIT) >> 3 == mine
        lead += 1 if is_mine else -1
        count += 1
        ways = state[ALIVE + cell]
        seen[KIND + square] = (tower & HEIGHT) + (OWN if is_mine else OTHER) + (0 if ways else STUCK)
        seen[WAYS + square] = DIRECTIONS[cell, ways]
    for square in SQUARE:
        seen[LEAD + square] = LEAD_ZERO + lead
        seen[COUNT + square] = count
        seen[LIVE + square] = state[N_LIVE]


@compiled
def encode(state: Packed, planes: Planes) -> None:
    """Fill `planes`, an array of `SHAPE`, from a packed state."""
    seen = np.empty(CELL_LAYERS * N_SQUARES, np.uint8)
    look(state, seen)
    draw(seen, CELL_LAYERS, TABLE, SPANS, planes)


@lean
def places(
    state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16], origins: npt.NDArray[np.int16]
) -> None:
    """Write where a policy has each of n actions; an origin is no question of its own."""
    for i in range(n):
        found[i], origins[i] = actions[i], -1


@lean
def verdict(state: Packed) -> int:
    """How the game has ended."""
    return result(state)


@lean
def recall(state: Packed, past: npt.NDArray[np.int64], seen: npt.NDArray[np.uint8]) -> None:
    """Nothing comes back, so a game's past says nothing about a position."""


@lean
def is_new(state: Packed) -> bool:
    """Can nothing that stood before stand again?"""
    return True


def past_marks(state: State) -> list[int]:
    """The marks of the moves played before that may come back: none."""
    return []


@lean
def owners(state: Packed, side: int, owned: npt.NDArray[np.uint8]) -> None:
    """Whose the towers are, as `side` sees the squares: 0 nobody's, 1 its own, 2 the other's."""
    for square in range(N_SQUARES):
        owned[square] = 0
    for cell in range(N_CELLS):
        tower = state[TOWERS + cell]
        if tower:
            owned[SQUARE[cell]] = 1 if (tower & DARK_BIT) >> 3 == side else 2


def turned(planes: Planes) -> Planes:
    """The planes of the position turned by half a turn."""
    directions = planes[..., 20:12:-1, ::-1, ::-1]
    others = planes[..., ::-1, ::-1]
    return np.concatenate([others[..., :13, :, :], directions, others[..., 21:, :, :]], axis=-3)


TURNED_ACTION = np.array([ACTION_OF[turned_move(move)] for move in MOVE_OF])
"""The action that does on the turned board what each action does here."""

LOOK = _look()
TABLE, SPANS = LOOK.table, LOOK.spans
