"""Records as text: what can be read, what cannot, and that reading never hangs. docs/records.md is the format."""

import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import alcove
from alcove import Record, RecordError, read_record, read_records
from alcove.records import DEEPEST, MOST_CHARACTERS, MOST_FAULTS, MOST_PLIES, faults
from alcove.records.record import Line, Ply

DOCS = Path(__file__).parent.parent / "docs" / "records.md"
EXAMPLES = re.findall(r"```record\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)

AXOM = """[Game "axom"]
[White "Ada"]
[Black "Bob"]
[Result "*"]

1. c3-f3 {wide} g7-f7 2. a3-a6 *
"""
AXXA = """[Game "axxa"]
[Result "*"]

deal:325642632446215251344563515636213411 1. a5-d2* d2:3 $g3 g3:3 2. a4-e2 $d2 d2:2 *
"""


def avalam(moves: str, tags: str = "") -> str:
    return f'[Game "avalam"]\n{tags}\n{moves}\n'


def told(text: str) -> list[tuple[int, str]]:
    """The faults of a text: line and message."""
    found = faults(text)
    assert all(fault.text.fr.startswith(f"ligne {fault.line} : ") for fault in found)
    return [(fault.line, str(fault).partition(": ")[2]) for fault in found]


def only_fault(text: str) -> tuple[int, str]:
    found = told(text)
    assert len(found) == 1, found
    with pytest.raises(RecordError) as error:
        read_records(text)
    assert error.value.line == found[0][0]
    return found[0]


# --- What can be read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text[:14])
def test_the_examples_of_the_documentation(text: str) -> None:
    record = read_record(text)
    assert record.to_text() == text
    assert record.replay() if not record.has_secrets else record.main.plies


def test_the_documentation_has_an_example_for_each_game() -> None:
    assert {read_record(text).game for text in EXAMPLES} == set(alcove.games())


def test_tags_moves_and_comments() -> None:
    record = read_record(AXOM)
    assert record.game == "axom"
    assert record.tags == {"White": "Ada", "Black": "Bob"}
    assert [ply.move for ply in record.main.plies] == ["c3-f3", "g7-f7", "a3-a6"]
    assert record.main.plies[0].comments == ["wide"]
    assert (record.result, record.reason) == ("*", "")


def test_unknown_tags_are_kept_in_their_order() -> None:
    text = avalam("1. c9-d9 *", '[Zebra "1"]\n[Event "Club"]\n[Annotator_2 ""]\n')
    assert list(read_record(text).tags.items()) == [("Zebra", "1"), ("Event", "Club"), ("Annotator_2", "")]
    assert read_record(read_record(text).to_text()) == read_record(text)


def test_options_are_typed_and_carried() -> None:
    record = read_record('[Game "axom"]\n[Options "repetition=shuttle draw_plies=50"]\n\n*\n')
    assert record.options == {"repetition": "shuttle", "draw_plies": "50"}
    assert record.first().options == alcove.game("axom").initial(repetition="shuttle", draw_plies=50).options
    assert '[Options "repetition=shuttle draw_plies=50"]' in record.to_text()


def test_default_options_are_not_written() -> None:
    game = alcove.game("axiom")
    assert "Options" not in Record.of(game, game.initial(repetition="3"), []).to_text()


def test_records_of_today_say_which_reading_they_mean() -> None:
    game = alcove.game("axom")
    record = Record.of(game, game.initial(), [])
    assert '[Options "repetition=movement4 draw_plies=0"]' in record.to_text()
    assert read_record(record.to_text()).first().options == game.initial().options


def test_records_of_version_0_1_keep_their_meaning() -> None:
    """The golden records were written by version 0.1, which knew `position4` and a draw after 100 plies as its defaults."""
    text = (Path(__file__).parent / "golden" / "axom" / "records-0.1.txt").read_text(encoding="utf-8")
    records = read_records(text)
    options: list[Any] = [record.first().options for record in records]
    readings = [(found.repetition, found.draw_plies) for found in options]
    assert readings == [("position4", 100)] * 3 + [("off", 0)]
    assert records[0].end().outcome() is None
    assert "\n".join(record.to_text() for record in records) == text
    again = Record.of(alcove.game("axom"), records[0].first(), [ply.move for ply in records[0].main.plies])
    assert again == records[0]


def test_a_start_position_with_the_second_seat_to_move() -> None:
    start = "9/9/9/1AaA5/2b6/9/9/9/9 b"
    record = Record.of(alcove.game("avalam"), alcove.game("avalam").from_text(start), ["b6-c6", "d6-c5"])
    assert "\n1... b6-c6 2. d6-c5 " in record.to_text()
    assert read_record(record.to_text()) == record
    assert record.start == start


def test_numbers_come_again_after_comments_and_variations() -> None:
    text = avalam("1. c9-d9 {so} 1... b8-c8 (1... b8-b7 2. e8-e7 {or} (2. d8-d7)) 2. e8-e7 *", '[Result "*"]\n')
    assert read_record(text).to_text() == text


@pytest.mark.parametrize(
    "moves",
    ["c9-d9 b8-c8 *", "1.c9-d9 b8-c8 *", "1. c9-d9 1... b8-c8 *", "1...c9-d9\t1.b8-c8\n\n\n2. *"],
)
def test_numbers_are_optional_and_blanks_free(moves: str) -> None:
    assert [ply.move for ply in read_record(avalam(moves)).main.plies] == ["c9-d9", "b8-c8"]


def test_windows_line_ends_and_byte_order_mark() -> None:
    assert read_record("\ufeff" + AXOM.replace("\n", "\r\n")) == read_record(AXOM)


def test_either_sign_of_a_capture_is_read_and_the_right_one_written() -> None:
    text = '[Game "axom"]\n[Start "6h/7/7/D1b4/7/7/H6 w"]\n\na4-d4 *\n'
    assert read_record(text).main.plies[0].move == "a4xd4"


@pytest.mark.parametrize(
    "comment", ["}", "{", "\\", "\\}", "a\nb", "a\r\nb", "  two  blanks  ", "", "[Game]", '"', "x " * 99]
)
def test_any_text_can_be_a_comment_or_a_tag(comment: str) -> None:
    game = alcove.game("avalam")
    record = Record.of(game, game.initial(), ["c9-d9"])
    record.main.plies[0].comments = [comment, comment]
    record.main.comments = [comment]
    record.tags["Event"] = comment
    assert read_record(record.to_text()) == record


def test_several_games_in_one_text() -> None:
    records = read_records(AXOM + "\n" + AXXA + AXOM)
    assert [record.game for record in records] == ["axom", "axxa", "axom"]
    assert records[0] == records[2] == read_record(AXOM)
    with pytest.raises(RecordError, match="one game expected"):
        read_record(AXOM + "\n" + AXXA + AXOM)


def test_faults_of_several_games_have_the_lines_of_the_file() -> None:
    broken = AXOM.replace("g7-f7", "g7-g6xx")
    assert [line for line, _ in told(broken + broken)] == [6, 12]


@pytest.mark.parametrize(
    ("result", "reason"),
    [("*", ""), ("1-0", "resigned"), ("0-1", "time"), ("1/2-1/2", "agreed"), ("*", "abandoned"), ("1-0", "abandoned")],
)
def test_the_room_may_end_a_game(result: str, reason: str) -> None:
    game = alcove.game("avalam")
    record = Record.of(game, game.initial(), ["c9-d9"], result, reason)
    assert (record.result, record.reason) == (result, reason)
    assert read_record(record.to_text()) == record


def test_seats_with_one_fate_lose_together() -> None:
    game = alcove.game("axxa")
    record = Record.of(game, game.initial(seed=1), [], "lost", "resigned")
    assert read_record(record.to_text()) == record


def test_a_missing_reason_is_filled_in() -> None:
    text = '[Game "avalam"]\n[Start "9/9/9/1AA6/9/9/9/9/9 w"]\n\nb6-c6 1-0\n'
    assert read_record(text).reason == "towers"


def test_a_deal_needs_no_seed_and_reveals_may_be_left_out() -> None:
    bare = re.sub(r" [a-g][1-7]:[1-6]", "", AXXA)
    assert bare != AXXA
    assert read_record(bare) == read_record(AXXA)


# --- What cannot ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n\n", "   "])
def test_nothing_at_all(text: str) -> None:
    assert only_fault(text) == (1, "there is no record here")


@pytest.mark.parametrize("text", ["hello\nworld", "1. c9-d9 *", '\n[White "x"]\n\n*', "(((", "{c} *"])
def test_no_game_tag(text: str) -> None:
    assert only_fault(text)[1].startswith("not a record")


def test_unknown_game() -> None:
    assert only_fault('[White "x"]\n[Game "chess"]\n\ne4 *') == (
        2,
        "unknown game 'chess'; known: avalam, axom, axxa, axiom",
    )


def test_unknown_option_and_value() -> None:
    line, message = only_fault('[Game "axom"]\n[Options "repetion=off"]\n\n*')
    assert line == 2
    assert "unknown option 'repetion'; known: " in message
    line, message = only_fault('[Game "axom"]\n[Options "repetition=never"]\n\n*')
    assert line == 2
    assert "movement4, position4, shuttle or off" in message


def test_impossible_start() -> None:
    assert only_fault('[Game "avalam"]\n[Event "x"]\n[Start "9/9 w"]\n\n*') == (
        3,
        "position: expected 9 rows joined by /, found 2",
    )


def test_an_illegal_move_names_clause_and_line_and_the_rest_is_not_judged() -> None:
    text = avalam("1. c9-d9 b8-c8\n2. c9-d8 a1-z9 nonsense\n3. x *")
    assert only_fault(text) == (4, "c9-d8: there is no tower on c9 to move (V4)")


def test_a_variation_in_place_of_an_illegal_move_is_judged() -> None:
    assert told(avalam("1. c9-c7\n(1. c9-d9 c9-d9)\n(1. c9-d9 b8-c8)\n*")) == [
        (3, "c9-c7: c7 is not next to c9 (V4)"),
        (4, "c9-d9: there is no tower on c9 to move (V4)"),
    ]


def test_a_move_after_the_end() -> None:
    text = '[Game "avalam"]\n[Start "9/9/9/1AA6/9/9/9/9/9 w"]\n\n1. b6-c6 c6-b6 1-0\n'
    assert only_fault(text) == (4, "c6-b6: the game is over: no tower can move (V8)")


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("2. c9-d9 *", "number 2 where 1 is due"),
        ("1. c9-d9 2. b8-c8 *", "number 2 where 1 is due"),
        ("1. c9-d9 b8-c8 3. e8-e7 *", "number 3 where 2 is due"),
        ("1. c9-d9 (2. b8-c8) *", "number 2 where 1 is due"),
        (f"{'9' * 9999}. c9-d9 *", "number 9999999999 where 1 is due"),
        ("! 1. c9-d9 *", "! follows no move"),
        ("1. c9-d9 ! ? *", "? follows no move"),
        ("(1. c9-d9) *", "a variation needs a move before it"),
        ("1. c9-d9 () *", "a variation without a move"),
        ("1. c9-d9 ) *", ") without ("),
        ("1. c9-d9 } *", "'}' cannot be read"),
        ("1. c9-d9 (1. b8-c8 * ) *", "the result * inside a variation"),
        ("1. c9-d9 (1. b8-c8 *", "the result * inside a variation"),
        ("1. c9-d9 * b8-c8 e8-e7", "there is more after the result"),
        ("1. c9-d9 {so", "a comment without its closing }"),
        ("1. c9-d9", "cut short: no result at the end (1-0, 0-1, 1/2-1/2, won, lost, *)"),
        ("1. c9-d9 d9:2 *", "'d9:2', but this reveals nothing"),
        ("deal:12 c9-d9 *", "'deal:12': this game has no luck"),
        ("1. c9-d9 won", "the result of this game is one of 1-0, 0-1, 1/2-1/2, *"),
    ],
)
def test_faults_of_the_moves(moves: str, message: str) -> None:
    assert (3, message) in told(avalam(moves))


