"""What the papers of the house show really works: examples run, commands answer, links lead somewhere."""

import doctest
import functools
import re
import shlex
from pathlib import Path

import pytest

from alcove.cli.app import COMMANDS, run

HOUSE = Path(__file__).parent.parent
PAPERS = sorted([*HOUSE.glob("*.md"), *HOUSE.glob("docs/**/*.md"), *HOUSE.glob("src/alcove/games/**/*.md")])


def test_the_library_example_of_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(HOUSE / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 10
    assert failed == 0


def console_examples() -> list[tuple[str, str]]:
    """The commands of the README and what they print."""
    (block,) = re.findall(r"```console\n(.*?)```", (HOUSE / "README.md").read_text(), re.DOTALL)
    parts = re.split(r"^\$ alcove ", block, flags=re.MULTILINE)[1:]
    return [(command, answer) for command, _, answer in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize(("command", "answer"), console_examples())
def test_the_commands_of_the_readme_answer_as_shown(
    command: str, answer: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == answer


@pytest.mark.parametrize("paper", ["README.md", "README.fr.md"])
def test_no_paper_names_a_command_that_does_not_exist(paper: str) -> None:
    named = re.findall(r"`alcove ([a-z]+(?:-[a-z]+)*)", (HOUSE / paper).read_text())
    assert set(named) <= set(COMMANDS)


MADE = re.compile(r"(?:\.\./)*(?:reference|rules)/")
"""Chapters of the handbook that are made and not written: its build says which of these links lead nowhere."""


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_links_lead_somewhere(paper: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", paper.read_text()):
        if HOUSE / "docs" in paper.parents and MADE.match(target):
            continue
        assert "://" in target or (paper.parent / target).exists(), f"{target} leads nowhere"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_paper_names_a_file_that_is_gone(paper: Path) -> None:
    """A file is named from the root, or by the end of its path in src or tests; `<g>` stands for any game, and `trial/` is
    what `alcove new-game trial` writes."""
    for named in re.findall(r"`(?!trial/)([\w/<>.-]+\.py)\b[^`\n]*`", paper.read_text()):
        path = named.replace("<g>", "*").removeprefix("alcove/")
        places = (path, f"src/alcove/**/{path}", f"tests/**/{path}")
        assert any(True for place in places for _ in HOUSE.glob(place)), f"{named} is nowhere"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_paper_leans_on_a_test_that_is_gone(paper: Path) -> None:
    for named in re.findall(r"`(test_\w+)`", paper.read_text()):
        assert f"def {named}(" in all_tests(), f"there is no {named}"


@functools.cache
def all_tests() -> str:
    return "\n".join(path.read_text() for path in (HOUSE / "tests").rglob("test_*.py"))
