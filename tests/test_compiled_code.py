"""Compiled code is found again, never stale, and safe to compile twice at once."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from alcove.jit import cache
from alcove.players.warm import is_warm, steps, warm

COUNT = """
import alcove
from alcove.games.kernels import kernel
start = alcove.game("avalam").initial()
print(kernel("avalam").perft(start, 2), kernel("avalam").playouts(start, 20, seed=5))
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package whose sources a test may edit."""
    copy = tmp_path / "alcove"
    shutil.copytree(cache.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(cache, "PACKAGE", copy)
    cache.fingerprint.cache_clear()
    yield copy
    cache.fingerprint.cache_clear()


def folders() -> dict[str, Path]:
    cache.fingerprint.cache_clear()
    return {game: cache.folder(game) for game in ("avalam", "axom", "")}


@pytest.mark.parametrize(
    ("edited", "moved"),
    [
        ("games/avalam/kernel.py", {"avalam"}),
        ("games/avalam/rules.py", {"avalam"}),
        ("games/axom/kernel.py", {"axom"}),
        ("search/alphabeta.py", {"avalam", "axom", ""}),
        ("jit/bits.py", {"avalam", "axom", ""}),
        ("compiled/driver.py", {"avalam", "axom", ""}),
        ("boards/layout.py", {"avalam", "axom", ""}),
        ("games/rooms.py", set()),
        ("neural/trees/walking.py", {"avalam", "axom", ""}),
        ("neural/training/run.py", set()),
        ("games/avalam/words.py", set()),
        ("games/avalam/about.py", set()),
        ("games/avalam/ratings.json", set()),
        ("games/avalam/weights.json", {"avalam"}),
        ("cli/app.py", set()),
    ],
)
def test_an_edit_moves_the_folder_of_what_is_made_from_it(house: Path, edited: str, moved: set[str]) -> None:
    before = folders()
    (house / edited).write_text((house / edited).read_text() + "\n# another line\n")
    after = folders()
    assert {game for game in before if before[game] != after[game]} == moved


@pytest.mark.parametrize(
    ("module", "game"),
    [
        ("alcove.games.avalam.kernel", "avalam"),
        ("alcove.compiled.looks", ""),
        ("alcove.compiled.driver.for_axom", "axom"),
        ("alcove.search.alphabeta.plain.for_axom", "axom"),
        ("alcove.jit.random", ""),
    ],
)
def test_compiled_code_lies_with_the_game_it_was_made_for(module: str, game: str) -> None:
    assert cache.game_of(module) == game


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    environment = dict(os.environ, ALCOVE_CACHE=str(tmp_path))
    processes = [
        subprocess.Popen([sys.executable, "-c", COUNT], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert answers[0] == answers[1]
    assert answers[0].startswith("81488 ")
    later = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True)
    assert later.stdout == answers[0], "what they left behind works"


def test_warm_knows_when_there_is_nothing_to_do() -> None:
    told: list[tuple[int, int]] = []
    warm(["avalam"], told=lambda step, done, total: told.append((done, total)))
    assert is_warm("avalam")
    assert warm(["avalam"]) == 0
    if told:
        total = len(steps("avalam"))
        assert told == [(done, total) for done in range(1, total + 1)]
