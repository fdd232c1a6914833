"""AxxA's law, clause by clause, against the golden files."""

import random
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from alcove.core.errors import IllegalMoveError, OptionError, PositionError
from alcove.core.options import changed
from alcove.core.text import LANGUAGES
from alcove.games.axxa import GAME, State, View, rules
from alcove.games.axxa.board import CELLS, ROUTES, START_CELLS, TRIPLES
from alcove.games.axxa.rules import Move, Options, Pay, Slide, Take

GOLDEN = Path(__file__).parents[1] / "golden" / "axxa"
SPREAD = "135246" * 6
"""A deal with three 1s side by side on top, three 2s opposite, and so on beneath."""


def golden(name: str) -> list[list[str]]:
    """The lines of a golden file, split at `|`."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if line and not line.startswith("#")]


def options_of(text: str) -> dict[str, Any]:
    return dict(word.split("=", 1) for word in text.split())


def state_of(text: str, options: str = "") -> State:
    if text.startswith("start"):
        return GAME.initial(deal=SPREAD, **options_of(options))
    return GAME.from_text(text, **options_of(options))


def sorted_text(text: str) -> str:
    """A position text with its piles in order: the golden files need not care."""
    piles, rest = text.split(" ", 1)
    return f"{','.join(sorted(piles.split(',')))} {rest}"


# --- Equipment (A1 to A3) -------------------------------------------------------------------------------------------


def test_a1_thirty_seven_cells_twelve_of_them_start_cells() -> None:
    assert len(CELLS) == 37
    assert " ".join(START_CELLS) == "a3 a4 a5 c1 c7 d1 d7 e1 e7 g3 g4 g5"


def test_a2_a_deal_goes_by_the_names_of_the_cells_top_first() -> None:
    state = GAME.initial(deal="361" + "245" + "124563" * 5)
    assert state.to_text().startswith("a3:3fa,a4:2de,a5:1bd,c1:5fc,")
    assert state.to_text().endswith(" 1 - 0 move 1")


def test_a2_a_seed_gives_the_same_deal_for_good() -> None:
    assert GAME.luck(GAME.initial(seed=7)) == "deal:652155243354631462463162314263511524"
    assert GAME.initial(seed="7") == GAME.initial(seed=7)
    pieces = list("111111222222333333444444555555666666")
    random.Random(7).shuffle(pieces)
    assert GAME.initial(seed=7) == GAME.initial(deal="".join(pieces))


def test_a2_without_a_seed_every_deal_is_fresh() -> None:
    assert len({GAME.initial().to_text() for _ in range(5)}) == 5


@pytest.mark.parametrize(
    ("keywords", "fault"),
    [
        ({"deal": "123"}, "found 3"),
        ({"deal": "123457" * 6}, "'7' is not a number"),
        ({"deal": "12345?" * 6}, "'?' is not a number"),
        ({"deal": "1" * 36}, "36 times instead of six"),
        ({"seed": "x"}, "'x' is not a whole number"),
        ({"seed": True}, "'True' is not a whole number"),
        ({"seed": 1, "deal": SPREAD}, "not both"),
    ],
)
def test_a2_a_bad_deal_or_seed_is_refused(keywords: dict[str, Any], fault: str) -> None:
    with pytest.raises(OptionError, match=fault.replace("?", r"\?")):
        GAME.initial(**keywords)


def test_a3_a_piece_turned_under_is_remembered_with_its_place() -> None:
    state = GAME.initial(deal=SPREAD).play("c7-c6*")
    assert dict(GAME.view(state, 0).piles)["c6"] == "3?1"


# --- A turn (A4 to A8) ----------------------------------------------------------------------------------------------


def targets(state: State, origin: str) -> list[str]:
    return [move.target for move in state.legal_moves() if isinstance(move, Slide) and move.origin == origin]


def start_with(cell: str, number: str) -> State:
    """A start position with a given top on a start cell."""
    rest = sorted("123456" * 6)
    rest.remove(number)
    place = 3 * START_CELLS.index(cell)
    return GAME.initial(deal="".join([*rest[:place], number, *rest[place:]]))


@pytest.mark.parametrize(("cell", "counts"), golden("target_counts.txt"))
def test_a4_number_of_targets_from_the_start(cell: str, counts: str) -> None:
    found = [len(set(targets(start_with(cell, number), cell))) for number in "123456"]
    assert found == [int(count) for count in counts.split()]


@pytest.mark.parametrize(("cell", "number", "expected"), golden("targets.txt"))
def test_a4_targets_from_the_start(cell: str, number: str, expected: str) -> None:
    assert sorted(set(targets(start_with(cell, number), cell))) == expected.split()


@pytest.mark.parametrize(("number", "expected"), golden("stuck_cells.txt"))
def test_a4_where_a_number_is_stuck_on_an_empty_board(number: str, expected: str) -> None:
    assert {cell for cell in CELLS if not ROUTES[cell, int(number)]} == set(expected.split())


def test_a4_a_path_is_open_and_deterministic() -> None:
    state = state_of("a3:56,b3:56,d3:56,f6:2 5 - 4 move 1")
    assert state.path(Slide("f6", "e5")) == ("f5", "e5"), "along the file first"
    assert state.path(Slide("f6", "f4")) == ("f5", "f4")
    blocked = state_of("a3:56,b3:56,d3:56,f5:1,f6:2 5 - 4 move 1")
    assert blocked.path(Slide("f6", "e5")) == ("e6", "e5")


def test_a5_turning_is_offered_for_two_and_three_pieces_even_if_both_look_alike() -> None:
    state = state_of("a3:56,b3:56,d3:56,f6:1,c6:11,e6:111 5 - 4 move 1")
    turned = {move.origin for move in state.legal_moves() if isinstance(move, Slide) and move.turned}
    assert turned >= {"c6", "e6"}
    assert "f6" not in turned


@pytest.mark.parametrize(("shape", "count"), golden("triples.txt"))
def test_a6_how_many_triples_a_shape_has(shape: str, count: str) -> None:
    assert len(TRIPLES[shape]) == int(count)


@pytest.mark.parametrize(("clause", "options", "before", "ply", "after", "revealed"), golden("plies.txt"))
def test_single_plies(clause: str, options: str, before: str, ply: str, after: str, revealed: str) -> None:
    state = state_of(before, options).play(ply)
    assert state.to_text() == sorted_text(after), clause
    assert state.revealed == revealed
    assert state_of(after, options) == state


def test_the_figures_of_the_rules_page_hold() -> None:
    page = Path(rules.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    figures = re.findall(r"\*Try it:\* `(.+)` · `(.+)` · `(.+)`", page)
    assert len(figures) == page.count("*Try it:*") > 0
    for before, ply, after in figures:
        assert state_of(before).play(ply) == state_of(after)


def test_a4_the_figure_of_a_three_on_d7() -> None:
    state = state_of("c7:1,d7:3,e7:1,a3:5,a5:5,g3:5,g4:666 5 - 4 move 1")
    assert targets(state, "d7") == ["b6", "c5", "d4", "e5", "f6"]


def test_a6_the_choice_is_between_the_sets() -> None:
    state = state_of("a3:56,b3:56,c3:56,d3:5,f5:1 5 - 4 take 1")
    assert [str(move) for move in state.legal_moves()] == ["=a3.b3.c3", "=b3.c3.d3"]
    assert state.triplet_sets == (("a3", "b3", "c3"), ("b3", "c3", "d3"))
    assert state.play("=d3.c3.b3") == state.play("=b3.c3.d3"), "people may name the cells in any order"


def test_a6_the_turn_remembers_what_it_lifted() -> None:
    state = state_of("a3:56,b3:56,c3:56,d3:6,f6:1 5 - 4 move 1").play("f6-f5")
    assert state.lifted == (("a3", "b3", "c3"),)
    state = state.play("=b3.c3.d3")
    assert state.lifted == (("a3", "b3", "c3"), ("b3", "c3", "d3"))
    assert "Two triplets: a good move." in drawn(state)
    assert "Trois triplets : coup exceptionnel." in drawn(GAME.initial(deal=SPREAD).play("a4-b3"), "fr")
    assert state_of("a3:56,b3:56,d3:56,f6:1 5 - 4 move 1").play("f6-f5").lifted == ()


def test_a7_a_payment_is_offered_for_every_pile() -> None:
    state = GAME.initial(deal=SPREAD).play("c7-c6*")
    assert [str(move) for move in state.legal_moves()] == [f"${cell}" for cell, _ in state.piles]
    assert len(state.legal_moves()) == 12


def test_a8_the_seat_stays_through_the_plies_of_a_turn() -> None:
    state = GAME.initial(deal=SPREAD, mode="coop", seats=2)
    assert (state.to_move, state.is_turn_start) == (0, True)
    state = state.play("c7-c6*")
    assert (state.to_move, state.is_turn_start) == (0, False)
    state = state.play("$e1")
    assert (state.to_move, state.is_turn_start, state.revealed) == (1, True, "e1:4")


# --- End (A9, A10) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clause", "options", "text", "result", "reason", "scores"), golden("ends.txt"))
def test_ends(clause: str, options: str, text: str, result: str, reason: str, scores: str) -> None:
    state = state_of(text, options)
    outcome = state.outcome()
    assert outcome is not None, clause
    assert (outcome.result, outcome.reason) == (result, reason)
    assert outcome.scores == tuple(int(score) for score in scores.split())
    assert outcome.together == (clause == "A9")
    assert state.legal_moves() == ()
    assert GAME.view(state, 0).outcome() == outcome
    assert all(GAME.reason(reason).in_language(language) for language in LANGUAGES)


@pytest.mark.parametrize(("clause", "options", "text"), golden("goes_on.txt"))
def test_goes_on(clause: str, options: str, text: str) -> None:
    state = state_of(text, options)
    assert state.outcome() is None, clause
    assert state.legal_moves()


@pytest.mark.parametrize(("options", "text", "move", "clause"), golden("refusals.txt"))
def test_refusals_name_their_clause(options: str, text: str, move: str, clause: str) -> None:
    state = state_of(text, options)
    with pytest.raises(IllegalMoveError) as caught:
        state.play(move)
    assert caught.value.refusal.clause == clause
    for language in LANGUAGES:
        assert caught.value.in_language(language).endswith(f"({clause})")
    assert GAME.view(state, 0).why_not(move) == caught.value.refusal


@pytest.mark.parametrize(
    "text", ["", "c7", "c7c6", "c7-c6**", "=c7.d7", "=c7.d7.e7.f6", "$", "$c77", "C7-C6", "c7-c6\n*"]
)
def test_a_text_that_is_no_move_is_told_how_moves_look(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="a move is written like"):
        GAME.initial(deal=SPREAD).play(text)


def every_move(rng: random.Random) -> Iterator[Move]:
    """All slides and payments that can be written, and some choices."""
    for origin in CELLS:
        yield Pay(origin)
        for target in CELLS:
            yield Slide(origin, target)
            yield Slide(origin, target, turned=True)
    for triple in rng.sample(list(combinations(CELLS, 3)), 300):
        yield Take(triple)


def test_what_is_not_legal_is_refused_and_what_is_legal_is_not() -> None:
    for options, text in [(options, before) for _, options, before, *_ in golden("plies.txt")]:
        state = state_of(text, options)
        legal = set(state.legal_moves())
        for move in [*every_move(random.Random(text)), *legal]:
            refusal = state.refusal(move)
            assert (refusal is None) == (move in legal), (text, move)
            assert refusal is None or refusal.clause


# --- Options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats"),
    [("", 1), ("mode=solo", 1), ("mode=coop", 2), ("mode=coop seats=6", 6), ("mode=duel", 2), ("mode=duel seats=2", 2)],
)
def test_the_mode_says_how_many_seats_there_are(options: str, seats: int) -> None:
    state = state_of("start", options)
    assert state.seats == seats
    assert len(GAME.seat_names(state.options)) == seats
    assert GAME.initial(deal=SPREAD, **changed(state.options)) == state


@pytest.mark.parametrize(
    "options",
    ["seats=2", "mode=coop seats=1", "mode=coop seats=7", "mode=duel seats=1", "mode=duel seats=3", "mode=trio",
     "shape=queen", "skip_dead=maybe", "colour=red"],
)  # fmt: skip
def test_options_that_cannot_be(options: str) -> None:
    with pytest.raises(OptionError):
        state_of("start", options)
    with pytest.raises(OptionError):
        state_of("c4:6,d4:6,e4:6 6 - 5 move 1", options)


def test_options_are_carried_by_states_and_views() -> None:
    state = GAME.initial(deal=SPREAD, mode="duel", shape="side")
    assert state.options == Options(mode="duel", seats=2, shape="side")
    assert GAME.view(state.play("a4-b3*"), 1).options == state.options


# --- Text and luck --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "text", "place", "fault"), golden("bad_texts.txt"))
def test_bad_texts_are_refused(options: str, text: str, place: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        state_of(text, options)
    assert str(caught.value).startswith(f"{place}: ")
    assert fault in str(caught.value)
    assert " : " in caught.value.in_language("fr")


@pytest.mark.parametrize(("options", "text", "place", "fault"), golden("bad_views.txt"))
def test_bad_views_are_refused(options: str, text: str, place: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.view_from_text(text, **options_of(options))
    assert str(caught.value).startswith(f"{place}: ")
    assert fault in str(caught.value)


def test_readers_take_piles_and_payments_in_any_order() -> None:
    state = state_of("d3:56,a3:56,c3:65 5 41 4 move 1")
    assert state.to_text() == "a3:56,c3:65,d3:56 5 14 4 move 1"


def test_a_deal_is_the_first_event_of_a_record() -> None:
    state = GAME.initial(seed=3, mode="duel")
    luck = GAME.luck(state)
    assert luck.startswith("deal:")
    assert GAME.with_luck(luck, mode="duel") == state
    assert GAME.luck(GAME.view(state, 0)) == "deal:" + "".join(pile[0] + "??" for _, pile in state.piles)
    assert GAME.luck(state.play(state.legal_moves()[0])) == ""
    with pytest.raises(OptionError, match="expected deal:"):
        GAME.with_luck("361")


# --- Drawing --------------------------------------------------------------------------------------------------------


def drawn(position: State | View, language: Any = "en", memory: bool = True) -> str:
    lines = GAME.draw(position, language, memory)
    return "\n".join("".join(characters for characters, _ in line) for line in lines)


def test_the_drawing_shows_heights_memory_and_what_is_left() -> None:
    state = GAME.initial(deal=SPREAD).play("c7-c6*").play("$e1")
    picture = drawn(state)
    assert "[3?1]" in picture
    assert "[3??]" in drawn(state, memory=False)
    assert "Set aside: 2" in picture
    assert "1×6  2×5  3×6" in picture
    assert "Demandé\u00a0: 1" in drawn(state, "fr")


# --- Whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["solo", "coop", "duel"])
def test_random_games_keep_the_pieces_and_end_in_time(mode: str) -> None:
    for seed in range(40):
        rng = random.Random(seed)
        options = {
            "mode": mode,
            "take_after_payment": rng.choice(["no", "yes"]),
            "skip_dead": rng.choice(["no", "yes"]),
        }
        state = GAME.initial(seed=seed, **options)
        turns = 0
        while state.legal_moves():
            turns += state.is_turn_start
            state = state.play(rng.choice(state.legal_moves()))
            pieces = sum(len(pile) for _, pile in state.piles)
            assert pieces + len(state.aside) + 3 * sum(state.triplets) == 36
            assert GAME.from_text(state.to_text(), **options) == state
            assert all(state.read_move(str(move)) == move for move in state.legal_moves())
        assert state.outcome() is not None
        assert turns <= (33 if mode == "duel" else 24)
        assert mode == "duel" or len(state.aside) <= 19
