"""Matches: who is stronger, and by how much.

Games come in pairs: both of a pair begin with the same random opening (and the same deal), and the players change
seats in between. A game is played again exactly if its players' moves depend on nothing but their luck. Every game is
a record in one file, and that file alone is the memory of a match: it is read again to go on with it.
"""

import os
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from alcove.core.errors import AlcoveError, quoted
from alcove.core.game import Game, State
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.players.engine import Limits
from alcove.players.openings import balanced_opening, random_opening
from alcove.players.player import Player
from alcove.players.roster import player
from alcove.processes import pool
from alcove.records.record import Record, escape

MOST_PLIES = 1_000
"""A game that is not over by then is a draw, and its record says that it was broken off."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two players, or the deals that one player meets where everybody shares one fate.

    Game number n has the opening of pair n // 2, or the deal with seed `first_deal` + n.
    """

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 0
    opening_plies: int = 0
    options: tuple[tuple[str, str], ...] = ()
    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1
    first_deal: int | None = None
    balanced: bool = False

    @property
    def event(self) -> str:
        """What a record must say to belong to this match; the number of games may grow."""
        settings = [f"seed={self.seed}", f"opening={'balanced:' if self.balanced else ''}{self.opening_plies}"]
        if self.first_deal is not None:
            settings = [f"deals={self.first_deal}-"]
        settings += [f"{name}={value}" for name, value in self.options]
        if self.seconds is not None:
            settings.append(f"seconds={self.seconds:g}")
        if self.nodes is not None:
            settings.append(f"nodes={self.nodes}")
        return f"arena {' '.join(self.players)} {' '.join(settings)}"

    def limits(self) -> Limits | None:
        if self.seconds is None and self.nodes is None:
            return None
        return Limits(self.seconds, self.nodes)

    def check(self) -> "Match":
        """The match itself, if its players can be seated and its games begun; else an `AlcoveError`."""
        self.check_seats()
        for name in self.players:
            player(self.game, name, self.limits())
        return self

    def check_seats(self) -> None:
        """Raise an `AlcoveError` unless there are as many players as the game asks for, and its games can be begun."""
        start = self._start(0)
        if start.shares_fate and len(self.players) != 1:
            raise AlcoveError(
                Text(
                    "everybody wins or loses together here: name one player, who takes all seats",
                    "ici on gagne ou on perd ensemble : nommez un seul joueur, pour toutes les places",
                )
            )
        if not start.shares_fate and len(self.players) != 2:
            raise AlcoveError(Text("a match needs two players", "un match demande deux joueurs"))
        if self.balanced and not game(self.game).about.opening_plies:
            raise AlcoveError(
                Text(
                    f"{self.game}: no balanced openings, since the deal opens a game",
                    f"{self.game} : pas d'ouvertures équilibrées, puisque la donne ouvre la partie",
                )
            )

    def _start(self, pair: int) -> State[Any]:
        found, options = game(self.game), dict(self.options)
        if self.first_deal is not None:
            return found.initial(**options, seed=self.first_deal + pair)
        if found.luck(found.initial(**options)):
            return found.initial(**options, seed=self.seed * 1_000_000 + pair)
        return found.initial(**options)

    def opening(self, number: int) -> tuple[State[Any], list[str]]:
        """The start of a game and its opening, which depends on seed and pair alone."""
        pair = number if len(self.players) == 1 else number // 2
        first, luck = self._start(pair), f"{self.seed} {pair}"
        if self.balanced:
            return first, list(balanced_opening(self.game, first, self.opening_plies, luck))
        return first, random_opening(first, self.opening_plies, luck)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a match: the points of the first player, and the slowest move of each."""

    number: int
    score: float
    text: str
    slowest_seconds: tuple[float, ...] = ()


# --- One game ---------------------------------------------------------------------------------------------------------


def play_out(
    found: Game, start: State[Any], moves: Sequence[str], seats: Sequence[Player], luck: str
) -> tuple[Record, list[float]]:
    """Play a game to its end from an opening; its record, and the slowest move of each seat. Players see views only."""
    state, told = start, list(moves)
    for move in moves:
        state = state.play(move)
    rngs = [random.Random(f"{luck} {seat}") for seat in range(len(seats))]
    slowest = [0.0] * len(seats)
    while state.outcome() is None and len(told) < MOST_PLIES:
        seat, started = state.to_move, time.perf_counter()
        chosen = seats[seat].choose(found.view(state, seat), rngs[seat])
        slowest[seat] = max(slowest[seat], time.perf_counter() - started)
        try:
            move = state.find(chosen)
        except AlcoveError as error:
            name = seats[seat].name
            raise AlcoveError(
                Text(f"the player {quoted(name)} gave no legal move: {error.text.en}",
                     f"le joueur {quoted(name)} n'a pas donné de coup possible : {error.text.fr}")
            ) from error  # fmt: skip
        state = state.play_unchecked(move)
        told.append(str(move))
    record = Record.of(found, start, told, "lost" if state.shares_fate else "1/2-1/2", "abandoned")
    for seat, seated in enumerate(seats, 1):
        record.tags[f"Seat{seat}"] = seated.name
    return record, slowest


def points(record: Record, seat: int) -> float:
    """What a result is worth to a seat."""
    return {"won": 1.0, "lost": 0.0, "1/2-1/2": 0.5, "1-0": 1.0 - seat, "0-1": float(seat)}[record.result]


seated = cache(player)
"""A process keeps its players: an engine's table takes time to make."""


