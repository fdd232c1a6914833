"""An outcome is one that records can tell, or it cannot be made."""

import pytest

from alcove.core.errors import OutcomeError
from alcove.core.game import Outcome


@pytest.mark.parametrize(
    ("winner", "together", "result"),
    [(0, False, "1-0"), (1, False, "0-1"), (None, False, "1/2-1/2"), (0, True, "won"), (None, True, "lost")],
)
def test_every_outcome_has_a_result(winner: int | None, together: bool, result: str) -> None:
    assert Outcome(winner, (), "resigned", together).result == result


@pytest.mark.parametrize(("winner", "together"), [(2, False), (-1, False), (1, True)])
def test_no_other_seat_can_win(winner: int, together: bool) -> None:
    with pytest.raises(OutcomeError, match=rf"cannot name seat {winner} as its winner"):
        Outcome(winner, (), "resigned", together)
