"""Logs: one line an event on standard error, for people at a terminal, as JSON elsewhere.

What is logged is the names of things (table, event number, level, cause), never a cookie and never a game's luck.
ALCOVE_LOG=info tells every event; without it only what needs somebody's attention is told.
"""

import logging
import os
import sys

import structlog


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
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,  # else it is made anew for every line, even one that is not told
    )
