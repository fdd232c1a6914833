"""An engine that is another program: any that speaks UGI, told what to do over its standard input and output.

    >>> with UgiClient(f"alcove engine {name}", name) as engine:
    ...     engine.best_move(state, Limits(seconds=1))

It is an `Engine` like our own and can sit wherever they do. What a stranger's program does is never trusted: it has to answer in
time, its lines are short, its move is legal, and one that dies, hangs or writes without end is ended and told in a sentence.
`ugi.py` is the other side of the same conversation.
"""

import math
import os
import queue
import shlex
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from alcove.core.errors import AlcoveError, WrongTypeError, expect, quoted
from alcove.core.game import View
from alcove.core.options import changed
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.players.engine import Analysis, Engine, EngineError, Line
from alcove.search.limits import Limits

LONGEST_LINE = 1 << 16
"""No sane line is longer: an engine that writes one is ended."""
LINES_WAITING = 1_000
"""How many lines are kept before the engine has to wait for us to read them."""
LONGEST_COMPLAINT = 200
"""So many characters are told of the last line that an engine wrote on its standard error."""
QUIT_SECONDS = 2.0


class UgiClient(Engine):
    """A UGI engine in a process of its own.

    `command` is a command line, or its words. `options` are set at the start (`Level`, `Hash`, whatever the engine offers).
    `start_seconds` is how long it may take to introduce itself (`ugiok`), `spare_seconds` how much longer than `Limits.seconds` for a
    move, `longest_seconds` how long for one where no time was given, and for getting ready: some compile first.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        game_name: str,
        options: Mapping[str, object] | None = None,
        *,
        start_seconds: float = 10.0,
        spare_seconds: float = 5.0,
        longest_seconds: float = 600.0,
    ) -> None:
        super().__init__(game(game_name).name)
        self._start_seconds = _positive("start_seconds", start_seconds)
        self._spare_seconds = _positive("spare_seconds", spare_seconds)
        self._longest_seconds = _positive("longest_seconds", longest_seconds)
        expect(
            "options",
            {} if options is None else options,
            Mapping,
            Text("options by their names", "des options par leurs noms"),
        )
        self.title = ""
        """What the engine calls itself."""
        self.options: dict[str, str] = {}
        """The options it offers: their names, and the rest of the line that offers them (`type spin default 64 min 1 …`)."""
        self._set: dict[str, str] = {}
        self._is_thinking = False
        self._writing = threading.Lock()
        self._process = _started(_words(command))
        self._lines: queue.Queue[str | None] = queue.Queue(LINES_WAITING)
        self._close = weakref.finalize(self, _end, self._process)
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._complaints: deque[str] = deque(maxlen=1)
        self._hearing = threading.Thread(target=_hear, args=(self._process, self._complaints), daemon=True)
        self._hearing.start()
        self._introduce()
        for name, value in (options or {}).items():
            self.set_option(name, value)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.quit()

    def quit(self) -> None:
        """Let the engine go, kindly if it listens. Whatever is asked afterwards is refused."""
        if self._close.alive:
            try:
                self._write("quit")
                self._process.wait(QUIT_SECONDS)
            except (AlcoveError, subprocess.TimeoutExpired):
                pass
            self._close()

    def set_option(self, name: str, value: object) -> None:
        """Set an option that the engine offers."""
        if not isinstance(name, str):
            raise WrongTypeError("name", Text("a text", "un texte"), name)
        told = "" if value is None else str(value)
        known = next((each for each in self.options if each.lower() == name.lower()), None)
        if known is None:
            offered = ", ".join(self.options) or "-"
            raise EngineError(
                Text(
                    f"option: this engine has no {quoted(name)}; it has: {offered}",
                    f"option : ce moteur n'a pas {quoted(name)} ; il a : {offered}",
                )
            )
        if len(told.splitlines()) > 1:
            raise EngineError(Text(f"option {known}: one line only", f"option {known} : une seule ligne"))
        if self._set.get(known) != told:
            self._write(f"setoption name {known} value {told}")
            self._set[known] = told

    def stop(self) -> None:
        """End the search that is running; it answers with what it has."""
        if self._is_thinking:
            self._write("stop")

    def forget(self) -> None:
        """Tell it that another game begins."""
        self._write("uginewgame")
        self._be_ready()

    # --- Thinking -----------------------------------------------------------------------------------------------------

    def _analyse(self, view: View, limits: Limits, lines: int) -> Analysis:
        for name, value in changed(view.options).items():
            self.set_option(name, value)
        if "multipv" in map(str.lower, self.options):
            self.set_option("MultiPV", lines)
        elif lines > 1:
            raise EngineError(
                Text("lines: this engine tells one line only", "lignes : ce moteur ne donne qu'une seule ligne")
            )
        self._write(f"position fen {view.to_text()}")
        self._be_ready()
        started = time.monotonic()
        self._is_thinking = True
        try:
            self._write(_go(limits))
            seconds = self._longest_seconds if limits.seconds is None else limits.seconds + self._spare_seconds
            told = _Told(view)
            for line in self._until("bestmove", seconds):
                if told.heard(line) and self.listener is not None:
                    self.listener(told.analysis(time.monotonic() - started))
        finally:
            self._is_thinking = False
        return self._judged(told, view, time.monotonic() - started)

    def _judged(self, told: "_Told", view: View, seconds: float) -> Analysis:
        """What was told, once the chosen move is known to be legal; a search in pieces may end with another than it told last."""
        try:
            view.find(told.best)
        except AlcoveError as error:
            raise self._fault(
                Text(
                    f"it played {quoted(told.best)} ({error.text.en})",
                    f"il a joué {quoted(told.best)} ({error.text.fr})",
                )
            ) from None
        return told.analysis(seconds)

    # --- Talking ------------------------------------------------------------------------------------------------------

    def _introduce(self) -> None:
        self._write("ugi")
        for line in self._until("ugiok", self._start_seconds):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.title = " ".join(words[2:])[:200]
            elif words[:2] == ["option", "name"] and "type" in words[3:]:
                kind = words.index("type", 3)
                self.options[" ".join(words[2:kind])] = " ".join(words[kind:])
        self._be_ready()

    def _be_ready(self) -> None:
        self._write("isready")
        for line in self._until("readyok", self._longest_seconds):
            if line.startswith("info error"):
                said = line.removeprefix("info error").strip()[:200]
                raise EngineError(Text(f"{self._named}: {said}", f"{self._named} : {said}"))

    def _write(self, line: str) -> None:
        if not self._close.alive:
            raise EngineError(Text(f"{self._named}: it was ended", f"{self._named} : il est arrêté"))
        assert self._process.stdin is not None
        try:
            with self._writing:
                self._process.stdin.write(line.encode() + b"\n")
                self._process.stdin.flush()
        except OSError:
            raise self._died() from None

    def _until(self, word: str, seconds: float) -> Iterator[str]:
        """Every line up to the one that begins with `word`, that one included. What is in no line of the protocol is passed by."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                line = ""
            if line is None:
                raise self._died()
            if line == TOO_LONG:
                raise self._fault(
                    Text(
                        f"a line of more than {LONGEST_LINE} characters",
                        f"une ligne de plus de {LONGEST_LINE} caractères",
                    )
                )
            if time.monotonic() >= deadline and line.split()[:1] != [word]:
                raise self._fault(
                    Text(f"no {word} within {seconds:g} seconds", f"pas de {word} en {seconds:g} secondes")
                )
            if line:
                yield line
            if line.split()[:1] == [word]:
                return

    def _died(self) -> EngineError:
        try:
            status = self._process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            return self._fault(Text("it closed its output", "il a fermé sa sortie"))
        self._hearing.join(QUIT_SECONDS)
        said = f": {quoted(self._complaints[-1], LONGEST_COMPLAINT)}" if self._complaints else ""
        return self._fault(Text(f"it has ended (status {status}){said}", f"il s'est arrêté (code {status}){said}"))

    def _fault(self, what: Text) -> EngineError:
        """That the engine cannot go on, and why: it is ended."""
        self._close()
        return EngineError(Text(f"{self._named}: {what.en}", f"{self._named} : {what.fr}"))

    @property
    def _named(self) -> str:
        return f"UGI engine {quoted(self.title)}" if self.title else "UGI engine"


