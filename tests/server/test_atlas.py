"""The atlas over the wire: figures in both languages, and what engines and this room played in a position."""

import pytest

import alcove

from .pages import Browser, House, Json, wait_until


def explore(browser: Browser, status: int = 200, **asked: object) -> Json:
    answer = browser.rest.post("/api/explore", json=asked)
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    return told


def play(browser: Browser, game: str, moves: list[str], resign: bool = True) -> str:
    """A game on one screen, perhaps to its end."""
    table = browser.table(game)
    with browser.live() as page:
        page.watch(table)
        for move in moves:
            assert page.move(table, move)["type"] == "ack"
        if resign:
            assert page.command("resign", table)["type"] == "ack"
    return table


def played_here(browser: Browser, games: int, game: str) -> list[Json]:
    """What was played in the room, once so many games have been written down: that happens after their end is told."""

    def found() -> list[Json] | None:
        told: list[Json] = explore(browser, game=game)["room"]
        return told if sum(move["games"] for move in told) == games else None

    return wait_until(found) or []


@pytest.mark.parametrize("name", alcove.games())
def test_the_atlas_is_told(browser: Browser, name: str) -> None:
    told = browser.rest.get(f"/api/atlas/{name}").json()
    assert told["title"] == alcove.game(name).title
    assert all(set(finding["text"]) == {"en", "fr"} for finding in told["findings"])
    reasons = {reason for mode in told["modes"] for sample in mode["samples"] for reason in sample["reasons"]}
    assert reasons == set(told["reasons"])
    assert (told["openings"] > 0) == (name != "axxa")
    assert "positions" not in str(told.keys())


def test_an_unknown_game_has_none(browser: Browser) -> None:
    assert browser.rest.get("/api/atlas/chess").status_code == 404
    assert explore(browser, 404, game="chess")["code"] == "unknown_game"


@pytest.mark.parametrize("name", ["avalam", "axom", "axiom"])
def test_engine_games_can_be_followed_move_by_move(browser: Browser, name: str) -> None:
    told = explore(browser, game=name)
    assert sum(move["games"] for move in told["engines"]) == browser.rest.get(f"/api/atlas/{name}").json()["openings"]
    moves: list[str] = []
    while told["engines"]:
        best = told["engines"][0]
        assert best["games"] == best["first_wins"] + best["draws"] + best["second_wins"]
        moves.append(best["move"])
        told = explore(browser, game=name, moves=moves)
        assert told["ply"] == len(moves)
    assert len(moves) >= 2


def test_finished_games_of_the_room_are_counted_and_nothing_else(room: House) -> None:
    browser = room.browser()
    play(browser, "axom", ["b2-b5", "g7-f7"])
    play(browser, "axom", ["b2-b5"], resign=False)
    assert played_here(browser, 1, "axom") == [
        {"move": "b2-b5", "games": 1, "first_wins": 0, "draws": 0, "second_wins": 1, "mean_plies": 2.0}
    ]
    play(room.browser(), "axom", ["b2-e2", "g7-f7"])
    told = played_here(browser, 2, "axom")
    assert [move["games"] for move in told] == [2], "b2-e2 is b2-b5 in the mirror"
    answers = explore(browser, game="axom", moves=["b2-b5"])["room"]
    assert {(move["move"], move["games"]) for move in answers} == {("g7-f7", 1), ("g7-g6", 1)}, "mirrored, too"
    assert explore(browser, game="axom", options={"draw_plies": 50})["room"] == []


def test_bad_questions_are_refused_with_their_fault(browser: Browser) -> None:
    illegal = explore(browser, 400, game="avalam", moves=["c9-d9", "c9-d9"])
    assert illegal["code"] == "illegal"
    assert illegal["error"]["fr"]
    assert explore(browser, 400, game="avalam", moves=["zz"])["code"] == "illegal"
    assert explore(browser, 400, game="axom", options={"nothing": 1})["code"] == "bad_option"
    assert "AxxA" in explore(browser, 400, game="axxa")["error"]["en"]
    assert explore(browser, 400, game="avalam", moves=["c9-d9"] * 300)["code"] == "malformed"
