"""Batches behind the interfaces of the field: a vector environment of Gymnasium's, and PettingZoo's turns for many games at once.

    >>> from alcove.environments.vector import VectorEnv, VectorTurns

Both are thin: the games are `alcove.batch`'s, and what they show are its arrays, which the next step changes.
"""

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

import alcove.batch
from alcove.batch import HOLD, Batch, BatchError
from alcove.batch.batch import MOST_SEED
from alcove.core.text import Text
from alcove.players.levels import seat_player

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
Flags: TypeAlias = npt.NDArray[np.bool_]
Reals: TypeAlias = npt.NDArray[np.float32]
Chooser: TypeAlias = Callable[[Batch, npt.NDArray[np.int64]], npt.ArrayLike]
"""Gives an action for each of the games whose numbers it is told."""


class VectorEnv(GymnasiumVectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games, in each of which the learner has one seat.

    `opponent` is `"random"`; a level, from 1 up, which thinks in Python, game after game; a `Chooser`; or `"self"`: then every step
    is one ply, the observation is the mover's, and so is the reward of the step before. Where all seats share one fate the
    learner has them all. `seat` is the learner's.

    A game that has ended begins again with the next step, whose action is ignored for it (`AutoresetMode.NEXT_STEP`), so the last
    observation of a game is always seen. Observations are dictionaries of `observation` and `action_mask`; a masked
    action is refused with a sentence that names the game.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        name: str,
        num_envs: int = 1024,
        *,
        opponent: str | int | Chooser = "random",
        seat: int = 0,
        threads: int | None = None,
        truncate_after: int | None = None,
        **options: Any,
    ) -> None:
        self.batch = alcove.batch.make(
            name, num_envs, threads=threads, restart="next-step", truncate_after=truncate_after, **options
        )
        self.num_envs = num_envs
        shares_fate = bool(self.batch.shares_fate)
        if not 0 <= seat < self.batch.seats:
            raise BatchError(
                Text(f"seat: {seat} is none of the seats, 0 to {self.batch.seats - 1}",
                     f"seat : {seat} n'est aucune des places, de 0 à {self.batch.seats - 1}")
            )  # fmt: skip
        self._seat, self._plays_all = seat, shares_fate or opponent == "self"
        self._choose = _chooser(name, opponent)
        self._is_over = np.zeros(num_envs, np.bool_)
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew, without a seed on fresh luck. A list of seeds is refused: one decides all games, each on a stream of its
        own."""
        if isinstance(seed, list):
            raise BatchError(
                Text("seed: one whole number decides all games, each on a stream of its own",
                     "seed : un seul nombre entier décide de toutes les parties, chacune sur son propre flux")
            )  # fmt: skip
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        self._is_over[:] = False
        _, terminated, truncated = self._answer(
            np.zeros(self.num_envs, np.float32), self._is_over.copy(), self._is_over.copy()
        )
        assert not (terminated | truncated).any()
        return self._seen(), {"to_move": self.batch.current.to_move}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play the learner's actions, and whatever the opponent answers."""
        movers = self.batch.current.to_move.copy()
        step = self.batch.step(actions)
        seats = movers if self._plays_all and not self.batch.shares_fate else self._seat
        rewards = step.rewards[np.arange(self.num_envs), seats]
        rewards, terminated, truncated = self._answer(rewards, step.terminated.copy(), step.truncated.copy())
        self._is_over = terminated | truncated
        return self._seen(), rewards, terminated, truncated, {"to_move": self.batch.current.to_move}

    def _answer(self, rewards: Reals, terminated: Flags, truncated: Flags) -> tuple[Reals, Flags, Flags]:
        """Let the opponent play until it is the learner's turn everywhere."""
        while not self._plays_all:
            waiting = np.flatnonzero((self.batch.current.to_move != self._seat) & ~(terminated | truncated))
            if not len(waiting):
                break
            chosen = np.full(self.num_envs, HOLD, np.int64)
            chosen[waiting] = self._choose(self.batch, waiting)
            step = self.batch.step(chosen)
            rewards = rewards + step.rewards[:, self._seat]
            terminated, truncated = terminated | step.terminated, truncated | step.truncated
        return rewards, terminated, truncated

    def _seen(self) -> Observation:
        return observed(self.batch)


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

    def __init__(self, name: str, count: int = 1024, *, threads: int | None = None, **options: Any) -> None:
        self.batch = alcove.batch.make(name, count, threads=threads, restart="next-step", **options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.batch.seats)]
        self._luck = np.random.default_rng()
        self._given = np.zeros((count, self.batch.seats), np.float32)

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return observation_space(self.batch)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return gymnasium.spaces.Discrete(self.batch.n_actions)

    @property
    def agent_selection(self) -> npt.NDArray[np.int32]:
        return self.batch.current.to_move

    @property
    def rewards(self) -> dict[str, Reals]:
        """What the last step has given to every agent."""
        return {agent: self.batch.current.rewards[:, seat] for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, without a seed on luck that follows from the seed before."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.batch.reset(int(self._luck.integers(MOST_SEED)) if seed is None else seed)
        self._given[:] = 0.0

    def last(self) -> tuple[Observation, Reals, Flags, Flags, dict[str, Any]]:
        """What each mover sees, what it has been given since its last turn, and whether its game is over."""
        step = self.batch.current
        given = self._given[np.arange(self.batch.count), step.to_move]
        return observed(self.batch), given, step.terminated, step.truncated, {}

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action in every game."""
        before = self.batch.current
        was_over = before.terminated | before.truncated
        self._given[np.arange(self.batch.count), before.to_move] = 0.0
        step = self.batch.step(actions)
        self._given[was_over] = 0.0
        self._given += step.rewards


def observation_space(batch: Batch) -> gymnasium.spaces.Dict:
    """What one game shows."""
    least, most = float(batch.look.table.min()), float(batch.look.table.max())
    planes = gymnasium.spaces.Box(min(least, 0.0), max(most, 1.0), batch.look.shape, np.float32)
    return gymnasium.spaces.Dict(observation=planes, action_mask=gymnasium.spaces.MultiBinary(batch.n_actions))


def observed(batch: Batch) -> Observation:
    """What all games show, without a copy."""
    return {"observation": batch.current.observation, "action_mask": batch.current.mask.view(np.int8)}


def _chooser(name: str, opponent: str | int | Chooser) -> Chooser:
    if callable(opponent):
        return opponent
    if opponent in ("random", "self"):
        return lambda batch, waiting: batch.sample()[waiting]
    if isinstance(opponent, int) and not isinstance(opponent, bool):
        player = seat_player(name, opponent, threads=1)

        def choose(batch: Batch, waiting: npt.NDArray[np.int64]) -> list[int]:
            found = []
            for index in map(int, waiting):
                numbers = {move: number for number, move in batch.moves(index).items()}
                rng = random.Random(f"{batch.seed} {index} {batch.plies()[index]}")
                found.append(numbers[player.choose(batch.view(index), rng)])
            return found

        return choose
    raise BatchError(
        Text(f"opponent: {opponent!r} is unknown; give random, self, a level or a function",
             f"opponent : {opponent!r} est inconnu ; donnez random, self, un niveau ou une fonction")
    )  # fmt: skip
