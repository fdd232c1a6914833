"""Writes the page's types from the messages: `python -m alcove.server.web.typescript > web/src/api/types.ts` (`make types`).

TypeScript interfaces, one per struct or dataclass. What goes out always carries all its fields; in what comes in, a
field with a default may be left out. Anything that holds a scene takes the game's name as a parameter, and without one
stands for any game.
"""

import sys
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from alcove.core.registry import games
from alcove.core.text import Language
from alcove.games.rooms import rooms

from ..wire import messages
from .routes import bodies

HEADER = "// Generated from src/alcove/server/wire/messages/*.py and games/*/scene.py by `make types`. Do not edit."

_SIMPLE: dict[type, str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.NoneType: "null",
}
_Record = inspect.StructType | inspect.DataclassType


def typescript() -> str:
    """The text of web/src/api/types.ts."""
    shown = {name: _shown_types(name) for name in games()}
    roots: list[Any] = [*bodies.values(), messages.Incoming, messages.Outgoing]
    roots += [shown_type for types in shown.values() for shown_type in types.values()]
    records: dict[str, _Record] = {}
    for info in inspect.multi_type_info(roots):
        _collect(info, records)
    generic = _holding_scenes(records)

    def union(name: str, members: Any) -> str:
        return f"export type {name} = {_write(inspect.type_info(members), generic)};"

    blocks = [
        HEADER,
        union("Language", Language),
        f"export const PROTOCOL = {messages.PROTOCOL};",
        f"export const GAMES = {msgspec.json.encode(games()).decode().replace(',', ', ')} as const;",
        "export type GameName = (typeof GAMES)[number];",
        _scenes_interface(shown, generic),
        *(_interface(name, record, generic) for name, record in records.items()),
        union("Code", messages.Codes),
        f"export type Incoming = {' | '.join(_names(messages.Incoming))};",
        _union_of_messages("Outgoing", messages.Outgoing, generic),
        _union_of_messages("Change", messages.Change, generic),
    ]
    return "\n\n".join(blocks) + "\n"


def _shown_types(name: str) -> dict[str, Any]:
    """The types of a game's scene, previews and steps, as the annotations of its functions give them."""
    module: Any = rooms(name).scene
    listed = {part: get_type_hints(getattr(module, part))["return"] for part in ("previews", "steps")}
    return {
        "scene": get_type_hints(module.scene)["return"],
        "preview": listed["previews"].__args__[0],
        "step": listed["steps"].__args__[0],
    }


def _scenes_interface(shown: dict[str, dict[str, Any]], generic: set[str]) -> str:
    lines = ["/** What each game shows: a position, a legal move, a part of a move. */", "export interface Scenes {"]
    for name, types in shown.items():
        parts = {part: _write(inspect.type_info(type_), generic) for part, type_ in types.items()}
        lines.append(
            f"  readonly {name}: {{ {' '.join(f'readonly {part}: {type_};' for part, type_ in parts.items())} }};"
        )
    return "\n".join([*lines, "}"])


# --- Finding what there is ------------------------------------------------------------------------------------------


def _collect(info: inspect.Type, records: dict[str, _Record]) -> None:
    """All structs and dataclasses that `info` is made of, each after what it is made of."""
    if isinstance(info, _Record):
        name = _name(info.cls)
        if name in records:
            if records[name].cls is not info.cls:
                raise TypeError(f"two types are called {name}: {records[name].cls} and {info.cls}")
            return
        for field in info.fields:
            _collect(field.type, records)
        records[name] = info
    else:
        for part in _parts(info):
            _collect(part, records)


def _parts(info: inspect.Type) -> Iterator[inspect.Type]:
    match info:
        case inspect.Metadata(type=inner):
            yield inner
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            yield from types
        case inspect.CollectionType(item_type=item):
            yield item
        case inspect.DictType(value_type=value):
            yield value
        case inspect.StructType(fields=fields) | inspect.DataclassType(fields=fields):
            yield from (field.type for field in fields)


def _holding_scenes(records: dict[str, _Record]) -> set[str]:
    """The names of the records that hold a scene, a preview or a step, however deep."""

    def holds(info: inspect.Type) -> bool:
        if isinstance(info, inspect.Metadata) and "Scenes" in (info.extra or {}).get("typescript", ""):
            return True
        return any(holds(part) for part in _parts(info))

    return {name for name, record in records.items() if holds(record)}


def _name(cls: type) -> str:
    """`Frame` for our own, with the name of the game before it for a game's: every game has a `Scene`."""
    parts = cls.__module__.split(".")
    return (parts[2].capitalize() if parts[:2] == ["alcove", "games"] else "") + cls.__name__


# --- Writing --------------------------------------------------------------------------------------------------------


def _interface(name: str, record: _Record, generic: set[str]) -> str:
    lines = []
    said = cleandoc(vars(record.cls).get("__doc__") or "")
    if said and not said.startswith(f"{record.cls.__name__}("):
        lines.append("/** " + said.replace("\n", "\n * ").replace(" * \n", " *\n") + " */")
    lines.append(f"export interface {name}{'<G extends GameName = GameName>' if name in generic else ''} {{")
    if isinstance(record, inspect.StructType) and record.tag is not None:
        lines.append(f'  readonly {record.tag_field}: "{record.tag}";')
    for field in record.fields:
        optional = "?" if issubclass(record.cls, messages.FromPage) and not field.required else ""
        lines.append(f"  readonly {field.encode_name}{optional}: {_write(field.type, generic)};")
    return "\n".join([*lines, "}"])


def _write(info: inspect.Type, generic: set[str]) -> str:
    """A type as TypeScript writes it."""
    if type(info) in _SIMPLE:
        return _SIMPLE[type(info)]
    match info:
        case inspect.Metadata(extra={"typescript": str(text)}):
            return text
        case inspect.Metadata(type=inner):
            return _write(inner, generic)
        case inspect.StructType() | inspect.DataclassType():
            name = _name(info.cls)
            return f"{name}<G>" if name in generic else name
        case inspect.LiteralType(values=values):
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(_write(part, generic) for part in types))
        case inspect.TupleType(item_types=types):
            return f"readonly [{', '.join(_write(part, generic) for part in types)}]"
        case inspect.DictType(value_type=value):
            return f"Readonly<Record<string, {_write(value, generic)}>>"
        case inspect.CollectionType(item_type=item):
            written = _write(item, generic)
            return f"readonly ({written})[]" if " | " in written else f"readonly {written}[]"
    raise TypeError(f"the page has no type for {info}")


def _union_of_messages(name: str, union: Any, generic: set[str]) -> str:
    members = (f"{member}<G>" if member in generic else member for member in _names(union))
    return f"export type {name}<G extends GameName = GameName> = {' | '.join(members)};"


def _names(union: Any) -> Iterable[str]:
    return [member.__name__ for member in union.__args__]


if __name__ == "__main__":
    sys.stdout.write(typescript())
