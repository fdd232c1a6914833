"""The rules of New Game, for people: the page shows them, and refusals lead to the clause that they name."""

from alcove.core.text import Text
from alcove.games.teaching import BOOK, Clause, Figure, Rulebook, Section, Step

_FIRST_MOVES = Figure(
    "first-moves",
    Text("The first moves", "Les premiers coups"),
    None,  # from the start; or the text of a position
    Text("The board is empty.", "Le plateau est vide."),
    (
        Step("c3", Text("White puts a stone in the middle.", "Les Blancs posent un pion au centre.")),
        Step("c4", Text("Black may go beside it.", "Les Noirs peuvent se mettre à côté.")),
        Step("b3", Text("White may not.", "Les Blancs ne le peuvent pas."), refused=True),
    ),
)

RULEBOOK = Rulebook(
    aim=Text("Put the last stone.", "Posez le dernier pion."),
    source=Text("Say here where your game comes from.", "Dites ici d'où vient votre jeu."),
    sections=(
        Section(
            "game",
            Text("The game", "Le jeu"),
            (
                Clause("1", (BOOK,), Text("The board", "Le plateau"), (
                    Text("The board is empty at the start.", "Le plateau est vide au début."),
                )),
                Clause("2", (BOOK,), Text("The turn", "Le tour"), (
                    Text(
                        "White begins. Each player puts a stone on an empty cell that is not beside one of their own.",
                        "Les Blancs commencent. Chacun pose un pion sur une case vide qui n'est pas à côté d'un des siens.",
                    ),
                ), figures=(_FIRST_MOVES,)),
                Clause("3", (BOOK,), Text("The end", "La fin"), (
                    Text("Whoever cannot put a stone loses.", "Qui ne peut plus poser de pion a perdu."),
                )),
            ),
        ),
    ),
)  # fmt: skip
