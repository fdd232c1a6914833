"""Every player, by name.

    random              any legal move
    greedy              one move ahead: a win, else the best evaluation
    level1 … level8     the levels of the room
    engine:1s           the game's engine with a second a move; also engine:200ms, engine:n=20000, engine:d=6
    net:1s              the engine that goes by the game's network; also net:n=400, simulations or nodes a move
    tower:1s            the engine that the game's large network guides, also where a small one is stronger
    best-handmade:1s    the strongest engine without a network
    mcts:1s:c=1.2:r=0   Monte Carlo tree search; c is its exploration, r the share of random games in its judgement
    plain:1s            the engine that needs the law alone; also plain:n=200, simulations a move
    ab:d=3              a plain full-width alpha-beta that counts material: a yardstick
    ugi:COMMAND         the engine of another program, which speaks UGI: a whole command line

`engine`, `net`, `tower`, `best-handmade`, `mcts`, `plain` and `ugi` without a limit take the one of the match.
"""

import math
import random
from typing import Any

import numpy as np

from alcove.compiled.results import ONGOING
from alcove.core.errors import AlcoveError, quoted
from alcove.core.game import Move, State, View
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.rooms import rooms
from alcove.jit import instance_for
from alcove.players.engine import Engine, Limits, engine, handmade
from alcove.players.levels import LevelPlayer
from alcove.players.montecarlo import MonteCarloEngine
from alcove.players.plain import PlainEngine
from alcove.players.player import Player, Random, moves_of, shown
from alcove.search.deepening import Deepening

FORMS = (
    "random, greedy, level1 … level8, engine:1s, engine:200ms, engine:n=20000, engine:d=6, "
    "net:1s, net:n=400, tower:1s, best-handmade:1s, mcts:1s, plain:1s, ab:d=3, ugi:COMMAND"
)
UGI = "ugi:"


def player(game_name: str, name: str, limits: Limits | None = None, threads: int = 1) -> Player:
    """The player of that name for a game. `limits` applies where the name does not include one."""
    if name.startswith(UGI):
        from alcove.players.client import UgiClient

        return Thinker(name, UgiClient(name.removeprefix(UGI), game_name), limits or Limits(seconds=1))
    kind, *words = name.strip().split(":")
    if kind == "random" and not words:
        return Random(game_name)
    if kind == "greedy" and not words:
        return Greedy(game_name)
    if kind.startswith("level") and kind[5:].isdecimal() and not words:
        return LevelPlayer(game_name, int(kind[5:]), threads)
    settings = _settings(name, words)
    own = _limits(settings) or limits or Limits(seconds=1)
    if kind == "engine" and settings.keys() <= {"s", "n", "d"}:
        return Thinker(name, engine(game_name, threads=threads), own)
    if kind == "best-handmade" and settings.keys() <= {"s", "n", "d"}:
        return Thinker(name, handmade(game_name, threads=threads), own)
    if kind in ("net", "tower") and settings.keys() <= {"s", "n"}:
        from alcove.players.network import NetEngine, network_engine

        return Thinker(name, (network_engine if kind == "net" else NetEngine)(game_name, threads=threads), own)
    if kind == "mcts" and settings.keys() <= {"s", "n", "c", "r"}:
        if not _has_trees(game_name):
            raise AlcoveError(_missing_player(game_name, kind))
        trees = MonteCarloEngine(game_name, exploration=settings.get("c", 1.0), rollout_share=settings.get("r", 0.5))
        return Thinker(name, trees, own)
    if kind == "plain" and settings.keys() <= {"s", "n"}:
        return Thinker(name, PlainEngine(game_name), own)
    if kind == "ab" and settings.keys() == {"d"}:
        if not _has_alphabeta(game_name):
            raise AlcoveError(_missing_player(game_name, kind))
        return Plain(game_name, int(settings["d"]))
    raise AlcoveError(unknown_player(name))


def _settings(name: str, words: list[str]) -> dict[str, float]:
    """`1s`, `200ms` and `n=20000` as numbers by letter."""
    found: dict[str, float] = {}
    for word in words:
        letter, sign, digits = word.partition("=")
        scale = 1.0
        if not sign:
            scale, unit = (0.001, "ms") if word.endswith("ms") else (1.0, "s")
            letter, digits = "s", word.removesuffix(unit)
        try:
            found[letter] = float(digits) * scale
        except ValueError:
            raise AlcoveError(unknown_player(name)) from None
        if not math.isfinite(found[letter]):
            raise AlcoveError(unknown_player(name))
    return found


