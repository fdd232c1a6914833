"""The lobby: offers appear, are taken once, and go with their makers."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from alcove.server.meet import lobby as lobby_module

from .pages import Browser, House, Json, Live
from .test_people import FISCHER, play_rated, register

DAYS = {"kind": "days", "days": 3}


def offer(browser: Browser, **wish: Any) -> str:
    answer = browser.rest.post("/api/lobby", json={"game": "avalam", "clock": FISCHER} | wish)
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def listed(browser: Browser) -> list[Json]:
    seeks: list[Json] = browser.rest.get("/api/lobby").json()["seeks"]
    return seeks


def hear_seeks(page: Live, count: int) -> list[Json]:
    """The lobby once it has so many offers: after a pause the room may tell once more what it had told already."""
    while len(seeks := page.hear("lobby")["seeks"]) != count:
        pass
    return list(seeks)


def test_an_offer_is_told_live_and_both_are_told_of_the_table(room: House) -> None:
    one, other = room.browser(), room.browser()
    with one.live() as maker, other.live() as taker:
        for page in (maker, taker):
            page.send("watch_lobby")
            assert page.hear("lobby")["seeks"] == []
        id = offer(one, seat=1)
        mine, theirs = (hear_seeks(page, 1) for page in (maker, taker))
        assert (mine[0]["is_yours"], theirs[0]["is_yours"]) == (True, False)
        table = other.rest.post(f"/api/lobby/{id}/accept").json()["table"]
        assert maker.hear("paired")["table"] == taker.hear("paired")["table"] == table
        assert hear_seeks(taker, 0) == []
    seats = one.snapshot(table)["seats"]
    assert [seat["yours"] for seat in seats] == [False, True]
    assert one.snapshot(table)["terms"]["clock"] == FISCHER


def test_only_one_of_many_gets_the_seat(room: House) -> None:
    maker, takers = room.browser(), [room.browser() for _ in range(6)]
    id = offer(maker)
    for taker in takers:
        taker.rest.get("/api/me")
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda taker: taker.rest.post(f"/api/lobby/{id}/accept"), takers))
    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404, 404, 404]
    assert len(maker.rest.get("/api/tables").json()["tables"]) == 1


def test_a_live_offer_goes_with_its_maker_and_one_by_correspondence_stays(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "AWAY_SECONDS", 0.05)
    maker, onlooker = room.browser(), room.browser()
    with onlooker.live() as page:
        page.send("watch_lobby")
        page.hear("lobby")
        with maker.live() as mine:
            mine.send("watch_lobby")
            mine.hear("lobby")
            offer(maker)
            stays = offer(maker, clock=DAYS)
            while len(page.hear("lobby")["seeks"]) < 2:
                pass
        while len(seeks := page.hear("lobby")["seeks"]) > 1:
            pass
    assert [seek["id"] for seek in seeks] == [stays]


def test_a_reload_keeps_the_offer(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "AWAY_SECONDS", 3.0)
    maker = room.browser()
    with maker.live() as page:
        page.send("watch_lobby")
        page.hear("lobby")
        offer(maker)
    with maker.live() as page:
        page.send("watch_lobby")
        assert len(page.hear("lobby")["seeks"]) == 1
        room.call(_sleep, 3.5)
        assert len(listed(maker)) == 1


async def _sleep(seconds: float) -> None:
    import asyncio

    await asyncio.sleep(seconds)


def test_an_offer_nobody_renews_runs_out(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = room.browser()
    offer(maker)
    assert len(listed(maker)) == 1
    later = lobby_module._in(lobby_module.LIVE_SECONDS + 1)
    monkeypatch.setattr(lobby_module, "now", lambda: later)
    assert listed(maker) == []


def test_offers_are_taken_back_by_their_maker_alone(room: House) -> None:
    maker, other = room.browser(), room.browser()
    id = offer(maker)
    assert other.rest.delete(f"/api/lobby/{id}").status_code == 404
    assert maker.rest.post(f"/api/lobby/{id}/accept").json()["code"] == "not_allowed"
    assert maker.rest.delete(f"/api/lobby/{id}").status_code == 200
    assert listed(maker) == []


def test_nobody_fills_the_lobby_alone(browser: Browser) -> None:
    for _ in range(lobby_module.MOST_SEEKS):
        offer(browser, clock=DAYS)
    answer = browser.rest.post("/api/lobby", json={"game": "axom", "clock": DAYS})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")


def test_a_range_of_ratings_is_kept_to(room: House) -> None:
    ada, ben, cy = room.browser(), room.browser(), room.browser()
    for browser, name in ((ada, "Ada"), (ben, "Ben"), (cy, "Cyr")):
        register(browser, name)
    play_rated(ada, ben)
    low, high = offer(cy, highest=1400), offer(cy, lowest=1600)
    assert ben.rest.post(f"/api/lobby/{low}/accept").json()["code"] == "out_of_range"
    assert ada.rest.post(f"/api/lobby/{high}/accept").json()["code"] == "out_of_range"
    assert ben.rest.post(f"/api/lobby/{high}/accept").status_code == 200


def test_a_challenge_is_between_two(room: House) -> None:
    ada, ben, cy = room.browser(), room.browser(), room.browser()
    for browser, name in ((ada, "Ada"), (ben, "Ben"), (cy, "Cyr")):
        register(browser, name)
    id = offer(ada, to="ben")
    assert [len(listed(browser)) for browser in (ada, ben, cy)] == [1, 1, 0]
    assert cy.rest.post(f"/api/lobby/{id}/accept").status_code == 404
    assert cy.rest.post(f"/api/lobby/{id}/decline").status_code == 404
    assert ben.rest.post(f"/api/lobby/{id}/decline").status_code == 200
    assert listed(ada) == []
    again = offer(ada, to="Ben", clock=None)
    assert ben.rest.post(f"/api/lobby/{again}/accept").status_code == 200


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "avalam", "options": {"komi": 7}}, "bad_option"),
        ({"game": "axxa"}, "bad_seek"),
        ({"game": "axxa", "options": {"mode": "coop", "seats": 2}, "rated": True, "clock": FISCHER}, "bad_seek"),
        ({"game": "avalam", "rated": True}, "bad_seek"),
        ({"game": "avalam", "lowest": 1800, "highest": 1200}, "bad_seek"),
        ({"game": "avalam", "seat": 2}, "malformed"),
        ({"game": "avalam", "to": "Nobody-here"}, "unknown_person"),
        ({"game": "avalam", "clock": {"kind": "days", "days": 100}}, "malformed"),
    ],
)
def test_offers_that_cannot_be_are_refused(browser: Browser, wish: Json, code: str) -> None:
    answer = browser.rest.post("/api/lobby", json=wish)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code
    assert answer.json()["error"]["fr"]


# --- Wherever one is ------------------------------------------------------------------------------------------------


def challengers(page: Live) -> list[str]:
    return [seek["name"] for seek in page.hear("challenges")["seeks"]]


def test_a_challenge_is_heard_on_every_page_and_so_is_its_end(room: House) -> None:
    ann, bob, other = room.browser(), room.browser(), room.browser()
    register(ann, "Ann")
    register(bob, "Bob")
    with bob.live() as reading, bob.live() as playing, other.live() as stranger:
        for page in (reading, playing, stranger):
            page.send("hello", protocol=1)
            page.hear("welcome")
        id = offer(ann, to="Bob", clock=DAYS)
        assert challengers(reading) == challengers(playing) == ["Ann"]
        with bob.live() as later:
            later.send("hello", protocol=1)
            assert challengers(later) == ["Ann"], "who comes later hears of it, too"
        ann.rest.delete(f"/api/lobby/{id}")
        assert challengers(reading) == challengers(playing) == []
        offer(other, clock=DAYS)
        stranger.send("ping")
        assert stranger.hear("challenges", "pong")["type"] == "pong", "challenges are between two"


def test_who_challenged_hears_of_the_game_on_every_page(room: House) -> None:
    ann, bob = room.browser(), room.browser()
    register(ann, "Ann")
    register(bob, "Bob")
    with ann.live() as reading:
        reading.send("hello", protocol=1)
        id = offer(ann, to="Bob", clock=DAYS)
        table = bob.rest.post(f"/api/lobby/{id}/accept").json()["table"]
        assert reading.hear("paired") == {"type": "paired", "table": table, "game": "avalam"}
