"""Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013). Pure; step numbers are his."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
TAU = 0.5
"""How much volatility may change over time; he advises 0.3 to 1.2."""
MOST_DEVIATION = 350.0
KNOWN_DEVIATION = 110.0
"""Below this a rating is no longer a guess."""
_CLOSE_ENOUGH = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays (`rating`), how sure that is (`deviation`), and how steady (`volatility`)."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        return self.deviation > KNOWN_DEVIATION

    def towards(self, other: "Rating", share: float) -> "Rating":
        """A part of the way from this rating to another."""
        return Rating(
            self.rating + share * (other.rating - self.rating),
            self.deviation + share * (other.deviation - self.deviation),
            self.volatility + share * (other.volatility - self.volatility),
        )


@dataclass(frozen=True, slots=True)
class Result:
    """A game: against whom, and 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def rated(player: Rating, results: Sequence[Result], periods: float = 1.0) -> Rating:
    """The rating after `results`, `periods` rating periods (a fraction, maybe) after the last ones."""
    mu, phi = (player.rating - 1500.0) / SCALE, player.deviation / SCALE  # step 2
    if not results:
        return _back(mu, math.sqrt(phi**2 + periods * player.volatility**2), player.volatility)
    variance_inverse = gained = 0.0
    for result in results:  # steps 3 and 4
        opponent_mu = (result.opponent.rating - 1500.0) / SCALE
        weight = _weight(result.opponent.deviation / SCALE)
        expected = 1.0 / (1.0 + math.exp(-weight * (mu - opponent_mu)))
        variance_inverse += weight**2 * expected * (1.0 - expected)
        gained += weight * (result.score - expected)
    variance = 1.0 / variance_inverse
    volatility = _volatility(variance * gained, phi, variance, player.volatility)  # step 5
    before = math.sqrt(phi**2 + periods * volatility**2)  # step 6
    after = 1.0 / math.sqrt(1.0 / before**2 + variance_inverse)  # step 7
    return _back(mu + after**2 * gained, after, volatility)


def _weight(phi: float) -> float:
    """g: how much a game counts against somebody whose own rating is unsure."""
    return 1.0 / math.sqrt(1.0 + 3.0 * (phi / math.pi) ** 2)


def _back(mu: float, phi: float, volatility: float) -> Rating:
    """Step 8: back to the scale people know."""
    return Rating(SCALE * mu + 1500.0, min(SCALE * phi, MOST_DEVIATION), volatility)


def _volatility(delta: float, phi: float, variance: float, sigma: float) -> float:
    """Step 5: the root of `f` by the Illinois form of regula falsi."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        ex, spread = math.exp(x), phi**2 + variance
        return ex * (delta**2 - spread - ex) / (2.0 * (spread + ex) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0.0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)
