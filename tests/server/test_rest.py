"""REST: what can be asked once, and clear words for everything that cannot be."""

import json
from typing import Any

import pytest

import alcove
from alcove.server.engines.reckoner import Reckoner
from alcove.server.web.bodies import MOST_OF_ALL, MOST_OF_ONE, Bodies
from alcove.table.refusals import RefusedError

from .pages import Browser, House, Json


def test_the_room_is_well(browser: Browser) -> None:
    assert browser.rest.get("/api/health").json() == {"status": "ok", "version": alcove.__version__}


def test_games_tell_their_options_levels_and_a_scene(browser: Browser) -> None:
    told = {game["name"]: game for game in browser.rest.get("/api/games").json()["games"]}
    assert tuple(told) == alcove.games()
    for game in told.values():
        assert set(game["summary"]) == {"en", "fr"}
        assert game["seats"]
        assert game["scene"]
        assert game["levels"]
    mode = told["axxa"]["options"][0]
    assert (mode["name"], mode["values"], mode["default"]) == ("mode", ["solo", "coop", "duel"], "solo")
    assert mode["clause"]


def test_the_unfinished_games_are_ones_own(room: House, browser: Browser) -> None:
    first, second = browser.table("avalam"), browser.table("axxa", options={"mode": "coop", "seats": 3})
    lines = browser.rest.get("/api/tables").json()["tables"]
    assert {line["table"] for line in lines} == {first, second}
    assert {line["table"]: len(line["seats"]) for line in lines}[second] == 3
    assert room.browser().rest.get("/api/tables").json() == {"tables": []}
    with browser.live() as page:
        page.watch(first)
        page.command("resign", first)
    assert [line["table"] for line in browser.rest.get("/api/tables").json()["tables"]] == [second]


def test_one_guest_holds_all_seats_of_a_cooperative_game(browser: Browser) -> None:
    table = browser.table("axxa", options={"mode": "coop", "seats": 4})
    seats = browser.snapshot(table)["seats"]
    assert [seat["yours"] for seat in seats] == [True] * 4


def test_a_position_becomes_a_scene_and_a_table(browser: Browser) -> None:
    text = alcove.game("axom").initial().play("c3-f3").to_text()
    told = browser.rest.post("/api/positions", json={"game": "axom", "position": text}).json()
    assert told["frame"]["position"] == text
    assert told["frame"]["moves"]
    assert browser.snapshot(browser.table("axom", position=text))["frame"]["position"] == text


def test_the_view_of_a_game_with_secrets_can_be_shared_and_played_from(browser: Browser) -> None:
    shared = browser.snapshot(browser.table("axxa"))["frame"]["position"]
    assert "?" in shared
    told = browser.rest.post("/api/positions", json={"game": "axxa", "position": shared}).json()
    assert told["frame"]["position"] == shared
    assert browser.snapshot(browser.table("axxa", position=shared))["frame"]["position"] == shared


def test_a_record_is_downloaded_and_opened(browser: Browser) -> None:
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        page.move(table, "c9-d9")
        page.command("resign", table)
    answer = browser.rest.get(f"/api/tables/{table}/record")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.headers["content-type"].startswith("text/plain")
    opened = browser.rest.post("/api/records", json={"record": answer.text}).json()["table"]
    again, before = browser.snapshot(opened), browser.snapshot(table)
    assert (again["lines"], again["frame"]) == (before["lines"], before["frame"])


FAULTS: list[tuple[str, str, object, int, str]] = [
    ("GET", "/api/tables/nowhere", None, 404, "unknown_table"),
    ("GET", "/api/tables/nowhere/record", None, 404, "unknown_table"),
    ("GET", "/api/tables/nowhere/at/0", None, 404, "unknown_table"),
    ("GET", "/api/tables/nowhere/at/x", None, 404, "not_found"),
    ("GET", "/api/nothing", None, 404, "not_found"),
    ("DELETE", "/api/games", None, 404, "not_found"),
    ("POST", "/api/tables", {"game": "chess"}, 404, "unknown_game"),
    ("POST", "/api/tables", {"game": "avalam", "options": {"komi": 7}}, 400, "bad_option"),
    ("POST", "/api/tables", {"game": "avalam", "seats": [{"kind": "human"}]}, 400, "bad_seats"),
    ("POST", "/api/tables", {"game": "avalam", "position": "x"}, 400, "bad_position"),
    ("POST", "/api/tables", {"game": "avalam", "unheard_of": 1}, 400, "malformed"),
    ("POST", "/api/tables", [], 400, "malformed"),
    ("POST", "/api/positions", {"game": "axxa", "position": "7"}, 400, "bad_position"),
    ("POST", "/api/records", {"record": ""}, 400, "bad_record"),
    ("POST", "/api/records", {"record": '[Game "avalam"]\n\n1. c9-c1 *'}, 400, "bad_record"),
    ("POST", "/api/records", {"record": '[Game "avalam"]\n[Reason "abandoned"]\n\n1. c9-d9 1-0'}, 400, "bad_record"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "code"), FAULTS)
