"""What the page is told of a table. Made from the views of a `Room` and from nothing else, so no secret passes."""

import dataclasses

from alcove.core.game import Game, Outcome, State, View
from alcove.core.options import OptionsInstance, specs
from alcove.core.text import Text

from . import messages
from .room import Played, Rematched, Resigned, Room, Seat, TookBack
from .scenes import scenes

RESIGNED = Text("resignation", "abandon")


def snapshot(table: str, room: Room, guest: str | None) -> messages.Snapshot:
    """A whole table, as `guest` sees it."""
    return messages.Snapshot(
        table=table,
        n=room.n,
        game=room.game.name,
        options=options_told(room.view.options),
        seats=seats(room.game, room.view.options, room.seats, guest),
        lines=tuple(room.lines),
        frame=frame(room, room.ply),
        last=played(room, room.ply),
        thinking=room.engine_to_move,
        can_undo=room.can_undo,
        rematch=room.rematch,
    )


def event(table: str, room: Room, happened: Played | TookBack | Resigned | Rematched) -> messages.Event:
    """What has just happened, which `room` has taken in; the same words for everybody who watches."""
    change: messages.Change
    match happened:
        case Played():
            told = played(room, room.ply)
            assert told is not None
            change = told
        case TookBack(ply=ply):
            change = messages.TookBack(ply)
        case Resigned(seat=seat):
            change = messages.Resigned(seat)
        case Rematched(table=next_table):
            change = messages.Rematched(next_table)
    return messages.Event(table, room.n, change, frame(room, room.ply), room.can_undo)


def frame(room: Room, ply: int) -> messages.Frame:
    """The position after `ply` plies; only the last one knows of a resignation."""
    view = room.views[ply]
    return view_frame(room.game, view, ply, room.outcome if ply == room.ply else view.outcome())


def view_frame(game: Game, view: View, ply: int, outcome: Outcome | None) -> messages.Frame:
    """A position as the page draws it. A game that is over by resignation offers no moves."""
    shown = scenes(game.name)
    return messages.Frame(
        ply=ply,
        to_move=view.to_move,
        is_turn_start=view.is_turn_start,
        position=view.to_text(),
        scene=shown.scene(view),
        moves=() if outcome is not None else tuple(shown.previews(view)),
        outcome=None if outcome is None else outcome_told(game, outcome),
        warning=view.warning if isinstance(view, State) else None,
    )


def outcome_told(game: Game, outcome: Outcome) -> messages.OutcomeTold:
    return messages.OutcomeTold(
        winner=outcome.winner,
        result=outcome.result,
        reason=outcome.reason,
        words=RESIGNED if outcome.reason == "resigned" else game.reason(outcome.reason),
        scores=outcome.scores,
        together=outcome.together,
    )


def played(room: Room, ply: int) -> messages.Played | None:
    """The move that led to the position after `ply` plies."""
    if ply == 0:
        return None
    shown, line = scenes(room.game.name), room.lines[ply - 1]
    before, after = room.views[ply - 1], room.views[ply]
    return messages.Played(
        line=line,
        spoken=shown.spoken(before, line.text, after),
        steps=tuple(shown.steps(before, line.text, after)),
    )


def seats(
    game: Game, options: OptionsInstance, seated: tuple[Seat, ...], guest: str | None
) -> tuple[messages.SeatTold, ...]:
    return tuple(
        messages.SeatTold(
            name=name,
            kind="engine" if seat.is_engine else "human",
            level=seat.level,
            yours=guest is not None and seat.guest == guest,
        )
        for name, seat in zip(game.seat_names(options), seated, strict=True)
    )


def options_told(options: OptionsInstance) -> dict[str, str]:
    """All options of a game with their values, defaults too."""
    return {field.name: str(getattr(options, field.name)) for field in dataclasses.fields(options)}


def game_told(game: Game, levels: tuple[messages.LevelTold, ...]) -> messages.GameTold:
    """A game of the room, before anybody plays it."""
    view = game.view(game.initial(), 0)
    return messages.GameTold(
        name=game.name,
        title=game.title,
        summary=game.summary,
        seats=game.seat_names(view.options),
        options=option_specs(game),
        levels=levels,
        scene=scenes(game.name).scene(view),
    )


def option_specs(game: Game) -> tuple[messages.OptionTold, ...]:
    """The options a game knows."""
    return tuple(
        messages.OptionTold(spec.name, spec.values, spec.default, spec.clause, spec.says, spec.least, spec.most)
        for spec in specs(game.options_type)
    )
