"""The live protocol: numbers, nonces, acknowledgements, two tabs, restarts."""

from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from alcove.server.base import metrics
from alcove.server.web import session as sessions
from alcove.server.web.session import CREDIT, FLOODING, MOST_MISSED, TOO_SLOW, Credit

from .pages import Browser, House, first_move, house, nonce, rest


def test_a_move_is_acknowledged_and_told_with_all_a_page_draws(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        page.send("move", table=table, expected_n=1, move="c9-d9", nonce="nonce-of-mine")
        event = page.hear("event")
        assert page.hear("ack") == {"type": "ack", "table": table, "nonce": "nonce-of-mine", "n": 2}
    assert (event["n"], event["change"]["kind"], event["frame"]["ply"]) == (2, "played", 1)
    assert event["change"]["line"]["text"] == "c9-d9"
    assert set(event["change"]["spoken"]) == {"en", "fr"}
    assert event["change"]["steps"]
    assert event["frame"]["to_move"] == 1
    assert event["frame"]["moves"]
    assert event["can_undo"]
    assert browser.snapshot(table)["frame"] == event["frame"]


def test_a_repeated_nonce_gets_the_same_acknowledgement_and_is_done_once(browser: Browser) -> None:
    table, mine = browser.table("avalam"), nonce()
    with browser.live() as page:
        page.watch(table)
        first = page.move(table, "c9-d9", nonce=mine)
        page.move(table, "c8-d7")
        again = page.command("move", table, move="c9-d9", nonce=mine, expected_n=1)
        assert first == again
    assert browser.snapshot(table)["n"] == 3


def test_a_nonce_is_its_guests_own(room: House, browser: Browser) -> None:
    table, mine = browser.table("avalam"), nonce()
    with browser.live() as page, room.browser().live() as stranger:
        page.watch(table)
        stranger.watch(table)
        page.move(table, "c9-d9", nonce=mine)
        assert stranger.move(table, "c9-d9", nonce=mine)["code"] == "not_seated"


def test_a_stale_tab_is_refused_and_told_how_the_game_stands(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        page.move(table, "c9-d9")
        refused = page.command("move", table, move="c8-d8", expected_n=1)
        assert refused["code"] == "stale"
        snapshot = page.hear("snapshot")
    assert [line["text"] for line in snapshot["lines"]] == ["c9-d9"]


def test_two_tabs_are_kept_in_step(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as left, browser.live() as right:
        left.watch(table)
        right.watch(table)
        left.move(table, "c9-d9")
        assert right.hear("event")["change"]["line"]["text"] == "c9-d9"
        right.move(table, "c8-d7")
        assert left.hear("event")["n"] == 3
        right.command("undo", table)
        assert left.hear("event")["change"] == {"kind": "took_back", "ply": 1}


def test_who_has_seen_everything_is_told_so_and_who_has_not_is_told_what(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.send("watch", table=table, seen_n=1)
        told = page.hear("snapshot", "up_to_date")
        assert told == {"type": "up_to_date", "table": table, "n": 1, "clock": None}
        for move in ("c9-d9", "c8-d7"):
            page.move(table, move)
        page.send("watch", table=table, seen_n=1)
        missed = [page.hear("snapshot", "event") for _ in range(2)]
        assert [(event["n"], event["change"]["line"]["text"]) for event in missed] == [(2, "c9-d9"), (3, "c8-d7")]
        assert [bool(event["frame"]["moves"]) for event in missed] == [False, True]
        page.command("undo", table)
        for seen in (1, None, 77):
            page.send("watch", table=table, seen_n=seen)
            assert page.hear("snapshot", "event", "up_to_date")["type"] == "snapshot"


def test_who_has_missed_a_lot_gets_a_snapshot(browser: Browser) -> None:
    table = browser.table("axom")
    with browser.live() as page:
        move = first_move(page.watch(table))
        for _ in range(MOST_MISSED + 1):
            page.move(table, move)
            move = browser.snapshot(table)["frame"]["moves"][0]["text"]
        page.send("watch", table=table, seen_n=1)
        assert page.hear("snapshot", "event")["type"] == "snapshot"
        page.send("watch", table=table, seen_n=2)
        assert page.hear("snapshot", "event")["type"] == "event"


def test_who_has_the_link_but_no_seat_watches(room: House, browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page, room.browser().live() as stranger:
        page.watch(table)
        seen = stranger.watch(table)
        assert [seat["yours"] for seat in seen["seats"]] == [False, False]
        for type_, fields in (("move", {"move": "c9-d9"}), ("undo", {}), ("resign", {}), ("rematch", {})):
            assert stranger.command(type_, table, **fields)["code"] == "not_seated"
        stranger.send("hint", table=table, expected_n=1, nonce=nonce())
        assert stranger.hear("refused")["code"] == "not_seated"
        page.move(table, "c9-d9")
        assert stranger.hear("event")["n"] == 2


def test_who_is_to_move_is_told_what_can_be_played_and_nobody_else(room: House, browser: Browser) -> None:
    table = browser.table("avalam", seats=[{"kind": "human"}, {"kind": "open"}])
    with browser.live() as host, room.browser().live() as other, room.browser().live() as onlooker:
        for page in (host, other, onlooker):
            page.watch(table)
        other.send("join", table=table, expected_n=1, nonce=nonce())
        for mover, move in ((host, "c9-d9"), (other, "c8-d7")):
            heard = {page: page.hear("event")["frame"] for page in (host, other, onlooker)}
            assert [page for page, frame in heard.items() if frame["moves"]] == [mover]
            assert len({frame["position"] for frame in heard.values()}) == 1
            mover.send("move", table=table, expected_n=mover.n[table], move=move, nonce=nonce())


def test_an_illegal_move_is_refused_with_its_clause_and_nothing_changes(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        refused = page.move(table, "c9-e9")
        assert refused["code"] == "illegal"
        assert refused["clause"]
        assert refused["text"]["fr"] != refused["text"]["en"]
        assert page.move(table, "c9-d9")["n"] == 2


def test_why_tells_the_clause(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.send("why", table=table, text="c9-c7", nonce=nonce())
        answer = page.hear("why")
        assert answer["clause"] == "V4"
        assert "fr" in answer["refusal"]
        page.send("why", table=table, text="c9-d9", nonce=nonce())
        assert page.hear("why")["refusal"] is None
    table = browser.table("axom")
    with browser.live() as page:
        page.send("why", table=table, text="c3xf3", nonce=nonce())
        answer = page.hear("why")
        assert (answer["text"], answer["refusal"]) == ("c3-f3", None), "as the move is written"


def test_a_hint_names_a_legal_move(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        snapshot = page.watch(table)
        hint = None
        while hint is None or hint.get("code") == "no_engine":  # on the first day the engine is still being compiled
            page.send("hint", table=table, expected_n=1, nonce=nonce())
            hint = page.hear("hint", "refused")
    legal = {move["text"] for move in snapshot["frame"]["moves"]}
    assert hint["lines"][0]["moves"][0] in legal


def test_resignation_ends_the_game_and_a_rematch_changes_sides(browser: Browser) -> None:
    table = browser.table("avalam", seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
    with browser.live() as page:
        page.watch(table)
        assert page.command("rematch", table)["code"] == "not_over"
        page.send("resign", table=table, expected_n=1, nonce=nonce())
        outcome = page.hear("event")["frame"]["outcome"]
        assert (outcome["winner"], outcome["result"], outcome["reason"]) == (1, "0-1", "resigned")
        page.hear("ack")
        assert page.move(table, "c9-d9")["code"] == "over"
        assert page.command("undo", table)["code"] == "over"
        page.send("rematch", table=table, expected_n=2, nonce=nonce())
        following = page.hear("event")["change"]["table"]
        snapshot = page.watch(following)
        assert [seat["kind"] for seat in snapshot["seats"]] == ["engine", "human"]
        page.send("rematch", table=table, expected_n=3, nonce=nonce())
        assert page.hear("refused")["code"] == "rematched"
    assert browser.snapshot(table)["rematch"] == following


def test_the_engine_answers_and_an_undo_goes_back_to_the_persons_turn(browser: Browser) -> None:
    table = browser.table("avalam", seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
    with browser.live() as page:
        page.watch(table)
        page.send("move", table=table, expected_n=1, move="c9-d9", nonce=nonce())
        assert page.hear("thinking") == {"type": "thinking", "table": table, "n": 2, "seat": 1}
        assert page.hear("event")["change"]["line"]["seat"] == 1
        page.send("undo", table=table, expected_n=3, nonce=nonce())
        event = page.hear("event")
    assert event["change"] == {"kind": "took_back", "ply": 0}
    assert event["frame"]["to_move"] == 0


def test_a_restart_brings_games_back_and_the_engine_goes_on(tmp_path: Path) -> None:
    with house(tmp_path, engines=1) as before:
        browser = before.browser()
        table = browser.table("avalam")
        with browser.live() as page:
            page.watch(table)
            mine = nonce()
            acknowledged = page.move(table, "c9-d9", nonce=mine)
            page.move(table, "c8-d7")
            page.command("undo", table)
        stood = browser.snapshot(table)
    with house(tmp_path) as after:
        browser = after.browser(like=browser)
        assert browser.snapshot(table) == stood
        assert [line["table"] for line in browser.rest.get("/api/tables").json()["tables"]] == [table]
        with browser.live() as page:
            page.watch(table)
            assert page.command("move", table, move="c9-d9", nonce=mine, expected_n=1) == acknowledged
            assert page.move(table, "c8-d7")["type"] == "ack"


def test_an_engine_interrupted_by_a_restart_moves_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("alcove.server.tables.tables.Tables._wake_engine", lambda *_: None)
        with house(tmp_path) as before:
            table = before.browser().table("avalam", seats=[{"kind": "engine", "level": 1}, {"kind": "human"}])
    with house(tmp_path) as after, after.browser().live() as page:
        snapshot = page.watch(table)
        if snapshot["n"] == 1:
            assert snapshot["thinking"] == 0
            assert page.hear("event")["change"]["line"]["seat"] == 0
        else:
            assert snapshot["lines"][0]["seat"] == 0


@pytest.mark.parametrize("game", ["avalam", "axom", "axiom", "axxa"])
def test_every_game_can_be_played_through_the_socket(browser: Browser, game: str) -> None:
    table = browser.table(game)
    with browser.live() as page:
        snapshot = page.watch(table)
        move = first_move(snapshot)
        for ply in range(1, 7):
            page.send("move", table=table, expected_n=ply, move=move, nonce=nonce())
            event = page.hear("event")
            assert page.hear("ack", "refused")["n"] == ply + 1
            move = event["frame"]["moves"][0]["text"]
        at = browser.rest.get(f"/api/tables/{table}/at/3").json()
        assert at["frame"]["ply"] == 3
        assert at["last"]["line"]["ply"] == 3


def test_credit_is_spent_by_messages_and_earned_by_waiting() -> None:
    purse = Credit(now=0.0)
    assert all(purse.pay(1, now=0.0) for _ in range(int(CREDIT)))
    assert not purse.pay(1, now=0.0)
    assert purse.pay(1, now=1.0)


def refused_so_far(code: str) -> float:
    return float(metrics.REFUSALS.labels(code)._value.get())


def test_whoever_does_too_much_is_refused_once_and_then_not_read_for_a_while(
    room: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal costs the room as much as what it refuses: 24 sockets that were refused 850 times a second took 0.1 s of
    everybody's moves."""
    monkeypatch.setattr(sessions, "REFUSED_SECONDS", 3600.0)
    before = refused_so_far("too_fast")
    with browser.live() as page:
        for _ in range(3 * int(CREDIT)):
            page.send("ping")
        assert page.hear("refused")["code"] == "too_fast"
        (session,) = room.app.state.house.sockets
        assert not session._wire._may_read.is_set()
        assert refused_so_far("too_fast") == before + 1
        room.call(session._end_of_rest)
        page.hear("refused")
        assert refused_so_far("too_fast") == before + 2


def test_a_flood_is_refused_in_words_and_then_cut_off(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "REFUSED_SECONDS", 0.0)
    with browser.live() as page:
        for _ in range(60):
            page.send("ping")
        assert page.hear("refused")["code"] == "too_fast"
        for _ in range(2000):
            page.send("ping")
        with pytest.raises(WebSocketDisconnect) as cut:
            page.hear("nothing")
        assert cut.value.code in (FLOODING, TOO_SLOW)
    with browser.live() as page:
        page.send("ping")
        page.hear("pong")


# --- The database is away -------------------------------------------------------------------------------------------


def test_a_table_that_cannot_be_reached_is_waited_for(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = room.browser()
    table, store = browser.table("avalam"), room.app.state.house.store
    room.call(rest, room.app.state.house.tables, table)
    load, fails = store.load, iter([True, True, False])

    async def load_later(*asked: Any) -> Any:
        if next(fails):
            raise ConnectionRefusedError
        return await load(*asked)

    monkeypatch.setattr(store, "load", load_later)
    with browser.live() as page:
        assert page.watch(table)["n"] == 1


def test_what_cannot_be_reached_is_refused_and_the_page_may_ask_again(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = room.browser()
    table = browser.table("avalam")
    room.call(rest, room.app.state.house.tables, table)

    async def is_away(*_: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken, browser.live() as page:
        broken.setattr(room.app.state.house.store, "load", is_away)
        page.n[table] = 1
        assert page.move(table, "c9-d9")["code"] == "storage"
        answer = browser.rest.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        broken.undo()
        assert page.move(table, "c9-d9")["type"] == "ack"
