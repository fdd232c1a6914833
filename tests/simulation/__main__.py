"""`make simulate SEEDS=…`: many seeds, one after the other; the story of each that found something."""

import argparse
import os
import sys
import time


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000, help="how many")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first one")
    parser.add_argument("--seed", type=int, help="only this one, with its story")
    parser.add_argument("--last", type=int, default=80, help="how many lines of a story are printed (0: all)")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at the first finding")
    asked = parser.parse_args()
    from .simulation import simulate

    if asked.seed is not None:
        told = simulate(asked.seed)
        print(told.written(asked.last or None))
        print(f"{told.digest}, {told.events} events, {told.real_seconds:.2f} s")
        return 1 if told.finding else 0
    began, events, found = time.perf_counter(), 0, []
    for seed in range(asked.first, asked.first + asked.seeds):
        told = simulate(seed)
        events += told.events
        if told.finding:
            found.append((seed, told.finding.splitlines()[0]))
            print(told.written(asked.last or None), flush=True)
            if not asked.keep_going:
                break
        if (seed - asked.first + 1) % 100 == 0:
            print(f"{seed - asked.first + 1} seeds, {len(found)} findings", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - began
    done = seed - asked.first + 1
    print(f"{done} seeds, {events} events, {seconds:.0f} s: {3600 * done / seconds:.0f} seeds an hour")
    for seed, what in found:
        print(f"seed {seed}: {what}")
    return 1 if found else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets of texts are walked through in the same order in every run
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.simulation", *sys.argv[1:]],
            os.environ | {"PYTHONHASHSEED": "0"},
        )
    sys.exit(main())
