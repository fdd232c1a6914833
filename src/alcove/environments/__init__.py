"""The games for the tools of the field: PettingZoo, Gymnasium and OpenSpiel, each in an extra of the package.

    alcove.environments.pettingzoo.env("…")                        # pip install 'alcove[pettingzoo]'
    gymnasium.make("alcove/…-v0")                                  # pip install 'alcove[gymnasium]'
    alcove.environments.openspiel.register()                       # pip install 'alcove[openspiel]'
    pyspiel.load_game("python_alcove_…")

All of them are thin: actions, planes and rewards are those of `alcove.spaces`, the law decides everything else.
Importing this package tells Gymnasium, if it is installed, which games there are. docs/environments.md is the manual.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

__all__ = ["gymnasium", "openspiel", "pettingzoo", "vector"]


def __getattr__(name: str) -> ModuleType:
    """Each is imported when somebody reaches for it."""
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if find_spec("gymnasium") is not None:
    import_module(f"{__name__}.gymnasium").register()
