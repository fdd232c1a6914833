import pytest

from . import scenarios
from .simulation import simulate
from .world import Plan


@pytest.mark.parametrize(("script", "what"), [
    (scenarios.an_onlooker_who_chatted_leaves, "sees another n"),
    (scenarios.an_onlooker_leaves_while_an_engine_thinks, "and the disk at n=3"),
    (scenarios.a_flag_falls_on_a_full_disk, "the log complains"),
])
def test_it(script, what):
    async def blind(world, checks):
        checks.minds_twins = False
        await script(world, checks)
    told = simulate(1, Plan(idle_tables=0), blind)
    print(told.written())
    assert told.finding and what in told.finding
