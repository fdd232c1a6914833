"""The pages of the handbook as a reader follows them: blocks in their order, and what a comment before a block says of it.

`<!-- not run: why -->`   the next block is for reading; the list of these is counted (`test_examples.py`)
`<!-- background -->`     its command serves until the page ends, and says that it is open before the reader goes on
`<!-- by hand: what -->`  here the reader does something on the page in the browser; `hands.py` does it instead
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*(path for path in DOCS.rglob("*.md") if "decisions" not in path.parts), ROOT / "CONTRIBUTING.md"])
DATA = {"text", "json", "toml", "yaml", "record", "http", "svg"}
"""Blocks that show something and are no command."""
_PART = re.compile(
    r"^(?P<indent> *)```(?P<kind>[a-z]*)(?P<more>[^\n]*)\n(?P<body>.*?)^(?P=indent)```$"
    r"|<!-- (?P<said>not run: [^>]+|background|by hand: [^>]+) -->",
    re.MULTILINE | re.DOTALL,
)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True)
class Block:
    kind: str
    body: str
    line: int
    title: str = ""
    not_run: str = ""
    is_background: bool = False
    by_hand: str = ""


@dataclass(frozen=True)
class Command:
    """A line after `$`, and what it prints; `None`: nothing is shown."""

    text: str
    answer: str | None


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    said = ""
    for part in _PART.finditer(text):
        line = text.count("\n", 0, part.start()) + 1
        if part["said"]:
            said = part["said"].strip()
            if said.startswith("by hand: "):
                yield Block("", "", line, by_hand=said.removeprefix("by hand: "))
                said = ""
            continue
        body = re.sub(rf"^{part['indent']}", "", part["body"], flags=re.MULTILINE)
        title = _TITLE.search(part["more"])
        not_run = said.removeprefix("not run: ") if said.startswith("not run: ") else ""
        yield Block(part["kind"], body, line, title[1] if title else "", not_run, said == "background")
        said = ""


def commands(block: Block) -> list[Command]:
    parts = re.split(r"^\$ ", block.body, flags=re.MULTILINE)
    assert not parts[0].strip(), f"line {block.line}: a console begins with a command"
    found = []
    for part in parts[1:]:
        command, _, answer = part.partition("\n")
        while command.endswith("\\"):
            more, _, answer = answer.partition("\n")
            command = command[:-1] + more.strip()
        found.append(Command(command.strip(), answer if answer.strip() else None))
    return found


def fits(shown: str, told: str) -> bool:
    """Does what is shown fit what came? `...` on a line of its own stands for any lines, `…` for any text in a line."""
    pattern = ""
    for line in shown.rstrip("\n").splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += "[^\n]*".join(re.escape(piece) for piece in line.rstrip().split("…")) + r" *\n"
    return re.fullmatch(pattern + r"\n*", told.rstrip("\n") + "\n") is not None


def typed(answer: str | None) -> str:
    """What a person types at a table: the words after its prompt, `Yellow > c9-d9`."""
    return "".join(f"{word}\n" for word in re.findall(r"^[^\W\d_]+ > (.+)$", answer or "", re.MULTILINE))
