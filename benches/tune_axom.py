"""Fits the weights of games/axom/evaluation.py to self-play.

    python benches/tune_axom.py play GAMES FILE [SEED]   plays games from random openings and keeps their positions
    python benches/tune_axom.py fit FILE…                fits all weights to them and writes weights.json

A position is to predict a mixture of how its game ended and what the search thought of it. Drawn games are left out:
nearly all are the caution of equals (X22), and to fit them teaches that a lead is worth little. `worth` is linear in the
weights, so asking it with one weight at a time gives the numbers to fit; no feature is written down twice.
"""

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt

import alcove
from alcove.games.axom import evaluation, kernel
from alcove.games.axom.rules import State
from alcove.games.kernels import kernel as door
from alcove.jit import compiled
from alcove.jit.results import ONGOING
from alcove.search.deepening import Deepening
from alcove.search.limits import Limits

NODES = 1_500
RANDOM_PLIES = (2, 10)
SHARE_OF_RESULT = 0.6
RIDGE = 1e-5
"""How strongly weights are held to what they were."""
STEPS, STEP_SIZE = 400, 1.5

Floats = npt.NDArray[np.float32]


def play_game(seed: int, search: Deepening) -> tuple[list[kernel.Packed], list[int], int]:
    """One game: its positions after the opening, what the search thought of each, and the result for seat 0."""
    rng = random.Random(seed)
    state = alcove.game("axom").initial()
    for _ in range(rng.randint(*RANDOM_PLIES)):
        moves = state.legal_moves()
        if moves:
            state = state.play_unchecked(rng.choice(moves))
    assert isinstance(state, State)
    packed, undo = kernel.pack(state), np.empty(kernel.UNDO_SIZE, np.int64)
    positions, values = [], []
    search.forget()
    while kernel.result(packed) == ONGOING:
        line = search.think(packed, Limits(nodes=NODES)).lines[0]
        positions.append(packed.copy())
        values.append(line.value)
        kernel.make(packed, line.actions[0], undo)
    return positions, values, int(kernel.result(packed))


def play(games: int, path: Path, seed: int) -> None:
    """Play games on two threads and write them down."""
    module = door("axom").module

    def part(number: int) -> list[tuple[list[kernel.Packed], list[int], int]]:
        search = Deepening("axom", module, evaluation, megabytes=4)
        return [play_game(seed * 1_000_003 + game, search) for game in range(number, games, 2)]

    with ThreadPoolExecutor(2) as pool:
        played = [game for games_of_part in pool.map(part, range(2)) for game in games_of_part]
    positions = [position for game in played for position in game[0]]
    values = [value for game in played for value in game[1]]
    results = [game[2] * (1 if position[kernel.SIDE] == 0 else -1) for game in played for position in game[0]]
    np.savez_compressed(path, positions=np.array(positions), values=np.array(values), results=np.array(results))
    print(f"{len(played)} games, {len(positions)} positions, light {sum(game[2] for game in played):+d}")


@compiled
def columns(positions: npt.NDArray[np.uint8], numbers: npt.NDArray[np.int64], out: npt.NDArray[np.int8]) -> None:
    """How often each of some weights counts in each position."""
    weights = np.zeros(evaluation.N_WEIGHTS, np.int32)
    for column in range(numbers.shape[0]):
        weights[numbers[column]] = 1
        for row in range(positions.shape[0]):
            out[row, column] = evaluation.worth(positions[row], weights)
        weights[numbers[column]] = 0


def gathered(paths: list[Path]) -> tuple[npt.NDArray[np.uint8], Floats, Floats]:
    """The positions worth fitting, what each is to predict, and how much X22 makes of its score."""
    loaded = [np.load(path) for path in paths]
    positions, values, results = (
        np.concatenate([file[name] for file in loaded]) for name in ("positions", "values", "results")
    )
    zeros = np.zeros(evaluation.N_WEIGHTS, np.int32)
    calm = np.array([evaluation.worth(position, zeros) == 0 for position in positions])  # nobody takes a head
    calm &= results != 0
    positions, values, results = positions[calm], values[calm], results[calm]
    words = positions.view(np.int64)
    fade = 1 - words[:, kernel.QUIET] / words[:, kernel.DRAW_PLIES]
    expected = 1 / (1 + np.exp(-np.clip(values, -3_000, 3_000) / evaluation.VALUE_SCALE))
    target = SHARE_OF_RESULT * (results + 1) / 2 + (1 - SHARE_OF_RESULT) * expected
    return positions, target.astype(np.float32), fade.astype(np.float32)


def fit(paths: list[Path]) -> None:
    """Adam on the logistic loss of every position at once."""
    positions, target, fade = gathered(paths)
    before = evaluation.WEIGHTS.astype(np.float32)
    numbers = np.arange(evaluation.N_WEIGHTS)
    counts = np.empty((len(positions), len(numbers)), np.int8)
    columns(positions, numbers, counts)
    used = np.flatnonzero(np.abs(counts).sum(axis=0, dtype=np.int64))
    matrix = counts[:, used].astype(np.float32) * fade[:, None]
    held_out = np.arange(len(positions)) >= int(0.9 * len(positions))  # whole games: positions stand in their order
    weights, momentum, power = before[used].copy(), np.zeros(len(used), np.float32), np.zeros(len(used), np.float32)
    for step in range(1, STEPS + 1):
        chance = 1 / (1 + np.exp(-(matrix @ weights) / evaluation.VALUE_SCALE))
        if step % 50 == 1:
            loss = -(target * np.log(chance + 1e-9) + (1 - target) * np.log(1 - chance + 1e-9))
            print(step, f"{loss[~held_out].mean():.4f} {loss[held_out].mean():.4f}")
        error = np.where(held_out, 0, chance - target)
        slope = error @ matrix / len(positions) + RIDGE * (weights - before[used])
        momentum = 0.9 * momentum + 0.1 * slope
        power = 0.999 * power + 0.001 * slope**2
        weights -= STEP_SIZE * (momentum / (1 - 0.9**step)) / (np.sqrt(power / (1 - 0.999**step)) + 1e-12)
    after = before.copy()
    after[used] = weights
    path = Path(evaluation.__file__).parent / "weights.json"
    path.write_text(json.dumps([round(weight) for weight in after.tolist()]) + "\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["play", games, file, *seed]:
            play(int(games), Path(file), int(seed[0]) if seed else 1)
        case ["fit", *files]:
            fit([Path(file) for file in files])
        case _:
            sys.exit(__doc__)
