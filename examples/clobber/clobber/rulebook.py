"""The rules of Clobber, for people."""

from alcove.core.text import Text
from alcove.games.teaching import BOOK, Clause, Figure, Rulebook, Section, Step

_TAKING = Figure(
    "taking",
    Text("A first move", "Un premier coup"),
    None,
    Text("The board at the start.", "Le plateau au début."),
    (
        Step(
            "a1-a2",
            Text("The white stone takes the black one above it.", "Le pion blanc prend le noir au-dessus de lui."),
        ),
        Step("b1-c1", Text("Black takes sideways.", "Les Noirs prennent de côté.")),
        Step("a2-a1", Text("Nothing stands on a1 any more.", "Il n'y a plus rien en a1."), refused=True),
    ),
)

RULEBOOK = Rulebook(
    aim=Text("Make the last move.", "Jouez le dernier coup."),
    source=Text(
        "Published by Michael Albert, J. P. Grossman and Richard Nowakowski in 2001; told in our own words.",
        "Publié par Michael Albert, J. P. Grossman et Richard Nowakowski en 2001 ; raconté avec nos mots.",
    ),
    sections=(
        Section(
            "game",
            Text("The game", "Le jeu"),
            (
                Clause(
                    "C1",
                    (BOOK,),
                    Text("The board", "Le plateau"),
                    (
                        Text(
                            "A stone stands on every cell of the board, white and black by turns like the cells of a chessboard.",
                            "Un pion est posé sur chaque case, blancs et noirs en alternance, comme les cases d’un échiquier.",
                        ),
                    ),
                ),
                Clause(
                    "C2",
                    (BOOK,),
                    Text("The turn", "Le tour"),
                    (
                        Text(
                            "White begins. Each player moves one stone of their own.",
                            "Les Blancs commencent. Chacun joue un pion à soi.",
                        ),
                    ),
                ),
                Clause(
                    "C3",
                    (BOOK,),
                    Text("Taking", "La prise"),
                    (
                        Text(
                            "A stone moves onto a stone of the other colour on one of the four cells beside it, and takes it off the board. There is no other move.",
                            "Un pion va sur un pion adverse, sur l’une des quatre cases voisines, et le retire du plateau. Il n’y a pas d’autre coup.",
                        ),
                    ),
                    figures=(_TAKING,),
                ),
                Clause(
                    "C4",
                    (BOOK,),
                    Text("The end", "La fin"),
                    (Text("Whoever cannot move loses.", "Qui ne peut plus jouer a perdu."),),
                ),
            ),
        ),
    ),
)
