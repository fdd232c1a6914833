"""AxxA: 36 pieces in piles, mostly unseen. Alone, together or as a duel."""

import random
from collections.abc import Iterator
from typing import Any

from alcove.boards.grid import cells_named
from alcove.core.errors import OptionError
from alcove.core.game import Drawing, Game, State as AnyState, View as AnyView
from alcove.core.options import OptionsInstance, build
from alcove.core.svg import Painting
from alcove.core.text import Language, Text

from . import board, drawing, notation, rules, words
from .about import ABOUT
from .rules import State, Table
from .view import View, view_of, worlds

__all__ = ["GAME", "State", "View"]


class Axxa(Game):
    name = "axxa"
    title = "AxxA"
    summary = words.SUMMARY
    reasons = words.REASONS
    options_type = rules.Options
    about = ABOUT

    def initial(self, *, seed: object = None, deal: object = None, **options: Any) -> State:
        """A2: a `deal` of 36 digits, or the one that a `seed` gives, or a fresh one.

        A seed shuffles `111111222222…666666` with Python's `random.Random(seed)`: the same deal everywhere, for good.
        """
        if seed is not None and deal is not None:
            raise OptionError(words.seed_and_deal())
        built = build(rules.Options, options)
        if deal is not None:
            return rules.initial(notation.read_deal(deal), built)
        rng = random.SystemRandom() if seed is None else random.Random(notation.read_seed(seed))
        pieces = [str(number) for number in rules.NUMBERS for _ in range(rules.OF_EACH)]
        rng.shuffle(pieces)
        return rules.initial("".join(pieces), built)

    def from_text(self, text: str, **options: Any) -> State:
        return notation.read_position(text, build(rules.Options, options))

    def view_from_text(self, text: str, **options: Any) -> View:
        """The view that a view's text describes (`?` for unseen pieces), or that a state's text gives (letters)."""
        if rules.HIDDEN in text:
            return notation.read_view(text, build(rules.Options, options))
        return _known(self.from_text(text, **options))

    def seat_names(self, options: OptionsInstance) -> tuple[Text, ...]:
        assert isinstance(options, rules.Options)
        return tuple(words.player(seat, options.seats) for seat in range(options.seats))

    def draw(self, view: AnyView, language: Language = "en", memory: bool = True) -> Drawing:
        """The public side of a position; `memory` shows the pieces that were seen before they were covered (A3)."""
        return drawing.draw(_known(view), language, memory)

    def paint(self, view: AnyView, move: str = "") -> Painting:
        from alcove.boards import pictures

        from . import picture

        return pictures.paint(picture.scene(_known(view)), self.about.colours.light, cells_named(board.CELLS, move))

    def view(self, state: AnyState[Any], seat: int) -> View:
        """A3: what has once been visible is known to all, so every seat has the same view."""
        return _known(state)

    def worlds(self, view: AnyView, rng: random.Random) -> Iterator[State]:
        return worlds(_known(view), rng)

    def luck(self, start: AnyView) -> str:
        """The deal of a start position, as `deal:361…`; of a view with `?` for what is unseen. Empty elsewhere."""
        assert isinstance(start, Table)
        deal = notation.write_deal(start)
        return f"deal:{deal}" if deal else ""

    def with_luck(self, luck: str, **options: Any) -> State:
        return self.initial(deal=notation.deal_of_luck(luck), **options)


def _known(position: AnyView) -> View:
    """The view of a state or a view. Everything that leaves this game for players comes through here."""
    assert isinstance(position, Table)
    return view_of(position)


GAME = Axxa()
