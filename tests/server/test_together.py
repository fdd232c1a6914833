"""Two servers of one room: whoever is at the one is in the same room as who is at the other."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect

from alcove.server.cluster.leases import LIFE_SECONDS
from alcove.server.cluster.limits import ALLOWANCES
from alcove.server.cluster.uptime import RETURN_MS
from alcove.server.store.database import migrate
from alcove.server.tables.sockets import LOGGED_OUT
from alcove.table.refusals import RefusedError

from ..services import Postgres, Redis
from .pages import Hands, House, Json, Live, house, nonce, wait_until
from .test_lobby import offer
from .test_people import register


@pytest.fixture
def houses(postgres: Postgres, redis: Redis, tmp_path: Path) -> Iterator[tuple[House, House]]:
    database = postgres.url()
    migrate(database)
    with (
        house(tmp_path, database=database, redis=redis.url) as here,
        house(tmp_path, database=database, redis=redis.url) as there,
    ):
        yield here, there


OPEN = [{"kind": "human"}, {"kind": "open"}]


def test_a_game_across_two_servers_with_its_clocks_and_refusals(houses: tuple[House, House]) -> None:
    host, guest = houses[0].browser(), houses[1].browser()
    table = host.table("avalam", seats=OPEN, terms={"clock": {"kind": "fischer", "initial_seconds": 600}})
    with host.live() as mine, guest.live() as theirs:
        mine.watch(table)
        theirs.watch(table)
        assert theirs.command("join", table)["type"] == "ack"
        assert mine.hear("event")["n"] == 2
        assert theirs.command("move", table, move="c9-d9")["code"] == "not_your_turn"
        assert mine.move(table, "c9-d9")["n"] == 3
        heard = theirs.hear("event")
        assert (heard["n"], heard["change"]["line"]["text"]) == (3, "c9-d9")
        again = nonce()
        assert theirs.move(table, "c8-d7", nonce=again)["n"] == 4
        assert theirs.command("move", table, move="c8-d7", nonce=again, expected_n=3)["n"] == 4
        assert theirs.command("resign", table)["type"] == "ack"
        while (told := mine.hear("event"))["change"]["kind"] != "resigned":
            pass
        assert told["frame"]["outcome"]["result"] == "1-0"
    here, there = host.snapshot(table), guest.snapshot(table)
    assert (here["n"], here["lines"]) == (there["n"], there["lines"])


def all_here(page: Live) -> Json:
    """The next presence in which everybody is there."""
    while True:
        told = page.hear("presence")
        if all(seat["is_here"] for seat in told["seats"]):
            return told


def test_who_watches_elsewhere_is_there_and_is_heard(houses: tuple[House, House]) -> None:
    host, guest, onlooker = houses[0].browser(), houses[1].browser(), houses[1].browser()
    table = host.table("avalam", seats=OPEN)
    with host.live() as mine, guest.live() as theirs, onlooker.live() as looking:
        mine.watch(table)
        theirs.watch(table)
        theirs.command("join", table)
        looking.watch(table)
        while all_here(mine)["onlookers"] != 1:
            pass
        theirs.send("say", table=table, text="Bonjour !", nonce=nonce())
        assert mine.hear("chat")["lines"][0]["text"] == "Bonjour !"


def test_an_offer_made_here_is_taken_there_and_both_are_told(houses: tuple[House, House]) -> None:
    maker, taker = houses[0].browser(), houses[1].browser()
    with maker.live() as making, taker.live() as taking:
        for page in (making, taking):
            page.send("watch_lobby")
            page.hear("lobby")
        seek = offer(maker)
        while not taking.hear("lobby")["seeks"]:
            pass
        table = taker.rest.post(f"/api/lobby/{seek}/accept").json()["table"]
        assert making.hear("paired")["table"] == taking.hear("paired")["table"] == table


def test_a_challenge_made_here_is_heard_there(houses: tuple[House, House]) -> None:
    ann, bob = houses[0].browser(), houses[1].browser()
    register(ann, "Ann")
    register(bob, "Bob")
    with bob.live() as page:
        page.send("hello", protocol=1)
        page.hear("welcome")
        offer(ann, to="Bob")
        assert [seek["name"] for seek in page.hear("challenges")["seeks"]] == ["Ann"]


def say(page: Live, table: str) -> str:
    """Say something; the kind of answer."""
    page.send("say", table=table, text="Hello!", nonce=nonce())
    answer = page.hear("chat", "refused")
    return str(answer.get("code", "said"))


def test_a_second_server_is_no_second_purse(houses: tuple[House, House]) -> None:
    browser = houses[0].browser()
    table = browser.table("avalam", seats=OPEN)
    with browser.live() as here, houses[1].browser(like=browser).live() as there:
        here.watch(table)
        there.watch(table)
        began, allowed = time.monotonic(), ALLOWANCES["chat"]["person"]
        said = said_until_too_many(here, table)
        assert said >= allowed.most
        for _ in range(said):
            there.hear("chat")
        said += said_until_too_many(there, table)
        # A slow machine gives a purse the time to fill again.
        assert said <= allowed.most + 1 + (time.monotonic() - began) / allowed.seconds


def said_until_too_many(page: Live, table: str) -> int:
    for said in range(100):
        if say(page, table) == "too_many":
            return said
    raise AssertionError("a purse without a bottom")


def pay(room: House) -> None:
    room.app.state.house.limits.pay("password", person="somebody")


def test_without_redis_every_server_counts_for_itself(houses: tuple[House, House], redis: Redis) -> None:
    redis.kill()
    try:
        for each in houses:
            for _ in range(int(ALLOWANCES["password"]["person"].most)):
                each.call(pay, each)
            with pytest.raises(RefusedError):
                each.call(pay, each)
    finally:
        redis.start()


def test_a_log_out_closes_the_sockets_at_every_server(houses: tuple[House, House]) -> None:
    browser = houses[0].browser()
    register(browser, "Ada")
    with houses[1].browser(like=browser).live() as elsewhere:
        elsewhere.send("hello", protocol=1)
        elsewhere.hear("welcome")
        browser.rest.delete("/api/session")
        with pytest.raises(WebSocketDisconnect) as closed:
            elsewhere.hear("never")
    assert closed.value.code == LOGGED_OUT


# --- A server dies: the time in between is nobody's -----------------------------------------------------------------


@pytest.fixture
def timed(postgres: Postgres, redis: Redis, tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two servers whose time is the test's."""
    database = postgres.url()
    migrate(database)
    with (
        house(tmp_path, Hands(), database=database, redis=redis.url) as here,
        house(tmp_path, Hands(), database=database, redis=redis.url) as there,
    ):
        yield here, there


