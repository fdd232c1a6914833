"""Axiom: each clause of RULES.md has its test, named after it; figures and numbers are under tests/golden/axiom."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import alcove
from alcove.core.errors import IllegalMoveError, OptionError, PositionError
from alcove.core.text import LANGUAGES
from alcove.games.axiom import GAME, space
from alcove.games.axiom.placing import clash, fits, is_locked, site
from alcove.games.axiom.rules import State
from alcove.games.axiom.space import BLUE, DIRECTIONS, DOWN, TURNS, UP, WHITE, Block, Cube, Face, Sceptre, toward
from alcove.games.axiom.validity import first_fault
from alcove.games.axiom.walking import next_face, obstacle_on, restriction

from . import naive_axiom

GOLDEN = Path(__file__).parent.parent / "golden" / "axiom"
START = GAME.initial().to_text()
NO_MOVE = (
    "wC(0,1,1)y-z+ wC(1,1,1)x+ wC(0,2,1)x-z+ wC(1,2,1)y- wC(2,2,1)y- wC(0,1,2)x+y+ "
    "bS(0,1,1)x- bS(0,2,1)y+ wS(1,2,1)y+ wS(0,1,2)x- b"
)
"""Blue has no cube, and every line of its two sceptres is blocked at once."""
ONLY_OWN_SCEPTRES = (
    "wC(0,0,1)y-z+ wC(1,0,1)x+ wC(0,1,1)z+ wC(0,2,1)x+y- wC(1,2,1)x+ wC(1,2,2)y-z- "
    "bS(0,0,1)x- bS(0,1,1)x+ wS(0,2,1)x- wS(1,2,2)x+ b"
)
"""Blue can only put one sceptre on the cube of the other."""


def rows(name: str) -> list[list[str]]:
    """The lines of a golden file, split at `|`."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [[field.strip() for field in line.split("|")] for line in lines if line and not line.startswith("#")]


