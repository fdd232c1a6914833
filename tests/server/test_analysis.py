"""The analysis page's side of the room: trees there and back, lines that deepen, games reviewed, secrets kept."""

import asyncio
import json
import pickle
import time
from typing import Any

import pytest

import alcove
from alcove.bench.load.attacks import long_game
from alcove.core.text import Text
from alcove.players.proof import Proof, Prover
from alcove.records import read_record
from alcove.server.base import refusals
from alcove.server.engines import pool as engines, process
from alcove.server.engines.process import SHORTEST_LINE, Advise, Study
from alcove.server.engines.protocol import Advice
from alcove.server.study import analyst
from alcove.server.study.trees import STRETCH, Course, course, earlier
from alcove.server.wire.messages import MOST_NODES, AskStudy, HintLine

from .pages import Browser, House, Json, first_move

RECORD = """[Game "avalam"]
[Event "Club evening"]
[Yellow "Ada"]
[Result "1-0"]
[Reason "resigned"]

{Red has never lost to this opening.} 1. c9-d9 ! b8-c8 {Takes the corner.} {In
braces \\} is a brace.} ({Or} 1... b8-b7 2. e8-e7 (2. d8-e8) (2. c7-d7) 2...
d8-d7 !?) 2. e8-e7 1-0
"""
OPENED = [
    (0, "c9-d9", "!"),
    (1, "b8-c8", ""),
    (1, "b8-b7", ""),
    (3, "e8-e7", ""),
    (3, "d8-e8", ""),
    (3, "c7-d7", ""),
    (4, "d8-d7", "!?"),
    (2, "e8-e7", ""),
]
"""Parent, move and glyph of every node of the record, in the order of the list."""
HEAD_HANGS = "7/7/7/D1h4/7/7/H6 w"
"""Axom: White takes the head with a4xc4."""


def post(browser: Browser, path: str, status: int = 200, **asked: object) -> Json:
    answer = browser.rest.post(path, json=asked)
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    return told


def opened(browser: Browser, **asked: object) -> Json:
    return post(browser, "/api/analysis", 200, **asked)


def streamed(browser: Browser, path: str, **asked: object) -> list[Json]:
    answer = browser.rest.post(path, json=asked)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def written(browser: Browser, tree: Json, status: int = 200, **changed: object) -> Json:
    """The tree as a page sends it back."""
    nodes = [
        {"parent": node["parent"], "move": node["line"]["text"]}
        | {key: node[key] for key in ("glyph", "before", "comments")}
        for node in tree["nodes"]
    ]
    kept = {key: tree[key] for key in ("game", "options", "start", "tags", "result", "reason", "comments")}
    return post(browser, "/api/analysis/record", status, **kept | {"nodes": nodes} | changed)


# --- Trees ------------------------------------------------------------------------------------------------------------


def test_a_record_opens_as_a_tree(browser: Browser) -> None:
    told = opened(browser, record=RECORD)
    assert [(node["parent"], node["line"]["text"], node["glyph"]) for node in told["nodes"]] == OPENED
    assert told["comments"] == ["Red has never lost to this opening."]
    assert told["nodes"][1]["comments"] == ["Takes the corner.", "In braces } is a brace."]
    assert told["nodes"][2]["before"] == ["Or"]
    assert (told["result"], told["reason"]) == ("1-0", "resigned")
    assert told["start"] is None
    assert [node["line"]["number"] for node in told["nodes"]] == [1, 1, 1, 2, 2, 2, 2, 2]


def test_a_tree_is_written_as_the_record_it_came_from(browser: Browser) -> None:
    text = written(browser, opened(browser, record=RECORD))["record"]
    assert read_record(text) == read_record(RECORD)


