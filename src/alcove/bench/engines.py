"""Engines: how many positions a second, how soon the first move comes, how much memory it takes."""

import json
import os
import subprocess
import sys
import time
from typing import Any, NamedTuple

from alcove.core.game import View
from alcove.core.registry import game
from alcove.games.kernels import kernel
from alcove.neural import inference, judging
from alcove.neural.thinking import Thinking
from alcove.players.arena import Match
from alcove.players.engine import Engine, Limits, handmade, has_tree_search
from alcove.players.montecarlo import MonteCarloEngine
from alcove.players.network import network_engine

USUAL_PLIES = 4
POSITIONS = 4
"""How many positions are searched: random openings, the same every time."""

NETWORK_SECONDS = 0.1
"""How long the first move with a network is thought about; so short that every game that has a network goes by it."""

_FIRST_MOVE = """
import json, resource, sys, time
started = time.time()
import alcove
from alcove.players.engine import Limits, engine
game, seconds = alcove.game(sys.argv[1]), float(sys.argv[2])
start = game.initial(**({"seed": 1} if game.luck(game.initial()) else {}))
engine(game.name).best_move(game.view(start, start.to_move), Limits(seconds=seconds) if seconds else Limits(nodes=1000))
try:
    status = open("/proc/self/status").read()
    kilobytes = int(status.partition("VmHWM:")[2].split()[0])
except (OSError, ValueError, IndexError):  # not Linux; there, this counts the process that started this one too
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([time.time() - started, time.process_time(), kilobytes / 1024]))
"""


def positions(name: str, count: int = POSITIONS, plies: int | None = None) -> list[View]:
    """Some positions of a game: random openings with a fixed seed."""
    opening_plies = (game(name).about.opening_plies or USUAL_PLIES) if plies is None else plies
    found = game(name)
    views: list[View] = []
    for number in range(count):
        state, moves = Match(name, ("random",), count, 7, opening_plies).opening(number)
        for move in moves:
            state = state.play(move)
        views.append(found.view(state, state.to_move))
    return views


def measure(name: str, quick: bool = False) -> dict[str, Any]:
    """One game's engines on one thread, and on all."""
    seconds = 0.3 if quick else 1.5
    views = positions(name)
    told: dict[str, Any] = {}
    for label, threads in {"engine": 1, "engine_on_all_cores": os.cpu_count() or 1}.items():
        told[label] = _nodes(handmade(name, threads=threads), views, seconds, threads)
    if has_tree_search(name):
        trees = MonteCarloEngine(name, rollout_share=1.0)
        told["uct"] = {"simulations_per_second": _speed(trees, views, Limits(seconds=seconds)).of_the_cpu}
    if judging.network_file(name) is not None:
        told["engine_with_network"] = _nodes(network_engine(name), views, seconds)
    if inference.network_file(name) is not None:
        told["tower"] = {"simulations_per_second": _tower_speed(name, views, seconds)}
    told["fresh_process"] = _first_move(name, 0)
    if game(name).about.network_seconds:
        told["fresh_process_with_network"] = _first_move(name, NETWORK_SECONDS)
    return told


def _nodes(engine: Engine, views: list[View], seconds: float, threads: int = 1) -> dict[str, float]:
    """What an engine looks at in a second. One thread is measured by its CPU: other work on the machine does not count."""
    speed = _speed(engine, views, Limits(seconds=seconds))
    return {
        "nodes_per_second": speed.on_the_wall if threads > 1 else speed.of_the_cpu,
        "nodes_per_cpu_second": speed.of_the_cpu,
        "threads": threads,
    }


def _first_move(name: str, seconds: float) -> dict[str, float]:
    """What a first move costs a fresh process: one of 1,000 nodes, or one of this many seconds of thought."""
    command = [sys.executable, "-c", _FIRST_MOVE, name, str(seconds)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return dict(zip(("first_move_seconds", "cpu_seconds", "megabytes"), json.loads(said), strict=True))


def _tower_speed(name: str, views: list[View], seconds: float) -> float:
    """Simulations a second of CPU, without the solver that looks on beside them."""
    thinking, pack = Thinking(inference.network(name)), kernel(name).module.pack
    thinking.think(pack(views[0]), Limits(nodes=16))  # loads what was compiled
    cpu = time.process_time()
    simulations = sum(thinking.think(pack(view), Limits(seconds=seconds)).simulations for view in views)
    return simulations / (time.process_time() - cpu)


class Speed(NamedTuple):
    """Nodes a second: of the clock on the wall, and of the CPU, which counts all threads and nobody else's work."""

    on_the_wall: float
    of_the_cpu: float


def _speed(thinker: Engine, views: list[View], limits: Limits) -> Speed:
    thinker.analyse(views[0], Limits(nodes=1_000))  # loads what was compiled
    thinker.forget()
    nodes, wall, cpu = 0, time.perf_counter(), time.process_time()
    for view in views:
        nodes += thinker.analyse(view, limits).nodes
    return Speed(nodes / (time.perf_counter() - wall), nodes / (time.process_time() - cpu))
