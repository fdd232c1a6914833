"""What a command line says about a game and a position, made into a state or a view."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

import alcove
from alcove.core.errors import AlcoveError, OptionError
from alcove.core.game import Game, State, View

from . import words
from .completion import game_names
from .terminal import Terminal

GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=game_names)]
PositionWords = Annotated[list[str] | None, typer.Argument(metavar="POSITION")]
OptionList = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N")]
Deal = Annotated[str | None, typer.Option("--deal", metavar="DIGITS")]

USUAL_SEED = 0
"""If nobody chose the luck, `show`, `moves` and `perft` still give the same answer every time."""


@dataclass(frozen=True)
class Setup:
    """A game with its options, its luck and, perhaps, a position."""

    game: Game
    options: dict[str, str]
    luck: dict[str, Any]
    text: str = ""

    @classmethod
    def of(
        cls,
        game: str,
        option: Sequence[str] | None,
        seed: str | None = None,
        deal: str | None = None,
        position: Sequence[str] | str | None = None,
    ) -> "Setup":
        """The words of a command line. A position may come as one quoted word or as several."""
        text = (position if isinstance(position, str) else " ".join(position or ())).strip()
        luck: dict[str, Any] = {} if deal is None else {"deal": deal}
        if seed is not None:
            luck["seed"] = read_seed(seed)
        if text and luck:
            raise AlcoveError(words.luck_and_position())
        return cls(alcove.game(game), read_options(option), luck, text)

    def start(self) -> State[Any]:
        """The start of a game, dealt afresh if nobody chose the luck."""
        return self.game.initial(**self.options, **self.luck)

    def without_idle_seed(self) -> "Setup":
        """The same without the seed if the game has no luck: at the table the seed is also the opponent's."""
        if self.game.luck(self.game.initial(**self.options)):
            return self
        return replace(self, luck={name: value for name, value in self.luck.items() if name != "seed"})

    def state(self, terminal: Terminal) -> State[Any]:
        """The position, or else a start that is the same every time."""
        if self.text:
            return self.game.from_text(self.text, **self.options)
        start = self.start()
        if self.luck or not self.game.luck(start):
            return start
        terminal.note(words.dealt_with_seed(USUAL_SEED))
        return self.game.initial(**self.options, seed=USUAL_SEED)

    def view(self, terminal: Terminal) -> View:
        """What the player to move may know of the position."""
        if self.text:
            return self.game.view_from_text(self.text, **self.options)
        state = self.state(terminal)
        return self.game.view(state, state.to_move)


def read_options(given: Sequence[str] | None) -> dict[str, str]:
    """`NAME=VALUE` words as keywords; the game itself checks names and values."""
    options = {}
    for word in given or ():
        name, sign, value = word.partition("=")
        if not sign or not name.strip():
            raise OptionError(words.not_an_option(word))
        options[name.strip()] = value.strip()
    return options


def read_seed(given: str) -> int:
    digits = given.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
        raise OptionError(words.not_a_seed(given))
    return int(digits)
