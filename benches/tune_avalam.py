"""Fit Avalam's table of tower worths (games/avalam/weights.json) to the margins of self-play games.

    python benches/tune_avalam.py --games 4000 --depth 3

Each game starts with a few random plies, then both sides search to a fixed depth with the present weights and
sometimes play at random. The final margin of a game is what the worths of its towers should sum to, position by
position: a linear model, solved by ridge regression. Run it two or three times; each run plays with the last fit.
"""

import argparse
import json
import multiprocessing
import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

import alcove.games.avalam as avalam
from alcove.games.avalam import evaluation
from alcove.games.avalam.kernel import ALIVE, DARK_BIT, DARKS, HEIGHT, N_CELLS, N_LIVE, SIDE, TOWERS
from alcove.games.kernels import kernel
from alcove.search.deepening import Deepening
from alcove.search.limits import Limits

WEIGHTS = Path(avalam.__file__).with_name("weights.json")
SHAPE = evaluation.WORTH.shape
N_WORTHS = evaluation.WORTH.size
RANDOM_MOVE = 0.03


def features(packed: npt.NDArray[np.uint8]) -> tuple[float, npt.NDArray[np.int8]]:
    """Light's lead in settled towers, how often each kind of unsettled tower occurs (Light's less Dark's), and whose
    move it is in which phase."""
    row = np.zeros(N_WORTHS + evaluation.N_PHASES, np.int8)
    counts = row[:N_WORTHS].reshape(SHAPE)
    settled = 0
    phase = int(evaluation.PHASE[packed[N_LIVE]])
    for cell in range(N_CELLS):
        tower, alive = int(packed[TOWERS + cell]), int(packed[ALIVE + cell])
        if not tower:
            continue
        sign = -1 if tower & DARK_BIT else 1
        if not alive:
            settled += sign
            continue
        dark = (alive & int(packed[DARKS + cell])).bit_count()
        light = alive.bit_count() - dark
        friends, foes = (light, dark) if sign > 0 else (dark, light)
        counts[phase, tower & HEIGHT, friends, foes] += sign
    row[N_WORTHS + phase] = 1 - 2 * int(packed[SIDE])
    return settled, row


def self_play(job: tuple[int, int, int]) -> tuple[list[float], list[npt.NDArray[np.int8]], list[float]]:
    """Some games of one process: settled leads, tower counts, and what the margin turned out to be."""
    seed, games, depth = job
    door = kernel("avalam")
    module = door.module
    search = Deepening("avalam", module, evaluation, megabytes=4)
    rng = np.random.default_rng(seed)
    settled, counts, margins = [], [], []
    undo, actions = np.empty(module.UNDO_SIZE, np.int64), np.empty(module.MAX_MOVES, np.int32)
    start = door.pack(avalam.GAME.initial())
    for _ in range(games):
        packed, ply, first = start.copy(), 0, len(settled)
        opening = int(rng.integers(2, 10))
        while n := module.moves(packed, actions):
            if ply < opening or rng.random() < RANDOM_MOVE:
                action = int(actions[rng.integers(n)])
            else:
                action = search.think(packed, Limits(depth=depth)).lines[0].actions[0]
            module.make(packed, action, undo)
            ply += 1
            if ply >= opening:
                lead, kinds = features(packed)
                settled.append(lead)
                counts.append(kinds)
        margins += [features(packed)[0]] * (len(settled) - first)
    return settled, counts, margins


def fit(
    settled: npt.NDArray[np.float64], counts: npt.NDArray[np.int8], margins: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Ridge regression of what is not yet settled, drawn towards the present weights where data is thin."""
    present = np.concatenate([evaluation.WORTH.ravel(), evaluation.TEMPO]).astype(np.float64)
    design = counts.astype(np.float32)
    target = (margins - settled) * evaluation.TOWER - design @ present
    gram = (design.T @ design).astype(np.float64) + 20.0 * np.eye(design.shape[1])
    change = np.linalg.solve(gram, design.T.astype(np.float64) @ target)
    error = np.sqrt(np.mean((target - design @ change) ** 2))
    print(f"{len(target)} positions, error {np.sqrt(np.mean(target**2)):.1f} -> {error:.1f} hundredths of a tower")
    return present + change


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    wanted = parser.parse_args()
    jobs = [(wanted.seed * 10_000 + job, 20, wanted.depth) for job in range(wanted.games // 20)]
    settled, counts, margins = [], [], []
    with multiprocessing.Pool(wanted.processes) as pool:
        for done, (a, b, c) in enumerate(pool.imap_unordered(self_play, jobs), 1):
            settled += a
            counts += b
            margins += c
            if done % 10 == 0:
                print(f"{done * 20} games", flush=True)
    fitted = np.rint(fit(np.array(settled), np.array(counts), np.array(margins, np.float64))).astype(int)
    weights = {"worth": fitted[:N_WORTHS].reshape(SHAPE).tolist(), "tempo": fitted[N_WORTHS:].tolist()}
    WEIGHTS.write_text(json.dumps(weights, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
