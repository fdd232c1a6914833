"""Puzzles in the room: offered by rating and by day, judged move by move, and never solved for whoever still tries."""

import datetime
import io
import json
import zipfile

import pytest
import sqlalchemy as sa

import alcove
from alcove.puzzles.puzzle import Puzzle, daily, puzzles
from alcove.server.store import schema

from .pages import Browser, House, Json
from .test_people import PASSWORD, register

GAMES = alcove.games()


def post(browser: Browser, path: str, status: int = 200, **asked: object) -> Json:
    answer = browser.rest.post(f"/api/puzzles/{path}", json=asked)
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    return told


def longest(game: str) -> Puzzle:
    return max(puzzles(game), key=lambda puzzle: len(puzzle.steps))


def a_wrong_move(puzzle: Puzzle) -> str:
    legal = [str(move) for move in puzzle.start().legal_moves()]
    return next(move for move in legal if move not in puzzle.steps[0].right)


def test_every_game_has_its_shelf_and_its_puzzle_of_the_day(browser: Browser) -> None:
    told = browser.rest.get("/api/puzzles").json()
    assert datetime.date.fromisoformat(told["date"])
    assert [shelf["game"] for shelf in told["shelves"]] == list(GAMES)
    for shelf in told["shelves"]:
        assert shelf["count"] == len(puzzles(shelf["game"]))
        assert browser.rest.get(f"/api/puzzles/{shelf['game']}/daily").json()["id"] == shelf["daily"]


def test_the_puzzle_of_the_day_is_another_one_each_day_until_all_were_there() -> None:
    day, known = datetime.date(2026, 11, 15), puzzles("axom")
    chosen = [daily("axom", day + datetime.timedelta(days)).id for days in range(len(known))]
    assert set(chosen) == {puzzle.id for puzzle in known}


@pytest.mark.parametrize("game", GAMES)
def test_the_next_one_is_near_the_rating_and_not_seen_before(browser: Browser, game: str) -> None:
    seen: list[str] = []
    for _ in range(5):
        told = post(browser, f"{game}/next", rating=1200, seen=seen)
        nearer = [p for p in puzzles(game) if p.id not in seen and abs(p.rating - 1200) < abs(told["rating"] - 1200)]
        assert told["id"] not in seen
        assert nearer == []
        seen.append(told["id"])
    everything = [puzzle.id for puzzle in puzzles(game)]
    assert post(browser, f"{game}/next", rating=1200, seen=everything)["id"] not in everything[-10:]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_told_without_its_solution(browser: Browser, game: str) -> None:
    puzzle = longest(game)
    told = browser.rest.get(f"/api/puzzles/{game}/{puzzle.id}").json()
    assert told.keys() == {"game", "title", "id", "rating", "goal", "steps", "board", "is_counted"}
    assert told["goal"].keys() == {"en", "fr"}
    assert told["board"]["lines"] == []
    assert len(told["board"]["frame"]["moves"]) == len(puzzle.start().legal_moves())


@pytest.mark.parametrize("game", GAMES)
def test_the_line_is_judged_move_by_move_with_the_answers(browser: Browser, game: str) -> None:
    puzzle = longest(game)
    moves: list[str] = []
    for number, step in enumerate(puzzle.steps, 1):
        moves.append(step.right[0])
        told = post(browser, f"{game}/{puzzle.id}/try", moves=moves)
        assert told["verdict"] == ("solved" if number == len(puzzle.steps) else "right")
        assert bool(told["themes"]) == (number == len(puzzle.steps))
        last = [board["lines"][-1]["text"] for board in told["boards"]]
        assert last == [move for move in (step.right[0], step.reply) if move is not None]
    assert tuple(line["text"] for line in told["boards"][-1]["lines"]) == puzzle.line


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_is_answered_and_explained(browser: Browser, game: str) -> None:
    puzzle = longest(game)
    move = a_wrong_move(puzzle)
    told = post(browser, f"{game}/{puzzle.id}/try", moves=[move])
    assert told["verdict"] == "wrong"
    assert told["said"].keys() == {"en", "fr"}
    assert told["themes"] == []
    reply = puzzle.steps[0].fault_of(move).reply
    assert [board["lines"][-1]["text"] for board in told["boards"]] == [move, *([reply] if reply else [])]


def test_a_move_against_the_rules_counts_for_nothing(browser: Browser) -> None:
    puzzle = puzzles("axom")[0]
    told = post(browser, f"axom/{puzzle.id}/try", moves=["a1-g7"])
    assert told["verdict"] == "refused"
    assert told["refused"]["clause"]
    assert told["boards"] == []


def test_hints_and_solutions_are_told_when_asked_for(browser: Browser) -> None:
    for game in GAMES:
        puzzle = longest(game)
        assert post(browser, f"{game}/{puzzle.id}/hint", moves=[])["text"].keys() == {"en", "fr"}
        told = post(browser, f"{game}/{puzzle.id}/solution")
        assert tuple(told["moves"]) == puzzle.line
        assert len(told["boards"]) == len(puzzle.line)
        assert [theme["name"] for theme in told["themes"]] == list(puzzle.themes)


def test_what_nobody_has_seen_stays_unseen(browser: Browser) -> None:
    hiding = [puzzle for puzzle in puzzles("axxa") if "unseen" in puzzle.themes]
    assert hiding
    for puzzle in hiding[:10]:
        told = browser.rest.get(f"/api/puzzles/axxa/{puzzle.id}")
        view = alcove.game("axxa").view(puzzle.start(), 0).to_text()
        assert told.json()["board"]["frame"]["position"] == view
        assert puzzle.position.split()[0] not in told.text
        wrong = post(browser, f"axxa/{puzzle.id}/try", moves=[a_wrong_move(puzzle)])
        assert puzzle.position.split()[0] not in str(wrong)


