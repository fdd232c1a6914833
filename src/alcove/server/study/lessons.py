"""Rulebook, lessons and the boards in them: what is taught, and a private table that nobody keeps."""

from functools import cache

import alcove
from alcove.core.game import Game
from alcove.core.options import build
from alcove.core.registry import game as game_named, games
from alcove.games import teaching
from alcove.table import refusals, start
from alcove.table.fold import Entry, Played, Room

from ..engines.protocol import levels
from ..tables import frames
from ..wire import messages


def games_told() -> messages.Games:
    """The games of the room, their options and the levels of the engine."""
    told = []
    for name in games():
        told_levels = tuple(
            messages.LevelTold(level.number, level.name, level.rating, level.interval, level.games)
            for level in levels(name)
        )
        told.append(frames.game_told(game_named(name), told_levels))
    return messages.Games(alcove.__version__, tuple(told))


def study(asked: messages.AskStudy) -> messages.Studied:
    """The position after the moves, as a table would show it; the first that cannot be played is refused."""
    wish = messages.NewTable(asked.game, asked.options, (), asked.position)
    room = Room.fold(start.new_table(wish, "", lambda _name: ()))
    refused = None
    for move in asked.moves:
        try:
            room = room.after(Entry(Played(room.find(move))))
        except refusals.RefusedError as error:
            refused = messages.RefusedMove(room.ply, move, error.text, error.clause)
            break
    return messages.Studied(
        game=room.game.name,
        seats=room.game.seat_names(room.view.options),
        lines=tuple(room.lines),
        frame=frames.frame(room, room.ply),
        last=frames.played(room, room.ply),
        refused=refused,
    )


def position_told(asked: messages.CheckPosition) -> messages.PositionTold:
    """A position as the page draws it; what is wrong with its text is refused."""
    game = game_named(asked.game)
    options = build(game.options_type, asked.options)
    view = game.view_from_text(asked.position, **asked.options)
    frame = frames.view_frame(game, view, 0, view.outcome())
    return messages.PositionTold(game.name, game.seat_names(options), frame)


@cache
def rules_told(game: Game) -> messages.RulesTold:
    return messages.RulesTold(game.name, game.title, frames.option_specs(game), teaching.rulebook(game.name))


@cache
def lesson_told(game: Game) -> messages.LessonTold:
    lesson = teaching.lesson(game.name)
    tasks = tuple(_task_told(game, task) for task in lesson.tasks)
    return messages.LessonTold(game.name, game.title, lesson.welcome, tasks, lesson.farewell)


def _task_told(game: Game, task: teaching.Task) -> messages.TaskTold:
    right, wrong = teaching.judged(task, teaching.start(game, task))
    return messages.TaskTold(
        name=task.name,
        title=task.title,
        ask=task.ask,
        hint=task.hint,
        position=task.position,
        options=task.options,
        played=task.played,
        right=right,
        wrong=wrong,
        otherwise=task.otherwise,
        clauses=task.clauses,
    )
