"""Fits the weights of games/axiom/evaluation.py to self-play.

    python benches/tune_axiom.py play GAMES FILE [SEED]   plays games from random openings and keeps their positions
    python benches/tune_axiom.py fit FILE…                fits all weights to them and writes weights.json

A position is to predict a mixture of how its game ended and what the search thought of it; where the side to move can
win at once, nothing is judged and nothing fitted. `worth` is linear in the weights, so asking it with one weight at a
time gives the numbers to fit.
"""

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt

from alcove.compiled.results import ONGOING
from alcove.games.axiom import evaluation, kernel
from alcove.games.axiom.columns import SIDE, Packed
from alcove.games.axiom.rules import Options, initial
from alcove.games.kernels import kernel as door
from alcove.search.deepening import Deepening
from alcove.search.limits import Limits

NODES = 1_500
RANDOM_PLIES = (4, 12)
SLIP = 0.04
"""How often a random move is played, so that games differ and leave the beaten track."""
LONGEST = 200
SHARE_OF_RESULT = 0.7
RIDGE = 2e-5
"""How strongly neighbouring numbers of stops are held together, and all weights near nothing."""
STEPS, STEP_SIZE = 600, 1.0

Floats = npt.NDArray[np.float64]
Played = tuple[list[Packed], list[int], int]


def play_game(seed: int, search: Deepening) -> Played:
    """One game: its positions after the opening, what the search thought of each, and the result for seat 0."""
    rng = random.Random(seed)
    packed, undo = kernel.pack(initial(Options())), np.empty(kernel.UNDO_SIZE, np.int64)
    actions = np.empty(kernel.MAX_MOVES, np.int32)
    positions: list[Packed] = []
    values: list[int] = []
    opening = rng.randint(*RANDOM_PLIES)
    search.forget()
    for ply in range(LONGEST):
        n = kernel.moves(packed, actions)
        if n == 0:
            break
        action = int(actions[rng.randrange(n)])
        if ply >= opening and rng.random() >= SLIP:
            line = search.think(packed, Limits(nodes=NODES)).lines[0]
            positions.append(packed.copy())
            values.append(line.value)
            action = line.actions[0]
        kernel.make(packed, action, undo)
    result = int(kernel.result(packed))
    return positions, values, 0 if result == ONGOING else result


def play(games: int, path: Path, seed: int) -> None:
    """Play games on two threads and write them down."""
    searches = [Deepening("axiom", door("axiom").module, evaluation, megabytes=4) for _ in range(2)]

    def part(number: int) -> list[Played]:
        return [play_game(seed * 1_000_003 + game, searches[number]) for game in range(number, games, 2)]

    with ThreadPoolExecutor(2) as pool:
        played = [game for games_of_part in pool.map(part, range(2)) for game in games_of_part]
    positions = [position for game in played for position in game[0]]
    values = [value for game in played for value in game[1]]
    results = [game[2] * (1 if position[SIDE] == 0 else -1) for game in played for position in game[0]]
    np.savez_compressed(path, positions=np.array(positions), values=np.array(values), results=np.array(results))
    print(f"{len(played)} games, {len(positions)} positions, Blue {sum(game[2] for game in played):+d}")


def counted(positions: npt.NDArray[np.uint8]) -> Floats:
    """How often each weight counts in each position."""
    columns = []
    for number in range(evaluation.N_WEIGHTS):
        weights = np.zeros(evaluation.N_WEIGHTS, np.int16)
        weights[number] = 1
        columns.append([evaluation.worth(position, weights) for position in positions])
    return np.array(columns, np.float64).T


def fit(paths: list[Path]) -> None:
    """Adam on the logistic loss of every position at once."""
    loaded = [np.load(path) for path in paths]
    positions, values, results = (
        np.concatenate([file[name] for file in loaded]) for name in ("positions", "values", "results")
    )
    calm = np.array([evaluation.attacks(position, int(position[SIDE])) == 0 for position in positions])
    positions, values, results = positions[calm], values[calm], results[calm]
    expected = 1 / (1 + np.exp(-np.clip(values, -3_000, 3_000) / evaluation.VALUE_SCALE))
    target = SHARE_OF_RESULT * (results + 1) / 2 + (1 - SHARE_OF_RESULT) * expected
    matrix = counted(positions)
    held_out = np.arange(len(positions)) >= int(0.9 * len(positions))  # whole games: positions stand in their order
    weights = evaluation.WEIGHTS.astype(np.float64)
    momentum, power = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        chance = 1 / (1 + np.exp(-(matrix @ weights) / evaluation.VALUE_SCALE))
        if step % 100 == 1:
            loss = -(target * np.log(chance + 1e-9) + (1 - target) * np.log(1 - chance + 1e-9))
            print(step, f"{loss[~held_out].mean():.4f} {loss[held_out].mean():.4f}")
        slope = np.where(held_out, 0, chance - target) @ matrix / len(positions) + 0.05 * RIDGE * weights
        stops = weights[evaluation.MOBILITY : evaluation.EXPOSED]
        bend = np.diff(stops, 2, prepend=[stops[0]], append=[stops[-1]])
        slope[evaluation.MOBILITY : evaluation.EXPOSED] -= RIDGE * bend
        momentum = 0.9 * momentum + 0.1 * slope
        power = 0.999 * power + 0.001 * slope**2
        weights -= STEP_SIZE * (momentum / (1 - 0.9**step)) / (np.sqrt(power / (1 - 0.999**step)) + 1e-12)
    path = Path(evaluation.__file__).parent / "weights.json"
    path.write_text(json.dumps([round(weight) for weight in weights.tolist()]) + "\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["play", games, file, *seed]:
            play(int(games), Path(file), int(seed[0]) if seed else 1)
        case ["fit", *files]:
            fit([Path(file) for file in files])
        case _:
            sys.exit(__doc__)
