"""What goes over the wire stays as it is, byte for byte, however it is made: digests of whole games, event by event."""

import hashlib
import random
from typing import Any

import msgspec
import pytest

import alcove
from alcove.core.registry import game as game_named
from alcove.games.rooms import rooms
from alcove.server.tables import frames
from alcove.server.wire import messages
from alcove.table.clock import Fischer
from alcove.table.fold import Created, Entry, Event, Played, Resigned, Room, Seat, Terms, TookBack

PLIES = 60
GOLDEN = {
    ("avalam", ()): "8b1cb7b44c35f869 0cdc0a0e5c6f1c22",
    ("axom", ()): "f3bef1d7fd9e0f3c 91487f24e7f01ee9",
    ("axom", (("repetition", "position4"), ("draw_plies", "20"))): "2204300e96c22b40 7ae8158c95bc259e",
    ("axiom", ()): "3f28ca25f9537ed6 013d740514065c12",
    ("axxa", (("mode", "duel"),)): "c43ba734310447a7 e377c1bb4e0b72ee",
    ("axxa", (("mode", "coop"),)): "c0e43ec3134b5fb7 f3b55673e9d1e5a4",
}


def digest(name: str, options: dict[str, Any], seed: int) -> str:
    """Everything that would be told of one game: events for whoever is to move and for others, and snapshots."""
    rng, game, said = random.Random(seed), game_named(name), hashlib.sha256()
    start = game.initial(**options, **({"seed": seed} if name == "axxa" else {}))
    seats = (Seat("one"), Seat("two"))[: start.seats]
    terms = Terms(clock=Fischer(300, 2)) if len(seats) == 2 else Terms()
    room = Room.fold([Entry(Created(name, options, seats, game.luck(start), terms=terms))])
    around = frames.Around(now_ms=5)

    def happen(event: Event) -> None:
        nonlocal room
        room = room.after(Entry(event, "one", f"nonce-{room.n}", 1))
        for has_moves in (True, False):
            said.update(messages.write(frames.event("table", room, room.recent[-1], around, has_moves)))
        if room.n % 7 == 0 or room.outcome is not None:
            said.update(messages.write(frames.snapshot("table", room, "two", around)))

    while room.outcome is None and room.ply < PLIES:
        happen(Played(str(rng.choice(room.view.legal_moves())), 10))
        if room.n == 5 and not any(line.revealed for line in room.lines):
            happen(TookBack(3))
    if room.outcome is None:
        happen(Resigned(0))
    return said.hexdigest()[:16]


@pytest.mark.parametrize(("game", "options"), GOLDEN)
def test_every_byte_is_as_it_was(game: str, options: tuple[tuple[str, str], ...]) -> None:
    assert " ".join(digest(game, dict(options), seed) for seed in (1, 2)) == GOLDEN[game, options]


@pytest.mark.parametrize("name", alcove.games())
def test_previews_that_a_game_writes_itself_are_the_same_bytes(name: str) -> None:
    shown, game = rooms(name).scene, alcove.game(name)
    write, rng = getattr(shown, "written_previews", None), random.Random(name)
    if write is None:
        pytest.skip("this game leaves that to the room")
    for _ in range(3):
        state = game.initial()
        for _ in range(120):
            view = game.view(state, 0)
            previews: list[Any] = [*shown.previews(view)]
            assert write(view) == msgspec.json.encode(previews)
            assert [preview.text for preview in previews] == [*view.moves_by_text]
            if state.outcome() is not None:
                break
            state = state.play(rng.choice([*view.moves_by_text]))