@pytest.mark.parametrize(
    ("tags", "result"),
    [
        ("", "1-0"),
        ('[Reason "towers"]\n', "1-0"),
        ('[Reason "agreed"]\n', "1-0"),
        ('[Reason "resigned"]\n', "1/2-1/2"),
        ('[Reason "resigned"]\n', "*"),
        ('[Reason "boredom"]\n', "0-1"),
    ],
)
def test_a_result_that_neither_rules_nor_room_can_give(tags: str, result: str) -> None:
    line, message = only_fault(avalam(f"1. c9-d9 {result}", tags))
    assert message.startswith(f"the rules have not ended this game: {result} needs a fitting reason of the room")
    assert line == (4 if tags else 3)


@pytest.mark.parametrize(
    ("result", "reason"), [("0-1", ""), ("*", ""), ("1/2-1/2", "equal"), ("1-0", "fives"), ("1-0", "resigned")]
)
def test_a_result_that_the_rules_contradict(result: str, reason: str) -> None:
    tag = f'[Reason "{reason}"]\n' if reason else ""
    message = only_fault(f'[Game "avalam"]\n[Start "9/9/9/1AA6/9/9/9/9/9 w"]\n{tag}\nb6-c6 {result}\n')[1]
    assert message.endswith("but the game ended 1-0 towers")


