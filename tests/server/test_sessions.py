"""An ended session is over everywhere: sockets, streams of bots and tokens, at every server, whoever has ended it."""

import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect

from alcove.cli.app import run
from alcove.server.people import accounts
from alcove.server.store import schema
from alcove.server.tables.sockets import LOGGED_OUT
from alcove.server.web import house as house_module

from .pages import Browser, House, Live, house
from .postbox import Postbox
from .test_bots import Served, account, bearer, lines, served as served, token_of
from .test_people import PASSWORD, log_in, register
from .test_recovery import NEW, code_of, forgotten, reset, reset_link, steady as steady, turn_on, with_mail
from .test_together import houses as houses


def end_from_outside(data: Path, name: str = "ada", *more: str) -> None:
    """What whoever runs the room does, in a process that cannot tell the open room."""
    assert run(["people", name, "--end-sessions", "--data", str(data), "--language", "en", *more]) == 0


def assert_is_cut_off(page: Live) -> None:
    with pytest.raises(WebSocketDisconnect) as closed:
        page.hear("nothing that ever comes")
    assert closed.value.code == LOGGED_OUT


def make_token(browser: Browser) -> str:
    made = browser.rest.post("/api/account/tokens", json={"label": "x", "scopes": ["read", "play"]})
    assert made.status_code == 201, made.text
    token: str = made.json()["token"]
    return token


def opens(room: House, token: str) -> bool:
    return room.browser().rest.get("/api/tables", headers=bearer(token)).status_code == 200


# --- What nobody has told the room --------------------------------------------------------------------------------------


def test_h6_an_open_socket_ends_with_its_session_whoever_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house_module.RECHECK_SECONDS <= 60
    monkeypatch.setattr(house_module, "RECHECK_SECONDS", 0.1)
    with house(tmp_path) as room:
        ada = room.browser()
        register(ada, "Ada")
        with ada.live() as page, room.browser().live() as guest:
            end_from_outside(tmp_path)
            assert_is_cut_off(page)
            guest.send("ping")
            assert guest.hear("pong")  # others stay


def test_h6_a_cookie_is_believed_for_a_minute_at_most(
    room: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert accounts.KNOWN_SECONDS <= 60
    ada = room.browser()
    register(ada, "Ada")
    assert ada.rest.get("/api/me").json()["name"] == "Ada"
    end_from_outside(tmp_path)
    really = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: really() + accounts.KNOWN_SECONDS)
    assert ada.rest.get("/api/me").json()["name"] is None


def test_h6_a_session_that_has_run_out_ends_its_socket(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    here = room.app.state.house
    with browser.live() as page:
        page.send("ping")
        page.hear("pong")
        room.call(here.recheck)
        page.send("ping")
        page.hear("pong")  # nothing has changed
        old = sa.update(schema.sessions).values(created_at="2020-01-01T00:00:00.000+00:00")
        room.call(here.store.writer.write, old)
        room.call(here.recheck)
        assert_is_cut_off(page)


def test_h6_the_socket_of_a_guest_who_registered_elsewhere_ends(room: House, browser: Browser) -> None:
    here = room.app.state.house
    with browser.live() as page:
        page.send("ping")
        page.hear("pong")
        [open_page] = list(here.sockets)
        row = {"name": "Ada", "folded": "ada", "password": "x", "is_bot": False, "created_at": schema.now()}
        room.call(here.store.writer.write, sa.insert(schema.accounts).values(person=open_page.guest, **row))
        room.call(here.recheck)
        assert_is_cut_off(page)


def test_h6_ending_the_sessions_ends_tokens_and_the_streams_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(house_module, "RECHECK_SECONDS", 0.1)
    served: Served = request.getfixturevalue("served")
    token = token_of(served, account(served, "Robo", bot=True))
    began, ended = threading.Event(), threading.Event()

    def listen() -> None:
        for _ in lines(served, "/api/bot/events", token):
            began.set()
        ended.set()

    threading.Thread(target=listen, daemon=True).start()
    served.ask("POST", "/api/lobby", {"game": "avalam", "to": "Robo"}, cookie=account(served, "Ada"))
    assert began.wait(30)
    end_from_outside(tmp_path, "robo")
    assert ended.wait(30)


# --- What the owner does ------------------------------------------------------------------------------------------------


def test_h6_a_new_password_ends_tokens(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    token = make_token(browser)
    assert opens(room, token)
    assert browser.rest.post("/api/account/password", json={"old": PASSWORD, "new": NEW}).status_code == 200
    assert not opens(room, token)
    assert browser.rest.get("/api/me").json()["name"] == "Ada"  # who did it stays


def test_h6_a_reset_ends_tokens_and_sockets(posting: House, postbox: Postbox) -> None:
    ada, lost = with_mail(posting, postbox), posting.browser()
    token = make_token(ada)
    forgotten(lost, "Ada")
    with ada.live() as page:
        page.send("ping")
        page.hear("pong")
        assert reset(lost, reset_link(postbox.wait(2))).status_code == 200
        assert_is_cut_off(page)
    assert not opens(posting, token)


def test_h6_turning_a_second_factor_on_or_off_ends_tokens(room: House, browser: Browser, steady: None) -> None:
    register(browser, "Ada")
    first = make_token(browser)
    secret, _ = turn_on(browser)
    assert not opens(room, first)
    second = make_token(browser)
    off = {"password": PASSWORD, "code": code_of(secret)}
    assert browser.rest.post("/api/account/factor/off", json=off).status_code == 200
    assert not opens(room, second)


def test_h6_an_operator_ends_tokens_too(room: House, browser: Browser, tmp_path: Path) -> None:
    register(browser, "Ada")
    for deed in ((), ("--new-password",), ("--no-second-factor",)):
        room.call(room.app.state.house.store.writer.write, sa.delete(schema.sessions))
        again = room.browser()
        room.call(room.app.state.house.people.accounts.set_password, person_of(room), PASSWORD)
        assert log_in(again, "Ada").status_code == 200
        token = make_token(again)
        end_from_outside(tmp_path, "ada", *deed)
        assert not opens(room, token), deed


def person_of(room: House) -> str:
    return str(room.call(room.app.state.house.people.accounts.named, "Ada").person)


def test_h6_every_server_rechecks_its_own_sockets(houses: tuple[House, House]) -> None:
    """Even if the news from the other server is lost: a password is changed at one, and the other is not told."""
    here, there = houses
    ada = here.browser()
    register(ada, "Ada")
    elsewhere = there.browser()
    assert log_in(elsewhere, "Ada").status_code == 200
    with elsewhere.live() as page:
        page.send("ping")
        page.hear("pong")
        here.app.state.house.bus.tell = lambda *_: None
        assert ada.rest.post("/api/account/password", json={"old": PASSWORD, "new": NEW}).status_code == 200
        there.call(there.app.state.house.recheck)
        assert_is_cut_off(page)
    assert elsewhere.rest.get("/api/me").json()["name"] is None
