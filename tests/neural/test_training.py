"""Training in its small form: it learns, is the same every time, and can be interrupted and resumed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: pip install 'alcove[train]'")

from alcove.neural.guided import NetworkError, guided  # noqa: E402
from alcove.neural.training.learner import Learner, Memory  # noqa: E402
from alcove.neural.training.run import Cluster, Length, Run  # noqa: E402
from alcove.neural.training.settings import settings_for  # noqa: E402
from alcove.neural.training.strength import gain, match  # noqa: E402
from alcove.neural.training.tower import Tower, fold, tensors  # noqa: E402
from alcove.neural.weights import read, shapes  # noqa: E402
from alcove.plot import curve  # noqa: E402

TINY = {"channels": 8, "blocks": 1, "games": 8, "first_simulations": 2, "later_simulations": 4, "warm_up": 100}


def train(folder: Path, rounds: int, resume: bool = False) -> dict[str, Any]:
    return Run.open("avalam", folder, resume=resume, seed=5, changes=TINY).go(Length(rounds=rounds))


def test_a_run_is_the_same_every_time_and_leaves_its_files(tmp_path: Path) -> None:
    rows = [train(tmp_path / name, 45) for name in ("one", "other")]
    assert rows[0]["total"] == rows[1]["total"]
    assert rows[0]["total"]["games"] > 5
    assert rows[0]["total"]["steps"] > 5
    one, other = (read(tmp_path / name / "avalam.net", "avalam") for name in ("one", "other"))
    assert one.ranges == other.ranges
    for name, tensor in one.tensors.items():
        assert np.array_equal(tensor, other.tensors[name]), name
    assert (tmp_path / "one" / "strength.svg").read_text().startswith("<svg")
    log = [json.loads(line) for line in (tmp_path / "one" / "log.jsonl").read_text().splitlines()]
    assert log[0]["device"] == "CPU"
    assert log[-1]["progress"] >= 1

    before = rows[0]["total"]
    after = train(tmp_path / "one", 20, resume=True)["total"]
    assert all(after[name] > before[name] for name in ("simulations", "games", "positions"))


def test_axiom_too_is_learnt_the_same_every_time(tmp_path: Path) -> None:
    short = {"longest_game": 10, "match_games": 4, "window": 400, "batch": 32}
    opened = (Run.open("axiom", tmp_path / name, seed=5, changes=TINY | short) for name in ("one", "other"))
    rows = [run.go(Length(rounds=14)) for run in opened]
    assert rows[0]["total"] == rows[1]["total"]
    assert rows[0]["total"]["steps"] > 5
    one, other = (read(tmp_path / name / "axiom.net", "axiom") for name in ("one", "other"))
    for name, tensor in one.tensors.items():
        assert np.array_equal(tensor, other.tensors[name]), name


def test_targets_and_origins_are_shared_out_apart() -> None:
    """In Axiom's policy each part adds up to 1, whatever the others say, and a symmetry keeps the parts apart."""
    torch.manual_seed(2)
    look = guided("axiom").look
    player = Tower(look, 8, 1, folded=True).eval()
    seen = np.zeros((3, look.size), np.uint8)
    guided("axiom").encoding.look(guided("axiom").start(), seen[0])
    shares, _ = player.answer(torch.from_numpy(seen))
    for part in shares.split(look.policy_parts, 1):
        assert torch.allclose(part.sum(1), torch.ones(3), atol=1e-5)
    for symmetry in range(len(look.mirror_policy)):
        turned = player.eye.turned(
            torch.from_numpy(seen), shares, torch.zeros((3, 81), dtype=torch.uint8), torch.full((3,), symmetry)
        )
        for part in turned[1].split(look.policy_parts, 1):
            assert torch.allclose(part.sum(1), torch.ones(3), atol=1e-5)


def test_there_must_be_something_to_resume(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="no run to resume"):
        train(tmp_path / "nothing", 1, resume=True)
    (tmp_path / "state.pt").write_bytes(b"cos\nsystem\n(S'echo hostile'\ntR.")
    with pytest.raises(NetworkError, match="not a run of avalam to resume: damaged"):
        train(tmp_path, 1, resume=True)
    torch.save({"game": "avalam", "encoding": 0}, tmp_path / "state.pt")
    with pytest.raises(NetworkError, match="not a run of avalam to resume: another game or encoding"):
        train(tmp_path, 1, resume=True)


