"""Towers as files (`files`):

    alcove network 1
    {"game": "…", "encoding": 3, "channels": 64, "blocks": 6, "ranges": […], "sha256": "…", "story": {…}}
    half-precision numbers, little-endian, tensor by tensor in the order of `shapes`

The shapes follow from the header, so the length of a good file is known before a number of it is read.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import Look
from alcove.core.text import Text
from alcove.neural.files import check_body, check_version, fault, read_file, write_file
from alcove.neural.guided import guided

FIRST_LINE = b"alcove network 1\n"
MOST_CHANNELS, MOST_BLOCKS = 128, 20
VALUE_CHANNELS, VALUE_HIDDEN = 16, 128

Tensors = dict[str, npt.NDArray[np.float32]]


@dataclass(frozen=True)
class Weights:
    """A trained network: its tensors, and for each of its inner results the largest number met there (`ranges`)."""

    game: str
    encoding: int
    channels: int
    blocks: int
    tensors: Tensors
    ranges: tuple[float, ...]
    story: dict[str, Any]


def shapes(look: Look, channels: int, blocks: int) -> dict[str, tuple[int, ...]]:
    """The tensors of a network, in the order of the file: a residual tower, a policy and a value."""
    found: dict[str, tuple[int, ...]] = {}

    def convolution(name: str, inputs: int, outputs: int, size: int) -> None:
        found[f"{name}.weight"], found[f"{name}.bias"] = (outputs, inputs, size, size), (outputs,)

    convolution("stem", look.shape[0], channels, 3)
    for block in range(blocks):
        convolution(f"block{block}.first", channels, channels, 3)
        convolution(f"block{block}.second", channels, channels, 3)
    convolution("policy.first", channels, channels, 1)
    convolution("policy.second", channels, look.policy_planes, 1)
    convolution("value.first", channels, VALUE_CHANNELS, 1)
    found["value.hidden.weight"] = (VALUE_HIDDEN, VALUE_CHANNELS * look.n_cells)
    found["value.hidden.bias"] = (VALUE_HIDDEN,)
    found["value.last.weight"], found["value.last.bias"] = (3, VALUE_HIDDEN), (3,)
    return found


def n_ranges(blocks: int) -> int:
    """The stem's result, and three of every block: inside, before and after the sum."""
    return 1 + 3 * blocks


def write(path: Path, weights: Weights) -> None:
    """Write a network."""
    wanted = shapes(guided(weights.game).look, weights.channels, weights.blocks)
    assert {name: tensor.shape for name, tensor in weights.tensors.items()} == wanted
    body = b"".join(weights.tensors[name].astype("<f2").tobytes() for name in wanted)
    header = {
        "game": weights.game,
        "encoding": weights.encoding,
        "channels": weights.channels,
        "blocks": weights.blocks,
        "ranges": [float(f"{value:.6g}") for value in weights.ranges],
        "story": weights.story,
    }
    write_file(path, FIRST_LINE, header, body)


def read(path: Path, game: str) -> Weights:
    """Read a network for a game; a `NetworkError` tells what is wrong with the file."""
    header, body = read_file(path, FIRST_LINE, game)
    _check_header(path, header)
    return _with_body(path, header, body)


def _check_header(path: Path, header: dict[str, Any]) -> None:
    check_version(path, header.get("encoding"), guided(header["game"]).version, Text("encoding", "l'encodage"))
    channels, blocks, ranges = header.get("channels"), header.get("blocks"), header.get("ranges")
    if not (
        type(channels) is int and 1 <= channels <= MOST_CHANNELS and type(blocks) is int and 0 <= blocks <= MOST_BLOCKS
    ):
        raise fault(path, Text("its size makes no sense", "sa taille n'a pas de sens"))
    if not (isinstance(ranges, list) and len(ranges) == n_ranges(blocks) and all(map(_is_range, ranges))):
        raise fault(path, Text("its ranges make no sense", "ses intervalles n'ont pas de sens"))


def _is_range(value: object) -> bool:
    return type(value) is float and 1e-6 < value < 1e6


def _with_body(path: Path, header: dict[str, Any], body: bytes) -> Weights:
    wanted = shapes(guided(header["game"]).look, header["channels"], header["blocks"])
    n_numbers = sum(math.prod(shape) for shape in wanted.values())
    check_body(path, header, body, 2 * n_numbers)
    numbers = np.frombuffer(body, "<f2").astype(np.float32)
    if not np.isfinite(numbers).all():
        raise fault(path, Text("it holds numbers that are none", "il contient des nombres qui n'en sont pas"))
    tensors, at = {}, 0
    for name, shape in wanted.items():
        tensors[name] = numbers[at : at + math.prod(shape)].reshape(shape)
        at += math.prod(shape)
    story = header.get("story")
    return Weights(
        header["game"], header["encoding"], header["channels"], header["blocks"], tensors, tuple(header["ranges"]),
        story if isinstance(story, dict) else {},
    )  # fmt: skip
