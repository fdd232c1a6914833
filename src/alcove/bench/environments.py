"""Batches of our games beside the closest games of other libraries: steps a second, with masks and observations.

Every contender runs in a process of its own, so that nobody inherits another's threads or memory: first on one core, to which the
process is tied and whose CPU time counts, then on all of them by the clock. All of them play random legal moves chosen where
they choose fastest: ours in the kernel, pgx's inside one jitted call for the whole batch, OpenSpiel's in Python, game
after game, since it has no batches. OpenSpiel can also play whole games inside C++; then it shows neither masks
nor observations, and that is said. A contender's best turn counts.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

from alcove.core.registry import game
from alcove.core.text import Text

COUNT = 1024
"""How many games a batch has here; what a larger one costs is in docs/batch.md."""
SEED = 1
OURS, OPEN_SPIEL, OPEN_SPIEL_INSIDE, PGX = "alcove", "open_spiel", "open_spiel inside", "pgx"
PACKAGES = {OPEN_SPIEL: "pyspiel", PGX: "pgx"}


class Contender(NamedTuple):
    """Who plays what."""

    library: str
    game: str


def contenders(name: str) -> list[Contender]:
    """Whoever can be measured beside a game."""
    closest = game(name).about.bench.closest
    found = [Contender(OURS, name)]
    for library, other in closest.items():
        if not is_missing(library):
            found.append(Contender(library, other))
            if library == OPEN_SPIEL:
                found.append(Contender(OPEN_SPIEL_INSIDE, other))
    return found


def is_missing(library: str) -> bool:
    return find_spec(PACKAGES[library]) is None


def left_out() -> list[Text]:
    """Whoever is missing, in a sentence each."""
    return [
        Text(f"{library} is not installed and is left out: pip install 'alcove[compare]'",
             f"{library} n'est pas installé et n'est pas mesuré : pip install 'alcove[compare]'")
        for library in PACKAGES if is_missing(library)
    ]  # fmt: skip


def measure(name: str, quick: bool = False) -> dict[str, Any]:
    """Steps a second of one game and of those that come closest, on one core and on all, and what they are to each other."""
    told: dict[str, Any] = {"count": COUNT, "contenders": []}
    for contender in contenders(name):
        one = _run(contender, 1, quick)
        cores = os.cpu_count() or 1
        told["contenders"].append(
            {
                "library": contender.library,
                "game": contender.game,
                "one_core": one,
                "all_cores": _run(contender, cores, quick),
            }
        )
    ours = told["contenders"][0]
    for row in told["contenders"]:
        row["ours_to_it"] = {key: ours[key] / row[key] for key in ("one_core", "all_cores")}
    return told


def _run(contender: Contender, cores: int, quick: bool) -> float:
    """Steps a second of a contender. OpenSpiel has all cores only as several processes, whose steps are added up."""
    alone = contender.library in (OURS, PGX) or cores == 1
    command = [
        sys.executable,
        "-m",
        "alcove.bench.environments",
        *contender,
        str(cores if alone else 1),
        str(int(quick)),
    ]
    flags = (
        f"{os.environ.get('XLA_FLAGS', '')} --xla_cpu_multi_thread_eigen={'false' if cores == 1 else 'true'}".strip()
    )
    environment = dict(os.environ, JAX_PLATFORMS="cpu", XLA_FLAGS=flags)
    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(1 if alone else cores)
    ]
    answers = [process.communicate()[0] for process in running]
    for process in running:
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
    return float(sum(json.loads(answer.splitlines()[-1]) for answer in answers))


# --- In a process of its own --------------------------------------------------------------------------------------------


def _turns(play: Callable[[], int], clock: Callable[[], float], quick: bool) -> float:
    """The best of a few turns: steps a second."""
    seconds, best = (0.2, 0.0) if quick else (1.0, 0.0)
    play()
    for _ in range(2 if quick else 5):
        steps, begun = 0, clock()
        while clock() - begun < seconds:
            steps += play()
        best = max(best, steps / (clock() - begun))
    return best


def _ours(name: str, cores: int) -> Callable[[], int]:
    import alcove.batch

    batch = alcove.batch.make(name, COUNT, seed=SEED, threads=cores)

    def play() -> int:
        batch.step(batch.sample())
        return COUNT

    return play


def _open_spiel(name: str, cores: int) -> Callable[[], int]:
    """A game after another, step by step from Python, with the mask and the mover's observation of every position."""
    import pyspiel

    loaded, rng = pyspiel.load_game(name), random.Random(SEED)

    def play() -> int:
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal() and steps < COUNT:
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        state.returns()
        return steps

    return play


def _open_spiel_inside(name: str, cores: int) -> Callable[[], int]:
    """Whole games inside C++: no masks, no observations, no choice of ours."""
    import pyspiel

    loaded = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(loaded.num_players())]
    played = iter(range(1 << 31))

    def play() -> int:
        state = loaded.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(played))
        return int(state.move_number())

    return play


def _pgx(name: str, cores: int) -> Callable[[], int]:
    """The whole batch in one jitted call, choice of moves and restarts included."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def ply(state: Any, key: Any) -> Any:
        choice, luck = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, logits, axis=-1)
        return step(state, actions, jax.random.split(luck, COUNT))

    jitted = jax.jit(ply)
    state = jax.jit(begin)(jax.random.split(jax.random.PRNGKey(SEED), COUNT))
    keys = iter(range(1 << 31))
    wait: Any = jax.block_until_ready

    def play() -> int:
        nonlocal state
        state = wait(jitted(state, jax.random.PRNGKey(next(keys))))
        return COUNT

    return play


PLAYERS = {OURS: _ours, OPEN_SPIEL: _open_spiel, OPEN_SPIEL_INSIDE: _open_spiel_inside, PGX: _pgx}


def main(library: str, name: str, cores: str, quick: str) -> None:
    """Measure one contender; its steps a second are the last line that is printed."""
    if cores == "1" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    clock = time.process_time if cores == "1" else time.perf_counter
    print(json.dumps(_turns(PLAYERS[library](name, int(cores)), clock, quick == "1")))


if __name__ == "__main__":
    main(*sys.argv[1:])
