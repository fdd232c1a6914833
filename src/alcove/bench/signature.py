"""The bench signature: what each engine finds at a fixed limit in fixed positions, to the last node.

A refactoring must not move it; a test compares it with benches/signature.json. Whoever changes a search or an
evaluation on purpose writes it anew and says so in the commit:

    python -m alcove.bench.signature --write
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import alcove
from alcove.bench.engines import positions
from alcove.core.registry import games
from alcove.games.rooms import rooms
from alcove.players.engine import Limits, engine

FILE = Path(alcove.__file__).parents[2] / "benches" / "signature.json"
LIMITS = {"avalam": Limits(depth=5), "axom": Limits(depth=7), "axiom": Limits(depth=3), "axxa": Limits(nodes=500)}


def signature(name: str) -> list[list[Any]]:
    """For each position: depth, nodes and the best move."""
    found = []
    for view in positions(name):
        analysis = engine(name, megabytes=4).analyse(view, LIMITS[name])
        found.append([analysis.depth, analysis.nodes, analysis.best.moves[0], round(analysis.best.score, 3)])
    return found


def main(arguments: Sequence[str]) -> None:
    text = "{\n" + ",\n".join(
        f" {json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps(row)}" for row in signature(name)) + "\n ]"
        for name in games()
        if rooms(name).has("evaluation")
    )
    text += "\n}\n"
    if "--write" in arguments:
        FILE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
