"""REST under /api: what can be asked once. Bodies are read and written by the structs of `messages`."""

import asyncio
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.websockets import WebSocket

import alcove
from alcove.core.options import build
from alcove.core.registry import game as game_named, games

from . import messages, refusals, studying, telling
from .reading import read
from .socket import Session
from .store import Store
from .tables import Table, Tables
from .thinking import levels

router = APIRouter(prefix="/api")
T = TypeVar("T")


def answers(told: type[messages.ToPage], asked: type[messages.FromPage] | None = None, status: int = 200) -> Any:
    """How a route is described: what it is asked and what it answers."""
    described: dict[str, Any] = {
        "status_code": status,
        "response_class": Response,
        "responses": {status: {"content": _content(told)}, "4XX": {"content": _content(messages.Fault)}},
    }
    if asked is not None:
        described["openapi_extra"] = {"requestBody": {"required": True, "content": _content(asked)}}
    return described


def _content(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{struct.__name__}"}}}


def _say(message: messages.ToPage, status: int = 200) -> Response:
    return Response(messages.write(message), status, {"cache-control": "no-store"}, "application/json")


async def _read(request: Request, struct: type[T]) -> T:
    """The body of a request; reading stops where it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > messages.LARGEST_BODY_BYTES:
            break
    return read(bytes(body), messages.LARGEST_BODY_BYTES, msgspec.json.Decoder(struct))


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def _table(request: Request, name: str) -> Table:
    return await _tables(request).get(name)


def _guest(request: Request) -> str:
    guest: str = request.state.guest
    return guest


@router.get("/health", **answers(messages.Health))
async def health(request: Request) -> Response:
    """Is the room well? Asks the database."""
    store: Store = request.app.state.store
    if not await store.is_well():
        raise refusals.not_saved()
    return _say(messages.Health("ok", alcove.__version__))


@router.get("/games", **answers(messages.Games))
async def all_games() -> Response:
    """The games, their options and the levels of the engine."""
    told = []
    for name in games():
        told_levels = tuple(
            messages.LevelTold(level.number, level.name, level.rating, level.interval, level.games)
            for level in levels(name)
        )
        told.append(telling.game_told(game_named(name), told_levels))
    return _say(messages.Games(alcove.__version__, tuple(told)))


@router.post("/tables", **answers(messages.TableMade, messages.NewTable, 201))
async def new_table(request: Request) -> Response:
    """Sit down at a new table."""
    wish = await _read(request, messages.NewTable)
    return _say(messages.TableMade(await _tables(request).create(wish, _guest(request))), 201)


@router.get("/tables", **answers(messages.MyTables))
async def my_tables(request: Request) -> Response:
    """Your unfinished games."""
    return _say(await _tables(request).unfinished_of(_guest(request)))


@router.get("/tables/{table}", **answers(messages.Snapshot))
async def snapshot(request: Request, table: str) -> Response:
    """A table as it stands."""
    found = await _table(request, table)
    return _say(telling.snapshot(table, found.room, _guest(request)))


@router.get("/tables/{table}/at/{ply}", **answers(messages.FrameAt))
async def frame_at(request: Request, table: str, ply: int) -> Response:
    """The position after so many plies."""
    room = (await _table(request, table)).room
    if not 0 <= ply <= room.ply:
        raise refusals.no_such_ply(room.ply)
    return _say(messages.FrameAt(table, telling.frame(room, ply), telling.played(room, ply)))


@router.get("/tables/{table}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, table: str) -> Response:
    """The game as a record, to keep."""
    room = (await _table(request, table)).room
    name = f"{room.game.name}-{table}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(room.record().to_text(), headers=headers, media_type="text/plain; charset=utf-8")


@router.post("/records", **answers(messages.TableMade, messages.OpenRecord, 201))
async def open_record(request: Request) -> Response:
    """A table where the game of a record has been played so far."""
    wish = await _read(request, messages.OpenRecord)
    return _say(messages.TableMade(await _tables(request).open_record(wish, _guest(request))), 201)


@router.post("/positions", **answers(messages.PositionTold, messages.CheckPosition))
async def check_position(request: Request) -> Response:
    """A position as the page draws it, or what is wrong with its text."""
    asked = await _read(request, messages.CheckPosition)
    game = game_named(asked.game)
    options = build(game.options_type, asked.options)
    view = game.view_from_text(asked.position, **asked.options)
    frame = telling.view_frame(game, view, 0, view.outcome())
    return _say(messages.PositionTold(game.name, game.seat_names(options), frame))


@router.get("/rules/{game}", **answers(messages.RulesTold))
async def rules(game: str) -> Response:
    """The rulebook of a game."""
    return _say(studying.rules_told(game_named(game)))


@router.get("/lessons/{game}", **answers(messages.LessonTold))
async def lessons(game: str) -> Response:
    """The lesson of a game."""
    return _say(await asyncio.to_thread(studying.lesson_told, game_named(game)))


@router.post("/study", **answers(messages.Studied, messages.AskStudy))
async def study(request: Request) -> Response:
    """The position after some moves, for the boards of the rulebook; nothing is kept."""
    asked = await _read(request, messages.AskStudy)
    return _say(await asyncio.to_thread(studying.study, asked))


@router.websocket("/live")
async def live(websocket: WebSocket) -> None:
    await Session(websocket, websocket.app.state.tables).run()


@router.api_route("/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
async def nothing_here(path: str) -> Response:
    raise refusals.not_found()
