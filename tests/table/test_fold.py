"""A table without wires: what may happen, what happens then, and what it looks like from outside."""

import pytest

import alcove
from alcove.core.errors import OptionError, PositionError
from alcove.records import read_record
from alcove.table import commands, fold as logic, start
from alcove.table.decisions import Moment, decide
from alcove.table.fold import Entry, Played, Room
from alcove.table.refusals import RefusedError
from alcove.table.trail import Trail

ME, OTHER = "me", "somebody else"
DEAL = alcove.game("axxa").luck(alcove.game("axxa").initial(seed=1)).removeprefix("deal:")
"""A deal where the first moves meet no triplet."""


def levels(_game: str) -> range:
    return range(1, 9)


def table(game: str = "avalam", *seats: int | None, **wish: object) -> Room:
    """A new table; a seat is an engine's level, or `None` for me."""
    wishes = tuple(commands.SeatWish("human" if level is None else "engine", level) for level in seats)
    return Room.fold(start.new_table(commands.NewTable(game, seats=wishes, **wish), ME, levels))  # type: ignore[arg-type]


def dealt(deal: str = DEAL, **options: str) -> Room:
    """An AxxA table whose deal the test knows."""
    seats = (logic.Seat(ME),) * int(options.get("seats", "1"))
    return Room.fold([Entry(logic.Created("axxa", options, seats, f"deal:{deal}"), ME)])


def unturned(room: Room) -> str:
    """A move that leaves its pile as it lies."""
    return next(str(move) for move in room.view.legal_moves() if "*" not in str(move))


def ask(
    room: Room, kind: type[commands.Command], *, guest: str = ME, expected_n: int | None = None, **fields: str
) -> logic.Event:
    n = room.n if expected_n is None else expected_n
    command = kind(table="t", expected_n=n, nonce="a nonce of mine", **fields)
    return decide(room, command, guest, Moment(next_table="next"))


def played(room: Room, *moves: str) -> Room:
    for move in moves:
        room = room.after(Entry(Played(room.find(move))))
    return room


def refusal(room: Room, kind: type[commands.Command], **fields: object) -> str:
    with pytest.raises(RefusedError) as caught:
        ask(room, kind, **fields)  # type: ignore[arg-type]
    assert caught.value.text.en
    assert caught.value.text.fr
    return caught.value.code


def test_deciding_and_looking_ahead_change_nothing() -> None:
    room = table()
    event = ask(room, commands.Move, move="c9-d9")
    ahead = room.after(Entry(event, ME, "nonce-1"))
    assert (room.n, room.ply, room.acknowledged(ME, "nonce-1")) == (1, 0, None)
    assert (ahead.n, ahead.ply, ahead.acknowledged(ME, "nonce-1")) == (2, 1, 2)


def test_tables_that_go_on_from_the_same_one_know_nothing_of_each_other() -> None:
    """A save that failed leaves such a table behind: what was told to it has not happened."""
    room = played(table(), "c9-d9", "a4-a5")
    texts = [line.text for line in room.lines]
    lost = room.after(Entry(Played("i6-i5"), ME, "nonce-lost"))
    flagged = room.after(Entry(logic.Flagged(0)))
    assert flagged.n == lost.n
    assert flagged.acknowledged(ME, "nonce-lost") is None
    other = room.after(Entry(Played("d8-d9"), ME, "nonce-other"))
    assert [line.text for line in room.lines] == texts
    assert [line.text for line in lost.lines] == [*texts, "i6-i5"]
    assert [line.text for line in other.lines] == [*texts, "d8-d9"]
    assert lost.view != other.view
    assert (lost.acknowledged(ME, "nonce-lost"), other.acknowledged(ME, "nonce-lost")) == (lost.n, None)
    assert (lost.acknowledged(ME, "nonce-other"), other.acknowledged(ME, "nonce-other")) == (None, other.n)
    back = lost.after(Entry(logic.TookBack(2)))
    again = back.after(Entry(Played("i6-h5"), ME, "nonce-again"))
    assert [line.number for line in again.lines] == [line.number for line in lost.lines] == [1, 1, 2]
    assert (lost.lines[-1].text, again.lines[-1].text, back.ply) == ("i6-i5", "i6-h5", 2)


