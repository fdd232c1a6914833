"""The rules of each game as chapters, in both languages: its rulebook for the page, with every figure drawn."""

from pathlib import Path

from alcove.core.game import Game
from alcove.core.registry import game as find_game, games
from alcove.core.text import Language, Text
from alcove.games.teaching import Clause, Figure, Mark, Note, rulebook

from .figures import drawn, picture
from .prose import plain

MARKS: dict[str, Text] = {
    "book": Text("from the printed rulebook", "d'après le livret"),
    "figure": Text("from a figure of the rulebook", "d'après une figure du livret"),
    "ruling": Text("our ruling", "notre lecture"),
    "house": Text("house rule", "règle de la maison"),
}
TRY = Text(
    "In the room every figure on this page is a board that you can play: open *Rules* beside any game.",
    "Dans la salle, chaque figure de cette page est un plateau que l'on peut jouer : ouvrez *Règles* à côté d'un jeu.",
)


def write(folder: Path, language: Language) -> list[tuple[str, str]]:
    """One chapter a game and all figures, into `rules/` of a folder of sources; the titles and places of the chapters."""
    (folder / "rules" / "figures").mkdir(parents=True, exist_ok=True)
    chapters = []
    for name in games():
        game = find_game(name)
        (folder / "rules" / f"{name}.md").write_text(_chapter(folder, game, language), encoding="utf-8")
        chapters.append((game.title, f"rules/{name}.md"))
    return chapters


def _chapter(folder: Path, game: Game, language: Language) -> str:
    book = rulebook(game.name)
    start = f"figures/{game.name}.svg"
    (folder / "rules" / start).write_text(picture(game.name, game.initial(**_usual_luck(game))), encoding="utf-8")
    parts = [
        f"# {game.title}",
        plain(book.aim.in_language(language)),
        f'<figure class="board"><img src="../{start}" alt="{game.title}"></figure>',
        TRY.in_language(language),
        f"<small>{plain(book.source.in_language(language))}</small>",
    ]
    for section in book.sections:
        parts.append(f"## {plain(section.title.in_language(language))}")
        for clause in section.clauses:
            parts.extend(_clause(folder, game.name, clause, language))
    return "\n\n".join(parts) + "\n"


def _usual_luck(game: Game) -> dict[str, int]:
    return {"seed": 7} if game.luck(game.initial()) else {}


def _clause(folder: Path, name: str, clause: Clause, language: Language) -> list[str]:
    heading = f"### {clause.number} · {plain(clause.heading.in_language(language))} {{ #{clause.number.lower()} }}"
    marks = ", ".join(_mark(mark, language) for mark in clause.marks)
    parts = [heading, f'<span class="source">{marks}</span>']
    parts += [plain(paragraph.in_language(language)) for paragraph in clause.body]
    parts += [_note(note, language) for note in clause.notes]
    parts += [_figure(folder, name, figure, language) for figure in clause.figures]
    return parts


def _mark(mark: Mark, language: Language) -> str:
    said = MARKS[mark.source].in_language(language)
    return said if mark.confidence is None else f"{said} ({round(mark.confidence * 100)} %)"


def _note(note: Note, language: Language) -> str:
    title = MARKS[note.mark.source].in_language(language)
    said = f"{plain(note.text.in_language(language))} {plain(note.reason.in_language(language))}"
    if note.option is not None:
        said += f" (`{note.option}`)"
    return f'!!! note "{title[0].upper()}{title[1:]}"\n\n    {said}'


def _figure(folder: Path, name: str, figure: Figure, language: Language) -> str:
    told = drawn(name, figure)
    file = f"figures/{name}-{figure.name}.svg"
    (folder / "rules" / file).write_text(told.svg, encoding="utf-8")
    title = figure.title.in_language(language)
    refusals = iter(told.refusals)
    steps = []
    for step in figure.steps:
        sign = "✗" if step.refused else "✓"
        line = f"1. {sign} **{plain(step.move)}** · {plain(step.caption.in_language(language))}"
        if step.refused:
            line += f" *{plain(next(refusals).in_language(language))}*"
        steps.append(line)
    alt = title.replace('"', "&quot;")
    return "\n\n".join(
        [
            f'<figure class="board"><img src="../{file}" alt="{alt}" loading="lazy"></figure>',
            f"**{plain(title)}.** {plain(figure.caption.in_language(language))}",
            "\n".join(steps),
        ]
    )
