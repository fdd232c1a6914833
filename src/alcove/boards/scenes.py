"""The scene of any game built on `boards/pieces.py`."""

from typing import Any

from msgspec.structs import replace

from alcove.boards import flat
from alcove.boards.pieces import State
from alcove.core.text import Text


class Scenes(flat.Board[State[Any]]):
    """The room `scene`: as any flat board, and moves that are words have a label."""

    def previews(self, view: State[Any], /) -> list[flat.Preview]:
        found = super().previews(view)
        return [replace(each, label=view.words.get(each.text)) if not each.cells else each for each in found]

    def spoken(self, before: State[Any], move_text: str, after: State[Any], /) -> Text:
        return before.words[move_text] if move_text in before.words else super().spoken(before, move_text, after)
