"""Learning: a memory of positions on the device, and steps that make the network agree with what searches found."""

import copy
import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from alcove.neural.guided import Guided
from alcove.neural.training.settings import Settings
from alcove.neural.training.tower import Tower, fold

FULL_SCALE, FULL_WORTH = 65535, 100
"""What stands for 1 in rows: of a policy's numbers, and of what positions were worth."""
LOSSES = ("policy", "value", "owners")


class Memory:
    """The last positions, in a ring on the device: looks, policies, what they were worth and owners."""

    def __init__(self, game: Guided, size: int, device: torch.device) -> None:

        def empty(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros((size, *shape), dtype=kind, device=device)

        self._rows = [
            empty(game.look.size, kind=torch.uint8),
            empty(game.n_policy, kind=torch.int16),  # 65535ths; PyTorch computes with no unsigned words
            empty(kind=torch.int8),
            empty(game.look.n_cells, kind=torch.uint8),
        ]
        self._device = device
        self.size, self.total = size, 0
        self._filled = torch.zeros((), device=device)

    def add(self, rows: Sequence[Tensor]) -> None:
        """Remember positions in place of the oldest."""
        n, at = len(rows[0]), self.total % self.size
        for start, stop, place in ((0, min(n, self.size - at), at), (min(n, self.size - at), n, 0)):
            for kept, fresh in zip(self._rows, rows, strict=True):
                kept[place : place + stop - start].copy_(fresh[start:stop], non_blocking=True)
        self.total += n
        self._filled.fill_(min(self.total, self.size))

    def sample(self, n: int) -> list[Tensor]:
        """Any positions, policies as probabilities, worths from −1 to 1."""
        index = (torch.rand(n, device=self._device) * self._filled).long()
        seen, policy, worth, owners = (rows[index] for rows in self._rows)
        return [seen, (policy.int() & FULL_SCALE).float() / FULL_SCALE, worth.float() / FULL_WORTH, owners]


def _chances(worth: Tensor) -> Tensor:
    """Win, draw and loss of the least risky kind that are worth so much."""
    return torch.stack([worth.clamp(min=0), 1 - worth.abs(), (-worth).clamp(min=0)], 1)


class Learner:
    """The network that learns, the average of its past that plays, and the optimiser between them."""

    def __init__(self, game: Guided, settings: Settings, device: torch.device) -> None:
        self.game, self.settings, self.device = game, settings, device
        self._on_gpu = device.type == "cuda"
        self._symmetries = len(game.look.mirror_cells)
        self.net = Tower(game.look, settings.channels, settings.blocks).to(device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).requires_grad_(False).eval()
        self._rate = torch.tensor(0.0, device=device)
        groups = [
            {"params": [p for p in self.net.parameters() if p.ndim > 1], "weight_decay": settings.weight_decay},
            {"params": [p for p in self.net.parameters() if p.ndim == 1], "weight_decay": 0.0},
        ]
        self.optimiser = torch.optim.AdamW(groups, lr=self._rate, capturable=self._on_gpu, fused=self._on_gpu)
        self.losses = torch.zeros(len(LOSSES), device=device)
        self.steps = self.first_step = 0
        self._graph: Any = None
        self.stream: Any = torch.cuda.Stream(priority=0) if self._on_gpu else None
        self._done: Any = torch.cuda.Event() if self._on_gpu else None
        self._prepare()

    def _prepare(self) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self._rate
        pairs = zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True)
        kept = [(average, learnt) for average, learnt in pairs if average.is_floating_point()]
        self._averages, self._learnt = [pair[0] for pair in kept], [pair[1] for pair in kept]

    def state(self) -> dict[str, Any]:
        """Everything that another run needs to go on."""
        return {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]
        self._prepare()

    def _learn(self, memory: Memory) -> None:
        seen, policy, value, owners = memory.sample(self.settings.batch)
        symmetry = torch.randint(self._symmetries, (len(seen),), device=self.device)
        seen, policy, owners = self.net.eye.turned(seen, policy, owners, symmetry)
        self.net.train()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._on_gpu, cache_enabled=False):
            said, worth, foreseen = self.net(seen)
            parts = torch.stack(
                [
                    -(policy * self.net.log_shares(said)).sum(1).mean(),
                    functional.cross_entropy(worth, _chances(value)),
                    functional.cross_entropy(foreseen, owners.long()),
                ]
            )
        self.optimiser.zero_grad(set_to_none=True)
        parts.sum().backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        torch._foreach_lerp_(self._averages, self._learnt, 1 - self.settings.average)
        self.losses.lerp_(parts.detach(), 0.02)

    def step(self, memory: Memory, progress: float) -> bool:
        """Learn from one batch; false if the step before is still under way. `progress` runs from 0 to 1."""
        if self._graph is not None and not self._done.query():
            return False
        rate = self.settings.last_rate + (1 - self.settings.last_rate) * 0.5 * (1 + math.cos(math.pi * progress))
        rate *= self.settings.learning_rate * min(1.0, (self.steps - self.first_step) / self.settings.warm_up_steps)
        if self._on_gpu:
            with torch.cuda.stream(self.stream):
                self._rate.fill_(rate)
                if self._graph is None:
                    self._capture(memory)
                self._graph.replay()
                self._done.record(self.stream)
        else:
            self._rate.fill_(rate)
            self._learn(memory)
        self.steps += 1
        return True

    def _capture(self, memory: Memory) -> None:
        """Record a step once, so that it can be replayed without the CPU."""
        torch.cuda.synchronize()
        for _ in range(3):
            self._learn(memory)
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=self.stream):
            self._learn(memory)

    def publish(self, player: Tower) -> None:
        """Give the network that plays what has been learnt; it may be playing meanwhile."""
        if self._on_gpu:
            with torch.cuda.stream(self.stream):
                fold(self.average, player)
        else:
            fold(self.average, player)