def test_a_trail_is_a_sequence_that_never_changes() -> None:
    trail = Trail("abc")
    longer, other, short = trail.plus("d"), trail.plus("e"), trail.cut(1)
    assert ("".join(trail), "".join(longer), "".join(other), "".join(short)) == ("abc", "abcd", "abce", "a")
    assert (trail[-1], trail[1:], len(trail), list(reversed(longer))) == ("c", ["b", "c"], 3, ["d", "c", "b", "a"])
    assert "".join(short.plus("z")) == "az"
    assert trail == Trail("abc") != longer
    for place in (3, -4):
        with pytest.raises(IndexError):
            trail[place]


def test_the_fold_of_the_events_is_the_table() -> None:
    entries = start.new_table(commands.NewTable("axom"), ME, levels)
    room = Room.fold(entries)
    for _ in range(6):
        entries.append(Entry(Played(str(room.view.legal_moves()[0])), ME, f"nonce-{room.n}"))
        room = room.after(entries[-1])
    entries.append(Entry(ask(room, commands.Undo), ME))
    room = room.after(entries[-1])
    again = Room.fold(entries)
    assert (again.n, again.lines, again.views) == (room.n, room.lines, room.views)
    assert again.record() == room.record()
    assert again.acknowledged(ME, "nonce-3") == room.acknowledged(ME, "nonce-3") == 4


def test_only_who_is_seated_and_to_move_may_move() -> None:
    room = table("avalam", None, 1)
    assert refusal(room, commands.Move, move="c9-d9", guest=OTHER) == "not_seated"
    after = played(room, "c9-d9")
    assert refusal(after, commands.Move, move="c8-d7") == "not_your_turn"
    assert after.engine_to_move == 1


def test_a_stale_number_is_refused_even_if_the_move_is_legal() -> None:
    room = played(table(), "c9-d9")
    assert refusal(room, commands.Move, move="c8-d7", expected_n=1) == "stale"
    assert refusal(room, commands.Move, move="c8-d7", expected_n=3) == "stale"


def test_an_illegal_move_names_its_clause() -> None:
    with pytest.raises(RefusedError) as caught:
        table().find("c9-c7")
    assert (caught.value.code, caught.value.clause) == ("illegal", "V4")


def test_undo_across_the_table_takes_one_ply_back() -> None:
    room = played(table(), "c9-d9", "c8-d7")
    assert ask(room, commands.Undo) == logic.TookBack(1)


def test_undo_against_an_engine_goes_back_to_the_persons_own_turn() -> None:
    mine = played(table("avalam", None, 1), "c9-d9", "c8-d7")
    assert ask(mine, commands.Undo) == logic.TookBack(0)
    while_it_thinks = played(table("avalam", None, 1), "c9-d9")
    assert ask(while_it_thinks, commands.Undo) == logic.TookBack(0)


def test_there_may_be_nothing_to_undo() -> None:
    assert refusal(table(), commands.Undo) == "nothing_to_undo"
    assert not table().can_undo
    only_the_engine_has_moved = played(table("avalam", 1, None), "c9-d9")
    assert refusal(only_the_engine_has_moved, commands.Undo) == "nothing_to_undo"


def test_what_luck_has_shown_cannot_be_taken_back() -> None:
    hidden = played(dealt(), unturned(dealt()))
    assert hidden.lines[-1].revealed == ""
    assert hidden.can_undo
    shown = played(hidden, str(hidden.view.legal_moves()[0]))  # a payment uncovers what lies beneath
    assert shown.lines[-1].revealed
    assert refusal(shown, commands.Undo) == "shown"


def test_resigning_loses_for_the_seat_to_move_or_for_ones_own() -> None:
    across = table()
    assert across.after(Entry(ask(across, commands.Resign))).outcome == alcove.Outcome(1, (), "resigned")
    against = played(table("avalam", None, 1), "c9-d9")
    over = against.after(Entry(ask(against, commands.Resign)))
    assert over.outcome == alcove.Outcome(1, (), "resigned")
    assert over.engine_to_move is None
    for kind in (commands.Move, commands.Undo, commands.Resign):
        assert refusal(over, kind, **({"move": "c9-d9"} if kind is commands.Move else {})) == "over"


