"""Options of a game: one frozen dataclass a game, whose fields say their values, their clause and their meaning.

@dataclass(frozen=True, slots=True)
class Options:
    repetition: Literal["movement4", "position4", "off"] = choice("X20", "movement4", formerly="position4", en="…", fr="…")
    no_move: Literal["loss", "draw"] = choice("X21", "loss", en="…", fr="…")

A default may change, what was written down may not: an option that is left out of a record or a stored game means what
it meant when the first of them were written, and that is `formerly` where it is not the default. `written` and `kept`
go both ways; `changed` and `build` speak of today, for people.
"""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin, get_type_hints

from .errors import OptionError, quoted
from .text import Text, either


class OptionsInstance(Protocol):
    """Any frozen dataclass of options."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


YES, NO = Text("yes", "oui"), Text("no", "non")
PLAIN = {"yes": YES, "on": YES, "no": NO, "off": NO}
"""Values that need no words of their own."""


class OptionSpec(NamedTuple):
    """An option as people see it. `values` is empty for a number between `least` and `most`. `labels` say in words what
    the values mean: all of them, or the numbers that stand for something else."""

    name: str
    values: tuple[str, ...]
    default: str
    clause: str
    says: Text
    labels: Mapping[str, Text]
    least: int = 0
    most: int = 0

    @property
    def known(self) -> Text:
        if self.values:
            return either(list(self.values))
        return Text(
            f"a whole number from {self.least} to {self.most}", f"un nombre entier de {self.least} à {self.most}"
        )


def choice(
    clause: str,
    default: str,
    *,
    formerly: str | None = None,
    en: str,
    fr: str,
    labels: Mapping[str, Text] = MappingProxyType({}),
) -> Any:
    """An option with a few named values, which are those of its `Literal` annotation. Each has its words in `labels`,
    but for yes and no; one without words is shown as it is written."""
    meta = {"clause": clause, "says": Text(en, fr), "formerly": formerly, "labels": labels}
    return dataclasses.field(default=default, metadata=meta)


def number(
    clause: str,
    default: int,
    *,
    formerly: int | None = None,
    least: int,
    most: int = 1_000_000,
    en: str,
    fr: str,
    zero: Text | None = None,
) -> Any:
    """An option that is a whole number; `zero` is what 0 means where it is none."""
    labels = {} if zero is None else {"0": zero}
    meta = {"clause": clause, "says": Text(en, fr), "formerly": formerly, "least": least, "most": most}
    return dataclasses.field(default=default, metadata=meta | {"labels": labels})


def specs(options_type: type[Any]) -> tuple[OptionSpec, ...]:
    """What options there are, for help texts, pages and error messages."""
    hints = get_type_hints(options_type)
    found = []
    for field in dataclasses.fields(options_type):
        hint, meta = hints[field.name], field.metadata
        if (fault := _misdeclared(field, hint)) is not None:
            raise OptionError(fault)
        values = tuple(str(v) for v in get_args(hint)) if get_origin(hint) is Literal else ()
        words = {**PLAIN, **meta["labels"]}
        labels = {value: words.get(value, Text(value, value)) for value in values or meta["labels"]}
        found.append(
            OptionSpec(
                field.name,
                values,
                str(field.default),
                meta["clause"],
                meta["says"],
                labels,
                meta.get("least", 0),
                meta.get("most", 0),
            )
        )
    return tuple(found)


def _misdeclared(field: "dataclasses.Field[Any]", hint: Any) -> Text | None:
    """How an option should have been declared, for its author."""
    name = field.name
    as_choice = f'{name}: Literal["yes", "no"] = choice(clause, "yes", en=…, fr=…)'
    as_number = f"{name}: int = number(clause, 1, least=…, most=…, en=…, fr=…)"
    if "says" not in field.metadata:
        return Text(
            f"the option {name} must be declared by choice() or number(): `{as_choice}` or `{as_number}`",
            f"l'option {name} doit être déclarée par choice() ou number() : `{as_choice}` ou `{as_number}`",
        )
    if "least" in field.metadata:
        if hint is int and type(field.default) is int:
            return None
        return Text(f"the option {name} is a number, which is declared `{as_number}`",
                    f"l'option {name} est un nombre et se déclare `{as_number}`")  # fmt: skip
    values = get_args(hint) if get_origin(hint) is Literal else ()
    if values and all(isinstance(value, str) for value in values) and field.default in values:
        return None
    return Text(
        f"the option {name} is a choice among texts, its default one of them: `{as_choice}`",
        f"l'option {name} est un choix entre des textes, dont sa valeur par défaut : `{as_choice}`",
    )


T = TypeVar("T")


def build(options_type: type[T], given: Mapping[str, object]) -> T:
    """The options of a game from keywords or record text; an unknown name or value is an error that lists the known ones."""
    known = {spec.name: spec for spec in specs(options_type)}
    values: dict[str, str | int] = {}
    for name, value in given.items():
        if name not in known:
            names = ", ".join(known)
            raise OptionError(
                Text(
                    f"unknown option {quoted(name)}; " + (f"known: {names}" if known else "this game has none"),
                    f"option inconnue {quoted(name)} ; " + (f"connues : {names}" if known else "ce jeu n'en a aucune"),
                )
            )
        values[name] = _value(known[name], value)
    if implied := getattr(options_type, "implied", None):
        values = implied(values) | values  # defaults that follow from other options, as the seats from a mode
    return options_type(**values)


def _value(spec: OptionSpec, value: object) -> str | int:
    if spec.values:
        words = {True: ("yes", "on"), False: ("no", "off")}.get(value, ()) if isinstance(value, bool) else (str(value),)
        for word in words:
            if word in spec.values:
                return word
    elif not isinstance(value, bool):
        digits = str(value).strip()
        if digits.isascii() and digits.isdecimal() and len(digits) < 10 and spec.least <= int(digits) <= spec.most:
            return int(digits)
    raise OptionError(
        Text(
            f"option {spec.name}: {quoted(str(value))} is not {spec.known.en}",
            f"option {spec.name} : {quoted(str(value))} n'est pas {spec.known.fr}",
        )
    )


def changed(options: OptionsInstance) -> dict[str, str]:
    """The options that differ from their defaults, as text."""
    return {
        field.name: str(getattr(options, field.name))
        for field in dataclasses.fields(options)
        if getattr(options, field.name) != field.default
    }


def written(options: OptionsInstance) -> dict[str, str]:
    """The options as records and stored games write them: those that leaving them out would not say."""
    return {
        field.name: str(getattr(options, field.name))
        for field in dataclasses.fields(options)
        if getattr(options, field.name) != _left_out(field)
    }


def kept(options_type: type[Any], found: Mapping[str, str]) -> dict[str, str]:
    """What options found in a record or a stored game mean, for `build`: the inverse of `written`."""
    formerly = {
        field.name: str(_left_out(field))
        for field in dataclasses.fields(options_type)
        if _left_out(field) != field.default
    }
    return formerly | dict(found)


def _left_out(field: "dataclasses.Field[Any]") -> object:
    """What an option means where nothing is written about it."""
    formerly = field.metadata.get("formerly")
    return field.default if formerly is None else formerly
