"""AxxA's puzzles, alone: one ply leaves the largest share of the deals that fit what was seen."""

from typing import Any

from alcove.core.game import State as AnyState
from alcove.core.text import Text
from alcove.games.puzzling import Deals, Solution, Way

from .rules import Pay, Slide, State


class Puzzles(Deals):
    themes = {
        "best-chance": Text("The best chance", "La meilleure chance"),
        "unseen": Text("Something is unseen", "Des pièces cachées"),
        "several-triplets": Text("Several triplets at once", "Plusieurs triplets d’un coup"),
        "turn-or-leave": Text("Turn or leave?", "Retourner ou laisser ?"),
        "payment": Text("The right payment", "Le bon paiement"),
        "last-triplet": Text("The last triplet", "Le dernier triplet"),
        "no-slack": Text("Nothing left to pay", "Plus rien à payer"),
        "take-now": Text("The triplet at once", "Le triplet tout de suite"),
        "prepare": Text("Prepare the triplet", "Préparer le triplet"),
    }
    way = Way(
        nodes=200,
        blunder=0.08,
        opening_plies=0,
        most_plies=100,
        node_limit=6_000,
        shares={"payment first": 0.6, "move first": 0.8},
        lines=8,
        endings=6,
    )

    def is_late(self, state: AnyState[Any]) -> bool:
        """Few payments may still be made before the deal is lost, and little is unseen."""
        assert isinstance(state, State)
        most_slack = 1 if state.is_turn_start else 3
        unseen = sum(piece.isalpha() for _, pile in state.piles for piece in pile)
        return _slack(state) <= most_slack and _triplets_left(state) <= 4 and unseen <= 4

    def sort_of(self, state: AnyState[Any]) -> str:
        return "move first" if state.is_turn_start else "payment first"

    def themes_in(self, solution: Solution) -> set[str]:
        state, first = solution.plies[0]
        assert isinstance(state, State)
        found = {"best-chance"} if solution.worth != "1" else set()
        if any(piece.isalpha() for _, pile in state.piles for piece in pile):
            found.add("unseen")
        if any(isinstance(move, Pay) for _, move in solution.plies):
            found.add("payment")
        if isinstance(first, Slide):
            other = str(first._replace(turned=not first.turned))
            if any(str(move) == other for move in state.legal_moves()):
                found.add("turn-or-leave")
        afterwards = [before.play_unchecked(move) for before, move in solution.plies]
        if isinstance(first, Slide) and isinstance(afterwards[0], State):
            found.add("take-now" if afterwards[0].lifted else "prepare")
        if any(isinstance(after, State) and len(after.lifted) > 1 for after in afterwards):
            found.add("several-triplets")
        if state.needed == 6:
            found.add("last-triplet")
        if _slack(state) == 0:
            found.add("no-slack")
        return found

    def pieces(self, position: str) -> frozenset[str]:
        return frozenset(position.split(","))

    def hint(self, move: str) -> Text:
        if move.startswith("$"):
            return Text(
                "Count what you still need: one pile can spare its top.",
                "Comptez ce qu’il vous faut encore : une pile peut donner sa pièce du dessus.",
            )
        if move.startswith("="):
            return Text(
                "Think of what lies under each set of three.", "Pensez à ce qui se trouve sous chaque groupe de trois."
            )
        return super().hint(move)


def _triplets_left(state: State) -> int:
    return 7 - (state.needed or 7)


def _slack(state: State) -> int:
    """How many pieces are there beyond the triplets that must still be taken (A9)."""
    return sum(len(pile) for _, pile in state.piles) - 3 * _triplets_left(state)


PUZZLES = Puzzles()
