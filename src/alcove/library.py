"""What `import alcove` offers beside games and records: engines, levels, players, matches, each behind one function.

Everything here is reached through the package (`alcove.analyse`, not `alcove.library.analyse`) and imported when somebody asks
for it. Whatever is wrong with an argument is an `AlcoveError` that names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from alcove.core.errors import A_POSITION, AlcoveError, WrongTypeError, expect
from alcove.core.game import Position, State, View
from alcove.core.registry import game, game_of
from alcove.core.text import Text
from alcove.elo import elo
from alcove.players import levels as _levels
from alcove.players.levels import Level
from alcove.players.player import Player
from alcove.records import read_record

if TYPE_CHECKING:
    from alcove.players.engine import Analysis, Engine, Limits
    from alcove.records.record import Record

MOST_THREADS = 256
MOST_GAMES = 1_000_000

# --- Who plays --------------------------------------------------------------------------------------------------------


def levels(game_name: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; `rating` counts from random play at 0 and was measured.

    >>> import alcove
    >>> name = alcove.games()[0]
    >>> [level.number for level in alcove.levels(name)]
    [1, 2, 3, 4, 5, 6, 7, 8]
    >>> alcove.levels(name)[3].name.en
    'Regular'
    """
    return _levels.levels(game(game_name).name)


def player(game_name: str, name: str | int, *, seconds: float | None = None, nodes: int | None = None) -> Player:
    """Somebody who can sit in a seat: a level by its number, or a player by its name.

    Names are those of `alcove arena`: `random`, `greedy`, `level4`, `engine:1s`, `engine:n=20000`, `net:1s`, … and
    `ugi:COMMAND` for the engine of another program. `seconds` or `nodes` a move hold where the name has no limit.

    >>> import alcove, random
    >>> name = alcove.games()[0]
    >>> start = alcove.game(name).initial()
    >>> move = alcove.player(name, "random").choose(start, random.Random(1))
    >>> move in start.legal_moves()
    True
    """
    from alcove.players.roster import player as seated

    known = game(game_name).name
    if isinstance(name, bool) or not isinstance(name, str | int):
        expected = Text("a player's name or a level's number", "le nom d'un joueur ou le numéro d'un niveau")
        raise WrongTypeError("name", expected, name)
    return seated(known, _level(known, name) if isinstance(name, int) else name, _limits(seconds, nodes))


def engine(game_name: str, *, megabytes: int = 64, threads: int = 1) -> Engine:
    """The strongest engine of a game, which remembers what it has found in so many megabytes.

    >>> import alcove
    >>> name = alcove.games()[0]
    >>> strong = alcove.engine(name, megabytes=8)
    >>> start = alcove.game(name).initial()
    >>> strong.best_move(start, alcove.Limits(nodes=500)) in start.legal_moves()
    True
    """
    from alcove.players.engine import engine as made

    known = game(game_name).name
    return made(known, _whole("megabytes", megabytes, 1, 65_536), _whole("threads", threads, 1, MOST_THREADS))


def analyse(
    view: View,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
) -> Analysis:
    """What the game's engine thinks of a position: its best `lines`, found within the given limits, or within a second.

    Of a state with secrets the engine is shown what the player to move may know, and no more.

    >>> import alcove
    >>> state = alcove.game(alcove.games()[0]).initial()
    >>> analysis = alcove.analyse(state, nodes=2000, lines=2)
    >>> len(analysis.lines), state.find(analysis.best.moves[0]) in state.legal_moves()
    (2, True)
    """
    expect("view", view, Position, A_POSITION)
    found = game_of(type(view))
    if found is None:
        raise AlcoveError(Text("view: of no game that is installed", "vue : d'aucun jeu installé"))
    lines, threads = _whole("lines", lines, 1, 256), _whole("threads", threads, 1, MOST_THREADS)
    limits = _limits(seconds, nodes, depth) or _limits(1.0)
    assert limits is not None
    thinker = _engine(found.name, threads)
    if limits.seconds is None:
        thinker.forget()  # so that the same question has the same answer
    seen = found.view(view, view.to_move) if isinstance(view, State) else view
    return thinker.analyse(seen, limits, lines)


@cache
def _engine(game_name: str, threads: int) -> Engine:
    """The engines of this process that `analyse` asks: a table takes time to make."""
    return engine(game_name, threads=threads)


def evaluations(
    record: Record, *, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
) -> tuple[float, ...]:
    """How likely the first seat was to win after every ply of a record, from 0 to 1, its start included; where a game is over,
    what it came to. `alcove.curve` makes a picture of it.

    >>> import alcove
    >>> game = alcove.game(alcove.games()[0])
    >>> start = game.initial()
    >>> record = alcove.Record.of(game, start, [start.legal_moves()[0]])
    >>> len(alcove.evaluations(record, nodes=200))
    2
    """
    found = []
    for state in _a_record(record).replay():
        outcome = state.outcome()
        if outcome is not None:
            share = 0.5 if outcome.winner is None else float(outcome.winner == 0)
            found.append(0.0 if outcome.together and outcome.winner is None else share)
        else:
            chance = analyse(state, seconds=seconds, nodes=nodes, depth=depth).best.win_probability
            found.append(chance if state.to_move == 0 or state.shares_fate else 1 - chance)
    return tuple(found)


