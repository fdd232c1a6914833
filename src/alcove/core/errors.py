"""What can be wrong with what people give us. Every error says what and where, in both languages."""

from typing import Any

from .text import Language, Refusal, Text


class AlcoveError(ValueError):
    """Something a person or a program gave us is wrong; `text` says what and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text

    def in_language(self, language: Language) -> str:
        return self.text.in_language(language)

    def __reduce__(self) -> tuple[Any, ...]:
        """It comes whole out of another process, whatever its kind was made with."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[AlcoveError], arguments: tuple[object, ...], fields: dict[str, object]) -> AlcoveError:
    error = kind.__new__(kind)
    error.args = arguments
    error.__dict__.update(fields)
    return error


class WrongTypeError(AlcoveError, TypeError):
    """An argument that is not the kind of thing it should be; `text` names it."""

    def __init__(self, argument: str, expected: Text, found: object) -> None:
        given = "None" if found is None else f"{quoted(repr(found))[1:-1]} ({type(found).__name__})"
        super().__init__(
            Text(
                f"{argument}: expected {expected.en}, found {given}",
                f"{argument} : il faut {expected.fr}, trouvé {given}",
            )
        )


class UnknownGameError(AlcoveError):
    """No game of that name."""


class OptionError(AlcoveError):
    """An option or a value the game does not know; the text lists the known ones."""


class PositionError(AlcoveError):
    """A position text that cannot be read, or a position that cannot exist."""

    @classmethod
    def at(cls, place: Text, fault: Text) -> "PositionError":
        """A fault and where it stands."""
        return cls(Text(f"{place.en}: {fault.en}", f"{place.fr} : {fault.fr}"))


class IllegalMoveError(AlcoveError):
    """A move that cannot be played here; `refusal` carries the clause that forbids it."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        shown = move if len(move) <= 60 else move[:57] + "..."
        super().__init__(Text(f"{shown}: {refusal.in_language('en')}", f"{shown} : {refusal.in_language('fr')}"))
        self.move = move
        self.refusal = refusal


class OutcomeError(AlcoveError):
    """An end of a game that no record could tell."""


A_TEXT, A_STATE = Text("a text", "un texte"), Text("a state", "un état")
A_POSITION = Text("a state or a view", "un état ou une vue")


def expect(argument: str, value: object, kind: type, expected: Text) -> None:
    """Raise `WrongTypeError` unless the value of an argument is of its kind."""
    if not isinstance(value, kind):
        raise WrongTypeError(argument, expected, value)


def quoted(text: str, limit: int = 40) -> str:
    """Foreign text made safe to show inside a message: printable, and not too long."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")
