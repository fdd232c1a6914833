"""The bench signature: what each engine finds at a fixed limit in fixed positions, to the last node.

A refactoring must not move it; a test compares it with the signature.json of a game's folder. Whoever changes a search or an
evaluation on purpose writes it anew and says so in the commit:

    python -m alcove.bench.signature --write [GAME]...
"""

import json
import sys
from collections.abc import Sequence
from typing import Any

from alcove.bench.engines import positions
from alcove.core.registry import game, ours
from alcove.games.data import data_file
from alcove.players.engine import Limits, engine

FILE = "signature.json"
USUAL_NODES = 500


def signature(name: str) -> list[list[Any]]:
    """For each position: depth, nodes and the best move."""
    bench, found = game(name).about.bench, []
    limits = Limits(depth=bench.depth, nodes=bench.nodes or (None if bench.depth else USUAL_NODES))
    for view in positions(name):
        analysis = engine(name, megabytes=4).analyse(view, limits)
        found.append([analysis.depth, analysis.nodes, analysis.best.moves[0], round(analysis.best.score, 3)])
    return found


def main(arguments: Sequence[str]) -> None:
    for name in [word for word in arguments if word != "--write"] or ours():
        text = "[\n" + ",\n".join(f" {json.dumps(row)}" for row in signature(name)) + "\n]\n"
        if "--write" in arguments:
            data_file(name, FILE).write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(f"{name} {text}")


if __name__ == "__main__":
    main(sys.argv[1:])
