"""Numbers on a command line; every fault names the parameter."""

import math

from alcove.core.errors import AlcoveError

from . import words

LARGEST = 10**12


def read_count(name: str, given: str, least: int = 1) -> int:
    """A whole number."""
    digits = given.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 13 and least <= int(digits) <= LARGEST):
        raise AlcoveError(words.not_a_count(name, given, least))
    return int(digits)


def read_range(name: str, given: str) -> tuple[int, int]:
    """`1-200`, or one number alone."""
    first, dash, last = given.partition("-")
    low = read_count(name, first, least=0)
    high = read_count(name, last, least=0) if dash else low
    if high < low:
        raise AlcoveError(words.not_a_range(name, given))
    return low, high


def read_seconds(name: str, given: str) -> float:
    """A positive number of seconds."""
    (seconds,) = read_reals(name, given, 1)
    if seconds <= 0:
        raise AlcoveError(words.not_seconds(name, given))
    return seconds


def read_reals(name: str, given: str, count: int) -> list[float]:
    """This many numbers, separated by commas; one alone may be written as in French, 1,5."""
    parts = [given.replace(",", ".")] if count == 1 else given.split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise AlcoveError(words.not_numbers(name, given, count))
    return numbers
