"""What people may do to each other at a table: join, propose, agree, leave, call off."""

import pytest

import alcove
from alcove.table import commands, refusals, start
from alcove.table.clock import MOST_LAG_MS, Days, Fischer
from alcove.table.decisions import Moment, decide, flag
from alcove.table.fold import (
    Aborted,
    Agreed,
    Created,
    Declined,
    Entry,
    Flagged,
    Happening,
    Joined,
    Left,
    Offered,
    Played,
    Rematched,
    Resigned,
    Room,
    Seat,
    Terms,
    TookBack,
)

ANN, BEN, EVE = "ann", "ben", "eve"
MOVES = ("c9-d9", "c8-d7", "d8-e7", "e8-f7")
CLOCK = Fischer(60, 2)


def at_table(*guests: str | None, game: str = "avalam", terms: Terms | None = None, **options: str) -> Room:
    """A table with these people, `None` for an open seat, at time 0."""
    seats = tuple(Seat(guest, open=guest is None) for guest in guests)
    return Room.fold(start.new_game(game, options, seats, terms or Terms()))


class Play:
    """A table and the time on its wall."""

    def __init__(self, room: Room, now_ms: int = 0) -> None:
        self.room = room
        self.now_ms = now_ms

    def ask(self, kind: type[commands.Command], guest: str, gone: tuple[str, ...] = (), **fields: object) -> Happening:
        command = kind(table="t", expected_n=self.room.n, nonce="nonce-nonce", **fields)
        return decide(self.room, command, guest, Moment(self.now_ms, 0, gone, "next"))

    def do(self, kind: type[commands.Command], guest: str, gone: tuple[str, ...] = (), **fields: object) -> Happening:
        event = self.ask(kind, guest, gone, **fields)
        self.room = self.room.after(Entry(event, guest, f"nonce-{self.room.n:04}", self.now_ms))
        return event

    def move(self, *moves: str) -> "Play":
        for move in moves:
            mover = self.room.seats[self.room.view.to_move].guest
            assert mover is not None
            self.do(commands.Move, mover, move=move)
        return self

    def refusal(self, kind: type[commands.Command], guest: str, **fields: object) -> str:
        with pytest.raises(refusals.RefusedError) as caught:
            self.ask(kind, guest, **fields)  # type: ignore[arg-type]
        assert caught.value.text.en
        assert caught.value.text.fr
        return caught.value.code


# --- Sitting down ---------------------------------------------------------------------------------------------------


def test_who_comes_first_gets_the_open_seat_and_nobody_moves_before() -> None:
    play = Play(at_table(ANN, None))
    assert play.refusal(commands.Move, ANN, move=MOVES[0]) == "waiting"
    assert play.refusal(commands.Resign, ANN) == "waiting"
    assert play.refusal(commands.Join, ANN) == "already_seated"
    assert play.refusal(commands.Join, EVE, seat=0) == "seat_taken"
    assert play.do(commands.Join, BEN) == Joined(1, BEN)
    assert play.room.is_full
    assert play.refusal(commands.Join, EVE) == "seat_taken"
    play.move(*MOVES[:2])
    assert play.room.ply == 2


def test_six_people_play_axxa_together_and_share_its_fate() -> None:
    play = Play(at_table(ANN, None, None, None, None, None, game="axxa", mode="coop", seats="6"))
    for number in range(5):
        play.do(commands.Join, f"guest {number}")
    assert play.room.is_full
    assert len(play.room.people) == 6
    assert play.refusal(commands.Draw, ANN) == "no_draw"
    assert play.refusal(commands.Claim, ANN) == "nobody_left"
    play.do(commands.Resign, "guest 3")
    assert play.room.outcome == alcove.Outcome(None, (), "resigned", together=True)


def test_a_duel_of_axxa_has_two_sides() -> None:
    play = Play(at_table(ANN, BEN, game="axxa", mode="duel"))
    play.do(commands.Draw, ANN)
    play.do(commands.Draw, BEN)
    assert play.room.outcome == alcove.Outcome(None, (), "agreed")


