"""UGI sessions: what a tournament manager asks, and what nobody should."""

import os
import random
import subprocess
import sys
import threading
from typing import Any

import pytest

import alcove
from alcove.core.game import State
from alcove.core.registry import ours
from alcove.core.text import Text
from alcove.players.engine import Analysis, Engine, Limits, Line
from alcove.players.levels import recipe
from alcove.players.ugi import Session, share_of_clock

GAMES = ours()


def converse(name: str, *lines: str) -> list[str]:
    """What a session answers to some lines and the end of the input."""
    answers: list[str] = []
    Session(name, answers.append).run(lines)
    return answers


def searches(answers: list[str]) -> list[str]:
    return [answer.split()[1] for answer in answers if answer.startswith("bestmove ")]


@pytest.mark.parametrize("name", GAMES)
def test_a_session_as_cutegames_holds_it(name: str) -> None:
    answers = converse(name, "ugi", "isready", "uginewgame", "isready", "position startpos", "isready", "go nodes 2000")
    assert answers[0].startswith("id name Alcove")
    assert answers[1].startswith("id author ")
    assert "ugiok" in answers
    assert answers.count("readyok") == 3
    assert answers[-1].startswith("bestmove ")
    assert " nodes " in answers[-2]
    assert " pv " in answers[-2]
    game = alcove.game(name)
    start = game.initial(**({"seed": 0} if game.luck(game.initial()) else {}))
    assert searches(answers)[0] in map(str, start.legal_moves())


@pytest.mark.parametrize("name", GAMES)
def test_positions_with_blanks_and_moves(name: str) -> None:
    game = alcove.game(name)
    start = game.initial(**({"seed": 4} if game.luck(game.initial()) else {}))
    move = str(start.legal_moves()[0])
    after = start.play(move)
    answers = converse(name, f"position fen {start.to_text()} moves {move}", "query p1turn", "go depth 1")
    assert answers[0] == f"response {str(after.to_move == 0).lower()}"
    assert searches(answers)[0] in map(str, after.legal_moves())


def test_queries_about_a_finished_game() -> None:
    answers = converse(
        "avalam", "position fen 9/9/9/1E1c5/9/9/9/9/9 w", "query gameover", "query result", "go depth 3", "isready"
    )
    assert answers[:2] == ["response true", "response p1win"]
    assert answers[2].startswith("info error")
    assert answers[-1] == "readyok"


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "position",
        "position fen",
        "position fen 9/9 w",
        "position startpos moves a1-z9",
        "position startpos e2e4",
        "go",
        "go depth",
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go movetime -5",
        "go nodes 1e9",
        "go depth 99999999999999999999999",
        "go sideways 3",
        "go infinite depth 3",
        "setoption",
        "setoption name Hash",
        "setoption name Hash value 999999999",
        "setoption name Threads value zero",
        "setoption name NoSuchThing value 1",
        "query",
        "query weather",
        "position fen " + "9/" * 5_000,
        "\x00\x1b[2J\ud800".encode("utf-8", "replace").decode(),
        "x" * 2_000_000,
    ],
)
def test_a_hostile_line_gets_an_error_and_the_session_lives_on(line: str) -> None:
    answers = converse("avalam", line, "isready", "position startpos", "query p1turn")
    assert answers[0].startswith("info error ")
    assert "\n" not in answers[0]
    assert answers[0].isprintable()
    assert answers[1:] == ["readyok", "response true"]


def test_a_bad_position_leaves_the_old_one() -> None:
    answers = converse("avalam", "position startpos moves d5-d6", "position startpos moves d5-d6 d5-d6", "query p1turn")
    assert answers[0].startswith("info error")
    assert answers[1] == "response false"


def test_multipv_and_options() -> None:
    answers = converse("axom", "setoption name MultiPV value 3", "setoption name repetition value off", "go depth 2")
    last = [answer for answer in answers if answer.startswith("info depth 2")][-3:]
    assert [answer.split()[4] for answer in last] == ["1", "2", "3"]


@pytest.mark.parametrize("name", GAMES)
def test_a_level_is_an_option_of_strength(name: str) -> None:
    answers = converse(name, "ugi", "setoption name Level value 1", "isready", "go depth 60", "isready")
    assert "option name Level type spin default 0 min 0 max 8" in answers
    assert not any(answer.startswith("info error") for answer in answers), answers
    game = alcove.game(name)
    start = game.initial(**({"seed": 0} if game.luck(game.initial()) else {}))
    assert searches(answers)[0] in map(str, start.legal_moves())


