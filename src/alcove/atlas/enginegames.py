"""Engine games for the atlas: a level of the room against itself, from the start and without a random opening.

In the first plies a level chooses among its best lines, the worse the less likely, so that games differ though engines
do not. Levels are limited by depth or nodes and never by the clock here: the same seed gives the same games on every
machine. Every game is a line of one file, which alone is the memory: whoever starts again goes on where they were.
"""

import hashlib
import json
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from alcove.core.game import Move, State, View
from alcove.core.registry import game
from alcove.jit.cache import fingerprint
from alcove.players.arena import MOST_PLIES
from alcove.players.levels import LevelPlayer, Recipe, recipe
from alcove.processes import pool

from .openings import Passed, passed
from .randomplay import deal_seed

VARIED_PLIES = 8
"""In this many plies at the beginning of a game …"""
VARIED_LINES, VARIED_TEMPERATURE = 8, 0.04
"""… a level plays one of its eight best moves: one that throws away 4 % of its chances is e times less likely."""
EXPLORED_PLIES = 12
"""So many plies go into the opening statistics."""
PATIENCE_SECONDS = 3_600.0
"""What a level may take for a move: a slow machine must not change the games."""


class Task(NamedTuple):
    """Game number `number` of a level against itself. `deal` numbers the deal, where there is one."""

    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    player: str
    number: int
    deal: int
    seed: int


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game: who and where, how it ended, how many legal moves there were on the way, and how it opened."""

    mode: str
    player: str
    number: int
    deal: int
    result: str
    reason: str
    choices: list[int]
    opening: list[Passed]

    @property
    def place(self) -> tuple[str, str, int]:
        return self.mode, self.player, self.number

    @classmethod
    def from_text(cls, text: str) -> "GameLine":
        fields = json.loads(text)
        return cls(**fields | {"opening": [Passed(*each) for each in fields["opening"]]})

    def to_text(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))


def level_number(player: str) -> int:
    """`level4` is 4."""
    return int(player.removeprefix("level"))


class VariedPlayer:
    """A level that plays one of its best moves while the game is young, and by its recipe afterwards."""

    def __init__(self, game_name: str, player: str) -> None:
        own = recipe(game_name, level_number(player))
        if not own.is_repeatable:
            raise ValueError(f"{player} is limited by the clock: its games could not be played again")
        self._early = _seat(
            game_name, player, replace(own, blunder=0.0, lines=VARIED_LINES, temperature=VARIED_TEMPERATURE)
        )
        self._late = _seat(game_name, player, own)

    def choose(self, view: View, ply: int, rng: random.Random) -> Move:
        return (self._early if ply < VARIED_PLIES else self._late).choose(view, rng)


def _seat(game_name: str, player: str, cooked: Recipe) -> LevelPlayer:
    seated = LevelPlayer(game_name, level_number(player))
    seated.recipe = replace(cooked, seconds=PATIENCE_SECONDS)
    return seated


_player = cache(VariedPlayer)


def start_of(task: Task) -> State[Any]:
    """Where a game begins."""
    found, options = game(task.game), dict(task.options)
    start = found.initial(**options)
    return found.initial(**options, seed=deal_seed(task.seed, task.deal)) if found.luck(start) else start


def play(task: Task) -> GameLine:
    """One game, to its end. Players see views only."""
    found, player = game(task.game), _player(task.game, task.player)
    start = state = start_of(task)
    rngs = [
        random.Random(f"atlas {task.seed} {task.mode} {task.player} {task.number} {seat}")
        for seat in range(start.seats)
    ]
    moves: list[str] = []
    choices: list[int] = []
    while (outcome := state.outcome()) is None and len(moves) < MOST_PLIES:
        seat = state.to_move
        choices.append(len(state.legal_moves()))
        moves.append(str(player.choose(found.view(state, seat), len(moves), rngs[seat])))
        state = state.play(moves[-1])
    result, reason = (outcome.result, outcome.reason) if outcome else ("1/2-1/2", "abandoned")
    opening = [] if found.luck(start) else passed(found, start, moves, EXPLORED_PLIES)
    return GameLine(task.mode, task.player, task.number, task.deal, result, reason, choices, opening)


# --- Many games -------------------------------------------------------------------------------------------------------


def play_all(tasks: Sequence[Task], memory: Path, processes: int | None = None) -> Iterator[GameLine]:
    """All these games, those first that `memory` holds; every other one is kept there as it ends."""
    known = kept(memory)
    missing = []
    for task in tasks:
        line = known.get((task.mode, task.player, task.number))
        if line is None:
            missing.append(task)
        else:
            yield line
    memory.parent.mkdir(parents=True, exist_ok=True)
    with memory.open("a", encoding="utf-8") as file:
        for line in _played(missing, processes or os.cpu_count() or 1):
            file.write(line.to_text() + "\n")
            file.flush()
            yield line


def _played(tasks: Sequence[Task], processes: int) -> Iterator[GameLine]:
    if processes == 1 or len(tasks) < 2:
        yield from map(play, tasks)
        return
    with pool(min(processes, len(tasks))) as players:
        yield from players.imap_unordered(play, tasks)


def kept(memory: Path) -> dict[tuple[str, str, int], GameLine]:
    """The games a file holds. A last line that was cut off is cut off the file, too."""
    if not memory.exists():
        return {}
    text = memory.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        memory.write_text(whole, encoding="utf-8")
    lines = map(GameLine.from_text, whole.splitlines())
    return {line.place: line for line in lines}


def memory_of(folder: Path, name: str, players: Sequence[str], seed: int) -> Path:
    """The file of a game's games. Another engine, recipe or seed means other games, and so another file."""
    recipes = [recipe(name, level_number(player)) for player in players]
    facts = (fingerprint(name), recipes, VARIED_PLIES, VARIED_LINES, VARIED_TEMPERATURE, EXPLORED_PLIES)
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:12]
    return folder / f"{name}-{seed}-{digest}.jsonl"
