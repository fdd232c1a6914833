"""A room in which one game has law and words alone: whatever it lacks is said in a sentence, and nothing else is missing."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPMessage
from typing import Any

import pytest

from alcove.core.registry import ours
from tests.web.room import Room

from .installing import PEBBLES, environment, install
from .test_packages import SCENE

ABOUT = "    about = __import__('alcove.core.about', fromlist=['About']).About(board='page/board.js')\n"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """With a half-built game, one that has a board, and one that is broken."""
    folder = tmp_path_factory.mktemp("room")
    site = folder / "site"
    install(site, "pebbles", {"pebbles.py": PEBBLES}, pebbles="pebbles:GAME")
    shells = PEBBLES.replace('"pebbles"', '"shells"').replace('"Pebbles"', '"Shells"')
    files = {
        "shells/__init__.py": shells.replace("    options_type", ABOUT + "    options_type"),
        "shells/scene.py": SCENE,
        "shells/lessons.py": "import nowhere\n",
        "shells/levels.json": '[{"blunder": 1}]',
        "shells/puzzles.json": "[{",
        "shells/page/board.js": "export default 7;\n",
        "shells/page/parts/pile.css": "b { color: red }\n",
    }
    install(site, "shells", files, shells="shells:GAME")
    install(site, "broken", {"broken.py": "import nowhere\n"}, broken="broken:GAME")
    with Room(folder / "data", environment(site)) as opened:
        for _ in range(10):  # on a busy machine, the processes that reckon for the room may still be starting
            if ask(opened, "/api/games")[0] not in (413, 503):
                break
        yield opened


def ask(room: Room, path: str, body: object = None) -> tuple[int, Any, HTTPMessage]:
    """The status, the answer (as JSON, if it is that) and its headers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(room.url + path, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            status, text, headers = answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as refused:
        status, text, headers = refused.code, refused.read().decode(), refused.headers
    return status, json.loads(text) if "json" in (headers.get("content-type") or "") else text, headers


def test_the_list_of_games_tells_what_each_has(room: Room) -> None:
    status, told, _ = ask(room, "/api/games")
    assert status == 200
    has = {game["name"]: game["has"] for game in told["games"]}
    assert list(has) == [*ours(), "pebbles"], "shells says wrong things of its levels, broken cannot be imported"
    assert has["pebbles"] == []
    assert all("lessons" in has[name] and "puzzles" in has[name] for name in ours())


@pytest.mark.parametrize(
    "path", ["/api/puzzles", "/api/ready", "/api/people/Alcove", "/api/rules/avalam", "/api/health"]
)
def test_what_is_for_everybody_is_there(room: Room, path: str) -> None:
    assert ask(room, path)[0] == 200


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("/api/rules/pebbles", None, 'Pebbles has no rulebook (rooms["rulebook"])'),
        ("/api/lessons/pebbles", None, 'Pebbles has no lesson (rooms["lessons"])'),
        ("/api/atlas/pebbles", None, "Pebbles has no atlas: nobody has measured it yet"),
        ("/api/puzzles/pebbles/daily", None, "Pebbles has no puzzles yet"),
        ("/api/puzzles/pebbles/next", {"rating": 1000, "seen": []}, "Pebbles has no puzzles yet"),
        ("/api/tables", {"game": "pebbles"}, 'Pebbles has no board for the page (rooms["scene"])'),
        ("/api/study", {"game": "pebbles", "moves": ["1"]}, 'Pebbles has no board for the page (rooms["scene"])'),
        (
            "/api/positions",
            {"game": "pebbles", "position": "7 a"},
            'Pebbles has no board for the page (rooms["scene"])',
        ),
        (
            "/api/lessons/shells",
            None,
            "Shells: lessons.py cannot be imported (ModuleNotFoundError: No module named 'nowhere')",
        ),
        ("/api/puzzles/shells/daily", None, "Shells: puzzles.json: cannot be read ("),
        (
            "/api/rules/broken",
            None,
            "the game broken of the package broken 1.0 is left out: broken cannot be imported "
            "(ModuleNotFoundError: No module named 'nowhere')",
        ),
    ],
)
def test_what_a_game_lacks_is_said_in_a_sentence(room: Room, path: str, body: object, sentence: str) -> None:
    status, told, _ = ask(room, path, body)
    assert (status, told["error"]["en"][: len(sentence)]) == (404, sentence)
    assert told["error"]["fr"] != told["error"]["en"]


def test_what_needs_no_board_is_answered(room: Room) -> None:
    status, told, _ = ask(room, "/api/explore", {"game": "pebbles", "moves": ["1"]})
    assert (status, told["engines"]) == (200, [])
    assert ask(room, "/api/leaders/pebbles")[0] == 200


def test_a_table_of_another_game_opens(room: Room) -> None:
    assert ask(room, "/api/tables", {"game": "avalam"})[0] == 201
    assert ask(room, "/api/tables", {"game": "shells"})[0] == 201


# --- A board that a package brings --------------------------------------------------------------------------------------


def test_the_module_of_a_package_comes_from_the_rooms_own_origin_under_its_policy(room: Room) -> None:
    status, text, headers = ask(room, "/boards/shells/board.js")
    assert (status, text, headers.get_content_type()) == (200, "export default 7;\n", "text/javascript")
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert ask(room, "/boards/shells/parts/pile.css")[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/boards/shells/__init__.py",
        "/boards/shells/../__init__.py",
        "/boards/shells/%2e%2e/__init__.py",
        "/boards/shells/..%2flevels.json",
        "/boards/shells//etc/passwd",
        "/boards/shells/%00",
        "/boards/shells/",
        "/boards/shells/parts",
        "/boards/pebbles/board.js",
        "/boards/avalam/about.py",
        "/boards/nothing/board.js",
    ],
)
def test_nothing_else_of_a_package_can_be_fetched(room: Room, path: str) -> None:
    status, told, _ = ask(room, path)
    assert status in (400, 404)
    assert "import" not in str(told)
