"""The command line: one file per command under `commands/`, listed in `app.py`."""


def main() -> None:
    """The entry point of `alcove`."""
    import sys

    from .app import run
    from .interrupts import leave_at_once
    from .status import INTERRUPTED

    status = run(sys.argv[1:])
    if status == INTERRUPTED:
        leave_at_once()
    sys.exit(status)