def test_the_result_tag_must_agree_with_the_moves() -> None:
    assert only_fault(avalam("1. c9-d9 *", '[Result "1-0"]\n')) == (2, "Result '1-0', but the moves end with *")


@pytest.mark.parametrize("tag", ["[White Ada]", '[White "Ada]', '[White"Ada"]', "[", '["x"]', '[Wh ite "x"]'])
def test_malformed_tags(tag: str) -> None:
    assert only_fault(f'[Game "avalam"]\n{tag}\n[Black "Bob"]\n\n1. c9-d9 *') == (2, f"{tag!r} cannot be read")


def test_a_tag_twice() -> None:
    assert only_fault(avalam("*", '[White "x"]\n[White "y"]\n')) == (3, "a second tag White")


def test_axxa_deal_missing_short_or_beside_a_start() -> None:
    assert only_fault('[Game "axxa"]\n\n*') == (3, "the deal is missing before the moves")
    assert only_fault('[Game "axxa"]\n[Options "mode=duel"]\n\ndeal:123 *')[0] == 4
    start = alcove.game("axxa").initial(seed=1).to_text()
    text = AXXA.replace("[Result", f'[Start "{start}"]\n[Result')
    assert (2, "Start and a deal exclude each other") in told(text)


def test_a_game_without_secrets_has_no_question_marks() -> None:
    assert only_fault(avalam("deal:?? 1. c9-d9 *")) == (3, "'deal:??': this game has no luck")
    assert only_fault(avalam("*", '[Start "2A?5/9/9/9/9/9/9/9/9 w"]\n'))[1] == "row 9: unknown letter '?'"


