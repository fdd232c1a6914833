"""Games are other people's code: what their laws, scenes and words do wrong becomes an answer, and the room lives on."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from alcove.core.errors import AlcoveError
from alcove.core.game import Game
from alcove.core.mistakes import mistake_in
from alcove.core.text import Text
from alcove.table.refusals import RefusedError

log = structlog.get_logger()

_told: set[tuple[str, str]] = set()
"""The mistakes that are in the log already: a game and a place."""


class MistakenError(RefusedError):
    """A game has made a mistake. To try the same again would lead to the same."""

    def __init__(self, title: str, what: str, is_kept: bool) -> None:
        kept = Text("; the game is kept", " ; la partie est gardée") if is_kept else Text("", "")
        super().__init__(
            "unreadable",
            Text(
                f"the game {title} made a mistake: {what}{kept.en}",
                f"le jeu {title} a fait une faute : {what}{kept.fr}",
            ),
        )


@contextmanager
def law_of(game: Game, table: str | None = None) -> Iterator[None]:
    """While a game is asked something, at a table or for one that is to be. Its mistake becomes a refusal that names it, and
    is in the log once. What a game refuses in words is no mistake."""
    try:
        yield
    except AlcoveError:
        raise
    except Exception as error:
        mistake = mistake_in(error, game.name)
        if mistake is None:
            raise
        if (game.name, mistake.place) not in _told:
            _told.add((game.name, mistake.place))
            package = mistake.source.package or "alcove"
            log.error("game_made_a_mistake", game=game.name, package=package, table=table, exc_info=error)
        raise MistakenError(game.title, mistake.what, is_kept=table is not None) from error
