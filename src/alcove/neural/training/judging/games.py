"""Games to learn a judgement from: alpha-beta plays itself with few nodes a move, from many kinds of openings.

A game is its actions and what the search said before each; positions follow by playing it again, so a million of them
fit into a few megabytes. Game number n of a seed is always the same game, whoever plays it: a folder of them is filled
by several processes, and filled on after a break.
"""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import DRAW, ONGOING
from alcove.core.registry import game
from alcove.games.data import read_json
from alcove.games.rooms import rooms
from alcove.neural import judging
from alcove.processes import deaf_children
from alcove.search.deepening import Deepening
from alcove.search.limits import Limits

GAMES_A_FILE = 8
MOST_PLIES = 400
"""A game that is not over by then is a draw."""
MOST_VISITS = 3
"""So often may a position stand on the board before the game is a draw."""
RANDOM_PLIES = (2, 10)
"""How many random plies open a game, at least and at most, where the game's training.json does not say."""
STRAY = 0.02
"""How often a player makes a random move later on."""
NO_SCORE = -32_768
"""The score of a ply that nobody thought about."""
TABLE_MEGABYTES = 4


@dataclass(frozen=True)
class Games:
    """Some games, one after the other."""

    lengths: npt.NDArray[np.int32]
    results: npt.NDArray[np.int8]  # as seat 0 sees them
    actions: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int16]  # of the position before each action, as its mover sees it

    @property
    def n_plies(self) -> int:
        return len(self.actions)

    def write(self, path: Path) -> None:
        """Write them, in one step: a reader never sees half a file."""
        unfinished = path.with_name(path.name + ".part")
        with unfinished.open("wb") as file:
            np.savez_compressed(
                file, lengths=self.lengths, results=self.results, actions=self.actions, scores=self.scores
            )
        unfinished.replace(path)


def read(paths: Iterable[Path]) -> Games:
    """All the games of some files."""
    parts = []
    for path in paths:
        with np.load(path, allow_pickle=False) as file:
            parts.append([file[name] for name in ("lengths", "results", "actions", "scores")])
    return Games(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class SelfPlay:
    """Plays games by number. A network judges, if one is given; else the game's hand-made evaluation."""

    def __init__(self, name: str, nodes: int, seed: int, judge: Path | None = None) -> None:
        self._kernel = rooms(name).kernel
        evaluation = rooms(name).evaluation
        self._win_zone = evaluation.WIN_ZONE
        if judge is None:
            self._search = Deepening(name, self._kernel, evaluation, TABLE_MEGABYTES)
        else:
            self._search = judging.search(name, TABLE_MEGABYTES, numbers=judging.read(judge, name))
        self._start = self._kernel.pack(game(name).initial())
        self._limits = Limits(nodes=nodes)
        self._seed = seed
        said = (read_json(name, "training.json") or {}).get("evaluation", {})
        self._random_plies: tuple[int, int] = tuple(said.get("random_plies", RANDOM_PLIES))

    def play(self, number: int) -> tuple[int, list[int], list[int]]:
        """The result of a game, its actions, and the scores before them."""
        luck = np.random.default_rng((self._seed, number))
        state, undo = self._start.copy(), np.empty(self._kernel.UNDO_SIZE, np.int64)
        moves = np.empty(self._kernel.MAX_MOVES, np.int32)
        n_random = int(luck.integers(*self._random_plies, endpoint=True))
        actions: list[int] = []
        scores: list[int] = []
        visits: dict[int, int] = {}
        self._search.forget()
        while len(actions) < MOST_PLIES:
            result = int(self._kernel.result(state))
            if result != ONGOING:
                return result, actions, scores
            key = int(self._kernel.key(state))
            visits[key] = visits.get(key, 0) + 1
            if visits[key] == MOST_VISITS:
                break
            if len(actions) < n_random or luck.random() < STRAY:
                action, score = int(moves[luck.integers(self._kernel.moves(state, moves))]), NO_SCORE
            else:
                best = self._search.think(state, self._limits).lines[0]
                action, score = best.actions[0], best.value
            actions.append(action)
            scores.append(score)
            if score != NO_SCORE and abs(score) >= self._win_zone:
                side = int(self._kernel.to_move(state))
                return (1 if score > 0 else -1) * (1 - 2 * side), actions, scores
            self._kernel.make(state, action, undo)
        return DRAW, actions, scores

    def several(self, numbers: Iterable[int]) -> Games:
        results, lengths, actions, scores = [], [], [], []
        for number in numbers:
            result, own_actions, own_scores = self.play(number)
            results.append(result)
            lengths.append(len(own_actions))
            actions += own_actions
            scores += own_scores
        return Games(
            np.array(lengths, np.int32), np.array(results, np.int8), np.array(actions, np.int32),
            np.array(scores, np.int16),
        )  # fmt: skip


@dataclass(frozen=True)
class Task:
    """Play games into a folder: for this many seconds, or this many files."""

    folder: Path
    game: str
    nodes: int
    seed: int
    judge: Path | None = None
    seconds: float | None = None
    files: int | None = None


def fill(task: Task, processes: int | None = None, told: Callable[[float], None] = lambda share: None) -> None:
    """Play the games of a task that are not there yet; `told` hears what share of the task is done."""
    task.folder.mkdir(parents=True, exist_ok=True)
    started = time.time()
    n_processes = processes or os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    next_file = context.Value("q", 0)
    workers = [context.Process(target=_work, args=(task, started, next_file), daemon=True) for _ in range(n_processes)]
    with deaf_children():
        for worker in workers:
            worker.start()
    while any(worker.is_alive() for worker in workers):
        for worker in workers:
            worker.join(1 / n_processes)
        by_time = 0.0 if task.seconds is None else (time.time() - started) / task.seconds
        by_files = 0.0 if task.files is None else len(files(task.folder)) / task.files
        told(min(1.0, max(by_time, by_files)))
    if any(worker.exitcode for worker in workers):
        raise RuntimeError("a process that plays games has failed")


def files(folder: Path) -> list[Path]:
    """The files of games that a folder holds."""
    return sorted(folder.glob("*.games"))


def _work(task: Task, started: float, next_file: Any) -> None:
    """Play the games of one file after the other that nobody has played yet."""
    playing = SelfPlay(task.game, task.nodes, task.seed, task.judge)
    while task.seconds is None or time.time() < started + task.seconds:
        with next_file.get_lock():
            number = next_file.value
            next_file.value += 1
        if task.files is not None and number >= task.files:
            return
        path = task.folder / f"{task.seed}-{number:06}.games"
        if not path.exists():
            playing.several(range(number * GAMES_A_FILE, (number + 1) * GAMES_A_FILE)).write(path)
