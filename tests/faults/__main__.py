"""The long form: `python -m tests.faults --kills 1000`. It prints how far it is, and ends with what it found."""

import argparse
import asyncio
import tempfile
from pathlib import Path

from .kills import kill_at_random
from .rooms import open_room


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, open_room(Path(folder)) as room:
        print(asyncio.run(kill_at_random(room, asked.kills, asked.seed, print)))


if __name__ == "__main__":  # the processes that are forked import this file too
    main()
