"""What a training run is made of, for each game and for what stands at hand: a GPU or a plain CPU."""

from dataclasses import dataclass, replace

from alcove.core.text import Text
from alcove.games.data import DataError, read_json


@dataclass(frozen=True)
class Settings:
    """The sizes of a run. Games are played in two halves: one thinks on the CPU while the network looks at the other."""

    channels: int = 64
    blocks: int = 6
    games: int = 4096  # in each half
    first_simulations: int = 32  # a move, at first
    later_simulations: int = 64  # a move, once `switch` of the run is over
    switch: float = 0.22
    opening_plies: int = 4  # a game begins with up to this many random plies
    late_share: float = 0.0  # of the games begin late: after up to `late_plies` plies that are random but greedy
    late_plies: int = 0
    longest_game: int = 38  # in plies; a longer one is broken off
    half_win: float = 0.0  # the lead of material that is half a win where a game was broken off; 0: that is a draw
    trust: float = 1.0  # what a ply leaves of the outcome in the worth of a position; searches on the way tell the rest
    owners_after: int = 38  # the auxiliary head foresees what stands on the squares so many plies later, or at the end
    window: int = 3_000_000  # positions remembered
    warm_up: int = 150_000  # positions before learning begins
    reuse: float = 8.0  # how often a position is learnt from
    batch: int = 4096
    learning_rate: float = 2e-3
    last_rate: float = 0.03  # of the learning rate, at the end of the run
    warm_up_steps: int = 300
    weight_decay: float = 0.03
    average: float = 0.998  # how slowly the averaged network, which plays, follows the one that learns
    match_games: int = 400  # between a snapshot and the one before
    snapshots: int = 14


_SMALL = {
    "channels": 32,
    "blocks": 3,
    "games": 64,
    "first_simulations": 8,
    "later_simulations": 16,
    "window": 16_000,
    "warm_up": 1_000,
    "reuse": 4.0,
    "batch": 128,
    "warm_up_steps": 50,
    "average": 0.99,
    "match_games": 40,
    "snapshots": 4,
}


def settings_for(game: str, has_gpu: bool, **changes: float) -> Settings:
    """The settings of a game's run, as the training.json of its folder says; without a GPU everything is small."""
    found = _read(game)
    return replace(found, **({} if has_gpu else _SMALL) | changes)  # type: ignore[arg-type]


def _read(game: str) -> Settings:
    written = (read_json(game, "training.json") or {}).get("tower", {})
    try:
        return Settings(**written)
    except TypeError as error:
        said = str(error).removeprefix("Settings.__init__() ")
        raise DataError.of(game, "training.json", Text(said, said)) from None
