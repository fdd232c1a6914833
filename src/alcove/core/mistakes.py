"""Whose mistake it is when something fails: that of a game, whose law somebody else may have written, or ours."""

import traceback
from types import FrameType

from .errors import AlcoveError
from .registry import Source, offered
from .text import Text

MOST_SAID = 200
"""So many characters are repeated of what somebody else's code says."""
_ON_BEHALF_OF_GAMES = ("alcove.boards", "alcove.core.game", "alcove.games")
"""Where the law of a game may be at work although none of its own lines is: what a game declares is carried out here."""


class MistakeError(AlcoveError):
    """The code of a game has failed. `what` is how, `place` the file and the line."""

    def __init__(self, source: Source, error: BaseException, place: str) -> None:
        self.source, self.place = source, place
        said = " ".join(str(error).split())[:MOST_SAID]
        self.what = f"{type(error).__name__}: {said}" if said else type(error).__name__
        says = source.says
        super().__init__(
            Text(
                f"{says.en} made a mistake: {self.what} ({place})",
                f"{says.fr} a fait une faute : {self.what} ({place})",
            )
        )


def mistake_in(error: BaseException, game: str = "") -> MistakeError | None:
    """The mistake of a game that this error comes from, or `None` where it comes from no game. `game` is the name of the one
    that was at work, where that is known."""
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__)][::-1]
    sources = sorted(offered(), key=lambda source: source.name != game)
    for frame, line in frames:
        for source in sources:
            if _lies_in(frame, _home(source)):
                return MistakeError(source, error, _place(frame, line))
    at_work = next((source for source in sources if source.name == game), None)
    if at_work is not None and any(_lies_in(frame, home) for frame, _ in frames for home in _ON_BEHALF_OF_GAMES):
        return MistakeError(at_work, error, _place(*frames[0]))
    return None


def _home(source: Source) -> str:
    """The module under which all code of a game lies: the whole of an installed package."""
    is_installed = source.package not in ("", source.module)
    return source.module.partition(".")[0] if is_installed else source.module


def _lies_in(frame: FrameType, home: str) -> bool:
    return f"{frame.f_globals.get('__name__', '')}.".startswith(f"{home}.")


def _place(frame: FrameType, line: int) -> str:
    return f"{frame.f_code.co_filename}:{line}"
