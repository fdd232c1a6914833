"""The transposition table: one 64-bit word of data for each 64-bit key, safe between threads without locks."""

import numpy as np
import numpy.typing as npt

from alcove.jit import lean

from .memory import Memory

UPPER, LOWER, EXACT = 1, 2, 3
"""What a stored score is: an upper bound, a lower bound, or the value itself."""

_SCORE_OFFSET = 1 << 17


@lean
def store(memory: Memory, key: int, score: int, depth: int, bound: int, sure: int, action: int) -> None:
    """Remember a result. A deeper result for another position is kept unless it is much deeper... than useful."""
    slot = key & (memory.table_keys.shape[0] - 1)
    old = memory.table_data[slot]
    if memory.table_keys[slot] ^ old != key and (old >> 32) & 255 > depth + 3:
        return
    data = (
        (np.int64(score + _SCORE_OFFSET) << 43)
        | (np.int64(sure) << 42)
        | (np.int64(bound) << 40)
        | (np.int64(max(depth, 0)) << 32)
        | np.int64(np.uint32(action))
    )
    memory.table_keys[slot] = key ^ data
    memory.table_data[slot] = data


@lean
def find(memory: Memory, key: int) -> int:
    """The data stored for `key`, or 0."""
    slot = key & (memory.table_keys.shape[0] - 1)
    data = memory.table_data[slot]
    return data if memory.table_keys[slot] ^ data == key else np.int64(0)


@lean
def score_of(data: int) -> int:
    return (data >> 43) - _SCORE_OFFSET


@lean
def depth_of(data: int) -> int:
    return (data >> 32) & 255


@lean
def bound_of(data: int) -> int:
    return (data >> 40) & 3


@lean
def sure_of(data: int) -> int:
    return (data >> 42) & 1


@lean
def action_of(data: int) -> int:
    return np.int32(data & 0xFFFFFFFF)


@lean
def contains(sorted_words: npt.NDArray[np.int64], word: int) -> bool:
    """Is `word` in a short sorted array?"""
    low, high = 0, sorted_words.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if sorted_words[middle] < word:
            low = middle + 1
        else:
            high = middle
    return low < sorted_words.shape[0] and sorted_words[low] == word
