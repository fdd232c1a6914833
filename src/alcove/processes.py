"""Processes that work for this one and leave Ctrl-C to it: it ends them, and none of them has anything to say about it."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.pool import Pool
from pathlib import Path

_programs: set["subprocess.Popen[str]"] = set()


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C. They inherit that, so it holds before they have run a line."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # when it is started, it lets signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def pool(size: int) -> Pool:
    """So many processes to share work out among."""
    with deaf_children():
        return multiprocessing.get_context("spawn").Pool(size, signal.signal, (signal.SIGINT, signal.SIG_IGN))


@contextmanager
def ending(program: "subprocess.Popen[str]") -> Iterator[None]:
    """A program that is ended with the block: in good order, unless the block was left in a hurry."""
    _programs.add(program)
    try:
        yield
        program.terminate()
    except BaseException:
        program.kill()
        raise
    finally:
        program.wait()
        _programs.discard(program)


def end_children() -> None:
    """End at once whatever works for this process."""
    for child in multiprocessing.active_children():
        child.kill()
    for program in tuple(_programs):
        program.kill()
    if sys.platform == "linux":  # one that is only just being started is in no list of ours
        from multiprocessing.resource_tracker import _resource_tracker

        tracker = str(getattr(_resource_tracker, "_pid", None))  # it tidies up after us, and has no public name
        for listed in Path("/proc/self/task").glob("*/children"):
            with suppress(OSError):
                for pid in set(listed.read_text().split()) - {tracker}:
                    os.kill(int(pid), signal.SIGKILL)
