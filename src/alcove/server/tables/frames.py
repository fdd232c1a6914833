"""What the page is told of a table. Made from the views of a `Room` and from nothing else, so no secret passes."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from msgspec import Raw

from alcove.core.game import Game, Outcome, State, View
from alcove.core.options import OptionsInstance, specs
from alcove.core.text import Text
from alcove.games.rooms import SceneRoom, rooms
from alcove.games.teaching import rulebook
from alcove.table.fold import (
    Aborted,
    Agreed,
    Declined,
    Flagged,
    Happened,
    Happening,
    Joined,
    Left,
    Offered,
    Played,
    Rematched,
    Resigned,
    Room,
    Seat,
    TookBack,
)

from ..wire import messages
from .laws import law_of
from .table import Table, handle_of

REASONS = {
    "resigned": Text("resignation", "abandon"),
    "time": Text("time is up", "temps écoulé"),
    "left": Text("the other side left", "l'autre camp est parti"),
    "agreed": Text("by agreement", "d'un commun accord"),
    "aborted": Text("called off before it began", "annulée avant d'avoir commencé"),
}
"""How the room ends a game that its rules have not ended."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is true of a table at this moment without being an event: the time, and who is there."""

    now_ms: int = 0
    people: Mapping[str, messages.PersonTold] = field(default_factory=dict)
    presence: tuple[messages.SeatPresence, ...] = ()
    onlookers: int = 0

    @classmethod
    def of(cls, table: Table, now_ms: int, owed_ms: int = 0) -> "Around":
        """`owed_ms` of the time since the clock was started are not the players'."""
        return cls(now_ms - owed_ms, table.people, table.presence(now_ms), table.onlookers)


def snapshot(table: str, room: Room, guest: str | None, around: Around) -> messages.Snapshot:
    """A whole table, as `guest` sees it."""
    with law_of(room.game, table):
        return messages.Snapshot(
            table=table,
            n=room.n,
            game=room.game.name,
            options=options_told(room.view.options),
            seats=seats(room.game, room.view.options, room.seats, guest, around.people),
            lines=tuple(room.lines),
            frame=frame(room, room.ply),
            last=played(room, room.ply),
            thinking=room.engine_to_move,
            can_undo=room.can_undo,
            rematch=room.rematch,
            terms=room.terms,
            is_deal_known=room.created.is_deal_known,
            clock=clock(room, around.now_ms),
            offers=offers(room),
            presence=around.presence,
            onlookers=around.onlookers,
        )


def event(table: str, room: Room, happened: Happened, around: Around, has_moves: bool) -> messages.Event:
    """Something that has happened and that `room` has taken in. Who is to move is told the legal moves, nobody else:
    they are most of it."""
    n, what, ply = happened
    with law_of(room.game, table):
        return messages.Event(
            table=table,
            n=n,
            change=_change(room, what, ply, around),
            frame=frame(room, ply, has_moves),
            can_undo=room.can_undo,
            clock=clock(room, around.now_ms),
            offers=offers(room),
        )


def _change(room: Room, happened: Happening, ply: int, around: Around) -> messages.Change:
    match happened:
        case Played():
            told = played(room, ply)
            assert told is not None
            return told
        case TookBack(ply=left):
            return messages.TookBack(left)
        case Joined(seat=seat, guest=guest):
            return messages.Joined(seat, person(guest, around.people))
        case Offered(seat=seat, what=what):
            return messages.Offered(seat, what)
        case Declined(seat=seat, what=what):
            return messages.Declined(seat, what)
        case Agreed():
            return messages.Agreed()
        case Resigned(seat=seat):
            return messages.Resigned(seat)
        case Flagged(seat=seat):
            return messages.Flagged(seat)
        case Left(seat=seat):
            return messages.Left(seat)
        case Aborted(seat=seat):
            return messages.Aborted(seat)
        case Rematched(table=table):
            return messages.Rematched(table)


def clock(room: Room, now_ms: int) -> messages.ClockTold | None:
    clocks = room.clocks
    if clocks is None:
        return None
    grace = max(0, clocks.since_ms + clocks.grace_ms - now_ms) if clocks.is_running else 0
    return messages.ClockTold(clocks.left_at(now_ms), clocks.seat if clocks.is_running else None, grace)


def offers(room: Room) -> tuple[messages.OfferTold, ...]:
    return tuple(messages.OfferTold(what, seats) for what, seats in room.offers.items())


def person(guest: str, people: Mapping[str, messages.PersonTold]) -> messages.PersonTold:
    return people.get(guest) or messages.PersonTold(handle_of(guest), None, None, is_provisional=False, is_bot=False)


