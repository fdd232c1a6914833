"""Every parser that reads what comes from outside: bytes in, nothing out. Only an `AlcoveError` may leave them."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

import alcove
from alcove.core.errors import AlcoveError
from alcove.core.game import State
from alcove.records import faults, read_record
from alcove.server.engines.process import levels
from alcove.server.meet import lobby
from alcove.server.people import names
from alcove.server.study import trees
from alcove.server.tables import frames
from alcove.server.tables.chat import plain
from alcove.server.web.rest import bodies
from alcove.server.web.routes import router
from alcove.server.wire import messages
from alcove.server.wire.incoming import MOST_RECORD_PLIES, read
from alcove.table import start

GAMES = ("avalam", "axom", "axiom", "axxa")
MOST_POSITION, MOST_MOVE, MOST_RECORD = 2_000, 200, 200_000
"""So long is the longest of each that comes in."""
Target = Callable[[bytes], object]

assert router is not None  # with the routes come the bodies they ask for


def text_of(raw: bytes) -> str:
    return raw.decode(errors="replace")


def position(game: str) -> Target:
    def read_position(raw: bytes) -> None:
        text = text_of(raw)[:MOST_POSITION]
        view = alcove.game(game).view_from_text(text)
        written = view.to_text()
        assert alcove.game(game).view_from_text(written).to_text() == written, "what was written is read differently"
        frames.view_frame(alcove.game(game), view, 0, view.outcome())
        alcove.game(game).from_text(text)

    return read_position


@cache
def standing(game: str) -> tuple[State[Any], ...]:
    """A start, and positions along a game."""
    states = [alcove.game(game).initial(**({"seed": 1} if game == "axxa" else {}))]
    while states[-1].outcome() is None and len(states) < 30:
        moves = list(states[-1].legal_moves())
        states.append(states[-1].play_unchecked(moves[len(states) * 7 % len(moves)]))
    return (states[0], states[len(states) // 2], states[-2])


def move(game: str) -> Target:
    def read_move(raw: bytes) -> None:
        text = text_of(raw)[:MOST_MOVE]
        for state in standing(game):
            view = alcove.game(game).view(state, 0)
            refusal = view.why_not(text)
            if refusal is None:
                assert str(view.find(text)) in view.moves_by_text
            else:
                assert refusal.text.en
                assert refusal.text.fr

    return read_move


def read_records(raw: bytes) -> None:
    text = text_of(raw)[:MOST_RECORD]
    found = faults(text)
    assert all(fault.text.en and fault.text.fr for fault in found)
    record = read_record(text, MOST_RECORD_PLIES)
    again = record.to_text()
    assert read_record(again).to_text() == again, "a record that was written is read differently"


def body(struct: type[msgspec.Struct]) -> Target:
    decoder = msgspec.json.Decoder(struct)

    def read_body(raw: bytes) -> None:
        obey(read(raw, messages.LARGEST_BODY_BYTES, decoder))

    return read_body


def obey(wish: Any) -> None:
    """What a room makes of a wish, as far as that needs no room."""
    match wish:
        case messages.NewTable():
            start.new_table(wish, "0" * 32, _levels)
        case messages.OpenRecord():
            record = read_record(wish.record, MOST_RECORD_PLIES)
            start.opened_record(record, wish.seats, "0" * 32, _levels)
        case messages.NewSeek():
            lobby._checked(wish)
        case messages.CheckPosition():
            alcove.game(wish.game).view_from_text(wish.position, **wish.options)
        case messages.OpenAnalysis() if wish.record is not None:
            trees.open_record(wish.record)
        case messages.OpenAnalysis() if wish.table is None:
            trees.open_position(wish)
        case messages.WriteAnalysis():
            trees.write(wish)
        case messages.AskLines() | messages.AskReview():
            trees.course(wish)
        case messages.Register():
            names.cleaned(wish.name)
        case messages.BotLine():
            plain(wish.text)


def _levels(game: str) -> set[int]:
    return {level.number for level in levels(game)}


TARGETS: dict[str, Target] = {
    "frame": lambda raw: read(raw, messages.LARGEST_FRAME_BYTES, messages.INCOMING),
    "record": read_records,
    **{f"position-{game}": position(game) for game in GAMES},
    **{f"move-{game}": move(game) for game in GAMES},
    **{
        f"body-{name.lower()}": body(struct)
        for name, struct in sorted(bodies.items())
        if issubclass(struct, messages.FromPage)
    },
}


def feed(name: str, raw: bytes) -> None:
    """A target reads it, or refuses it in words; anything else is a fault of ours."""
    refusal: AlcoveError | None = None
    try:
        TARGETS[name](raw)
    except AlcoveError as error:
        refusal = error
    assert refusal is None or (refusal.text.en and refusal.text.fr)
