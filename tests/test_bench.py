"""The benches count what they say they count, the same everywhere."""

import pytest

import alcove
from alcove.bench.kernels import BenchError, Turn, _take_turns, c_program, measure
from alcove.games.kernels import has_kernel


@pytest.mark.parametrize("name", [name for name in alcove.games() if has_kernel(name)])
def test_rules_kernel_and_c_come_to_the_same_totals(name: str) -> None:
    with c_program(name) as program:
        has_compiler = program is not None
    found = measure(name, quick=True)
    assert found["playouts"]["totals"][0] == found["playouts"]["kernel"]["count"]
    assert found["perft"]["kernel_to_rules"] > 1
    assert ("kernel_to_c" in found["playouts"]) == has_compiler


def test_contenders_that_disagree_are_no_contenders() -> None:
    with pytest.raises(BenchError, match="disagree"):
        _take_turns({"kernel": lambda: Turn((1, 2), 0.1), "c": lambda: Turn((1, 3), 0.1)}, 1)
