"""The contract suite over our own games, with every option: `alcove.testing`, as packages use it."""

from pathlib import Path

from alcove.core.registry import ours
from alcove.testing import GameSuite

GOLDEN = Path(__file__).parents[1] / "golden"

for _name in ours():
    _suite = type(f"Test{_name.title()}", (GameSuite,), {"game": _name, "golden": GOLDEN / _name})
    globals()[_suite.__name__] = _suite
