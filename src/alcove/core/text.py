"""Words in the two languages of the room, always written side by side so that they cannot drift apart."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence, in English and in French."""

    en: str
    fr: str

    def in_language(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def __str__(self) -> str:
        return self.en


def is_told(text: object) -> bool:
    """Is something said in both languages?"""
    return isinstance(text, Text) and all(isinstance(said, str) and said.strip() for said in (text.en, text.fr))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal: the clause of the rules and the reason in words."""

    clause: str
    text: Text

    @classmethod
    def of(cls, clause: str, en: str, fr: str) -> "Refusal":
        return cls(clause, Text(en, fr))

    def in_language(self, language: Language) -> str:
        words = self.text.in_language(language)
        return f"{words} ({self.clause})" if self.clause else words

    def __str__(self) -> str:
        return self.in_language("en")


def numeral(value: float, digits: int = 0, sign: str = "") -> Text:
    """A number as people write it: 12,345.6 and « 12 345,6 »; with `sign="+"` it always has one."""
    english = f"{value:{sign},.{digits}f}"
    return Text(english, english.replace(",", "\u202f").replace(".", ","))


def either(words: tuple[str, ...] | list[str]) -> Text:
    """A list of choices: "a, b or c" and « a, b ou c »."""
    if len(words) < 2:
        return Text("".join(words), "".join(words))
    head = ", ".join(words[:-1])
    return Text(f"{head} or {words[-1]}", f"{head} ou {words[-1]}")