def figure(name: str) -> list[dict[str, str]]:
    """The paragraphs of a figure file, each a few `key: value` lines; the first holds the position."""
    text = (GOLDEN / "figures" / f"{name}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    paragraphs = "\n".join(lines).strip().split("\n\n")
    return [dict(line.split(": ", 1) for line in paragraph.splitlines()) for paragraph in paragraphs]


FIGURES = sorted(path.stem for path in (GOLDEN / "figures").glob("*.txt"))


def position(text: str, **options: Any) -> State:
    """The state of a position text, of a figure's name, or of "start"."""
    if text == "start":
        text = START
    elif text in FIGURES:
        text = figure(text)[0]["position"]
    return GAME.from_text(text, **options)


def moves_of(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def names(listed: str) -> set[str]:
    return set() if listed == "none" else set(listed.split())


def play_all(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def random_game(seed: int, plies: int, **options: Any) -> list[State]:
    """The states of a random game; games with even seeds avoid winning, so that they last."""
    rng = random.Random(seed)
    states = [GAME.initial(**options)]
    while len(states) <= plies and states[-1].outcome() is None:
        moves = states[-1].legal_moves()
        quiet = [move for move in moves if seed % 2 or not states[-1].wins(move)]
        states.append(states[-1].play_unchecked(rng.choice(quiet or moves)))
    return states


# --- Figures and golden numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name: str) -> None:
    first, *paragraphs = figure(name)
    state = position(first["position"])
    assert state.to_text() == first["position"]
    assert paragraphs
    for paragraph in paragraphs:
        match paragraph:
            case {"sceptre": face, "offered": offered, "crossed only": crossed}:
                check_sceptre(state, face, names(offered), names(crossed))
            case {"cube": cube, "into": target, "turns": turns}:
                start = f"C{cube}-{target}"
                assert {move for move in moves_of(state) if move.startswith(start)} == {
                    start + domes for domes in turns.split()
                }
            case {"refused": move, "clause": clause}:
                refusal = state.why_not(move)
                assert refusal is not None
                assert refusal.clause == clause
            case {"play": move, **rest}:
                check_play(state, move, rest)
            case _:
                pytest.fail(f"unknown paragraph {paragraph}")


def check_sceptre(state: State, face: str, offered: set[str], crossed: set[str]) -> None:
    sceptre = next(sceptre for sceptre in state.sceptres if str(sceptre.face) == face)
    reached = state.reach(sceptre)
    assert {str(face) for face, reach in reached.items() if not reach.is_stop} == crossed
    start = f"S{space.write_cell(sceptre.face.cell)}-"
    assert {move.removeprefix(start) for move in moves_of(state) if move.startswith(start)} == offered


def check_play(state: State, move: str, rest: dict[str, str]) -> None:
    assert set(rest) <= {"then", "after", "winner"}
    after = play_all(state, move, *([rest["then"]] if "then" in rest else []))
    outcome = after.outcome()
    if "after" in rest:
        assert after.to_text() == rest["after"]
        assert GAME.from_text(rest["after"]).outcome() == outcome
    if "winner" in rest:
        assert outcome is not None
        assert outcome.reason == "sceptres"
        assert outcome.winner == {"Blue": BLUE, "White": WHITE}[rest["winner"]]
    else:
        assert outcome is None


PERFT = [tuple(map(int, row[0].split())) for row in rows("perft.txt")]
"""Depth and count; `alcove.testing` counts them by the law and by the kernel."""


def test_perft_counted_by_the_naive_program() -> None:
    assert naive_axiom.perft(START, 3) == PERFT[2][1]


def test_c4_start_has_nine_sceptre_and_twenty_three_cube_moves() -> None:
    moves = moves_of(GAME.initial())
    assert sum(move.startswith("S") for move in moves) == 9
    assert sum(move.startswith("C") for move in moves) == 23


@pytest.mark.parametrize(("place", "shows", "single", "double"), rows("orientations.txt"))
def test_c9_orientations_that_fit(place: str, shows: str, single: str, double: str) -> None:
    below = Cube(BLUE, (0, 0, 1), ("z+",) if shows == "dome" else ("x+",))
    beside = Cube(BLUE, (0, 0, 1), ("x+",) if shows == "dome" else ("x-",))
    here = site(Block((below,), ()), (0, 0, 2)) if place == "top" else site(Block((beside,), ()), (1, 0, 1))
    counts = [sum(fits(here, domes) for domes in TURNS[number]) for number in (1, 2)]
    assert counts == [int(single), int(double)]


# --- Space and pieces (C1 to C5) ------------------------------------------------------------------------------------


def test_c2_six_ways_to_turn_a_single_and_twelve_to_turn_a_double() -> None:
    assert [len(set(TURNS[domes])) for domes in (1, 2)] == [6, 12]


def test_c3_body_and_tip_of_a_sceptre() -> None:
    face = Face((1, 0, 2), "y-")
    assert (face.body, face.tip) == ((1, -1, 2), (1, -2, 2))


def turned(text: str) -> str:
    """C4: a position or move text after a turn by 180°, colours swapped, not in canonical order."""

    def piece(word: str) -> str:
        head, _, tail = word.partition("(")
        numbers, _, rest = tail.partition(")")
        if not numbers:
            return word.translate(str.maketrans("bw", "wb"))
        x, y, z = map(int, numbers.split(","))
        swapped = head.translate(str.maketrans("bw", "wb"))
        return f"{swapped}({-x},{1 - y},{z}){flipped(rest)}"

    return " ".join(piece(word) for word in text.replace("-(", " (").split())


def flipped(directions: str) -> str:
    return directions.translate(str.maketrans("+-", "-+")).replace("z+", "z?").replace("z-", "z+").replace("z?", "z-")


def test_c4_white_is_blue_turned() -> None:
    assert GAME.from_text(turned(START)).to_text() == START[:-1] + "w"


def test_c5_blue_begins_and_sides_alternate() -> None:
    states = random_game(2, 10)
    assert [state.to_move for state in states] == [ply % 2 for ply in range(len(states))]


# --- Cubes (C6 to C11) ----------------------------------------------------------------------------------------------


def test_c6_at_the_start_one_cube_a_side_is_free() -> None:
    for side, cell in (("b", "(0,0,2)"), ("w", "(0,1,2)")):
        moves = moves_of(position(START[:-1] + side))
        assert {move[: move.index(")") + 1] for move in moves if move.startswith("C")} == {f"C{cell}"}


def test_c8_a_sceptre_on_the_side_of_a_cube_does_not_keep_cubes_off_its_top() -> None:
    state = play_all(GAME.initial(), "S(1,0,2)-(1,0,2)y-", "C(0,1,2)-(1,0,3)z-")
    assert state.block.cube_at[1, 0, 3].colour == WHITE


def test_c9_on_a_cube_the_lock_below_is_compulsory_and_enough() -> None:
    below, tall = Cube(BLUE, (0, 0, 1), ("x-",)), Cube(BLUE, (1, 0, 1), ("z+",))
    beside = Cube(WHITE, (1, 0, 2), ("y+",))
    here = site(Block((below, tall, beside), ()), (0, 0, 2))
    assert not fits(here, ("x+",))  # locks with the neighbour only
    assert fits(here, ("z-",))  # locks with the cube below only


def test_c9_on_the_table_a_neighbour_of_any_colour_will_do() -> None:
    here = site(Block((Cube(WHITE, (0, 0, 1), ("x+",)),), ()), (1, 0, 1))
    assert fits(here, ("z+",))
    assert not fits(site(Block((), ()), (1, 0, 1)), ("z+",))


def test_c10_dome_against_dome_is_impossible_even_where_another_side_locks() -> None:
    left, right = Cube(BLUE, (0, 0, 1), ("x+",)), Cube(BLUE, (2, 0, 1), ("y+",))
    here = site(Block((left, right), ()), (1, 0, 1))
    assert clash(here, ("x-", "y+")) == "x-"
    assert clash(here, ("x+", "y+")) is None


def test_c11_no_cube_goes_where_a_sceptre_is() -> None:
    for state in random_game(4, 60):
        taken = {cell for sceptre in state.sceptres for cell in (sceptre.face.body, sceptre.face.tip)}
        assert not taken & set(state.block.cube_at)


# --- Sceptres (C12 to C16) ------------------------------------------------------------------------------------------


def bare(*cells: tuple[int, int, int], sceptres: tuple[Sceptre, ...] = ()) -> Block:
    """Cubes whose domes (straight down) are in nobody's way."""
    return Block(tuple(Cube(BLUE, cell, (DOWN,)) for cell in cells), sceptres)


def test_c13_climb_is_checked_first() -> None:
    block = bare((0, 0, 1), (1, 0, 1), (1, 0, 2))
    assert next_face(block, Face((0, 0, 1), UP), "x+") == (Face((1, 0, 2), "x-"), UP)


def test_c13_climb_goes_over_a_gap_too() -> None:
    block = bare((0, 0, 1), (1, -1, 1))
    assert next_face(block, Face((0, 0, 1), "y-"), "x+") == (Face((1, -1, 1), "x-"), "y-")


def test_c13_straight_on_then_over_the_edge_then_the_table() -> None:
    block = bare((0, 0, 1), (1, 0, 1))
    assert next_face(block, Face((0, 0, 1), UP), "x+") == (Face((1, 0, 1), UP), "x+")
    assert next_face(block, Face((1, 0, 1), UP), "x+") == (Face((1, 0, 1), "x+"), DOWN)
    assert next_face(block, Face((1, 0, 1), "x+"), DOWN) is None


def test_c13_a_full_loop_ends_at_the_movers_own_face() -> None:
    state = position(
        "bC(0,0,1)z+ bC(5,0,1)x- wC(5,1,1)x- wC(5,2,1)x- bS(0,0,1)y- bS(5,0,1)z+ wS(5,1,1)z+ wS(5,2,1)z+ b"
    )
    mover = next(sceptre for sceptre in state.sceptres if sceptre.face.cell == (0, 0, 1))
    reached = state.reach(mover)
    assert {face.direction for face in reached} == {"x+", "x-", "y+"}
    assert {len(reach.route) for face, reach in reached.items() if face.direction != "y+"} == {2}


@pytest.mark.parametrize("seed", range(6))
def test_c12_routes_start_at_the_sceptre_and_cross_open_faces_only(seed: int) -> None:
    for state in random_game(seed, 40):
        for sceptre in state.sceptres:
            lifted = state.block.without(sceptre)
            for face, reach in state.reach(sceptre).items():
                assert (reach.route[0], reach.route[-1]) == (sceptre.face, face)
                assert len(set(reach.route)) == len(reach.route)
                assert all(obstacle_on(lifted, crossed) is None for crossed in reach.route[1:])


def test_c14_side_cubes_need_not_exist() -> None:
    state = position(
        "bC(0,0,1)x- bC(1,1,1)x- bC(5,0,1)x- wC(5,1,1)x- wC(5,2,1)x- bS(0,0,1)z+ bS(5,0,1)z+ wS(5,1,1)z+ wS(5,2,1)z+ b"
    )
    assert state.route(space.SceptreMove((0, 0, 1), Face((1, 1, 1), UP))) == (
        Face((0, 0, 1), UP),
        Face((1, 1, 1), UP),
    )


@pytest.mark.parametrize(
    ("cell", "direction", "expected"),
    [
        ((3, 0, 1), "x-", "facing sceptre"),
        ((4, 0, 1), "x-", None),  # shared tips
        ((1, 1, 1), "y-", "body in body cell"),
        ((2, 1, 1), "y-", None),  # the other's tip in the body cell
        ((1, 2, 1), "y-", None),  # the other's body in the tip cell, at right angles
        ((1, -2, 1), "y+", None),
    ],
)
def test_c15_what_restricts_and_what_does_not(cell: tuple[int, int, int], direction: str, expected: str | None) -> None:
    other = Sceptre(WHITE, Face((0, 0, 1), "x+"))
    assert restriction(bare((0, 0, 1), cell, sceptres=(other,)), Face(cell, direction)) == expected


def test_c15_a_cube_in_the_tip_cell_restricts_and_a_dome_beside_does_not() -> None:
    face = Face((0, 0, 1), "x+")
    assert restriction(bare((0, 0, 1), (2, 0, 1)), face) == "cube in tip cell"
    dome = Cube(WHITE, (1, 1, 1), ("y-",))
    assert restriction(Block((*bare((0, 0, 1)).cubes, dome), ()), face) is None


def test_c15_is_judged_before_the_elimination() -> None:
    """The U-slot of fig. 9 with a blue cube opposite: the cube that would leave still stands in the tip cell."""
    slot = position("fig-09-cube-in-the-tip-cell-u-slot").to_text()
    state = position(slot.replace("bC(2,0,1)z+", "wC(2,0,1)z+").replace("wC(2,1,1)x+", "bC(2,1,1)x+"))
    mover = next(sceptre for sceptre in state.sceptres if sceptre.face.cell == (0, 1, 1))
    target = Face((2, 1, 1), "x-")
    assert target.tip == mover.face.cell
    assert state.removed_by(space.SceptreMove(mover.face.cell, target)) is not None
    assert state.reach(mover)[target].restriction == "cube in tip cell"


def test_c16_another_face_of_its_own_cube_is_a_target() -> None:
    assert "S(1,0,2)-(1,0,2)y-" in moves_of(GAME.initial())


# --- Eliminating and the end (C17 to C22) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "move", "removed"),
    [
        ("fig-10-elimination", "S(0,0,1)-(1,0,1)z+", "wC(0,0,1)x-"),
        ("fig-10-elimination", "S(0,0,1)-(0,0,1)y+", None),
        ("fig-10-covered-cube-stays", "S(0,0,1)-(1,0,1)y-", None),
        ("fig-10-arriving-on-an-enemy-cube", "S(0,0,1)-(1,0,1)z+", None),
        ("start", "S(1,0,2)-(0,0,2)z+", None),
        ("start", "C(0,0,2)-(0,1,3)z-", None),
    ],
)
def test_c17_which_cube_a_move_eliminates(name: str, move: str, removed: str | None) -> None:
    state = position(name)
    found = state.removed_by(state.find(move))
    assert (None if found is None else str(found)) == removed


@pytest.mark.parametrize("seed", range(4))
def test_c18_a_winning_move_is_known_before_it_is_played(seed: int) -> None:
    for state in random_game(seed, 25)[::6]:
        for move in state.legal_moves():
            outcome = state.play_unchecked(move).outcome()
            is_won = outcome is not None and (outcome.winner, outcome.reason) == (state.side, "sceptres")
            assert state.wins(move) == is_won


def test_c19_own_sceptres_meet_only_when_there_is_no_other_move() -> None:
    state = position(ONLY_OWN_SCEPTRES)
    (move,) = state.legal_moves()
    assert state.joins_own_sceptres(move)
    end = state.play(move)
    outcome = end.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.reason) == (WHITE, (0.0, 1.0), "own sceptres")
    assert end.legal_moves() == ()
    assert GAME.from_text(end.to_text()).outcome() == outcome


def test_c19_the_colour_with_both_sceptres_on_one_cube_has_lost_whoever_is_to_move() -> None:
    text = play_all(position(ONLY_OWN_SCEPTRES), "S(0,0,1)-(0,1,1)x-").to_text()
    for side in "bw":
        outcome = position(text[:-1] + side).outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (WHITE, "own sceptres")


def test_c18_of_two_colours_on_one_cube_the_side_to_move_has_lost() -> None:
    text = figure("elimination-by-the-winning-move")[2]["after"]
    for side, winner in (("w", BLUE), ("b", WHITE)):
        outcome = position(text[:-1] + side).outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (winner, "sceptres")


def test_c20_without_a_move_a_player_loses() -> None:
    state = position(NO_MOVE)
    outcome = state.outcome()
    assert state.legal_moves() == ()
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.reason) == (WHITE, (0.0, 1.0), "no move")
    assert naive_axiom.winner(NO_MOVE) == ("w", "no move")


