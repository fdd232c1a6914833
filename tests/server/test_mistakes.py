"""A game is somebody else's code. When it fails, its table says so and is kept, nobody waits for ever, and no other table
feels anything."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from alcove.core import registry
from alcove.server.tables import laws, tables

from . import stumbling
from .pages import Browser, House, Json, house, nonce, rest, wait_until
from .test_people import register

SENTENCE = {
    "en": "the game Stumble made a mistake: ZeroDivisionError: oops; the game is kept",
    "fr": "le jeu Stumble a fait une faute : ZeroDivisionError: oops ; la partie est gardée",
}
AGAINST_ENGINE = [{"kind": "human"}, {"kind": "engine", "level": 1}]
NOT_INSTALLED = {
    "en": "Stumble is not installed in this room; the game is kept",
    "fr": "Stumble n'est pas installé dans cette salle ; la partie est gardée",
}


@pytest.fixture(autouse=True)
def stumble(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tables, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(laws, "_told", set())
    with stumbling.installed():
        yield


def is_told(answer: Json) -> bool:
    return (answer["code"], answer["text"]) == ("unreadable", SENTENCE)


def told_once(logs: list[Any]) -> Any:
    """The one line in the log that names the game; nothing has died."""
    assert not [line for line in logs if line["event"] in ("task_died", "message_failed", "engine_move_not_saved")]
    (line,) = (line for line in logs if line["event"] == "game_made_a_mistake")
    return line


@pytest.mark.parametrize("place", ["moves", "play", "outcome", "scene"])
def test_a_game_that_fails_on_the_engines_turn_is_told_and_the_turn_ends(
    room: House, browser: Browser, place: stumbling.Place
) -> None:
    other = browser.table("avalam")
    table = browser.table("stumble", seats=AGAINST_ENGINE)
    stumbling.fail(place, 2 if place in ("outcome", "scene") else 1)
    with capture_logs() as logs, browser.live() as page:
        page.watch(table)
        assert page.move(table, "a1")["type"] == "ack"
        assert is_told(page.hear("refused"))
        assert page.watch(other)["game"] == "avalam"
        assert page.move(other, "c9-d9")["type"] == "ack"
        known = room.app.state.house.tables.known(table)
        assert known.thinking_n is None
    line = told_once(logs)
    assert (line["game"], line["package"], line["table"]) == ("stumble", "tests.server.stumbling", table)
    assert isinstance(line["exc_info"], ZeroDivisionError)


def test_a_move_that_fails_is_refused_and_the_table_stays_as_it_was(browser: Browser) -> None:
    table = browser.table("stumble")
    with browser.live() as page:
        page.watch(table)
        page.move(table, "a1")
        stumbling.fail("play", 1)
        assert is_told(page.move(table, "c3"))
        stumbling.fail("", 0)
        assert page.move(table, "c3")["type"] == "ack", "the game is mended, and goes on"


def test_a_move_whose_board_cannot_be_drawn_is_kept_and_can_be_taken_back(browser: Browser) -> None:
    table = browser.table("stumble")
    with browser.live() as page:
        page.watch(table)
        stumbling.fail("scene", 1)
        page.send("move", table=table, expected_n=1, nonce=nonce(), move="a1")
        heard = {(answer := page.hear("ack", "refused"))["type"]: answer for _ in range(2)}
        assert is_told(heard["refused"])
        assert heard["ack"]["n"] == 2
        page.n[table] = 2
        stumbling.fail("", 0)
        assert page.command("undo", table)["type"] == "ack"
        assert page.watch(table)["frame"]["ply"] == 0


@pytest.mark.parametrize("place", ["moves", "outcome", "scene"])
def test_whoever_comes_to_a_table_that_fails_is_told(room: House, browser: Browser, place: stumbling.Place) -> None:
    table = browser.table("stumble")
    with browser.live() as page:
        page.watch(table)
        page.move(table, "a1")
    stumbling.fail(place, 1)
    wait_until(lambda: not room.app.state.house.tables.known(table).watchers)
    room.call(rest, room.app.state.house.tables, table)
    with capture_logs() as logs, browser.live() as page:
        page.send("watch", table=table)
        assert is_told(page.hear("refused", "snapshot"))
        answer = browser.rest.get(f"/api/tables/{table}").json()
        assert (answer["code"], answer["error"]) == ("unreadable", SENTENCE)
        answer = browser.rest.get(f"/api/tables/{table}/at/1").json()
        assert (answer["code"], answer["error"]) == ("unreadable", SENTENCE)
    told_once(logs)


@pytest.mark.parametrize("place", ["moves", "play", "outcome", "scene"])
def test_after_a_restart_the_room_opens_and_the_table_says_the_same(
    tmp_path: Path, place: stumbling.Place, capsys: pytest.CaptureFixture[str]
) -> None:
    with house(tmp_path) as before:
        browser = before.browser()
        other = browser.table("avalam")
        table = browser.table("stumble", seats=AGAINST_ENGINE)
        stumbling.fail("moves", 1)
        with browser.live() as page:
            page.watch(table)
            page.move(table, "a1")
            page.hear("refused")
    stumbling.fail(place, 0 if place == "play" else 1)
    laws._told.clear()
    capsys.readouterr()
    with house(tmp_path) as after:
        browser = after.browser(browser)
        answer = browser.rest.get(f"/api/tables/{table}").json()
        assert (answer["code"], answer["error"]) == ("unreadable", SENTENCE)
        assert browser.snapshot(other)["game"] == "avalam"
        assert browser.rest.get("/api/tables").status_code == 200
    logged = "".join(capsys.readouterr())
    assert logged.count("game_made_a_mistake") == 1
    assert "task_died" not in logged


def test_a_law_without_moves_or_an_end_does_not_keep_anybody_waiting(browser: Browser) -> None:
    table = browser.table("stumble", seats=AGAINST_ENGINE)
    stumbling.fail("stuck", 1)
    with browser.live() as page:
        page.watch(table)
        page.move(table, "a1")
        told = page.hear("refused")
        assert told["code"] == "unreadable"
        assert "allows no move" in told["text"]["en"]


def test_a_game_that_fails_at_its_start_is_not_begun(browser: Browser) -> None:
    stumbling.fail("outcome", 0)
    answer = browser.rest.post("/api/tables", json={"game": "stumble"})
    assert answer.json()["error"]["en"] == "the game Stumble made a mistake: ZeroDivisionError: oops"


# --- A game that is not there any more --------------------------------------------------------------------------------


def test_a_table_of_a_game_that_is_not_installed_says_so(tmp_path: Path) -> None:
    with house(tmp_path) as before:
        browser = before.browser()
        register(browser, "Ada")
        going_on = browser.table("stumble")
        over = browser.table("stumble")
        with browser.live() as page:
            page.watch(over)
            for move in ("a1", "c3"):
                page.move(over, move)
            assert page.command("resign", over)["type"] == "ack"
    del registry._registered["stumble"]
    registry._forget()
    try:
        with house(tmp_path) as after:
            browser = after.browser(browser)
            for path in ("", "/record", "/at/0"):
                answer = browser.rest.get(f"/api/tables/{going_on}{path}")
                assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")
                assert answer.json()["error"] == NOT_INSTALLED
            with browser.live() as page:
                page.send("watch", table=going_on)
                assert page.hear("refused")["text"] == NOT_INSTALLED
            for path in (
                "/api/tables",
                "/api/archive",
                "/api/archive/records",
                "/api/people/Ada",
                "/api/account/export",
            ):
                assert browser.rest.get(path).status_code == 200, path
    finally:
        registry.register(stumbling.GAME)
