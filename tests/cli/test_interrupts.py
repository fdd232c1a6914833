"""Ctrl-C ends every command soon, with status 130 and one sentence, and what can be resumed is kept."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import alcove
from alcove.search import limits

from .conftest import Ask, start_process

LONG = "600"
"""Seconds that no test waits for: whoever ends earlier was ended."""
SOON = 30
"""Seconds after which we believe that nothing will end; a busy machine has its reasons."""

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def wait_for(is_so: Callable[[], object], process: "subprocess.Popen[str] | None" = None) -> None:
    deadline = time.monotonic() + 300  # compiling may come first
    while not is_so():
        assert process is None or process.poll() is None, "it has ended by itself"
        assert time.monotonic() < deadline
        time.sleep(0.02)


def cpu_seconds(process: "subprocess.Popen[str]") -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    own = {int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()}
    return own.union(*(children(child) for child in own if Path(f"/proc/{child}").exists()))


def press(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Ctrl-C as a terminal presses it, for everybody; then what was said."""
    started = children(process.pid) if sys.platform == "linux" else set()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=SOON)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "Error" not in err
    wait_for(lambda: not any(_is_alive(child) for child in started))
    return out, err


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@linux_only
@pytest.mark.parametrize("game", ["avalam", "axom", "axxa"])
def test_a_search_is_told_to_stop(game: str) -> None:
    """Alpha-beta with its threads, a proof, and worlds."""
    process = start_process("analyse", game, "--time", LONG)
    wait_for(lambda: cpu_seconds(process) > 4, process)
    out, err = press(process)
    assert out == ""
    assert err.splitlines()[-1] == "Stopped."


def test_all_searches_of_a_process_are_stopped_together() -> None:
    flags = [np.zeros(1, np.uint8) for _ in range(3)]
    with limits.Alarm(flags[0], None), limits.Alarm(flags[1], 600):
        limits.stop_all()
    limits.stop_all()
    assert [int(flag[0]) for flag in flags] == [1, 1, 0]


def test_a_search_that_is_left_in_a_hurry_is_stopped() -> None:
    flag = np.zeros(1, np.uint8)
    with pytest.raises(KeyboardInterrupt), limits.Alarm(flag, 600):
        raise KeyboardInterrupt
    assert flag[0] == 1


def test_a_game_is_kept_while_the_machine_thinks(data_folder: Path) -> None:
    process = start_process("play", "avalam", "--level", "8")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("d5-d6\n")
    process.stdin.flush()
    while "1. Yellow: d5-d6" not in process.stdout.readline():  # the move is echoed before it is played
        pass
    _, err = press(process)
    assert "alcove play --resume" in err
    (path,) = (data_folder / "games").iterdir()
    assert "d5-d6" in [ply.move for ply in alcove.read_record(path.read_text()).main.plies]


def test_it_is_said_in_french_too() -> None:
    process = start_process("--language", "fr", "perft", "avalam", "7", "--rules")
    time.sleep(0.1)
    wait_for(lambda: sys.platform != "linux" or cpu_seconds(process) > 1, process)
    assert press(process)[1].splitlines()[-1] == "Interrompu."


@linux_only
@pytest.mark.parametrize(
    "command",
    [
        ["perft", "avalam", "9"],
        ["perft", "avalam", "7", "--rules"],
        ["bench", "avalam"],
        ["bench", "avalam", "--engines"],
        ["puzzles", "check", "axiom", "--all"],
    ],
    ids=" ".join,
)
def test_work_without_a_flag_is_ended(command: list[str]) -> None:
    process = start_process(*command)
    wait_for(lambda: cpu_seconds(process) > 2.5, process)
    _, err = press(process)
    assert err.splitlines()[-1] == "Stopped."


def test_a_match_is_kept_and_goes_on(ask: Ask, tmp_path: Path) -> None:
    records = tmp_path / "match.txt"
    words = ["arena", "avalam", "greedy", "random", "--games", "100000", "--records", str(records), "--processes", "2"]
    process = start_process(*words)
    wait_for(lambda: records.exists() and records.read_text().count("[Game ") >= 2, process)
    out, err = press(process)
    assert "greedy – random" in out
    assert "The same command with --resume goes on." in err
    kept = records.read_text().count("[Game ")
    assert len(alcove.read_records(records.read_text())) == kept
    words[words.index("100000")] = str(kept + 2)
    assert ask(*words, "--resume").status == 0
    assert records.read_text().count("[Game ") >= kept + 2


@linux_only
@pytest.mark.parametrize("processes", ["1", "2"])
def test_puzzles_and_the_atlas_go_on_where_they_were(tmp_path: Path, processes: str) -> None:
    work = tmp_path / "work.jsonl"
    process = start_process(
        "puzzles", "make", "avalam", "--count", "5000", "--work", str(work), "--out", str(tmp_path), "--processes", processes
    )  # fmt: skip
    wait_for(lambda: work.exists() and work.read_text().endswith("\n"), process)
    _, err = press(process)
    assert err.splitlines()[-1] == "Stopped. What is done is kept; the same command goes on."
    assert not (tmp_path / "avalam.json").exists()
    process = start_process("atlas", "avalam", "--out", str(tmp_path / "atlas"), "--processes", processes)
    wait_for(lambda: cpu_seconds(process) > 2.5 and len(children(process.pid)) >= (processes == "2"), process)
    _, err = press(process)
    assert err.splitlines()[-1] == "Stopped. What is done is kept; the same command goes on."


@linux_only
def test_an_engine_for_other_programs_ends(ask: Ask) -> None:
    process = start_process("engine", "avalam")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("isready\ngo infinite\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith("info depth"):
        pass
    press(process)


@linux_only
def test_a_room_under_load_goes_with_whoever_opened_it() -> None:
    process = start_process("load", "--sockets", "4", "--moves", "2", "--seconds", LONG)
    wait_for(lambda: children(process.pid), process)
    press(process)
