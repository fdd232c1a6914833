"""AxxA's law against the independent second one: the same texts, moves, reveals and ends in whole games of every kind."""

import random
from collections.abc import Iterator
from typing import Any

from alcove.games.axxa import GAME, State
from alcove.games.axxa.board import CELLS, START_CELLS
from tests.games import naive_axxa as naive

GAMES = {"deal": 40, "middle game": 200, "study": 60}
"""How many games from each kind of start."""


def random_options(rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {
        "mode": rng.choice(["solo", "coop", "duel"]),
        "shape": rng.choice(["king", "king", "line8", "side", "line4"]),
        "take_after_payment": rng.choice(["no", "yes"]),
        "skip_dead": rng.choice(["yes", "no"]),
        "second_cycle": rng.choice(["no", "yes"]),
    }
    if options["mode"] == "coop":
        options["seats"] = rng.randint(2, 6)
    return options


def random_middle_game(rng: random.Random, options: dict[str, Any]) -> str:
    """A full position that play might have led to: some triplets gone, some payments made, the piles close together."""
    is_duel = options["mode"] == "duel"
    needed = rng.randint(1, 6)
    is_second_cycle = is_duel and options["second_cycle"] == "yes" and rng.random() < 0.5
    taken = needed - 1 + 6 * is_second_cycle
    pieces = [n for n in range(1, 7) for _ in range(6 - 3 * (n < needed) - 3 * is_second_cycle)]
    rng.shuffle(pieces)
    payments = rng.randint(0, min(18, len(pieces)))
    aside, pieces = sorted(pieces[:payments]), pieces[payments:]
    pieces.sort(key=lambda n: n == needed and rng.random() < 0.8, reverse=True)  # the first pieces become tops
    reach = rng.choice([2, 2, 3])
    near = [cell for cell in CELLS if max(abs(ord(cell[0]) - ord("d")), abs(int(cell[1]) - 4)) <= reach]
    heaps: list[str] = [""] * rng.randint(-(-len(pieces) // 3), 12)
    for place, piece in enumerate(pieces):
        is_top = place < len(heaps)
        heaps[place % len(heaps)] += str(piece) if is_top or rng.random() < 0.3 else "abcdef"[piece - 1]
    piles = ",".join(f"{cell}:{heap}" for cell, heap in zip(rng.sample(near, len(heaps)), heaps, strict=True) if heap)
    first = rng.randint(0, taken)
    triplets = f"{first}/{taken - first}" if is_duel else str(taken)
    seat = rng.randint(1, options.get("seats", 2 if is_duel else 1))
    return f"{piles or '-'} {needed} {''.join(map(str, aside)) or '-'} {triplets} move {seat}"


def random_study(rng: random.Random, options: dict[str, Any]) -> str:
    """A few seen pieces around the centre, many of them high: these get stuck."""
    needed = rng.randint(5, 6)
    heaps = [rng.choice(["5", "6", "6", "65", "56", "566"]) for _ in range(rng.randint(3, 8))]
    while max("".join(heaps).count(piece) for piece in "56") > 6:
        heaps.pop()
    cells = ["d4", "c4", "e4", "d3", "d5", *rng.sample(START_CELLS, 8)]
    piles = dict(zip(cells, heaps, strict=False))
    text = ",".join(f"{cell}:{heap}" for cell, heap in piles.items())
    return f"{text} {needed} - {'2/1' if options['mode'] == 'duel' else needed - 1} move 1"


def assert_same(state: State, other: naive.Position, options: dict[str, Any]) -> None:
    view = GAME.view(state, 0)
    assert state.to_text() == naive.write(other)
    assert view.to_text() == naive.write_view(other)
    moves = [str(move) for move in state.legal_moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == naive.plies(other)
    assert view.legal_moves() == state.legal_moves()
    outcome = state.outcome()
    assert (outcome and (outcome.result, outcome.reason, outcome.scores)) == naive.end(other)
    assert view.outcome() == outcome
    assert state.revealed == ",".join(sorted(other["revealed"]))
    assert GAME.from_text(state.to_text(), **options) == state
    assert GAME.view_from_text(view.to_text(), **options) == view


def choose(state: State, rng: random.Random) -> str:
    """Any ply, but mostly one that takes something: chance alone takes too little."""
    moves = state.legal_moves()
    if rng.random() < 0.8:
        after = {move: state.play_unchecked(move) for move in moves}
        good = [m for m in moves if after[m].triplets != state.triplets or after[m].phase == "take"]
        moves = tuple(good) or moves
    return str(rng.choice(moves))


def random_start(kind: str, rng: random.Random, options: dict[str, Any]) -> State:
    if kind == "deal":
        return GAME.initial(seed=rng.randrange(10**9), **options)
    text = random_middle_game(rng, options) if kind == "middle game" else random_study(rng, options)
    return GAME.from_text(text, **options)


def play_both(kind: str, number: int) -> Iterator[State]:
    """One game played by both laws, compared after every ply."""
    rng = random.Random(f"{kind} {number}")
    options = random_options(rng)
    state = random_start(kind, rng, options)
    other = naive.read(state.to_text(), **options)
    assert_same(state, other, options)
    yield state
    while state.legal_moves():
        ply = choose(state, rng)
        state, other = state.play(ply), naive.play(other, ply)
        assert_same(state, other, options)
        yield state


def test_whole_games_agree_with_the_naive_law() -> None:
    """And they come everywhere: every phase, chains, and every way to end."""
    seen: set[str] = set()
    for kind, games in GAMES.items():
        for number in range(games):
            for state in play_both(kind, number):
                seen |= {state.phase, f"{min(len(state.lifted), 3)} in a turn"}
                if outcome := state.outcome():
                    seen.add(f"{state.options.mode}: {outcome.reason}")
    together = {f"{mode}: {reason}" for mode in ("solo", "coop") for reason in ("sixes", "short", "piles", "stuck")}
    assert seen >= {"move", "take", "pay", "2 in a turn", "3 in a turn", "duel: triplets", "duel: equal"} | together
