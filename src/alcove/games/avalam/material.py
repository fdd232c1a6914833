"""What a beginner counts in Avalam: the towers each side owns now."""

from alcove.jit import compiled

from .evaluation import outcome_score
from .kernel import Packed


@compiled
def material(state: Packed) -> int:
    """Own towers less the other side's, in the evaluation's hundredths."""
    return outcome_score(state, 0)
