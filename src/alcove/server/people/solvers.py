"""How people with an account do at puzzles: a rating for each game, and which puzzles they have met.

A puzzle counts once, by its first result: solved 1, with a hint ½, missed or given up 0. It is an opponent whose rating is
known and stays. Guests keep their results in the browser.
"""

from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from alcove.puzzles.puzzle import Puzzle

from ..store.schema import now, puzzle_attempts, puzzle_ratings
from ..store.store import Store
from .glicko import Rating, Result, rated
from .results import periods_between

FIRST = Rating(1000.0)
PUZZLE_DEVIATION = 80.0
"""How sure the rating of a puzzle is: the levels of the engine gave it, not people."""
LOWEST = 100.0
MOST_SEEN = 1000


@dataclass(frozen=True, slots=True)
class Standing:
    """How well somebody does at the puzzles of a game."""

    rating: Rating = field(default_factory=lambda: FIRST)
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best: int = 0
    changed_at: str | None = None


class Solvers:
    """The results of all accounts."""

    def __init__(self, store: Store) -> None:
        self._store, self._engine = store, store.engine

    async def standing(self, person: str, game: str) -> Standing:
        async with self._engine.connect() as connection:
            return await connection.run_sync(_standing, person, game)

    async def seen(self, person: str, game: str) -> tuple[str, ...]:
        """The puzzles somebody has a result for, the earliest first."""
        query = (
            sa.select(puzzle_attempts.c.puzzle)
            .where(*_of(person, game), puzzle_attempts.c.score.is_not(None))
            .order_by(puzzle_attempts.c.at.desc())
            .limit(MOST_SEEN)
        )
        async with self._engine.connect() as connection:
            return tuple(reversed(list(await connection.scalars(query))))

    async def score(self, person: str, puzzle: Puzzle) -> float | None:
        """The result of a puzzle, if there is one."""
        query = sa.select(puzzle_attempts.c.score).where(*_at(person, puzzle))
        async with self._engine.connect() as connection:
            found: float | None = await connection.scalar(query)
        return found

    async def note_hint(self, person: str, puzzle: Puzzle) -> None:
        """From now on, solving it is worth half."""
        row = {"person": person, "game": puzzle.game, "puzzle": puzzle.id, "at": now()}
        try:
            await self._store.writer.write(sa.insert(puzzle_attempts).values(row))
        except IntegrityError:
            return  # a hint or a result is there already

    async def count(self, person: str, puzzle: Puzzle, is_solved: bool) -> int | None:
        """Write a first result down; the points it brought, or `None` if there was one before."""
        at = now()

        def write(connection: sa.Connection) -> int:
            hint = sa.delete(puzzle_attempts).where(*_at(person, puzzle), puzzle_attempts.c.score.is_(None))
            score = (0.5 if connection.execute(hint).rowcount else 1.0) if is_solved else 0.0
            row = {"person": person, "game": puzzle.game, "puzzle": puzzle.id, "score": score, "at": at}
            connection.execute(sa.insert(puzzle_attempts).values(row))
            return _rate(connection, person, puzzle, score, at)

        try:
            return await self._store.writer.transact(write)
        except IntegrityError:
            return None


def _rate(connection: sa.Connection, person: str, puzzle: Puzzle, score: float, at: str) -> int:
    """The new rating, in the transaction that holds the result; the points it brought."""
    before = _standing(connection, person, puzzle.game, is_for_update=True)
    periods = periods_between(before.changed_at, at)
    result = Result(Rating(float(puzzle.rating), PUZZLE_DEVIATION), score)
    after = rated(before.rating, [result], periods)
    points = max(after.rating, LOWEST)
    streak = before.streak + 1 if score > 0 else 0
    values = {
        "rating": points,
        "deviation": after.deviation,
        "volatility": after.volatility,
        "tried": before.tried + 1,
        "solved": before.solved + (score > 0),
        "streak": streak,
        "best": max(before.best, streak),
        "changed_at": at,
    }
    here = (puzzle_ratings.c.person == person) & (puzzle_ratings.c.game == puzzle.game)
    if before.changed_at is None:
        connection.execute(sa.insert(puzzle_ratings).values(person=person, game=puzzle.game, **values))
    else:
        connection.execute(sa.update(puzzle_ratings).where(here).values(values))
    connection.execute(sa.update(puzzle_attempts).where(*_at(person, puzzle)).values(after=points))
    return round(points) - round(before.rating.rating)


def _standing(connection: sa.Connection, person: str, game: str, is_for_update: bool = False) -> Standing:
    query = sa.select(puzzle_ratings).where(puzzle_ratings.c.person == person, puzzle_ratings.c.game == game)
    row = connection.execute(query.with_for_update() if is_for_update else query).one_or_none()
    if row is None:
        return Standing()
    rating = Rating(row.rating, row.deviation, row.volatility)
    return Standing(rating, row.tried, row.solved, row.streak, row.best, row.changed_at)


def _of(person: str, game: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (puzzle_attempts.c.person == person, puzzle_attempts.c.game == game)


def _at(person: str, puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (*_of(person, puzzle.game), puzzle_attempts.c.puzzle == puzzle.id)
