"""Bots: tokens and their scopes, the two streams, and the client with a real engine at the other end."""

import json
import re
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import connect

import alcove
from alcove.server.app import create_app
from alcove.server.cluster.limits import ALLOWANCES, Allowance, Allowances
from alcove.server.people import tokens
from alcove.server.settings import Settings

from .pages import Browser, House, Json, first_move, house, wait_until
from .test_people import FISCHER, register

CLIENT = Path(__file__).resolve().parents[2] / "clients" / "ugi_bot.py"


def make_bot(browser: Browser, name: str, scopes: tuple[str, ...] = ("read", "play", "chat")) -> str:
    """A bot's account with a token."""
    register(browser, name)
    assert browser.rest.post("/api/account/bot").json()["is_bot"]
    made = browser.rest.post("/api/account/tokens", json={"label": "test", "scopes": list(scopes)})
    assert made.status_code == 201, made.text
    token: str = made.json()["token"]
    return token


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


# --- Tokens -----------------------------------------------------------------------------------------------------------


def test_a_token_is_told_once_and_can_be_revoked(room: House, browser: Browser) -> None:
    token = make_bot(browser, "Robo")
    program = room.browser().rest
    answer = program.get("/api/me", headers=bearer(token))
    assert answer.json()["name"] == "Robo"
    assert "set-cookie" not in answer.headers
    [line] = browser.rest.get("/api/account/tokens").json()["tokens"]
    assert token not in json.dumps(line)
    assert browser.rest.delete(f"/api/account/tokens/{line['id']}").status_code == 200
    refused = program.get("/api/me", headers=bearer(token))
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")


@pytest.mark.parametrize("header", ["Bearer x", "Bearer alcove_" + "0" * 40, "Basic YTpi", "Bearer", "x" * 5000])
def test_what_is_no_token_opens_nothing(browser: Browser, header: str) -> None:
    answer = browser.rest.get("/api/games", headers={"authorization": header})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def test_a_token_opens_only_what_its_scopes_say(room: House, browser: Browser) -> None:
    token = make_bot(browser, "Robo", ("read",))
    program = room.browser().rest
    assert program.get("/api/archive", headers=bearer(token)).status_code == 200
    assert program.get("/api/lobby", headers=bearer(token)).status_code == 401
    assert program.post("/api/lobby", json={"game": "axom"}, headers=bearer(token)).status_code == 401
    for method, path in (
        ("GET", "/api/account/sessions"),
        ("GET", "/api/account/tokens"),
        ("POST", "/api/account/tokens"),
        ("POST", "/api/account/password"),
        ("POST", "/api/account/delete"),
        ("DELETE", "/api/session"),
        ("POST", "/api/tables"),  # needs the scope `play`
        ("POST", "/api/records"),
        ("POST", "/api/study"),
    ):
        assert program.request(method, path, headers=bearer(token)).json()["code"] == "bad_token", path


def test_every_door_of_a_token_leads_somewhere(room: House) -> None:
    paths = room.app.openapi()["paths"] | {"/api/openapi.json": {"get": {}}}
    known = {
        (method.upper(), path.replace("{", "").replace("}", ""))
        for path, methods in paths.items()
        for method in methods
    }
    for method, pattern, _scope in tokens.DOORS:
        assert any(m == method and re.fullmatch(pattern, path) for m, path in known), pattern


def test_who_has_played_does_not_become_a_bot(browser: Browser) -> None:
    register(browser, "Ada")
    browser.table("avalam")
    assert browser.rest.post("/api/account/bot").json()["code"] == "not_allowed"


def test_people_do_not_use_the_bots_streams(browser: Browser) -> None:
    register(browser, "Ada")
    assert browser.rest.get("/api/bot/events").json()["code"] == "not_allowed"


def test_a_bot_takes_no_offer_that_is_for_people(room: House, browser: Browser) -> None:
    token = make_bot(browser, "Robo")
    person, program = room.browser(), room.browser().rest
    closed = person.rest.post("/api/lobby", json={"game": "avalam"}).json()["id"]
    assert program.post(f"/api/lobby/{closed}/accept", headers=bearer(token)).json()["code"] == "not_allowed"
    welcome = person.rest.post("/api/lobby", json={"game": "avalam", "bots": True}).json()["id"]
    table = program.post(f"/api/lobby/{welcome}/accept", headers=bearer(token)).json()["table"]
    told = [seat["person"] for seat in person.snapshot(table)["seats"]]
    assert sorted((seat["name"] or "", seat["is_bot"]) for seat in told) == [("", False), ("Robo", True)]


# --- A real server ----------------------------------------------------------------------------------------------------


