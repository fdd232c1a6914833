"""AxxA's counted chances: equal to looking at everything, sure where a win is sure, and claimed nowhere else."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from alcove.games.axxa import GAME, State, View
from alcove.games.axxa.rules import face_up
from alcove.players.engine import Engine, Limits, engine

from .axxa_chances import all_worlds, chances_of

ENOUGH = Limits(nodes=20_000)


@pytest.fixture(scope="module")
def thinker() -> Engine:
    return engine("axxa", megabytes=8)


def view(text: str, **options: Any) -> View:
    return GAME.view_from_text(text, **options)


# --- Looking at everything ----------------------------------------------------------------------------------------------

TINY: list[tuple[str, dict[str, Any]]] = [
    ("c1:6,c3:6?,e3:6?? 6 111233344455566 5 pay 1", {"take_after_payment": "yes"}),
    ("b3:6,c1:6??,d4:6? 6 122233344455566 5 pay 1", {"mode": "coop", "seats": 3}),
    ("c5:6??,e2:6?,f2:6 6 122233344455566 5 pay 1", {"shape": "side"}),
    ("c3:6??,e7:6,f5:6 6 1112223344455566 5 move 1", {"shape": "side"}),
    ("a3:6?,b3:5?,b5:5,g3:5? 5 11122233344555666 4 move 1", {"mode": "coop", "seats": 3}),
    ("b3:56,c3:56,d3:56,e3:5 5 - 4 take 1", {}),
    ("a5:6,b3:6,c3:6,e7:1 6 - 5 move 1", {}),
    ("a4:6,d4:6,g4:6 6 - 5 move 1", {}),
]
"""Positions with few pieces, most of them found by dealing at random: sure ones, lost ones and some in between."""


@pytest.mark.parametrize(("text", "options"), TINY)
def test_a3_chances_are_those_of_looking_at_everything(thinker: Engine, text: str, options: dict[str, Any]) -> None:
    study = view(text, **options)
    expected = chances_of(study)
    lines = thinker.analyse(study, ENOUGH, lines=len(expected)).lines
    assert {line.moves[0]: line.win_probability for line in lines} == pytest.approx(expected, abs=1e-12)
    assert all(line.exact for line in lines)
    chances = [line.win_probability for line in lines]
    assert chances == sorted(chances, reverse=True)
    assert [chance == 1 for chance in chances].count(True) == list(expected.values()).count(Fraction(1)), "not rounded"
    best = thinker.analyse(study, ENOUGH).best
    assert best.exact
    assert best.win_probability == pytest.approx(max(expected.values()), abs=1e-12)


# --- Claims -------------------------------------------------------------------------------------------------------------


def open_cards(seed: int) -> State:
    """A deal with every piece face up."""
    deal = GAME.initial(seed=seed)
    return replace(deal, piles=tuple((cell, face_up(pile)) for cell, pile in deal.piles))


@pytest.mark.parametrize("seed", [2, 3])
def test_a_won_position_without_secrets_is_never_lost(thinker: Engine, seed: int) -> None:
    """From the first ply on: the whole line is known, and every position on it is proven to be won."""
    state = open_cards(seed)
    while (outcome := state.outcome()) is None:
        best = thinker.analyse(GAME.view(state, 0), ENOUGH).best
        assert best.exact
        assert best.win_probability == 1.0
        state = state.play(best.moves[0])
    assert outcome.result == "won"


def test_one_line_may_be_exact_and_others_not(thinker: Engine) -> None:
    """A game that is all but won: a sure win comes first, and what could not be counted is still told as a guess."""
    thinker.forget()
    state = GAME.from_text("a4:34,b2:45,b5:36,c3:51,d6:362,e2:46,f3:52,f5:41,g3:65 3 - 2 move 1")
    analysis = thinker.analyse(GAME.view(state, 0), Limits(nodes=4), lines=len(state.legal_moves()))
    assert analysis.best.exact
    assert analysis.best.win_probability == 1.0
    assert not all(line.exact for line in analysis.lines)
    assert analysis.nodes == 4


def test_nothing_is_exact_that_was_not_counted(thinker: Engine) -> None:
    start = GAME.view(GAME.initial(seed=4), 0)
    assert not any(line.exact for line in thinker.analyse(start, Limits(nodes=60), lines=9).lines)
    duel = view("b3:56,c3:56,d3:56,e3:5 5 - 4/0 take 1", mode="duel")
    assert not thinker.analyse(duel, Limits(nodes=60)).best.exact


def test_a3_a_counted_chance_is_the_same_for_every_world(thinker: Engine) -> None:
    text, options = TINY[0]
    study, answers = view(text, **options), []
    for position in (study, *all_worlds(study)):
        thinker.forget()
        answers.append(thinker.analyse(position, ENOUGH, lines=9))
    assert len(answers) > 2
    assert all(answer.lines == answers[0].lines and answer.nodes == answers[0].nodes for answer in answers)
