"""Examples in docstrings as code: a paragraph that begins with `>>>` would be taken for a quotation of a quotation."""

from typing import Any

import griffe


class Examples(griffe.Extension):
    """Puts fences around the examples of every docstring that is loaded."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        f"```pycon\n{paragraph}\n```" if paragraph.lstrip().startswith(">>>") else paragraph for paragraph in paragraphs
    )