# --- Matches ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match came to, as its first player sees it."""

    players: tuple[str, ...]
    wins: int
    draws: int
    losses: int
    records: tuple[Record, ...]

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The first player's share of the points, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def share_interval(self) -> tuple[float, float]:
        """Where the true share lies, nineteen times out of twenty. Where games come in pairs, pairs are what is counted."""
        from alcove.players.arena import points
        from alcove.players.rating import match_interval

        is_paired = len(self.players) > 1
        scores = {n: points(record, n % 2 if is_paired else 0) for n, record in enumerate(self.records)}
        return match_interval(scores, is_paired)

    @property
    def elo(self) -> float:
        """How many points stronger the first player is; infinite if all games went one way."""
        return elo(self.share)

    def __str__(self) -> str:
        low, high = self.share_interval
        against = f" against {self.players[1]}" if len(self.players) > 1 else ""
        return (
            f"{self.players[0]}{against}: {self.wins} won, {self.draws} drawn, {self.losses} lost, "
            f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        )


def match(
    game_name: str,
    first: Player | str | int,
    second: Player | str | int | None = None,
    *,
    games: int = 20,
    seed: int = 0,
    opening_plies: int | None = None,
    options: Mapping[str, object] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    processes: int = 1,
) -> MatchResult:
    """Let two players meet, or one player meet many deals where everybody shares one fate.

    A player is a name or a level's number, as for `alcove.player`, or anything with a `name` and a method `choose(view, rng)`. Games come in pairs:
    both begin with the same random opening, and the players change seats. The same seed gives the same match, if the players'
    moves depend on nothing but their luck. `processes` side by side need players that are names.

    >>> import alcove
    >>> result = alcove.match(alcove.games()[0], 3, "random", games=4)
    >>> result.games, result.share > 0.5
    (4, True)
    """
    from alcove.players import arena

    known = game(game_name)
    named = [_named(known.name, "first", first)]
    if second is not None:
        named.append(_named(known.name, "second", second))
    expect(
        "options",
        {} if options is None else options,
        Mapping,
        Text("options by their names", "des options par leurs noms"),
    )
    described = arena.Match(
        known.name,
        tuple(name for name, _ in named),
        _whole("games", games, 1, MOST_GAMES),
        _whole("seed", seed, 0, 2**63 - 1),
        known.about.opening_plies if opening_plies is None else _whole("opening_plies", opening_plies, 0, 1000),
        tuple(sorted((name, str(value)) for name, value in (options or {}).items())),
        seconds,
        nodes,
    )
    limits = _limits(seconds, nodes)
    processes = _whole("processes", processes, 1, MOST_THREADS)
    described.check_seats()
    if processes > 1 and all(seated is None for _, seated in named):
        played = arena.run(described.check(), processes=processes)
    else:
        seats = [seated or arena.seated(known.name, name, limits) for name, seated in named]
        played = [arena.play_game(described, number, seats) for number in range(described.games)]
    scores = [each.score for each in played]
    return MatchResult(
        described.players,
        sum(score == 1 for score in scores),
        sum(score == 0.5 for score in scores),
        sum(score == 0 for score in scores),
        tuple(read_record(each.text) for each in played),
    )


def _level(game_name: str, number: int) -> str:
    """The name of the player of a level that there is."""
    _levels.recipe(game_name, number)
    return f"level{number}"


def _named(game_name: str, argument: str, given: object) -> tuple[str, Player | None]:
    """A player's name, and the player if it was given as itself."""
    if isinstance(given, int) and not isinstance(given, bool):
        return _level(game_name, given), None
    if isinstance(given, str):
        return given, None
    if isinstance(getattr(given, "name", None), str) and callable(getattr(given, "choose", None)):
        assert isinstance(given, Player)
        return given.name, given
    raise WrongTypeError(
        argument,
        Text("a player: a name, a level's number, or an object with a name and a method choose(view, rng)",
             "un joueur : un nom, le numéro d'un niveau, ou un objet avec un nom et une méthode choose(view, rng)"),
        given,
    )  # fmt: skip


# --- Arguments --------------------------------------------------------------------------------------------------------


def _limits(seconds: float | None = None, nodes: int | None = None, depth: int | None = None) -> Limits | None:
    from alcove.search.limits import Limits

    return None if seconds is None and nodes is None and depth is None else Limits(seconds, nodes, depth)


def _whole(argument: str, value: object, least: int, most: int) -> int:
    expected = Text(f"a whole number from {least} to {most}", f"un nombre entier de {least} à {most}")
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongTypeError(argument, expected, value)
    if not least <= value <= most:
        raise AlcoveError(
            Text(
                f"{argument}: expected {expected.en}, found {value}",
                f"{argument} : il faut {expected.fr}, trouvé {value}",
            )
        )
    return value


def _a_record(record: object) -> Record:
    from alcove.records.record import Record

    expect("record", record, Record, Text("a record", "une partie"))
    assert isinstance(record, Record)
    return record