@pytest.mark.parametrize(
    ("path", "asked", "status", "code"),
    [
        ("axom/deadbeef/try", {"moves": ["a1-a2"]}, 404, "not_found"),
        ("chess/next", {"rating": 1000}, 404, "unknown_game"),
        ("axom/next", {"rating": -1}, 400, "malformed"),
        ("axom/next", {"rating": 1000, "seen": ["x" * 17]}, 400, "malformed"),
        ("axom/daily/try", {"moves": []}, 400, "malformed"),
        ("axom/daily/try", {"moves": ["a1-a2"] * 9}, 400, "malformed"),
        ("axom/daily/try", {"surprise": 1}, 400, "malformed"),
    ],
)
def test_bad_questions_are_refused_in_words(
    browser: Browser, path: str, asked: dict[str, object], status: int, code: str
) -> None:
    told = post(browser, path, status, **asked)
    assert told["code"] == code
    assert told["error"].keys() == {"en", "fr"}


def test_a_move_after_a_wrong_one_is_not_judged(browser: Browser) -> None:
    puzzle = longest("avalam")
    told = post(browser, f"avalam/{puzzle.id}/try", 400, moves=[a_wrong_move(puzzle), "a5-a4"])
    assert "not on the way" in told["error"]["en"]


# --- Of people with an account the room keeps the results -------------------------------------------------------------


def standing(browser: Browser, game: str = "avalam") -> Json:
    told: Json = browser.rest.get("/api/puzzles/standings").json()
    return next(one for one in told["standings"] if one["game"] == game)


def solve(browser: Browser, puzzle: Puzzle) -> Json:
    """All own moves, one after the other; the answer to the last."""
    answer: Json = {}
    for count in range(1, len(puzzle.steps) + 1):
        moves = [step.right[0] for step in puzzle.steps[:count]]
        answer = browser.rest.post(f"/api/puzzles/{puzzle.game}/{puzzle.id}/try", json={"moves": moves}).json()
    assert answer["verdict"] == "solved"
    return answer


def test_a_puzzle_counts_once_and_by_its_first_result(browser: Browser) -> None:
    register(browser, "Ada")
    first, second, third = puzzles("avalam")[40:43]
    assert standing(browser)["tried"] == 0
    counted = solve(browser, first)["counted"]
    assert counted["points"] > 0
    assert counted["standing"] == standing(browser)
    assert standing(browser)["rating"] == 1000 + counted["points"]
    assert solve(browser, first)["counted"] is None
    assert browser.rest.get(f"/api/puzzles/avalam/{first.id}").json()["is_counted"]

    given_up = browser.rest.post(f"/api/puzzles/avalam/{second.id}/solution", json={}).json()["counted"]
    assert given_up["points"] < 0
    assert solve(browser, second)["counted"] is None  # knowing the solution does not help
    before = standing(browser)
    assert (before["tried"], before["solved"], before["streak"], before["best"]) == (2, 1, 0, 1)

    browser.rest.post(f"/api/puzzles/avalam/{third.id}/hint", json={"moves": []})
    assert standing(browser) == before  # a hint alone is no result
    half = solve(browser, third)["counted"]["points"]
    assert abs(half) < counted["points"]


def test_the_next_puzzle_is_one_that_has_not_counted_whatever_a_page_says(browser: Browser) -> None:
    register(browser, "Ada")
    met = set()
    for _ in range(4):
        told = browser.rest.post("/api/puzzles/axom/next", json={"rating": 2600, "seen": []}).json()
        assert told["id"] not in met
        assert not told["is_counted"]
        assert told["rating"] < 2000  # near the room's rating of her, not the page's
        met.add(told["id"])
        browser.rest.post(f"/api/puzzles/axom/{told['id']}/solution", json={})
    assert standing(browser, "axom")["tried"] == 4
    assert standing(browser, "avalam")["tried"] == 0


def test_results_of_guests_and_of_others_are_not_mixed(room: House, browser: Browser) -> None:
    puzzle = puzzles("avalam")[0]
    assert solve(browser, puzzle)["counted"] is None
    assert browser.rest.get("/api/puzzles/standings").status_code == 401
    register(browser, "Ada")
    other = room.browser()
    register(other, "Ben")
    assert solve(browser, puzzle)["counted"]["standing"]["tried"] == 1
    assert standing(other)["tried"] == 0
    assert not other.rest.get(f"/api/puzzles/avalam/{puzzle.id}").json()["is_counted"]


def test_a_rating_follows_the_results(browser: Browser) -> None:
    register(browser, "Ada")
    known = puzzles("avalam")
    hard, easy = known[-8:], known[:8]
    for puzzle in hard:
        solve(browser, puzzle)
    high = standing(browser)
    assert high["rating"] > 1500
    for puzzle in easy:
        browser.rest.post(f"/api/puzzles/avalam/{puzzle.id}/solution", json={})
    low = standing(browser)
    assert low["rating"] < high["rating"] - 200
    assert (low["tried"], low["solved"], low["best"]) == (16, 8, 8)


def test_who_leaves_leaves_no_result(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    solve(browser, puzzles("avalam")[0])
    exported = zipfile.ZipFile(io.BytesIO(browser.rest.get("/api/account/export").content)).read("account.json")
    assert [line["puzzle"] for line in json.loads(exported)["puzzle_attempts"]] == [puzzles("avalam")[0].id]
    assert browser.rest.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200

    async def count() -> int:
        async with room.app.state.house.store.engine.connect() as connection:
            tables = (schema.puzzle_ratings, schema.puzzle_attempts)
            counts = [await connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in tables]
        return sum(counts)

    assert room.call(count) == 0