def _limits(settings: dict[str, float]) -> Limits | None:
    if settings.keys().isdisjoint("snd"):
        return None
    nodes, depth = settings.get("n"), settings.get("d")
    return Limits(settings.get("s"), None if nodes is None else int(nodes), None if depth is None else int(depth))


def _has_alphabeta(game_name: str) -> bool:
    house = rooms(game_name)
    return house.has("kernel") and house.has("evaluation") and house.judgement.SEARCH == "alphabeta"


def _has_trees(game_name: str) -> bool:
    """Can Monte Carlo tree search be tried? It needs a kernel, and no judgement that is made for other searches."""
    return _has_alphabeta(game_name) or (rooms(game_name).has("kernel") and not rooms(game_name).has("evaluation"))


def _missing_player(game_name: str, kind: str) -> Text:
    """That a game has no such player, and which it has."""
    title, lacking = game(game_name).title, ["ab"] if _has_trees(game_name) else ["ab", "mcts"]
    known = ", ".join(form for form in FORMS.split(", ") if form.partition(":")[0] not in lacking)
    return Text(
        f"{title} has no player {quoted(kind)}; known: {known}",
        f"{title} n'a pas de joueur {quoted(kind)} ; connus : {known}",
    )


def unknown_player(name: str) -> Text:
    shown = quoted(name)
    return Text(f"unknown player {shown}; known: {FORMS}", f"joueur inconnu {shown} ; connus : {FORMS}")


class Thinker:
    """An engine with the same limits for every move."""

    def __init__(self, name: str, thinking: Engine, limits: Limits) -> None:
        self.name = name
        self.engine = thinking
        self._limits = limits

    def choose(self, view: View, rng: random.Random) -> Move:
        view = shown(self.engine.name, view, rng)
        if self._limits.seconds is None:
            self.engine.forget()  # so that a game can be played again
        return self.engine.best_move(view, self._limits)


class Greedy:
    """The beginner who looks one move ahead: takes a win, else what looks best to the evaluation, else anything."""

    name = "greedy"

    def __init__(self, game_name: str) -> None:
        self._game = game_name
        self._is_judged = rooms(game_name).has("evaluation")

    def choose(self, view: View, rng: random.Random) -> Move:
        view = shown(self._game, view, rng)
        if not isinstance(view, State):
            return engine(self._game).best_move(view, Limits(depth=1))
        moves = moves_of(view)
        worth_of = self._worth if self._is_judged else self._result
        worths = [worth_of(view, move) for move in moves]
        return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == max(worths)])

    def _worth(self, state: State[Any], move: Move) -> int:
        kernel, evaluation = rooms(self._game).kernel, rooms(self._game).evaluation
        packed, undo = kernel.pack(state), np.empty(kernel.UNDO_SIZE, np.int64)
        kernel.make(packed, kernel.action_of(packed, move), undo)
        result = int(kernel.result(packed))
        if result == ONGOING:
            return -int(evaluation.evaluate(packed))
        return -int(evaluation.outcome_score(packed, result))

    def _result(self, state: State[Any], move: Move) -> int:
        """What is seen of a move where nobody judges: whether it wins or loses at once."""
        outcome = state.play_unchecked(move).outcome()
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.together or outcome.winner == state.to_move else -1


class Plain:
    """Alpha-beta over every move to a fixed depth, with material as its only knowledge."""

    def __init__(self, game_name: str, depth: int) -> None:
        self.name = f"ab:d={depth}"
        self._game = game_name
        self._limits = Limits(depth=depth)
        self._kernel = rooms(game_name).kernel
        self._deepening, _ = plain_search(game_name)

    def choose(self, view: View, rng: random.Random) -> Move:
        view = shown(self._game, view, rng)
        assert isinstance(view, State)
        moves_of(view)
        packed = self._kernel.pack(view)
        self._deepening.forget()
        found = self._deepening.think(packed, self._limits, 1, *self._kernel.history_marks(view))
        return self._kernel.move_of(packed, found.lines[0].actions[0])


def plain_search(game_name: str, megabytes: int = 16) -> tuple[Deepening, Any]:
    """A game's full-width search, and the evaluation it goes by."""
    house = rooms(game_name)
    material = house.material if house.has("material") else None
    plain: Any = instance_for(game_name, "alcove.search.plain", evaluation=house.evaluation, material=material)
    return Deepening(game_name, house.kernel, plain, megabytes, variant="plain"), plain
