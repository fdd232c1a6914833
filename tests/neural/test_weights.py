"""Networks as files: good ones come back as they were, bad ones are refused with a reason."""

import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

from alcove.games.data import data_file
from alcove.neural import judging
from alcove.neural.graph import build
from alcove.neural.guided import NetworkError, guided
from alcove.neural.inference import Network, network, network_file
from alcove.neural.thinking import Thinking
from alcove.neural.weights import FIRST_LINE, Weights, n_ranges, read, shapes, write
from alcove.search.limits import Limits

CHANNELS, BLOCKS = 8, 2


def some_weights(game: str = "avalam", seed: int = 0) -> Weights:
    rng = np.random.default_rng(seed)
    tensors = {}
    for name, shape in shapes(guided(game).look, CHANNELS, BLOCKS).items():
        size = np.sqrt(2 / max(1, int(np.prod(shape[1:])))) if len(shape) > 1 else 0.1
        tensors[name] = (rng.standard_normal(shape) * size).astype(np.float16).astype(np.float32)
    return Weights(game, guided(game).version, CHANNELS, BLOCKS, tensors, (4.0,) * n_ranges(BLOCKS), {"minutes": 1})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "avalam.net"
    write(path, some_weights())
    return path


def test_a_network_comes_back_as_it_was(file: Path) -> None:
    found, wanted = read(file, "avalam"), some_weights()
    assert (found.game, found.encoding, found.channels, found.blocks) == ("avalam", wanted.encoding, CHANNELS, BLOCKS)
    assert found.ranges == wanted.ranges
    assert found.story == {"minutes": 1}
    for name, tensor in wanted.tensors.items():
        assert np.array_equal(found.tensors[name], tensor)


