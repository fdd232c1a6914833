"""Engines: how many positions a second, how soon the first move comes, how much memory it takes."""

import json
import os
import subprocess
import sys
import time
from typing import Any, NamedTuple

from alcove.core.game import State, View
from alcove.core.registry import game
from alcove.neural.inference import network_file
from alcove.players.arena import Match
from alcove.players.engine import Engine, Limits, handmade
from alcove.players.montecarlo import MonteCarloEngine
from alcove.players.network import NetEngine
from alcove.players.openings import USUAL_PLIES

POSITIONS = 4
"""How many positions are searched: random openings, the same every time."""

_FIRST_MOVE = """
import json, resource, sys, time
started = time.time()
import alcove
from alcove.players.engine import Limits, engine
game = alcove.game(sys.argv[1])
start = game.initial(**({"seed": 1} if game.luck(game.initial()) else {}))
engine(game.name).best_move(game.view(start, start.to_move), Limits(nodes=1000))
print(json.dumps([time.time() - started, time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


def positions(name: str, count: int = POSITIONS, plies: int | None = None) -> list[View]:
    """Some positions of a game: random openings with a fixed seed."""
    opening_plies = USUAL_PLIES.get(name, 4) if plies is None else plies
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
        speed = _speed(handmade(name, threads=threads), views, Limits(seconds=seconds))
        told[label] = {
            "nodes_per_second": speed.on_the_wall if threads > 1 else speed.of_the_cpu,
            "nodes_per_cpu_second": speed.of_the_cpu,
            "threads": threads,
        }
    if isinstance(views[0], State):
        trees = MonteCarloEngine(name, rollout_share=1.0)
        told["uct"] = {"simulations_per_second": _speed(trees, views, Limits(seconds=seconds)).of_the_cpu}
    if network_file(name) is not None:
        told["network"] = {"simulations_per_second": _speed(NetEngine(name), views, Limits(seconds=seconds)).of_the_cpu}
    first, cpu, megabytes = json.loads(
        subprocess.run([sys.executable, "-c", _FIRST_MOVE, name], check=True, capture_output=True, text=True).stdout
    )
    told["fresh_process"] = {"first_move_seconds": first, "cpu_seconds": cpu, "megabytes": megabytes}
    return told


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
