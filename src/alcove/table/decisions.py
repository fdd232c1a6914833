"""What happens at a table because of a command, or why nothing does. Pure: nothing changes here."""

from collections.abc import Collection
from dataclasses import dataclass

from . import commands, refusals
from .events import (
    Aborted,
    Agreed,
    Declined,
    Flagged,
    Happening,
    Joined,
    Left,
    Offer,
    Offered,
    Played,
    Rematched,
    Resigned,
    TookBack,
)
from .fold import Room

PLIES_BEFORE_ASKING_AGAIN = 2
"""After a refusal, the same thing may be proposed again this many plies later."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision depends on besides the table.

    `now_ms` is the time by which clocks are read, less what the server owes them. `gone` are the people who have been away
    for so long that the others need not wait. A rematch will be at `next_table`.
    """

    now_ms: int = 0
    lag_ms: int = 0
    gone: Collection[str] = ()
    next_table: str = ""


def decide(room: Room, command: commands.Command, guest: str, moment: Moment) -> Happening:
    """The event that `command` leads to; raises `RefusedError`."""
    if isinstance(command, commands.Join):
        return _join(room, command, guest)
    mine = room.seats_of(guest)
    if not mine:
        raise refusals.not_seated()
    if _is_stale(room, command.expected_n):
        raise refusals.stale()
    if isinstance(command, commands.Abort):
        return _abort(room, mine)
    if not room.is_full:
        raise refusals.waiting()
    match command:
        case commands.Rematch():
            return _rematch(room, mine, moment)
        case commands.Decline(what=what):
            return _decline(room, mine, what)
    if room.outcome is not None:
        raise refusals.over()
    match command:
        case commands.Move(move=move):
            return _move(room, mine, move, moment)
        case commands.Undo():
            return _undo(room, mine)
        case commands.Draw():
            return _draw(room, mine)
        case commands.Resign():
            return _resign(room, mine)
        case commands.Claim(is_draw=is_draw):
            return _claim(room, mine, is_draw, moment)
    raise AssertionError(f"nobody decides on {type(command).__name__}")


def _is_stale(room: Room, expected_n: int) -> bool:
    """Has the game gone on since? A proposal that crossed the command on the way does not matter."""
    missed = room.missed(expected_n)
    return missed is None or not all(isinstance(happened.event, Offered | Declined) for happened in missed)


def flag(room: Room, now_ms: int) -> Flagged | Aborted | None:
    """The flag that has fallen by now; it calls off a game that had not begun."""
    if room.clocks is None or room.outcome is not None or not room.clocks.has_fallen(now_ms):
        return None
    return Flagged(room.clocks.seat) if _is_worth_a_result(room) else Aborted(room.clocks.seat)


def engine_move(room: Room, text: str) -> Played:
    return Played(room.find(text))


def _speaker(room: Room, mine: tuple[int, ...]) -> int:
    """Which of several seats somebody speaks for: the one to move, or else the first."""
    return room.view.to_move if room.view.to_move in mine else mine[0]


# --- Coming and going -----------------------------------------------------------------------------------------------


def _join(room: Room, command: commands.Join, guest: str) -> Joined:
    """Open seats go to whoever comes first. The event number does not matter: somebody else may have joined in between."""
    if room.outcome is not None:
        raise refusals.over()
    if room.seats_of(guest):
        raise refusals.already_seated()
    free = [number for number, seat in enumerate(room.seats) if seat.open]
    wanted = command.seat if command.seat is not None else next(iter(free), None)
    if wanted not in free:
        raise refusals.seat_taken()
    return Joined(wanted, guest)


def _abort(room: Room, mine: tuple[int, ...]) -> Aborted:
    if room.outcome is not None:
        raise refusals.over()
    if room.has_begun:
        raise refusals.too_late_to_abort()
    return Aborted(_speaker(room, mine))


def _is_worth_a_result(room: Room) -> bool:
    """Between two people a game counts from the moment both have moved: nobody wins by an opponent who never played."""
    return room.view.shares_fate or len(room.people) < 2 or room.has_begun


def _resign(room: Room, mine: tuple[int, ...]) -> Resigned | Aborted:
    seat = _speaker(room, mine)
    return Resigned(seat) if _is_worth_a_result(room) else Aborted(seat)


def _claim(room: Room, mine: tuple[int, ...], is_draw: bool, moment: Moment) -> Left | Aborted:
    others = [number for number in range(len(room.seats)) if number not in mine]
    if room.view.shares_fate or len(others) != 1 or room.seats[others[0]].guest not in moment.gone:
        raise refusals.nobody_left()
    return Left(others[0], is_draw) if _is_worth_a_result(room) else Aborted(others[0])


# --- Moves ----------------------------------------------------------------------------------------------------------


def _move(room: Room, mine: tuple[int, ...], move: str, moment: Moment) -> Played:
    if room.view.to_move not in mine:
        raise refusals.not_your_turn()
    spent, lag = (0, 0) if room.clocks is None else room.clocks.charged(moment.now_ms, moment.lag_ms)
    return Played(room.find(move), spent, lag)


# --- What needs everybody's consent ---------------------------------------------------------------------------------


def _undo(room: Room, mine: tuple[int, ...]) -> Happening:
    asking = room.offers.get("takeback", mine)
    ply = room.ply_to_return_to(asking)
    return _propose(room, mine, "takeback", TookBack(ply))


def _draw(room: Room, mine: tuple[int, ...]) -> Happening:
    if room.view.shares_fate or len(room.seats) != 2 or any(seat.is_engine for seat in room.seats):
        raise refusals.no_draw_here()
    if room.terms.rated and not room.has_begun:
        raise refusals.no_draw_yet()
    return _propose(room, mine, "draw", Agreed())


def _rematch(room: Room, mine: tuple[int, ...], moment: Moment) -> Happening:
    if room.outcome is None:
        raise refusals.not_over()
    if room.rematch is not None:
        raise refusals.already_rematched()
    return _propose(room, mine, "rematch", Rematched(moment.next_table))


def _propose(room: Room, mine: tuple[int, ...], what: Offer, agreed: Happening) -> Happening:
    """The thing itself if everybody has agreed by now, otherwise the proposal. Engines have no say."""
    yes = room.offers.get(what, ())
    if set(mine) <= set(yes):
        raise refusals.already_offered()
    if all(number in yes or number in mine or seat.is_engine for number, seat in enumerate(room.seats)):
        return agreed
    said_no = [room.declined[seat, what] for seat in mine if (seat, what) in room.declined]
    if not yes and said_no and room.ply < max(said_no) + PLIES_BEFORE_ASKING_AGAIN:
        raise refusals.asked_too_soon()
    return Offered(_speaker(room, mine), what)


def _decline(room: Room, mine: tuple[int, ...], what: Offer) -> Declined:
    if what not in room.offers:
        raise refusals.no_offer()
    return Declined(_speaker(room, mine), what)
