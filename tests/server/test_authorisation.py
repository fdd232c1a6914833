"""Who may use what: every route says it here, and nobody reaches what is somebody else's. Noise on every route: no 500."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from alcove.server.app import create_app
from alcove.server.settings import Settings

from .pages import Browser, House, Json, first_move
from .test_bots import Served, account, bearer, make_bot
from .test_people import FISCHER, play_rated, register, wait_for_archive

Rule = Literal["anybody", "account", "bot"]
RULES: dict[str, Rule] = {
    "GET /api/health": "anybody",
    "GET /api/games": "anybody",
    "GET /api/tables": "anybody",
    "POST /api/tables": "anybody",
    "GET /api/tables/{table}": "anybody",
    "GET /api/tables/{table}/at/{ply}": "anybody",
    "GET /api/tables/{table}/record": "anybody",
    "POST /api/records": "anybody",
    "POST /api/positions": "anybody",
    "GET /api/rules/{game}": "anybody",
    "GET /api/lessons/{game}": "anybody",
    "POST /api/study": "anybody",
    "GET /api/atlas/{game}": "anybody",
    "POST /api/explore": "anybody",
    "POST /api/analysis": "anybody",
    "POST /api/analysis/record": "anybody",
    "POST /api/analyse": "anybody",
    "POST /api/review": "anybody",
    "GET /api/ready": "anybody",
    "GET /api/puzzles": "anybody",
    "GET /api/puzzles/standings": "account",
    "POST /api/puzzles/{game}/next": "anybody",
    "GET /api/puzzles/{game}/{puzzle}": "anybody",
    "POST /api/puzzles/{game}/{puzzle}/try": "anybody",
    "POST /api/puzzles/{game}/{puzzle}/hint": "anybody",
    "POST /api/puzzles/{game}/{puzzle}/solution": "anybody",
    "GET /api/mail": "anybody",
    "POST /api/mail": "anybody",
    "DELETE /api/mail": "anybody",
    "POST /api/mail/confirm": "anybody",
    "POST /api/mail/stop": "anybody",
    "GET /api/me": "anybody",
    "POST /api/account": "anybody",
    "POST /api/session": "anybody",
    "DELETE /api/session": "account",
    "GET /api/account/sessions": "account",
    "DELETE /api/account/sessions/{session}": "account",
    "POST /api/account/password": "account",
    "POST /api/account/forgotten": "anybody",
    "POST /api/account/reset": "anybody",
    "GET /api/account/factor": "account",
    "POST /api/account/factor": "account",
    "POST /api/account/factor/confirm": "account",
    "POST /api/account/factor/off": "account",
    "GET /api/account/passkeys": "account",
    "POST /api/account/passkeys": "account",
    "POST /api/account/passkeys/offer": "account",
    "POST /api/account/passkeys/{passkey}/remove": "account",
    "POST /api/session/passkey": "anybody",
    "POST /api/session/passkey/offer": "anybody",
    "GET /api/account/export": "account",
    "POST /api/account/delete": "account",
    "POST /api/account/bot": "account",
    "GET /api/account/tokens": "account",
    "POST /api/account/tokens": "account",
    "DELETE /api/account/tokens/{token}": "account",
    "GET /api/people/{name}": "anybody",
    "GET /api/people/{name}/history": "anybody",
    "GET /api/leaders/{game}": "anybody",
    "GET /api/archive": "anybody",
    "GET /api/archive/records": "anybody",
    "GET /api/lobby": "anybody",
    "POST /api/lobby": "anybody",
    "DELETE /api/lobby/{seek}": "anybody",
    "POST /api/lobby/{seek}/accept": "anybody",
    "POST /api/lobby/{seek}/decline": "anybody",
    "GET /api/bot/events": "bot",
    "GET /api/bot/games/{table}": "bot",
    "POST /api/bot/games/{table}/move": "bot",
    "POST /api/bot/games/{table}/resign": "bot",
    "POST /api/bot/games/{table}/chat": "bot",
}
"""Who may knock. `anybody` includes guests; what they may see or change of others' is the matter of the tests below."""