def test_seats_that_share_one_fate_lose_together() -> None:
    room = dealt(mode="coop", seats="3")
    over = room.after(Entry(ask(room, commands.Resign)))
    assert over.outcome == alcove.Outcome(None, (), "resigned", together=True)
    assert over.outcome.result == "lost"


def test_a_rematch_passes_the_seats_on_once() -> None:
    room = table("axom", None, 3, options={"repetition": "off"})
    assert refusal(room, commands.Rematch) == "not_over"
    over = room.after(Entry(ask(room, commands.Resign)))
    assert ask(over, commands.Rematch) == logic.Rematched("next")
    following = Room.fold([Entry(start.next_game(over))])
    assert [seat.is_engine for seat in following.seats] == [True, False]
    assert following.view.options == room.view.options
    assert refusal(over.after(Entry(logic.Rematched("next"))), commands.Rematch) == "rematched"


def test_a_rematch_deals_anew_also_from_a_position() -> None:
    view = dealt().view.to_text()
    assert "?" in view
    room = table("axxa", position=view)
    positions = {room.created.position, *(start.next_game(room).position for _ in range(3))}
    assert len(positions) == 4
    assert {Room.fold([Entry(start.next_game(room))]).view.to_text()} == {view}


def test_rounds_are_numbered_as_records_number_them() -> None:
    room = played(table(), "c9-d9", "c8-d7", "d8-e7")
    assert [(line.number, line.seat) for line in room.lines] == [(1, 0), (1, 1), (2, 0)]
    solo = played(dealt(), unturned(dealt()))
    paying = played(solo, str(solo.view.legal_moves()[0]))
    assert [(line.number, line.opens_turn) for line in paying.lines] == [(1, True), (1, False)]


def test_a_position_from_which_dark_moves_first_begins_with_dark() -> None:
    start = alcove.game("avalam").initial().play("c9-d9").to_text()
    room = played(table(position=start), "c8-d7", "d8-e7")
    assert [(line.number, line.seat) for line in room.lines] == [(1, 1), (2, 0)]


def test_a_record_says_how_a_resigned_game_ended_and_opens_again() -> None:
    room = played(table(), "c9-d9", "c8-d7")
    over = room.after(Entry(ask(room, commands.Resign)))
    text = over.record().to_text()
    opened = Room.fold(start.opened_record(read_record(text), (), OTHER, levels))
    assert opened.outcome == over.outcome
    assert opened.view == over.view
    assert opened.seats_of(OTHER) == (0, 1)


def test_a_record_under_way_can_be_gone_on_with() -> None:
    room = played(table(), "c9-d9")
    opened = Room.fold(start.opened_record(read_record(room.record().to_text()), (), ME, levels))
    assert ask(opened, commands.Move, move="c8-d7") == logic.Played("c8-d7")


@pytest.mark.parametrize(
    "seats",
    [
        [commands.SeatWish("human")],
        [commands.SeatWish("engine", 1), commands.SeatWish("engine", 1)],
        [commands.SeatWish("human"), commands.SeatWish("engine")],
        [commands.SeatWish("human"), commands.SeatWish("engine", 99)],
    ],
)
def test_seats_that_do_not_fit_are_refused(seats: list[commands.SeatWish]) -> None:
    with pytest.raises(RefusedError) as caught:
        start.new_table(commands.NewTable("avalam", seats=tuple(seats)), ME, levels)
    assert caught.value.code == "bad_seats"


@pytest.mark.parametrize("options", [{"self": "x"}, {"seed": "7"}, {"deal": DEAL}, {"mode": "quartet"}])
def test_options_that_are_none_are_refused(options: dict[str, str | int | bool]) -> None:
    with pytest.raises(OptionError):
        start.new_table(commands.NewTable("axxa", options), ME, levels)


def test_a_position_that_cannot_be_is_refused() -> None:
    with pytest.raises(PositionError):
        table(position="nonsense")
