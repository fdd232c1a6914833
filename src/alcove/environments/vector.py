"""Batches behind the interfaces of the field: a vector environment of Gymnasium's, and PettingZoo's turns for many games at once.

    >>> from alcove.environments.vector import VectorEnv, VectorTurns

Both are thin: the games are `alcove.batch`'s. What they hand out is yours to keep, unless you ask with `copy=False` for the
batch's own arrays, which the next step changes.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from .missing import MissingPackageError

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingPackageError("Gymnasium", "gymnasium") from error

import alcove.batch
from alcove.batch import HOLD, Batch, BatchError, words
from alcove.batch.batch import MOST_GAMES, MOST_SEED, whole
from alcove.core.errors import OptionError, WrongTypeError, quoted
from alcove.core.text import Text
from alcove.players.levels import recipes, seat_player

from .gymnasium import NOBODY_ELSE, read_options, read_side
from .sitting import NOTHING_BEGUN, PlayError, read_position

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
Flags: TypeAlias = npt.NDArray[np.bool_]
Reals: TypeAlias = npt.NDArray[np.float32]
Numbers: TypeAlias = npt.NDArray[np.int64]
Chooser: TypeAlias = Callable[[Batch, Numbers], npt.ArrayLike]
"""Gives an action for each of the games whose numbers it is told; `batch.current` shows them as their movers see them."""
Array = TypeVar("Array", bound=npt.NDArray[Any])

OF_BATCHES_ALONE = ("count", "seed", "restart", "observation", "illegal")
"""What `alcove.batch.make` takes and environments decide for themselves."""


class VectorEnv(GymnasiumVectorEnv[Observation, Numbers, npt.NDArray[Any]]):
    """Many games, in each of which the learner has one seat, `side`: a number, or `"random"` for another one each game.

    `level` takes the others: `"random"`, which is usual; a number from 1 up, a level that thinks in Python, game after game; a
    `Chooser`; or `"self"`: then the learner has all seats, every step is one ply, the observation is the mover's, and the
    reward goes to whoever has made the step. Where nobody else plays there is no level to choose. The options of the game are
    keywords, or a mapping `options`. All this is as in `gymnasium.make("alcove/…-v0")`.

    A game that has ended begins again with the next step, whose action is ignored for it (`AutoresetMode.NEXT_STEP`), so the last
    observation of a game is always seen. Observations are dictionaries of `observation` and `action_mask`; `info` holds the
    mask too, the learner's `seat` and who is `to_move`. A masked action is refused with a sentence that names the game.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        *,
        level: int | Literal["random", "self"] | Chooser | None = None,
        side: int | Literal["random"] = 0,
        copy: bool = True,
        threads: int | None = None,
        truncate_after: int | None = None,
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        self.batch = _batch(game, num_envs, threads, truncate_after, read_options(options, more))
        self.num_envs = self.batch.count
        self._copy = _read_copy(copy)
        self._side = read_side(side, self.batch.seats)
        self._choose = _chooser(self.batch, level)
        self._sides = np.zeros(self.num_envs, np.int32)
        self._is_over = np.zeros(self.num_envs, np.bool_)
        self._has_begun = False
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.n_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew, without a seed on fresh luck. A list of seeds is refused: one decides all games, each on a stream of its
        own. So is a position to begin from."""
        self._expect_open()
        if isinstance(seed, list):
            raise BatchError(
                Text("seed: one whole number decides all games, each on a stream of its own",
                     "seed : un seul nombre entier décide de toutes les parties, chacune sur son propre flux")
            )  # fmt: skip
        if seed is not None:
            seed = whole("seed", seed, 0, MOST_SEED)
        if read_position(options) is not None:
            raise OptionError(
                Text("position: games of a vector environment begin at their start",
                     "position : les parties d'un environnement vectoriel commencent à leur début")
            )  # fmt: skip
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        self._take_seats(np.ones(self.num_envs, np.bool_))
        nothing = np.zeros(self.num_envs, np.bool_)
        _, terminated, truncated = self._answer(np.zeros(self.num_envs, np.float32), nothing, nothing)
        self._is_over = terminated | truncated
        if self._is_over.any():
            raise BatchError(_over_too_soon(int(self._is_over.argmax()), int(self._sides[self._is_over][0])))
        self._has_begun = True
        return self._told()

    def step(
        self, actions: Numbers
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play the learner's actions, and whatever the others answer."""
        self._expect_open()
        if not self._has_begun:
            raise PlayError(NOTHING_BEGUN)
        chosen = _read_actions(self.batch, actions, self._is_over)
        movers = self.batch.current.to_move.copy()
        step = self.batch.step(chosen)
        self._take_seats(self._is_over)
        seats = movers if self._choose is None else self._sides
        rewards = step.rewards[np.arange(self.num_envs), seats]
        rewards, terminated, truncated = self._answer(rewards, step.terminated.copy(), step.truncated.copy())
        self._is_over = terminated | truncated
        observation, info = self._told()
        return observation, rewards, terminated, truncated, info

    def _expect_open(self) -> None:
        if self.closed:
            raise PlayError(Text("the environment is closed", "l'environnement est fermé"))

    def _take_seats(self, begun: Flags) -> None:
        """Give the learner a seat in the games that begin."""
        if self._side == "random":
            self._sides[begun] = self.np_random.integers(self.batch.seats, size=int(begun.sum()))
        else:
            self._sides[begun] = self._side

    def _answer(self, rewards: Reals, terminated: Flags, truncated: Flags) -> tuple[Reals, Flags, Flags]:
        """Let the others play until it is the learner's turn everywhere."""
        while self._choose is not None:
            waiting = np.flatnonzero((self.batch.current.to_move != self._sides) & ~(terminated | truncated))
            if not len(waiting):
                break
            chosen = np.full(self.num_envs, HOLD, np.int64)
            chosen[waiting] = self._choose(self.batch, waiting)
            step = self.batch.step(chosen)
            rewards = rewards + step.rewards[np.arange(self.num_envs), self._sides]
            terminated, truncated = terminated | step.terminated, truncated | step.truncated
        return rewards, terminated, truncated

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        observation, to_move = observed(self.batch, self._copy), _kept(self.batch.current.to_move, self._copy)
        seat = to_move if self._choose is None else _kept(self._sides, self._copy)
        return observation, {"action_mask": observation["action_mask"], "seat": seat, "to_move": to_move}