def frame(room: Room, ply: int, has_moves: bool = True) -> messages.Frame:
    """The position after `ply` plies; only the last one knows how the room ended the game."""
    view = room.views[ply]
    outcome = room.outcome if ply == room.ply else view.outcome()
    return view_frame(room.game, view, ply, outcome, has_moves and room.is_full)


def view_frame(game: Game, view: View, ply: int, outcome: Outcome | None, has_moves: bool = True) -> messages.Frame:
    """A position as the page draws it. A game that the room has ended offers no moves."""
    shown = rooms(game.name).scene
    return messages.Frame(
        ply=ply,
        to_move=view.to_move,
        is_turn_start=view.is_turn_start,
        position=view.to_text(),
        scene=shown.scene(view),
        moves=_moves(shown, view) if has_moves and outcome is None else (),
        outcome=None if outcome is None else outcome_told(game, view, outcome),
        warning=view.warning if isinstance(view, State) else None,
    )


def _moves(shown: SceneRoom[View], view: View) -> tuple[messages.Preview, ...]:
    """The previews of a position; as JSON where a game writes them itself, which is faster."""
    written = getattr(shown, "written_previews", None)
    return tuple(shown.previews(view)) if written is None else cast(Any, Raw(written(view)))


def outcome_told(game: Game, view: View, outcome: Outcome) -> messages.OutcomeTold:
    return messages.OutcomeTold(
        winner=outcome.winner,
        result="*" if outcome.reason == "aborted" else outcome.result,
        reason=outcome.reason,
        words=REASONS.get(outcome.reason) or game.ending(view, outcome),
        scores=outcome.scores,
        together=outcome.together,
    )


class Moment(NamedTuple):
    """A position that a game has moved on from, and the move that led there: enough for another process to draw it."""

    game: Game
    ply: int
    view: View
    has_moves: bool
    before: View | None
    line: messages.MoveLine | None

    @classmethod
    def of(cls, room: Room, ply: int) -> "Moment":
        before, line = (room.views[ply - 1], room.lines[ply - 1]) if ply else (None, None)
        return cls(room.game, ply, room.views[ply], room.is_full, before, line)


def frame_at(table: str, moment: Moment) -> messages.FrameAt:
    """The answer to a page that looks back."""
    game, ply, view, has_moves, before, line = moment
    with law_of(game, table):
        shown = view_frame(game, view, ply, view.outcome(), has_moves)
        led = None if before is None or line is None else _played(game, line, before, view)
        return messages.FrameAt(table, shown, led)


def latest_frame(table: str, room: Room) -> messages.FrameAt:
    """The same where the page looks at the last position: its moves have been found already."""
    with law_of(room.game, table):
        return messages.FrameAt(table, frame(room, room.ply), played(room, room.ply))


def played(room: Room, ply: int) -> messages.Played | None:
    """The move that led to the position after `ply` plies."""
    return None if ply == 0 else _played(room.game, room.lines[ply - 1], room.views[ply - 1], room.views[ply])


def _played(game: Game, line: messages.MoveLine, before: View, after: View) -> messages.Played:
    shown = rooms(game.name).scene
    return messages.Played(
        line=line,
        spoken=shown.spoken(before, line.text, after),
        steps=tuple(shown.steps(before, line.text, after)),
    )


def seats(
    game: Game,
    options: OptionsInstance,
    seated: tuple[Seat, ...],
    guest: str | None,
    people: Mapping[str, messages.PersonTold],
) -> tuple[messages.SeatTold, ...]:
    return tuple(
        messages.SeatTold(
            name=name,
            kind="open" if seat.open else "engine" if seat.is_engine else "human",
            level=seat.level,
            yours=guest is not None and seat.guest == guest,
            person=None if seat.guest is None else person(seat.guest, people),
        )
        for name, seat in zip(game.seat_names(options), seated, strict=True)
    )


def options_told(options: OptionsInstance) -> dict[str, str]:
    """All options of a game with their values, defaults too."""
    return {field.name: str(getattr(options, field.name)) for field in dataclasses.fields(options)}


def option_specs(game: Game) -> tuple[messages.OptionTold, ...]:
    """The options a game knows, each with the note of the rulebook on what we decided."""
    clauses = rulebook(game.name).clauses if rooms(game.name).has("rulebook") else ()
    notes = {note.option: note for clause in clauses for note in clause.notes}
    return tuple(
        messages.OptionTold(
            name=spec.name,
            values=spec.values,
            labels=dict(spec.labels),
            default=spec.default,
            clause=spec.clause,
            says=spec.says,
            note=notes.get(spec.name),
            least=spec.least,
            most=spec.most,
        )
        for spec in specs(game.options_type)
    )
