"""Two people at one table: invitation, clocks by the test's own time, offers, presence, chat, restarts."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.websockets import WebSocketDisconnect

from alcove.server.cluster.uptime import RETURN_MS
from alcove.server.tables import sockets, tables
from alcove.server.tables.sockets import DEAD_SECONDS, GONE, QUIET_SECONDS
from alcove.server.tables.table import CLAIM_MS, CLAIM_WITHOUT_CLOCK_MS, PRESENCE_MS
from alcove.server.web.session import Line
from alcove.server.wire.messages import Ping
from alcove.table.clock import DAY_MS, FIRST_TURN_GRACE_MS, MOST_LAG_MS

from .pages import Browser, Hands, House, Json, Live, house, nonce, rest

INVITED = [{"kind": "human"}, {"kind": "open"}]
FIVE_AND_THREE = {"kind": "fischer", "initial_seconds": 300, "increment_seconds": 3}
MOVES = ("c9-d9", "c8-d7", "d8-e7", "e8-f7")


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[House]:
    """A room whose time is the test's."""
    with house(tmp_path, Hands()) as opened:
        yield opened


class Two:
    """Two guests at a table, each with a page open."""

    def __init__(self, room: House, table: str, pages: list[Live], browsers: list[Browser]) -> None:
        self.room = room
        self.table = table
        self.pages = pages
        self.browsers = browsers

    def move(self, *moves: str) -> list[Json]:
        """Play in turn; what the other side is told of each."""
        told = []
        for move in moves:
            to_move = self.browsers[0].snapshot(self.table)["frame"]["to_move"]
            mover, other = self.pages[to_move], self.pages[1 - to_move]
            assert mover.move(self.table, move)["type"] == "ack", move
            told.append(other.hear("event"))
            mover.n[self.table] = other.n[self.table]
        return told

    def both_hear(self, *types: str) -> list[Json]:
        return [page.hear(*types) for page in self.pages]

    def command(self, number: int, type: str, **fields: Any) -> Json:
        """What one does and the other is told of."""
        answer = self.pages[number].command(type, self.table, **fields)
        assert answer["type"] == "ack", answer
        event = self.pages[1 - number].hear("event")
        self.pages[number].n[self.table] = event["n"]
        return event

    def presence(self, number: int, seat: int, **wanted: Any) -> Json:
        """Until one is told this of a seat."""
        while True:
            told: Json = self.pages[number].hear("presence")["seats"][seat]
            if told.items() >= wanted.items():
                return told


@contextmanager
def two_at_a_table(room: House, browsers: list[Browser] | None = None, **wish: Any) -> Iterator[Two]:
    """One invites, the other follows the link and joins."""
    host, friend = browsers or [room.browser(), room.browser()]
    table = host.table(wish.pop("game", "avalam"), **{"seats": INVITED} | wish)
    with host.live() as near, friend.live() as far:
        near.watch(table)
        far.watch(table)
        two = Two(room, table, [near, far], [host, friend])
        joined = two.pages[1].command("join", table)
        assert joined["type"] == "ack", joined
        near.hear("event")
        far.n[table] = near.n[table]
        yield two


# --- By link --------------------------------------------------------------------------------------------------------


def test_a_friend_joins_by_the_link_and_a_third_watches(room: House) -> None:
    host, friend, third = room.browser(), room.browser(), room.browser()
    table = host.table("avalam", seats=INVITED)
    with host.live() as near, friend.live() as far:
        first = near.watch(table)
        assert [seat["kind"] for seat in first["seats"]] == ["human", "open"]
        assert first["frame"]["moves"] == []
        assert near.move(table, MOVES[0])["code"] == "waiting"
        far.send("hello")
        you = far.hear("welcome")["you"]
        far.watch(table)
        assert far.command("join", table)["type"] == "ack"
        change = near.hear("event")["change"]
        assert (change["kind"], change["seat"], change["person"]["handle"]) == ("joined", 1, you)
        assert near.move(table, MOVES[0])["type"] == "ack"
    assert [seat["yours"] for seat in friend.snapshot(table)["seats"]] == [False, True]
    assert [seat["yours"] for seat in third.snapshot(table)["seats"]] == [False, False]
    with third.live() as stranger:
        stranger.watch(table)
        assert stranger.command("join", table)["code"] == "seat_taken"


