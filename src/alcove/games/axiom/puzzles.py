"""Axiom's puzzles: forced wins."""

from alcove.core.text import Text
from alcove.games.puzzling import THEMES_OF_WINS, Solution, Way, Wins, can_win_at_once

from .rules import State
from .space import CubeMove, SceptreMove


class Puzzles(Wins):
    themes = {
        **THEMES_OF_WINS,
        "eliminate": Text("A cube is eliminated", "Un cube éliminé"),
        "build": Text("A cube first", "D’abord un cube"),
        "diagonal": Text("On the diagonal", "En diagonale"),
        "round-the-edge": Text("Round the edge", "Par-dessus l’arête"),
        "straight": Text("Straight on", "Tout droit"),
    }
    way = Way(
        nodes=500,
        blunder=0.15,
        opening_plies=4,
        most_plies=100,
        node_limit=2_000_000,
        shares={"win 1": 0.4, "win 2": 0.45, "win 3": 0.45},
        glance_nodes=4_000,
        proof_nodes=5_000_000,
    )

    def themes_in(self, solution: Solution) -> set[str]:
        (state, _), (before_last, last) = solution.plies[0], solution.plies[-1]
        assert isinstance(state, State)
        assert isinstance(before_last, State)
        found: set[str] = set()
        outcome = solution.end.outcome()
        if outcome is not None and outcome.reason != "sceptres":
            found.add("no-way-out")
        elif isinstance(last, SceptreMove):
            found.add(_way_of(before_last, last))
        if any(isinstance(move, CubeMove) for _, move in solution.plies):
            found.add("build")
        if any(isinstance(before, State) and before.removed_by(move) is not None for before, move in solution.plies):
            found.add("eliminate")
        if can_win_at_once(State(state.cubes, state.sceptres, 1 - state.side, state.options)):
            found.add("under-fire")
        return found

    def pieces(self, position: str) -> frozenset[str]:
        return frozenset(position.split(" "))

    def hint(self, move: str) -> Text:
        what, cell = move[0], move[1 : move.index(")") + 1]
        if what == "C":
            return Text(f"The cube on {cell} moves.", f"C’est le cube en {cell} qui bouge.")
        return Text(f"The sceptre on {cell} moves.", f"C’est le sceptre en {cell} qui bouge.")


def _way_of(state: State, move: SceptreMove) -> str:
    """How a sceptre comes to where it wins (C13, C14)."""
    route = state.route(move)
    if len({face.direction for face in route}) > 1:
        return "round-the-edge"
    one, other = route[0].cell, route[1].cell
    axes = sum(a != b for a, b in zip(one, other, strict=True))
    return "diagonal" if axes == 2 else "straight"


PUZZLES = Puzzles()