SHUTTLE = ("S(1,0,2)-(1,0,2)y-", "S(-1,1,2)-(-1,1,2)y+", "S(1,0,2)-(1,0,2)z+", "S(-1,1,2)-(-1,1,2)z+")


def test_c21_third_occurrence_is_a_draw_and_the_start_counts() -> None:
    once = play_all(GAME.initial(), *SHUTTLE)
    assert once.outcome() is None
    assert once == GAME.initial()
    assert once.warning is not None
    twice = play_all(once, *SHUTTLE)
    outcome = twice.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.reason) == (None, (0.5, 0.5), "repetition")
    assert twice.legal_moves() == ()
    refusal = twice.why_not(SHUTTLE[0])
    assert refusal is not None
    assert refusal.clause == "C21"


def test_c21_off_remembers_nothing() -> None:
    state = play_all(GAME.initial(repetition="off"), *SHUTTLE, *SHUTTLE, *SHUTTLE)
    assert state.outcome() is None
    assert state.warning is None
    assert state.earlier == ()
    assert "same_position" not in vars(state)


def shifted(text: str, dx: int, dy: int) -> str:
    pieces = [word.partition("(") for word in text.split()[:-1]]
    moved = []
    for head, _, tail in pieces:
        numbers, _, rest = tail.partition(")")
        x, y, z = map(int, numbers.split(","))
        moved.append(f"{head}({x + dx},{y + dy},{z}){rest}")
    return " ".join([*moved, text[-1]])


