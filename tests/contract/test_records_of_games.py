"""Records of every game: written, read and replayed to the same end."""

import random

import pytest
from hypothesis import given, settings, strategies as st

import alcove
from alcove import Record
from alcove.contract.subject import Subject
from alcove.records import faults
from alcove.records.record import GLYPHS, Line, Place, Ply

from .conftest import SUBJECTS, play_at_random

comments = st.lists(st.text(max_size=60), max_size=2)


def grow(line: Line, place: Place, draw: st.DataObject, depth: int) -> None:
    """Hangs comments, glyphs and variations of random moves onto a line."""
    line.comments = draw.draw(comments)
    for ply in line.plies:
        ply.glyph = draw.draw(st.sampled_from(("", *GLYPHS)))
        ply.comments = draw.draw(comments)
        if depth and draw.draw(st.integers(0, 5)) == 0:
            ply.variations.append(random_line(place, draw.draw(st.randoms(use_true_random=False))))
            grow(ply.variations[-1], place, draw, depth - 1)
        place = place.after(place.state.find(ply.move))


def random_line(place: Place, rng: random.Random) -> Line:
    line, state = Line(), place.state
    for _ in range(rng.randint(1, 5)):
        if state.legal_moves():
            move = rng.choice(state.legal_moves())
            state = state.play(move)
            line.plies.append(Ply(str(move), state.revealed))
    return line


def test_a_record_replays_to_the_same_end(played: Subject) -> None:
    record = Record.of(played.game, played.states[0], played.moves)
    again = alcove.read_record(record.to_text())
    assert again == record
    assert again.to_text() == record.to_text()
    assert again.replay() == list(played.states)
    assert again.end().outcome() == played.states[-1].outcome()
    assert max(map(len, record.to_text().splitlines())) <= 80 or record.start is not None
    assert faults(record.to_text()) == []


def test_a_record_from_a_later_position(played: Subject) -> None:
    middle = len(played.moves) // 2
    start = played.at(played.states[middle])
    moves = played.moves[middle : middle + 6]
    record = Record.of(played.game, start, moves)
    assert record.start == start.to_text()
    assert record.luck == ""
    again = alcove.read_record(record.to_text())
    assert again == record
    assert again.end().to_text() == played.states[middle + len(moves)].to_text()


def test_what_a_seat_sees_of_a_running_game(played: Subject) -> None:
    """Two games that look alike so far have the same record, as a seat sees it."""
    record = Record.of(played.game, played.states[0], played.moves[:3])
    seen = record.seen_by(0)
    assert alcove.read_record(seen.to_text()) == seen
    assert [ply.move for ply in seen.main.plies] == [str(move) for move in played.moves[:3]]
    has_secrets = played.game.view(played.states[0], 0) is not played.states[0]
    assert seen.has_secrets is has_secrets
    if has_secrets:
        assert record.luck not in seen.to_text()
        assert alcove.read_record(seen.to_text()).main == record.main
        with pytest.raises(alcove.AlcoveError):
            seen.replay()


@pytest.mark.parametrize("subject", SUBJECTS[::3])
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_trees_survive_writing_and_reading(subject: tuple[str, int], data: st.DataObject) -> None:
    played = play_at_random(*subject, seed=2)
    record = Record.of(played.game, played.states[0], played.moves[:12])
    record.tags = data.draw(
        st.dictionaries(st.sampled_from(["White", "Event", "Date", "Site_2"]), st.text(max_size=40))
    )
    grow(record.main, Place.first(played.states[0]), data, depth=3)
    text = record.to_text()
    assert faults(text) == []
    again = alcove.read_record(text)
    assert again == record
    assert again.to_text() == text
