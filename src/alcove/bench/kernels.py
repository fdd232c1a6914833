"""The rules in Python, the compiled kernel and a plain C program, side by side on one core.

All three do the same work and must come to the same totals: the same random games for kernel and C, the same move
trees for all; the random games of the rules are played again by the kernel, which must see as many legal moves. Time
is CPU time. Contenders take turns, and the best turn of each counts, so that a busy machine disturbs all alike.
"""

import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import alcove
from alcove.core.game import State
from alcove.core.registry import game
from alcove.games.kernels import Kernel, kernel

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SOURCES = Path(alcove.__file__).parents[2] / "benches" / "c"
"""The C programs; they come with a checkout, not with an installed package."""
FLAGS = ("-O3", "-march=native")
SEED = 1


class BenchError(AssertionError):
    """Two contenders disagree: the numbers mean nothing."""


class Turn(NamedTuple):
    """One turn of a contender: what it counted, and the CPU seconds it took."""

    totals: tuple[int, ...]
    seconds: float


@dataclass(frozen=True)
class Speed:
    """A contender's best turn, as a rate."""

    per_second: float
    count: int
    seconds: float
    moves_per_second: float | None = None


def start_of(name: str) -> State[Any]:
    """Where all contenders begin; a game with luck says which deal the C program knows too."""
    return game(name).initial(**game(name).about.bench.start)


def measure(name: str, quick: bool = False) -> dict[str, Any]:
    """Everything about one game."""
    rounds, target_seconds = (2, 0.15) if quick else (5, 0.7)
    with c_program(name) as c:
        return {
            "playouts": _playouts(name, c, rounds, target_seconds),
            "perft": _perft(name, c, rounds, quick),
        }


def _playouts(name: str, c: Path | None, rounds: int, target_seconds: float) -> dict[str, Any]:
    compiled, start = kernel(name), start_of(name)
    _kernel_playouts(compiled, start, 1)  # loads what was compiled
    games = 64
    while True:  # so many games that a turn takes its time
        turn = _kernel_playouts(compiled, start, games)
        if turn.seconds > target_seconds / 4:
            break
        games *= 4
    games = max(16, round(games * target_seconds / turn.seconds))
    contenders = {"kernel": lambda: _kernel_playouts(compiled, start, games)}
    if c is not None:
        contenders["c"] = lambda: _run_c(c, "playouts", str(games), str(SEED))
    turns = _take_turns(contenders, rounds)
    rules = _rules_playouts(compiled, start, 2 * target_seconds)
    speeds = {who: Speed(turn.totals[0] / turn.seconds, turn.totals[0], turn.seconds, turn.totals[1] / turn.seconds)
              for who, turn in (turns | {"rules": rules}).items()}  # fmt: skip
    told = _told(speeds, turns["kernel"].totals)
    # The rules play few games, and other ones: it is moves that can be compared.
    told["kernel_to_rules"] = (speeds["kernel"].moves_per_second or 0) / (speeds["rules"].moves_per_second or 1)
    return told


def _perft(name: str, c: Path | None, rounds: int, quick: bool) -> dict[str, Any]:
    compiled, start = kernel(name), start_of(name)
    depth, rules_depth = game(name).about.bench.kernel_plies - quick, game(name).about.bench.rules_plies
    compiled.perft(start, 2, threads=1)  # loads what was compiled
    contenders = {"kernel": lambda: _clocked(lambda: (compiled.perft(start, depth, threads=1),))}
    if c is not None:
        contenders["c"] = lambda: _run_c(c, "perft", str(depth))
    turns = _take_turns(contenders, rounds)
    rules = _clocked(lambda: (alcove.perft(start, rules_depth),))
    _agree("perft of the rules", rules.totals, (compiled.perft(start, rules_depth, threads=1),))
    rates = {who: turn.totals[0] / turn.seconds for who, turn in (turns | {"rules": rules}).items()}
    speeds = {who: Speed(rates[who], turn.totals[0], turn.seconds) for who, turn in (turns | {"rules": rules}).items()}
    return {"depth": depth} | _told(speeds, turns["kernel"].totals)


def _told(speeds: dict[str, Speed], totals: tuple[int, ...]) -> dict[str, Any]:
    """Rates and what they are to each other."""
    told: dict[str, Any] = {who: asdict(speed) for who, speed in speeds.items()}
    told["totals"] = totals
    told["kernel_to_rules"] = speeds["kernel"].per_second / speeds["rules"].per_second
    if "c" in speeds:
        told["kernel_to_c"] = speeds["kernel"].per_second / speeds["c"].per_second
    return told


# --- Contenders -------------------------------------------------------------------------------------------------------


def _clocked(work: Callable[[], tuple[int, ...]]) -> Turn:
    started = time.process_time()
    totals = work()
    return Turn(totals, max(time.process_time() - started, 1e-6))


def _take_turns(contenders: dict[str, Callable[[], Turn]], rounds: int) -> dict[str, Turn]:
    """The best turn of each contender; all turns of all must come to the same totals."""
    best: dict[str, Turn] = {}
    for _ in range(rounds):
        for who, take in contenders.items():
            turn = take()
            for other, known in best.items():
                _agree(f"{who} and {other}", turn.totals, known.totals)
            if who not in best or turn.seconds < best[who].seconds:
                best[who] = turn
    return best


def _agree(who: str, one: tuple[int, ...], other: tuple[int, ...]) -> None:
    if one != other:
        raise BenchError(f"{who} disagree: {one} and {other}")


def _kernel_playouts(compiled: Kernel, start: State[Any], games: int) -> Turn:
    def work() -> tuple[int, ...]:
        played = compiled.playouts(start, games, SEED, threads=1)
        return played.games, played.plies, played.wins_0 - played.wins_1

    return _clocked(work)


def _rules_playouts(compiled: Kernel, start: State[Any], target_seconds: float) -> Turn:
    """Random games by the rules. The kernel then plays the same moves and must see as many legal ones on the way."""
    rng, lines, seen = random.Random(SEED), [], 0

    def work() -> tuple[int, ...]:
        nonlocal seen
        plies, ends = 0, time.process_time() + target_seconds
        while time.process_time() < ends:
            state, line = start, []
            while moves := state.legal_moves():
                seen += len(moves)
                line.append(rng.choice(moves))
                state = state.play_unchecked(line[-1])
            plies += len(line)
            lines.append(line)
        return len(lines), plies

    turn = _clocked(work)
    module, seen_by_kernel = compiled.module, 0
    undo = np.empty(module.UNDO_SIZE, np.int64)
    for line in lines:
        packed = compiled.pack(start)
        for move in line:
            seen_by_kernel += int(module.count_moves(packed))
            module.make(packed, module.action_of(packed, move), undo)
    _agree("legal moves of rules and kernel", (seen,), (seen_by_kernel,))
    return turn


@contextmanager
def c_program(name: str) -> Iterator[Path | None]:
    """A game's C program, compiled for as long as the block runs; nothing without a compiler, without the source, or
    where the time of a child cannot be told (Windows)."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    source = SOURCES / f"{name}.c"
    if compiler is None or resource is None or not source.exists():
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / name
        subprocess.run([compiler, *FLAGS, "-o", str(program), str(source), "-lm"], check=True, capture_output=True)
        yield program


def _run_c(program: Path, *arguments: str) -> Turn:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run([str(program), *arguments], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Turn(tuple(int(word) for word in answer.split()), max(seconds, 1e-6))