def let_time_pass(houses: tuple[House, House], ms: int) -> None:
    for each in houses:
        each.turn(ms)


def fall_silent(dying: House, seconds: float) -> None:
    """That server has not been heard of for so long, and never will be again."""

    async def fall_silent() -> None:
        leases = dying.app.state.house.store.guard
        await leases._tasks.close()
        line = "UPDATE servers SET seen_at = seen_at - :ago, alive_until = seen_at - :ago + :life WHERE id = :me"
        await leases._renew()
        await dying.app.state.house.store.writer.write(
            sa.text(line).bindparams(ago=seconds, life=LIFE_SECONDS, me=leases.me)
        )

    dying.call(fall_silent)


def sit_down_and_open(mine: Live, theirs: Live, table: str) -> None:
    """Both watch, the second joins, and each makes a move, so that clocks run."""
    mine.watch(table)
    theirs.watch(table)
    theirs.command("join", table)
    mine.hear("event")
    mine.move(table, "c9-d9")
    theirs.hear("event")
    theirs.move(table, "c8-d7")
    while mine.hear("event")["n"] != 4:
        pass


def test_time_in_which_no_server_answers_for_a_table_costs_nobody(timed: tuple[House, House]) -> None:
    dying, other = timed
    host, guest = dying.browser(), other.browser()
    table = host.table("avalam", seats=OPEN, terms={"clock": {"kind": "fischer", "initial_seconds": 60}})
    with host.live() as mine, guest.live() as theirs:
        sit_down_and_open(mine, theirs, table)
    with other.browser(like=host).live() as back:
        assert back.watch(table)["clock"]["left_ms"] == [60_000, 60_000]
        let_time_pass(timed, 20_000)
        fall_silent(dying, 8.0)
        told = back.move(table, "b6-c7")
        assert told["type"] == "ack", told
    left = guest.snapshot(table)["clock"]["left_ms"]
    most = 40_000 + 1000 * LIFE_SECONDS + RETURN_MS
    assert 47_900 <= left[0] <= most, "twenty seconds, but for the eight or a little more in which nobody answered"
    let_time_pass((other, other), RETURN_MS // 5)
    assert guest.snapshot(table)["clock"]["left_ms"][1] == 60_000, "everybody has a moment to come back"


def test_no_flag_falls_while_nobody_answers_for_the_table(timed: tuple[House, House]) -> None:
    dying, other = timed
    host, guest = dying.browser(), other.browser()
    table = host.table("avalam", seats=OPEN, terms={"clock": {"kind": "fischer", "initial_seconds": 10}})
    with host.live() as mine, guest.live() as theirs:
        sit_down_and_open(mine, theirs, table)
        let_time_pass(timed, 5_000)
        fall_silent(dying, LIFE_SECONDS + 1)
        other.turn(6_000)
        credited = theirs.hear("up_to_date")
        assert credited["clock"]["left_ms"][0] >= 5_000, "eleven seconds have gone by, and six of them were nobody's"
        other.turn(RETURN_MS + 6_000)
        while theirs.hear("event")["change"]["kind"] != "flagged":
            pass


def test_time_in_which_servers_cannot_hear_each_other_costs_nobody(timed: tuple[House, House], redis: Redis) -> None:
    """The one whose turn it is sits at a server that cannot pass the move on."""
    owner, other = timed
    host, guest = owner.browser(), other.browser()
    table = host.table("avalam", seats=OPEN, terms={"clock": {"kind": "fischer", "initial_seconds": 60}})
    with host.live() as mine, guest.live() as theirs:
        sit_down_and_open(mine, theirs, table)
        assert mine.move(table, "b6-c7")["type"] == "ack"
        redis.kill()
        try:
            wait_until(lambda: all(each.app.state.house.bus.is_lost for each in timed))
            let_time_pass(timed, 300_000)
            assert guest.snapshot(table)["frame"]["outcome"] is None, "no flag falls"
        finally:
            redis.start()
        wait_until(lambda: not any(each.app.state.house.bus.is_lost for each in timed))
        for each in timed:
            each.call(each.app.state.house.uptime.beat)
        let_time_pass(timed, RETURN_MS // 2)
        assert host.snapshot(table)["clock"]["left_ms"] == [60_000, 60_000]
        let_time_pass(timed, RETURN_MS // 2 + 7_000)
        assert host.snapshot(table)["clock"]["left_ms"] == [60_000, 53_000], "then it runs on"
