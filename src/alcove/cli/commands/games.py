"""`alcove games`: the games of the room and their options."""

import typer

import alcove
from alcove.core.options import NO, YES, specs
from alcove.core.text import Text

from .. import words
from ..terminal import Terminal

HELP = Text("List the games and their options.", "Donner la liste des jeux et de leurs options.")


def command(context: typer.Context) -> None:
    terminal = Terminal.of(context)
    for name in alcove.games():
        game = alcove.game(name)
        terminal.say(name, "title")
        terminal.say_beside("  ", game.summary)
        for spec in specs(game.options_type):
            values = "|".join(spec.values) or "N"
            default = terminal.tell(words.usual_value(spec.default))
            meaning = terminal.tell(spec.says) + ("" if spec.values else f" ({terminal.tell(spec.known)})")
            terminal.say(f"  --option {spec.name}={values}  ({default}; {spec.clause})")
            terminal.say_beside("      ", meaning, "faint")
            for value, label in spec.labels.items():
                if label not in (YES, NO):
                    terminal.say_beside("        ", f"{value}: {terminal.tell(label)}", "faint")
