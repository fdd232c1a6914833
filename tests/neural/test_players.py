"""The engine with a network, and the strongest engine, which plays on without one."""

import logging
import random
import threading
import time
from pathlib import Path

import pytest

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.game import State
from alcove.core.registry import OUR_FOLDER, ours
from alcove.neural import judging
from alcove.neural.files import LARGEST_FILE
from alcove.neural.guided import NetworkError
from alcove.neural.inference import network_file
from alcove.neural.weights import read
from alcove.players.engine import AlphaBetaEngine, Analysis, Limits, engine, handmade
from alcove.players.network import NetEngine, StrongestEngine
from alcove.players.roster import player

AVALAM = alcove.game("avalam")


def late_position(moves_left: int) -> State:  # type: ignore[type-arg]
    """A position of a random game with few moves left."""
    rng, state = random.Random(11), AVALAM.initial()
    while len(state.legal_moves()) > moves_left:
        state = state.play_unchecked(rng.choice(state.legal_moves()))
    return state


@pytest.fixture
def own_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALCOVE_NETWORKS", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("path", sorted(OUR_FOLDER.glob("*/networks/*.net")), ids=lambda path: path.stem)
def test_shipped_networks_are_good_small_and_have_a_card(path: Path) -> None:
    assert path.stat().st_size <= LARGEST_FILE
    assert read(path, path.stem).story["minutes"] > 0
    assert path.with_suffix(".md").exists()


def test_a_network_is_there_wherever_it_is_said_to_be_stronger() -> None:
    assert all(
        network_file(name) or judging.network_file(name) for name in ours() if alcove.game(name).about.network_seconds
    )


def test_the_same_simulations_give_the_same_answer() -> None:
    answers = [NetEngine("avalam", megabytes=8).analyse(AVALAM.initial(), Limits(nodes=60), lines=3) for _ in range(2)]
    assert answers[0].lines == answers[1].lines
    assert answers[0].nodes == 60
    assert len({line.moves[0] for line in answers[0].lines}) == 3
    state = AVALAM.initial()
    for line in answers[0].lines:
        here = state
        assert 0 < line.win_probability < 1
        for move in line.moves:
            here = here.play(move)


def test_the_end_is_exact_and_what_the_hand_made_engine_proves() -> None:
    state = late_position(16)
    found = NetEngine("avalam", megabytes=8).analyse(state, Limits(nodes=400))
    proven = handmade("avalam", 8).analyse(state, Limits(depth=38))
    assert found.best.exact
    assert found.best.score == proven.best.score


def test_it_stops_when_told_and_reports_on_its_way() -> None:
    thinking, heard = NetEngine("avalam", megabytes=64), list[Analysis]()
    thinking.analyse(AVALAM.initial(), Limits(nodes=2))
    thinking.listener = heard.append
    timer = threading.Timer(1.0, thinking.stop)
    timer.start()
    started = time.monotonic()
    found = thinking.analyse(AVALAM.initial(), Limits(seconds=60))
    assert time.monotonic() - started < 20
    assert found.nodes > 0
    assert all(told.best.moves for told in heard)


def test_the_strongest_engine_asks_the_network_where_time_is_the_limit() -> None:
    strongest, plain = engine("avalam", megabytes=8), handmade("avalam", 8)
    assert isinstance(strongest, StrongestEngine)
    state = AVALAM.initial()
    strongest.forget()
    assert strongest.analyse(state, Limits(nodes=3_000)).lines == plain.analyse(state, Limits(nodes=3_000)).lines
    assert strongest.analyse(state, Limits(seconds=0.3)).nodes < 20_000  # simulations; alpha-beta sees far more


@pytest.mark.parametrize(("seconds", "asks_the_network"), [(0.2, True), (0.5, True), (0.6, False), (3.0, False)])
def test_a_network_that_is_stronger_at_short_thoughts_is_asked_for_those(
    seconds: float, asks_the_network: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def analyse(engine: AlphaBetaEngine, view: object, limits: Limits, lines: int = 1) -> Analysis:
        asked.append(engine)
        return Analysis((), 0, 0, 0.0)

    monkeypatch.setattr(AlphaBetaEngine, "analyse", analyse)
    strongest = StrongestEngine("axiom", megabytes=4)
    handmade_one = strongest._handmade
    strongest._analyse(alcove.game("axiom").initial(), Limits(seconds=seconds), 1)
    assert [engine is not handmade_one for engine in asked] == [asks_the_network]


@pytest.mark.parametrize("content", [b"", b"alcove network 1\n{}\n", b"\x80\x04cos\nsystem\n."])
def test_with_a_bad_network_the_hand_made_engine_plays_on(
    own_networks: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (own_networks / "avalam.net").write_bytes(content)
    with pytest.raises(NetworkError, match=r"network avalam\.net: "):
        NetEngine("avalam")
    with caplog.at_level(logging.WARNING):
        found = engine("avalam", megabytes=4).analyse(AVALAM.initial(), Limits(seconds=0.2))
    assert found.best.moves
    assert "the hand-made engine plays on" in caplog.text


def test_players_by_name() -> None:
    rng, state = random.Random(1), AVALAM.initial()
    for name in ("net:n=4", "tower:n=4", "best-handmade:n=500"):
        assert player("avalam", name).choose(state, rng) in state.legal_moves()
    with pytest.raises(AlcoveError, match="unknown player"):
        player("avalam", "net:d=3")
    with pytest.raises(AlcoveError, match="no network"):
        player("axxa", "net:1s")
