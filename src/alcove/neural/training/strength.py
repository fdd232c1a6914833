"""How much stronger a network has become: matches between two of them, all games at once."""

import numpy as np
import torch
from torch import Tensor

from alcove.elo import elo
from alcove.neural.guided import Guided
from alcove.neural.training.settings import Settings
from alcove.neural.training.tower import Tower
from alcove.neural.trees.layout import Records, halving


def match(
    game: Guided,
    settings: Settings,
    one: Tower,
    other: Tower,
    device: torch.device,
    simulations: int = 0,
    seed: int = 0,
) -> tuple[int, int, int]:
    """Wins, draws and losses of `one`: every opening is played twice, with seats changed. Without simulations the first
    choice of each network's policy is played."""
    records = play_games(game, settings, one, other, device, simulations, seed)
    scores = np.where(np.arange(settings.match_games) % 2 == 0, records.result, -records.result)
    return int((scores > 0).sum()), int((scores == 0).sum()), int((scores < 0).sum())


def play_games(
    game: Guided, settings: Settings, one: Tower, other: Tower, device: torch.device, simulations: int, seed: int
) -> Records:
    """The games of a match; `one` sits in the first seat in every other game."""
    walking, games = game.walking, settings.match_games
    trees = game.new_trees(games, simulations + 2, (simulations + 1) * game.kernel.MAX_MOVES, seed)
    records = game.new_records(games, settings.longest_game)
    over, table = np.ones(games, np.bool_), halving(simulations)
    seen = np.zeros((games, game.look.size), np.uint8)
    answers = np.zeros((games, game.n_listed), np.float32), np.zeros(games, np.float32)
    walking.restart(trees, records, over, game.start(), max(2, settings.opening_plies), 0.0, 0)
    trees.roots[1::2] = trees.roots[::2]

    def ask(is_one: Tensor) -> None:
        asked = [torch.from_numpy(rows).to(device) for rows in (seen, trees.place, trees.origin)]
        pairs = zip(one.answer_moves(*asked), other.answer_moves(*asked), strict=True)
        for target, (mine, theirs) in zip(answers, pairs, strict=True):
            mask = is_one if mine.ndim == 1 else is_one[:, None]
            target[:] = torch.where(mask, mine, theirs).float().cpu().numpy()

    while not over.all():
        walking.step(trees, -1, table, 0.0, *answers, seen)
        is_one = torch.from_numpy(trees.leaf_side == np.arange(games) % 2).to(device)
        for number in range(simulations):
            ask(is_one)
            walking.step(trees, number, table, 0.0, *answers, seen)
        ask(is_one)
        walking.finish(trees, records, *answers, over)
    return records


def gain(wins: int, draws: int, losses: int) -> float:
    """The Elo points that a result speaks for; a clean sweep counts as if half a game had been lost."""
    games = wins + draws + losses
    return elo(min(max((wins + draws / 2) / games, 0.5 / games), 1 - 0.5 / games))