def test_a_run_that_begins_anew_writes_over_nothing(tmp_path: Path) -> None:
    for _ in range(3):
        Run.open("avalam", tmp_path, changes=TINY)
        (tmp_path / "state.pt").write_bytes(b"an earlier run")
        (tmp_path / "notes.txt").touch()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["earlier-1", "earlier-2", "notes.txt", "state.pt"]
    assert (tmp_path / "earlier-1" / "state.pt").read_bytes() == b"an earlier run"


def test_a_learner_learns_what_it_is_shown() -> None:
    """Shown one position with one answer again and again, the network gives that answer."""
    torch.manual_seed(0)
    game, device = guided("avalam"), torch.device("cpu")
    settings = settings_for("avalam", False, channels=8, blocks=1, batch=16, warm_up_steps=1, learning_rate=0.01)
    learner, memory = Learner(game, settings, device), Memory(game, 32, device)
    seen = np.zeros((32, game.look.size), np.uint8)
    game.encoding.look(game.start(), seen[0])
    seen[:] = seen[0]
    policy = np.zeros((32, game.n_policy), np.uint16)
    policy[:, 7] = policy[:, game.look.mirror_policy[1, 7]] = 32767
    rows = [seen, policy.view(np.int16), np.full(32, -100, np.int8), np.full((32, 81), 2, np.uint8)]
    memory.add([torch.from_numpy(row) for row in rows])
    for _ in range(400):
        learner.step(memory, 0.0)
    player = fold(learner.average, Tower(game.look, 8, 1, folded=True)).eval()
    chances, value = player.answer(torch.from_numpy(seen[:1]))
    assert chances[0, 7] > 0.3
    assert value[0] < -0.8


def test_folding_changes_nothing_and_names_every_tensor() -> None:
    torch.manual_seed(1)
    game = guided("axom")
    learnt = Tower(game.look, 8, 2).eval()
    for norm in learnt.norms.values():
        norm.running_mean.normal_(0, 0.2)
        norm.running_var.uniform_(0.5, 2)
    player = fold(learnt, Tower(game.look, 8, 2, folded=True)).eval()
    seen = np.zeros((1, game.look.size), np.uint8)
    game.encoding.look(game.start(), seen[0])
    for one, other in zip(learnt.answer(torch.from_numpy(seen)), player.answer(torch.from_numpy(seen)), strict=True):
        assert torch.allclose(one, other, atol=1e-5)
    assert {name: tensor.shape for name, tensor in tensors(player).items()} == shapes(game.look, 8, 2)


def test_equals_split_their_points_and_ratings_know_it() -> None:
    game = guided("avalam")
    settings = settings_for("avalam", False, match_games=12, channels=8, blocks=1)
    player = Tower(game.look, 8, 1, folded=True).eval()
    wins, draws, losses = match(game, settings, player, player, torch.device("cpu"), simulations=2)
    assert wins == losses
    assert wins + draws + losses == 12
    assert gain(5, 2, 5) == 0
    assert gain(10, 0, 0) == pytest.approx(-gain(0, 0, 10))
    assert gain(10, 0, 0) > 400


def test_a_curve_is_a_picture() -> None:
    picture = curve([(0, 0), (1, 50), (2.5, 420)], "strength", "minutes", "Elo")
    assert picture.count("<circle") == 3
    assert ">400</text>" in picture


def test_workers_of_a_cluster_feed_one_learner(tmp_path: Path) -> None:
    """Two workers on this machine, each a process of its own."""
    ray = pytest.importorskip("ray", reason="training on several machines needs Ray: pip install 'alcove[ray]'")
    try:
        run = Run.open("avalam", tmp_path, seed=5, changes=TINY, cluster=Cluster("local", 2))
        total = run.go(Length(rounds=40))["total"]
    finally:
        ray.shutdown()
    assert total["games"] > 10
    assert total["steps"] > 5
    assert total["simulations"] >= 40 * 2 * 2 * 8  # both workers, both halves
    assert read(tmp_path / "avalam.net", "avalam").story["games"] == total["games"]