def test_c21_same_position_up_to_a_shift_along_the_table() -> None:
    start, moved = position("start"), position(shifted(START, 7, -3))
    assert start == moved
    assert hash(start) == hash(moved)
    assert start.to_text() != moved.to_text()
    assert start != position(START[:-1] + "w")
    assert start != position("start", repetition="off")
    assert start != START
    repeated = replace(moved, earlier=(start.same_position, start.same_position))
    outcome = repeated.outcome()
    assert outcome is not None
    assert outcome.reason == "repetition"


def test_c21_an_elimination_lets_go_of_what_cannot_come_back() -> None:
    state = position("fig-10-elimination")
    assert state.play("S(0,0,1)-(0,0,1)y+").earlier == (state.same_position,)
    assert state.play("S(0,0,1)-(1,0,1)z+").earlier == ()


def test_c22_a_game_of_that_many_plies_is_a_draw() -> None:
    state = play_all(GAME.initial(max_plies=4), *SHUTTLE[:3])
    assert state.outcome() is None
    end = state.play(SHUTTLE[3])
    outcome = end.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "plies")
    assert end.legal_moves() == ()
    assert play_all(GAME.initial(max_plies=0), *SHUTTLE).outcome() is None
    assert GAME.initial().options.max_plies == 1000


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        ("start", ("S(-1,0,2)-(-1,0,2)x-", "S(-1,1,2)-(-1,0,2)y-"), "sceptres"),
        (ONLY_OWN_SCEPTRES, ("S(0,0,1)-(0,1,1)x-",), "own sceptres"),
        (NO_MOVE.replace("wS(0,1,2)x- b", "wS(0,1,2)z+ w"), ("S(0,1,2)-(0,1,2)x-",), "no move"),
        ("start", (*SHUTTLE, *SHUTTLE), "repetition"),
    ],
)
def test_c22_comes_after_every_other_end(text: str, moves: tuple[str, ...], reason: str) -> None:
    outcome = play_all(position(text, max_plies=len(moves)), *moves).outcome()
    assert outcome is not None
    assert outcome.reason == reason


