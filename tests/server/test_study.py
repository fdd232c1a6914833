"""Rulebooks, lessons and studies: told for every game, kept nowhere, and clear about what cannot be."""

import json

import pytest

import alcove
from alcove.games.teaching import Figure, Task, lesson, rulebook
from alcove.server.wire.messages import LARGEST_BODY_BYTES

from .pages import Browser, Json

SIX_IN_A_ROW = "a3:1ce,a4:2df,a5:1ce,c1:2df,c7:1ce,d1:2df,d7:1ce,e1:2df,e7:1ce,g3:2df,g4:1ce,g5:2df 1 - 0 move 1"


def study(browser: Browser, status: int = 200, **asked: object) -> Json:
    answer = browser.rest.post("/api/study", json=asked)
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    return told


@pytest.mark.parametrize("name", alcove.games())
def test_rulebooks_and_lessons_are_told_in_both_languages(browser: Browser, name: str) -> None:
    told = browser.rest.get(f"/api/rules/{name}").json()
    numbers = [clause["number"] for section in told["rulebook"]["sections"] for clause in section["clauses"]]
    assert numbers == [clause.number for clause in rulebook(name).clauses]
    assert {option["name"] for option in told["options"]} >= {
        note.option for clause in rulebook(name).clauses for note in clause.notes if note.option
    }
    tasks = browser.rest.get(f"/api/lessons/{name}").json()["tasks"]
    assert [task["name"] for task in tasks] == [task.name for task in lesson(name).tasks]
    for task in tasks:
        assert set(task["ask"]) == {"en", "fr"}
        assert all(answer["moves"] for answer in task["right"])


@pytest.mark.parametrize("name", alcove.games())
def test_every_figure_and_every_task_can_be_studied(browser: Browser, name: str) -> None:
    """By one person, who reads a whole rulebook in a moment: the purse is large enough for that."""
    boards: list[Figure | Task] = [*rulebook(name).figures, *lesson(name).tasks]
    for shown in boards:
        told = study(browser, game=name, position=shown.position, options=shown.options)
        assert told["refused"] is None
        assert told["frame"]["scene"]


@pytest.mark.parametrize("path", ["/api/rules/chess", "/api/lessons/chess"])
def test_an_unknown_game_has_neither(browser: Browser, path: str) -> None:
    answer = browser.rest.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "unknown_game"


def test_a_study_is_told_like_a_table(browser: Browser) -> None:
    told = study(browser, game="axom", moves=["b2-b5", "g7-f7"])
    assert told["frame"]["ply"] == 2
    assert told["frame"]["to_move"] == 0
    assert told["frame"]["position"] == alcove.game("axom").initial().play("b2-b5").play("g7-f7").to_text()
    assert [line["text"] for line in told["lines"]] == ["b2-b5", "g7-f7"]
    assert told["last"]["steps"]
    assert set(told["last"]["spoken"]) == {"en", "fr"}
    assert told["frame"]["moves"]
    assert browser.rest.get("/api/tables").json() == {"tables": []}, "nothing is kept"


def test_a_move_that_cannot_be_played_is_refused_with_its_clause(browser: Browser) -> None:
    told = study(browser, game="axom", position="6h/7/7/D2D3/7/7/H6 w", moves=["a4-d4", "a4-c4"])
    assert told["refused"]["clause"] == "X10"
    assert (told["refused"]["ply"], told["refused"]["move"]) == (0, "a4-d4")
    assert told["frame"]["ply"] == 0
    assert told["last"] is None


def test_a_finished_study_tells_its_outcome(browser: Browser) -> None:
    told = study(browser, game="axom", position="7/7/7/D1h4/7/7/H6 w", moves=["a4xc4"])
    assert told["frame"]["outcome"]["result"] == "1-0"
    assert told["frame"]["moves"] == []
    after = study(browser, game="axom", position="7/7/7/D1h4/7/7/H6 w", moves=["a4xc4", "g7-f7"])
    assert after["refused"]["clause"] == "X19"


def test_unseen_pieces_stay_unseen_in_a_study(browser: Browser) -> None:
    told = study(browser, game="axxa", position=SIX_IN_A_ROW, moves=["c7-c6*"])
    assert told["frame"]["position"].split()[0].startswith("a3:1??,a4:2??")
    seen = {cell["name"]: cell["pieces"] for cell in told["frame"]["scene"]["cells"]}
    assert seen["c6"] == [3, None, 1]
    assert seen["a3"] == [1, None, None]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"game": "avalam", "moves": ["c9-d9"] * 1001}, "malformed"),
        ({"game": "avalam", "moves": ["x" * 201]}, "malformed"),
        ({"game": "avalam", "position": "9" * 4097}, "malformed"),
        ({"game": "avalam", "surprise": 1}, "malformed"),
        ({"game": "avalam", "position": "nonsense"}, "bad_position"),
        ({"game": "axom", "options": {"draw_plies": "many"}}, "bad_option"),
    ],
)
def test_bad_studies_are_refused_in_words(browser: Browser, asked: dict[str, object], code: str) -> None:
    told = study(browser, status=400, **asked)
    assert told["code"] == code
    assert set(told["error"]) == {"en", "fr"}


def test_an_endless_study_is_cut_off(browser: Browser) -> None:
    body = json.dumps({"game": "avalam", "position": "9" * (LARGEST_BODY_BYTES + 1)})
    assert browser.rest.post("/api/study", content=body).status_code == 413
