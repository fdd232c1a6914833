"""Rulebook, lessons and the boards in them: what is taught, and a private table that nobody keeps."""

from functools import cache

import structlog

import alcove
from alcove import atlas
from alcove.boards.pieces import Game as PiecesGame
from alcove.core.game import Game
from alcove.core.options import build
from alcove.core.registry import game as game_named, games
from alcove.games import teaching
from alcove.games.data import board_file, data_file
from alcove.games.rooms import rooms
from alcove.puzzles import puzzle
from alcove.table import refusals, start
from alcove.table.fold import Entry, Played, Room

from ..engines.protocol import levels
from ..tables import frames
from ..wire import messages
from .titles import of, to

log = structlog.get_logger()


def games_told() -> messages.Games:
    """The games of the room, their options and the levels of the engine. One that fails here is left out: the others are
    not to suffer from it."""
    told = []
    for game in map(game_named, games()):
        try:
            told.append(game_told(game))
        except Exception:
            log.exception("game_left_out", game=game.name)
    return messages.Games(alcove.__version__, tuple(told))


def game_told(game: Game) -> messages.GameTold:
    """A game of the room, before anybody plays it."""
    view, about, has = game.view(game.initial(), 0), game.about, what_there_is(game.name)
    return messages.GameTold(
        name=game.name,
        title=game.title,
        summary=game.summary,
        tagline=about.tagline or game.summary,
        of=of(game.title, about.article),
        to=to(game.title, about.article),
        minutes=about.minutes,
        players=about.players,
        modes=about.modes,
        colours=about.colours,
        sounds=about.sounds,
        notation=about.notation or str(view.legal_moves()[0]),
        has=has,
        board=None if (board := board_file(game.name)) is None else f"/boards/{game.name}/{board.name}",
        seats=game.seat_names(view.options),
        options=frames.option_specs(game),
        levels=tuple(
            messages.LevelTold(level.number, level.name, level.rating, level.interval, level.games)
            for level in levels(game.name)
        ),
        scene=rooms(game.name).scene.scene(view) if "scene" in has else None,
        pieces=game.seat_pieces() if isinstance(game, PiecesGame) else (),
    )


def what_there_is(name: str) -> tuple[str, ...]:
    """What the page can show of a game; the rest is not offered."""
    has = rooms(name).has
    there = {
        "scene": has("scene"),
        "rulebook": has("rulebook"),
        "lessons": has("lessons"),
        "puzzles": data_file(name, puzzle.FILE).is_file(),
        "atlas": data_file(name, atlas.FILE).is_file(),
        "analysis": has("scene"),
    }
    return tuple(room for room, is_there in there.items() if is_there)


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
