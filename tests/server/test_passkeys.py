"""Passkeys: a device of the tests' own makes them and signs; what does not fit in one byte opens nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from alcove.cli.app import run
from alcove.server.people.passkeys import MOST_PASSKEYS
from alcove.server.store import schema

from .authenticator import Authenticator
from .pages import Browser, House
from .postbox import Postbox
from .test_notices import assert_told
from .test_people import PASSWORD, log_in, register
from .test_recovery import code_of, steady as steady, turn_on, with_mail
from .test_sessions import make_token, opens


def ask(browser: Browser, path: str, body: Any = None, host: str = "localhost") -> Any:
    return browser.rest.post(f"/api{path}", json=body, headers={"host": host})


def offer(browser: Browser, password: str = PASSWORD, code: str = "") -> Any:
    return ask(browser, "/account/passkeys/offer", {"password": password, "code": code})


def add(browser: Browser, device: Authenticator, label: str = "My phone", code: str = "") -> Any:
    offered = offer(browser, code=code)
    assert offered.status_code == 200, offered.text
    return ask(browser, "/account/passkeys", {"label": label, "credential": device.make(offered.json()["options"])})


def question(browser: Browser, host: str = "localhost") -> str:
    asked = ask(browser, "/session/passkey/offer", host=host)
    assert asked.status_code == 200, asked.text
    options: str = asked.json()["options"]
    return options


def sign_in(browser: Browser, credential: str, host: str = "localhost") -> Any:
    return ask(browser, "/session/passkey", {"credential": credential}, host)


def labels(browser: Browser) -> list[str]:
    return [line["label"] for line in browser.rest.get("/api/account/passkeys").json()["passkeys"]]


@pytest.fixture
def ada(room: House) -> Browser:
    browser = room.browser()
    register(browser, "Ada")
    return browser


@pytest.fixture
def device(ada: Browser) -> Authenticator:
    """With a passkey for Ada."""
    made = Authenticator()
    assert add(ada, made).status_code == 201
    return made


def test_a_passkey_opens_its_account(room: House, ada: Browser, device: Authenticator) -> None:
    assert labels(ada) == ["My phone"]
    phone = room.browser()
    before = dict(phone.rest.cookies)
    assert sign_in(phone, device.sign(question(phone))).json()["name"] == "Ada"
    assert phone.rest.get("/api/me").json()["name"] == "Ada"
    assert dict(phone.rest.cookies) != before  # a session of its own
    assert ada.rest.get("/api/account/passkeys").json()["passkeys"][0]["used_at"] is not None


def test_several_passkeys_have_names_and_each_opens(room: House, ada: Browser, device: Authenticator) -> None:
    other = Authenticator(verifies=False, counts=False)
    assert add(ada, other, "Clé bleue").status_code == 201
    assert labels(ada) == ["My phone", "Clé bleue"]
    for each in (device, other, other):
        browser = room.browser()
        assert sign_in(browser, each.sign(question(browser))).json()["name"] == "Ada"


def test_a_device_makes_no_second_one_for_the_same_account(ada: Browser, device: Authenticator) -> None:
    excluded = json.loads(offer(ada).json()["options"])["excludeCredentials"]
    assert len(excluded) == 1
    with pytest.raises(AssertionError, match="no second passkey"):
        add(ada, device)


def test_a_passkey_stands_for_password_and_code(room: House, ada: Browser, device: Authenticator, steady: None) -> None:
    turn_on(ada)
    browser = room.browser()
    assert log_in(browser, "Ada").json()["code"] == "needs_code"
    assert sign_in(browser, device.sign(question(browser))).json()["name"] == "Ada"


def test_a_device_that_asks_nobody_is_no_second_factor(
    room: House, ada: Browser, device: Authenticator, steady: None
) -> None:
    turn_on(ada)
    device.verifies = False
    browser = room.browser()
    refused = sign_in(browser, device.sign(question(browser)))
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_passkey")
    assert "password and code" in refused.json()["error"]["en"]
    assert browser.rest.get("/api/me").json()["name"] is None


def test_adding_one_asks_for_the_password_and_the_code(ada: Browser, steady: None) -> None:
    assert offer(ada, "a guess").json()["code"] == "wrong_login"
    secret, _ = turn_on(ada)
    assert offer(ada).json()["code"] == "needs_code"
    assert add(ada, Authenticator(), code=code_of(secret)).status_code == 201


# --- What opens nothing -------------------------------------------------------------------------------------------------


def test_an_answer_opens_once(room: House, ada: Browser, device: Authenticator) -> None:
    device.counts = False
    thief = room.browser()
    answer = device.sign(question(thief))
    copy = room.browser(thief)
    assert sign_in(thief, answer).status_code == 200
    assert sign_in(copy, answer).json()["code"] == "bad_passkey"


def test_an_answer_is_for_the_browser_that_was_asked(room: House, ada: Browser, device: Authenticator) -> None:
    asked, other = room.browser(), room.browser()
    question(other)
    assert sign_in(other, device.sign(question(asked))).json()["code"] == "bad_passkey"
    assert sign_in(room.browser(), device.sign(question(asked))).json()["code"] == "bad_passkey"


def test_an_answer_made_at_another_site_opens_nothing(room: House, ada: Browser, device: Authenticator) -> None:
    """A page that looks like the room has another origin, whatever it shows."""
    browser = room.browser()
    for origin in ("http://localhost:81", "https://localhost", "http://localhost.evil.example", "null"):
        device.origin = origin
        assert sign_in(browser, device.sign(question(browser))).json()["code"] == "bad_passkey", origin
    device.origin = "http://localhost"
    assert sign_in(browser, device.sign(question(browser))).status_code == 200


def test_a_passkey_belongs_to_the_host_it_was_made_for(room: House, ada: Browser, device: Authenticator) -> None:
    [kept] = device.keys.values()
    kept.host, device.origin = "other.localhost", "http://other.localhost"
    browser = room.browser()
    answer = device.sign(question(browser, "other.localhost"))
    assert sign_in(browser, answer, "other.localhost").json()["code"] == "bad_passkey"


def test_a_copied_key_is_noticed_by_its_count(room: House, ada: Browser, device: Authenticator) -> None:
    browser = room.browser()
    assert sign_in(browser, device.sign(question(browser))).status_code == 200
    [kept] = device.keys.values()
    kept.count -= 1  # a copy has not counted along
    other = room.browser()
    assert sign_in(other, device.sign(question(other))).json()["code"] == "bad_passkey"


def test_another_key_in_the_name_of_one_that_is_known_opens_nothing(
    room: House, ada: Browser, device: Authenticator
) -> None:
    thief = Authenticator()
    mallory = room.browser()
    register(mallory, "Mallory")
    assert add(mallory, thief).status_code == 201
    [known], [own] = device.keys, thief.keys
    thief.keys[known] = thief.keys.pop(own)
    browser = room.browser()
    assert sign_in(browser, thief.sign(question(browser))).json()["code"] == "bad_passkey"


def test_a_question_runs_out(room: House, ada: Browser, device: Authenticator) -> None:
    browser = room.browser()
    answer = device.sign(question(browser))
    room.call(room.app.state.house.store.writer.write, sa.update(schema.challenges).values(until=schema.now()))
    late = sign_in(browser, answer)
    assert late.json()["error"]["en"] == "that took too long: try again"


def test_nobody_takes_over_the_passkey_of_somebody_else(room: House, ada: Browser, device: Authenticator) -> None:
    """A key of one's own under the id of somebody else's is refused: it would open in their place."""
    mallory = room.browser()
    register(mallory, "Mallory")
    [known] = device.keys
    made = Authenticator().make(offer(mallory).json()["options"], known)
    assert ask(mallory, "/account/passkeys", {"label": "x", "credential": made}).json()["code"] == "bad_passkey"
    assert labels(mallory) == []
    browser = room.browser()
    assert sign_in(browser, device.sign(question(browser))).json()["name"] == "Ada"


@pytest.mark.parametrize(
    "noise",
    ["{}", "[]", "null", "no json", '{"id": 1}', "{" * 500, '{"id":"a","rawId":"a","type":"public-key","response":{}}'],
)
def test_noise_is_refused_in_words(room: House, ada: Browser, device: Authenticator, noise: str) -> None:
    browser = room.browser()
    question(browser)
    assert sign_in(browser, noise).json()["code"] == "bad_passkey"
    offer(ada)
    assert ask(ada, "/account/passkeys", {"label": "x", "credential": noise}).json()["code"] == "bad_passkey"


def test_no_byte_of_an_answer_can_be_changed(room: House, ada: Browser, device: Authenticator) -> None:
    device.counts = False
    for part in ("clientDataJSON", "authenticatorData", "signature", "userHandle"):
        browser = room.browser()
        answer = json.loads(device.sign(question(browser)))
        text = answer["response"][part]
        middle = len(text) // 2
        answer["response"][part] = text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :]
        assert sign_in(browser, json.dumps(answer)).json()["code"] == "bad_passkey", part


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]:8000", "room.example"])
def test_where_browsers_have_no_passkeys_the_room_says_so(room: House, ada: Browser, host: str) -> None:
    told = ask(room.browser(), "/session/passkey/offer", host=host)
    assert (told.status_code, told.json()["code"]) == (401, "bad_passkey")
    assert "https" in told.json()["error"]["en"]
    assert "https" in told.json()["error"]["fr"]


# --- Going --------------------------------------------------------------------------------------------------------------


def remove(browser: Browser, id: str, password: str = PASSWORD) -> Any:
    return ask(browser, f"/account/passkeys/{id}/remove", {"password": password})


def test_a_removed_passkey_opens_nothing_and_ends_other_sessions_and_tokens(
    room: House, ada: Browser, device: Authenticator
) -> None:
    phone = room.browser()
    assert sign_in(phone, device.sign(question(phone))).status_code == 200
    token = make_token(ada)
    [line] = ada.rest.get("/api/account/passkeys").json()["passkeys"]
    assert remove(ada, line["id"], "a guess").status_code == 401
    stranger = room.browser()
    register(stranger, "Stranger")
    assert remove(stranger, line["id"]).json()["code"] == "bad_passkey"
    assert labels(ada) == ["My phone"]
    assert remove(ada, line["id"]).status_code == 200
    assert labels(ada) == []
    assert phone.rest.get("/api/me").json()["name"] is None
    assert not opens(room, token)
    browser = room.browser()
    assert sign_in(browser, device.sign(question(browser))).json()["code"] == "bad_passkey"


def test_whoever_runs_the_room_can_remove_them(
    room: House, ada: Browser, device: Authenticator, tmp_path: Path
) -> None:
    assert run(["people", "ada", "--no-passkeys", "--data", str(tmp_path), "--language", "en"]) == 0
    browser = room.browser()
    assert sign_in(browser, device.sign(question(browser))).json()["code"] == "bad_passkey"


def test_an_account_has_a_few_passkeys(room: House, ada: Browser) -> None:
    accounts = room.app.state.house.people
    person = room.call(accounts.accounts.named, "Ada").person
    for number in range(MOST_PASSKEYS):
        row = {"digest": f"{number:064}", "id": f"{number}", "person": person, "host": "localhost", "label": "x"}
        rest = {"credential": "AAAA", "public_key": b"", "sign_count": 0, "created_at": schema.now()}
        room.call(room.app.state.house.store.writer.write, sa.insert(schema.passkeys).values(**row, **rest))
    assert offer(ada).json()["code"] == "too_many"


def test_who_leaves_takes_the_passkeys_along(room: House, ada: Browser, device: Authenticator) -> None:
    assert ada.rest.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    browser = room.browser()
    assert sign_in(browser, device.sign(question(browser))).json()["code"] == "bad_passkey"


def test_h13_passkeys_added_and_removed_are_told(posting: House, postbox: Postbox) -> None:
    ada = with_mail(posting, postbox)
    assert add(ada, Authenticator(), "Téléphone").status_code == 201
    assert_told(postbox.wait(2), "Une clé d'accès ouvre désormais le compte Ada : « Téléphone ».")
    [line] = ada.rest.get("/api/account/passkeys").json()["passkeys"]
    assert remove(ada, line["id"]).status_code == 200
    assert_told(postbox.wait(3), "La clé d'accès « Téléphone » n'ouvre plus le compte Ada.")


def test_devices_learn_no_id_of_a_person(room: House, ada: Browser) -> None:
    person = room.call(room.app.state.house.people.accounts.named, "Ada").person
    assert person not in offer(ada).text
