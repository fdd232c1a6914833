"""`alcove new-game` writes a package that plays, and whose tests are green."""

from pathlib import Path

import pytest

from .conftest import Run, environment, install, python


def test_a_new_game_is_installed_tested_and_played(alcove: Run, tmp_path: Path) -> None:
    package = tmp_path / "trial"
    written = alcove("new-game", "trial", "--out", str(package))
    assert written.returncode == 0, written.stderr
    assert "alcove play trial --level 3" in written.stdout
    left = [path for path in package.rglob("*") if path.is_file() and "newgame" in path.read_text("utf-8").lower()]
    assert left == []

    install(tmp_path / "site", package)
    env = environment(tmp_path / "site", data=tmp_path / "data")
    tested = python(env, "pytest", ["-q", "-p", "no:cacheprovider"], cwd=package)
    assert tested.returncode == 0, tested.stdout

    cells = "\n".join([f"{file}{rank}" for file in "abcde" for rank in range(1, 6)] * 15)
    played = python(env, "alcove", ["play", "trial", "--level", "3"], cells)
    assert "no cell left to put a stone on" in played.stdout
    examined = python(env, "alcove", ["doctor", "trial"])
    assert examined.returncode == 0, examined.stdout
    assert "rulebook.py" in examined.stdout.partition("Not there yet:")[0], "what refusals name can be read"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Trial", "is no name for a game"),
        ("2048", "is no name for a game"),
        ("my-game", "is no name for a game"),
        ("class", "is no name for a game"),
        ("_x", "is no name for a game"),
        ("échecs", "is no name for a game"),
        ("x" * 60, "is no name for a game"),
        ("clobber", "is taken"),
        ("axom", "is taken"),
        ("numpy", "is taken"),
    ],
)
def test_a_bad_name_is_refused_in_a_sentence(alcove: Run, tmp_path: Path, name: str, why: str) -> None:
    answer = alcove("new-game", name, "--out", str(tmp_path / "new"))
    assert answer.returncode == 2
    assert why in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_there_is_not_touched(alcove: Run, tmp_path: Path) -> None:
    (tmp_path / "trial").mkdir()
    answer = alcove("new-game", "trial", "--out", str(tmp_path / "trial"), language="fr")
    assert answer.returncode == 2
    assert "existe déjà" in answer.stderr
    assert list((tmp_path / "trial").iterdir()) == []