@pytest.mark.parametrize("name", alcove.games())
def test_every_game_is_opened_and_written(browser: Browser, name: str) -> None:
    tree = opened(browser, game=name)
    first = post(browser, "/api/study", game=name, position=tree["start"], options=tree["options"])["frame"]["moves"]
    moves = [first[0]["text"], first[1]["text"]]
    record = written(browser, tree, nodes=[{"parent": 0, "move": move, "glyph": "?!"} for move in moves])["record"]
    again = opened(browser, record=record)
    assert [(node["parent"], node["line"]["text"]) for node in again["nodes"]] == [(0, move) for move in moves]
    assert again["start"] == tree["start"], "luck is the same again"


def test_moves_and_options_open_a_game(browser: Browser) -> None:
    told = opened(browser, game="axom", options={"draw_plies": 50}, moves=["b2-b5", "g7-f7"])
    assert [node["line"]["text"] for node in told["nodes"]] == ["b2-b5", "g7-f7"]
    assert told["options"] == {"draw_plies": "50"}
    told = opened(browser, game="axom", position=HEAD_HANGS, moves=["a4xc4"])
    assert (told["start"], told["result"], told["reason"]) == (HEAD_HANGS, "1-0", "head")


def test_a_table_opens_as_far_as_it_was_played(browser: Browser) -> None:
    table = browser.table("axom")
    with browser.live() as page:
        page.move(table, first_move(page.watch(table)))
    told = opened(browser, table=table)
    assert [node["line"]["text"] for node in told["nodes"]] == [browser.snapshot(table)["lines"][0]["text"]]
    assert told["result"] == "*"


def test_a_comment_before_a_move_that_was_promoted_is_kept(browser: Browser) -> None:
    nodes: list[Json] = [
        {"parent": 0, "move": "c9-d9"},
        {"parent": 1, "move": "b8-b7", "before": ["Or"]},
        {"parent": 1, "move": "b8-c8"},
    ]
    text = post(browser, "/api/analysis/record", game="avalam", nodes=nodes)["record"]
    assert "1. c9-d9 {Or} 1... b8-b7 (1... b8-c8) *" in text


def test_the_rules_say_how_a_game_ended(browser: Browser) -> None:
    kept: Json = {"game": "axom", "start": HEAD_HANGS, "result": "0-1", "reason": "resigned"}
    over = post(browser, "/api/analysis/record", nodes=[{"parent": 0, "move": "a4xc4"}], **kept)["record"]
    assert over.rstrip().endswith("1-0")
    assert '[Reason "head"]' in over
    assert post(browser, "/api/analysis/record", **kept)["record"].rstrip().endswith("0-1")


@pytest.mark.parametrize(
    ("asked", "code", "place"),
    [
        ({"record": RECORD.replace("b8-c8", "b8-d8")}, "bad_record", "line 7"),
        ({"record": "nothing"}, "bad_record", "line 1"),
        ({"game": "avalam", "position": "9/9"}, "bad_position", ""),
        ({"game": "avalam", "moves": ["c9-d9", "a1-a2"]}, "illegal", "a1-a2"),
        ({"game": "axom", "options": {"draw_plies": "many"}}, "bad_option", ""),
    ],
)
def test_what_cannot_be_opened_is_refused_with_its_place(browser: Browser, asked: Json, code: str, place: str) -> None:
    told = post(browser, "/api/analysis", 400, **asked)
    assert told["code"] == code
    assert place in told["error"]["en"]
    assert told["error"]["en"] != told["error"]["fr"]


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"nodes": [{"parent": 1, "move": "c9-d9"}]}, 400, "malformed"),
        ({"nodes": [{"parent": 0, "move": "a1-a2"}]}, 400, "illegal"),
        ({"nodes": [{"parent": 0, "move": "c9-d9", "glyph": "!!!"}]}, 400, "malformed"),
        ({"tags": {"two words": "x"}}, 400, "malformed"),
        ({"tags": {"Game": "axom"}}, 400, "malformed"),
        ({"nodes": [{"parent": 0, "move": "c9-d9"}] * (MOST_NODES + 1)}, 400, "malformed"),
    ],
)
def test_what_cannot_be_written_is_refused(browser: Browser, changed: Json, status: int, code: str) -> None:
    assert post(browser, "/api/analysis/record", status, game="avalam", **changed)["code"] == code