def test_axxa_wrong_reveals_are_faults() -> None:
    assert only_fault(AXXA.replace("d2:3", "d2:4")) == (4, "'d2:4', but this reveals d2:3")
    assert only_fault(AXXA.replace("a4-e2", "a4-e2 e2:1")) == (4, "'e2:1', but this reveals nothing")
    assert told(AXXA.replace("deal:325642632", "deal:325642623")) == [
        (4, "'d2:3', but this reveals d2:2"),
        (4, "'d2:2', but this reveals d2:3"),
    ]


def test_every_fault_is_found() -> None:
    text = avalam(
        "1. c9-d9 ! !\n(1. c9-c7 $)\n5. b8-c8\n)\n{x} e8-e7 (3. d8-d7) d9:1\n1-0",
        '[White "x"]\n[Date 2026]\n[White "y"]\n[Result "0-1"]\n',
    )
    assert [line for line, _ in told(text)] == [3, 4, 5, 7, 8, 9, 10, 11, 11]


# --- Never a hang, never a crash ------------------------------------------------------------------------------------


def nested(depth: int) -> str:
    """Variations inside variations: each replaces the move before it."""
    return avalam("c9-d9 " + "(d9-c9 " * depth + ")" * depth + " *")


def test_nesting_has_a_limit() -> None:
    record = read_record(nested(DEEPEST))
    assert read_record(record.to_text()) == record
    assert only_fault(nested(DEEPEST + 1)) == (3, f"more than {DEEPEST} nested variations")
    assert only_fault(nested(100_000))


def test_size_has_a_limit() -> None:
    assert "characters" in only_fault(" " * (MOST_CHARACTERS + 1))[1]


def test_plies_have_a_limit() -> None:
    assert told(avalam("c9-d9 " * (MOST_PLIES + 50) + "*"))[-1] == (3, f"more than {MOST_PLIES} moves")


def test_plies_may_have_another_limit() -> None:
    text = avalam("c9-d9 (1. c8-d7) (1. d8-e7) *")
    assert read_record(text, most_plies=3)
    with pytest.raises(RecordError, match="more than 2 moves"):
        read_record(text, most_plies=2)


def test_one_record_is_read_where_one_is_expected() -> None:
    two = avalam("c9-d9 *") + avalam("c8-d7 *")
    assert len(read_records(two)) == 2
    with pytest.raises(RecordError, match="one game expected"):
        read_record(two)


def test_faults_have_a_limit() -> None:
    found = told(avalam("c9-d9\n" + ")\n" * 5000 + "*"))
    assert len(found) == MOST_FAULTS + 1
    assert found[-1][1] == "too many faults, I stop here"


