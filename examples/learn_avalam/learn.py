"""Learn Avalam from nothing but its rules, on two cores, in less than half an hour.

    python learn.py train --minutes 25      # keeps a network in run/ once a minute; call it again to go on
    python learn.py measure --games 100     # lets every kept network meet level 4: curve.csv and curve.svg

The idea is that of TD-Gammon. A small network says how good a position is for the player to move. Many games are played at
once, each move the one after which the network likes the opponent's position least; then every position of those games is
taught what came of it, a mixture of what the network said one move later and of how the game ended (TD(λ)). Nobody tells it
what is good: it begins with random numbers.

Three things make it quick. All games of a batch live in one tensor and move together (`successors` is the whole rule of the
game). A player looks at a random handful of its moves only, which saves time and is all the exploration there is: near the
end of a game the handful is every move. And a game ends by a margin, from which more can be learnt than from its winner.
"""

import argparse
import csv
import random
import time
from pathlib import Path

import torch
from torch import Tensor, nn

import alcove
from alcove.games.avalam.rules import CELLS, State

HERE = Path(__file__).parent
GAMES, HANDFUL, LAMBDA = 512, 32, 0.7
"""Games played at once, moves looked at, and how much the end of a game counts against the next position's value."""

# --- The rules, in tensors --------------------------------------------------------------------------------------------
# A board is 81 small numbers, row 9 first: +3 is a tower of three pieces of the player to move, -3 one of the opponent, 0 an
# empty cell or none. A step is a direction and a cell, `direction * 81 + cell`.

SQUARE = [9 * (9 - int(cell[1])) + "abcdefghi".index(cell[0]) for cell in CELLS]
"""Where each of the 48 cells lies among the 81."""
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
BESIDE = torch.tensor([9 * rows + columns for rows, columns in DIRECTIONS])


def board_of(state: alcove.View) -> Tensor:
    """A state of the library as the player to move sees it."""
    assert isinstance(state, State)
    board = torch.zeros(1, 81, dtype=torch.int8)
    board[0, SQUARE] = torch.tensor(state.towers, dtype=torch.int8) * (1 - 2 * state.to_move)
    return board


def legal(boards: Tensor) -> Tensor:
    """Which steps are legal on which board: a tower onto a tower beside it, if together they are not higher than five.

    The boards lie along the last dimension here, `(8, 81, boards)`: neighbours in memory are then reckoned together.
    """
    heights = boards.T.contiguous().abs()
    heights = torch.where(heights == 0, 9, heights).view(9, 9, -1)
    edged = nn.functional.pad(heights, (0, 0, 1, 1, 1, 1), value=9)
    beside = [edged[1 + rows : 10 + rows, 1 + columns : 10 + columns] for rows, columns in DIRECTIONS]
    return torch.stack([heights + other <= 5 for other in beside]).view(8, 81, -1)


def legal_steps(boards: Tensor) -> Tensor:
    """The same with a row for each board."""
    return legal(boards).view(8 * 81, -1).T


