"""A bar on stderr that shows how far a long command has come; in a pipe or a log it stays silent."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from . import words
from .terminal import Terminal

Tell = Callable[[int, int, str], None]
"""How far: done, of how many, and what to say about it."""


@contextmanager
def progress_bar(title: str) -> Iterator[Tell]:
    """A bar with a title, for as long as the block runs."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=None)

        def tell(done: int, total: int, about: str) -> None:
            progress.update(task, completed=done, total=total, description=f"{title} {about}".rstrip())

        yield tell


def compile_once(terminal: Terminal, names: Sequence[str] | None = None) -> int:
    """Compile some games, or all, if that has not been done; the answer is how many steps it took."""
    from alcove.players.warm import Step, warm  # numba takes its time

    with progress_bar(terminal.tell(words.COMPILING)) as tell:
        tell(0, 1, "")

        def told(step: Step, done: int, total: int) -> None:
            tell(done, total, step.game)

        return warm(names, told=told)