HEAD = '[Game "avalam"]\n\n'
NOISE = {
    "bytes": random.Random(1).randbytes(1_000_000).decode("latin-1"),
    "bytes after a head": HEAD + random.Random(2).randbytes(1_000_000).decode("latin-1"),
    "signs": HEAD + "".join(random.Random(3).choices('(){}[]"\\ \n1.-*!?:$c9', k=1_000_000)),
    "open": HEAD + "(" * 1_000_000,
    "moves and open": HEAD + "c9-d9 (" * 150_000,
    "close": HEAD + ")" * 1_000_000,
    "brackets": "[" * 1_000_000,
    "bracket lines": HEAD + "[a\n" * 300_000,
    "tags": '[a "' * 250_000,
    "many tags": "".join(f'[T{n} "x"]\n' for n in range(60_000)),
    "quotes": '[Game "' + '\\"' * 500_000,
    "braces": HEAD + "{" * 1_000_000,
    "comments": HEAD + "c9-d9 " + "{a}" * 330_000,
    "backslashes": HEAD + "{" + "\\" * 999_999,
    "coordinates": HEAD + "C(" + "1," * 500_000,
    "half coordinates": HEAD + "C(1" * 330_000,
    "digits": HEAD + "1" * 1_000_000,
    "numbers": HEAD + "1." * 500_000,
    "dots": HEAD + "1" + "." * 1_000_000,
    "glyphs": HEAD + "c9-d9 " + "! " * 500_000,
    "reveals": HEAD + "c9-d9 " + "a:b " * 250_000,
    "one reveal": HEAD + "c9-d9 a:b" + ",a:b" * 250_000,
    "lines": "\n" * 1_000_000,
    "heads": '[Game "avalam"]\n*\n' * 20_000,
}


@pytest.mark.parametrize("kind", NOISE)
def test_a_megabyte_of_noise_is_refused_in_a_moment(kind: str) -> None:
    begin = time.process_time()
    found = faults(NOISE[kind])
    assert (found == []) is (kind == "heads")
    assert len(found) <= MOST_FAULTS + 1
    assert all(len(str(fault)) < 500 for fault in found)
    assert time.process_time() - begin < 20  # some take a second; one that is not linear takes hours


def mutated(text: str, rng: random.Random) -> str:
    """A few slips of the pen: signs lost, doubled, swapped, or strange."""
    signs = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(signs))
        match rng.randrange(4):
            case 0:
                del signs[place : place + rng.randint(1, 12)]
            case 1:
                signs.insert(place, rng.choice('(){}[]"\\ \n1.-*!?:$=ac9\x00é💥'))
            case 2:
                other = rng.randrange(len(signs))
                signs[place], signs[other] = signs[other], signs[place]
            case _:
                signs[place:place] = signs[place : place + 30]
        if not signs:
            break
    return "".join(signs)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_mutated_records_are_read_or_refused(number: int) -> None:
    rng = random.Random(number)
    for _ in range(120):
        text = mutated(EXAMPLES[number], rng)
        try:
            records = read_records(text)
        except RecordError:
            assert faults(text)
            continue
        assert faults(text) == []
        for record in records:
            assert read_record(record.to_text()) == record


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text[:14])
def test_a_truncated_record_is_a_fault(text: str) -> None:
    """Unless the cut falls behind something that reads as the end."""
    for cut in range(0, len(text.rstrip()) - 1, 7):
        if text[:cut].split()[-1:] not in (["1-0"], ["0-1"], ["*"], ["lost"], ["won"]):
            assert faults(text[:cut])


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, HEAD + text, AXXA[:-2] + text):
        assert all(fault.line >= 1 for fault in faults(whole))


# --- Building -------------------------------------------------------------------------------------------------------


def test_an_illegal_move_cannot_be_recorded() -> None:
    game = alcove.game("avalam")
    with pytest.raises(alcove.IllegalMoveError):
        Record.of(game, game.initial(), ["c9-c7"])
    record = Record("avalam", Line([Ply("c9-c7")]))
    for use in (record.replay, record.end, record.to_text):
        with pytest.raises(alcove.IllegalMoveError):
            use()


def test_what_a_seat_sees_has_no_variations() -> None:
    """A line that was not played shows pieces that nobody has seen."""
    record = read_record(AXXA)
    record.main.plies[0].variations.append(Line([Ply("a4-e2*", "e2:3")]))
    seen = record.seen_by(0)
    assert seen.main.plies[0].variations == []
    assert seen.luck == "deal:3??6??6??4??2??2??3??5??5??6??2??4??"
    assert read_record(seen.to_text()) == seen


def test_what_a_seat_sees_of_a_start_position() -> None:
    game = alcove.game("axxa")
    start = game.initial(seed=4).play(game.initial(seed=4).legal_moves()[0])
    record = Record.of(game, start, [])
    seen = record.seen_by(0)
    assert seen.start == game.view(start, 0).to_text()
    assert start.to_text() not in seen.to_text()
    assert read_record(seen.to_text()) == seen
