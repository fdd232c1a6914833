"""One game in progress, as environments need it: how it starts, what a seat sees, what became of it."""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.core.errors import A_TEXT, AlcoveError, OptionError, WrongTypeError, expect, quoted
from alcove.core.game import Move, State, View
from alcove.core.options import changed
from alcove.core.text import Text
from alcove.spaces import Space, rewards, space

Observation = dict[str, npt.NDArray[Any]]

RENDER_MODES = ["human", "ansi"]
NOTHING_BEGUN = Text("no game has begun yet: call reset first", "aucune partie n'a commencé : appelez d'abord reset")
A_MAPPING = Text("a mapping of names to values", "un dictionnaire de noms et de valeurs")


class PlayError(AlcoveError):
    """Something asked for at the wrong moment."""


class Sitting:
    """Seats, a game and its luck. `begin` starts a game, `play` plays a move of whoever's turn it is."""

    def __init__(self, game: str, render_mode: str | None, options: Mapping[str, Any]) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            shown, known = quoted(str(render_mode)), ", ".join(RENDER_MODES)
            raise OptionError(
                Text(f"render_mode: expected None or one of {known}, found {shown}",
                     f"render_mode : il faut None ou l'un de {known}, trouvé {shown}")
            )  # fmt: skip
        self.space: Space = space(game, **options)
        self.game = self.space.game
        self.seats = self.space.seats
        self.render_mode = render_mode
        self._options = changed(self.space.options)
        self._has_luck = bool(self.game.luck(self.game.initial(**self._options)))
        self.rng = random.Random()
        self.state: State[Any] | None = None
        self.plies = 0

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """A new game. A seed decides its luck, and that of all games begun after it without one. `options` may hold the text of
        the `position` to begin from."""
        if seed is not None:
            expect("seed", seed, (int, np.integer), Text("a whole number or None", "un nombre entier ou None"))  # type: ignore[arg-type]
            if isinstance(seed, bool) or seed < 0:
                raise WrongTypeError("seed", Text("a whole number from 0", "un nombre entier à partir de 0"), seed)
            self.rng = random.Random(int(seed))
        self.state, self.plies = self._start(self.rng.getrandbits(31) if seed is None else int(seed), options), 0

    def _start(self, seed: int, options: Mapping[str, Any] | None) -> State[Any]:
        position = read_position(options)
        if position is not None:
            return self.game.from_text(position, **self._options)
        luck = {"seed": seed} if self._has_luck else {}
        return self.game.initial(**luck, **self._options)

    @property
    def current(self) -> State[Any]:
        """The state of the game; there is none before the first."""
        if self.state is None:
            raise PlayError(NOTHING_BEGUN)
        return self.state

    @property
    def is_over(self) -> bool:
        return self.current.outcome() is not None

    @property
    def rewards(self) -> tuple[float, ...]:
        return rewards(self.current.outcome(), self.seats)

    def view(self, seat: int) -> View:
        return self.game.view(self.current, seat)

    def play(self, action: object) -> None:
        """Play the move of that number; what is wrong with it is said."""
        if self.is_over:
            raise PlayError(Text("the game is over: call reset", "la partie est finie : appelez reset"))
        state = self.current
        self.play_move(self.space.move(self.view(state.to_move), action))

    def play_move(self, move: Move) -> None:
        """Play a legal move."""
        self.state = self.current.play(move)
        self.plies += 1

    def observe(self, seat: int) -> Observation:
        """What a seat sees: the planes, always as whoever is to move sees them, and the mask, which allows nothing to others."""
        view = self.view(seat)
        return {"observation": self.space.planes(view), "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        if self.current.to_move == seat:
            return self.space.mask(self.view(seat))
        return np.zeros(self.space.n_actions, np.int8)

    def render(self) -> str | None:
        """The board as the terminal draws it, of what all may know: given back for `ansi`, printed for `human`."""
        drawn = str(self.view(self.current.to_move))
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn


def read_position(options: object) -> str | None:
    """The text of the position that the options of a `reset` ask for. Other keys are passed over: PettingZoo's tests send some."""
    if options is None:
        return None
    expect("options", options, Mapping, A_MAPPING)
    assert isinstance(options, Mapping)
    position = options.get("position")
    if position is None:
        return None
    expect("position", position, str, A_TEXT)
    return str(position)
