"""A list that grows at its end and is shared, not copied, by all who have seen it at some length."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Trail(Sequence[T], Generic[T]):
    """Never changes for whoever holds it: `plus` and `cut` give another one. Going on from the longest one costs the same
    however long it is; only whoever goes on from one that somebody else has gone on from walks on in a copy."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, item: T) -> "Trail[T]":
        items = self._items if len(self._items) == self._length else self._items[: self._length]
        items.append(item)
        return self._of(items, self._length + 1)

    def cut(self, length: int) -> "Trail[T]":
        """Its first `length` items, of at least as many."""
        return self._of(self._items, length)

    @classmethod
    def _of(cls, items: list[T], length: int) -> "Trail[T]":
        trail = cls.__new__(cls)
        trail._items, trail._length = items, length
        return trail

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return [self._items[number] for number in range(*place.indices(self._length))]
        number = place + self._length if place < 0 else place
        if not 0 <= number < self._length:
            raise IndexError(place)
        return self._items[number]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]
