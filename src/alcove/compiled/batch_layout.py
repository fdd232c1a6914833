"""Where the games of a batch keep what they know. A module of its own, since compiled code is found again by the names of these types."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Reals = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int16]
Actions = npt.NDArray[np.int32]
Words = npt.NDArray[np.int64]

SAME_STEP, NEXT_STEP, NEVER = range(3)
"""When a game that has ended begins again."""


HOLD = -1
"""The action that leaves a game as it is."""


class Games(NamedTuple):
    """All games of a batch; the first index is the game."""

    states: Bytes
    luck: npt.NDArray[np.uint64]  # what the game itself draws: deals
    choice: npt.NDArray[np.uint64]  # what `sample` draws
    legal: Actions  # the kernel's actions
    numbers: Numbers  # what the outside calls them
    n_legal: Actions
    past: Words  # marks of the moves of a game, where its rules count repetitions
    n_past: Actions
    plies: Actions
    seen: Bytes  # the looks; the rows are longer by a few bytes where planes are drawn from them
    planes: Reals  # without columns where looks are all that is wanted
    mask: Flags
    rewards: Reals
    terminated: Flags
    truncated: Flags
    to_move: Actions
    is_over: Flags  # ended and not begun again


class Settings(NamedTuple):
    """What is the same for all games of a batch."""

    loses: int  # which time the same move in the same position loses; 0 for never
    draws: int  # which time the same position draws
    draw_plies: int  # after how many plies the rules make a draw that no packed state tells
    most_plies: int  # after how many plies a game is broken off
    restart: int
    shares_fate: bool
