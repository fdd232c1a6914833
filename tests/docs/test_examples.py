"""Every command and every example of the handbook runs, page by page, as a reader would follow it.

A page has a folder and an environment of its own: what its tutorial installs is installed there, files it shows are written, a room it
opens listens on a free port and is closed when the page ends.
"""

import doctest
import io
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import venv
from pathlib import Path
from typing import Any

import pytest

from alcove.cli.app import run

from .hands import HANDS
from .pages import DATA, DOCS, PAGES, ROOT, Block, blocks, commands, fits, typed

NOT_RUN = {
    "CONTRIBUTING.md": 2,
    "docs/bots.md": 1,
    "docs/engines.md": 2,
    "docs/environments.md": 1,
    "docs/how-to/completion.md": 1,
    "docs/how-to/install.md": 2,
    "docs/how-to/release.md": 1,
    "docs/library.md": 2,
    "docs/operations.md": 4,
    "docs/performance.md": 1,
    "docs/training.md": 2,
    "docs/tutorials/bot.md": 1,
    "docs/tutorials/club.md": 2,
    "docs/tutorials/contributor.md": 1,
    "docs/tutorials/game.md": 1,
}
"""How many blocks of each page are not run. Whoever adds one says why in the page, and counts it here."""

PATIENCE_SECONDS = 300
_OPEN = re.compile(r"http://[^\s:]+:(\d+)")
_FOR_A_SHELL = re.compile(r"[|<>&;*$`]")


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_block_hides_from_the_tests(page: Path) -> None:
    """A block without a kind, or of a kind that nobody runs, could hold a command that has long been wrong."""
    for block in blocks(page):
        assert block.by_hand in ("", *HANDS), f"{named(page)}:{block.line}"
        assert block.by_hand or block.kind in DATA | {"console", "python"}, (
            f"{named(page)}:{block.line}: what is this block?"
        )


def test_what_is_not_run_is_counted() -> None:
    counted = {named(page): sum(bool(block.not_run) for block in blocks(page)) for page in PAGES}
    assert {page: count for page, count in counted.items() if count} == NOT_RUN


def test_shown_and_told_are_compared() -> None:
    assert fits("one\n...\nlast … word\n", "one\ntwo\nthree\nlast of all word\n")
    assert not fits("one\nlast\n", "one\ntwo\nlast\n")
    assert not fits("one\n", "one more\n")
    assert typed("Yellow > c9-d9\nBoard\nOver > quit\n") == "c9-d9\nquit\n"


RUN = [
    page for page in PAGES if any(block.kind in ("console", "python") and not block.not_run for block in blocks(page))
]


