"""The commands of `alcove`, and the one door through which all of them leave."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.main

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.mistakes import mistake_in
from alcove.core.registry import faults
from alcove.core.text import LANGUAGES, Language

from . import completion, words
from .completion import asked_words
from .interrupts import ending_soon
from .status import BAD_INPUT, DONE, INTERRUPTED, OUR_BUG, STOPPED
from .terminal import Terminal, language_of_environment, prepare_streams

COMMANDS = (
    "games",
    "show",
    "moves",
    "perft",
    "check",
    "replay",
    "play",
    "serve",
    "worker",
    "backup",
    "people",
    "reports",
    "analyse",
    "arena",
    "ladder",
    "engine",
    "bench",
    "train",
    "atlas",
    "puzzles",
    "load",
    "warm",
    "doctor",
    "new-game",
)
"""Every command, in the order of the help page. Each is a module of `commands/`."""

OPENING = ("games", "play", "serve", "worker", "warm")
"""Those that open the room, in whatever way: they say first which games had to be left out."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line; the answer is the exit status. Nothing that goes wrong shows a traceback."""
    prepare_streams()
    terminal = Terminal(_wished_language(arguments) or language_of_environment())
    try:
        with ending_soon(terminal):
            status = _run(list(arguments), terminal)
            sys.stdout.flush()
    except AlcoveError as error:
        terminal.fault(error.text)
        status = BAD_INPUT
    except typer.TyperException as error:
        terminal.fault(words.usage(error))
        status = BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = STOPPED
    except Exception as error:
        if os.environ.get("ALCOVE_DEBUG"):
            raise
        mistake = mistake_in(error)
        terminal.fault(
            words.our_bug(error) if mistake is None or not mistake.source.package else words.their_bug(mistake)
        )
        status = OUR_BUG
    if status == INTERRUPTED:  # typer itself may have heard it
        terminal.note_stop()
    return status


def _run(arguments: list[str], terminal: Terminal) -> int:
    asked = asked_words()
    needed = _needed(arguments if asked is None else asked[1:])
    command = _names_only() if asked is not None and len(needed) > 1 else built(needed, terminal.language)
    if needed[0] in OPENING and len(needed) == 1 and "--help" not in arguments:
        for left_out in faults():
            terminal.fault(left_out.text)
    # A position may begin with a lone `-` (no piles): the blank before it keeps it from looking like an option.
    words_given = [" " + word if word.startswith("- ") else word for word in arguments]
    try:
        status = command.main(words_given or ["--help"], prog_name="alcove", standalone_mode=False, obj=terminal)
    except SystemExit as leaving:
        if leaving.code in (0, None):  # a shell was answered
            return DONE
        raise BrokenPipeError from None  # typer met a closed pipe
    return status if isinstance(status, int) else DONE


def _needed(arguments: Sequence[str]) -> Sequence[str]:
    """The command somebody wants, or all of them: nobody waits for the modules of a command they do not use."""
    first = next((word for word in arguments if word in COMMANDS), None)
    return COMMANDS if first is None else (first,)


def built(names: Sequence[str], language: Language) -> Any:
    """The commands of these names, with their help in one language."""
    app = typer.Typer(add_completion=True, help=words.ABOUT.in_language(language), add_help_option=False)
    app.callback()(_root)
    for name in names:
        module = import_module(f"{__package__}.commands.{name.replace('-', '_')}")
        app.command(
            name,
            help=module.HELP.in_language(language),
            rich_help_panel=words.COMMANDS.in_language(language),
            add_help_option=False,
        )(module.command)
    root: Any = typer.main.get_command(app)
    for command in (root, *root.commands.values()):
        command.params.extend(_shared_parameters())
        for parameter in command.params:
            if parameter.name in ("install_completion", "show_completion"):  # typer's own, which would say `<bool>`
                parameter.metavar = ""
            parameter.help = words.PARAMETERS[parameter.name].in_language(language)
    return root


def _names_only() -> Any:
    """All commands by name and nothing else: a shell that completes the first word must not wait for what they import."""
    app = typer.Typer(add_help_option=False)
    app.callback()(_root)
    for name in COMMANDS:
        app.command(name)(_nothing)
    root: Any = typer.main.get_command(app)
    root.params.extend(_shared_parameters())
    return root


def _nothing() -> None:
    """Stands for a command of which only the name is wanted."""


def _shared_parameters() -> list[Any]:
    """The options that every command has."""

    def show_help(context: typer.Context, wished: bool) -> None:
        if wished:
            typer.echo(context.get_help())
            raise typer.Exit

    def check_language(wished: str | None) -> None:
        if wished is not None and wished not in LANGUAGES:
            raise AlcoveError(words.unknown_language(wished))

    def shared(
        language: Annotated[
            str | None,
            typer.Option(
                metavar="en|fr",
                expose_value=False,
                is_eager=True,
                callback=check_language,
                autocompletion=completion.languages,
            ),
        ] = None,
        help_: Annotated[
            bool, typer.Option("--help", metavar="", expose_value=False, is_eager=True, callback=show_help)
        ] = False,
    ) -> None:
        """Read only for its parameters."""

    app = typer.Typer(add_completion=False, add_help_option=False)
    app.command()(shared)
    return list(typer.main.get_command(app).params)


def _show_version(wished: bool) -> None:
    if wished:
        typer.echo(f"alcove {alcove.__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", metavar="", is_eager=True, expose_value=False, callback=_show_version)
    ] = False,
) -> None:
    """Read only for its parameters."""


def _wished_language(arguments: Sequence[str]) -> Language | None:
    """The language a command line asks for. It is looked up before the words are parsed, since help and the faults of
    the command line itself are in that language too."""
    wish = None
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == "--language":
            wish = following
        elif word.startswith("--language="):
            wish = word.removeprefix("--language=")
    return next((language for language in LANGUAGES if language == wish), None)