def successors(boards: Tensor, steps: Tensor) -> Tensor:
    """The boards after one step on each, as the opponent sees them."""
    origin = (steps % 81)[:, None]
    target = origin + BESIDE[steps // 81][:, None]
    moved, covered = boards.gather(1, origin), boards.gather(1, target)
    height = moved.abs() + covered.abs()
    return (-boards).scatter(1, origin, 0).scatter(1, target, -moved.sign() * height)


def results(boards: Tensor) -> Tensor:
    """How good a finished game is for the player to move, from -1 to 1: half for the winner, half for the margin."""
    margin = boards.sign().sum(1, dtype=torch.float32)
    fives = (boards == 5).sum(1) - (boards == -5).sum(1)
    winner = torch.where(margin == 0, fives, margin).sign()
    return 0.5 * winner + 0.5 * (margin / 8).clamp(-1, 1)


# --- What learns ------------------------------------------------------------------------------------------------------


FIRST = 41 * torch.arange(48, dtype=torch.int32)


class Network(nn.Module):
    """Each cell shows one of 41 things: whose tower, how high, how many ways it can go (0, 1, 2, more), or nothing. What each
    of them means on each cell is learnt, added up, and judged by two small layers."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.meaning = nn.EmbeddingBag(48 * 41, width, mode="sum")
        self.judge = nn.Sequential(nn.ReLU(), nn.Linear(width, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())
        nn.init.normal_(self.meaning.weight, std=0.05)

    def forward(self, boards: Tensor) -> Tensor:
        ways = legal(boards).view(torch.int8).sum(0, dtype=torch.int8).clamp(max=3)
        towers = 4 * (boards.T.abs() - 1 + 5 * (boards.T < 0).view(torch.int8)) + ways
        shown = torch.where(boards.T == 0, 40, towers)[SQUARE].T
        return self.judge(self.meaning(shown.int() + FIRST)).squeeze(1)


@torch.no_grad()
def best_steps(network: Network, boards: Tensor, handful: int) -> tuple[Tensor, Tensor]:
    """The best of a random handful of the legal steps on each board, and what the opponent's position is then worth."""
    order = torch.rand(len(boards), 8 * 81).masked_fill(~legal_steps(boards), -1.0)
    chance, steps = order.topk(handful, dim=1)
    game, place = (chance >= 0).nonzero(as_tuple=True)
    worth = torch.full(chance.shape, 9.0)
    worth[game, place] = network(successors(boards[game], steps[game, place]))
    least, chosen = worth.min(dim=1)
    return steps.gather(1, chosen[:, None]).squeeze(1), least


def play_games(network: Network) -> tuple[Tensor, Tensor]:
    """Games of the network against itself: every position, and what it should have said about it."""
    boards = board_of(alcove.game("avalam").initial()).repeat(GAMES, 1)
    history, worths, playing = [], [], torch.arange(GAMES)
    ends = torch.zeros(GAMES)
    for ply in range(48):
        is_over = ~legal_steps(boards[playing]).any(1)
        ended = playing[is_over]
        ends[ended] = results(boards[ended]) * (-1) ** ply
        playing = playing[~is_over]
        if not len(playing):
            break
        steps, least = best_steps(network, boards[playing], HANDFUL) if ply > 1 else random_steps(boards[playing])
        history.append((playing, boards[playing]))
        worths.append(torch.zeros(GAMES).index_put((playing,), least))
        boards[playing] = successors(boards[playing], steps)
    taught = []
    target = torch.zeros(GAMES)
    for ply in reversed(range(len(history))):
        games = history[ply][0]
        later = history[ply + 1][0] if ply + 1 < len(history) else torch.empty(0, dtype=torch.long)
        next_target = ends * (-1) ** (ply + 1)
        next_target[later] = (1 - LAMBDA) * worths[ply][later] + LAMBDA * target[later]
        target = -next_target
        taught.append(target[games])
    return torch.cat([positions for _, positions in history]), torch.cat(taught[::-1])


def random_steps(boards: Tensor) -> tuple[Tensor, Tensor]:
    """Any step, after which the game is taken to be even: the first two plies are left to chance, so that games differ."""
    steps = torch.multinomial(legal_steps(boards).float(), 1).squeeze(1)
    return steps, torch.zeros(len(boards))


def learn(network: Network, optimizer: torch.optim.Optimizer, positions: Tensor, targets: Tensor) -> float:
    """Teach the network what it should have said; how wrong it was, on average."""
    errors = []
    for rows in torch.randperm(len(positions)).split(1024):
        boards = positions[rows]
        if random.random() < 0.5:
            boards = boards.flip(1)  # half a turn of the board changes nothing
        error = nn.functional.mse_loss(network(boards), targets[rows])
        optimizer.zero_grad()
        error.backward()
        optimizer.step()
        errors.append(float(error))
    return sum(errors) / len(errors)


def train(folder: Path, minutes: float) -> None:
    """Play and learn until the clock has counted so many minutes, going on from the last network that was kept."""
    network = Network()
    optimizer = torch.optim.Adam(network.parameters())
    seconds, games = 0.0, 0
    folder.mkdir(parents=True, exist_ok=True)
    if kept := sorted(folder.glob("*.pt")):
        saved = torch.load(kept[-1])
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        seconds, games = saved["seconds"], saved["games"]
    while seconds < 60 * minutes:
        started = time.perf_counter()
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * max(0.05, 1 - seconds / (60 * minutes))
        error = learn(network, optimizer, *play_games(network))
        before, seconds, games = seconds, seconds + time.perf_counter() - started, games + GAMES
        if not before or before // 60 < seconds // 60 or seconds >= 60 * minutes:
            print(f"{seconds / 60:5.1f} minutes, {games:7} games, error {error:.4f}", flush=True)
            saved = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save(saved | {"seconds": seconds, "games": games}, folder / f"{round(seconds):05}.pt")


# --- Playing ----------------------------------------------------------------------------------------------------------


class Learnt:
    """A player for the library: the network, and the opponent's best answers to its favourite moves."""

    def __init__(self, network: Network, name: str = "learnt", favourites: int = 12) -> None:
        self.name, self._network, self._favourites = name, network.eval(), favourites

    @torch.no_grad()
    def choose(self, view: alcove.View, rng: random.Random) -> alcove.Move:
        board = board_of(view)
        steps = legal_steps(board)[0].nonzero().squeeze(1)
        after = successors(board.expand(len(steps), -1), steps)
        favourites = self._worths(after).topk(min(self._favourites, len(steps)), largest=False).indices
        step = int(steps[favourites[self._after_answers(after[favourites]).argmax()]])
        origin, target = SQUARE.index(step % 81), SQUARE.index(step % 81 + int(BESIDE[step // 81]))
        return view.find(f"{CELLS[origin]}-{CELLS[target]}")

    def _worths(self, boards: Tensor) -> Tensor:
        """What positions are worth to the player who is to move there; a finished game counts more than a guess."""
        is_over = ~legal_steps(boards).any(1)
        return torch.where(is_over, 2 * results(boards), self._network(boards))

    def _after_answers(self, boards: Tensor) -> Tensor:
        """What is left for us after the opponent's best answer on each board."""
        board, answers = legal_steps(boards).nonzero(as_tuple=True)
        left = self._worths(successors(boards[board], answers))
        return (-2 * results(boards)).scatter_reduce(0, board, left, "amin", include_self=False)


# --- The curve --------------------------------------------------------------------------------------------------------


def measure(folder: Path, games: int) -> None:
    """Let every kept network meet level 4, and write what came of it."""
    rows = []
    for file in sorted(folder.glob("*.pt")):
        saved, network = torch.load(file), Network()
        network.load_state_dict(saved["network"])
        result = alcove.match("avalam", Learnt(network), "level4", games=games)
        shares = [round(share, 3) for share in (result.share, *result.share_interval)]
        rows.append([round(saved["seconds"] / 60, 1), saved["games"], games, *shares])
        print(f"{rows[-1][0]:5} minutes, {rows[-1][1]:7} games: {result}", flush=True)
    with (HERE / "curve.csv").open("w", newline="") as table:
        head = ["minutes", "games_of_training", "games_of_match", "share", "low", "high"]
        csv.writer(table, lineterminator="\n").writerows([head, *rows])
    points = [(row[0], 100 * row[3]) for row in rows]
    told = "Avalam, learnt from nothing", "minutes of training", "% of the points against level 4"
    (HERE / "curve.svg").write_text(alcove.curve(points, *told, high=100, compared=50))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn Avalam from nothing but its rules.")
    parser.add_argument("what", choices=["train", "measure"])
    parser.add_argument("--minutes", type=float, default=25, help="how long to train, earlier calls included")
    parser.add_argument("--games", type=int, default=100, help="how many games a network plays against level 4")
    parser.add_argument("--folder", type=Path, default=HERE / "run", help="where networks are kept")
    parser.add_argument("--threads", type=int, default=2, help="how many cores to use")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    random.seed(given.seed)
    if given.what == "train":
        train(given.folder, given.minutes)
    else:
        measure(given.folder, given.games)


if __name__ == "__main__":
    main()
