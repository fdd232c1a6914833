"""Axiom's lesson: walk a sceptre, set and lock a cube, clear a line, stop where one can, eliminate, win, stay safe."""

from typing import Any

from alcove.core.game import State as AnyState
from alcove.games.teaching import Answer, Condition, Lesson, T, Task

from . import figures as f
from .space import Cell, CubeMove, Direction, Move, SceptreMove


def _stops_on(*faces: tuple[Cell, Direction]) -> Condition:
    """Sceptre moves onto one of these faces."""
    return lambda state, move: isinstance(move, SceptreMove) and (move.target.cell, move.target.direction) in faces


def _lands_in(*cells: Cell) -> Condition:
    """Cube moves into one of these cells, turned in any way."""
    return lambda state, move: isinstance(move, CubeMove) and move.target in cells


def _is_cube(state: AnyState[Any], move: Move) -> bool:
    return isinstance(move, CubeMove)


def _is_sceptre(state: AnyState[Any], move: Move) -> bool:
    return isinstance(move, SceptreMove)


def _wins(state: AnyState[Any], move: Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winner == state.to_move


def _is_safe(state: AnyState[Any], move: Move) -> bool:
    """The other side cannot win at once."""
    after = state.play(move)
    return not any(_wins(after, reply) for reply in after.legal_moves())


TASKS = (
    Task(
        "walk",
        T("Walk a sceptre", "Promenez un sceptre"),
        T(
            "You are Blue. Sceptres walk over recesses in a straight line. Bring one of yours onto the top of your middle cube, (0,0,2).",
            "Vous êtes Bleu. Les sceptres marchent de creux en creux, en ligne droite. Amenez l’un des vôtres sur le dessus de votre cube du milieu, (0,0,2).",
        ),
        T("It lies between your two sceptres.", "Il est entre vos deux sceptres."),
        None,
        (
            Answer(
                _stops_on(((0, 0, 2), "z+")),
                T(
                    "One face along the top. It could also have gone round an edge.",
                    "Une face le long du dessus. Il aurait pu aussi passer une arête.",
                ),
            ),
        ),
        T(
            "Choose one of your blue sceptres, then the top of the middle cube.",
            "Choisissez un de vos sceptres bleus, puis le dessus du cube du milieu.",
        ),
        (
            Answer(
                _is_cube,
                T(
                    "That was a cube. Its turn comes: first a sceptre.",
                    "C’était un cube. Son tour viendra : d’abord un sceptre.",
                ),
            ),
        ),
        ("C12",),
    ),
    Task(
        "edge",
        T("Round an edge", "Passez une arête"),
        T(
            "Where the block ends, the line turns over its edge. Your sceptre lies on the front of (0,0,1). Take it round to the back of the same cube.",
            "Là où le bloc s’arrête, la ligne passe l’arête. Votre sceptre est couché devant (0,0,1). Faites-lui faire le tour jusqu’à l’arrière du même cube.",
        ),
        T("Left round the corner, and once more.", "À gauche au coin, et encore une fois."),
        f.ROUND.position,
        (
            Answer(
                ("S(0,0,1)-(0,0,1)y+",),
                T(
                    "Two edges in one straight line. So close is far in Axiom, and far is close.",
                    "Deux arêtes en une seule ligne droite. Dans Axiom, le proche est loin et le lointain proche.",
                ),
            ),
        ),
        T("Further round: the back of the cube it stands on.", "Plus loin autour : l’arrière du cube où il se tient."),
        (
            Answer(
                _wins,
                T(
                    "Well seen: this reaches a white sceptre’s cube and wins. That is for later; first go round to the back.",
                    "Bien vu : ce coup rejoint le cube d’un sceptre blanc, et gagne. Ce sera pour plus tard ; d’abord, faites le tour.",
                ),
            ),
        ),
        ("C13", "C16"),
    ),
    Task(
        "win",
        T("Win in one", "Gagnez en un coup"),
        T(
            "Stop on any face of a cube that carries an enemy sceptre, and you win. A white one lies behind (0,1,2). Diagonals count, too.",
            "Arrêtez-vous sur n’importe quelle face d’un cube qui porte un sceptre adverse, et vous gagnez. Un sceptre blanc est couché derrière (0,1,2). Les diagonales comptent aussi.",
        ),
        T(
            "The top of (0,1,2) is diagonally ahead of both your sceptres.",
            "Le dessus de (0,1,2) est en diagonale devant vos deux sceptres.",
        ),
        f.DIAGONAL_WIN.position,
        (Answer(_wins, T("Two sceptres on one cube: you win.", "Deux sceptres sur un même cube : vous gagnez.")),),
        T(
            "White’s sceptre still stands alone. Which of your lines leads to its cube?",
            "Le sceptre blanc est encore seul. Laquelle de vos lignes mène à son cube ?",
        ),
        clauses=("C14", "C18"),
    ),
    Task(
        "lock",
        T("Lock a cube", "Enclenchez un cube"),
        T(
            "Cubes are set anew: a dome must go into a recess. Put your free cube on top of White’s cube (0,1,2), which shows a recess.",
            "On replace les cubes : une bosse doit entrer dans un creux. Posez votre cube libre sur le cube blanc (0,1,2), qui montre un creux.",
        ),
        T(
            "The upper middle cube is free. Its target is (0,1,3).",
            "Le cube du haut au milieu est libre. Sa case est (0,1,3).",
        ),
        None,
        (
            Answer(
                _lands_in((0, 1, 3)),
                T(
                    "Dome down into the recess: locked. You may build on White’s cubes as well.",
                    "Bosse en bas dans le creux : enclenché. On peut bâtir aussi sur les cubes blancs.",
                ),
            ),
        ),
        T("A good place, but we want it up on (0,1,2).", "Bonne place, mais nous le voulons là-haut, sur (0,1,2)."),
        (Answer(_is_sceptre, T("That was a sceptre. Now a cube.", "C’était un sceptre. Maintenant un cube.")),),
        ("C6", "C9"),
    ),
    Task(
        "table",
        T("On the table", "Sur la table"),
        T(
            "On the table a cube needs a lock with a neighbour, and no dome may point down. Set your free cube left of the block, at (-2,0,1), where a dome sticks out.",
            "Sur la table, un cube doit s’enclencher avec un voisin, sans bosse vers le bas. Posez votre cube libre à gauche du bloc, en (-2,0,1), où dépasse une bosse.",
        ),
        T(
            "Any way will do that keeps your own dome off the other one.",
            "Toutes les façons conviennent, pourvu que votre bosse évite l’autre.",
        ),
        None,
        (
            Answer(
                _lands_in((-2, 0, 1)),
                T(
                    "The dome has gone into one of your recesses. How you turn a cube opens some lines and closes others.",
                    "La bosse est entrée dans un de vos creux. Selon comment on tourne un cube, des lignes s’ouvrent et d’autres se ferment.",
                ),
            ),
        ),
        T(
            "It locks there, too, but (-2,0,1) was asked for.",
            "Il s’y enclenche aussi, mais c’est (-2,0,1) qu’il fallait.",
        ),
        (Answer(_is_sceptre, T("That was a sceptre. Now a cube.", "C’était un sceptre. Maintenant un cube.")),),
        ("C9", "C10"),
    ),
    Task(
        "bridge",
        T("Build a bridge", "Faites un pont"),
        T(
            "The block has come apart, and no sceptre crosses a gap. Close it with your free cube.",
            "Le bloc s’est séparé, et aucun sceptre ne franchit le vide. Comblez-le avec votre cube libre.",
        ),
        T("The gap is at (2,0,1).", "Le vide est en (2,0,1)."),
        f.GROUPS.position,
        (
            Answer(
                _lands_in((2, 0, 1)),
                T(
                    "One block again, and the lines run on to White’s side, for both of you.",
                    "De nouveau un seul bloc, et les lignes mènent chez Blanc, pour vous deux.",
                ),
            ),
        ),
        T("The gap is still open.", "Le vide est toujours là."),
        clauses=("C12", "C9"),
    ),
    Task(
        "climb",
        T("Climb", "Grimpez"),
        T(
            "Now you are White. A cube in the way is no wall: the line climbs its side, crosses its top and comes down behind. Win.",
            "Vous êtes maintenant Blanc. Un cube en travers n’est pas un mur : la ligne grimpe sur son flanc, passe dessus et redescend derrière. Gagnez.",
        ),
        T(
            "From (0,0,1) over (1,0,2) to the blue sceptre’s cube (3,0,1).",
            "De (0,0,1) par-dessus (1,0,2) jusqu’au cube du sceptre bleu, (3,0,1).",
        ),
        f.DOME_COVERED.position,
        (
            Answer(
                _wins, T("Up, over and down: one straight line.", "Monter, passer, descendre : une seule ligne droite.")
            ),
        ),
        T("There is a way to win at once.", "Il y a moyen de gagner tout de suite."),
        clauses=("C13",),
    ),
    Task(
        "cross",
        T("Crossed, not stopped on", "Traverser sans s’arrêter"),
        T(
            "A white sceptre lies over (1,1,1): you cannot stop on that face, but you may cross it. Win.",
            "Un sceptre blanc est couché au-dessus de (1,1,1) : on ne peut s’arrêter sur cette face, mais on peut la traverser. Gagnez.",
        ),
        T("The diagonal from (0,0,1) goes on to (2,2,1).", "La diagonale partie de (0,0,1) continue jusqu’en (2,2,1)."),
        f.SAME_BODY.position,
        (
            Answer(
                ("S(0,0,1)-(2,2,1)z+",),
                T("Straight through below it, and won.", "Tout droit par-dessous, et gagné."),
            ),
            Answer(
                ("S(0,2,1)-(2,2,1)y+",),
                T("The other sceptre gets there as well. Won.", "L’autre sceptre y arrive aussi. Gagné."),
            ),
        ),
        T(
            "Look along the diagonal, beyond the face you cannot stop on.",
            "Regardez le long de la diagonale, au-delà de la face interdite.",
        ),
        clauses=("C15",),
    ),
    Task(
        "eliminate",
        T("Take a cube off", "Éliminez un cube"),
        T(
            "A sceptre that goes from an enemy cube home to one of its own colour takes the enemy cube off the table. Do that.",
            "Un sceptre qui rentre d’un cube adverse sur un cube de sa couleur retire le cube adverse de la table. Faites-le.",
        ),
        T(
            "Your sceptre on (0,0,1) stands on a white cube; (1,0,1) is blue.",
            "Votre sceptre en (0,0,1) est sur un cube blanc ; (1,0,1) est bleu.",
        ),
        f.ELIMINATION.position,
        (
            Answer(
                ("S(0,0,1)-(1,0,1)z+",),
                T("Gone. Fewer cubes mean fewer places to hide.", "Parti. Moins de cubes, moins de cachettes."),
            ),
        ),
        T(
            "No cube has left. Go home with the sceptre that stands on white.",
            "Aucun cube n’est parti. Rentrez avec le sceptre posé sur du blanc.",
        ),
        (
            Answer(
                _wins,
                T(
                    "That even wins. But we wanted to see a cube go.",
                    "Ce coup gagne même. Mais nous voulions voir partir un cube.",
                ),
            ),
        ),
        ("C17",),
    ),
    Task(
        "plan",
        T("A safe beginning", "Bien commencer"),
        T(
            "The start. If a face of your sceptre’s cube lies on a white line, White wins at once. Play a first move after which White cannot.",
            "Le départ. Si une face du cube de votre sceptre est sur une ligne de Blanc, Blanc gagne aussitôt. Jouez un premier coup qui ne le permet pas.",
        ),
        T(
            "Stay on top of your cube, or leave it altogether; do not slip to its side.",
            "Restez sur votre cube ou quittez-le ; ne glissez pas sur son côté.",
        ),
        None,
        (
            Answer(
                _is_safe,
                T(
                    "Safe. Your plan: look at every line to the cubes under both your sceptres, close those lines with domes, and open one of your own.",
                    "À l’abri. Votre plan : regardez toutes les lignes qui mènent aux cubes de vos deux sceptres, fermez-les avec des bosses, et ouvrez-en une à vous.",
                ),
            ),
        ),
        T("White reaches the cube of your sceptre and wins.", "Blanc rejoint le cube de votre sceptre et gagne."),
        (
            Answer(
                ("S(-1,0,2)-(-1,0,2)x-", "S(-1,0,2)-(-1,0,2)y-"),
                T(
                    "You left the top of your cube open, and White walks onto it.",
                    "Vous avez laissé libre le dessus de votre cube, et Blanc y monte.",
                ),
                ("S(-1,1,2)-(-1,0,2)z+",),
            ),
            Answer(
                ("S(1,0,2)-(1,0,2)y-",),
                T(
                    "You left the top of your cube open, and White walks onto it.",
                    "Vous avez laissé libre le dessus de votre cube, et Blanc y monte.",
                ),
                ("S(1,1,2)-(1,0,2)z+",),
            ),
        ),
        ("C18", "C19"),
    ),
)

LESSON = Lesson(
    T(
        "Axiom in ten moves. Choose a sceptre or a cube, then where it goes: in space, on the plan of the levels, or in the list.",
        "Axiom en dix coups. Choisissez un sceptre ou un cube, puis son but : dans l’espace, sur le plan des niveaux ou dans la liste.",
    ),
    TASKS,
    T(
        "You know how sceptres walk and cubes lock; the rest is seeing lines. Play your first game against Alcove at level 1.",
        "Vous savez comment marchent les sceptres et s’enclenchent les cubes ; le reste est affaire de lignes. Jouez votre première partie contre Alcove, niveau 1.",
    ),
)
