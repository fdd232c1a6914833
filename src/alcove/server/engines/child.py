"""A process of the room and the pipe to it: asked one thing at a time, and known as lost when it is late or dead."""

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, TypeAlias

START_SECONDS = 60.0

Pipe: TypeAlias = "Connection[Any, Any]"
Life = Callable[..., None]
"""What a process does from its start to its end; the pipe to the room is its first argument."""


class LostError(Exception):
    """The process died or was late; the reason says which."""


class FailedError(Exception):
    """The process gave up on the task by itself: why, and where."""

    def __init__(self, why: str, trace: str = "") -> None:
        super().__init__(why, trace)

    def __str__(self) -> str:
        return str(self.args[0])


class Child:
    """The room's side. The methods that wait do so in a thread; `OSError` where the system has no process to give."""

    def __init__(self, name: str, life: Life, *arguments: object) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._sending = Lock()
        self.process = context.Process(target=life, args=(theirs, *arguments), name=name, daemon=True)
        try:
            self.process.start()
        except OSError:
            self._pipe.close()
            raise
        finally:
            theirs.close()

    def wait_until_ready(self) -> None:
        self._receive(START_SECONDS)

    def ask(self, question: object, seconds: float) -> Any:
        """The answer, if it comes in time."""
        self._send(question)
        answer, fault = self._receive(seconds)
        if fault is not None:
            raise fault
        return answer

    def _send(self, message: object) -> None:
        try:
            with self._sending:
                self._pipe.send(message)
        except OSError:
            raise LostError("died") from None

    def _receive(self, seconds: float) -> Any:
        try:
            if self._pipe.poll(seconds):
                return self._pipe.recv()
        except (EOFError, OSError):
            raise LostError("died") from None
        raise LostError("late")

    def stop(self) -> None:
        """End the process. Whoever waits for it in a thread is told that it died."""
        self.process.kill()
        self.process.join()


NICENESS = 5
"""The room's own process goes before those that reckon or search, which take all they can get. With a higher number engines
would be late where other programs keep the machine busy."""


def begin_life(niceness: int = NICENESS) -> None:
    """In the process: it ends with the room, and not by the Ctrl-C that is meant for the room. The higher its `niceness`, the
    more it leaves to others."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    end_with_the_room(lambda: os._exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with_the_room(end: Callable[[], object]) -> None:
    """Whatever happens to the room, even `kill -9`: a process it started does not outlive it."""
    room = parent_process()
    assert room is not None

    def wait() -> None:
        room.join()
        end()

    Thread(target=wait, daemon=True).start()


def live(pipe: Pipe, next_task: Callable[[], Callable[[], object]]) -> None:
    """In the process: ready, then tasks in and answers out until the room hangs up."""
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            task = next_task()
            try:
                pipe.send((task(), None))
            except Exception as error:
                pipe.send((None, FailedError(f"{type(error).__name__}: {error}", traceback.format_exc())))
