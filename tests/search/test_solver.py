"""What is called proven is true: against plain minimax, against backward counting, with history and without."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import alcove
from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.core.errors import AlcoveError
from alcove.core.game import State
from alcove.games.axom.rules import (
    CELLS,
    DARK,
    HEAD,
    HEARTS,
    LIGHT,
    RAYS,
    Movement,
    Options as AxomOptions,
    State as AxomState,
)
from alcove.games.kernels import kernel
from alcove.players.engine import AlphaBetaEngine, engine
from alcove.players.proof import Limits, Proof, Prover, analyst, prove
from alcove.players.roster import plain_search
from alcove.search.proving import Proving

from . import graph_game
from .positions import open_games, random_positions, solved

GAMES = open_games()


@cache
def prover(name: str) -> Prover:
    return Prover(name, megabytes=8)


def check_line(state: State[Any], proof: Proof) -> None:
    """A proven line ends the game, and as it says."""
    after = state
    for move in proof.line:
        after = after.play(move)
    outcome = after.outcome()
    assert outcome is not None, (state.to_text(), proof)
    assert outcome.winner == (state.to_move if proof.result == "win" else 1 - state.to_move), (state.to_text(), proof)


def test_the_end_of_avalam_equals_minimax() -> None:
    memory: dict[Any, int] = {}
    results: Counter[str] = Counter()
    for seed in range(90):
        for state in random_positions("avalam", 100 + seed):
            if len(state.legal_moves()) > 12:
                continue
            proof = prover("avalam").prove(state, Limits(nodes=1_000_000))
            assert proof.result == {1: "win", 0: "draw", -1: "loss"}[solved(state, memory)], state.to_text()
            if proof.line:
                check_line(state, proof)
            results[proof.result] += 1
    assert sum(results.values()) > 150
    assert min(results["win"], results["draw"], results["loss"]) > 8


@pytest.mark.parametrize("name", [name for name in GAMES if name != "avalam"])
def test_short_wins_and_losses_are_those_of_a_full_width_search(name: str) -> None:
    search, evaluation = plain_search(name, 8)
    results: Counter[str] = Counter()
    for seed in range(14):
        for state in [*random_positions(name, 200 + seed)][-14:]:
            depth = 3 if len(state.legal_moves()) < 45 else 2
            value = search.think(kernel(name).pack(state), Limits(depth=depth)).lines[0].value
            proof = prover(name).prove(state, Limits(depth=depth))
            truth = "win" if value >= evaluation.WIN_ZONE else "loss" if value <= -evaluation.WIN_ZONE else "unknown"
            assert proof.result == truth, state.to_text()
            if proof.line:
                assert len(proof.line) == evaluation.WIN - abs(value), state.to_text()
                check_line(state, proof)
            results[proof.result] += 1
    assert sum(results.values()) > 150
    assert results["win"] > 40
    assert results["loss"] > 1


# --- Counts and history -----------------------------------------------------------------------------------------------


def sparse_axom(rng: random.Random) -> AxomState:
    """A few pieces close together, and a count of X22 that is about to run out."""
    board = [0] * 49
    near = [cell for cell in range(49) if cell % 7 in range(1, 5) and cell // 7 in range(1, 5) and cell not in HEARTS]
    pieces = [HEAD, -HEAD, *(sign * rng.randint(1, 2) for sign in (1, -1) if rng.random() < 0.9)]
    for cell, piece in zip(rng.sample(near, len(pieces)), pieces, strict=True):
        board[cell] = piece
    options = AxomOptions(draw_plies=rng.randint(2, 3))
    return AxomState(tuple(board), rng.choice((LIGHT, DARK)), options, rng.randint(0, 2))


def minimax_with_counts(module: Any, packed: Any, memory: dict[tuple[int, int], int]) -> int:
    """Plain minimax by the kernel, whose states hold the count of X22: 1, 0 or −1 for the side to move."""
    known = int(module.key(packed)), int(packed.view(np.int64)[module.QUIET])
    if known not in memory:
        result = int(module.result(packed))
        if result != ONGOING:
            return result if int(module.to_move(packed)) == 0 else -result
        actions, undo = np.empty(module.MAX_MOVES, np.int32), np.empty(module.UNDO_SIZE, np.int64)
        best = -1
        for action in actions[: module.moves(packed, actions)]:
            module.make(packed, action, undo)
            best = max(best, -minimax_with_counts(module, packed, memory))
            module.unmake(packed, action, undo)
            if best == 1:
                break
        memory[known] = best
    return memory[known]


def test_results_under_a_short_count_equal_minimax() -> None:
    """X22, asked with every age of the count and one table for all."""
    rng, module = random.Random(5), kernel("axom").module
    memory: dict[tuple[int, int], int] = {}
    results: Counter[str] = Counter()
    while sum(results.values()) < 200:
        state = sparse_axom(rng)
        if state.outcome() is not None:
            continue
        for quiet in range(state.options.draw_plies):
            aged = replace(state, quiet_plies=quiet)
            proof = prover("axom").prove(aged, Limits(nodes=50_000))
            worth = minimax_with_counts(module, module.pack(aged), memory)
            allowed = {1: {"win"}, 0: {"draw", "no win", "unknown"}, -1: {"loss", "no win"}}[worth]
            assert proof.result in allowed, aged.to_text()
            if proof.line:
                check_line(aged, proof)
            results[proof.result] += 1
    assert results["win"] > 40
    assert results["draw"] > 10


def forces_a_win_in_two(state: State[Any]) -> bool:
    """By the rules alone: a win at once, or next time whatever the answer."""

    def wins_at_once(state: State[Any]) -> bool:
        ends = (state.play_unchecked(move).outcome() for move in state.legal_moves())
        return any(end is not None and end.winner == state.to_move for end in ends)

    for move in state.legal_moves():
        after = state.play_unchecked(move)
        replies = [after.play_unchecked(reply) for reply in after.legal_moves()]
        if replies and all(reply.outcome() is None and wins_at_once(reply) for reply in replies):
            return True
    return wins_at_once(state)


def test_a_win_is_none_where_the_count_of_plies_runs_out_before_it() -> None:
    """X22: the same board, won with a fresh count, drawn with an old one; the table must not mix them up."""
    answers: Counter[bool] = Counter()
    thinker = engine("axom", megabytes=4)
    for state, _ in won_in_two("axom"):
        assert isinstance(state, AxomState)
        for quiet in (0, 99, 97, 98):
            aged = replace(state, quiet_plies=quiet, options=AxomOptions(draw_plies=100))
            wins = prover("axom").prove(aged, Limits(depth=3), only_wins=True).result == "win"
            assert wins == forces_a_win_in_two(aged), aged.to_text()
            best = thinker.analyse(aged, Limits(depth=3)).best
            assert (best.exact and best.win_probability == 1.0) == wins, aged.to_text()
            answers[wins] += 1
    assert answers[True] >= 6
    assert answers[False] >= 3


def worn(state: AxomState, rng: random.Random) -> AxomState:
    """The same board under the usual rules, late in a game: many movements have been made before (X20)."""
    made: dict[Movement, int] = {}
    for seat in (LIGHT, DARK):
        for rays in RAYS.values():
            for origin, ray in enumerate(rays):
                for target in ray[:2]:
                    made[Movement(seat, CELLS[origin], CELLS[target])] = rng.choice((0, 1, 2, 3, 3, 3, 3, 3))
    return replace(state, options=AxomOptions(), quiet_plies=0, movements=made)


def wins_within(state: State[Any], plies: int) -> bool:
    """By the rules alone: can the side to move force a win within so many plies?"""

    def is_won(after: State[Any], left: int) -> bool:
        end = after.outcome()
        if end is not None or left < 2:
            return end is not None and end.winner == state.to_move
        for reply in after.legal_moves():
            answered = after.play_unchecked(reply)
            end = answered.outcome()
            if not (wins_within(answered, left - 1) if end is None else end.winner == state.to_move):
                return False
        return True

    return any(is_won(state.play_unchecked(move), plies - 1) for move in state.legal_moves())


def test_x20_what_is_proven_takes_every_count_into_account() -> None:
    """The same boards, again and again with other counts, with one table for all: wins by the head and by a movement that the
    other side has to make for the fourth time, and none that a movement made three times would be needed for."""
    rng = random.Random(20)
    results: Counter[tuple[bool, str]] = Counter()
    thinker = AlphaBetaEngine("axom", megabytes=4)
    for _ in range(40):
        board = sparse_axom(rng)
        for _ in range(4):
            state = worn(board, rng)
            if state.outcome() is not None:
                continue
            truth = wins_within(state, 3)
            proof = prover("axom").prove(state, Limits(depth=3), only_wins=True)
            assert (proof.result == "win") == truth, (state, proof)
            best = thinker.analyse(state, Limits(depth=3)).best
            assert (best.exact and best.win_probability == 1.0) == truth, (state, best)
            if truth:
                check_line(state, proof)
                end = state
                for move in proof.line:
                    end = end.play(move)
                outcome = end.outcome()
                assert outcome is not None
                results[truth, outcome.reason] += 1
            else:
                results[truth, ""] += 1
    assert results[True, "head"] > 10
    assert results[True, "repetition"] > 3
    assert results[False, ""] > 10


WON_IN_TWO = {
    "axom": {
        "AAbbAaa/BB5/AaH2ha/A1a1aaa/C2aa2/B2aa2/AADB1ac b 6": "c4-b5",
        "2baba1/2a1ahd/a4bc/AA1B1c1/AA1aa1a/HC2AAB/CCA3A w 10": "b2-d4",
        "AAAa1ab/1a2aa1/1Baha1a/A2A2c/b2Bbcb/1A1A2A/BHACBAA w": "d3-d4",
    },
    "axiom": {
        "bC(-1,-1,1)x-y+ bC(-2,0,1)y+ bC(1,0,1)x-z+ bC(-2,1,1)x+ bC(2,1,1)x+y+ bC(3,1,1)z+ wC(-2,-1,1)z+ wC(-1,1,1)x+z+ "
        "wC(0,1,1)y+z+ wC(-2,-1,2)x+y- wC(-1,1,2)x- wC(2,1,2)z- bS(-2,0,1)x- bS(1,0,1)y+ wS(-1,1,2)z+ wS(2,1,2)y- "
        "w": "S(2,1,2)-(2,1,1)y-",
        "bC(0,-1,1)y+ bC(0,0,1)y+ bC(1,0,1)x-z+ bC(-2,1,1)y+z+ bC(0,0,2)x-z- bC(1,0,2)x+ wC(-2,0,1)y+ wC(1,1,1)x+z+ "
        "wC(2,1,1)y-z+ wC(0,2,1)z+ wC(1,1,2)x- bS(0,-1,1)x- bS(1,0,2)z+ wS(0,0,2)z+ wS(1,1,2)z+ "
        "b": "S(0,-1,1)-(0,-1,1)z+",
    },
}
"""Positions won in three plies by one move alone, and that move."""


def won_in_two(name: str) -> Iterator[tuple[State[Any], str]]:
    for text, move in WON_IN_TWO[name].items():
        yield alcove.game(name).from_text(text), move


def test_a_move_that_would_be_the_fourth_wins_nothing() -> None:
    """X20: the winning move has been played three times here."""
    for state, move in won_in_two("axom"):
        assert isinstance(state, AxomState)
        made = state.find(move)
        worn = replace(state, movements={Movement(state.side, made.origin, made.target): 3})
        assert worn.play(move).outcome() is not None, "the fourth time loses"
        assert prover("axom").prove(worn, Limits(depth=3)).result != "win"
        assert prover("axom").prove(state, Limits(depth=3)).result == "win", "and without that past it still wins"


def test_a_position_that_has_stood_twice_wins_nothing() -> None:
    """C21: the position after the winning move would stand for the third time."""
    for state, move in won_in_two("axiom"):
        after: Any = state.play(move)
        worn: Any = replace(state, earlier=(after.same_position,) * 2)  # type: ignore[type-var]
        assert worn.play(move).outcome().winner is None
        assert prover("axiom").prove(worn, Limits(depth=3)).result != "win"
        assert prover("axiom").prove(state, Limits(depth=3)).result == "win"


def test_no_win_lies_beyond_the_last_ply() -> None:
    """C22."""
    state, _ = next(won_in_two("axiom"))
    for left, result in ((3, "win"), (2, "unknown")):
        late: Any = replace(state, options=replace(state.options, max_plies=40), plies=40 - left)  # type: ignore[type-var]
        assert prover("axiom").prove(late, Limits(nodes=20_000), only_wins=True).result == result


# --- Cycles -----------------------------------------------------------------------------------------------------------


def test_cycles_prove_nothing_false() -> None:
    """Many small games full of cycles, counted out backwards."""
    variant = "v" + sha256(Path(graph_game.__file__).read_bytes()).hexdigest()[:12]
    kernel_alone: Any = graph_game
    no_evaluation: Any = ModuleType("nothing")
    proving = Proving("graph", kernel_alone, no_evaluation, megabytes=1, variant=variant)
    rng = random.Random(11)
    results: Counter[tuple[str, str]] = Counter()
    for _ in range(1_500):
        state = graph_game.random_graph(rng)
        proving.forget()
        settled = proving.settle(state.copy(), Limits(nodes=20_000), horizon=60)
        results[graph_game.truth(state), settled.result] += 1
        if settled.result in ("win", "loss"):
            for action in settled.actions:
                graph_game.make(state, action, np.zeros(1, np.int64))
            assert graph_game.result(state) in (SEAT_0_WINS, SEAT_1_WINS)
    false = {
        (truth, claimed): times
        for (truth, claimed), times in results.items()
        if claimed != truth and claimed != "unknown" and not (claimed == "no win" and truth != "win")
    }
    assert false == {}
    for truth in ("win", "loss"):
        shares = results[truth, truth] / sum(times for (known, _), times in results.items() if known == truth)
        assert shares > 0.9, results
    assert DRAW == 0


# --- Manners ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_same_nodes_give_the_same_proof(name: str) -> None:
    states = [list(random_positions(name, seed))[-7] for seed in range(4)]
    proofs = []
    for _ in range(2):
        prover(name).forget()
        proofs.append([prover(name).prove(state, Limits(nodes=5_000)) for state in states])
    assert proofs[0] == proofs[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_proof_search_keeps_its_time_and_stops_when_told(name: str) -> None:
    start, thinker = alcove.game(name).initial(), Prover(name, megabytes=4)
    thinker.prove(start, Limits(nodes=100))
    began = time.perf_counter()
    assert thinker.prove(start, Limits(seconds=0.2)).result == "unknown"
    assert time.perf_counter() - began < 0.6  # the machine may be busy
    answers: list[Proof] = []
    search = threading.Thread(target=lambda: answers.append(thinker.prove(start, Limits(depth=100), only_wins=True)))
    search.start()
    time.sleep(0.1)
    while search.is_alive():
        thinker.stop()
        search.join(0.02)
    assert answers[0].result == "unknown"


def test_what_cannot_be_asked_is_refused() -> None:
    over = alcove.game("avalam").from_text("9/9/9/1E1c5/9/9/9/9/9 w")
    with pytest.raises(AlcoveError, match="over"):
        prove("avalam", over, Limits(nodes=10))
    with pytest.raises(AlcoveError, match="proven"):
        Prover("axxa")


# --- Study ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WON_IN_TWO)
def test_a_study_shows_the_forced_win_first(name: str) -> None:
    """Where the engine's own depth is too small for it; lines stay distinct, and a game that is not won gets none."""
    thinker = analyst(name, megabytes=4)
    for state, move in won_in_two(name):
        shallow = thinker.analyse(state, Limits(nodes=30_000), lines=2)
        assert shallow.best.exact
        assert shallow.best.moves[0] == move
        assert shallow.best.win_probability == 1.0
        assert shallow.lines[1].moves[0] != move
    start = thinker.analyse(alcove.game(name).initial(), Limits(nodes=3_000))
    assert not start.best.exact
