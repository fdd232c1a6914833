"""Stumble: the game of the template, whose law or board fails once so many stones lie on it. Somebody else's code, in short."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from alcove.boards import flat
from alcove.boards.pieces import Put
from alcove.cli.template import newgame
from alcove.core import registry
from alcove.core.game import Outcome

Place = Literal["", "moves", "play", "outcome", "scene", "spoken", "stuck"]
failing: tuple[Place, int] = ("", 0)
"""What fails, and at how many stones."""


def _stumble(place: Place, state: "State") -> None:
    if failing == (place, sum(map(abs, state.pieces))):
        raise ZeroDivisionError("oops")


class State(newgame.State):
    def legal_moves(self) -> tuple[Put, ...]:
        _stumble("moves", self)
        return () if failing == ("stuck", sum(map(abs, self.pieces))) else super().legal_moves()

    def outcome(self) -> Outcome | None:
        _stumble("outcome", self)
        return None if failing[0] in ("moves", "stuck") else super().outcome()

    def play_unchecked(self, move: Put) -> "State":
        _stumble("play", self)
        return self.after({move.cell: self.sign})


class Stumble(newgame.NewGame):
    name = "stumble"
    title = "Stumble"
    state_type = State

    @classmethod
    def scene(cls, view: Any) -> flat.Scene:
        _stumble("scene", view)
        return super().scene(view)


GAME = Stumble()


@contextmanager
def installed() -> Iterator[None]:
    """While the game is there, and whole until `fail`."""
    fail("", 0)
    registry.register(GAME)
    try:
        yield
    finally:
        fail("", 0)
        del registry._registered[GAME.name]
        registry._forget()


def fail(place: Place, stones: int) -> None:
    global failing
    failing = (place, stones)
