"""Examples in docstrings as code: a paragraph that begins with `>>>` would be taken for a quotation of a quotation."""

from typing import Any

import griffe


class Examples(griffe.Extension):
    """Puts fences around the examples of every docstring of a package."""

    def on_package(self, *, pkg: griffe.Module, **kwargs: Any) -> None:
        _fence(pkg)


def _fence(thing: griffe.Object) -> None:
    if thing.docstring is not None:
        thing.docstring.value = fenced(thing.docstring.value)
    for member in thing.members.values():
        if isinstance(member, griffe.Object):  # an alias is another name for what is fenced at home
            _fence(member)


def fenced(text: str) -> str:
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        f"```pycon\n{paragraph}\n```" if paragraph.lstrip().startswith(">>>") else paragraph for paragraph in paragraphs
    )
