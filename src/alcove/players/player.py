"""A player chooses moves from what its seat may see, and from nothing else."""

import random
from typing import Protocol, runtime_checkable

from alcove.core.errors import A_POSITION, AlcoveError, expect
from alcove.core.game import Move, Position, State, View, of_game
from alcove.core.registry import game, game_of
from alcove.core.text import Text


@runtime_checkable
class Player(Protocol):
    """Whoever can sit in a seat and choose a move."""

    name: str

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.legal_moves()`. All luck comes from `rng`, so that a game can be played again."""
        ...


def shown(game_name: str | None, view: View, rng: random.Random) -> View:
    """The door to every player of ours: the view itself if it is one of the game, or of any game, and of a state what the player
    to move may know; else an `AlcoveError` that names the argument."""
    if game_name is None:
        expect("view", view, Position, A_POSITION)
    else:
        of_game("view", view, game(game_name))
    expect("rng", rng, random.Random, Text("a random.Random", "un random.Random"))
    if isinstance(view, State) and (found := game_of(type(view)) if game_name is None else game(game_name)) is not None:
        return found.view(view, view.to_move)
    return view


def moves_of(view: View) -> tuple[Move, ...]:
    """The moves to choose from; an `AlcoveError` when the game is over."""
    moves: tuple[Move, ...] = view.legal_moves()
    if not moves:
        raise AlcoveError(
            Text(
                "view: the game is over, there is no move to choose",
                "view : la partie est finie, il n'y a rien à jouer",
            )
        )
    return moves


class Random:
    """Plays any legal move, each as likely as the next, of the game of that name, or of any."""

    name = "random"

    def __init__(self, game_name: str | None = None) -> None:
        self._game = game_name

    def choose(self, view: View, rng: random.Random) -> Move:
        return rng.choice(moves_of(shown(self._game, view, rng)))
