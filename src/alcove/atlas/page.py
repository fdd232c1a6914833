"""docs/atlas.md, written from the data: the same data gives the same page.

python -m alcove.atlas.page > docs/atlas.md
"""

import sys
from collections.abc import Iterable, Sequence

from alcove.core.registry import game, ours
from alcove.core.text import numeral

from . import atlas
from .model import Atlas, AtlasMode, Sample, Share
from .telling import findings, first_moves, percent, player, reason_words

HEAD = """# Atlas of the games

What we know of each game, measured by our own tools. Every number here comes from `src/alcove/games/<game>/atlas.json`, and
`alcove atlas` measures them again (`make atlas`); decision [0022](decisions/0022-atlas.md) tells how and why. A ply is one move of one side.
The page `/atlas/<game>` of the room shows the same numbers as charts, with an explorer of the openings.
"""
OPENING_MOVES = 8
"""So many first moves are listed."""


def page(found: Iterable[Atlas]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *(_chapter(each) for each in found)])


def _chapter(found: Atlas) -> str:
    parts = [f"## {game(found.game).title}\n", _about(found)]
    parts += [f"**{told.heading.en}** {told.text.en}\n" for told in findings(found)]
    parts += [_samples(mode) for mode in found.modes]
    parts += [_lines(found), _reasons(found), _openings(found), _methods(found)]
    return "\n".join(part for part in parts if part)


def _about(found: Atlas) -> str:
    return (
        f"Measured on {found.date} with seed {found.seed}: {numeral(found.random_games).en} random games, "
        f"{numeral(found.engine_games).en} games at each level.\n"
    )


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|---" + "|---:" * (len(header) - 1) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def _samples(mode: AtlasMode) -> str:
    score = "deals won" if mode.together else "score of the first side"
    header = [
        "player" + (f" ({mode.name})" if mode.name else ""),
        "rating",
        "games",
        score,
        "draws",
        "plies",
        "legal moves",
    ]
    return table(header, [_row(mode, sample) for sample in mode.samples])


def _row(mode: AtlasMode, sample: Sample) -> list[str]:
    length, branching = sample.length, sample.branching
    return [
        player(sample.player).en,
        "–" if sample.rating is None else str(sample.rating),
        numeral(sample.games).en,
        _share(sample.score),
        "–" if mode.together else _share(sample.drawn),
        f"{length.mean:.1f} ± {length.deviation:.1f} ({length.least}–{length.most})",
        f"{branching.mean:.1f} ± {branching.deviation:.1f}",
    ]


def _share(share: Share) -> str:
    return f"{percent(share.value, 1).en} ({percent(share.low, 1).en}–{percent(share.high, 1).en})"


def _lines(found: Atlas) -> str:
    tree = found.tree
    where = f"from the deal `{tree.deal}`" if tree.deal else "from the start"
    rows = []
    for line in tree.lines:
        counted = "" if line.exact is None else numeral(line.exact).en
        low, high = line.estimate.low, line.estimate.high
        rows.append([str(line.plies), counted, f"10^{line.estimate.log10:.2f}", f"10^{low:.2f} – 10^{high:.2f}"])
    title = f"Lines of play: counted {where}, and estimated by {numeral(tree.probes).en} random probes"
    title += " over many deals.\n" if tree.deal else ".\n"
    return title + "\n" + table(["plies", "counted", "estimated", "95% interval"], rows)


def _reasons(found: Atlas) -> str:
    rows = []
    for mode in found.modes:
        for sample in mode.samples:
            ends = ", ".join(
                f"{reason_words(found.game, reason).en} {percent(count / sample.reasoned, 1).en}"
                for reason, count in sample.reasons.items()
            )
            rows.append([player(sample.player).en + (f" ({mode.name})" if mode.name else ""), ends])
    return "Why games end:\n\n" + table(["player", "reasons"], rows).replace("|---:|", "|---|")


def _openings(found: Atlas) -> str:
    rows = [
        [
            f"`{move.move}`",
            numeral(move.games).en,
            percent(move.score).en,
            percent(move.draws / move.games).en,
            numeral(move.mean_plies).en,
        ]
        for move in first_moves(found)[:OPENING_MOVES]
    ]
    if not rows:
        return ""
    return "First moves:\n\n" + table(["move", "games", "score of the first side", "draws", "mean plies"], rows)


def _methods(found: Atlas) -> str:
    told = dict.fromkeys(finding.method.en for finding in findings(found))
    return "How it was measured:\n\n" + "\n".join(f"- {line}" for line in told) + "\n"


def shipped() -> list[Atlas]:
    """The atlases of all games that come with Alcove and have one."""
    return [found for found in map(atlas, ours()) if found is not None]


if __name__ == "__main__":
    sys.stdout.write(page(shipped()))
