"""Every sentence of a game's sources says something in both languages. Read off the sources, so that the line can be told."""

import ast
from collections.abc import Iterator
from pathlib import Path

from alcove.contract.subject import Faults, Subject, home

MAKERS = {
    "Text": ("en", "fr"),
    "T": ("en", "fr"),
    "Refusal.of": ("clause", "en", "fr"),
    "plays": ("move", "en", "fr"),
    "refuses": ("move", "en", "fr"),
}
"""What makes a sentence, and what it is given."""


def sentences_have_both_languages(subject: Subject) -> Faults:
    for path in sources(subject):
        for call, named in _calls(path):
            place = f"{subject.short(path)}:{call.lineno}"
            given = {word.arg: word.value for word in call.keywords} | dict(zip(named, call.args, strict=False))
            texts = {name: value for name, value in given.items() if name in ("en", "fr")}
            if any(isinstance(each, ast.Starred) for each in call.args):
                continue
            if all(isinstance(each, ast.Constant) and each.value == "" for each in texts.values()) and len(texts) == 2:
                continue  # nothing is said here, in both languages
            for language, en, fr in (("en", "English", "anglais"), ("fr", "French", "français")):
                value = texts.get(language)
                if value is None or (isinstance(value, ast.Constant) and not str(value.value or "").strip()):
                    said = next((v.value for v in texts.values() if isinstance(v, ast.Constant) and v.value), "")
                    yield subject.fault(place, f"the {en} is missing beside {said!r}", f"il manque le {fr} à côté de {said!r}")  # fmt: skip


def sources(subject: Subject) -> list[Path]:
    """The Python files of a game: those of its folder, or the one that it is."""
    found = home(subject.game)
    return sorted(found.rglob("*.py")) if found.is_dir() else [found]


def _calls(path: Path) -> Iterator[tuple[ast.Call, tuple[str, ...]]]:
    """The calls that make a sentence, and what they are given."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (node.args or node.keywords):
            maker = ast.unparse(node.func)
            if maker in MAKERS:
                yield node, MAKERS[maker]
