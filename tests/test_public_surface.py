"""The surface other programs rely on, and what importing it costs."""

import doctest
import json
import subprocess
import sys

import pytest

import alcove
from alcove.core.options import changed
from alcove.core.registry import ours

NAMES = {
    "AlcoveError", "Game", "IllegalMoveError", "OptionError", "Outcome", "PositionError", "Record", "RecordError",
    "State", "UnknownGameError", "View", "divide", "game", "games", "perft", "read_record", "read_records",
}  # fmt: skip


def test_names() -> None:
    assert set(alcove.__all__) >= NAMES
    assert all(hasattr(alcove, name) for name in alcove.__all__)


def test_games_lists_the_four() -> None:
    assert alcove.games() == ("avalam", "axom", "axxa", "axiom")
    assert [alcove.game(name).name for name in alcove.games()] == list(alcove.games())


def test_an_unknown_game_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(alcove.UnknownGameError, match="unknown game 'chess'; known: avalam, axom, axxa, axiom"):
        alcove.game("chess")


def test_the_example_of_the_issue() -> None:
    game = alcove.game("axom")
    state = game.initial()
    assert isinstance(state.legal_moves(), tuple)
    assert "c3-f3" in map(str, state.legal_moves())
    state = state.play("c3-f3")
    assert (state.to_move, state.outcome()) == (1, None)
    assert game.from_text(state.to_text()) == state
    assert game.view(state, 0) is state
    with pytest.raises(alcove.IllegalMoveError):
        state.play("c3-f3")


def test_options_are_keywords() -> None:
    assert changed(alcove.game("axom").initial(repetition="off").options) == {"repetition": "off"}
    axxa = alcove.game("axxa")
    duel = axxa.initial(seed=7, mode="duel")
    assert (changed(duel.options), duel.seats) == ({"mode": "duel", "seats": "2"}, 2)
    assert duel == axxa.initial(seed=7, mode="duel")
    assert duel != axxa.initial(seed=8, mode="duel")
    assert axxa.from_text(duel.to_text(), mode="duel") == duel


def test_every_error_is_one_kind() -> None:
    for name in ("IllegalMoveError", "OptionError", "PositionError", "RecordError", "UnknownGameError"):
        assert issubclass(getattr(alcove, name), alcove.AlcoveError)
    assert issubclass(alcove.AlcoveError, ValueError)


def test_the_docstring_is_true() -> None:
    assert doctest.testmod(alcove).attempted > 0
    assert doctest.testmod(alcove).failed == 0


HEAVY = {
    "numba", "numpy", "rich", "typer", "torch", "starlette", "fastapi", "sqlalchemy", "msgspec", "asyncio",
    "gymnasium", "pettingzoo", "pyspiel",
}  # fmt: skip


def modules_after(code: str) -> set[str]:
    """The top-level modules a fresh interpreter holds after running `code`."""
    show = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    run = subprocess.run([sys.executable, "-c", f"{code}\n{show}"], capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout))


def test_importing_alcove_stays_light() -> None:
    assert modules_after("import alcove") & HEAVY == set()


def test_playing_by_the_rules_stays_light() -> None:
    """Our own games: a package may need what it likes."""
    play = "s = alcove.game(name).initial(); s.play(s.legal_moves()[0])"
    code = f"import alcove\nfor name in {ours()}:\n {play}"
    assert modules_after(code) & HEAVY == set()


def test_games_are_imported_when_asked_for() -> None:
    show = "import sys, alcove; print(*(n for n in sys.modules if n.startswith('alcove.games.')))"
    run = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
