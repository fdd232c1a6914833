"""Axom's lesson: sow, respect the limits, take, mind the heart, take the head, and open a game safely."""

from typing import Any

from alcove.core.game import State as AnyState
from alcove.games.teaching import Answer, Lesson, T, Task

from .rules import HEAD, NUMBER, Move, State


def _height(state: AnyState[Any], move: Move) -> int:
    assert isinstance(state, State)
    return abs(state.board[NUMBER[str(move)[:2]]])


def _is_head(state: AnyState[Any], move: Move) -> bool:
    return _height(state, move) == HEAD


def _is_stack(state: AnyState[Any], move: Move) -> bool:
    return not _is_head(state, move)


def _is_three(state: AnyState[Any], move: Move) -> bool:
    return _height(state, move) == 3


def _leaves_nothing_to_take(state: AnyState[Any], move: Move) -> bool:
    return not any("x" in str(reply) for reply in state.play(move).legal_moves())


def _keeps_the_head(state: AnyState[Any], move: Move) -> bool:
    after = state.play(move)
    return all(after.play(reply).outcome() is None for reply in after.legal_moves())


def _is_not_the_fourth_time(state: AnyState[Any], move: Move) -> bool:
    assert isinstance(state, State)
    return move not in state.losing_repetitions()


TASKS = (
    Task(
        "sow",
        T("Sow a stack", "Semez une pile"),
        T(
            "You are Light. A stack does not hop as a whole: one pawn stays, and one is dropped on each cell it enters. Send the four off in a direction you like.",
            "Vous êtes Clair. Une pile ne saute pas d’un bloc : un pion reste, et un autre se pose sur chaque case où elle entre. Envoyez la pile de quatre où vous voulez.",
        ),
        T("Press the stack, then one of the marked cells.", "Touchez la pile, puis une des cases marquées."),
        "6h/7/7/D6/7/7/H6 w",
        (
            Answer(
                _is_stack,
                T(
                    "Sown, as far as it goes. You choose the stack and the direction, the rest follows.",
                    "Semée, aussi loin qu’elle va. Vous choisissez la pile et la direction, le reste suit.",
                ),
            ),
        ),
        T(
            "That was your head, which steps one cell. Move the stack.",
            "C’était votre tête, qui fait un pas. Bougez la pile.",
        ),
        clauses=("X7", "X8"),
    ),
    Task(
        "diagonal",
        T("Odd goes diagonally", "Impair en diagonale"),
        T(
            "This is the start of a game. Stacks of two and four go straight; lone pawns and stacks of three go diagonally. Move a stack of three.",
            "Voici le départ d’une partie. Les piles de deux et de quatre vont tout droit ; les pions seuls et les piles de trois, en diagonale. Bougez une pile de trois.",
        ),
        T("There is one on b4 and one on d2.", "Il y en a une en b4 et une en d2."),
        None,
        (
            Answer(
                _is_three,
                T(
                    "Right: three pawns, a diagonal. If the way is barred, what is left in hand stays together on the last cell.",
                    "Oui : trois pions, une diagonale. Si la route est barrée, ce qui reste en main se pose ensemble sur la dernière case.",
                ),
            ),
        ),
        T("Count the pawns: you want a stack of three.", "Comptez les pions : il faut une pile de trois."),
        clauses=("X6",),
    ),
    Task(
        "grow",
        T("Grow on the way", "Grandissez en chemin"),
        T(
            "Your own stacks on the way get a pawn each. Sow the four so that you own a new stack of four.",
            "Vos piles en chemin reçoivent chacune un pion. Semez la pile de quatre pour obtenir une nouvelle pile de quatre.",
        ),
        T("A three plus one is a four.", "Trois plus un font quatre."),
        "6h/7/7/DACB3/7/7/H6 w",
        (
            Answer(
                ("a4-d4",),
                T(
                    "1, 2, 4, 3: c4 is a four now. Nobody can ever take a four.",
                    "1, 2, 4, 3 : c4 est une pile de quatre. Personne ne peut prendre une pile de quatre.",
                ),
            ),
        ),
        T(
            "No new four there. Which stack needs one more pawn?",
            "Pas de nouvelle pile de quatre ici. À laquelle manque-t-il un pion ?",
        ),
        clauses=("X9", "X11"),
    ),
    Task(
        "limits",
        T("Mind the limits", "Attention aux limites"),
        T(
            "Never five in a stack. Send the four on a4 east: d4 is full, c4 would overflow. Where does it stop?",
            "Jamais cinq dans une pile. Envoyez la pile de a4 vers l’est : d4 est pleine, c4 déborderait. Où s’arrête-t-elle ?",
        ),
        T("It falls back cell by cell, to b4.", "Elle recule case par case, jusqu’en b4."),
        "6h/7/7/D1CD3/7/7/H6 w",
        (
            Answer(
                ("a4-b4",),
                T(
                    "b4, with three pawns at once. Your own fours are walls, for you too.",
                    "b4, avec trois pions d’un coup. Vos propres piles de quatre sont des murs, pour vous aussi.",
                ),
            ),
        ),
        T("A fair move, but the question was a4 to the east.", "Joli coup, mais la question était : a4 vers l’est."),
        clauses=("X4", "X10"),
    ),
    Task(
        "take",
        T("Take", "Prenez"),
        T(
            "Where at least as many of yours arrive as stand there, you take them all. Three arrive on the first cell, two on the second, one on the third. Take three at once.",
            "Là où il arrive au moins autant des vôtres, vous prenez tout. Il en arrive trois sur la première case, deux sur la deuxième, un sur la troisième. Prenez-en trois d’un coup.",
        ),
        T(
            "A three can only be taken on the very next cell.",
            "Une pile de trois ne se prend que sur la case d’à côté.",
        ),
        "6h/3c3/7/3Dc2/7/7/H6 w",
        (
            Answer(
                ("d4xg4",),
                T(
                    "Three arrive on three: taken, and the walk goes on.",
                    "Trois arrivent sur trois : pris, et la marche continue.",
                ),
            ),
        ),
        T(
            "Nothing was taken. Look for the dark three right beside you.",
            "Rien n’est pris. Cherchez la pile foncée juste à côté.",
        ),
        (
            Answer(
                ("d4-d5",),
                T(
                    "d6 is the second cell: only two would arrive against three, so the walk stopped before it.",
                    "d6 est la deuxième case : il n’arriverait que deux pions contre trois, la marche s’arrête donc devant.",
                ),
            ),
        ),
        ("X11",),
    ),
    Task(
        "chain",
        T("Take twice", "Prenez deux fois"),
        T(
            "Taking does not end a walk. Take five pawns with one move.",
            "Prendre n’arrête pas la marche. Prenez cinq pions en un coup.",
        ),
        T("Three, then two: both stand east of a4.", "Trois, puis deux : toutes deux à l’est de a4."),
        "6h/7/7/Dcb4/7/7/H6 w",
        (
            Answer(
                ("a4xd4",),
                T(
                    "Five gone. Lined-up stacks that count down are a feast; don’t serve one.",
                    "Cinq de moins. Des piles alignées qui décroissent sont un festin ; n’en servez pas.",
                ),
            ),
        ),
        T("Go where the dark stacks stand in line.", "Allez là où les piles foncées sont en file."),
        clauses=("X11",),
    ),
    Task(
        "head-steps",
        T("Your head takes, too", "Votre tête prend aussi"),
        T(
            "The head steps one cell in any direction and counts as one. Take the lone pawn, and watch Dark’s heart on g7: it is empty.",
            "La tête fait un pas dans toutes les directions et compte pour un. Prenez le pion seul, et regardez le cœur foncé en g7 : il est vide.",
        ),
        T("From c3 to d4.", "De c3 en d4."),
        "7/5h1/7/3a3/2H4/7/7 w",
        (
            Answer(
                ("c3xd4",),
                T(
                    "Taken, and back on its heart: an empty heart calls one pawn home in each move.",
                    "Pris, et de retour sur son cœur : un cœur vide rappelle un pion par coup.",
                ),
            ),
        ),
        T("The pawn is still there.", "Le pion est toujours là."),
        clauses=("X13", "X15", "X17"),
    ),
    Task(
        "heart",
        T("Close the heart", "Fermez le cœur"),
        T(
            "Pawns may stand on hearts. Occupy Dark’s empty heart g7 with yours, and from then on nothing goes home.",
            "Les pions peuvent se poser sur les cœurs. Occupez avec le vôtre le cœur vide g7 : dès lors, plus rien ne rentre.",
        ),
        T("A lone pawn steps diagonally.", "Un pion seul fait un pas en diagonale."),
        "7/5A1/5h1/D1b4/7/7/H6 w",
        (
            Answer(
                ("f6-g7",),
                T(
                    "Their heart is closed. What you take from now on is gone for good.",
                    "Leur cœur est fermé. Ce que vous prendrez désormais est perdu pour de bon.",
                ),
            ),
        ),
        T("g7 is still open.", "g7 est encore ouvert."),
        (
            Answer(
                ("a4xd4",),
                T(
                    "You took two, but one of them is back on g7. Close the heart first.",
                    "Vous en prenez deux, mais l’un est revenu en g7. Fermez d’abord le cœur.",
                ),
            ),
        ),
        ("X17", "X18"),
    ),
    Task(
        "win",
        T("Take the head", "Prenez la tête"),
        T(
            "A single pawn that arrives takes the head and wins. Which of your stacks gets there?",
            "Un seul pion qui arrive prend la tête et gagne. Laquelle de vos piles y parvient ?",
        ),
        T("Three pawns, a diagonal.", "Trois pions, une diagonale."),
        "7/7/1D1ch2/7/2C1B2/7/H6 w",
        (Answer(("c3xe5",), T("Head taken, game won.", "Tête prise, partie gagnée.")),),
        T("Dark’s head is still there, and it is Dark’s turn.", "La tête foncée est toujours là, et c’est à Foncé."),
        (
            Answer(
                ("b5-c5",),
                T(
                    "The dark three on d5 shields its head: only two would arrive there.",
                    "La pile foncée de d5 protège sa tête : il n’y arriverait que deux pions.",
                ),
            ),
            Answer(
                ("e3-e4",),
                T(
                    "A two enters only one cell, and there the head takes it.",
                    "Une pile de deux n’entre que dans une case, et la tête l’y attend.",
                ),
            ),
        ),
        ("X12", "X19"),
    ),
    Task(
        "danger",
        T("Nobody says check", "Personne ne dit échec"),
        T(
            "Dark’s four on d6 reaches your head on d3. Nobody warns you in a real game. Make your head safe.",
            "La pile foncée de d6 atteint votre tête en d3. En partie, personne ne vous prévient. Mettez votre tête à l’abri.",
        ),
        T("Step off the d file.", "Quittez la colonne d."),
        "6h/3d3/7/1B5/3H3/7/2C4 w",
        (
            Answer(
                _keeps_the_head,
                T(
                    "Safe. Before each move of yours, ask: which enemy stack reaches my head?",
                    "À l’abri. Avant chacun de vos coups, demandez-vous : quelle pile adverse atteint ma tête ?",
                ),
            ),
        ),
        T("Dark takes your head, and that was it.", "Foncé prend votre tête, et c’est fini."),
        clauses=("X16",),
    ),
    Task(
        "four-times",
        T("Not a fourth time", "Pas une quatrième fois"),
        T(
            "Three times already your head has gone from d3 to e3 in this game. A mark, 3×, says so once you pick it up. To make the same movement a fourth time is to resign. Play something else.",
            "Trois fois déjà dans cette partie, votre tête est allée de d3 en e3. Prenez-la : une marque, 3×, le rappelle. Faire une quatrième fois le même déplacement, c’est abandonner. Jouez autre chose.",
        ),
        T(
            "Any other move will do, of the head or of the stack.",
            "Tout autre coup convient, de la tête ou de la pile.",
        ),
        "5h1/7/7/7/3H3/2B4/7 w",
        (
            Answer(
                _is_not_the_fourth_time,
                T(
                    "Good. It is the movement that counts, from cell to cell, whatever moves and whatever else has changed. So no game goes round in circles.",
                    "Bien. C’est le déplacement qui compte, de case à case, quelle que soit la pièce et même si tout le reste a changé. Ainsi aucune partie ne tourne en rond.",
                ),
            ),
        ),
        T(
            "The fourth time: that was resigning. In a game the page asks before it lets you do that.",
            "La quatrième fois : c’était abandonner. En partie, la page demande avant de vous laisser faire.",
        ),
        clauses=("X20",),
        played=("d3-e3", "f7-f6", "e3-d3", "f6-f7") * 3,
    ),
    Task(
        "plan",
        T("A first plan", "Un premier plan"),
        T(
            "The start again. Thin rows of single pawns are easy prey. Find a first move after which Dark can take nothing.",
            "Le départ, encore. De longues traînées de pions seuls sont des proies faciles. Trouvez un premier coup après lequel Foncé ne peut rien prendre.",
        ),
        T(
            "Stay away from the files and ranks that e5 and f4 look along.",
            "Évitez les lignes que surveillent e5 et f4.",
        ),
        None,
        (
            Answer(
                _leaves_nothing_to_take,
                T(
                    "Nothing hangs. Your plan: keep fours where they are walls, advance where fewer arrive than you stand, close their heart, then go for the head.",
                    "Rien ne traîne. Votre plan : gardez les piles de quatre là où elles font mur, avancez là où l’adversaire arrive en trop petit nombre, fermez son cœur, puis visez la tête.",
                ),
            ),
        ),
        T(
            "Dark can take something at once. Look where its stacks reach.",
            "Foncé peut prendre tout de suite. Regardez jusqu’où vont ses piles.",
        ),
        (
            Answer(
                ("c3-f3",),
                T(
                    "Four single pawns in a row, and three dark stacks reach them.",
                    "Quatre pions seuls à la file, et trois piles foncées les atteignent.",
                ),
                ("f4xe3",),
            ),
            Answer(
                ("c3-c6",),
                T(
                    "Deep into Dark’s reach: three stacks can take there.",
                    "En plein dans la portée de Foncé : trois piles peuvent prendre.",
                ),
                ("e5xb5",),
            ),
        ),
        ("X10", "X11"),
    ),
)

LESSON = Lesson(
    T(
        "Axom in twelve moves. You play Light, at the bottom corner; press a stack, then the last cell it reaches.",
        "Axom en douze coups. Vous jouez Clair, au coin du bas ; touchez une pile, puis la dernière case qu’elle atteint.",
    ),
    TASKS,
    T(
        "That is all of Axom: sow, take, guard your head. Play your first game against Alcove at level 1.",
        "Voilà tout Axom : semer, prendre, garder sa tête. Jouez votre première partie contre Alcove, niveau 1.",
    ),
)
