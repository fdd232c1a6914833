"""Inputs made from others: bytes changed, pieces of one put into another, numbers and words that are often forgotten."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

from .targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
ODD = (
    b"", b" ", b"\x00", b"\n", b"\r\n", b"\xff", b"\xc3\x28", b"\xef\xbb\xbf", "²".encode(), "٣".encode(), "é".encode(),
    "\u202e".encode(), "😀".encode(), b"-1", b"0", b"00", b"1e309", b"NaN", b"99999999999999999999", b"-0", b"0x1",
    b"null", b"true", b"[", b"]", b"{", b"}", b"(", b")", b'"', b"\\", b"\\ud800", b"*", b"?", b"/", b":", b",", b"-",
    b"(" * 200, b"[" * 200, b"9" * 400, b"a" * 300,
)  # fmt: skip


@cache
def corpus(target: str) -> tuple[bytes, ...]:
    folder = CORPUS / target
    return tuple(file.read_bytes() for file in sorted(folder.iterdir())) if folder.is_dir() else ()


@cache
def words() -> tuple[bytes, ...]:
    """What the inputs of all parsers consist of."""
    found: set[bytes] = set()
    for target in TARGETS:
        for raw in corpus(target):
            found.update(word for word in raw.replace(b'"', b" ").replace(b",", b" ").split() if len(word) < 40)
    return tuple(sorted(found))


def mutated(raw: bytes, rng: random.Random, others: tuple[bytes, ...]) -> bytes:
    """One to four changes."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        raw = rng.choice(_CHANGES)(raw, rng, others)
    return raw[:300_000]


def _place(raw: bytes, rng: random.Random) -> tuple[int, int]:
    begin = rng.randint(0, len(raw))
    return begin, min(len(raw), begin + rng.choice((0, 1, 1, 2, 5, 20)))


def _put(raw: bytes, rng: random.Random, _: tuple[bytes, ...]) -> bytes:
    begin, end = _place(raw, rng)
    return raw[:begin] + rng.choice(ODD) + raw[end:]


def _word(raw: bytes, rng: random.Random, _: tuple[bytes, ...]) -> bytes:
    begin, end = _place(raw, rng)
    return raw[:begin] + (rng.choice(words()) if words() else b"") + raw[end:]


def _cut(raw: bytes, rng: random.Random, _: tuple[bytes, ...]) -> bytes:
    begin, end = _place(raw, rng)
    return raw[:begin] + raw[end:]


def _flip(raw: bytes, rng: random.Random, _: tuple[bytes, ...]) -> bytes:
    if not raw:
        return raw
    at = rng.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ (1 << rng.randrange(8))]) + raw[at + 1 :]


def _repeat(raw: bytes, rng: random.Random, _: tuple[bytes, ...]) -> bytes:
    begin, end = _place(raw, rng)
    return raw[:begin] + raw[begin:end] * rng.choice((2, 10, 200)) + raw[end:]


def _join(raw: bytes, rng: random.Random, others: tuple[bytes, ...]) -> bytes:
    if not others:
        return raw
    other = rng.choice(others)
    return raw[: rng.randint(0, len(raw))] + other[rng.randint(0, len(other)) :]


def _swap(raw: bytes, rng: random.Random, _: tuple[bytes, ...]) -> bytes:
    (a, b), (c, d) = sorted((_place(raw, rng), _place(raw, rng)))
    if b > c:
        return raw
    return raw[:a] + raw[c:d] + raw[b:c] + raw[a:b] + raw[d:]


_CHANGES: tuple[Callable[[bytes, random.Random, tuple[bytes, ...]], bytes], ...] = (
    _put, _word, _word, _cut, _flip, _repeat, _join, _swap
)  # fmt: skip
