"""What the manual shows works, and its tables are true."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import alcove
from alcove.core.registry import ours
from alcove.games.rooms import rooms
from alcove.spaces import space

MANUAL = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_examples_of_the_manual_run() -> None:
    failed, tried = doctest.testfile(str(MANUAL), module_relative=False)
    assert tried > 20
    assert failed == 0


@pytest.mark.parametrize(
    "module", ["spaces", "environments.pettingzoo", "environments.gymnasium", "environments.openspiel"]
)
def test_the_examples_of_the_modules_run(module: str) -> None:
    found = doctest.testmod(import_module(f"alcove.{module}"))
    assert found.attempted > 2
    assert found.failed == 0


@pytest.mark.parametrize("name", ours())
def test_the_tables_of_the_manual_are_true(name: str) -> None:
    title, seen, text = alcove.game(name).title, space(name), MANUAL.read_text(encoding="utf-8")
    actions, planes = re.findall(rf"^\| {title} \| ([^|]+) \| (\d+) \|", text, re.MULTILINE)
    assert actions[0] == str(seen.n_actions)
    if rooms(name).has("encoding") or rooms(name).has("observation"):
        assert planes[0] == str(seen.shape)
        assert seen.sight.version == f"planes {planes[1]}"