def test_an_invitation_can_be_called_off_and_then_nobody_joins() -> None:
    play = Play(at_table(ANN, None))
    assert play.do(commands.Abort, ANN) == Aborted(0)
    assert play.refusal(commands.Join, BEN) == "over"
    assert play.room.result == "*"


def test_a_game_is_called_off_before_its_second_ply_only() -> None:
    play = Play(at_table(ANN, BEN)).move(MOVES[0])
    assert play.ask(commands.Abort, BEN) == Aborted(1)
    assert play.refusal(commands.Abort, EVE) == "not_seated"
    assert play.move(MOVES[1]).refusal(commands.Abort, ANN) == "too_late"


# --- Offers ---------------------------------------------------------------------------------------------------------


def test_a_draw_needs_both() -> None:
    play = Play(at_table(ANN, BEN)).move(*MOVES[:2])
    assert play.do(commands.Draw, ANN) == Offered(0, "draw")
    assert play.refusal(commands.Draw, ANN) == "already_offered"
    assert play.do(commands.Draw, BEN) == Agreed()
    assert play.room.outcome == alcove.Outcome(None, (), "agreed")
    assert play.room.result == "1/2-1/2"
    assert play.room.offers == {}


def test_a_draw_that_was_declined_is_not_asked_for_again_at_once() -> None:
    play = Play(at_table(ANN, BEN)).move(*MOVES[:2])
    play.do(commands.Draw, ANN)
    assert play.do(commands.Decline, BEN, what="draw") == Declined(1, "draw")
    assert play.refusal(commands.Draw, ANN) == "too_soon"
    assert play.ask(commands.Draw, BEN) == Offered(1, "draw")
    assert play.refusal(commands.Decline, BEN, what="draw") == "no_offer"
    assert play.move(*MOVES[2:4]).ask(commands.Draw, ANN) == Offered(0, "draw")


def test_who_moves_says_no_and_ones_own_move_keeps_the_proposal() -> None:
    play = Play(at_table(ANN, BEN))
    play.do(commands.Draw, ANN)
    play.move(MOVES[0])
    assert "draw" in play.room.offers
    play.move(MOVES[1])
    assert play.room.offers == {}


def test_a_proposal_that_crosses_a_move_does_not_stop_it() -> None:
    play = Play(at_table(ANN, BEN)).move(*MOVES[:2])
    seen = play.room.n
    play.do(commands.Draw, BEN)
    command = commands.Move(table="t", expected_n=seen, nonce="nonce-nonce", move=MOVES[2])
    assert decide(play.room, command, ANN, Moment()) == Played(MOVES[2])
    with pytest.raises(refusals.RefusedError, match="moved on"):
        decide(play.move(MOVES[2]).room, command, ANN, Moment())


def test_a_takeback_goes_back_to_the_turn_of_who_asked() -> None:
    answered = Play(at_table(ANN, BEN)).move(*MOVES[:2])
    assert answered.do(commands.Undo, ANN) == Offered(0, "takeback")
    assert answered.do(commands.Undo, BEN) == TookBack(0)
    assert (answered.room.ply, answered.room.offers) == (0, {})
    unanswered = Play(at_table(ANN, BEN)).move(*MOVES[:2])
    unanswered.do(commands.Undo, BEN)
    assert unanswered.do(commands.Undo, ANN) == TookBack(1)


def test_a_takeback_that_a_move_overtook_is_gone() -> None:
    play = Play(at_table(ANN, BEN)).move(MOVES[0])
    play.do(commands.Undo, ANN)
    play.move(MOVES[1])
    assert play.room.offers == {}
    assert play.ask(commands.Undo, ANN) == Offered(0, "takeback")


