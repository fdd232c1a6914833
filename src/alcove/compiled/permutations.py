"""What a symmetry of the board makes of the bits and numbers that networks see."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


def moved_bits(places: Sequence[int]) -> Numbers:
    """What each pattern of bits becomes when every bit goes to its place."""
    n = len(places)
    return np.array([sum(1 << places[bit] for bit in range(n) if pattern >> bit & 1) for pattern in range(1 << n)])


def moved_blocks(size: int, blocks: Iterable[tuple[int, Numbers]]) -> Numbers:
    """What the numbers below `size` become when each block, told by its first number, is rearranged within itself."""
    moved = np.arange(size)
    for first, places in blocks:
        moved[first : first + len(places)] = first + places
    return moved
