"""Avalam: 48 pieces, towers of at most five. The game to copy when you add one."""

from typing import Any

from alcove.core.game import Drawing, Game, View
from alcove.core.options import OptionsInstance, build
from alcove.core.text import Language, Text

from . import drawing, notation, rules, words
from .about import ABOUT


class Avalam(Game):
    name = "avalam"
    title = "Avalam"
    summary = words.SUMMARY
    options_type = rules.Options
    about = ABOUT

    def initial(self, **options: Any) -> rules.State:
        build(rules.Options, options)
        return rules.initial()

    def from_text(self, text: str, **options: Any) -> rules.State:
        return notation.read_position(text, build(rules.Options, options))

    def seat_names(self, options: OptionsInstance) -> tuple[Text, ...]:
        return words.SEATS

    def draw(self, view: View, language: Language = "en") -> Drawing:
        assert isinstance(view, rules.State)
        return drawing.draw(view, language)

    def reason(self, word: str) -> Text:
        return words.REASONS[word]


GAME = Avalam()