class VectorTurns:
    """PettingZoo's cycle of turns for many games at once: what `AECEnv` says of one game, arrays say here of all.

        turns.reset(seed=1)
        for _ in range(1000):
            observation, rewards, terminations, truncations, infos = turns.last()
            turns.step(choose(observation))

    `agent_selection` holds the number of each game's mover in `possible_agents`. `last` tells what the mover sees and what it has been
    given since its last turn. A game that has ended is told once, with every agent's `rewards`; its next action is
    ignored and begins it anew.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        *,
        copy: bool = True,
        threads: int | None = None,
        truncate_after: int | None = None,
        **options: Any,
    ) -> None:
        self.batch = _batch(game, num_envs, threads, truncate_after, options)
        self.num_envs = self.batch.count
        self.possible_agents = [f"player_{seat}" for seat in range(self.batch.seats)]
        self._copy = _read_copy(copy)
        self._luck = np.random.default_rng()
        self._given = np.zeros((self.num_envs, self.batch.seats), np.float32)

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return observation_space(self.batch)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return gymnasium.spaces.Discrete(self.batch.n_actions)

    @property
    def agent_selection(self) -> npt.NDArray[np.int32]:
        return _kept(self.batch.current.to_move, self._copy)

    @property
    def rewards(self) -> dict[str, Reals]:
        """What the last step has given to every agent."""
        given = _kept(self.batch.current.rewards, self._copy)
        return {agent: given[:, seat] for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, without a seed on luck that follows from the seed before."""
        if seed is not None:
            seed = whole("seed", seed, 0, MOST_SEED)
            self._luck = np.random.default_rng(seed)
        self.batch.reset(int(self._luck.integers(MOST_SEED)) if seed is None else seed)
        self._given[:] = 0.0

    def last(self) -> tuple[Observation, Reals, Flags, Flags, dict[str, Any]]:
        """What each mover sees, what it has been given since its last turn, and whether its game is over."""
        step, copy = self.batch.current, self._copy
        given = self._given[np.arange(self.num_envs), step.to_move]
        return observed(self.batch, copy), given, _kept(step.terminated, copy), _kept(step.truncated, copy), {}

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action in every game."""
        before = self.batch.current
        was_over = before.terminated | before.truncated
        chosen, movers = _read_actions(self.batch, actions, was_over), before.to_move.copy()
        step = self.batch.step(chosen)
        self._given[np.arange(self.num_envs), movers] = 0.0
        self._given[was_over] = 0.0
        self._given += step.rewards


def observation_space(batch: Batch) -> gymnasium.spaces.Dict:
    """What one game shows."""
    least, most = float(batch.look.table.min()), float(batch.look.table.max())
    planes = gymnasium.spaces.Box(min(least, 0.0), max(most, 1.0), batch.look.shape, np.float32)
    return gymnasium.spaces.Dict(observation=planes, action_mask=gymnasium.spaces.MultiBinary(batch.n_actions))


def observed(batch: Batch, copy: bool) -> Observation:
    """What all games show."""
    mask = batch.current.mask.view(np.int8)
    return {"observation": _kept(batch.current.observation, copy), "action_mask": _kept(mask, copy)}


def _kept(array: Array, copy: bool) -> Array:
    return array.copy() if copy else array


# --- What is asked for --------------------------------------------------------------------------------------------------


def _batch(
    game: str, num_envs: int, threads: int | None, truncate_after: int | None, options: Mapping[str, Any]
) -> Batch:
    for name in OF_BATCHES_ALONE:
        if name in options:
            raise OptionError(
                Text(f"{name}: for alcove.batch.make alone; environments take num_envs, and the seed with reset",
                     f"{name} : pour alcove.batch.make seulement ; un environnement prend num_envs, et seed avec reset")
            )  # fmt: skip
    count = whole("num_envs", num_envs, 1, MOST_GAMES)
    return alcove.batch.make(
        game, count, threads=threads, restart="next-step", truncate_after=truncate_after, **options
    )


def _read_copy(copy: object) -> bool:
    if not isinstance(copy, bool):
        raise WrongTypeError("copy", Text("True or False", "True ou False"), copy)
    return copy


def _read_actions(batch: Batch, actions: npt.ArrayLike, is_over: Flags) -> Numbers:
    """Actions from outside, where no game may be held. Those of games that are over say nothing."""
    chosen = np.where(is_over, 0, batch.read(actions))
    if (held := chosen == HOLD).any():
        raise BatchError(words.masked(int(held.argmax()), HOLD, batch.n_actions))
    return chosen


def _over_too_soon(index: int, seat: int) -> Text:
    return Text(
        f"truncate_after: game {index} is over before seat {seat} has had a turn",
        f"truncate_after : la partie {index} est finie avant que la place {seat} ait eu son tour",
    )


def _chooser(batch: Batch, level: object) -> Chooser | None:
    """Who plays the seats that are not the learner's; nobody where all are the learner's."""
    if batch.seats == 1:
        if level is not None:
            raise OptionError(NOBODY_ELSE)
        return None
    if callable(level):
        return _checked(level)
    if level is None or (isinstance(level, str) and level == "random"):
        return lambda batch, waiting: batch.sample()[waiting]
    if isinstance(level, str) and level == "self":
        return None
    most = len(recipes(batch.game.name))
    if isinstance(level, bool) or not isinstance(level, int | np.integer) or not 1 <= level <= most:
        shown = quoted(str(level))
        raise OptionError(
            Text(f'level: expected a number from 1 to {most}, "random", "self" or a function, found {shown}',
                 f'level : il faut un nombre de 1 à {most}, "random", "self" ou une fonction, trouvé {shown}')
        )  # fmt: skip
    player = seat_player(batch.game.name, int(level), threads=1)

    def choose(batch: Batch, waiting: Numbers) -> list[int]:
        found = []
        for index in map(int, waiting):
            numbers = {move: number for number, move in batch.moves(index).items()}
            rng = random.Random(f"{batch.seed} {index} {batch.plies()[index]}")
            found.append(numbers[player.choose(batch.view(index), rng)])
        return found

    return choose


def _checked(choose: Chooser) -> Chooser:
    """A function of somebody's, whose answers are looked at: an action that holds a game would hold it for ever."""

    def checked(batch: Batch, waiting: Numbers) -> Numbers:
        answer = choose(batch, waiting)
        try:
            given = np.asarray(answer)
        except ValueError:  # rows of several lengths
            given = np.asarray(None)
        if given.dtype.kind not in "iu" or given.shape != waiting.shape:
            raise BatchError(
                Text(f"level: the function was asked for {len(waiting)} actions, whole numbers of the shape "
                     f"{waiting.shape}, and gave {given.dtype.name} of the shape {given.shape}",
                     f"level : la fonction devait donner {len(waiting)} actions, des nombres entiers de forme "
                     f"{waiting.shape}, et a donné {given.dtype.name} de forme {given.shape}")
            )  # fmt: skip
        is_legal = (given >= 0) & (given < batch.n_actions)
        is_legal[is_legal] = batch.current.mask[waiting[is_legal], given[is_legal]]
        if not is_legal.all():
            action, index = int(given[~is_legal][0]), int(waiting[~is_legal][0])
            raise BatchError(
                Text(f"level: the function gave {action} for game {index}, which is not legal there",
                     f"level : la fonction a donné {action} pour la partie {index}, ce qui n'y est pas jouable")
            )  # fmt: skip
        return given.astype(np.int64)

    return checked
