"""Axiom: sceptres walk over the faces of a block of cubes that the players rebuild as they go."""

from typing import Any

from alcove.core.game import Drawing, Game, View
from alcove.core.options import build
from alcove.core.svg import Painting
from alcove.core.text import Language

from . import drawing, rules, words
from .about import ABOUT


class Axiom(Game):
    name = "axiom"
    title = "Axiom"
    summary = words.SUMMARY
    seats = words.SEATS
    reasons = words.REASONS
    options_type = rules.Options
    about = ABOUT

    def initial(self, **options: Any) -> rules.State:
        return rules.initial(build(rules.Options, options))

    def from_text(self, text: str, **options: Any) -> rules.State:
        return rules.from_text(text, build(rules.Options, options))

    def draw(self, view: View, language: Language = "en") -> Drawing:
        assert isinstance(view, rules.State)
        return drawing.draw(view, language)

    def paint(self, view: View, move: str = "") -> Painting:
        from . import picture

        assert isinstance(view, rules.State)
        return picture.paint(view, self.about.colours.light, move)


GAME = Axiom()
