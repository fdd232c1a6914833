"""Fitting a network that judges to games: it foresees what the search said, and how the game ended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from alcove.compiled.results import DRAW
from alcove.core.registry import game
from alcove.games.kernels import kernel
from alcove.neural.judging import Numbers, learnt
from alcove.neural.training.judging.games import NO_SCORE, Games

DRAWN_SHARE = 0.4
"""How many of the positions of drawn games are learnt from: most of them say the same."""
RESULT_SHARE = 0.1
"""How much of what is foreseen is the result; the rest is the search's score."""
BATCH = 8192
LEARNING_RATE, OWN_RATE = 2e-3, 5e-4
"""Rows of single features learn more slowly than what they share."""
HELD_BACK = 20
"""Every so manieth game is not learnt from, but tells how well the others were learnt."""


@dataclass(frozen=True)
class Samples:
    """Positions to learn from."""

    listed: npt.NDArray[np.uint16]  # features, filled up with one that is none
    worths: npt.NDArray[np.float32]
    shares: npt.NDArray[np.float32]
    scores: npt.NDArray[np.float32]
    results: npt.NDArray[np.float32]  # 0, ½ or 1 for the side to move
    is_held_back: npt.NDArray[np.bool_]


def samples(name: str, games: Games, seed: int) -> Samples:
    """The positions of some games that teach something."""
    instance = learnt(name)
    luck = np.random.default_rng(seed)
    numbers = np.repeat(np.arange(len(games.lengths)), games.lengths)
    results = games.results[numbers]
    wanted = (games.scores != NO_SCORE) & (luck.random(games.n_plies) < np.where(results == DRAW, DRAWN_SHARE, 1.0))
    most = int(wanted.sum())
    listed = np.empty((most, instance.MOST_LISTED), np.uint16)
    worths, shares, places = np.empty(most, np.float32), np.empty(most, np.float32), np.empty(most, np.int64)
    start = kernel(name).module.pack(game(name).initial())
    n = instance.collect(start, games.lengths, games.actions, wanted, listed, worths, shares, places)
    places, listed = places[:n], listed[:n]
    first_plies = np.cumsum(games.lengths) - games.lengths
    side = (places - first_plies[numbers[places]]) % 2
    return Samples(
        np.ascontiguousarray(listed[:, : int((listed < instance.features.N_FEATURES).sum(1).max())]),
        worths[:n],
        shares[:n],
        games.scores[places].astype(np.float32),
        (1 + results[places] * (1 - 2 * side)).astype(np.float32) / 2,
        numbers[places] % HELD_BACK == 0,
    )


class Judge(nn.Module):
    """The network of search/learnt.py, in floating point; what it adds is in units of the game's `VALUE_SCALE`.

    While it learns, the row of a feature is a row of its own and the rows of its traits: what is seldom met is judged by
    what it has in common with the rest.
    """

    def __init__(self, instance: Any) -> None:
        super().__init__()
        self.instance = instance
        n, traits = instance.features.N_FEATURES, torch.from_numpy(_traits(instance.features))
        shape = n + 1, int(traits[:, 1].max()) + 1
        pairs = torch.sparse_coo_tensor(traits.T, torch.ones(len(traits)), shape, check_invariants=True)
        self.register_buffer("traits", pairs.coalesce())
        self.own = nn.Parameter(torch.zeros(n + 1, instance.WIDTH))
        self.shared = nn.Parameter(0.02 * torch.randn(shape[1], instance.WIDTH))
        self.first_bias = nn.Parameter(0.5 + 0.2 * torch.randn(instance.WIDTH))
        self.second = nn.Linear(instance.WIDTH, instance.HIDDEN)
        self.last = nn.Linear(instance.HIDDEN, 1)
        nn.init.constant_(self.second.bias, 0.25)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def rows(self) -> Tensor:
        """A row for each feature, and one for none."""
        return self.own + torch.sparse.mm(self.traits, self.shared)

    def forward(self, listed: Tensor) -> Tensor:
        rows = self.rows()
        summed = functional.embedding_bag(listed, rows, mode="sum", padding_idx=len(rows) - 1)
        added: Tensor = self.last(self.second((summed + self.first_bias).clamp(0, 1)).clamp(0, 1))
        return added.squeeze(-1)

    def numbers(self, scale: float) -> Numbers:
        """The network in whole numbers."""
        it, one, out = self.instance, self.instance.ONE, scale * (1 << self.instance.OUT_SHIFT)
        parts = (
            self.rows()[:-1] * one,
            self.first_bias * one,
            self.second.weight.T * (1 << it.WEIGHT_SHIFT),
            self.second.bias * one,
            self.last.weight * out,
            self.last.bias * out,
        )
        flat = np.concatenate([part.detach().cpu().numpy().reshape(-1) for part in parts])
        whole: Numbers = np.clip(np.rint(flat), -32_768, 32_767).astype(np.int16)
        return whole


