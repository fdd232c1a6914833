"""Measuring a game: what is played and counted, and how it becomes an atlas."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from alcove.core.registry import game
from alcove.games.charting import chart
from alcove.players.levels import levels

from . import enginegames
from .enginegames import EXPLORED_PLIES, GameLine, Task
from .model import VERSION, Atlas, AtlasMode, Luck, Openings, PlayedTree, Sample, Share, TreeSize
from .openings import OpeningIndex
from .randomplay import RandomPlay, exact_lines, random_play, told_choices
from .statistics import mean_estimate, resampled, rounded, share, spread

PLAYERS = ("level3", "level4", "level5", "level6")
"""The levels that are measured: all are limited by nodes or depth, none by the clock."""
LEAST_PASSED = 3
"""A position that fewer games passed is no opening."""
LUCK_PLAYER, LUCK_REPEATS = "level4", 6
LUCK = "luck"
"""The name of the games that ask what the deal decides."""

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played. `processes` changes only how long it takes."""

    engine_games: int = 400
    random_games: int = 100_000
    luck_deals: int = 60
    seed: int = 1
    is_quick: bool = False
    processes: int | None = None


QUICK = {"engine_games": 6, "random_games": 3_200, "luck_deals": 4, "is_quick": True}


def tasks(name: str, plan: Plan) -> list[Task]:
    """All engine games of an atlas, the slowest first."""
    found = []
    for mode, options in chart(name).modes:
        pairs = tuple(options.items())
        for player in reversed(players(name)):
            found += [Task(name, mode, pairs, player, n, n, plan.seed) for n in range(plan.engine_games)]
    if has_luck(name):
        games = plan.luck_deals * LUCK_REPEATS
        found += [Task(name, LUCK, (), LUCK_PLAYER, n, n // LUCK_REPEATS, plan.seed) for n in range(games)]
    return found


def players(name: str) -> tuple[str, ...]:
    """Those of `PLAYERS` that a game has."""
    return tuple(player for player in PLAYERS if enginegames.level_number(player) <= len(levels(name)))


def has_luck(name: str) -> bool:
    """Does luck make the start of this game?"""
    return bool(game(name).luck(game(name).initial()))


def measure(name: str, plan: Plan, folder: Path, date: str, tell: Tell = lambda done, total: None) -> Atlas:
    """The atlas of a game. Engine games are kept in `folder` as they end and not played twice."""
    wanted = tasks(name, plan)
    tell(0, len(wanted))
    randoms = {
        mode: random_play(name, plan.random_games, plan.seed, options, plan.processes)
        for mode, options in chart(name).modes
    }
    usual = randoms[chart(name).modes[0][0]]
    deal, counted = exact_lines(name, plan.seed, plan.is_quick, plan.processes)
    memory = enginegames.memory_of(folder, name, players(name), plan.seed)
    lines: list[GameLine] = []
    for line in enginegames.play_all(wanted, memory, plan.processes):
        lines.append(line)
        tell(len(lines), len(wanted))
    lines.sort(key=lambda line: line.place)
    tree = TreeSize(deal, usual.games, usual.lines(counted), usual.whole(), _played_trees(name, lines))
    bound = chart(name).bound
    return Atlas(
        version=VERSION,
        game=name,
        date=date,
        seed=plan.seed,
        random_games=plan.random_games,
        engine_games=plan.engine_games,
        thrice=usual.thrice,
        modes=tuple(_mode(name, mode, options, randoms[mode], lines) for mode, options in chart(name).modes),
        tree=tree,
        states_log10=None if bound is None else rounded(math.log10(bound.positions())),
        luck=luck_of([line for line in lines if line.mode == LUCK], plan.seed) if has_luck(name) else None,
        openings=None if has_luck(name) else _openings(name, lines),
    )


def _mode(name: str, mode: str, options: dict[str, str], randoms: RandomPlay, lines: Sequence[GameLine]) -> AtlasMode:
    ratings = {f"level{level.number}": level.rating for level in levels(name)}
    samples = [randoms.sample()]
    for player in players(name):
        own = [line for line in lines if (line.mode, line.player) == (mode, player)]
        samples.append(sample_of(player, ratings.get(player), own))
    return AtlasMode(mode, options, game(name).initial(**options).shares_fate, tuple(samples))


def sample_of(player: str, rating: int | None, lines: Sequence[GameLine]) -> Sample:
    """What some games of one player come to."""
    results = Counter(line.result for line in lines)
    first, draws = results["1-0"] + results["won"], results["1/2-1/2"]
    reasons = Counter(line.reason for line in lines)
    return Sample(
        player=player,
        rating=rating,
        games=len(lines),
        first_wins=first,
        draws=draws,
        second_wins=len(lines) - first - draws,
        score=share(first + draws / 2, len(lines)),
        drawn=share(draws, len(lines)),
        length=spread(Counter(len(line.choices) for line in lines)),
        branching=spread(Counter(choice for line in lines for choice in line.choices)),
        choices=told_choices(*_seen(lines)),
        reasoned=len(lines),
        reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
    )


def _seen(lines: Sequence[GameLine]) -> tuple[list[int], list[int]]:
    """Ply by ply, how many positions there were, and how many legal moves in all of them."""
    columns = list(zip_longest(*(line.choices for line in lines)))
    known = [[choice for choice in column if choice is not None] for column in columns]
    return [len(column) for column in known], [sum(column) for column in known]


def _played_trees(name: str, lines: Sequence[GameLine]) -> tuple[PlayedTree, ...]:
    usual = chart(name).modes[0][0]
    found = []
    for player in players(name):
        own = [line for line in lines if (line.mode, line.player) == (usual, player)]
        found.append(PlayedTree(player, mean_estimate([sum(map(math.log10, line.choices)) for line in own])))
    return tuple(found)


def _openings(name: str, lines: Sequence[GameLine]) -> Openings:
    index = OpeningIndex()
    for line in lines:
        index.add(line.opening, line.result, len(line.choices))
    return Openings(len(lines), players(name), EXPLORED_PLIES, LEAST_PASSED, index.known(LEAST_PASSED))


def luck_of(lines: Sequence[GameLine], seed: int) -> Luck:
    """What the deal decides: an analysis of variance of winning, between deals and within them."""
    deals: dict[int, list[int]] = {}
    for line in lines:
        deals.setdefault(line.deal, []).append(int(line.result == "won"))
    wins = list(deals.values())
    repeats = len(wins[0])
    low, high = resampled(wins, between_deals, seed)
    return Luck(
        player=LUCK_PLAYER,
        deals=len(wins),
        repeats=repeats,
        won=share(sum(map(sum, wins)), len(lines)),
        always=sum(all(each) for each in wins),
        never=sum(not any(each) for each in wins),
        decided=_clipped(between_deals(wins), low, high),
    )


def between_deals(wins: Sequence[Sequence[int]]) -> float:
    """The intraclass correlation: the part of the variance that lies between the groups."""
    repeats, groups = len(wins[0]), len(wins)
    means = [sum(each) / repeats for each in wins]
    overall = sum(means) / groups
    between = repeats * sum((mean - overall) ** 2 for mean in means) / max(groups - 1, 1)
    within = sum((won - mean) ** 2 for each, mean in zip(wins, means, strict=True) for won in each)
    within /= max(groups * (repeats - 1), 1)
    spread_over = between + (repeats - 1) * within
    return 0.0 if spread_over == 0 else (between - within) / spread_over


def _clipped(value: float, low: float, high: float) -> Share:
    """A share lies between 0 and 1, whatever an estimate of it says."""
    return Share(*(rounded(min(max(number, 0.0), 1.0)) for number in (value, low, high)))
