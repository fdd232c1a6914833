"""The surface other programs rely on, and what importing it costs."""

import ast
import doctest
import inspect
import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import alcove
from alcove.core.options import changed
from alcove.core.registry import ours

GOLDEN = Path(__file__).parent / "golden" / "public.txt"
"""Every public name with its signature. To change one is to change what others rely on: say so in CHANGELOG.md, then write the
file again with `python -m tests.test_public_surface`."""


def public() -> list[str]:
    """The public names, but for modules, which have surfaces of their own."""
    return [
        name
        for name in alcove.__all__
        if name in ("games", "puzzles") or not isinstance(getattr(alcove, name), ModuleType)
    ]


def source(value: object) -> ast.stmt:
    """A class or a function as it is written: what it says means the same in every Python."""
    return ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]  # type: ignore[arg-type]


def surface() -> list[str]:
    """A line for every public name, method and field, with its types."""
    lines = []
    for name in public():
        value = getattr(alcove, name)
        if isinstance(value, type):
            bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
            lines.append(f"class {name}({bases})")
            ours = [base for base in reversed(value.__mro__) if base.__module__.startswith("alcove.")]
            lines += sorted({f"    {line}" for base in ours for line in members(source(base))})
        elif isinstance(value, ModuleType):  # a package that can be called
            lines.append(written(source(type(value).__call__), name))
        elif inspect.isfunction(value):
            lines.append(written(source(inspect.unwrap(value)), name))
        else:
            lines.append(f"{name} = {value}")
    return lines


def members(kind: ast.stmt) -> Iterator[str]:
    """What is public in a class."""
    assert isinstance(kind, ast.ClassDef)
    for node in kind.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id[0] != "_":
            yield f"{node.target.id}: {ast.unparse(node.annotation)}"
        elif isinstance(node, ast.FunctionDef) and (node.name[0] != "_" or node.name == "__init__"):
            yield "".join(f"@{ast.unparse(each)} " for each in node.decorator_list) + written(node, node.name)


def written(node: ast.stmt, name: str) -> str:
    assert isinstance(node, ast.FunctionDef)
    return f"{name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns) if node.returns else '?'}"


def test_names() -> None:
    assert sorted(alcove.__all__, key=str.swapcase) == sorted(set(alcove.__all__), key=str.swapcase)
    assert all(hasattr(alcove, name) for name in alcove.__all__)
    assert set(alcove.__all__) <= set(dir(alcove))


def test_names_and_signatures_are_what_others_rely_on() -> None:
    assert surface() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_public_edge_is_typed() -> None:
    """By mypy, and without `Any`."""
    assert [line for line in surface() if re.search(r"\bAny\b|-> \?$", line)] == []


def test_an_unknown_name_is_an_ordinary_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'alcove' has no attribute 'nothing'"):
        alcove.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_everything_public_says_what_it_is() -> None:
    for name in public():
        value = getattr(alcove, name)
        is_told_elsewhere = isinstance(value, ModuleType) or value is alcove.View  # an alias has no words of its own
        assert is_told_elsewhere or (value.__doc__ or "").strip(), name


@pytest.mark.parametrize("module", ["alcove", "alcove.library", "alcove.plot", "alcove.puzzles"])
def test_examples_in_docstrings_are_true(module: str) -> None:
    found = import_module(module)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    tests = finder.find(found, module)
    if isinstance(found, ModuleType) and type(found) is not ModuleType:
        tests += finder.find(type(found).__call__, f"{module}()")
    for test in tests:
        runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 0


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


def test_names_for_typing_do_not_load_what_they_stand_for() -> None:
    assert (
        modules_after("import alcove; dir(alcove); alcove.Player; alcove.Level; alcove.curve; alcove.puzzles")
        & {"numba", "numpy"}
        == set()
    )


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(surface()) + "\n", encoding="utf-8")
