"""Our own games, the example packages and a very small game, all known to the environments while these tests run."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from alcove.core import registry
from alcove.core.registry import ours

EXAMPLES = Path(__file__).parents[2] / "examples"
PACKAGED = ("clobber", "hexes")
GAMES = (*ours(), *PACKAGED)
sys.path[:0] = [str(EXAMPLES / name) for name in PACKAGED]


@pytest.fixture(scope="module", autouse=True)
def _packages() -> Iterator[None]:
    """The games of the packages, for as long as the tests of a module take; others know our own games alone."""
    import clobber
    import hexes

    from alcove.environments import gymnasium

    from . import crumbs

    added = (clobber.GAME, hexes.GAME, crumbs.GAME)
    for game in added:
        registry.register(game)
    gymnasium.register()
    yield
    for game in added:
        del registry._registered[game.name]
    registry._forget()
