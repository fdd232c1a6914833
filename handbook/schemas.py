"""The live socket and the REST interface as chapters, out of the very schemas by which the room reads and writes."""

from pathlib import Path
from typing import Any

import msgspec

from alcove.server.app import create_app
from alcove.server.settings import Settings
from alcove.server.web.session import CREDIT, CREDIT_PER_SECOND, LIVE, MOST_MISSED, MOST_WATCHED
from alcove.server.wire import messages

from .prose import plain, table

Schema = dict[str, Any]
REF = "#/components/schemas/"


def write(folder: Path) -> None:
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    (folder / "reference" / "live.md").write_text(live(), encoding="utf-8")
    (folder / "reference" / "rest.md").write_text(rest(), encoding="utf-8")


# --- The live socket ------------------------------------------------------------------------------------------------


def live() -> str:
    (incoming, outgoing), components = msgspec.json.schema_components(
        [messages.Incoming, messages.Outgoing], ref_template=REF + "{name}"
    )
    sent, heard = (list(each["discriminator"]["mapping"].values()) for each in (incoming, outgoing))
    names = [[ref.removeprefix(REF) for ref in group] for group in (sent, heard)]
    shared = sorted(set(components) - {name for group in names for name in group})
    parts = [
        "# The live socket",
        f"`{LIVE}` is a WebSocket that carries JSON texts both ways; the version of the protocol is {messages.PROTOCOL}. This "
        "chapter is written from the schemas by which the room reads and writes: what is not here is refused.",
        "A page that plays says `hello`, then `watch` for a table, and gets a `snapshot`; from then on an `event` for every "
        "change, numbered without gaps (`n`). A command names the number it has seen (`expected_n`) and carries a `nonce`: "
        "sent again after a broken connection, it gets its old acknowledgement and does not count twice. `ack` means that it "
        "is on the disk. A `probe` wants a `ping` back.",
        f"A socket may watch {MOST_WATCHED} tables. Whoever has missed no more than {MOST_MISSED} events is told them; else a "
        f"snapshot comes. Every frame costs credit: {CREDIT:g} at once, {CREDIT_PER_SECOND:g} more every second. Sentences "
        "for people travel in both languages, as `{en, fr}`. A program that plays has an easier door: "
        "[the bot interface](../bots.md).",
        "## What a page sends",
        *(_message(name, components[name]) for name in names[0]),
        "## What a page hears",
        *(_message(name, components[name]) for name in names[1]),
        "## What they are made of",
        *(_message(name, components[name]) for name in shared),
        "## Codes of refusals",
        "`refused` has one of these as its `code`, and the sentence for people beside it: "
        + ", ".join(f"`{code}`" for code in messages.Codes.__args__)  # type: ignore[attr-defined]
        + ".",
    ]
    return "\n\n".join(parts) + "\n"


def _message(name: str, schema: Schema) -> str:
    tag = schema.get("properties", {}).get("type", {}).get("enum", [name])[0]
    heading = f"### `{tag}` {{ #{name.lower()} }}"
    return "\n\n".join([heading, *_described(schema)])


def _described(schema: Schema) -> list[str]:
    parts = []
    if said := schema.get("description"):
        parts.append(_sentence(said))
    required = set(schema.get("required", ()))
    rows = [
        (f"`{field}`", _type(of), "" if field in required else _default(of))
        for field, of in schema.get("properties", {}).items()
        if field != "type" or "enum" not in of
    ]
    if rows:
        parts.append(table(("field", "type", "if left out"), rows))
    elif "enum" in schema or "anyOf" in schema:
        parts.append(_type(schema))
    return parts


def _sentence(said: str) -> str:
    """A docstring: its first lines are prose with code in backticks; NumPy-like signatures of dataclasses say nothing."""
    return " ".join(line.strip() for line in said.splitlines()) if "\n\n" not in said else said


def _default(schema: Schema) -> str:
    return f"`{msgspec.json.encode(schema['default']).decode()}`" if "default" in schema else "may be left out"


def _type(schema: Schema) -> str:
    """A type in words that a programmer reads at a glance."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(_type(each) for each in schema.get("anyOf", schema.get("oneOf", ())))
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return ", ".join(f"`{msgspec.json.encode(value).decode()}`" for value in values)
    kind = schema.get("type", "anything")
    if kind == "array":
        if "prefixItems" in schema:
            return "list: " + ", ".join(_type(each) for each in schema["prefixItems"])
        return f"list of {_type(schema.get('items') or {})}"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"object of {_type(values)}" if isinstance(values, dict) else "object"
    return {"null": "`null`"}.get(kind, kind) + _bounds(schema)


def _bounds(schema: Schema) -> str:
    said = []
    if "minimum" in schema or "maximum" in schema:
        low, high = schema.get("minimum"), schema.get("maximum")
        said.append(
            f"{low:,} to {high:,}" if None not in (low, high) else f"from {low:,}" if high is None else f"to {high:,}"
        )
    if "maxLength" in schema:
        said.append(f"{schema.get('minLength', 0):,} to {schema['maxLength']:,} characters")
    if "pattern" in schema:
        said.append(f"`{schema['pattern']}`")
    return f" ({'; '.join(said)})" if said else ""


# --- REST -----------------------------------------------------------------------------------------------------------


def rest() -> str:
    document = create_app(Settings(data=Path("nowhere"))).openapi()
    groups: dict[str, list[str]] = {}
    for path, operations in sorted(document["paths"].items()):
        group = path.split("/")[2]
        for method, operation in operations.items():
            groups.setdefault(group, []).append(_operation(method, path, operation))
    schemas: dict[str, Schema] = document["components"]["schemas"]
    parts = [
        "# The REST interface",
        "Every address that the room answers, written from its own description, which programs read at `/api/openapi.json`. "
        "People are known by a cookie, programs by a token (`Authorization: Bearer …`, see [bots](../bots.md)); *scope* says "
        "what a token needs, and without one no token opens the address. Every refusal is a [Fault](#fault) with a "
        "code and a sentence in both languages.",
        *(f"## /api/{group}\n\n" + "\n\n".join(told) for group, told in sorted(groups.items())),
        "## Bodies",
        *(f"### {name} {{ #{name.lower()} }}\n\n" + "\n\n".join(_described(schemas[name])) for name in sorted(schemas)),
    ]
    return "\n\n".join(parts) + "\n"


def _operation(method: str, path: str, operation: Schema) -> str:
    parts = [f"### `{method.upper()} {path}` {{ #{operation['operationId'].replace('_', '-')} }}"]
    if said := operation.get("description"):
        parts.append(_sentence(said))
    facts = []
    if scope := operation.get("x-token-scope"):
        facts.append(f"**Scope** `{scope}`.")
    if body := operation.get("requestBody"):
        facts.append(f"**Takes** {_content(body)}.")
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            facts.append(f"**Answers** {status}: {_content(answer)}.")
    parts.append(" ".join(facts))
    if parameters := operation.get("parameters"):
        rows = [
            (
                f"`{each['name']}`",
                each["in"],
                _type(each["schema"]),
                "" if each.get("required") else _default(each["schema"]),
            )
            for each in parameters
        ]
        parts.append(table(("parameter", "in", "type", "if left out"), rows))
    return "\n\n".join(parts)


def _content(described: Schema) -> str:
    kinds = described.get("content", {})
    told = [_type(each["schema"]) if each.get("schema") else plain(kind) for kind, each in kinds.items()]
    return " or ".join(told) or "nothing"
