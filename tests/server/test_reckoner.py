"""Work for the processor: bounded, fair, and never in the way of a game."""

import asyncio
import os
import random
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from starlette.requests import Request
from starlette.types import Message

import alcove
from alcove.core.errors import IllegalMoveError
from alcove.core.registry import game as game_named
from alcove.server.engines import processes, reckoner as reckoners
from alcove.server.engines.child import FailedError
from alcove.server.engines.reckoner import MOST_OF_ALL, MOST_OF_ONE, Reckoner
from alcove.server.people import passwords
from alcove.server.people.passwords import Passwords
from alcove.server.study.trees import record_to_play
from alcove.server.web.rest import unless_gone
from alcove.server.wire.messages import OpenRecord
from alcove.table.fold import Created, Entry, Played, Room, Seat
from alcove.table.refusals import RefusedError, illegal_move

from .pages import House, first_move

T = TypeVar("T")
FOR_EVER = 600.0
ADA, BOB = "ada", "bob"


def with_reckoner(use: Callable[[Reckoner], Awaitable[T]], size: int = 1) -> T:
    async def run() -> T:
        reckoner = Reckoner(size)
        try:
            return await use(reckoner)
        finally:
            await reckoner.close()

    return asyncio.run(run())


async def begin(
    reckoner: Reckoner, who: str, count: int = 1, kind: reckoners.Kind = "tree"
) -> list[asyncio.Task[None]]:
    """Somebody asks for things that never come."""
    begun = []
    for _ in range(count):
        begun.append(asyncio.create_task(reckoner.reckon(kind, who, time.sleep, FOR_EVER)))
        begun[-1].add_done_callback(lambda done: done.cancelled() or done.exception())
        for _ in range(20):  # until a process that is free has been given it
            await asyncio.sleep(0)
    return begun


async def refusal(asked: Awaitable[object]) -> str:
    with pytest.raises(RefusedError) as refused:
        await asked
    return refused.value.code


def long_game(name: str, plies: int = 12) -> list[Entry]:
    game, rng = game_named(name), random.Random(4)
    state, entries = game.initial(), []
    entries = [Entry(Created(name, {}, (Seat(ADA),) * state.seats, game.luck(state)))]
    for _ in range(plies):
        move = rng.choice(state.legal_moves())
        state = state.play(move)
        entries.append(Entry(Played(str(move))))
    return entries


def refuse(text: str) -> None:
    try:
        alcove.game("avalam").initial().play(text)
    except IllegalMoveError as error:
        raise illegal_move(error) from None


def fill_memory() -> int:
    return len(bytearray(reckoners.MOST_BYTES))


def test_the_ninth_that_waits_for_one_person_is_refused_and_the_first_of_another_is_not() -> None:
    async def use(reckoner: Reckoner) -> None:
        await begin(reckoner, ADA, 1 + MOST_OF_ONE)
        assert await refusal(reckoner.reckon("tree", ADA, os.getpid)) == "busy"
        waiting = asyncio.create_task(reckoner.reckon("tree", BOB, os.getpid))
        also = asyncio.create_task(reckoner.reckon("board", ADA, os.getpid))
        await asyncio.sleep(0)
        assert not waiting.done()
        assert not also.done(), "every kind has its own queue"

    with_reckoner(use)


def test_nobody_has_all_processes() -> None:
    async def use(reckoner: Reckoner) -> int:
        await begin(reckoner, ADA, 5)
        return await reckoner.reckon("tree", BOB, os.getpid)

    assert with_reckoner(use, size=2) != os.getpid()


def test_whoever_fills_a_queue_makes_way() -> None:
    async def use(reckoner: Reckoner) -> list[str]:
        begun = [task for who in range(20) for task in await begin(reckoner, f"crowd {who}", MOST_OF_ONE)]
        refused = [task for task in begun if task.done()]
        assert len(begun) - len(refused) <= MOST_OF_ALL + reckoner.size
        late = asyncio.create_task(reckoner.reckon("tree", BOB, os.getpid))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not late.done(), "it waits for its turn instead of somebody who has several there"
        codes = [await refusal(task) for task in begun if task.done()]
        assert len(codes) == len(refused) + 1
        return codes

    assert set(with_reckoner(use)) == {"busy"}


def test_a_game_that_comes_into_memory_does_not_wait_for_people_who_study() -> None:
    async def use(reckoner: Reckoner) -> list[Room]:
        await begin(reckoner, ADA, 4)
        await begin(reckoner, BOB, 4, "record")
        return [await reckoner.fold(long_game(name)) for name in alcove.games()]

    for name, room in zip(alcove.games(), with_reckoner(use), strict=True):
        assert room.game is game_named(name), "there is one object of a game"
        entries = long_game(name)
        assert (room.n, room.ply) == (len(entries), len(entries) - 1)
        assert room.view.legal_moves()
        assert room.record_text() == room.record().to_text()


