"""The games for the tools of the field: PettingZoo, Gymnasium and OpenSpiel, each in an extra of the package.

    alcove.environments.pettingzoo.env("…")                        # pip install 'alcove[pettingzoo]'
    gymnasium.make("alcove/…-v0")                                  # pip install 'alcove[gymnasium]'
    alcove.environments.vector.VectorEnv("…", num_envs=1024)       # likewise: many games at once
    alcove.environments.openspiel.register()                       # pip install 'alcove[openspiel]'
    pyspiel.load_game("python_alcove_…")

All of them are thin: actions, planes and rewards are those of `alcove.spaces`, the law decides everything else.
Importing this package tells Gymnasium, if it is installed, which games there are. docs/environments.md is the manual.
"""

from importlib.util import find_spec
from types import ModuleType

__all__ = ["gymnasium", "openspiel", "pettingzoo", "vector"]


def __getattr__(name: str) -> ModuleType:
    """Each is imported when somebody reaches for it."""
    if name == "gymnasium":
        import alcove.environments.gymnasium

        return alcove.environments.gymnasium
    if name == "openspiel":
        import alcove.environments.openspiel

        return alcove.environments.openspiel
    if name == "pettingzoo":
        import alcove.environments.pettingzoo

        return alcove.environments.pettingzoo
    if name == "vector":
        import alcove.environments.vector

        return alcove.environments.vector
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if find_spec("gymnasium") is not None:
    from alcove.environments.gymnasium import register as _register

    _register()
