"""Logs: one line per event on standard error, as readable text at a terminal and as JSON elsewhere.

Lines name things (table, event number, level, cause), never a cookie and never a game's luck. ALCOVE_LOG=info logs every
event; without it only what needs somebody's attention is logged.
"""

import logging
import os
import sys
from contextlib import suppress
from threading import Lock

import structlog

_writing = Lock()
"""Threads log as well, and lines stay whole."""


class StandardError:
    """Where lines go. One that cannot be written (a full disk, a pipe whose reader has gone) is lost, and nothing else is:
    whoever logs is often in the middle of mending something, and must not die of it."""

    def __init__(self, *_: object) -> None: ...

    def msg(self, line: str) -> None:
        with _writing, suppress(OSError, ValueError, AttributeError):  # no stream, or a closed one
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    log = debug = info = warn = warning = err = error = critical = exception = fatal = failure = msg


def configure() -> None:
    level = logging.getLevelNamesMapping().get(os.environ.get("ALCOVE_LOG", "").upper(), logging.WARNING)
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)  # others show variables
    renderer = plain if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=StandardError,
        cache_logger_on_first_use=True,  # otherwise it is built for every line, even one that is not logged
    )
