"""The terminal as the commands see it: one language, stdout for answers, stderr for remarks and faults."""

import os
import sys
import textwrap
import unicodedata
from collections.abc import Mapping

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text as Line
from rich.theme import Theme

from alcove.core.game import Drawing
from alcove.core.text import LANGUAGES, Language, Text

from . import words

ROLES = {
    "light": "bold #3a2703 on #efc655",
    "dark": "bold #fff4ea on #b13626",
    "blue": "bold #ffffff on #2f5fa8",
    "white": "bold #29211a on #efe8d8",
    "label": "dim",
    "faint": "dim",
    "title": "bold",
    "good": "bold green",
    "warning": "bold yellow",
    "fault": "bold red",
}
"""How each role of a drawing or of a sentence looks. Pieces bring their own ground, so they show on any terminal."""


class Terminal:
    """What a command writes to."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.if_stopped = words.STOPPED
        """What Ctrl-C is answered with; a command that can be taken up again says so here."""
        theme = Theme(ROLES)
        self._out = Console(theme=theme, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._err = Console(theme=theme, highlight=False, markup=False, emoji=False, soft_wrap=True, stderr=True)

    @classmethod
    def of(cls, context: typer.Context) -> "Terminal":
        """The terminal that `app.run` handed to the commands."""
        terminal = context.obj
        assert isinstance(terminal, cls)
        return terminal

    @property
    def width(self) -> int:
        return self._out.width

    @property
    def is_a_screen(self) -> bool:
        """Does a person read stdout, rather than a program?"""
        return self._out.is_terminal

    def tell(self, text: Text) -> str:
        """The sentence in the reader's language."""
        return text.in_language(self.language)

    def say(self, text: Text | str = "", role: str = "") -> None:
        """One answer on stdout."""
        said = self.tell(text) if isinstance(text, Text) else text
        self._out.print(Line(printable(said), role))

    def say_beside(self, head: str, text: Text | str, role: str = "") -> None:
        """A sentence beside its head, wrapped so that the head stands alone in its column."""
        said = self.tell(text) if isinstance(text, Text) else text
        wrapped = textwrap.wrap(printable(said), max(self.width - len(head), 20), break_on_hyphens=False)
        for number, line in enumerate(wrapped or [""]):
            self._out.print(Line(head if number == 0 else " " * len(head)).append(line, role))

    def draw(self, drawing: Drawing) -> None:
        """A board on stdout."""
        for spans in drawing:
            line = Line()
            for characters, role in spans:
                line.append(characters, role)
            line.rstrip()
            self._out.print(line)

    def show(self, table: Table) -> None:
        self._out.print(table)

    def note(self, text: Text) -> None:
        """A remark that is not part of the answer: on stderr, so that stdout can be piped on."""
        self._err.print(Line(printable(self.tell(text)), "faint"))

    def note_stop(self) -> None:
        """Ctrl-C was heard."""
        self.note(self.if_stopped)

    def fault(self, text: Text) -> None:
        """What is wrong with the input: on stderr."""
        self._err.print(Line.assemble(("alcove", "fault"), ": ", printable(self.tell(text))))


def printable(text: str) -> str:
    """Foreign text that cannot steer the terminal: control characters are written out."""
    return "".join(
        f"\\x{ord(c):02x}" if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in text
    )


def language_of_environment(environment: Mapping[str, str] = os.environ) -> Language:
    """The language chosen for Alcove, or else that of the locale, or else English."""
    for name in ("ALCOVE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wish = environment.get(name, "")[:2].lower()
        for language in LANGUAGES:
            if wish == language:
                return language
        if wish:
            break
    return "en"


def prepare_streams() -> None:
    """A character that the terminal or the input cannot hold is replaced; it never ends the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
