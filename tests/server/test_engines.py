"""Engine processes: killed, late or wrong, a move still comes."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import pytest

import alcove
from alcove.server.engines import pool as engines, processes, protocol
from alcove.server.engines.child import FailedError, LostError
from alcove.server.engines.pool import HINT, MOST_STUDIES_WAITING, MOVE, STUDY, Pool, Thinker, Thought
from alcove.server.engines.process import Choose, Task
from alcove.table.refusals import RefusedError

from .pages import House, nonce

T = TypeVar("T")
START = alcove.game("avalam").initial()
LEGAL = {str(move) for move in START.legal_moves()}


@dataclass(frozen=True, slots=True)
class Sleep(Choose):
    """A task whose engine never comes back."""

    def __call__(self) -> str:
        time.sleep(600)
        raise AssertionError


@dataclass(frozen=True, slots=True)
class Crash(Choose):
    """A task that kills the process of its engine."""

    def __call__(self) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


@dataclass(frozen=True, slots=True)
class Fail(Choose):
    def __call__(self) -> str:
        raise ValueError("a bug of the engine")


@dataclass(frozen=True, slots=True)
class Nonsense(Choose):
    def __call__(self) -> str:
        return "z9-z9"


def with_pool(use: Callable[[Pool], Awaitable[T]], size: int = 1) -> T:
    async def run() -> T:
        pool = Pool(size)
        try:
            return await use(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def task(kind: type[Choose] = Choose) -> Choose:
    return kind("avalam", START, 1, 0)


def test_a_killed_engine_only_delays_the_move() -> None:
    async def use(pool: Pool) -> tuple[str, int, int]:
        await pool.choose("avalam", START, 1)
        first = pool.children[0].process.pid
        thinking = asyncio.create_task(pool._ask(MOVE, task(Sleep), 600, 600))
        while pool._queue:  # until the process has been given the task
            await asyncio.sleep(0)
        assert first is not None
        os.kill(first, signal.SIGKILL)
        while pool.children[0].process.pid == first:  # the next process is given the task, and sleeps as well
            await asyncio.sleep(0)
        second = pool.children[0].process.pid
        assert not thinking.done()
        thinking.cancel()
        assert second is not None
        os.kill(second, signal.SIGKILL)
        return await pool.choose("avalam", START, 1), first, second

    move, first, second = with_pool(use)
    assert move in LEGAL
    assert first != second


def test_an_engine_that_always_dies_loses_its_task_and_not_the_pool() -> None:
    async def use(pool: Pool) -> str:
        with pytest.raises(LostError):
            await pool._ask(MOVE, task(Crash), 60, 60)
        return await pool.choose("avalam", START, 1)

    assert with_pool(use) in LEGAL


def test_a_late_engine_is_replaced() -> None:
    async def use(pool: Pool) -> tuple[int | None, int | None]:
        await pool.choose("avalam", START, 1)
        before = pool.children[0].process.pid
        with pytest.raises(LostError):
            await pool._ask(MOVE, task(Sleep), 0.01, 60)
        await pool.choose("avalam", START, 1)
        return before, pool.children[0].process.pid

    before, after = with_pool(use)
    assert before != after


@pytest.mark.parametrize("kind", [Fail, Nonsense, Crash, Sleep])
def test_whatever_the_engine_does_a_legal_move_comes(kind: type[Choose], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "Choose", kind)
    monkeypatch.setattr(protocol, "GRACE_SECONDS", 0.01)
    monkeypatch.setattr(engines, "MOVE_SECONDS", 0.01)
    assert with_pool(lambda pool: pool.choose("avalam", START, 1)) in LEGAL


def test_a_hint_that_fails_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(pool: Pool) -> str:
        with pytest.raises(FailedError):
            await pool._ask(HINT, task(Fail), 60, 60)
        monkeypatch.setattr(engines, "MOST_HINTS_WAITING", 0)
        with pytest.raises(RefusedError) as caught:
            await pool.advise("avalam", START)
        return caught.value.code

    assert with_pool(use) == "no_engine"


def test_moves_go_before_hints_and_one_process_is_kept_for_them() -> None:
    async def use(pool: Pool) -> list[tuple[int, int]]:
        for slot in pool._slots:
            slot.cancel()
        loop = asyncio.get_running_loop()

        def job(priority: int, number: int) -> Thought:
            a_task: Task = task()
            return Thought(number, 1.0, loop.create_future(), priority=priority, task=a_task)

        for priority, number in ((HINT, 1), (MOVE, 2), (HINT, 3), (MOVE, 4)):
            await pool._put(job(priority, number))
        taken = [await pool._next(slot) for slot in (1, 0)]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await pool._next(0)  # only hints are left
        taken += [await pool._next(1), await pool._next(1)]
        return [(found.priority, found.number) for found in taken]

    assert with_pool(use, size=2) == [(MOVE, 2), (MOVE, 4), (HINT, 1), (HINT, 3)]


async def ask_for_ever(pool: Pool, priority: int, who: str, count: int) -> list[asyncio.Task[object]]:
    """So many questions of an address for which there is no process."""
    asked: list[asyncio.Task[object]] = []
    for _ in range(count):
        question = pool.study("avalam", START, 1.0, 1, who) if priority == STUDY else pool.advise("avalam", START, who)
        asked.append(asyncio.create_task(question))
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)
    return asked


@pytest.mark.parametrize("priority", [HINT, STUDY])
def test_one_address_does_not_fill_the_queue_of_the_engines(priority: int) -> None:
    """Twenty-four reviews of one address, and everybody else was told that no engine is free."""

    async def use(pool: Pool) -> tuple[int, list[str]]:
        for slot in pool._slots:
            slot.cancel()
        greedy = await ask_for_ever(pool, priority, "greedy", 24)
        others = [(await ask_for_ever(pool, priority, f"other-{number}", 1))[0] for number in range(8)]
        refused = [task for task in greedy if task.done()]
        assert all(isinstance(task.exception(), RefusedError) for task in refused)
        assert not any(task.done() for task in others)
        order = []
        for _ in range(9):
            job = await pool._next(0)
            pool._lately.append(job.who)
            order.append(job.who)
        for question in (*greedy, *others):
            question.cancel()
        await asyncio.gather(*greedy, *others, return_exceptions=True)
        return len(refused), order

    refused, order = with_pool(use)
    assert refused >= 24 - protocol.MOST_OF_ONE
    assert order == ["greedy", *(f"other-{number}" for number in range(8))], "each address in turn"


def test_the_greediest_makes_way_in_a_full_queue() -> None:
    async def use(pool: Pool) -> list[int]:
        for slot in pool._slots:
            slot.cancel()
        crowd = [await ask_for_ever(pool, STUDY, f"address-{number}", protocol.MOST_OF_ONE) for number in range(4)]
        assert sum(map(len, crowd)) == MOST_STUDIES_WAITING
        crowd.append(await ask_for_ever(pool, STUDY, "honest", 1))
        waiting = [sum(not task.done() for task in asked) for asked in crowd]
        everybody = [task for asked in crowd for task in asked]
        for question in everybody:
            question.cancel()
        await asyncio.gather(*everybody, return_exceptions=True)
        return waiting

    most = protocol.MOST_OF_ONE
    assert sorted(with_pool(use)) == [1, most - 1, most, most, most]


def test_a_study_makes_way_for_somebody_else_where_its_address_has_more_of_them() -> None:
    interrupted: list[int] = []

    class Deaf:
        def interrupt(self, number: int) -> None:
            interrupted.append(number)

        def stop(self) -> None: ...

    async def use(pool: Pool) -> None:
        for slot in pool._slots:
            slot.cancel()
        asked = await ask_for_ever(pool, STUDY, "greedy", 2)
        job = pool._at_work[0] = await pool._next(0)
        pool.children[0] = Deaf()  # type: ignore[assignment]
        assert interrupted == []
        asked += await ask_for_ever(pool, STUDY, "honest", 1)
        assert interrupted == [job.number]
        for question in asked:
            question.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        del pool._at_work[0]

    with_pool(use)


def test_a_process_the_system_does_not_give_costs_no_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    """S3: one failed spawn, and every later move of that slot was a random one."""
    monkeypatch.setattr(processes, "SHORTEST_PAUSE_SECONDS", 0.01)
    refused: list[int] = []

    def spawn(pool: Pool, slot: int) -> Thinker:
        if len(refused) < 3:
            refused.append(slot)
            raise BlockingIOError("Resource temporarily unavailable")
        return Thinker(pool.threads)

    monkeypatch.setattr(Pool, "_spawn", spawn)
    assert with_pool(lambda pool: pool._ask(MOVE, task(), 60, 600)) in LEGAL
    assert refused == [0, 0, 0]


def test_a_slot_without_a_process_leaves_its_jobs_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def spawn(pool: Pool, slot: int) -> Thinker:
        if slot == 0:
            raise OSError("Cannot allocate memory")
        return Thinker(pool.threads)

    async def use(pool: Pool) -> tuple[list[str], set[int]]:
        moves = [await pool._ask(MOVE, task(), 60, 600) for _ in range(3)]
        return moves, set(pool.children)

    monkeypatch.setattr(Pool, "_spawn", spawn)
    monkeypatch.setattr(processes, "SHORTEST_PAUSE_SECONDS", 600.0)
    moves, slots = with_pool(use, size=2)
    assert LEGAL.issuperset(moves)
    assert slots == {1}


@pytest.mark.parametrize(("cores", "size", "threads"), [(1, 1, 1), (4, 4, 1), (16, 8, 2), (8, 2, 4), (2, 4, 1)])
def test_all_threads_together_are_as_many_as_the_cores_it_may_use(
    cores: int, size: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "cores", lambda: cores)

    async def use(pool: Pool) -> tuple[int, int]:
        return pool.size, pool.threads

    assert with_pool(use, size if (cores, size) in ((8, 2), (2, 4)) else 0) == (size, threads)


def test_a_closed_pool_leaves_no_process() -> None:
    async def use(pool: Pool) -> list[int | None]:
        await asyncio.gather(*(pool.choose("avalam", START, 1) for _ in range(4)))
        return [child.process.pid for child in pool.children.values()]

    for pid in with_pool(use, size=2):
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_whole_game_goes_on_while_its_engines_are_killed(room: House) -> None:
    browser = room.browser()
    table = browser.table("avalam", seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
    with browser.live() as page:
        frame = page.watch(table)["frame"]
        for ply in range(0, 6, 2):
            page.send("move", table=table, expected_n=ply + 1, move=frame["moves"][0]["text"], nonce=nonce())
            page.hear("thinking")
            for child in list(room.app.state.house.engines.children.values()):
                if child.process.pid:
                    os.kill(child.process.pid, signal.SIGKILL)
            while frame["ply"] < ply + 2:
                frame = page.hear("event")["frame"]
        assert frame["to_move"] == 0
