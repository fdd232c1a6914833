"""The long forms: `python -m tests.faults --kills 1000`, and with several servers `--server 50 --postgres 50 --redis 50
--worker 50`. They print how far they are, and end with what they found."""

import argparse
import asyncio
import tempfile
from contextlib import ExitStack
from pathlib import Path

from ..services import Postgres, Redis
from .kills import Report, kill_at_random
from .rooms import open_room
from .several import PARTS, Part, Several, restart_at_random


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="kill a room that is alone so many times")
    for part in PARTS:
        parser.add_argument(f"--{part}", type=int, default=0, help=f"kill and start a {part} so many times")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = {}
    if asked.kills:
        with tempfile.TemporaryDirectory() as folder, open_room(Path(folder)) as room:
            found["kills"] = asyncio.run(kill_at_random(room, asked.kills, asked.seed, print))
    for part in PARTS:
        if times := getattr(asked, part):
            found[part] = _restart(part, times, asked.seed)
    for what, report in found.items():
        print(f"{what}: {report}")


def _restart(part: Part, times: int, seed: int) -> Report:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ending:
        postgres, redis = Postgres(), Redis()
        for service in (postgres, redis):
            service.start()
            ending.callback(service.end)
        return restart_at_random(Several(postgres, redis, Path(folder)), part, times, seed, print)


if __name__ == "__main__":  # the processes that are forked import this file too
    main()