class Served:
    """A room behind a real socket: streams need one."""

    def __init__(self, app: FastAPI) -> None:
        self._server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical", ws="websockets-sansio"))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        wait_until(lambda: self._server.started)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    def close(self) -> None:
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(20)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[Json, dict[str, str]]:
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json"} | headers,
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer), dict(answer.headers)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    opened = Served(create_app(Settings(tmp_path, engines=1)))
    yield opened
    opened.close()


def account(served: Served, name: str, bot: bool = False) -> str:
    """A new account; the cookie that opens it."""
    _, headers = served.ask("POST", "/api/account", {"name": name, "password": "a quiet alcove by the sea"})
    cookie = headers["set-cookie"].split(";")[0]
    if bot:
        served.ask("POST", "/api/account/bot", {}, cookie=cookie)
    return cookie


def token_of(served: Served, cookie: str) -> str:
    told, _ = served.ask("POST", "/api/account/tokens", {"label": "bot", "scopes": ["play", "chat"]}, cookie=cookie)
    token: str = told["token"]
    return token


def lines(served: Served, path: str, token: str) -> Iterator[Json]:
    request = urllib.request.Request(served.url + path, headers=bearer(token))
    with urllib.request.urlopen(request, timeout=20) as answer:
        for line in answer:
            if line.strip():
                yield json.loads(line)


def test_two_bots_play_a_game_over_their_streams(served: Served) -> None:
    one, other = (token_of(served, account(served, name, bot=True)) for name in ("Robo", "Mecha"))
    events = lines(served, "/api/bot/events", one)
    seek = {"game": "avalam", "clock": FISCHER, "rated": True, "to": "Robo", "seat": 0}
    made, _ = served.ask("POST", "/api/lobby", seek, **bearer(other))
    challenge = next(event for event in events if event["type"] == "challenge")
    assert (challenge["seek"]["id"], challenge["seek"]["name"]) == (made["id"], "Mecha")
    served.ask("POST", f"/api/lobby/{made['id']}/accept", {}, **bearer(one))
    start = next(event for event in events if event["type"] == "game_start")
    table = start["table"]
    assert start["seat"] == 1
    mine = lines(served, f"/api/bot/games/{table}", one)
    full = next(mine)
    assert (full["type"], full["state"]["is_your_turn"]) == ("game_full", False)
    assert [(seat["name"], seat["is_bot"], seat["is_you"]) for seat in full["seats"]] == [
        ("Mecha", True, False),
        ("Robo", True, True),
    ]
    served.ask("POST", f"/api/bot/games/{table}/move", {"move": "c9-d9"}, **bearer(other))
    state = next(mine)
    assert (state["type"], state["moves"], state["is_your_turn"]) == ("game_state", ["c9-d9"], True)
    assert state["left_ms"][0] > 0
    served.ask("POST", f"/api/bot/games/{table}/chat", {"text": "Good luck!"}, **bearer(one))
    served.ask("POST", f"/api/bot/games/{table}/move", {"move": "c8-d7"}, **bearer(one))
    served.ask("POST", f"/api/bot/games/{table}/resign", {}, **bearer(one))
    last = list(mine)[-1]
    assert (last["status"], last["result"], last["reason"]) == ("over", "1-0", "resigned")
    finish = next(event for event in events if event["type"] == "game_finish")
    assert (finish["table"], finish["result"]) == (table, "1-0")
    rated = wait_until(lambda: served.ask("GET", "/api/people/Mecha")[0]["ratings"])
    assert [rating["ladder"] for rating in rated] == ["engines"]


def test_the_first_event_comes_at_once_in_an_empty_room(served: Served) -> None:
    """Whoever waits for it before doing anything does not hang."""
    token = token_of(served, account(served, "Robo", bot=True))
    assert next(lines(served, "/api/bot/events", token)) == {"type": "seeks", "seeks": []}


def test_a_bot_sits_down_against_a_level_of_the_room(served: Served) -> None:
    token = token_of(served, account(served, "Robo", bot=True))
    events = lines(served, "/api/bot/events", token)
    assert next(events)["type"] == "seeks"
    wish = {"game": "avalam", "seats": [{"kind": "engine", "level": 1}, {"kind": "human"}]}
    table = served.ask("POST", "/api/tables", wish, **bearer(token))[0]["table"]
    start = next(event for event in events if event["type"] == "game_start")
    assert start == {"type": "game_start", "table": table, "game": "avalam", "seat": 1}
    game = lines(served, f"/api/bot/games/{table}", token)
    full = next(game)
    assert [(seat["name"], seat["is_bot"], seat["is_you"]) for seat in full["seats"]] == [
        (None, True, False),
        ("Robo", True, True),
    ]
    assert not full["terms"]["rated"]
    state = next(state for state in chain([full["state"]], game) if state["is_your_turn"])
    assert len(state["moves"]) == 1, "the level begins"
    position = alcove.game("avalam").from_text(state["position"])
    move = str(position.legal_moves()[0])
    served.ask("POST", f"/api/bot/games/{table}/move", {"move": move, "expected_n": state["n"]}, **bearer(token))
    answered = next(state for state in game if state["is_your_turn"])
    assert (answered["moves"][1], len(answered["moves"])) == (move, 3)


