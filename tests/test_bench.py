"""The benches count what they say they count, the same everywhere."""

import pytest

import alcove
from alcove.bench import engines
from alcove.bench.kernels import BenchError, Turn, _take_turns, c_program, measure
from alcove.games.rooms import rooms


@pytest.mark.parametrize("name", [name for name in alcove.games() if rooms(name).has("kernel")])
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


def test_engines_are_measured_with_and_without_their_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    one = engines.positions("axom", 1)
    monkeypatch.setattr(engines, "positions", lambda name: one)
    found = engines.measure("axom", quick=True)
    for label in ("engine", "engine_on_all_cores", "engine_with_network"):
        assert found[label]["nodes_per_second"] > 0
    assert found["tower"]["simulations_per_second"] > 0
    for label in ("fresh_process", "fresh_process_with_network"):
        assert found[label]["megabytes"] > 20
