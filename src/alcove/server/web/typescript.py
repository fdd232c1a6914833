"""Writes the page's types: `python -m alcove.server.web.typescript web/src` (`make types`).

TypeScript interfaces, one per struct or dataclass. The messages go to `api/types.ts`, the scene of a flat board to
`board/scene.ts`, and what a game of the house shows in its own way to `games/<g>/scene.ts`; the page's own code hands scenes
through without looking into them. What goes out always carries all its fields, unless its struct leaves out defaults; in
what comes in, a field with a default may be left out.
"""

import sys
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from alcove.boards import flat
from alcove.core.registry import game, games
from alcove.core.text import Language
from alcove.games.rooms import rooms

from ..wire import messages
from .routes import bodies

MESSAGES, FLAT = Path("api/types.ts"), Path("board/scene.ts")
HOUSE = "alcove.games"
"""Games in this package have their drawings in the page; others bring theirs, or none."""

_SIMPLE: dict[type, str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.NoneType: "null",
}
_Record = inspect.StructType | inspect.DataclassType


def files() -> dict[Path, str]:
    """The texts of the generated files, by their places under web/src."""
    written = {MESSAGES: _messages(), FLAT: _scenes("boards/flat.py", _flat_types(), {})}
    for name in games():
        if type(game(name)).__module__.startswith(HOUSE + "."):
            written[Path(f"games/{name}/scene.ts")] = _scenes(
                f"games/{name}/scene.py", _shown_types(name), {flat: FLAT}
            )
    return written


def _messages() -> str:
    records = _records([*bodies.values(), messages.Incoming, messages.Outgoing])

    def union(name: str, members: Any) -> str:
        return f"export type {name} = {_write(inspect.type_info(members))};"

    blocks = [
        _header("server/wire/messages/*.py"),
        union("Language", Language),
        f"export const PROTOCOL = {messages.PROTOCOL};",
        "/** What a game is called in addresses and messages. Which there are, the room tells. */\nexport type GameName = string;",
        *(_interface(name, record) for name, record in records.items()),
        union("Code", messages.Codes),
        *(
            f"export type {name} = {' | '.join(_names(members))};"
            for name, members in (
                ("Incoming", messages.Incoming),
                ("Outgoing", messages.Outgoing),
                ("Change", messages.Change),
            )
        ),
    ]
    return "\n\n".join(blocks) + "\n"


def _scenes(source: str, types: list[Any], elsewhere: dict[Any, Path]) -> str:
    """What a scene is made of; words, and what another file has, are imported."""
    records = _records(types)
    imported: dict[str, list[str]] = {}
    for name, record in list(records.items()):
        module = record.cls.__module__
        places = {known.__name__: place for known, place in elsewhere.items()}
        if module.startswith("alcove.core"):
            place = MESSAGES
        elif module in places:
            place = places[module]
        else:
            continue
        imported.setdefault(f"{'..' if not elsewhere else '../..'}/{place.with_suffix('')}", []).append(name)
        del records[name]
    lines = [f'import type {{ {", ".join(names)} }} from "{place}";' for place, names in imported.items()]
    blocks = [
        _header(source),
        *(["\n".join(lines)] if lines else []),
        *(_interface(*entry) for entry in records.items()),
    ]
    return "\n\n".join(blocks) + "\n"


def _header(source: str) -> str:
    return f"// Generated from src/alcove/{source} by `make types`. Do not edit."


def _flat_types() -> list[Any]:
    return [flat.Scene, flat.Preview, flat.Step]


def _shown_types(name: str) -> list[Any]:
    """The types of a game's scene, previews and steps, as the annotations of its functions give them."""
    module: Any = rooms(name).scene
    listed = [get_type_hints(getattr(module, part))["return"].__args__[0] for part in ("previews", "steps")]
    return [get_type_hints(module.scene)["return"], *listed]


# --- Finding what there is ------------------------------------------------------------------------------------------


def _records(roots: list[Any]) -> dict[str, _Record]:
    found: dict[str, _Record] = {}
    for info in inspect.multi_type_info(roots):
        _collect(info, found)
    return found


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


def _name(cls: type) -> str:
    """`Frame` for our own, `TeachingFigure` for what games are taught with; a scene's types are at home in a file of their own."""
    parts = cls.__module__.split(".")
    is_shared = parts[:2] == HOUSE.split(".") and parts[-1] not in ("scene", "flat")
    return (parts[2].capitalize() if is_shared else "") + cls.__name__


# --- Writing --------------------------------------------------------------------------------------------------------


def _interface(name: str, record: _Record) -> str:
    lines = []
    said = cleandoc(vars(record.cls).get("__doc__") or "")
    if said and not said.startswith(f"{record.cls.__name__}("):
        lines.append("/** " + said.replace("\n", "\n * ").replace(" * \n", " *\n") + " */")
    lines.append(f"export interface {name} {{")
    if isinstance(record, inspect.StructType) and record.tag is not None:
        lines.append(f'  readonly {record.tag_field}: "{record.tag}";')
    is_sparse = issubclass(record.cls, messages.FromPage) or _omits_defaults(record.cls)
    for field in record.fields:
        optional = "?" if is_sparse and not field.required else ""
        lines.append(f"  readonly {field.encode_name}{optional}: {_write(field.type)};")
    return "\n".join([*lines, "}"])


def _omits_defaults(cls: type) -> bool:
    return issubclass(cls, msgspec.Struct) and cls.__struct_config__.omit_defaults


def _write(info: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    if type(info) in _SIMPLE:
        return _SIMPLE[type(info)]
    match info:
        case inspect.Metadata(extra={"typescript": str(text)}):
            return text
        case inspect.Metadata(type=inner):
            return _write(inner)
        case inspect.StructType() | inspect.DataclassType():
            return _name(info.cls)
        case inspect.LiteralType(values=values):
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(_write(part) for part in types))
        case inspect.TupleType(item_types=types):
            return f"readonly [{', '.join(_write(part) for part in types)}]"
        case inspect.DictType(value_type=value):
            return f"Readonly<Record<string, {_write(value)}>>"
        case inspect.CollectionType(item_type=item):
            written = _write(item)
            return (
                f"readonly ({written})[]"
                if " | " in written or written.startswith("readonly ")
                else f"readonly {written}[]"
            )
    raise TypeError(f"the page has no type for {info}")


def _names(union: Any) -> Iterable[str]:
    return [member.__name__ for member in union.__args__]


def main(folder: Path, is_check: bool) -> None:
    """Writes the files under `folder`, or says which of them are out of date."""
    texts = {folder / place: text for place, text in files().items()}
    old = [path for path, text in texts.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if is_check and old:
        sys.exit(f"{', '.join(map(str, old))}: out of date, run 'make types'")
    for path in old:
        path.write_text(texts[path], encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[-1]), "--check" in sys.argv)
