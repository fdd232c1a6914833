"""A batch: its arrays, its checked doors, and how its games are shared out among threads."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Literal, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from alcove.batch import words
from alcove.compiled.batch_layout import HOLD, NEXT_STEP, Games, Settings
from alcove.compiled.looks import History, Look, draw
from alcove.core.errors import AlcoveError, OptionError, WrongTypeError
from alcove.core.game import Game, Move, State, View
from alcove.core.registry import game
from alcove.games.rooms import Rooms, rooms
from alcove.jit import instance_for

__all__ = ["HOLD", "Batch", "BatchError", "Step", "make"]

Restart = Literal["same-step", "next-step", "never"]
Observations = Literal["planes", "bytes"]
Illegal = Literal["refuse", "lose"]

LEAST_SHARE = 64
"""A thread is not worth waking for fewer games."""
MOST_PLIES = 1000
"""After how many plies a game is broken off if nobody says otherwise, unless it is always over before."""
MOST_GAMES = 1 << 24
MOST_SEED = 2**63 - 1
ALIGNMENT = 64
"""Where arrays begin in memory: JAX takes no others without a copy."""


class BatchError(AlcoveError):
    """An argument of a batch that is wrong; the text names it, and the game if it is one game's."""


class Step(NamedTuple):
    """What everybody may know after a step. The arrays are the batch's own and change with the next step: copy what you keep."""

    observation: npt.NDArray[Any]
    """`(count, planes, height, width)` float32, or `(count, bytes)` uint8: as the side to move sees it."""
    mask: npt.NDArray[np.bool_]
    """`(count, actions)`: which actions are legal."""
    rewards: npt.NDArray[np.float32]
    """`(count, seats)`: 1 for whoever has just won, −1 for whoever has lost, else 0."""
    terminated: npt.NDArray[np.bool_]
    """`(count,)`: games that this step has ended; all that have ended where none begins again."""
    truncated: npt.NDArray[np.bool_]
    """`(count,)`: games that this step has broken off; all that were where none begins again."""
    to_move: npt.NDArray[np.int32]
    """`(count,)`: the seat whose turn it is."""