BODIES: dict[str, Json] = {
    "POST /api/account/password": {"old": "x", "new": "a fine new password"},
    "POST /api/account/delete": {"password": "x"},
    "POST /api/account/factor": {"password": "x"},
    "POST /api/account/factor/confirm": {"code": "123456"},
    "POST /api/account/factor/off": {"password": "x", "code": "123456"},
    "POST /api/account/passkeys": {"label": "x", "credential": "{}"},
    "POST /api/account/passkeys/offer": {"password": "x"},
    "POST /api/account/passkeys/{passkey}/remove": {"password": "x"},
    "POST /api/account/tokens": {"label": "x", "scopes": ["play"]},
    "POST /api/bot/games/{table}/move": {"move": "c9-d9"},
    "POST /api/bot/games/{table}/chat": {"text": "hello"},
}


def routes(app: Any) -> set[str]:
    return {f"{method.upper()} {path}" for path, methods in app.openapi()["paths"].items() for method in methods}


def ask(browser: Browser, route: str, thing: str = "thing", **headers: str) -> Any:
    method, path = route.split(" ")
    for name in ("table", "session", "token", "passkey", "seek", "game", "name", "ply"):
        path = path.replace(f"{{{name}}}", thing)
    return browser.rest.request(method, path, json=BODIES.get(route), headers=headers)


def test_every_route_says_who_may_use_it(room: House) -> None:
    assert routes(room.app) == set(RULES), "say in RULES who may use the new route, and test that nobody else can"


TOKENS = {
    "any": {
        "GET /api/health", "GET /api/games", "GET /api/me", "GET /api/people/{name}", "GET /api/people/{name}/history",
        "GET /api/leaders/{game}",
    },
    "read": {
        "GET /api/tables", "GET /api/tables/{table}", "GET /api/tables/{table}/at/{ply}", "GET /api/tables/{table}/record",
        "GET /api/archive", "GET /api/archive/records", "GET /api/account/export",
    },
    "play": {
        "POST /api/tables", "GET /api/lobby", "POST /api/lobby", "DELETE /api/lobby/{seek}", "POST /api/lobby/{seek}/accept",
        "POST /api/lobby/{seek}/decline", "GET /api/bot/events", "GET /api/bot/games/{table}",
        "POST /api/bot/games/{table}/move", "POST /api/bot/games/{table}/resign",
    },
    "chat": {"POST /api/bot/games/{table}/chat"},
}  # fmt: skip
"""Which scope of a token opens what. Nothing else does a token open."""


def test_the_document_for_programs_says_what_a_token_opens(room: House) -> None:
    paths = room.app.openapi()["paths"]
    told = {
        f"{method.upper()} {path}": about["x-token-scope"]
        for path, methods in paths.items()
        for method, about in methods.items()
        if "x-token-scope" in about
    }
    assert told == {route: scope for scope, opened in TOKENS.items() for route in opened}


@pytest.mark.parametrize("scope", ["read", "play", "chat"])
def test_a_token_opens_what_its_scope_says_and_nothing_else(room: House, scope: str) -> None:
    token, program = make_bot(room.browser(), "Robo", (scope,)), room.browser()
    for route in sorted(
        set(RULES) - {"GET /api/bot/events", "GET /api/ready"}
    ):  # one never ends, one asks nobody who they are
        answer = ask(program, route, "avalam" if "{game}" in route else "thing", **bearer(token))
        is_open = route in TOKENS["any"] or route in TOKENS[scope]
        is_refused = answer.status_code == 401 and answer.json()["code"] == "bad_token"
        assert is_open is not is_refused, route


@pytest.mark.parametrize("route", [route for route, rule in RULES.items() if rule != "anybody"])
def test_guests_are_kept_out(browser: Browser, route: str) -> None:
    answer = ask(browser, route)
    assert (answer.status_code, answer.json()["code"]) == (401, "needs_account")


@pytest.mark.parametrize("route", [route for route, rule in RULES.items() if rule == "bot"])
def test_people_are_kept_out_of_the_bots_routes(room: House, browser: Browser, route: str) -> None:
    register(browser, "Ada")
    assert ask(browser, route, browser.table("avalam")).json()["code"] == "not_allowed"


@pytest.fixture
def two(room: House) -> tuple[Browser, Browser]:
    owner, stranger = room.browser(), room.browser()
    register(owner, "Owner")
    register(stranger, "Stranger")
    return owner, stranger


