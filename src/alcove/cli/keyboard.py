"""Lines typed at the keyboard, or piped in."""

import sys
from contextlib import suppress

from .terminal import printable


class Keyboard:
    """Asks for one line at a time. The end of the input (Ctrl-D) raises `EOFError`."""

    def __init__(self) -> None:
        self.is_a_person = sys.stdin.isatty()
        if self.is_a_person:
            with suppress(ImportError):
                import readline  # noqa: F401  # gives `input` arrow keys and a history

    def ask(self, prompt: str) -> str:
        line = input(prompt)
        if not self.is_a_person:
            print(printable(line))  # so that the transcript of a piped game can be read
        return line.strip()
