"""Self-play: half of the games think on the CPU's cores while the network looks at the other half's leaves."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numba
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from alcove.neural.guided import Guided
from alcove.neural.training.settings import Settings
from alcove.neural.training.tower import Tower
from alcove.neural.trees.layout import halving

STAGGERED_PLIES = 30
"""The first games begin after up to this many random plies, so that not all of them end at once."""


class Finished(NamedTuple):
    """Games that have ended: how many, how many of them drawn and broken off, and their positions: looks, policies, what
    they are worth and owners."""

    games: int = 0
    drawn: int = 0
    broken_off: int = 0
    rows: Sequence[Tensor] = ()


def prepare_machine(on_gpu: bool, seed: int) -> None:
    """Settle threads and luck, once a process. On few cores numba's own threads must not spin against PyTorch's."""
    setattr(numba.config, "THREADING_LAYER", "omp" if on_gpu else "workqueue")  # noqa: B010 (mypy knows no such name)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True


class Players(Protocol):
    """Whoever plays the games that are learnt from."""

    games: int

    def round(self, simulations: int) -> Iterator[Finished]:
        """Play a move in all games; whatever ends meanwhile comes out, and time to learn with it."""

    def renew(self, player: Tower) -> None:
        """Play with what has been learnt from now on."""

    def close(self) -> None:
        """Leave the table."""


class TwoHalves:
    """All games in this process."""

    def __init__(self, game: Guided, settings: Settings, player: Tower, device: torch.device, seed: int) -> None:
        self.games = 2 * settings.games
        self._halves = [Half(game, settings, player, device, seed + number) for number in range(2)]

    def round(self, simulations: int) -> Iterator[Finished]:
        for number in range(simulations + 1):
            for half in self._halves:
                half.wait()
                finished = Finished()
                if number < simulations:
                    half.simulate(number, simulations)
                else:
                    finished = half.play(simulations)
                half.ask()
                yield finished

    def renew(self, player: Tower) -> None:
        """The player is shared: it knows already."""

    def close(self) -> None:
        """There is nobody else."""


class Half:
    """One half of the games: trees, records, and the buffers between them and the network."""

    def __init__(self, game: Guided, settings: Settings, player: Tower, device: torch.device, seed: int) -> None:
        self._game, self._settings, self._player = game, settings, player
        self._walking: Any = game.walking
        games, most = settings.games, max(settings.first_simulations, settings.later_simulations)
        self._trees = game.new_trees(games, most + 2, (most + 1) * game.kernel.MAX_MOVES, seed)
        self._records = game.new_records(games, settings.longest_game)
        self._tables = {n: halving(n) for n in (settings.first_simulations, settings.later_simulations)}
        self._start = game.start()
        self._over = np.ones(games, np.bool_)
        self._on_gpu = device.type == "cuda"
        self._buffers(games)
        self._restart(self._over, STAGGERED_PLIES)
        self._walking.step(self._trees, -1, self._tables[settings.first_simulations], 1.0, *self._answers, self._seen)
        if self._on_gpu:
            self._capture(device)
        self.ask()

    def _buffers(self, games: int) -> None:
        look, n_policy = self._game.look, self._game.n_policy
        self._tensor_seen = self._shared((games, look.size), torch.uint8)
        self._tensor_places = [self._shared((games, self._game.n_listed), torch.int16) for _ in range(2)]
        place, origin = (places.numpy() for places in self._tensor_places)
        self._trees = self._trees._replace(place=place, origin=origin)
        self._tensor_shares = self._shared((games, self._game.n_listed), torch.float32)
        self._tensor_value = self._shared((games,), torch.float32)
        self._seen = self._tensor_seen.numpy()
        self._answers = (self._tensor_shares.numpy(), self._tensor_value.numpy())
        rows = games * 6 + 20 * self._settings.longest_game  # what a round may bring; more waits for the next
        self._rows = [
            self._shared((rows, look.size), torch.uint8),
            self._shared((rows, n_policy), torch.int16),
            self._shared((rows,), torch.int8),
            self._shared((rows, look.n_cells), torch.uint8),
        ]

    def _shared(self, shape: tuple[int, ...], kind: torch.dtype) -> Tensor:
        return torch.zeros(shape, dtype=kind, pin_memory=self._on_gpu)

    def _capture(self, device: torch.device) -> None:
        """Record the network's look at all leaves once, copies included, to be replayed."""
        self._stream: Any = torch.cuda.Stream(priority=-1)
        self._answered: Any = torch.cuda.Event()
        self._device_seen = self._tensor_seen.to(device)
        self._device_places = [places.to(device) for places in self._tensor_places]
        with torch.cuda.stream(self._stream):
            for _ in range(3):
                self._look()
            torch.cuda.synchronize()
            self._graph: Any = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph, stream=self._stream):
                self._look()

    def _look(self) -> None:
        self._device_seen.copy_(self._tensor_seen, non_blocking=True)
        for here, there in zip(self._device_places, self._tensor_places, strict=True):
            here.copy_(there, non_blocking=True)
        shares, value = self._player.answer_moves(self._device_seen, *self._device_places)
        self._tensor_shares.copy_(shares, non_blocking=True)
        self._tensor_value.copy_(value, non_blocking=True)

    def ask(self) -> None:
        """Have the network look at the leaves; on a GPU this returns at once."""
        if self._on_gpu:
            with torch.cuda.stream(self._stream):
                self._graph.replay()
                self._answered.record(self._stream)
        else:
            shares, value = self._player.answer_moves(self._tensor_seen, *self._tensor_places)
            self._tensor_shares.copy_(shares)
            self._tensor_value.copy_(value)

    def wait(self) -> None:
        if self._on_gpu:
            self._answered.synchronize()

    def simulate(self, number: int, simulations: int) -> None:
        """Simulation `number` of a move, in all games."""
        table = self._tables[simulations]
        self._walking.step(self._trees, number, table, 1.0, *self._answers, self._seen)

    def play(self, simulations: int) -> Finished:
        """Play the moves that were found and plant the next trees; how many games ended, and their positions."""
        self._walking.finish(self._trees, self._records, *self._answers, self._over)
        lengths = np.where(self._over, self._records.length, 0).astype(np.int64)
        starts = np.cumsum(lengths) - lengths
        room = self._over & (starts + lengths <= len(self._rows[0]))
        n = int(lengths[room].sum())
        seen, policy, worth, owners = (rows.numpy() for rows in self._rows)
        arguments = (seen, policy.view(np.uint16), worth, owners)
        how = (self._settings.owners_after, self._settings.trust, self._settings.half_win)
        self._walking.gather(self._records, room, starts, *how, *arguments)
        broken_off = self._records.is_broken_off & room
        drawn = room & (self._records.result == 0) & ~broken_off
        counts = int(room.sum()), int(drawn.sum()), int(broken_off.sum())
        self._over &= ~room
        self._restart(room, self._settings.opening_plies)
        self._walking.step(self._trees, -1, self._tables[simulations], 1.0, *self._answers, self._seen)
        return Finished(*counts, [rows[:n] for rows in self._rows])

    def _restart(self, over: npt.NDArray[np.bool_], most_plies: int) -> None:
        late = (self._settings.late_share, self._settings.late_plies)
        self._walking.restart(self._trees, self._records, over, self._start, most_plies, *late)
