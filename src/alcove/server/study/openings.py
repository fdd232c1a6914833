"""What is known of a game and of its openings, as far as it is reckoned elsewhere than in the room's own process."""

from functools import cache
from typing import Any, NamedTuple

from alcove.atlas import atlas
from alcove.atlas.openings import FirstSide, MoveCount, OpeningIndex, Passed, passed
from alcove.atlas.telling import findings, reason_words
from alcove.core.errors import AlcoveError, IllegalMoveError
from alcove.core.game import Game, State
from alcove.core.registry import game as game_named
from alcove.core.text import Text
from alcove.server.base import refusals
from alcove.table import refusals as table_refusals
from alcove.table.fold import Entry, Room

from ..wire import messages

EXPLORED_PLIES = 20
"""So many plies of a game of this room can be explored."""


class NothingToExploreError(AlcoveError):
    """A game whose start is luck."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            Text(
                f"{game.title} has no openings: no two deals are alike",
                f"{game.title} n'a pas d'ouvertures : aucune donne ne ressemble à une autre",
            )
        )


@cache
def atlas_told(game: Game) -> messages.AtlasTold:
    """The atlas of a game as the page draws it."""
    found = atlas(game.name)
    if found is None:
        raise refusals.not_measured(game.title)
    reasons = {reason for mode in found.modes for sample in mode.samples for reason in sample.reasons}
    return messages.AtlasTold(
        game=game.name,
        title=game.title,
        seats=game.seat_names(game.initial(**found.modes[-1].options).options),
        date=found.date,
        seed=found.seed,
        random_games=found.random_games,
        engine_games=found.engine_games,
        findings=findings(found),
        modes=found.modes,
        reasons={reason: reason_words(game.name, reason) for reason in sorted(reasons)},
        tree=found.tree,
        states_log10=found.states_log10,
        luck=found.luck,
        openings=found.openings.games if found.openings else 0,
    )


@cache
def _engine_games(name: str) -> OpeningIndex:
    found = atlas(name)
    return OpeningIndex(found.openings.positions if found and found.openings else None)


class Reached(NamedTuple):
    """A position somebody asks about: what engines played there, and how to look it up among other games."""

    engines: tuple[MoveCount, ...]
    key: str
    names: dict[str, str]


def reached(asked: messages.AskExplore) -> Reached:
    """The position after the moves; the first that cannot be played is refused."""
    game = game_named(asked.game)
    state = _after(game, asked)
    side = FirstSide(game, state)
    names = side.back(state)
    return Reached(_engine_games(game.name).moves_at(side.key, names), side.key, names)


def _after(game: Game, asked: messages.AskExplore) -> State[Any]:
    state = game.initial(**asked.options)
    if game.luck(state):
        raise NothingToExploreError(game)
    for move in asked.moves:
        try:
            state = state.play(move)
        except IllegalMoveError as error:
            raise table_refusals.illegal(error.refusal) from None
    return state


def ways(game: Game, entries: list[Entry]) -> list[list[Passed]]:
    """The way a game took, if it can still be read: other rules may have allowed what today's do not."""
    try:
        room = Room.fold(entries)
        return [passed(game, room.created.start(), (line.text for line in room.lines), EXPLORED_PLIES)]
    except AlcoveError:
        return []