def test_a_level_thinks_as_its_recipe_says_and_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Limits] = []

    def analyse(engine: Engine, view: object, limits: Limits, lines: int = 1) -> Analysis:
        asked.append(limits)
        return _ANALYSIS

    monkeypatch.setattr(Engine, "analyse", analyse)
    monkeypatch.setattr(random.Random, "random", lambda self: 0.999)
    for line in ("go nodes 900000000", "go nodes 5 ", "go infinite"):
        assert searches(converse("avalam", "setoption name Level value 5", line)) == ["d5-d6"]
    own = recipe("avalam", 5)
    assert [limits.nodes for limits in asked] == [own.nodes, min(5, own.nodes or 5), own.nodes]
    assert {limits.depth for limits in asked[:2]} == {own.depth}
    asked.clear()
    assert searches(converse("avalam", "setoption name Level value 5", "setoption name Level value 0", "go nodes 7"))
    assert asked[-1] == Limits(nodes=7), "the whole strength again"


_ANALYSIS = Analysis((Line(("d5-d6",), 0.0, Text("", ""), 0.5, False),), 1, 1, 0.1)


@pytest.mark.parametrize("value", ["9", "-1", "x", "1.5"])
def test_there_is_no_other_level(value: str) -> None:
    answers = converse("avalam", f"setoption name Level value {value}", "isready")
    assert answers[0].startswith("info error Level: expected a whole number from 0 to 8")
    assert answers[1] == "readyok"


def test_while_it_searches_it_answers_and_stops() -> None:
    answers: list[str] = []
    told = threading.Event()

    def write(line: str) -> None:
        answers.append(line)
        told.set()

    session = Session("avalam", write)
    session.obey("isready")
    session.obey("go infinite")
    session.obey("isready")
    session.obey("go depth 3")
    assert answers.count("readyok") == 2
    assert any("search is running" in answer for answer in answers)
    assert searches(answers) == []
    session.obey("stop")
    assert len(searches(answers)) == 1
    session.obey("go depth 1")
    session.run([])
    assert len(searches(answers)) == 2


def test_whoever_hears_the_move_may_ask_the_next_thing_at_once() -> None:
    """cutegames sends the new position the moment it reads `bestmove`."""
    answers: list[str] = []

    def write(line: str) -> None:
        answers.append(line)
        if line.startswith("bestmove "):
            session.obey(f"position startpos moves {line.split()[1]}")

    session = Session("avalam", write)
    session.run(["go depth 1"])
    session.obey("query p1turn")
    assert answers[-1] == "response false"
    assert not any(answer.startswith("info error") for answer in answers)


@pytest.mark.parametrize("name", GAMES)
def test_nonsense_ends_no_session(name: str) -> None:
    """Lines put together at random from what a line may hold: each is obeyed or refused, and the next one is heard."""
    words = [
        "ugi", "isready", "uginewgame", "position", "startpos", "fen", "moves", "go", "depth", "nodes", "movetime", "p1time",
        "p2inc", "movestogo", "stop", "query", "p1turn", "gameover", "result", "setoption", "name", "value", "Hash", "MultiPV",
        "Level", "Seed", "0", "1", "-1", "2", "1e3", "NaN", "٣", "99999999999", "a1-b2", "9/9/9", "w", "\x00", "é", "[", "(", ":", "quit?",
        alcove.game(name).view(_start(name), 0).to_text(),
    ]  # fmt: skip
    rng, answers = random.Random(3), list[str]()
    session = Session(name, answers.append)
    for _ in range(400):
        line = " ".join(rng.choices(words, k=rng.randint(1, 6)))
        if not (line.startswith("go") and any(limit in line for limit in ("depth", "nodes", "time"))):
            session.obey(line)
    session.obey("position startpos")
    session.obey("isready")
    assert answers[-1] == "readyok"
    assert all("\n" not in answer and answer.isprintable() for answer in answers)
    faults = ("TypeError", "ValueError", "KeyError", "IndexError", "AttributeError", "AssertionError", "RecursionError")
    assert not [answer for answer in answers if any(fault in answer for fault in faults)]


def _start(name: str) -> State[Any]:
    game = alcove.game(name)
    return game.initial(**({"seed": 4} if game.luck(game.initial()) else {}))


def test_a_clock_is_never_spent_whole() -> None:
    assert 0 < share_of_clock(60, 0, 20) <= 3
    assert share_of_clock(1, 10, 20) < 1
    assert share_of_clock(0.01, 0, 20) > 0


def test_a_process_ends_with_its_input() -> None:
    session = subprocess.run(
        [sys.executable, "-m", "alcove", "engine", "avalam"],
        input=b"ugi\nposition startpos\n\xff\xfe\x00\ngo depth 1\n",
        capture_output=True,
        env=dict(os.environ),
        check=True,
    )
    lines = session.stdout.decode().splitlines()
    assert lines[-1].startswith("bestmove ")
    assert any(line.startswith("info error unknown command") for line in lines)
    assert session.stderr == b""
