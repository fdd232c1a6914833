"""Measure the levels of a game: everybody plays the neighbours on the ladder, and random play is 0.

Where everybody wins or loses together nobody can meet anybody: as in a duplicate tournament all play the same deals, and
who came further in a deal has won it from who did not.

`alcove ladder GAME` does it, best on a machine with many cores. The result goes into the ratings.json of the game's folder, from
where it is shown to people. A ladder that was broken off goes on where it was.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from alcove.core.registry import game
from alcove.games.data import data_file, read_json
from alcove.players.arena import Match, Played, keep, kept, play_all
from alcove.players.levels import NAMES, recipes
from alcove.players.rating import Rating, ratings
from alcove.records import read_record

ANCHOR = "random"
REACH = 2
"""Who meets whom: players no further apart than this on the ladder. Further apart the result is known."""
DEAR = ("level7", "level8")
CHEAP_TIMES = 5
"""Meetings without the levels that think long cost next to nothing: they get this many times as many games."""
GREEDY_MEETS = ("random", "level1", "level2", "level3", "level4")


def rungs(name: str) -> tuple[str, ...]:
    """The ladder of a game, from the bottom; `greedy` is measured beside it."""
    return (ANCHOR, *(f"level{number}" for number in range(1, len(recipes(name)) + 1)))


def matches(name: str, games_each: int, seed: int, reach: int = REACH) -> list[Match]:
    """The matches of a ladder, those that take longest first."""
    if game(name).initial().shares_fate:
        return _deals(name, games_each)
    ladder = rungs(name)
    meetings = [(ladder[high], ladder[low]) for low, high in combinations(range(len(ladder)), 2) if high - low <= reach]
    meetings += [("greedy", other) for other in GREEDY_MEETS if other in ladder]
    blank = Match(name, (), games_each, seed, game(name).about.opening_plies)
    found = []
    for meeting in sorted(meetings, reverse=True):
        times = 1 if any(name in DEAR for name in meeting) else CHEAP_TIMES
        found.append(replace(blank, players=meeting, games=games_each * times).check())
    return found


def _deals(name: str, games_each: int) -> list[Match]:
    """The same deals, from the first on, for everybody."""
    found = []
    ladder = rungs(name)
    for who in (*reversed(ladder), "greedy"):
        times = 1 if who == ladder[-1] else CHEAP_TIMES
        found.append(Match(name, (who,), games_each * times, first_deal=1).check())
    return found


def climb(
    found: Sequence[Match],
    records: Path,
    processes: int | None = None,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Rating]:
    """Play the matches of a ladder and rate everybody. All games are kept in `records`; `told` hears how many are played."""
    played: dict[Match, list[Played]] = {match: list(kept(records, match)) for match in found}
    known = {match: {game.number for game in some} for match, some in played.items()}
    tasks = [(match, number) for match in found for number in range(match.games) if number not in known[match]]
    total = sum(match.games for match in found)
    told(total - len(tasks), total)
    for done, (match, fresh) in enumerate(play_all(tasks, processes), total - len(tasks) + 1):
        keep(records, fresh.text)
        played[match].append(fresh)
        told(done, total)
    return ratings(results(played), ANCHOR)


def results(played: Mapping[Match, Sequence[Played]]) -> dict[tuple[str, str], tuple[float, int]]:
    """The points of the first of two players and the number of games, for all who met or played the same deals."""
    met = {
        (match.players[0], match.players[1]): (sum(each.score for each in some), len(some))
        for match, some in played.items()
        if some and len(match.players) == 2
    }
    reached = {
        match.players[0]: {each.number: _reached(each) for each in some}
        for match, some in played.items()
        if len(match.players) == 1
    }
    for first, second in combinations(reached, 2):
        deals = reached[first].keys() & reached[second].keys()
        if deals and _are_neighbours(first, second):
            won = [_compared(reached[first][deal], reached[second][deal]) for deal in deals]
            met[first, second] = sum(won), len(won)
    return met


def _reached(played: Played) -> float:
    """How far a player came in a deal."""
    outcome = read_record(played.text).replay()[-1].outcome()
    return 0.0 if outcome is None else outcome.scores[0]


def _compared(mine: float, theirs: float) -> float:
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


def _are_neighbours(first: str, second: str) -> bool:
    """Players far apart tell little about each other; `greedy` is beside the ladder."""
    return "greedy" in (first, second) or abs(_rung(first) - _rung(second)) <= REACH


def _rung(who: str) -> int:
    return 0 if who == ANCHOR else int(who.removeprefix("level"))


def write_ratings(name: str, found: Mapping[str, Rating], path: Path | None = None) -> Path:
    """Write the ratings of a game into its folder, or elsewhere; the answer is the file."""
    players = {
        who: {"rating": round(rating.points), "interval": round(rating.interval), "games": rating.games}
        for who, rating in sorted(found.items(), key=lambda item: item[1].points)
    }
    data = {"date": time.strftime("%Y-%m-%d"), "players": players}
    file = path or data_file(name, "ratings.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return file


def table(names: Sequence[str]) -> str:
    """The ratings of some games as they stand in docs/engines.md."""
    measured = {name: read_json(name, "ratings.json") for name in names}
    data: dict[str, Any] = {name: found for name, found in measured.items() if found is not None}
    lines = ["| player | " + " | ".join(game(name).title for name in data) + " |", "|---" * (len(data) + 1) + "|"]
    for who in (ANCHOR, "greedy", *(f"level{number}" for number in range(1, len(NAMES) + 1))):
        found = [measured["players"].get(who) for measured in data.values()]
        told = ["" if one is None else f"{one['rating']} ± {one['interval']} ({one['games']})" for one in found]
        lines.append(f"| {who} | {' | '.join(told)} |")
    return "\n".join(lines) + "\n"
