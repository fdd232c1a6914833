"""Work in the background: what dies is told, and what has to go on goes on."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from alcove.server.base import tasks
from alcove.server.base.tasks import Tasks
from alcove.server.engines.processes import Processes
from alcove.server.tables import sockets
from alcove.server.tables.sockets import Sockets
from alcove.table.refusals import not_your_turn


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "PAUSE_SECONDS", 0.001)


def told(work: Any) -> list[Any]:
    with capture_logs() as logs:
        asyncio.run(work)
    return [(line["event"], line["task"]) for line in logs]


async def fail() -> None:
    raise ZeroDivisionError


def test_a_task_that_dies_is_told_with_its_name_and_trace() -> None:
    async def run() -> None:
        kept = Tasks()
        kept.begin(fail())
        await kept.settle()

    with capture_logs() as logs:
        asyncio.run(run())
    assert [(line["event"], line["task"]) for line in logs] == [("task_died", "fail")]
    assert isinstance(logs[0]["exc_info"], ZeroDivisionError)


def test_a_refusal_is_an_answer_and_no_death() -> None:
    async def refuse() -> None:
        raise not_your_turn()

    async def run() -> None:
        kept = Tasks()
        kept.begin(refuse())
        await kept.settle()

    assert told(run()) == []


@pytest.mark.parametrize("fault", [ZeroDivisionError, ConnectionRefusedError])
def test_what_has_to_be_done_is_begun_anew_until_it_is(fault: type[Exception]) -> None:
    tried: list[None] = []

    async def try_three_times() -> None:
        tried.append(None)
        if len(tried) < 3:
            raise fault

    async def run() -> None:
        kept = Tasks()
        await kept.keep_up(try_three_times)

    lines = told(run())
    assert len(tried) == 3
    assert [event for event, _ in lines] == ["task_died" if fault is ZeroDivisionError else "task_failed"] * 2


def test_what_is_done_again_and_again_outlives_its_faults_and_ends_when_closed() -> None:
    done = asyncio.Event()
    count = 0

    async def beat() -> None:
        nonlocal count
        count += 1
        if count == 5:
            done.set()
        raise ZeroDivisionError

    async def run() -> bool:
        kept = Tasks()
        beating = kept.every(0.001, beat)
        await done.wait()
        await kept.close()
        return beating.cancelled()

    with capture_logs():
        assert asyncio.run(run())


def test_a_sweep_that_dies_is_told_and_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    swept: list[float] = []

    def sweep(_registry: Sockets, now: float) -> None:
        swept.append(now)
        if len(swept) == 1:
            raise ZeroDivisionError

    monkeypatch.setattr(sockets, "SWEEP_SECONDS", 0.001)
    monkeypatch.setattr(Sockets, "sweep", sweep)

    async def run() -> None:
        registry = Sockets()
        while len(swept) < 3:
            await asyncio.sleep(0.001)
        await registry.stop()

    assert told(run()) == [("task_died", "Sockets._sweep_for_ever")]


def test_a_slot_for_processes_that_dies_is_told_and_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[int] = []

    async def die_once(_processes: object, slot: int, _warm: bool) -> None:
        began.append(slot)
        if len(began) == 1:
            raise ZeroDivisionError
        await asyncio.sleep(3600)

    monkeypatch.setattr(Processes, "_run", die_once)
    monkeypatch.setattr(Processes, "__abstractmethods__", frozenset())

    async def run() -> None:
        processes: Any = Processes("study", 1)  # type: ignore[abstract]
        while len(began) < 2:
            await asyncio.sleep(0.001)
        await processes.close()

    assert told(run()) == [("task_died", "study 0")]
    assert began == [0, 0]
