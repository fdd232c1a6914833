"""A training run: self-play and learning in turns, snapshots that meet each other, and files to go on from.

A folder holds all of a run: `state.pt` to resume from, `log.jsonl`, the network `GAME.net`, and `strength.svg`. With a
number of rounds instead of minutes, and on a CPU, a run is the same every time.
"""

import copy
import json
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import torch

from alcove.core.text import Text
from alcove.neural import weights
from alcove.neural.guided import NetworkError, guided
from alcove.neural.training.learner import LOSSES, Learner, Memory
from alcove.neural.training.selfplay import Finished, Players, TwoHalves, prepare_machine
from alcove.neural.training.settings import Settings, settings_for
from alcove.neural.training.strength import gain, match, play_games
from alcove.neural.training.tower import Tower, fold, load, tensors, unfold
from alcove.plot import curve

PUBLISH_EVERY = 32
"""Steps between two versions of the network that plays."""
MOST_CREDIT = 400.0
"""Steps that may be owed: a slow learner need not catch up forever."""
LOG_EVERY_SECONDS = 10.0
CALIBRATION = 2048
"""Positions from which the ranges of 8-bit numbers are taken."""

LOOKS_TO_UNFOLD = 4096

COUNTS = ("simulations", "games", "positions", "steps")


class Cluster(NamedTuple):
    """Other machines to play on: where Ray is, and how many workers (else one a GPU, or one a machine)."""

    address: str
    workers: int | None = None


class Length(NamedTuple):
    """How long a leg lasts: so many rounds, or else so many minutes."""

    minutes: float = 1.0
    rounds: int | None = None


