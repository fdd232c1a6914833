"""Mail for games by correspondence: asked for, confirmed, sent to who is away, and stopped."""

import re

import pytest

from alcove.core.errors import AlcoveError
from alcove.server.people.mail import Server
from alcove.server.tables.table import PRESENCE_MS

from .pages import Browser, House
from .postbox import Postbox

GOOD = {
    "ALCOVE_SMTP": "smtp://us%40er:p%2Fw@mail.example:2525",
    "ALCOVE_MAIL_FROM": "room@example.org",
    "ALCOVE_URL": "https://room.example/",
}


def ask(browser: Browser, address: str = "ada@example.org", language: str = "fr") -> int:
    return browser.rest.post("/api/mail", json={"address": address, "language": language}).status_code


def link(mail: str, word: str) -> str:
    """The word in a link of a mail."""
    found = re.search(rf"settings\?{word}=([0-9a-f]{{32}})", mail.replace("=\r\n", "").replace("=3D", "="))
    assert found is not None, mail
    return found[1]


def play(posting: House, host: Browser, friend: Browser) -> None:
    """A game by correspondence in which `friend` is away and `host` moves."""
    table = host.table(
        "avalam", seats=[{"kind": "human"}, {"kind": "open"}], terms={"clock": {"kind": "days", "days": 3}}
    )
    with friend.live() as far:
        far.watch(table)
        assert far.command("join", table)["type"] == "ack"
    posting.turn(PRESENCE_MS + 1000)
    with host.live() as near:
        near.watch(table)
        assert near.move(table, "c9-d9")["type"] == "ack"


def test_an_address_is_confirmed_used_and_forgotten(posting: House, postbox: Postbox) -> None:
    host, friend = posting.browser(), posting.browser()
    assert ask(friend) == 200
    assert friend.rest.get("/api/mail").json() == {
        "is_offered": True,
        "address": "ada@example.org",
        "is_confirmed": False,
    }
    assert host.rest.get("/api/mail").json()["address"] is None
    first = postbox.wait(1)
    token = link(first, "confirm")
    assert host.rest.post("/api/mail/confirm", json={"token": token}).status_code == 200
    assert friend.rest.get("/api/mail").json()["is_confirmed"]
    play(posting, host, friend)
    told = postbox.wait(2)
    assert "https://room.example/table/" in told
    assert "To: ada@example.org" in told
    assert friend.rest.post("/api/mail/stop", json={"token": link(told, "stop")}).status_code == 200
    assert friend.rest.get("/api/mail").json()["address"] is None
    assert friend.rest.post("/api/mail/stop", json={"token": token}).status_code == 404


def test_nobody_writes_to_an_address_that_is_not_confirmed(posting: House, postbox: Postbox) -> None:
    host, friend = posting.browser(), posting.browser()
    assert ask(friend) == 200
    play(posting, host, friend)
    assert ask(host) == 200
    postbox.wait(2)
    assert not [mail for mail in postbox.mails if "/table/" in mail]


def test_mail_cannot_be_used_to_bother_people(posting: House) -> None:
    browser = posting.browser()
    for address in ("nonsense", "a@b", "a b@example.org", "x@example.org\nBcc: y@example.org", "a,b@example.org"):
        assert ask(browser, address) in (400, 429)
    other = posting.browser()
    assert [ask(other) for _ in range(4)] == [200, 200, 429, 429]


def test_a_room_without_a_server_offers_none(room: House) -> None:
    browser = room.browser()
    assert browser.rest.get("/api/mail").json()["is_offered"] is False
    assert ask(browser) == 400
    assert browser.rest.delete("/api/mail").status_code == 200


def test_a_server_that_is_gone_harms_no_game(posting: House, postbox: Postbox) -> None:
    host, friend = posting.browser(), posting.browser()
    assert ask(friend) == 200
    token = link(postbox.wait(1), "confirm")
    assert friend.rest.post("/api/mail/confirm", json={"token": token}).status_code == 200
    postbox.close()
    play(posting, host, friend)


def test_settings_are_read_whole_or_refused() -> None:
    assert Server.of({}) is None
    server = Server.of(GOOD)
    assert server is not None
    assert (server.host, server.port, server.security) == ("mail.example", 2525, "starttls")
    assert (server.name, server.password, server.url) == ("us@er", "p/w", "https://room.example")
    relay = Server.of(GOOD | {"ALCOVE_SMTP": "smtp://localhost"})
    assert relay is not None
    assert (relay.port, relay.security) == (25, "none")
    for wrong in ("mail.example", "http://mail.example", "smtp://", "smtp://host:99999"):
        with pytest.raises(AlcoveError) as caught:
            Server.of(GOOD | {"ALCOVE_SMTP": wrong})
        assert "ALCOVE_SMTP" in caught.value.text.fr
    with pytest.raises(AlcoveError) as caught:
        Server.of(GOOD | {"ALCOVE_SMTP": "ftp://user:secret@host"})
    assert "secret" not in str(caught.value.text)
    with pytest.raises(AlcoveError, match="ALCOVE_URL"):
        Server.of({key: value for key, value in GOOD.items() if key != "ALCOVE_URL"})