def play(task: tuple[Match, int]) -> Played:
    """One game of a match."""
    match, number = task
    return play_game(match, number, [seated(match.game, name, match.limits(), match.threads) for name in match.players])


def play_game(match: Match, number: int, players: Sequence[Player]) -> Played:
    """One game of a match between these players, whoever they are; its number says who begins."""
    start, moves = match.opening(number)
    seats = list(players) * start.seats if len(players) == 1 else list(players)
    if len(players) == 2 and number % 2:
        seats.reverse()
    record, slowest = play_out(game(match.game), start, moves, seats, f"{match.seed} {number}")
    record.tags |= {"Event": match.event, "Round": str(number)}
    first_seat = number % 2 if len(match.players) == 2 else 0
    if first_seat:
        slowest = slowest[::-1]
    return Played(number, points(record, first_seat), record.to_text(), tuple(slowest))


# --- Many games -------------------------------------------------------------------------------------------------------


def play_all(tasks: Sequence[tuple[Match, int]], processes: int | None = None) -> Iterator[tuple[Match, Played]]:
    """Play games on all cores and yield them as they end. Whoever stops listening stops the games."""
    if not tasks:
        return
    threads = max(match.threads for match, _ in tasks)
    size = min(processes or max(1, (os.cpu_count() or 1) // threads), len(tasks))
    with pool(size) as players:
        yield from players.imap_unordered(_play_told, tasks)


def _play_told(task: tuple[Match, int]) -> tuple[Match, Played]:
    return task[0], play(task)


def run(
    match: Match,
    records: Path | None = None,
    processes: int | None = None,
    told: Callable[[list[Played]], bool] = lambda played: False,
) -> list[Played]:
    """Play a match, go on with it if `records` holds some of it, and keep every game there as it ends.

    `told` hears of all games so far after each one, and may say that it has heard enough.
    """
    played = [] if records is None else [known for known in kept(records, match) if known.number < match.games]
    if told(played):
        return played
    numbers = {known.number for known in played}
    tasks = [(match, number) for number in range(match.games) if number not in numbers]
    for _, fresh in play_all(tasks, processes):
        if records is not None:
            keep(records, fresh.text)
        played.append(fresh)
        if told(played):
            break
    return sorted(played, key=lambda known: known.number)


def keep(records: Path, text: str) -> None:
    """Add a record to a file, so that it is there whatever happens next."""
    records.parent.mkdir(parents=True, exist_ok=True)
    with records.open("a", encoding="utf-8") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())


def kept(records: Path, match: Match) -> Iterator[Played]:
    """The games of a match that a file of records holds. A last one that was cut off is cut off the file too."""
    if not records.exists():
        return
    text = records.read_text(encoding="utf-8")
    chunks = re.split(r"(?m)^(?=\[Game )", text)
    seen = set()
    for number, chunk in enumerate(chunks):
        tags = dict(re.findall(r'(?m)^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', chunk))
        if not chunk.rstrip().endswith(tags.get("Result", "]")) or not chunk.endswith("\n\n"):
            if number == len(chunks) - 1 and chunk:
                records.write_text("".join(chunks[:-1]), encoding="utf-8")
            continue
        if tags.get("Event") != escape(match.event, '"') or not tags.get("Round", "").isdecimal():
            continue
        round_number = int(tags["Round"])
        if round_number not in seen:
            seen.add(round_number)
            seat = round_number % 2 if len(match.players) == 2 else 0
            yield Played(round_number, points(Record(match.game, result=tags["Result"]), seat), chunk)


def pair_shares(played: Iterable[Played]) -> list[float]:
    """The share of the points that the first player made in each finished pair."""
    pairs: dict[int, list[float]] = {}
    for known in played:
        pairs.setdefault(known.number // 2, []).append(known.score)
    return [sum(pair) / 2 for pair in pairs.values() if len(pair) == 2]
