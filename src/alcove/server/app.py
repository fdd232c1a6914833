"""The application: what is opened when the room opens, what is closed when it closes, and what every fault becomes."""

from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

import alcove
from alcove.core.errors import AlcoveError, OptionError, PositionError, RecordError, UnknownGameError

from . import refusals
from .doors import Doors, fault
from .engines import Pool
from .messages import Codes
from .routes import router
from .schema import openapi
from .static import Page
from .store import Store
from .tables import Tables

log = structlog.get_logger()

DATABASE = "room.sqlite"
"""The file in the data folder."""

_STATUS: dict[Codes, int] = {
    "unknown_table": 404,
    "not_found": 404,
    "unknown_game": 404,
    "unreadable": 500,
    "too_big": 413,
    "foreign_origin": 403,
    "storage": 503,
    "no_engine": 503,
    "internal": 500,
}
"""The HTTP status of a refusal; 400 for all others."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a room is opened.

    `hosts`: the names the room answers to, empty for any. `engines`: how many processes, `None` for one a core; `warm_engines` starts them at once.
    """

    data: Path
    hosts: Collection[str] = ()
    engines: int | None = None
    warm_engines: bool = False


def create_app(settings: Settings) -> FastAPI:
    """The room as an ASGI application."""
    app = FastAPI(
        title="Alcove",
        version=alcove.__version__,
        lifespan=partial(_lifespan, settings=settings),
        middleware=[Middleware(Doors, hosts=settings.hosts)],
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(router)
    app.add_route("/{path:path}", Page().answer, include_in_schema=False)
    app.add_exception_handler(AlcoveError, _on_bad_input)
    app.add_exception_handler(HTTPException, _on_http_fault)
    app.add_exception_handler(RequestValidationError, _on_bad_address)
    app.add_exception_handler(Exception, _on_our_bug)
    app.openapi = partial(openapi, app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: Settings) -> AsyncIterator[None]:
    async with AsyncExitStack() as closing:
        store = await Store.open(settings.data / DATABASE)
        closing.push_async_callback(store.close)
        engines = Pool(settings.engines, settings.warm_engines)
        closing.push_async_callback(engines.close)
        tables = Tables(store, engines)
        closing.push_async_callback(tables.close)
        app.state.store, app.state.tables, app.state.engines = store, tables, engines
        tables.resume()
        yield


# --- Faults ---------------------------------------------------------------------------------------------------------


async def _on_bad_input(_request: Request, error: Exception) -> Response:
    assert isinstance(error, AlcoveError)
    refused = error if isinstance(error, refusals.RefusedError) else refusals.RefusedError(_code(error), error.text)
    return fault(refused, _STATUS.get(refused.code, 400))


def _code(error: AlcoveError) -> Codes:
    match error:
        case UnknownGameError():
            return "unknown_game"
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


async def _on_bad_address(_request: Request, _error: Exception) -> Response:
    return fault(refusals.not_found(), 404)


async def _on_our_bug(request: Request, error: Exception) -> Response:
    log.error("request_failed", path=request.url.path, exc_info=error)
    return fault(refusals.internal(), 500)
