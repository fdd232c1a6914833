"""AxxA's lesson: move, bend, turn, take, choose, pay, and look beneath the tops."""

from typing import Any

from alcove.core.game import State as AnyState
from alcove.games.teaching import Answer, Lesson, T, Task

from .rules import Move, State


def _taken(state: AnyState[Any], move: Move) -> int:
    """How many triplets a ply takes."""
    after = state.play(move)
    assert isinstance(state, State)
    assert isinstance(after, State)
    return sum(after.triplets) - sum(state.triplets)


def _takes(state: AnyState[Any], move: Move) -> bool:
    return _taken(state, move) >= 1


def _takes_twice(state: AnyState[Any], move: Move) -> bool:
    return _taken(state, move) >= 2


def _turns(state: AnyState[Any], move: Move) -> bool:
    return str(move).endswith("*")


def _any(state: AnyState[Any], move: Move) -> bool:
    return True


def _loses(state: AnyState[Any], move: Move) -> bool:
    outcome = state.play(move).outcome()
    return outcome is not None and outcome.winner is None


TASKS = (
    Task(
        "move",
        T("Move a pile", "Déplacez une pile"),
        T(
            "A pile goes exactly as many cells as its top says. Bring the 3 from d7 to the centre, d4. Whether you turn it does not matter yet.",
            "Une pile avance d’exactement autant de cases que le dit son dessus. Amenez le 3 de d7 au centre, d4. La retourner ou non importe peu pour l’instant.",
        ),
        T(
            "Press d7, then d4; then leave the pile as it is.",
            "Touchez d7, puis d4 ; puis laissez la pile telle quelle.",
        ),
        "c7:56,d7:356,e7:56 5 - 4 move 1",
        (
            Answer(
                ("d7-d4", "d7-d4*"),
                T("Three cells, straight down.", "Trois cases, tout droit."),
            ),
        ),
        T("That is a move, but d4 is still empty.", "C’est un coup, mais d4 est encore vide."),
        clauses=("A4",),
    ),
    Task(
        "bend",
        T("Turn a corner", "Prenez un virage"),
        T(
            "One turn at a right angle is allowed. Bring the 4 from a4 to c6.",
            "Un virage à angle droit est permis. Amenez le 4 de a4 en c6.",
        ),
        T("Two to the right, two up.", "Deux à droite, deux vers le haut."),
        "a4:456,c7:56,e7:56 5 - 4 move 1",
        (
            Answer(
                ("a4-c6", "a4-c6*"),
                T(
                    "Two and two make four. Every cell on the way has to be empty.",
                    "Deux et deux font quatre. Toutes les cases du chemin doivent être vides.",
                ),
            ),
        ),
        T("The 4 has somewhere else to be: c6.", "Le 4 est attendu ailleurs : en c6."),
        clauses=("A4",),
    ),
    Task(
        "triplet",
        T("Three together", "Trois ensemble"),
        T(
            "The 5s are needed. Two of them touch; bring the third beside them, and do not turn it.",
            "Ce sont les 5 qu’il faut. Deux se touchent déjà ; amenez le troisième à côté, sans le retourner.",
        ),
        T(
            "From f6, five cells: three and two, with one turn.",
            "Depuis f6, cinq cases : trois et deux, avec un virage.",
        ),
        "a5:66,b3:51,c3:52,f6:53,g4:6 5 - 4 move 1",
        (
            Answer(
                _takes,
                T(
                    "Taken. What lay beneath is visible now, and the 6s are needed. After a take nothing is paid.",
                    "Pris. Ce qui était dessous se voit maintenant, et ce sont les 6 qu’il faut. Après une prise, on ne paie rien.",
                ),
            ),
        ),
        T("No triplet there, so you would have to pay.", "Pas de triplet ici : il faudrait payer."),
        (
            Answer(
                ("f6-d3*", "f6-c4*"),
                T(
                    "The right place, but you turned the pile: the 5 went underneath.",
                    "La bonne place, mais vous avez retourné la pile : le 5 est passé dessous.",
                ),
            ),
            Answer(
                ("f6-b5",),
                T("b5 does not touch b3: one cell lies between them.", "b5 ne touche pas b3 : une case les sépare."),
            ),
        ),
        ("A6",),
    ),
    Task(
        "turn",
        T("Turn the pile", "Retournez la pile"),
        T(
            "The third 5 lies under the 3 on f5: it was seen before, so you know. Move the pile beside the others and turn it.",
            "Le troisième 5 est sous le 3 de f5 : on l’a vu, donc vous le savez. Amenez la pile près des autres et retournez-la.",
        ),
        T("Three cells to d4, then turn.", "Trois cases jusqu’en d4, puis retournez."),
        "a5:66,b3:51,c3:52,f5:35,g4:6 5 - 4 move 1",
        (
            Answer(
                _takes,
                T(
                    "The 3 went under, the 5 came up, and three 5s touch.",
                    "Le 3 est passé dessous, le 5 est apparu, et trois 5 se touchent.",
                ),
            ),
        ),
        T("Not there. The 5 has to come up beside b3 and c3.", "Pas là. Le 5 doit apparaître à côté de b3 et c3."),
        (
            Answer(
                ("f5-d4",),
                T(
                    "The right place, but the 5 is still hidden under the 3.",
                    "La bonne place, mais le 5 est encore caché sous le 3.",
                ),
            ),
            Answer(
                _turns,
                T(
                    "You turned it, but it does not touch the other two.",
                    "Vous l’avez retournée, mais elle ne touche pas les deux autres.",
                ),
            ),
        ),
        ("A3", "A5"),
    ),
    Task(
        "choose",
        T("Choose well", "Choisissez bien"),
        T(
            "Four 5s in a row, and you take three. Under a3, b3 and c3 there are 6s. Which three?",
            "Quatre 5 à la file, et vous en prenez trois. Sous a3, b3 et c3 il y a des 6. Lesquels ?",
        ),
        T("Lay bare three 6s at once.", "Dévoilez trois 6 d’un coup."),
        "a3:56,b3:56,c3:56,d3:5,f5:1 5 - 4 take 1",
        (
            Answer(
                ("=a3.b3.c3",),
                T(
                    "Three 6s come up side by side and go as well: won.",
                    "Trois 6 apparaissent côte à côte et partent aussi : gagné.",
                ),
            ),
        ),
        T("That leaves a 5 on the third 6.", "Cela laisse un 5 sur le troisième 6."),
        clauses=("A6",),
    ),
    Task(
        "pay",
        T("Pay with care", "Payez avec soin"),
        T(
            "Nothing was taken, so a piece has to go. Three 5s and three 6s are left, and you need them all. What can you spare?",
            "Rien n’a été pris : il faut donner une pièce. Il reste trois 5 et trois 6, et il vous les faut tous. De quoi pouvez-vous vous passer ?",
        ),
        T("The 1s are long gone from the list.", "Les 1 ne sont plus demandés depuis longtemps."),
        "a3:15,b3:56,c3:56,f5:6 5 - 4 pay 1",
        (
            Answer(
                ("$a3",),
                T(
                    "The 1 is of no use, and beneath it lies the third 5. Next turn they go.",
                    "Le 1 ne sert plus à rien, et dessous se trouve le troisième 5. Au prochain tour, ils partent.",
                ),
            ),
        ),
        T("Think again.", "Réfléchissez encore."),
        (
            Answer(
                _loses,
                T(
                    "Only two of that number are left: lost on the spot. Count before you pay.",
                    "Il n’en reste que deux de ce nombre : perdu sur-le-champ. Comptez avant de payer.",
                ),
            ),
        ),
        ("A7", "A9"),
    ),
    Task(
        "any-move",
        T("Any move will do", "N’importe quel coup"),
        T(
            "Three 6s touch already, but a turn begins with a move, and they are stuck in the middle. Win.",
            "Trois 6 se touchent déjà, mais un tour commence par un déplacement, et ils sont coincés au milieu. Gagnez.",
        ),
        T("Is there a pile that can move?", "Y a-t-il une pile qui peut bouger ?"),
        "c4:6,d4:6,e4:6,g3:1 6 - 5 move 1",
        (
            Answer(
                _any,
                T(
                    "The pile that moves need not be part of the triplet. The 6s are home: won.",
                    "La pile déplacée n’a pas à faire partie du triplet. Les 6 sont pris : gagné.",
                ),
            ),
        ),
        T("Look for a pile that can move.", "Cherchez une pile qui peut bouger."),
        clauses=("A6", "A9"),
    ),
    Task(
        "chain",
        T("A chain", "Une chaîne"),
        T(
            "Under each 5 lies a 6. Take all six pieces in one turn.",
            "Sous chaque 5, il y a un 6. Prenez les six pièces en un seul tour.",
        ),
        T("The same way as before: from f6 to d3 or c4.", "Comme tout à l’heure : de f6 en d3 ou en c4."),
        "b3:56,c3:56,f6:56 5 - 4 move 1",
        (
            Answer(
                _takes_twice,
                T(
                    "First the 5s, then the 6s: two triplets in one turn, a good move.",
                    "D’abord les 5, puis les 6 : deux triplets en un tour, un beau coup.",
                ),
            ),
        ),
        T("No triplet of 5s yet.", "Pas encore de triplet de 5."),
        clauses=("A6",),
    ),
    Task(
        "plan",
        T("Look beneath", "Regardez dessous"),
        T(
            "The 4s are needed, and several moves take them. But after a take the next number counts at once. Find the move that takes the 4s and the 5s.",
            "Ce sont les 4 qu’il faut, et plusieurs coups les prennent. Mais après une prise, le nombre suivant compte aussitôt. Trouvez le coup qui prend les 4 et les 5.",
        ),
        T("g3 and e4 both have a 5 beneath, and d5 shows one.", "g3 et e4 cachent chacune un 5, et d5 en montre un."),
        "c2:41,c4:41,d5:52,d7:26,e4:45,e5:66,g3:45 4 - 3 move 1",
        (
            Answer(
                _takes_twice,
                T(
                    "That is the plan: before you take, look at what comes to light, and gather the next number while you gather this one. And pay with numbers that are done.",
                    "Voilà le plan : avant de prendre, regardez ce qui va apparaître, et réunissez le nombre suivant en même temps que celui-ci. Et payez avec les nombres déjà pris.",
                ),
            ),
        ),
        T("That takes nothing, so it costs a piece.", "Cela ne prend rien et coûte une pièce."),
        (
            Answer(
                _takes,
                T(
                    "The 4s go, but no three 5s touch afterwards. There is a better place.",
                    "Les 4 partent, mais trois 5 ne se touchent pas ensuite. Il y a une meilleure place.",
                ),
            ),
        ),
        ("A6", "A7"),
    ),
)

LESSON = Lesson(
    T(
        "AxxA in nine turns. Press a pile, then a cell; then say whether you turn it.",
        "AxxA en neuf tours. Touchez une pile, puis une case ; puis dites si vous la retournez.",
    ),
    TASKS,
    T(
        "Move, turn, take, pay: you know it all. Play a game alone, and see how many of the six triplets you bring home.",
        "Déplacer, retourner, prendre, payer : vous savez tout. Jouez une partie en solitaire, et voyez combien des six triplets vous réunissez.",
    ),
)
