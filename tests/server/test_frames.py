"""What goes over the wire stays as it is, byte for byte, however it is made: digests of whole games, event by event."""

import hashlib
import random
from typing import Any

import pytest

from alcove.core.registry import game as game_named
from alcove.server.tables import frames
from alcove.server.wire import messages
from alcove.table.clock import Fischer
from alcove.table.fold import Created, Entry, Event, Played, Resigned, Room, Seat, Terms, TookBack

PLIES = 60
GOLDEN = {
    ("avalam", ()): "7903a1927e303074 a7d5bf2d28d5eb80",
    ("axom", ()): "3161cd9642c2cca2 f62b492126907850",
    ("axom", (("repetition", "position4"), ("draw_plies", "20"))): "9c95f1ef784ac566 8906e01d3bce3c80",
    ("axiom", ()): "a6246dcac3c9ceb6 4bc937e3328cf921",
    ("axxa", (("mode", "duel"),)): "726483f157353b84 0103f4599cd2a628",
    ("axxa", (("mode", "coop"),)): "e68d007f2bdd02f2 1d364467ebb42417",
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
