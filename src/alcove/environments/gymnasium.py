"""Gymnasium: a game alone where it is played alone, and every game against a level of the room.

    >>> import gymnasium, alcove.environments
    >>> environment = gymnasium.make(f"alcove/{alcove.games()[0]}-v0", level="random", side=0)
    >>> observation, info = environment.reset(seed=1)
    >>> action = environment.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = environment.step(action)

Each game of the room is `alcove/<name>-v0`; the options of the game are keywords, or a mapping `options`.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from .missing import MissingPackageError

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingPackageError("Gymnasium", "gymnasium") from error

from alcove.core.errors import OptionError, quoted
from alcove.core.registry import offered
from alcove.core.text import Text
from alcove.players.levels import recipes, seat_player, unknown_level
from alcove.players.player import Player, Random
from alcove.spaces import ActionError, read_action

from .sitting import A_MAPPING, RENDER_MODES, Observation, PlayError, Sitting

ILLEGAL_REWARD = -1.0
NOBODY_ELSE = Text(
    "level: nobody else plays here, so there is no level to choose",
    "level : personne d'autre ne joue ici, il n'y a donc pas de niveau à choisir",
)


def register() -> None:
    """Tell Gymnasium which games there are. Whoever registers a game of their own afterwards calls it again."""
    for source in offered():
        name = f"alcove/{source.name}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:Table",
                vector_entry_point="alcove.environments.vector:VectorEnv",
                kwargs={"game": source.name},
            )


class Table(gymnasium.Env[Observation, int]):
    """One seat of a game. The others are taken by a `level` of the room: a number, or "random" for any legal move; 1 if nothing is
    said. `side` is the seat of whoever learns, "random" for another one each game.

    An action that is masked out loses the game at once, and `info["refusal"]` says why: Gymnasium's own checks try such actions. A
    number that is no action at all is refused with an error.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        level: int | Literal["random"] | None = None,
        side: int | Literal["random"] = 0,
        render_mode: str | None = None,
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        self._sitting = Sitting(game, render_mode, read_options(options, more))
        self.render_mode = render_mode
        self._other = _read_level(game, level, self._sitting.seats)
        self._side = read_side(side, self._sitting.seats)
        self._is_cut = False
        self.seat = 0
        known, sight = self._sitting.space, self._sitting.space.sight
        self.action_space = spaces.Discrete(known.n_actions)  # type: ignore[assignment]
        self.observation_space = spaces.Dict(
            observation=spaces.Box(sight.low, sight.high, known.shape, np.float32),
            action_mask=spaces.Box(0, 1, (known.n_actions,), np.int8),
        )  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game: from a seed, or from `options={"position": text}`. The others have moved already if it is their turn."""
        super().reset(seed=seed)
        self._sitting.begin(seed, options)
        seats = self._sitting.seats
        self.seat = self._sitting.rng.randrange(seats) if self._side == "random" else self._side
        self._is_cut = False
        self._answer()
        return self._told()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._is_cut or self._sitting.is_over:
            raise PlayError(Text("the game is over: call reset", "la partie est finie : appelez reset"))
        number = read_action(action, self._sitting.space.n_actions)
        try:
            self._sitting.play(number)
        except ActionError as refusal:
            self._is_cut = True
            observation, info = self._told()
            return observation, ILLEGAL_REWARD, True, False, info | {"refusal": str(refusal)}
        self._answer()
        observation, info = self._told()
        return observation, self._sitting.rewards[self.seat], self._sitting.is_over, False, info

    def _answer(self) -> None:
        """The others play until it is the learner's turn again, or the game is over."""
        while not self._sitting.is_over and self._sitting.current.to_move != self.seat:
            assert self._other is not None
            seat = self._sitting.current.to_move
            self._sitting.play_move(self._other.choose(self._sitting.view(seat), self._sitting.rng))
        if self.render_mode == "human":
            self.render()

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        observation = self._sitting.observe(self.seat)
        return observation, {"action_mask": observation["action_mask"], "seat": self.seat}

    def render(self) -> str | None:
        return self._sitting.render()


def _read_level(game: str, level: object, seats: int) -> Player | None:
    """Who takes the other seats."""
    if seats == 1:
        if level is not None:
            raise OptionError(NOBODY_ELSE)
        return None
    if level == "random":
        return Random()
    number = 1 if level is None else level
    most = len(recipes(game))
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 1 <= number <= most:
        raise OptionError(unknown_level(str(level), most))
    return seat_player(game, int(number), threads=1)


def read_options(options: object, more: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game, given as a mapping, as keywords or both."""
    if options is None:
        return dict(more)
    if not isinstance(options, Mapping):
        shown = quoted(str(options))
        raise OptionError(
            Text(
                f"options: expected {A_MAPPING.en}, found {shown}", f"options : il faut {A_MAPPING.fr}, trouvé {shown}"
            )
        )
    return {**options, **more}


def read_side(side: object, seats: int) -> int | Literal["random"]:
    """The seat of whoever learns."""
    if isinstance(side, str) and side == "random":
        return "random"
    if isinstance(side, bool) or not isinstance(side, (int, np.integer)) or not 0 <= side < seats:
        known, shown = ", ".join(map(str, range(seats))), quoted(str(side))
        raise OptionError(
            Text(
                f'side: expected {known} or "random", found {shown}',
                f'side : il faut {known} ou "random", trouvé {shown}',
            )
        )
    return int(side)
