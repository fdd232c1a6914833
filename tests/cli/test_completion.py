"""Tab at the shell: commands, games, levels and players, and nothing that makes a person wait."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import alcove
from alcove.cli.app import COMMANDS


def offered(*line: str) -> list[str]:
    """What bash is told when Tab is pressed after these words, the last of them begun."""
    asked = {"_ALCOVE_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(line), "COMP_CWORD": str(len(line) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "alcove"], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (("alcove", ""), list(COMMANDS)),
        (("alcove", "pl"), ["play"]),
        (("alcove", "play", ""), list(alcove.games())),
        (("alcove", "perft", "axo"), ["axom"]),
        (("alcove", "play", "axom", "--level", ""), list("12345678")),
        (("alcove", "play", "axom", "--opponent", "r"), ["random"]),
        (("alcove", "arena", "axom", "level8", "gr"), ["greedy"]),
        (("alcove", "games", "--language", "f"), ["fr"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_tab_offers(line: tuple[str, ...], names: list[str]) -> None:
    assert offered(*line) == names


def test_the_first_word_imports_no_command() -> None:
    """All of them together take seconds to import."""
    code = (
        "import sys; sys.argv = ['alcove']\nfrom alcove.cli import main\n"
        "try: main()\nfinally: print(*[m for m in sys.modules if m.startswith('alcove.cli.commands.')], file=sys.stderr)"
    )
    asked = {"_ALCOVE_COMPLETE": "complete_bash", "COMP_WORDS": "alcove ", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == list(COMMANDS)
    assert done.stderr.split() == []


@pytest.mark.skipif(sys.platform == "win32", reason="bash")
def test_installing_it_writes_what_bash_reads(tmp_path: Path) -> None:
    command = f"'{sys.executable}' -m alcove --install-completion; source '{tmp_path}/.bashrc'; complete -p alcove"
    done = subprocess.run(
        ["bash", "--norc", "-c", command],
        env=os.environ | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "complete" in done.stdout
    assert "alcove" in done.stdout.splitlines()[-1]
    assert "_ALCOVE_COMPLETE" in (tmp_path / ".bash_completions" / "alcove.sh").read_text()