def test_against_the_engine_a_takeback_is_at_once() -> None:
    seats = (Seat(ANN), Seat(None, 1))
    room = Room.fold(start.new_game("avalam", {}, seats, Terms()))
    room = room.after(Entry(Played(MOVES[0]))).after(Entry(Played(MOVES[1])))
    assert Play(room).ask(commands.Undo, ANN) == TookBack(0)
    assert Play(room).refusal(commands.Draw, ANN) == "no_draw"


def test_a_rematch_needs_both_and_can_be_declined() -> None:
    play = Play(at_table(ANN, BEN, terms=Terms(clock=CLOCK)))
    assert play.refusal(commands.Rematch, ANN) == "not_over"
    play.do(commands.Resign, BEN)
    assert play.do(commands.Rematch, BEN) == Offered(1, "rematch")
    assert play.ask(commands.Decline, ANN, what="rematch") == Declined(0, "rematch")
    assert play.do(commands.Rematch, ANN) == Rematched("next")
    again = start.next_game(play.room)
    assert [seat.guest for seat in again.seats] == [BEN, ANN]
    assert again.terms == play.room.terms


def test_everybody_at_a_table_of_three_is_asked() -> None:
    play = Play(at_table(ANN, BEN, EVE, game="axxa", mode="coop", seats="3"))
    play.do(commands.Resign, ANN)
    assert play.do(commands.Rematch, ANN) == Offered(0, "rematch")
    assert play.do(commands.Rematch, EVE) == Offered(2, "rematch")
    assert play.do(commands.Rematch, BEN) == Rematched("next")


# --- Leaving --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("is_draw", "result"), [(False, "1-0"), (True, "1/2-1/2")])
def test_who_left_can_be_given_up(is_draw: bool, result: str) -> None:
    play = Play(at_table(ANN, BEN)).move(*MOVES[:2])
    assert play.refusal(commands.Claim, ANN) == "nobody_left"
    assert play.refusal(commands.Claim, ANN, gone=(ANN,)) == "nobody_left"
    assert play.do(commands.Claim, ANN, gone=(BEN,), is_draw=is_draw) == Left(1, is_draw)
    assert (play.room.result, play.room.record().reason) == (result, "left")


def test_nobody_claims_a_game_against_themselves_or_the_engine() -> None:
    for seats in ((Seat(ANN), Seat(ANN)), (Seat(ANN), Seat(None, 1))):
        room = Room.fold(start.new_game("avalam", {}, seats, Terms()))
        assert Play(room).refusal(commands.Claim, ANN) == "nobody_left"


# --- Clocks ---------------------------------------------------------------------------------------------------------


def test_the_clock_starts_when_the_last_seat_is_taken() -> None:
    play = Play(at_table(ANN, None, terms=Terms(clock=CLOCK)), now_ms=5_000_000)
    assert play.room.clocks is None
    play.do(commands.Join, BEN)
    assert play.room.clocks is not None
    assert (play.room.clocks.since_ms, play.room.clocks.seat) == (5_000_000, 0)


def test_a_move_keeps_what_it_cost_and_the_fold_needs_no_other_time() -> None:
    play = Play(at_table(ANN, BEN, terms=Terms(clock=CLOCK)))
    entries = [Entry(play.room.created)]
    for now, move in zip((1_000, 2_000, 12_000, 20_000), MOVES, strict=True):
        play.now_ms = now
        mover = (ANN, BEN)[play.room.view.to_move]
        event = play.do(commands.Move, mover, move=move)
        entries.append(Entry(event, mover, f"nonce-{now:06}", now))
    assert [entry.event.spent_ms for entry in entries if isinstance(entry.event, Played)] == [0, 0, 10_000, 8_000]
    assert play.room.clocks is not None
    assert play.room.clocks.left_ms == (60_000 + 4_000 - 10_000, 60_000 + 4_000 - 8_000)
    assert Room.fold(entries).clocks == play.room.clocks


