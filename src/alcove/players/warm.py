"""Compile everything once, so that nobody waits for it later.

Each step goes through the very doors that players use, so that what is compiled is what will be called. A game's
kernel comes first, since its searches are built on it; apart from that the steps run side by side, one process a core.
"""

import hashlib
import multiprocessing
import os
import random
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

from alcove.core.errors import AlcoveError
from alcove.core.game import State, View
from alcove.core.registry import game, games
from alcove.core.text import Text
from alcove.games.kernels import kernel
from alcove.games.rooms import rooms
from alcove.jit import cache
from alcove.neural import inference, judging
from alcove.players.engine import Limits, engine, has_tree_search
from alcove.players.montecarlo import MonteCarloEngine
from alcove.players.network import network_engine
from alcove.players.proof import Prover
from alcove.processes import deaf_children


class Step(NamedTuple):
    """One part of a game to be compiled."""

    game: str
    part: str


def steps(name: str) -> list[Step]:
    """What there is to compile for a game, the kernel first."""
    if not rooms(name).has("kernel"):
        return []
    if not rooms(name).has("evaluation"):
        return [Step(name, part) for part in ("kernel", *(["tree"] if has_tree_search(name) else []))]
    left_out = set() if isinstance(_start(name), State) else {"tree", "proof"}
    if inference.network_file(name) is None and judging.network_file(name) is None:
        left_out.add("network")
    return [Step(name, part) for part in _PARTS if part not in left_out]


def warm(
    names: Iterable[str] | None = None,
    processes: int | None = None,
    told: Callable[[Step, int, int], None] = lambda step, done, total: None,
) -> int:
    """Compile what is not compiled yet; `told` hears of every finished step. Returns how many steps there were."""
    wanted = [name for name in (games() if names is None else names) if not is_warm(name)]
    waiting = {name: steps(name) for name in wanted}
    total = sum(map(len, waiting.values()))
    if total == 0:
        return 0
    cache.forget_old()
    size = min(processes or os.cpu_count() or 1, total)
    with ProcessPoolExecutor(size, mp_context=multiprocessing.get_context("spawn")) as pool:
        failed: dict[Step, Exception] = {}
        for done, step in enumerate(_run(pool, waiting, failed), 1):
            told(step, done, total)
    for name in wanted:
        if name not in {step.game for step in failed}:
            _stamp(name).parent.mkdir(parents=True, exist_ok=True)
            _stamp(name).touch()
    for step, error in failed.items():
        raise _cannot(step, error) from error
    return total


def _cannot(step: Step, error: Exception) -> AlcoveError:
    if isinstance(error, AlcoveError):
        return error
    title, said = game(step.game).title, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    return AlcoveError(
        Text(f"{title}: its {step.part} cannot be compiled ({said})",
             f"{title} : impossible de compiler ce qu'il lui faut ({step.part} : {said})")
    )  # fmt: skip


def _run(pool: ProcessPoolExecutor, waiting: dict[str, list[Step]], failed: dict[Step, Exception]) -> Iterator[Step]:
    """Run all steps, those of a game after its first, and tell each as it ends. What fails is no reason to leave out the
    steps of other games."""
    with deaf_children():
        running = {pool.submit(compile_step, some[0]): some[0] for some in waiting.values() if some}
    while running:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            step = running.pop(future)
            if isinstance(error := future.exception(), Exception):
                failed[step] = error
            elif step == waiting[step.game][0]:
                running |= {pool.submit(compile_step, later): later for later in waiting[step.game][1:]}
            yield step


def is_warm(name: str) -> bool:
    """Has everything of a game been compiled, as its sources and those of the players are now?"""
    return _stamp(name).exists()


def _stamp(name: str) -> Path:
    """A file that says so. Compiled code itself lives beside it, and goes when its sources change."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return cache.folder(name) / f"warm-{digest.hexdigest()[:16]}"


# --- In the processes -------------------------------------------------------------------------------------------------


def compile_step(step: Step) -> None:
    """Make the calls that compile one part of a game."""
    _PARTS[step.part](step.game)


def _start(name: str) -> View:
    start = game(name).initial(**({"seed": 1} if game(name).luck(game(name).initial()) else {}))
    return game(name).view(start, start.to_move)


def _compile_kernel(name: str) -> None:
    state = next(game(name).worlds(_start(name), random.Random(1)))
    kernel(name).perft(state, 2)
    kernel(name).divide(state, 2)
    kernel(name).playouts(state, 2)


def _compile_engine(name: str) -> None:
    engine(name, megabytes=1).analyse(_start(name), Limits(nodes=2_000, seconds=1), lines=2)


def _compile_tree(name: str) -> None:
    MonteCarloEngine(name, megabytes=1).analyse(_start(name), Limits(nodes=50))


def _compile_proof(name: str) -> None:
    Prover(name, megabytes=1).prove(_start(name), Limits(nodes=200))


def _compile_network(name: str) -> None:
    thinking = network_engine(name, megabytes=1)
    for _ in range(2):  # the second time goes on from the first
        thinking.analyse(_start(name), Limits(nodes=50))


_PARTS: dict[str, Callable[[str], None]] = {
    "kernel": _compile_kernel,
    "engine": _compile_engine,
    "tree": _compile_tree,
    "proof": _compile_proof,
    "network": _compile_network,
}
