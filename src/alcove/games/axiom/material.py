"""What a beginner counts in Axiom: the cubes of each side, and where the sceptres can go."""

from alcove.jit import lean
from alcove.jit.bits import count_bits, word

from .columns import CUBES, HEIGHT, N_COLUMNS, SIDE, WHITE_BIT, Packed
from .reaching import erase, gather

CUBE, STOP = 100, 5


@lean
def material(state: Packed) -> int:
    """Own cubes and stops less the other side's, in the evaluation's hundredths."""
    lead = 0
    for column in range(N_COLUMNS):
        for level in range(1, state[HEIGHT + column] + 1):
            lead += -CUBE if state[CUBES + 16 * column + level] & WHITE_BIT else CUBE
    for number in range(4):
        reach = gather(state, number)
        for place in range(reach, reach + N_COLUMNS):
            lead += STOP * count_bits(word(state, place)) * (1 if number < 2 else -1)
        if number & 1:
            erase(state)
    return lead if state[SIDE] == 0 else -lead
