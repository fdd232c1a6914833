"""What a beginner counts in Axom: the pawns of each side."""

from alcove.jit import lean

from .kernel import BOARD, COUNT, KIND, LIST, ROOM, SIDE, Packed


@lean
def material(state: Packed) -> int:
    """Own pawns less the other side's, in the evaluation's hundredths."""
    lead = 0
    for side in range(2):
        for i in range(2, state[COUNT + side]):
            height = state[BOARD + state[LIST + ROOM * side + i]] & KIND
            lead += height if side == 0 else -height
    return 100 * lead if state[SIDE] == 0 else -100 * lead
