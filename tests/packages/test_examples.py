"""The example packages are games like our own: counted, played, analysed, examined, in the terminal and over UGI."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import EXAMPLES, ROOT, Run, environment, install, python

STEPS = [
    f"{a}{r}-{chr(ord(a) + dx)}{r + dy}"
    for a in "abcdef"
    for r in range(1, 6)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
]
CELLS = [f"{a}{r}" for r in range(1, 8) for a in "abcdefg"]


def test_they_are_listed_like_the_others_in_both_languages(alcove: Run) -> None:
    english, french = alcove("games"), alcove("games", language="fr")
    assert "\nclobber\n" in english.stdout
    assert "Whoever cannot take any more loses." in english.stdout
    assert "Qui ne peut plus prendre a perdu." in french.stdout
    assert "Reliez vos bords" in french.stdout or "reliez vos deux bords" in french.stdout


@pytest.mark.parametrize("way", [(), ("--rules",)])
def test_clobber_has_80063_lines_of_three_plies(alcove: Run, way: tuple[str, ...]) -> None:
    assert alcove("perft", "clobber", "3", *way).stdout.splitlines()[-1] == "80063"


@pytest.mark.parametrize(
    ("game", "level", "language", "ends"),
    [("clobber", "3", "en", "no stone left to take"), ("clobber", "1", "fr", "plus aucun pion à prendre"),
     ("hexes", "2", "en", "both sides are joined"), ("hexes", "5", "fr", "les deux bords sont reliés")],
)  # fmt: skip
def test_a_game_against_a_level_is_played_to_its_end_in_the_terminal(
    alcove: Run, game: str, level: str, language: str, ends: str
) -> None:
    """Whoever types tries every move there could be, over and over; what is not legal is refused."""
    typed = "\n".join((STEPS if game == "clobber" else CELLS) * 30)
    answer = alcove("play", game, "--level", level, typed=typed, language=language)
    assert answer.returncode == 0, answer.stderr
    assert ends in answer.stdout


def test_a_level_that_a_game_does_not_have_is_refused(alcove: Run) -> None:
    answer = alcove("play", "hexes", "--level", "7", typed="a1\n")
    assert answer.returncode == 2
    assert "from 1 to 5" in answer.stderr


@pytest.mark.parametrize("game", ["clobber", "hexes"])
def test_a_game_is_played_to_its_end_over_ugi(site: Path, tmp_path: Path, game: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "alcove", "engine", game],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(site, data=tmp_path), cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(line: str, until: str) -> str:
            print(line, file=process.stdin, flush=True)
            while True:
                heard = process.stdout.readline() if process.stdout else ""
                assert heard, "the engine has gone"
                assert not heard.startswith("info error"), heard
                if heard.startswith(until):
                    return heard.strip()

        ask("ugi", "ugiok")
        ask("isready", "readyok")
        moves: list[str] = []
        for _ in range(60):
            said = " moves " + " ".join(moves) if moves else ""
            print(f"position startpos{said}", file=process.stdin, flush=True)
            if ask("query gameover", "response") == "response true":
                break
            moves.append(ask("go nodes 10", "bestmove").split()[1])
        assert ask("query result", "response") in ("response p1win", "response p2win")
        print("quit", file=process.stdin, flush=True)


@pytest.mark.parametrize("game", ["clobber", "hexes"])
def test_the_doctor_finds_nothing_wrong_and_tells_what_could_be_added(alcove: Run, game: str) -> None:
    answer = alcove("doctor", game, "--json")
    assert answer.returncode == 0, answer.stdout
    told = json.loads(answer.stdout)
    assert told["wrong"] == []
    assert "scene" in told["there"]
    assert told["missing"]["lessons"] == "lessons.py"
    assert ("kernel" in told["there"]) == (game == "clobber")
    assert "Rien à redire." in alcove("doctor", game, language="fr").stdout


WRONGS = {
    "a French word": ("clobber/__init__.py", '"Prenez votre voisin."', '""', r"clobber/__init__\.py:\d+: the French is missing beside 'Take your neighbour\.'"),
    "a French reason": ("clobber/__init__.py", 'f"le pion en {target} est à vous"', '""', r"clobber/__init__\.py:\d+: the French is missing"),
    "a label": ("clobber/__init__.py", 'for size in SIZES}', 'for size in SIZES[1:]}', r"clobber/__init__\.py:\d+: the value 6x5 of the option size has no label"),
    "the kernel": ("clobber/kernel.py", "moved * met < 0", "moved * met < 0 or met == 0", r"clobber/kernel\.py:1: law and kernel disagree in `[^`]+`: only the kernel has"),
    "a figure": ("clobber/rulebook.py", '"b1-c1"', '"b1-c2"', r"clobber/rulebook\.py:1: a step of the figure taking is not legal: b1-c2"),
    "a refusal": ("clobber/__init__.py", '"C3", f"{target} is not beside', '"C9", f"{target} is not beside', r"is refused by C9, which the rulebook does not have"),
    "the law": ("clobber/__init__.py", "return self.after({move.origin: 0,", "return self.after({'z9': 0,", r"clobber/__init__\.py:\d+: .*KeyError: 'z9'"),
}  # fmt: skip
"""What somebody might get wrong, and what the doctor must say to it."""


@pytest.mark.parametrize("wrong", WRONGS)
def test_the_doctor_names_what_is_wrong_with_file_and_line(tmp_path: Path, wrong: str) -> None:
    file, right, mistake, said = WRONGS[wrong]
    package = tmp_path / "package"
    shutil.copytree(EXAMPLES / "clobber", package)
    source = (package / file).read_text(encoding="utf-8")
    assert source.count(right) == 1
    (package / file).write_text(source.replace(right, mistake), encoding="utf-8")
    if wrong != "the kernel":
        (package / "clobber" / "kernel.py").unlink()  # it would have to be compiled for nothing
    install(tmp_path / "site", package)
    answer = python(environment(tmp_path / "site", data=tmp_path / "data"), "alcove", ["doctor", "clobber"])
    assert answer.returncode == 1, answer.stderr
    assert re.search(said, answer.stdout), answer.stdout


def test_the_suite_runs_over_an_installed_game_without_a_file(site: Path, tmp_path: Path) -> None:
    env = environment(site, data=tmp_path / "data")
    arguments = ["-q", "-p", "alcove.pytest_plugin", "-p", "no:cacheprovider", "--alcove-game", "hexes"]
    answer = python(env, "pytest", arguments, cwd=tmp_path)
    assert answer.returncode == 0, answer.stdout
    assert re.search(r"\d\d+ passed", answer.stdout)


@pytest.mark.parametrize("name", ["clobber", "hexes"])
def test_the_examples_pass_their_own_tests(site: Path, tmp_path: Path, name: str) -> None:
    env = environment(site, data=tmp_path / "data")
    answer = python(env, "pytest", ["-q", "-p", "no:cacheprovider", "tests"], cwd=EXAMPLES / name)
    assert answer.returncode == 0, answer.stdout


def test_clobber_is_300_lines_at_most_and_has_no_page_code() -> None:
    sources = list((EXAMPLES / "clobber" / "clobber").rglob("*"))
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources if path.suffix == ".py") <= 300
    assert {path.suffix for path in sources if path.is_file() and "__pycache__" not in path.parts} == {".py"}


OPEN_SPIELS_OWN = '"open_spiel": "clobber"'
"""OpenSpiel has a game of that name too, beside which `alcove bench` measures one of ours."""


def test_nothing_of_ours_names_an_example() -> None:
    found = [
        path
        for folder in (ROOT / "src", ROOT / "web" / "src")
        for path in folder.rglob("*")
        if path.suffix in (".py", ".ts", ".svelte", ".css", ".md", ".json", ".txt")
        and "clobber" in path.read_text(encoding="utf-8").lower().replace(OPEN_SPIELS_OWN, "")
    ]
    assert found == []
