"""Axom's puzzles: forced wins."""

from alcove.core.text import Text
from alcove.games.puzzling import THEMES_OF_WINS, Solution, Way, Wins, can_win_at_once

from .rules import HEAD, NUMBER, State


class Puzzles(Wins):
    themes = {
        **THEMES_OF_WINS,
        "head-strikes": Text("The head strikes itself", "La tête frappe elle-même"),
        "from-afar": Text("From afar", "De loin"),
        "sacrifice": Text("Let them take", "Se laisser prendre"),
        "take-first": Text("Take pawns first", "Prendre d’abord des pions"),
        "quiet": Text("A quiet first move", "Un premier coup calme"),
        "strike": Text("Take the head", "Prendre la tête"),
    }
    way = Way(
        nodes=300,
        blunder=0.2,
        opening_plies=6,
        most_plies=250,
        node_limit=2_000_000,
        shares={"win 1": 0.6, "win 2": 0.5, "win 3": 0.4},
        endings=6,
    )

    def themes_in(self, solution: Solution) -> set[str]:
        (state, first), (_, last) = solution.plies[0], solution.plies[-1]
        assert isinstance(state, State)
        outcome = solution.end.outcome()
        if outcome is not None and outcome.reason == "no move":
            return {"no-way-out"}
        found = {"strike"} if len(solution.plies) == 1 else {"take-first" if first.takes else "quiet"}
        if any(
            isinstance(before, State) and abs(before.board[NUMBER[move.origin]]) == HEAD
            for before, move in solution.plies
        ):
            found.add("head-strikes")
        files, ranks = (abs(ord(last.origin[i]) - ord(last.target[i])) for i in (0, 1))
        if max(files, ranks) > 1:
            found.add("from-afar")
        if any("x" in answer for answer in solution.answers):
            found.add("sacrifice")
        if can_win_at_once(State(state.board, 1 - state.side, state.options)):
            found.add("under-fire")
        return found


PUZZLES = Puzzles()
