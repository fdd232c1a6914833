"""The corpus replayed, and noise made of it."""

import random
import sys
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from .noise import CORPUS, corpus, mutated
from .targets import TARGETS, feed

MOST_SECONDS = 10.0
"""Of processor time, for the largest input anybody can send: many times what it takes, far less than a hang."""


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_everything_in_the_corpus_is_read_or_refused(target: str) -> None:
    assert corpus(target), "every parser has something to begin with"
    for raw in corpus(target):
        feed(target, raw)


def test_every_folder_of_the_corpus_is_a_parsers() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(target=st.sampled_from(sorted(TARGETS)), seed=st.integers(0, 2**32))
def test_noise_made_of_the_corpus_is_read_or_refused(target: str, seed: int) -> None:
    rng = random.Random(seed)
    feed(target, mutated(rng.choice(corpus(target)), rng, corpus(target)))


@settings(max_examples=200, deadline=None)
@given(target=st.sampled_from(sorted(TARGETS)), raw=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_anything_at_all_is_read_or_refused(target: str, raw: bytes) -> None:
    feed(target, raw)


LONG = (
    b"(",
    b"[",
    b"{",
    b'"',
    b"\\",
    b"9",
    b"a1",
    b"a1-a2 ",
    b"1. a1-a2 ",
    b"[A ",
    b'[A "b"]',
    b"{x} ",
    b" ",
    b"C(0,0,1)",
    b"A/",
    b"?,",
)


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_no_parser_hangs_on_what_is_long(target: str) -> None:
    began = time.process_time()
    for piece in LONG:
        feed(target, piece * (200_000 // len(piece)))
    assert time.process_time() - began < MOST_SECONDS


@pytest.mark.parametrize(
    "target", ["frame", "record", *sorted(name for name in TARGETS if name.startswith("position"))]
)
def test_twice_as_much_takes_about_twice_as_long(target: str) -> None:
    """Counted in calls, which no machine makes faster or slower."""
    for piece in LONG:
        few, many = (_calls(target, piece * times) for times in (150, 600))
        assert many < 6 * few + 500, (piece, few, many)


def _calls(target: str, raw: bytes) -> int:
    number = 0

    def count(_frame: Any, _event: str, _argument: Any) -> None:
        nonlocal number
        number += 1

    sys.setprofile(count)
    try:
        feed(target, raw)
    finally:
        sys.setprofile(None)
    return number
