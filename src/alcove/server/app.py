"""The application: what is opened when the room opens, what is closed when it closes, and what every fault becomes."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response

import alcove
from alcove.core.errors import AlcoveError, OptionError, PositionError, UnknownGameError
from alcove.games.data import DataError
from alcove.games.rooms import RoomError
from alcove.records.record import RecordError
from alcove.server.base import refusals
from alcove.table.refusals import RefusedError

from .base.keys import Keys
from .base.tasks import Tasks
from .base.times import Times
from .cluster.bus import Bus, RedisBus
from .cluster.leases import Leases, NoLeases
from .cluster.limits import Limits
from .cluster.uptime import Uptime
from .engines.pool import Pool
from .engines.protocol import Engines
from .engines.reckoner import Reckoner
from .engines.remote import RemoteEngines
from .meet.bots import Bots
from .meet.lobby import Lobby
from .people.faces import Faces
from .people.mail import Mail
from .people.people import People
from .settings import Settings
from .store.store import Store
from .study.analyst import Analyst
from .study.explorer import Explorer
from .study.gate import Gate
from .tables.chat import Chat
from .tables.questions import Questions
from .tables.records import Records
from .tables.sharing import Shared, Sharing
from .tables.sockets import Sockets
from .tables.table import handle_of
from .tables.tables import Tables
from .web import house as house_module
from .web.cookies import Cookies
from .web.doors import SECURITY_HEADERS, Doors, fault
from .web.handbook import Handbook
from .web.house import House
from .web.openapi import openapi
from .web.page import Page, board
from .web.readiness import Readiness
from .web.routes import router
from .web.session import LiveDoor
from .wire.messages import Codes

log = structlog.get_logger()

_STATUS: dict[Codes, int] = {
    "unknown_table": 404,
    "not_found": 404,
    "unknown_game": 404,
    "unreadable": 500,
    "too_big": 413,
    "foreign_origin": 403,
    "name_taken": 409,
    "wrong_login": 401,
    "needs_code": 401,
    "wrong_code": 401,
    "bad_passkey": 401,
    "needs_account": 401,
    "bad_token": 401,
    "signed_in": 409,
    "not_allowed": 403,
    "out_of_range": 403,
    "unknown_person": 404,
    "unknown_seek": 404,
    "too_many": 429,
    "storage": 503,
    "no_engine": 503,
    "busy": 503,
    "internal": 500,
}
"""The HTTP status of a refusal; 400 for all others."""
_NOTED: frozenset[Codes] = frozenset(("not_allowed", "bad_token", "needs_account", "too_many", "foreign_origin"))
"""Refusals that may mean somebody is trying the doors: they are logged."""


def create_app(settings: Settings, times: Times | None = None) -> FastAPI:
    """The room as an ASGI application, by this machine's clock or another one."""
    app = FastAPI(
        title="Alcove",
        version=alcove.__version__,
        lifespan=partial(_lifespan, settings=settings, times=times or Times()),
        middleware=[Middleware(Doors, hosts=settings.hosts), Middleware(LiveDoor)],
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(router)
    app.add_route("/boards/{game}/{path:path}", board, include_in_schema=False)
    handbook = Handbook()
    app.add_route("/docs", handbook.answer, include_in_schema=False)
    app.add_route("/docs/{path:path}", handbook.answer, include_in_schema=False)
    app.add_route("/{path:path}", Page().answer, include_in_schema=False)
    app.add_exception_handler(AlcoveError, _on_bad_input)
    app.add_exception_handler(HTTPException, _on_http_fault)
    app.add_exception_handler(RequestValidationError, _on_bad_address)
    for away in (SQLAlchemyError, OSError):
        app.add_exception_handler(away, _on_database_away)
    app.add_exception_handler(ClientDisconnect, _on_hung_up)
    app.add_exception_handler(Exception, _on_our_bug)
    app.openapi = partial(openapi, app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: Settings, times: Times) -> AsyncIterator[None]:
    async with AsyncExitStack() as closing:
        try:
            await _open(app, settings, times, closing)
        except Exception as error:
            app.state.fault = error  # whoever started the room says it (`run`)
            raise
        yield


async def _open(app: FastAPI, settings: Settings, times: Times, closing: AsyncExitStack) -> None:
    keys = Keys.open(settings.data, settings.key)
    store = await Store.open(settings.address)
    closing.push_async_callback(store.close)
    bus, engines = _company(settings)
    closing.push_async_callback(engines.close)
    reckoner = Reckoner(warm=settings.warm_engines)
    closing.push_async_callback(reckoner.close)
    await bus.open()
    closing.push_async_callback(bus.close)
    leases = await _begin_to_live(settings, store, bus, times)
    closing.push_async_callback(leases.close)
    uptime = await Uptime.open(store, times, bus, is_first=not leases.has_others)
    closing.push_async_callback(uptime.close)
    sockets = Sockets(settings.sockets_per_address)
    closing.push_async_callback(sockets.stop)
    sharing = Shared(bus, leases, store) if isinstance(leases, Leases) else Sharing()
    tables = Tables(store, engines, times, uptime, Faces(store), sharing)
    closing.push_async_callback(tables.close)
    await sharing.open()
    closing.push_async_callback(sharing.close)
    tables.fold = reckoner.fold
    limits = Limits(bus, settings.limits)
    chat = Chat(store, tables, times, limits, bus)
    closing.push_async_callback(chat.close)
    chat.open()
    people = People(store, tables, chat, keys)
    closing.push_async_callback(people.close)
    explorer = Explorer(store, reckoner)
    closing.push_async_callback(explorer.close)
    lobby = Lobby(store, tables, people, bus, sockets, keys.signer("origin"))
    closing.push_async_callback(lobby.close)
    bots = Bots(store, tables, lobby)
    closing.callback(bots.close)
    app.state.house = house = House(
        store=store,
        bus=bus,
        uptime=uptime,
        limits=limits,
        cookies=Cookies(keys),
        engines=engines,
        reckoner=reckoner,
        tables=tables,
        records=Records(store, tables, reckoner),
        chat=chat,
        questions=Questions(store, tables, engines),
        sockets=sockets,
        people=people,
        mail=Mail(settings.mail, store, tables, limits),
        lobby=lobby,
        bots=bots,
        gate=Gate(store, tables),
        analyst=Analyst(engines),
        explorer=explorer,
        readiness=Readiness(tables, uptime),
    )
    bus.on("hang_up", house.on_hang_up)
    people.signed_out.append(lambda digests: house.hang_up(*digests))
    await people.open()
    tables.resume()
    rechecking = Tasks()
    rechecking.every(house_module.RECHECK_SECONDS, house.recheck)
    closing.push_async_callback(rechecking.close)


def _company(settings: Settings) -> tuple[Bus, Engines]:
    """Who else is there: nobody, or, by way of Redis, other servers and the workers that think for all of them."""
    if settings.redis is None:
        return Bus(), Pool(settings.engines, settings.warm_engines)
    bus = RedisBus(settings.redis)
    return bus, RemoteEngines(settings.redis, bus)


async def _begin_to_live(settings: Settings, store: Store, bus: Bus, times: Times) -> Leases | NoLeases:
    """If a database can have several servers, each table is leased to one of them."""
    if settings.database is None:
        return NoLeases()
    leases = store.guard = Leases(store, bus.server, times)
    await leases.open(may_have_others=settings.redis is not None)
    return leases


# --- Faults ---------------------------------------------------------------------------------------------------------


async def _on_database_away(request: Request, error: Exception) -> Response:
    log.error("out_of_reach", path=request.url.path, cause=type(error).__name__)
    return fault(refusals.out_of_reach(), _STATUS["storage"])


async def _on_bad_input(request: Request, error: Exception) -> Response:
    assert isinstance(error, AlcoveError)
    refused = error if isinstance(error, RefusedError) else RefusedError(_code(error), error.text)
    if refused.code in _NOTED:
        log.info("refused", code=refused.code, path=request.url.path, handle=handle_of(request.state.guest))
    return fault(refused, _STATUS.get(refused.code, 400))


def _code(error: AlcoveError) -> Codes:
    match error:
        case UnknownGameError():
            return "unknown_game"
        case RoomError() | DataError():  # a game that does not have what was asked for
            return "not_found"
        case OptionError():
            return "bad_option"
        case PositionError():
            return "bad_position"
        case RecordError():
            return "bad_record"
        case _:
            return "malformed"


async def _on_http_fault(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return fault(refusals.not_found(), error.status_code)


async def _on_bad_address(_request: Request, error: Exception) -> Response:
    """A malformed query is told where it is wrong; any other address is simply not there."""
    assert isinstance(error, RequestValidationError)
    for found in error.errors():
        if found["loc"][0] == "query":
            return fault(refusals.malformed(f"{found['loc'][-1]}: {found['msg']}"), 400)
    return fault(refusals.not_found(), 404)


async def _on_hung_up(_request: Request, _error: Exception) -> Response:
    """Who asked is gone in the middle of it: nobody hears the answer, and nothing is wrong here."""
    return Response(status_code=400)


async def _on_our_bug(request: Request, error: Exception) -> Response:
    log.error("request_failed", path=request.url.path, exc_info=error)
    answer = fault(refusals.internal(), 500)
    answer.headers.update(SECURITY_HEADERS)  # this one does not leave through the doors
    return answer
