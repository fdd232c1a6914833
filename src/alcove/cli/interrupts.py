"""Ctrl-C ends a command within a second, whatever it is doing.

Python hears of a signal only when it runs Python again, and a search, a count or a compiler may be at its own work for long.
So the signal also wakes a thread: it tells the searches to stop, which brings an orderly end about at once, and if the command
has not ended after `GRACE_SECONDS`, ends the process. What can be resumed is written as it comes, so nothing is lost.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from alcove.processes import end_children

from .status import INTERRUPTED
from .terminal import Terminal

GRACE_SECONDS = 0.6


@contextmanager
def ending_soon(terminal: Terminal) -> Iterator[None]:
    """While the block runs, Ctrl-C ends it soon, or the process. Whatever goes wrong after Ctrl-C is its doing: compilers, for
    one, call back into Python, where nobody can be told of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = threading.Event()
    unraisable = sys.unraisablehook
    sys.unraisablehook = lambda told: None if told.exc_type is KeyboardInterrupt else unraisable(told)
    # A process that was ended has left semaphores behind. Python sees to them, and would tell whoever has just pressed Ctrl-C.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker:UserWarning")
    heard, told = socket.socketpair()
    told.setblocking(False)
    before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    is_over = threading.Event()
    threading.Thread(target=_watch, args=(heard, pressed, is_over, terminal), daemon=True).start()
    try:
        yield
    except Exception:
        if pressed.is_set():
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = unraisable
        signal.set_wakeup_fd(before)
        is_over.set()
        told.close()


def ends_in_good_order() -> None:
    """From here on the command sees to Ctrl-C itself: it has people to say goodbye to."""
    signal.set_wakeup_fd(-1)


def _watch(heard: socket.socket, pressed: threading.Event, is_over: threading.Event, terminal: Terminal) -> None:
    with heard, suppress(OSError):
        while signs := heard.recv(64):
            if signal.SIGINT in signs:
                pressed.set()
                _stop_searches()
                if not is_over.wait(GRACE_SECONDS):
                    _end(terminal)


def _stop_searches() -> None:
    """If there are any, they have been imported."""
    if (limits := sys.modules.get("alcove.search.limits")) is not None:
        limits.stop_all()


def _end(terminal: Terminal) -> None:
    with suppress(Exception):
        terminal.note_stop()
    leave_at_once()


def leave_at_once() -> NoReturn:
    """Nobody waits for an interpreter that tidies up."""
    end_children()
    with suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(INTERRUPTED)
