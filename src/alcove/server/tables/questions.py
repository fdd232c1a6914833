"""Questions about tables, which change nothing: a hint, a rule, the games of a person."""

from contextlib import suppress

from alcove.core.errors import AlcoveError
from alcove.core.options import build
from alcove.core.registry import game as game_named
from alcove.table import refusals

from ..engines.protocol import Engines
from ..store.store import Listed, Store
from ..wire import messages
from . import frames
from .laws import law_of
from .tables import Tables


class Questions:
    def __init__(self, store: Store, tables: Tables, engines: Engines) -> None:
        self._store = store
        self._tables = tables
        self._engines = engines

    async def hint(self, asked: messages.AskHint, guest: str, address: str) -> messages.Hint:
        """The engine at full strength, for somebody who sits at the table. `gate` says who may ask."""
        table = await self._tables.get(asked.table)
        room = table.room
        if not room.seats_of(guest):
            raise refusals.not_seated()
        if asked.expected_n != room.n:
            raise refusals.stale()
        with law_of(room.game, table.name):
            is_over = room.outcome is not None
        if is_over:
            raise refusals.over()
        advice = await self._engines.advise(room.game.name, room.view, address)
        return messages.Hint(table.name, asked.expected_n, asked.nonce, advice.lines, advice.depth, advice.nodes)

    async def why(self, asked: messages.AskWhy) -> messages.Why:
        """The rule that forbids a move. A question to the view, which does not know what is hidden."""
        table = await self._tables.get(asked.table)
        view = table.room.view
        with law_of(table.room.game, table.name):
            refusal = view.why_not(asked.text)
            if refusal is None:
                return messages.Why(asked.table, asked.nonce, str(view.find(asked.text)), None, None)
        return messages.Why(asked.table, asked.nonce, asked.text, refusal.text, refusal.clause or None)

    async def unfinished_of(self, guest: str) -> messages.MyTables:
        """The games of a person that go on: first those where somebody waits for their move."""
        lines = []
        for listed in await self._store.unfinished_of(guest):
            with suppress(AlcoveError):  # a game, or an option, that today's rules do not know; or a game's mistake
                lines.append(await self._line(listed, guest))
        return messages.MyTables(tuple(sorted(lines, key=lambda line: not _waits_for_you(line))))

    async def _line(self, listed: Listed, guest: str) -> messages.TableLine:
        created = listed.created
        game = game_named(created.game)
        others = {seat.guest for seat in listed.seats if seat.guest is not None} - {guest}
        people = await self._tables.shown(others, created.game, created.terms)
        with law_of(game, listed.table):
            seats = frames.seats(game, build(game.options_type, created.kept_options), listed.seats, guest, people)
        return messages.TableLine(
            table=listed.table,
            game=created.game,
            seats=seats,
            ply=listed.ply,
            to_move=listed.to_move,
            changed_at=listed.changed_at,
            terms=created.terms,
            due_at_ms=listed.due_at_ms,
        )


def _waits_for_you(line: messages.TableLine) -> bool:
    is_full = all(seat.kind != "open" for seat in line.seats)
    return is_full and line.seats[line.to_move].yours and any(seat.person and not seat.yours for seat in line.seats)