def test_variations_nest_as_deep_as_records_do(browser: Browser) -> None:
    start = opened(browser, game="avalam")
    moves = [move["text"] for move in post(browser, "/api/study", game="avalam")["frame"]["moves"]]
    flat = [{"parent": 0, "move": move} for move in moves]
    assert len(opened(browser, record=written(browser, start, nodes=flat)["record"])["nodes"]) == len(moves)


# --- Secrets ----------------------------------------------------------------------------------------------------------


def test_a_running_game_with_secrets_is_studied_with_another_deal(room: House) -> None:
    browser = room.browser()
    table = browser.table("axxa")
    truth = room.app.state.house.tables.known(table).room._states[0].to_text()
    view = browser.snapshot(table)["frame"]["position"]
    told = [opened(browser, table=table) for _ in range(8)]
    assert all(tree["dealt"] and tree["nodes"] == [] for tree in told)
    assert all(tree["start"] != truth for tree in told)
    assert len({tree["start"] for tree in told}) > 1
    shown = post(browser, "/api/study", game="axxa", position=told[0]["start"])["frame"]["position"]
    assert shown == view
    again = opened(browser, record=written(browser, told[0])["record"])
    assert again["dealt"], "its record says so, too"
    assert again["start"] == told[0]["start"]


def test_a_finished_game_with_secrets_is_studied_with_its_own_deal(browser: Browser) -> None:
    table = browser.table("axxa")
    with browser.live() as page:
        page.watch(table)
        page.command("resign", table)
    told = opened(browser, table=table)
    record = read_record(browser.rest.get(f"/api/tables/{table}/record").text)
    assert not told["dealt"]
    assert told["start"] == record.first().to_text()
    assert written(browser, told)["record"].splitlines()[-1] == f"{record.luck} lost"