class _Told:
    """What an engine has told in one search."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._lines: dict[int, Line] = {}
        self.depth = self.nodes = 0
        self.best = ""

    def heard(self, line: str) -> bool:
        """Take a line in; is there something new to say?"""
        words = line.split()
        if words[0] == "bestmove":
            self.best = words[1] if len(words) > 1 else ""
            return False
        if words[0] != "info" or "pv" not in words:
            return False
        before, moves = words[: words.index("pv")], tuple(words[words.index("pv") + 1 :])
        if not moves or moves[0] not in self._view.moves_by_text:
            return False
        self.depth, self.nodes = _number_after(before, "depth", self.depth), _number_after(before, "nodes", self.nodes)
        score = _number_after(before, "cp", 0) / 100
        told = f"{score:+.2f}"
        chance = 1 / (1 + math.exp(-max(-50.0, min(50.0, score))))
        number = _number_after(before, "multipv", 1)
        self._lines[number] = Line(moves, score, Text(told, told.replace(".", ",")), chance, False)
        return True

    def analysis(self, seconds: float) -> Analysis:
        lines = [self._lines[number] for number in sorted(self._lines)]
        if self.best and (not lines or lines[0].moves[0] != self.best):
            known = next((line for line in lines if line.moves[0] == self.best), None)
            first = known or Line((self.best,), 0.0, Text("?", "?"), 0.5, False)
            lines = [first, *(line for line in lines if line is not known)]
        return Analysis(tuple(lines), self.depth, self.nodes, seconds)


def _number_after(words: Sequence[str], name: str, otherwise: int) -> int:
    """The whole number that follows a word; what is no number is passed by."""
    if name not in words[:-1]:
        return otherwise
    told = words[words.index(name) + 1]
    return int(told) if told.lstrip("-").isdecimal() and len(told) < 16 else otherwise


def _go(limits: Limits) -> str:
    words = ["go"]
    if limits.seconds is not None:
        words += ["movetime", str(max(1, round(1000 * min(limits.seconds, 10**9))))]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    return " ".join(words)


# --- The process ------------------------------------------------------------------------------------------------------

TOO_LONG = "\n"
"""Stands in the queue for a line that is too long; no line is like it."""


def _words(command: str | Sequence[str]) -> list[str]:
    if isinstance(command, str):
        try:
            words = shlex.split(command, posix=os.name != "nt")
        except ValueError as error:
            raise EngineError(Text(f"command: {error}", f"commande : {error}")) from None
    elif isinstance(command, Sequence) and all(isinstance(word, str) for word in command):
        words = list(command)
    else:
        raise WrongTypeError("command", Text("a command line or its words", "une commande ou ses mots"), command)
    if not words:
        raise EngineError(Text("command: it is empty", "commande : elle est vide"))
    return words


def _started(words: list[str]) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        shown = quoted(words[0])
        raise EngineError(
            Text(f"command: {shown} cannot be started ({said})", f"commande : {shown} ne démarre pas ({said})")
        ) from None


def _read(process: "subprocess.Popen[bytes]", lines: "queue.Queue[str | None]") -> None:
    """Pass an engine's lines on until it is gone. Where nobody takes them the pipe fills, and the engine waits: it costs nothing."""
    assert process.stdout is not None
    try:
        while line := process.stdout.readline(LONGEST_LINE + 1):
            is_whole = line.endswith(b"\n") or len(line) <= LONGEST_LINE
            lines.put(line.decode("utf-8", "replace").strip() if is_whole else TOO_LONG)
    except (OSError, ValueError):  # ended while it was read
        pass
    lines.put(None)


def _hear(process: "subprocess.Popen[bytes]", complaints: deque[str]) -> None:
    """Keep the last line that an engine writes on its standard error, and let no other fill the pipe."""
    assert process.stderr is not None
    with suppress(OSError, ValueError):  # ended while it was read
        while line := process.stderr.readline(LONGEST_LINE):
            if told := line.decode("utf-8", "replace").strip():
                complaints.append(told)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Whatever it is doing, it is gone after this."""
    process.kill()
    process.wait()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def _positive(name: str, seconds: float) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise WrongTypeError(name, Text("seconds", "des secondes"), seconds)
    if not seconds > 0:
        raise EngineError(
            Text(f"{name}: must be above zero, not {seconds}", f"{name} : doit être positif, pas {seconds}")
        )
    return min(float(seconds), threading.TIMEOUT_MAX)
