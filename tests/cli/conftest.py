"""The command line as a person meets it: words in, an exit status and two streams out."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from alcove.cli.app import run


class Answer(NamedTuple):
    status: int
    out: str
    err: str


Ask = Callable[..., Answer]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for kept games, English, and a plain terminal, whatever the machine says."""
    monkeypatch.setenv("ALCOVE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ALCOVE_LANGUAGE", "en")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path / "data"


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Run a command line inside this process, with `typed` as its standard input."""

    def ask_alcove(*arguments: str, typed: str | bytes = "") -> Answer:
        content = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        status = run(arguments)
        out, err = capsys.readouterr()
        return Answer(status, out, err)

    return ask_alcove


def start_process(*arguments: str) -> subprocess.Popen[str]:
    """The same as a process of its own, for signals and pipes. It hears Ctrl-C even if the tests run in the background of
    a shell, where nothing does; its group is its own, so that Ctrl-C can be pressed for it and all it has started."""
    return subprocess.Popen(
        [sys.executable, "-m", "alcove", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        start_new_session=True,
    )
