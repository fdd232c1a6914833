"""Axom in batches and environments: planes and numbers of actions are those of `encoding.py`, version and all, so both are seen
from the mover's corner."""

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import History
from alcove.core.errors import OptionError
from alcove.core.text import Text
from alcove.jit import lean

from .encoding import (
    CELL_LAYERS,
    HEART_BIT,
    LOOK,
    OTHER,
    PIECE,
    SEEN_ACTION,
    SPANS,
    SQUARE,
    TABLE,
    VERSION,
    is_new,
    look,
    look_with,
    recall,
)
from .kernel import COUNT, HEART, LIST, N_ACTIONS, N_CELLS, ROOM, SIDE, Packed
from .rules import REPETITION_LOSES, Options

__all__ = ["LOOK", "N_ACTIONS", "VERSION", "history", "is_new", "look", "look_with", "numbers", "recall", "redraw"]

OWN_HEART = int(SQUARE[0, HEART[0]])
FIRST_WAY = 15
"""Where the mover sees its heart; the plane of the first direction of the side to move; those of the other side come after it."""


@lean
def numbers(state: Packed, actions: npt.NDArray[np.int32], n: int, found: npt.NDArray[np.int16]) -> None:
    """Write the numbers of n actions, as the mover's corner sees them."""
    side = state[SIDE]
    for i in range(n):
        found[i] = SEEN_ACTION[side, actions[i]]


def history(options: Options) -> History:
    """X20: packed states count movements; what `position4` counts is remembered beside them."""
    if options.repetition == "shuttle":
        raise OptionError(
            Text("repetition: shuttle cannot be played in batches, which do not remember every ply; take movement4, position4 or off",
                 "repetition : shuttle ne se joue pas par lots, qui ne retiennent pas tous les coups ; prenez movement4, position4 ou off")
        )  # fmt: skip
    return History(loses=REPETITION_LOSES if options.repetition == "position4" else 0)


@lean
def redraw(state: Packed, fresh: Packed, seen: Packed, planes: npt.NDArray[np.float32]) -> None:
    """Draw the planes of a look anew, `seen` being the one before. Sides change corners with every move, so there is little to keep: all is
    wiped out, and the pieces are drawn again, with eight ways each whether or not they can go there."""
    if seen[OWN_HEART] == 0:  # the mover's corner is always the same one, so hearts are drawn once
        seen[OWN_HEART] = 1
        for heart in range(2):
            bit, first = np.uint8(HEART_BIT << heart), (2 * OTHER + heart) * N_CELLS
            for cell in range(N_CELLS):
                planes[first + cell] = np.float32(fresh[cell] & bit != 0)
    for i in range(2 * OTHER * N_CELLS):
        planes[i] = 0.0
    for i in range(FIRST_WAY * N_CELLS, (FIRST_WAY + 16) * N_CELLS):
        planes[i] = 0.0
    side = np.int64(state[SIDE])
    for owner in range(2):
        other = np.int64(owner != side)
        layer, first = (1 + other) * N_CELLS, (FIRST_WAY + 8 * other) * N_CELLS
        for i in range(1, state[COUNT + owner]):  # a head stands in the list twice
            square = SQUARE[side, state[LIST + ROOM * owner + i]]
            piece, ways = np.int64(fresh[square] & np.uint8(PIECE)), fresh[layer + square]
            if piece:
                planes[(piece - 1) * N_CELLS + square] = 1.0
                for direction in range(8):
                    planes[first + direction * N_CELLS + square] = np.float32((ways >> direction) & 1)
    for layer in range(CELL_LAYERS, TABLE.shape[0]):
        place = CELL_LAYERS * (N_CELLS - 1) + layer
        if seen[place] != fresh[place]:
            value, first = TABLE[layer, fresh[place], 0], SPANS[layer, 0] * N_CELLS
            for cell in range(N_CELLS):
                planes[first + cell] = value
            seen[place] = fresh[place]