def test_both_find_the_game_at_home_and_who_is_waited_for_finds_it_first(room: House) -> None:
    with two_at_a_table(room) as two:
        host, friend = two.browsers
        own = host.table("axom")
        assert [line["table"] for line in host.rest.get("/api/tables").json()["tables"]] == [two.table, own]
        two.move(MOVES[0])
        host.table("axxa")
        assert host.rest.get("/api/tables").json()["tables"][-1]["table"] == own
        (line,) = friend.rest.get("/api/tables").json()["tables"]
        assert (line["table"], line["to_move"], line["seats"][1]["yours"]) == (two.table, 1, True)


def test_what_a_handle_is_good_for(room: House) -> None:
    with two_at_a_table(room) as two:
        told = two.browsers[0].rest.get(f"/api/tables/{two.table}").text
        for browser in two.browsers:
            for cookie in browser.rest.cookies.values():
                assert cookie not in told
        assert room.app.state.house.tables.known(two.table).room.people[1] not in told


def test_join_sent_twice_is_done_once(room: House) -> None:
    table, mine = room.browser().table("avalam", seats=INVITED), nonce()
    with room.browser().live() as page:
        page.watch(table)
        first = page.command("join", table, nonce=mine)
        assert page.command("join", table, nonce=mine) == first


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seats": [{"kind": "open"}, {"kind": "open"}]}, "bad_seats"),
        (
            {"seats": [{"kind": "human"}, {"kind": "engine", "level": 1}], "terms": {"clock": FIVE_AND_THREE}},
            "bad_terms",
        ),
        ({"seats": INVITED, "terms": {"rated": True, "clock": FIVE_AND_THREE}}, "bad_terms"),
        ({"seats": INVITED, "terms": {"clock": {"kind": "fischer", "initial_seconds": 1}}}, "malformed"),
        ({"seats": INVITED, "terms": {"clock": {"kind": "days", "days": 400}}}, "malformed"),
        ({"seats": INVITED, "terms": {"clock": {"kind": "hourglass"}}}, "malformed"),
        ({"seats": INVITED, "terms": {"fee": 3}}, "malformed"),
    ],
)
def test_wishes_that_cannot_be_granted(room: House, wish: Json, code: str) -> None:
    answer = room.browser().rest.post("/api/tables", json={"game": "avalam"} | wish)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


# --- Clocks ---------------------------------------------------------------------------------------------------------


def test_clocks_run_by_the_servers_time(timed: House) -> None:
    with two_at_a_table(timed, terms={"clock": FIVE_AND_THREE}) as two:
        first = two.browsers[0].snapshot(two.table)["clock"]
        assert first == {"left_ms": [300_000, 300_000], "running": 0, "grace_ms": FIRST_TURN_GRACE_MS}
        two.move(*MOVES[:2])
        timed.turn(20_000)
        assert two.browsers[0].snapshot(two.table)["clock"]["left_ms"] == [283_000, 303_000]
        (told,) = two.move(MOVES[2])
        assert told["clock"] == {"left_ms": [286_000, 303_000], "running": 1, "grace_ms": 0}


def test_the_flag_falls_by_itself_and_the_game_is_over(timed: House) -> None:
    with two_at_a_table(timed, terms={"clock": FIVE_AND_THREE}) as two:
        two.move(*MOVES[:2])
        timed.turn(303_000 + MOST_LAG_MS - 1)
        assert two.browsers[0].snapshot(two.table)["frame"]["outcome"] is None
        timed.turn(1)
        for event in two.both_hear("event"):
            assert event["change"] == {"kind": "flagged", "seat": 0}
            assert (event["frame"]["outcome"]["reason"], event["frame"]["outcome"]["winner"]) == ("time", 1)
            assert event["clock"] == {"left_ms": [0, 303_000], "running": None, "grace_ms": 0}
        assert two.pages[0].move(two.table, MOVES[2])["code"] == "over"


