"""OpenSpiel: every game as a Python game of `pyspiel`.

    >>> import alcove, pyspiel
    >>> from alcove.environments import openspiel
    >>> name, *others = openspiel.register()
    >>> state = pyspiel.load_game(name).new_initial_state()

Parameters are the options of the game, and `max_game_length`: a game that goes on longer is broken off as a draw. Luck is explicit:
an unseen piece has no number before a chance node gives it one, so no state holds anything that a player may not know.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

import numpy as np

from .missing import MissingPackageError

try:
    import pyspiel
except ImportError as error:
    raise MissingPackageError("OpenSpiel", "openspiel") from error

from alcove.core.errors import AlcoveError, OptionError
from alcove.core.game import Game, Move, State, View
from alcove.core.options import OptionSpec, specs
from alcove.core.registry import game, games
from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.spaces import ActionError, Space, rewards, space

PREFIX = "python_alcove_"
LONGEST_GAME = 1000
"""After so many moves a game is broken off that says nothing about it itself."""
LENGTH = "max_game_length"
DIGITS = "_"
"""A value that is a word of digits among others that are not begins with this, lest OpenSpiel take it for a number."""
LUCK = ":"
"""What luck showed begins with this in the text of a game; no move does."""


class LuckError(AlcoveError):
    """A game whose luck nobody can reckon with."""


def register(*names: str) -> tuple[str, ...]:
    """Tell OpenSpiel about the games of these names, or all it can play; by what names it knows them. Whoever registers a game of
    their own afterwards calls it again."""
    if names:
        return tuple(_register(game(name)) for name in names)
    return tuple(_register(found) for found in map(game, games()) if _fault(found) is None)


def _register(found: Game) -> str:
    if (fault := _fault(found)) is not None:
        raise LuckError(fault)
    short_name = PREFIX + found.name
    if short_name not in pyspiel.registered_names():
        # A class of its own: with a function in its place the process aborts when it ends (docs/decisions/0083).
        kind = type(found.title, (SpielGame,), {"name": found.name})
        pyspiel.register_game(_rules(found.name, ()).game_type, kind)
    return short_name


def _fault(found: Game) -> Text | None:
    """Why OpenSpiel cannot play a game: it must know how likely everything is."""
    if found.luck(found.initial()) and not rooms(found.name).has("luck"):
        return rooms(found.name).missing("luck")
    return None


# --- Rules ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rules:
    """A game with its options, as OpenSpiel asks for it. It travels by its name and its parameters."""

    name: str
    parameters: tuple[tuple[str, str | int], ...]
    space: Space
    has_luck: bool
    shares_fate: bool
    longest: int

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules, (self.name, self.parameters)

    @property
    def game(self) -> Game:
        return self.space.game

    @property
    def game_type(self) -> "pyspiel.GameType":
        kinds, utility = pyspiel.GameType, pyspiel.GameType.Utility
        identical = utility.GENERAL_SUM if self.space.seats == 1 else utility.IDENTICAL
        chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC if self.has_luck else kinds.ChanceMode.DETERMINISTIC
        return kinds(
            short_name=PREFIX + self.name,
            long_name=f"Alcove {self.game.title}",
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=chance,
            information=kinds.Information.PERFECT_INFORMATION,
            utility=identical if self.shares_fate else utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=self.space.seats,
            min_num_players=self.space.seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=_parameters(self.game),
        )

    @property
    def game_info(self) -> "pyspiel.GameInfo":
        return pyspiel.GameInfo(
            num_distinct_actions=self.space.n_actions,
            max_chance_outcomes=rooms(self.name).luck.OUTCOMES if self.has_luck else 0,
            num_players=self.space.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.shares_fate else 0.0,
            max_game_length=self.longest,
        )


@cache
def _rules(name: str, parameters: tuple[tuple[str, str | int], ...]) -> Rules:
    """The rules that those parameters describe which do not have their usual values. (OpenSpiel fills in what was not given, and
    some options follow from others, as the number of seats may: so what is usual counts as left out.)"""
    found = game(name)
    chosen = {key: str(value).removeprefix(DIGITS) for key, value in parameters if key != LENGTH}
    start = found.initial(**chosen)
    longest = dict(parameters).get(LENGTH, _parameters(found)[LENGTH])
    if not isinstance(longest, int) or longest < 1:
        raise OptionError(
            Text(f"{LENGTH}: expected a whole number from 1, found {longest}",
                 f"{LENGTH} : il faut un nombre entier à partir de 1, trouvé {longest}")
        )  # fmt: skip
    return Rules(name, parameters, space(name, **chosen), bool(found.luck(start)), start.shares_fate, longest)


@cache
def _parameters(found: Game) -> Mapping[str, str | int]:
    """The options of a game with their usual values, and how long a game may be."""
    options = {spec.name: _default(spec) for spec in specs(found.options_type)}
    longest = rooms(found.name).kernel.MAX_PLIES if rooms(found.name).has("kernel") else LONGEST_GAME
    return {**options, LENGTH: int(longest)}


def _default(spec: OptionSpec) -> str | int:
    """OpenSpiel reads a word of digits as a number: where all values are such words, the parameter is one; where only some are,
    these begin with `DIGITS`."""
    if not spec.values or all(value.isdecimal() for value in spec.values):
        return int(spec.default)
    return DIGITS + spec.default if spec.default.isdecimal() else spec.default


# --- A game in progress -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """A game so far. It never changes, so clones share it, and it is written down as text: the moves in the notation of the game,
    and after each what luck showed (`:0` is the first outcome), in the order in which it was shown.

    `view` is what everybody knows, `None` before the start has been dealt. While luck has a say, `weights` tell how likely each of
    its outcomes is, `move` is the move that it speaks about (`None` for the deal), and `shown` what it has said so far.
    """

    rules: Rules
    words: tuple[str, ...] = ()
    view: View | None = None
    plies: int = 0
    move: Move | None = None
    shown: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()

    @staticmethod
    @cache
    def begin(rules: Rules) -> "Play":
        """Every clone of a state begins with a start, so there is one for all."""
        if rules.has_luck:
            return Play(rules)._with_luck()
        return Play(rules, view=rules.game.initial(**_options(rules)))

    @classmethod
    def read(cls, rules: Rules, text: str) -> "Play":
        """The game that a text tells."""
        play = cls.begin(rules)
        for word in text.split():
            if word.startswith(LUCK):
                play = play.after_luck(int(word.removeprefix(LUCK)))
            else:
                play = play._after(play._known.find(word))
        return play

    def __reduce__(self) -> tuple[Any, ...]:
        return Play.read, (self.rules, " ".join(self.words))

    def __deepcopy__(self, memo: object) -> "Play":
        return self

    @property
    def _known(self) -> View:
        assert self.view is not None
        return self.view

    @property
    def is_over(self) -> bool:
        return not self.weights and (self.plies >= self.rules.longest or self._known.outcome() is not None)

    @property
    def returns(self) -> list[float]:
        outcome = self._known.outcome() if self.is_over else None
        return list(rewards(outcome, self.rules.space.seats))

    def after_action(self, action: int) -> "Play":
        """After a legal action of a player."""
        return self._after(self.rules.space.move(self._known, action))

    def _after(self, move: Move) -> "Play":
        if self.plies >= self.rules.longest:
            raise ActionError(
                Text(f"action: the game was broken off after {self.plies} moves",
                     f"action : la partie a été interrompue après {self.plies} coups")
            )  # fmt: skip
        played = replace(self, words=(*self.words, str(move)), plies=self.plies + 1)
        if self.rules.has_luck:
            return replace(played, move=move)._with_luck()
        assert isinstance(self.view, State)
        return replace(played, view=self.view.play(move))

    def after_luck(self, outcome: int) -> "Play":
        """After luck has shown something."""
        if not 0 <= outcome < len(self.weights) or not self.weights[outcome]:
            raise ActionError(
                Text(f"action: luck cannot show {outcome} here", f"action : le hasard ne peut pas montrer {outcome} ici")
            )  # fmt: skip
        return replace(self, words=(*self.words, f"{LUCK}{outcome}"), shown=(*self.shown, outcome))._with_luck()

    def _with_luck(self) -> "Play":
        """Ask the luck of the game how things stand."""
        luck = rooms(self.rules.name).luck
        if self.view is None:
            found = luck.deal(self.rules.space.options, self.shown)
        else:
            found = luck.turn(self.view, self.move, self.shown)
        if isinstance(found, tuple):
            return replace(self, weights=found)
        return replace(self, view=found, move=None, shown=(), weights=())


def _options(rules: Rules) -> dict[str, Any]:
    return {spec.name: getattr(rules.space.options, spec.name) for spec in specs(rules.game.options_type)}


# --- What OpenSpiel asks ----------------------------------------------------------------------------------------------


class SpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel knows games; each has a class of its own."""

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, str | int] | None = None) -> None:
        usual = _parameters(game(self.name))
        changed = {key: value for key, value in (parameters or {}).items() if value != usual.get(key)}
        self.rules = _rules(self.name, tuple(changed.items()))
        super().__init__(self.rules.game_type, self.rules.game_info, changed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process may not have registered the game yet."""
        return _load, (self.name, str(self))

    def new_initial_state(self, from_string: str | None = None) -> "SpielState":
        if from_string is not None:
            raise OptionError(
                Text("from_string: a game begins at its start here; play its moves, or read a serialised state",
                     "from_string : une partie commence ici à son début ; jouez-en les coups, ou lisez un état sérialisé")
            )  # fmt: skip
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return rooms(self.name).luck.MOST if self.rules.has_luck else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise OptionError(
                Text(f"params: no observer knows {params}", f"params : aucun observateur ne connaît {params}")
            )
        return Observer(self.rules, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):
    """A state of ours as OpenSpiel knows states. All it keeps is `play`: that is what OpenSpiel copies and writes down."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = Play.begin(game.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (self.play.rules.name, pyspiel.serialize_game_and_state(self.get_game(), self))

    def current_player(self) -> int:
        if self.play.weights:
            return int(pyspiel.PlayerId.CHANCE)
        if self.play.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.play._known.to_move

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = self.play.rules.space.legal(self.play._known).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.play.weights
        return [(outcome, weight / sum(weights)) for outcome, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after_luck(action) if self.play.weights else self.play.after_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """A move in the notation of the game. An action that is not legal here has no name but its number."""
        if player < 0 or self.play.weights or self.play.is_over:
            return f"{LUCK}{action}"
        try:
            return str(self.play.rules.space.move(self.play._known, action))
        except ActionError:
            return str(action)

    def is_terminal(self) -> bool:
        return self.play.is_over

    def returns(self) -> list[float]:
        return self.play.returns

    def __str__(self) -> str:
        """What everybody knows of the position, as text; before there is one, the luck of the deal."""
        told = " ".join(f"{LUCK}{outcome}" for outcome in self.play.shown)
        text = "" if self.play.view is None else self.play.view.to_text()
        return " ".join(filter(None, (text, "" if self.play.move is None else str(self.play.move), told)))


def _load(name: str, text: str) -> "pyspiel.Game":
    register(name)
    return pyspiel.load_game(text)


def _read(name: str, text: str) -> "pyspiel.State":
    register(name)
    return pyspiel.deserialize_game_and_state(text)[1]


class Observer:
    """What a player sees of a state. All see the same: planes as whoever is to move sees them, and texts. With perfect recall the
    text is the whole game so far, else the position."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self._rules, self._perfect_recall = rules, perfect_recall
        planes = np.zeros(rules.space.shape, np.float32)
        self.tensor = None if perfect_recall else planes.reshape(-1)
        self.dict = {} if perfect_recall else {"observation": planes}

    def set_from(self, state: SpielState, player: int) -> None:
        for planes in self.dict.values():
            view = state.play.view
            planes[...] = 0 if view is None else self._rules.space.planes(view)

    def string_from(self, state: SpielState, player: int) -> str:
        return " ".join(state.play.words) if self._perfect_recall else str(state)
