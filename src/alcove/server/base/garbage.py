"""The garbage collector, when it suits the room.

Python's own stops the world and looks at every object there is, which in a busy room is what every open table knows about its
position: 0.25 s for three million of them. Moves leave no garbage behind; sockets and requests that are over leave some, and most
of that is young. So what is new is looked through often, which takes a few milliseconds, and everything only when it must be.
"""

import asyncio
import gc

YOUNG_SECONDS, MOST_YOUNG = 2.0, 10_000
"""How often the new objects are looked through, or earlier if there are so many."""
ALL_SECONDS, MOST_GROWTH = 3600.0, 3_000_000
"""How often all are, or earlier if there are so many more than last time."""
_LOOKS = 100
"""So many times in `YOUNG_SECONDS` the objects are counted."""


async def tidy_for_ever() -> None:
    gc.collect()
    gc.freeze()  # what a room has loaded stays for good
    gc.disable()
    loop = asyncio.get_running_loop()
    young_due, all_due, growth = loop.time() + YOUNG_SECONDS, loop.time() + ALL_SECONDS, 0
    try:
        while True:
            await asyncio.sleep(YOUNG_SECONDS / _LOOKS)
            now, young = loop.time(), gc.get_count()[0]
            if now >= all_due or growth + young >= MOST_GROWTH:
                gc.collect()
                young_due, all_due, growth = loop.time() + YOUNG_SECONDS, loop.time() + ALL_SECONDS, 0
            elif now >= young_due or young >= MOST_YOUNG:
                growth += young - gc.collect(1)
                young_due = loop.time() + YOUNG_SECONDS
    finally:
        gc.enable()