def test_a_move_after_the_flag_is_too_late_even_if_no_alarm_rang(timed: House) -> None:
    with two_at_a_table(timed, terms={"clock": FIVE_AND_THREE}) as two:
        two.move(*MOVES[:2])
        hands: Hands = timed._hands  # type: ignore[assignment]
        hands._now_ms += 400_000
        assert two.pages[0].move(two.table, MOVES[2])["code"] in ("stale", "over")
        assert two.browsers[1].snapshot(two.table)["frame"]["outcome"]["reason"] == "time"


def test_a_flag_falls_while_nobody_looks(timed: House) -> None:
    with two_at_a_table(timed, terms={"clock": {"kind": "days", "days": 1}}) as two:
        two.move(*MOVES[:2])
    tables = timed.app.state.house.tables
    timed.call(rest, tables, two.table)
    timed.turn(DAY_MS + MOST_LAG_MS)
    timed.call(tables.sweep)
    assert tables.known(two.table) is not None
    timed.turn(0)
    while (outcome := two.browsers[0].snapshot(two.table)["frame"]["outcome"]) is None:
        pass
    assert outcome["reason"] == "time"


def test_time_in_which_the_room_is_closed_costs_nobody(tmp_path: Path) -> None:
    hands = Hands()
    with house(tmp_path, hands) as before, two_at_a_table(before, terms={"clock": FIVE_AND_THREE}) as two:
        two.move(*MOVES[:2])
        before.turn(10_000)
    hands._now_ms += 3_600_000
    with house(tmp_path, hands) as after:
        browsers = [after.browser(like) for like in two.browsers]
        with browsers[0].live() as page:
            page.watch(two.table)
            after.turn(RETURN_MS + 5_000)
            assert browsers[1].snapshot(two.table)["clock"]["left_ms"] == [303_000 - 15_000, 303_000]
            assert page.move(two.table, MOVES[2])["type"] == "ack"
        assert browsers[1].snapshot(two.table)["clock"]["left_ms"] == [303_000 - 15_000 + 3_000, 303_000]


def test_time_in_which_the_database_is_away_costs_nobody(timed: House, monkeypatch: pytest.MonkeyPatch) -> None:
    uptime = timed.app.state.house.uptime

    async def is_away(_work: object, *, is_urgent: bool = False) -> None:
        raise OSError

    with two_at_a_table(timed, terms={"clock": FIVE_AND_THREE}) as two:
        two.move(*MOVES[:2])
        timed.turn(10_000)
        timed.call(uptime.beat)
        with monkeypatch.context() as broken:
            broken.setattr(timed.app.state.house.store.writer, "transact", is_away)
            timed.call(uptime._try_to_beat)
            timed.turn(400_000)
            assert two.pages[0].move(two.table, MOVES[2])["code"] == "storage"
            assert two.browsers[0].rest.get("/api/ready").status_code == 503
        timed.call(uptime.beat)
        assert two.pages[1].hear("up_to_date")["clock"]["left_ms"] == [303_000 - 10_000, 303_000]
        timed.turn(RETURN_MS + 2_000)
        assert two.pages[0].move(two.table, MOVES[2])["type"] == "ack"
        assert two.browsers[1].snapshot(two.table)["clock"]["left_ms"] == [303_000 - 12_000 + 3_000, 303_000]


