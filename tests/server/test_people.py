"""Accounts, sessions, profiles, ratings and the archive, as pages use them."""

import io
import json
import re
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from alcove.cli.app import run
from alcove.records import read_records
from alcove.server.people import historian, names, passwords, profiles
from alcove.server.people.accounts import digest_of
from alcove.server.store import schema
from alcove.server.web.cookies import COOKIE
from alcove.table.refusals import RefusedError

from .pages import Browser, House, Json, first_move, house, wait_until

PASSWORD = "a quiet alcove by the sea"
FISCHER = {"kind": "fischer", "initial_seconds": 600, "increment_seconds": 5}


def register(browser: Browser, name: str, password: str = PASSWORD) -> Json:
    answer = browser.rest.post("/api/account", json={"name": name, "password": password})
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


def log_in(browser: Browser, name: str, password: str = PASSWORD) -> Any:
    return browser.rest.post("/api/session", json={"name": name, "password": password})


def play_rated(one: Browser, other: Browser, game: str = "avalam", is_written: bool = True) -> str:
    """A rated game between two accounts, which the first loses by resigning after a move each, and which is written down."""
    made = one.rest.post("/api/lobby", json={"game": game, "rated": True, "clock": FISCHER, "seat": 0})
    assert made.status_code == 201, made.text
    accepted = other.rest.post(f"/api/lobby/{made.json()['id']}/accept")
    assert accepted.status_code == 200, accepted.text
    table: str = accepted.json()["table"]
    for browser in (one, other):
        with browser.live() as page:
            page.move(table, first_move(page.watch(table)))
    with one.live() as page:
        page.watch(table)
        assert page.command("resign", table)["type"] == "ack"
    if is_written:
        wait_for_archive(one, table)
    return table


def wait_for_archive(browser: Browser, table: str) -> None:
    """A game is written down a moment after its end is told."""
    wait_until(lambda: table in browser.rest.get("/api/archive").text)


def ratings(browser: Browser, name: str) -> list[Json]:
    found: list[Json] = browser.rest.get(f"/api/people/{name}").json()["ratings"]
    return found


# --- Names and passwords ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Zoé", "jean-luc_2", "Ωmega"[1:], "李雷", "Łukasz", "  Ada  ", "Ⅻx"])
def test_fit_names(name: str) -> None:
    assert names.cleaned(name)


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "x" * 21,
        "two words",
        "1abc",
        "-abc",
        "a/b",
        "a<b",
        "аdmin1"[:1] + "dmin",
        "admin",
        "ALCOVE",
        "alcove2",
        "Invité",
        "a\u200bb",
        "🙂🙂",
        "a\nb",
        "",
    ],
)
def test_unfit_names_are_refused_in_both_languages(name: str) -> None:
    with pytest.raises(RefusedError) as refused:
        names.cleaned(name)
    assert refused.value.code == "bad_name"
    assert refused.value.text.fr


def test_names_that_look_alike_are_the_same() -> None:
    assert names.folded("ZOÉ") == names.folded("zoe\u0301") == names.folded("Ｚｏé")
    assert names.folded("Straße") == names.folded("STRASSE")


@pytest.mark.parametrize(
    "password", ["short", "password", "12345678", "AZERTYUIOP", "x" * 129, "Marguerite1", "alcove!!"]
)
def test_passwords_that_anybody_would_try_are_refused(password: str) -> None:
    with pytest.raises(RefusedError) as refused:
        passwords.check(password, "Marguerite")
    assert refused.value.code == "bad_password"


def test_enough_of_the_commonest_passwords_are_known() -> None:
    assert len(passwords.commonest()) >= 3000
    assert all(len(password) >= passwords.SHORTEST for password in passwords.commonest())


# --- Coming and going -------------------------------------------------------------------------------------------------


