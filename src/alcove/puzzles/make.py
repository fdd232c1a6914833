"""Puzzles out of games that the engine plays against itself. The same seed makes the same puzzles.

A game is played by a weak engine that errs now and then. At every ply the positions after its own favourite moves are
looked at, so that a puzzle begins where somebody has just gone wrong in a plausible way. `judge.pose` proves or refuses
them. What a game gave is kept in a work file as soon as it is known, and a broken off run goes on from there; which
puzzles are taken is decided afterwards, game by game, so neither that nor the number of processes changes the result.
"""

import json
import math
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Any

from alcove.core.game import State
from alcove.core.registry import game
from alcove.games.data import data_file
from alcove.games.puzzling import Deals, Endings, Wins, puzzling
from alcove.players.engine import Engine, Limits, engine
from alcove.players.levels import pick
from alcove.processes import pool
from alcove.search.limits import NO_LIMIT

from .judge import MOST_MOVES, NotAPuzzleError, pose
from .puzzle import FILE, Puzzle, puzzle_from_data, write_puzzles
from .rate import rate
from .solve import TooLargeError, chances, exhaustive
from .themes import themes

MOST_OF_A_SORT = 2
"""How many puzzles of a sort one game may give: those of one game tend to be alike."""
PLIES_BACK = 10
"""How many plies before its end a game is taken up again."""
CHOICE, TEMPERATURE = 3, 0.08
"""Among how many of them the next move is chosen, and how freely."""
MOST_ALIKE, MOST_ALIKE_IN_A_GAME = 0.5, 0.7
"""Two puzzles with the same first move are too much alike if they share that much of what stands on the board."""


def sort_of(puzzle: Puzzle) -> str:
    """The sort of a puzzle, of which no more than a share is taken."""
    if puzzle.goal.kind == "win":
        return f"win {puzzle.goal.moves}"
    asked = puzzling(puzzle.game)
    if isinstance(asked, Deals):
        return asked.sort_of(puzzle.start())
    return next(theme for theme in puzzle.themes if theme in asked.way.shares)


# --- One game -------------------------------------------------------------------------------------------------------


def candidates(game_name: str, seed: int, number: int) -> Iterator[tuple[State[Any], int]]:
    """Positions of game `number`, each with its ply; every state is as its own text tells it, without a past.

    The last plies are where most is decided: they are played again, otherwise, a few times.
    """
    found, way, rng = game(game_name), puzzling(game_name).way, random.Random(f"{game_name} {seed} {number}")
    state = found.initial()
    if found.luck(state):
        state = found.initial(seed=seed * 1_000_000 + number)
    passed: list[State[Any]] = []
    yield from _positions(game_name, state, 0, way.most_plies, rng, passed)
    first = max(0, len(passed) - PLIES_BACK)
    for _ in range(way.endings):
        yield from _positions(game_name, passed[first], first, 2 * PLIES_BACK, rng, [])


def _positions(
    game_name: str, state: State[Any], ply: int, plies: int, rng: random.Random, passed: list[State[Any]]
) -> Iterator[tuple[State[Any], int]]:
    """Play on for this many plies: the positions worth a proof beside the way. `passed` collects the states on it."""
    found, way, thinking = game(game_name), puzzling(game_name).way, _engine(game_name)
    for at in range(ply, ply + plies):
        if state.outcome() is not None:
            return
        passed.append(state)
        view = found.view(state, state.to_move)
        moves = view.legal_moves()
        if at < way.opening_plies or len(moves) == 1:
            state = state.play(rng.choice(moves))
            continue
        thinking.forget()
        lines = thinking.analyse(view, Limits(nodes=way.nodes), way.lines).lines
        chosen = rng.choice(moves) if rng.random() < way.blunder else pick(lines[:CHOICE], TEMPERATURE, rng).moves[0]
        hopes = {line.moves[0]: line.win_probability for line in lines}
        for text in dict.fromkeys([str(chosen), *hopes]):
            after = found.from_text(state.play(text).to_text())
            if _is_worth_a_proof(game_name, after, hopes.get(text, 0)) and len(after.legal_moves()) > 1:
                yield after, at + 1
        state = state.play(str(chosen))


def _is_worth_a_proof(game_name: str, state: State[Any], hope: float) -> bool:
    """Is a puzzle likely here? `hope` is what the side that has just moved thought its chance was."""
    asked = puzzling(game_name)
    if isinstance(asked, Endings | Deals):
        return asked.is_late(state)
    way = asked.way
    _limit(game_name)
    if exhaustive(game_name).wins_within(state, MOST_MOVES - 1):
        return True
    if hope > way.most_hope or way.glance_nodes is None:
        return hope <= way.most_hope
    thinking = _engine(game_name)
    thinking.forget()
    return thinking.analyse(state, Limits(nodes=way.glance_nodes)).best.win_probability == 1


def puzzles_of_game(task: tuple[str, int, int]) -> tuple[int, list[Puzzle]]:
    """All puzzles of a game, as far as they can be proven within the limit; the first few of each sort; not rated yet."""
    game_name, seed, number = task
    found: list[Puzzle] = []
    sorts: Counter[str] = Counter()
    looked_at: set[str] = set()
    for state, ply in candidates(game_name, seed, number):
        if state.to_text() in looked_at:
            continue
        looked_at.add(state.to_text())
        if sorts[_sort_to_come(game_name, state)] == MOST_OF_A_SORT:
            continue
        _limit(game_name)
        try:
            goal, steps = pose(game_name, state)
        except (NotAPuzzleError, TooLargeError):
            continue
        kinds = themes(game_name, state, goal, steps)
        puzzle = Puzzle(game_name, state.to_text(), goal, steps, kinds, source=(seed, number, ply))
        sort = sort_of(puzzle)
        if sorts[sort] < MOST_OF_A_SORT and not any(is_alike(puzzle, other, MOST_ALIKE_IN_A_GAME) for other in found):
            sorts[sort] += 1
            found.append(puzzle)
        if all(sorts[sort] == MOST_OF_A_SORT for sort in puzzling(game_name).way.shares):
            break
    return number, found


