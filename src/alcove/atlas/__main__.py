"""Measure on a machine with many cores, which needs numpy, numba, platformdirs and filelock only:

    PYTHONPATH=src python -m alcove.atlas GAME --games 400 --memory FOLDER

The same as `alcove atlas`, without its page: `python -m alcove.atlas.page > docs/atlas.md` writes that afterwards.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from alcove.core.registry import games
from alcove.games.data import data_file
from alcove.players.warm import warm

from . import FILE, write
from .measuring import Plan, measure


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    usual = Plan()
    parser = argparse.ArgumentParser(description="Measure games and write their data.")
    parser.add_argument("game", nargs="*", default=[], help="all of them if none is named")
    parser.add_argument("--games", type=int, default=usual.engine_games, help="games of each level")
    parser.add_argument("--random", type=int, default=usual.random_games, help="random games")
    parser.add_argument("--deals", type=int, default=usual.luck_deals, help="deals that are played again and again")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--out", type=Path, help="the folder that gets the data, instead of those of the games")
    parser.add_argument("--memory", type=Path, required=True, help="the folder that keeps the games")
    wish = parser.parse_args(arguments)
    unknown = set(wish.game) - set(games())
    if unknown:
        parser.error(f"unknown game {', '.join(sorted(unknown))}; known: {', '.join(games())}")
    plan = Plan(wish.games, wish.random, wish.deals, wish.seed, processes=wish.processes)
    if wish.out:
        wish.out.mkdir(parents=True, exist_ok=True)
    for name in wish.game or games():
        warm([name])
        started = time.monotonic()

        def tell(done: int, total: int, name: str = name, started: float = started) -> None:
            if done % 20 == 0 or done == total:
                print(f"{name} {done}/{total}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)

        found = measure(name, plan, wish.memory, time.strftime("%Y-%m-%d"), tell)
        write(found, wish.out / f"{name}.json" if wish.out else data_file(name, FILE))


if __name__ == "__main__":
    main()
