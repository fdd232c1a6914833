"""Who plays needs none of the field's packages, and who lacks one is told how to get it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import alcove.environments

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


@pytest.mark.parametrize(
    ("module", "missing", "says"),
    [
        ("pettingzoo", "pettingzoo", "PettingZoo is not installed; pip install 'alcove[pettingzoo]' adds it"),
        ("gymnasium", "gymnasium", "Gymnasium is not installed; pip install 'alcove[gymnasium]' adds it"),
        ("vector", "gymnasium", "Gymnasium is not installed; pip install 'alcove[gymnasium]' adds it"),
        ("openspiel", "pyspiel", "OpenSpiel is not installed; pip install 'alcove[openspiel]' adds it"),
    ],
)
def test_a_missing_package_is_said_in_a_sentence(module: str, missing: str, says: str) -> None:
    code = (
        "import importlib.util, sys\n"
        f"sys.modules[{missing!r}] = None\n"
        "find = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, *p: None if name == {missing!r} else find(name, *p)\n"
        "import alcove.environments\n"
        f"try: alcove.environments.{module}\n"
        "except ImportError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == says


def test_each_is_an_extra_and_one_brings_all() -> None:
    every = [need for extra in ("pettingzoo", "gymnasium", "openspiel") for need in EXTRAS[extra]]
    assert sorted(set(every)) == sorted(EXTRAS["environments"])
    assert set(every) <= {need for need in PROJECT["dependency-groups"]["dev"] if isinstance(need, str)}


def test_names_that_are_not_there() -> None:
    assert alcove.environments.pettingzoo.env is not None
    with pytest.raises(AttributeError, match="has no attribute 'rllib'"):
        alcove.environments.rllib  # noqa: B018