class Batch:
    """Many games of one kind. `make` makes one; `docs/batch.md` tells it all."""

    def __init__(
        self, name: str, count: int, seed: int, threads: int, restart: Restart, observation: Observations,
        illegal: Illegal, truncate_after: int, start: State[Any],
    ) -> None:  # fmt: skip
        house = rooms(name)
        self.game: Game = game(name)
        self.count, self.threads, self.seats, self.shares_fate = count, threads, start.seats, start.shares_fate
        self._kernel, self._options, self._illegal = house.kernel, start.options, illegal
        room = _observation_room(house)
        self.look: Look = room.LOOK
        self.version: int = room.VERSION
        self.n_actions: int = getattr(room, "N_ACTIONS", 0) or len(self.look.policy_source)
        variant = "by_observation" if house.has("observation") else "by_encoding"
        self._compiled: Any = instance_for(name, "alcove.compiled.batches", variant, kernel=house.kernel, room=room)
        told = room.history(start.options) if hasattr(room, "history") else _history(room)
        self._settings = Settings(
            told.loses, told.draws, told.plies, truncate_after, RESTARTS.index(restart), start.shares_fate
        )
        self._start = self._kernel.pack(start)
        seen = np.zeros(self.look.size, np.uint8)
        room.look(self._start, seen)
        self._first = self._drawn(seen)
        self._games = self._new_games(observation == "planes", truncate_after if told.loses or told.draws else 0)
        self._actions = _aligned((count,), np.int64)
        self._parts = max(1, min(threads, count // LEAST_SHARE))
        self._pool: ThreadPoolExecutor | None = None
        games = self._games
        shown = games.planes.reshape(count, *self.look.shape) if observation == "planes" else games.seen
        self.current = Step(shown, games.mask, games.rewards, games.terminated, games.truncated, games.to_move)
        """What the last step came to, in arrays that the next one changes."""
        self.reset(seed)

    def _new_games(self, with_planes: bool, plies: int) -> Games:
        """Empty arrays for all games."""
        count, kernel, compiled = self.count, self._kernel, self._compiled
        each = kernel.STATE_SIZE + 6 * kernel.MAX_MOVES + 8 * plies + self.look.size + self.n_actions
        each += 4 * int(np.prod(self.look.shape)) if with_planes else 0
        if count * each > _memory():
            raise BatchError(words.too_large(count, each, _memory()))
        planes = _aligned((count, int(np.prod(self.look.shape)) if with_planes else 0), np.float32)
        planes[:] = self._drawn(np.zeros(self.look.size, np.uint8))[: planes.shape[1]]
        arrays = {
            "states": _aligned((count, kernel.STATE_SIZE), np.uint8),
            "luck": _aligned((count, 1), np.uint64),
            "choice": _aligned((count, 1), np.uint64),
            "legal": _aligned((count, kernel.MAX_MOVES), np.int32),
            "numbers": _aligned((count, kernel.MAX_MOVES), np.int16),
            "past": _aligned((count, plies), np.int64),
            "seen": _aligned((count, compiled.PADDED if with_planes else self.look.size), np.uint8),
            "planes": planes,
            "mask": _aligned((count, self.n_actions), np.bool_),
            "rewards": _aligned((count, self.seats), np.float32),
        }
        flags = {name: _aligned((count,), np.bool_) for name in ("terminated", "truncated", "is_over")}
        numbers = {name: _aligned((count,), np.int32) for name in ("n_legal", "n_past", "plies", "to_move")}
        return Games(**arrays, **flags, **numbers)

    def _drawn(self, seen: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """The planes of a look, in a row."""
        planes = np.zeros(self.look.shape, np.float32)
        draw(seen, self.look.cell_layers, self.look.table, self.look.spans, planes)
        return planes.reshape(-1)

    # --- Playing --------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Step:
        """Begin all games anew; without a seed on fresh luck, which follows from the last seed that was given."""
        if seed is not None:
            self.seed = whole("seed", seed, 0, MOST_SEED)
            self._fresh = np.random.default_rng(self.seed)
        else:
            self.seed = int(self._fresh.integers(MOST_SEED))
        self._compiled.begin(self._games, self.seed)
        settings = self._settings._replace(restart=NEXT_STEP)
        self._actions[:] = 0
        self._share(
            lambda first, last: self._compiled.step(
                self._games, settings, self._start, self._first, self._actions, first, last
            )
        )
        return self.current

    def step(self, actions: npt.ArrayLike) -> Step:
        """Play an action in every game. What a masked one comes to was said when the batch was made; where it is refused, no
        game has been touched. `HOLD` (−1) leaves a game as it is. A game that has ended takes any action until it begins again."""
        chosen = self.read(actions)
        if self._illegal == "refuse":
            wrong = int(self._compiled.first_masked(self._games, chosen))
        else:  # a masked action loses, but a number that is no action at all is a mistake
            wrong = _first(((chosen < HOLD) | (chosen >= self.n_actions)) & ~self._games.is_over)
        if wrong >= 0:
            raise BatchError(words.masked(wrong, int(chosen[wrong]), self.n_actions))
        self._share(
            lambda first, last: self._compiled.step(
                self._games, self._settings, self._start, self._first, chosen, first, last
            )
        )
        return self.current

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action for every game, on a stream of luck of its own. The array is the batch's own."""
        self._share(lambda first, last: self._compiled.sample(self._games, self._actions, first, last))
        return self._actions

    def read(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Actions as the kernels take them: one whole number for each game, whatever array or list they came in."""
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of several lengths
            raise BatchError(words.wrong_kind("object")) from None
        if given.dtype.kind not in "iu":
            raise BatchError(words.wrong_kind(given.dtype.name))
        if given.shape != (self.count,):
            raise BatchError(words.wrong_shape(given.shape, self.count))
        if (
            given.dtype.kind == "u" and (wrong := _first(given > MOST_SEED)) >= 0
        ):  # or it would come round to a negative number
            raise BatchError(words.masked(wrong, int(given[wrong]), self.n_actions))
        return np.ascontiguousarray(given, np.int64)

    def _share(self, work: Callable[[int, int], None]) -> None:
        """Let all threads work on their share of the games; the results do not depend on how many there are."""
        if self._parts == 1:
            work(0, self.count)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._parts, "alcove-batch")
        bounds = [self.count * part // self._parts for part in range(self._parts + 1)]
        tasks = [self._pool.submit(work, bounds[part], bounds[part + 1]) for part in range(1, self._parts)]
        work(bounds[0], bounds[1])
        wait(tasks)
        for task in tasks:
            task.result()

    # --- One game -------------------------------------------------------------------------------------------------------

    def state(self, index: int) -> State[Any]:
        """The position of one game as a state, with all its secrets and without its history."""
        return self._kernel.unpack(self._games.states[self._index(index)].copy(), self._options)

    def view(self, index: int) -> View:
        """What the side to move may know of one game."""
        state = self.state(index)
        return self.game.view(state, state.to_move)

    def moves(self, index: int) -> dict[int, Move]:
        """The legal moves of one game, under the numbers of their actions."""
        games, packed = self._games, self._games.states[self._index(index)].copy()
        n = int(games.n_legal[index])
        pairs = zip(games.numbers[index, :n].tolist(), games.legal[index, :n].tolist(), strict=True)
        return {number: self._kernel.move_of(packed, action) for number, action in pairs}

    def plies(self) -> npt.NDArray[np.int32]:
        """How many plies each game has had so far; the batch's own array."""
        found: npt.NDArray[np.int32] = self._games.plies
        return found

    def _index(self, index: int) -> int:
        return whole("index", index, 0, self.count - 1)

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        kind = "planes" if self._games.planes.shape[1] else "bytes"
        shape = self.current.observation.shape[1:]
        return f"<{self.count} games of {self.game.name}, {self.n_actions} actions, {kind} {shape}>"

    def __reduce__(self) -> NoReturn:
        raise BatchError(words.NO_COPIES)


RESTARTS: tuple[Restart, ...] = ("same-step", "next-step", "never")


def make(
    name: str,
    count: int = 4096,
    *,
    seed: int = 0,
    threads: int | None = None,
    restart: Restart = "same-step",
    observation: Observations = "planes",
    illegal: Illegal = "refuse",
    truncate_after: int | None = None,
    **options: Any,
) -> Batch:
    """`count` games of one kind, all of them with the same `options`, which are the game's own.

    `seed` decides all luck, that of every later `reset` without a seed too; so many `threads` (all cores, if nobody says) step the games, and come to the same whatever their number.
    `restart` says when a game that has ended begins again: with the step that ends it (`"same-step"`: the observation is already the
    next game's), with the step after that (`"next-step"`, whatever its action), or `"never"`; Gymnasium's names are the same.
    `observation` is float32 `"planes"`, or the `"bytes"` that they follow from. A masked action is an error, or it loses the
    game (`illegal="lose"`); a number that is no action at all is always an error. After `truncate_after` plies a game is broken off.
    """
    found = game(name)
    house = rooms(found.name)
    kernel, room = house.kernel, _observation_room(house)
    count = whole("count", count, 1, MOST_GAMES)
    cores = os.cpu_count() or 1
    threads = cores if threads is None else whole("threads", threads, 1, 1024)
    usual = min(kernel.MAX_PLIES, MOST_PLIES)
    plies = usual if truncate_after is None else whole("truncate_after", truncate_after, 1, 1 << 20)
    _one_of("restart", restart, RESTARTS)
    _one_of("observation", observation, ("planes", "bytes"))
    _one_of("illegal", illegal, ("refuse", "lose"))
    whole("seed", seed, 0, MOST_SEED)
    luck = {"seed": seed} if hasattr(room, "begin") else {}
    if luck and "deal" in options:
        raise OptionError(words.LUCK_IS_THE_BATCHES)
    start = found.initial(**luck, **options)
    return Batch(found.name, count, seed, threads, restart, observation, illegal, plies, start)


def _observation_room(house: Rooms) -> Any:
    """How a game is looked at: by its observation room or, if it has none, by the encoding that its networks see, as long as that has a
    place of its own for every move."""
    if house.has("observation") or not house.has("encoding"):
        return house.observation
    if len(house.encoding.LOOK.policy_parts) != 1:
        return house.observation  # whose sentence says what is missing
    return house.encoding


def _history(encoding: Any) -> History:
    return History(encoding.REPETITION_LOSES, encoding.REPETITION_DRAWS)


def _aligned(shape: tuple[int, ...], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of zeros that begins where every library likes it."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(kind).reshape(shape)


def _memory() -> int:
    """How many bytes this machine has; more than anybody asks for where it does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 60


def whole(argument: str, value: object, least: int, most: int) -> int:
    """An argument that is a whole number within bounds; what else it is is said."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise WrongTypeError(argument, words.A_WHOLE_NUMBER, value)
    if not least <= value <= most:
        raise BatchError(words.out_of_range(argument, int(value), least, most))
    return int(value)


def _first(flags: npt.NDArray[np.bool_]) -> int:
    """The first place that is true, −1 if there is none."""
    return int(flags.argmax()) if flags.any() else -1


def _one_of(argument: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise BatchError(words.unknown_choice(argument, value, known))