def _traits(features: Any) -> npt.NDArray[np.int64]:
    """Pairs of a feature and a trait of it, numbered: what is learnt of one feature is learnt of those like it."""
    numbers: dict[tuple[object, ...], int] = {}
    return np.array(
        [
            (feature, numbers.setdefault(trait, len(numbers)))
            for feature in range(features.N_FEATURES)
            for trait in features.traits_of(feature)
        ]
    )


def fit(
    name: str,
    data: Samples,
    epochs: int,
    seed: int,
    told: Callable[[int, float, float], None] = lambda epoch, loss, held_back: None,
    result_share: float = RESULT_SHARE,
) -> Numbers:
    """A network fitted to some positions; `told` hears the number of each epoch, its loss, and that of games held back."""
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    instance = learnt(name)
    scale = float(instance.evaluation.VALUE_SCALE)
    network = Judge(instance).to(device)
    symmetries = torch.tensor(
        np.hstack([instance.features.SYMMETRIES, np.full((len(instance.features.SYMMETRIES), 1), instance.features.N_FEATURES)]),
        device=device,
    )  # fmt: skip
    listed = torch.from_numpy(data.listed.astype(np.int16 if data.listed.max() < 1 << 15 else np.int32)).to(device)
    given = torch.from_numpy(np.stack([data.worths / scale, data.shares, data.scores / scale, data.results], 1)).to(
        device
    )
    learnt_from = torch.from_numpy(np.flatnonzero(~data.is_held_back)).to(device)
    held_back = torch.from_numpy(np.flatnonzero(data.is_held_back)).to(device)

    def loss_of(chosen: Tensor, symmetry: int) -> Tensor:
        worth, share, score, result = given[chosen].unbind(1)
        foreseen = torch.sigmoid((worth + network(symmetries[symmetry][listed[chosen].long()])) * share)
        wanted = (1 - result_share) * torch.sigmoid(score) + result_share * result
        return ((foreseen - wanted) ** 2).mean()

    own = [network.own]
    others = [parameter for parameter in network.parameters() if parameter is not network.own]
    groups = [{"params": own, "lr": OWN_RATE}, {"params": others}]
    optimiser = torch.optim.AdamW(groups, LEARNING_RATE, weight_decay=0.01)
    n_batches = max(1, len(learnt_from) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [OWN_RATE, LEARNING_RATE], total_steps=epochs * n_batches, pct_start=0.1, final_div_factor=2.0
    )
    for epoch in range(epochs):
        total = 0.0
        for chosen in learnt_from[torch.randperm(len(learnt_from), device=device)].chunk(n_batches):
            optimiser.zero_grad(set_to_none=True)
            loss = loss_of(chosen, int(torch.randint(len(symmetries), ())))
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        with torch.no_grad():
            checks = [float(loss_of(chosen, 0)) * len(chosen) for chosen in held_back.split(BATCH)]
        told(epoch, total / n_batches, sum(checks) / max(1, len(held_back)))
    numbers: Numbers = network.numbers(scale)
    return numbers