def test_the_line_is_measured_by_pings() -> None:
    line = Line()
    at = line.pinged(Ping(sent=1.0), now=100.0)
    for _ in range(40):
        at = line.pinged(Ping(echo=at, held_ms=2_400), now=at + 2.5)
    assert 95 <= line.lag_ms <= 100
    line.pinged(Ping(echo=77.0, held_ms=0), now=at + 50)
    assert line.lag_ms <= 100, "an echo of nothing measures nothing"
    at = line.pinged(Ping(), now=at + 60)
    line.pinged(Ping(echo=at, held_ms=60_000), now=at + 1)
    assert 0 <= line.lag_ms <= 100


# --- Offers ---------------------------------------------------------------------------------------------------------


def test_a_draw_by_agreement(room: House) -> None:
    with two_at_a_table(room) as two:
        two.move(*MOVES[:2])
        offered = two.command(0, "draw")
        assert offered["change"] == {"kind": "offered", "seat": 0, "what": "draw"}
        assert offered["offers"] == [{"what": "draw", "seats": [0]}]
        assert two.command(1, "decline", what="draw")["offers"] == []
        two.move(*MOVES[2:4])
        two.command(1, "draw")
        outcome = two.command(0, "draw")["frame"]["outcome"]
        assert (outcome["result"], outcome["reason"]) == ("1/2-1/2", "agreed")


def test_a_takeback_by_agreement(room: House) -> None:
    with two_at_a_table(room) as two:
        two.move(*MOVES[:3])
        assert two.command(0, "undo")["change"]["kind"] == "offered"
        assert two.command(1, "undo")["change"] == {"kind": "took_back", "ply": 2}


def test_a_rematch_by_agreement_changes_sides(room: House) -> None:
    with two_at_a_table(room, terms={"clock": FIVE_AND_THREE}) as two:
        two.move(*MOVES[:2])
        assert two.command(1, "resign")["frame"]["outcome"]["winner"] == 0
        two.command(0, "rematch")
        following = two.command(1, "rematch")["change"]["table"]
        assert [seat["yours"] for seat in two.browsers[0].snapshot(following)["seats"]] == [False, True]
        assert two.browsers[0].snapshot(following)["terms"]["clock"] == FIVE_AND_THREE


def test_a_game_is_called_off_early_and_leaves_no_result(room: House) -> None:
    with two_at_a_table(room) as two:
        two.move(MOVES[0])
        outcome = two.command(1, "abort")["frame"]["outcome"]
        assert (outcome["result"], outcome["reason"]) == ("*", "aborted")


# --- Who is there ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "patience"), [({"clock": FIVE_AND_THREE}, CLAIM_MS), ({}, CLAIM_WITHOUT_CLOCK_MS)], ids=["clock", "none"]
)
def test_who_leaves_is_missed_after_a_while_and_can_be_given_up_later(timed: House, terms: Json, patience: int) -> None:
    with ExitStack() as open_pages:
        two = open_pages.enter_context(two_at_a_table(timed, terms=terms))
        two.move(*MOVES[:2])
        timed.turn(1_000)
        timed.call(session_of(timed, two.table, seat=1).cut_off, GONE)
        wait_until_gone(timed, two)
        timed.turn(PRESENCE_MS - 2_000)
        assert two.browsers[0].snapshot(two.table)["presence"][1]["is_here"]
        timed.turn(2_000)
        two.presence(0, seat=1, is_here=False)
        assert two.pages[0].command("claim", two.table)["code"] == "nobody_left"
        claim_in = two.browsers[0].snapshot(two.table)["presence"][1]["claim_in_ms"]
        assert 0 < claim_in <= patience
        timed.turn(claim_in)
        if terms:
            assert two.pages[0].command("claim", two.table)["type"] == "ack"
            assert two.browsers[0].snapshot(two.table)["frame"]["outcome"]["winner"] == 0
        else:
            assert two.pages[0].command("claim", two.table, is_draw=True)["type"] == "ack"
            assert two.browsers[0].snapshot(two.table)["frame"]["outcome"]["result"] == "1/2-1/2"


