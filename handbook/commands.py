"""The command line as a chapter, in both languages: what `alcove COMMAND --help` says."""

from pathlib import Path
from typing import Any

from alcove.cli.app import COMMANDS, built
from alcove.core.text import Language, Text

from .prose import plain, table

TITLE = Text("The command line", "La ligne de commande")
INTRODUCTION = Text(
    "Every command and its options, as `alcove COMMAND --help` tells them. `--language fr` makes any of them speak French, "
    "and `alcove --install-completion` teaches your shell to finish them.",
    "Toutes les commandes et leurs options, comme `alcove COMMANDE --help` les présente. `--language fr` les fait parler "
    "français, et `alcove --install-completion` apprend à votre terminal à les compléter.",
)
HEADS = (Text("option", "option"), Text("what it does", "effet"))


def write(folder: Path, language: Language) -> None:
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    root = built(COMMANDS, language)
    parts = [f"# {TITLE.in_language(language)}", INTRODUCTION.in_language(language)]
    parts += [_command(name, root.commands[name], language) for name in COMMANDS]
    (folder / "reference" / "commands.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _command(name: str, command: Any, language: Language) -> str:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    usage = " ".join(
        ["alcove", name, *(f"[{_metavar(each)}]" if not each.required else _metavar(each) for each in arguments)]
    )
    rows = []
    for parameter in command.params:
        if parameter.name in ("language", "help_"):
            continue
        is_argument = parameter.param_type_name == "argument"
        written = _metavar(parameter) if is_argument else " ".join(filter(None, [*parameter.opts, _metavar(parameter)]))
        rows.append((f"`{written}`", plain(parameter.help or "")))
    parts = [
        f"## alcove {name}",
        plain(command.help or ""),
        f"```text\n{usage} …\n```" if len(rows) > len(arguments) else f"```text\n{usage}\n```",
    ]
    if rows:
        parts.append(table([head.in_language(language) for head in HEADS], rows))
    return "\n\n".join(parts)


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or "")
