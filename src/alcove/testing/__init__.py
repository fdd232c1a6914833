"""The contract suite for pytest: what every game of the room promises, run over yours.

In a package of its own a game is tested by one class:

    from alcove.testing import GameSuite

    class TestPebbles(GameSuite):
        game = GAME    # or "pebbles", where the package is installed
        golden = Path(__file__).parent / "golden"    # perft.txt in there is counted, if there is one

Without any file, `pytest --alcove-game pebbles` runs the same over an installed game (the option may be repeated). A test fails
with the sentences of what is wrong, each with its file and line; `alcove doctor pebbles` tells the same without pytest.

`perft.txt` has a line for each count: `depth count` from the start, `position | depth | count`, or `option=value … | depth | count`;
`#` begins a comment.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest

from alcove.contract import Check, Subject, checks
from alcove.contract.subject import variants
from alcove.core.game import Game, State
from alcove.core.perft import perft
from alcove.core.registry import game, games, register
from alcove.games.rooms import rooms

LAW_COUNTS_TO = 1_000_000
"""So many lines are counted by the law as well; more of them by the kernel alone, or not at all without one."""
_CHOICES = re.compile(r"\w+=\S*(\s+\w+=\S*)*")


class GameSuite:
    """Subclass it, name your game, and pytest runs the whole contract over it."""

    game: ClassVar[str | Game] = ""
    golden: ClassVar[Path | None] = None

    @classmethod
    def games(cls, config: pytest.Config) -> Sequence[str]:
        """The games to look at."""
        return [cls.name()]

    @classmethod
    def name(cls) -> str:
        """The name of the game; one that no installed package offers becomes known by this."""
        if isinstance(cls.game, str):
            return cls.game
        if cls.game.name not in games():
            register(cls.game)
        return cls.game.name

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        if "promise" in metafunc.fixturenames:
            found = [promise for name in cls.games(metafunc.config) for promise in _promises(name)]
            metafunc.parametrize("promise", [pytest.param(each, id=each.title) for each in found])
        if "count" in metafunc.fixturenames:
            counts = [] if cls.golden is None else list(read_perft(cls.golden / "perft.txt"))
            metafunc.parametrize(
                "count", [pytest.param(each, id=f"{each.where} {each.depth}".strip()) for each in counts]
            )

    def test_promise(self, promise: "Promise") -> None:
        found = list(promise.check.run(_subject(promise.game, promise.variant)))
        if found:
            pytest.fail("\n".join(map(str, found)), pytrace=False)

    def test_perft(self, count: "Count") -> None:
        name = self.name()
        state = start(name, count.where)
        if count.lines <= LAW_COUNTS_TO:
            counted = perft(state, count.depth)
            assert counted == count.lines, f"the law counts {counted} lines"
        if rooms(name).has("kernel"):
            from alcove.games.kernels import kernel

            counted = kernel(name).perft(state, count.depth)
            assert counted == count.lines, f"the kernel counts {counted} lines"


class Promise(NamedTuple):
    """One check of one game with one choice of options."""

    game: str
    check: Check
    variant: int

    @property
    def title(self) -> str:
        options = variants(game(self.game))[self.variant]
        return " ".join((self.game, self.check.name, *(f"{name}={value}" for name, value in options.items())))


def _promises(name: str) -> Iterator[Promise]:
    """Each check that is about a game, for each choice of options that it must hold for."""
    count = len(variants(game(name)))
    for check in checks():
        if not check.room or rooms(name).has(check.room):
            yield from (Promise(name, check, variant) for variant in range(count if check.always else 1))


@cache
def _subject(name: str, variant: int) -> Subject:
    return Subject.of(game(name), variants(game(name))[variant])


class Count(NamedTuple):
    """A line of `perft.txt`: from where (a position, choices of options, or nothing for the start), how deep, how many."""

    where: str
    depth: int
    lines: int


def read_perft(path: Path) -> Iterator[Count]:
    """The counts of a file."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            *where, depth, lines = (part.strip() for part in (line.split("|") if "|" in line else line.split()))
            yield Count(" ".join(where), int(depth), int(lines))


def start(name: str, where: str) -> State[Any]:
    """The position that a line of golden counts begins with."""
    if not where:
        return game(name).initial()
    if _CHOICES.fullmatch(where):
        return game(name).initial(**dict(choice.split("=", 1) for choice in where.split()))
    return game(name).from_text(where)