def test_registering_keeps_the_guests_games_and_changes_the_cookie(browser: Browser) -> None:
    table = browser.table("avalam")
    before = browser.rest.cookies[COOKIE]
    assert browser.rest.get("/api/me").json()["name"] is None
    assert register(browser, "Ada")["name"] == "Ada"
    assert browser.rest.cookies[COOKIE] != before
    assert browser.rest.get("/api/me").json()["name"] == "Ada"
    assert [line["table"] for line in browser.rest.get("/api/tables").json()["tables"]] == [table]
    with browser.live() as page:
        assert page.move(table, first_move(page.watch(table)))["type"] == "ack"


def test_the_old_cookie_opens_nothing_after_registering(room: House, browser: Browser) -> None:
    browser.table("avalam")
    old = browser.rest.cookies[COOKIE]
    register(browser, "Ada")
    thief = room.browser().rest
    thief.cookies.clear()
    answer = thief.get("/api/tables", headers={"cookie": f"{COOKIE}={old}"})
    assert answer.json()["tables"] == []
    assert answer.headers["set-cookie"].startswith(COOKIE)


def test_a_name_is_taken_once_however_it_is_written(room: House, browser: Browser) -> None:
    register(browser, "Zoé")
    answer = room.browser().rest.post("/api/account", json={"name": "ZOE\u0301", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")


def test_logging_in_elsewhere_shows_the_same_games(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    table = browser.table("axom")
    phone = room.browser()
    assert log_in(phone, "ADA").json()["name"] == "Ada"
    assert [line["table"] for line in phone.rest.get("/api/tables").json()["tables"]] == [table]
    assert len(phone.rest.get("/api/account/sessions").json()["sessions"]) == 2


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    visitor = room.browser()
    unknown, wrong = log_in(visitor, "Nobody-here"), log_in(visitor, "Ada", "not the password")
    assert unknown.status_code == wrong.status_code == 401
    assert unknown.json() == wrong.json()


def test_guessing_is_slowed_down_without_locking_the_owner_out(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    browser.rest.delete("/api/session")
    attacker, elsewhere = room.browser(address="203.0.113.9"), room.browser(address="198.51.100.7")
    codes = [log_in(attacker, "ada", f"guess number {number}").status_code for number in range(8)]
    assert codes[0] == 401
    assert codes[-1] == 429
    assert log_in(elsewhere, "Ada").status_code == 200


def test_logging_out_closes_the_sockets_and_makes_a_new_guest(browser: Browser) -> None:
    register(browser, "Ada")
    browser.table("avalam")
    with browser.rest.websocket_connect("/api/live") as socket:
        assert browser.rest.delete("/api/session").json()["name"] is None
        with pytest.raises(WebSocketDisconnect) as closed:
            _hear_to_the_end(socket)
    assert closed.value.code == 4001
    assert browser.rest.get("/api/me").json()["name"] is None
    assert browser.rest.get("/api/tables").json()["tables"] == []
    assert browser.rest.get("/api/account/sessions").status_code == 401


def _hear_to_the_end(socket: WebSocketTestSession) -> None:
    while True:
        socket.receive_json()


def test_a_new_password_ends_the_other_sessions(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    phone = room.browser()
    log_in(phone, "Ada")
    wrong = browser.rest.post("/api/account/password", json={"old": "no", "new": "another fine password"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_login")
    changed = browser.rest.post("/api/account/password", json={"old": PASSWORD, "new": "another fine password"})
    assert changed.status_code == 200
    assert browser.rest.get("/api/me").json()["name"] == "Ada"
    assert phone.rest.get("/api/me").json()["name"] is None
    assert log_in(phone, "Ada").status_code == 401
    assert log_in(phone, "Ada", "another fine password").status_code == 200


def test_who_runs_the_room_can_help(
    room: House, browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register(browser, "Ada")
    assert run(["people", "ada", "--new-password", "--data", str(tmp_path), "--language", "en"]) == 0
    told = re.search(r"New password: (\S+) ", capsys.readouterr().out)
    assert told is not None
    room.app.state.house.people.accounts.forget(digest_of(browser.token))  # a minute later
    assert browser.rest.get("/api/me").json()["name"] is None
    assert log_in(browser, "Ada").status_code == 401
    assert log_in(browser, "Ada", told[1]).status_code == 200
    assert run(["people", "nobody-here", "--data", str(tmp_path)]) == 2


def test_a_session_is_ended_from_the_list(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    phone = room.browser()
    log_in(phone, "Ada")
    other = next(s for s in browser.rest.get("/api/account/sessions").json()["sessions"] if not s["is_this"])
    assert browser.rest.delete(f"/api/account/sessions/{other['id']}").status_code == 200
    assert phone.rest.get("/api/me").json()["name"] is None
    assert browser.rest.get("/api/me").json()["name"] == "Ada"


def test_neither_password_nor_token_is_on_the_disk(browser: Browser, tmp_path: Path) -> None:
    register(browser, "Ada")
    made = browser.rest.post("/api/account/tokens", json={"label": "a bot", "scopes": ["play"]}).json()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("room.sqlite*"))
    assert b"$argon2id$v=19$m=19456,t=2,p=1$" in kept
    for secret in (PASSWORD, browser.token, made["token"], made["token"].removeprefix("alcove_")):
        assert secret.encode() not in kept


# --- Ratings ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pair(room: House) -> tuple[Browser, Browser]:
    ada, ben = room.browser(), room.browser()
    register(ada, "Ada")
    register(ben, "Ben")
    return ada, ben


def test_a_rated_game_changes_both_ratings_once(pair: tuple[Browser, Browser], tmp_path: Path, room: House) -> None:
    ada, ben = pair
    table = play_rated(ada, ben)
    [lost], [won] = ratings(ada, "Ada"), ratings(ben, "Ben")
    assert (lost["game"], lost["speed"], lost["ladder"], lost["games"]) == ("avalam", "slow", "people", 1)
    assert lost["rating"] + won["rating"] == 3000
    assert won["rating"] > 1600
    found = room.app.state.house.tables
    room.call(_finish_again, room.app.state.house.people, found, table)
    assert (ratings(ada, "Ada"), ratings(ben, "Ben")) == ([lost], [won])
    points = ben.rest.get("/api/people/Ben/history", params={"game": "avalam", "speed": "slow"}).json()["points"]
    assert [(point["table"], point["rating"]) for point in points] == [(table, won["rating"])]


async def _finish_again(people: Any, tables: Any, table: str) -> None:
    await people.finish(table, (await tables.get(table)).room)


def test_games_that_ended_while_nobody_wrote_are_caught_up_with(tmp_path: Path) -> None:
    with house(tmp_path) as room:
        ada, ben = room.browser(), room.browser()
        register(ada, "Ada")
        register(ben, "Ben")
        room.app.state.house.tables.finished.clear()
        play_rated(ada, ben, is_written=False)
        assert ratings(ada, "Ada") == []
    with house(tmp_path) as room:
        told = room.browser()
        assert ratings(told, "Ada")[0]["games"] == 1
        assert ratings(told, "Ben")[0]["rating"] > 1600


def test_a_rated_game_needs_accounts(room: House, pair: tuple[Browser, Browser]) -> None:
    wish = {"game": "axom", "rated": True, "clock": FISCHER}
    guest = room.browser()
    assert guest.rest.post("/api/lobby", json=wish).json()["code"] == "needs_account"
    seek = pair[0].rest.post("/api/lobby", json=wish).json()["id"]
    assert guest.rest.post(f"/api/lobby/{seek}/accept").json()["code"] == "needs_account"


def test_leaders_are_those_whose_rating_is_known_well(
    pair: tuple[Browser, Browser], room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = pair
    play_rated(ada, ben)
    assert ada.rest.get("/api/leaders/avalam").json()["leaders"] == []
    room.call(_know_well, room.app.state.house.store)
    assert ada.rest.get("/api/leaders/avalam").json()["leaders"] == [], "they have beaten nobody else"
    monkeypatch.setattr(profiles, "LEADERS_OPPONENTS", 1)
    leaders = ada.rest.get("/api/leaders/avalam").json()["leaders"]
    assert [leader["name"] for leader in leaders] == ["Ben", "Ada"]
    assert ada.rest.get("/api/leaders/axom").json()["leaders"] == []


async def _know_well(store: Any) -> None:
    await store.writer.write(sa.update(schema.ratings).values(deviation=80.0))


def test_the_engine_has_a_profile_with_its_levels(browser: Browser) -> None:
    told = browser.rest.get("/api/people/Alcove").json()
    assert told["kind"] == "engine"
    assert {level["game"] for level in told["levels"]} == {"avalam", "axom", "axiom", "axxa"}


# --- The archive ------------------------------------------------------------------------------------------------------


def test_the_archive_is_searched_and_downloaded(pair: tuple[Browser, Browser]) -> None:
    ada, ben = pair
    first, second = play_rated(ada, ben), play_rated(ben, ada, "axom")

    def found(browser: Browser, **search: str) -> list[str]:
        answer = browser.rest.get("/api/archive", params=search)
        assert answer.status_code == 200, answer.text
        return [line["table"] for line in answer.json()["games"]]

    assert found(ada) == [second, first]
    assert found(ada, game="axom") == [second]
    assert found(ada, result="lost") == [first]
    assert found(ada, result="won", opponent="ben") == [second]
    assert found(ada, opponent="alcove") == []
    assert found(ada, rated="false") == []
    assert found(ada, since="2001-01-01", until="2999-12-31") == [second, first]
    assert found(ada, until="2001-01-01") == []
    assert found(ben, player="Ada", result="lost") == [first]
    text = ada.rest.get("/api/archive/records", params={"player": "Ben"}).text
    assert [record.game for record in read_records(text)] == ["axom", "avalam"]
    lines = ada.rest.get("/api/archive").json()["games"][1]
    assert [seat["change"] < 0 for seat in lines["seats"]] == [True, False]


def test_games_that_do_not_count_are_shown_to_their_players_alone(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    table = browser.table("avalam")
    with browser.live() as page:
        page.watch(table)
        page.command("resign", table)
    wait_for_archive(browser, table)
    assert room.browser().rest.get("/api/archive", params={"player": "Ada"}).json()["total"] == 0


@pytest.mark.parametrize(
    ("search", "status"),
    [
        ({"result": "eaten"}, 400),
        ({"since": "yesterday"}, 400),
        ({"player": "Nobody-here"}, 404),
        ({"game": "chess"}, 404),
    ],
)
def test_a_search_that_makes_no_sense_is_refused(browser: Browser, search: dict[str, str], status: int) -> None:
    answer = browser.rest.get("/api/archive", params=search)
    assert answer.status_code == status
    assert answer.json()["error"]["fr"]


# --- Export and removal -----------------------------------------------------------------------------------------------


def test_everything_can_be_taken_away(pair: tuple[Browser, Browser]) -> None:
    ada, ben = pair
    table = play_rated(ada, ben)
    answer = ada.rest.get("/api/account/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        document = json.loads(packed.read("account.json"))
        assert document["account"]["name"] == "Ada"
        assert document["ratings"][0]["games"] == 1
        assert set(packed.namelist()) == {"account.json", f"records/{table}.txt"}
    assert "argon2" not in answer.text
    assert PASSWORD not in answer.text


def test_who_leaves_is_forgotten_and_the_others_keep_their_games(
    pair: tuple[Browser, Browser], room: House, tmp_path: Path
) -> None:
    ada, ben = pair
    table, other = play_rated(ada, ben), play_rated(ben, ada)
    person = room.call(_person_of, room.app.state.house.people, "Ada")
    assert ada.rest.post("/api/account/delete", json={"password": "wrong one"}).status_code == 401
    assert ada.rest.post("/api/account/delete", json={"password": PASSWORD}).json()["name"] is None
    assert ben.rest.get("/api/people/Ada").status_code == 404
    assert log_in(room.browser(), "Ada").status_code == 401
    assert ada.rest.get("/api/archive").json()["total"] == 0
    lines = ben.rest.get("/api/archive").json()["games"]
    assert {line["table"] for line in lines} == {table, other}
    assert {seat["name"] for line in lines for seat in line["seats"]} == {"Ben", None}
    assert ben.snapshot(table)["frame"]["outcome"]["reason"] == "resigned"
    assert ratings(ben, "Ben")[0]["games"] == 2
    with closing(sqlite3.connect(tmp_path / "room.sqlite")) as file:
        file.execute("VACUUM")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert person.encode() not in (tmp_path / "room.sqlite").read_bytes()
    taken = room.browser().rest.post("/api/account", json={"name": "ada", "password": PASSWORD})
    assert taken.json()["code"] == "name_taken"


async def _person_of(people: Any, name: str) -> str:
    person: str = (await people.accounts.named(name)).person
    return person


def told_ratings(browser: Browser, table: str) -> list[tuple[int | None, bool]]:
    """The rating of everybody at the table as it is shown there, and whether it is provisional."""
    people = [seat["person"] for seat in browser.snapshot(table)["seats"]]
    return [(person["rating"], person["is_provisional"]) for person in people]


def test_a_rematch_begins_with_the_ratings_the_last_game_has_made(room: House) -> None:
    ann, bob = room.browser(), room.browser()
    register(ann, "Ann")
    register(bob, "Bob")
    first = play_rated(ann, bob, is_written=False)
    with ann.live() as mine, bob.live() as theirs:
        mine.watch(first)
        theirs.watch(first)
        mine.command("rematch", first)
        theirs.hear("event")
        theirs.command("rematch", first)
        while (told := mine.hear("event"))["change"]["kind"] != "rematched":
            pass
    assert told_ratings(ann, first) == [(1500, True), (1500, True)]
    (bobs, _), (anns, is_provisional) = told_ratings(ann, told["change"]["table"])
    assert bobs is not None
    assert anns is not None
    assert bobs > 1500 > anns
    assert is_provisional


def test_who_has_not_played_for_a_rating_has_none_at_a_casual_table(room: House) -> None:
    ann = room.browser()
    register(ann, "Ann")
    assert told_ratings(ann, ann.table("avalam", seats=[{"kind": "human"}, {"kind": "human"}])) == [(None, False)] * 2


def test_who_waits_at_an_open_seat_is_shown_with_the_rating_of_today(room: House) -> None:
    ann, bob, eve = room.browser(), room.browser(), room.browser()
    for browser, name in ((ann, "Ann"), (bob, "Bob"), (eve, "Eve")):
        register(browser, name)
    terms = {"rated": True, "clock": FISCHER}
    waiting = ann.table("avalam", seats=[{"kind": "human"}, {"kind": "open"}], terms=terms)
    assert ann.snapshot(waiting)["seats"][0]["person"]["rating"] == 1500
    play_rated(ann, bob)
    with eve.live() as page:
        page.watch(waiting)
        assert page.command("join", waiting)["type"] == "ack"
    (anns, _), _ = told_ratings(eve, waiting)
    assert anns is not None
    assert anns < 1500


def test_a_game_that_ends_while_the_database_is_away_is_rated_all_the_same(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.browser(), room.browser()
    register(ann, "Ann")
    register(bob, "Bob")
    write, fails = historian._write, iter([True, True, False])

    def write_later(*written: Any) -> None:
        if next(fails):
            raise ConnectionRefusedError
        write(*written)

    monkeypatch.setattr(historian, "_write", write_later)
    play_rated(ann, bob)
    assert ratings(ann, "Ann")[0]["games"] == 1