@dataclass(slots=True)
class Past:
    """What earlier legs have done, and the curve of their strength: seconds and Elo."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    seconds: float = 0.0
    rounds: int = 0
    curve: list[tuple[float, float]] = field(default_factory=list)


class Run:
    """One leg of training. Open it with `Run.open`, then let it `go`."""

    def __init__(self, folder: Path, learner: Learner, past: Past, player: Tower, players: Players) -> None:
        self._folder, self._learner, self._player, self._players = folder, learner, player, players
        self._game, self._device = learner.game, learner.device
        self.settings: Settings = learner.settings
        self._counts, self._before, self._past_rounds, self._curve = past.counts, past.seconds, past.rounds, past.curve
        self._memory = Memory(self._game, self.settings.window, self._device)
        self._length = Length()
        self._told: Callable[[dict[str, Any]], None] = lambda row: None
        self._rounds_done, self._credit = 0, 0.0
        self._previous: Tower | None = self._snapshot() if self._curve else None

    @classmethod
    def open(
        cls,
        name: str,
        folder: Path,
        *,
        resume: bool = False,
        begin_with: Path | None = None,
        seed: int = 0,
        changes: Mapping[str, float] | None = None,
        cluster: Cluster | None = None,
    ) -> Self:
        """A run in `folder`: the one that is there (`resume`), or a new one, which may `begin_with` a network's file.

        A new run sets the files of an earlier one aside. `changes` are to the usual settings of the game.
        """
        game, device = guided(name), torch.device("cuda" if torch.cuda.is_available() else "cpu")
        on_gpu = device.type == "cuda"
        settings = settings_for(name, on_gpu, **changes or {})
        seed %= 2**31
        prepare_machine(on_gpu, seed)
        folder.mkdir(parents=True, exist_ok=True)
        learner, past = Learner(game, settings, device), Past()
        if resume:
            past = _resumed(learner, folder)
        elif begin_with is not None:
            past = _begun_with(learner, weights.read(begin_with, name))
        if not resume:
            _set_aside(folder, name)
        player = _folded(learner, torch.float16 if on_gpu else torch.float32)
        players = _seated(learner, player, cluster, seed * 1000 + 2 * learner.steps)
        return cls(folder, learner, past, player, players)

    def _snapshot(self) -> Tower:
        kind = torch.float16 if self._device.type == "cuda" else torch.float32
        return copy.deepcopy(_folded(self._learner, kind))

    # --- What is kept ---------------------------------------------------------------------------------------------------

    def _save(self, seconds: float) -> None:
        state = {
            "game": self._game.name,
            "encoding": self._game.version,
            "learner": self._learner.state(),
            "counts": self._counts,
            "seconds": self._before + seconds,
            "rounds": self._past_rounds + self._rounds_done,
            "curve": self._curve,
        }
        unfinished = self._folder / "state.pt.part"
        torch.save(state, unfinished)
        unfinished.replace(self._folder / "state.pt")
        self._save_network(seconds)
        if self._curve:
            title = f"{self._game.name}: strength of the bare policy"
            points = [(when / 60, rating) for when, rating in self._curve]
            (self._folder / "strength.svg").write_text(curve(points, title, "minutes", "Elo, summed"), encoding="utf-8")

    def _save_network(self, seconds: float) -> None:
        player = _folded(self._learner, torch.float32)
        looks = self._memory.sample(min(CALIBRATION, self.settings.batch))[0]
        story = {
            "minutes": round((self._before + seconds) / 60, 2),
            **self._counts,
            "device": _device_name(self._device),
        }
        weights.write(
            self._folder / f"{self._game.name}.net",
            weights.Weights(
                self._game.name,
                self._game.version,
                self.settings.channels,
                self.settings.blocks,
                tensors(player),
                tuple(player.ranges(looks)),
                story,
            ),
        )

    # --- Playing and learning -------------------------------------------------------------------------------------------

    def go(self, length: Length, told: Callable[[dict[str, Any]], None] = lambda row: None) -> dict[str, Any]:
        """Train until time, or the number of rounds, is up. Rows of the log are `told`, and the last one is returned."""
        self._length, self._told = length, told
        self._drawn = self._broken_off = 0
        self._round(0.0)  # compiles and records what the clock should not wait for
        started = time.perf_counter()
        self._log = (self._folder / "log.jsonl").open("a", encoding="utf-8")
        self._log_row({"settings": asdict(self.settings), "device": _device_name(self._device)})
        self._mark(started)
        next_snapshot = 0.0
        row: dict[str, Any] = {}
        while True:
            progress = self._progress(time.perf_counter() - started)
            self._round(progress)
            now = time.perf_counter()
            progress = self._progress(now - started)
            if progress >= 1 or (progress >= next_snapshot and self._learner.steps):
                self._meet_previous(now - started)
                self._save(now - started)
                next_snapshot = progress + 1 / self.settings.snapshots
            if progress >= 1 or now - self._marked > LOG_EVERY_SECONDS:
                row = self._tell(started)
            if progress >= 1:
                self._log.close()
                self._players.close()
                return row

    def _progress(self, seconds: float) -> float:
        """How much of the run is over; what earlier legs did counts in."""
        if self._length.rounds is not None:
            return (self._past_rounds + self._rounds_done) / (self._past_rounds + self._length.rounds)
        return (self._before + seconds) / (self._before + 60 * self._length.minutes)

    def _round(self, progress: float) -> None:
        """A move in every game, and as many steps of learning as the new positions pay for."""
        settings = self.settings
        simulations = settings.first_simulations if progress < settings.switch else settings.later_simulations
        for finished in self._players.round(simulations):
            if finished.games:
                self._remember(finished)
            if self._memory.total >= settings.warm_up and self._credit >= 1:
                self._credit -= self._learner.step(self._memory, progress)
        self._counts["simulations"] += self._players.games * (simulations + 1)
        if self._device.type == "cpu":
            while self._memory.total >= settings.warm_up and self._credit >= 1:
                self._credit -= self._learner.step(self._memory, progress)
        self._credit = min(self._credit, MOST_CREDIT)
        self._rounds_done += 1
        if self._learner.steps - self._counts["steps"] >= PUBLISH_EVERY:
            self._counts["steps"] = self._learner.steps
            self._learner.publish(self._player)
            self._players.renew(self._player)

    def _remember(self, finished: Finished) -> None:
        rows = finished.rows
        if self._device.type == "cuda":
            with torch.cuda.stream(self._learner.stream):
                self._memory.add(rows)
        else:
            self._memory.add(rows)
        self._counts["games"] += finished.games
        self._counts["positions"] += len(rows[0])
        self._credit += len(rows[0]) * self.settings.reuse / self.settings.batch
        self._drawn += finished.drawn
        self._broken_off += finished.broken_off

    # --- Telling --------------------------------------------------------------------------------------------------------

    def _mark(self, now: float) -> None:
        self._marked, self._marked_counts = now, dict(self._counts)
        self._drawn = self._broken_off = 0

    def _meet_previous(self, seconds: float) -> None:
        """A match between the network as it is now and as it was at the last snapshot; its rating goes on the curve."""
        if self._device.type == "cuda":
            torch.cuda.synchronize()
        now = self._snapshot()
        rating = self._curve[-1][1] if self._curve else 0.0
        result = None
        if self._previous is not None:
            result = match(self._game, self.settings, now, self._previous, self._device, seed=self._learner.steps)
            rating += gain(*result)
        self._curve.append((round(self._before + seconds, 2), round(rating, 1)))
        self._previous = now
        self._log_row({"seconds": self._curve[-1][0], "elo": self._curve[-1][1], "against_previous": result})

    def _tell(self, started: float) -> dict[str, Any]:
        now = time.perf_counter()
        self._counts["steps"] = max(self._counts["steps"], self._learner.steps)
        rates = {
            f"{name}/s": (self._counts[name] - self._marked_counts[name]) / (now - self._marked) for name in COUNTS
        }
        positions = self._counts["positions"] - self._marked_counts["positions"]
        games = self._counts["games"] - self._marked_counts["games"]
        row = {
            "seconds": round(self._before + now - started, 1),
            "progress": round(self._progress(now - started), 4),
            **{name: round(rate, 1) for name, rate in rates.items()},
            **{
                f"{name} loss": round(loss, 4) for name, loss in zip(LOSSES, self._learner.losses.tolist(), strict=True)
            },
            "drawn": round(self._drawn / max(1, games), 4),
            "broken off": round(self._broken_off / max(1, games), 4),
            "plies": round(positions / max(1, games), 1),
            "owed": round(self._credit, 1),
            "total": dict(self._counts),
            "elo": self._curve[-1][1] if self._curve else None,
        }
        self._log_row(row)
        self._mark(now)
        return row

    def _log_row(self, row: dict[str, Any]) -> None:
        self._log.write(json.dumps(row) + "\n")
        self._log.flush()
        self._told(row)


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name() if device.type == "cuda" else "CPU"


# --- How a run is opened --------------------------------------------------------------------------------------------


def _folded(learner: Learner, kind: torch.dtype) -> Tower:
    """The network that plays: the average of what has been learnt, folded."""
    player = Tower(learner.game.look, learner.settings.channels, learner.settings.blocks, folded=True)
    player = player.to(learner.device, memory_format=torch.channels_last).to(kind).eval().requires_grad_(False)
    folded: Tower = fold(learner.average, player)
    return folded


def _seated(learner: Learner, player: Tower, cluster: Cluster | None, seed: int) -> Players:
    if cluster is None:
        return TwoHalves(learner.game, learner.settings, player, learner.device, seed)
    from alcove.neural.training.workers import Workers

    return Workers(cluster.address, learner.game.name, learner.settings, player, seed, cluster.workers)


def _resumed(learner: Learner, folder: Path) -> Past:
    """What the run in a folder has done so far; its learner knows again what it knew."""
    path = folder / "state.pt"
    reason = Text("damaged, or more than numbers", "abîmé, ou plus que des nombres")
    try:
        with warnings.catch_warnings(action="ignore"):
            state = torch.load(path, map_location=learner.device, weights_only=True)
        reason = Text("another game or encoding", "autre jeu ou autre encodage")
        if (state["game"], state["encoding"]) != (learner.game.name, learner.game.version):
            raise ValueError
        reason = Text("another size, or damaged", "autre taille, ou abîmé")
        learner.restore(state["learner"])
        counts = {name: int(state["counts"][name]) for name in COUNTS}
        strength = [(float(seconds), float(elo)) for seconds, elo in state["curve"]]
        return Past(counts, float(state["seconds"]), int(state["rounds"]), strength)
    except FileNotFoundError:
        raise NetworkError(
            Text(f"{path}: no run to resume there", f"{path} : aucun entraînement à reprendre ici")
        ) from None
    except Exception:
        raise NetworkError(
            Text(f"{path}: not a run of {learner.game.name} to resume: {reason.en}",
                 f"{path} : pas un entraînement de {learner.game.name} à reprendre : {reason.fr}")
        ) from None  # fmt: skip


def _set_aside(folder: Path, name: str) -> None:
    """Put the files of a run that is not resumed into a folder of their own, instead of writing over them."""
    names = ("state.pt", "log.jsonl", "strength.svg", f"{name}.net")
    old = [folder / name for name in names if (folder / name).exists()]
    if old:
        earlier = (folder / f"earlier-{number}" for number in count(1))
        aside = next(path for path in earlier if not path.exists())
        aside.mkdir()
        for path in old:
            path.rename(aside / path.name)


def _begun_with(learner: Learner, found: weights.Weights) -> Past:
    """Go on from a network's file alone: what the optimiser knew is lost, and so is the head that only helps."""
    settings = learner.settings
    if (found.channels, found.blocks) != (settings.channels, settings.blocks):
        raise NetworkError(
            Text(f"a network of {found.channels} x {found.blocks}; this training is one of {settings.channels} x {settings.blocks}",
                 f"un réseau de {found.channels} x {found.blocks} ; cet entraînement en demande {settings.channels} x {settings.blocks}")
        )  # fmt: skip
    player = load(_folded(learner, torch.float32), found.tensors)
    records = play_games(learner.game, settings, player, player, learner.device, 0, 0)
    looks = np.concatenate([game[:length] for game, length in zip(records.seen, records.length, strict=True)])
    unfold(player, learner.net, torch.from_numpy(looks[:LOOKS_TO_UNFOLD]).to(learner.device))
    learner.average.load_state_dict(learner.net.state_dict())
    story = found.story
    counts = {name: int(story.get(name, 0)) for name in COUNTS}
    learner.steps = learner.first_step = counts["steps"]
    strength = [(float(when), float(rating)) for when, rating in story.get("curve", [])]
    return Past(counts, 60.0 * story.get("minutes", 0), curve=strength)