def changed(file: Path, **header: object) -> Path:
    """The same file with another header."""
    first, line, body = file.read_bytes().split(b"\n", 2)
    file.write_bytes(first + b"\n" + json.dumps(json.loads(line) | header).encode() + b"\n" + body)
    return file


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ({"encoding": 1}, "made for encoding 1, this is"),
        ({"encoding": "new"}, r"made for encoding \?"),
        ({"game": "axom"}, "not a network for avalam"),
        ({"channels": 10**9}, "its size makes no sense"),
        ({"channels": True}, "its size makes no sense"),
        ({"blocks": -1}, "its size makes no sense"),
        ({"channels": 9}, "cut off, or too long"),
        ({"ranges": [1.0]}, "its ranges make no sense"),
        ({"ranges": [float("nan")] * n_ranges(BLOCKS)}, "its ranges make no sense"),
        ({"ranges": [5e-324] * n_ranges(BLOCKS)}, "its ranges make no sense"),
        ({"encoding": 10**4_000}, r"made for encoding \?"),
        ({"sha256": "0"}, "its numbers are damaged"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(file: Path, header: dict[str, object], fault: str) -> None:
    with pytest.raises(NetworkError, match=fault):
        read(changed(file, **header), "avalam")


def test_damaged_files_are_refused(file: Path) -> None:
    good = file.read_bytes()
    flipped = bytearray(good)
    flipped[-100] ^= 1
    cases = {
        "cut off": good[:-7],
        "too long": good + b"\0\0",
        "numbers are damaged": bytes(flipped),
        "not a network": b"PK\x03\x04" + good,
        "header is damaged": FIRST_LINE + b"[" * 10_000 + b"\n",
        "larger than 2 MB": good + bytes(2_000_000),
    }
    for fault, content in cases.items():
        file.write_bytes(content)
        with pytest.raises(NetworkError, match=fault):
            read(file, "avalam")
    for size in range(0, 400, 7):
        file.write_bytes(good[:size])
        with pytest.raises(NetworkError):
            read(file, "avalam")
    with pytest.raises(NetworkError, match="cannot be read"):
        read(file.parent / "nowhere.net", "avalam")


def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    weights = some_weights()
    weights.tensors["stem.bias"][0] = np.inf
    write(tmp_path / "avalam.net", weights)
    with pytest.raises(NetworkError, match="numbers that are none"):
        read(tmp_path / "avalam.net", "avalam")


def test_numbers_too_large_to_reckon_with_are_refused_and_do_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 32 bits such a tower says "no number" to everything; a search that is given such answers stays within its tree."""
    monkeypatch.setenv("ALCOVE_NETWORKS", str(tmp_path))
    weights = some_weights()
    for tensor in weights.tensors.values():
        tensor[...] = np.sign(tensor) * 65_504
    write(tmp_path / "avalam.net", weights)
    with pytest.raises(NetworkError, match="its answers are no numbers"):
        network("avalam", bits=32)
    thought = Thinking(Network(weights, bits=32), 1).think(guided("avalam").start(), Limits(nodes=600), lines=5)
    assert thought.simulations == 600
    assert sum(line.visits for line in thought.lines) < 600
    assert all(-1 <= line.worth <= 1 for line in thought.lines)


@pytest.mark.parametrize("suffix", ["net", "eval"])
def test_files_that_are_none_are_refused_at_once(tmp_path: Path, suffix: str) -> None:
    def refused(path: Path, fault: str) -> None:
        with pytest.raises(NetworkError, match=fault):
            read(path, "axom") if suffix == "net" else judging.read(path, "axom")

    folder, pipe, vast = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}", tmp_path / f"c.{suffix}"
    folder.mkdir()
    refused(folder, "cannot be read")
    os.mkfifo(pipe)
    refused(pipe, "cannot be read")
    with vast.open("wb") as file:
        file.truncate(10**10)  # takes no room on the disk
    refused(vast, "larger than 2 MB")


@pytest.mark.parametrize("suffix", ["net", "eval"])
def test_whatever_befalls_a_file_its_numbers_are_the_ones_written_or_it_is_refused(tmp_path: Path, suffix: str) -> None:
    good, path, luck = (
        data_file("axom", f"networks/axom.{suffix}").read_bytes(),
        tmp_path / f"axom.{suffix}",
        random.Random(8),
    )
    end_of_header = good.index(b"\n", good.index(b"\n") + 1)

    def numbers() -> bytes:
        if suffix == "eval":
            return judging.read(path, "axom").tobytes()
        return b"".join(tensor.tobytes() for tensor in read(path, "axom").tensors.values())

    path.write_bytes(good)
    wanted, n_refused = numbers(), 0
    for attempt in range(60):
        content = bytearray(good)
        if attempt % 3 == 0:
            del content[luck.randrange(len(good)) :]
        for _ in range(attempt % 3 * 2):
            content[luck.randrange(len(good) if attempt % 3 == 1 else end_of_header)] = luck.randrange(256)
        path.write_bytes(content)
        try:
            assert numbers() == wanted
        except NetworkError:
            n_refused += 1
    assert n_refused > 40


def test_a_folder_whose_name_cannot_be_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALCOVE_NETWORKS", "x" * 5_000)
    assert network_file("avalam") == data_file("avalam", "networks/avalam.net")


def test_a_folder_of_ones_own_comes_first(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALCOVE_NETWORKS", str(file.parent))
    assert network_file("avalam") == file
    assert network("avalam", bits=32).weights.channels == CHANNELS


# --- What a network computes ------------------------------------------------------------------------------------------


def plain_answer(weights: Weights, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The network's answer in plain numpy, one position."""
    look, tensors = guided(weights.game).look, weights.tensors

    def convolved(name: str, x: np.ndarray) -> np.ndarray:
        weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
        size = weight.shape[2]
        padded = np.pad(x, ((0, 0), (size // 2,) * 2, (size // 2,) * 2))
        found = np.zeros((len(bias), look.height, look.width)) + bias[:, None, None]
        for row in range(size):
            for column in range(size):
                part = padded[:, row : row + look.height, column : column + look.width]
                found += np.tensordot(weight[:, :, row, column], part, 1)
        return found

    def softmax(x: np.ndarray) -> np.ndarray:
        powers = np.exp(x - x.max())
        found: np.ndarray = powers / powers.sum()
        return found

    def relu(x: np.ndarray) -> np.ndarray:
        found: np.ndarray = np.maximum(x, 0)
        return found

    x = relu(convolved("stem", planes))
    for block in range(weights.blocks):
        x = relu(x + convolved(f"block{block}.second", relu(convolved(f"block{block}.first", x))))
    policy = convolved("policy.second", relu(convolved("policy.first", x))).reshape(-1)[look.policy_source]
    hidden = relu(convolved("value.first", x)).reshape(-1)
    hidden = relu(tensors["value.hidden.weight"] @ hidden + tensors["value.hidden.bias"])
    shares = [softmax(part) for part in np.split(policy, np.cumsum(look.policy_parts)[:-1])]
    return np.concatenate(shares), softmax(tensors["value.last.weight"] @ hidden + tensors["value.last.bias"])


@pytest.mark.parametrize("name", ["avalam", "axom", "axiom"])
@pytest.mark.parametrize(("bits", "tolerance"), [(32, 1e-5), (8, 0.05)])
def test_the_graph_computes_the_network(name: str, bits: int, tolerance: float) -> None:
    game, weights = guided(name), some_weights(name)
    planes = np.empty((1, *game.look.shape), np.float32)
    game.encoding.encode(game.start(), planes[0])
    policy, value = Network(weights, bits=bits).ask(planes)
    wanted_policy, wanted_value = plain_answer(weights, planes[0])
    assert np.abs(policy[0] - wanted_policy).max() < tolerance
    assert np.abs(value[0] - wanted_value).max() < tolerance


def test_graphs_hold_no_more_than_the_network() -> None:
    weights = some_weights()
    numbers = sum(tensor.size for tensor in weights.tensors.values())
    assert len(build(weights, guided("avalam").look)) < 4 * numbers + 10_000
    assert len(build(weights, guided("avalam").look, bits=8)) < 4 * numbers + 10_000
