"""What an atlas holds. Shares and estimates come with their 95 % intervals; sizes are powers of ten (`log10`)."""

from dataclasses import dataclass, field

VERSION = 1


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, from 0 to 1."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The size of something large: ten to the power of `log10`."""

    log10: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How a whole number is spread: `counts[i]` of them lie in the `width` numbers from `first + i · width` on; the last
    bin also holds what lies beyond, up to `most`."""

    mean: float
    deviation: float
    least: int
    median: int
    most: int
    first: int
    width: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """Games of one player against itself: `random`, or a level of the room (`level4`), whose rating stands beside it.

    Wins are those of the seat that begins and of the other; where all seats share one fate, games won and lost.
    `choices[n]` is the mean number of legal moves after n plies. `reasons` are why `reasoned` of the games ended.
    """

    player: str
    rating: int | None
    games: int
    first_wins: int
    draws: int
    second_wins: int
    score: Share
    drawn: Share
    length: Spread
    branching: Spread
    choices: tuple[float, ...]
    reasoned: int
    reasons: dict[str, int]


@dataclass(frozen=True, slots=True)
class AtlasMode:
    """A way to play the game: its options, whether everybody wins or loses together, and the games, weakest first."""

    name: str
    options: dict[str, str]
    together: bool
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class LineCount:
    """How many lines of play have this many plies: counted (`exact`), or estimated by random probes."""

    plies: int
    exact: int | None
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class PlayedTree:
    """The tree as a player meets it: the product of the numbers of legal moves along a game, averaged as a power of ten."""

    player: str
    size: Estimate


@dataclass(frozen=True, slots=True)
class TreeSize:
    """How large the tree of moves is. `deal` is the luck that lines were counted for; probes go over many deals.

    `whole` estimates the number of whole games, where no game is too long for that.
    """

    deal: str
    probes: int
    lines: tuple[LineCount, ...]
    whole: Estimate | None
    played: tuple[PlayedTree, ...]


@dataclass(frozen=True, slots=True)
class Luck:
    """The same deals again and again by one player: how much of winning is the deal's.

    `always` and `never` are deals won every time and not once; `decided` is the part of the differences between games
    that lies between deals (0: the deal says nothing, 1: everything).
    """

    player: str
    deals: int
    repeats: int
    won: Share
    always: int
    never: int
    decided: Share


Counts = tuple[int, int, int, int]
"""Of a move: how often it was played, wins of the seat that began, draws, and the plies of all those games together."""


@dataclass(frozen=True, slots=True)
class Openings:
    """The first `plies` plies of engine games. `positions` has, for every position that at least `least` of them passed,
    the moves played there; positions go by a hash of what they look like from their first side (see `openings.py`)."""

    games: int
    players: tuple[str, ...]
    plies: int
    least: int
    positions: dict[str, dict[str, Counts]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Atlas:
    """Everything measured about a game, and how: the same seed and numbers of games give the same atlas.

    `thrice` is how many of the random games came to a position for the third time: kernels do not look at that.
    """

    version: int
    game: str
    date: str
    seed: int
    random_games: int
    engine_games: int
    thrice: int
    modes: tuple[AtlasMode, ...]
    tree: TreeSize
    states_log10: float | None
    luck: Luck | None
    openings: Openings | None