def test_options_are_those_of_the_rule_file() -> None:
    assert GAME.initial(repetition=3, max_plies="12") == GAME.initial(repetition="3", max_plies=12)
    for wrong in ({"repetition": 4}, {"max_plies": -1}, {"max_plies": "many"}):
        with pytest.raises(OptionError):
            GAME.initial(**wrong)


def test_draw_rules_can_be_taken_off() -> None:
    drawn = play_all(GAME.initial(max_plies=4), *SHUTTLE).without_draw_rules()
    assert (drawn.options.repetition, drawn.options.max_plies, drawn.earlier) == ("off", 0, ())
    assert len(drawn.legal_moves()) == 32


# --- Refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "move", "clause", "words"), rows("refusals.txt"))
def test_a_refusal_names_the_clause(where: str, move: str, clause: str, words: str) -> None:
    refusal = position(where).why_not(move)
    assert refusal is not None
    assert refusal.clause == clause
    assert words in refusal.text.en
    assert refusal.text.fr not in ("", refusal.text.en)


def test_c18_nothing_moves_once_the_game_is_won() -> None:
    end = play_all(GAME.initial(), "S(-1,0,2)-(-1,0,2)x-", "S(-1,1,2)-(-1,0,2)y-")
    refusal = end.why_not("C(0,0,2)-(0,1,3)z-")
    assert end.legal_moves() == ()
    assert refusal is not None
    assert refusal.clause == "C18"


