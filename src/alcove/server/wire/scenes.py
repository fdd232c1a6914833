"""How a game shows itself to the page: `games/<g>/scene.py`, found by the game's name."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from alcove.core.game import View
from alcove.core.registry import game
from alcove.core.text import Text


class SceneModule(Protocol):
    """What every `scene.py` exports. Scenes, previews and steps are dataclasses made from views alone."""

    def scene(self, view: View) -> object: ...
    def previews(self, view: View) -> Sequence[object]: ...
    def steps(self, before: View, move_text: str, after: View) -> Sequence[object]: ...
    def spoken(self, before: View, move_text: str, after: View) -> Text: ...


@cache
def scenes(name: str) -> SceneModule:
    """The scene module of the game of that name."""
    return cast(SceneModule, import_module(f"{type(game(name)).__module__}.scene"))
