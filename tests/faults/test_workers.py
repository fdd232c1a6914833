"""Engines anywhere: a game against the engine goes on whatever happens to workers, and to Redis between them."""

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from alcove.core.game import Made
from alcove.core.options import changed
from alcove.core.registry import game as game_named
from alcove.server.cluster.bus import RedisBus
from alcove.server.engines import protocol, remote
from alcove.server.engines.remote import RemoteEngines
from alcove.table.refusals import RefusedError

from ..services import Postgres, Redis
from .duels import Page
from .rooms import Room, Thinker

PAIRS = 4


async def play_the_engine(room: Room, trouble: Callable[[int], None]) -> list[str]:
    """Play some moves against level 1; there is trouble right after each of them."""
    body = {"game": "avalam", "seats": [{"kind": "human"}, {"kind": "engine", "level": 1}]}
    status, answer, cookie = await room.address.ask("POST", "/api/tables", body)
    assert status == 201, answer
    table = json.loads(answer)["table"]
    page, rng = Page([room.address], lambda: table), random.Random(5)
    page.cookie = cookie
    for number in range(PAIRS):
        frame = await page.seen(2 * number + 1)
        move = rng.choice(frame["moves"])["text"]
        nonce = f"{rng.getrandbits(80):020x}"
        command = {"type": "move", "table": table, "expected_n": 2 * number + 1, "move": move, "nonce": nonce}
        assert await page.command(command) == 2 * number + 2
        await asyncio.to_thread(trouble, number)
    await page.seen(2 * PAIRS + 1)
    _, answer, _ = await room.address.ask("GET", f"/api/tables/{table}", None, cookie)
    page.drop()
    return [line["text"] for line in json.loads(answer)["lines"]]


def test_the_engine_moves_whatever_happens_to_its_workers(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    workers = [Thinker(redis.url), Thinker(redis.url)]
    room = Room(tmp_path, database=postgres.url(), redis=redis.url)

    def trouble(number: int) -> None:
        if number == 1:
            workers[0].kill()
        elif number == 2:
            redis.restart()

    try:
        for worker in workers:
            worker.start()
        room.start()
        room.wait_until_open()
        assert len(asyncio.run(play_the_engine(room, trouble))) == 2 * PAIRS
    finally:
        room.kill()
        for worker in workers:
            worker.kill()


def test_without_a_worker_a_legal_move_comes_and_a_hint_is_refused(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "MOVE_SECONDS", 0.2)
    monkeypatch.setattr(protocol, "GRACE_SECONDS", -100.0)
    monkeypatch.setattr(remote, "HINT_PATIENCE_SECONDS", 0.2)

    async def ask() -> str:
        bus = RedisBus(redis.url)
        await bus.open()
        engines = RemoteEngines(redis.url, bus)
        game = game_named("axxa")
        view = game.view(game.initial(), 0)
        move = await engines.choose("axxa", view, 1)
        with pytest.raises(RefusedError) as refused:
            await engines.advise("axxa", view)
        assert refused.value.code == "no_engine"
        await engines.close()
        await bus.close()
        assert move in [str(legal) for legal in view.legal_moves()]
        return move

    assert asyncio.run(ask())


@pytest.mark.parametrize("name", ["avalam", "axom", "axiom", "axxa"])
def test_a_position_travels_as_the_players_see_it(name: str) -> None:
    game, rng = game_named(name), random.Random(7)
    state = game.initial()
    for _ in range(6):
        view = game.view(state, state.to_move)
        options = {key: str(value) for key, value in changed(view.options).items()}
        made = msgspec.json.decode(msgspec.json.encode(view.made), type=tuple[Made, ...])
        there = game.view_from_text(view.to_text(), **options).with_made(made)
        assert there.made == view.made
        assert [str(move) for move in there.legal_moves()] == [str(move) for move in view.legal_moves()]
        state = state.play(rng.choice(state.legal_moves()))
