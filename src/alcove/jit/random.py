"""Random numbers inside compiled code: fast, small, and the same on every machine for the same seed."""

import numpy as np
import numpy.typing as npt

from alcove.jit.compile import lean

Generator = npt.NDArray[np.uint64]
"""One 64-bit word of state, so that a generator can be handed around and moved on in place."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@lean
def mixed(word: np.uint64) -> np.uint64:
    """splitmix64's output function: neighbouring words come out unrelated."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@lean
def seed_generator(generator: Generator, seed: int, stream: int) -> None:
    """Start `generator` on stream number `stream` of `seed`; streams do not overlap in practice."""
    generator[0] = mixed(np.uint64(seed) + _GOLDEN * np.uint64(stream + 1)) | np.uint64(1)


@lean
def next_word(generator: Generator) -> np.uint64:
    """The next 64 random bits (xorshift64*)."""
    word = generator[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    generator[0] = word
    return word * np.uint64(0x2545F4914F6CDD1D)


@lean
def below(generator: Generator, limit: int) -> int:
    """A random whole number from 0 to `limit` − 1."""
    return np.int64(((next_word(generator) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


def zobrist(seed: int, *shape: int) -> npt.NDArray[np.int64]:
    """A table of random 64-bit words for position keys; the same table for the same seed, forever."""
    words = np.random.Generator(np.random.PCG64(seed)).integers(0, 2**64, size=shape, dtype=np.uint64)
    return words.view(np.int64)
