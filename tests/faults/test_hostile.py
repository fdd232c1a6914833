"""Pages that do not listen, flood, stall or lie delay nobody but themselves."""

import asyncio
import json
import random
import socket
from pathlib import Path

from alcove.bench.load.wire import Address, Socket

from .duels import Duel
from .rooms import Room, open_room

PLIES = 24


async def flood(address: Address) -> int:
    """Send without end; the code the room closes with."""
    closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    page = await address.open(lambda _: None, closed.set_result)
    while not closed.done():
        for _ in range(50):
            page.send(b'{"type":"ping","sent":1}')
        await asyncio.sleep(0)
    return closed.result()


async def do_not_listen(address: Address, table: str) -> None:
    """Ask for whole tables for ever and read nothing; returns when the room has had enough."""
    _, writer = await asyncio.open_connection(address.host, address.port, limit=1)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    writer.write(
        f"GET /api/live HTTP/1.1\r\nHost: {address.authority}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    watch = json.dumps({"type": "watch", "table": table}).encode()
    frame = bytes([0x81, 0x80 | len(watch)]) + bytes(4) + watch
    try:
        while True:
            writer.write(frame)
            await writer.drain()
            await asyncio.sleep(0.11)  # as fast as credit allows
    except OSError:
        writer.close()


async def never_finish_the_handshake(address: Address) -> socket.socket:
    stalled = socket.create_connection((address.host, address.port))
    stalled.sendall(b"GET /api/live HTTP/1.1\r\nHost: x\r\nX-Half: ")
    return stalled


async def lie(address: Address) -> Socket:
    """Frames that are no messages, and messages about tables of others."""
    page = await address.open(lambda _: None, lambda _: None)
    for junk in (b"", b"{", b"[]", b'{"type":"move"}', b"\xff\xfe", b"x" * 5000):
        page.send(junk)
    return page


async def play_among_them(room: Room) -> tuple[int, Duel]:
    duel = Duel([room.address], "avalam", random.Random(1))
    await duel.begin()
    stalled = [await never_finish_the_handshake(room.address) for _ in range(20)]
    deaf = [asyncio.create_task(do_not_listen(room.address, duel.table)) for _ in range(5)]
    liars = [await lie(room.address) for _ in range(5)]
    flooded, _ = await asyncio.gather(flood(room.address), duel.play(PLIES))
    await duel.check()
    for task in deaf:
        task.cancel()
    for connection in stalled:
        connection.close()
    for page in liars:
        page.drop()
    duel.leave()
    return flooded, duel


def test_a_game_goes_on_among_hostile_pages(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        closing_code, duel = asyncio.run(play_among_them(room))
    assert closing_code in (1006, 1008, 1013)  # flooding, not reading the answers, or both while still sending
    assert len(duel.played) == PLIES
