"""The REST part described for programs: FastAPI knows the routes, msgspec the bodies."""

import re
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ..people.tokens import DOORS
from .routes import bodies


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the room."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, routes=app.routes)
        _, components = msgspec.json.schema_components(bodies.values(), ref_template="#/components/schemas/{name}")
        document.setdefault("components", {}).setdefault("schemas", {}).update(components)
        _tell_scopes(document["paths"])
        app.openapi_schema = document
    return app.openapi_schema


def _tell_scopes(paths: dict[str, Any]) -> None:
    """What a token opens says which scope it needs, `any` if any will do; without `x-token-scope` no token opens it."""
    for path, operations in paths.items():
        for method, pattern, scope in DOORS:
            if method.lower() in operations and re.fullmatch(pattern, re.sub(r"[{}]", "", path)):
                operations[method.lower()]["x-token-scope"] = scope or "any"
