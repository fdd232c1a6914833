"""Who may come in, how guests are known, and what every answer carries."""

import re
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from alcove.server.people.accounts import digest_of
from alcove.server.web.cookies import COOKIE

from .pages import Browser, House, house


def test_a_guest_gets_a_cookie_that_scripts_cannot_read(browser: Browser) -> None:
    browser.rest.cookies.clear()
    cookie = browser.rest.get("/api/games").headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert re.fullmatch(r"[0-9a-f]{32}\.[0-9a-f]{32}", cookie.split("=")[1].split(";")[0])
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in browser.rest.get("/api/games").headers


def test_a_cookie_we_never_made_is_replaced(browser: Browser) -> None:
    for forged in ("x", "A" * 32, "0" * 33, '"'):
        answer = browser.rest.get("/api/me", headers={"cookie": f"{COOKIE}={forged}"})
        assert "set-cookie" in answer.headers


def test_a_socket_gives_a_cookie_too(browser: Browser) -> None:
    browser.rest.cookies.clear()
    with browser.rest.websocket_connect("/api/live") as socket:
        headers: dict[bytes, bytes] = dict(socket.extra_headers or [])
    assert headers[b"set-cookie"].startswith(COOKIE.encode())


def test_the_cookie_is_not_what_the_room_keeps(room: House, browser: Browser, tmp_path: Path) -> None:
    browser.table("avalam")
    token = browser.token
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("room.sqlite*"))
    assert digest_of(token).encode() in kept
    assert token.encode() not in kept


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://testserver:1", "http://testserver.evil", "//["]
)
def test_foreign_pages_may_not_change_anything(browser: Browser, origin: str) -> None:
    answer = browser.rest.post("/api/tables", json={"game": "avalam"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    with pytest.raises(WebSocketDisconnect), browser.rest.websocket_connect("/api/live", headers={"origin": origin}):
        pass


def test_our_own_page_may(browser: Browser) -> None:
    headers = {"origin": "http://testserver"}
    assert browser.rest.post("/api/tables", json={"game": "avalam"}, headers=headers).status_code == 201
    with browser.rest.websocket_connect("/api/live", headers=headers) as socket:
        socket.send_json({"type": "ping", "sent": 1})
        assert socket.receive_json()["type"] == "pong"


def test_a_local_room_answers_to_its_own_names_only(tmp_path: Path) -> None:
    with house(tmp_path, hosts={"localhost", "::1"}) as room:
        rest = room.browser().rest
        assert rest.get("/api/health").status_code == 403
        for host, status in (("localhost:8000", 200), ("[::1]:8000", 200), ("evil.example", 403), ("[", 403)):
            assert rest.get("/api/health", headers={"host": host}).status_code == status


def test_over_tls_the_cookie_is_this_hosts_alone(room: House) -> None:
    rest = room.browser().rest
    rest.cookies.clear()
    headers = rest.get("https://testserver/api/me").headers
    assert headers["set-cookie"].startswith(f"__Host-{COOKIE}=")
    assert headers["set-cookie"].endswith("; Secure")
    assert "max-age=31536000" in headers["strict-transport-security"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_says_comes_from_elsewhere_is_believed(browser: Browser, site: str) -> None:
    foreign = {"sec-fetch-site": site}
    assert browser.rest.post("/api/tables", json={"game": "avalam"}, headers=foreign).status_code == 403
    assert browser.rest.get("/api/account/export", headers=foreign).status_code == 403
    assert browser.rest.get("/api/games", headers=foreign).status_code == 200  # a link to the room is a link


def test_every_answer_carries_the_security_headers(browser: Browser) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/assets/nothing.js"):
        headers = browser.rest.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_so_does_an_answer_to_a_bug_of_ours(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    table = browser.table("avalam")
    monkeypatch.setattr("alcove.server.tables.frames.snapshot", lambda *_: 1 // 0)
    answer = browser.rest.get(f"/api/tables/{table}")
    assert answer.status_code == 500
    assert "default-src 'none'" in answer.headers["content-security-policy"]
