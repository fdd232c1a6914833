"""What is over is forgotten, without a pause that anybody feels."""

import asyncio
import gc
import weakref

import pytest

from alcove.server.base import garbage


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.me = self


NEVER = 10**9


@pytest.mark.parametrize(
    ("due", "is_old"),
    [
        ({"YOUNG_SECONDS": 0.05}, False),
        ({"MOST_YOUNG": 0}, False),
        ({"ALL_SECONDS": 0.05}, True),
        ({"MOST_GROWTH": 0}, True),
    ],
    ids=str,
)
def test_a_room_looks_for_garbage_when_it_is_due(
    due: dict[str, float], is_old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("YOUNG_SECONDS", "MOST_YOUNG", "ALL_SECONDS", "MOST_GROWTH"):
        monkeypatch.setattr(garbage, name, due.get(name, 2.0 if name == "YOUNG_SECONDS" else NEVER))

    async def live_for_a_while() -> bool:
        tidying = asyncio.create_task(garbage.tidy_for_ever())
        await asyncio.sleep(0)
        assert not gc.isenabled()
        thing = Ring()
        if is_old:
            gc.collect(1)
            assert any(thing is old for old in gc.get_objects(2))
        ring = weakref.ref(thing)
        del thing
        for _ in range(600):
            if ring() is None:
                break
            await asyncio.sleep(0.01)
        tidying.cancel()
        await asyncio.gather(tidying, return_exceptions=True)
        return ring() is None

    try:
        assert asyncio.run(live_for_a_while())
        assert gc.isenabled()
    finally:
        gc.unfreeze()
