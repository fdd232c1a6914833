"""What every game promises, whatever its rules."""

import dataclasses
import random

import pytest
from hypothesis import assume, given, settings, strategies as st

import alcove
from alcove.core.game import Game
from alcove.core.options import specs
from alcove.core.record import RESULTS
from alcove.core.text import LANGUAGES, Text

from .conftest import SUBJECTS, Played, play_at_random


def is_told(text: Text) -> bool:
    """Is something said in both languages?"""
    return bool(text.en.strip()) and bool(text.fr.strip())


# --- The game -------------------------------------------------------------------------------------------------------


def test_a_game_introduces_itself(game: Game) -> None:
    assert alcove.game(game.name) is game
    assert game.title
    assert is_told(game.summary)
    assert game.summary.en != game.summary.fr


def test_options_say_their_clause_and_meaning(game: Game) -> None:
    for spec in specs(game.options_type):
        assert spec.clause
        assert is_told(spec.says)
        assert spec.default in spec.values or spec.default.isdecimal()
        assert set(spec.labels) >= set(spec.values), "every value is told in words"
        assert all(is_told(label) for label in spec.labels.values())


def test_an_unknown_option_is_an_error_that_lists_the_known_ones(game: Game) -> None:
    for make in (game.initial, lambda **options: game.from_text(game.initial().to_text(), **options)):
        with pytest.raises(alcove.OptionError) as error:
            make(no_such_option=1)
        assert all(spec.name in str(error.value) for spec in specs(game.options_type))


def test_an_unknown_value_is_an_error_that_lists_the_known_ones(game: Game) -> None:
    for spec in specs(game.options_type):
        with pytest.raises(alcove.OptionError) as error:
            game.initial(**{spec.name: "no such value"})
        assert all(value in str(error.value) for value in spec.values)


@pytest.mark.parametrize("text", ["", " ", "/", "w", "\n", "💥", "9" * 5000, "(" * 5000, "a3:\x00", "\ud800"])
def test_noise_is_a_position_error(game: Game, text: str) -> None:
    with pytest.raises(alcove.PositionError) as error:
        game.from_text(text)
    assert is_told(error.value.text)
    assert len(str(error.value)) < 400


# --- Moves ----------------------------------------------------------------------------------------------------------


def test_a_move_is_its_text(played: Played) -> None:
    for state in played.sample:
        texts = [str(move) for move in state.legal_moves()]
        assert len(set(texts)) == len(texts)
        assert not any(char.isspace() for text in texts for char in text)
        for move in state.legal_moves()[:20]:
            assert state.find(str(move)) == move
            assert state.refusal(move) is None
            assert state.why_not(str(move)) is None


def test_the_order_of_moves_is_stable(played: Played) -> None:
    for state in played.sample:
        again = played.at(state).without_draw_rules()
        assert again.legal_moves() == state.without_draw_rules().legal_moves()


def test_both_doors_lead_to_the_same_state(played: Played) -> None:
    for before, move, after in zip(played.states, played.moves, played.states[1:], strict=False):
        assert before.play(str(move)) == before.play(move) == after
        assert after.options == played.states[0].options


def test_playing_changes_nothing(played: Played) -> None:
    for state in played.sample:
        text, number = state.to_text(), hash(state)
        for move in state.legal_moves()[:20]:
            state.play_unchecked(move)
        assert (state.to_text(), hash(state)) == (text, number)


def test_states_cannot_be_changed(played: Played) -> None:
    state = played.states[0]
    for field in dataclasses.fields(state):  # type: ignore[arg-type]
        with pytest.raises(AttributeError):
            setattr(state, field.name, None)


def test_what_is_not_legal_is_refused_with_a_clause(played: Played) -> None:
    """Moves of other moments of the game, tried now."""
    rng = random.Random(5)
    elsewhere = sorted({str(move) for state in played.sample for move in state.legal_moves()})
    for state in played.sample:
        legal = {str(move) for move in state.legal_moves()}
        for text in rng.sample(elsewhere, min(40, len(elsewhere))):
            reason = state.why_not(text)
            if reason is None:
                assert str(state.find(text)) in legal
                continue
            assert text not in legal
            assert reason.clause
            assert is_told(reason.text)
            with pytest.raises(alcove.IllegalMoveError) as error:
                state.play(text)
            assert error.value.refusal == reason


@given(text=st.text(max_size=30))
@settings(max_examples=30)
def test_noise_is_no_move(text: str) -> None:
    for name in alcove.games():
        start = alcove.game(name).initial()
        assume(text not in map(str, start.legal_moves()))
        with pytest.raises(alcove.IllegalMoveError) as error:
            start.play(text)
        assert is_told(error.value.text)


# --- Positions ------------------------------------------------------------------------------------------------------


def test_text_and_state_are_one(played: Played) -> None:
    for state in played.sample:
        again = played.at(state)
        assert again.to_text() == state.to_text()
        assert again == state
        assert hash(again) == hash(state)
        assert "\n" not in state.to_text()


def test_a_text_tells_the_outcome(played: Played) -> None:
    """All but what history decides."""
    for state in played.sample:
        assert played.at(state).without_draw_rules().outcome() == state.without_draw_rules().outcome()


def test_seats_take_turns(played: Played) -> None:
    first = played.states[0]
    assert first.is_turn_start
    assert first.to_move == 0
    names = played.game.seat_names(first.options)
    assert len(names) == first.seats
    assert all(is_told(name) for name in names)
    for before, after in zip(played.states, played.states[1:], strict=False):
        steps = 1 if after.is_turn_start else 0
        assert after.to_move == (before.to_move + steps) % first.seats


def test_a_game_is_over_exactly_when_nothing_can_be_played(played: Played) -> None:
    for state in played.states:
        assert (state.outcome() is None) == bool(state.legal_moves())


@pytest.mark.parametrize("subject", SUBJECTS)
def test_an_outcome_says_who_and_why(subject: tuple[str, int]) -> None:
    for seed in range(3):
        played = play_at_random(*subject, seed)
        end, outcome = played.states[-1], played.states[-1].outcome()
        if outcome is None:
            continue
        assert outcome.result in set(RESULTS) - {"*"}
        assert outcome.winner is None or 0 <= outcome.winner < end.seats
        assert outcome.together == end.shares_fate == (outcome.result in ("won", "lost"))
        assert is_told(played.game.reason(outcome.reason))
        assert is_told(played.game.ending(played.game.view(end, end.to_move), outcome))
        with pytest.raises(alcove.IllegalMoveError):
            end.play(str(played.moves[-1]))


def test_perft_counts_lines(played: Played) -> None:
    for state in played.sample[-3:]:
        free = state.without_draw_rules()
        assert alcove.perft(state, 0) == 1
        assert alcove.perft(state, 1) == len(free.legal_moves())
        assert sum(alcove.divide(state, 2).values()) == alcove.perft(state, 2)
        assert alcove.perft(state, 2) == sum(len(free.play(move).legal_moves()) for move in free.legal_moves())


# --- Drawing --------------------------------------------------------------------------------------------------------


def test_a_position_can_be_drawn(played: Played) -> None:
    for state in played.sample[-4:]:
        for language in LANGUAGES:
            drawing = played.game.draw(played.game.view(state, 0), language)
            assert any(text.strip() for line in drawing for text, _ in line)
            assert not any("\n" in text for line in drawing for text, _ in line)
