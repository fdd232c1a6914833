"""The network as PyTorch knows it: a residual tower with a policy, a value, and a head that only helps it learn."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from alcove.compiled.looks import Look
from alcove.neural.weights import VALUE_CHANNELS, VALUE_HIDDEN, shapes

MOST_SORTED = 2**24
"""PyTorch finds no quantile of more numbers."""


class Eye(nn.Module):
    """Turns the bytes of looks into planes, and looks into their images in the game's symmetries."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._widths = sorted({int(count) for _, count in look.spans})
        order: list[int] = []
        for width in self._widths:  # layers with equally many planes are looked up at once
            layers = np.flatnonzero(look.spans[:, 1] == width)
            self._keep(f"layers{width}", layers)
            self._keep(f"rows{width}", 256 * np.arange(len(layers)))
            self._keep(f"table{width}", look.table[layers, :, :width].reshape(-1, width))
            order += [first + plane for first in look.spans[layers, 0] for plane in range(width)]
        self._keep("order", np.argsort(order))
        cells = np.arange(look.cell_layers)[:, None] * look.n_cells
        sources = cells[look.mirror_layers] + look.mirror_cells[:, None, :]
        self._keep("mirror_seen", sources.reshape(len(sources), -1))
        self._keep("mirror_cells", look.mirror_cells)
        self._keep("mirror_bytes", look.mirror_bytes)
        self._keep("mirror_policy", look.mirror_policy)

    def _keep(self, name: str, values: Any) -> None:
        self.register_buffer(name, torch.from_numpy(np.ascontiguousarray(values)), persistent=False)

    def forward(self, seen: Tensor) -> Tensor:
        """Bytes to planes, channels last in memory."""
        look, cells = self._look, self._look.n_cells
        on_cells = seen[:, : look.cell_layers * cells].view(-1, look.cell_layers, cells).transpose(1, 2)
        everywhere = seen[:, None, look.cell_layers * cells :].expand(-1, cells, -1)
        found = torch.cat([on_cells, everywhere], 2).int()  # position, cell, layer
        parts = [
            functional.embedding(found[:, :, getattr(self, f"layers{width}")] + getattr(self, f"rows{width}"), table)
            for width in self._widths
            for table in [getattr(self, f"table{width}")]
        ]
        planes = torch.cat([part.flatten(2) for part in parts], 2).index_select(2, self.order)
        return planes.view(-1, look.height, look.width, look.shape[0]).permute(0, 3, 1, 2)

    def turned(self, seen: Tensor, policy: Tensor, owners: Tensor, symmetry: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same positions, each in the symmetry of that number."""
        look = self._look
        n = look.cell_layers * look.n_cells
        moved = seen[:, :n].gather(1, self.mirror_seen[symmetry]).view(-1, look.cell_layers, look.n_cells)
        layers = torch.arange(look.cell_layers, device=seen.device)[None, :, None]
        turned = self.mirror_bytes[symmetry[:, None, None], layers, moved.int()]
        return (
            torch.cat([turned.view(-1, n), seen[:, n:]], 1),
            policy.gather(1, self.mirror_policy[symmetry]),
            owners.gather(1, self.mirror_cells[symmetry]),
        )


class Tower(nn.Module):
    """The network. `folded` is the form that plays: batch norms have become part of the convolutions."""

    def __init__(self, look: Look, channels: int, blocks: int, folded: bool = False) -> None:
        super().__init__()
        self.channels, self.blocks, self._folded = channels, blocks, folded
        self._parts = look.policy_parts
        self.eye = Eye(look)
        self.convolutions, self.norms = nn.ModuleDict(), nn.ModuleDict()
        for name, shape in shapes(look, channels, blocks).items():
            if len(shape) == 4 and name != "policy.second.weight":
                self._add_convolution(name.removesuffix(".weight"), shape)
        self.policy_second = nn.Conv2d(channels, look.policy_planes, 1)
        self.value_hidden = nn.Linear(VALUE_CHANNELS * look.n_cells, VALUE_HIDDEN)
        self.value_last = nn.Linear(VALUE_HIDDEN, 3)
        self.owners = nn.Conv2d(channels, look.kinds, 1)
        self._is_gathered = not np.array_equal(look.policy_source, np.arange(look.policy_planes * look.n_cells))
        self.register_buffer("policy_source", torch.from_numpy(look.policy_source), persistent=False)

    def _add_convolution(self, name: str, shape: tuple[int, ...]) -> None:
        key = name.replace(".", "_")
        self.convolutions[key] = nn.Conv2d(shape[1], shape[0], shape[2], padding=shape[2] // 2, bias=self._folded)
        self.norms[key] = nn.Identity() if self._folded else nn.BatchNorm2d(shape[0])

    def _convolved(self, key: str, x: Tensor, skip: Tensor | None = None) -> Tensor:
        convolution = self.convolutions[key]
        if self._folded and x.is_cuda and x.dtype == torch.float16:
            rest = (convolution.bias, convolution.stride, convolution.padding, convolution.dilation, 1)
            if skip is None:
                return torch.cudnn_convolution_relu(x, convolution.weight, *rest)
            return torch.cudnn_convolution_add_relu(x, convolution.weight, skip, 1.0, *rest)
        x = self.norms[key](convolution(x))
        return functional.relu(x if skip is None else x + skip)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits: of the policy's places, of win, draw and loss, and of whose each square will be."""
        x = self.eye(seen).to(self.value_last.weight.dtype)
        x = self._convolved("stem", x)
        for block in range(self.blocks):
            x = self._convolved(f"block{block}_second", self._convolved(f"block{block}_first", x), x)
        policy = self.policy_second(self._convolved("policy_first", x)).flatten(1)
        if self._is_gathered:
            policy = policy.index_select(1, self.policy_source)
        hidden = functional.relu(self.value_hidden(self._convolved("value_first", x).flatten(1)))
        owners = self.owners(x).flatten(2)
        return policy.float(), self.value_last(hidden).float(), owners.float()

    @torch.no_grad()
    def answer(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Probabilities of the policy's places, and the value from −1 to 1, for the side to move."""
        policy, value, _ = self(seen)
        chances = value.softmax(1)
        shares = torch.cat([part.softmax(1) for part in policy.split(self._parts, 1)], 1)
        return shares, chances[:, 0] - chances[:, 2]

    @torch.no_grad()
    def answer_moves(self, seen: Tensor, place: Tensor, origin: Tensor) -> tuple[Tensor, Tensor]:
        """The shares of moves by where a policy has them, and the value."""
        policy, value = self.answer(seen)
        shares = policy.gather(1, place.long())
        of_origins = policy.gather(1, origin.clamp(min=0).long())
        return torch.where(origin < 0, shares, shares * of_origins), value

    def log_shares(self, policy: Tensor) -> Tensor:
        """The logarithms of a policy's probabilities; every part of it adds up to 1."""
        return torch.cat([part.log_softmax(1) for part in policy.split(self._parts, 1)], 1)

    @torch.no_grad()
    def ranges(self, seen: Tensor) -> list[float]:
        """The largest number met in each inner result; see `Weights.ranges`."""
        x = self._convolved("stem", self.eye(seen).to(self.value_last.weight.dtype))
        found = [_largest(x)]
        for block in range(self.blocks):
            inside = self._convolved(f"block{block}_first", x)
            second = self.convolutions[f"block{block}_second"](inside)
            x = functional.relu(second + x)
            found += [_largest(inside), _largest(second), _largest(x)]
        return found


def _largest(x: Tensor) -> float:
    """The largest number of a result, but for one in a hundred thousand."""
    sizes = x.float().abs().flatten()
    return max(1e-3, float(sizes[:: len(sizes) // MOST_SORTED + 1].quantile(0.99999)))


@torch.no_grad()
def fold(learnt: Tower, player: Tower) -> Tower:
    """Copy a network into its folded form."""
    for key, norm in learnt.norms.items():
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        player.convolutions[key].weight.copy_(learnt.convolutions[key].weight * scale[:, None, None, None])
        player.convolutions[key].bias.copy_(norm.bias - norm.running_mean * scale)
    for name in ("policy_second", "value_hidden", "value_last", "owners"):
        for source, target in zip(getattr(learnt, name).parameters(), getattr(player, name).parameters(), strict=True):
            target.copy_(source)
    return player


@torch.no_grad()
def unfold(player: Tower, learnt: Tower, seen: Tensor) -> None:
    """Copy a folded network into one that can learn; the batch norms do nothing to positions like `seen`."""
    found: dict[str, Tensor] = {}
    hooks = [
        part.register_forward_hook(lambda _, __, result, key=key: found.update({key: result}))
        for key, part in player.convolutions.items()
    ]
    player(seen)
    for hook in hooks:
        hook.remove()
    for key, norm in learnt.norms.items():
        bias = player.convolutions[key].bias
        variance, mean = torch.var_mean(found[key], (0, 2, 3))
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(mean)
        norm.running_mean.copy_(mean - bias)
        norm.running_var.copy_(variance)
        learnt.convolutions[key].weight.copy_(player.convolutions[key].weight)
    for name in ("policy_second", "value_hidden", "value_last"):
        for source, target in zip(getattr(player, name).parameters(), getattr(learnt, name).parameters(), strict=True):
            target.copy_(source)


@torch.no_grad()
def load(player: Tower, values: dict[str, Any]) -> Tower:
    """Fill a folded network with the tensors of a file."""
    for name, part in _parts(player).items():
        part.weight.copy_(torch.from_numpy(values[f"{name}.weight"]))
        part.bias.copy_(torch.from_numpy(values[f"{name}.bias"]))
    return player


def _parts(player: Tower) -> dict[str, Any]:
    """The layers that a file holds, by their names there."""
    parts = dict(player.convolutions.items())
    parts |= {name: getattr(player, name) for name in ("policy_second", "value_hidden", "value_last")}
    return {key.replace("_", "."): part for key, part in parts.items()}


def tensors(player: Tower) -> dict[str, Any]:
    """The tensors of a folded network by the names that `weights.shapes` gives them."""
    found = {}
    for name, part in _parts(player).items():
        found[f"{name}.weight"] = part.weight.detach().float().cpu().numpy()
        found[f"{name}.bias"] = part.bias.detach().float().cpu().numpy()
    return found
