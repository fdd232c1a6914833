"""The chapters of the library's interface: which modules are public; what they say is read from their docstrings."""

import ast
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src"

MODULES: dict[str, tuple[str, ...]] = {
    "Games and records": ("alcove.core.game", "alcove.core.options", "alcove.core.text", "alcove.core.errors",
                          "alcove.core.registry", "alcove.core.perft", "alcove.records", "alcove.records.record"),
    "Engines and matches": ("alcove.players.engine", "alcove.players.levels", "alcove.players.player",
                            "alcove.players.arena", "alcove.players.proof", "alcove.players.client", "alcove.search.limits",
                            "alcove.elo"),
    "Writing a game": ("alcove.boards.pieces", "alcove.boards.layout", "alcove.boards.flat", "alcove.boards.pictures",
                       "alcove.core.about", "alcove.core.svg", "alcove.games.teaching", "alcove.games.rooms",
                       "alcove.contract", "alcove.testing"),
    "Research": ("alcove.batch", "alcove.environments", "alcove.environments.pettingzoo",
                 "alcove.environments.gymnasium", "alcove.environments.openspiel", "alcove.environments.vector",
                 "alcove.spaces", "alcove.puzzles", "alcove.atlas"),
}  # fmt: skip
"""By what one wants to do. A module that is not there (yet) is left out."""


def names() -> list[str]:
    """`alcove.__all__`, read and not run."""
    tree = ast.parse((SOURCES / "alcove" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            found: list[str] = ast.literal_eval(node.value)
            return found
    raise ValueError("alcove has no __all__")


def is_module(name: str) -> bool:
    """Is a public name a module and nothing else?"""
    return is_there(f"alcove.{name}") and name not in functions()


def functions() -> dict[str, ast.FunctionDef]:
    """The functions that `alcove` itself declares: packages that can also be called, such as `games`."""
    tree = ast.parse((SOURCES / "alcove" / "__init__.py").read_text(encoding="utf-8"))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in names()}


def _told(function: ast.FunctionDef) -> str:
    signature = (
        f"{function.name}({ast.unparse(function.args)}) -> {ast.unparse(function.returns or ast.Constant(None))}"
    )
    said = ast.get_docstring(function) or ""
    return f"## {function.name} {{ #alcove.{function.name} }}\n\n```pycon\n{signature}\n```\n\n{said}\n"


def is_there(module: str) -> bool:
    path = SOURCES.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def write(folder: Path) -> list[tuple[str, str]]:
    """A chapter for `alcove` itself and one for every group of modules; their titles and places."""
    target = folder / "reference" / "library"
    target.mkdir(parents=True, exist_ok=True)
    members = "\n".join(f"        - {name}" for name in names() if not is_there(f"alcove.{name}"))
    modules_ = [name for name in names() if is_module(name)]
    also = "".join(f"\n\n`alcove.{name}` is a module: [research](research.md)." for name in modules_)
    (target / "index.md").write_text(
        "# The library: alcove\n\n"
        "Everything in `alcove.__all__`. These names are stable: they change by the rules of "
        f"[semantic versions](../../project/changelog.md) alone.{also}\n\n"
        f"::: alcove\n    options:\n      show_root_heading: false\n      show_root_toc_entry: false\n      members:\n{members}\n\n"
        + "\n".join(_told(function) for function in functions().values() if is_there(f"alcove.{function.name}")),
        encoding="utf-8",
    )
    chapters = [("alcove", "reference/library/index.md")]
    for title, modules in MODULES.items():
        there = [module for module in modules if is_there(module)]
        if not there:
            continue
        place = f"reference/library/{title.lower().replace(' ', '-')}.md"
        body = "\n\n".join(f"## {module}\n\n::: {module}\n    options:\n      heading_level: 3" for module in there)
        (folder / place).write_text(f"# {title}\n\n{body}\n", encoding="utf-8")
        chapters.append((title, place))
    return chapters
