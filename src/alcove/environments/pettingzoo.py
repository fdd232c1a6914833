"""PettingZoo: any game as an AEC environment, as its classic games are.

    >>> import alcove
    >>> from alcove.environments.pettingzoo import env
    >>> environment = env(alcove.games()[0])
    >>> environment.reset(seed=1)
    >>> for agent in environment.agent_iter():
    ...     observation, reward, terminated, truncated, info = environment.last()
    ...     action = None if terminated or truncated else environment.action_space(agent).sample(info["action_mask"])
    ...     environment.step(action)

An observation has the planes under `observation` and the legal actions under `action_mask`; the mask is in `info` as well.
"""

from typing import Any

import numpy as np

from .missing import MissingPackageError

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import BaseWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as error:
    raise MissingPackageError("PettingZoo", "pettingzoo") from error

from alcove.core.errors import OptionError, expect, quoted
from alcove.core.text import Text
from alcove.spaces import read_action

from .sitting import NOTHING_BEGUN, RENDER_MODES, Observation, PlayError, Sitting

ILLEGAL_REWARD = -1.0


def env(
    game: str, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
) -> "AECEnv[Any, Any, Any]":
    """A game as PettingZoo expects one: whoever takes an action that is masked out loses, the others get nothing. A number that is
    no action at all is refused in a sentence."""
    wrapped = TerminateIllegalWrapper(raw_env(game, render_mode, max_cycles, **options), ILLEGAL_REWARD)
    return OrderEnforcingWrapper(CheckedActions(wrapped))


class CheckedActions(BaseWrapper[Any, Any, Any]):
    """Refuses what is not a number of the action space before the mask is asked."""

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            action = read_action(action, int(self.action_space(agent).n))
        super().step(action)

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801 (PettingZoo calls it so)
    """The environment without PettingZoo's wrappers: an action that is masked out is refused in a sentence.

    `max_cycles` breaks a game off after every agent has moved so many times, or would have, had the turn been its own: after
    `max_cycles` × agents moves.
    """

    def __init__(
        self, game: str, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
    ) -> None:
        super().__init__()
        self._sitting = Sitting(game, render_mode, options)
        self._max_plies = _read_cycles(max_cycles, self._sitting.seats)
        self.render_mode = render_mode
        self.metadata = {"name": f"alcove_{game}_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self._sitting.seats)]
        self.agents: list[str] = []
        known, sight = self._sitting.space, self._sitting.space.sight
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(sight.low, sight.high, known.shape, np.float32),
                action_mask=spaces.Box(0, 1, (known.n_actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(known.n_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: from a seed, or from `options={"position": text}`."""
        self._sitting.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._tell(is_cut=False)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What whoever is to move sees, and what it has been given since its last turn."""
        if self._sitting.state is None:
            raise PlayError(NOTHING_BEGUN)
        told: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: int) -> None:
        """Play for `agent_selection`; once the game is over each agent takes its leave with `None`."""
        if not self.agents:
            raise PlayError(Text("nobody is left at the table: call reset", "plus personne à la table : appelez reset"))
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._sitting.play(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = dict(zip(self.agents, self._sitting.rewards, strict=True))
        self._accumulate_rewards()
        self._tell(is_cut=not self._sitting.is_over and self._sitting.plies >= self._max_plies)
        if self.render_mode == "human":
            self.render()

    def _tell(self, is_cut: bool) -> None:
        """Who is next, and what everybody knows now."""
        self.terminations = dict.fromkeys(self.agents, self._sitting.is_over)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        self.infos = {agent: {"action_mask": self._sitting.mask(seat)} for seat, agent in enumerate(self.agents)}
        self.agent_selection = self.possible_agents[self._sitting.current.to_move]

    def observe(self, agent: str) -> Observation:
        expect("agent", agent, str, Text("the name of an agent", "le nom d'un agent"))
        if agent not in self.possible_agents:
            shown, known = quoted(agent), ", ".join(self.possible_agents)
            raise OptionError(
                Text(f"agent: {shown} does not play; {known} do", f"agent : {shown} ne joue pas ; jouent : {known}")
            )
        return self._sitting.observe(self.possible_agents.index(agent))

    def render(self) -> str | None:
        return self._sitting.render()

    def close(self) -> None:
        """Nothing is held."""


def _read_cycles(max_cycles: int | None, seats: int) -> float:
    if max_cycles is None:
        return float("inf")
    if isinstance(max_cycles, bool) or not isinstance(max_cycles, int) or max_cycles < 1:
        shown = quoted(str(max_cycles))
        raise OptionError(
            Text(f"max_cycles: expected None or a whole number from 1, found {shown}",
                 f"max_cycles : il faut None ou un nombre entier à partir de 1, trouvé {shown}")
        )  # fmt: skip
    return max_cycles * seats
