"""The short form of `make simulate`, and what it must be able to find."""

import subprocess
import sys
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from alcove.server.tables.chat import Chat
from alcove.server.tables.table import Table
from alcove.server.tables.tables import Tables

from . import scenarios
from .checks import Checks
from .simulation import simulate
from .world import Plan, World

HOUSE = Path(__file__).parents[2]
SEEDS = 12
"""In each of two processes: the short form of `make simulate`."""


@pytest.mark.parametrize("first", [0, SEEDS])
def test_whatever_happens_the_room_keeps_its_promises(first: int) -> None:
    """In a process of its own, where texts have the same hashes in every run: a seed that fails here fails everywhere."""
    command = [sys.executable, "-m", "tests.simulation", "--seeds", str(SEEDS), "--from", str(first), "--last", "0"]
    run = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_seed_tells_the_same_story_every_time() -> None:
    plan = Plan(servers=2, people=3, seconds=15.0, trouble=2.0, most_skew=0.02, bots=1)
    one, other = simulate(5, plan), simulate(5, plan)
    assert len(one.story) > 20
    assert one.story == other.story


# --- Named regressions ----------------------------------------------------------------------------------------------


def drop(tables: Tables, name: str) -> None:
    """As tables were once dropped from memory: whoever held the object went on holding it, and others got another."""
    tables._alive.pop(name, None)
    table = tables._recent.pop(name, None)
    if table is not None:
        table.rest()


@asynccontextmanager
async def rewriting_by_dropping(tables: Tables, name: str) -> AsyncIterator[None]:
    yield
    drop(tables, name)


async def take_back_by_dropping(chat: Chat, talked: Collection[str]) -> None:
    for name in talked:
        drop(chat._tables, name)


def drop_idle(tables: Tables) -> None:
    for name, table in list(tables._recent.items())[:-1]:
        if table.is_idle:
            drop(tables, name)


async def believe_anything(_tables: Tables, _table: Table) -> None:
    """A failed save was once thought to have left nothing behind."""


def doubt_nothing(_tables: Tables, _table: Table) -> None: ...


Once = list[tuple[type, str, Any]]
DROPPING: Once = [(Tables, "rewriting", rewriting_by_dropping), (Chat, "removed", take_back_by_dropping)]
EVICTING: Once = [
    (Tables, "_let_idle_rest", drop_idle),
    (Tables, "_believe", believe_anything),
    (Tables, "doubt", doubt_nothing),
]
PROMISES = [
    pytest.param(scenarios.an_onlooker_who_chatted_leaves, DROPPING, "sees another n", id="S1a-silence"),
    pytest.param(scenarios.an_onlooker_leaves_while_an_engine_thinks, DROPPING, "and the disk at n=3", id="S1b-wedge"),
    pytest.param(scenarios.a_flag_falls_on_a_full_disk, EVICTING, "the log complains", id="S1c-endless"),
]
ALONE = Plan(idle_tables=0)


@pytest.mark.parametrize(("script", "once", "found"), PROMISES)
def test_what_went_wrong_once_goes_well(script: Any, once: Once, found: str) -> None:
    told = simulate(1, ALONE, script)
    assert told.finding is None, told.written()


@pytest.mark.parametrize(("script", "once", "found"), PROMISES)
def test_and_would_be_found_again(script: Any, once: Once, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the old behaviour in its place. That there are two objects is not enough: what follows from it is looked for."""

    async def blindly(world: World, checks: Checks) -> None:
        checks.minds_twins = False
        await script(world, checks)

    for owner, name, old in once:
        monkeypatch.setattr(owner, name, old)
    told = simulate(1, ALONE, blindly)
    assert told.finding is not None, told.written()
    assert found in told.finding, told.written()


@pytest.mark.parametrize(("script", "once", "found"), PROMISES[:2])
def test_two_objects_of_one_table_are_seen_at_once(
    script: Any, once: Once, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name, old in once:
        monkeypatch.setattr(owner, name, old)
    told = simulate(1, ALONE, script)
    assert told.finding is not None
    assert "has two objects" in told.finding, told.written()


FOUND = [
    (scenarios.a_hint_from_a_disk_that_is_away, 1),
    (scenarios.somebody_leaves_and_the_disk_is_full, 1),
    (scenarios.somebody_leaves_and_the_disk_fails_on_the_way, 1),
    (scenarios.somebody_leaves_and_the_answer_of_the_disk_is_lost, 1),
    (scenarios.somebody_comes_while_the_disk_is_away, 1),
    (scenarios.somebody_speaks_before_the_opponent_sits_down, 1),
    (scenarios.a_table_turns_up_though_nobody_said_so, 1),
    (scenarios.a_next_game_turns_up_though_nobody_said_so, 1),
    (scenarios.words_are_lost_between_servers, 2),
    (scenarios.a_word_of_signing_out_is_lost, 2),
    (scenarios.two_servers_see_somebody_off, 2),
    (scenarios.somebody_leaves_and_another_server_does_not_hear_it, 2),
]


@pytest.mark.parametrize(("script", "servers"), FOUND)
def test_what_the_simulator_found_stays_mended(script: Any, servers: int) -> None:
    told = simulate(1, Plan(servers=servers, idle_tables=0), script)
    assert told.finding is None, told.written()
