"""What carries words between servers: late, in another order, or not at all."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from alcove.server.base.tasks import Tasks
from alcove.server.cluster.bus import Bus

from .loop import MACHINE, Loop, Machine


@dataclass
class Weather:
    """How words travel just now."""

    slowest: float = 0.02
    lost: float = 0.0


class Exchange:
    def __init__(self, loop: Loop, rng: random.Random, tell: Callable[[str], None]) -> None:
        self.loop, self.rng, self.tell = loop, rng, tell
        self.weather = Weather()
        self.cut_off: set[str] = set()
        """Servers that know they hear nobody."""
        self._buses: dict[str, VirtualBus] = {}

    def join(self, bus: "VirtualBus") -> None:
        self._buses[bus.server] = bus

    def leave(self, bus: "VirtualBus") -> None:
        self._buses.pop(bus.server, None)

    def carry(self, sender: "VirtualBus", topic: str, body: bytes, to: str | None) -> None:
        """Words of one server on their way to another, or to all."""
        if sender.is_lost or sender.machine.is_dead:
            return
        for server, bus in tuple(self._buses.items()):
            if server == sender.server or to not in (None, server):
                continue
            if self.rng.random() < self.weather.lost:
                self.tell(f"exchange: loses {topic} of {sender.machine.name} to {bus.machine.name}")
                continue
            self.loop.call_later(self.rng.uniform(0, self.weather.slowest), bus.hear, sender.server, topic, body)

    def part(self, machine: str, is_lost: bool) -> None:
        """Cut a server off from the others, or let it back in."""
        for bus in self._buses.values():
            if bus.machine.name == machine:
                bus.lose() if is_lost else bus.find()


class VirtualBus(Bus):
    def __init__(self, exchange: Exchange, machine: Machine) -> None:
        super().__init__()
        self._exchange, self.machine = exchange, machine
        self._tasks = Tasks()

    async def open(self) -> None:
        self._exchange.join(self)

    async def close(self) -> None:
        self._exchange.leave(self)
        await self._tasks.close()

    def tell(self, topic: str, body: bytes = b"", to: str | None = None) -> None:
        self._exchange.carry(self, topic, body, to)

    def hear(self, server: str, topic: str, body: bytes) -> None:
        handler = self._handlers.get(topic)
        if handler is None or self.is_lost or self.machine.is_dead:
            return
        token = MACHINE.set(self.machine)
        try:
            self._tasks.begin(handler(server, body), f"bus: {topic}")
        finally:
            MACHINE.reset(token)

    def lose(self) -> None:
        if not self.is_lost:
            self.is_lost = True
            for call in self._when_lost:
                call()

    def find(self) -> None:
        self.is_lost = False