def test_cold_tables_leave_the_threads_of_the_room_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred of them, and nobody could offer a game: offers are checked in a thread."""
    may_go_on, folding = threading.Event(), list[str]()

    def fold(_entries: list[Entry]) -> str:
        folding.append(threading.current_thread().name)
        may_go_on.wait(FOR_EVER)
        return ""

    async def use(reckoner: Reckoner) -> str:
        monkeypatch.setattr(Room, "fold", fold)
        entries = long_game("avalam")
        cold = [asyncio.create_task(reckoner.fold(entries)) for _ in range(100)]
        while len(folding) < reckoners.FOLDING_THREADS:
            await asyncio.sleep(0.01)
        try:
            return await asyncio.to_thread(lambda: threading.current_thread().name)
        finally:
            assert len(folding) == reckoners.FOLDING_THREADS
            may_go_on.set()
            await asyncio.gather(*cold)

    assert not with_reckoner(use).startswith("alcove-fold")


def test_what_takes_too_long_or_too_much_is_given_up_and_the_next_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(reckoner: Reckoner) -> list[Any]:
        first = await reckoner.reckon("tree", ADA, os.getpid)
        codes = [await refusal(reckoner.reckon("tree", ADA, fill_memory))]
        monkeypatch.setattr(reckoners, "SECONDS", 0.05)
        codes.append(await refusal(reckoner.reckon("tree", ADA, time.sleep, FOR_EVER)))
        monkeypatch.setattr(reckoners, "SECONDS", 60.0)
        return [*codes, first != await reckoner.reckon("tree", ADA, os.getpid)]

    assert with_reckoner(use) == ["too_big", "too_big", True]


def test_a_process_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOST_ATTEMPTS", 1)

    async def use(reckoner: Reckoner) -> int:
        assert await refusal(reckoner.reckon("tree", ADA, os._exit, 1)) == "too_big"
        return await reckoner.reckon("tree", ADA, os.getpid)

    assert with_reckoner(use) != os.getpid()


def test_refusals_travel_whole_and_bugs_stay_bugs() -> None:
    async def use(reckoner: Reckoner) -> RefusedError:
        with pytest.raises(FailedError, match="ZeroDivisionError"):
            await reckoner.reckon("tree", ADA, divmod, 1, 0)
        with pytest.raises(RefusedError) as refused:
            await reckoner.reckon("tree", ADA, refuse, "a1-a2")
        return refused.value

    there = with_reckoner(use)
    with pytest.raises(RefusedError) as here:
        refuse("a1-a2")
    assert (there.code, there.text, there.clause) == (here.value.code, here.value.text, here.value.clause)


def test_the_same_question_is_answered_from_memory() -> None:
    async def use(reckoner: Reckoner) -> bytes:
        first = await reckoner.recall("key", "page", ADA, os.urandom, 8)
        await begin(reckoner, ADA, 1 + MOST_OF_ONE, "page")
        assert await refusal(reckoner.recall("other", "page", ADA, os.urandom, 8)) == "busy"
        assert await reckoner.recall("key", "page", ADA, os.urandom, 8) == first
        return first

    assert len(with_reckoner(use)) == 8


def test_a_record_is_written_from_what_the_table_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """H2: a GET of a record looked every move up again, twice."""
    for name in alcove.games():
        room = Room.fold(long_game(name))
        wanted = room.record().to_text()
        with monkeypatch.context() as watched:
            for kind in {type(room._states[0]), type(room.view)}:
                watched.setattr(kind, "find", lambda _state, text: pytest.fail(f"{text} is looked up"))
            assert room.record_text() == wanted


# --- In a room --------------------------------------------------------------------------------------------------------


def test_a_saturated_reckoner_leaves_tables_moves_and_people_alone(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H3: 24 large trees to write kept a new table waiting for a minute."""
    monkeypatch.setattr(reckoners, "SECONDS", FOR_EVER)
    monkeypatch.setattr(reckoners, "PATIENCE_SECONDS", FOR_EVER)
    browser, reckoner, begun = room.browser(), room.app.state.house.reckoner, []
    asked = {"game": "avalam", "nodes": [{"parent": 0, "move": "c9-d9"}]}
    for kind in ("tree", "import", "board", "record"):
        begun += room.call(begin, reckoner, "testclient", 1 + MOST_OF_ONE, kind)
        begun += room.call(begin, reckoner, "others", 1 + MOST_OF_ONE, kind)
    answer = browser.rest.post("/api/analysis/record", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer.headers["retry-after"]) > 0
    assert (
        browser.rest.post("/api/positions", json={"game": "axom", "position": "7/7/7/D1h4/7/7/H6 w"}).status_code == 503
    )

    table = browser.table("avalam")
    with browser.live() as page:
        assert page.move(table, first_move(page.watch(table)))["type"] == "ack"
    assert "1. " in browser.rest.get(f"/api/tables/{table}/record").text, "a short game is written on the spot"
    wish = {"name": "Ada", "password": "correct horse battery"}
    assert browser.rest.post("/api/account", json=wish).status_code == 201
    assert room.browser().rest.post("/api/session", json=wish).status_code == 200
    assert sum(not task.done() for task in begun) >= 8 * MOST_OF_ONE, "all that while nothing was done for those"


