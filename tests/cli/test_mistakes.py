"""A game whose law fails is named, with its package and the place: it is no bug of Alcove."""

from collections.abc import Iterator

import pytest

from alcove.cli.app import run
from alcove.players.ugi import Session

from ..server import stumbling

MISTAKE = "the game stumble of the package tests.server.stumbling made a mistake: ZeroDivisionError: oops ("


@pytest.fixture(autouse=True)
def stumble() -> Iterator[None]:
    with stumbling.installed():
        yield


def test_the_terminal_names_the_package(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALCOVE_DEBUG", raising=False)
    stumbling.fail("moves", 0)
    run(["moves", "stumble", "--language", "en"])
    said = capsys.readouterr().err
    assert MISTAKE in said
    assert "stumbling.py:" in said
    assert "a bug in Alcove" not in said


@pytest.mark.parametrize(
    ("place", "stones", "is_move"), [("moves", 1, False), ("outcome", 1, True), ("play", 1, True), ("moves", 3, True)]
)
def test_the_engine_for_programs_names_it_and_answers(place: stumbling.Place, stones: int, is_move: bool) -> None:
    said: list[str] = []
    session = Session("stumble", said.append)
    session.obey("position startpos moves a1")
    stumbling.fail(place, stones)
    session.run(["go nodes 200"])
    assert [line for line in said if line.startswith("info error " + MISTAKE)], said
    moves = [line.removeprefix("bestmove ") for line in said if line.startswith("bestmove ")]
    assert len(moves) == 1
    assert (moves[0] != "(none)") is is_move
    session.obey("isready")
    assert said[-1] == "readyok" or said[-1].startswith("info error")
