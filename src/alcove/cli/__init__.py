"""The command line: one file per command under `commands/`, listed in `app.py`."""


def main() -> None:
    """The entry point of `alcove`."""
    import sys

    from .app import run

    sys.exit(run(sys.argv[1:]))
