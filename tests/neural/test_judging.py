"""Small networks that judge inside alpha-beta: what they are told, what they say, their files and their training."""

import json
import logging
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import alcove
from alcove.compiled.results import ONGOING
from alcove.core.game import State
from alcove.core.registry import OUR_FOLDER
from alcove.games.kernels import kernel
from alcove.games.symmetry import images
from alcove.jit import compiled, vectors
from alcove.neural import judging
from alcove.neural.guided import NetworkError
from alcove.players.engine import Limits, engine, handmade
from alcove.players.network import network_engine
from alcove.search.memory import new_paper

NAMES = ["axom", "axiom"]
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs PyTorch")


def positions(name: str, seed: int, plies: int = 40) -> list[State[Any]]:
    """The unfinished positions of a random game."""
    luck, state = np.random.default_rng(seed), alcove.game(name).initial()
    found: list[State[Any]] = []
    while state.outcome() is None and len(found) < plies:
        found.append(state)
        moves = state.legal_moves()
        state = state.play_unchecked(moves[luck.integers(len(moves))])
    return found


def gathered(name: str, state: State[Any]) -> tuple[list[int], int]:
    """The features of a position, and the worth to be corrected."""
    instance = judging.learnt(name)
    listed = np.zeros(instance.MOST_LISTED, np.int32)
    n, worth = instance.features.gather(kernel(name).module.pack(state), listed)
    return sorted(listed[:n].tolist()), int(worth)


def some_numbers(name: str, seed: int = 0) -> judging.Numbers:
    """A network out of nowhere that says something."""
    instance, luck = judging.learnt(name), np.random.default_rng(seed)
    numbers: judging.Numbers = luck.integers(-60, 61, instance.N_NUMBERS).astype(np.int16)
    numbers[instance.LAST :] = luck.integers(-6_000, 6_001, instance.N_NUMBERS - instance.LAST)
    return numbers