def test_a_bot_opens_no_more_tables_than_a_person_may(tmp_path: Path) -> None:
    wish = {"game": "avalam", "seats": [{"kind": "human"}, {"kind": "engine", "level": 1}]}
    few: Allowances = {**ALLOWANCES, "table": {"person": Allowance(2, 3600)}}
    with house(tmp_path, limits=few) as room:
        token, program = make_bot(room.browser(), "Robo"), room.browser().rest
        answers = [program.post("/api/tables", json=wish, headers=bearer(token)).status_code for _ in range(3)]
        assert answers == [201, 201, 429]


def test_the_client_plays_the_rooms_engine(served: Served, tmp_path: Path) -> None:
    cookie = account(served, "Robo", bot=True)
    (tmp_path / "token").write_text(token_of(served, cookie))
    (tmp_path / "engine.py").write_text(ENGINE)
    bot = subprocess.Popen(
        [sys.executable, str(CLIENT), "--room", served.url, "--token-file", str(tmp_path / "token"), "--game", "avalam",
         "--seconds", "0.1", "--level", "1", "--", sys.executable, str(tmp_path / "engine.py"), "avalam"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        [line] = wait_until(lambda: served.ask("GET", "/api/tables", cookie=cookie)[0]["tables"])
        path = f"/api/tables/{line['table']}"
        wait_until(lambda: len(served.ask("GET", path, cookie=cookie)[0]["lines"]) >= 3)
    finally:
        bot.kill()
        bot.wait()


def test_a_revoked_token_ends_its_streams(served: Served) -> None:
    cookie = account(served, "Robo", bot=True)
    token = token_of(served, cookie)
    events = lines(served, "/api/bot/events", token)
    first = threading.Event()
    ended = threading.Event()

    def listen() -> None:
        for _ in events:
            first.set()
        ended.set()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    served.ask("POST", "/api/lobby", {"game": "avalam", "to": "Robo"}, cookie=account(served, "Ada"))
    assert first.wait(10)
    [line] = served.ask("GET", "/api/account/tokens", cookie=cookie)[0]["tokens"]
    served.ask("DELETE", f"/api/account/tokens/{line['id']}", cookie=cookie)
    assert ended.wait(10)


def test_the_client_connects_a_ugi_engine(served: Served, tmp_path: Path) -> None:
    """A small UGI engine (random moves by our own rules) begins, and answers a person's move."""
    cookie, person = account(served, "Robo", bot=True), account(served, "Ada")
    (tmp_path / "token").write_text(token_of(served, cookie))
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE)
    bot = subprocess.Popen(
        [sys.executable, str(CLIENT), "--room", served.url, "--token-file", str(tmp_path / "token"), "--game", "axom",
         "--seconds", "0.1", "--", sys.executable, str(engine), "axom"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert bot.stdout is not None
        assert bot.stdout.readline() == "Signed in as Robo.\n"
        served.ask("POST", "/api/lobby", {"game": "axom", "to": "Robo", "seat": 1, "clock": FISCHER}, cookie=person)
        table = wait_until(
            lambda: [line["table"] for line in served.ask("GET", "/api/tables", cookie=person)[0]["tables"]]
        )[0]
        wait_until(lambda: served.ask("GET", f"/api/tables/{table}", cookie=person)[0]["lines"])
        assert served.ask("GET", f"/api/tables/{table}", cookie=person)[0]["lines"][0]["seat"] == 0
        answer = served.ask("GET", f"/api/tables/{table}", cookie=person)[0]
        move = {
            "type": "move",
            "table": table,
            "expected_n": answer["n"],
            "nonce": "by-hand-1",
            "move": first_move(answer),
        }
        with connect(served.url.replace("http", "ws") + "/api/live", additional_headers={"cookie": person}) as socket:
            socket.send(json.dumps(move))
            wait_until(lambda: len(served.ask("GET", f"/api/tables/{table}", cookie=person)[0]["lines"]) >= 3)
    finally:
        bot.kill()
        bot.wait()


ENGINE = """
import random, sys
import alcove

game = alcove.game(sys.argv[1])
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name Random\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        text, _, moves = (" ".join(words[2:]) + " ").partition(" moves ")
        position = game.from_text(text.strip())
        for move in moves.split():
            position = position.play(move)
    elif words[0] == "go":
        print("bestmove", random.choice(position.legal_moves()), flush=True)
"""