def _sort_to_come(game_name: str, state: State[Any]) -> str:
    """The sort of whatever puzzle a position may be, as far as that is known before a proof."""
    asked = puzzling(game_name)
    if isinstance(asked, Deals):
        return asked.sort_of(state)
    if not isinstance(asked, Wins):
        return ""
    _limit(game_name)
    moves = (moves for moves in range(1, MOST_MOVES) if exhaustive(game_name).wins_within(state, moves))
    return f"win {next(moves, MOST_MOVES)}"


def _limit(game_name: str) -> None:
    """What the next proof may cost."""
    asked = puzzling(game_name)
    if isinstance(asked, Deals):
        chances(game_name).node_limit = asked.way.node_limit
    else:
        search = exhaustive(game_name)
        search.node_limit, search.nodes_left = asked.way.node_limit, asked.way.proof_nodes or NO_LIMIT


@cache
def _engine(game_name: str) -> Engine:
    return engine(game_name, megabytes=8)


# --- Which ones to take ---------------------------------------------------------------------------------------------


class Selection:
    """The puzzles taken so far: none too much like another, no sort too often."""

    def __init__(self, game_name: str, size: int) -> None:
        self.size = size
        self.taken: list[Puzzle] = []
        self._most = {sort: math.ceil(share * size) for sort, share in puzzling(game_name).way.shares.items()}
        self._sorts: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        return len(self.taken) >= self.size

    def offer(self, puzzles: list[Puzzle]) -> None:
        """Take what fits of one game's puzzles."""
        for puzzle in puzzles:
            sort = sort_of(puzzle)
            fits = not self.is_full and self._sorts[sort] < self._most[sort]
            if fits and not any(is_alike(puzzle, other) for other in self.taken):
                self._sorts[sort] += 1
                self.taken.append(puzzle)


def is_alike(one: Puzzle, other: Puzzle, most: float = MOST_ALIKE) -> bool:
    """Would somebody who knows one know the other?"""
    if one.steps[0].right != other.steps[0].right:
        return one.position == other.position
    mine, theirs = _pieces(one), _pieces(other)
    return len(mine & theirs) > most * len(mine | theirs)


@cache
def _pieces(puzzle: Puzzle) -> frozenset[str]:
    return puzzling(puzzle.game).pieces(puzzle.position)


# --- Many games -----------------------------------------------------------------------------------------------------


def make(
    game_name: str,
    size: int,
    seed: int,
    work_file: Path,
    processes: int = 1,
    told: Callable[[int, int], None] = lambda taken, games: None,
    out: Path | None = None,
) -> list[Puzzle]:
    """Make this many puzzles, go on with the work file if there is one, and write them, the easiest first.

    `told` hears how many are taken after how many games.
    """
    selection = Selection(game_name, size)
    for number, found in _games(game_name, seed, work_file, processes):
        selection.offer(found)
        told(len(selection.taken), number + 1)
        if selection.is_full:
            break
    with _workers(processes) as run:
        rated = list(run(_rated, iter(selection.taken)))
    made = sorted(rated, key=lambda puzzle: (puzzle.rating, puzzle.id))
    write_puzzles(out or data_file(game_name, FILE), made)
    return made


def _rated(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, rating=rate(puzzle.game, puzzle.start(), puzzle.steps))


def _games(game_name: str, seed: int, work_file: Path, processes: int) -> Iterator[tuple[int, list[Puzzle]]]:
    """The puzzles of game 0, 1, 2 …, those in the work file first; whatever is new is added to it."""
    number = 0
    for number, found in enumerate(_kept(game_name, work_file), 1):
        yield number - 1, found
    tasks = ((game_name, seed, later) for later in count(number))
    with _workers(processes) as run:
        yield from _keeping(run(puzzles_of_game, tasks), work_file)


Run = Callable[[Callable[[Any], Any], Iterator[Any]], Iterator[Any]]


@contextmanager
def _workers(processes: int) -> Iterator[Run]:
    """A `map` over some processes that keeps the order and only runs a little ahead: tasks may have no end."""
    if processes == 1:
        yield map
        return
    with pool(processes) as workers:

        def run(work: Callable[[Any], Any], tasks: Iterator[Any]) -> Iterator[Any]:
            waiting = [workers.apply_async(work, (task,)) for task in islice(tasks, 2 * processes)]
            while waiting:
                yield waiting.pop(0).get()
                waiting += [workers.apply_async(work, (task,)) for task in islice(tasks, 1)]

        yield run


def _keeping(played: Iterator[tuple[int, list[Puzzle]]], work_file: Path) -> Iterator[tuple[int, list[Puzzle]]]:
    work_file.parent.mkdir(parents=True, exist_ok=True)
    for number, found in played:
        with work_file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([number, [puzzle.to_data() for puzzle in found]], ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        yield number, found


def _kept(game_name: str, work_file: Path) -> Iterator[list[Puzzle]]:
    """The games of a work file, from the first on without a gap; a last line that was cut off is cut off the file too."""
    if not work_file.exists():
        return
    lines = work_file.read_text(encoding="utf-8").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        work_file.write_text("".join(lines[:-1]), encoding="utf-8")
        lines.pop()
    for line in lines:
        _, found = json.loads(line)
        yield [puzzle_from_data(game_name, data) for data in found]