def test_the_engine_sees_no_more_than_a_player(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def study(self: engines.Pool, game: str, view: Any, seconds: float, lines: int, who: str) -> Any:
        asked.append(view)
        raise refusals.no_engine()

    monkeypatch.setattr(engines.Pool, "study", study)
    tree = opened(browser, game="axxa")
    told = streamed(browser, "/api/analyse", game="axxa", position=tree["start"])
    assert told[-1]["code"] == "no_engine"
    assert "?" in asked[0].to_text()
    assert tree["start"].split()[0].split(",")[0].split(":")[1] not in repr(asked[0])


# --- The engine -------------------------------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "LINES_SECONDS", (0.05, 0.1))
    monkeypatch.setattr(analyst, "REVIEW_SECONDS", 0.05)
    monkeypatch.setattr(analyst, "SECOND_LOOK_SECONDS", 0.1)


@pytest.mark.usefixtures("quick")
def test_lines_come_at_once_and_deepen(browser: Browser) -> None:
    told = streamed(browser, "/api/analyse", game="avalam", moves=["c9-d9"], lines=4)
    assert [item["is_last"] for item in told] == [False, True]
    assert len(told[1]["lines"]) == 4
    assert told[1]["depth"] >= told[0]["depth"]
    assert all(len(line["moves"]) >= SHORTEST_LINE for line in told[1]["lines"]), "long enough to be understood"
    best = told[1]["lines"][0]
    assert set(best["score_text"]) == {"en", "fr"}
    assert told[1]["chance"] == pytest.approx(1 - best["win_probability"]), "Red is to move, the chance is Yellow's"


@pytest.mark.usefixtures("quick")
def test_what_is_proven_is_not_thought_about_any_longer(browser: Browser) -> None:
    told = streamed(browser, "/api/analyse", game="axom", position=HEAD_HANGS, lines=1)
    assert len(told) == 1
    assert told[0]["lines"][0]["moves"] == ["a4xc4"]
    assert told[0]["lines"][0]["exact"]
    assert told[0]["chance"] == 1.0
    assert told[0]["is_last"]


@pytest.mark.usefixtures("quick")
def test_no_proxy_keeps_the_lines_until_there_are_more(browser: Browser) -> None:
    answer = browser.rest.post("/api/analyse", json={"game": "axom", "position": HEAD_HANGS, "moves": ["a4xc4"]})
    assert answer.headers["x-accel-buffering"] == "no"


def test_a_finished_position_has_no_lines(browser: Browser) -> None:
    assert streamed(browser, "/api/analyse", game="axom", position=HEAD_HANGS, moves=["a4xc4"]) == []


@pytest.mark.usefixtures("quick")
def test_a_review_names_the_blunder_and_the_better_line(browser: Browser) -> None:
    missed = "6c/5cc/4ccc/D1h4/7/7/H6 w"
    told = streamed(browser, "/api/review", game="axom", position=missed, moves=["a1-b1", "c4-c5"])
    by_ply = {item["ply"]: item for item in told}
    assert sorted(by_ply) == [0, 1, 2]
    assert by_ply[0]["verdict"] == "blunder"
    assert by_ply[0]["best"]["moves"][0] == "a4xc4"
    assert by_ply[0]["chance"] == 1.0
    assert by_ply[0]["cost"] > 0.35
    assert by_ply[2]["verdict"] is None


@pytest.mark.usefixtures("quick")
def test_the_end_of_a_game_is_judged_by_its_result(browser: Browser) -> None:
    told = streamed(browser, "/api/review", game="axom", position=HEAD_HANGS, moves=["a4xc4"])
    assert [(item["ply"], item["chance"], item["best"] is None, item["verdict"]) for item in told] == [
        (1, 1.0, True, None),
        (0, 1.0, False, None),
    ]


@pytest.mark.usefixtures("quick")
def test_a_game_with_luck_is_reviewed_from_what_was_seen(browser: Browser) -> None:
    tree = opened(browser, game="axxa")
    moves: list[str] = []
    for _ in range(4):
        frame = post(browser, "/api/study", game="axxa", position=tree["start"], moves=moves)["frame"]
        moves.append(frame["moves"][0]["text"])
    told = streamed(browser, "/api/review", game="axxa", position=tree["start"], moves=moves)
    assert {item["ply"] for item in told} == {0, 1, 2, 3, 4}
    assert all(0 <= item["chance"] <= 1 for item in told)


@pytest.mark.parametrize("path", ["/api/analyse", "/api/review"])
def test_the_engine_is_not_asked_about_what_cannot_be(browser: Browser, path: str) -> None:
    assert post(browser, path, 400, game="avalam", moves=["a1-a2"])["code"] == "illegal"
    assert post(browser, path, 400, game="avalam", position="9/9")["code"] == "bad_position"
    assert post(browser, path, 404, game="chess")["code"] == "unknown_game"


def test_a_person_is_answered_one_question_at_a_time() -> None:
    class Slow:
        """Engines that never answer, and hear when nobody waits any longer."""

        given_up = 0

        async def study(self, *_asked: object) -> Advice:
            try:
                await asyncio.sleep(600)
            except asyncio.CancelledError:
                self.given_up += 1
                raise
            raise AssertionError

    async def run() -> None:
        slow: Any = Slow()
        answering = analyst.Analyst(slow)
        start = course(AskStudy("avalam"))

        async def ask(person: str) -> list[Any]:
            return [told async for told in answering.lines(start, 1, analyst.Asker(person, "here"))]

        first = asyncio.create_task(ask("ada"))
        other = asyncio.create_task(ask("blaise"))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(ask("ada"))
        assert await first == [], "the next question ends the one before"
        assert slow.given_up == 1
        assert not other.done()
        second.cancel()
        other.cancel()
        await asyncio.gather(second, other, return_exceptions=True)
        assert slow.given_up == 3, "who hangs up ends the search"

    asyncio.run(run())


def long_course() -> AskStudy:
    game, options, moves = long_game(3 * STRETCH + 5)
    return AskStudy(game, None, {**options}, tuple(moves))  # type: ignore[dict-item]


def test_a_long_game_comes_to_the_room_a_stretch_at_a_time() -> None:
    """All positions of a game of 900 plies kept the room from every move for 0.3 s, and 24 who asked took 100 MB."""
    asked = long_course()
    stretch = whole = course(asked, len(asked.moves))
    assert len(whole.views) == len(asked.moves) + 1
    assert course(asked, 0).views == whole.views[-1:]
    stretch, seen = course(asked), list[Any]()
    while True:
        travelling = pickle.loads(pickle.dumps(stretch))
        assert len(travelling.views) <= STRETCH + 1
        assert not any("moves_by_text" in vars(view) for view in travelling.views), "nothing that is only remembered"
        seen = [travelling.view(ply) for ply in range(travelling.first, travelling.first + len(travelling.views))] + (
            seen[1:] if seen else []
        )
        if not stretch.first:
            break
        stretch = earlier(stretch)
    assert tuple(seen) == whole.views


def test_a_review_of_several_stretches_judges_every_position_once() -> None:
    class Sure:
        """Engines that know it all at once."""

        async def study(self, _game: str, view: Any, *_how: object) -> Advice:
            line = HintLine((str(view.legal_moves()[0]),), 0.0, Text("even", "égal"), 0.5, exact=True)
            return Advice((line,), 1, 1)

    async def run() -> tuple[list[int], list[int]]:
        asked, brought = long_course(), list[int]()

        async def bring(after: Course) -> Course:
            brought.append(after.first)
            return earlier(after)

        sure: Any = Sure()
        told = analyst.Analyst(sure).review(course(asked), bring, analyst.Asker("ada", "here"))
        return [judged.ply async for judged in told], brought

    plies, brought = asyncio.run(run())
    assert plies == list(reversed(range(3 * STRETCH + 6)))
    assert len(brought) == 3


def test_a_study_makes_way_for_a_move() -> None:
    view = alcove.game("avalam").initial()

    async def run() -> tuple[float, float]:
        pool = engines.Pool(1)
        try:
            await pool.choose("avalam", view, 1)
            await pool.study("avalam", view, 0.01, 1)
            began = time.monotonic()
            studying = asyncio.create_task(pool.study("avalam", view, 60.0, 1))
            await asyncio.sleep(0.2)
            await pool.choose("avalam", view, 1)
            moved = time.monotonic() - began
            assert (await studying).lines, "it answers with what it has"
            endless = asyncio.create_task(pool.study("avalam", view, 60.0, 1))
            await asyncio.sleep(0.2)
            endless.cancel()
            await pool.study("avalam", view, 0.01, 1)
            return moved, time.monotonic() - began
        finally:
            await pool.close()

    moved, ended = asyncio.run(run())
    assert moved < 10
    assert ended < 20, "a study that nobody waits for is ended"


def test_the_page_studies_with_the_proofs_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced win beyond the engine's horizon comes first, and is said to be proven."""
    state = alcove.game("axom").initial()
    moves = [str(move) for move in state.legal_moves()]
    proof, nothing = Proof("win", (moves[-1],), 1), Proof("unknown", (), 1)
    monkeypatch.setattr(Prover, "prove", lambda _prover, view, *_limits, **_more: proof if view is state else nothing)
    monkeypatch.setattr(process, "_engines", {})
    for asked in (Study("axom", state, 0.05, 2), Advise("axom", state)):
        best, other = asked().lines[:2]
        assert (best.moves[0], best.exact, best.win_probability) == (moves[-1], True, 1.0)
        assert other.moves[0] != moves[-1]
        assert not other.exact
