"""Avalam: 48 pieces, towers of at most five. The game to copy when you add one."""

from typing import TYPE_CHECKING, Any

from alcove.boards import pieces
from alcove.boards.layout import Layout
from alcove.core.game import Drawing, View
from alcove.core.text import Language

from . import drawing, rules, words
from .about import ABOUT

if TYPE_CHECKING:
    from alcove.boards import flat


class Avalam(pieces.Game):
    name = "avalam"
    title = "Avalam"
    summary = words.SUMMARY
    seats = words.SEATS
    reasons = words.REASONS
    options_type = rules.Options
    state_type = rules.State
    about = ABOUT

    def start(self, options: rules.Options, board: Layout) -> tuple[int, ...]:
        return rules.START

    def draw(self, view: View, language: Language = "en") -> Drawing:
        assert isinstance(view, rules.State)
        return drawing.draw(view, language)

    def picture(self, view: pieces.State[Any]) -> "flat.Scene":
        from . import picture

        assert isinstance(view, rules.State)
        return picture.scene(view)


GAME = Avalam()
