"""The games, one folder each, all with the same rooms: RULES.md, rules, notation, words, drawing, kernel,
scene, rulebook, lessons, puzzles, chart.

The package shares its name with the function `alcove.games()`, which the public surface promises. Python binds a
submodule's name in its parent, so the module itself answers the call.
"""

import sys
from types import ModuleType

from alcove.core.registry import games


class _CallablePackage(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        return games()


sys.modules[__name__].__class__ = _CallablePackage