def test_faults_are_told_in_both_languages(
    browser: Browser, method: str, path: str, body: object, status: int, code: str
) -> None:
    answer = browser.rest.request(method, path, content=None if body is None else json.dumps(body))
    fault: Json = answer.json()
    assert (answer.status_code, fault["code"]) == (status, code)
    assert fault["error"]["en"]
    assert fault["error"]["fr"]
    assert "Traceback" not in answer.text


def test_a_position_that_a_game_has_moved_on_from_is_drawn_elsewhere(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its moves have to be found anew, which takes up to 13 ms: not on the event loop."""
    drawn, reckon = list[Any](), Reckoner.reckon

    async def noted(self: Reckoner, kind: Any, who: str, *asked: Any) -> Any:
        drawn.append(asked[-1].ply)
        return await reckon(self, kind, who, *asked)

    table = browser.table("avalam")
    with browser.live() as page:
        before = page.watch(table)["frame"]
        page.move(table, "c9-d9")
        page.move(table, "c8-d7")
    monkeypatch.setattr(Reckoner, "reckon", noted)
    first, second, last = (browser.rest.get(f"/api/tables/{table}/at/{ply}").json() for ply in range(3))
    assert first == {"table": table, "frame": before, "last": None}
    assert (second["frame"]["ply"], second["last"]["line"]["text"]) == (1, "c9-d9")
    assert last["frame"]["ply"] == 2
    assert drawn == [0, 1], "the latest is at hand"


def test_bodies_that_are_coming_take_so_much_memory_and_no_more() -> None:
    """A thousand connections, each with 250 kB of a body and not its last byte, took a quarter of a gigabyte for 30 s."""
    bodies, piece, most = Bodies(), b"x" * 65_536, MOST_OF_ONE // 65_536
    with bodies.coming("ada") as first, bodies.coming("ada") as second:
        for _ in range(most - 1):
            first.add(piece)
        second.add(piece)
        with pytest.raises(RefusedError):
            second.add(b"x")
        assert bodies.size == MOST_OF_ONE
        for number in range(MOST_OF_ALL // MOST_OF_ONE - 1):
            bodies.make_room(f"other {number}", MOST_OF_ONE)
        with bodies.coming("bob") as one_too_many, pytest.raises(RefusedError):
            one_too_many.add(b"x")
    assert bodies.size == MOST_OF_ALL - MOST_OF_ONE
    assert "ada" not in bodies._of


def test_a_body_is_forgotten_once_it_is_read(room: House, browser: Browser) -> None:
    for _ in range(3):
        browser.table("avalam")
        assert browser.rest.post("/api/tables", content=b"{").status_code == 400
    assert room.app.state.house.bodies.size == 0


def test_a_ply_that_is_not_there_yet(browser: Browser) -> None:
    table = browser.table("avalam")
    assert browser.rest.get(f"/api/tables/{table}/at/0").status_code == 200
    for ply in ("1", "-1", "99999999999999999999"):
        assert browser.rest.get(f"/api/tables/{table}/at/{ply}").json()["code"] == "not_found"


def test_a_body_of_a_megabyte_is_refused(browser: Browser) -> None:
    answer = browser.rest.post("/api/records", content=b" " * 1_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


def test_the_description_for_programs_names_every_body(browser: Browser) -> None:
    document = browser.rest.get("/api/openapi.json").json()
    named = json.dumps(document["paths"])
    for struct in ("NewTable", "Snapshot", "Fault", "Games"):
        assert f"#/components/schemas/{struct}" in named
        assert struct in document["components"]["schemas"]


def test_a_bug_of_ours_shows_no_trace(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret detail")

    table = browser.table("avalam")
    monkeypatch.setattr("alcove.server.tables.frames.snapshot", fail)
    answer = browser.rest.get(f"/api/tables/{table}")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "detail" not in answer.text
