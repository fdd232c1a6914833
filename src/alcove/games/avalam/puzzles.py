"""Avalam's puzzles: endings in which one move alone keeps the best result."""

from typing import Any

from alcove.core.game import State as AnyState
from alcove.core.text import Text
from alcove.games.puzzling import Endings, Solution, Way

from .rules import NUMBER, TALLEST, State, neighbours


class Puzzles(Endings):
    themes = {
        "only-win": Text("The only win", "Le seul gain"),
        "only-draw": Text("Save the draw", "Sauver la nulle"),
        "margin": Text("The widest margin", "Le plus grand écart"),
        "five": Text("A tower of five", "Une tour de cinq"),
        "settle": Text("Settle a tower", "Mettre une tour à l’abri"),
        "merge-theirs": Text("Merge their towers", "Fusionner les tours adverses"),
        "merge-own": Text("Merge your own", "Fusionner les siennes"),
        "cover": Text("Cover", "Coiffer"),
    }
    way = Way(
        nodes=1_000,
        blunder=0.1,
        opening_plies=4,
        most_plies=60,
        node_limit=400_000,
        shares={"only-win": 0.6, "only-draw": 0.3, "margin": 0.35},
    )

    def is_late(self, state: AnyState[Any]) -> bool:
        return 4 <= len(state.legal_moves()) <= 40

    def themes_in(self, solution: Solution) -> set[str]:
        state, move = solution.plies[0]
        assert isinstance(state, State)
        if solution.worth == "drawn":
            found = {"only-draw"}
        else:
            found = {"margin" if any(worth.startswith("won") for worth in solution.missed) else "only-win"}
        sign = 1 if state.side == 0 else -1
        moved, covered = state.towers[NUMBER[move.origin]] * sign, state.towers[NUMBER[move.target]] * sign
        if abs(moved) + abs(covered) == TALLEST and moved > 0:
            found.add("five")
        if moved > 0:
            found.add("cover" if covered < 0 else "merge-own")
        elif covered < 0:
            found.add("merge-theirs")
        if _settled(state.play(move), sign) > _settled(state, sign) and "five" not in found:
            found.add("settle")
        return found

    # --- What an ending is worth ------------------------------------------------------------------------------------

    def worth_of(self, value: int) -> str:
        """`won 2`, `won 0` (on fives), `drawn`, `lost 1`."""
        from .evaluation import TOWER, WIN  # compiled: only whoever proves a puzzle needs it

        if value == 0:
            return "drawn"
        return f"{'won' if value > 0 else 'lost'} {(abs(value) - WIN) // TOWER}"

    def aim(self, worth: str) -> Text:
        if worth == "drawn":
            return Text("saves a draw", "sauve la nulle")
        towers = int(worth.split()[1])
        if towers == 0:
            return Text("wins on fives, at equal towers", "gagne aux tours de cinq, à égalité de tours")
        plural = "s" if towers > 1 else ""
        return Text(f"wins by {towers} tower{plural}", f"gagne de {towers} tour{plural}")

    def result(self, worth: str) -> Text:
        if worth == "drawn":
            return Text("it is a draw", "c’est la nulle")
        kind, count = worth.split()
        by = Text("on fives", "aux tours de cinq") if count == "0" else Text(f"by {count}", f"de {count}")
        if kind == "won":
            return Text(f"you win {by.en}", f"vous gagnez {by.fr}")
        return Text(f"you lose {by.en}", f"vous perdez {by.fr}")


def _settled(state: State, sign: int) -> int:
    """How many of a side's towers nothing can change any more (V7)."""

    def is_settled(cell: str) -> bool:
        height = abs(state.towers[NUMBER[cell]])
        around = (abs(state.towers[NUMBER[other]]) for other in neighbours(cell))
        return not any(other and other + height <= TALLEST for other in around)

    return sum(state.towers[number] * sign > 0 and is_settled(cell) for cell, number in NUMBER.items())


PUZZLES = Puzzles()
