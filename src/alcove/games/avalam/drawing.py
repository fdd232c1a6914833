"""Avalam at the terminal: a letter for the owner, the height beside it."""

from alcove.core.game import Drawing
from alcove.core.text import Language

from .rules import DARK, LIGHT, NUMBER, State
from .words import SEATS


def draw(state: State, language: Language) -> Drawing:
    lines: Drawing = []
    for row in "987654321":
        line = [(f"{row} ", "label")]
        for file in "abcdefghi":
            tower = state.towers[NUMBER[file + row]] if file + row in NUMBER else None
            if tower is None:
                line.append(("   ", "faint"))
            elif tower == 0:
                line.append((" · ", "faint"))
            else:
                owner = LIGHT if tower > 0 else DARK
                mark = SEATS[owner].in_language(language)[0]
                line += [(" ", "faint"), (f"{mark}{abs(tower)}", ("light", "dark")[owner])]
        lines.append(line)
    lines.append([("   " + "  ".join("abcdefghi"), "label")])
    lines.append(
        [
            (f"{SEATS[LIGHT].in_language(language)} {state.points(LIGHT)}", "light"),
            ("  ", "faint"),
            (f"{SEATS[DARK].in_language(language)} {state.points(DARK)}", "dark"),
        ]
    )
    return lines