def test_a_flag_that_falls_loses_and_is_one_event() -> None:
    play = Play(at_table(ANN, BEN, terms=Terms(clock=CLOCK))).move(*MOVES[:2])
    left = 62_000 + MOST_LAG_MS
    assert flag(play.room, left - 1) is None
    fallen = flag(play.room, left)
    assert fallen == Flagged(0)
    over = play.room.after(Entry(fallen, at_ms=left))
    assert over.outcome == alcove.Outcome(1, (), "time")
    assert flag(over, left + 1) is None
    assert over.clocks is not None
    assert over.clocks.left_ms == (0, 62_000)


def test_seats_with_one_fate_run_out_of_time_together() -> None:
    room = at_table(ANN, BEN, game="axxa", mode="coop", seats="2", terms=Terms(clock=CLOCK))
    assert room.after(Entry(Flagged(0))).outcome == alcove.Outcome(None, (), "time", together=True)


def test_a_clock_stops_with_the_game() -> None:
    play = Play(at_table(ANN, BEN, terms=Terms(clock=CLOCK))).move(*MOVES[:2])
    play.now_ms = 7_000
    play.do(commands.Resign, BEN)
    assert play.room.clocks is not None
    assert (play.room.clocks.is_running, play.room.clocks.left_ms) == (False, (55_000, 62_000))


# --- Terms ----------------------------------------------------------------------------------------------------------


def refused_terms(sit: tuple[Seat, ...], terms: Terms, game: str = "avalam", **options: str) -> str:
    with pytest.raises(refusals.RefusedError) as caught:
        start.new_game(game, options, sit, terms)
    return caught.value.code


def test_terms_that_do_not_fit_are_refused() -> None:
    rated = Terms(rated=True, clock=CLOCK)
    assert refused_terms((Seat(ANN), Seat(None, 3)), Terms(clock=CLOCK)) == "bad_terms"
    assert refused_terms((Seat(ANN),), Terms(clock=Days(2)), "axxa") == "bad_terms"
    assert refused_terms((Seat(ANN), Seat(BEN)), Terms(rated=True)) == "bad_terms"
    assert refused_terms((Seat(ANN), Seat(ANN)), rated) == "bad_terms"
    assert refused_terms((Seat(ANN), Seat(BEN)), rated, "axxa", mode="coop", seats="2") == "bad_terms"
    position = alcove.game("avalam").initial().play(MOVES[0]).to_text()
    wish = commands.NewTable(
        "avalam", {}, (commands.SeatWish("human"), commands.SeatWish("open")), position, Terms(True, CLOCK)
    )
    with pytest.raises(refusals.RefusedError):
        start.new_table(wish, ANN, lambda _: ())
    created = start.new_game("avalam", {}, (Seat(ANN), Seat(BEN)), rated)[0].event
    assert isinstance(created, Created)
    assert created.terms == rated


# --- Records --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ending", [Resigned(0), Flagged(1), Left(0), Left(1, is_draw=True), Agreed(), Aborted(0)], ids=str
)
def test_a_record_says_how_the_room_ended_a_game_and_opens_again(ending: Happening) -> None:
    over = Play(at_table(ANN, BEN)).move(*MOVES[:2]).room.after(Entry(ending))
    text = over.record().to_text()
    opened = Room.fold(start.opened_record(alcove.read_record(text), (), EVE, lambda _: ()))
    assert (opened.outcome, opened.result) == (over.outcome, over.result)


# --- What was missed ------------------------------------------------------------------------------------------------


def test_a_few_missed_events_are_known_but_not_what_was_taken_back() -> None:
    play = Play(at_table(ANN, BEN)).move(*MOVES)
    assert [happened.n for happened in play.room.missed(3) or ()] == [4, 5]
    assert play.room.missed(play.room.n) == ()
    play.do(commands.Undo, ANN)
    play.do(commands.Undo, BEN)
    assert play.room.missed(3) is None
    assert play.room.missed(99) is None