@pytest.mark.parametrize("page", RUN, ids=named)
def test_the_page_is_true(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_reader = Reader(page, tmp_path, monkeypatch)
    try:
        for block in blocks(page):
            with_reader.follow(block)
    finally:
        with_reader.leave()


class Reader:
    """Somebody who does what a page says."""

    def __init__(self, page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._page = named(page)
        self._folder = folder / "reader"
        self._folder.mkdir()
        self._monkeypatch = monkeypatch
        language = "fr" if DOCS / "fr" in page.parents else "en"
        for name, value in {
            "ALCOVE_DATA": str(folder / "data"),
            "ALCOVE_LANGUAGE": language,
            "NO_COLOR": "1",
            "COLUMNS": "80",
            "CI": "1",  # no browser opens
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("FORCE_COLOR", raising=False)
        monkeypatch.chdir(self._folder)
        self._names: dict[str, Any] = {"__name__": "__main__"}
        self._own = folder / "environment"
        self._needs_own = any("pip install" in block.body for block in blocks(page) if not block.not_run)
        self._servers: list[subprocess.Popen[str]] = []
        self._port = _free_port()

    def follow(self, block: Block) -> None:
        if block.by_hand:
            HANDS[block.by_hand](f"http://127.0.0.1:{self._port}", self._folder)
        elif block.title:
            (self._folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (self._folder / block.title).write_text(self._here(block.body), encoding="utf-8")
        elif block.not_run:
            return
        elif block.kind == "python":
            self._python(block)
        elif block.kind == "console":
            self._console(block)

    def leave(self) -> None:
        for server in self._servers:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(60)
            except subprocess.TimeoutExpired:
                server.kill()

    def _here(self, text: str) -> str:
        """The page's room is at the usual address; the test's has a port of its own."""
        return re.sub(r"(127\.0\.0\.1|localhost):8000", rf"\1:{self._port}", text)

    def _place(self, block: Block) -> str:
        return f"{self._page}:{block.line}"

    def _python(self, block: Block) -> None:
        if ">>>" in block.body:
            example = doctest.DocTestParser().get_doctest(block.body, self._names, self._page, self._page, block.line)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            told = io.StringIO()
            runner.run(example, out=told.write, clear_globs=False)
            self._names.update(example.globs)
            assert runner.failures == 0, told.getvalue()
        else:
            exec(compile(self._here(block.body), self._place(block), "exec"), self._names)

    def _console(self, block: Block) -> None:
        for command in commands(block):
            text = self._here(command.text.partition("   # ")[0].rstrip())
            if block.is_background:
                self._serve(text)
                continue
            is_plain = text.startswith("alcove ") and not _FOR_A_SHELL.search(text) and not self._needs_own
            answer = typed(command.answer)
            status, told = self._in_process(text, answer) if is_plain else self._in_shell(text, answer)
            shown = command.answer
            expected = 2 if shown is not None and shown.startswith("alcove: ") else 0
            assert status == expected, f"{self._place(block)}: $ {text}\n{told}"
            assert shown is None or fits(shown, told), f"{self._place(block)}: $ {text}\n{told}"

    def _in_process(self, text: str, answer: str) -> tuple[int, str]:
        told = io.StringIO()
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer.encode()), encoding="utf-8"))
            patch.setattr(sys, "stdout", told)
            patch.setattr(sys, "stderr", told)
            status = run(shlex.split(text)[1:])
        return status, told.getvalue()

    def _in_shell(self, text: str, answer: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", text],
            input=answer,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self._environment(),
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        return done.returncode, done.stdout

    def _serve(self, text: str) -> None:
        """Started as the page says, on a free port; what comes after finds it open."""
        server = subprocess.Popen(
            ["bash", "-c", f"exec {text} --port {self._port}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self._environment() | {"PYTHONUNBUFFERED": "1"},
        )
        self._servers.append(server)
        assert server.stdout is not None
        lines = []
        for line in server.stdout:
            lines.append(line)
            if _OPEN.search(line):
                threading.Thread(target=server.stdout.read, daemon=True).start()
                return
        raise AssertionError(f"{text} never opened:\n{''.join(lines)}")

    def _environment(self) -> dict[str, str]:
        """A Python environment of the page's own, which has everything this one has and this checkout."""
        programs = self._own / "bin"
        if not programs.is_dir():
            venv.create(self._own, with_pip=False, symlinks=True)
            site = Path(sysconfig.get_path("purelib", vars={"base": str(self._own), "platbase": str(self._own)}))
            site.mkdir(parents=True, exist_ok=True)
            seen = [str(ROOT / "src"), *(path for path in sys.path if path.endswith("site-packages"))]
            (site / "house.pth").write_text("\n".join(seen) + "\n")
            for program, module in {"alcove": "alcove", "pip": "pip", "pytest": "pytest"}.items():
                script = programs / program
                script.write_text(f'#!/bin/sh\nexec "{programs / "python"}" -m {module} "$@"\n')
                script.chmod(0o755)
            shutil.copytree(ROOT / "clients", self._folder / "clients")
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        return kept | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_QUIET": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PYTEST_ADDOPTS": "-p no:cacheprovider",
        }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_every_tutorial_is_there_and_runs() -> None:
    """One for each kind of reader, and the players' part in French."""
    run_ = set(RUN)
    for name in ("player", "club", "bot", "game", "research", "contributor"):
        assert DOCS / "tutorials" / f"{name}.md" in run_
    assert DOCS / "fr" / "jouer.md" in run_
