"""A lost password by mail, and a second factor: what opens once opens once, and nothing tells who is here."""

import base64
import re
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from alcove.cli.app import run
from alcove.server.people import totp
from alcove.server.people.recovery import LINK_MINUTES
from alcove.server.store import schema

from .pages import Browser, House, Json
from .postbox import Postbox
from .test_mail import link as mail_link
from .test_people import PASSWORD, log_in, register

NEW = "another quiet place, inland"

# --- RFC 6238 ---------------------------------------------------------------------------------------------------------

RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()
RFC_6238 = {  # appendix B, SHA-1
    59: "94287082",
    1111111109: "07081804",
    1111111111: "14050471",
    1234567890: "89005924",
    2000000000: "69279037",
    20000000000: "65353130",
}
RFC_4226 = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]  # D


@pytest.mark.parametrize(("seconds", "code"), RFC_6238.items())
def test_the_codes_of_rfc_6238(seconds: int, code: str) -> None:
    assert totp.code_at(RFC_SECRET, seconds // totp.STEP_SECONDS, digits=8) == code


@pytest.mark.parametrize(("step", "code"), list(enumerate(RFC_4226)))
def test_the_codes_of_rfc_4226(step: int, code: str) -> None:
    assert totp.code_at(RFC_SECRET, step) == code


def test_a_clock_may_be_one_step_off_and_no_more() -> None:
    for off, is_taken in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        code = totp.code_at(RFC_SECRET, 1000 + off)
        assert (totp.step_of(RFC_SECRET, code, 1000 * totp.STEP_SECONDS + 7.0) == 1000 + off) is is_taken
    for noise in ("", "12345", "abcdef", "é́́", "1" * 60):
        assert totp.step_of(RFC_SECRET, noise, 0.0) is None


def test_an_address_that_apps_read() -> None:
    assert totp.address("ABC", "Zoé") == "otpauth://totp/Alcove:Zo%C3%A9?secret=ABC&issuer=Alcove"
    assert len(base64.b32decode(totp.new_secret())) == 20


# --- The second factor ------------------------------------------------------------------------------------------------


def turn_on(browser: Browser) -> tuple[str, list[str]]:
    """The secret in the app of who has just turned it on, and the recovery codes."""
    offered = browser.rest.post("/api/account/factor", json={"password": PASSWORD}).json()
    secret: str = offered["secret"]
    answer = browser.rest.post("/api/account/factor/confirm", json={"code": code_of(secret, -1)})
    assert answer.status_code == 200, answer.text
    codes: list[str] = answer.json()["codes"]
    return secret, codes


def code_of(secret: str, off: int = 0) -> str:
    """What the app shows, `off` steps from now."""
    return totp.code_at(secret, int(time.time() // totp.STEP_SECONDS) + off)


def enter(browser: Browser, code: str, name: str = "Ada", password: str = PASSWORD) -> Any:
    return browser.rest.post("/api/session", json={"name": name, "password": password, "code": code})


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that does not reach the next step while a test runs."""
    now = (time.time() // totp.STEP_SECONDS) * totp.STEP_SECONDS + 5
    monkeypatch.setattr(time, "time", lambda: now)


@pytest.fixture
def ada(room: House, steady: None) -> Browser:
    browser = room.browser()
    register(browser, "Ada")
    return browser


def test_signing_in_asks_for_a_code_that_opens_once(room: House, ada: Browser) -> None:
    secret, codes = turn_on(ada)
    assert len(set(codes)) == 10
    assert ada.rest.get("/api/account/factor").json() == {"is_on": True, "codes_left": 10}
    phone, tablet = room.browser(), room.browser()
    asked = log_in(phone, "Ada")
    assert (asked.status_code, asked.json()["code"]) == (401, "needs_code")
    assert enter(phone, "000000").json()["code"] == "wrong_code"
    shown = code_of(secret)
    assert enter(phone, f" {shown[:3]} {shown[3:]} ").json()["name"] == "Ada"
    assert enter(tablet, shown).json()["code"] == "wrong_code"  # replayed
    assert enter(tablet, code_of(secret, 1)).status_code == 200


def test_the_code_that_turned_it_on_does_not_sign_in(room: House, ada: Browser) -> None:
    secret, _ = turn_on(ada)
    assert enter(room.browser(), code_of(secret, -1)).json()["code"] == "wrong_code"


def test_a_wrong_password_is_not_told_from_a_wrong_name_whatever_the_code(room: House, ada: Browser) -> None:
    secret, _ = turn_on(ada)
    wrong = enter(room.browser(), code_of(secret), password="not the password")
    assert wrong.json() == enter(room.browser(), "", name="Nobody").json()
    assert wrong.json()["code"] == "wrong_login"


def test_a_recovery_code_opens_once(room: House, ada: Browser) -> None:
    _, codes = turn_on(ada)
    assert enter(room.browser(), codes[3].lower().replace("-", " ")).status_code == 200
    assert enter(room.browser(), codes[3]).json()["code"] == "wrong_code"
    assert ada.rest.get("/api/account/factor").json()["codes_left"] == 9


def test_a_recovery_code_of_somebody_else_opens_nothing(room: House, ada: Browser) -> None:
    turn_on(ada)
    ben = room.browser()
    register(ben, "Ben")
    _, codes = turn_on(ben)
    assert enter(room.browser(), codes[0]).json()["code"] == "wrong_code"
    assert enter(room.browser(), codes[0], name="Ben").status_code == 200


def test_codes_are_tried_a_few_times_only(room: House, ada: Browser) -> None:
    secret, _ = turn_on(ada)  # its first code was a try, too
    tried = [enter(room.browser(), f"00000{number}").status_code for number in range(6)]
    assert tried[:4] == [401] * 4
    assert 429 in tried
    assert enter(room.browser(), code_of(secret)).status_code == 429


def test_turning_it_on_ends_other_sessions_and_needs_the_password_and_a_code(room: House, ada: Browser) -> None:
    phone = room.browser()
    log_in(phone, "Ada")
    assert ada.rest.post("/api/account/factor", json={"password": "wrong"}).status_code == 401
    assert ada.rest.post("/api/account/factor/confirm", json={"code": "123456"}).json()["code"] == "wrong_code"
    assert log_in(room.browser(), "Ada").status_code == 200  # what was only offered asks nothing
    turn_on(ada)
    assert phone.rest.get("/api/me").json()["name"] is None
    assert ada.rest.get("/api/me").json()["name"] == "Ada"
    assert ada.rest.post("/api/account/factor", json={"password": PASSWORD}).status_code == 403


def test_turning_it_off_needs_both(room: House, ada: Browser) -> None:
    secret, _ = turn_on(ada)

    def off(password: str, code: str) -> str:
        answer: Json = ada.rest.post("/api/account/factor/off", json={"password": password, "code": code}).json()
        return str(answer.get("code", "done"))

    assert off("wrong", code_of(secret)) == "wrong_login"
    assert off(PASSWORD, "") == "needs_code"
    assert off(PASSWORD, "000000") == "wrong_code"
    assert off(PASSWORD, code_of(secret)) == "done"
    assert log_in(room.browser(), "Ada").status_code == 200
    assert ada.rest.get("/api/account/factor").json() == {"is_on": False, "codes_left": 0}


def test_the_square_code_says_the_address(ada: Browser) -> None:
    offered = ada.rest.post("/api/account/factor", json={"password": PASSWORD}).json()
    assert offered["address"].endswith(f"secret={offered['secret']}&issuer=Alcove")
    squares = re.findall(r"M(\d+),(\d+)h1v1h-1z", offered["path"])
    assert "".join(f"M{x},{y}h1v1h-1z" for x, y in squares) == offered["path"]
    assert {4, offered["size"] - 5} <= {int(x) for x, _ in squares} <= set(range(4, offered["size"] - 4))


def test_no_code_is_kept_as_it_is(room: House, ada: Browser, tmp_path: Path) -> None:
    _, codes = turn_on(ada)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("room.sqlite*"))
    assert not any(code.replace("-", "").encode() in kept or code.encode() in kept for code in codes)


def test_whoever_runs_the_room_can_take_it_away(room: House, ada: Browser, tmp_path: Path) -> None:
    turn_on(ada)
    assert run(["people", "ada", "--no-second-factor", "--data", str(tmp_path), "--language", "en"]) == 0
    assert log_in(room.browser(), "Ada").status_code == 200


def test_who_leaves_takes_the_factor_along(room: House, ada: Browser) -> None:
    turn_on(ada)
    assert ada.rest.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert room.call(_count, room.app.state.house.store.engine) == 0


async def _count(engine: Any) -> int:
    async with engine.connect() as connection:
        counts = [
            await connection.scalar(sa.select(sa.func.count()).select_from(table))
            for table in (schema.factors, schema.recovery_codes, schema.resets)
        ]
    return sum(counts)


# --- A lost password --------------------------------------------------------------------------------------------------


def with_mail(posting: House, postbox: Postbox, name: str = "Ada") -> Browser:
    """Somebody with an account and a confirmed address."""
    browser = posting.browser()
    register(browser, name)
    sent = len(postbox.mails)
    wish = {"address": "ada@example.org", "language": "fr", "password": PASSWORD}
    assert browser.rest.post("/api/mail", json=wish).status_code == 200
    token = mail_link(postbox.wait(sent + 1), "confirm")
    assert browser.rest.post("/api/mail/confirm", json={"token": token}).status_code == 200
    return browser


def forgotten(browser: Browser, name: str) -> Any:
    return browser.rest.post("/api/account/forgotten", json={"name": name})


def reset(browser: Browser, token: str, password: str = NEW) -> Any:
    return browser.rest.post("/api/account/reset", json={"token": token, "password": password})


def reset_link(mail: str) -> str:
    found = re.search(r"/account#reset=([0-9a-f]{40})", mail.replace("=\r\n", "").replace("=3D", "="))
    assert found is not None, mail
    return found[1]


def test_a_link_by_mail_gives_a_new_password_once_and_ends_all_sessions(posting: House, postbox: Postbox) -> None:
    ada, lost = with_mail(posting, postbox), posting.browser()
    assert forgotten(lost, "ADA").status_code == 200
    token = reset_link(postbox.wait(2))
    assert reset(lost, token, "password").json()["code"] == "bad_password"  # the link is not used up by that
    assert reset(lost, token).status_code == 200
    assert ada.rest.get("/api/me").json()["name"] is None
    assert lost.rest.get("/api/me").json()["name"] is None  # it does not sign in
    assert reset(lost, token, "yet another one").status_code == 404
    assert log_in(lost, "Ada").status_code == 401
    assert log_in(lost, "Ada", NEW).status_code == 200
    assert "#reset=" not in postbox.wait(3)  # the owner is told


def test_the_answer_does_not_tell_who_is_here(posting: House, postbox: Postbox) -> None:
    with_mail(posting, postbox)
    plain = posting.browser()
    register(plain, "Ben")  # an account without an address
    stranger = posting.browser()
    answers = [forgotten(stranger, name) for name in ("Ada", "Ben", "Nobody-here")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, answers[0].text)}
    postbox.wait(2)
    assert len(postbox.mails) == 2


def test_an_address_that_was_not_confirmed_gets_no_link(posting: House, postbox: Postbox) -> None:
    ben = posting.browser()
    register(ben, "Ben")
    wish = {"address": "ben@example.org", "language": "en", "password": PASSWORD}
    assert ben.rest.post("/api/mail", json=wish).status_code == 200
    postbox.wait(1)
    forgotten(posting.browser(), "Ben")
    assert len(postbox.mails) == 1


def test_links_run_out_and_a_newer_one_takes_the_place_of_an_older(posting: House, postbox: Postbox) -> None:
    with_mail(posting, postbox)
    browser = posting.browser()
    forgotten(browser, "Ada")
    first = reset_link(postbox.wait(2))
    forgotten(browser, "Ada")
    second = reset_link(postbox.wait(3))
    assert reset(browser, first).status_code == 404
    posting.call(_age_links, posting.app.state.house.store)
    assert reset(browser, second).status_code == 404
    assert log_in(browser, "Ada").status_code == 200


async def _age_links(store: Any) -> None:
    """As if half an hour had passed."""
    async with store.engine.connect() as connection:
        until = str(await connection.scalar(sa.select(schema.resets.c.until)))
    assert until > schema.now()
    await store.writer.write(sa.update(schema.resets).values(until=schema.now()))
    assert LINK_MINUTES == 30


def test_the_word_of_a_link_is_kept_as_a_digest(posting: House, postbox: Postbox, tmp_path: Path) -> None:
    with_mail(posting, postbox)
    forgotten(posting.browser(), "Ada")
    token = reset_link(postbox.wait(2))
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("room.sqlite*"))
    assert token.encode() not in kept


def test_a_link_does_not_take_a_second_factor_away(posting: House, postbox: Postbox, steady: None) -> None:
    ada = with_mail(posting, postbox)
    secret, _ = turn_on(ada)
    postbox.wait(2)  # "signing in asks for a code"
    browser = posting.browser()
    forgotten(browser, "Ada")
    assert reset(browser, reset_link(postbox.wait(3))).status_code == 200
    assert log_in(browser, "Ada", NEW).json()["code"] == "needs_code"
    assert enter(browser, code_of(secret), password=NEW).status_code == 200


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
def test_links_are_sent_a_few_times_only_whoever_it_is(posting: House, postbox: Postbox, name: str) -> None:
    with_mail(posting, postbox)
    asked = [forgotten(posting.browser(), name).status_code for _ in range(5)]
    assert asked == [200, 200, 200, 429, 429]


def test_a_room_without_mail_says_so(browser: Browser) -> None:
    assert forgotten(browser, "Ada").json()["code"] == "no_mail"


def test_a_stolen_session_cannot_change_where_the_mail_goes(posting: House, postbox: Postbox) -> None:
    ada = with_mail(posting, postbox)
    for password in ("", "a guess"):
        wish = {"address": "thief@example.org", "language": "en", "password": password}
        assert ada.rest.post("/api/mail", json=wish).status_code == 401
    assert ada.rest.get("/api/mail").json()["address"] == "ada@example.org"
