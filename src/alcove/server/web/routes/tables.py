"""Games and tables."""

from fastapi import APIRouter, Request, Response

from alcove.server.base import refusals

from ...study.lessons import games_told, position_told
from ...study.trees import record_to_play
from ...tables import frames
from ...wire import messages
from ..house import house_of
from ..rest import answers, charge, guest_of, read_body, reckon, reckoned, say, wanting

router = APIRouter()


async def check_opponent(request: Request, seats: tuple[messages.SeatWish, ...], game: str | None) -> None:
    """An engine that plays on from a position of your choice is help like any other."""
    if any(seat.kind == "engine" for seat in seats):
        await house_of(request).gate.check(guest_of(request), None, game)


@router.get("/games", **answers(messages.Games))
async def all_games(request: Request) -> Response:
    """The games, their options and the levels of the engine."""
    return await reckoned(request, "page", games_told, key="games")


@router.post("/tables", **answers(messages.TableMade, messages.NewTable, 201))
async def new_table(request: Request) -> Response:
    """Sit down at a new table. A bot hears of it on its stream of events, as of every game that begins."""
    wish = await read_body(request, messages.NewTable)
    charge(request, "table")
    person = guest_of(request)
    table = await house_of(request).tables.create(wish, person)
    if "authorization" in request.headers:
        house_of(request).lobby.tell_seated(table, wish.game, person)
    return say(messages.TableMade(table), 201)


@router.get("/tables", **answers(messages.MyTables))
async def my_tables(request: Request) -> Response:
    """Your unfinished games."""
    return say(await house_of(request).questions.unfinished_of(guest_of(request)))


@router.get("/tables/{table}", **answers(messages.Snapshot))
async def snapshot(request: Request, table: str) -> Response:
    """A table as it stands."""
    tables = house_of(request).tables
    found = await tables.get(table)
    return say(frames.snapshot(table, found.room, guest_of(request), tables.around(found)))


@router.get("/tables/{table}/at/{ply}", **answers(messages.FrameAt))
async def frame_at(request: Request, table: str, ply: int) -> Response:
    """The position after so many plies."""
    room = (await house_of(request).tables.get(table)).room
    if not 0 <= ply <= room.ply:
        raise refusals.no_such_ply(room.ply)
    if ply == room.ply:
        return say(frames.latest_frame(table, room))
    return await reckoned(request, "board", frames.frame_at, table, frames.Moment.of(room, ply))


@router.get("/tables/{table}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, table: str) -> Response:
    """The game as a record, to keep."""
    charge(request, "record")
    game, text = await house_of(request).records.of(table, wanting(request))
    name = f"{game}-{table}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


@router.post("/records", **answers(messages.TableMade, messages.OpenRecord, 201))
async def open_record(request: Request) -> Response:
    """A table where the game of a record has been played so far."""
    wish = await read_body(request, messages.OpenRecord)
    charge(request, "table")
    charge(request, "import")
    await check_opponent(request, wish.seats, None)
    entries = await reckon(request, "import", record_to_play, wish, guest_of(request))
    return say(messages.TableMade(await house_of(request).tables.open_record(entries)), 201)


@router.post("/positions", **answers(messages.PositionTold, messages.CheckPosition))
async def check_position(request: Request) -> Response:
    """A position as the page draws it, or what is wrong with its text."""
    charge(request, "study")
    return await reckoned(request, "board", position_told, await read_body(request, messages.CheckPosition))