@pytest.mark.parametrize("seed", range(3))
def test_every_move_is_either_legal_or_refused(seed: int) -> None:
    """All sceptre moves to all faces, and all cube moves near the block."""
    for state in random_game(seed, 30)[::10]:
        legal = set(state.legal_moves())
        for origin in state.block.cube_at:
            walks = [space.SceptreMove(origin, Face(cell, d)) for cell in state.block.cube_at for d in DIRECTIONS]
            cells = [toward(cell, d) for cell in state.block.cube_at for d in DIRECTIONS]
            carries = [space.CubeMove(origin, cell, domes) for cell in cells for domes in TURNS[1] + TURNS[2][:3]]
            tried: list[space.Move] = [*walks, *carries]
            for move in tried:
                assert (state.refusal(move) is None) == (move in legal), str(move)


# --- Text forms -----------------------------------------------------------------------------------------------------


def test_position_text_of_the_start() -> None:
    assert START == (
        "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(1,0,2)x+ "
        "wC(-1,1,1)x+z+ wC(0,1,1)x+y+ wC(1,1,1)x+z+ wC(-1,1,2)x- wC(0,1,2)z- wC(1,1,2)x- "
        "bS(-1,0,2)z+ bS(1,0,2)z+ wS(-1,1,2)z+ wS(1,1,2)z+ b"
    )


def test_pieces_and_domes_are_read_in_any_order() -> None:
    *pieces, side = START.replace("x-z+", "z+x-").replace("x+y+", "y+x+").split()
    random.Random(3).shuffle(pieces)
    assert GAME.from_text("\n".join([*pieces, side])).to_text() == START


@pytest.mark.parametrize("written", ["C(0,0,2)-(2,0,1)x-", "C(0,0,2) C(2,0,1)x-", " C(0,0,2)   C(2,0,1)x- "])
def test_moves_are_read_in_both_forms(written: str) -> None:
    assert GAME.initial().play(written) == GAME.initial().play("C(0,0,2)-(2,0,1)x-")


def test_domes_of_a_move_are_read_in_any_order() -> None:
    assert str(GAME.initial().read_move("C(0,0,2)-(2,0,1)z+x-")) == "C(0,0,2)-(2,0,1)x-z+"


