"""`alcove moves GAME [POSITION] [--json]`: the legal moves of a position."""

import dataclasses
import json
from typing import Annotated, Any

import typer

from alcove.core.game import Game, View
from alcove.core.text import Text

from ..movelist import layout
from ..report import tell_outcome
from ..setup import Deal, GameName, OptionList, PositionWords, Seed, Setup
from ..terminal import Terminal

HELP = Text("List the legal moves of a position.", "Donner les coups possibles d'une position.")


def command(
    context: typer.Context,
    game: GameName,
    position: PositionWords = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="")] = False,
    option: OptionList = None,
    seed: Seed = None,
    deal: Deal = None,
) -> None:
    terminal = Terminal.of(context)
    setup = Setup.of(game, option, seed, deal, position)
    view = setup.view(terminal)
    if as_json:
        print(json.dumps(described(setup.game, view), ensure_ascii=False))
        return
    outcome = view.outcome()
    if outcome is not None:
        terminal.say(tell_outcome(setup.game, view, outcome), "good")
    moves = [str(move) for move in view.legal_moves()]
    for line in layout(moves, terminal.width) if terminal.is_a_screen else moves:
        terminal.say(line)


def described(game: Game, view: View) -> dict[str, Any]:
    """A position and its moves as data. It comes from the view alone, so nothing hidden can be in it."""
    outcome = view.outcome()
    return {
        "game": game.name,
        "position": view.to_text(),
        "options": dataclasses.asdict(view.options),
        "to_move": view.to_move,
        "moves": [str(move) for move in view.legal_moves()],
        "outcome": outcome
        and {
            "winner": outcome.winner,
            "scores": list(outcome.scores),
            "reason": outcome.reason,
            "result": outcome.result,
        },
    }
