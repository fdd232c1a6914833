"""What a finished game means for those who played it. Pure: a table's room in, results and new ratings out."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from alcove.table.clock import Speed
from alcove.table.fold import Room

from .glicko import Rating, Result, rated

Score = Literal["won", "lost", "drew", ""]
Ladder = Literal["people", "engines"]

PERIODS_PER_DAY = 0.2144
"""Somebody who stops playing becomes less well known: a deviation of 60 grows to 110 within a year."""
PAIR_DAYS = 30
"""For so long it is remembered how two people fared against each other."""
UNMEASURED = Rating()
_POINTS = {"won": 1.0, "drew": 0.5, "lost": 0.0}


@dataclass(frozen=True, slots=True)
class Player:
    """A seat and how it fared: a person, or the engine at a level. `score` is empty where there was nothing to win."""

    person: str | None
    level: int | None
    score: Score


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, for the archive."""

    game: str
    speed: Speed
    is_rated: bool
    result: str
    reason: str
    ply: int
    players: tuple[Player, ...]

    @classmethod
    def of(cls, room: Room) -> "Finished":
        outcome, terms = room.outcome, room.created.terms
        assert outcome is not None
        has_result = room.result != "*"
        people = {(seat.guest, seat.level) for seat in room.seats}
        players = tuple(
            Player(seat.guest, seat.level, _score(room, number, is_alone=len(people) == 1) if has_result else "")
            for number, seat in enumerate(room.seats)
        )
        return cls(room.game.name, terms.speed, terms.rated, room.result, outcome.reason, room.ply, players)

    @property
    def counts(self) -> bool:
        """Can it change a rating? It takes two people, a result, and terms that say so.

        The room's own engine is not among those rated: what its levels are worth was measured (players/ratings.json).
        """
        return self.is_rated and len(self.players) == 2 and all(p.person and p.score for p in self.players)


def _score(room: Room, seat: int, is_alone: bool) -> Score:
    """One person in all seats wins nothing from anybody, unless the game itself was the opponent."""
    outcome = room.outcome
    assert outcome is not None
    if outcome.together:
        return "won" if outcome.result == "won" else "lost"
    if is_alone:
        return ""
    if outcome.winner is None:
        return "drew"
    return "won" if outcome.winner == seat else "lost"


def ladder_of(game: Finished, bots: frozenset[str]) -> Ladder:
    """The ladder a game counts on: one bot is enough to make it the engines'."""
    return "engines" if any(player.person in bots for player in game.players) else "people"


@dataclass(frozen=True, slots=True)
class Known:
    """A rating and when it was last changed; somebody who never played has none."""

    rating: Rating = UNMEASURED
    games: int = 0
    changed_at: str | None = None


def rated_after(game: Finished, known: dict[str, Known], at: str, ahead: int = 0) -> dict[str, Rating]:
    """The new ratings of the persons in `game`; both from the ratings before it. Empty if it does not count.

    `ahead`: how many more of their latest games the first player has won than lost against this opponent.
    """
    if not game.counts:
        return {}
    weight = pair_weight(game, ahead)
    after: dict[str, Rating] = {}
    for player, opponent in zip(game.players, reversed(game.players), strict=True):
        assert player.person is not None
        assert opponent.person is not None
        mine, result = known[player.person], Result(known[opponent.person].rating, _POINTS[player.score])
        after[player.person] = mine.rating.towards(
            rated(mine.rating, [result], periods_between(mine.changed_at, at)), weight
        )
    return after


def pair_weight(game: Finished, ahead: int) -> float:
    """What one more game of the same two counts: all of it where they take turns in winning, and less and less where the
    same one wins again and again, so that two accounts of one person cannot lift one of them by losing with the other."""
    lead = {"won": ahead, "lost": -ahead}.get(game.players[0].score, 0)
    return 1.0 / (1 + max(0, lead)) ** 2


def periods_between(since: str | None, until: str) -> float:
    """How many rating periods have passed; none for somebody who was never rated."""
    if since is None:
        return 0.0
    passed = datetime.fromisoformat(until) - datetime.fromisoformat(since)
    return max(0.0, passed.total_seconds() / 86_400 * PERIODS_PER_DAY)
