"""The first events of a table: from a wish, from a record, or from a game that is played again."""

import random
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from alcove.core.errors import PositionError
from alcove.core.game import Game, State
from alcove.core.options import build, written
from alcove.core.registry import game as game_named
from alcove.records.record import Record

from . import commands, refusals
from .events import Aborted, Agreed, Created, Ending, Entry, Event, Flagged, Left, Played, Resigned, Seat, Terms
from .fold import Room

Levels = Callable[[str], Collection[int]]
"""The levels the engine has in a game."""


def new_table(wish: commands.NewTable, guest: str, levels: Levels) -> list[Entry]:
    """The events of a new table for `guest`; a wish that cannot be met is refused in words."""
    game = game_named(wish.game)
    build(game.options_type, wish.options)
    start, is_known = game.initial(**wish.options), False
    if wish.position is not None:
        start, is_known = stand(game, wish.position, wish.options)
    seats = _seat(wish.seats, start.seats, guest, levels(wish.game))
    _check_terms(wish.terms, seats, start, from_position=wish.position is not None)
    created = _created(game, start, seats, wish.terms, from_position=wish.position is not None)
    return [Entry(replace(created, is_deal_known=is_known), guest)]


def new_game(name: str, options: Mapping[str, object], seats: tuple[Seat, ...], terms: Terms) -> list[Entry]:
    """The events of a table whose seats are known already."""
    game = game_named(name)
    build(game.options_type, options)
    start = game.initial(**options)
    if len(seats) != start.seats:
        raise refusals.wrong_seats(start.seats, len(seats))
    _check_terms(terms, seats, start, from_position=False)
    return [Entry(_created(game, start, seats, terms, from_position=False))]


def opened_record(record: Record, wishes: tuple[commands.SeatWish, ...], guest: str, levels: Levels) -> list[Entry]:
    """The events of a table where the game of `record` has been played so far."""
    return retold(record, _seat(wishes, record.first().seats, guest, levels(record.game)), guest)


def retold(record: Record, seats: tuple[Seat, ...], guest: str) -> list[Entry]:
    """The same, with everybody's seat known already."""
    end = record.end()
    is_known = _has_secrets(game_named(record.game), record.first())
    created = Created(record.game, record.options, seats, record.luck, record.start, is_deal_known=is_known)
    events: list[Event] = [created, *(Played(ply.move) for ply in record.main.plies)]
    if end.outcome() is None and record.reason:
        events.append(_ending(record, end.to_move))
    return [Entry(event, guest) for event in events]


def next_game(room: Room) -> Created:
    """The same game again, with everybody one seat further on and luck drawn afresh."""
    seats = (*room.seats[1:], room.seats[0])
    options = room.created.kept_options
    if room.created.position is None:
        return _created(room.game, room.game.initial(**options), seats, room.terms, from_position=False)
    dealt = next(room.game.worlds(room.views[0], random.SystemRandom()))
    return _created(room.game, dealt, seats, room.terms, from_position=True)


def _created(game: Game, start: State[Any], seats: tuple[Seat, ...], terms: Terms, from_position: bool) -> Created:
    position = start.to_text() if from_position else None
    luck = "" if from_position else game.luck(start)
    return Created(game.name, written(start.options), seats, luck, position, terms)


def stand(game: Game, text: str, options: Mapping[str, object]) -> tuple[State[Any], bool]:
    """The state of a position text, and whether the text gives away what the players may not see. Where pieces are hidden
    in it, they are dealt."""
    view = game.view_from_text(text, **options)
    try:
        state = game.from_text(text, **options)
    except PositionError:
        return next(game.worlds(view, random.SystemRandom())), False
    return state, _has_secrets(game, state)


def _has_secrets(game: Game, state: State[Any]) -> bool:
    return game.view(state, 0).to_text() != state.to_text()


def _seat(wishes: tuple[commands.SeatWish, ...], seats: int, guest: str, levels: Collection[int]) -> tuple[Seat, ...]:
    if not wishes:
        return (Seat(guest),) * seats
    if len(wishes) != seats:
        raise refusals.wrong_seats(seats, len(wishes))
    if all(wish.kind != "human" for wish in wishes):
        raise refusals.nobody_seated()
    for wish in wishes:
        if wish.kind == "engine" and wish.level not in levels:
            raise refusals.unknown_level(wish.level)
    return tuple(_seat_of(wish, guest) for wish in wishes)


def _seat_of(wish: commands.SeatWish, guest: str) -> Seat:
    match wish.kind:
        case "human":
            return Seat(guest)
        case "engine":
            return Seat(None, wish.level)
        case "open":
            return Seat(None, open=True)


def _check_terms(terms: Terms, seats: tuple[Seat, ...], start: State[Any], from_position: bool) -> None:
    """A clock is for people; a game can be rated if two of them play it from the start, with a clock."""
    if terms.clock is not None and (len(seats) < 2 or any(seat.is_engine for seat in seats)):
        raise refusals.clock_is_for_people()
    if not terms.rated:
        return
    sat = [seat.guest for seat in seats if not seat.open]
    if start.shares_fate or from_position or terms.clock is None or len(seats) != 2 or len(set(sat)) != len(sat):
        raise refusals.not_ratable()


def _ending(record: Record, to_move: int) -> Ending:
    loser = {"1-0": 1, "0-1": 0}.get(record.result, to_move)
    match record.reason:
        case "resigned":
            return Resigned(loser)
        case "time":
            return Flagged(loser)
        case "left":
            return Left(loser, is_draw=record.result == "1/2-1/2")
        case "agreed":
            return Agreed()
        case "aborted":
            return Aborted(to_move)
        case other:
            raise refusals.record_ends_otherwise(other)
