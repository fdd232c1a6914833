"""The transposition table: one 64-bit word of data for each 64-bit key, safe between threads without locks."""

import numpy as np
import numpy.typing as npt

from alcove.jit import lean

from .memory import Memory

UPPER, LOWER, EXACT = 1, 2, 3
"""What a stored score is: an upper bound, a lower bound, or the value itself."""

GENERATIONS = 16
"""So many searches of one memory are told apart."""

_SCORE_OFFSET = 1 << 17
# Where the parts of a word begin: action 32 bits, depth 7, bound 2, sure 1, score 18, generation 4.
_DEPTH, _BOUND, _SURE, _SCORE, _GENERATION = 32, 39, 41, 42, 60


@lean
def store(memory: Memory, key: int, score: int, depth: int, bound: int, sure: int, action: int) -> None:
    """Remember a result. A much deeper one for another position keeps its place if it is from the same search: what earlier
    searches left behind goes first."""
    slot = key & (memory.table_keys.shape[0] - 1)
    old = memory.table_data[slot]
    is_recent = (old >> _GENERATION) & (GENERATIONS - 1) == memory.generation
    if is_recent and memory.table_keys[slot] ^ old != key and depth_of(old) > depth + 3:
        return
    data = (
        (np.int64(memory.generation) << _GENERATION)
        | (np.int64(score + _SCORE_OFFSET) << _SCORE)
        | (np.int64(sure) << _SURE)
        | (np.int64(bound) << _BOUND)
        | (np.int64(max(depth, 0)) << _DEPTH)
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
    return ((data >> _SCORE) & 0x3FFFF) - _SCORE_OFFSET


@lean
def depth_of(data: int) -> int:
    return (data >> _DEPTH) & 127


@lean
def bound_of(data: int) -> int:
    return (data >> _BOUND) & 3


@lean
def sure_of(data: int) -> int:
    return (data >> _SURE) & 1


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