@pytest.mark.parametrize(
    "written",
    [
        "",
        "C",
        "C(0,0,2)",
        "C(0,0,2)(0,1,3)z-",
        "C(0,0,2) S(0,1,3)z-",
        "D(0,0,2)-(0,1,3)z-",
        "C(0,0)-(0,1,3)z-",
        "C(0,0,2)-(0,1,3)z",
        "C(0,0,２)-(0,1,3)z-",
        "S(1,0,2)-(0,0,2)",
        "S(1,0,2)-(0,0,2)z+y-",
        "C(0,0,2)-(0,1,1000000)z-",
        "C(0,0,2)-(0,1," + "9" * 5000 + ")z-",
    ],
)
def test_what_is_no_move_is_refused(written: str) -> None:
    with pytest.raises(IllegalMoveError) as error:
        GAME.initial().play(written)
    for language in LANGUAGES:
        assert len(error.value.in_language(language)) < 400


@pytest.mark.parametrize(("piece", "instead", "named", "words"), rows("bad_positions.txt"))
def test_a_bad_position_names_the_piece(piece: str, instead: str, named: str, words: str) -> None:
    text = f"{instead} {START}" if piece == "+" else START.replace(piece, instead)
    assert text != START
    with pytest.raises(PositionError) as error:
        GAME.from_text(text)
    place, _, fault = str(error.value).rpartition(": ")
    assert named in place, str(error.value)
    assert words in str(error.value)
    assert fault