def session_of(room: House, table: str, seat: int) -> Any:
    """The room's end of the socket of who sits there."""
    found = room.app.state.house.tables.known(table)
    return next(watcher for watcher in found.watchers if watcher.guest == found.room.seats[seat].guest)


def wait_until_gone(room: House, two: Two) -> None:
    """Until the room has noticed that a socket is closed."""
    found = room.app.state.house.tables.known(two.table)
    while len(found.watchers) > 1:
        two.pages[0].send("ping")
        two.pages[0].hear("pong")


def test_who_comes_back_in_time_was_never_away(timed: House) -> None:
    with two_at_a_table(timed, terms={"clock": FIVE_AND_THREE}) as two:
        timed.call(session_of(timed, two.table, seat=1).cut_off, GONE)
        wait_until_gone(timed, two)
        timed.turn(PRESENCE_MS - 1)
        with two.browsers[1].live() as again:
            again.watch(two.table)
            timed.turn(10 * CLAIM_MS)
            assert two.browsers[0].snapshot(two.table)["presence"][1] == {"is_here": True, "claim_in_ms": None}


def test_nobody_has_to_be_there_in_correspondence(timed: House) -> None:
    with two_at_a_table(timed, terms={"clock": {"kind": "days", "days": 3}}) as two:
        timed.call(session_of(timed, two.table, seat=1).cut_off, GONE)
        wait_until_gone(timed, two)
        timed.turn(DAY_MS)
        assert two.browsers[0].snapshot(two.table)["presence"][1] == {"is_here": False, "claim_in_ms": None}
        assert two.pages[0].command("claim", two.table)["code"] == "nobody_left"


def test_onlookers_are_counted_once_each(timed: House) -> None:
    with two_at_a_table(timed) as two, ExitStack() as pages:
        third = timed.browser()
        for browser in (third, third, timed.browser()):
            pages.enter_context(browser.live()).watch(two.table)
        assert two.browsers[0].snapshot(two.table)["onlookers"] == 2
        timed.turn(1_000)
        while two.pages[0].hear("presence")["onlookers"] != 2:
            pass


def test_silent_sockets_are_asked_and_then_given_up(room: House) -> None:
    with room.browser().live() as page:
        page.send("ping")
        page.hear("pong")
        registry, now = room.app.state.house.sockets, next(iter(room.app.state.house.sockets._pages)).heard_at
        room.call(registry.sweep, now + QUIET_SECONDS - 1)
        room.call(registry.sweep, now + QUIET_SECONDS)
        assert page.socket.receive_json() == {"type": "probe"}
        room.call(registry.sweep, now + DEAD_SECONDS)
        with pytest.raises(WebSocketDisconnect) as cut:
            page.hear("nothing")
        assert cut.value.code == GONE


def test_a_server_that_was_asleep_itself_gives_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(sockets, "LATE_SECONDS", 0.3)
    monkeypatch.setattr(sockets, "DEAD_SECONDS", 0.4)

    class Silent:
        guest = digest = address = "somebody"
        heard_at = time.monotonic()
        codes: ClassVar[list[int]] = []

        def tell(self, frame: bytes) -> None: ...
        def cut_off(self, code: int) -> None:
            self.codes.append(code)

    async def sleep_and_wake() -> tuple[int, int]:
        page, registry = Silent(), sockets.Sockets()
        registry.add(page)
        await asyncio.sleep(0)
        time.sleep(0.6)
        await asyncio.sleep(0.01)
        at_first = len(page.codes)
        await asyncio.sleep(0.1)
        await registry.stop()
        return at_first, page.codes[0]

    assert asyncio.run(sleep_and_wake()) == (0, GONE)


# --- Chat -----------------------------------------------------------------------------------------------------------


