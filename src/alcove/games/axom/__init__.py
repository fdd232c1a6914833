"""Axom: stacks that sow themselves along a line, two heads, two hearts."""

from typing import Any

from alcove.boards.grid import cells_named
from alcove.core.game import Drawing, Game, Outcome, View
from alcove.core.options import build
from alcove.core.svg import Painting
from alcove.core.text import Language, Text

from . import drawing, notation, rules, words
from .about import ABOUT


class Axom(Game):
    name = "axom"
    title = "Axom"
    summary = words.SUMMARY
    seats = words.SEATS
    reasons = words.REASONS
    options_type = rules.Options
    about = ABOUT

    def initial(self, **options: Any) -> rules.State:
        return rules.initial(build(rules.Options, options))

    def from_text(self, text: str, **options: Any) -> rules.State:
        return notation.read_position(text, build(rules.Options, options))

    def draw(self, view: View, language: Language = "en") -> Drawing:
        assert isinstance(view, rules.State)
        return drawing.draw(view, language)

    def paint(self, view: View, move: str = "") -> Painting:
        from alcove.boards import pictures

        from . import picture

        assert isinstance(view, rules.State)
        return pictures.paint(picture.scene(view), self.about.colours.light, cells_named(rules.CELLS, move))

    def ending(self, view: View, outcome: Outcome) -> Text:
        assert isinstance(view, rules.State)
        movement = view.resigned_by if outcome.reason == "repetition" else None
        return super().ending(view, outcome) if movement is None else words.resigned(*movement, view.options.repetition)


GAME = Axom()
