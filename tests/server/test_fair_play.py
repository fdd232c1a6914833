"""Play that is fair: nobody wins without a game, nobody lifts an account by losing to it, known deals say so."""

import pytest

import alcove
from alcove.server.people.glicko import Rating
from alcove.server.people.results import Finished, Known, Player, rated_after
from alcove.server.wire import messages
from alcove.table import start
from alcove.table.clock import Fischer
from alcove.table.decisions import Moment, decide, flag
from alcove.table.events import Aborted, Entry, Happening, Left, Resigned, Seat, Terms
from alcove.table.fold import Room
from alcove.table.refusals import RefusedError

from .pages import Browser, House, wait_until
from .test_people import play_rated, ratings, register

ANN, BEN = "ann", "ben"
AT = "2026-01-01T00:00:00.000+00:00"
CLOCK = Fischer(60, 2)


def table(moves: int, terms: Terms | None = None) -> Room:
    """Ann and Ben at a table, after so many moves."""
    room = Room.fold(start.new_game("avalam", {}, (Seat(ANN), Seat(BEN)), terms or Terms(rated=True, clock=CLOCK)))
    for move in ("c9-d9", "c8-d7")[:moves]:
        room = room.after(Entry(ask(room, messages.Move, room.seats[room.view.to_move].guest or "", move=move)))
    return room


def ask(
    room: Room, kind: type[messages.Command], guest: str, gone: tuple[str, ...] = (), **fields: object
) -> Happening:
    command = kind(table="t", expected_n=room.n, nonce="nonce-nonce", **fields)
    return decide(room, command, guest, Moment(0, 0, gone, "next"))


@pytest.mark.parametrize("moves", [0, 1])
def test_h9_whoever_resigns_before_both_have_moved_calls_the_game_off(moves: int) -> None:
    assert ask(table(moves), messages.Resign, ANN) == Aborted(0)
    assert ask(table(moves), messages.Claim, ANN, gone=(BEN,)) == Aborted(1)
    fallen = flag(table(moves), 10**9)
    assert isinstance(fallen, Aborted)


def test_h9_from_then_on_it_counts() -> None:
    assert ask(table(2), messages.Resign, ANN) == Resigned(0)
    assert ask(table(2), messages.Claim, ANN, gone=(BEN,)) == Left(1)


def test_h9_a_game_that_counts_is_not_drawn_before_both_have_moved() -> None:
    with pytest.raises(RefusedError) as caught:
        ask(table(1), messages.Draw, ANN)
    assert caught.value.code == "no_draw"
    ask(table(2), messages.Draw, ANN)
    ask(table(0, Terms()), messages.Draw, ANN)


def test_against_oneself_or_the_engine_resigning_is_resigning() -> None:
    alone = Room.fold(start.new_game("avalam", {}, (Seat(ANN), Seat(ANN)), Terms()))
    assert ask(alone, messages.Resign, ANN) == Resigned(0)
    engine = Room.fold(start.new_game("avalam", {}, (Seat(ANN), Seat(None, 3)), Terms()))
    assert ask(engine, messages.Resign, ANN) == Resigned(0)


def test_h9_a_pair_that_plays_itself_up_gains_little_and_turns_count_in_full() -> None:
    game = Finished("avalam", "fast", True, "1-0", "resigned", 2, (Player(ANN, None, "won"), Player(BEN, None, "lost")))
    known = {ANN: Known(), BEN: Known()}
    for ahead in range(200):
        after = rated_after(game, known, AT, ahead)
        known = {person: Known(rating, ahead + 1, AT) for person, rating in after.items()}
    honest = rated_after(game, {ANN: Known(), BEN: Known()}, AT)
    assert known[ANN].rating.rating - 1500 < 1.5 * (honest[ANN].rating - 1500)
    assert known[ANN].rating.is_provisional, "and nobody believes it"
    evened = rated_after(game, {ANN: Known(), BEN: Known()}, AT, -3)
    assert evened == honest, "whoever is behind wins in full"


def test_ratings_move_a_part_of_the_way() -> None:
    here, there = Rating(1500.0, 350.0, 0.06), Rating(1600.0, 250.0, 0.08)
    assert here.towards(there, 0.0) == here
    assert here.towards(there, 1.0) == there
    assert here.towards(there, 0.5).rating == 1550.0


def test_h9_the_room_remembers_who_has_beaten_whom(room: House) -> None:
    ada, ben = room.browser(), room.browser()
    register(ada, "Ada")
    register(ben, "Ben")
    gains, before = [], 1500
    for _ in range(3):
        play_rated(ada, ben)
        gains.append(_next_rating(ben, before) - before)
        before += gains[-1]
    assert gains[1] < gains[0] / 2
    assert gains[2] < gains[0] / 4


def _next_rating(browser: Browser, before: int) -> int:
    """Ben's rating once it is no longer what it was."""
    return wait_until(lambda: next((r["rating"] for r in ratings(browser, "Ben") if r["rating"] != before), 0))


def test_h14_a_deal_that_somebody_brought_along_is_marked(room: House, browser: Browser) -> None:
    dealt = alcove.game("axxa").initial(mode="duel").to_text()
    hidden = alcove.game("axxa").view(alcove.game("axxa").initial(mode="duel"), 0).to_text()
    invited = [{"kind": "human"}, {"kind": "open"}]
    for position, is_known in ((dealt, True), (hidden, False), (None, False)):
        opened = browser.table("axxa", options={"mode": "duel"}, seats=invited, position=position)
        assert room.browser().snapshot(opened)["is_deal_known"] is is_known
    plain = browser.table("avalam", position=alcove.game("avalam").initial().to_text())
    assert browser.snapshot(plain)["is_deal_known"] is False


def test_h14_records_that_are_opened_stay_out_of_archive_and_explorer(room: House, browser: Browser) -> None:
    record = '[Game "axom"]\n[Result "0-1"]\n[Reason "resigned"]\n\n1. b2-b5 0-1\n'
    opened = browser.rest.post("/api/records", json={"record": record})
    assert opened.status_code == 201, opened.text
    room.call(room.app.state.house.people._historian.catch_up, room.app.state.house.tables)
    assert browser.rest.get("/api/archive").json()["total"] == 0
    assert browser.rest.post("/api/explore", json={"game": "axom"}).json()["room"] == []