def test_chat_is_told_to_all_and_kept(room: House) -> None:
    with two_at_a_table(room) as two, room.browser().live() as onlooker:
        onlooker.watch(two.table)
        two.pages[0].send("say", table=two.table, text="  Bonne\n partie\u202e ! ", nonce=nonce())
        for page in (*two.pages, onlooker):
            (line,) = page.hear("chat")["lines"]
            assert (line["text"], line["seat"]) == ("Bonne partie !", 0)
        onlooker.send("say", table=two.table, text="<b>hello</b>", nonce=nonce())
        assert two.pages[1].hear("chat")["lines"][0]["seat"] is None
        with room.browser().live() as late:
            late.watch(two.table)
            told = late.hear("chat")
            assert told["is_whole"]
            assert [line["text"] for line in told["lines"]] == ["Bonne partie !", "<b>hello</b>"]


def test_chat_is_kept_across_a_restart_and_never_in_the_record(tmp_path: Path) -> None:
    with house(tmp_path) as before, two_at_a_table(before) as two:
        two.pages[0].send("say", table=two.table, text="bonjour", nonce=nonce())
        two.pages[1].hear("chat")
    with house(tmp_path) as after, after.browser(two.browsers[1]).live() as page:
        page.watch(two.table)
        assert [line["text"] for line in page.hear("chat")["lines"]] == ["bonjour"]
        assert "bonjour" not in after.browser().rest.get(f"/api/tables/{two.table}/record").text


def test_a_flood_of_chat_and_empty_lines_are_refused(room: House) -> None:
    with two_at_a_table(room) as two:
        page = two.pages[0]
        page.send("say", table=two.table, text=" \u202e\n ", nonce=nonce())
        assert page.hear("refused", "chat")["code"] == "malformed"
        heard: list[Json] = []
        while not heard or heard[-1]["type"] == "chat":
            page.send("say", table=two.table, text="hop", nonce=nonce())
            heard.append(page.hear("refused", "chat"))
        assert heard[-1]["code"] == "too_many"
        assert len(heard) > 3


def test_a_line_of_chat_can_be_reported_once(room: House) -> None:
    with two_at_a_table(room) as two:
        two.pages[0].send("say", table=two.table, text="!!!", nonce=nonce())
        line = two.pages[1].hear("chat")["lines"][0]["line"]
        for _ in range(2):
            two.pages[1].send("report", table=two.table, line=line, nonce=nonce())
            assert two.pages[1].hear("reported", "refused")["type"] == "reported"
        two.pages[1].send("report", table=two.table, line=line + 1, nonce=nonce())
        assert two.pages[1].hear("reported", "refused")["code"] == "not_found"


# --- Restarts -------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_after_a_restart_and_nothing_is_doubled(tmp_path: Path) -> None:
    with house(tmp_path) as before, two_at_a_table(before) as two:
        two.move(*MOVES[:2])
        mine = nonce()
        acknowledged = two.pages[0].move(two.table, MOVES[2], nonce=mine)
    with house(tmp_path) as after:
        browsers = [after.browser(like) for like in two.browsers]
        with browsers[0].live() as near, browsers[1].live() as far:
            far.watch(two.table)
            near.send("move", table=two.table, expected_n=acknowledged["n"] - 1, move=MOVES[2], nonce=mine)
            assert near.hear("ack", "refused") == acknowledged
            assert far.move(two.table, MOVES[3])["type"] == "ack"
        assert [line["text"] for line in browsers[0].snapshot(two.table)["lines"]] == list(MOVES)


def test_tables_that_nobody_uses_are_forgotten_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_IDLE_TABLES", 8)
    with house(tmp_path) as opened:
        browser = opened.browser()
        first = browser.table("avalam", seats=INVITED)
        with browser.live() as page:
            page.watch(first)
            others = [browser.table("avalam", seats=INVITED) for _ in range(40)]
            kept = {table.name for table in opened.app.state.house.tables.all_known()}
            assert first in kept, "somebody watches it"
            assert others[-1] in kept
            assert others[0] not in kept
            assert len(kept) <= 8 + 8 // 4 + 1
        assert browser.snapshot(others[0])["table"] == others[0]