def test_a_record_of_a_long_game_is_reckoned_once(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alcove.server.tables.records.SHORT_PLIES", 0)
    browser, reckoner, reckoned = room.browser(), room.app.state.house.reckoner, []
    reckon = reckoner.reckon

    async def counted(kind: str, *asked: Any) -> Any:
        reckoned.append(kind)
        return await reckon(kind, *asked)

    monkeypatch.setattr(reckoner, "reckon", counted)
    table = browser.table("avalam")
    with browser.live() as page:
        move = first_move(page.watch(table))
        page.move(table, move)
        first = browser.rest.get(f"/api/tables/{table}/record").text
        assert f"1. {move} *" in first
        assert browser.rest.get(f"/api/tables/{table}/record").text == first
        assert reckoned == ["record"]
        page.command("resign", table)
    assert "resigned" in browser.rest.get(f"/api/tables/{table}/record").text
    assert reckoned == ["record", "record"], "the game has gone on since"


def test_a_record_too_long_to_be_a_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = OpenRecord(Room.fold(long_game("axom")).record_text())
    assert len(record_to_play(wish, ADA)) == 13
    monkeypatch.setattr("alcove.server.wire.messages.MOST_MOVES", 11)
    with pytest.raises(RefusedError) as refused:
        record_to_play(wish, ADA)
    assert refused.value.code == "too_big"


def test_too_many_passwords_at_once_are_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MOST_WAITING", 3)

    async def hash_many() -> list[str | BaseException]:
        keeper = Passwords()
        return await asyncio.gather(*(keeper.hashed(f"password {n}") for n in range(5)), return_exceptions=True)

    found = asyncio.run(hash_many())
    assert [error.code for error in found if isinstance(error, RefusedError)] == ["busy", "busy"]
    assert sum(isinstance(kept, str) for kept in found) == 3


def test_strangers_who_ask_whether_the_room_is_ready_share_one_rehearsal(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S10: every question made a durable write."""
    beats: list[float] = []
    uptime, readiness = room.app.state.house.uptime, room.app.state.house.readiness
    beat = uptime.beat

    async def counted() -> None:
        beats.append(time.monotonic())
        await beat()

    monkeypatch.setattr(uptime, "beat", counted)
    monkeypatch.setattr("alcove.server.cluster.uptime.BEAT_SECONDS", FOR_EVER)
    monkeypatch.setattr("alcove.server.web.readiness.FRESH_SECONDS", FOR_EVER)

    async def ask_often() -> None:
        await asyncio.gather(*(readiness.ask() for _ in range(20)))

    room.call(ask_often)
    asked = len(beats)
    for _ in range(5):
        assert room.browser().rest.get("/api/ready").status_code == 200
    assert asked <= 2, "one rehearsal, and perhaps the heart's own beat"
    assert len(beats) <= asked + 1


def test_whoever_hangs_up_leaves_the_queue() -> None:
    async def use(reckoner: Reckoner) -> None:
        async def hang_up() -> Message:
            return {"type": "http.disconnect"}

        gone = Request({"type": "http"}, hang_up)
        (at_work,) = await begin(reckoner, ADA)
        for _ in range(MOST_OF_ONE):
            await refusal(unless_gone(gone, reckoner.reckon("tree", ADA, time.sleep, FOR_EVER)))
        waiting = await begin(reckoner, ADA, MOST_OF_ONE)
        assert not any(task.done() for task in (at_work, *waiting))

    with_reckoner(use)


def test_a_body_that_nobody_asked_for_is_not_read_while_the_room_works() -> None:
    """Else a request without an end would keep the event loop busy for as long as its answer takes."""
    pieces = 0

    async def send_for_ever() -> Message:
        nonlocal pieces
        pieces += 1
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def work() -> str:
        for _ in range(50):
            await asyncio.sleep(0)
        return "done"

    assert asyncio.run(unless_gone(Request({"type": "http"}, send_for_ever), work())) == "done"
    assert pieces == 1