def test_a_session_and_a_token_of_somebody_else_stay_theirs(two: tuple[Browser, Browser]) -> None:
    owner, stranger = two
    token = owner.rest.post("/api/account/tokens", json={"label": "x", "scopes": ["read"]}).json()
    session = owner.rest.get("/api/account/sessions").json()["sessions"][0]
    stranger.rest.delete(f"/api/account/sessions/{session['id']}")
    refused = stranger.rest.delete(f"/api/account/tokens/{token['line']['id']}")
    assert refused.status_code == 401
    assert owner.rest.get("/api/me").json()["name"] == "Owner"
    assert len(owner.rest.get("/api/account/tokens").json()["tokens"]) == 1
    assert stranger.rest.get("/api/account/tokens").json()["tokens"] == []


def test_an_offer_of_somebody_else_stays_theirs(two: tuple[Browser, Browser]) -> None:
    owner, stranger = two
    seek = owner.rest.post("/api/lobby", json={"game": "avalam"}).json()["id"]
    assert stranger.rest.delete(f"/api/lobby/{seek}").status_code == 404
    assert stranger.rest.post(f"/api/lobby/{seek}/decline").status_code == 404
    assert len(owner.rest.get("/api/lobby").json()["seeks"]) == 1


def test_nobody_plays_at_a_table_of_others(room: House, two: tuple[Browser, Browser]) -> None:
    owner, stranger = two
    table = owner.table("avalam")
    with stranger.live() as page:
        move = first_move(page.watch(table))
        for command, fields in (
            ("move", {"move": move}),
            ("undo", {}),
            ("resign", {}),
            ("draw", {}),
            ("abort", {}),
            ("claim", {}),
            ("rematch", {}),
            ("decline", {"what": "draw"}),
        ):
            assert page.command(command, table, **fields)["code"] == "not_seated", command
        assert page.command("join", table)["type"] == "refused"
    assert owner.snapshot(table)["n"] == 1


def test_a_bot_plays_and_hears_its_own_games_only(room: House, two: tuple[Browser, Browser]) -> None:
    owner, _ = two
    table = owner.table("avalam")
    bot = room.browser()
    token = make_bot(bot, "Robo")
    for route in (route for route in RULES if "/bot/games/" in route):
        answer = ask(room.browser(), route, table, **bearer(token))
        assert answer.json()["code"] == "not_seated", route


def test_what_is_private_is_told_to_its_owner_alone(room: House, two: tuple[Browser, Browser]) -> None:
    owner, stranger = two
    private = owner.table("axom")
    with owner.live() as page:
        page.watch(private)
        page.command("resign", private)
    wait_for_archive(owner, private)
    rated = play_rated(owner, stranger)
    guest = room.browser()
    for browser in (stranger, guest):
        seen = json.dumps(browser.rest.get("/api/archive", params={"player": "Owner"}).json())
        assert rated in seen
        assert private not in seen
        assert private not in browser.rest.get("/api/archive/records", params={"player": "Owner"}).text
        assert private not in browser.rest.get("/api/tables").text


def test_no_answer_tells_the_id_of_a_person(room: House, two: tuple[Browser, Browser]) -> None:
    owner, stranger = two
    table = play_rated(owner, stranger)
    person = room.call(_person_of, room.app.state.house.people)
    owner.rest.post("/api/lobby", json={"game": "avalam", "clock": FISCHER})
    for path in (
        f"/api/tables/{table}",
        "/api/archive",
        "/api/people/Owner",
        "/api/lobby",
        "/api/leaders/avalam",
        "/api/me",
    ):
        for browser in two:
            assert person not in browser.rest.get(path).text, path
    assert person not in owner.rest.get("/api/account/export").content.decode("latin-1")


async def _person_of(people: Any) -> str:
    person: str = (await people.accounts.named("Owner")).person
    return person


# --- Noise ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("noise")
    opened = Served(create_app(Settings(folder, engines=1)))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def cookie(noisy: Served) -> str:
    return account(noisy, "Noisy", bot=True)


schema = schemathesis.openapi.from_dict(create_app(Settings(Path())).openapi())


@schema.exclude(path_regex="^/api/bot/events$").parametrize()  # that one never ends
@settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_noise_on_every_route_is_answered_in_words(case: Any, noisy: Served, cookie: str) -> None:
    answer = case.call(base_url=noisy.url, headers={"cookie": cookie})
    assert answer.status_code < 500 or answer.json()["code"] in ("no_engine", "unreadable"), answer.text
    if answer.status_code >= 400:
        assert set(answer.json()["error"]) == {"en", "fr"}
