"""`make fuzz MINUTES=…`: every parser in turn; what reaches a line that nothing reached before is kept and changed again."""

import argparse
import hashlib
import random
import sys
import time
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

from .noise import CORPUS, corpus, mutated
from .targets import TARGETS, feed

SLICE_SECONDS = 2.0
SLOW_SECONDS = 2.0
"""Of processor time for one input: a parser that needs more than this hangs."""


class Reach:
    """Which steps from line to line, in our own code, anything has taken so far."""

    def __init__(self) -> None:
        self.steps: set[tuple[int, int, int]] = set()
        self._ours: dict[int, bool] = {}
        self._new = False

    def _trace(self, frame: FrameType, event: str, _argument: Any) -> Any:
        code = frame.f_code
        ours = self._ours.get(id(code))
        if ours is None:
            ours = self._ours[id(code)] = "/alcove/" in code.co_filename
        if not ours:
            return None
        before = code.co_firstlineno

        def line(frame: FrameType, event: str, _argument: Any) -> Any:
            nonlocal before
            step = (id(code), before, frame.f_lineno)
            before = frame.f_lineno
            if step not in self.steps:
                self.steps.add(step)
                self._new = True
            return line

        return line

    def is_widened_by(self, target: str, raw: bytes) -> bool:
        self._new = False
        sys.settrace(self._trace)
        try:
            feed(target, raw)
        finally:
            sys.settrace(None)
        return self._new


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--target", choices=sorted(TARGETS), action="append", help="only these")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument(
        "--keep", action="store_true", help="write what reached something new into the corpus, if small"
    )
    asked = parser.parse_args()
    seed = random.randrange(2**32) if asked.seed is None else asked.seed
    rng, reach = random.Random(seed), Reach()
    pools = {name: list(corpus(name)) or [b"{}"] for name in asked.target or TARGETS}
    found = Path("build/fuzz")
    faults, tried, until = 0, 0, time.monotonic() + 60 * asked.minutes
    while time.monotonic() < until:
        for name, pool in pools.items():
            stop = time.monotonic() + SLICE_SECONDS
            while time.monotonic() < min(stop, until):
                raw = mutated(rng.choice(pool), rng, tuple(pool))
                tried += 1
                began = time.process_time()
                try:
                    if reach.is_widened_by(name, raw):
                        pool.append(raw)
                        if asked.keep and len(raw) < 400:
                            _write(CORPUS / name, raw)
                    if time.process_time() - began > 20 * SLOW_SECONDS:  # tracing makes everything slower
                        raise TimeoutError(f"{time.process_time() - began:.1f} s for {len(raw)} bytes")
                except Exception:
                    faults += 1
                    place = _write(found / name, raw)
                    print(f"{name}: {place}\n{traceback.format_exc(limit=-4)}", flush=True)
    kept = sum(map(len, pools.values()))
    print(f"seed {seed}: {tried} inputs, {kept} of use, {len(reach.steps)} steps of our code reached, {faults} faults")
    return 1 if faults else 0


def _write(folder: Path, raw: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / hashlib.sha256(raw).hexdigest()[:12]
    place.write_bytes(raw)
    return place


if __name__ == "__main__":
    sys.exit(main())
