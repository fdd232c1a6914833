"""Networks as files: one line that says what it is, one line of JSON, and then nothing but numbers.

    alcove network 1
    {"game": "avalam", "encoding": 2, "channels": 64, "blocks": 6, "ranges": […], "sha256": "…", "story": {…}}
    half-precision numbers, little-endian, tensor by tensor in the order of `shapes`

The shapes follow from the header, so the length of a good file is known before a number of it is read, and a bad file can
do no harm. Nothing in it is executed or unpickled.
"""

import hashlib
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from alcove.core.text import Text
from alcove.jit.looks import Look
from alcove.neural.guided import NetworkError, guided

FIRST_LINE = b"alcove network 1\n"
LARGEST_FILE = 2_000_000
LONGEST_HEADER = 16_384
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
    """Write a network, in one step: a reader never sees half a file."""
    wanted = shapes(guided(weights.game).look, weights.channels, weights.blocks)
    assert {name: tensor.shape for name, tensor in weights.tensors.items()} == wanted
    body = b"".join(weights.tensors[name].astype("<f2").tobytes() for name in wanted)
    header = {
        "game": weights.game,
        "encoding": weights.encoding,
        "channels": weights.channels,
        "blocks": weights.blocks,
        "ranges": [float(f"{value:.6g}") for value in weights.ranges],
        "sha256": hashlib.sha256(body).hexdigest(),
        "story": weights.story,
    }
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(FIRST_LINE + json.dumps(header).encode() + b"\n" + body)
    unfinished.replace(path)


def read(path: Path, game: str) -> Weights:
    """Read a network for a game; a `NetworkError` tells what is wrong with the file."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise _fault(path, Text(f"cannot be read ({reason})", f"illisible ({reason})")) from None
    if len(content) > LARGEST_FILE:
        raise _fault(path, Text("larger than 2 MB", "plus de 2 Mo"))
    if not content.startswith(FIRST_LINE):
        raise _fault(path, Text("not a network of this kind", "pas un réseau de ce type"))
    end = content.find(b"\n", len(FIRST_LINE), len(FIRST_LINE) + LONGEST_HEADER)
    header = _header(path, content[len(FIRST_LINE) : max(end, 0)])
    _check_header(path, header, game)
    return _with_body(path, header, content[end + 1 :])


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise _fault(path, Text("its header is damaged", "son en-tête est abîmé"))
    return header


def _check_header(path: Path, header: dict[str, Any], game: str) -> None:
    if header.get("game") != game:
        raise _fault(path, Text(f"not a network for {game}", f"pas un réseau pour {game}"))
    version, wanted = header.get("encoding"), guided(game).version
    if version != wanted:
        shown = version if type(version) is int else "?"
        raise _fault(
            path,
            Text(
                f"made for encoding {shown}, this is encoding {wanted}", f"fait pour l'encodage {shown}, ici {wanted}"
            ),
        )
    channels, blocks, ranges = header.get("channels"), header.get("blocks"), header.get("ranges")
    if not (
        type(channels) is int and 1 <= channels <= MOST_CHANNELS and type(blocks) is int and 0 <= blocks <= MOST_BLOCKS
    ):
        raise _fault(path, Text("its size makes no sense", "sa taille n'a pas de sens"))
    if not (isinstance(ranges, list) and len(ranges) == n_ranges(blocks) and all(map(_is_range, ranges))):
        raise _fault(path, Text("its ranges make no sense", "ses intervalles n'ont pas de sens"))


def _is_range(value: object) -> bool:
    return type(value) is float and math.isfinite(value) and 0 < value < 1e6


def _with_body(path: Path, header: dict[str, Any], body: bytes) -> Weights:
    wanted = shapes(guided(header["game"]).look, header["channels"], header["blocks"])
    n_numbers = sum(math.prod(shape) for shape in wanted.values())
    if len(body) != 2 * n_numbers:
        raise _fault(path, Text("cut off, or too long", "tronqué, ou trop long"))
    if hashlib.sha256(body).hexdigest() != header.get("sha256"):
        raise _fault(path, Text("its numbers are damaged", "ses nombres sont abîmés"))
    numbers = np.frombuffer(body, "<f2").astype(np.float32)
    if not np.isfinite(numbers).all():
        raise _fault(path, Text("it holds numbers that are none", "il contient des nombres qui n'en sont pas"))
    tensors, at = {}, 0
    for name, shape in wanted.items():
        tensors[name] = numbers[at : at + math.prod(shape)].reshape(shape)
        at += math.prod(shape)
    story = header.get("story")
    return Weights(
        header["game"], header["encoding"], header["channels"], header["blocks"], tensors, tuple(header["ranges"]),
        story if isinstance(story, dict) else {},
    )  # fmt: skip


def _fault(path: Path, fault: Text) -> NetworkError:
    return NetworkError(Text(f"network {path.name}: {fault.en}", f"réseau {path.name} : {fault.fr}"))
