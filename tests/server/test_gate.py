"""Rated games: who may play them, and no engine for who does."""

from contextlib import ExitStack
from typing import Any

from .pages import Browser, House, Json, Live, first_move, nonce

FIVE_AND_THREE = {"kind": "fischer", "initial_seconds": 300, "increment_seconds": 3}
RATED = {"rated": True, "clock": FIVE_AND_THREE}
INVITED = [{"kind": "human"}, {"kind": "open"}]


def named(room: House, name: str) -> Browser:
    """Somebody with an account."""
    browser = room.browser()
    answer = browser.rest.post("/api/account", json={"name": name, "password": f"the password of {name}"})
    assert answer.status_code == 201, answer.text
    return browser


def hint(page: Live, table: str) -> Json:
    page.send("hint", table=table, expected_n=page.n[table], nonce=nonce())
    return page.hear("hint", "refused")


class Rated:
    """Two people with accounts at a rated table, and one with a casual game of their own beside it."""

    def __init__(self, room: House, pages: ExitStack, clock: Json = FIVE_AND_THREE) -> None:
        self.host, self.friend = named(room, "Ada"), named(room, "Blaise")
        self.table = self.host.table("avalam", seats=INVITED, terms={"rated": True, "clock": clock})
        self.own = {game: self.host.table(game) for game in ("avalam", "axom")}
        self.near, self.far = (pages.enter_context(browser.live()) for browser in (self.host, self.friend))
        for page, table in (
            (self.far, self.table),
            (self.near, self.table),
            *((self.near, own) for own in self.own.values()),
        ):
            page.watch(table)
        assert self.far.command("join", self.table)["type"] == "ack"
        self.near.hear("event")

    def over_rest(self, path: str, **body: Any) -> str | None:
        code: str | None = self.host.rest.post(path, json=body).json().get("code")
        return code


def test_a_rated_game_is_for_people_with_accounts(room: House) -> None:
    guest, ada = room.browser(), named(room, "Ada")
    refused = guest.rest.post("/api/tables", json={"game": "avalam", "seats": INVITED, "terms": RATED})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_terms")
    table = ada.table("avalam", seats=INVITED, terms=RATED)
    with guest.live() as page:
        page.watch(table)
        assert page.command("join", table)["code"] == "bad_terms"
    assert ada.snapshot(table)["seats"][1]["kind"] == "open"


def test_names_are_shown_in_the_seats(room: House) -> None:
    with ExitStack() as pages:
        rated = Rated(room, pages)
        seats = room.browser().snapshot(rated.table)["seats"]
        assert [seat["person"]["name"] for seat in seats] == ["Ada", "Blaise"]


def test_no_engine_anywhere_while_a_live_rated_game_goes_on(room: House) -> None:
    with ExitStack() as pages:
        rated = Rated(room, pages)
        for table in (rated.table, *rated.own.values()):
            assert hint(rated.near, table)["code"] == "no_help"
        position = rated.host.snapshot(rated.table)["frame"]["position"]
        against = [{"kind": "human"}, {"kind": "engine", "level": 1}]
        assert rated.over_rest("/api/tables", game="avalam", position=position, seats=against) == "no_help"
        record = rated.host.rest.get(f"/api/tables/{rated.table}/record").text
        assert rated.over_rest("/api/records", record=record, seats=against) == "no_help"
        assert rated.over_rest("/api/analyse", game="avalam", position=position) == "no_help"
        with room.browser().live() as onlooker:
            onlooker.watch(rated.table)
            assert hint(onlooker, rated.table)["code"] == "no_help"
        assert rated.near.command("resign", rated.table)["type"] == "ack"
        assert hint(rated.near, rated.own["avalam"]).get("code") != "no_help"
        assert rated.over_rest("/api/tables", game="avalam", position=position, seats=against) is None


AGAINST = [{"kind": "human"}, {"kind": "engine", "level": 1}]


def test_h5_the_engine_plays_nobody_who_is_in_a_live_rated_game(room: House) -> None:
    """Neither at a new table from the start, whose moves could be mirrored, nor at one that was opened before."""
    with ExitStack() as pages:
        early = named(room, "Carl")
        before = early.table("avalam", seats=AGAINST)
        rated = Rated(room, pages)
        assert rated.over_rest("/api/tables", game="avalam", seats=AGAINST) == "no_help"
        assert rated.over_rest("/api/tables", game="axom", seats=AGAINST) == "no_help"
        page = pages.enter_context(early.live())
        told = page.watch(before)
        assert page.move(before, first_move(told))["type"] == "ack"
        again = early.table("avalam", seats=AGAINST)
        opened = rated.host.table("avalam", seats=INVITED, terms=RATED)
        joined = pages.enter_context(early.live())
        joined.watch(opened)
        assert joined.command("join", opened)["type"] == "ack"
        told = page.watch(again)
        assert page.command("move", again, move=first_move(told))["code"] == "no_help"
        assert page.command("resign", again)["type"] == "ack", "leaving is always allowed"


def test_h5_an_open_invitation_keeps_nobody_from_the_engine(room: House) -> None:
    host = named(room, "Ada")
    host.table("avalam", seats=INVITED, terms=RATED)
    own = host.table("avalam", seats=AGAINST)
    with host.live() as page:
        assert page.move(own, first_move(page.watch(own)))["type"] == "ack"


def test_by_correspondence_no_engine_for_the_same_game(room: House) -> None:
    with ExitStack() as pages:
        rated = Rated(room, pages, {"kind": "days", "days": 3})
        assert hint(rated.near, rated.own["avalam"])["code"] == "no_help"
        assert hint(rated.near, rated.own["axom"]).get("code") != "no_help"


def test_onlookers_neither_read_nor_write_while_a_rated_game_goes_on(room: House) -> None:
    with ExitStack() as pages:
        rated = Rated(room, pages)
        onlooker = pages.enter_context(room.browser().live())
        onlooker.watch(rated.table)
        rated.near.send("say", table=rated.table, text="between us", nonce=nonce())
        assert rated.far.hear("chat")["lines"][0]["text"] == "between us"
        onlooker.send("say", table=rated.table, text="play c9-d9", nonce=nonce())
        assert onlooker.hear("refused", "chat")["code"] == "chat_off"
        late = pages.enter_context(room.browser().live())
        late.watch(rated.table)
        late.send("ping")
        assert late.hear("pong", "chat")["type"] == "pong"
        rated.far.send("resign", table=rated.table, expected_n=2, nonce=nonce())
        rated.far.hear("ack")
        onlooker.send("say", table=rated.table, text="well played", nonce=nonce())
        assert [rated.near.hear("chat")["lines"][0]["text"] for _ in range(2)] == ["between us", "well played"]


def test_onlookers_read_what_was_said_once_a_rated_game_is_over(room: House) -> None:
    with ExitStack() as pages:
        rated = Rated(room, pages)
        onlooker = pages.enter_context(room.browser().live())
        onlooker.watch(rated.table)
        rated.near.send("say", table=rated.table, text="between us", nonce=nonce())
        rated.far.hear("chat")
        rated.far.send("resign", table=rated.table, expected_n=2, nonce=nonce())
        told = onlooker.hear("chat")
        assert ([line["text"] for line in told["lines"]], told["is_whole"]) == (["between us"], True)
