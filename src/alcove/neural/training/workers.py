"""Self-play on several machines: Ray actors play, this process learns from what they send.

Every worker plays its own two halves of games with the network it was sent last; results are taken as they come, so a slow
machine holds nobody up for longer than a move of its own.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

from alcove.core.errors import quoted
from alcove.core.text import Text
from alcove.neural.guided import NetworkError, guided
from alcove.neural.training.selfplay import Finished, TwoHalves, prepare_machine
from alcove.neural.training.settings import Settings
from alcove.neural.training.tower import Tower, load, tensors

LOCAL = "local"
"""The address of a cluster that is made for the occasion, on this machine."""


class Worker:
    """The games of one actor."""

    def __init__(self, name: str, settings: Settings, seed: int) -> None:
        on_gpu = torch.cuda.is_available()
        prepare_machine(on_gpu, seed)
        device, game = torch.device("cuda" if on_gpu else "cpu"), guided(name)
        player = Tower(game.look, settings.channels, settings.blocks, folded=True)
        player = player.to(device, memory_format=torch.channels_last).to(torch.float16 if on_gpu else torch.float32)
        self._player = player.eval().requires_grad_(False)
        self._games = TwoHalves(game, settings, self._player, device, seed)

    def play(self, values: dict[str, Any], simulations: int) -> tuple[tuple[int, ...], list[Any]]:
        """Play a move in all games with the network of these tensors."""
        load(self._player, {name: np.array(value) for name, value in values.items()})
        counts, parts = np.zeros(3, np.int64), []
        for games, drawn, broken_off, rows in self._games.round(simulations):
            if games:
                counts += (games, drawn, broken_off)
                parts.append([row.numpy().copy() for row in rows])
        return tuple(counts.tolist()), [np.concatenate(columns) for columns in zip(*parts, strict=True)]


class Workers:
    """The actors of a Ray cluster, seen as one crowd of players."""

    def __init__(
        self, address: str, name: str, settings: Settings, player: Tower, seed: int, count: int | None = None
    ) -> None:
        import ray

        self._ray: Any = ray
        self._connect(address, count)
        gpus = int(ray.cluster_resources().get("GPU", 0))
        size = count or gpus or len(ray.nodes())
        actor: Any = ray.remote(num_cpus=1, num_gpus=1 if gpus else 0)(Worker)
        self._actors = [actor.remote(name, settings, seed + 2 * number) for number in range(size)]
        self.games = 2 * settings.games * size
        self._asked: dict[Any, Any] = {}
        self.renew(player)

    def _connect(self, address: str, count: int | None) -> None:
        if address == LOCAL:
            self._ray.init(num_cpus=count, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
            return
        try:
            self._ray.init(address=address, log_to_driver=False, ignore_reinit_error=True)
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0][:80]
            raise NetworkError(
                Text(
                    f"no Ray cluster at {quoted(address)} ({reason})",
                    f"pas de grappe Ray à {quoted(address)} ({reason})",
                )
            ) from None

    def renew(self, player: Tower) -> None:
        self._values = self._ray.put(tensors(player))

    def round(self, simulations: int) -> Iterator[Finished]:
        """As many results as there are workers; each worker goes on at once."""
        for actor in set(self._actors) - set(self._asked.values()):
            self._ask(actor, simulations)
        for _ in self._actors:
            (done,), _ = self._ray.wait(list(self._asked), num_returns=1)
            (games, drawn, broken_off), columns = self._ray.get(done)
            self._ask(self._asked.pop(done), simulations)
            yield Finished(games, drawn, broken_off, [torch.tensor(column) for column in columns])

    def _ask(self, actor: Any, simulations: int) -> None:
        self._asked[actor.play.remote(self._values, simulations)] = actor

    def close(self) -> None:
        """Send the workers home."""
        for actor in self._actors:
            self._ray.kill(actor)
