"""Avalam's lesson: from the first piece that climbs to settled towers, waiting moves and a won ending."""

from typing import Any

from alcove.core.game import State as AnyState
from alcove.games.teaching import Answer, Lesson, T, Task

from .rules import NUMBER, Move, State


def _yellow_covers_red(state: AnyState[Any], move: Move) -> bool:
    assert isinstance(state, State)
    return state.towers[NUMBER[move.origin]] > 0 > state.towers[NUMBER[move.target]]


def _red_climbs(state: AnyState[Any], move: Move) -> bool:
    assert isinstance(state, State)
    return state.towers[NUMBER[move.origin]] < 0


TASKS = (
    Task(
        "climb",
        T("Climb", "Montez"),
        T(
            "You are Yellow. A tower belongs to the colour on top. Put a yellow piece on a red neighbour: one more piece under you, one red tower less.",
            "Vous êtes Jaune. Une tour est à la couleur du dessus. Posez un pion jaune sur un voisin rouge : un pion de plus sous vous, une tour rouge de moins.",
        ),
        T("Press any yellow piece, then a red one beside it.", "Touchez un pion jaune, puis un rouge à côté."),
        None,
        (
            Answer(
                _yellow_covers_red,
                T(
                    "Yes. The tower is yours because your piece is on top, and the cell you left stays empty for good.",
                    "Oui. La tour est à vous car votre pion est dessus, et la case quittée reste vide pour toujours.",
                ),
            ),
        ),
        T(
            "Yellow on yellow is allowed, but you had two towers there and now have one.",
            "Jaune sur jaune, c’est permis, mais vous aviez deux tours et n’en avez plus qu’une.",
        ),
        (
            Answer(
                _red_climbs,
                T(
                    "You may move red pieces, too. But here red came out on top: the tower is Red’s.",
                    "Vous pouvez aussi bouger les pions rouges. Mais là, c’est le rouge qui finit dessus : la tour est à Rouge.",
                ),
            ),
        ),
        ("V3", "V4"),
    ),
    Task(
        "cap",
        T("Cap a tower", "Coiffez une tour"),
        T(
            "Towers move whole, and whatever moves comes out on top. Make a yellow tower of five.",
            "Une tour bouge entière, et ce qui bouge finit dessus. Faites une tour jaune de cinq.",
        ),
        T("Your two goes onto the red three.", "Votre tour de deux va sur la rouge de trois."),
        "9/9/9/1Bc6/9/9/9/9/9 w",
        (
            Answer(
                ("b6-c6",),
                T(
                    "Five, and yellow on top. A five never moves again and nobody can cover it.",
                    "Cinq, et jaune dessus. Une tour de cinq ne bouge plus, et personne ne peut la coiffer.",
                ),
            ),
        ),
        T("Look at who is on top.", "Regardez qui est dessus."),
        (
            Answer(
                ("c6-b6",),
                T(
                    "That is a five, but the red tower moved, so red is on top.",
                    "C’est bien cinq, mais c’est la tour rouge qui a bougé : rouge est dessus.",
                ),
            ),
        ),
        ("V6", "V7"),
    ),
    Task(
        "limit",
        T("Never above five", "Jamais plus de cinq"),
        T(
            "Your three on b6 has two red neighbours, a two and a three. Cover the one you can.",
            "Votre tour de trois en b6 a deux voisines rouges, une de deux et une de trois. Coiffez celle que vous pouvez.",
        ),
        T("Three and three would be six.", "Trois et trois feraient six."),
        "9/9/9/1Cb6/2c6/9/9/9/9 w",
        (
            Answer(
                ("b6-c6",),
                T(
                    "Exactly five. One tower each now, and since yours is a five, you win on it.",
                    "Cinq tout juste. Une tour chacun, et la vôtre a cinq pions : c’est elle qui vous fait gagner.",
                ),
            ),
        ),
        T(
            "That makes a red five. You want yellow on top.",
            "Cela fait une tour rouge de cinq. Il vous faut jaune dessus.",
        ),
        clauses=("V5", "V10"),
    ),
    Task(
        "two-at-once",
        T("Two points at once", "Deux points d’un coup"),
        T(
            "A tower with no neighbour is settled: nobody can touch it, its point is certain. Find the move after which you own two settled towers.",
            "Une tour sans voisine est acquise : plus personne n’y touche, son point est sûr. Trouvez le coup qui vous laisse deux tours acquises.",
        ),
        T("Cover red, and leave your other single alone.", "Coiffez le rouge, et laissez votre autre pion tout seul."),
        "9/9/9/1AAa5/9/9/9/9/9 w",
        (
            Answer(
                ("c6-d6",),
                T(
                    "Two settled towers, none for Red. Moving away is often as good as moving on top.",
                    "Deux tours acquises, aucune pour Rouge. S’en aller vaut souvent autant que monter.",
                ),
            ),
        ),
        T(
            "Count again: who owns what, and what can still be covered?",
            "Recomptez : qui possède quoi, et qu’est-ce qui peut encore être coiffé ?",
        ),
        (
            Answer(
                ("b6-c6",),
                T(
                    "Now your two stands beside the red single, and Red covers it.",
                    "Votre tour de deux touche maintenant le pion rouge, et Rouge la coiffe.",
                ),
                ("d6-c6",),
            ),
            Answer(
                ("c6-b6",),
                T(
                    "Both sides keep one tower. There is a move that leaves Red none.",
                    "Chacun garde une tour. Il y a un coup qui n’en laisse aucune à Rouge.",
                ),
            ),
        ),
        ("V7", "V9"),
    ),
    Task(
        "send-away",
        T("Send the attacker away", "Éloignez l’attaquant"),
        T(
            "Red will cover your single on b6. You may move red pieces as well: use one to leave your single alone.",
            "Rouge va coiffer votre pion de b6. Vous pouvez bouger les pions rouges aussi : servez-vous-en pour le laisser seul.",
        ),
        T("Put the red single on the red two.", "Posez le pion rouge sur la tour rouge de deux."),
        "9/9/9/1Aab5/9/9/9/9/9 w",
        (
            Answer(
                ("c6-d6",),
                T(
                    "Two red towers became one, and b6 is settled. Merging the other side’s towers is a weapon.",
                    "Deux tours rouges n’en font plus qu’une, et b6 est acquise. Fusionner les tours d’en face est une arme.",
                ),
            ),
        ),
        T("After that Red comes out ahead.", "Après cela, Rouge passe devant."),
        (
            Answer(
                ("b6-c6",),
                T(
                    "You covered one, but the red two covers you at once: nothing is left.",
                    "Vous en coiffez un, mais la tour rouge de deux vous coiffe aussitôt : il ne reste rien.",
                ),
                ("d6-c6",),
            ),
        ),
        ("V4", "V7"),
    ),
    Task(
        "no-passing",
        T("Nobody passes", "On ne passe pas"),
        T(
            "Someone has to merge the red pair, someone the yellow one, and c3 beside d3 is up for grabs. What is most urgent?",
            "Quelqu’un devra fusionner la paire rouge, quelqu’un la paire jaune, et c3 contre d3 est à prendre. Qu’est-ce qui presse ?",
        ),
        T(
            "Pairs of one colour can wait. A mixed pair cannot.",
            "Les paires d’une seule couleur peuvent attendre. Une paire mixte, non.",
        ),
        "9/9/9/1AA6/9/9/2Aa5/6aa1/9 w",
        (
            Answer(
                ("c3-d3",),
                T(
                    "First what both want. Red now merges your pair, you merge Red’s, and you are one ahead.",
                    "D’abord ce que les deux veulent. Rouge fusionne votre paire, vous fusionnez la sienne, et vous gagnez d’un point.",
                ),
                ("b6-c6",),
            ),
        ),
        T(
            "Now Red covers your single on c3, and you are a point behind.",
            "Rouge coiffe maintenant votre pion de c3, et vous avez un point de retard.",
        ),
        (
            Answer(
                ("d3-c3",),
                T("Red on top: you gave that tower away.", "Rouge dessus : vous avez donné cette tour."),
            ),
            Answer(
                ("b6-c6", "c6-b6"),
                T(
                    "You merged your own towers, of your own free will.",
                    "Vous avez fusionné vos propres tours, sans y être forcé.",
                ),
            ),
        ),
        ("V8",),
    ),
    Task(
        "waiting-move",
        T("Keep a move in hand", "Gardez un coup en réserve"),
        T(
            "You have a pair, Red a row of three. Each move someone must merge something. Count: which move leaves one more red merge for later?",
            "Vous avez une paire, Rouge une rangée de trois. À chaque coup, il faut fusionner quelque chose. Comptez : quel coup laisse une fusion rouge pour plus tard ?",
        ),
        T(
            "If the middle piece stays, the row can shrink twice.",
            "Si le pion du milieu reste, la rangée peut fondre deux fois.",
        ),
        "9/9/9/1AA6/9/9/9/4aaa2/9 w",
        (
            Answer(
                ("e2-f2", "g2-f2"),
                T(
                    "Red merges your pair, you merge red once more: equal. Counting who runs out of good moves first is called parity.",
                    "Rouge fusionne votre paire, vous fusionnez encore la sienne : égalité. Compter qui manque de bons coups le premier, c’est la parité.",
                ),
                ("b6-c6",),
            ),
        ),
        T(
            "You merged your own pair while Red still has three towers.",
            "Vous fusionnez votre propre paire alors que Rouge a encore trois tours.",
        ),
        (
            Answer(
                ("f2-e2", "f2-g2"),
                T(
                    "That leaves two red towers apart, both settled, and Red merges your pair: one behind.",
                    "Cela laisse deux tours rouges séparées, toutes deux acquises, et Rouge fusionne votre paire : un point de retard.",
                ),
                ("b6-c6",),
            ),
        ),
        ("V8", "V9"),
    ),
    Task(
        "middle",
        T("Split them", "Séparez-les"),
        T(
            "Your single stands between two red ones. Which move wins a point, with your own pair waiting at b6?",
            "Votre pion est entre deux rouges. Quel coup gagne un point, avec votre paire qui attend en b6 ?",
        ),
        T("Move out of the middle, onto one of them.", "Quittez le milieu, sur l’un des deux."),
        "9/9/9/1AA6/9/9/9/4aAa2/9 w",
        (
            Answer(
                ("f2-e2", "f2-g2"),
                T(
                    "One red is covered, the other is out of reach. Red has nothing left but to merge your pair.",
                    "L’un est coiffé, l’autre hors d’atteinte. Rouge n’a plus qu’à fusionner votre paire.",
                ),
                ("b6-c6",),
            ),
        ),
        T("You merged your own pair and lost a point.", "Vous avez fusionné votre propre paire et perdu un point."),
        (
            Answer(
                ("e2-f2", "g2-f2"),
                T("Red came out on top of your single.", "C’est rouge qui finit sur votre pion."),
            ),
        ),
        ("V5",),
    ),
    Task(
        "plan",
        T("A first plan", "Un premier plan"),
        T(
            "A whole ending: what is in danger, what can wait? Only one move does not lose. Cover before you are covered.",
            "Une vraie fin de partie : qu’est-ce qui est en danger, qu’est-ce qui peut attendre ? Un seul coup ne perd pas. Coiffez avant d’être coiffé.",
        ),
        T("Your two on g4 stands beside a red three.", "Votre tour de deux en g4 touche une rouge de trois."),
        "9/9/9/1AbA5/9/6Bc1/9/4aaa2/9 w",
        (
            Answer(
                ("g4-h4",),
                T(
                    "A settled five. With best play the towers come out equal, and your five decides. That is the plan: cover what threatens you, settle your points, and let Red run out of moves.",
                    "Une tour de cinq, acquise. Au mieux joué, les tours sont à égalité et votre tour de cinq tranche. Voilà le plan : coiffez ce qui menace, mettez vos points à l’abri, et laissez Rouge manquer de coups.",
                ),
            ),
        ),
        T(
            "Red answers with the three onto your two: a red five, and the game with it.",
            "Rouge répond par sa tour de trois sur la vôtre : une tour rouge de cinq, et la partie avec.",
        ),
        (
            Answer(
                ("h4-g4",),
                T("You made the red five yourself.", "Vous avez fait vous-même la tour rouge de cinq."),
            ),
        ),
        ("V9", "V10"),
    ),
)

LESSON = Lesson(
    T(
        "Avalam in nine moves. You play Yellow; press a tower, then the neighbour it shall climb.",
        "Avalam en neuf coups. Vous jouez Jaune ; touchez une tour, puis la voisine sur laquelle elle monte.",
    ),
    TASKS,
    T(
        "You know the whole game now: cover, settle, count. Play your first game against Alcove at level 1.",
        "Vous connaissez maintenant tout le jeu : coiffer, mettre à l’abri, compter. Jouez votre première partie contre Alcove, niveau 1.",
    ),
)
