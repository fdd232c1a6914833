"""The REST part described for programs: FastAPI knows the routes, msgspec the bodies."""

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from .routes import bodies


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the room."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, routes=app.routes)
        _, components = msgspec.json.schema_components(bodies.values(), ref_template="#/components/schemas/{name}")
        document.setdefault("components", {}).setdefault("schemas", {}).update(components)
        app.openapi_schema = document
    return app.openapi_schema