@pytest.mark.parametrize(
    ("text", "named", "words"),
    [
        # Fig. 9's positions with a sceptre where it could not stop:
        ("fig-09-same-body-cell bS(0,0,1)z+ bS(1,1,1)z+", "bS(1,1,1)z+", "another sceptre's body"),
        ("fig-09-cube-in-the-tip-cell-u-slot bS(0,1,1)y+ bS(0,1,1)x+", "bS(0,1,1)x+", "sceptre's tip"),
        ("fig-09-facing-across-two-cells bS(0,0,1)z+ bS(0,0,1)x+", "bS(0,0,1)x+", "faces it"),
        ("fig-10-elimination bS(0,0,1)z+ bS(4,0,1)y+ wS(3,0,1)y+ wS(4,0,1)y-", "bS(4,0,1)y+", "more than two sceptres"),
        ("fig-10-elimination bS(0,0,1)z+ bS(3,0,1)z+ bS(2,0,1)z+ bS(4,0,1)z+", "bS(4,0,1)z+", "two cubes"),
    ],
)
def test_sceptres_that_cannot_stand_so(text: str, named: str, words: str) -> None:
    name, *changes = text.split()
    changed = position(name).to_text()
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        changed = changed.replace(old, new)
    with pytest.raises(PositionError) as error:
        GAME.from_text(changed)
    assert str(error.value).startswith(named)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"), [("", "empty"), (START[:-2], "side to move"), (START[:-1] + "x", "side to move")]
)
def test_the_side_must_be_told(text: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        GAME.from_text(text)


@given(st.text(alphabet="bwCSxyz+-(),0123456789 ", max_size=80))
@settings(max_examples=200)
def test_noise_never_passes_as_a_position(text: str) -> None:
    with pytest.raises(PositionError):
        GAME.from_text(text)


# --- Whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_random_games_keep_what_cannot_change(seed: int) -> None:
    states = random_game(seed, 120)
    for before, after in pairwise(states):
        assert len(before.cubes) >= len(after.cubes)
    for state in states:
        assert len(state.cubes) <= 12
        assert first_fault(state.cubes, state.sceptres) is None
        again = GAME.from_text(state.to_text())
        assert again.to_text() == state.to_text()
        assert again == state


@pytest.mark.parametrize("seed", range(4))
def test_c4_a_turn_by_180_degrees_with_colours_swapped_changes_nothing(seed: int) -> None:
    for state in random_game(seed, 60, repetition="off", max_plies=0)[::3]:
        other = GAME.from_text(turned(state.to_text()), repetition="off", max_plies=0)
        assert {str(other.read_move(turned_move(move))) for move in moves_of(state)} == moves_of(other)
        ours, theirs = state.outcome(), other.outcome()
        assert (ours is None) == (theirs is None)
        if ours is not None and theirs is not None:
            assert (ours.winner, ours.reason) == (1 - (theirs.winner or 0), theirs.reason)


def turned_move(text: str) -> str:
    kind, (origin, target) = text[0], text[1:].replace(")-(", ") (").split()
    return kind + turned(origin) + "-" + turned(target)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_agree_with_the_naive_program(seed: int) -> None:
    rng = random.Random(seed)
    for state in random_game(seed, 40, repetition="off", max_plies=0):
        check_against_naive(state, rng)


def check_against_naive(state: State, rng: random.Random) -> None:
    text, moves, outcome = state.to_text(), state.legal_moves(), state.outcome()
    assert {str(move) for move in moves} == naive_axiom.legal_moves(text)
    assert len(set(moves)) == len(moves)
    told = None if outcome is None or outcome.winner is None else ("bw"[outcome.winner], outcome.reason)
    assert told == naive_axiom.winner(text)
    for move in rng.sample(moves, min(3, len(moves))):
        assert state.play_unchecked(move).to_text() == naive_axiom.play(text, str(move))


@pytest.mark.parametrize("seed", range(60))
def test_made_up_positions_agree_with_the_naive_program(seed: int) -> None:
    """Positions that games seldom reach: few cubes, crooked towers, sceptres anywhere."""
    rng = random.Random(seed)
    check_against_naive(made_up_position(rng), rng)


def made_up_position(rng: random.Random) -> State:
    """Cubes set one by one where they may stand, then sceptres where they may; tried again until all have a place."""
    while True:
        cubes: list[Cube] = []
        for colour, kind in rng.sample([(c, kind) for c in (BLUE, WHITE) for kind in (1, 2)] * 3, rng.randint(5, 12)):
            block = Block(tuple(cubes), ())
            cells = {(x, y, 1) for x in range(4) for y in range(3)} | {toward(cube.cell, UP) for cube in cubes}
            places = [(cell, site(block, cell)) for cell in sorted(cells - set(block.cube_at))]
            turns = [
                (cell, domes)
                for cell, here in places
                for domes in TURNS[kind]
                if clash(here, domes) is None and (here.is_on_table or is_locked(here, domes))
            ]
            cubes.append(Cube(colour, *rng.choice(turns)))
        sceptres: list[Sceptre] = []
        for colour in (BLUE, BLUE, WHITE, WHITE):
            block = Block(tuple(cubes), tuple(sceptres))
            faces = [Face(c.cell, d) for c in cubes for d in DIRECTIONS if d != DOWN]
            stands = [
                face
                for face in faces
                if not block.sceptres_of_cube(face.cell)
                and obstacle_on(block, face) is None
                and restriction(block, face) is None
            ]
            if stands:
                sceptres.append(Sceptre(colour, rng.choice(stands)))
        if len(sceptres) == 4:
            pieces = " ".join(map(str, (*cubes, *sceptres)))
            return GAME.from_text(f"{pieces} {rng.choice('bw')}", repetition="off", max_plies=0)


# --- Drawing --------------------------------------------------------------------------------------------------------


def drawn(state: State, language: Any = "en") -> str:
    return "\n".join("".join(text for text, _ in line) for line in GAME.draw(state, language))


def test_drawing_of_the_start() -> None:
    lines = drawn(GAME.initial()).splitlines()
    assert lines[2].rstrip() == "y=1 · w↑o   o· w↑·   o· w↑o   o   y=1 o w↑W↓· ·· w↑·↓o ·o w↑W↓· ·"
    assert "Blue   Sceptres: (-1,0,2)z+ (1,0,2)z+   Free cubes: (0,0,2)" in lines
    assert "Cubes libres : (0,1,2)" in drawn(GAME.initial(), "fr")
    assert "(0,0,2)y-,z+" in " ".join(lines[-3:])
    assert max(map(len, lines)) <= 80


def test_far_groups_make_no_wide_drawing() -> None:
    text = "bC(-999999,0,1)x- bC(0,0,1)x- wC(0,999999,1)x- wC(999999,5,1)x- bS(-999999,0,1)z+ bS(0,0,1)z+ wS(0,999999,1)z+ wS(999999,5,1)z+ b"
    picture = drawn(position(text))
    assert max(map(len, picture.splitlines())) <= 80
    assert "x=-999999" in picture


def test_the_game_is_in_the_room() -> None:
    assert alcove.game("axiom") is GAME
    assert [name.en for name in GAME.seat_names(GAME.initial().options)] == ["Blue", "White"]
