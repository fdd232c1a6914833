"""What a puzzle is about, found in its line. Each game knows what there is to find, and what it is called."""

from collections.abc import Sequence
from typing import Any

from alcove.core.game import State
from alcove.games.puzzling import Solution, puzzling

from .puzzle import Goal, Step


def themes(game_name: str, state: State[Any], goal: Goal, steps: Sequence[Step]) -> tuple[str, ...]:
    """The themes of a puzzle, most telling first."""
    plies, answers, end = [], [], state
    for step in steps:
        move = end.find(step.right[0])
        plies.append((end, move))
        end = end.play_unchecked(move)
        if step.reply is not None:
            answers.append(step.reply)
            end = end.play(step.reply)
    missed = frozenset(entry.worth for entry in steps[0].wrong)
    asked = puzzling(game_name)
    found = asked.themes_in(Solution(plies, answers, end, goal.worth, missed))
    return tuple(theme for theme in asked.themes if theme in found)
