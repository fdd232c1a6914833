"""Opening statistics: which moves were played in a position, how often, and how those games ended.

Positions that are the same up to a symmetry of the game count as one, whatever the order of the moves that led there.
Each goes by its *first side*: the least of its images' texts. Moves are kept as that image sees them and turned back for
whoever asks; where several images are alike (a start that looks the same from both sides, say), so are several moves, and the least of them stands
for all.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from alcove.core.game import Game, State
from alcove.core.options import written
from alcove.games.symmetry import images

from .model import Counts


class Passed(NamedTuple):
    """A position that a game passed and the move it played there, both as the position's first side sees them."""

    position: str
    move: str


@dataclass(frozen=True, slots=True)
class MoveCount:
    """A move in a position: how often, how those games ended for the seat that began, and their mean length."""

    move: str
    games: int
    first_wins: int
    draws: int
    second_wins: int
    mean_plies: float

    @property
    def score(self) -> float:
        """The share of the points that the seat that began made."""
        return (self.first_wins + self.draws / 2) / self.games


class FirstSide:
    """A position seen from its first side."""

    def __init__(self, game: Game, state: State[Any]) -> None:
        found = images(game.name, state)
        least = min(image.text for image in found)
        self._alike = [image for image in found if image.text == least]
        options = " ".join(f"{name}={value}" for name, value in written(state.options).items())
        self.key = hashlib.blake2b(f"{least} {options}".encode(), digest_size=6).hexdigest()

    def there(self, move: Any) -> str:
        """A move of the position, as the first side writes it."""
        return min(str(image.there(move)) for image in self._alike)

    def back(self, state: State[Any]) -> dict[str, str]:
        """For every move as the first side writes it, the move of the state: the first of those that are alike."""
        found: dict[str, str] = {}
        for move in state.legal_moves():
            found.setdefault(self.there(move), str(move))
        return found


def passed(game: Game, start: State[Any], moves: Iterable[str], plies: int) -> list[Passed]:
    """The positions a game passed in its first `plies` plies, and what it played there."""
    found, state = [], start
    for _, text in zip(range(plies), moves, strict=False):
        move = state.find(text)
        side = FirstSide(game, state)
        found.append(Passed(side.key, side.there(move)))
        state = state.play_unchecked(move)
    return found


class OpeningIndex:
    """Counts of moves by position, to which games are added one by one."""

    def __init__(self, positions: Mapping[str, Mapping[str, Counts]] | None = None) -> None:
        self.positions: dict[str, dict[str, Counts]] = {key: dict(moves) for key, moves in (positions or {}).items()}

    def add(self, way: Iterable[Passed], result: str, plies: int) -> None:
        """A finished game: the way it took, its result as records write it, and its length."""
        first, drawn = int(result in ("1-0", "won")), int(result == "1/2-1/2")
        for position, move in dict.fromkeys(way):  # a game that comes back counts once
            moves = self.positions.setdefault(position, {})
            games, wins, draws, total = moves.get(move, (0, 0, 0, 0))
            moves[move] = (games + 1, wins + first, draws + drawn, total + plies)

    def known(self, least: int) -> dict[str, dict[str, Counts]]:
        """Positions that at least this many games went through, the most frequent first, as are their moves."""
        games = {key: sum(counts[0] for counts in moves.values()) for key, moves in self.positions.items()}
        keys = sorted((key for key in games if games[key] >= least), key=lambda key: (-games[key], key))
        return {key: dict(sorted(self.positions[key].items(), key=lambda item: (-item[1][0], item[0]))) for key in keys}

    def moves_in(self, game: Game, state: State[Any]) -> tuple[MoveCount, ...]:
        """What was played in a position, the most frequent first, in the position's own words."""
        side = FirstSide(game, state)
        return self.moves_at(side.key, side.back(state)) if side.key in self.positions else ()

    def moves_at(self, key: str, names: Mapping[str, str]) -> tuple[MoveCount, ...]:
        """The same, for a position known by its first side: its key, and how it calls that side's moves (`back`)."""
        counts = self.positions.get(key, {})
        found = [_told(names[move], count) for move, count in counts.items() if move in names]
        return tuple(sorted(found, key=lambda each: (-each.games, each.move)))


def _told(move: str, count: Counts) -> MoveCount:
    games, wins, draws, plies = count
    return MoveCount(move, games, wins, draws, games - wins - draws, round(plies / games, 1))
