"""AxxA's chances by the law alone: every arrangement of the unseen pieces, every ply. Slow, and easy to believe."""

from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction
from itertools import permutations

from alcove.games.axxa import GAME, State, View
from alcove.games.axxa.rules import HIDDEN, Move, Table
from alcove.games.axxa.view import unseen_pieces


def chances_of(known: View) -> dict[str, Fraction]:
    """The chance to win after each legal move."""
    found: dict[View, Fraction] = {}
    return {str(move): chance_of(known, move, found) for move in known.legal_moves()}


def all_worlds(known: View) -> Iterator[State]:
    """A3: every arrangement of the unseen pieces once."""
    public = {each.name: getattr(known, each.name) for each in fields(Table)}
    for order in sorted(set(permutations(unseen_pieces(known)))):
        pieces = iter(order)
        piles = [
            (cell, "".join(next(pieces) if piece == HIDDEN else piece for piece in pile)) for cell, pile in known.piles
        ]
        yield State(**public | {"piles": tuple(piles)})


def chance_of(known: View, move: Move, found: dict[View, Fraction]) -> Fraction:
    """The chance to win after a move: the mean over all worlds, in each of which players go on by what they see."""
    worlds = list(all_worlds(known))
    return sum((chance_in(world.play_unchecked(move), found) for world in worlds), Fraction(0)) / len(worlds)


def chance_in(state: State, found: dict[View, Fraction]) -> Fraction:
    outcome = state.outcome()
    if outcome is not None:
        return Fraction(int(outcome.result == "won"))
    known = replace(GAME.view(state, 0), seat=0)  # whose turn it is changes no chance
    if known not in found:
        found[known] = max(chance_of(known, move, found) for move in known.legal_moves())
    return found[known]