def reckoned(name: str, numbers: judging.Numbers, state: State[Any]) -> int:
    """What a network says, in numpy's words."""
    it = judging.learnt(name)
    listed, worth = gathered(name, state)
    if not listed:
        return worth
    whole = numbers.astype(np.int64)
    rows = whole[: it.FIRST_BIAS].reshape(-1, it.WIDTH)
    first = np.clip(whole[it.FIRST_BIAS : it.SECOND] + rows[listed].sum(0), 0, it.ONE)
    matrix = whole[it.SECOND : it.SECOND_BIAS].reshape(it.WIDTH, it.HIDDEN)
    second = np.clip((whole[it.SECOND_BIAS : it.LAST] * 256 + first @ matrix) // 256, 0, it.ONE)
    total = int(second @ whole[it.LAST : it.LAST_BIAS] + whole[it.LAST_BIAS] * it.ONE)
    correction = min(max(total // (it.ONE * 16), -it.MOST_CORRECTION), it.MOST_CORRECTION)
    return int(it.features.temper(kernel(name).module.pack(state), worth + correction))


@pytest.mark.parametrize("name", NAMES)
def test_an_image_has_the_images_of_the_features(name: str) -> None:
    symmetries = judging.learnt(name).features.SYMMETRIES
    for state in positions(name, 3):
        same = images(name, state)[0].text  # without the past, which images do not have
        listed, worth = gathered(name, alcove.game(name).from_text(same))
        told = {tuple(sorted(symmetry[listed].tolist())) for symmetry in symmetries}
        seen = [gathered(name, alcove.game(name).from_text(image.text)) for image in images(name, state)]
        assert {tuple(other) for other, _ in seen} == told
        assert {other for _, other in seen} == {worth}


def test_in_axom_colours_change_nothing() -> None:
    """Half a turn of the board, the other colours, the other side to move: the same position to its mover."""
    for state in positions("axom", 4):
        board, side, *count = state.to_text().split()
        turned = " ".join([board[::-1].swapcase(), "wb"[side == "w"], *count])
        plain = alcove.game("axom").from_text(state.to_text())  # without the past, which the text does not tell
        assert gathered("axom", alcove.game("axom").from_text(turned)) == gathered("axom", plain)


@pytest.mark.parametrize("name", NAMES)
def test_no_position_has_too_many_features_or_one_twice(name: str) -> None:
    instance = judging.learnt(name)
    for state in positions(name, 5, 200):
        listed, worth = gathered(name, state)
        assert len(listed) <= instance.MOST_LISTED
        assert not listed or 0 <= listed[0] <= listed[-1] < instance.features.N_FEATURES
        hand_made = int(instance.evaluation.evaluate(kernel(name).module.pack(state)))
        assert (
            worth if not listed else int(instance.features.temper(kernel(name).module.pack(state), worth))
        ) == hand_made


@pytest.mark.parametrize("name", NAMES)
def test_compiled_code_says_what_the_numbers_say(name: str) -> None:
    instance, numbers = judging.learnt(name), some_numbers(name)
    paper, said = new_paper(instance.MOST_LISTED), set()
    for state in positions(name, 6):
        value = int(instance.judge(kernel(name).module.pack(state), numbers, paper))
        assert value == reckoned(name, numbers, state)
        said.add(value)
    assert len(said) > 10


@compiled
def _both(
    numbers: judging.Numbers, listed: npt.NDArray[np.int32], sums: judging.Numbers, few: npt.NDArray[np.int32]
) -> None:
    vectors.add_rows(numbers, 640, listed, 1, 5, sums)
    vectors.narrow(numbers, 32, 7, 3, sums, few)


def test_many_numbers_at_once_are_the_numbers_one_by_one() -> None:
    luck = np.random.default_rng(1)
    numbers = luck.integers(-900, 900, 32 * 40).astype(np.int16)
    listed = luck.integers(0, 40, 9).astype(np.int32)
    sums, few, plain_sums, plain_few = (
        np.zeros(32, np.int16),
        np.zeros(16, np.int32),
        np.zeros(32, np.int16),
        np.zeros(16, np.int32),
    )
    _both(numbers, listed, sums, few)
    vectors._plain_add_rows(numbers, 640, listed, 1, 5, plain_sums)
    vectors._plain_narrow(numbers, 32, 7, 3, plain_sums, plain_few)
    assert np.array_equal(sums, plain_sums)
    assert np.array_equal(few, plain_few)
    assert len(set(few.tolist())) > 8


def test_a_network_that_says_nothing_plays_as_the_hand_made_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALCOVE_NETWORKS", str(tmp_path))
    judging.write(tmp_path / "axom.eval", "axom", np.zeros(judging.learnt("axom").N_NUMBERS, np.int16), {})
    for state in positions("axom", 8)[::12]:
        plain, silent = handmade("axom", 4), network_engine("axom", 4)
        assert silent.analyse(state, Limits(nodes=3_000)).lines == plain.analyse(state, Limits(nodes=3_000)).lines


def test_the_same_nodes_give_the_same_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALCOVE_NETWORKS", str(tmp_path))
    judging.write(tmp_path / "axom.eval", "axom", some_numbers("axom"), {})
    answers = [
        network_engine("axom", 4).analyse(positions("axom", 9)[-1], Limits(nodes=5_000), lines=2) for _ in range(2)
    ]
    assert answers[0].lines == answers[1].lines
    assert answers[0].nodes == answers[1].nodes
    assert answers[0].lines != handmade("axom", 4).analyse(positions("axom", 9)[-1], Limits(nodes=5_000), lines=2).lines


# --- Files ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "axom.eval"
    judging.write(path, "axom", some_numbers("axom"), {"games": 1})
    return path


def test_a_network_comes_back_as_it_was(file: Path) -> None:
    assert np.array_equal(judging.read(file, "axom"), some_numbers("axom"))


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ({"features": 0}, "made for features 0, this is"),
        ({"features": "new"}, r"made for features \?"),
        ({"game": "axiom"}, "not a network for axom"),
        ({"sha256": "0"}, "its numbers are damaged"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(file: Path, header: dict[str, object], fault: str) -> None:
    first, line, body = file.read_bytes().split(b"\n", 2)
    file.write_bytes(first + b"\n" + json.dumps(json.loads(line) | header).encode() + b"\n" + body)
    with pytest.raises(NetworkError, match=fault):
        judging.read(file, "axom")


def test_damaged_files_are_refused(file: Path) -> None:
    good = file.read_bytes()
    flipped = bytearray(good)
    flipped[-100] ^= 1
    cases = {
        "cut off": good[:-7],
        "too long": good + b"\0\0",
        "numbers are damaged": bytes(flipped),
        "not a network": b"PK\x03\x04" + good,
        "header is damaged": judging.FIRST_LINE + b"[" * 10_000 + b"\n",
        "larger than 2 MB": good + bytes(2_000_000),
    }
    for fault, content in cases.items():
        file.write_bytes(content)
        with pytest.raises(NetworkError, match=fault):
            judging.read(file, "axom")
    file.unlink()
    with pytest.raises(NetworkError, match="cannot be read"):
        judging.read(file, "axom")
    with pytest.raises(NetworkError, match="no network can judge"):
        judging.learnt("avalam")


@pytest.mark.parametrize("content", [b"", b"alcove evaluation 1\n{}\n", b"\x80\x04cos\nsystem\n."])
def test_with_a_bad_network_the_hand_made_engine_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ALCOVE_NETWORKS", str(tmp_path))
    (tmp_path / "axom.eval").write_bytes(content)
    with caplog.at_level(logging.WARNING):
        found = engine("axom", megabytes=4).analyse(alcove.game("axom").initial(), Limits(seconds=0.1))
    assert found.best.moves
    assert "the hand-made engine plays on" in caplog.text


@pytest.mark.parametrize("path", sorted(OUR_FOLDER.glob("*/networks/*.eval")), ids=lambda path: path.stem)
def test_shipped_networks_are_good_and_have_a_card(path: Path) -> None:
    """Its sums stay far from where 16 bits end, whatever the position."""
    it, numbers = judging.learnt(path.stem), judging.read(path, path.stem)
    assert path.with_name(f"{path.stem}-evaluation.md").exists()
    rows = numbers[: it.FIRST_BIAS].reshape(-1, it.WIDTH).astype(np.int64)
    for state in positions(path.stem, 10, 200):
        sums = np.abs(rows[gathered(path.stem, state)[0]].cumsum(0))
        assert sums.max(initial=0) < 20_000


# --- Training ---------------------------------------------------------------------------------------------------------


@needs_torch
def test_the_whole_numbers_say_what_the_network_learnt() -> None:
    import torch

    from alcove.neural.training.judging.fit import Judge

    torch.manual_seed(2)
    it = judging.learnt("axiom")
    network = Judge(it)
    torch.nn.init.normal_(network.last.weight, std=0.3)
    numbers = network.numbers(200.0)
    for state in positions("axiom", 11, 12):
        listed, worth = gathered("axiom", state)
        with torch.no_grad():
            wanted = 200.0 * float(network(torch.tensor([listed]))[0])
        assert abs(reckoned("axiom", numbers, state) - worth - wanted) < 4


@needs_torch
def test_a_training_plays_fits_and_is_the_same_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alcove.neural.training.judging import run
    from alcove.neural.training.judging.games import files, read

    monkeypatch.setattr(run, "NODES", 40)
    rows = list[dict[str, Any]]()
    paths = [
        run.train("axiom", tmp_path / folder, rounds=1, seed=3, told=rows.append, processes=1)
        for folder in ("one", "two")
    ]
    assert np.array_equal(judging.read(paths[0], "axiom"), judging.read(paths[1], "axiom"))
    assert rows[-1]["progress"] == pytest.approx(1.0)
    games = read(files(tmp_path / "one" / "games"))
    module, undo = kernel("axiom").module, np.empty(kernel("axiom").module.UNDO_SIZE, np.int64)
    place = 0
    for length, result in zip(games.lengths, games.results, strict=True):
        state = module.pack(alcove.game("axiom").initial())
        for action in games.actions[place : place + length]:
            assert module.result(state) == ONGOING
            module.make(state, int(action), undo)
        place += int(length)
        assert module.result(state) in (ONGOING, result)
    with pytest.raises(NetworkError, match="there are games already"):
        run.train("axiom", tmp_path / "one", rounds=1)
    run.train("axiom", tmp_path / "one", rounds=1, resume=True, judge=paths[0], processes=1)
    assert len(files(tmp_path / "one" / "games")) == 2
    with pytest.raises(NetworkError, match="no games to go on with"):
        run.train("axiom", tmp_path / "three", rounds=1, resume=True)
